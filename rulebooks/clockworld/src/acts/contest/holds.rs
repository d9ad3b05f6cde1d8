//! Holds: letting go, and what ends a hold by itself (CW-155, CW-160, CW-R87, CW-R92).

use super::ContestEvent;
use crate::{
    Clockworld, Event, Oracle,
    acts::task::Object,
    conditions::ConditionKind,
    sheet::ThingId,
    table::{Table, Whereabouts},
};
use referee_engine::{ActorId, Audience, Mark, RuleId, rule, told};
use serde::{Deserialize, Serialize};

/// CW-R87, CW-R92: every hold by hand ends whose two are no longer within Reach, whoever moved or was moved.
///
/// To be called after any movement; ropes and bindings go along.
pub fn check_holds<O: Oracle>(table: &mut Table, oracle: &mut O) {
    for holder in table.ids() {
        let Some(hold) = table.actor(holder).hold else { continue };
        let (from, to) = (table.actor(holder).place, table.actor(hold.target).place);
        if !table.within(from, to, u32::from(table.sheet(holder).reach_ft)) {
            end(table, holder, Ended::Apart, oracle);
        }
    }
}

/// The hold of this Character ends, if it has one, and everybody hears of it.
pub fn end<O: Oracle>(table: &mut Table, holder: ActorId, how: Ended, oracle: &mut O) {
    if let Some(who) = table.release(holder) {
        let from = Object::Actor(holder);
        oracle.tell(Audience::All, || freed(who, from, how));
    }
}

/// The bindings that this Character was tied with by that one.
pub fn tied(table: &Table, who: ActorId, tier: ActorId) -> Option<ThingId> {
    table.actor(who).conditions.iter().find_map(|condition| match condition.kind {
        ConditionKind::Bound { by, thing, .. } => (by == tier).then_some(thing),
        ConditionKind::Staggered
        | ConditionKind::DistractedAgainst(_)
        | ConditionKind::DistractedExcept(_)
        | ConditionKind::PinnedBy(_)
        | ConditionKind::StrangledBy(_)
        | ConditionKind::Immobilized => None,
    })
}

/// Does somebody lie in these bindings?
pub fn in_use(table: &Table, thing: ThingId) -> bool {
    table
        .ids()
        .any(|who| table.has(who, |kind| matches!(kind, ConditionKind::Bound { thing: with, .. } if *with == thing)))
}

/// The bindings fall off.
pub fn untie(table: &mut Table, who: ActorId, thing: ThingId) {
    table.relieve(who, |kind| matches!(kind, ConditionKind::Bound { thing: with, .. } if *with == thing));
    let place = table.actor(who).place;
    table.thing_mut(thing).at = Whereabouts::Place(place);
}

/// How a hold ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// CW-211, CW-270.
    Escaped,
    /// CW-155, CW-160.
    Released,
    /// CW-R87, CW-R92: no longer within Reach.
    Apart,
    /// CW-R49, CW-R98, CW-008: whoever held it can or will hold it no longer.
    Lost,
}

told! {
    /// A hold or bindings no longer hold.
    pub struct Freed for Clockworld {
        who: ActorId,
        /// Whose hold, or which bindings.
        from: Object,
        how: Ended,
    }
    |table| under [how.words().1] by who => {
        let from = match from {
            Object::Actor(holder) => format!("the grip of {}", table.name(holder)),
            Object::Thing(with) => table.thing_sheet(with).name.clone(),
            Object::None | Object::Skill(_) => "what held it".into(),
        };
        format!("{} {} {from}", table.name(who), how.words().0)
    };
    marks |self, to| to.push(Mark::word("freed", Some(self.who), 1, "free"));
}

impl Ended {
    fn words(self) -> (&'static str, RuleId) {
        match self {
            Ended::Escaped => ("gets out of", rule!("CW-211")),
            Ended::Released => ("is let out of", rule!("CW-155")),
            Ended::Apart => ("is out of Reach and free of", rule!("CW-R87")),
            Ended::Lost => ("is free of", rule!("CW-R98")),
        }
    }
}

/// Somebody is free.
pub fn freed(who: ActorId, from: Object, how: Ended) -> Event {
    Event::Contest(ContestEvent::Freed(Freed { who, from, how }))
}
