//! The one check of the book: a d20 under a number (SE-081, SE-R54), with advantage and disadvantage (SE-115).

use crate::{
    Event, Segments,
    house::{AdvantageKeep, SkillDie},
    sheet::{Attribute, SkillId, StatusId},
    table::{Gives, Table},
};
use referee_dice::Roll;
use referee_engine::{
    ActorId, Audience, Choice, Face, Factor, Flow, Line, Mark, Oracle, RuleId, Throw, Who,
    act::{Answers, Asks, Tells},
    named, rule,
};
use serde::{Deserialize, Serialize};

/// Reasons for advantage and disadvantage, as one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Causes(pub u8);

impl Causes {
    pub const NONE: Causes = Causes(0);
    /// SE-051: an ally helps.
    pub const ASSIST: Causes = Causes(1);
    /// SE-R60: the GM says so.
    pub const GM_HELPS: Causes = Causes(2);
    /// SE-R60: the target is Down, with `adv_vs_down`.
    pub const VS_DOWN: Causes = Causes(4);
    /// SE-060, SE-103: it is done hastily.
    pub const HASTY: Causes = Causes(8);
    /// SE-R06: Blinded, or in the dark.
    pub const BLIND: Causes = Causes(16);
    /// Poisoned.
    pub const HAMPERED: Causes = Causes(32);
    /// SE-R60: the GM says so.
    pub const GM_HINDERS: Causes = Causes(64);
    const HELP: u8 = 7;

    /// Both sets together.
    pub const fn and(self, other: Causes) -> Causes {
        Causes(self.0 | other.0)
    }

    /// The other set as well, if it is so.
    pub const fn and_if(self, is: bool, other: Causes) -> Causes {
        if is { self.and(other) } else { self }
    }

    /// SE-R59: one or more of each cancel; several of one kind count once.
    pub const fn dice(self) -> Dice {
        match (self.0 & Causes::HELP != 0, self.0 & !Causes::HELP != 0) {
            (true, false) => Dice::Advantage,
            (false, true) => Dice::Disadvantage,
            _ => Dice::One,
        }
    }

    /// The reasons as factors of a roll.
    pub fn factors(self) -> impl Iterator<Item = Factor> {
        self.words().map(|(helps, why, rule)| Factor::new(if helps { "advantage" } else { "disadvantage" }, why, rule))
    }

    /// Each reason in words, with its rule; true for advantage.
    pub fn words(self) -> impl Iterator<Item = (bool, &'static str, RuleId)> {
        let all = [
            (Causes::ASSIST, true, "an ally Assists", rule!("SE-051")),
            (Causes::GM_HELPS, true, "the GM's word", rule!("SE-R60")),
            (Causes::VS_DOWN, true, "the target is Down", rule!("SE-R60")),
            (Causes::HASTY, false, "hasty", rule!("SE-060")),
            (Causes::BLIND, false, "blind", rule!("SE-R06")),
            (Causes::HAMPERED, false, "hampered", rule!("SE-118")),
            (Causes::GM_HINDERS, false, "the GM's word", rule!("SE-R60")),
        ];
        all.into_iter().filter(move |(bit, ..)| self.0 & bit.0 != 0).map(|(_, helps, why, rule)| (helps, why, rule))
    }
}

/// How many dice, and which is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dice {
    /// One die.
    One,
    /// Two, the better is kept.
    Advantage,
    /// Two, the worse is kept.
    Disadvantage,
}

/// What was kept of one or two dice.
#[derive(Clone, Copy, Debug)]
pub struct Kept<T> {
    /// The result. Decide by this.
    pub value: T,
    /// The die, to be told.
    pub face: Face,
    /// The die that was not kept, where the rule itself looked at both.
    pub other: Option<Face>,
}

/// SE-R58: rolls one die, or two of which the better or worse *result* is kept (`die`: the lower or higher die). The
/// greater reading is the better one; of equal readings the lower die counts as better, which matters for the telling
/// only.
pub fn roll<O: Oracle<Segments>, T: Copy + Ord>(
    book: &Segments,
    who: ActorId,
    names: [&'static str; 2],
    (sides, dice): (u16, Dice),
    read: impl Fn(i32) -> T,
    oracle: &mut O,
) -> Flow<Kept<T>> {
    let throw = |at: usize| Throw::open(Who::Actor(who), names[at]);
    let one = match (dice, book.house.advantage_keep) {
        (Dice::One, _) => oracle.roll(throw(0), Roll::die(sides), read)?,
        (Dice::Advantage, AdvantageKeep::Die) => oracle.roll(throw(0), Roll::lowest_of(2, sides), read)?,
        (Dice::Disadvantage, AdvantageKeep::Die) => oracle.roll(throw(0), Roll::highest_of(2, sides), read)?,
        (Dice::Advantage | Dice::Disadvantage, AdvantageKeep::Result) => {
            let first = oracle.roll(throw(0), Roll::die(sides), &read)?;
            let second = oracle.roll(throw(1), Roll::die(sides), &read)?;
            let lower = second.face.shown() < first.face.shown();
            let second_is_better = second.value > first.value || (second.value == first.value && lower);
            let (kept, other) =
                if second_is_better == (dice == Dice::Advantage) { (second, first) } else { (first, second) };
            return Ok(Kept { value: kept.value, face: kept.face, other: Some(other.face) });
        }
    };
    Ok(Kept { value: one.value, face: one.face, other: None })
}

named! {
    /// How a check came out, the better the greater.
    #[derive(PartialOrd, Ord)]
    pub enum Degree {
        /// Above the target number.
        Failure = "failure",
        /// Below it.
        Success = "success",
        /// Exactly on it.
        Critical = "critical" / "critical success",
    }
}

impl Degree {
    /// Critical success included.
    pub fn is_success(self) -> bool {
        self > Degree::Failure
    }
}

/// SE-R54, SE-R63: reads a d20 against a target number; no limits. SE-R57: a natural 1 or 20 means nothing by itself.
pub fn read(book: &Segments, target: i16, face: i32) -> Degree {
    let degree = match face.cmp(&i32::from(target)) {
        std::cmp::Ordering::Less => Degree::Success,
        std::cmp::Ordering::Equal => Degree::Critical,
        std::cmp::Ordering::Greater => Degree::Failure,
    };
    match (book.house.nat_1_20, face) {
        (true, 1) => degree.max(Degree::Success),
        (true, 20) => Degree::Failure,
        _ => degree,
    }
}

/// What a check is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum For {
    Skill(SkillId),
    /// SE-064.
    Recover(StatusId),
    Ability(crate::sheet::AbilityId),
}

/// A check that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Checked {
    pub who: ActorId,
    pub what: For,
    pub against: Option<ActorId>,
    /// What it was checked against, before everything else.
    pub attribute: Attribute,
    /// The number.
    pub target: i16,
    /// SE-R54: with `skill_die` = `d6` the number is the rank.
    pub d6: bool,
    /// Why there were two dice.
    pub causes: Causes,
    /// The die that was kept.
    pub face: Face,
    /// The one that was not.
    pub other: Option<Face>,
    pub degree: Degree,
}

/// What the GM has set for one roll.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given {
    /// Advantage and disadvantage.
    pub causes: Causes,
    /// SE-R55, SE-R61.
    pub modifier: i16,
    /// SE-D20.
    pub attribute: Option<Attribute>,
    /// SE-R79.
    pub deadly: bool,
    /// SE-R77.
    pub unstoppable: bool,
    /// SE-R72, from those who are struck at.
    pub cover: i16,
}

/// The answers of the GM before a roll: SE-R55's difficulties, SE-R60's two kinds of dice, SE-R72's cover.
pub const BEFORE_ROLL: [(&str, &str, Gives); 11] = [
    ("nothing", "Nothing special", Gives::Modifier(0)),
    ("advantage", "Advantage", Gives::Advantage),
    ("disadvantage", "Disadvantage", Gives::Disadvantage),
    ("very-easy", "Very easy, +5", Gives::Modifier(5)),
    ("easy", "Easy, +2", Gives::Modifier(2)),
    ("hard", "Hard, -2", Gives::Modifier(-2)),
    ("very-hard", "Very hard, -5", Gives::Modifier(-5)),
    ("cover-1", "Cover 1", Gives::Cover(1)),
    ("cover-2", "Cover 2", Gives::Cover(2)),
    ("cover-3", "Cover 3", Gives::Cover(3)),
    ("cover-4", "Cover 4", Gives::Cover(4)),
];

/// How many of them are for a check that is no attack.
pub const BEFORE_CHECK: usize = 7;

/// SE-D20, SE-D21, to the GM before a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BeforeRoll {
    pub who: ActorId,
    pub attack: bool,
}

/// The place of the answer in [`BEFORE_ROLL`].
impl Asks<Segments> for BeforeRoll {
    type Answer = usize;
    const KIND: &'static str = "before-roll";
    const RULE: RuleId = rule!("SE-R60");

    fn answers(&self) -> Answers<usize> {
        (0..if self.attack { BEFORE_ROLL.len() } else { BEFORE_CHECK }).collect()
    }

    fn text(&self, _: &Segments, table: &Table, _: Who) -> String {
        format!("{} rolls. Does anything help or hinder?", table.name(self.who))
    }

    fn choice(&self, _: &Segments, _: &Table, _: Who, answer: &usize) -> Choice {
        let (key, label, _) = BEFORE_ROLL[*answer];
        Choice::new(key, label)
    }
}

/// SE-D20, SE-D21, SE-R60: what the GM has said about this roll, beforehand or asked now. What was said for one roll is
/// used up.
pub fn given<O: Oracle<Segments>>(
    table: &mut Table,
    who: ActorId,
    struck: Option<ActorId>,
    attack: bool,
    oracle: &mut O,
) -> Flow<Given> {
    let mut given = Given::default();
    if table.ask_gm {
        let said = BeforeRoll { who, attack }.ask(Who::Gm, table, oracle)?;
        add(&mut given, BEFORE_ROLL[said].2);
    }
    for at in (0..table.circumstances.len()).rev() {
        let circumstance = table.circumstances[at];
        let counts = match circumstance.gives {
            Gives::Cover(_) => struck == Some(circumstance.who),
            Gives::Deadly | Gives::Unstoppable => attack && circumstance.who == who,
            Gives::Attribute(_) => !attack && circumstance.who == who,
            Gives::Advantage | Gives::Disadvantage | Gives::Modifier(_) => circumstance.who == who,
        };
        if counts {
            add(&mut given, circumstance.gives);
            if circumstance.once {
                table.circumstances.remove(at);
            }
        }
    }
    Ok(given)
}

fn add(given: &mut Given, gives: Gives) {
    match gives {
        Gives::Advantage => given.causes = given.causes.and(Causes::GM_HELPS),
        Gives::Disadvantage => given.causes = given.causes.and(Causes::GM_HINDERS),
        Gives::Modifier(amount) => given.modifier += i16::from(amount),
        Gives::Cover(amount) => given.cover += i16::from(amount),
        Gives::Deadly => given.deadly = true,
        Gives::Unstoppable => given.unstoppable = true,
        Gives::Attribute(attribute) => given.attribute = Some(attribute),
    }
}

/// A check of somebody, before it is rolled.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    pub who: ActorId,
    pub what: For,
    /// The attribute of the one who rolls.
    pub attribute: Attribute,
    /// Rank, tools, difficulty.
    pub bonus: i16,
    /// SE-R56: whom it is against, and what opposes it.
    pub against: Option<(ActorId, Attribute)>,
    /// Why there are two dice.
    pub causes: Causes,
    /// SE-R54: the rank, where a d6 is rolled for it.
    pub d6: Option<i16>,
}

/// SE-R54, SE-R55, SE-R56: makes a check. Target number = own attribute + rank + the GM's modifier, less (the other's
/// attribute - 10). What weighs on the one who rolls counts (Weary).
pub fn make<O: Oracle<Segments>>(book: &Segments, table: &mut Table, check: Check, oracle: &mut O) -> Flow<Degree> {
    let Check { who, what, bonus, against, .. } = check;
    let given = given(table, who, None, false, oracle)?;
    let attribute = given.attribute.unwrap_or(check.attribute);
    let opposed = against.map_or(0, |(other, by)| table.sheet(other).attribute(by) - 10);
    let mut target = table.sheet(who).attribute(attribute) + bonus + given.modifier - opposed + table.burden(who);
    let causes = check.causes.and(given.causes);
    let names = ["check", "check, second die"];
    let kept = match check.d6.filter(|_| book.house.skill_die == SkillDie::D6) {
        Some(rank) => {
            target = rank;
            let read = |face: i32| if face <= i32::from(rank) { Degree::Success } else { Degree::Failure };
            roll(book, who, names, (6, causes.dice()), read, oracle)?
        }
        None => roll(book, who, names, (20, causes.dice()), |face| read(book, target, face), oracle)?,
    };
    let d6 = check.d6.is_some() && book.house.skill_die == SkillDie::D6;
    oracle.tell(Audience::All, || {
        Event::Checked(Checked {
            who,
            what,
            against: against.map(|(other, _)| other),
            attribute,
            target,
            d6,
            causes,
            face: kept.face,
            other: kept.other,
            degree: kept.value,
        })
    });
    Ok(kept.value)
}

/// The die that was kept, and the other one.
pub fn dice(face: Face, other: Option<Face>) -> String {
    other.map_or_else(|| face.to_string(), |other| format!("{face} kept, not {other}"))
}

impl Tells<Segments> for Checked {
    /// SE-R54: a check in words.
    fn line(&self, _: &Segments, table: &Table) -> Line {
        let checked = self;
        let what = match checked.what {
            For::Skill(skill) => table.skill(skill).map_or("a skill", |skill| &skill.name),
            For::Recover(_) => "Recover",
            For::Ability(id) => table.ability(id).map_or("an ability", |ability| &ability.name),
        };
        let margin = i32::from(checked.target) - checked.face.shown();
        let how = match checked.degree {
            Degree::Critical => "critical success".to_owned(),
            Degree::Success if checked.d6 => "success".into(),
            Degree::Failure if checked.d6 => "failure".into(),
            Degree::Success => format!("success by {margin}"),
            Degree::Failure => format!("failure by {}", -margin),
        };
        let against = checked.against.map_or_else(String::new, |other| format!(" against {}", table.name(other)));
        let text = format!(
            "{} checks {what}{against}: {} against {}: {how}",
            table.name(checked.who),
            dice(checked.face, checked.other),
            checked.target,
        );
        let rule = match checked.what {
            For::Recover(_) => rule!("SE-064"),
            For::Skill(_) if checked.against.is_some() => rule!("SE-R56"),
            For::Skill(_) => rule!("SE-R54"),
            For::Ability(_) => rule!("SE-R46"),
        };
        let factors = [Factor::new("basis", checked.attribute.word(), rule!("SE-R54"))];
        Line::new(0, text, [rule]).by(checked.who).with(factors.into_iter().chain(checked.causes.factors()))
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        let name = match self.what {
            For::Recover(_) => "recover",
            For::Skill(_) | For::Ability(_) => "check",
        };
        let word = match self.degree {
            Degree::Failure => "failure",
            Degree::Success => "success",
            Degree::Critical => "critical",
        };
        to.push(Mark::word(name, Some(self.who), self.degree as i32, word));
    }
}
