//! The GM corrects a number, and the rules go on from it.

use crate::{
    Crisis, harm, recovery,
    table::{Flag, Table, Wounds},
    turn::MOST_AP,
};
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

/// Sets a number. Wounds are as if they were suffered now.
pub fn set<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, field: Field, value: u8, oracle: &mut O) {
    let now = table.clock.elapsed;
    let mut wounds = Wounds::default();
    wounds.add(now, value.into());
    match field {
        Field::Ap => table.actor_mut(who).ap = value.min(MOST_AP),
        Field::Armour => table.actor_mut(who).armour = value,
        Field::Nonlethal => {
            table.actor_mut(who).nonlethal = wounds;
            recovery::after_healing(book, table, who, oracle);
        }
        Field::Lethal => lethal(book, table, who, wounds, oracle),
    }
}

fn lethal<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, wounds: Wounds, oracle: &mut O) {
    let hp = u16::from(table.sheet(who).hp);
    let count = wounds.count();
    let bleeds = recovery::next_bleeding(book, table);
    let actor = table.actor_mut(who);
    actor.lethal = wounds;
    let dies = count >= 2 * hp || (count >= hp && actor.is(Flag::DiesAtZero));
    if dies {
        if !actor.is_dead() {
            harm::die(table, who, oracle);
        }
        return;
    }
    table.change(who, |actor| {
        actor.set(Flag::Dead, false);
        let dying = count >= hp && !actor.stabilised_until.is_set();
        actor.set(Flag::Dying, dying);
        actor.bleed_at(bleeds.only_if(dying));
    });
    recovery::after_healing(book, table, who, oracle);
}
