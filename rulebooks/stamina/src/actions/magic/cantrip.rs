//! Cantrips: no check, small effects (ST-167 to ST-169, ST-R74).

use crate::{Event, Stamina, harm::lose_defense, table::Table, turn};
use referee_engine::{
    ActorId, Audience, Oracle,
    clock::{Edge, Ends, Turn},
    rule,
};

/// ST-167: casts it. ST-169: after a lowered one there is no more magic until the next turn.
pub(super) fn cast<O: Oracle<Stamina>>(
    table: &mut Table,
    who: ActorId,
    cantrip: u8,
    target: ActorId,
    lowered: bool,
    oracle: &mut O,
) {
    oracle.tell(Audience::All, || Event::Cantrip { who, cantrip });
    let terms = &table.setup.cantrips[usize::from(cantrip)];
    let (drain, light, rounds) = (terms.drain, terms.light, terms.rounds);
    if lowered {
        table.actor_mut(who).turn.no_magic = true;
    }
    if drain > 0 {
        turn::join(table, target, oracle);
        lose_defense(table, target, drain, rule!("ST-167"), oracle);
    }
    if light > 0 {
        let ends = match table.clock.mode {
            crate::table::Mode::Rounds => {
                Ends::At { turn: Turn::Of(who), edge: Edge::Start, count: u16::from(rounds.max(1)) }
            }
            crate::table::Mode::Free => Ends::Never,
        };
        table.actor_mut(who).light = Some((light, ends));
    }
}
