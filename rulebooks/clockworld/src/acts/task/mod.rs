//! Tasks: dealings with objects and surroundings (CW-191 to CW-228). What they share is here: what a Task is, when it may be
//! tried, and the Check. Each Task has a file of its own.

pub mod ask;
pub mod break_it;
pub mod crack;
pub mod dismantle;
pub mod endure;
pub mod heft;
pub mod lengthy;
mod name;
pub mod other;
pub mod perceive;
pub mod resist;
pub mod stabilize;
mod things;
pub mod track;
pub mod work;

pub use name::{Object, TaskName};

use super::{contest, prelude::*};
use crate::{
    check::{Against, Capped, Cause, Causes, Check, Named, Verdict, against_rank_for, possible, prepare},
    rank::Rank,
    sheet::Length,
    sneak,
    table::Wholeness,
    words::{factors, manner, sum},
};
use ask::{Age, Ground, HowHard, HowLong};
use referee_engine::{Face, act::Tells};

/// What every Task needs.
mod prelude {
    pub(super) use super::{Declare, TaskRules, known_rank, length_of_thing, task, things::workpiece, with_things};
    pub use super::{
        Details, Object, Task, TaskEvent, TaskName, Trying, audience, fits, may_try, offer_of,
        things::{NEAR_FT, can_reach, note, too_far},
        try_it,
    };
    pub use crate::{acts::prelude::*, check::Named, rank::Rank, sheet::Length};
}

/// What the rulebook says of a Task.
pub struct TaskRules {
    /// What its Check is called.
    pub name: Named,
    /// The Skill of its Check: the ledger's table "Activity to Skill" (CW-R16).
    pub skill: Skill,
    /// The rule that describes it.
    pub rule: RuleId,
    /// CW-226: is it Skill Capped?
    pub capped: bool,
    /// What must hold as long as somebody is at it: the body, the object, the distance.
    pub workable: for<'t> fn(&Clockworld, &'t Table, &Task) -> Result<(), Why<'t>>,
    /// CW-193: the Rank, where a rule or the thing gives it. `None`: the GM is asked.
    pub rank: fn(&Table, &Task) -> Option<Rank>,
    /// CW-221: how long it takes, if that is known (`Some(None)`: it is not Lengthy). `None`: the GM is asked.
    pub length: fn(&Table, &Task) -> Option<Option<Length>>,
    /// That somebody has done it to something, in words, and the rule.
    pub done: fn(&str, &str) -> String,
    pub done_rule: RuleId,
}

impl TaskRules {
    /// A Task that may always be tried, and of which the GM says how hard it is and how long it takes.
    const fn of(name: Named, skill: Skill, rule: RuleId) -> TaskRules {
        TaskRules {
            name,
            skill,
            rule,
            capped: false,
            workable: |_, _, _| Ok(()),
            rank: |_, _| None,
            length: |_, _| None,
            done: |who, what| format!("{who} succeeds: {what}"),
            done_rule: rule!("CW-194"),
        }
    }
}

/// An act that is a Task.
trait Declare: Sized {
    const RULES: TaskRules;

    /// The Task that is meant, if it may be tried.
    fn task<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Task, Bar<'t>>;

    /// The Tasks of this kind that somebody might try: what the offer warns of.
    fn all(see: See<'_, '_>, who: ActorId) -> Vec<Task>;
}

/// An act that is a Task, with the slots of its own; every Task may be focused or done Sneakily.
macro_rules! task {
    (
        $(#[$doc:meta])*
        pub struct $name:ident: $verb:literal, $label:literal, $rule:literal $(, else $none:literal)? { $($slots:tt)* }
    ) => {
        act! {
            $(#[$doc])*
            pub struct $name for Clockworld, by ActorId {
                $($slots)*
                focus: bool = "Focus (High Roll; twice the time if it is Lengthy)", usual;
                sneakily: bool = "Sneakily (a Sneak Check afterwards)", usual;
            }
        }

        impl Act<Clockworld> for $name {
            type By = ActorId;
            type Ready = Trying;
            const CARD: Card = card!($verb, $label, "Tasks", "1 Action", $rule);
            $(const NOTHING: Why<'static> = bar!($rule, "nothing-here", $none);)?

            fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Trying, Bar<'t>> {
                may_try(see.table, who)?;
                let task = Declare::task(self, see, who)?;
                Ok(task.with(see, self.focus()?)?.sneakily(self.sneakily()?))
            }

            fn resolve<O: Oracle>(
                task: Trying,
                book: &Clockworld,
                table: &mut Table,
                oracle: &mut O,
            ) -> Flow<()> {
                try_it(book, table, task, oracle)
            }

            fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
                offer_of(see, who, offer, <$name as Declare>::all(see, who));
            }
        }
    };
}
use task;

/// A thing that gives the Rank of a Task gives the time too: none means at once.
fn length_of_thing(table: &Table, task: &Task) -> Option<Option<Length>> {
    let length = table.thing_sheet(task.thing(table).ok()?).lengthy;
    (length.is_some() || known_rank(table, task).is_some()).then_some(length)
}

/// This Task with each thing there is.
fn with_things(see: See<'_, '_>, who: ActorId, name: TaskName) -> Vec<Task> {
    see.thing_ids().map(|thing| Task::plain(who, name, Object::Thing(thing))).collect()
}

/// The most characters of a Task that is described.
const LONGEST: usize = 200;

/// A Task as it is declared (CW-033).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    pub actor: ActorId,
    pub name: TaskName,
    pub object: Object,
    /// What else there is to say about it.
    #[serde(default)]
    pub details: Details,
    /// CW-021, CW-225: High Roll; in place of two Actions, or for twice the time.
    #[serde(default)]
    pub focus: bool,
    /// CW-187: a Sneak Check afterwards.
    #[serde(default)]
    pub sneakily: bool,
}

/// What else there is to say about a Task.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Details {
    #[default]
    None,
    /// Of Stabilize.
    Care {
        /// CW-207, CW-D46: with a First Aid Kit.
        kit: bool,
        /// Switch `stabilize_scope` = injury: which Injury, by its place in the list.
        injury: Option<u8>,
    },
    /// Of Dismantle: this part alone (a wheel, a lock).
    Part(PartId),
    /// Of Perceive: hidden creatures (CW-R114).
    Creatures,
    /// Of Perceive, Track, Endure, Resist: what it is about, in words.
    Words(String),
    /// A Task that the GM defines.
    Own {
        /// What is done.
        what: String,
        /// CW-D10: with which Skill.
        skill: Skill,
        /// CW-226: is it Skill Capped?
        capped: bool,
    },
}

impl Task {
    /// A Task with nothing special about it.
    pub fn plain(actor: ActorId, name: TaskName, object: Object) -> Task {
        Task { actor, name, object, details: Details::None, focus: false, sneakily: false }
    }

    /// What a Task of the GM's own says of itself: its Skill, and whether it is Skill Capped.
    fn own(&self) -> Option<(Skill, bool)> {
        match &self.details {
            Details::Own { skill, capped, .. } => Some((*skill, *capped)),
            Details::None | Details::Care { .. } | Details::Part(_) | Details::Creatures | Details::Words(_) => None,
        }
    }

    /// CW-196: the part that is meant, if it is not all of the thing.
    fn part(&self) -> Option<PartId> {
        match self.details {
            Details::Part(part) => Some(part),
            Details::None | Details::Care { .. } | Details::Creatures | Details::Words(_) | Details::Own { .. } => None,
        }
    }

    /// CW-207, CW-D46: with a First Aid Kit, and for which Injury?
    fn care(&self) -> (bool, Option<u8>) {
        match self.details {
            Details::Care { kit, injury } => (kit, injury),
            Details::None | Details::Part(_) | Details::Creatures | Details::Words(_) | Details::Own { .. } => {
                (false, None)
            }
        }
    }

    /// CW-R114: does it look for hidden creatures?
    fn seeks_creatures(&self) -> bool {
        self.details == Details::Creatures
    }

    /// The thing that it is about.
    fn thing(&self, table: &Table) -> Result<ThingId, Why<'static>> {
        match self.object {
            Object::Thing(thing) => table.known_thing(thing).map(|()| thing),
            Object::None | Object::Actor(_) | Object::Skill(_) => {
                Err(bar!(_, "unknown-thing", "there is no such thing"))
            }
        }
    }

    /// The Skill of its Check.
    pub fn skill(&self) -> Skill {
        self.own().map_or(self.name.rules().skill, |(skill, _)| skill)
    }

    /// CW-226: is it Skill Capped?
    pub fn capped(&self) -> Capped {
        match self.own().map_or(self.name.rules().capped, |(_, capped)| capped) {
            true => Capped::Yes,
            false => Capped::No,
        }
    }

    /// What later Actions of the Turn must differ in (CW-034).
    pub fn taken(&self) -> Taken {
        Taken::Task(self.name, self.object)
    }
}

/// What happened in a Task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskEvent {
    /// It was declared.
    Declared(Task),
    /// CW-221: it takes time.
    Begun {
        task: Task,
        /// Actions of work still to do.
        actions_left: u16,
        /// Seconds of story time still to pass.
        seconds_left: u64,
    },
    /// CW-R118: one Action of work was done.
    Worked {
        task: Task,
        /// Actions of work still to do.
        actions_left: u16,
        /// Seconds of story time still to pass.
        seconds_left: u64,
    },
    /// CW-223: the time is over, or its object is gone.
    Lost { task: Task },
    /// CW-R09: it is harder than anybody can do, and is not tried.
    Impossible { task: Task, rank: Rank },
    /// CW-194: it failed.
    Failed { task: Task },
    /// It succeeded.
    Done { task: Task },
    /// CW-201, CW-R116: an object is broken.
    Broken { thing: ThingId, state: Wholeness },
    /// CW-204: Injuries were treated.
    Stabilized { by: ActorId, who: ActorId, injuries: u8 },
    /// CW-R51: a limb works again.
    Restored { who: ActorId, part: PartId },
    /// CW-R114: somebody looks for hidden creatures.
    Searched {
        check: Check,
        /// What the dice showed, if any were rolled.
        face: Option<Face>,
    },
    /// CW-R114: a hidden creature was found, and the finder knows of it now.
    Found {
        /// Who found it.
        by: ActorId,
        whom: ActorId,
    },
}

/// A Task that may be tried.
pub struct Trying(Task);

/// CW-018, CW-034: everything that must hold but for focus: whose Turn, hands, nearness, what the object is, and the Action.
pub fn fits<'t>(see: See<'_, 't>, task: Task) -> Result<Task, Why<'t>> {
    let (book, table, who) = (see.book, see.table, task.actor);
    may_try(table, who)?;
    workable(book, table, &task)?;
    known_rank(table, &task).map_or(Ok(()), |rank| possible(book, rank))?; // CW-R09
    if table.clock.mode == Mode::Aftermath {
        return Ok(task);
    }
    turn::may_spend(book, table, who, &task.taken(), false)?;
    if known_length(table, &task).flatten().is_some() {
        lengthy::whole_turn(table, who)?;
    }
    Ok(task)
}

impl Task {
    /// CW-021, CW-187: the Task with focus, Sneakily, if it may be done so.
    fn with<'t>(self, see: See<'_, 't>, focus: bool) -> Result<Task, Why<'t>> {
        if focus && see.clock.mode != Mode::Aftermath {
            turn::may_spend(see.book, see.table, self.actor, &self.taken(), true)?;
        }
        Ok(Task { focus, ..self })
    }

    /// What it is about, in words.
    fn about(self, what: Text<LONGEST>) -> Result<Task, Why<'static>> {
        Ok(Task { details: Details::Words(words(what)?), ..self })
    }

    /// CW-187: a Sneak Check afterwards, or none.
    fn sneakily(self, sneakily: bool) -> Trying {
        Trying(Task { sneakily, ..self })
    }
}

/// Words that say something.
fn words(text: Text<LONGEST>) -> Result<String, Why<'static>> {
    let words = text.within()?;
    if words.trim().is_empty() { Err(bar!("CW-191", "bad-words", "a Task is described in words")) } else { Ok(words) }
}

/// In its own Turn, or after the Scenario, when there are no Turns any more (CW-R59).
pub fn may_try(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    if table.clock.mode != Mode::Aftermath || !table.exists(who) {
        return table.may_act(who);
    }
    let out = table.actor(who).out;
    if matches!(out, Out::Active | Out::Surrendered) {
        return Ok(());
    }
    Err(bar!("CW-R98", "out-of-action", "{} is {} and cannot act", table.name(who), out.word()))
}

/// What must hold as long as somebody is at it: the body, the object, the distance.
pub fn workable<'t>(book: &Clockworld, table: &'t Table, task: &Task) -> Result<(), Why<'t>> {
    let who = task.actor;
    let mind_only = matches!(task.name, TaskName::Perceive | TaskName::Endure | TaskName::Resist);
    // CW-R94 forbids to handle objects; what needs no hand stays possible.
    if table.is_pinned(who) && !mind_only {
        return Err(bar!("CW-R94", "pinned", "{} is Pinned and cannot handle anything", table.name(who)));
    }
    (task.name.rules().workable)(book, table, task)
}

/// CW-193, CW-205, CW-206, CW-207, CW-216: the Rank, where a rule or the thing gives it. `None`: the GM is asked.
///
/// The Task is legal.
pub fn known_rank(table: &Table, task: &Task) -> Option<Rank> {
    (task.name.rules().rank)(table, task)
}

/// CW-197, CW-200, CW-221: how long it takes, if that is known (`Some(None)`: it is not Lengthy). `None`: the GM is asked.
fn known_length(table: &Table, task: &Task) -> Option<Option<Length>> {
    (task.name.rules().length)(table, task)
}

/// CW-227, CW-R115: would it fail with no roll? The offer warns; the Task may be tried all the same.
fn hopeless(table: &Table, task: &Task) -> Option<String> {
    if task.capped() == Capped::No {
        return None;
    }
    let (rank, trained) = (known_rank(table, task)?, table.skill(task.actor, task.skill()));
    (rank.0 > trained.rank.rank().0 + 1)
        .then(|| format!("hopeless: {rank} is out of reach for {} {}", task.skill(), trained.rank))
}

/// CW-R115: what the offer of a Task says, which can be done to these objects.
pub fn offer_of(see: See<'_, '_>, who: ActorId, offer: &mut Offer, objects: impl IntoIterator<Item = Task>) {
    let table = see.table;
    if table.clock.mode == Mode::Aftermath {
        offer.cost = String::new(); // CW-R59
    }
    let tasks = objects.into_iter().filter(|task| workable(see.book, table, task).is_ok());
    offer.warning = match tasks.map(|task| hopeless(table, &task)).collect::<Option<Vec<String>>>() {
        Some(all) if !all.is_empty() => all.into_iter().next(),
        Some(_) | None => turn::loses_work(table, who),
    };
}

/// What is settled before the Check: its Rank, and how long it takes (CW-193, CW-221).
struct Settled {
    /// Of no use where creatures are looked for: each has its own (CW-R114).
    rank: Rank,
    /// If it is Lengthy.
    length: Option<Length>,
}

/// CW-193, CW-D41, CW-D42, CW-D45: what the rules or the thing say, and the GM for the rest, all asked side by side.
fn settle<O: Oracle>(table: &Table, task: &Task, oracle: &mut O) -> Flow<Settled> {
    let (known, length) = (known_rank(table, task), known_length(table, task));
    let is_track = task.name == TaskName::Track;
    let mut asked: SmallVec<[(Who, crate::Question); 4]> = SmallVec::new();
    if known.is_none() {
        asked.push((Who::Gm, HowHard(Box::new(task.clone())).into()));
        if is_track {
            asked.extend([(Who::Gm, Age.into()), (Who::Gm, Ground.into())]);
        }
    }
    if length.is_none() {
        asked.push((Who::Gm, HowLong(Box::new(task.clone())).into()));
    }
    let mut settled = Settled { rank: known.unwrap_or(Rank::LAYMAN), length: length.flatten() };
    if asked.is_empty() {
        return Ok(settled);
    }
    let mut answers = oracle.ask_all(table, &asked)?.into_iter();
    if known.is_none() {
        settled.rank = Rank(answers.next().unwrap_or(0) as u8);
        if is_track {
            // CW-216, CW-R123: one Rank for each step.
            let steps = answers.next().unwrap_or(0) + answers.next().unwrap_or(0);
            settled.rank = settled.rank.shifted(steps as i8);
        }
    }
    if length.is_none() {
        settled.length = answers.next().and_then(|at| HowLong::LENGTHS.get(at)).and_then(|(length, _)| *length);
    }
    Ok(settled)
}

/// CW-033, CW-192: does what may be tried.
pub fn try_it<O: Oracle>(book: &Clockworld, table: &mut Table, Trying(task): Trying, oracle: &mut O) -> Flow<()> {
    oracle.tell(audience(table, task.actor), || Event::Task(TaskEvent::Declared(task.clone())));
    let settled = settle(table, &task, oracle)?;
    if possible(book, settled.rank).is_err() {
        // CW-R09: the GM has made it so hard that nobody can do it, and it costs nothing to hear that.
        let rank = settled.rank;
        oracle.tell(audience(table, task.actor), || Event::Task(TaskEvent::Impossible { task, rank }));
        return Ok(());
    }
    if let Some(length) = settled.length {
        return lengthy::start(book, table, &task, settled.rank, length, oracle);
    }
    spend(book, table, &task);
    attempt(book, table, &task, settled.rank, oracle)
}

/// Takes the Action. After the Scenario there are no Actions to count, and a Task takes as long as a Turn.
fn spend(book: &Clockworld, table: &mut Table, task: &Task) {
    if table.clock.mode == Mode::Aftermath {
        table.clock.advance(turn::SECONDS_A_ROUND);
        turn::interrupt(book, table.actor_mut(task.actor));
    } else {
        turn::spend(book, table, task.actor, task.taken(), task.focus);
    }
}

/// CW-192, CW-194, CW-195, CW-227: the Check, and what comes of it. A failed Task may be tried again in a later Turn
/// (CW-R122).
fn attempt<O: Oracle>(book: &Clockworld, table: &mut Table, task: &Task, rank: Rank, oracle: &mut O) -> Flow<()> {
    let causes = Causes::NONE.and_if(task.focus, Cause::Focus); // CW-022, CW-225
    let check = prepare(book, table, task.actor, task.skill(), Against::Nobody, causes, oracle)?;
    if task.seeks_creatures() {
        perceive::search(book, table, &check, oracle)?;
    } else {
        let (name, rule, to) = (task.name.rules().name, task.name.rules().rule, audience(table, task.actor));
        let verdict: Verdict = against_rank_for(book, &check, rank, task.capped(), name, rule, to, oracle)?;
        if verdict.is_success() {
            succeed(book, table, task, oracle)?;
        } else {
            oracle.tell(to, || Event::Task(TaskEvent::Failed { task: task.clone() }));
        }
    }
    sneak::acted(book, table, task.actor, task.sneakily, oracle)
}

/// CW-273: those who do not know of a Character do not learn what it does.
pub fn audience(table: &Table, who: ActorId) -> Audience {
    let not: ActorSet = table.ids().filter(|&other| table.actor(other).unaware_of.contains(who)).collect();
    if not.is_empty() { Audience::All } else { Audience::AllBut(not) }
}

/// The Task succeeded.
fn succeed<O: Oracle>(book: &Clockworld, table: &mut Table, task: &Task, oracle: &mut O) -> Flow<()> {
    match task.name {
        TaskName::Crack => crack::succeed(table, task),
        TaskName::Dismantle => dismantle::succeed(table, task),
        TaskName::Heft => heft::succeed(table, task.actor, task.object),
        // These tell of themselves what came of it.
        TaskName::Break => return break_it::succeed(table, task, oracle),
        TaskName::Stabilize => {
            stabilize::succeed(book, table, task, oracle);
            return Ok(());
        }
        // CW-214, CW-218, CW-140, CW-164: what is found, followed or held out is the story's.
        TaskName::Track | TaskName::Perceive | TaskName::Endure | TaskName::Resist | TaskName::Other => {}
        TaskName::Escape | TaskName::Handle => debug_assert!(false, "these are no Tasks with a Check of their own"),
    }
    oracle.tell(audience(table, task.actor), || Event::Task(TaskEvent::Done { task: task.clone() }));
    if let (TaskName::Heft, Object::Actor(_)) = (task.name, task.object) {
        contest::check_holds(table, oracle); // CW-R87: who is carried out of Reach is held no longer
    }
    Ok(())
}

/// What a Task is done to: `the Safe`, `Bandit`, or its own words.
fn object(table: &Table, task: &Task) -> String {
    match (&task.details, task.object) {
        (Details::Part(part), Object::Thing(thing)) => {
            let sheet = table.thing_sheet(thing);
            let part = sheet.parts.get(usize::from(*part)).map_or("a part", |part| part.part.as_str());
            format!("{} ({part})", sheet.name)
        }
        (Details::Words(words) | Details::Own { what: words, .. }, _) => words.clone(),
        (Details::Creatures, _) => "hidden creatures".into(),
        (_, Object::Thing(thing)) => table.thing_sheet(thing).name.clone(),
        (_, Object::Actor(who)) => table.name(who).to_owned(),
        (_, Object::None | Object::Skill(_)) => "nothing in particular".into(),
    }
}

fn title(table: &Table, task: &Task) -> String {
    let what = object(table, task);
    if task.name == TaskName::Other { what } else { format!("{} ({what})", task.name.rules().name.word()) }
}

/// `2 Actions`, `10 minutes`.
fn time(actions: u16, seconds: u64) -> String {
    let count = |number: u64, unit: &str| match number {
        1 => format!("1 {unit}"),
        number => format!("{number} {unit}s"),
    };
    match (actions, seconds) {
        (0, seconds) if seconds > 0 && seconds % 3600 == 0 => count(seconds / 3600, "hour"),
        (0, seconds) if seconds > 0 && seconds % 60 == 0 => count(seconds / 60, "minute"),
        (0, seconds) if seconds > 0 => count(seconds, "second"),
        (actions, _) => count(u64::from(actions), "Action"),
    }
}

impl Tells<Clockworld> for TaskEvent {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        match self {
            TaskEvent::Declared(task) => {
                let how = manner(task.focus, task.sneakily);
                let kit =
                    if matches!(task.details, Details::Care { kit: true, .. }) { ", with a First Aid Kit" } else { "" };
                let text = format!("{}: {}{kit}{how}", table.name(task.actor), title(table, task));
                Line::new(0, text, [rule!("CW-033"), task.name.rules().rule]).by(task.actor)
            }
            TaskEvent::Begun { task, actions_left, seconds_left } => {
                let text = format!("{} takes {}", title(table, task), time(*actions_left, *seconds_left));
                let rule = if task.focus { rule!("CW-225") } else { rule!("CW-221") };
                Line::new(1, text, [rule]).by(task.actor)
            }
            TaskEvent::Worked { task, actions_left, seconds_left } => {
                let left = match (actions_left, seconds_left) {
                    (0, 0) => "done".to_owned(),
                    _ => format!("{} left", time(*actions_left, *seconds_left)),
                };
                let text = format!("{} works on {}: {left}", table.name(task.actor), object(table, task));
                Line::new(1, text, [rule!("CW-R118")]).by(task.actor)
            }
            TaskEvent::Impossible { task, rank } => {
                let text = format!("{}: {rank} is harder than anybody can do", title(table, task));
                Line::new(1, text, [rule!("CW-R09")]).by(task.actor)
            }
            TaskEvent::Lost { task } => {
                let text = format!("{} cannot end {}: the work is lost", table.name(task.actor), title(table, task));
                Line::new(1, text, [rule!("CW-223")]).by(task.actor)
            }
            TaskEvent::Failed { task } => {
                Line::new(1, format!("{} fails", title(table, task)), [rule!("CW-194")]).by(task.actor)
            }
            TaskEvent::Done { task } => {
                let rules = task.name.rules();
                let text = (rules.done)(table.name(task.actor), &object(table, task));
                Line::new(1, text, [rules.done_rule]).by(task.actor)
            }
            TaskEvent::Broken { thing, state } => {
                let how = if *state == Wholeness::Destroyed { "destroyed" } else { "damaged" };
                Line::new(1, format!("{} is {how}", table.thing_sheet(*thing).name), [rule!("CW-R116")])
            }
            TaskEvent::Stabilized { by, who, injuries } => {
                let count = if *injuries == 1 { "1 Injury".to_owned() } else { format!("{injuries} Injuries") };
                let text = format!("{} is Stabilized: {count}", table.name(*who));
                Line::new(1, text, [rule!("CW-204"), rule!("CW-R60")]).by(*by)
            }
            TaskEvent::Restored { who, part } => {
                let text = format!("{}'s {} works again", table.name(*who), table.part(*who, *part).part);
                Line::new(1, text, [rule!("CW-R51")]).by(*who)
            }
            TaskEvent::Searched { check, face } => {
                let how = face.map_or_else(|| "no roll needed".to_owned(), |face| sum(face, check));
                let text = format!("{} looks and listens: {how}", table.name(check.who));
                Line::new(1, text, [rule!("CW-R114")]).by(check.who).with(factors(check))
            }
            TaskEvent::Found { by, whom } => {
                let text = format!("{} finds {}", table.name(*by), table.name(*whom));
                Line::new(1, text, [rule!("CW-217"), rule!("CW-R114")]).by(*by)
            }
        }
    }
}
