//! Checks: one d10 and a Bonus, High Roll and Low Roll, and what they are compared with (CW-037).
//!
//! CW-R14: a natural 1 or 10 means nothing of its own. CW-R15: misspelt words of the text are read as they are meant.

mod causes;
mod circumstances;
mod named;
mod rank;

pub use causes::{Cause, Causes};
pub use circumstances::{Circumstances, Help};
pub use named::Named;
pub use rank::{Capped, RankChecked, Verdict, against_rank, against_rank_for, possible};

use crate::{
    Clockworld, Oracle,
    conditions::ConditionKind,
    house::Staggered,
    rank::Rank,
    sheet::{Skill, Trained},
    table::Table,
};
use circumstances::under_circumstances;
use referee_engine::{ActorId, Face, Flow, Rolled, Throw, Who};
use serde::{Deserialize, Serialize};

/// One Check, ready to be rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Check {
    pub who: ActorId,
    pub skill: Skill,
    /// Rank and Bonus in it.
    pub trained: Trained,
    /// CW-039, CW-R12: other modifiers.
    pub modifier: i8,
    /// Reasons for High Roll and Low Roll.
    pub causes: Causes,
}

impl Check {
    /// CW-038, CW-039: what is added to the die.
    pub fn plus(&self) -> i32 {
        i32::from(self.trained.bonus) + i32::from(self.modifier)
    }

    /// CW-195, CW-059, CW-060, CW-061, CW-062, CW-046: does it succeed with no roll?
    pub fn is_automatic(&self, book: &Clockworld, rank: Rank) -> bool {
        self.trained.rank.rank() > rank && !self.causes.is_low(book)
    }

    /// CW-226, CW-227: is it out of reach for this Skill Rank?
    pub fn is_capped(&self, rank: Rank) -> bool {
        rank.0 > self.trained.rank.rank().0 + 1
    }

    /// CW-038: rolls it; the total counts.
    pub fn total<O: Oracle>(&self, name: &'static str, oracle: &mut O) -> Flow<(i32, Face)> {
        let rolled = self.roll(Throw::open(Who::Actor(self.who), name), oracle, |total| total)?;
        Ok((rolled.value, rolled.face))
    }

    /// CW-038, CW-039: rolls it; `read` says what matters about the total.
    pub fn roll<T: Copy + Ord, O: Oracle>(
        &self,
        throw: Throw,
        oracle: &mut O,
        read: impl Fn(i32) -> T,
    ) -> Flow<Rolled<T>> {
        let plus = self.plus();
        oracle.roll(throw, self.causes.dice(), |face| read(face + plus))
    }
}

/// CW-042, CW-R08: to beat is to be strictly greater; an equal total does not succeed.
pub const fn beats(total: i32, number: i32) -> bool {
    total > number
}

/// Whom a Check is against, for those who are Distracted (CW-124).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Against {
    /// Nobody: a Task, a Shock Check.
    Nobody,
    /// This Character.
    Foe(ActorId),
}

/// Makes a Check ready: Skill and Bonus, what weighs on the Character, and what the GM has set (CW-038, CW-039, CW-043).
pub fn prepare<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    skill: Skill,
    against: Against,
    causes: Causes,
    oracle: &mut O,
) -> Flow<Check> {
    let causes = causes_on(book, table, who, against, causes);
    let mut check = Check { who, skill, trained: table.skill(who, skill), modifier: 0, causes };
    under_circumstances(table, &mut check, oracle)?;
    Ok(check)
}

/// CW-R81, CW-R96: what the Conditions of a Character add.
pub(crate) fn causes_on(book: &Clockworld, table: &Table, who: ActorId, against: Against, causes: Causes) -> Causes {
    let mut causes = causes;
    for condition in &table.actor(who).conditions {
        causes = match condition.kind {
            ConditionKind::DistractedAgainst(foe) => causes.and_if(against == Against::Foe(foe), Cause::Distracted),
            ConditionKind::DistractedExcept(foe) => causes.and_if(against != Against::Foe(foe), Cause::Distracted),
            ConditionKind::Staggered => causes.and_if(book.house.staggered == Staggered::LowRoll, Cause::Staggered),
            ConditionKind::PinnedBy(_)
            | ConditionKind::Bound { .. }
            | ConditionKind::StrangledBy(_)
            | ConditionKind::Immobilized => causes,
        };
    }
    causes
}

#[cfg(test)]
mod tests;
