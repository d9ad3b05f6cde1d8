//! A table as it is written: what follows from it is made anew where it is read.

use super::{Clue, Ending, Goal, Item, Mode, Pieces, Roster, Setup, Table};
use referee_engine::{ActorId, ActorSet, clock::Clock};
use serde::Deserialize;
use smallvec::SmallVec;
use std::sync::Arc;

/// All that is written of a [`Table`].
#[derive(Deserialize)]
#[serde(rename = "Table")]
pub(super) struct Written {
    setup: Arc<Setup>,
    clock: Clock<Mode>,
    order: SmallVec<[ActorId; 8]>,
    at: u8,
    warning: u8,
    first_round: bool,
    actors: Roster,
    items: Vec<Item>,
    pieces: Arc<Pieces>,
    durability: Vec<u8>,
    wind: u8,
    clues: Vec<Clue>,
    retry: SmallVec<[(ActorId, Goal); 2]>,
    no_retry: SmallVec<[(ActorId, Goal); 2]>,
    rushed: bool,
    spoiled: ActorSet,
    over: Option<Ending>,
}

impl From<Written> for Table {
    fn from(written: Written) -> Table {
        let Written {
            setup,
            clock,
            order,
            at,
            warning,
            first_round,
            actors,
            items,
            pieces,
            durability,
            wind,
            clues,
            retry,
            no_retry,
            rushed,
            spoiled,
            over,
        } = written;
        let mut table = Table {
            setup,
            clock,
            order,
            at,
            warning,
            first_round,
            actors,
            items,
            pieces,
            durability,
            wind,
            clues,
            retry,
            no_retry,
            rushed,
            spoiled,
            over,
        };
        table.look_around();
        table.look_at_hands();
        table
    }
}
