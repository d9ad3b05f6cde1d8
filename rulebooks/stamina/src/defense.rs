//! Melee defense and ranged defense: current defense with everything that counts at this moment (ST-206, ST-R41).

pub(crate) mod cover;

pub(crate) use cover::may_be_complete;
pub use cover::{
    CoverRef, MOST_COVER, Pile, Stack, covers, covers_at, is_complete, is_out_of_sight, is_within, stack, stack_at,
};

use crate::{
    Stamina,
    conditions::keeps_own,
    house::{DodgeFormula, Flanking},
    reach::{is_ahead, threatening},
    sheet::{Primary, Secondary},
    table::{Mark, Mode, Posture, Table},
};
use referee_engine::{ActorId, ActorSet};
use serde::{Deserialize, Serialize};

/// ST-R41: the parry bonuses of all readied weapons, none while surprised (ST-220), nor of a weapon that lost it, nor of a
/// broken shield (ST-R89).
#[inline]
pub fn parry(table: &Table, who: ActorId) -> u8 {
    let actor = table.actor(who);
    if actor.is_surprised() {
        return 0;
    }
    let lost = actor.turn.parry_lost;
    if lost.is_empty() {
        return table.hands(who).parry;
    }
    let left = actor.held.iter().filter(|held| !lost.contains(held.item) && !table.is_broken(held.item));
    left.map(|held| table.item_sheet(held.item).melee.map_or(0, |melee| melee.parry)).fold(0, u8::saturating_add)
}

/// ST-218: what several opponents around a character cost it.
#[inline]
pub fn flanked(book: &Stamina, table: &Table, who: ActorId) -> i16 {
    if table.actors.len() < 3 {
        return 0;
    }
    let around: ActorSet = threatening(table, who).iter().filter(|&foe| table.is_awake(foe)).collect(); // ST-R122
    let behind = around.except(if table.lay().far { ahead(table, who, around) } else { table.in_front(who) });
    // Nobody foresees how many there are and where they stand, so there is no branch on it.
    let count = around.len() as i16;
    let counts = i16::from((count > 1) & !behind.is_empty());
    match book.house.flanking {
        Flanking::AllInRange => counts * count,
        Flanking::OutsideArcOnly => counts * behind.len() as i16,
    }
}

/// Who of these is in the front arc of somebody, wherever they stand.
#[inline(never)]
fn ahead(table: &Table, who: ActorId, among: ActorSet) -> ActorSet {
    let me = table.actor(who);
    among.iter().filter(|&foe| is_ahead(table, me.place, me.facing, table.actor(foe).place)).collect()
}

/// ST-196, ST-R84: what Dodge gives for the metres of this turn.
pub fn dodge_bonus(book: &Stamina, table: &Table, who: ActorId) -> i16 {
    let turn = &table.actor(who).turn;
    if !turn.has(Mark::Dodging) {
        return 0;
    }
    let rank = i16::from(table.sheet(who).rank(Secondary::Dodge));
    let steps = (turn.metres / 5) as i16;
    match book.house.dodge {
        DodgeFormula::Product => (1 + rank) * steps,
        DodgeFormula::Sum if steps > 0 => 1 + rank * steps,
        DodgeFormula::Sum => 0,
    }
}

/// How an attack comes: what decides which bonuses count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coming {
    /// A blow, or something that flies?
    pub melee: bool,
    /// ST-194: a Free attack or free strike?
    pub free: bool,
    /// ST-137: a Trip?
    pub trip: bool,
}

/// The numbers that an attack is compared with (ST-R40), and what they are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Defenses {
    /// Current defense: from here on it is no plain miss.
    pub current: i16,
    /// The total, at least 0 (ST-R13): from here on it hits.
    pub total: i16,
    /// ST-R89: the total without the pieces of cover.
    pub uncovered: i16,
    /// Parry bonuses.
    pub parry: i16,
    /// Cover and concealment.
    pub cover: i16,
    /// Posture.
    pub posture: i16,
    /// Flanking, taken off.
    pub flanked: i16,
    /// ST-R41: Trip, Disengage, spells, Dodge.
    pub situation: i16,
    /// The greatest piece of cover.
    pub struck: Option<CoverRef>,
    /// ST-215.
    pub complete: bool,
}

/// ST-R41: melee defense or ranged defense of `target` against `attacker` at this moment.
#[inline(always)] // asked with every blow, which needs two of its numbers
pub fn defenses(book: &Stamina, table: &Table, attacker: ActorId, target: ActorId, coming: Coming) -> Defenses {
    let actor = table.actor(target);
    let own = keeps_own(&book.house, actor);
    let mut situation = actor.guard.as_ref().map_or(0, |guard| i16::from(guard.0));
    if coming.free && actor.turn.has(Mark::Disengaged) {
        situation += 10; // ST-194, ST-R83
    }
    if coming.trip {
        let sheet = table.sheet(target);
        situation += i16::from(sheet.skill(Primary::PersonalMovement)) + i16::from(sheet.rank(Secondary::Balance));
    }
    let stack = stack(table, attacker, target);
    let mut defenses = Defenses {
        current: i16::from(actor.defense),
        cover: i16::from(stack.bonus),
        struck: stack.greatest,
        complete: stack.complete,
        ..Defenses::default()
    };
    if coming.melee {
        defenses.parry = i16::from(parry(table, target));
        defenses.posture = actor.posture.melee();
        if table.clock.mode == Mode::Rounds || table.actors.len() > 2 {
            defenses.flanked = flanked(book, table, target);
        }
    } else {
        if own {
            situation += dodge_bonus(book, table, target);
        }
        defenses.posture = if own || actor.posture == Posture::Standing { actor.posture.ranged() } else { 0 };
    }
    defenses.situation = situation;
    let rest = defenses.current + defenses.parry + situation + defenses.posture - defenses.flanked;
    defenses.total = (rest + defenses.cover).max(0);
    defenses.uncovered = (rest + i16::from(stack.concealment)).max(0);
    defenses
}
