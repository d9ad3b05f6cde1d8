//! Moving in range: the free hasty attack and the action that it costs (SE-099 to SE-106).

use crate::{
    Event, Question, Segments,
    actions::attack::{self, Attack, AttackEvent, Target},
    check::Causes,
    house::{FreeAttackMovers, FreeAttackRange},
    sheet::{ThingId, WeaponRef},
    table::{FreeAnswer, Speed, Table},
    turn,
};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle, Refusal, Who, rule, space::Place};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Something that moves (SE-100): somebody, or a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mover {
    /// Somebody.
    Body(ActorId),
    /// A rolling boulder, a cart.
    Thing(ThingId),
}

impl Mover {
    /// What an attack on it is at.
    pub fn target(self) -> Target {
        match self {
            Mover::Body(who) => Target::Body(who),
            Mover::Thing(thing) => Target::Thing(thing),
        }
    }
}

/// Why somebody makes no free attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hindered {
    NotAble,
    Down,
    Owes,
    Blind,
}

/// SE-R86, SE-R103: may this combatant make a free attack at all now? Able to act, not Down, not Blinded, and owing no
/// action, as a price that cannot be paid cannot be offered (SE-R113; with `forfeit_stack` it can).
fn hindered(book: &Segments, table: &Table, who: ActorId) -> Option<Hindered> {
    let actor = table.actor(who);
    if !table.is_able(who) || table.sheet(who).trap {
        return Some(Hindered::NotAble);
    }
    if actor.down {
        return Some(Hindered::Down);
    }
    if actor.part.owed > 0 && !book.house.forfeit_stack {
        return Some(Hindered::Owes);
    }
    table.is_blind(who).then_some(Hindered::Blind)
}

/// The same in words.
pub fn may(book: &Segments, table: &Table, who: ActorId) -> Result<(), Refusal> {
    let name = table.name(who);
    Err(match hindered(book, table, who) {
        None => return Ok(()),
        Some(Hindered::NotAble) => Refusal::by(rule!("SE-R86"), "not-able", format!("{name} cannot act")),
        Some(Hindered::Down) => Refusal::by(rule!("SE-R103"), "down", format!("{name} is Down")),
        Some(Hindered::Owes) => Refusal::by(rule!("SE-R113"), "owes", format!("{name} owes an action already")),
        Some(Hindered::Blind) => Refusal::by(rule!("SE-R86"), "blind", format!("{name} does not see it")),
    })
}

/// SE-R82: with which weapons at hand could it strike there right now? `reach`: melee only; `free_attack_no_slow`: no slow
/// object. The fist is always among them within its reach (SE-R70).
pub fn weapons(book: &Segments, table: &Table, who: ActorId, at: Place) -> SmallVec<[WeaponRef; 4]> {
    let from = table.actor(who).place;
    let feet = table.feet(from, at);
    let serves = |weapon: &WeaponRef| {
        let manner = table.weapon(who, *weapon).and_then(|numbers| attack::manner(book, numbers, feet, false));
        manner.is_some_and(|manner| {
            !manner.far
                && (manner.is_melee() || book.house.free_attack_range == FreeAttackRange::Weapon)
                && attack::readiness(table, who, *weapon).is_ok()
                && !(book.house.free_attack_no_slow && attack::is_slow(book, table, who, *weapon))
                && table.sees(from, at)
        })
    };
    table.weapons(who).filter(serves).collect()
}

/// One movement of one mover and who has been asked about it (SE-R84).
#[derive(Clone, Copy, Debug)]
pub struct Movement {
    /// What moves.
    pub mover: Mover,
    /// Of its own will?
    pub willing: bool,
    /// Those who have had their choice.
    pub asked: ActorSet,
}

/// The mover is at a place of its way: whoever has it in range now and was not asked before may strike (SE-R83, SE-R85),
/// one after the other in this round's order (SE-R90). The engine asks only about movers that are no allies (SE-R92).
/// True if the movement goes on: a mover of its own will stops where it is put Down or dies (SE-R89).
pub fn offer<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    movement: &mut Movement,
    oracle: &mut O,
) -> Flow<bool> {
    if table.clock.mode != Speed::Segmented {
        return Ok(true);
    }
    if !movement.willing && book.house.free_attack_movers == FreeAttackMovers::Willing {
        return Ok(true);
    }
    let Some(at) = attack::place_of(table, movement.mover.target()) else { return Ok(true) };
    let in_range = |who: ActorId| table.reaches(who, table.feet(table.actor(who).place, at));
    let near: ActorSet = table.ids().filter(|&who| in_range(who) && is_asked(book, table, movement, who)).collect();
    for who in turn::in_order(table, near) {
        if !is_asked(book, table, movement, who) {
            continue; // the strike of another one has changed that
        }
        let options = weapons(book, table, who, at);
        if options.is_empty() {
            continue;
        }
        movement.asked = movement.asked.with(who);
        let by_others = !movement.willing || matches!(movement.mover, Mover::Thing(_));
        if by_others && table.ask_gm && oracle.ask(table, Who::Gm, &Question::Possible { by: who })? == 1 {
            continue; // SE-D23
        }
        let answer = match table.actor(who).free {
            FreeAnswer::Always => 1,
            FreeAnswer::Ask | FreeAnswer::Never => {
                let question = Question::Free { mover: movement.mover, options: options.clone() };
                oracle.ask(table, Who::Actor(who), &question)?
            }
        };
        let Some(&weapon) = answer.checked_sub(1).and_then(|at| options.get(at)) else { continue };
        strike(book, table, who, movement.mover.target(), weapon, oracle)?;
        if !goes_on(table, movement) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// SE-R84, SE-R86, SE-R92: is somebody to be asked about a mover, once it is in range? Not an ally, nor who was asked before,
/// wants never to be or cannot strike; and somebody who is hidden moves unnoticed.
fn is_asked(book: &Segments, table: &Table, movement: &Movement, who: ActorId) -> bool {
    let is_foe = match movement.mover {
        Mover::Body(mover) => !table.allied(who, mover) && !table.actor(mover).hidden && table.is_here(mover),
        Mover::Thing(_) => true,
    };
    is_foe
        && !movement.asked.contains(who)
        && table.actor(who).free != FreeAnswer::Never
        && hindered(book, table, who).is_none()
}

/// SE-R89, SE-R91: does the mover go on? Being Down or dead stops only who moves of its own will; a thing in pieces moves
/// no more.
fn goes_on(table: &Table, movement: &Movement) -> bool {
    match movement.mover {
        Mover::Body(who) => !movement.willing || (table.is_able(who) && !table.actor(who).down),
        Mover::Thing(thing) => table.thing(thing).health > 0,
    }
}

/// SE-102, SE-103, SE-104: the attack itself, at once, at disadvantage, for the price of the next action. It is no segment:
/// no Assist, no movement, and it does not count as having acted (SE-R93).
pub fn strike<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    by: ActorId,
    at: Target,
    weapon: WeaponRef,
    oracle: &mut O,
) -> Flow<()> {
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Free { by, at }));
    turn::owe(table, by, oracle);
    attack::by_weapon(book, table, &Attack { actor: by, weapon, target: at, throw: false }, Causes::HASTY, oracle)
}

/// SE-R92: may this one strike at that mover although the engine does not ask, as it does not about allies? The mover must have
/// moved in a segment under way, be in range now, and not be one that it was asked about (SE-R84). Gives the weapons.
pub fn may_call(book: &Segments, table: &Table, by: ActorId, at: ActorId) -> Result<SmallVec<[WeaponRef; 4]>, Refusal> {
    let both = by.index() < table.actors.len() && at.index() < table.actors.len();
    let moved = |segment: &&turn::Segment| segment.who == at && segment.moved_ft > 0;
    let segment = table.round.under_way.iter().find(moved).filter(|_| both && by != at && table.over.is_none());
    let Some(segment) = segment.filter(|_| table.is_here(at) && !table.actor(at).hidden) else {
        return Err(Refusal::by(rule!("SE-R92"), "nobody-moved", "a free attack is at something that moves"));
    };
    if segment.asked.contains(by) {
        return Err(Refusal::by(rule!("SE-R84"), "asked", format!("{} has had this choice", table.name(by))));
    }
    may(book, table, by)?;
    let weapons = weapons(book, table, by, table.actor(at).place);
    if weapons.is_empty() {
        return Err(Refusal::by(rule!("SE-R82"), "out-of-range", "it is not in range"));
    }
    Ok(weapons)
}

/// SE-R92: the GM or the player calls for it; the price is the usual one.
pub fn call<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    by: ActorId,
    at: ActorId,
    weapon: WeaponRef,
    oracle: &mut O,
) -> Flow<()> {
    if !may_call(book, table, by, at)?.contains(&weapon) {
        return Err(Refusal::by(rule!("SE-R82"), "out-of-range", "that weapon does not reach").into());
    }
    for segment in table.round.under_way.iter_mut().filter(|segment| segment.who == at) {
        segment.asked = segment.asked.with(by);
    }
    strike(book, table, by, Target::Body(at), weapon, oracle)
}
