//! What a machine does in its segment.

use super::{
    Around, Planned, Policy, does, foes,
    value::{best_cast, can_strike, reach},
};
use crate::{
    acts::{
        Attack, Dash, Draw, Move, PickUp, Raise, Recover, Reload, Wait, attack::Target, movement::Going,
        ready::Handling, value::See,
    },
    reach,
    sheet::{Tag, ThingId},
    table::{Table, Whereabouts},
    turn::{Intention, Needs, Part, Place, Stage, segment},
};
use referee_engine::ActorId;

/// The next act in the segment under way, if there is one that makes sense.
pub(super) fn next(see: See<'_, '_>, who: ActorId, policy: Policy, stage: Stage) -> Option<Planned> {
    if stage == Stage::Last {
        return None; // it has acted
    }
    let table = see.table;
    let careful = policy == Policy::Careful;
    let around = Around::of(table, who);
    let declared = match table.actor(who).part.intention? {
        Intention::Ready => readied(see, who, careful),
        Intention::Ability => best_cast(see, who, policy).and_then(|(_, cast)| does(see, who, cast)),
        Intention::Recover => recovery(see, who),
        Intention::Assist | Intention::Hasty | Intention::Dash | Intention::Standard | Intention::Slow => {
            best_attack(see, who, &around)
        }
    };
    let closing = || (stage == Stage::First).then(|| close_in(see, who, &around)).flatten();
    declared.or_else(|| {
        let way = closing();
        let waits = careful && waits(table, who, way.as_ref().map(|(_, going)| going));
        let wait = if waits { does(see, who, Wait {}) } else { None };
        wait.or(way.map(|(planned, _)| planned))
    })
}

/// SE-108, SE-109: those who wait step in when there is somebody to strike, and otherwise at the end of the round.
pub(super) fn steps_in(see: See<'_, '_>, who: ActorId) -> bool {
    see.segment().is_none() || can_strike(see, who)
}

/// SE-107: it helps to wait where no foe can be struck now, not even after the movement, and one that Dashes is still to come.
fn waits(table: &Table, who: ActorId, way: Option<&Going>) -> bool {
    let strikes = matches!(table.actor(who).part.intention, Some(Intention::Standard | Intention::Slow));
    let comes = |part: &Part| part.place == Place::Declared && part.intention == Some(Intention::Dash);
    if !strikes || !foes(table, who).any(|(_, foe)| comes(&foe.part)) {
        return false;
    }
    way.is_none_or(|way| {
        let there = table.setup.space.on_ground(way.to());
        let feet = foes(table, who).map(|(_, foe)| table.feet(there, foe.place)).min();
        let reach = table.weapons(who).map(|weapon| reach(table, who, weapon)).max();
        feet > reach
    })
}

fn recovery(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let mut mine = see.actor(who).statuses.iter();
    mine.find_map(|status| does(see, who, Recover { of: who.into(), status: status.into() }))
}

fn readied(see: See<'_, '_>, who: ActorId, careful: bool) -> Option<Planned> {
    let (handling, thing) = handling(see, who, careful)?;
    let thing = thing.into();
    match handling {
        Handling::Reload => does(see, who, Reload { thing }),
        Handling::Draw => does(see, who, Draw { thing }),
        Handling::PickUp => does(see, who, PickUp { thing }),
        Handling::Raise => does(see, who, Raise { thing }),
        Handling::Unpack | Handling::Stow | Handling::Drop | Handling::Lower | Handling::Light => None,
    }
}

/// What a Ready would be good for: a better weapon than what is at hand, loaded, drawn or picked up; or the shield.
pub(super) fn handling(table: &Table, who: ActorId, shield: bool) -> Option<(Handling, ThingId)> {
    let free = table.free_hands(who);
    let mut at_hand = None;
    for thing in table.thing_ids() {
        let state = table.thing(thing);
        // Where a thing is rules out most of them.
        let near = |place| table.feet(table.actor(who).place, place) <= 5;
        let handling = match state.at {
            Whereabouts::Held(by) if by == who && !state.loaded => Handling::Reload,
            Whereabouts::Sheathed(by) if by == who && free > 0 => Handling::Draw,
            Whereabouts::Place(place) if free > 0 && near(place) => Handling::PickUp,
            Whereabouts::Held(_)
            | Whereabouts::Sheathed(_)
            | Whereabouts::Place(_)
            | Whereabouts::Worn(_)
            | Whereabouts::Packed(_)
            | Whereabouts::Gone => continue,
        };
        if table.is_shield(thing) {
            if shield && handling == Handling::Draw {
                return Some((Handling::Raise, thing));
            }
            continue;
        }
        let sheet = table.thing_sheet(thing);
        let Some(weapon) = &sheet.weapon else { continue };
        let fits = match handling {
            Handling::Reload => sheet.tags.has(Tag::Reload) && table.has_hands_for(who, thing),
            Handling::Unpack
            | Handling::Draw
            | Handling::Raise
            | Handling::Stow
            | Handling::PickUp
            | Handling::Drop
            | Handling::Lower
            | Handling::Light => free == 2 || !sheet.tags.has(Tag::TwoHanded),
        };
        let mut is_better = || weapon.maximum > *at_hand.get_or_insert_with(|| most_at_hand(table, who));
        let has_ammo = || weapon.ammo.as_deref().is_none_or(|kind| table.stack(who, kind).is_some());
        if fits && is_better() && has_ammo() {
            return Some((handling, thing));
        }
    }
    None
}

/// The most that a weapon does that is at hand and ready; at least what no Ready is worth.
fn most_at_hand(table: &Table, who: ActorId) -> i16 {
    let ready = table.weapons(who).filter_map(|weapon| reach::ready(table, who, weapon).ok());
    ready.map(|weapon| weapon.maximum).max().unwrap_or(0).max(2)
}

/// The blow that does most, at a foe that can be struck from here.
fn best_attack(see: See<'_, '_>, who: ActorId, around: &Around) -> Option<Planned> {
    let (book, table) = (see.book, see.table);
    let part = &table.actor(who).part;
    let strikes = matches!(part.intention, Some(Intention::Standard | Intention::Hasty | Intention::Slow));
    if !strikes || !around.iter().any(|(_, feet)| table.reaches(who, feet)) {
        return None;
    }
    let mut best: Option<(i32, Planned)> = None;
    for weapon in table.weapons(who) {
        let slow = reach::is_slow(book, table, who, weapon);
        if !segment::suits(book, part, Needs::Use { slow }) {
            continue;
        }
        let Ok(numbers) = reach::ready(table, who, weapon) else { continue };
        for (foe, feet) in around.iter() {
            if reach::manner(book, numbers, feet, false).is_none() {
                continue;
            }
            let (maximum, foes) = (i32::from(numbers.maximum), table.actor(foe));
            let value = maximum * 4 - i32::from(foes.health) - i32::from(foes.defense) * 2;
            if best.as_ref().is_some_and(|(most, _)| value <= *most) {
                continue;
            }
            let attack = Attack { weapon: weapon.into(), target: Target::Body(foe).into(), throw: false.into() };
            if let Some(planned) = does(see, who, attack) {
                best = Some((value, planned));
            }
        }
    }
    best.map(|(_, attack)| attack)
}

/// A step towards the nearest foe.
fn close_in(see: See<'_, '_>, who: ActorId, around: &Around) -> Option<(Planned, Going)> {
    let (book, table) = (see.book, see.table);
    let (foe, _) = around.nearest()?;
    let goal = table.actor(foe).place.cell;
    if let Some((dash, going)) = Dash::towards(book, table, who, goal) {
        return Some((Planned::with(who, dash, going), going));
    }
    let (step, going) = Move::towards(book, table, who, goal)?;
    Some((Planned::with(who, step, going), going))
}
