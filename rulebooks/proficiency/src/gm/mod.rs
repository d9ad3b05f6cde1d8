//! The GM's part: turns and time, checks called for, circumstances, hazards, stocks, corrections, and how it ends.
//!
//! Every act of the GM is an intent: journalled, checked, undoable.

mod correct;
pub mod hit_points;

pub use correct::{Correction, Imposed};

use crate::{
    Event, Proficiency,
    actions::task::{self, Challenge},
    dc::{Dc, Level},
    lasting, reactions, resource,
    resource::{DieSize, Left, ResourceId, RollWhen},
    sheet::{Ability, SkillId},
    table::{Circumstance, Ending, Gives, Life, Mode, Phase, Table},
    tasks::{TaskSheet, TaskState, TaskType},
    turn::{self, initiative, time},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Side, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// The most characters of the GM's words.
pub const LONGEST: usize = 400;
/// The most units that one intent lets pass.
pub const MOST_UNITS: u8 = 20;
/// The most tasks a table holds.
pub const MOST_TASKS: usize = 64;

/// What the GM does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GmIntent {
    /// PR-001, PR-002, PR-D01, PR-R09: the scene has become risky, says the GM, and runs in turns, without initiative.
    Turns {
        /// The sides that act first, in this order.
        order: SmallVec<[Side; 4]>,
    },
    /// PR-D02, PR-D05, PR-D06.
    Initiative(initiative::Plan),
    /// PR-D35: no more turns.
    EndTurns,
    /// PR-D03, PR-D04.
    Clock {
        /// The mode.
        mode: Mode,
        /// Seconds, minutes, hours or days of a unit.
        count: Option<u8>,
    },
    /// Units pass.
    Time {
        /// How many.
        units: u8,
    },
    /// PR-D13, PR-D14, PR-D15.
    Circumstance(Circumstance),
    /// Circumstances as usual.
    Clear {
        /// Whose.
        who: ActorId,
    },
    /// PR-D13: ask before every check.
    AskBeforeChecks(bool),
    /// PR-D09 to PR-D14.
    Call(Challenge),
    /// PR-D29: a Save.
    CallSave {
        /// Who.
        who: ActorId,
        /// With what.
        ability: Ability,
        /// How hard.
        level: Level,
        /// PR-104.
        gm_mod: i8,
    },
    /// PR-D29: a hazard strikes.
    Strike {
        /// Which.
        hazard: u8,
        /// Whom.
        who: SmallVec<[ActorId; 4]>,
    },
    /// PR-D23: a Bonus check for special circumstances.
    Grant {
        /// To whom.
        who: ActorId,
    },
    /// PR-D31.
    Exertion {
        /// Whose.
        who: ActorId,
    },
    /// PR-D30, PR-D32: a stock enters play, or is filled again.
    Restock {
        /// Whose.
        who: ActorId,
        /// What.
        kind: ResourceId,
        /// The die, or how many.
        left: Left,
    },
    /// PR-142, PR-144: a lasting effect begins.
    Inflict {
        /// On whom.
        who: ActorId,
        /// What.
        kind: ResourceId,
    },
    /// PR-D38: rolls out what lasts, or ends it.
    RollOut {
        /// Roll it out?
        roll: bool,
    },
    /// PR-D26: a task.
    Task {
        /// Its name.
        name: String,
        /// How hard.
        level: Level,
        /// PR-104.
        gm_mod: i8,
        /// With which skill; otherwise with the ability.
        skill: Option<SkillId>,
        /// With which ability.
        ability: Ability,
        /// PR-R80: successes; 1 for a task of one check.
        needed: u8,
        /// PR-R81.
        limit: Option<u8>,
        /// PR-D26: in which unit of time; any if left out.
        unit: Option<Mode>,
    },
    /// PR-R21: somebody comes.
    Arrive {
        /// Who.
        who: ActorId,
    },
    /// PR-R71: hit points are rolled, where the table wants it.
    RollHp {
        /// Whose.
        who: ActorId,
    },
    /// A correction.
    Correct(Correction),
    /// PR-D34: what a PER means, or anything else the GM says.
    Note {
        /// The words.
        text: String,
        /// To the GM alone?
        secret: bool,
    },
    /// PR-D35: the scene is over.
    EndScene {
        /// Who won.
        winner: Option<Side>,
    },
    /// It goes on all the same.
    GoOn,
}

/// What the GM did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GmEvent {
    /// Turns are over.
    TurnsEnd,
    /// A circumstance.
    Circumstance(Circumstance),
    /// Circumstances as usual.
    Cleared(ActorId),
    /// Asks before every check, or no longer.
    AskBeforeChecks(bool),
    /// PR-054.
    Granted(ActorId),
    /// PR-R97.
    Restocked {
        /// Whose.
        who: ActorId,
        /// What.
        kind: ResourceId,
        /// What is there now.
        left: Left,
    },
    /// What lasted is over.
    EffectsEnd,
    /// PR-D26.
    Task(String),
    /// PR-R21.
    Arrived(ActorId),
    /// PR-R71.
    HpRolled {
        /// Whose.
        who: ActorId,
        /// How many it has at most.
        most: i16,
    },
    /// A correction.
    Corrected(Correction),
    /// Words.
    Note(String),
    /// It goes on.
    GoesOn,
}

fn known(table: &Table, who: ActorId) -> Result<(), Refusal> {
    if table.has(who) {
        return Ok(());
    }
    Err(Refusal::plain("unknown-character", "there is no such character"))
}

fn running(table: &Table) -> Result<(), Refusal> {
    match &table.over {
        None => Ok(()),
        Some(ending) => {
            let why = format!("the scene is over: {}", ending.why);
            Err(Refusal::by(rule!("PR-R04"), "over", why).allowing(["go-on"]))
        }
    }
}

fn free(table: &Table) -> Result<(), Refusal> {
    if table.phase == Phase::Free {
        return Ok(());
    }
    Err(Refusal::by(rule!("PR-R10"), "turns-run", "in turns a unit passes with each round").allowing(["end-turns"]))
}

/// PR-104: within the band.
pub fn legal_modifier(points: i8) -> Result<(), Refusal> {
    if (-5..=5).contains(&points) {
        return Ok(());
    }
    Err(Refusal::by(rule!("PR-104"), "bad-modifier", "a DC changes by −5 to +5").allowing(["-5 to 5"]))
}

/// PR-110, PR-111, PR-R67: the GM changes the DC, never a check; what was meant goes there.
pub fn not_on_a_check(points: i32) -> Refusal {
    let why = "the GM changes the DC, never a character's check";
    Refusal::by(rule!("PR-110"), "not-on-a-check", why).allowing([format!("on=dc points={}", -points)])
}

/// PR-R49: the GM assigns one of the four levels and modifies it.
pub fn no_such_level(given: &str) -> Refusal {
    let why = format!("{given:?} is no level of difficulty; the GM picks a level and modifies its number");
    Refusal::by(rule!("PR-R49"), "no-such-level", why).allowing(Level::ALL.map(|level| level.key()))
}

/// What must hold. What only a rule's own state forbids is refused where it is done.
pub fn legal(book: &Proficiency, table: &Table, intent: &GmIntent) -> Result<(), Refusal> {
    match intent {
        GmIntent::Turns { order } => {
            running(table)?;
            let known = order.iter().all(|side| usize::from(side.0) < table.setup.sides.len());
            let once = order.iter().enumerate().all(|(at, side)| !order[..at].contains(side));
            if !known || !once {
                return Err(Refusal::plain("unknown-side", "there is no such side, or it is named twice"));
            }
            if table.phase == Phase::Free && table.ids().any(|id| table.is_able(id)) {
                return Ok(());
            }
            Err(Refusal::by(rule!("PR-001"), "turns-run", "turns run already, or nobody is able"))
        }
        GmIntent::Initiative(plan) => initiative::legal(table, plan),
        GmIntent::EndTurns if table.phase == Phase::Free => {
            Err(Refusal::by(rule!("PR-001"), "no-turns", "no turns are running"))
        }
        GmIntent::Clock { count, .. } => count.map_or(Ok(()), time::legal_count),
        GmIntent::Time { units } => {
            free(table)?;
            if (1..=MOST_UNITS).contains(units) {
                return Ok(());
            }
            Err(Refusal::plain("bad-time", "so many units cannot pass at once")
                .allowing([format!("1 to {MOST_UNITS}")]))
        }
        GmIntent::Circumstance(circumstance) => {
            known(table, circumstance.who)?;
            if circumstance.why.chars().count() > LONGEST || table.circumstances.len() >= 32 {
                return Err(Refusal::plain("too-much", "too many circumstances, or too many words"));
            }
            match circumstance.gives {
                Gives::Dc(points) => legal_modifier(points),
                _ => Ok(()),
            }
        }
        GmIntent::Call(challenge) => task::challenge_legal(book, table, challenge),
        GmIntent::CallSave { who, gm_mod, .. } => {
            known(table, *who)?;
            legal_modifier(*gm_mod)
        }
        GmIntent::Strike { hazard, who } => {
            let fits = |id: &ActorId| table.has(*id) && table.actor(*id).life <= Life::Captured;
            let once = who.iter().enumerate().all(|(at, id)| !who[..at].contains(id));
            if usize::from(*hazard) < table.setup.hazards.len() && !who.is_empty() && who.iter().all(fits) && once {
                return Ok(());
            }
            Err(Refusal::by(rule!("PR-R86"), "no-hazard", "a hazard strikes those who are here"))
        }
        GmIntent::Grant { who } => {
            known(table, *who)?;
            let room =
                book.house.bonus_limit == crate::house::BonusLimit::Unlimited || table.actor(*who).turn.granted == 0;
            if table.phase != Phase::Free && room && table.actor(*who).turn.granted < 100 {
                return Ok(());
            }
            Err(Refusal::by(rule!("PR-R76"), "no-bonus", "one Bonus check a turn, while turns run"))
        }
        GmIntent::Exertion { who } => {
            known(table, *who)?;
            if fatigue(table, *who).is_some() {
                return Ok(());
            }
            Err(Refusal::by(rule!("PR-137"), "no-fatigue", "there is no fatigue die to roll"))
        }
        GmIntent::Restock { who, kind, left } => {
            known(table, *who)?;
            let sheet = table.setup.resources.get(usize::from(kind.0));
            // PR-R92: a die never starts at its far end.
            let fits = sheet.is_some_and(|sheet| {
                !sheet.area && *left != Left::Die(sheet.direction.far_end()) && *left != Left::Count(0)
            });
            if fits { Ok(()) } else { Err(Refusal::by(rule!("PR-R92"), "bad-die", "no die starts at its far end")) }
        }
        GmIntent::Inflict { who, kind } => {
            known(table, *who)?;
            let sheet = table.setup.resources.get(usize::from(kind.0));
            if sheet.is_some_and(|sheet| sheet.roll_when == RollWhen::EachTurn)
                && table.actor(*who).life <= Life::Captured
            {
                return Ok(());
            }
            Err(Refusal::by(rule!("PR-R98"), "no-effect", "this is no lasting effect, or nobody is there"))
        }
        GmIntent::RollOut { .. } => {
            if table.phase == Phase::Free && table.actors.iter().any(|actor| !actor.lasting.is_empty()) {
                return Ok(());
            }
            Err(Refusal::by(rule!("PR-R106"), "nothing-lasts", "after turns, what still lasts is rolled out"))
        }
        GmIntent::Task { name, gm_mod, skill, needed, limit, .. } => {
            legal_modifier(*gm_mod)?;
            let known = skill.is_none_or(|skill| usize::from(skill.0) < table.setup.skills.len());
            let fits = (1..=20).contains(needed) && limit.is_none_or(|limit| (1..=50).contains(&limit));
            let words = !name.trim().is_empty() && name.chars().count() <= LONGEST;
            if known && fits && words && table.tasks.len() < MOST_TASKS {
                return Ok(());
            }
            Err(Refusal::by(rule!("PR-R80"), "bad-task", "a task has a name, 1 to 20 successes and 1 to 50 checks"))
        }
        GmIntent::Arrive { who } => {
            known(table, *who)?;
            if table.actor(*who).life == Life::Absent {
                return Ok(());
            }
            Err(Refusal::by(rule!("PR-R21"), "here", format!("{} is here already", table.name(*who))))
        }
        GmIntent::Clear { who } => known(table, *who),
        GmIntent::RollHp { who } => hit_points::legal(book, table, *who),
        GmIntent::Correct(correction) => correct::legal(table, correction),
        GmIntent::Note { text, .. } if text.chars().count() > LONGEST => {
            Err(Refusal::plain("too-long", format!("up to {LONGEST} characters")))
        }
        GmIntent::EndScene { winner } => {
            running(table)?;
            if winner.is_none_or(|side| usize::from(side.0) < table.setup.sides.len()) {
                return Ok(());
            }
            Err(Refusal::plain("unknown-side", "there is no such side"))
        }
        GmIntent::GoOn if table.over.is_none() => Err(Refusal::plain("not-over", "the scene is not over")),
        _ => Ok(()),
    }
}

/// PR-137: the die that exertions roll.
pub fn fatigue(table: &Table, who: ActorId) -> Option<usize> {
    let is = |stock: &resource::Stock| !stock.spent && table.resource(stock.kind).roll_when == RollWhen::EachExertion;
    table.actor(who).stocks.iter().position(is)
}

/// Does what the GM says.
pub fn resolve<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    intent: &GmIntent,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, intent)?;
    }
    match intent {
        GmIntent::Turns { order } => turn::begin_turns(book, table, order, oracle)?,
        GmIntent::Initiative(plan) => initiative::declare(book, table, plan, oracle)?,
        GmIntent::EndTurns => turn::turns_end(book, table, oracle)?,
        GmIntent::Clock { mode, count } => time::set(table, *mode, *count, oracle)?,
        GmIntent::Time { units } => time::units(book, table, *units, oracle)?,
        GmIntent::Circumstance(circumstance) => {
            table.circumstances.fill().push(circumstance.clone());
            oracle.tell(Audience::All, || Event::Gm(GmEvent::Circumstance(circumstance.clone())));
        }
        GmIntent::Clear { who } => {
            if let Some(all) = table.circumstances.get_mut() {
                all.retain(|circumstance| circumstance.who != *who);
            }
            oracle.tell(Audience::All, || Event::Gm(GmEvent::Cleared(*who)));
        }
        GmIntent::AskBeforeChecks(asks) => {
            table.gm_before_every_check = *asks;
            oracle.tell(Audience::Gm, || Event::Gm(GmEvent::AskBeforeChecks(*asks)));
        }
        GmIntent::Call(challenge) => task::called(book, table, challenge, oracle)?,
        GmIntent::CallSave { who, ability, level, gm_mod } => {
            let dc = Dc { situation: i16::from(*gm_mod), ..Dc::difficulty(level.number()) };
            reactions::save(book, table, *who, *ability, dc, oracle)?;
        }
        GmIntent::Strike { hazard, who } => {
            for &victim in who {
                reactions::strike(book, table, *hazard, victim, oracle)?;
            }
        }
        GmIntent::Grant { who } => {
            turn::grant(book, table, *who);
            oracle.tell(Audience::All, || Event::Gm(GmEvent::Granted(*who)));
        }
        GmIntent::Exertion { who } => {
            if let Some(at) = fatigue(table, *who) {
                task::exertion(book, table, *who, at, oracle)?;
            }
        }
        GmIntent::Restock { who, kind, left } => restock(book, table, *who, *kind, *left, oracle),
        GmIntent::Inflict { who, kind } => lasting::inflict(book, table, *who, *kind, oracle),
        GmIntent::RollOut { roll } => roll_out(book, table, *roll, oracle)?,
        GmIntent::Task { .. } => add_task(table, intent, oracle),
        GmIntent::Arrive { who } => {
            let round = table.clock.round;
            table.set_life(*who, if table.actor(*who).hp > 0 { Life::Able } else { Life::Down });
            table.actor_mut(*who).acts_from = round + 1; // PR-R21: from the next round
            table.make_room(*who);
            oracle.tell(Audience::All, || Event::Gm(GmEvent::Arrived(*who)));
        }
        GmIntent::RollHp { who } => hit_points::roll(table, *who, oracle)?,
        GmIntent::Correct(correction) => {
            correct::apply(book, table, correction);
            oracle.tell(Audience::All, || Event::Gm(GmEvent::Corrected(*correction)));
        }
        GmIntent::Note { text, secret } => {
            let to = if *secret { Audience::Gm } else { Audience::All };
            oracle.tell(to, || Event::Gm(GmEvent::Note(text.clone())));
        }
        GmIntent::EndScene { winner } => {
            let ending = Ending { winner: *winner, why: "the GM ends it".to_owned() };
            turn::over(book, table, ending, oracle)?;
        }
        GmIntent::GoOn => {
            (table.over, table.goes_on) = (None, true);
            oracle.tell(Audience::All, || Event::Gm(GmEvent::GoesOn));
        }
    }
    Ok(())
}

/// PR-D38, PR-R106: what lasts is rolled out, or ends.
pub fn roll_out<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, roll: bool, oracle: &mut O) -> Flow<()> {
    if roll {
        return lasting::roll_out(book, table, oracle);
    }
    for actor in table.actors.iter_mut() {
        actor.lasting.reset();
    }
    oracle.tell(Audience::All, || Event::Gm(GmEvent::EffectsEnd));
    Ok(())
}

/// PR-R97, PR-R99: one die for each owner and kind.
fn restock<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    kind: ResourceId,
    left: Left,
    oracle: &mut O,
) {
    let fresh = resource::Stock { left, spent: false, ..table.resource(kind).stock(&book.house, kind, None) };
    let stocks = &mut table.actor_mut(who).stocks;
    match stocks.iter_mut().find(|stock| stock.kind == kind) {
        Some(stock) => (stock.left, stock.spent, stock.passed) = (left, false, 0),
        None => stocks.push(fresh),
    }
    oracle.tell(Audience::All, || Event::Gm(GmEvent::Restocked { who, kind, left }));
}

/// PR-D26: a task enters play.
fn add_task<O: Oracle<Proficiency>>(table: &mut Table, intent: &GmIntent, oracle: &mut O) {
    let GmIntent::Task { name, level, gm_mod, skill, ability, needed, limit, unit } = intent else { return };
    let mut key = referee_engine::key_of(name);
    let taken = |key: &str| table.setup.tasks.iter().any(|task| task.key == key);
    if key.is_empty() || taken(&key) {
        key = format!("task-{}", table.tasks.len() + 1);
    }
    let ability = skill.map_or(*ability, |skill| table.skill(skill).ability);
    let sheet = TaskSheet {
        key,
        name: name.clone(),
        level: *level,
        gm_mod: *gm_mod,
        ability,
        skill: *skill,
        of_type: if *needed > 1 { TaskType::Extended } else { TaskType::Standard },
        needed: u16::from(*needed),
        limit: limit.map(u16::from),
        unit: *unit,
        reward: None,
        springs: None,
        after: None,
    };
    Arc::make_mut(&mut table.setup).tasks.push(sheet);
    table.tasks.push(TaskState::default());
    oracle.tell(Audience::All, || Event::Gm(GmEvent::Task(name.clone())));
}

/// The start die that a restock gives if nothing else is said.
pub fn full(table: &Table, kind: ResourceId) -> DieSize {
    table.resource(kind).start
}
