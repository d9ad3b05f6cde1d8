//! The skill check: pool, removal, selection, degree; and the same without a roll.

mod aid;
mod degree;
mod difficulty;
mod failure;
mod keep;
mod pool;

pub use aid::{AllowAid, MayAid, aid};
pub use degree::{Counts, Degree, How, open_successes, roll_less, roll_less_degree};
pub use difficulty::{Difficulty, difficulty};
pub use failure::{
    Consequence, Progressed, Progresses, WhatComes, consequence, forbid, may_try_again, progress, use_progress,
};
pub use keep::{WhichDice, WhichResult, arcane_result, sums};
pub use pool::{Cause, Pool};

use crate::{
    Event, Stamina,
    action::Action,
    house::OpenCheck,
    sheet::{Attribute, Primary},
    table::Table,
    words::dice,
};
use referee_engine::{
    ActorId, Audience, Choice, Flow, Line, Mark, Oracle, Throw, Who,
    act::{Answers, Asks, Bar, Open, Tells, Why},
    bar, rule,
};
use serde::{Deserialize, Serialize};

/// What a check is for, in the words of the log and of the odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Named {
    /// An action of the book.
    Action(Action),
    /// ST-261.
    Alertness,
    /// ST-R104.
    Stealth,
    /// ST-R25.
    Initiative,
    /// The GM's own.
    Custom(u8),
}

impl From<Action> for Named {
    fn from(action: Action) -> Named {
        Named::Action(action)
    }
}

impl Named {
    /// A word that a player understands; for a check of the GM's the name of its form.
    pub fn called(self, table: &Table) -> String {
        match self {
            Named::Custom(at) => {
                table.setup.customs.get(usize::from(at)).map_or_else(String::new, |of| of.name.clone())
            }
            Named::Action(_) | Named::Alertness | Named::Stealth | Named::Initiative => self.word().to_owned(),
        }
    }

    /// The same without a table.
    pub const fn word(self) -> &'static str {
        match self {
            Named::Action(action) => action.word(),
            Named::Alertness => "Alertness Check",
            Named::Stealth => "stealth check",
            Named::Initiative => "initiative",
            Named::Custom(_) => "skill check",
        }
    }
}

/// A check that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Checked {
    pub who: ActorId,
    pub name: Named,
    /// With which dice.
    pub pool: Pool,
    /// What they came to; `None` without a roll.
    pub face: Option<i32>,
    pub how: How,
    /// Against what, if anything.
    pub difficulty: Option<u8>,
    /// How it came out, if there was a difficulty.
    pub degree: Option<Degree>,
    /// Successes that count.
    pub successes: u8,
}

impl Tells<Stamina> for Checked {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let (name, what) = (table.name(self.who), self.name.called(table));
        let total = match (self.face, self.how) {
            (Some(face), _) => face.to_string(),
            (None, How::TakeTime) => "taking time".into(),
            (None, How::Roll | How::Standard) => "a standard result".into(),
        };
        let (text, rule) = match (self.degree, self.difficulty) {
            (Some(degree), Some(difficulty)) => {
                let more = match degree {
                    Degree::Success(more @ 1..) => format!(" with {more} additional"),
                    Degree::Success(0) | Degree::NearFailure | Degree::Failure | Degree::CriticalFailure => {
                        String::new()
                    }
                };
                let rule = match degree {
                    Degree::CriticalFailure => rule!("ST-016"),
                    Degree::Failure => rule!("ST-020"),
                    Degree::NearFailure => rule!("ST-021"),
                    Degree::Success(_) => rule!("ST-023"),
                };
                (format!("{name}: {what}, {total} against {difficulty}: {}{more}", degree.word()), rule)
            }
            _ => {
                let successes = if self.successes == 1 { "success" } else { "successes" };
                (format!("{name}: {what}, {total}: {} {successes}", self.successes), rule!("ST-R10"))
            }
        };
        Line::new(1, text, [rule]).by(self.who).with(dice(&self.pool))
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        let Some(degree) = self.degree else { return };
        let value = match degree {
            Degree::CriticalFailure => 0,
            Degree::Failure => 1,
            Degree::NearFailure => 2,
            Degree::Success(_) => 3,
        };
        to.push(Mark::word("check", Some(self.who), value, degree.word()));
        to.push(Mark::count("additional", Some(self.who), i32::from(self.successes.saturating_sub(1))));
    }
}

/// The dice of a check that this character makes now: ST-003, with what weighs on every check of it.
pub fn pool_of(table: &Table, who: ActorId, attribute: Attribute, skill: Primary) -> Pool {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let mut pool = Pool::new(sheet.attribute(attribute), sheet.skill(skill));
    if actor.turn.penalty > 0 {
        pool.pain(Cause::Lowered, actor.turn.penalty); // ST-R29, ST-R30
    }
    if actor.hurrying && attribute == Attribute::Perception {
        pool.pain(Cause::Pace, 2); // ST-056, ST-R39
    }
    pool
}

/// ST-R17: in rounds everybody is rushed. ST-026 to ST-029: what may be done without a roll.
pub fn may_skip_roll(table: &Table, how: How, opposed: bool) -> Result<(), Why<'static>> {
    if how == How::Roll {
        return Ok(());
    }
    if opposed {
        return Err(bar!("ST-028", "opposed", "an opposed check is always rolled"));
    }
    if how == How::TakeTime && table.is_rushed() {
        let why = bar!("ST-027", "rushed", "only who is not rushed can take time");
        return Err(why.allowing(&["roll", "standard"]));
    }
    Ok(())
}

/// ST-D03: how a check is made, as it is `said`. Nobody has to say it of a check that is opposed, since that is always rolled.
pub fn how(
    table: &Table,
    opposed: bool,
    said: &Open<How>,
    slot: Result<How, Bar<'static>>,
) -> Result<How, Bar<'static>> {
    let how = if opposed && said.is_open() { How::Roll } else { slot? };
    may_skip_roll(table, how, opposed)?;
    Ok(how)
}

/// ST-D03: the player of a check that the GM has called for says how: taking time only if nobody is rushed.
pub fn ask_how<O: Oracle<Stamina>>(table: &Table, who: ActorId, oracle: &mut O) -> Flow<How> {
    (HowMade { rushed: table.is_rushed() }).ask(Who::Actor(who), table, oracle)
}

/// ST-D03, to a player whose check the GM called for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HowMade {
    /// ST-D04: then there is no taking time.
    pub rushed: bool,
}

impl Asks<Stamina> for HowMade {
    type Answer = How;
    const KIND: &'static str = "how";
    const RULE: referee_engine::RuleId = rule!("ST-D03");

    fn answers(&self) -> Answers<How> {
        How::ALL.into_iter().filter(|how| !self.rushed || *how != How::TakeTime).collect()
    }

    fn text(&self, _: &Stamina, _: &Table, _: Who) -> String {
        "Roll, take a standard result, or take time?".into()
    }

    fn choice(&self, _: &Stamina, _: &Table, _: Who, how: &How) -> Choice {
        Choice::plain(how.word())
    }
}

/// A check with a difficulty: rolled or not, graded and told.
#[allow(clippy::too_many_arguments, reason = "what makes up a check")]
pub fn perform<O: Oracle<Stamina>>(
    book: &Stamina,
    who: ActorId,
    name: Named,
    pool: Pool,
    difficulty: u8,
    how: How,
    to: Audience,
    oracle: &mut O,
) -> Flow<Degree> {
    let house = &book.house;
    let (degree, face) = match how {
        How::Roll => {
            let throw = Throw { who: Who::Actor(who), name: name.word(), to };
            let rolled =
                oracle.roll(throw, pool.roll(house), |total| Degree::of(house, total, i32::from(difficulty)))?;
            (rolled.value, Some(rolled.face.shown()))
        }
        How::Standard | How::TakeTime => {
            (roll_less_degree(house, roll_less(&pool, house, how), i32::from(difficulty)), None)
        }
    };
    oracle.tell(to, || {
        let (degree, successes) = (Some(degree), degree.successes());
        Event::Checked(Checked { who, name, pool, face, how, difficulty: Some(difficulty), degree, successes })
    });
    Ok(degree)
}

/// ST-R10: a check without a difficulty, which only counts successes.
pub fn perform_open<O: Oracle<Stamina>>(
    book: &Stamina,
    who: ActorId,
    name: Named,
    pool: Pool,
    counts: Counts,
    how: How,
    oracle: &mut O,
) -> Flow<u8> {
    let house = &book.house;
    let (successes, face) = match how {
        How::Roll => {
            let throw = Throw::open(Who::Actor(who), name.word());
            let rolled = oracle.roll(throw, pool.roll(house), |total| open_successes(house, total, counts))?;
            (rolled.value, Some(rolled.face.shown()))
        }
        // ST-R15: for an open check the successes are used as they are.
        How::Standard | How::TakeTime => match house.open_check {
            OpenCheck::PerThreePoints => (roll_less(&pool, house, how), None),
            OpenCheck::Difficulty10 => {
                let degree = roll_less_degree(house, roll_less(&pool, house, how), 10);
                let fewer = u8::from(counts == Counts::Additional);
                (degree.successes().saturating_sub(fewer), None)
            }
        },
    };
    oracle.tell(Audience::All, || {
        Event::Checked(Checked { who, name, pool, face, how, difficulty: None, degree: None, successes })
    });
    Ok(successes)
}
