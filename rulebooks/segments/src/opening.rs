//! What is begun while the clock runs and ought to stop it: a weapon swung, an accusation (SE-030 to SE-033, SE-R16, SE-R17).

use crate::{
    Event, Segments,
    acts::attack::Target,
    table::{Out, Speed, Table},
    turn::{self, Intention, Why, rounds::Stopping},
};
use referee_engine::{
    ActorId, Audience, Choice, Flow, Oracle, Who,
    act::{Answers, Asks},
    answers, rule, told,
};
use serde::{Deserialize, Serialize};

/// Does the clock run? Then the GM is asked to stop it.
pub fn clock_runs(table: &Table) -> bool {
    table.clock.mode != Speed::Segmented
}

/// SE-D08, to the GM: somebody begins what ought to stop the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StopTheClock {
    /// Who begins it.
    pub by: ActorId,
    pub why: Why,
    /// SE-R16: may the GM let it happen without?
    pub waive: bool,
}

answers! {
    /// SE-D08: what the GM says about it.
    pub enum Said {
        Stop = "stop", "Stop the clock";
        NotNow = "not", "Not now: it does not happen";
        Waive = "waive", "It happens, and the clock runs on";
    }
}

impl Asks<Segments> for StopTheClock {
    type Answer = Said;
    const KIND: &'static str = "stop-clock";
    const RULE: referee_engine::RuleId = rule!("SE-034");

    fn answers(&self) -> Answers<Said> {
        Said::ALL.iter().copied().filter(|said| self.waive || *said != Said::Waive).collect()
    }

    fn text(&self, _: &Segments, table: &Table, _: Who) -> String {
        let what = match self.why {
            Why::Weapon => "swings a weapon",
            Why::Accusation => "makes an accusation",
            Why::Trap => "unleashes a trap",
            Why::Event => "begins something",
        };
        format!("{} {what}. Stop the clock?", table.name(self.by))
    }

    fn choice(&self, _: &Segments, _: &Table, _: Who, answer: &Said) -> Choice {
        answer.choice()
    }
}

/// Asks the GM.
pub fn ask<O: Oracle<Segments>>(table: &Table, by: ActorId, why: Why, waive: bool, oracle: &mut O) -> Flow<Said> {
    StopTheClock { by, why, waive }.ask(Who::Gm, table, oracle)
}

/// SE-R16: something that cannot react: a thing, a helpless one.
pub fn cannot_react(table: &Table, target: Target) -> bool {
    match target {
        Target::Thing(_) => true,
        Target::Body(who) => table.actor(who).out != Out::Active,
    }
}

told! {
    /// SE-D08: the GM does not stop the clock, and it does not happen.
    pub struct NotNow for Segments {
        /// Who wanted to.
        by: ActorId,
    }
    |table| "SE-R16" by by => format!("The clock runs on: {} does not do it", table.name(by));
}

/// Tells that it does not happen.
pub fn not_now<O: Oracle<Segments>>(by: ActorId, oracle: &mut O) {
    oracle.tell(Audience::All, || Event::NotNow(NotNow { by }));
}

/// SE-R17: what stopped the clock becomes the declared intention of the one who started it; everybody else declares as usual.
pub fn stop<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    why: Why,
    by: ActorId,
    intends: Option<Intention>,
    oracle: &mut O,
) -> Flow<()> {
    turn::stop(book, table, why, &Stopping { by: Some(by), intends, ..Stopping::default() }, oracle)
}
