//! What a machine does in its segment.

use super::{
    Policy, foes, nearest_foe,
    value::{best_cast, can_strike, reach, within_reach},
};
use crate::{
    Intent, Segments,
    actions::{
        ability,
        attack::{self, Attack, Target},
        movement::{self, Move},
        ready::{self, Handle, Handling},
        recover::{self, Recover},
    },
    sheet::{Tag, WeaponRef},
    table::{Table, Whereabouts},
    turn::{Intention, Place, Stage, wait},
};
use referee_engine::ActorId;

/// The next act in the segment under way, if there is one that makes sense.
pub(super) fn next(book: &Segments, table: &Table, who: ActorId, policy: Policy, stage: Stage) -> Option<Intent> {
    if stage == Stage::Last {
        return None;
    }
    let careful = policy == Policy::Careful;
    let declared = match table.actor(who).part.intention? {
        Intention::Ready => readied(book, table, who, careful),
        Intention::Ability => {
            let cast = best_cast(book, table, who, policy).map(|(_, cast)| cast);
            cast.filter(|cast| ability::legal(book, table, cast).is_ok()).map(Intent::Cast)
        }
        Intention::Recover => recovery(book, table, who),
        _ => best_attack(book, table, who).map(Intent::Attack),
    };
    let closing = || (stage == Stage::First).then(|| close_in(book, table, who)).flatten();
    declared.or_else(|| {
        let way = closing();
        if careful && waits(table, who, way.as_ref()) { Some(Intent::Wait(who)) } else { way.map(Intent::Move) }
    })
}

/// SE-108, SE-109: those who wait step in when there is somebody to strike, and otherwise at the end of the round.
pub(super) fn steps_in(book: &Segments, table: &Table, who: ActorId) -> bool {
    table.segment().is_none() || can_strike(book, table, who)
}

/// SE-107: it helps to wait where no foe can be struck now, not even after the movement, and one that Dashes is still to come.
fn waits(table: &Table, who: ActorId, way: Option<&Move>) -> bool {
    let strikes = matches!(table.actor(who).part.intention, Some(Intention::Standard | Intention::Slow));
    let comes = |foe: ActorId| {
        let part = table.actor(foe).part;
        part.place == Place::Declared && part.intention == Some(Intention::Dash)
    };
    if !strikes || !foes(table, who).any(comes) || wait::may_wait(table, who).is_err() {
        return false;
    }
    way.is_none_or(|way| {
        let there = table.setup.space.on_ground(way.to);
        let feet = foes(table, who).map(|foe| table.feet(there, table.actor(foe).place)).min();
        let reach = table.weapons(who).map(|weapon| reach(table, who, weapon)).max();
        feet > reach
    })
}

fn recovery(book: &Segments, table: &Table, who: ActorId) -> Option<Intent> {
    let mut mine = table.actor(who).statuses.iter().map(|status| Recover { actor: who, of: who, status });
    mine.find(|recover| recover::legal(book, table, recover).is_ok()).map(Intent::Recover)
}

fn readied(book: &Segments, table: &Table, who: ActorId, careful: bool) -> Option<Intent> {
    let handle = handling(table, who, careful)?;
    ready::legal(book, table, &handle).is_ok().then_some(Intent::Handle(handle))
}

/// What a Ready would be good for: a better weapon than what is at hand, loaded, drawn or picked up; or the shield.
pub(super) fn handling(table: &Table, who: ActorId, shield: bool) -> Option<Handle> {
    let maximum = |weapon: WeaponRef| table.weapon(who, weapon).map_or(0, |weapon| weapon.maximum);
    let at_hand = table.weapons(who).filter(|&weapon| attack::ready(table, who, weapon).is_ok()).map(maximum).max();
    let better = |thing: &_| maximum(WeaponRef::Thing(*thing)) > at_hand.unwrap_or(0).max(2);
    let free = table.free_hands(who);
    for thing in table.thing_ids() {
        let at = table.thing(thing).at;
        let reload = table.thing_sheet(thing).tags.has(Tag::Reload);
        let unloaded = reload && !table.thing(thing).loaded && table.has_hands_for(who, thing);
        let here = matches!(at, Whereabouts::Place(place) if table.feet(table.actor(who).place, place) <= 5);
        let fits = if table.thing_sheet(thing).tags.has(Tag::TwoHanded) { free == 2 } else { free > 0 };
        let handling = match at {
            _ if table.is_shield(thing) => {
                if shield && free > 0 && at == Whereabouts::Sheathed(who) {
                    Handling::Raise
                } else {
                    continue;
                }
            }
            Whereabouts::Held(by) if by == who && unloaded && better(&thing) => Handling::Reload,
            Whereabouts::Sheathed(by) if by == who && fits && better(&thing) => Handling::Draw,
            Whereabouts::Place(_) if here && fits && better(&thing) => Handling::PickUp,
            _ => continue,
        };
        let ammo = table.thing_sheet(thing).weapon.as_ref().and_then(|weapon| weapon.ammo.as_deref());
        if ammo.is_none_or(|kind| table.stack(who, kind).is_some()) {
            return Some(Handle { actor: who, handling, thing });
        }
    }
    None
}

/// The blow that does most, at a foe that can be struck from here.
fn best_attack(book: &Segments, table: &Table, who: ActorId) -> Option<Attack> {
    let mut best: Option<(i32, Attack)> = None;
    for weapon in table.weapons(who) {
        let maximum = table.weapon(who, weapon).map_or(0, |weapon| i32::from(weapon.maximum));
        for foe in within_reach(book, table, who, weapon) {
            let attack = Attack { actor: who, weapon, target: Target::Body(foe), throw: false };
            let value = maximum * 4 - i32::from(table.actor(foe).health) - i32::from(table.actor(foe).defense) * 2;
            if best.as_ref().is_none_or(|(most, _)| value > *most) && attack::legal(book, table, &attack).is_ok() {
                best = Some((value, attack));
            }
        }
    }
    best.map(|(_, attack)| attack)
}

/// A step towards the nearest foe.
fn close_in(book: &Segments, table: &Table, who: ActorId) -> Option<Move> {
    movement::may_move(book, table, who).ok()?;
    let foe = table.actor(nearest_foe(table, who)?).place;
    let to = movement::towards(book, table, who, 0, foe.cell)?;
    Some(Move { actor: who, to, through: None, way: 0 })
}
