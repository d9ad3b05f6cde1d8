//! The Attack Action: weapon and targets, reactions, the roll, the damage (CR-059 to CR-070, CR-102 to CR-113, CR-175).

mod legal;
mod modifiers;
mod strike;

pub use legal::{
    ammunition, at_hand, can_aim_at, can_strike, cost, draw, in_range, increment_number, legal, may_use, pick, range,
    squares,
};
pub use modifiers::{Asked, modifiers};
pub use strike::{Done, Strike, Struck, ask_cover, damage, read, say_cover, strike, suffer};

use crate::{
    Crisis, Event,
    actions::{area, overwatch, stealth},
    check::Parts,
    sheet::{Pierce, Weapon},
    table::Table,
    turn,
};
use referee_engine::{ActorId, Audience, Face, Flow, Oracle, space::Cell};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An Attack as it is declared (CR-D15 to CR-D17).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks.
    pub actor: ActorId,
    /// With which of its weapons.
    pub weapon: u8,
    /// CR-113: with which ammunition, by its place in the list of items; the plain one if left out.
    pub ammo: Option<u8>,
    /// At what.
    pub aim: Aim,
}

/// What an Attack is aimed at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// CR-064, CR-065: one creature for each Attack of the burst, in order. One for an area Attack.
    At(SmallVec<[ActorId; 3]>),
    /// CR-R55: a square, for an area Attack.
    Square(Cell),
}

/// An Attack as it is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackEvent {
    /// It was declared.
    Declared {
        /// What.
        attack: Attack,
        /// CR-177.
        execute: bool,
        /// CR-182: on Overwatch.
        watching: bool,
    },
    /// CR-R74: the target is in Total Cover by now.
    OutOfReach {
        /// Who.
        at: ActorId,
    },
    /// The Attack roll.
    Rolled {
        /// Who attacks.
        by: ActorId,
        /// Whom; nobody for an area at a square.
        at: Option<ActorId>,
        /// What the dice came to.
        face: Face,
        /// What was added.
        parts: Parts,
        /// How it came out.
        struck: Struck,
        /// The damage before defences, if it hit.
        damage: i16,
    },
    /// CR-081 to CR-085: an area Attack lands elsewhere.
    Scattered {
        /// Who attacked.
        by: ActorId,
        /// The die.
        direction: u8,
        /// Where it lands; `None` beyond the edge of the map.
        at: Option<Cell>,
    },
    /// CR-R27, CR-D29: the attacker is noticed.
    Noticed {
        /// Who.
        who: ActorId,
    },
}

/// CR-175, CR-176: does what was declared.
pub fn resolve<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, attack: &Attack, oracle: &mut O) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, attack)?;
    }
    let weapon = table.weapon(attack.actor, attack.weapon);
    let (ap, can_aim) = (cost(book, table, attack.actor, attack.weapon, weapon, count(attack)), weapon.can_aim());
    oracle.tell(Audience::All, || {
        Event::Attack(AttackEvent::Declared { attack: attack.clone(), execute: false, watching: false })
    });
    turn::spend(book, table, attack.actor, ap, can_aim, oracle);
    if !overwatch::before(book, table, attack.actor, oracle)? {
        return Ok(());
    }
    perform(book, table, attack, oracle)?;
    overwatch::after(book, table, attack.actor, oracle)
}

/// CR-R40: how many Attacks are made.
pub fn count(attack: &Attack) -> u8 {
    match &attack.aim {
        Aim::At(targets) => targets.len() as u8,
        Aim::Square(_) => 1,
    }
}

/// The Attacks themselves, after they are paid for: in a turn or on Overwatch (CR-066, CR-R41).
pub fn perform<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, attack: &Attack, oracle: &mut O) -> Flow<()> {
    let (actor, setup) = (attack.actor, table.setup.clone());
    table.actor_mut(actor).in_hand = attack.weapon;
    let weapon = setup.weapon_of(table.actor(actor), attack.weapon);
    let pierce = pierce(table, attack, weapon);
    if weapon.radius.is_some() {
        use_one(table, attack, weapon);
        area::resolve(book, table, attack, weapon, pierce, oracle)?;
        stealth::reveal_attacker(table, actor, oracle)?;
    } else if let Aim::At(targets) = &attack.aim {
        for (nth, &target) in targets.iter().enumerate() {
            use_one(table, attack, weapon);
            let one = Strike { attacker: actor, weapon, target, nth: nth as u8, pierce, execute: false };
            strike(book, table, &one, oracle)?;
            stealth::reveal_attacker(table, actor, oracle)?; // CR-D29: already the first Attack does
        }
    }
    if weapon.can_aim() {
        table.actor_mut(actor).drop_aim(); // CR-R138: it was for all Attacks of this Action
    }
    Ok(())
}

/// CR-113: the weapon's own, or that of the ammunition.
fn pierce(table: &Table, attack: &Attack, weapon: &Weapon) -> Pierce {
    attack.ammo.map_or(weapon.pierce, |item| table.setup.items[usize::from(item)].pierce.max(weapon.pierce))
}

/// CR-R44: ammunition and things that are gone after one use.
pub fn use_one(table: &mut Table, attack: &Attack, weapon: &Weapon) {
    let actor = table.actor_mut(attack.actor);
    let carried = &mut actor.weapons[usize::from(attack.weapon)];
    if weapon.capacity > 0 {
        carried.loaded = carried.loaded.saturating_sub(1);
    }
    if weapon.one_use {
        carried.count = carried.count.saturating_sub(1);
    }
    if let Some(item) = attack.ammo {
        actor.spend_item(item);
    }
}
