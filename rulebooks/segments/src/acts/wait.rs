//! Waiting, stepping in, and letting a point pass (SE-107 to SE-109).

use super::prelude::*;
use crate::turn::{Phase, Place, RoundEvent, Segment, Stage, next_waiter};

act! {
    /// SE-107, SE-D13: puts the segment off.
    pub struct Wait for Segments, by ActorId {}
}

act! {
    /// SE-108, SE-109, SE-D14: acts now, in a whole segment of its own; the interrupted one then goes on.
    pub struct StepIn for Segments, by ActorId {}
}

act! {
    /// SE-R97: lets this point pass; asked again at the next.
    pub struct KeepWaiting for Segments, by ActorId {}
}

/// Somebody who may wait, or whose wait may end.
pub struct Waiter(ActorId);

impl Act<Segments> for Wait {
    type By = ActorId;
    type Ready = Waiter;
    const CARD: Card = card!("wait", "Wait", "Round", "", "SE-107");

    /// SE-107: when the segment has come; the whole of it is put off, so not after moving (SE-R98).
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Waiter, Bar<'t>> {
        let table = see.table;
        table.may_act(who)?;
        let segment = table.segment().filter(|segment| segment.who == who && segment.stage == Stage::First);
        let Some(segment) = segment else {
            return Err(bar!("SE-107", "not-now", "one waits when the own segment has come").into());
        };
        if segment.moved {
            return Err(bar!("SE-R98", "moved", "the whole segment is put off, movement included").into());
        }
        let begun = table.round.order.get(..usize::from(table.round.next));
        if table.round.under_way.len() > 1 || !begun.is_some_and(|begun| begun.ends_with(&[who])) {
            return Err(bar!("SE-R94", "stepped-in", "who has stepped in acts").into());
        }
        Ok(Waiter(who))
    }

    /// SE-R96: the kind of action stays what it is.
    fn resolve<O: Oracle<Segments>>(Waiter(who): Waiter, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.round.under_way.pop();
        table.actor_mut(who).part.place = Place::Waiting;
        oracle.tell(Audience::All, || Event::Round(RoundEvent::Waits { who }));
        Ok(())
    }
}

/// Is this the one who is asked now?
fn is_asked<'t>(see: See<'_, 't>, who: ActorId) -> Result<Waiter, Bar<'t>> {
    see.table.may_act(who)?;
    if see.round.phase == Phase::Acting && next_waiter(see.book, see.table) == Some(who) {
        return Ok(Waiter(who));
    }
    let why = "this is no point at which to step in, or somebody else comes first";
    Err(bar!("SE-R94", "not-now", why).into())
}

impl Act<Segments> for StepIn {
    type By = ActorId;
    type Ready = Waiter;
    const CARD: Card = card!("step-in", "Act now", "Round", "", "SE-108");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Waiter, Bar<'t>> {
        is_asked(see, who)
    }

    fn resolve<O: Oracle<Segments>>(Waiter(who): Waiter, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.actor_mut(who).part.place = Place::Acting;
        // Its start is the same point, at which the others are asked anyway.
        table.round.under_way.push(Segment::new(who, Stage::First));
        oracle.tell(Audience::All, || Event::Round(RoundEvent::Segment { who, steps_in: true }));
        Ok(())
    }
}

impl Act<Segments> for KeepWaiting {
    type By = ActorId;
    type Ready = Waiter;
    const CARD: Card = card!("keep-waiting", "Go on waiting", "Round", "", "SE-R97");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Waiter, Bar<'t>> {
        is_asked(see, who)
    }

    fn resolve<O: Oracle<Segments>>(Waiter(who): Waiter, _: &Segments, table: &mut Table, _: &mut O) -> Flow<()> {
        let passed = table.round.passed_mut();
        *passed = passed.with(who);
        Ok(())
    }
}
