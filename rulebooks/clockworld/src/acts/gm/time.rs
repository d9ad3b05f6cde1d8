//! Time passes: in the story, in rest, and between Scenarios (CW-222, CW-R51, CW-R59).

use super::prelude::*;
use crate::recovery;

act! {
    /// CW-222: story time passes; a minute, if nothing else is said.
    pub struct Time for Clockworld, by Gm {
        seconds: Within<0, 59> = "Seconds", usual;
        hours among few_hours: Within<0, 8_999> = "Hours", usual;
        minutes among minutes: Within<0, 59> = "Minutes", usual;
        secret: bool = "For the GM alone", usual;
    }
}

fn few_hours(_: &Time, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Within<0, 8_999>> {
    [0, 8_999].map(Within).into()
}

/// One minute passes if neither seconds nor hours are named.
fn minutes(time: &Time, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Within<0, 59>> {
    let is_none = time.seconds.value().is_none_or(|seconds| seconds.0 == 0)
        && time.hours.value().is_none_or(|hours| hours.0 == 0);
    let usual = i32::from(is_none);
    std::iter::once(usual).chain((0..60).filter(|count| *count != usual)).map(Within).collect()
}

told! {
    #[derive(Copy)]
    pub enum Passed for Clockworld, |_table| {
        /// CW-222: story time, in seconds.
        Time { seconds: u64 } "CW-222" => format!("{} pass", span(seconds));
        /// CW-R59.
        Rest { hours: u32 } "CW-R59" => format!("{} of rest", span(u64::from(hours) * 3600));
        /// CW-R51.
        Downtime { hours: u32 } "CW-R51" => format!("{} of downtime", span(u64::from(hours) * 3600));
    }
}

/// Time that may pass, and who hears of it.
type Passing = (Passed, Audience);

impl Act<Clockworld> for Time {
    type By = Gm;
    type Ready = Passing;
    const CARD: Card = card!("time", "Let time pass", "GM", "", "CW-222");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Passing, Bar<'t>> {
        let (seconds, hours) = (self.seconds()?.number()?, self.hours()?.number()?);
        let minutes = self.minutes()?.number()?;
        let seconds = seconds as u64 + 60 * minutes as u64 + 3600 * hours as u64;
        Ok((Passed::Time { seconds }, told(see.table, self.secret()?, &[])))
    }

    fn resolve<O: Oracle>(time: Passing, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        pass(time, book, table, oracle)
    }

    /// CW-R56: the wounded make their Shock Checks when a Turn begins.
    fn offered(see: See<'_, '_>, _: Gm, offer: &mut Offer) {
        let bleeds = |who| see.actor(who).out != Out::Dead && see.worst_unstabilized(who).is_some();
        if see.clock.mode == Mode::Turns && see.ids().any(bleeds) {
            offer.warning = Some("no Turns begin while time passes, so nobody makes a Shock Check".into());
        }
    }
}

/// The longest rest or downtime, in hours: about a year.
const LONGEST_HOURS: i32 = 9_000;

act! {
    /// CW-R59: hours of rest.
    pub struct Rest for Clockworld, by Gm {
        hours among a_night: Within<1, LONGEST_HOURS> = "Hours", usual;
        secret: bool = "For the GM alone", usual;
    }
}

fn a_night(_: &Rest, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Within<1, LONGEST_HOURS>> {
    [8, 1, LONGEST_HOURS].map(Within).into()
}

act! {
    /// CW-R51: time between Scenarios.
    pub struct Downtime for Clockworld, by Gm {
        hours among a_week: Within<1, LONGEST_HOURS> = "Hours", usual;
        secret: bool = "For the GM alone", usual;
    }
}

fn a_week(_: &Downtime, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Within<1, LONGEST_HOURS>> {
    [168, 1, LONGEST_HOURS].map(Within).into()
}

/// CW-R59: there is time only after the Scenario.
fn hours(table: &Table, hours: Result<Within<1, LONGEST_HOURS>, Bar<'static>>) -> Result<u32, Bar<'static>> {
    if table.clock.mode != Mode::Aftermath {
        return Err(bar!("CW-R59", "not-now", "there is time to rest only after the Scenario").moot().into());
    }
    Ok(hours?.number()? as u32)
}

impl Act<Clockworld> for Rest {
    type By = Gm;
    type Ready = Passing;
    const CARD: Card = card!("rest", "Rest", "GM", "", "CW-R59");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Passing, Bar<'t>> {
        let hours = hours(see.table, self.hours())?;
        Ok((Passed::Rest { hours }, told(see.table, self.secret()?, &[])))
    }

    fn resolve<O: Oracle>(time: Passing, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        pass(time, book, table, oracle)
    }
}

impl Act<Clockworld> for Downtime {
    type By = Gm;
    type Ready = Passing;
    const CARD: Card = card!("downtime", "Downtime", "GM", "", "CW-R51");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Passing, Bar<'t>> {
        let hours = hours(see.table, self.hours())?;
        Ok((Passed::Downtime { hours }, told(see.table, self.secret()?, &[])))
    }

    fn resolve<O: Oracle>(time: Passing, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        pass(time, book, table, oracle)
    }
}

/// It passes, and what comes of that.
fn pass<O: Oracle>((passed, to): Passing, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
    oracle.tell(to, || Event::Gm(GmEvent::Time(passed)));
    match passed {
        // CW-014, CW-016: what lasts for a Round is over; then CW-222, CW-223: those who are at work go on.
        Passed::Time { seconds } => {
            if seconds >= turn::SECONDS_A_ROUND {
                recovery::rounds_pass(table, oracle);
            }
            crate::acts::task::lengthy::pass_time(book, table, seconds, oracle)
        }
        Passed::Rest { hours } => recovery::rest(book, table, hours, oracle),
        Passed::Downtime { hours } => recovery::downtime(book, table, hours, oracle),
    }
}

fn span(seconds: u64) -> String {
    match seconds {
        s if s % 3600 == 0 => format!("{} hours", s / 3600),
        s if s % 60 == 0 => format!("{} minutes", s / 60),
        s => format!("{s} seconds"),
    }
}
