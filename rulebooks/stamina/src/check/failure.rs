//! What comes of a near failure and of a critical failure.

use super::{Cause, Pool};
use crate::{
    Event, Stamina,
    table::{Goal, Table},
};
use referee_engine::{
    ActorId, Audience, Choice, Flow, Line, Oracle, RuleId, Who,
    act::{Answers, Asks, Tells, Why},
    ask, bar, rule,
};
use serde::{Deserialize, Serialize};

/// ST-R11: the bonus die of a near failure is there for the next try, which uses it up.
pub fn use_progress(table: &mut Table, who: ActorId, goal: Goal, pool: &mut Pool) {
    if let Some(at) = table.retry.iter().position(|entry| *entry == (who, goal)) {
        table.retry.remove(at);
        pool.gain(Cause::Retry, 1);
    }
}

/// ST-245, ST-R99: after a failure a new try needs help.
pub fn may_try_again(table: &Table, who: ActorId, goal: Goal) -> Result<(), Why<'_>> {
    if table.no_retry.contains(&(who, goal)) {
        return Err(bar!("ST-245", "needs-help", "{} has failed at this; a new try needs help", table.name(who)));
    }
    Ok(())
}

/// ST-245: where there is nothing to find (`u8::MAX`), there is nothing to be helped with either.
pub fn forbid(table: &mut Table, who: ActorId, goal: Goal) {
    if goal != Goal::Topic(u8::MAX) && !table.no_retry.contains(&(who, goal)) {
        table.no_retry.push((who, goal));
    }
}

/// ST-022, ST-D07: a near failure is some progress; the GM may put something else in place of the bonus die.
pub fn progress<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, goal: Goal, oracle: &mut O) -> Flow<()> {
    let keeps = Progresses { who }.ask(Who::Gm, table, oracle)? == Progress::BonusDie;
    if keeps && !table.retry.contains(&(who, goal)) {
        table.retry.push((who, goal));
    }
    oracle.tell(Audience::All, || Event::Progressed(Progressed { who, die: keeps }));
    Ok(())
}

ask! {
    /// ST-D07, to the GM: what a near failure has brought.
    pub struct Progresses for Stamina: "progress", "ST-D07" {
        who: ActorId,
    }
    |self, table| format!("What is {}'s progress?", table.name(self.who));
    pub enum Progress {
        BonusDie = "bonus-die", "bonus die";
        Other = "other", "other";
    }
}

/// ST-022: a near failure has brought some progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Progressed {
    pub who: ActorId,
    /// ST-R11: a bonus die, or what the GM says?
    pub die: bool,
}

impl Tells<Stamina> for Progressed {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let how = if self.die { "a bonus die on the next try" } else { "as the GM says" };
        Line::new(1, format!("{} makes some progress: {how}", table.name(self.who)), [rule!("ST-022")]).by(self.who)
    }
}

/// ST-017, ST-D06: a critical failure without a text of its own; the GM considers a consequence, or none.
pub fn consequence<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    WhatComes { who }.ask(Who::Gm, table, oracle)?.apply(table, who, oracle)
}

/// ST-D06, to the GM: what a critical failure brings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WhatComes {
    pub who: ActorId,
}

impl Asks<Stamina> for WhatComes {
    type Answer = Consequence;
    const KIND: &'static str = "consequence";
    const RULE: RuleId = rule!("ST-D06");

    fn answers(&self) -> Answers<Consequence> {
        Consequence::ALL.into_iter().collect()
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Stamina, table: &Table, _: Who) -> String {
        format!("What comes of {}'s critical failure?", table.name(self.who))
    }

    fn choice(&self, _: &Stamina, _: &Table, _: Who, consequence: &Consequence) -> Choice {
        Choice::plain(consequence.word())
    }
}

/// What the GM may make of a critical failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Consequence {
    None,
    /// The character falls.
    Prone,
    /// It drops what it holds in its hand.
    Drops,
    /// It is off balance and loses one defense.
    Defense,
}

impl Consequence {
    /// All of them; none is the first.
    pub const ALL: [Consequence; 4] = [Consequence::None, Consequence::Prone, Consequence::Drops, Consequence::Defense];

    pub const fn word(self) -> &'static str {
        match self {
            Consequence::None => "none",
            Consequence::Prone => "prone",
            Consequence::Drops => "drops",
            Consequence::Defense => "defense",
        }
    }

    fn apply<O: Oracle<Stamina>>(self, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
        match self {
            Consequence::None => {}
            Consequence::Prone => {
                crate::harm::knock_down(table, who, crate::table::Posture::Prone, rule!("ST-017"), oracle)?;
            }
            Consequence::Drops => {
                let actor = table.actor(who);
                let (first, cell) = (actor.held.first().map(|held| held.item), actor.place.cell);
                if let Some(item) = first {
                    crate::acts::gear::drop_item(table, item, cell, rule!("ST-017"), oracle);
                }
            }
            Consequence::Defense => crate::harm::lose_defense(table, who, 1, rule!("ST-017"), oracle),
        }
        Ok(())
    }
}
