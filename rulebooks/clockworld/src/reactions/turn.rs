//! Turning to the attacker (CW-180, CW-R75).

use super::{Holds, Incoming, ReactionEvent, Respond};
use crate::{
    Clockworld, Event, Oracle,
    sheet::{AttackKind, Skill},
    table::Table,
};
use referee_engine::{ActorId, Audience, RuleId, rule, told};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CW-180, CW-R75: turns to the attacker; it is the one Reaction to this Action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Turn;

told! {
    /// Somebody turned to something that came upon it.
    pub struct Turned for Clockworld { who: ActorId }
    |table| under "CW-180" by who => format!("{} turns", table.name(who));
}

impl Respond for Turn {
    /// CW-102, CW-180: does it come from where somebody does not look?
    fn all(_: &Clockworld, table: &Table, who: ActorId, incoming: &Incoming) -> SmallVec<[Self; 2]> {
        let fits = match incoming.kind {
            AttackKind::Reach | AttackKind::Ranged => !incoming.is_seen(table, who),
            AttackKind::Area => false,
        };
        fits.then_some(Turn).into_iter().collect()
    }

    fn option(self, _: &Table, _: ActorId) -> (String, String) {
        ("turn".into(), "Turn to the attacker".into())
    }

    /// CW-180: it rolls nothing.
    fn check(self, _: &Table) -> Option<(Skill, &'static str)> {
        None
    }

    /// CW-180: looks at the attacker.
    fn at_once<O: Oracle>(self, table: &mut Table, who: ActorId, attacker: ActorId, oracle: &mut O) {
        let (from, to) = (table.actor(who).place.cell, table.actor(attacker).place.cell);
        if let Some(degrees) = table.setup.space.direction_deg(from, to) {
            table.actor_mut(who).facing = degrees;
        }
        oracle.tell(Audience::All, || Event::Reaction(ReactionEvent::Turned(Turned { who })));
    }

    fn holds(self) -> Holds {
        Holds::Nothing
    }

    fn told(self, _: &Table, _: ActorId) -> (String, RuleId) {
        ("turns".into(), rule!("CW-180"))
    }
}
