//! What a weapon reaches, and for how many Attacks it is at hand (CR-051, CR-063, CR-096, CR-R44, CR-R45, CR-R74).

use crate::{
    Crisis,
    cover::{self, Covered},
    sheet::Weapon,
    table::{Carried, Table},
    turn,
};
use referee_engine::{ActorId, act::Why, bar, space::Cell};
use smallvec::SmallVec;

/// CR-151, CR-152, CR-176, CR-R39, CR-R141: what an Attack Action costs: the weapon's AP, its further Attacks, drawing it.
pub fn cost(book: &Crisis, table: &Table, who: ActorId, at: u8, weapon: &Weapon, attacks: u8) -> u8 {
    let further = attacks.saturating_sub(1) * extra_ap(book, weapon);
    weapon.attack_ap + further + draw(book, table, who, at)
}

/// CR-R39: a weapon's own number, or that of the table if it states neither.
fn extra_ap(book: &Crisis, weapon: &Weapon) -> u8 {
    match (weapon.rof_extra_ap, weapon.rof_extra_hit) {
        (0, 0) => book.house.rof_extra.ap,
        (ap, _) => ap,
    }
}

/// CR-R39: the penalty on this Attack of a burst; none on the first.
pub(super) fn extra_hit(book: &Crisis, weapon: &Weapon, nth: u8) -> i8 {
    let each = match (weapon.rof_extra_ap, weapon.rof_extra_hit) {
        (0, 0) => book.house.rof_extra.hit,
        (_, hit) => hit,
    };
    -((each * nth) as i8)
}

/// CR-R141: what it costs to have this weapon in hand.
pub fn draw(book: &Crisis, table: &Table, who: ActorId, at: u8) -> u8 {
    if table.actor(who).in_hand == at { 0 } else { book.house.draw_ap }
}

/// CR-R60: the number of the range increment in which a distance lies, at least 1.
pub const fn increment_number(distance: u32, increment: u8) -> u32 {
    if increment == 0 || distance == 0 {
        return 1;
    }
    distance.div_ceil(increment as u32)
}

/// CR-R45: how far a weapon reaches at most: its reach, or its greatest range.
pub fn range(book: &Crisis, weapon: &Weapon) -> u32 {
    const FAR: u32 = i32::MAX as u32; // beyond every map
    if weapon.is_melee() {
        return weapon.reach.into();
    }
    let most = match weapon.max_increments {
        0 => book.house.max_range_increments,
        most => Some(most),
    };
    match (weapon.increment, most) {
        (0, _) | (_, None) => FAR,
        (increment, Some(most)) => u32::from(increment) * u32::from(most),
    }
}

/// CR-R45: is a square within reach, or not beyond the greatest range?
pub fn in_range(book: &Crisis, table: &Table, from: Cell, to: Cell, weapon: &Weapon) -> bool {
    table.distance(&book.house, from, to) <= range(book, weapon)
}

/// CR-R44: for how many Attacks a weapon that somebody carries is there and loaded.
pub fn at_hand(carried: &Carried, weapon: &Weapon) -> u8 {
    let left = if weapon.one_use { carried.count } else { u8::MAX };
    let loaded = if weapon.capacity > 0 { carried.loaded } else { u8::MAX };
    left.min(loaded)
}

/// CR-R44: is the weapon at hand and loaded for so many Attacks?
pub fn may_use(table: &Table, who: ActorId, at: u8, attacks: u8) -> Result<&Weapon, Why<'_>> {
    let Some(carried) = table.actor(who).weapons.get(usize::from(at)) else {
        return Err(bar!("CR-175", "no-weapon", "{} has no such weapon", table.name(who)));
    };
    let weapon = &table.setup.weapons[usize::from(carried.weapon)];
    if at_hand(carried, weapon) >= attacks {
        return Ok(weapon);
    }
    if weapon.one_use && carried.count < attacks {
        return Err(bar!("CR-R44", "none-left", "{} has no {} left", table.name(who), &weapon.name));
    }
    Err(bar!("CR-R44", "not-loaded", "{} is loaded for {} more", &weapon.name, carried.loaded))
}

/// CR-044, CR-063, CR-113, CR-R40: are there AP, RoF, and ammunition for so many Attacks?
pub fn may_make<'t>(
    book: &Crisis,
    table: &'t Table,
    who: ActorId,
    at: u8,
    ammo: Option<u8>,
    attacks: u8,
) -> Result<&'t Weapon, Why<'t>> {
    let weapon = may_use(table, who, at, attacks)?;
    if attacks == 0 || attacks > weapon.rof {
        return Err(bar!("CR-063", "too-many-attacks", "{} makes 1 to {} Attacks", &weapon.name, weapon.rof));
    }
    if ammo.is_some_and(|item| !ammunition(table, who, at).contains(&item) || table.actor(who).item(item) < attacks) {
        return Err(bar!("CR-113", "no-ammunition", "there is no such ammunition at hand"));
    }
    turn::afford(table, who, cost(book, table, who, at, weapon, attacks))?;
    Ok(weapon)
}

/// CR-096, CR-R45, CR-R74, CR-R123: can this creature be picked as the target of this weapon? Gives what covers it.
pub fn pick<'t>(
    book: &Crisis,
    table: &'t Table,
    who: ActorId,
    weapon: &'t Weapon,
    target: ActorId,
) -> Result<Covered, Why<'t>> {
    table.known(target)?;
    let (actor, there, name) = (table.actor(who), table.actor(target), table.name(target));
    if target == who {
        return Err(bar!("CR-175", "own-target", "nobody is the target of the own Attack").moot());
    }
    if actor.unaware_of.contains(target) || !there.is_here() {
        return Err(bar!("CR-170", "no-target", "there is no such target").moot());
    }
    if there.is_out_of_sight() && table.hostile(who, target) {
        return Err(bar!("CR-R123", "hidden", "{} is Hidden", name));
    }
    if !in_range(book, table, actor.place.cell, there.place.cell, weapon) {
        return Err(bar!("CR-R45", "out-of-range", "{} is too far away for {}", name, &weapon.name));
    }
    let covered = cover::between(book, table, who, target, weapon);
    if covered.is_total() { Err(bar!("CR-096", "total-cover", "{} is in Total Cover", name)) } else { Ok(covered) }
}

/// CR-R55: can this square be aimed at?
pub fn can_aim_at(book: &Crisis, table: &Table, who: ActorId, weapon: &Weapon, cell: Cell) -> Result<(), Why<'static>> {
    let from = table.actor(who).place.cell;
    if !table.setup.space.contains(cell) || !in_range(book, table, from, cell, weapon) {
        return Err(bar!("CR-R55", "out-of-range", "that square cannot be reached"));
    }
    // The chapter does not say what lies between. What nobody sees through, nobody aims through.
    if !cover::has_line_of_sight(table, from, cell) {
        return Err(bar!("CR-R55", "no-line", "that square cannot be seen"));
    }
    Ok(())
}

/// CR-R55: the squares that a weapon with an area can be aimed at.
pub fn squares(book: &Crisis, table: &Table, who: ActorId, weapon: &Weapon) -> Vec<Cell> {
    table.setup.space.cells().filter(|&cell| can_aim_at(book, table, who, weapon, cell).is_ok()).collect()
}

/// CR-113: the items that somebody has as ammunition for one of its weapons.
pub fn ammunition(table: &Table, who: ActorId, at: u8) -> SmallVec<[u8; 2]> {
    let weapon = table.actor(who).weapons[usize::from(at)].weapon;
    let fits = |item: &u8| table.setup.items[usize::from(*item)].ammo_for == Some(weapon);
    table.actor(who).items.iter().map(|(item, _)| *item).filter(fits).collect()
}
