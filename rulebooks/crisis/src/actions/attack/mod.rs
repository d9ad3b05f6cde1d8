//! The Attack Action: weapon and targets, reactions, the roll, the damage (CR-059 to CR-070, CR-102 to CR-113, CR-175).

mod edge;
mod footing;
mod legal;
mod strike;

pub use edge::Edge;
pub use footing::{Asked, Footing, modifiers};
pub use legal::{
    ammunition, at_hand, can_aim_at, can_strike, cost, cover_of, draw, in_range, increment_number, legal, may_use,
    pick, range, squares,
};
pub use strike::{Done, Strike, Struck, ask_cover, damage, read, say_cover, strike, suffer};

use crate::{
    Crisis, Event,
    actions::{area, overwatch, stealth},
    check::Parts,
    sheet::Pierce,
    table::{Table, runs_out},
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

/// What an Attack Action comes down to before anybody answers and dice fall: what it costs, and what it rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prepared {
    ap: u8,
    edge: Edge,
    footing: Footing,
}

impl Prepared {
    /// Of an Attack on one creature, once or in a burst.
    pub fn of(book: &Crisis, table: &Table, attack: &Attack) -> Option<Prepared> {
        let (actor, weapon) = (attack.actor, table.weapon(attack.actor, attack.weapon));
        let Aim::At(targets) = &attack.aim else { return None };
        let &target = targets.first().filter(|&first| targets.iter().all(|target| target == first))?;
        if weapon.radius.is_some() {
            return None;
        }
        let edge = Edge::of(book, table, actor, attack.weapon);
        let pierce = edge.pierce;
        let strike = Strike { attacker: actor, edge: &edge, target, nth: 0, pierce, execute: false, footing: None };
        let ap = cost(book, table, actor, attack.weapon, weapon, count(attack));
        Some(Prepared { ap, edge, footing: Footing::of(book, table, strike) })
    }
}

/// CR-175, CR-176: does what was declared.
#[inline]
pub fn resolve<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    attack: &Attack,
    prepared: Option<&Prepared>,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, attack)?;
    }
    let found;
    let (edge, ap, footing) = match prepared {
        // Whoever watches may change where somebody is before the first Attack.
        Some(Prepared { ap, edge, footing }) => {
            (edge, *ap, Some(footing).filter(|_| !overwatch::anybody_watches(table, attack.actor)))
        }
        None => {
            let weapon = table.weapon(attack.actor, attack.weapon);
            let ap = cost(book, table, attack.actor, attack.weapon, weapon, count(attack));
            found = Edge::of(book, table, attack.actor, attack.weapon);
            (&found, ap, None)
        }
    };
    oracle.tell(Audience::All, || {
        Event::Attack(AttackEvent::Declared { attack: attack.clone(), execute: false, watching: false })
    });
    turn::spend(book, table, attack.actor, ap, edge.can_aim(), oracle);
    if !overwatch::before(book, table, attack.actor, oracle)? {
        return Ok(());
    }
    perform(book, table, attack, edge, footing, oracle)?;
    overwatch::after(book, table, attack.actor, oracle)
}

/// CR-R40: how many Attacks are made.
#[inline]
pub fn count(attack: &Attack) -> u8 {
    match &attack.aim {
        Aim::At(targets) => targets.len() as u8,
        Aim::Square(_) => 1,
    }
}

/// The Attacks themselves, after they are paid for: in a turn or on Overwatch (CR-066, CR-R41). What they rest on may be known.
#[inline(always)] // into the Action; the Attacks themselves are apart
pub fn perform<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    attack: &Attack,
    edge: &Edge,
    footing: Option<&Footing>,
    oracle: &mut O,
) -> Flow<()> {
    let actor = attack.actor;
    table.actor_mut(actor).in_hand = attack.weapon;
    // What an Attack on one creature rests on is never known of one on an area.
    if footing.is_none() && table.setup.weapons[usize::from(edge.weapon)].radius.is_some() {
        use_one(table, attack, edge);
        area::resolve(book, table, attack, edge, pierce(table, attack, edge), oracle)?;
        stealth::reveal_attacker(table, actor, oracle)?;
    } else if let Aim::At(targets) = &attack.aim {
        let poise = targets.first().map_or(0, |&first| table.actor(first).poise());
        for (nth, &target) in targets.iter().enumerate() {
            // A footing is of a burst on one creature, and nobody else moves or falls in between.
            let footing = footing.filter(|_| nth == 0 || table.actor(target).poise() == poise);
            one_of_a_burst(book, table, attack, edge, nth as u8, target, footing, oracle)?;
        }
    }
    // CR-R138: the aim was for all Attacks of this Action.
    table.actor_mut(actor).keep_aim(!edge.can_aim());
    put_away(table, attack, edge);
    Ok(())
}

/// CR-064, CR-R44: one Attack of a burst.
#[inline(never)] // a burst is short, and what a loop would keep at hand for all of it is more than a call
#[allow(clippy::too_many_arguments, reason = "an attack has this many parts")]
fn one_of_a_burst<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    attack: &Attack,
    edge: &Edge,
    nth: u8,
    target: ActorId,
    footing: Option<&Footing>,
    oracle: &mut O,
) -> Flow<()> {
    let (attacker, pierce) = (attack.actor, pierce(table, attack, edge));
    use_one(table, attack, edge);
    let one = Strike { attacker, edge, target, nth, pierce, execute: false, footing };
    strike(book, table, &one, oracle)?;
    stealth::reveal_attacker(table, attacker, oracle) // CR-D29: already the first Attack does
}

/// CR-113: the weapon's own, or that of the ammunition.
#[inline]
fn pierce(table: &Table, attack: &Attack, edge: &Edge) -> Pierce {
    attack.ammo.map_or(edge.pierce, |item| table.setup.items[usize::from(item)].pierce.max(edge.pierce))
}

/// Keeps in mind what is left of a weapon that was used, if that makes a difference.
#[inline]
pub fn put_away(table: &mut Table, attack: &Attack, edge: &Edge) {
    if runs_out(table.actor(attack.actor).weapons[usize::from(attack.weapon)], edge) {
        table.know_arms(attack.actor);
    }
}

/// CR-R44: ammunition and things that are gone after one use. After the last Attack of an Action comes [`put_away`].
#[inline(always)]
pub fn use_one(table: &mut Table, attack: &Attack, edge: &Edge) {
    let actor = table.actor_mut(attack.actor);
    let carried = &mut actor.weapons[usize::from(attack.weapon)];
    carried.loaded = carried.loaded.saturating_sub(edge.loads);
    carried.count = carried.count.saturating_sub(edge.pieces);
    if let Some(item) = attack.ammo {
        actor.spend_item(item);
    }
}
