//! Reloading, at once or over several turns (CR-052, CR-053, CR-057, CR-R31, CR-R33, CR-R44).

use super::{attack, prelude::*};
use crate::{table::LongAction, turn::long};
use referee_engine::Drawn;

act! {
    /// CR-R44: fills a weapon.
    pub struct Reload for Crisis, by ActorId {
        weapon: WeaponAt = "With", usual;
    }
}

/// A weapon that may be reloaded.
pub struct Reloading {
    who: ActorId,
    weapon: u8,
    ap: u8,
}

told! {
    /// CR-R44: a weapon is loaded again.
    pub struct Reloaded for Crisis { who: ActorId, weapon: u8 }
    |table| "CR-R44" by who => {
        let what = &table.weapon(who, weapon).name;
        format!("{} has reloaded {what}", table.name(who))
    };
}

/// CR-R44: is there anything to load into this weapon?
fn needs_reloading(table: &Table, who: ActorId, at: u8) -> bool {
    let weapon = table.weapon(who, at);
    weapon.capacity > 0 && table.actor(who).weapons[usize::from(at)].loaded < weapon.capacity
}

/// CR-R31, CR-R44: may it reload this weapon? Gives the cost.
pub fn may_reload(table: &Table, who: ActorId, at: u8) -> Result<u8, Why<'_>> {
    table.may_act(who)?;
    let weapon = attack::may_use(table, who, at, 0)?;
    if !needs_reloading(table, who, at) {
        return Err(bar!("CR-R44", "loaded", "{} needs no reloading", &weapon.name).moot());
    }
    if let Some(long) = table.actor(who).long
        && long.what == LongAction::Reload(at)
        && !long.paused
    {
        return Err(bar!("CR-R33", "under-way", "it is being reloaded; go on with that"));
    }
    let ap = weapon.reload_ap;
    // CR-051, CR-053: what takes several turns begins with any AP.
    if !long::is_long(ap) {
        turn::afford(table, who, ap)?;
    } else if !turn::can_afford(table, who, 1) {
        return Err(bar!("CR-051", "no-ap", "{} has no AP", table.name(who)));
    }
    Ok(ap)
}

impl Act<Crisis> for Reload {
    type By = ActorId;
    type Ready = Reloading;
    const CARD: Card = card!("reload", "Reload", "Combat", "", "CR-R44");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Reloading, Bar<'t>> {
        let table = see.table;
        table.may_act(who)?;
        if !WeaponAt::of(table, who).any(|at| needs_reloading(table, who, at)) {
            return Err(bar!("CR-R44", "loaded", "nothing needs reloading").into());
        }
        let WeaponAt(weapon) = self.weapon()?;
        let ap = may_reload(table, who, weapon)?;
        Ok(Reloading { who, weapon, ap })
    }

    /// CR-052, CR-053, CR-057: reloads at once, or begins to.
    fn resolve<O: Oracle<Crisis>>(ready: Reloading, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Reloading { who, weapon, ap } = ready;
        let is_done = if table.clock.mode == Mode::Crisis && long::is_long(ap) {
            long::begin(book, table, who, LongAction::Reload(weapon), ap, oracle)?
        } else {
            turn::spend(book, table, who, ap, false, oracle);
            true
        };
        if !overwatch::before(book, table, who, oracle)? {
            return Ok(());
        }
        if is_done {
            fill(table, who, weapon, oracle);
        }
        overwatch::after(book, table, who, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::priced(see, who, offer, || WeaponAt::of(see, who).filter_map(|at| may_reload(see, who, at).ok()).min());
    }

    fn drawn(&self, see: See<'_, '_>, who: ActorId) -> Vec<Drawn> {
        attack::drawn(see, who, self.weapon.value(), None, None)
    }
}

/// CR-R44: the weapon is loaded again.
pub fn fill<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, weapon: u8, oracle: &mut O) {
    let capacity = table.weapon(who, weapon).capacity;
    table.actor_mut(who).weapons[usize::from(weapon)].loaded = capacity;
    oracle.tell(Audience::All, || Event::Reloads(Reloaded { who, weapon }));
}
