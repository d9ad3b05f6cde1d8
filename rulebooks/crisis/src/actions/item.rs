//! Use Item, and the Actions that talents add (CR-150, CR-188, CR-189).

use super::overwatch;
use crate::{
    Crisis, Event,
    conditions::{self, Cause, ConditionKind},
    harm::{self, HarmEvent},
    sheet::{Effect, ExtraAction, Item, ItemEffect, Lasts},
    table::{Mode, Table},
    turn,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule};

/// CR-188, CR-D35: may it use this item, on this target?
pub fn may_use<'t>(
    book: &Crisis,
    table: &'t Table,
    who: ActorId,
    item: u8,
    target: Option<ActorId>,
) -> Result<&'t Item, Refusal> {
    table.may_act(who)?;
    let name = table.name(who);
    let Some(known) = table.setup.items.get(usize::from(item)).filter(|_| table.actor(who).item(item) > 0) else {
        return Err(Refusal::by(rule!("CR-188"), "no-item", format!("{name} has no such item")));
    };
    turn::afford(table, who, known.use_ap)?;
    let refuse = |why: String| Err(Refusal::by(rule!("CR-188"), "no-use", why));
    match (known.effect, target) {
        (None, _) => refuse(format!("{} is not used like that", known.name)),
        (Some(ItemEffect::OnSelf(_)), None) => Ok(known),
        (Some(ItemEffect::OnSelf(_)), Some(_)) => refuse(format!("{} is for oneself", known.name)),
        (Some(_), None) => refuse(format!("{} needs somebody to use it on", known.name)),
        (Some(effect), Some(target)) => {
            table.known(target)?;
            let there = table.actor(target);
            let near = table.distance(&book.house, table.actor(who).place.cell, there.place.cell) <= 1;
            if target == who || !there.is_here() || !near || table.actor(who).unaware_of.contains(target) {
                return refuse("it needs somebody in a neighbouring square".to_owned());
            }
            let fits = match effect {
                ItemEffect::Rouse => table.has(target, ConditionKind::Stunned) || is_asleep(table, target),
                ItemEffect::Bind => table.is_helpless(target) && !there.causes().any(|cause| cause == Cause::Bound),
                ItemEffect::OnSelf(_) => false,
            };
            if fits { Ok(known) } else { refuse(format!("{} does nothing to {}", known.name, table.name(target))) }
        }
    }
}

fn is_asleep(table: &Table, who: ActorId) -> bool {
    table.actor(who).causes().any(|cause| cause == Cause::Asleep)
}

/// CR-188, CR-189: the item says what happens.
pub fn resolve<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    item: u8,
    target: Option<ActorId>,
    oracle: &mut O,
) -> Flow<()> {
    let known = may_use(book, table, who, item, target)?;
    let (ap, effect, one_use) = (known.use_ap, known.effect, known.one_use);
    turn::spend(book, table, who, ap, false, oracle);
    oracle.tell(Audience::All, || Event::UsesItem { who, item, target });
    if !overwatch::before(book, table, who, oracle)? {
        return Ok(());
    }
    if one_use {
        table.actor_mut(who).spend_item(item);
    }
    match (effect, target) {
        (Some(ItemEffect::OnSelf(effect)), _) => conditions::inflict(book, table, who, effect, oracle),
        (Some(ItemEffect::Rouse), Some(target)) => {
            conditions::remove(table, target, ConditionKind::Stunned, oracle);
            conditions::remove(table, target, ConditionKind::Helpless(Cause::Asleep), oracle);
        }
        (Some(ItemEffect::Bind), Some(target)) => {
            let bound = Effect { kind: ConditionKind::Helpless(Cause::Bound), lasts: Lasts::Open };
            conditions::inflict(book, table, target, bound, oracle);
        }
        _ => {}
    }
    overwatch::after(book, table, who, oracle)
}

/// CR-150: may it take this Action of a talent?
pub fn may_extra(table: &Table, who: ActorId, at: u8) -> Result<&ExtraAction, Refusal> {
    table.may_act(who)?;
    let name = table.name(who);
    let Some(extra) = table.sheet(who).extra_actions().nth(usize::from(at)) else {
        return Err(Refusal::by(rule!("CR-150"), "no-talent", format!("{name} has no such talent")));
    };
    if extra.once && table.actor(who).extras_used.contains(&at) {
        let why = format!("{name} has used {} in this crisis", extra.name);
        return Err(Refusal::by(rule!("CR-150"), "used", why));
    }
    if extra.once && table.clock.mode != Mode::Crisis {
        return Err(Refusal::by(rule!("CR-150"), "no-crisis", format!("{} is for a crisis", extra.name)));
    }
    turn::afford(table, who, extra.ap)?;
    Ok(extra)
}

/// CR-150: an Action that a talent adds.
pub fn extra<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, at: u8, oracle: &mut O) -> Flow<()> {
    let known = may_extra(table, who, at)?;
    let (ap, heals) = (known.ap, known.heals);
    turn::spend(book, table, who, ap, false, oracle);
    oracle.tell(Audience::All, || Event::Extra { who, at });
    if !overwatch::before(book, table, who, oracle)? {
        return Ok(());
    }
    let actor = table.actor_mut(who);
    actor.extras_used.insert(at);
    let wounds = (0..heals).filter(|_| actor.nonlethal.remove_oldest()).count() as u16;
    if wounds > 0 {
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Healed { who, wounds, lethal: false }));
    }
    harm::settle(book, table, who, oracle);
    overwatch::after(book, table, who, oracle)
}
