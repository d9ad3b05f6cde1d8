//! Turning to the attacker, which is the one Reaction to its Action (CW-180, CW-R75).

use super::Incoming;
use crate::{Clockworld, Event, sheet::AttackKind, table::Table};
use referee_engine::{ActorId, Audience, Oracle, rule};

/// CW-102, CW-180: does it come from where somebody does not look?
pub(super) fn fits(table: &Table, who: ActorId, incoming: &Incoming) -> bool {
    match incoming.kind {
        AttackKind::Reach | AttackKind::Ranged => !incoming.is_seen(table, who),
        AttackKind::Area => false,
    }
}

/// CW-180: looks at the attacker. It rolls nothing.
pub(super) fn turn<O: Oracle<Clockworld>>(table: &mut Table, who: ActorId, attacker: ActorId, oracle: &mut O) {
    let (from, to) = (table.actor(who).place.cell, table.actor(attacker).place.cell);
    if let Some(degrees) = table.setup.space.direction_deg(from, to) {
        table.actor_mut(who).facing = degrees;
    }
    oracle.tell(Audience::All, || Event::Turned { who, rule: rule!("CW-180") });
}

/// The option: the word for commands, and what people read.
pub(super) fn option() -> (String, String) {
    ("turn".into(), "Turn to the attacker".into())
}
