//! Checks that the GM sets: abilities, skills, devices; tasks, Extended tasks and Group actions
//! (PR-037 to PR-041, PR-049 to PR-051, PR-055 to PR-057, PR-092 to PR-096, PR-R80 to PR-R84).

use super::attack::feat_legal;
use crate::{
    Event, Proficiency, Question,
    check::{self, Cause, How, Named, Settled, Terms, Using, Verdict},
    conditions,
    contest::{self, Contest, Opposing},
    dc::{Dc, Level},
    house::{ExtendedCriticals, ExtendedFailure, ExtendedMeasure, GroupCost, GroupMethod, OddsScope},
    reactions, resource,
    sheet::{Ability, FeatBase, SkillId},
    table::{Mode, Phase, Table},
    tasks::{Reward, TaskId, TaskType},
    turn::{self, Upshot, time},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Who, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// PR-R12: the highest specialty.
pub const MOST_SPECIALTY: u8 = 3;

/// How somebody goes about a check: what with, and who helps (PR-D16, PR-D28).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Manner {
    /// PR-051: with this device.
    pub device: Option<u8>,
    /// PR-R27: with this feat.
    pub feat: Option<u8>,
    /// PR-056: with the help of these.
    pub helpers: SmallVec<[ActorId; 4]>,
}

/// What somebody tries without a prepared task; the GM says what it takes (PR-D09 to PR-D14).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Try {
    /// Who.
    pub actor: ActorId,
    /// With which ability or skill.
    pub using: Using,
    /// How.
    pub manner: Manner,
    /// In the player's words.
    pub words: String,
}

/// PR-086: opposed or unopposed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// PR-094.
    Level(Level),
    /// PR-089, PR-D11.
    Opposed {
        /// Who opposes it.
        by: SmallVec<[ActorId; 4]>,
        /// With what.
        with: Using,
    },
}

/// A check that the GM calls for (PR-039).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Challenge {
    /// Who makes it.
    pub actor: ActorId,
    /// With which ability or skill.
    pub using: Using,
    /// How.
    pub manner: Manner,
    /// Against what.
    pub against: Against,
    /// PR-104: the GM's modifier.
    pub gm_mod: i8,
    /// PR-066, PR-070: the GM's ADV (1) or DIS (−1).
    pub edge: i8,
}

/// What happened with a task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskEvent {
    /// Somebody sets about it.
    Tried {
        /// Who.
        who: ActorId,
        /// Which task; none for what the GM improvises.
        task: Option<TaskId>,
        /// In the player's words.
        words: String,
    },
    /// PR-056: somebody helps.
    Helps {
        /// Who.
        who: ActorId,
        /// Whom.
        leader: ActorId,
    },
    /// PR-R83, switch `group_method`: how many of how many succeeded.
    Half {
        /// Who leads.
        leader: ActorId,
        /// Successes.
        successes: u8,
        /// Of so many.
        of: u8,
    },
    /// PR-R80: how far an Extended task is.
    Progress {
        /// Which.
        task: TaskId,
        /// How far.
        progress: i16,
        /// Of so much.
        needed: u16,
    },
    /// It is done.
    Done(TaskId),
    /// PR-R81: it cannot go on.
    Over(TaskId),
    /// PR-R12: a specialty has grown.
    Learnt {
        /// Who.
        who: ActorId,
        /// In what.
        skill: SkillId,
        /// To how much.
        bonus: u8,
    },
    /// PR-117: done without a check.
    Everyday {
        /// Who.
        who: ActorId,
        /// In the player's words.
        words: String,
    },
}

/// May this device help here? PR-R67: bonus points; PR-138: a device whose die is spent is empty.
pub fn device_legal(table: &Table, who: ActorId, device: Option<u8>, skill: Option<SkillId>) -> Result<(), Refusal> {
    let Some(at) = device else { return Ok(()) };
    let Some(device) = table.sheet(who).devices.get(usize::from(at)) else {
        return Err(Refusal::plain("unknown-device", "there is no such device"));
    };
    if device.skill.is_some() && device.skill != skill {
        return Err(Refusal::by(rule!("PR-051"), "no-help", format!("{} is no help with this", device.name)));
    }
    if device.resource.is_some_and(|kind| table.is_spent(who, kind)) {
        return Err(Refusal::by(rule!("PR-152"), "spent", format!("{} is empty", device.name)));
    }
    Ok(())
}

/// PR-R67: the bonus points of a device.
pub fn device_bonus(table: &Table, who: ActorId, device: Option<u8>) -> i16 {
    device.map_or(0, |at| i16::from(table.sheet(who).devices[usize::from(at)].bonus))
}

/// PR-R95: using a device rolls its die.
pub fn use_device<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    device: Option<u8>,
    oracle: &mut O,
) -> Flow<()> {
    match device.and_then(|at| table.sheet(who).devices[usize::from(at)].resource) {
        Some(kind) => resource::use_stock(book, table, who, kind, oracle),
        None => Ok(()),
    }
}

/// PR-R84: who could help: an able ally; in turns, one that has not used its Standard check of this round.
pub fn may_help(book: &Proficiency, table: &Table, leader: ActorId, who: ActorId) -> bool {
    let costs = table.phase != Phase::Free && book.house.group_cost == GroupCost::StandardCheck;
    let actor = table.actor(who);
    let free = !costs || (actor.turn.standards < book.house.turn_standard_checks && !actor.held);
    who != leader && !table.hostile(leader, who) && table.is_able(who) && free
}

/// What must hold for the way in which it is done.
pub fn manner_legal(
    book: &Proficiency,
    table: &Table,
    who: ActorId,
    using: Using,
    manner: &Manner,
) -> Result<(), Refusal> {
    device_legal(table, who, manner.device, using.skill)?;
    if let Some(feat) = manner.feat {
        feat_legal(table, who, feat, FeatBase::Skill, false)?;
    }
    for (at, &helper) in manner.helpers.iter().enumerate() {
        if !table.has(helper) || !may_help(book, table, who, helper) || manner.helpers[..at].contains(&helper) {
            let why = "whoever helps is an able ally with its Standard check to spare";
            return Err(Refusal::by(rule!("PR-R84"), "cannot-help", why));
        }
    }
    let known = |skill: SkillId| usize::from(skill.0) < table.setup.skills.len();
    if using.skill.is_some_and(|skill| !known(skill)) {
        return Err(Refusal::plain("unknown-skill", "there is no such skill"));
    }
    Ok(())
}

/// What must hold for a try.
pub fn try_legal(book: &Proficiency, table: &Table, tried: &Try) -> Result<(), Refusal> {
    table.may_act(tried.actor)?;
    turn::may_spend(book, table, tried.actor)?;
    manner_legal(book, table, tried.actor, tried.using, &tried.manner)
}

/// PR-030, PR-031, PR-039, PR-R26, PR-D09 to PR-D14: somebody tries something; the GM says whether a check is needed,
/// and against what.
///
/// The grounds are the GM's to see: a challenge (PR-032), something new (PR-034), doubt about the outcome (PR-037), and a
/// degree that matters (PR-038). Where there is none, the act is mundane. One check covers all that belongs to the act
/// (PR-040, PR-041).
pub fn resolve_try<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    tried: &Try,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        try_legal(book, table, tried)?;
    }
    let who = tried.actor;
    turn::enter(table, who, oracle);
    let words = tried.words.clone();
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Tried { who, task: None, words }));
    let foes: SmallVec<[ActorId; 8]> = table.ids().filter(|&id| table.hostile(who, id) && table.is_able(id)).collect();
    let levels = Level::ALL.len();
    let against = match oracle.ask(table, Who::Gm, &Question::Needed { who, foes: foes.clone() })? {
        0 => return everyday(book, table, tried, oracle),
        option if option <= levels => Against::Level(Level::ALL[option - 1]),
        option => {
            let by = match foes.get(option - levels - 1) {
                Some(one) => SmallVec::from_slice(&[*one]),
                None => foes.iter().copied().collect(), // PR-R55: all of them together
            };
            let skills = table.setup.skills.len() as u8;
            let with = match oracle.ask(table, Who::Gm, &Question::OpposedWith { skills })? as u8 {
                skill if skill < skills => Using::skill(table, SkillId(skill)),
                ability => Using::ability(Ability::ALL[usize::from(ability - skills)]),
            };
            Against::Opposed { by, with }
        }
    };
    let (gm_mod, edge) = match oracle.ask(table, Who::Gm, &Question::Circumstance { who })? {
        0 => (0, 0),
        1 => (0, 1),
        2 => (0, -1),
        option => (crate::question::MODIFIERS[option - 3], 0),
    };
    let (using, manner) = (tried.using, tried.manner.clone());
    let challenge = Challenge { actor: who, using, manner, against, gm_mod, edge };
    meet(book, table, &challenge, false, oracle)?;
    Ok(())
}

/// PR-031, PR-116 to PR-118, PR-R03, PR-R62: an everyday act: PER 1; Playing the Odds on it uses the Standard check.
fn everyday<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, tried: &Try, oracle: &mut O) -> Flow<()> {
    let who = tried.actor;
    let plays = book.house.odds_scope == OddsScope::EveryMundane
        && turn::may_spend(book, table, who).is_ok()
        && oracle.ask(table, Who::Actor(who), &Question::Odds { who })? == 1;
    if !plays {
        oracle.tell(Audience::All, || Event::Task(TaskEvent::Everyday { who, words: tried.words.clone() }));
        return Ok(());
    }
    let dc = Dc::difficulty(0);
    let name = tried.using.skill.map_or(Named::Ability, Named::Skill);
    let check = check::prepare(book, table, who, name, tried.using, device_bonus(table, who, tried.manner.device));
    let check = check::Check { dc: Dc { moved: 0, situation: 0, ..dc }, ..check };
    let pay = |table: &mut Table| {
        turn::spend(book, table, who);
    };
    check::play_the_odds(book, table, &check, pay, oracle)?;
    Ok(())
}

/// What must hold for a check that the GM calls for.
pub fn challenge_legal(book: &Proficiency, table: &Table, challenge: &Challenge) -> Result<(), Refusal> {
    let who = challenge.actor;
    if !table.has(who) || !table.is_able(who) {
        return Err(Refusal::by(rule!("PR-039"), "not-able", "a check is made by somebody able"));
    }
    if !(-5..=5).contains(&challenge.gm_mod) {
        return Err(Refusal::by(rule!("PR-104"), "bad-modifier", "a DC changes by −5 to +5").allowing(["-5 to 5"]));
    }
    if !(-1..=1).contains(&challenge.edge) {
        return Err(Refusal::plain("bad-edge", "ADV, DIS or neither"));
    }
    if let Against::Opposed { by, with } = &challenge.against {
        let fits = |id: &ActorId| table.has(*id) && *id != who && table.is_able(*id);
        let once = by.iter().enumerate().all(|(at, id)| !by[..at].contains(id));
        let known = with.skill.is_none_or(|skill| usize::from(skill.0) < table.setup.skills.len());
        if by.is_empty() || !by.iter().all(fits) || !once || !known {
            return Err(Refusal::by(rule!("PR-087"), "nobody-opposes", "somebody else who is able opposes it"));
        }
    }
    manner_legal(book, table, who, challenge.using, &challenge.manner)
}

/// PR-039: the GM calls for a check, at any time; it is no action of the turn.
pub fn called<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    challenge: &Challenge,
    oracle: &mut O,
) -> Flow<()> {
    challenge_legal(book, table, challenge)?;
    meet(book, table, challenge, true, oracle)?;
    Ok(())
}

/// Meets a challenge, alone or with help.
fn meet<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    challenge: &Challenge,
    free: bool,
    oracle: &mut O,
) -> Flow<Settled> {
    let who = challenge.actor;
    let helpers = join(book, table, who, &challenge.manner.helpers, oracle)?;
    let joint = !helpers.is_empty();
    let mut plus = device_bonus(table, who, challenge.manner.device);
    if book.house.group_method == GroupMethod::BonusPerHelper {
        plus += (helpers.len() as i16).min(5);
    }
    let name = challenge.using.skill.map_or(Named::Ability, Named::Skill);
    let mut check = check::prepare(book, table, who, name, challenge.using, plus);
    check.dc.situation += i16::from(challenge.gm_mod);
    let feat = challenge.manner.feat.map(|at| &table.sheet(who).feats[usize::from(at)]);
    let effort = feat.and_then(|feat| feat.effort);
    check.dc.feat += feat.map_or(0, |feat| i16::from(feat.dc_mod));
    check.causes = match challenge.edge {
        1 => check.causes.with(Cause::GmAdv),
        -1 => check.causes.with(Cause::GmDis),
        _ => check.causes,
    };
    // PR-R83: one leader rolls; with at least one helper the roll has ADV, and more helpers add nothing.
    if joint && book.house.group_method == GroupMethod::Advantage {
        check.causes = check.causes.with(Cause::Helped);
    }
    let mut spent = turn::Spent::Nothing;
    let mut pay = |table: &mut Table| {
        if !free {
            spent = turn::spend(book, table, who);
        }
        for &helper in &helpers {
            help_paid(book, table, helper);
        }
    };
    let settled = match &challenge.against {
        Against::Level(level) => {
            check = check.versus(Dc::difficulty(level.number()));
            check.ask_gm(table, oracle)?;
            if joint && book.house.group_method == GroupMethod::HalfMustSucceed {
                pay(table);
                all_roll(book, table, &check, challenge, &helpers, oracle)?
            } else {
                check::attempt(book, table, &check, Terms::OWN, pay, oracle)?
            }
        }
        Against::Opposed { by, with } => {
            let answer = with.skill.map_or(Named::Ability, Named::Skill);
            let asked = Contest { check, opponents: by, opposing: Opposing::With(*with), answer, together: true };
            let won = contest::contest(book, table, asked, pay, oracle)?;
            let verdict = if won.over.is_empty() { Verdict::Failure } else { Verdict::Success };
            let per = won.over.first().map_or(0, |(_, per)| *per);
            won.settled.unwrap_or(Settled { how: How::Rolled, verdict, per })
        }
    };
    if settled.is_withdrawn() {
        return Ok(settled);
    }
    use_device(book, table, who, challenge.manner.device, oracle)?;
    if let Some(kind) = effort {
        resource::use_stock(book, table, who, kind, oracle)?;
    }
    turn::momentum(book, table, who, Upshot { spent, verdict: settled.verdict, felled: false, joint }, oracle);
    Ok(settled)
}

/// PR-056, PR-D28: each helper agrees, or does not.
fn join<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &Table,
    leader: ActorId,
    asked: &[ActorId],
    oracle: &mut O,
) -> Flow<SmallVec<[ActorId; 4]>> {
    let mut helpers = SmallVec::new();
    for &who in asked.iter().filter(|&&who| may_help(book, table, leader, who)) {
        if oracle.ask(table, Who::Actor(who), &Question::Help { leader, who })? == 0 {
            helpers.push(who);
            oracle.tell(Audience::All, || Event::Task(TaskEvent::Helps { who, leader }));
        }
    }
    Ok(helpers)
}

/// PR-R84: in turns each helper spends its Standard check of the round.
fn help_paid(book: &Proficiency, table: &mut Table, who: ActorId) {
    if table.phase != Phase::Free && book.house.group_cost == GroupCost::StandardCheck {
        table.actor_mut(who).turn.standards += 1;
    }
}

/// PR-R83, switch `group_method`: all roll, and half must succeed. The PER is the best of them.
fn all_roll<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    check: &check::Check,
    challenge: &Challenge,
    helpers: &[ActorId],
    oracle: &mut O,
) -> Flow<Settled> {
    let mut settled = check::attempt(book, table, check, Terms::REACTION, |_| {}, oracle)?;
    let (mut successes, mut best) = (u8::from(settled.is_success()), settled.per);
    for &helper in helpers {
        let mut own = check::prepare(book, table, helper, check.name, challenge.using, 0);
        own.dc.situation += i16::from(challenge.gm_mod);
        let own = own.versus(Dc { initial: check.dc.initial, source: check.dc.source, ..Dc::default() });
        let theirs = check::attempt(book, table, &own, Terms::REACTION, |_| {}, oracle)?;
        if theirs.is_success() {
            successes += 1;
            best = best.max(theirs.per);
        }
    }
    let (leader, of) = (check.who, helpers.len() as u8 + 1);
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Half { leader, successes, of }));
    let enough = successes * 2 >= of;
    if enough != settled.is_success() {
        settled.verdict = if enough { Verdict::Success } else { Verdict::Failure };
    }
    settled.per = if enough { best } else { 0 };
    Ok(settled)
}

/// Work on a prepared task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Work {
    /// Who.
    pub actor: ActorId,
    /// On what.
    pub task: TaskId,
    /// How.
    pub manner: Manner,
}

/// What a task is made with.
pub fn using_of(table: &Table, task: TaskId) -> Using {
    let sheet = &table.setup.tasks[usize::from(task.0)];
    Using { ability: sheet.ability, skill: sheet.skill }
}

/// Can this task be worked on now? PR-D27: whoever stops may go on later; progress is kept.
pub fn open(table: &Table, task: TaskId) -> Result<(), Refusal> {
    let Some(sheet) = table.setup.tasks.get(usize::from(task.0)) else {
        return Err(Refusal::plain("unknown-task", "there is no such task"));
    };
    let state = &table.tasks[usize::from(task.0)];
    if state.done || state.over {
        let how = if state.done { "done" } else { "lost" };
        return Err(Refusal::by(rule!("PR-R81"), "task-over", format!("{} is {how}", sheet.name)));
    }
    if sheet.after.is_some_and(|before| !table.tasks[usize::from(before.0)].done) {
        return Err(Refusal::plain("not-yet", format!("something else comes before {}", sheet.name)));
    }
    if let Some(unit) = sheet.unit.filter(|unit| *unit != table.clock.mode) {
        let why = format!("{} is done in units of {}", sheet.name, unit.word());
        return Err(Refusal::by(rule!("PR-R10"), "other-unit", why).allowing([format!("clock mode={}", unit.key())]));
    }
    Ok(())
}

/// What must hold.
pub fn work_legal(book: &Proficiency, table: &Table, work: &Work) -> Result<(), Refusal> {
    table.may_act(work.actor)?;
    turn::may_spend(book, table, work.actor)?;
    open(table, work.task)?;
    let sheet = &table.setup.tasks[usize::from(work.task.0)];
    if sheet.of_type == TaskType::Group && work.manner.helpers.is_empty() {
        let why = format!("{} takes several characters", sheet.name);
        return Err(Refusal::by(rule!("PR-057"), "alone", why));
    }
    manner_legal(book, table, work.actor, using_of(table, work.task), &work.manner)
}

/// PR-055, PR-094, PR-R10, PR-R12, PR-R80 to PR-R82: one check on a task. An Extended task goes on until it has enough;
/// each check takes a unit of the clock.
pub fn resolve_work<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    work: &Work,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        work_legal(book, table, work)?;
    }
    let (who, task) = (work.actor, work.task);
    turn::enter(table, who, oracle);
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Tried { who, task: Some(task), words: String::new() }));
    let sheet = &table.setup.tasks[usize::from(task.0)];
    let (extended, springs, gm_mod) = (sheet.of_type == TaskType::Extended, sheet.springs, sheet.gm_mod);
    let against = Against::Level(sheet.level);
    let (using, manner) = (using_of(table, task), work.manner.clone());
    let challenge = Challenge { actor: who, using, manner, against, gm_mod, edge: 0 };
    let settled = meet_joint(book, table, &challenge, extended, oracle)?;
    if settled.is_withdrawn() {
        return Ok(());
    }
    progress(book, table, who, task, settled, oracle);
    if let Some(hazard) = springs.filter(|_| !settled.is_success()) {
        reactions::strike(book, table, hazard, who, oracle)?;
    }
    // PR-R81: outside of turns the check itself takes a unit of time; in turns the round does.
    if extended && table.phase == Phase::Free {
        time::unit(book, table, oracle)?;
    }
    Ok(())
}

/// PR-R104: a check of an Extended task counts as joint for momentum.
fn meet_joint<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    challenge: &Challenge,
    extended: bool,
    oracle: &mut O,
) -> Flow<Settled> {
    use crate::house::BonusMomentumFrom::StandardType;
    let granted = table.actor(challenge.actor).turn.granted;
    let settled = meet(book, table, challenge, false, oracle)?;
    if extended && book.house.bonus_momentum_from == StandardType {
        table.actor_mut(challenge.actor).turn.granted = granted;
    }
    Ok(settled)
}

/// PR-R80, PR-R81, PR-R82: what a check does for its task.
fn progress<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    task: TaskId,
    settled: Settled,
    oracle: &mut O,
) {
    let sheet = &table.setup.tasks[usize::from(task.0)];
    let (extended, needed, limit) = (sheet.of_type == TaskType::Extended, sheet.needed, sheet.limit);
    let state = &mut table.tasks[usize::from(task.0)];
    state.checks = state.checks.saturating_add(1);
    if !extended {
        state.done = settled.is_success();
        state.over = !state.done && limit.is_some_and(|limit| state.checks >= limit);
        if state.done {
            done(table, who, task, oracle);
        }
        return;
    }
    let gain = match (book.house.extended_measure, book.house.extended_criticals, settled.verdict) {
        (_, ExtendedCriticals::TwoAndMinusOne, Verdict::CriticalSuccess) => 2,
        (_, ExtendedCriticals::TwoAndMinusOne, Verdict::CriticalFailure) => -1,
        (ExtendedMeasure::Successes, _, verdict) => i16::from(verdict.is_success()),
        (ExtendedMeasure::Performance, ..) if settled.is_success() => settled.per,
        (ExtendedMeasure::Performance, ..) => 0,
    };
    state.progress = state.progress.saturating_add(gain).max(0);
    state.done = state.progress >= needed as i16;
    let failed = !settled.is_success() && book.house.extended_failure == ExtendedFailure::EndsTheTask;
    state.over = !state.done && (failed || limit.is_some_and(|limit| state.checks >= limit));
    let (progress, finished, over) = (state.progress, state.done, state.over);
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Progress { task, progress, needed }));
    if finished {
        done(table, who, task, oracle);
    } else if over {
        oracle.tell(Audience::All, || Event::Task(TaskEvent::Over(task)));
    }
}

/// A task is done. PR-R12: training gives +1 in a specialty, up to +3.
fn done<O: Oracle<Proficiency>>(table: &mut Table, who: ActorId, task: TaskId, oracle: &mut O) {
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Done(task)));
    let Some(Reward::Specialty(skill)) = table.setup.tasks[usize::from(task.0)].reward else { return };
    let skills = &mut table.sheet_mut(who).skills;
    let at = skills.iter().position(|(known, _)| *known == skill).unwrap_or_else(|| {
        skills.push((skill, 0));
        skills.len() - 1
    });
    skills[at].1 = (skills[at].1 + 1).min(MOST_SPECIALTY);
    let bonus = skills[at].1;
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Learnt { who, skill, bonus }));
}

/// PR-R12, PR-014: the unit of training.
pub const TRAINING: Mode = Mode::Downtime;

/// The GM names an exertion (PR-137, PR-D31): the fatigue die is rolled.
pub fn exertion<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    at: usize,
    oracle: &mut O,
) -> Flow<()> {
    let before = table.actor(who).exhausted;
    resource::roll_stock(book, table, who, at, oracle)?;
    if !before && table.actor(who).exhausted {
        oracle.tell(Audience::All, || Event::Condition(conditions::ConditionEvent::Exhausted(who)));
    }
    Ok(())
}
