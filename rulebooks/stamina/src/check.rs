//! The skill check: pool, removal, selection, degree; and the same without a roll.

use crate::{
    Event, Question, Stamina,
    actions::Action,
    house::{HouseRules, LowDifficulty, OpenCheck, RollLess},
    sheet::{Attribute, Primary},
    table::{Goal, Table},
};
use referee_dice::Roll;
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Throw, Who, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Where bonus and penalty dice come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the words of `why` say it")]
pub enum Cause {
    Weapon,
    Technique,
    OffHand,
    Reach,
    Lowered,
    Size,
    Wind,
    Aim,
    Reckless,
    Throw,
    Retry,
    Aid,
    Pace,
    Secondary,
    Gm,
}

impl Cause {
    /// All of them, in the order in which they are told.
    pub const ALL: [Cause; 15] = [
        Cause::Weapon,
        Cause::Technique,
        Cause::OffHand,
        Cause::Reach,
        Cause::Lowered,
        Cause::Size,
        Cause::Wind,
        Cause::Aim,
        Cause::Reckless,
        Cause::Throw,
        Cause::Retry,
        Cause::Aid,
        Cause::Pace,
        Cause::Secondary,
        Cause::Gm,
    ];

    /// In words, and by which rule.
    pub fn why(self) -> (&'static str, referee_engine::RuleId) {
        match self {
            Cause::Weapon => ("type of weapon", rule!("ST-076")),
            Cause::Technique => ("technique", rule!("ST-077")),
            Cause::OffHand => ("off hand", rule!("ST-R49")),
            Cause::Reach => ("reach", rule!("ST-224")),
            Cause::Lowered => ("actions lowered to zero", rule!("ST-R29")),
            Cause::Size => ("size of the target", rule!("ST-155")),
            Cause::Wind => ("wind", rule!("ST-221")),
            Cause::Aim => ("Aim", rule!("ST-148")),
            Cause::Reckless => ("recklessness", rule!("ST-132")),
            Cause::Throw => ("throw", rule!("ST-160")),
            Cause::Retry => ("progress of the last try", rule!("ST-R11")),
            Cause::Aid => ("aid", rule!("ST-241")),
            Cause::Pace => ("quick pace", rule!("ST-056")),
            Cause::Secondary => ("secondary skill", rule!("ST-R106")),
            Cause::Gm => ("the GM", rule!("ST-003")),
        }
    }
}

/// The dice of one check (ST-006 to ST-009), and where the d6s come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pool {
    /// d4s, and dice that are kept.
    pub attribute: u8,
    /// d8s.
    pub rank: u8,
    /// Bonus dice.
    pub bonus: u8,
    /// Penalty dice.
    pub penalty: u8,
    /// Bonus dice by their cause.
    gains: [u8; 15],
    /// Penalty dice by their cause.
    pains: [u8; 15],
}

impl Pool {
    /// ST-006, ST-007: a d4 for each point of the attribute, a d8 for each rank.
    #[inline]
    pub const fn new(attribute: u8, rank: u8) -> Pool {
        Pool { attribute, rank, bonus: 0, penalty: 0, gains: [0; 15], pains: [0; 15] }
    }

    /// ST-008: with so many bonus dice more.
    #[inline]
    pub fn gain(&mut self, cause: Cause, dice: u8) {
        self.bonus = self.bonus.saturating_add(dice);
        self.gains[cause as usize] = self.gains[cause as usize].saturating_add(dice);
    }

    /// ST-009: with so many penalty dice more.
    #[inline]
    pub fn pain(&mut self, cause: Cause, dice: u8) {
        self.penalty = self.penalty.saturating_add(dice);
        self.pains[cause as usize] = self.pains[cause as usize].saturating_add(dice);
    }

    /// The d6s by their cause: bonus, penalty.
    pub fn causes(&self) -> impl Iterator<Item = (Cause, u8, u8)> + '_ {
        let all = Cause::ALL.into_iter().map(|cause| (cause, self.gains[cause as usize], self.pains[cause as usize]));
        all.filter(|(_, gain, pain)| *gain > 0 || *pain > 0)
    }

    /// ST-R02: the bonus and penalty dice that are rolled.
    #[inline]
    pub fn dice(&self, house: &HouseRules) -> (u8, u8) {
        let pairs = if house.dice_cancel { self.bonus.min(self.penalty) } else { 0 };
        (self.bonus - pairs, self.penalty - pairs)
    }

    /// ST-010 to ST-014: everything is rolled together (ST-010); for each penalty die the highest die goes, one after the other;
    /// of the rest the best dice are kept (ST-013), as many as the attribute, and added.
    ///
    /// ST-R01: a penalty die brings the die that it takes, so there are always enough. ST-R03: which of two equal
    /// highest dice goes does not matter.
    #[inline]
    pub fn roll(&self, house: &HouseRules) -> Roll {
        let (bonus, penalty) = self.dice(house);
        Roll::pool(&[
            (u16::from(self.attribute), 4),
            (u16::from(self.rank), 8),
            (u16::from(bonus) + u16::from(penalty), 6),
        ])
        .drop_highest(u16::from(penalty))
        .keep_highest(u16::from(self.attribute))
    }
}

/// ST-016 to ST-024: how well a check came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Degree {
    /// Below half the difficulty.
    CriticalFailure,
    /// Not below half, more than five below.
    Failure,
    /// At most five below.
    NearFailure,
    /// Reached, with so many additional successes.
    Success(u8),
}

impl Degree {
    /// ST-015: the degree of a result.
    ///
    /// Half is not rounded (ST-R06), exactly half is no critical failure (ST-R05), exactly five below is near (ST-R08).
    #[inline]
    pub fn of(house: &HouseRules, result: i32, difficulty: i32) -> Degree {
        let difficulty = difficulty.max(0); // ST-R13
        if result >= difficulty {
            return Degree::Success(((result - difficulty) / 3) as u8); // ST-023, ST-024
        }
        let is_critical = 2 * result < difficulty; // ST-016
        let is_near = result >= difficulty - 5; // ST-021
        match house.low_difficulty {
            LowDifficulty::NearFirst if is_near => Degree::NearFailure,
            _ if is_critical => Degree::CriticalFailure,
            _ if is_near => Degree::NearFailure,
            _ => Degree::Failure, // ST-020
        }
    }

    /// ST-R09: 0 on any failure, otherwise one and the additional ones.
    pub fn successes(self) -> u8 {
        match self {
            Degree::Success(more) => more.saturating_add(1),
            _ => 0,
        }
    }

    /// Was the difficulty reached?
    pub fn is_success(self) -> bool {
        matches!(self, Degree::Success(_))
    }

    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Degree::CriticalFailure => "critical failure",
            Degree::Failure => "failure",
            Degree::NearFailure => "near failure",
            Degree::Success(_) => "success",
        }
    }
}

/// ST-D03: rolled, or one of the two ways without a roll.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// With dice.
    #[default]
    Roll,
    /// ST-026: a standard result.
    Standard,
    /// ST-027: taking time, if not rushed.
    TakeTime,
}

impl How {
    /// All three.
    pub const ALL: [How; 3] = [How::Roll, How::Standard, How::TakeTime];

    /// The word for commands.
    pub const fn word(self) -> &'static str {
        match self {
            How::Roll => "roll",
            How::Standard => "standard",
            How::TakeTime => "take-time",
        }
    }
}

/// ST-030 to ST-037: the successes of a check without a roll.
///
/// Counted in halves, so that the fraction is dropped once, at the end (ST-R14); never below 0 (ST-R16).
pub fn roll_less(pool: &Pool, house: &HouseRules, how: How) -> u8 {
    let (bonus, penalty) = pool.dice(house);
    let [attribute, rank, bonus, penalty] = [pool.attribute, pool.rank, bonus, penalty].map(i32::from);
    let halves = match how {
        How::TakeTime => 2 * attribute + 2 + 2 * rank + bonus - penalty, // ST-032, ST-033, ST-034, ST-036
        _ => attribute + 2 + 2 * rank + bonus - 2 * penalty,             // ST-031, ST-033, ST-034, ST-035
    };
    (halves.max(0) / 2) as u8
}

/// ST-038, ST-R15: the degree of successes without a roll.
pub fn roll_less_degree(house: &HouseRules, successes: u8, difficulty: i32) -> Degree {
    match house.rollless {
        RollLess::PointsX3 => Degree::of(house, 3 * i32::from(successes), difficulty),
        RollLess::Direct if successes > 0 => Degree::Success(successes - 1),
        RollLess::Direct => Degree::of(house, 0, difficulty.max(1)),
    }
}

/// ST-R10: which word of the text an open check is counted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// "Successes rolled".
    Successes,
    /// "Additional successes rolled".
    Additional,
}

/// ST-R10: the successes of a check without a difficulty.
#[inline]
pub fn open_successes(house: &HouseRules, result: i32, counts: Counts) -> u8 {
    match (house.open_check, counts) {
        (OpenCheck::PerThreePoints, _) => (result.max(0) / 3) as u8,
        (OpenCheck::Difficulty10, Counts::Successes) => Degree::of(house, result, 10).successes(),
        (OpenCheck::Difficulty10, Counts::Additional) => Degree::of(house, result, 10).successes().saturating_sub(1),
    }
}

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

impl Named {
    /// A word that a player understands.
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
    /// Who.
    pub who: ActorId,
    /// For what.
    pub name: Named,
    /// With which dice.
    pub pool: Pool,
    /// What they came to; `None` without a roll.
    pub face: Option<i32>,
    /// How.
    pub how: How,
    /// Against what, if anything.
    pub difficulty: Option<u8>,
    /// How it came out, if there was a difficulty.
    pub degree: Option<Degree>,
    /// Successes that count.
    pub successes: u8,
}

/// The dice of a check that this character makes now: ST-003, with what weighs on every check of it.
#[inline]
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

/// ST-R11: the bonus die of a near failure is there for the next try, which uses it up.
pub fn use_progress(table: &mut Table, who: ActorId, goal: Goal, pool: &mut Pool) {
    if let Some(at) = table.retry.iter().position(|entry| *entry == (who, goal)) {
        table.retry.remove(at);
        pool.gain(Cause::Retry, 1);
    }
}

/// ST-022, ST-D07: a near failure is some progress; the GM may put something else in place of the bonus die.
pub fn progress<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, goal: Goal, oracle: &mut O) -> Flow<()> {
    let keeps = oracle.ask(table, Who::Gm, &Question::Progress { who })? == 0;
    if keeps && !table.retry.contains(&(who, goal)) {
        table.retry.push((who, goal));
    }
    oracle.tell(Audience::All, || Event::Progress { who, die: keeps });
    Ok(())
}

/// ST-017, ST-D06: a critical failure without a text of its own; the GM considers a consequence, or none.
pub fn consequence<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let question = Question::Consequence { who };
    let chosen = Consequence::ALL[oracle.ask(table, Who::Gm, &question)?.min(3)];
    chosen.apply(table, who, oracle)
}

/// What the GM may make of a critical failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Consequence {
    /// Nothing.
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

    /// The word for commands.
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
                crate::conditions::go_down(table, who, crate::table::Posture::Prone, rule!("ST-017"), oracle);
            }
            Consequence::Drops => {
                if let Some(held) = table.actor(who).held.first().copied() {
                    let cell = table.actor(who).place.cell;
                    crate::actions::gear::drop_item(table, held.item, cell, rule!("ST-017"), oracle);
                }
            }
            Consequence::Defense => crate::harm::lose_defense(table, who, 1, rule!("ST-017"), oracle),
        }
        Ok(())
    }
}

/// ST-R17: in rounds everybody is rushed. ST-026 to ST-029: what may be done without a roll.
pub fn may_skip_roll(table: &Table, how: How, opposed: bool) -> Result<(), Refusal> {
    if how == How::Roll {
        return Ok(());
    }
    if opposed {
        return Err(Refusal::by(rule!("ST-028"), "opposed", "an opposed check is always rolled"));
    }
    if how == How::TakeTime && table.is_rushed() {
        return Err(Refusal::by(rule!("ST-027"), "rushed", "only who is not rushed can take time")
            .allowing(["roll", "standard"]));
    }
    Ok(())
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
        _ => (roll_less_degree(house, roll_less(&pool, house, how), i32::from(difficulty)), None),
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
        _ => match house.open_check {
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

/// The result of an arcane check, in which the caster may keep lower dice (ST-012, ST-R04, ST-D05).
///
/// The caster says first whether the greatest or the least dice are kept, which is one throw, or that it wants to see
/// them: then each die falls by itself and every sum of as many dice as the attribute is offered.
pub fn arcane_result<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &Table,
    who: ActorId,
    name: Named,
    pool: &Pool,
    oracle: &mut O,
) -> Flow<i32> {
    let house = &book.house;
    let throw = Throw::open(Who::Actor(who), name.word());
    let (bonus, penalty) = pool.dice(house);
    let has_choice = pool.rank + bonus > 0;
    let keep = if has_choice { oracle.ask(table, Who::Actor(who), &Question::Keep)? } else { 0 };
    if keep == 0 {
        let rolled = oracle.roll(throw, pool.roll(house), |total| total)?;
        return Ok(rolled.value);
    }
    if keep == 1 {
        let least = pool.roll(house).keep_lowest(u16::from(pool.attribute));
        let rolled = oracle.roll(throw, least, |total| total)?;
        return Ok(rolled.value);
    }
    let sizes = [(pool.attribute, 4), (pool.rank, 8), (bonus.saturating_add(penalty), 6)];
    let mut dice: SmallVec<[u8; 24]> = SmallVec::new();
    for (count, sides) in sizes {
        for _ in 0..count {
            dice.push(oracle.roll(throw, Roll::die(sides), |face| face)?.value as u8);
        }
    }
    dice.sort_unstable();
    dice.truncate(dice.len() - usize::from(penalty)); // ST-011
    let results = sums(&dice, pool.attribute);
    let question = Question::KeepResult { results };
    let at = oracle.ask(table, Who::Actor(who), &question)?;
    let Question::KeepResult { results } = question else { unreachable!("it was made above") };
    Ok(i32::from(results[at]))
}

/// ST-012: every sum of exactly `keep` of these dice, the greatest first.
pub fn sums(dice: &[u8], keep: u8) -> SmallVec<[u8; 16]> {
    let mut reached = vec![[false; 256]; usize::from(keep) + 1];
    reached[0][0] = true;
    for &die in dice {
        for count in (0..usize::from(keep)).rev() {
            for sum in 0..256 - usize::from(die) {
                if reached[count][sum] {
                    reached[count + 1][sum + usize::from(die)] = true;
                }
            }
        }
    }
    (0..256).rev().filter(|&sum| reached[usize::from(keep)][sum]).map(|sum| sum as u8).collect()
}
