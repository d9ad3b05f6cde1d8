//! Reach, melee range, threatened hexes, the front arc, and who is engaged with whom.

use crate::table::{Table, WeaponRef};
use referee_engine::{
    ActorId, ActorSet,
    space::{Cell, Place, Space},
};

/// ST-R51: five points of reach are one hex, and everybody reaches one.
#[inline]
pub const fn hexes(points: u16) -> u16 {
    if points < 5 { 1 } else { points / 5 }
}

/// ST-R51: the best reach of a character, with its body or what it has readied.
#[inline]
pub fn best_reach(table: &Table, who: ActorId) -> u16 {
    // A weapon without reach of its own adds nothing to the body's.
    let facts = table.setup.sheets.facts(who);
    (u16::from(facts.reach) + u16::from(table.hands(who).reach)).max(facts.body_reach)
}

/// ST-R56: the reach of the longest weapon in hand; 0 without one.
pub fn longest_weapon(table: &Table, who: ActorId) -> u8 {
    table.hands(who).reach
}

/// Steps between two characters; those on another level are farther.
#[inline]
pub fn steps(table: &Table, a: ActorId, b: ActorId) -> u32 {
    steps_between(table, table.actor(a).place, table.actor(b).place)
}

/// The same for any two places.
#[inline]
pub fn steps_between(table: &Table, a: Place, b: Place) -> u32 {
    table.setup.space.steps(a, b).max(u32::from(a.z.abs_diff(b.z)))
}

/// ST-R95: does `who` threaten the hex in which `other` stands?
#[inline]
pub fn threatens(table: &Table, who: ActorId, other: ActorId) -> bool {
    table.is_active(who) && (table.beside(other).contains(who) || reaches_far(table, who, other))
}

/// ST-R95: the opponents who threaten the hex in which `who` stands. Everybody reaches one hex (ST-R51), so that weapons
/// matter beyond that only, and only where somebody has one that is long enough.
#[inline(always)]
pub fn threatening(table: &Table, who: ActorId) -> ActorSet {
    let foes = table.actors.active().both(table.setup.sheets.foes(who));
    let near = foes.both(table.beside(who));
    if !table.lay().far {
        return near;
    }
    foes.except(near).iter().filter(|&foe| reaches_far(table, foe, who)).fold(near, ActorSet::with)
}

/// ST-R51: does its weapon reach somebody who does not stand beside it?
#[inline]
fn reaches_far(table: &Table, who: ActorId, other: ActorId) -> bool {
    table.lay().far && {
        let most = u32::from(range_of_all(table));
        let steps = steps(table, who, other);
        steps <= most && steps <= u32::from(range(table, who))
    }
}

/// ST-R51: the hexes that the reach of a character spans.
#[inline(always)]
pub fn range(table: &Table, who: ActorId) -> u16 {
    if table.lay().far { hexes(best_reach(table, who)) } else { 1 }
}

/// ST-R51: nobody here reaches farther than so many hexes, whatever is taken in hand.
pub fn range_of_all(table: &Table) -> u16 {
    hexes(table.setup.sheets.longest(table.setup.items.longest()))
}

/// ST-R32: is `other` in the front arc: the three hexes ahead and what lies beyond them?
#[inline]
pub fn in_front(table: &Table, who: ActorId, other: ActorId) -> bool {
    let me = table.actor(who);
    is_ahead(table, me.place, me.facing, table.actor(other).place)
}

/// The same for any place and facing.
#[inline]
pub fn is_ahead(table: &Table, at: Place, facing: u8, other: Place) -> bool {
    let space = &table.setup.space;
    is_in_front(space, at, space.side_deg(facing), other)
}

/// The same for a facing in degrees.
#[inline]
pub fn is_in_front(space: &Space, at: Place, facing: u16, other: Place) -> bool {
    space.in_arc(at, facing, other, 180)
}

/// ST-R94: are the two engaged: is one in the other's melee range?
pub fn engaged(table: &Table, a: ActorId, b: ActorId) -> bool {
    threatens(table, a, b) || threatens(table, b, a)
}

/// ST-226: where an engagement has ended, the next attack is a first one again.
pub fn part(table: &mut Table, who: ActorId) {
    let (mine, me) = (table.actor(who).settled, ActorSet::EMPTY.with(who));
    if mine.is_empty() && !table.actors.iter().any(|other| other.settled.meets(me)) {
        return;
    }
    for other in table.ids().filter(|&other| other != who) {
        let either = table.actor(other).settled.contains(who) || table.actor(who).settled.contains(other);
        if either && !engaged(table, who, other) {
            table.actor_mut(who).settled = table.actor(who).settled.without(other);
            table.actor_mut(other).settled = table.actor(other).settled.without(who);
        }
    }
}

/// The same after every step of a way, where nobody reaches farther than one hex: whoever is not beside the mover all the way
/// is engaged with it no longer.
pub fn part_on_the_way(table: &mut Table, who: ActorId, path: &[Cell]) {
    let mine = table.actor(who).settled;
    let others = (0..).map(ActorId).zip(table.actors.iter());
    let me = ActorSet::EMPTY.with(who);
    let with_me: ActorSet = others.filter(|(_, other)| other.settled.meets(me)).map(|(other, _)| other).collect();
    for other in mine.union(with_me).iter() {
        let there = table.actor(other).place;
        let is_beside = |&cell: &Cell| steps_between(table, table.setup.space.on_ground(cell), there) <= 1;
        if !path.iter().all(is_beside) {
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
#[inline]
pub const fn reach_dice(attack: u16, target: u16) -> u8 {
    let beyond = target.saturating_sub(attack);
    (beyond > 0) as u8 + (beyond / 5) as u8
}

/// The weapons with which `who` can strike: what is in its hands, its body, an effect that it keeps.
#[inline]
pub fn weapons(table: &Table, who: ActorId) -> impl Iterator<Item = WeaponRef> + '_ {
    let (actor, body) = (table.actor(who), table.sheet(who).natural.len());
    let held = actor.held;
    let count = held.len() + body + usize::from(actor.kept.is_some());
    (0..count).map(move |at| match held.get(at) {
        Some(held) => WeaponRef::Item(held.item),
        None if at - held.len() < body => WeaponRef::Natural((at - held.len()) as u8),
        None => WeaponRef::Effect,
    })
}
