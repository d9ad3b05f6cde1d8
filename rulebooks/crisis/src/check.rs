//! Checks: one exploding die and everything that is added to it, against 4 (CR-002, CR-003, CR-011 to CR-029).

use crate::{
    Crisis, Event,
    conditions::ConditionKind,
    house::DifficultyOn,
    sheet::{Cover, Die, Skill},
    table::{Stance, Table},
    words::{factors, line, name_to, signed, sum},
};
use referee_engine::{
    ActorId, Audience, Choice, Face, Flow, Line, Mark, Oracle, RuleId, Throw, Who,
    act::{Answers, Asks, Tells},
    named, rule,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// CR-002: the difficulty of every task.
pub const DIFFICULTY: i32 = 4;

named! {
    /// CR-011 to CR-020: the ten rows of the difficulty table.
    #[derive(PartialOrd, Ord, JsonSchema)]
    pub enum Row {
        Trivial = "trivial" / "Trivial",
        Routine = "routine" / "Routine",
        Simple = "simple" / "Simple",
        Easy = "easy" / "Easy",
        Normal = "normal" / "Normal",
        Demanding = "demanding" / "Demanding",
        Challenging = "challenging" / "Challenging",
        Hard = "hard" / "Hard",
        VeryHard = "very_hard" as "very-hard" / "Very Hard",
        Impossible = "impossible" / "Impossible",
    }
}

impl Row {
    /// CR-011 to CR-020, CR-R152: the table's value, which is how much harder the task is. CR-006: the easy rows help.
    pub const fn value(self) -> i8 {
        match self {
            Row::Trivial => -4,
            Row::Routine => -2,
            Row::Simple => -1,
            Row::Easy => 0,
            Row::Normal => 1,
            Row::Demanding => 2,
            Row::Challenging => 4,
            Row::Hard => 6,
            Row::VeryHard => 8,
            Row::Impossible => 10,
        }
    }

    /// The rule of this row.
    pub const fn rule(self) -> RuleId {
        match self {
            Row::Trivial => rule!("CR-011"),
            Row::Routine => rule!("CR-012"),
            Row::Simple => rule!("CR-013"),
            Row::Easy => rule!("CR-014"),
            Row::Normal => rule!("CR-015"),
            Row::Demanding => rule!("CR-016"),
            Row::Challenging => rule!("CR-017"),
            Row::Hard => rule!("CR-018"),
            Row::VeryHard => rule!("CR-019"),
            Row::Impossible => rule!("CR-020"),
        }
    }
}

/// CR-021, CR-D02: a row of the table, or any other modifier that the GM sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    Row(Row),
    /// Another number: how much harder the task is.
    Other(i8),
}

impl Difficulty {
    /// How much harder the task is.
    pub const fn value(self) -> i8 {
        match self {
            Difficulty::Row(row) => row.value(),
            Difficulty::Other(value) => value,
        }
    }
}

/// Why something is added to a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    Difficulty(Difficulty),
    Asset,
    Unfavorable(u8),
    LacksEquipment,
    LacksKnowledge,
    Traits,
    Drunk,
    Unbalanced,
    Gm,
    Hit,
    Burst,
    Range,
    Aim,
    Steady(Stance),
    Exposed(Stance),
    Covered(Cover),
    StanceCover(Cover),
    Enemies,
    Self_,
    NoAids,
    Aids,
    Rough,
    PoorEnvironment,
    NoCare,
    Doctor,
    Hospital,
}

/// CR-023: modifiers add up. A plain number keeps the sum, [`Parts`] keeps the reasons as well.
pub trait Sum {
    fn add(&mut self, amount: i8, why: Why);
}

impl Sum for i32 {
    fn add(&mut self, amount: i8, _: Why) {
        *self += i32::from(amount);
    }
}

/// Modifiers with their reasons.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Parts(pub SmallVec<[(i8, Why); 6]>);

impl Sum for Parts {
    fn add(&mut self, amount: i8, why: Why) {
        if amount != 0 || matches!(why, Why::Difficulty(_)) {
            self.0.push((amount, why));
        }
    }
}

impl Parts {
    /// CR-023: all modifiers together.
    pub fn total(&self) -> i32 {
        self.0.iter().map(|(amount, _)| i32::from(*amount)).sum()
    }
}

named! {
    /// What a check is for: the word on the dice.
    #[derive(PartialOrd, Ord)]
    pub enum Named {
        Task = "task" / "check",
        Medicine = "medicine",
        Hide = "hide",
        Sneak = "sneak",
        Search = "search",
        NaturalHealing = "natural_healing" / "natural healing",
        Survival = "survival",
    }
}

/// A check, ready to be rolled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Check {
    pub who: ActorId,
    pub name: Named,
    /// With which Skill; `None` for the Action die.
    pub skill: Option<Skill>,
    pub die: Die,
    /// CR-023.
    pub parts: Parts,
    /// CR-003: the number to reach.
    pub need: i32,
}

/// A check as it is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Checked {
    pub check: Check,
    /// What the dice came to.
    pub face: Face,
    pub success: bool,
    /// The rule that calls for it.
    pub rule: RuleId,
}

impl Check {
    /// A check with a Skill against 4: the die, and what talents and race add.
    pub fn of_skill(table: &Table, who: ActorId, name: Named, skill: Skill) -> Check {
        let sheet = table.sheet(who);
        let mut parts = Parts::default();
        parts.add(sheet.skill_mod(skill), Why::Traits);
        Check { who, name, skill: Some(skill), die: sheet.die(skill), parts, need: DIFFICULTY }
    }

    /// An Action die roll against a number, with what traits add (CR-R131, CR-138).
    pub fn of_action(table: &Table, who: ActorId, name: Named, need: i32) -> Check {
        let sheet = table.sheet(who);
        let mut parts = Parts::default();
        parts.add(sheet.action_mod, Why::Traits);
        Check { who, name, skill: None, die: sheet.action_die, parts, need }
    }

    /// CR-R01: the difficulty, on the roll or on the number to reach.
    pub fn against(&mut self, book: &Crisis, difficulty: Difficulty) {
        match book.house.difficulty_on {
            DifficultyOn::Roll => self.parts.add(-difficulty.value(), Why::Difficulty(difficulty)),
            DifficultyOn::Target => self.need += i32::from(difficulty.value()),
        }
    }

    /// CR-003, CR-R12: does this total of the dice succeed?
    pub fn succeeds(&self, book: &Crisis, dice: i32) -> bool {
        dice + self.parts.total() >= self.need && !(book.house.nat1_fails_all && dice == 1)
    }

    /// Rolls it, and tells of it.
    pub fn roll<O: Oracle<Crisis>>(self, book: &Crisis, rule: RuleId, to: Audience, oracle: &mut O) -> Flow<bool> {
        let throw = Throw::hidden(Who::Actor(self.who), self.name.word(), to);
        let rolled = oracle.roll(throw, self.die.exploding(&book.house), |dice| self.succeeds(book, dice))?;
        self.tell(rolled.face, rolled.value, rule, to, oracle);
        Ok(rolled.value)
    }

    /// Tells how it came out.
    pub fn tell<O: Oracle<Crisis>>(self, face: Face, success: bool, rule: RuleId, to: Audience, oracle: &mut O) {
        oracle.tell(to, || Event::Checked(Checked { check: self, face, success, rule }));
    }
}

impl Tells<Crisis> for Checked {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        let check = &self.check;
        let skill = check.skill.map_or("Action", |skill| table.setup.skills[usize::from(skill.0)].as_str());
        let how = if self.success { "reaches" } else { "does not reach" };
        let total = sum(self.face, check.parts.total());
        let text = format!(
            "{}: {} {total} {how} {} ({skill} {})",
            table.name(check.who),
            check.name.word(),
            check.need,
            check.die
        );
        let mut line = line(1, text, [self.rule, rule!("CR-003")], check.who);
        line.factors = factors(table, &check.parts);
        line
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        let (value, word) = if self.success { (1, "success") } else { (0, "failure") };
        to.push(Mark::word(self.check.name.word(), Some(self.check.who), value, word));
    }
}

/// CR-D02, to the GM: how hard is it?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HowHard {
    pub who: ActorId,
}

impl Asks<Crisis> for HowHard {
    type Answer = Difficulty;
    const KIND: &'static str = "difficulty";
    const RULE: RuleId = rule!("CR-021");

    fn answers(&self) -> Answers<Difficulty> {
        let rows = Row::ALL.map(Difficulty::Row);
        rows.into_iter().chain([-3, 3, 5, 7, 9, 12].map(Difficulty::Other)).collect()
    }

    /// Easy.
    fn usual(&self) -> usize {
        3
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("How hard is it for {}?", name_to(table, who, self.who))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &Difficulty) -> Choice {
        match answer {
            Difficulty::Row(row) => Choice::plain(row.word()).noting(format!("{:+}", -row.value())),
            Difficulty::Other(value) => signed(-value),
        }
    }
}

/// CR-D33, to the GM: does the check rely on speed and balance? As usual, or the other way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Balance {
    pub who: ActorId,
    pub usual: bool,
}

impl Asks<Crisis> for Balance {
    type Answer = bool;
    const KIND: &'static str = "balance";
    const RULE: RuleId = rule!("CR-193");

    fn answers(&self) -> Answers<bool> {
        smallvec![self.usual, !self.usual]
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("Speed and balance in the check of {}?", name_to(table, who, self.who))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &bool) -> Choice {
        if *answer {
            Choice::new("balance", "It relies on speed and balance")
        } else {
            Choice::new("no-balance", "It does not")
        }
    }
}

/// CR-D19, to the GM: a free modifier.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FreeModifier {
    pub who: ActorId,
    pub of: GmMod,
}

impl Asks<Crisis> for FreeModifier {
    type Answer = i8;
    const KIND: &'static str = "modifier";
    const RULE: RuleId = rule!("CR-R47");

    fn answers(&self) -> Answers<i8> {
        GmMod::AMOUNTS.into_iter().collect()
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        let whose = name_to(table, who, self.who);
        format!("A modifier on the {} of {whose}?", self.of)
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &i8) -> Choice {
        signed(*answer)
    }
}

/// CR-192, CR-193, CR-R142 to CR-R144, CR-R158, CR-D33: what drink takes from a check.
pub fn drunk<O: Oracle<Crisis>>(table: &Table, who: ActorId, skill: Option<Skill>, oracle: &mut O) -> Flow<(i8, Why)> {
    if !table.has(who, ConditionKind::Drunk) {
        return Ok((0, Why::Drunk));
    }
    unsteady(table, who, skill, oracle)
}
fn unsteady<O: Oracle<Crisis>>(table: &Table, who: ActorId, skill: Option<Skill>, oracle: &mut O) -> Flow<(i8, Why)> {
    let mut balance = skill.is_some_and(Skill::is_balance);
    if table.ask_gm && skill.is_some() {
        balance = Balance { who, usual: balance }.ask(Who::Gm, table, oracle)?;
    }
    Ok(if balance { (-2, Why::Unbalanced) } else { (-1, Why::Drunk) })
}

/// CR-D19, CR-R04, CR-R47: the free modifier of the GM, said beforehand or asked for.
pub fn gm_modifier<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, of: GmMod, oracle: &mut O) -> Flow<i8> {
    let said = std::mem::take(table.said.of(of));
    if said != 0 || !table.ask_gm {
        return Ok(said);
    }
    ask_gm_for_modifier(table, who, of, oracle)
}
fn ask_gm_for_modifier<O: Oracle<Crisis>>(table: &Table, who: ActorId, of: GmMod, oracle: &mut O) -> Flow<i8> {
    FreeModifier { who, of }.ask(Who::Gm, table, oracle)
}

named! {
    /// What a free modifier of the GM is for.
    pub enum GmMod for Crisis {
        /// The roll that comes next: an Attack or a check.
        Roll = "roll",
        /// The damage of an Attack.
        Damage = "damage",
        /// A parry or a dodge.
        Reaction = "reaction" / "parry or dodge",
    }
}

impl GmMod {
    /// What the GM can choose from when asked. Other numbers are said beforehand.
    pub const AMOUNTS: [i8; 13] = [0, 1, 2, 3, 4, 5, 6, -1, -2, -3, -4, -5, -6];
}

/// CR-029, CR-R14: a quarter of a final roll, rounded down and never below 0.
pub const fn quarter(total: i32) -> i32 {
    if total < 4 { 0 } else { total / 4 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::duel;
    use referee_dice::Chance;

    #[test]
    fn cr_p01_success_by_difficulty_row_is_exact() {
        // Rows from Trivial to Impossible; d4, d6, d8, d10, d12 (the ledger's table).
        let expected = [
            ["1", "1", "1", "1", "1"],
            ["3/4", "5/6", "7/8", "9/10", "11/12"],
            ["1/2", "2/3", "3/4", "4/5", "5/6"],
            ["1/4", "1/2", "5/8", "7/10", "3/4"],
            ["1/4", "1/3", "1/2", "3/5", "2/3"],
            ["3/16", "1/6", "3/8", "1/2", "7/12"],
            ["1/16", "5/36", "1/8", "3/10", "5/12"],
            ["3/64", "1/12", "7/64", "1/10", "1/4"],
            ["1/64", "1/36", "5/64", "9/100", "1/12"],
            ["3/256", "5/216", "3/64", "7/100", "11/144"],
        ];
        let (book, table) = duel();
        for on in [DifficultyOn::Roll, DifficultyOn::Target] {
            let mut book = book.clone();
            book.house.difficulty_on = on; // CR-R01: the chance of success is the same either way
            for (row, chances) in Row::ALL.into_iter().zip(expected) {
                for (die, chance) in Die::ALL.into_iter().zip(chances) {
                    let mut check = Check::of_skill(&table, ActorId(0), Named::Task, Skill::LORE);
                    check.die = die;
                    check.parts = Parts::default();
                    check.against(&book, Difficulty::Row(row));
                    let found = die.exploding(&book.house).distribution().chance_of(|dice| check.succeeds(&book, dice));
                    assert_eq!(found, chance.parse::<Chance>().unwrap(), "{row:?} {die}");
                }
            }
        }
    }

    #[test]
    fn cr_r10_explosions_can_be_capped() {
        let (mut book, _) = duel();
        book.house.max_explosions = Some(1);
        let dice = Die::D4.exploding(&book.house).distribution();
        assert_eq!(dice.chance_of(|total| total == 8), Chance::new(1, 16), "the second 4 brings nothing");
        book.house.max_explosions = Some(0);
        assert_eq!(Die::D4.exploding(&book.house).distribution().chance_of(|total| total == 4), Chance::new(1, 4));
    }

    #[test]
    fn cr_029_cr_r14_quarters_round_down_and_are_never_negative() {
        for (total, expected) in [(-9, 0), (0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (20, 5)] {
            assert_eq!(quarter(total), expected, "{total}");
        }
    }

    #[test]
    fn cr_r12_a_first_die_of_1_fails_a_check_only_by_the_switch() {
        let (mut book, table) = duel();
        let mut check = Check::of_skill(&table, ActorId(0), Named::Task, Skill::LORE);
        check.against(&book, Difficulty::Row(Row::Trivial));
        assert!(check.succeeds(&book, 1));
        book.house.nat1_fails_all = true;
        assert!(!check.succeeds(&book, 1));
        assert!(check.succeeds(&book, 2));
    }
}
