//! Move actions (ST-051 to ST-072), posture and facing.

mod climb;
mod effort;
mod jump;
mod step;
mod swim;
mod walk;

pub use climb::ledges;
pub use jump::{Leap, distance as leap, leaps};
pub use step::{is_blocked, is_water, put, walkable, way};
pub use swim::shores;
pub use walk::{distance, may as may_walk, towards, within};

use crate::{
    Event, Stamina,
    actions::Action,
    check::How,
    harm::knock_down,
    reason::Reason,
    table::{Posture, Table},
    turn::{self, Cost},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule, space::Cell};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A movement as it is declared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Move {
    /// Who.
    pub actor: ActorId,
    /// How.
    pub how: Going,
}

/// How somebody moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Going {
    /// ST-057 to ST-059: Walk, Dash or Sprint, along this path; the first cell is the first step.
    On {
        /// Which of the three.
        action: Action,
        /// ST-D11: hex by hex.
        path: SmallVec<[Cell; 8]>,
    },
    /// ST-060: towards this cell.
    Swim {
        /// Where to.
        to: Cell,
        /// ST-D03.
        check: How,
    },
    /// ST-064: up or down to this neighbouring ground.
    Climb {
        /// Where to.
        to: Cell,
        /// ST-D03.
        check: How,
    },
    /// ST-068: in this direction.
    Jump {
        /// The side of the hex.
        side: u8,
        /// ST-D03.
        check: How,
    },
    /// ST-R37: up, with a whole move action.
    StandUp {
        /// Which move it takes the place of.
        action: Action,
    },
    /// ST-R37: down, once per own turn.
    GoDown {
        /// Kneeling or prone.
        to: Posture,
    },
    /// ST-R32: turning is free on one's own turn.
    Face {
        /// The side of the hex.
        side: u8,
    },
}

/// Is this movement possible now?
pub fn legal(book: &Stamina, table: &Table, movement: &Move) -> Result<(), Refusal> {
    let who = movement.actor;
    table.may_act::<Refusal>(who)?;
    match &movement.how {
        Going::On { action, path } => walk::legal(book, table, who, *action, path),
        Going::Swim { to, check } => swim::legal(book, table, who, *to, *check),
        Going::Climb { to, check } => climb::legal(book, table, who, *to, *check),
        Going::Jump { side, check } => jump::legal(book, table, who, *side, *check),
        Going::StandUp { action } => may_stand_up(book, table, who, *action),
        Going::GoDown { to } => {
            let actor = table.actor(who);
            if actor.turn.went_down || *to <= actor.posture {
                return Err(Refusal::by(rule!("ST-R37"), "down", "one goes down once per turn, and not up"));
            }
            Ok(())
        }
        Going::Face { side } if *side < table.setup.space.sides() => Ok(()),
        Going::Face { .. } => Err(Refusal::by(rule!("ST-R32"), "no-side", "a hex has six sides")),
    }
}

/// ST-R37: may it stand up, with this move action?
pub fn may_stand_up<R: Reason>(book: &Stamina, table: &Table, who: ActorId, action: Action) -> Result<(), R> {
    if table.actor(who).posture == Posture::Standing {
        return Err(R::because(|| Refusal::by(rule!("ST-R37"), "standing", "who stands cannot stand up")));
    }
    if !matches!(action, Action::Walk | Action::Dash | Action::Sprint) {
        return Err(R::because(|| Refusal::by(rule!("ST-R37"), "no-move", "standing up takes a move action")));
    }
    turn::may(book, table, who, &Cost::of_move(table, who, action))
}

/// Does a movement.
pub fn resolve<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, movement: &Move, oracle: &mut O) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, movement)?;
    }
    let who = movement.actor;
    match &movement.how {
        Going::On { action, path } => walk::resolve(book, table, who, *action, path, oracle),
        Going::StandUp { action } => {
            let cost = Cost::of_move(table, who, *action);
            turn::declare(book, table, who, &cost, oracle)?;
            if table.is_active(who) {
                table.actor_mut(who).posture = Posture::Standing;
                let (posture, rule) = (Posture::Standing, rule!("ST-R37"));
                oracle.tell(Audience::All, || Event::Posture { who, posture, rule });
            }
            Ok(())
        }
        Going::Swim { to, check } => swim::resolve(book, table, who, *to, *check, oracle),
        Going::Climb { to, check } => climb::resolve(book, table, who, *to, *check, oracle),
        Going::Jump { side, check } => jump::resolve(book, table, who, *side, *check, oracle),
        Going::GoDown { to } => {
            table.actor_mut(who).turn.went_down = true;
            knock_down(table, who, *to, rule!("ST-R37"), oracle)
        }
        Going::Face { side } => {
            table.actor_mut(who).facing = *side;
            oracle.tell(Audience::All, || Event::Faced { who, side: *side });
            Ok(())
        }
    }
}
