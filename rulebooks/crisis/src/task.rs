//! Tasks: anything that a Skill is rolled for (CR-001 to CR-027).

use crate::{
    Crisis, Event,
    acts::{overwatch, value::ItemAt},
    check::{self, Check, Difficulty, GmMod, HowHard, Named, Sum, Why as Reason},
    recovery,
    sheet::{Circumstance, Purpose, Skill},
    table::{Assets, LongAction, Mode, Table},
    turn::{self, long},
    words::{name_to, time},
};
use referee_engine::{
    ActorId, Audience, Choice, Flow, Oracle, RuleId, Who,
    act::{Answers, Asks, Several, Why},
    bar, named, rule, told,
};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// A task. What is left open is asked of the GM.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Who tries.
    pub actor: ActorId,
    /// What, in a few words.
    pub what: String,
    pub skill: Skill,
    /// CR-R162: for what, if some Assets or circumstances are for that alone.
    #[serde(default)]
    pub purpose: Option<Purpose>,
    /// CR-D02.
    pub difficulty: Option<Difficulty>,
    /// CR-D01.
    pub how: Option<How>,
    /// CR-004, CR-005, CR-D03.
    pub lacks: Lacks,
    /// CR-D03: the items that help; all fitting ones if left out.
    pub assets: Option<Assets>,
    /// CR-D03: the Unfavorable Circumstances that hinder; all that touch the Skill if left out.
    pub circumstances: Option<SmallVec<[u8; 4]>>,
    /// The GM calls for it: it takes no turn and no AP.
    pub called: bool,
}

impl Task {
    /// One of somebody with this Skill, with everything else left open.
    pub fn of(actor: ActorId, skill: Skill) -> Task {
        Task {
            actor,
            what: String::new(),
            skill,
            purpose: None,
            difficulty: None,
            how: None,
            lacks: Lacks::Nothing,
            assets: None,
            circumstances: None,
            called: false,
        }
    }
}

/// CR-007, CR-008, CR-D01: what a task takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    Roll,
    /// Nothing: it succeeds.
    Automatic,
    /// So many seconds.
    Takes(u32),
}

impl How {
    /// What the GM can choose from when asked; the first two in a crisis.
    pub const OPTIONS: [How; 7] = [
        How::Roll,
        How::Automatic,
        How::Takes(600),
        How::Takes(1_800),
        How::Takes(3_600),
        How::Takes(10_800),
        How::Takes(86_400),
    ];
}

named! {
    /// CR-004, CR-005, CR-D03: what is needed and missing.
    pub enum Lacks for Crisis {
        Nothing = "nothing",
        Equipment = "equipment",
        Knowledge = "knowledge",
        Both = "both",
    }
}

impl Lacks {
    /// CR-004.
    pub const fn equipment(self) -> bool {
        matches!(self, Lacks::Equipment | Lacks::Both)
    }

    /// CR-005.
    pub const fn knowledge(self) -> bool {
        matches!(self, Lacks::Knowledge | Lacks::Both)
    }
}

named! {
    /// CR-009, CR-010, CR-D05: what a success on a roll that was not needed gives.
    pub enum Benefit {
        HalfTime = "half_time",
        QuarterTime = "quarter_time",
        /// More than was asked for.
        Information = "information",
        /// Half the time, and more than was asked for.
        Both = "both",
    }
}

impl Benefit {
    const fn told(self) -> &'static str {
        match self {
            Benefit::HalfTime => "needs half the time",
            Benefit::QuarterTime => "needs a quarter of the time",
            Benefit::Information => "learns more than that",
            Benefit::Both => "needs half the time and learns more than that",
        }
    }

    const fn rule(self) -> RuleId {
        match self {
            Benefit::HalfTime | Benefit::QuarterTime => rule!("CR-009"),
            Benefit::Information | Benefit::Both => rule!("CR-010"),
        }
    }

    const fn time(self, seconds: u32) -> u32 {
        match self {
            Benefit::HalfTime | Benefit::Both => seconds / 2,
            Benefit::QuarterTime => seconds / 4,
            Benefit::Information => seconds,
        }
    }
}

/// CR-D13, CR-052, to the GM: what does it cost? From 8 on it takes several turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cost {
    pub who: ActorId,
    pub most: u8,
    pub usual: u8,
}

impl Asks<Crisis> for Cost {
    type Answer = u8;
    const KIND: &'static str = "cost";
    const RULE: RuleId = rule!("CR-R31");

    fn answers(&self) -> Answers<u8> {
        let long: &[u8] = if self.most == 0 { &[] } else { &[8, 10, 12] };
        (0..=self.most).chain(long.iter().copied()).collect()
    }

    fn usual(&self) -> usize {
        usize::from(self.usual.min(self.most))
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("What does it cost {}?", name_to(table, who, self.who))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &u8) -> Choice {
        Choice::new(format!("{answer}-ap"), format!("{answer} AP"))
    }
}

/// CR-D01, to the GM: what does it take? In a crisis there is no time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WhatItTakes {
    pub who: ActorId,
    pub crisis: bool,
}

impl Asks<Crisis> for WhatItTakes {
    type Answer = How;
    const KIND: &'static str = "how";
    const RULE: RuleId = rule!("CR-008");

    fn answers(&self) -> Answers<How> {
        let count = if self.crisis { 2 } else { How::OPTIONS.len() };
        How::OPTIONS.into_iter().take(count).collect()
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("What does it take {}?", name_to(table, who, self.who))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &How) -> Choice {
        match answer {
            How::Roll => Choice::new("roll", "A roll"),
            How::Automatic => Choice::new("automatic", "It succeeds"),
            How::Takes(seconds) => {
                let minutes = seconds / 60;
                Choice::new(format!("{minutes}-minutes"), format!("It takes {minutes} minutes"))
            }
        }
    }
}

/// CR-D03, to the GM: what is needed and missing?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lacking {
    pub who: ActorId,
}

impl Asks<Crisis> for Lacking {
    type Answer = Lacks;
    const KIND: &'static str = "lacks";
    const RULE: RuleId = rule!("CR-004");

    fn answers(&self) -> Answers<Lacks> {
        Lacks::ALL.into_iter().collect()
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("What does {} need and lack?", name_to(table, who, self.who))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &Lacks) -> Choice {
        let label = ["Nothing", "Equipment", "Knowledge", "Both"][*answer as usize];
        Choice::new(answer.word(), label)
    }
}

/// CR-D04, to the player: take the time, or roll for more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RollAnyway {
    pub who: ActorId,
}

impl Asks<Crisis> for RollAnyway {
    type Answer = bool;
    const KIND: &'static str = "roll-anyway";
    const RULE: RuleId = rule!("CR-009");

    fn answers(&self) -> Answers<bool> {
        smallvec![false, true]
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Crisis, _: &Table, _: Who) -> String {
        "No check is needed".into()
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &bool) -> Choice {
        if *answer { Choice::new("roll", "Roll for more") } else { Choice::new("take-the-time", "Take the time") }
    }
}

/// CR-D05, to the GM: what does a success on a roll that was not needed give?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gain {
    pub who: ActorId,
}

impl Asks<Crisis> for Gain {
    type Answer = Benefit;
    const KIND: &'static str = "benefit";
    const RULE: RuleId = rule!("CR-R06");

    fn answers(&self) -> Answers<Benefit> {
        Benefit::ALL.into_iter().collect()
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("What does {} gain?", name_to(table, who, self.who))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &Benefit) -> Choice {
        match answer {
            Benefit::HalfTime => Choice::new("half-the-time", "Half the time"),
            Benefit::QuarterTime => Choice::new("a-quarter-of-the-time", "A quarter of the time"),
            Benefit::Information => Choice::new("information", "More information"),
            Benefit::Both => Choice::new("both", "Half the time and more information"),
        }
    }
}

told! {
    /// A task as it is told.
    pub enum TaskEvent for Crisis, |table| {
        /// Somebody tries something.
        Tries { who: ActorId, what: String } "CR-001" by who => format!("{} tries {what}", table.name(who));
        /// CR-007, CR-008: it succeeds without a roll, after so many seconds.
        Succeeds { who: ActorId, after: u32 }
            under [if after == 0 { rule!("CR-007") } else { rule!("CR-008") }] by who
            => match after {
                0 => format!("{} succeeds without a roll", table.name(who)),
                _ => format!("{} is done after {}", table.name(who), time(after)),
            };
        /// CR-D05.
        Benefits { who: ActorId, benefit: Benefit } under [benefit.rule()] by who
            => format!("{} {}", table.name(who), benefit.told());
    }
}

/// CR-024, CR-026, CR-027, CR-D03, CR-D30: how many types of Assets help: those of the named items, or of all that fit.
pub fn assets(table: &Table, who: ActorId, skill: Skill, purpose: Option<Purpose>, named: Option<&Assets>) -> i8 {
    let types = match named {
        Some(items) => types_of(table, items.iter().copied()),
        None => types_of(table, fitting_items(table, who, skill, purpose)),
    };
    types.len() as i8
}

/// The ways to choose Assets: usually all that fit, otherwise none or some of them.
pub fn choices(table: &Table, who: ActorId, skill: Skill, purpose: Option<Purpose>) -> Vec<Several<ItemAt>> {
    let all: Several<ItemAt> = fitting_items(table, who, skill, purpose).map(ItemAt).collect();
    let singles = all.0.iter().map(|item| Several::from_iter([*item])).filter(|one| *one != all);
    let others: Vec<_> = std::iter::once(Several::none()).chain(singles).collect();
    std::iter::once(all).chain(others).collect()
}

/// CR-024, CR-D03, CR-D30: the Assets that are used, if they are other ones than all that fit.
pub fn named(named: Option<Several<ItemAt>>, fitting: &Assets) -> Result<Option<Assets>, Why<'static>> {
    let Some(named) = named else { return Ok(None) };
    if !named.is_once() || named.0.iter().any(|ItemAt(item)| !fitting.contains(item)) {
        return Err(bar!("CR-024", "no-asset", "there is no such Asset at hand"));
    }
    let is_all = named.0.len() == fitting.len();
    Ok((!is_all).then(|| named.0.iter().map(|ItemAt(item)| *item).collect()))
}

/// Is there such a Skill?
pub fn known_skill(table: &Table, skill: Skill) -> Result<(), Why<'static>> {
    let is_known = usize::from(skill.0) < table.setup.skills.len();
    if is_known { Ok(()) } else { Err(bar!(_, "unknown", "there is no such Skill")) }
}

/// CR-R162: is this something that tasks with the Skill are for?
pub fn known_purpose(table: &Table, skill: Skill, purpose: Option<Purpose>) -> Result<(), Why<'static>> {
    let is_known = purpose.is_none_or(|purpose| purposes(table, skill).any(|known| known == purpose));
    if is_known { Ok(()) } else { Err(bar!("CR-R162", "unknown", "a task with this Skill is not for that")) }
}

/// CR-024, CR-R162: the items that are the right tools: for the Skill, and for what the task is for.
pub fn fitting_items(
    table: &Table,
    who: ActorId,
    skill: Skill,
    purpose: Option<Purpose>,
) -> impl Iterator<Item = u8> + '_ {
    let fits = move |item: &u8| {
        let item = &table.setup.items[usize::from(*item)];
        item.asset_for == Some(skill) && (item.purpose.is_none() || item.purpose == purpose)
    };
    table.actor(who).items.iter().map(|(item, _)| *item).filter(fits)
}

/// CR-R162: the purposes that matter for tasks with this Skill.
pub fn purposes(table: &Table, skill: Skill) -> impl Iterator<Item = Purpose> + '_ {
    let items = table.setup.items.iter().filter(move |item| item.asset_for == Some(skill));
    let items = items.filter_map(|item| item.purpose);
    let circumstances = table.setup.circumstances.iter().filter(move |known| known.skills.contains(&skill));
    let all: SmallVec<[Purpose; 4]> = items.chain(circumstances.filter_map(|known| known.purpose)).collect();
    (0..table.setup.purposes.len() as u8).map(Purpose).filter(move |purpose| all.contains(purpose))
}

fn types_of(table: &Table, items: impl IntoIterator<Item = u8>) -> SmallVec<[&str; 4]> {
    let mut types: SmallVec<[&str; 4]> =
        items.into_iter().map(|item| table.setup.items[usize::from(item)].asset_type.as_str()).collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// CR-025, CR-R07: does this circumstance hold for somebody: everywhere, or where it stands? Each counts once.
pub fn holds(table: &Table, who: ActorId, circumstance: u8) -> bool {
    let cell = table.actor(who).place.cell;
    table.circumstances.contains(&circumstance)
        || table
            .setup
            .objects
            .iter()
            .any(|object| object.circumstance == Some(circumstance) && object.cells.contains(&cell))
}

/// CR-022, CR-025, CR-R162: the circumstances that touch a task and hold for somebody.
pub fn unfavorable(
    table: &Table,
    who: ActorId,
    skill: Skill,
    purpose: Option<Purpose>,
) -> impl Iterator<Item = u8> + '_ {
    let touches = move |known: &Circumstance| {
        known.skills.contains(&skill) && (known.purpose.is_none() || known.purpose == purpose)
    };
    let all = table.setup.circumstances.iter().enumerate();
    all.filter(move |(at, known)| touches(known) && holds(table, who, *at as u8)).map(|(at, _)| at as u8)
}

/// CR-001 to CR-010, CR-D01 to CR-D05, CR-D13: a task from the first word to the last.
pub fn resolve<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, task: &Task, oracle: &mut O) -> Flow<()> {
    let who = task.actor;
    let crisis = table.clock.mode == Mode::Crisis;
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Tries { who, what: task.what.clone() }));
    if crisis && !task.called && !pay(book, table, task, oracle)? {
        return Ok(());
    }
    let how = match task.how {
        Some(how) => how,
        None => WhatItTakes { who, crisis }.ask(Who::Gm, table, oracle)?,
    };
    match how {
        How::Automatic => {
            oracle.tell(Audience::All, || Event::Task(TaskEvent::Succeeds { who, after: 0 }));
        }
        How::Roll => {
            check(book, table, task, oracle)?;
        }
        How::Takes(seconds) => take_time(book, table, task, seconds, oracle)?,
    }
    if crisis && !task.called {
        overwatch::after(book, table, who, oracle)?;
    }
    Ok(())
}

/// CR-R31, CR-D13: the GM sets the AP. False if it takes several turns, or the creature was stopped.
fn pay<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, task: &Task, oracle: &mut O) -> Flow<bool> {
    let who = task.actor;
    let cost = Cost { who, most: table.actor(who).ap, usual: book.house.default_action_ap };
    let ap = cost.ask(Who::Gm, table, oracle)?;
    if long::is_long(ap) {
        let what = LongAction::Task { skill: task.skill, purpose: task.purpose };
        let is_complete = long::begin(book, table, who, what, ap, oracle)?;
        return Ok(overwatch::before(book, table, who, oracle)? && is_complete);
    }
    turn::spend(book, table, who, ap, false, oracle);
    overwatch::before(book, table, who, oracle)
}

/// CR-055: a long task is done; now it is rolled for.
pub fn after_long<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    skill: Skill,
    purpose: Option<Purpose>,
    oracle: &mut O,
) -> Flow<()> {
    let task = Task { purpose, how: Some(How::Roll), called: true, ..Task::of(who, skill) };
    check(book, table, &task, oracle).map(|_| ())
}

/// CR-003, CR-004, CR-005, CR-006, CR-022 to CR-027, CR-R02: the roll, with everything that applies, each with its own sign.
pub fn check<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, task: &Task, oracle: &mut O) -> Flow<bool> {
    let (who, skill, purpose) = (task.actor, task.skill, task.purpose);
    let difficulty = match task.difficulty {
        Some(difficulty) => difficulty,
        None => HowHard { who }.ask(Who::Gm, table, oracle)?,
    };
    let asks = table.ask_gm && !task.called;
    let lacks = if asks { Lacking { who }.ask(Who::Gm, table, oracle)? } else { task.lacks };
    let mut check = Check::of_skill(table, who, Named::Task, skill);
    check.against(book, difficulty);
    check.parts.add(assets(table, who, skill, purpose, task.assets.as_ref()), Reason::Asset);
    let hinder: SmallVec<[u8; 4]> = match &task.circumstances {
        Some(named) => {
            let mut named = named.clone();
            named.sort_unstable();
            named.dedup(); // CR-R07
            named
        }
        None => unfavorable(table, who, skill, purpose).collect(),
    };
    for at in hinder {
        check.parts.add(-1, Reason::Unfavorable(at));
    }
    let lacking = -(book.house.lacking_penalty as i8);
    if lacks.equipment() {
        check.parts.add(lacking, Reason::LacksEquipment);
    }
    if lacks.knowledge() {
        check.parts.add(lacking, Reason::LacksKnowledge);
    }
    let (amount, why) = check::drunk(table, who, Some(skill), oracle)?;
    check.parts.add(amount, why);
    check.parts.add(check::gm_modifier(table, who, GmMod::Roll, oracle)?, Reason::Gm);
    check.roll(book, rule!("CR-003"), Audience::All, oracle)
}

/// CR-008 to CR-010, CR-R06, CR-D04, CR-D05: time is enough, and a roll may do better.
fn take_time<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    task: &Task,
    seconds: u32,
    oracle: &mut O,
) -> Flow<()> {
    let who = task.actor;
    let mut after = seconds;
    if (RollAnyway { who }).ask(Who::Actor(who), table, oracle)? && check(book, table, task, oracle)? {
        let benefit = Gain { who }.ask(Who::Gm, table, oracle)?;
        after = benefit.time(seconds);
        oracle.tell(Audience::All, || Event::Task(TaskEvent::Benefits { who, benefit }));
    }
    recovery::pass(book, table, after.into(), oracle)?;
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Succeeds { who, after }));
    Ok(())
}
