//! The clock is set, and units of time pass (PR-D03, PR-D04, PR-R08, PR-R10).

use crate::{acts::prelude::*, table::Mode, turn::time};

act! {
    /// PR-D03, PR-D04: the mode of the clock, and how many seconds, minutes, hours or days one unit has.
    pub struct Clock for Proficiency, by Gm {
        mode: Mode = "Unit";
        count among counts: Within<1, 10> = "How many seconds, minutes, hours, days", usual;
    }
}

/// Usually as many as that unit has now.
fn counts(clock: &Clock, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Within<1, 10>> {
    let usual = clock.mode.value().map_or(1, |mode| i32::from(see.counts[*mode as usize]));
    let others = (1..=10).filter(|count| *count != usual);
    std::iter::once(usual).chain(others).map(Within).collect()
}

/// A unit of time that may be set.
pub struct Unit {
    mode: Mode,
    count: u8,
}

impl Act<Proficiency> for Clock {
    type By = Gm;
    type Ready = Unit;
    const CARD: Card = card!("clock", "Set the unit of time", "GM", "", "PR-D03");

    /// PR-007, PR-009, PR-011, PR-013, PR-R08: a unit has 1 to 10 seconds, minutes, hours or days.
    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<Unit, Bar<'t>> {
        let (mode, count) = (self.mode()?, self.count()?.0);
        if !(1..=10).contains(&count) {
            let why = bar!("PR-R08", "bad-count", "a unit of time has 1 to 10 of its kind, not {}", count);
            return Err(why.allowing(&["1 to 10"]).into());
        }
        Ok(Unit { mode, count: count as u8 })
    }

    fn resolve<O: Oracle<Proficiency>>(ready: Unit, _: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Unit { mode, count } = ready;
        time::set(table, mode, Some(count), oracle);
        Ok(())
    }
}

/// The most units that pass at once.
const MOST_UNITS: i32 = 20;

act! {
    /// PR-R10: units of time pass.
    pub struct Time for Proficiency, by Gm {
        units: Within<1, MOST_UNITS> = "Units", usual;
    }
}

impl Act<Proficiency> for Time {
    type By = Gm;
    type Ready = u8;
    const CARD: Card = card!("time", "Let units of time pass", "GM", "", "PR-R10");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<u8, Bar<'t>> {
        if see.phase != Phase::Free {
            let why = bar!("PR-R10", "turns-run", "in turns a unit passes with each round");
            return Err(why.allowing(&["end-turns"]).into());
        }
        Ok(self.units()?.number()? as u8)
    }

    fn resolve<O: Oracle<Proficiency>>(units: u8, book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
        time::units(book, table, units, oracle)
    }
}
