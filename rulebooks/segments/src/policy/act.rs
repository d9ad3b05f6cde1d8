//! What a machine does in its segment.

use super::{
    Around, Policy, foes,
    value::{best_cast, can_strike, reach},
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
    sheet::Tag,
    table::{Table, Whereabouts},
    turn::{Intention, Needs, Part, Place, Stage, segment, wait},
};
use referee_engine::ActorId;

/// The next act in the segment under way, if there is one that makes sense.
pub(super) fn next(book: &Segments, table: &Table, who: ActorId, policy: Policy, stage: Stage) -> Option<Intent> {
    if stage == Stage::Last {
        return None; // it has acted
    }
    let careful = policy == Policy::Careful;
    let around = Around::of(table, who);
    let declared = match table.actor(who).part.intention? {
        Intention::Ready => readied(book, table, who, careful),
        Intention::Ability => {
            let cast = best_cast(book, table, who, policy).map(|(_, cast)| cast);
            cast.filter(|cast| ability::legal(book, table, cast).is_ok()).map(Intent::Cast)
        }
        Intention::Recover => recovery(book, table, who),
        _ => best_attack(book, table, who, &around).map(Intent::Attack),
    };
    let closing = || (stage == Stage::First).then(|| close_in(book, table, who, &around)).flatten();
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
    let comes = |part: &Part| part.place == Place::Declared && part.intention == Some(Intention::Dash);
    if !strikes || !foes(table, who).any(|(_, foe)| comes(&foe.part)) || wait::may_wait(table, who).is_err() {
        return false;
    }
    way.is_none_or(|way| {
        let there = table.setup.space.on_ground(way.to);
        let feet = foes(table, who).map(|(_, foe)| table.feet(there, foe.place)).min();
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
            _ => continue,
        };
        if table.is_shield(thing) {
            if shield && handling == Handling::Draw {
                return Some(Handle { actor: who, handling: Handling::Raise, thing });
            }
            continue;
        }
        let sheet = table.thing_sheet(thing);
        let Some(weapon) = &sheet.weapon else { continue };
        let fits = match handling {
            Handling::Reload => sheet.tags.has(Tag::Reload) && table.has_hands_for(who, thing),
            _ => free == 2 || !sheet.tags.has(Tag::TwoHanded),
        };
        let mut is_better = || weapon.maximum > *at_hand.get_or_insert_with(|| most_at_hand(table, who));
        let has_ammo = || weapon.ammo.as_deref().is_none_or(|kind| table.stack(who, kind).is_some());
        if fits && is_better() && has_ammo() {
            return Some(Handle { actor: who, handling, thing });
        }
    }
    None
}

/// The most that a weapon does that is at hand and ready; at least what no Ready is worth.
fn most_at_hand(table: &Table, who: ActorId) -> i16 {
    let ready = table.weapons(who).filter_map(|weapon| attack::readiness(table, who, weapon).ok());
    ready.map(|weapon| weapon.maximum).max().unwrap_or(0).max(2)
}

/// The blow that does most, at a foe that can be struck from here.
fn best_attack(book: &Segments, table: &Table, who: ActorId, around: &Around) -> Option<Attack> {
    let part = &table.actor(who).part;
    let strikes = matches!(part.intention, Some(Intention::Standard | Intention::Hasty | Intention::Slow));
    if !strikes || !around.iter().any(|(_, feet)| table.reaches(who, feet)) {
        return None;
    }
    let mut best: Option<(i32, Attack)> = None;
    for weapon in table.weapons(who) {
        let slow = attack::is_slow(book, table, who, weapon);
        if !segment::suits(book, part, Needs::Use { slow }) {
            continue;
        }
        let Ok(numbers) = attack::readiness(table, who, weapon) else { continue };
        for (foe, feet) in around.iter() {
            if attack::manner(book, numbers, feet, false).is_none() {
                continue;
            }
            let (maximum, foes) = (i32::from(numbers.maximum), table.actor(foe));
            let value = maximum * 4 - i32::from(foes.health) - i32::from(foes.defense) * 2;
            if best.as_ref().is_some_and(|(most, _)| value <= *most) {
                continue;
            }
            let attack = Attack { actor: who, weapon, target: Target::Body(foe), throw: false };
            let is_seen = table.sees(table.actor(who).place, foes.place);
            debug_assert_eq!(is_seen, attack::legal(book, table, &attack).is_ok(), "what is left to ask is sight");
            if is_seen {
                best = Some((value, attack));
            }
        }
    }
    best.map(|(_, attack)| attack)
}

/// A step towards the nearest foe.
fn close_in(book: &Segments, table: &Table, who: ActorId, around: &Around) -> Option<Move> {
    let (foe, _) = around.nearest()?;
    movement::may_move(book, table, who).ok()?;
    let to = movement::towards(book, table, who, 0, table.actor(foe).place.cell)?;
    Some(Move { actor: who, to, through: None, way: 0 })
}
