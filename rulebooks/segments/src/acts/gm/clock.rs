//! The clock is stopped and started again, a round begins, a turn is marked (SE-023, SE-034, SE-R21, SE-R117).

use super::running;
use crate::{
    acts::prelude::*,
    house::Surprise,
    time::{self, Told},
    turn::{self, Phase, Why as Reason, declare, rounds, rounds::Stopping},
};
use referee_engine::{ActorSet, Side};

act! {
    /// SE-034, SE-D08, SE-D09: stops the clock.
    pub struct StopClock for Segments, by Gm {
        why among reasons: Reason = "Why", usual;
        without: Several<ActorId> = "Who does not take part", usual;
        /// SE-R20.
        unready: Several<Side> = "Which sides could be surprised", usual;
    }
}

act! {
    /// SE-D29, SE-D30: restarts the clock; so many turns are marked.
    pub struct Restart for Segments, by Gm {
        turns among turns: Within<0, 144> = "Turns to mark", usual;
    }
}

act! {
    /// SE-D29, SE-R117: another round, in which nobody has to declare.
    pub struct BeginRound for Segments, by Gm {}
}

act! {
    /// SE-023, SE-D05: marks a turn.
    pub struct Mark for Segments, by Gm {}
}

/// What the GM itself stops the clock for comes first.
fn reasons(_: &StopClock, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Reason> {
    vec![Reason::Event, Reason::Trap, Reason::Weapon, Reason::Accusation]
}

/// As many as the rounds played make, before all others.
fn turns(_: &Restart, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Within<0, 144>> {
    let usual = i32::from(rounds::turns_of(see.book, see)).min(144);
    std::iter::once(usual).chain((0..=144).filter(|turns| *turns != usual)).map(Within).collect()
}

/// A stop of the clock.
pub struct Stop {
    why: Reason,
    left_out: ActorSet,
    unready: Vec<Side>,
}

/// So many turns to mark.
pub struct Turns(u16);

impl Act<Segments> for StopClock {
    type By = Gm;
    type Ready = Stop;
    const CARD: Card = card!("stop-clock", "Stop the clock", "GM", "", "SE-034");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Stop, Bar<'t>> {
        let table = see.table;
        if table.clock.mode == Speed::Segmented || table.over.is_some() {
            return Err(bar!("SE-034", "stopped", "the clock is stopped, or it is all over").into());
        }
        let (why, without) = (self.why()?, self.without()?);
        let is_known = without.0.iter().all(|who| who.index() < table.actors.len());
        if !is_known || !without.is_once() {
            return Err(bar!(_, "unknown-character", "there is no such character, or it is named twice").into());
        }
        let asked = see.book.house.surprise == Surprise::D6;
        let unready = if asked { self.unready()? } else { Several::none() };
        let is_known = unready.0.iter().all(|side| usize::from(side.0) < table.setup.sides.len());
        if !is_known || !unready.is_once() {
            return Err(bar!("SE-R20", "no-side", "there is no such side, or it is named twice").into());
        }
        Ok(Stop { why, left_out: without.0.into_iter().collect(), unready: unready.0.into_vec() })
    }

    fn resolve<O: Oracle<Segments>>(ready: Stop, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Stop { why, left_out, unready } = ready;
        let stopping = Stopping { left_out, unready: Some(unready), ..Stopping::default() };
        turn::stop(book, table, why, &stopping, oracle)
    }
}

impl Act<Segments> for Restart {
    type By = Gm;
    type Ready = Turns;
    const CARD: Card = card!("restart", "Restart the clock", "GM", "", "SE-R21");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Turns, Bar<'t>> {
        running(see.table)?;
        rounds::may_restart(see.table)?;
        let turns = self.turns()?.number().map_err(|_| bar!("SE-D30", "too-many", "that is more than a day"))?;
        Ok(Turns(turns as u16))
    }

    fn resolve<O: Oracle<Segments>>(ready: Turns, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Turns(turns) = ready;
        turn::restart(book, table, turns, oracle)
    }
}

impl Act<Segments> for BeginRound {
    type By = Gm;
    type Ready = ();
    const CARD: Card = card!("begin-round", "Let the round begin", "GM", "", "SE-R117");

    /// SE-R117: where somebody has to declare, the round begins with the last declaration.
    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<(), Bar<'t>> {
        let table = see.table;
        if table.clock.mode != Speed::Segmented || table.round.phase != Phase::Declaring || table.over.is_some() {
            return Err(bar!("SE-R117", "no-round-to-begin", "no round is to begin now").into());
        }
        if declare::somebody_has_to_declare(table) {
            return Err(bar!("SE-041", "declaring", "not all have declared").into());
        }
        Ok(())
    }

    fn resolve<O: Oracle<Segments>>((): (), book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        declare::set_order(book, table, oracle)
    }
}

impl Act<Segments> for Mark {
    type By = Gm;
    type Ready = ();
    const CARD: Card = card!("mark", "Mark a turn", "GM", "", "SE-023");

    /// SE-035: not while the clock is stopped.
    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<(), Bar<'t>> {
        if see.table.clock.mode != Speed::Open || see.table.over.is_some() {
            return Err(bar!("SE-035", "not-open", "turns are marked in Open play").into());
        }
        Ok(())
    }

    fn resolve<O: Oracle<Segments>>((): (), book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        time::turn_passes(book, table, Told::Everything, oracle)?;
        Ok(())
    }
}
