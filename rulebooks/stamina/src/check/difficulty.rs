//! How hard a check is, where the GM has not settled it.

use super::Named;
use crate::{Stamina, table::Table};
use referee_engine::{
    ActorId, Choice, Flow, Oracle, RuleId, Who,
    act::{Answers, Asks},
    rule,
};
use serde::{Deserialize, Serialize};

/// The least difficulty that the GM is asked for.
const LEAST: u8 = 5;
const MOST: u8 = 40;
const USUAL: u8 = 15;

/// ST-D02, to the GM: how hard it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Difficulty {
    pub who: ActorId,
    pub check: Named,
}

/// ST-D02: asks the GM how hard it is.
pub fn difficulty<O: Oracle<Stamina>>(
    table: &Table,
    who: ActorId,
    check: impl Into<Named>,
    oracle: &mut O,
) -> Flow<u8> {
    Difficulty { who, check: check.into() }.ask(Who::Gm, table, oracle)
}

impl Asks<Stamina> for Difficulty {
    type Answer = u8;
    const KIND: &'static str = "difficulty";
    const RULE: RuleId = rule!("ST-D02");

    fn answers(&self) -> Answers<u8> {
        (LEAST..=MOST).collect()
    }

    fn usual(&self) -> usize {
        usize::from(USUAL - LEAST)
    }

    fn text(&self, _: &Stamina, table: &Table, _: Who) -> String {
        format!("How hard is it for {}? ({})", table.name(self.who), self.check.called(table))
    }

    fn choice(&self, _: &Stamina, _: &Table, _: Who, difficulty: &u8) -> Choice {
        Choice::plain(difficulty.to_string())
    }
}
