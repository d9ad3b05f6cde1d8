//! Reach, melee range, threatened hexes, the front arc, and who is engaged with whom.

use crate::table::{Table, WeaponRef};
use referee_engine::{ActorId, space::Place};

/// ST-R51: five points of reach are one hex, and everybody reaches one.
pub const fn hexes(points: u16) -> u16 {
    if points < 5 { 1 } else { points / 5 }
}

/// ST-R51: the best reach of a character, with its body or what it has readied.
pub fn best_reach(table: &Table, who: ActorId) -> u16 {
    let sheet = table.sheet(who);
    u16::from(sheet.reach) + u16::from(sheet.natural_reach().max(longest_weapon(table, who)))
}

/// ST-R56: the reach of the longest weapon in hand; 0 without one.
pub fn longest_weapon(table: &Table, who: ActorId) -> u8 {
    let held = table.actor(who).held.iter().filter_map(|held| table.item_sheet(held.item).melee.as_ref());
    held.map(|melee| melee.reach).max().unwrap_or(0)
}

/// Steps between two characters; those on another level are farther.
pub fn steps(table: &Table, a: ActorId, b: ActorId) -> u32 {
    steps_between(table, table.actor(a).place, table.actor(b).place)
}

/// The same for any two places.
pub fn steps_between(table: &Table, a: Place, b: Place) -> u32 {
    table.setup.space.steps(a, b).max(u32::from(a.z.abs_diff(b.z)))
}

/// ST-R95: does `who` threaten the hex in which `other` stands?
pub fn threatens(table: &Table, who: ActorId, other: ActorId) -> bool {
    table.is_active(who) && steps(table, who, other) <= u32::from(range(table, who))
}

/// ST-R51: the hexes that the reach of a character spans.
pub fn range(table: &Table, who: ActorId) -> u16 {
    hexes(best_reach(table, who))
}

/// ST-R32: is `other` in the front arc of somebody who stands `at` a place and faces so: the three hexes ahead and what lies
/// beyond them?
pub fn is_ahead(table: &Table, at: Place, facing: u8, other: Place) -> bool {
    let space = &table.setup.space;
    space.in_arc(at, space.side_deg(facing), other, 180)
}

/// ST-R94: are the two engaged: is one in the other's melee range?
pub fn engaged(table: &Table, a: ActorId, b: ActorId) -> bool {
    threatens(table, a, b) || threatens(table, b, a)
}

/// ST-226: where an engagement has ended, the next attack is a first one again.
pub fn part(table: &mut Table, who: ActorId) {
    for other in table.ids().filter(|&other| other != who) {
        let either = table.actor(other).settled.contains(who) || table.actor(who).settled.contains(other);
        if either && !engaged(table, who, other) {
            table.actor_mut(who).settled = table.actor(who).settled.without(other);
            table.actor_mut(other).settled = table.actor(other).settled.without(who);
        }
    }
}

/// ST-226: after a defensive action of `who`, everybody's next attack on it is a first one again.
pub fn unsettle(table: &mut Table, who: ActorId) {
    for other in table.ids() {
        table.actor_mut(other).settled = table.actor(other).settled.without(who);
    }
}

/// ST-224: penalty dice for a blow of this reach at somebody who reaches farther.
pub const fn reach_dice(attack: u16, target: u16) -> u8 {
    if target <= attack { 0 } else { (1 + (target - attack) / 5) as u8 }
}

/// The weapons with which `who` can strike: what is in its hands, its body, an effect that it keeps.
pub fn weapons(table: &Table, who: ActorId) -> impl Iterator<Item = WeaponRef> + '_ {
    let actor = table.actor(who);
    let held = actor.held.iter().map(|held| WeaponRef::Item(held.item));
    let body = (0..table.sheet(who).natural.len() as u8).map(WeaponRef::Natural);
    held.chain(body).chain(actor.kept.as_ref().map(|_| WeaponRef::Effect))
}
