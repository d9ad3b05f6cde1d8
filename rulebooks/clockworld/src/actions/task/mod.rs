//! Tasks: dealings with objects and surroundings (CW-191 to CW-228).

mod effects;
mod legal;
pub mod lengthy;
mod name;
mod perceive;
mod settle;

pub use legal::{can_dismantle, can_reach, hopeless, kit_of, legal, workable};
pub use name::{Object, TaskName};
pub use perceive::hidden_from;
pub use settle::{known_rank, stabilize_rank};

use crate::{
    Clockworld, Event,
    check::{Against, Capped, Cause, Causes, Verdict, against_rank_for, possible, prepare},
    rank::Rank,
    sheet::{Length, PartId, Skill, ThingId},
    sneak,
    table::{Mode, Table, Taken, Wholeness},
    turn,
};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle};
use serde::{Deserialize, Serialize};

/// A Task as it is declared (CW-033).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Who.
    pub actor: ActorId,
    /// Which.
    pub name: TaskName,
    /// On what.
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
    /// Nothing.
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

    /// The Skill of its Check.
    pub fn skill(&self) -> Skill {
        match &self.details {
            Details::Own { skill, .. } => *skill,
            Details::None | Details::Care { .. } | Details::Part(_) | Details::Creatures | Details::Words(_) => {
                self.name.skill()
            }
        }
    }

    /// CW-226: is it Skill Capped?
    pub fn capped(&self) -> Capped {
        let capped = match &self.details {
            Details::Own { capped, .. } => *capped,
            Details::None | Details::Care { .. } | Details::Part(_) | Details::Creatures | Details::Words(_) => {
                self.name.is_capped()
            }
        };
        if capped { Capped::Yes } else { Capped::No }
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
        /// The Task.
        task: Task,
        /// Actions of work still to do.
        actions_left: u16,
        /// Seconds of story time still to pass.
        seconds_left: u64,
    },
    /// CW-R118: one Action of work was done.
    Worked {
        /// The Task.
        task: Task,
        /// Actions of work still to do.
        actions_left: u16,
        /// Seconds of story time still to pass.
        seconds_left: u64,
    },
    /// CW-223: the time is over, or its object is gone.
    Lost {
        /// The Task.
        task: Task,
    },
    /// CW-R09: it is harder than anybody can do, and is not tried.
    Impossible {
        /// The Task.
        task: Task,
        /// Its Rank.
        rank: Rank,
    },
    /// CW-194: it failed.
    Failed {
        /// The Task.
        task: Task,
    },
    /// It succeeded.
    Done {
        /// The Task.
        task: Task,
    },
    /// CW-201, CW-R116: an object is broken.
    Broken {
        /// What.
        thing: ThingId,
        /// How it is now.
        state: Wholeness,
    },
    /// CW-204: Injuries were treated.
    Stabilized {
        /// Who did it.
        by: ActorId,
        /// Whose.
        who: ActorId,
        /// How many.
        injuries: u8,
    },
    /// CW-R51: a limb works again.
    Restored {
        /// Whose.
        who: ActorId,
        /// Which.
        part: PartId,
    },
    /// CW-R114: somebody looks for hidden creatures.
    Searched {
        /// The Check.
        check: crate::check::Check,
        /// What the dice showed, if any were rolled.
        face: Option<referee_engine::Face>,
    },
    /// CW-R114: a hidden creature was found, and the finder knows of it now.
    Found {
        /// Who found it.
        by: ActorId,
        /// Whom.
        whom: ActorId,
    },
}

/// What may be asked in a Task, always of the GM.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskQuestion {
    /// CW-D41: the Rank.
    Rank(Box<Task>),
    /// CW-D42: Lengthy or not, and how long.
    Length(Box<Task>),
    /// CW-D45, CW-R123: how old the tracks are.
    Age,
    /// CW-D45, CW-R123: how hard the ground is.
    Ground,
    /// CW-D19, CW-R116: destroyed or damaged?
    Broken(ThingId),
}

impl TaskQuestion {
    /// CW-D42: how long a Task may take, with the words for it.
    pub const LENGTHS: [(Option<Length>, &'static str); 14] = [
        (None, "now"),
        (Some(Length::Actions(2)), "2-actions"),
        (Some(Length::Actions(3)), "3-actions"),
        (Some(Length::Actions(4)), "4-actions"),
        (Some(Length::Actions(5)), "5-actions"),
        (Some(Length::Actions(10)), "10-actions"),
        (Some(Length::Minutes(1)), "1-minute"),
        (Some(Length::Minutes(5)), "5-minutes"),
        (Some(Length::Minutes(10)), "10-minutes"),
        (Some(Length::Minutes(30)), "30-minutes"),
        (Some(Length::Hours(1)), "1-hour"),
        (Some(Length::Hours(2)), "2-hours"),
        (Some(Length::Hours(4)), "4-hours"),
        (Some(Length::Hours(8)), "8-hours"),
    ];
    /// CW-R123: what old tracks add; the GM may choose more.
    pub const AGES: [&'static str; 4] = ["fresh", "old", "very-old", "nearly-gone"];
    /// CW-R123: what hard ground adds; the GM may choose more.
    pub const GROUNDS: [&'static str; 4] = ["soft", "hard", "very-hard", "washed-out"];

    /// How many options there are.
    pub fn options(&self) -> usize {
        match self {
            TaskQuestion::Rank(_) => Rank::NAMES.len(),
            TaskQuestion::Length(_) => TaskQuestion::LENGTHS.len(),
            TaskQuestion::Age => TaskQuestion::AGES.len(),
            TaskQuestion::Ground => TaskQuestion::GROUNDS.len(),
            TaskQuestion::Broken(_) => 2,
        }
    }

    /// What a GM usually says: Novice, and nothing that makes it harder or longer.
    pub fn usual(&self) -> usize {
        match self {
            TaskQuestion::Rank(_) => 1,
            TaskQuestion::Length(_) | TaskQuestion::Age | TaskQuestion::Ground | TaskQuestion::Broken(_) => 0,
        }
    }

    /// The option that declines: none, the GM has to say.
    pub fn decline(&self) -> Option<usize> {
        None
    }
}

/// CW-033, CW-192: does what was declared, or refuses it.
pub fn resolve<O: Oracle<Clockworld>>(book: &Clockworld, table: &mut Table, task: &Task, oracle: &mut O) -> Flow<()> {
    legal(book, table, task)?;
    oracle.tell(audience(table, task.actor), || Event::Task(TaskEvent::Declared(task.clone())));
    let settled = settle::settle(table, task, oracle)?;
    if possible(book, settled.rank).is_err() {
        // CW-R09: the GM has made it so hard that nobody can do it, and it costs nothing to hear that.
        oracle.tell(audience(table, task.actor), || {
            Event::Task(TaskEvent::Impossible { task: task.clone(), rank: settled.rank })
        });
        return Ok(());
    }
    if let Some(length) = settled.length {
        return lengthy::start(book, table, task, settled.rank, length, oracle);
    }
    spend(book, table, task);
    attempt(book, table, task, settled.rank, oracle)
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
fn attempt<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    task: &Task,
    rank: Rank,
    oracle: &mut O,
) -> Flow<()> {
    let causes = Causes::NONE.and_if(task.focus, Cause::Focus); // CW-022, CW-225
    let check = prepare(book, table, task.actor, task.skill(), Against::Nobody, causes, oracle)?;
    if task.details == Details::Creatures {
        perceive::search(book, table, &check, oracle)?;
    } else {
        let (name, rule, to) = (task.name.named(), task.name.rule(), audience(table, task.actor));
        let verdict: Verdict = against_rank_for(book, &check, rank, task.capped(), name, rule, to, oracle)?;
        if verdict.is_success() {
            effects::succeed(book, table, task, oracle)?;
        } else {
            oracle.tell(to, || Event::Task(TaskEvent::Failed { task: task.clone() }));
        }
    }
    noticed(book, table, task, oracle)
}

/// CW-273: those who do not know of a Character do not learn what it does.
pub(crate) fn audience(table: &Table, who: ActorId) -> Audience {
    let not: ActorSet = table.ids().filter(|&other| table.actor(other).unaware_of.contains(who)).collect();
    if not.is_empty() { Audience::All } else { Audience::AllBut(not) }
}

/// CW-187, CW-188, CW-R112: a Sneak Check if it was done Sneakily, else those around notice who does it.
fn noticed<O: Oracle<Clockworld>>(book: &Clockworld, table: &mut Table, task: &Task, oracle: &mut O) -> Flow<()> {
    if task.sneakily {
        return sneak::after_action(book, table, task.actor, oracle);
    }
    sneak::reveal_to_observers(table, task.actor, oracle);
    Ok(())
}
