//! Checks: one d10 and a Bonus, High Roll and Low Roll, and what they are compared with (CW-037).
//!
//! CW-R14: a natural 1 or 10 means nothing of its own. CW-R15: misspelt words of the text are read as they are meant.

use crate::{
    Clockworld, Event, Question,
    conditions::ConditionKind,
    house::{BeyondLegendary, Staggered},
    rank::Rank,
    sheet::{Skill, Trained},
    table::{Gives, Table},
};
use referee_dice::Roll;
use referee_engine::{ActorId, Audience, Face, Flow, Oracle, Rolled, RuleId, Throw, Who, rule};
use serde::{Deserialize, Serialize};

/// CW-038: one die.
const STRAIGHT: Roll = Roll::die(10);
/// CW-044: 2d10, the higher counts. CW-R06: never more than two.
const HIGH: Roll = Roll::highest_of(2, 10);
/// CW-045: 2d10, the lower counts.
const LOW: Roll = Roll::lowest_of(2, 10);

/// A reason for High Roll or Low Roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[repr(u8)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// CW-022, CW-050: an ordinary High Roll, so it cancels with Low Rolls.
    Focus,
    /// CW-043: the GM finds that the circumstances help.
    Helped,
    /// CW-036.
    FocusedDefend,
    /// CW-R95: a Reach Attack on somebody who lies down.
    ProneTarget,
    /// CW-156: Pinned by somebody much smaller.
    MuchLarger,
    /// CW-R97, switch `ambush_high_roll`.
    Ambush,
    /// CW-043: the GM finds that the circumstances hinder.
    Hindered,
    /// CW-R81.
    Distracted,
    /// CW-099: a Ranged Attack within the Reach of a foe.
    FoeInReach,
    /// CW-158: strangling with one hand.
    OneHand,
    /// CW-186: sneaked more than half its Speed.
    MovedFar,
    /// CW-051: fear and the like.
    Fear,
    /// CW-R96, switch `staggered`.
    Staggered,
}

impl Cause {
    const ALL: [Cause; 13] = [
        Cause::Focus,
        Cause::Helped,
        Cause::FocusedDefend,
        Cause::ProneTarget,
        Cause::MuchLarger,
        Cause::Ambush,
        Cause::Hindered,
        Cause::Distracted,
        Cause::FoeInReach,
        Cause::OneHand,
        Cause::MovedFar,
        Cause::Fear,
        Cause::Staggered,
    ];

    /// Does it give High Roll?
    pub const fn is_high(self) -> bool {
        (self as u8) < (Cause::Hindered as u8)
    }

    /// What people read, and the rule behind it.
    pub const fn words(self) -> (&'static str, RuleId) {
        match self {
            Cause::Focus => ("focus", rule!("CW-022")),
            Cause::Helped => ("circumstances help", rule!("CW-043")),
            Cause::FocusedDefend => ("focused Defend", rule!("CW-036")),
            Cause::ProneTarget => ("the Target is Prone", rule!("CW-R95")),
            Cause::MuchLarger => ("much larger", rule!("CW-156")),
            Cause::Ambush => ("the Target is Unaware", rule!("CW-R97")),
            Cause::Hindered => ("circumstances hinder", rule!("CW-043")),
            Cause::Distracted => ("Distracted", rule!("CW-R81")),
            Cause::FoeInReach => ("a foe is in Reach", rule!("CW-099")),
            Cause::OneHand => ("one hand", rule!("CW-158")),
            Cause::MovedFar => ("moved more than half its Speed", rule!("CW-186")),
            Cause::Fear => ("fear", rule!("CW-051")),
            Cause::Staggered => ("Staggered", rule!("CW-R96")),
        }
    }
}

/// All reasons for High Roll and Low Roll on one Check, each once: how many there are does not matter (CW-048).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Causes(u16);

impl Causes {
    /// No reason at all.
    pub const NONE: Causes = Causes(0);

    const HIGH: u16 = (1 << Cause::Hindered as u16) - 1;

    /// The same, and this one.
    #[must_use]
    pub const fn and(self, cause: Cause) -> Causes {
        Causes(self.0 | 1 << cause as u16)
    }

    /// The same, and this one if it applies.
    #[must_use]
    pub const fn and_if(self, applies: bool, cause: Cause) -> Causes {
        if applies { self.and(cause) } else { self }
    }

    /// Is there any High Roll?
    pub const fn any_high(self) -> bool {
        self.0 & Causes::HIGH != 0
    }

    /// Is there any Low Roll?
    pub const fn any_low(self) -> bool {
        self.0 & !Causes::HIGH != 0
    }

    /// CW-044, CW-045, CW-047, CW-048: the dice. One High Roll and one Low Roll cancel, whatever their number.
    pub const fn dice(self) -> Roll {
        match (self.any_high(), self.any_low()) {
            (true, false) => HIGH,
            (false, true) => LOW,
            _ => STRAIGHT,
        }
    }

    /// CW-046, CW-R05: is the roll Low, so that nothing succeeds by itself?
    pub fn is_low(self, book: &Clockworld) -> bool {
        self.any_low() && (!self.any_high() || book.house.cancelled_low_blocks_auto)
    }

    /// One after the other.
    pub fn iter(self) -> impl Iterator<Item = Cause> {
        Cause::ALL.into_iter().filter(move |&cause| self.0 >> cause as u16 & 1 == 1)
    }
}

/// One Check, ready to be rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Check {
    /// Who rolls.
    pub who: ActorId,
    /// The Skill.
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
    #[inline]
    pub fn plus(&self) -> i32 {
        i32::from(self.trained.bonus) + i32::from(self.modifier)
    }

    /// CW-195, CW-059, CW-060, CW-061, CW-062, CW-046: does it succeed with no roll?
    #[inline]
    pub fn is_automatic(&self, book: &Clockworld, rank: Rank) -> bool {
        self.trained.rank.rank() > rank && !self.causes.is_low(book)
    }

    /// CW-226, CW-227: is it out of reach for this Skill Rank?
    pub fn is_capped(&self, rank: Rank) -> bool {
        rank.0 > self.trained.rank.rank().0 + 1
    }

    /// CW-038: rolls it; the total counts.
    #[inline]
    pub fn total<O: Oracle<Clockworld>>(&self, name: &'static str, oracle: &mut O) -> Flow<(i32, Face)> {
        let rolled = self.roll(Throw::open(Who::Actor(self.who), name), oracle, |total| total)?;
        Ok((rolled.value, rolled.face))
    }

    /// CW-038, CW-039: rolls it; `read` says what matters about the total.
    #[inline(always)]
    pub fn roll<T: Copy + Ord, O: Oracle<Clockworld>>(
        &self,
        throw: Throw,
        oracle: &mut O,
        read: impl Fn(i32) -> T,
    ) -> Flow<Rolled<T>> {
        let plus = self.plus();
        let read = |face: i32| read(face + plus);
        // The dice written in place: a simulation draws them without looking at a description.
        match (self.causes.any_high(), self.causes.any_low()) {
            (true, false) => oracle.roll(throw, HIGH, read),
            (false, true) => oracle.roll(throw, LOW, read),
            _ => oracle.roll(throw, STRAIGHT, read),
        }
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
#[inline(always)]
pub fn prepare<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    skill: Skill,
    against: Against,
    causes: Causes,
    oracle: &mut O,
) -> Flow<Check> {
    let trained = table.skill(who, skill);
    let mut check = Check { who, skill, trained, modifier: 0, causes: causes_on(book, table, who, against, causes) };
    if !table.circumstances.is_empty() || table.gm_before_every_check {
        under_circumstances(table, &mut check, oracle)?;
    }
    Ok(check)
}

/// CW-043, CW-D09: what the GM has set for this Check, and what the GM says when asked.
#[cold]
fn under_circumstances<O: Oracle<Clockworld>>(table: &mut Table, check: &mut Check, oracle: &mut O) -> Flow<()> {
    let question = Question::Circumstance { who: check.who, skill: check.skill };
    apply_circumstances(table, check);
    if table.gm_before_every_check {
        let answer = oracle.ask(table, Who::Gm, &question)?;
        match Circumstances::OPTIONS[answer].0 {
            Circumstances::None => {}
            Circumstances::High => check.causes = check.causes.and(Cause::Helped),
            Circumstances::Low => check.causes = check.causes.and(Cause::Hindered),
            Circumstances::Plus(modifier) => check.modifier = check.modifier.saturating_add(modifier),
        }
    }
    Ok(())
}

/// What the GM may say before a Check (CW-D09).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Circumstances {
    /// Nothing special.
    None,
    /// High Roll.
    High,
    /// Low Roll.
    Low,
    /// A modifier.
    Plus(i8),
}

impl Circumstances {
    /// The options, with the words for them.
    pub const OPTIONS: [(Circumstances, &'static str); 7] = [
        (Circumstances::None, "none"),
        (Circumstances::High, "high-roll"),
        (Circumstances::Low, "low-roll"),
        (Circumstances::Plus(1), "+1"),
        (Circumstances::Plus(2), "+2"),
        (Circumstances::Plus(-1), "-1"),
        (Circumstances::Plus(-2), "-2"),
    ];
}

/// CW-R81, CW-R96: what the Conditions of a Character add.
#[inline]
pub(crate) fn causes_on(book: &Clockworld, table: &Table, who: ActorId, against: Against, causes: Causes) -> Causes {
    let mut causes = causes;
    for condition in &table.actor(who).conditions {
        causes = match condition.kind {
            ConditionKind::DistractedAgainst(foe) => causes.and_if(against == Against::Foe(foe), Cause::Distracted),
            ConditionKind::DistractedExcept(foe) => causes.and_if(against != Against::Foe(foe), Cause::Distracted),
            ConditionKind::Staggered => causes.and_if(book.house.staggered == Staggered::LowRoll, Cause::Staggered),
            _ => causes,
        };
    }
    causes
}

/// CW-043, CW-R12, CW-R16: what the GM has set; what was set for one Check is used up.
fn apply_circumstances(table: &mut Table, check: &mut Check) {
    let mut circumstances = std::mem::take(&mut table.circumstances);
    circumstances.retain(|set| {
        if set.who != check.who {
            return true;
        }
        match set.gives {
            Gives::HighRoll => check.causes = check.causes.and(Cause::Helped),
            Gives::LowRoll => check.causes = check.causes.and(Cause::Hindered),
            Gives::Fear => check.causes = check.causes.and(Cause::Fear),
            Gives::Modifier(modifier) => check.modifier = check.modifier.saturating_add(modifier),
            Gives::Skill(skill) => {
                check.skill = skill;
                check.trained = table.setup.sheets[check.who.index()].skill(skill);
            }
        }
        !set.once
    });
    table.circumstances = circumstances;
}

/// How a Check against a Rank came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// CW-227: Skill Capped; no die was rolled.
    Hopeless,
    /// The total did not beat the number.
    Failed,
    /// It did.
    Beaten,
    /// CW-195: no die was needed.
    Automatic,
}

impl Verdict {
    /// Did it succeed?
    pub fn is_success(self) -> bool {
        self >= Verdict::Beaten
    }
}

/// A Check against a Rank, as it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RankChecked {
    /// For what: `Crack`, `Shock Check`.
    pub name: Named,
    /// The Check.
    pub check: Check,
    /// The Rank.
    pub rank: Rank,
    /// How it came out.
    pub verdict: Verdict,
    /// What the dice showed, if any were rolled.
    pub face: Option<Face>,
    /// The rule that asks for it.
    pub rule: RuleId,
}

/// What a Check is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Named {
    Attack,
    Block,
    Break,
    Crack,
    Deceive,
    Disarm,
    Dismantle,
    Distract,
    Dodge,
    Endure,
    Escape,
    #[serde(rename = "First Turn")]
    FirstTurn,
    Heft,
    Obstacle,
    Perceive,
    Persuade,
    Pin,
    #[serde(rename = "Pot Shot")]
    PotShot,
    Resist,
    #[serde(rename = "Shock Check")]
    Shock,
    Shove,
    Sneak,
    Stabilize,
    Strangle,
    #[serde(rename = "Take Cover")]
    TakeCover,
    Track,
    Trip,
    Tumble,
    /// A Check that the GM calls for or defines.
    Check,
}

impl Named {
    /// What people read; also the name of the roll.
    pub const fn word(self) -> &'static str {
        match self {
            Named::Attack => "Attack",
            Named::Block => "Block",
            Named::Break => "Break",
            Named::Crack => "Crack",
            Named::Deceive => "Deceive",
            Named::Disarm => "Disarm",
            Named::Dismantle => "Dismantle",
            Named::Distract => "Distract",
            Named::Dodge => "Dodge",
            Named::Endure => "Endure",
            Named::Escape => "Escape",
            Named::FirstTurn => "First Turn",
            Named::Heft => "Heft",
            Named::Obstacle => "Obstacle",
            Named::Perceive => "Perceive",
            Named::Persuade => "Persuade",
            Named::Pin => "Pin",
            Named::PotShot => "Pot Shot",
            Named::Resist => "Resist",
            Named::Shock => "Shock Check",
            Named::Shove => "Shove",
            Named::Sneak => "Sneak",
            Named::Stabilize => "Stabilize",
            Named::Strangle => "Strangle",
            Named::TakeCover => "Take Cover",
            Named::Track => "Track",
            Named::Trip => "Trip",
            Named::Tumble => "Tumble",
            Named::Check => "Check",
        }
    }
}

/// CW-040, CW-192, CW-194, CW-195: a Check against a Rank, told to everybody.
///
/// CW-R04: no die is asked for where the result cannot change.
#[inline]
pub fn against_rank<O: Oracle<Clockworld>>(
    book: &Clockworld,
    check: &Check,
    rank: Rank,
    capped: Capped,
    name: Named,
    rule: RuleId,
    oracle: &mut O,
) -> Flow<Verdict> {
    against_rank_for(book, check, rank, capped, name, rule, Audience::All, oracle)
}

/// The same, with dice and result for those alone who may know.
#[inline]
#[allow(clippy::too_many_arguments, reason = "a check has this many parts")]
pub fn against_rank_for<O: Oracle<Clockworld>>(
    book: &Clockworld,
    check: &Check,
    rank: Rank,
    capped: Capped,
    name: Named,
    rule: RuleId,
    to: Audience,
    oracle: &mut O,
) -> Flow<Verdict> {
    let (verdict, face) = if capped == Capped::Yes && check.is_capped(rank) {
        (Verdict::Hopeless, None)
    } else if check.is_automatic(book, rank) {
        (Verdict::Automatic, None)
    } else {
        let number = book.number(rank);
        let throw = Throw::hidden(Who::Actor(check.who), name.word(), to);
        let rolled = check.roll(throw, oracle, |total| match number {
            Some(number) if beats(total, number) => Verdict::Beaten,
            _ => Verdict::Failed,
        })?;
        (rolled.value, Some(rolled.face))
    };
    oracle.tell(to, || Event::RankCheck(RankChecked { name, check: *check, rank, verdict, face, rule }));
    Ok(verdict)
}

/// CW-226: is it Skill Capped?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "yes or no")]
pub enum Capped {
    Yes,
    No,
}

impl Clockworld {
    /// CW-R09: the number of a Rank; `None` if nothing above Legendary can be done.
    #[inline]
    pub fn number(&self, rank: Rank) -> Option<i32> {
        if rank <= Rank::LEGENDARY {
            return Some(rank.number());
        }
        match self.house.beyond_legendary {
            BeyondLegendary::Extend => Some(rank.number()),
            BeyondLegendary::Cap => Some(Rank::LEGENDARY.number()),
            BeyondLegendary::Impossible => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::SkillRank;
    use referee_dice::Chance;

    fn check(rank: SkillRank, bonus: i8, causes: Causes) -> Check {
        let trained = Trained { rank, bonus };
        Check { who: ActorId(0), skill: Skill::Acuity, trained, modifier: 0, causes }
    }

    /// CW-P01, with CW-038, CW-042, CW-044, CW-045.
    #[test]
    fn cw_p01_chance_by_needed_face() {
        for k in 1..=11i32 {
            let (up, down) = ((11 - k) as u128, (k - 1) as u128);
            let expected = [Chance::new(up, 10), Chance::new(100 - down * down, 100), Chance::new(up * up, 100)];
            let causes = [Causes::NONE, Causes::NONE.and(Cause::Focus), Causes::NONE.and(Cause::Fear)];
            for (causes, expected) in causes.into_iter().zip(expected) {
                let chance = causes.dice().distribution().chance_of(|face| beats(face, k - 1));
                assert_eq!(chance, expected, "k {k}, {causes:?}");
            }
        }
    }

    /// CW-047, CW-048, CW-050, CW-R06.
    #[test]
    fn cw_048_high_and_low_cancel_whatever_their_number() {
        let high = Causes::NONE.and(Cause::Focus).and(Cause::Helped).and(Cause::Ambush);
        assert_eq!(high.dice(), HIGH, "CW-R06: two dice, however many reasons");
        let low = Causes::NONE.and(Cause::Hindered).and(Cause::Fear);
        assert_eq!(low.dice(), LOW);
        assert_eq!(low.and(Cause::Focus).dice(), STRAIGHT);
        assert_eq!(high.and(Cause::FoeInReach).dice(), STRAIGHT);
    }

    /// CW-059 to CW-062, CW-195, CW-046, CW-R05.
    #[test]
    fn cw_195_a_higher_skill_rank_succeeds_by_itself_unless_it_rolls_low() {
        let mut book = Clockworld::default();
        for skill in SkillRank::ALL {
            for index in 0..6 {
                let automatic = check(skill, 0, Causes::NONE).is_automatic(&book, Rank(index));
                assert_eq!(automatic, skill as u8 > index, "{skill} against {}", Rank(index));
            }
        }
        let low = Causes::NONE.and(Cause::Hindered);
        assert!(!check(SkillRank::Adept, 2, low).is_automatic(&book, Rank::NOVICE));
        let cancelled = low.and(Cause::Fear).and(Cause::Focus);
        assert!(check(SkillRank::Adept, 2, cancelled).is_automatic(&book, Rank::NOVICE));
        book.house.cancelled_low_blocks_auto = true;
        assert!(!check(SkillRank::Adept, 2, cancelled).is_automatic(&book, Rank::NOVICE));
    }

    /// CW-226, CW-227, CW-228.
    #[test]
    fn cw_226_a_capped_task_needs_a_skill_rank_at_most_one_below() {
        for skill in SkillRank::ALL {
            for index in 0..6 {
                let capped = check(skill, 9, Causes::NONE).is_capped(Rank(index));
                assert_eq!(capped, index > skill as u8 + 1, "{skill} against {}", Rank(index));
            }
        }
    }

    /// CW-R09 in all three positions.
    #[test]
    fn cw_r09_beyond_legendary() {
        let mut book = Clockworld::default();
        assert_eq!(book.number(Rank(7)), Some(17));
        book.house.beyond_legendary = BeyondLegendary::Cap;
        assert_eq!(book.number(Rank(7)), Some(13));
        book.house.beyond_legendary = BeyondLegendary::Impossible;
        assert_eq!(book.number(Rank(7)), None);
        assert_eq!(book.number(Rank(5)), Some(13));
    }

    /// CW-P02, CW-275: the default Bonus of each Skill Rank against each Rank, straight, High, Low, with no automatic success.
    #[test]
    fn cw_p02_rank_checks_with_the_default_bonus() {
        // The chance to beat depends on number − Bonus alone: rows of CW-P01.
        let by_needed = |k: i32| -> [Chance; 3] {
            let k = k.clamp(1, 11);
            let (up, down) = ((11 - k) as u128, (k - 1) as u128);
            [Chance::new(up, 10), Chance::new(100 - down * down, 100), Chance::new(up * up, 100)]
        };
        let book = Clockworld::default();
        for skill in SkillRank::ALL {
            let bonus = book.house.bonus(skill);
            assert_eq!(bonus, 2 * skill as i8, "CW-R01");
            for index in 0..6 {
                let number = Rank(index).number();
                let expected = by_needed(number - i32::from(bonus) + 1);
                let rolls = [Causes::NONE, Causes::NONE.and(Cause::Focus), Causes::NONE.and(Cause::Fear)];
                for (causes, expected) in rolls.into_iter().zip(expected) {
                    let plus = check(skill, bonus, causes).plus();
                    assert_eq!(causes.dice().distribution().chance_of(|face| beats(face + plus, number)), expected);
                }
            }
        }
    }
}
