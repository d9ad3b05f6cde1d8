//! Those who wait, and when they are asked (SE-107 to SE-109).

use super::{Place, Round, Segment, Stage, order};
use crate::{Segments, table::Table};
use referee_engine::{ActorId, ActorSet};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Some of those in the scene in this round's order; who has no place comes last, in the order of the sheets (SE-R90).
pub fn in_order(table: &Table, some: ActorSet) -> SmallVec<[ActorId; 8]> {
    let placed = table.round.order.iter().copied().filter(|&who| some.contains(who));
    let others = some.iter().filter(|who| !table.round.order.contains(who));
    placed.chain(others).collect()
}

/// SE-R94, SE-R97: who is asked next at this point: those who wait, by order value and tie-breaks, each once.
pub fn next_waiter(book: &Segments, table: &Table) -> Option<ActorId> {
    let passed = match table.segment() {
        Some(segment) => match segment.stage {
            Stage::Start | Stage::End => segment.passed,
            Stage::Middle if book.house.wait_inside => segment.passed,
            Stage::First | Stage::Middle | Stage::Action | Stage::Last => return None,
        },
        None if usize::from(table.round.next) >= table.round.order.len() => table.round.passed, // the end of the round
        None => return None,
    };
    let waits = |who: &ActorId| table.actor(*who).part.place == Place::Waiting && table.is_able(*who);
    let waiting = table.ids().filter(|who| waits(who) && !passed.contains(*who));
    waiting.min_by_key(|&who| (Reverse(order::rank(table, who)), position(table, who)))
}

/// SE-R30: those who are tied to the end keep the order that was drawn.
fn position(table: &Table, who: ActorId) -> usize {
    table.round.order.iter().position(|&other| other == who).unwrap_or(usize::MAX)
}

impl Round {
    /// SE-R97: those who have let this point pass.
    pub fn passed_mut(&mut self) -> &mut ActorSet {
        match self.under_way.last_mut() {
            Some(segment) => &mut segment.passed,
            None => &mut self.passed,
        }
    }
}

impl Segment {
    /// A segment that begins.
    pub fn new(who: ActorId, stage: Stage) -> Segment {
        let (asked, passed) = (ActorSet::EMPTY, ActorSet::EMPTY);
        Segment { who, stage, moved_ft: 0, moved: false, acted: false, asked, passed }
    }
}
