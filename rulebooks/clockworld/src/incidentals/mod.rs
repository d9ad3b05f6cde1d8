//! Incidentals: small acts that need no Action and no Check (CW-019, CW-251 to CW-261).

mod legal;

pub use legal::{is_near, legal};

use crate::{
    Clockworld, Event, Question,
    actions::task::{Object, TaskName},
    harm,
    sheet::ThingId,
    sneak,
    table::{Grip, Table, Taken, Whereabouts},
    turn,
};
use legal::may_handle_again;
use referee_engine::{ActorId, Flow, Oracle, Who, space::Sides};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CW-256: what is said in a Turn is a few quick lines.
pub const LONGEST_SPEECH: usize = 280;

/// An Incidental as it is declared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Incidental {
    /// Who does it.
    pub actor: ActorId,
    /// What.
    pub act: Act,
}

/// CW-252, CW-253: what one quick motion is enough for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Take something that is worn or carried into the hand.
    Draw(ThingId),
    /// Put something held back, in sight or out of it.
    Holster {
        /// What.
        thing: ThingId,
        /// Out of sight?
        hidden: bool,
    },
    /// Pick up something that lies near.
    PickUp(ThingId),
    /// Lay something held down.
    PutDown(ThingId),
    /// Give something held to a friend near by.
    HandOver {
        /// What.
        thing: ThingId,
        /// To whom.
        to: ActorId,
    },
    /// CW-261, CW-D56: tip a table, or turn one that is tipped: from where it gives Cover, in degrees.
    Tip {
        /// What.
        thing: ThingId,
        /// Against what comes from there.
        from: u16,
    },
    /// Open a door, pull a lever.
    Open(ThingId),
    /// Close a door, push a lever back.
    Close(ThingId),
    /// CW-R133: let something fall. At any time.
    Drop(ThingId),
    /// CW-R117: put down what is carried with both hands.
    SetDown,
    /// CW-252, CW-R136: say a few words. At any time.
    Speak(String),
}

impl Act {
    /// CW-257: the object that is handled. CW-R133: letting go is no handling. CW-R135: neither is an Attack with it,
    /// which never comes here.
    pub fn handles(&self) -> Option<ThingId> {
        match *self {
            Act::Draw(thing)
            | Act::PickUp(thing)
            | Act::PutDown(thing)
            | Act::Open(thing)
            | Act::Close(thing)
            | Act::Holster { thing, .. }
            | Act::HandOver { thing, .. }
            | Act::Tip { thing, .. } => Some(thing),
            Act::Drop(_) | Act::SetDown | Act::Speak(_) => None,
        }
    }

    /// CW-R136: possible outside one's own Turn?
    fn is_at_any_time(&self) -> bool {
        matches!(self, Act::Drop(_) | Act::Speak(_))
    }
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentalEvent {
    /// It was done.
    Done {
        /// Who.
        who: ActorId,
        /// What.
        act: Act,
        /// CW-258: did it take an Action?
        action: bool,
    },
    /// CW-R134: the GM found it out of reason.
    Refused {
        /// Who.
        who: ActorId,
    },
    /// CW-198: it does not open.
    Locked {
        /// Who.
        who: ActorId,
        /// What.
        thing: ThingId,
    },
}

/// What may be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentalQuestion {
    /// CW-D54, CW-D55, to the GM who is asked before every Check: Incidental, or too long for the Turn; for the handling
    /// of an object also: an Action, if there is one to take.
    Allow {
        /// Who.
        who: ActorId,
        /// What.
        act: Act,
        /// Can it be an Action?
        action: bool,
    },
    /// To the GM: does what has a lock open at all?
    Locked {
        /// Who tries.
        who: ActorId,
        /// What.
        thing: ThingId,
    },
}

impl IncidentalQuestion {
    /// How many options there are.
    pub fn options(&self) -> usize {
        match self {
            IncidentalQuestion::Allow { action: true, .. } => 3,
            IncidentalQuestion::Allow { .. } | IncidentalQuestion::Locked { .. } => 2,
        }
    }

    /// The option that declines, if there is one; it is the first.
    pub fn decline(&self) -> Option<usize> {
        None
    }
}

/// CW-257, CW-258, CW-259, CW-R131: has this Character handled it before, so that it takes an Action now?
pub fn takes_action(table: &Table, who: ActorId, act: &Act) -> bool {
    act.handles().is_some_and(|thing| table.actor(who).turn.touched.contains(&thing))
}

/// Does what was declared, or refuses it.
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    intent: &Incidental,
    oracle: &mut O,
) -> Flow<()> {
    let (who, act) = (intent.actor, &intent.act);
    legal(book, table, who, act)?;
    let mut action = takes_action(table, who, act);
    // CW-254, CW-255, CW-R134: reason is the limit, and the GM says where it is.
    if table.gm_before_every_check && !action {
        let may = act.handles().is_some() && may_handle_again(book, table, who, act).is_ok();
        let question = Question::Incidental(IncidentalQuestion::Allow { who, act: act.clone(), action: may });
        match oracle.ask(table, Who::Gm, &question)? {
            0 => {}
            1 => {
                oracle.tell(sneak::audience(table, who), || Event::Incidental(IncidentalEvent::Refused { who }));
                return Ok(());
            }
            _ => action = true,
        }
    }
    if let Some(thing) = act.handles() {
        table.actor_mut(who).touch(thing);
        if action {
            // CW-R132: a Task Action with no Check, named "handle" and the object.
            turn::spend(book, table, who, Taken::Task(TaskName::Handle, Object::Thing(thing)), false);
        }
        if let (Act::Open(_), true) = (act, has_lock(table, thing)) {
            let question = Question::Incidental(IncidentalQuestion::Locked { who, thing });
            if oracle.ask(table, Who::Gm, &question)? == 1 {
                oracle.tell(sneak::audience(table, who), || Event::Incidental(IncidentalEvent::Locked { who, thing }));
                return Ok(());
            }
        }
    }
    oracle.tell(sneak::audience(table, who), || {
        Event::Incidental(IncidentalEvent::Done { who, act: act.clone(), action })
    });
    perform(table, who, act, oracle);
    // CW-R112: words are heard, and so is an Action that is not done Sneakily. A quick motion is no Action.
    if action || matches!(act, Act::Speak(_)) {
        sneak::acted_openly(table, who, oracle);
    }
    sneak::notice_in_plain_view(table, oracle);
    Ok(())
}

/// A lock that nobody has got past yet.
fn has_lock(table: &Table, thing: ThingId) -> bool {
    let state = table.thing(thing);
    table.thing_sheet(thing).crack_rank.is_some() && !state.cracked && !state.dismantled
}

fn perform<O: Oracle<Clockworld>>(table: &mut Table, who: ActorId, act: &Act, oracle: &mut O) {
    let place = table.actor(who).place;
    match *act {
        Act::Draw(thing) | Act::PickUp(thing) => take(table, who, thing),
        Act::Holster { thing, hidden } => {
            table.let_go(who, thing, if hidden { Whereabouts::Hidden(who) } else { Whereabouts::Worn(who) });
        }
        Act::PutDown(thing) => table.let_go(who, thing, Whereabouts::Place(place)),
        Act::HandOver { thing, to } => {
            table.let_go(who, thing, Whereabouts::Place(place));
            take(table, to, thing);
        }
        Act::Tip { thing, from } => tip(table, thing, from),
        Act::Open(thing) => operate(table, thing, true),
        Act::Close(thing) => operate(table, thing, false),
        Act::Drop(thing) => harm::drop_thing(table, who, thing, oracle),
        Act::SetDown => drop(harm::set_down(table, who)),
        Act::Speak(_) => {}
    }
}

/// Puts a thing into as many free hands as it fills.
fn take(table: &mut Table, who: ActorId, thing: ThingId) {
    let need = hands(table, thing);
    let free = table.free_arms(who);
    let arms: SmallVec<[u8; 4]> = (0..32).filter(|&arm| free.contains(arm)).take(need).collect();
    let actor = table.actor_mut(who);
    actor.held.extend(arms.into_iter().map(|arm| Grip { arm, thing }));
    table.thing_mut(thing).at = Whereabouts::Held(who);
}

fn hands(table: &Table, thing: ThingId) -> usize {
    usize::from(table.thing_sheet(thing).hands.max(1))
}

/// CW-261, CW-252: it stands on its edge now and gives Cover from one side only.
fn tip(table: &mut Table, thing: ThingId, from: u16) {
    table.thing_mut(thing).tipped = Some(from);
    if let Some(at) = table.thing(thing).piece {
        let piece = &mut table.pieces[usize::from(at)];
        piece.cover = 1;
        piece.from = Sides::From(SmallVec::from_slice(&[from]));
    }
}

/// An open door hinders neither sight nor way.
fn operate(table: &mut Table, thing: ThingId, open: bool) {
    table.thing_mut(thing).open = open;
    let shut = (&table.setup.things[usize::from(thing.0)].piece, table.thing(thing).piece);
    if let (Some(shut), Some(at)) = shut {
        let (sight, way) = (shut.blocks_sight, shut.blocks_move);
        let piece = &mut table.pieces[usize::from(at)];
        piece.blocks_sight = sight && !open;
        piece.blocks_move = way && !open;
    }
}
