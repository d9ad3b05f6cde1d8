//! Time passes, outside a crisis (CR-001, CR-R155).

use crate::{
    acts::prelude::*,
    recovery,
    words::{spell, time},
};

act! {
    /// CR-R155: time passes.
    pub struct Pass for Crisis, by Gm {
        unit: Unit = "Counted in", usual;
        amount among amounts: Number<1, 3_600> = "How long";
    }
}

named! {
    /// In what time is counted.
    pub enum Unit for Crisis {
        Minutes = "minutes",
        Seconds = "seconds",
        Hours = "hours",
        Days = "days",
    }
}

impl Unit {
    const fn seconds(self) -> u32 {
        [60, 1, 3_600, 86_400][self as usize]
    }

    /// The most that passes at once.
    const fn most(self) -> i32 {
        [600, 3_600, 240, 60][self as usize]
    }
}

fn amounts(pass: &Pass, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Number<1, 3_600>> {
    vec![Number(1), Number(pass.unit.value().map_or(1, |unit| unit.most()))]
}

told! {
    /// A time that may pass, or passes.
    #[derive(Copy)]
    pub struct Passing for Crisis { seconds: u32 }
    |table| "CR-R155" => {
        let verb = if spell(seconds).0 == 1 { "passes" } else { "pass" };
        format!("{} {verb}", time(seconds))
    };
}

impl Act<Crisis> for Pass {
    type By = Gm;
    type Ready = Passing;
    const CARD: Card = card!("pass", "Time passes", "GM", "", "CR-R155");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Passing, Bar<'t>> {
        if see.clock.mode == Mode::Crisis {
            return Err(bar!("CR-001", "not-now", "in a crisis time passes by rounds").into());
        }
        let (unit, amount) = (self.unit()?, self.amount()?.number()?);
        if amount > unit.most() {
            return Err(bar!("CR-R155", "too-long", "at most {} {} pass at once", unit.most(), unit.word()).into());
        }
        Ok(Passing { seconds: unit.seconds() * amount as u32 })
    }

    fn resolve<O: Oracle<Crisis>>(passing: Passing, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Pass(passing));
        recovery::pass(book, table, passing.seconds.into(), oracle)
    }
}
