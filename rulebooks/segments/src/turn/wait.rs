//! Waiting and stepping in (SE-107 to SE-109).

use super::{Place, RoundEvent, Segment, Stage, order};
use crate::{Event, Segments, table::Table};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle, Refusal, rule};
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
            _ => return None,
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

/// May this one wait now? SE-107: when the segment has come; the whole of it is put off, so not after moving (SE-R98).
pub fn may_wait(table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    let segment = table.segment().filter(|segment| segment.who == who && segment.stage == Stage::First);
    let Some(segment) = segment else {
        return Err(Refusal::by(rule!("SE-107"), "not-now", "one waits when the own segment has come"));
    };
    if segment.moved {
        return Err(Refusal::by(rule!("SE-R98"), "moved", "the whole segment is put off, movement included"));
    }
    if table.round.under_way.len() > 1 || usize::from(table.round.next) > table.round.order.len() {
        return Err(Refusal::by(rule!("SE-R94"), "stepped-in", "who has stepped in acts"));
    }
    if !table.round.order[..usize::from(table.round.next)].ends_with(&[who]) {
        return Err(Refusal::by(rule!("SE-R94"), "stepped-in", "who has stepped in acts"));
    }
    Ok(())
}

/// SE-107, SE-D13, SE-R96: puts the segment off; the kind of action stays what it is.
pub fn wait<O: Oracle<Segments>>(table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    may_wait(table, who)?;
    table.round.under_way.pop();
    table.actor_mut(who).part.place = Place::Waiting;
    oracle.tell(Audience::All, || Event::Round(RoundEvent::Waits { who }));
    Ok(())
}

/// Is this the one who is asked now?
pub fn is_asked(book: &Segments, table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    if table.round.phase == super::Phase::Acting && next_waiter(book, table) == Some(who) {
        return Ok(());
    }
    Err(Refusal::by(rule!("SE-R94"), "not-now", "this is no point at which to step in, or somebody else comes first"))
}

/// SE-108, SE-109, SE-D14: acts now, in a whole segment of its own; the interrupted one then goes on.
pub fn step_in<O: Oracle<Segments>>(book: &Segments, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    is_asked(book, table, who)?;
    table.actor_mut(who).part.place = Place::Acting;
    // Its start is the same point, at which the others are asked anyway.
    table.round.under_way.push(Segment::new(who, Stage::First));
    oracle.tell(Audience::All, || Event::Round(RoundEvent::Segment { who, steps_in: true }));
    Ok(())
}

/// SE-R97: lets this point pass; asked again at the next.
pub fn keep_waiting(book: &Segments, table: &mut Table, who: ActorId) -> Flow<()> {
    is_asked(book, table, who)?;
    match table.round.under_way.last_mut() {
        Some(segment) => segment.passed = segment.passed.with(who),
        None => table.round.passed = table.round.passed.with(who),
    }
    Ok(())
}

impl Segment {
    /// A segment that begins.
    pub fn new(who: ActorId, stage: Stage) -> Segment {
        let (asked, passed) = (ActorSet::EMPTY, ActorSet::EMPTY);
        Segment { who, stage, moved_ft: 0, moved: false, acted: false, asked, passed }
    }
}
