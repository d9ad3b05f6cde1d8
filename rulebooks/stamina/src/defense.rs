//! Melee defense and ranged defense: current defense with everything that counts at this moment (ST-206, ST-R41).

mod cover;

pub use cover::{
    CoverRef, MOST_COVER, Stack, covers, covers_at, is_complete, is_out_of_sight, is_within, stack, stack_at,
};

use crate::{
    Stamina,
    conditions::keeps_own,
    house::{DodgeFormula, Flanking},
    reach::{is_ahead, threatens},
    sheet::{Primary, Secondary},
    table::{Posture, Table, WeaponRef},
};
use referee_engine::ActorId;
use serde::{Deserialize, Serialize};

/// ST-R41: the parry bonuses of all readied weapons, none while surprised (ST-220), nor of a weapon that lost it, nor of a
/// broken shield (ST-R89).
pub fn parry(table: &Table, who: ActorId) -> u8 {
    let actor = table.actor(who);
    if actor.is_surprised() {
        return 0;
    }
    let has_lost = |item| actor.turn.parry_lost.contains(&WeaponRef::Item(item)) || table.is_broken(item);
    let left = actor.held.iter().filter(|held| !has_lost(held.item));
    left.map(|held| table.item_sheet(held.item).melee.map_or(0, |melee| melee.parry)).fold(0, u8::saturating_add)
}

/// ST-218: what several opponents around a character cost it, who are awake (ST-R122).
pub fn flanked(book: &Stamina, table: &Table, who: ActorId) -> i16 {
    let me = table.actor(who);
    let (mut around, mut behind) = (0, 0);
    for (_, foe) in table.foes(who).filter(|(id, _)| table.is_awake(*id) && threatens(table, *id, who)) {
        around += 1;
        behind += i16::from(!is_ahead(table, me.place, me.facing, foe.place));
    }
    match book.house.flanking {
        _ if around < 2 || behind == 0 => 0,
        Flanking::AllInRange => around,
        Flanking::OutsideArcOnly => behind,
    }
}

/// ST-196, ST-R84: what Dodge gives for the metres of this turn.
pub fn dodge_bonus(book: &Stamina, table: &Table, who: ActorId) -> i16 {
    let turn = &table.actor(who).turn;
    if !turn.dodging {
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
pub fn defenses(book: &Stamina, table: &Table, attacker: ActorId, target: ActorId, coming: Coming) -> Defenses {
    let actor = table.actor(target);
    let own = keeps_own(&book.house, actor);
    let mut situation = actor.guard.as_ref().map_or(0, |guard| i16::from(guard.0));
    if coming.free && actor.turn.disengaged {
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
        defenses.flanked = flanked(book, table, target);
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
