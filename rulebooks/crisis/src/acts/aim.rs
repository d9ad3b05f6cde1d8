//! Take Aim (CR-185 to CR-187, CR-R138 to CR-R140).

use super::{attack, prelude::*};
use crate::loss;
use referee_engine::Drawn;

/// CR-186: the most uses that count.
pub const MOST_AIM: u8 = 2;

act! {
    /// CR-185, CR-R138, CR-R140: +1 on ranged Attacks, until the next one.
    pub struct TakeAim for Crisis, by ActorId {
        weapon: WeaponAt = "With", usual;
        /// CR-R140: at whom, if the table wants to know.
        target: ActorId = "At", usual;
    }
}

/// Somebody who may aim.
pub struct Aiming {
    who: ActorId,
    weapon: u8,
    target: Option<ActorId>,
    ap: u8,
}

told! {
    /// Somebody takes aim.
    pub struct Aims for Crisis { who: ActorId, aim: u8 }
    |table| "CR-185" by who => format!("{} takes aim: +{}", table.name(who), aim);
}

/// CR-186, CR-187: may it aim with this weapon? Gives the cost.
pub fn may_aim<'t>(book: &Crisis, table: &'t Table, who: ActorId, at: u8) -> Result<u8, Why<'t>> {
    table.may_act_in_crisis(who)?;
    let weapon = attack::may_use(table, who, at, 0)?;
    if !weapon.can_aim() {
        return Err(bar!("CR-185", "melee", "one does not aim with {}", &weapon.name).moot());
    }
    if table.actor(who).aim >= MOST_AIM {
        return Err(bar!("CR-186", "aimed", "{} has aimed twice", table.name(who)));
    }
    let ap = weapon.aim_ap + attack::draw(book, table, who, at);
    turn::afford(table, who, ap)?;
    Ok(ap)
}

/// Does one know of the other, alive and in the open?
fn sees(table: &Table, who: ActorId, other: ActorId) -> bool {
    let there = table.actor(other);
    let hides = there.is_out_of_sight() && table.hostile(who, other);
    who != other && there.is_here() && !hides && !table.actor(who).unaware_of.contains(other)
}

impl Act<Crisis> for TakeAim {
    type By = ActorId;
    type Ready = Aiming;
    const CARD: Card = card!("aim", "Take Aim", "Combat", "", "CR-185");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Aiming, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act_in_crisis(who)?;
        if !WeaponAt::of(table, who).any(|at| table.weapon(who, at).can_aim()) {
            return Err(bar!("CR-185", "melee", "there is nothing to aim with").into());
        }
        let WeaponAt(weapon) = self.weapon()?;
        let ap = may_aim(book, table, who, weapon)?;
        let asks = book.house.aim_one_target && see.actors().iter().any(|other| sees(table, who, other));
        let target = if asks { Some(self.target()?) } else { None };
        if let Some(target) = target {
            table.known(target)?;
            if !sees(table, who, target) {
                return Err(bar!("CR-R140", "not-seen", "{} cannot be aimed at", table.name(target)).moot().into());
            }
        }
        Ok(Aiming { who, weapon, target, ap })
    }

    fn resolve<O: Oracle<Crisis>>(ready: Aiming, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Aiming { who, weapon, target, ap } = ready;
        turn::spend(book, table, who, ap, true, oracle);
        if !overwatch::before(book, table, who, oracle)? {
            return Ok(());
        }
        if book.house.aim_one_target && table.actor(who).aim_at != target {
            loss::lose_aim(table, who, oracle);
        }
        let actor = table.actor_mut(who);
        actor.aim += 1;
        actor.aim_at = target;
        actor.in_hand = weapon;
        let aim = actor.aim;
        oracle.tell(Audience::All, || Event::Aims(Aims { who, aim }));
        overwatch::after(book, table, who, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::priced(see, who, offer, || {
            WeaponAt::of(see, who).filter_map(|at| may_aim(see.book, see, who, at).ok()).min()
        });
    }

    fn drawn(&self, see: See<'_, '_>, who: ActorId) -> Vec<Drawn> {
        attack::drawn(see, who, self.weapon.value(), self.target.value().copied(), None)
    }
}
