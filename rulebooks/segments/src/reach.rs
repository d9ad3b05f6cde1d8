//! With what somebody can be struck at: range, sight, and whether the weapon is ready (SE-R69, SE-R82, SE-R116).

use crate::{
    Segments,
    acts::attack::Target,
    gear,
    sheet::{Tag, Weapon, WeaponRef},
    table::{Table, Whereabouts},
};
use referee_engine::{ActorId, act::Why, bar, space::Place};

/// How a weapon gets to its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// SE-R114: it leaves the hand.
    pub thrown: bool,
    /// It is shot: ammunition, loading.
    pub shot: bool,
    /// SE-R69: beyond its range.
    pub far: bool,
}

impl Manner {
    /// With the weapon in hand.
    pub fn is_melee(self) -> bool {
        !(self.thrown | self.shot)
    }
}

/// SE-R69, SE-R114: how a weapon would strike at this distance; `None` if it cannot. `throw`: although it reaches.
pub fn manner(book: &Segments, weapon: &Weapon, feet: u32, throw: bool) -> Option<Manner> {
    if !throw && weapon.reach_ft > 0 && feet <= u32::from(weapon.reach_ft) {
        return Some(Manner { thrown: false, shot: false, far: false });
    }
    let range = u32::from(weapon.range_ft);
    let far = feet > range;
    if range == 0 || (far && !(book.house.long_range && feet <= 2 * range)) {
        return None;
    }
    let thrown = weapon.tags.has(Tag::Thrown);
    Some(Manner { thrown, shot: !thrown, far })
}

/// Where a target is.
pub fn place_of(table: &Table, target: Target) -> Option<Place> {
    match target {
        Target::Body(who) => table.actors.get(who.index()).map(|actor| actor.place),
        Target::Thing(thing) => table.things.get(thing.index())?.at.place(),
    }
}

/// Is the weapon ready to be used: in hand (SE-056), both hands for it (SE-R116), loaded (SE-R41), with ammunition (SE-R08)?
pub fn ready(table: &Table, who: ActorId, weapon: WeaponRef) -> Result<&Weapon, Why<'_>> {
    let Some(numbers) = table.weapon(who, weapon) else {
        return Err(bar!(_, "no-weapon", "that is no weapon"));
    };
    let WeaponRef::Thing(thing) = weapon else { return Ok(numbers) };
    let (name, weapon) = (table.name(who), &table.thing_sheet(thing).name);
    if table.thing(thing).at != Whereabouts::Held(who) {
        return Err(bar!("SE-056", "not-in-hand", "{} does not have the {} in hand", name, weapon));
    }
    if !table.has_hands_for(who, thing) {
        return Err(bar!("SE-R116", "hands", "the {} takes both hands while it is used", weapon));
    }
    if numbers.tags.has(Tag::Reload) {
        let not_loaded = bar!("SE-R41", "not-loaded", "the {} is not loaded", weapon);
        return if table.thing(thing).loaded { Ok(numbers) } else { Err(not_loaded) };
    }
    match numbers.ammo.as_deref() {
        Some(kind) if table.stack(who, kind).is_none() => {
            Err(bar!("SE-R08", "no-ammunition", "{} has no {} left", name, kind))
        }
        Some(_) | None => Ok(numbers),
    }
}

/// Where a target is that somebody could know of.
fn aim<'t>(table: &'t Table, who: ActorId, target: Target) -> Result<Place, Why<'t>> {
    let aim = match target {
        Target::Body(target) => {
            let there = target.index() < table.actors.len() && table.is_here(target) && target != who;
            there.then(|| table.actor(target).place)
        }
        Target::Thing(thing) => {
            let object = table.setup.things.get(thing.index()).is_some_and(|sheet| sheet.object.is_some());
            place_of(table, target).filter(|_| object)
        }
    };
    let Some(aim) = aim else {
        return Err(bar!(_, "no-target", "there is nobody and nothing like that to strike").moot());
    };
    if let Target::Body(target) = target
        && table.actor(target).hidden
        && !table.allied(who, target)
    {
        return Err(bar!(_, "unseen", "{} knows of nobody there", table.name(who)));
    }
    Ok(aim)
}

/// Can it be struck at with this weapon from here? SE-R69: not beyond the range.
pub fn reaches<'t>(
    book: &Segments,
    table: &'t Table,
    who: ActorId,
    weapon: WeaponRef,
    target: Target,
) -> Result<Manner, Why<'t>> {
    let numbers = ready(table, who, weapon)?;
    let (from, aim) = (table.actor(who).place, aim(table, who, target)?);
    let feet = table.feet(from, aim);
    let Some(manner) = manner(book, numbers, feet, false) else {
        let (feet, name) = (feet as i32, table.weapon_name(who, weapon));
        return Err(bar!("SE-R69", "out-of-range", "{} ft is beyond the reach of the {}", feet, name));
    };
    if !table.sees_target(from, target, aim) {
        return Err(bar!("SE-R82", "no-sight", "something stands in the way"));
    }
    Ok(manner)
}

/// SE-069 to SE-072, SE-R43: does an attack with this weapon need a Slow Action?
pub fn is_slow(book: &Segments, table: &Table, who: ActorId, weapon: WeaponRef) -> bool {
    let numbers = table.weapon(who, weapon);
    numbers.is_some_and(|numbers| gear::is_slow(&book.house, numbers.tags, Some(numbers)))
}
