//! Abilities (SE-073, SE-074, SE-117): as their entries say (SE-R46).

use crate::{
    Event, Segments,
    actions::attack::{self, Strike, Target},
    actions::recover,
    check::{self, Causes, Check, For},
    conditions, harm,
    sheet::{AbilityId, AbilitySheet, Effect, StatusId},
    table::Table,
    turn::{self, Needs},
};
use referee_dice::Roll;
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Throw, Who, rule};
use serde::{Deserialize, Serialize};

/// The use of an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cast {
    /// Who.
    pub actor: ActorId,
    /// Which.
    pub ability: AbilityId,
    /// On whom.
    pub target: ActorId,
    /// Which status is to end, for those that end one.
    pub status: Option<StatusId>,
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

/// May it be used now (SE-D18)?
pub fn legal(book: &Segments, table: &Table, cast: &Cast) -> Result<(), Refusal> {
    table.may_act(cast.actor)?;
    turn::may(book, table, cast.actor, Needs::Ability)?;
    usable(table, cast)
}

/// Could it be used so, whatever was declared: known, not used up, on somebody in range whom it fits?
pub fn usable(table: &Table, cast: &Cast) -> Result<(), Refusal> {
    let Cast { actor: who, ability: id, target, status } = *cast;
    let known = table.ability(id).filter(|_| table.sheet(who).abilities.contains(&id));
    let Some(ability) = known else {
        return Err(Refusal::by(rule!("SE-074"), "no-ability", "there is no such ability"));
    };
    if table.uses_left(who, id) == 0 {
        return Err(Refusal::by(rule!("SE-R46"), "used-up", format!("{} is used up for today", ability.name)));
    }
    if let Some(needed) = &ability.needs
        && !table.held(who).any(|thing| table.thing_sheet(thing).short == *needed && table.has_hands_for(who, thing))
    {
        return Err(Refusal::by(rule!("SE-R46"), "needs-thing", format!("{} needs a {needed} in hand", ability.name)));
    }
    let there = target.index() < table.actors.len() && table.is_here(target);
    if !there || (table.actor(target).hidden && !table.allied(who, target)) {
        return Err(Refusal::plain("no-target", "there is nobody like that"));
    }
    let (from, to) = (table.actor(who).place, table.actor(target).place);
    if table.feet(from, to) > u32::from(ability.range_ft) || (who != target && !table.sees(from, to)) {
        let why = format!("{} reaches {} ft", ability.name, ability.range_ft);
        return Err(Refusal::by(rule!("SE-R46"), "out-of-range", why));
    }
    let ends = status
        .is_some_and(|status| recover::way_out(table, status).is_some() && table.actor(target).statuses.has(status));
    if (ability.effect == Effect::Cleanse) != ends || (ability.effect != Effect::Cleanse && status.is_some()) {
        return Err(Refusal::by(rule!("SE-R46"), "no-status", "name a negative status that the target has"));
    }
    let hostile = matches!(ability.effect, Effect::Strike { .. }) || ability.check.is_some();
    if hostile && target == who {
        return Err(Refusal::plain("not-oneself", "not on oneself"));
    }
    Ok(())
}

/// Has the attack ability to be kept out of Open (SE-R16)?
pub fn is_attack(table: &Table, id: AbilityId) -> bool {
    table.ability(id).is_some_and(|ability| matches!(ability.effect, Effect::Strike { .. }))
}

/// Uses an ability: a check if its entry has one, then its effect.
pub fn resolve<O: Oracle<Segments>>(book: &Segments, table: &mut Table, cast: &Cast, oracle: &mut O) -> Flow<()> {
    legal(book, table, cast)?;
    take_effect(book, table, cast, oracle)
}

/// What it does, once it is certain that it may be used.
pub fn take_effect<O: Oracle<Segments>>(book: &Segments, table: &mut Table, cast: &Cast, oracle: &mut O) -> Flow<()> {
    let Cast { actor: who, ability: id, target, status } = *cast;
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
    oracle.tell(Audience::All, || Event::Cast { who, ability: id, target });
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
