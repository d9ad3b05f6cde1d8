//! The GM corrects a number, and the rules go on from it.

use crate::{Crisis, harm, recovery, table::Table, turn::MOST_AP};
use referee_engine::{ActorId, Oracle};
use serde::{Deserialize, Serialize};

/// What can be corrected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// CR-045, CR-046.
    Ap,
    /// CR-117.
    Lethal,
    /// CR-117.
    Nonlethal,
    /// CR-111.
    Armour,
}

impl Field {
    /// All of them, each with the most it can be.
    pub const ALL: [(Field, &'static str, u8); 4] = [
        (Field::Ap, "ap", MOST_AP),
        (Field::Lethal, "lethal", 200),
        (Field::Nonlethal, "nonlethal", 200),
        (Field::Armour, "armour", 20),
    ];
}

/// Sets a number, and draws the consequences.
pub fn set<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, field: Field, value: u8, oracle: &mut O) {
    let now = table.clock.elapsed;
    match field {
        Field::Ap => table.actor_mut(who).ap = value.min(MOST_AP),
        Field::Armour => table.actor_mut(who).armour = value,
        Field::Nonlethal => {
            table.actor_mut(who).nonlethal.correct_to(now, value.into());
            recovery::after_healing(book, table, who, oracle);
        }
        Field::Lethal => lethal(book, table, who, value.into(), oracle),
    }
}

/// CR-118 to CR-120, CR-R97, CR-R161: more lethal wounds may kill it or make it Dying, fewer may end that.
fn lethal<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, count: u16, oracle: &mut O) {
    let (now, hp, dies_at) = (table.clock.elapsed, u16::from(table.sheet(who).hp), harm::dies_at(table, who));
    let actor = table.actor_mut(who);
    let (before, was_dead) = (actor.lethal.count(), actor.dead);
    actor.lethal.correct_to(now, count);
    if count >= dies_at {
        if !was_dead {
            harm::die(table, who, oracle);
        }
        return;
    }
    table.actor_mut(who).dead = false;
    if count >= hp && !table.actor(who).dying && (count > before || was_dead) {
        harm::begin_dying(book, table, who, oracle);
    }
    recovery::after_healing(book, table, who, oracle);
}
