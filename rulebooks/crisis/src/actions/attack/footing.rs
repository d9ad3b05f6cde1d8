//! What is added to an Attack roll, and what of it is known before anybody answers (CR-062, CR-080).

use super::{Edge, Strike, legal::extra_hit};
use crate::{
    Crisis,
    check::{Sum, Why},
    cover::{self, Covered},
    sheet::WeaponKind,
    table::Table,
};
use referee_engine::ActorId;

/// What an Attack on one creature rests on before anybody answers and dice fall: it follows from where the two are, how they
/// hold themselves, and the weapon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Footing {
    /// CR-093.
    pub(super) covered: Covered,
    /// CR-062: what is added to the roll, but for what the Attack itself brings: a burst, aim, drink, the GM's word.
    modifier: i16,
}

impl Footing {
    /// As it is now.
    #[inline(never)] // a run remembers it
    pub fn of(book: &Crisis, table: &Table, strike: Strike<'_>) -> Footing {
        let covered = cover::between(book, table, strike.attacker, strike.target, strike.weapon(table));
        let asked = Asked { covered, drunk: (0, Why::Drunk), gm: 0 };
        let modifier = in_full(book, table, strike, asked) - own(book, table, &strike, asked);
        Footing { covered, modifier: modifier as i16 }
    }
}

/// What differs from Attack to Attack, asked for before the roll.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// CR-093.
    pub covered: Covered,
    /// CR-R144.
    pub drunk: (i8, Why),
    /// CR-D19.
    pub gm: i8,
}

/// CR-062, CR-080, CR-R47: everything that is added to an Attack roll; a throw is a ranged Attack like any other. `target` is left out for an area at bare ground.
#[inline(always)] // into the roll; what tells of it has its own
pub fn modifiers<S: Sum>(
    book: &Crisis,
    table: &Table,
    strike: &Strike<'_>,
    target: Option<ActorId>,
    asked: Asked,
    sum: &mut S,
) {
    let Strike { attacker, edge, nth, .. } = *strike;
    let weapon = strike.weapon(table);
    let (sheet, actor) = (table.sheet(attacker), table.actor(attacker));
    let kind = usize::from(!weapon.is_melee());
    sum.add(weapon.hit, Why::Hit);
    sum.add(sheet.attack_mod[kind] + sheet.skill_mod(weapon.skill), Why::Traits);
    if nth > 0 {
        sum.add(extra_hit(edge, nth), Why::Burst);
    }
    if kind == 1 {
        sum.add(aim(book, table, attacker, edge, target), Why::Aim);
        let steadied = match weapon.kind {
            WeaponKind::Ranged => true,
            WeaponKind::Thrown => book.house.stance_bonus_thrown,
            WeaponKind::Melee | WeaponKind::Spell => false,
        };
        if steadied {
            sum.add(actor.stance.steadies(), Why::Steady(actor.stance)); // CR-201, CR-204
        }
    }
    if let Some(target) = target {
        let stance = table.actor(target).stance;
        if kind == 0 {
            sum.add(stance.exposes(), Why::Exposed(stance)); // CR-202, CR-205
        }
        cover_modifier(book, asked.covered, sum);
        if book.house.range_penalty_per_increment > 0 && kind == 1 {
            let distance = table.distance(&book.house, actor.place.cell, table.actor(target).place.cell);
            let beyond = super::increment_number(distance, weapon.increment) - 1;
            sum.add(-((beyond as i8).saturating_mul(book.house.range_penalty_per_increment as i8)), Why::Range);
        }
    }
    for (at, circumstance) in table.setup.circumstances.iter().enumerate() {
        if circumstance.attacks[kind] && crate::actions::task::holds(table, attacker, at as u8) {
            sum.add(-1, Why::Unfavorable(at as u8)); // CR-025
        }
    }
    sum.add(asked.drunk.0, asked.drunk.1);
    sum.add(asked.gm, Why::Gm);
}

/// CR-185, CR-R64, CR-R140: what Take Aim brings to an Attack.
#[inline]
fn aim(book: &Crisis, table: &Table, attacker: ActorId, edge: &Edge, target: Option<ActorId>) -> i8 {
    let actor = table.actor(attacker);
    let counts = |at: ActorId| !book.house.aim_one_target || Some(at) == target;
    if actor.aim > 0 && edge.can_aim() && actor.aim_at.is_none_or(counts) { actor.aim as i8 } else { 0 }
}

/// CR-062, CR-080: the sum of the [modifiers] on the roll of an Attack on somebody.
#[inline]
pub(super) fn modifier(book: &Crisis, table: &Table, strike: &Strike<'_>, footing: Footing, asked: Asked) -> i32 {
    if asked.covered != footing.covered {
        return in_full(book, table, *strike, asked); // CR-D18: the GM has said so
    }
    let sum = i32::from(footing.modifier) + own(book, table, strike, asked);
    debug_assert_eq!(sum, in_full(book, table, *strike, asked), "a footing lasts while nobody moves or falls");
    sum
}

/// What the Attack itself brings to it.
#[inline]
fn own(book: &Crisis, table: &Table, strike: &Strike<'_>, asked: Asked) -> i32 {
    let burst = extra_hit(strike.edge, strike.nth);
    let aim = aim(book, table, strike.attacker, strike.edge, Some(strike.target));
    i32::from(burst) + i32::from(aim) + i32::from(asked.drunk.0) + i32::from(asked.gm)
}

/// All of it. Given by value, so that a strike whose footing is known need not be in memory.
#[inline(never)]
fn in_full(book: &Crisis, table: &Table, strike: Strike<'_>, asked: Asked) -> i32 {
    let mut sum = 0;
    modifiers(book, table, &strike, Some(strike.target), asked, &mut sum);
    sum
}

/// CR-092 to CR-095, CR-R71: the better of object and stance cover, or both.
#[inline]
fn cover_modifier<S: Sum>(book: &Crisis, covered: Covered, sum: &mut S) {
    let Covered { object, stance } = covered;
    if book.house.stance_cover_stacks {
        sum.add(object.penalty(), Why::Covered(object));
        sum.add(stance.penalty(), Why::StanceCover(stance));
    } else if stance > object {
        sum.add(stance.penalty(), Why::StanceCover(stance));
    } else {
        sum.add(object.penalty(), Why::Covered(object));
    }
}
