//! Corrections, and what becomes of those who are down (PR-D33, PR-D37).

use crate::{
    Proficiency,
    table::{Life, Table},
};
use referee_engine::{ActorId, ActorSet, Refusal, rule, space::Cell};
use serde::{Deserialize, Serialize};

/// Conditions that the GM may put on somebody or take away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Imposed {
    /// PR-R44.
    Exposed,
    /// PR-R79.
    Held,
    /// PR-R93.
    Exhausted,
    /// PR-R90: found by all.
    Hidden,
}

impl Imposed {
    /// All of them.
    pub const ALL: [Imposed; 4] = [Imposed::Exposed, Imposed::Held, Imposed::Exhausted, Imposed::Hidden];

    /// In a word.
    pub fn word(self) -> &'static str {
        ["exposed", "held", "exhausted", "hidden"][self as usize]
    }
}

/// What the GM corrects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    /// Hit points.
    Hp {
        /// Whose.
        who: ActorId,
        /// How many.
        hp: i16,
    },
    /// PR-D33: dead, captured, or awake again; or out of the scene.
    Fate {
        /// Whose.
        who: ActorId,
        /// What becomes of it.
        life: Life,
    },
    /// PR-D37, PR-R64.
    Immortal {
        /// Who.
        who: ActorId,
        /// Is it?
        immortal: bool,
    },
    /// A condition on, or off. Hidden from all foes.
    Condition {
        /// Whose.
        who: ActorId,
        /// Which.
        which: Imposed,
        /// On?
        on: bool,
    },
    /// PR-R67: magic on the character.
    Magic {
        /// On whom.
        who: ActorId,
        /// Bonus points.
        points: u8,
    },
    /// Where somebody stands.
    Place {
        /// Who.
        who: ActorId,
        /// Where.
        cell: Cell,
    },
}

impl Correction {
    /// Whom it is about.
    pub fn who(&self) -> ActorId {
        match *self {
            Correction::Hp { who, .. }
            | Correction::Fate { who, .. }
            | Correction::Immortal { who, .. }
            | Correction::Condition { who, .. }
            | Correction::Magic { who, .. }
            | Correction::Place { who, .. } => who,
        }
    }
}

/// What must hold.
pub fn legal(table: &Table, correction: &Correction) -> Result<(), Refusal> {
    let who = correction.who();
    if !table.has(who) {
        return Err(Refusal::plain("unknown-character", "there is no such character"));
    }
    let most = table.sheet(who).hp_max;
    match *correction {
        Correction::Hp { hp, .. } if !(0..=most).contains(&hp) => {
            Err(Refusal::plain("bad-hp", "that many hit points it cannot have").allowing([format!("0 to {most}")]))
        }
        Correction::Hp { hp: 1.., .. } if table.actor(who).life == Life::Dead => {
            let why = format!("{} is dead; the GM says first what becomes of it", table.name(who));
            Err(Refusal::by(rule!("PR-R72"), "dead", why).allowing(["fate life=able"]))
        }
        Correction::Magic { points, .. } if points > 3 => {
            Err(Refusal::by(rule!("PR-R67"), "too-much", "magic gives 0 to 3 bonus points").allowing(["0 to 3"]))
        }
        Correction::Place { cell, .. } => {
            let there = table.occupied(cell).is_none_or(|id| id == who);
            if table.is_mapped() && table.setup.space.contains(cell) && !table.square(cell).blocked && there {
                return Ok(());
            }
            Err(Refusal::by(rule!("PR-R91"), "bad-place", "nobody can stand there"))
        }
        _ => Ok(()),
    }
}

/// Makes it so.
pub fn apply(_book: &Proficiency, table: &mut Table, correction: &Correction) {
    let place = |table: &Table, cell| table.setup.space.on_ground(cell);
    match *correction {
        Correction::Hp { who, hp } => {
            table.actor_mut(who).hp = hp;
            match (table.actor(who).life, hp) {
                (Life::Able, 0) => {
                    table.set_life(who, Life::Down);
                    table.actor_mut(who).resting = true; // PR-R111: nobody fought it
                }
                (Life::Down, 1..) => table.set_life(who, Life::Able),
                _ => {}
            }
        }
        Correction::Fate { who, life } => {
            table.set_life(who, life);
            let actor = table.actor_mut(who);
            match life {
                Life::Able | Life::Captured => actor.hp = actor.hp.max(1),
                Life::Down => (actor.hp, actor.resting) = (0, true),
                Life::Dead => {
                    actor.hp = 0;
                    actor.lasting.reset(); // PR-R106
                }
                Life::Absent => {}
            }
            if life <= Life::Down {
                table.make_room(who);
            }
        }
        Correction::Immortal { who, immortal } => table.sheet_mut(who).immortal = immortal,
        Correction::Condition { who, which, on } => {
            let foes = table.ids().filter(|&id| table.hostile(who, id)).collect::<ActorSet>();
            let actor = table.actor_mut(who);
            match which {
                Imposed::Exposed => actor.exposed = on,
                Imposed::Held => actor.held = on,
                Imposed::Exhausted => actor.exhausted = on,
                Imposed::Hidden => actor.hidden_from.set(if on { foes } else { ActorSet::EMPTY }),
            }
        }
        Correction::Magic { who, points } => table.actor_mut(who).magic = points,
        Correction::Place { who, cell } => {
            let place = place(table, cell);
            table.actor_mut(who).place = place;
        }
    }
}
