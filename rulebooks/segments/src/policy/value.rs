//! What a blow, a power or a helping hand is worth, in twentieths of a point of damage.

use super::{Around, Policy, foes};
use crate::{
    Segments,
    acts::{
        Cast, ability,
        attack::{self, Target},
        recover,
        value::See,
    },
    reach,
    sheet::{Attribute, Effect, StatusId, WeaponRef},
    table::Table,
};
use referee_engine::{ActorId, act::Open};

/// What every face of the die would do.
fn faces(book: &Segments, table: &Table, who: ActorId, at: ActorId, attribute: Attribute, maximum: i16) -> [i32; 20] {
    let (defense, ward) = (i16::from(table.actor(at).defense), i16::from(table.actor(at).ward));
    let open = table.sheet(who).attribute(attribute) + table.burden(who);
    let damage = |face: i32| attack::read(book, (open - defense - ward, open), maximum, ward, face).damage;
    std::array::from_fn(|at| i32::from(damage(at as i32 + 1)))
}

/// What one die brings on average.
fn of_one(faces: [i32; 20]) -> i32 {
    faces.iter().sum()
}

/// What the better of two dice brings on average (SE-R58).
fn of_two(mut faces: [i32; 20]) -> i32 {
    faces.sort_unstable();
    let weighted: i32 = faces.iter().zip(0..).map(|(damage, below)| damage * (2 * below + 1)).sum();
    weighted / 20
}

/// The feet within which a weapon strikes.
pub(super) fn reach(table: &Table, who: ActorId, weapon: WeaponRef) -> u32 {
    table.weapon(who, weapon).map_or(0, |weapon| u32::from(weapon.reach_ft.max(weapon.range_ft)))
}

/// The weapon that does most to a foe within its reach and so many feet, and what that is.
pub(super) fn best_blow(
    see: See<'_, '_>,
    who: ActorId,
    around: &Around,
    feet: u32,
) -> Option<(i32, WeaponRef, ActorId)> {
    let (book, table) = (see.book, see.table);
    let mut best: Option<(i32, WeaponRef, ActorId)> = None;
    for weapon in table.weapons(who) {
        let Some(numbers) = table.weapon(who, weapon) else { continue };
        let reach = u32::from(numbers.reach_ft.max(numbers.range_ft)) + feet;
        let maximum = numbers.maximum;
        // No face of the die does more than the maximum, or 1 where a natural 1 always hits.
        let is_worse = best.is_some_and(|(most, ..)| most >= 20 * i32::from(maximum.max(1)));
        if is_worse || !around.iter().any(|(_, feet)| feet <= reach) || reach::ready(table, who, weapon).is_err() {
            continue;
        }
        // Who is protected alike is hurt alike, and of those the first is taken.
        let mut tried = None;
        for (foe, _) in around.iter().filter(|(_, feet)| *feet <= reach) {
            let protection = (table.actor(foe).defense, table.actor(foe).ward);
            if tried == Some(protection) {
                continue;
            }
            tried = Some(protection);
            let value = of_one(faces(book, table, who, foe, Attribute::Accurate, maximum));
            if best.is_none_or(|(most, ..)| value > most) {
                best = Some((value, weapon, foe));
            }
        }
    }
    best
}

/// Can somebody be struck from here?
pub(super) fn can_strike(see: See<'_, '_>, who: ActorId) -> bool {
    let (book, table) = (see.book, see.table);
    let around = Around::of(table, who);
    table.weapons(who).any(|weapon| {
        let numbers = table.weapon(who, weapon);
        let near = |feet| numbers.is_some_and(|weapon| reach::manner(book, weapon, feet, false).is_some());
        let reaches = |foe| reach::reaches(book, table, who, weapon, Target::Body(foe)).is_ok();
        around.iter().any(|(foe, feet)| near(feet) && reaches(foe))
    })
}

/// SE-051: what help is worth to somebody who is going to strike: the better of two dice in place of one.
pub(super) fn help(see: See<'_, '_>, ally: ActorId) -> i32 {
    let (book, table) = (see.book, see.table);
    let feet = u32::from(table.rates(&book.house, ally, 0).1);
    let Some((value, weapon, foe)) = best_blow(see, ally, &Around::of(table, ally), feet) else { return 0 };
    let maximum = table.weapon(ally, weapon).map_or(0, |weapon| weapon.maximum);
    of_two(faces(book, table, ally, foe, Attribute::Accurate, maximum)) - value
}

/// The most useful power that could be used now, whatever was declared. A bold one thinks of those that strike.
pub(super) fn best_cast(see: See<'_, '_>, who: ActorId, policy: Policy) -> Option<(i32, Cast)> {
    let table = see.table;
    let mut best: Option<(i32, Cast)> = None;
    for &id in &table.sheet(who).abilities {
        let Some(effect) = table.ability(id).map(|ability| ability.effect) else { continue };
        for target in table.ids() {
            let status = table.actor(target).statuses.iter().find(|&status| recover::way_out(table, status).is_some());
            let status = status.filter(|_| effect == Effect::Cleanse);
            let value = of_power(see, who, target, status, effect, policy);
            let is_better = value > 0 && best.as_ref().is_none_or(|(most, _)| value > *most);
            if is_better && ability::usable(table, who, id, target, status) {
                let status = status.map_or_else(Open::default, Open::with);
                best = Some((value, Cast { name: id.into(), target: target.into(), status }));
            }
        }
    }
    best
}

fn of_power(
    see: See<'_, '_>,
    who: ActorId,
    target: ActorId,
    status: Option<StatusId>,
    effect: Effect,
    policy: Policy,
) -> i32 {
    let (book, table) = (see.book, see.table);
    let (friend, careful) = (table.allied(who, target), policy == Policy::Careful);
    let actor = table.actor(target);
    let lost = i32::from(table.sheet(target).health_max - actor.health);
    match effect {
        Effect::Strike { attribute, maximum, .. } if foes(table, who).any(|(foe, _)| foe == target) => {
            of_one(faces(book, table, who, target, attribute, maximum))
        }
        // Half a die comes back; it counts double where somebody is badly hurt.
        Effect::Heal(sides) if friend && careful && table.is_here(target) => {
            let back = 10 * lost.min((i32::from(sides) + 1) / 2);
            if actor.health * 2 <= table.sheet(target).health_max { 4 * back } else { 0 }
        }
        Effect::Cleanse if friend && careful && status.is_some() => 50,
        Effect::Ward(points) if friend && careful && actor.warded < points => {
            let near = foes(table, who).any(|(_, foe)| table.feet(foe.place, actor.place) <= 30);
            if near { 15 * i32::from(points) } else { 0 }
        }
        Effect::Status(status) if careful && !friend && !actor.statuses.has(status) && !actor.hidden => 20,
        Effect::Strike { .. }
        | Effect::Heal(_)
        | Effect::Cleanse
        | Effect::Ward(_)
        | Effect::Status(_)
        | Effect::Told => 0,
    }
}
