//! The Scenario ends by the GM's word, goes on, and what comes after (CW-007, CW-010, CW-D01, CW-R59).

use super::prelude::*;
use crate::{recovery, table::Ending, turn::TurnEvent};

act! {
    /// CW-007, CW-010, CW-D01: the Scenario is over.
    pub struct EndScenario for Clockworld, by Gm {
        winner: Winner = "Who wins";
        why among by_the_gm: Text<200> = "Why", usual;
    }
}

fn by_the_gm(_: &EndScenario, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<200>> {
    vec![Text("the GM ends it".into())]
}

named! {
    /// Who wins.
    pub enum Winner for Clockworld { Players = "players", Threats = "threats", Nobody = "nobody" }
}

impl Act<Clockworld> for EndScenario {
    type By = Gm;
    type Ready = Ending;
    const CARD: Card = card!("end-scenario", "End the Scenario", "GM", "", "CW-010");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Ending, Bar<'t>> {
        if see.over.is_some() {
            return Err(bar!("CW-007", "not-now", "the Scenario is over already").into());
        }
        let winner = match self.winner()? {
            Winner::Players => Some(crate::sheet::PLAYERS),
            Winner::Threats => Some(crate::sheet::THREATS),
            Winner::Nobody => None,
        };
        Ok(Ending { winner, why: self.why()?.within()? })
    }

    fn resolve<O: Oracle>(ending: Ending, _: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Turn(TurnEvent::Over(ending.clone())));
        table.over = Some(ending);
        Ok(())
    }
}

act! {
    /// CW-007: it is not over after all, and goes on where it ended.
    pub struct Resume for Clockworld, by Gm {
        secret: bool = "For the GM alone", usual;
    }
}

told! {
    /// It goes on.
    pub struct Resumed for Clockworld;
    |_table| "CW-007" => "The Scenario goes on";
}

impl Act<Clockworld> for Resume {
    type By = Gm;
    type Ready = Audience;
    const CARD: Card = card!("resume", "The Scenario goes on", "GM", "", "CW-007");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Audience, Bar<'t>> {
        if see.over.is_none() {
            return Err(bar!("CW-007", "not-now", "the Scenario is not over").moot().into());
        }
        Ok(told(see.table, self.secret()?, &[]))
    }

    fn resolve<O: Oracle>(to: Audience, _: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.over = None;
        if table.clock.mode == Mode::Aftermath {
            table.clock.mode = Mode::Turns;
        }
        oracle.tell(to, || Event::Gm(GmEvent::Resumed(Resumed)));
        Ok(())
    }
}

act! {
    /// CW-R59: what comes after.
    pub struct Aftermath for Clockworld, by Gm {}
}

impl Act<Clockworld> for Aftermath {
    type By = Gm;
    type Ready = ();
    const CARD: Card = card!("aftermath", "After the Scenario", "GM", "", "CW-R59");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<(), Bar<'t>> {
        if see.over.is_none() {
            let why = bar!("CW-R59", "not-now", "the Scenario is not over; end it first");
            return Err(why.allowing(&["end-scenario"]).into());
        }
        if see.clock.mode == Mode::Aftermath {
            return Err(bar!("CW-R59", "not-now", "the aftermath has begun already").into());
        }
        Ok(())
    }

    fn resolve<O: Oracle>(_: (), _: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        recovery::begin(table, oracle);
        Ok(())
    }
}
