//! Abilities (SE-073, SE-074, SE-117): as their entries say (SE-R46).

use super::{
    attack::{self, Strike, Target},
    prelude::*,
    recover,
};
use crate::{
    check::{self, Causes, Check, For},
    conditions, harm,
    opening::{self, Said},
    sheet::{AbilitySheet, Effect},
    turn::Why as Reason,
};
use referee_dice::Roll;

act! {
    /// SE-074: the use of an ability.
    pub struct Cast for Segments, by ActorId {
        name: AbilityId = "Which";
        target: ActorId = "On whom";
        /// For those that end one.
        status: StatusId = "Which status ends";
    }
}

/// An ability that may be used.
#[derive(Clone, Copy, Debug)]
pub struct Power {
    who: ActorId,
    ability: AbilityId,
    target: ActorId,
    status: Option<StatusId>,
    /// SE-R16: it attacks and the clock runs: the GM is asked to stop it.
    begins: bool,
}

told! {
    /// An ability is used.
    pub struct CastEvent for Segments { who: ActorId, ability: AbilityId, target: ActorId }
    |table| "SE-074" by who => {
        let name = table.ability(ability).map_or("an ability", |ability| &ability.name);
        format!("{} uses {name} on {}", table.name(who), table.name(target))
    };
}

impl Table {
    /// An ability of the list.
    pub fn ability(&self, id: AbilityId) -> Option<&AbilitySheet> {
        self.setup.abilities.get(usize::from(id.0))
    }

    /// Uses left today.
    pub fn uses_left(&self, who: ActorId, id: AbilityId) -> u8 {
        let at = self.sheet(who).abilities.iter().position(|&known| known == id);
        let used = at.and_then(|at| self.actor(who).used.get(at)).copied();
        used.map_or(0, |used| self.ability(id).map_or(0, |ability| ability.uses).saturating_sub(used))
    }
}

/// Is it known, not used up, and what it needs in hand?
fn at_hand<'t>(table: &'t Table, who: ActorId, id: AbilityId) -> Result<&'t AbilitySheet, Why<'t>> {
    let known = table.ability(id).filter(|_| table.sheet(who).abilities.contains(&id));
    let Some(ability) = known else {
        return Err(bar!("SE-074", "no-ability", "{} has no such ability", table.name(who)).moot());
    };
    if table.uses_left(who, id) == 0 {
        return Err(bar!("SE-R46", "used-up", "{} is used up for today", &ability.name));
    }
    if let Some(needed) = &ability.needs
        && !table.held(who).any(|thing| table.thing_sheet(thing).short == *needed && table.has_hands_for(who, thing))
    {
        return Err(bar!("SE-R46", "needs-thing", "{} needs a {} in hand", &ability.name, needed));
    }
    Ok(ability)
}

/// Can it be used on somebody: there, known, in range, and no attack on oneself?
fn fits<'t>(table: &'t Table, who: ActorId, ability: &'t AbilitySheet, target: ActorId) -> Result<(), Why<'t>> {
    let there = target.index() < table.actors.len() && table.is_here(target);
    if !there || (table.actor(target).hidden && !table.allied(who, target)) {
        return Err(bar!(_, "no-target", "there is nobody like that").moot());
    }
    let (from, to) = (table.actor(who).place, table.actor(target).place);
    if table.feet(from, to) > u32::from(ability.range_ft) || (who != target && !table.sees(from, to)) {
        return Err(bar!("SE-R46", "out-of-range", "{} reaches {} ft", &ability.name, ability.range_ft));
    }
    let hostile = matches!(ability.effect, Effect::Strike { .. }) || ability.check.is_some();
    if hostile && target == who {
        return Err(bar!(_, "not-oneself", "not on oneself").moot());
    }
    Ok(())
}

/// A negative status that somebody has.
fn may_end(table: &Table, target: ActorId, status: StatusId) -> bool {
    recover::way_out(table, status).is_some() && table.actor(target).statuses.has(status)
}

/// Could it be used so, whatever was declared?
pub fn usable(table: &Table, who: ActorId, id: AbilityId, target: ActorId, status: Option<StatusId>) -> bool {
    at_hand(table, who, id).is_ok_and(|ability| {
        let ends = status.is_some_and(|status| may_end(table, target, status));
        fits(table, who, ability, target).is_ok() && (ability.effect == Effect::Cleanse) == ends
    })
}

/// Has the attack ability to be kept out of Open (SE-R16)?
fn is_attack(ability: &AbilitySheet) -> bool {
    matches!(ability.effect, Effect::Strike { .. })
}

impl Act<Segments> for Cast {
    type By = ActorId;
    type Ready = Power;
    const CARD: Card = card!("ability", "Use an ability", "Actions", "", "SE-074");
    const NOTHING: Why<'static> = bar!("SE-074", "no-target", "no ability can be used on anybody now");

    /// SE-D18.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Power, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        if table.sheet(who).abilities.is_empty() {
            return Err(bar!("SE-074", "no-ability", "{} has no ability", table.name(who)).moot().into());
        }
        let runs = opening::clock_runs(table);
        if !runs {
            turn::may(book, table, who, Needs::Ability)?;
        }
        let id = self.name()?;
        let ability = at_hand(table, who, id)?;
        // While the clock runs an ability that attacks is for the GM to stop it, in a passage too.
        let begins = runs && is_attack(ability);
        if begins {
            turn::is_upright(table, who)?;
        } else {
            turn::may(book, table, who, Needs::Ability)?;
        }
        let target = self.target()?;
        fits(table, who, ability, target)?;
        let status = if ability.effect == Effect::Cleanse { Some(self.status()?) } else { None };
        if status.is_some_and(|status| !may_end(table, target, status)) {
            return Err(bar!("SE-R46", "no-status", "name a negative status that the target has").moot().into());
        }
        Ok(Power { who, ability: id, target, status, begins })
    }

    fn resolve<O: Oracle<Segments>>(power: Power, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let who = power.who;
        if !power.begins {
            return take_effect(book, table, power, oracle);
        }
        match opening::ask(table, who, Reason::Weapon, false, oracle)? {
            Said::Stop if book.house.trigger_first => {
                take_effect(book, table, power, oracle)?;
                opening::stop(book, table, Reason::Weapon, who, None, oracle)
            }
            Said::Stop => opening::stop(book, table, Reason::Weapon, who, Some(Intention::Ability), oracle),
            Said::NotNow | Said::Waive => {
                opening::not_now(who, oracle);
                Ok(())
            }
        }
    }
}

/// What it does: a check if its entry has one, then its effect.
fn take_effect<O: Oracle<Segments>>(book: &Segments, table: &mut Table, power: Power, oracle: &mut O) -> Flow<()> {
    let Power { who, ability: id, target, status, .. } = power;
    let Some((effect, contest)) = table.ability(id).map(|ability| (ability.effect, ability.check)) else {
        return Ok(());
    };
    if contest.is_some() || matches!(effect, Effect::Strike { .. }) {
        table.actor_mut(who).hidden = false; // whoever strikes is seen
    }
    let causes = turn::causes(table, who);
    turn::spend(book, table, who, oracle);
    if let Some(at) = table.sheet(who).abilities.iter().position(|&known| known == id) {
        let used = &mut table.actor_mut(who).used[at];
        *used = used.saturating_add(1);
    }
    oracle.tell(Audience::All, || Event::Cast(CastEvent { who, ability: id, target }));
    if let Some((attribute, opposed)) = contest {
        let causes = causes.and_if(table.suffers(who, |status| status.hampers), Causes::HAMPERED);
        let against = Some((target, opposed));
        let check = Check { who, what: For::Ability(id), attribute, bonus: 0, against, causes, d6: None };
        if !check::make(book, table, check, oracle)?.is_success() {
            return Ok(());
        }
    }
    match effect {
        Effect::Heal(sides) => {
            let throw = Throw::open(Who::Actor(who), "healing");
            let amount = oracle.roll(throw, Roll::die(u16::from(sides.max(1))), |face| face)?.value;
            harm::heal(table, target, amount as i16, rule!("SE-R46"), oracle);
        }
        Effect::Ward(points) => {
            let warded = &mut table.actor_mut(target).warded;
            *warded = (*warded).max(points);
            table.know(target);
        }
        Effect::Status(status) => conditions::gain(table, target, status, Some(who), rule!("SE-R46"), oracle),
        Effect::Cleanse => {
            if let Some(status) = status {
                conditions::lose(table, target, status, rule!("SE-R46"), oracle);
            }
        }
        Effect::Strike { attribute, maximum, critical } => {
            let strike = Strike {
                by: who,
                at: Target::Body(target),
                attribute,
                maximum,
                deadly: false,
                on_damage: None,
                on_critical: critical,
                far: false,
            };
            attack::resolve_strike(book, table, &strike, None, causes, oracle)?;
        }
        Effect::Told => {}
    }
    Ok(())
}
