//! Moving in range: the free hasty attack and the action that it costs (SE-099 to SE-106).

use crate::{
    Event, Segments,
    acts::{
        attack::{self, AttackEvent, Swing, Target},
        value::weapon_key,
    },
    check::Causes,
    house::{FreeAttackMovers, FreeAttackRange},
    reach,
    sheet::{ThingId, WeaponRef},
    table::{FreeAnswer, Speed, Table},
    turn,
};
use referee_engine::{
    ActorId, ActorSet, Audience, Choice, Flow, Oracle, RuleId, Who,
    act::{Answers, Asks, Why},
    ask, bar, rule,
    space::Place,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// SE-D22, to a combatant: something moves in range.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Free {
    /// What moves.
    pub mover: Mover,
    /// The weapons that reach it.
    pub options: SmallVec<[WeaponRef; 4]>,
}

/// Strike with a weapon, or do not.
impl Asks<Segments> for Free {
    type Answer = Option<WeaponRef>;
    const KIND: &'static str = "free-attack";
    const RULE: RuleId = rule!("SE-101");

    fn answers(&self) -> Answers<Option<WeaponRef>> {
        std::iter::once(None).chain(self.options.iter().copied().map(Some)).collect()
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Segments, table: &Table, who: Who) -> String {
        let mover = self.mover.target().name(table);
        format!("{mover} moves in range of {}. A free hasty attack?", table.name(asked(who)))
    }

    fn choice(&self, _: &Segments, table: &Table, who: Who, answer: &Option<WeaponRef>) -> Choice {
        let Some(weapon) = *answer else { return Choice::new("decline", "No") };
        let (key, name) = (weapon_key(table, asked(who), weapon), table.weapon_name(asked(who), weapon));
        Choice::new(key, format!("Strike with the {name}")).noting("forfeits the next action")
    }
}

/// The combatant who is asked.
pub(super) fn asked(who: Who) -> ActorId {
    match who {
        Who::Actor(actor) => actor,
        Who::Gm | Who::Side(_) => ActorId(0),
    }
}

ask! {
    /// SE-D23, to the GM: is an attack possible at something that others move?
    pub struct IsPossible for Segments: "possible", "SE-R91" {
        /// Who would strike.
        by: ActorId,
    }
    |self, table| format!("Can {} strike at what moves there?", table.name(self.by));
    /// SE-R91.
    pub enum Possible {
        Yes = "possible", "Yes";
        No = "impossible", "No";
    }
}

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

/// SE-R86, SE-R103: may this combatant make a free attack at all now? Able to act, not Down, not Blinded, and owing no
/// action, as a price that cannot be paid cannot be offered (SE-R113; with `forfeit_stack` it can).
pub fn may<'t>(book: &Segments, table: &'t Table, who: ActorId) -> Result<(), Why<'t>> {
    let (actor, name) = (table.actor(who), table.name(who));
    if !table.is_able(who) || table.sheet(who).trap {
        return Err(bar!("SE-R86", "not-able", "{} cannot act", name));
    }
    if actor.down {
        return Err(bar!("SE-R103", "down", "{} is Down", name));
    }
    if actor.part.owed > 0 && !book.house.forfeit_stack {
        return Err(bar!("SE-R113", "owes", "{} owes an action already", name));
    }
    if table.is_blind(who) {
        return Err(bar!("SE-R86", "blind", "{} does not see it", name));
    }
    Ok(())
}

/// SE-R82: with which weapons at hand could it strike there right now? `reach`: melee only; `free_attack_no_slow`: no slow
/// object. The fist is always among them within its reach (SE-R70).
pub fn weapons(book: &Segments, table: &Table, who: ActorId, at: Place) -> SmallVec<[WeaponRef; 4]> {
    let from = table.actor(who).place;
    let feet = table.feet(from, at);
    let serves = |weapon: &WeaponRef| {
        let manner = table.weapon(who, *weapon).and_then(|numbers| reach::manner(book, numbers, feet, false));
        manner.is_some_and(|manner| {
            !manner.far
                && (manner.is_melee() || book.house.free_attack_range == FreeAttackRange::Weapon)
                && reach::ready(table, who, *weapon).is_ok()
                && !(book.house.free_attack_no_slow && reach::is_slow(book, table, who, *weapon))
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
    let Some(at) = reach::place_of(table, movement.mover.target()) else { return Ok(true) };
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
        if by_others && table.ask_gm && (IsPossible { by: who }).ask(Who::Gm, table, oracle)? == Possible::No {
            continue; // SE-D23
        }
        let answer = match table.actor(who).free {
            FreeAnswer::Always => options.first().copied(),
            FreeAnswer::Ask | FreeAnswer::Never => {
                Free { mover: movement.mover, options }.ask(Who::Actor(who), table, oracle)?
            }
        };
        let Some(weapon) = answer else { continue };
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
        && may(book, table, who).is_ok()
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
    let there = reach::place_of(table, at).zip(table.weapon(by, weapon));
    let manner = there
        .and_then(|(there, numbers)| reach::manner(book, numbers, table.feet(table.actor(by).place, there), false));
    let Some(swing) = manner.and_then(|manner| Swing::of(table, by, weapon, at, manner)) else { return Ok(()) };
    attack::by_weapon(book, table, &swing, Causes::HASTY, oracle)
}

/// SE-R92: may this one strike at that mover although the engine does not ask, as it does not about allies? The mover must have
/// moved in a segment under way, be in range now, and not be one that it was asked about (SE-R84). Gives the weapons.
pub fn may_call<'t>(
    book: &Segments,
    table: &'t Table,
    by: ActorId,
    at: ActorId,
) -> Result<SmallVec<[WeaponRef; 4]>, Why<'t>> {
    let both = by.index() < table.actors.len() && at.index() < table.actors.len();
    let moved = |segment: &&turn::Segment| segment.who == at && segment.moved_ft > 0;
    let segment = table.round.under_way.iter().find(moved).filter(|_| both && by != at && table.over.is_none());
    let Some(segment) = segment.filter(|_| table.is_here(at) && !table.actor(at).hidden) else {
        return Err(bar!("SE-R92", "nobody-moved", "a free attack is at something that moves").moot());
    };
    if segment.asked.contains(by) {
        return Err(bar!("SE-R84", "asked", "{} has had this choice", table.name(by)));
    }
    may(book, table, by)?;
    let weapons = weapons(book, table, by, table.actor(at).place);
    if weapons.is_empty() {
        return Err(bar!("SE-R82", "out-of-range", "it is not in range"));
    }
    Ok(weapons)
}
