//! Non-combat actions (ST-235 to ST-271): investigating, watching, searching, sneaking, and the GM's own checks.

mod custom;
mod investigate;
mod search;
mod watch;

pub use investigate::topic_of;
pub use watch::{alertness, sneakers};

use crate::{
    Question, Stamina,
    actions::Action,
    check::{Cause, How, Pool, may_skip_roll},
    conditions::wake,
    reach::steps,
    sheet::Secondary,
    table::{Goal, Mode, Table},
    turn::{self, Cost, Need},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Who, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A non-combat action as it is declared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Look {
    /// Who.
    pub actor: ActorId,
    /// What.
    pub what: Looking,
    /// ST-D03.
    pub how: How,
}

/// What somebody does outside of a fight, or in the middle of one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Looking {
    /// ST-237, ST-D32: about this topic.
    Investigate {
        /// The player's words.
        topic: String,
    },
    /// ST-250.
    KeepWatch,
    /// ST-259.
    Search,
    /// ST-R104.
    Sneak,
    /// ST-271: one of the GM's checks that is not passive.
    Custom {
        /// Which, by its place in the setup.
        check: u8,
    },
    /// ST-R122: somebody who sleeps close by.
    Wake {
        /// Whom.
        target: ActorId,
    },
    /// ST-239: one of the questions about a clue.
    Ask {
        /// The question.
        text: String,
    },
}

impl Looking {
    /// Which action it is.
    pub const fn action(&self) -> Action {
        match self {
            Looking::Investigate { .. } => Action::Investigate,
            Looking::KeepWatch => Action::KeepWatch,
            Looking::Search => Action::Search,
            Looking::Sneak => Action::Sneak,
            Looking::Wake { .. } => Action::Wake,
            Looking::Custom { .. } | Looking::Ask { .. } => Action::Custom,
        }
    }
}

/// The book gives these no turn requirement; in rounds they take the slot, as everything that is no move does.
fn cost(action: Action) -> Cost {
    Cost::of(action, Need::One)
}

/// May this be done now?
pub fn legal(book: &Stamina, table: &Table, look: &Look) -> Result<(), Refusal> {
    let who = look.actor;
    if let Looking::Ask { .. } = look.what {
        return match table.actors.get(who.index()) {
            Some(actor) if actor.questions > 0 => Ok(()),
            _ => Err(Refusal::by(rule!("ST-239"), "no-question", "there is no question left to ask")),
        };
    }
    turn::may::<Refusal>(book, table, who, &cost(look.what.action()))?;
    let opposed = match look.what {
        Looking::KeepWatch => watch::is_opposed(table, who),
        Looking::Sneak => true, // ST-R18
        _ => false,
    };
    may_skip_roll::<Refusal>(table, look.how, opposed)?;
    match &look.what {
        Looking::Search if !book.house.search_items => {
            Err(Refusal::by(rule!("ST-R106"), "no-search", "there is no Search here"))
        }
        Looking::Sneak if table.clock.mode == Mode::Rounds => {
            Err(Refusal::by(rule!("ST-R104"), "in-rounds", "in the middle of a fight nobody slips away unseen"))
        }
        Looking::Custom { check } => match table.setup.customs.get(usize::from(*check)) {
            None => Err(Refusal::plain("no-check", "there is no such check")),
            Some(custom) if custom.passive => {
                Err(Refusal::by(rule!("ST-236"), "passive", "only the GM calls for a passive check"))
            }
            Some(_) => Ok(()),
        },
        Looking::Search => search::may_search(table, who),
        Looking::Wake { target } if !wakeable(table, who).any(|asleep| asleep == *target) => {
            Err(Refusal::by(rule!("ST-R122"), "nobody-asleep", "nobody whom one could wake sleeps within one step"))
        }
        _ => Ok(()),
    }
}

/// ST-245, ST-R99: after a failure a new try needs help.
fn may_try(table: &Table, who: ActorId, goal: Goal) -> Result<(), Refusal> {
    if table.no_retry.contains(&(who, goal)) {
        let why = format!("{} has failed at this; a new try needs help", table.name(who));
        return Err(Refusal::by(rule!("ST-245"), "needs-help", why));
    }
    Ok(())
}

/// Does it.
pub fn resolve<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, look: &Look, oracle: &mut O) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, look)?;
    }
    let who = look.actor;
    if let Looking::Ask { text } = &look.what {
        table.actor_mut(who).questions -= 1;
        oracle.tell(Audience::only(who), || crate::Event::Asks { who, text: text.clone() });
        return Ok(());
    }
    // A topic is free words, so one that needs help is answered and not refused; nothing is spent.
    if let Looking::Investigate { topic } = &look.what
        && may_try(table, who, topic_of(table, topic).1).is_err()
    {
        oracle.tell(Audience::only(who), || crate::Event::NeedsHelp { who });
        return Ok(());
    }
    turn::declare(book, table, who, &cost(look.what.action()), oracle)?;
    if !table.is_active(who) {
        return Ok(());
    }
    match &look.what {
        Looking::Investigate { topic } => investigate::resolve(book, table, who, topic, look.how, oracle),
        Looking::KeepWatch => watch::keep(book, table, who, look.how, oracle),
        Looking::Search => search::resolve(book, table, who, look.how, oracle),
        Looking::Sneak => watch::sneak(book, table, who, oracle),
        Looking::Custom { check } => custom::resolve(book, table, who, *check, look.how, oracle),
        Looking::Wake { target } => {
            wake(table, *target, oracle);
            Ok(())
        }
        Looking::Ask { .. } => Ok(()),
    }
}

/// ST-R122: those who sleep within one step of somebody who knows of them.
pub fn wakeable(table: &Table, who: ActorId) -> impl Iterator<Item = ActorId> + '_ {
    let sleeps = |other: ActorId| table.is_active(other) && table.actor(other).asleep;
    table.ids().filter(move |&other| sleeps(other) && table.is_aware(who, other) && steps(table, who, other) <= 1)
}

/// The GM's call for one of the checks, passive or not (ST-001, ST-D39): the player says how.
pub fn call<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    check: u8,
    oracle: &mut O,
) -> Flow<()> {
    let how = ask_how(table, who, oracle)?;
    custom::resolve(book, table, who, check, how, oracle)
}

/// ST-D03: rolled, or not; taking time only if nobody is rushed.
fn ask_how<O: Oracle<Stamina>>(table: &Table, who: ActorId, oracle: &mut O) -> Flow<How> {
    let rushed = table.is_rushed();
    Ok(How::ALL[oracle.ask(table, Who::Actor(who), &Question::How { rushed })?])
}

/// ST-241, ST-R101, ST-D35: everybody else of the side may aid, side by side: one bonus die, and one for each rank.
fn aid<O: Oracle<Stamina>>(
    table: &Table,
    who: ActorId,
    skill: Option<Secondary>,
    pool: &mut Pool,
    oracle: &mut O,
) -> Flow<()> {
    let others = table.ids().filter(|&other| other != who && table.is_awake(other) && !table.hostile(other, who));
    let asked: SmallVec<[(Who, Question); 8]> =
        others.map(|other| (Who::Actor(other), Question::Aid { who })).collect();
    if asked.is_empty() {
        return Ok(());
    }
    let answers = oracle.ask_all(table, &asked)?;
    // ST-R101: the GM may refuse.
    if answers.contains(&1) && oracle.ask(table, Who::Gm, &Question::AllowAid { who })? == 1 {
        return Ok(());
    }
    for ((other, _), answer) in asked.iter().zip(answers) {
        if let (Who::Actor(other), 1) = (other, answer) {
            pool.gain(Cause::Aid, 1 + skill.map_or(0, |skill| table.sheet(*other).rank(skill)));
        }
    }
    Ok(())
}

/// Where there is nothing to find (`u8::MAX`), there is nothing to be helped with either.
fn forbid(table: &mut Table, who: ActorId, goal: Goal) {
    if goal != Goal::Topic(u8::MAX) && !table.no_retry.contains(&(who, goal)) {
        table.no_retry.push((who, goal));
    }
}
