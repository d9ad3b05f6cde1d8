//! What a Move tells.

use crate::{Clockworld, acts::value::cell_key, sheet::ThingId};
use referee_engine::{ActorId, rule, space::Place, told};

told! {
    /// What happened in a Move.
    pub enum MoveEvent for Clockworld, |table| {
        /// CW-029: a Move begins.
        Begins {
            who: ActorId,
            focus: bool,
            /// CW-181.
            sneakily: bool,
            /// CW-177: looking another way?
            looks_away: bool,
        } "CW-029" by who => {
            let ways = [(focus, ", focused"), (sneakily, ", Sneakily"), (looks_away, ", looking another way")];
            let how: String = ways.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
            format!("{} Moves{how}", table.name(who))
        };
        /// CW-R95: what it cost.
        StoodUp { who: ActorId, feet: u16 } under "CW-R95" by who
            => format!("{} stands up for {feet} feet", table.name(who));
        Went {
            who: ActorId,
            to: Place,
            /// How far it went.
            feet: u16,
            /// What is left of the Move.
            left: u16,
            /// CW-R95: on the ground?
            crawled: bool,
        } under [if crawled { rule!("CW-R95") } else { rule!("CW-029") }] by who => {
            let does = if crawled { "crawls" } else { "goes" };
            format!("{} {does} {feet} feet to {}, {left} left", table.name(who), cell_key(table, to.cell))
        };
        /// CW-173: it is past an obstacle.
        Passed { who: ActorId, thing: ThingId } under "CW-173" by who
            => format!("{} is past {}", table.name(who), table.thing_sheet(thing).name);
        /// CW-174: it is stopped in front of an obstacle.
        StoppedBy { who: ActorId, thing: ThingId } under "CW-174" by who
            => format!("{} is stopped by {}; the Move is over", table.name(who), table.thing_sheet(thing).name);
        /// CW-R73: the Move ends before its way does.
        CutShort { who: ActorId } under "CW-R73" by who => format!("{} gets no farther", table.name(who));
        /// It walked into somebody it did not know of.
        Met { who: ActorId, whom: ActorId } under "CW-R112" by who
            => format!("{} runs into {}", table.name(who), table.name(whom));
        /// It left the map.
        Left { who: ActorId } under "CW-010" by who => format!("{} leaves the map", table.name(who));
    }
}
