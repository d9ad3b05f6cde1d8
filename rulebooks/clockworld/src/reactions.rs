//! Reactions: limited answers to another's Action, resolved before it (CW-229, CW-234).

use crate::{
    Clockworld, Event, Question,
    check::{Against, Cause, Causes, Check, Named, prepare_with},
    conditions::ConditionKind,
    sheet::{AttackKind, PartId, PartSet, Skill, ThingId, WeaponRef},
    table::{Actor, Out, Table},
    turn,
};
use referee_engine::{
    ActorId, Audience, Face, Flow, Oracle, Refusal, Who, rule,
    space::{Cell, Place, Space},
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::{mem::ManuallyDrop, num::NonZeroU16};

/// CW-242: how near the Cover must be, and how far one moves to it (CW-243).
pub const COVER_WITHIN_FT: u32 = 5;

/// One answer to an Attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// None.
    Decline,
    /// CW-239.
    Dodge,
    /// CW-236, with a held thing.
    BlockWith(ThingId),
    /// CW-R64, with a bare arm.
    BlockArm(PartId),
    /// CW-241.
    TakeCover,
    /// CW-180, CW-R75: turn to the attacker; it is the one Reaction to this Action.
    Turn,
}

/// An Attack as those see it who may react.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incoming {
    /// Who attacks.
    pub attacker: ActorId,
    /// What kind of Attack.
    pub kind: AttackKind,
    /// Is the attacker within its own Reach of the Target (for `dodge_point_blank`)?
    pub point_blank: bool,
    /// CW-242, CW-R69: is there Cover that the Target could take ([`cover_to_take`])?
    pub cover: bool,
    /// Where the Attack comes from: the attacker, or the centre of an Area Attack.
    pub from: Place,
    /// How one looks to see that, where it is known.
    pub front: Option<Front>,
}

impl Incoming {
    /// CW-R105: does it come from where this Character looks?
    #[inline(always)]
    fn is_seen_by(&self, table: &Table, actor: &Actor) -> bool {
        let sees = || table.setup.space.in_arc(actor.place, actor.facing, self.from, 180);
        match self.front {
            Some(front) if actor.facing < 360 => {
                debug_assert_eq!(front.contains(actor.facing), sees(), "whoever may react is where it was");
                front.contains(actor.facing)
            }
            _ => sees(),
        }
    }
}

/// The directions, in whole degrees, in which one looks to see a place: half a circle, or all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Front {
    first: u16,
    count: NonZeroU16,
}

impl Front {
    /// From here to there.
    pub fn of(space: &Space, here: Place, there: Place) -> Option<Front> {
        let sees = |degrees: u16| space.in_arc(here, degrees % 360, there, 180);
        let Some(towards) = space.direction_deg(here.cell, there.cell) else {
            return NonZeroU16::new(360).map(|count| Front { first: 0, count }); // it is here, or everywhere
        };
        // A quarter of the circle to either side, give or take what is lost in whole degrees.
        let first = (towards + 268..=towards + 272).find(|&degrees| sees(degrees))?;
        let last = (towards + 448..=towards + 452).rev().find(|&degrees| sees(degrees))?;
        NonZeroU16::new(last - first + 1).map(|count| Front { first: first % 360, count })
    }

    /// Is this direction, below 360 degrees, one of them?
    #[inline(always)]
    fn contains(self, degrees: u16) -> bool {
        let behind = i32::from(degrees) - i32::from(self.first);
        (behind + (behind >> 31 & 360)) < i32::from(self.count.get())
    }
}

/// A Reaction that was taken, and its total.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Defence {
    /// Who reacted.
    pub who: ActorId,
    /// How.
    pub reaction: Reaction,
    /// The Check.
    pub check: Check,
    /// Its total.
    pub total: i32,
    /// What the dice showed.
    pub face: Face,
}

impl Table {
    /// CW-230, CW-R94, CW-R97, CW-R98: may this Character answer an Action of that one?
    #[inline(always)]
    pub fn can_react(&self, who: ActorId, to: ActorId) -> bool {
        self.can_react_if::<false>(who, to)
    }

    /// The same, where it may be known that there is nothing rare about it.
    #[inline(always)]
    fn can_react_if<const PLAIN: bool>(&self, who: ActorId, to: ActorId) -> bool {
        let actor = self.actor(who);
        let is_able = actor.reactions > 0 && actor.out == Out::Active;
        is_able && (PLAIN || actor.is_plain() || Table::is_aware_and_free(actor, to))
    }

    /// CW-R94, CW-R97: does it know of that one, and is it not held fast?
    #[cold]
    fn is_aware_and_free(actor: &Actor, to: ActorId) -> bool {
        !actor.unaware_of.contains(to) && !actor.has(ConditionKind::pins)
    }

    /// CW-230, CW-R119: one Reaction is used up; it counts as doing something else than a Lengthy Task.
    #[inline(always)]
    pub fn spend_reaction(&mut self, book: &Clockworld, who: ActorId) {
        self.spend_reaction_if::<false>(book, who);
    }

    /// The same, where it may be known that there is nothing rare about it.
    #[inline(always)]
    fn spend_reaction_if<const PLAIN: bool>(&mut self, book: &Clockworld, who: ActorId) {
        let actor = self.actor_mut(who);
        actor.reactions = actor.reactions.saturating_sub(1);
        if !PLAIN && !actor.is_plain() {
            turn::interrupt(book, actor);
        }
    }
}

/// The answers that fit an Attack, as bits: counting them and taking one costs next to nothing.
///
/// In order: declining, Dodge, Block with what each arm holds, Block with each arm itself, Take Cover, turning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ReactionSet {
    dodge: bool,
    cover: bool,
    turn: bool,
    /// Arms whose thing can Block; a thing held with both hands stands once.
    things: PartSet,
    /// Arms that can Block bare.
    arms: PartSet,
}

impl ReactionSet {
    /// How many options there are, declining included.
    pub const fn len(self) -> usize {
        1 + self.dodge as usize
            + (self.things.len() + self.arms.len()) as usize
            + self.cover as usize
            + self.turn as usize
    }

    /// Is there nothing but declining?
    pub const fn is_empty(self) -> bool {
        let flags = self.dodge as u32 | self.cover as u32 | self.turn as u32;
        flags | self.things.0 | self.arms.0 == 0
    }

    const fn has_blocks(self) -> bool {
        !(self.things.is_empty() && self.arms.is_empty())
    }

    /// Only what Blocks, for those who protect somebody else (CW-R63).
    #[must_use]
    pub fn blocks_only(self) -> ReactionSet {
        ReactionSet { things: self.things, arms: self.arms, ..ReactionSet::default() }
    }

    /// The options in order, for the Character `who`.
    pub fn iter(self, table: &Table, who: ActorId) -> impl Iterator<Item = Reaction> + '_ {
        let thing = move |arm: PartId| {
            let grips = table.actor(who).held.iter();
            grips.filter(move |grip| grip.arm == arm).map(|grip| Reaction::BlockWith(grip.thing))
        };
        std::iter::once(Reaction::Decline)
            .chain(self.dodge.then_some(Reaction::Dodge))
            .chain(self.things.iter().flat_map(thing))
            .chain(self.arms.iter().map(Reaction::BlockArm))
            .chain(self.cover.then_some(Reaction::TakeCover))
            .chain(self.turn.then_some(Reaction::Turn))
    }

    /// The option of this number; declining is the first.
    #[inline]
    pub fn get(self, table: &Table, who: ActorId, at: usize) -> Reaction {
        match at {
            0 => Reaction::Decline,
            1 if self.dodge => Reaction::Dodge,
            1 if !self.has_blocks() && self.cover => Reaction::TakeCover,
            _ => {
                let ReactionSet { dodge, cover, turn, things, arms } = self;
                ReactionSet::later(table, who, at, [things, arms], dodge, cover, turn)
            }
        }
    }

    /// Any of them. The set comes in pieces, which needs no place in memory where it is not called.
    #[inline(never)]
    fn later(
        table: &Table,
        who: ActorId,
        at: usize,
        [things, arms]: [PartSet; 2],
        dodge: bool,
        cover: bool,
        turn: bool,
    ) -> Reaction {
        ReactionSet { dodge, cover, turn, things, arms }.iter(table, who).nth(at).unwrap_or(Reaction::Decline)
    }
}

/// CW-089, CW-093, CW-098, CW-102: the answers that fit an Attack.
#[inline(always)]
pub fn options(book: &Clockworld, table: &Table, who: ActorId, incoming: &Incoming) -> ReactionSet {
    match table.can_react(who, incoming.attacker) {
        true => fitting::<false>(book, table, who, incoming),
        false => ReactionSet::default(),
    }
}

/// CW-239: can it Dodge this, if it can react at all? It may be known that there is nothing rare about it.
#[inline(always)]
fn dodges<const PLAIN: bool>(book: &Clockworld, table: &Table, who: ActorId, incoming: &Incoming) -> bool {
    let actor = table.actor(who);
    let moves = PLAIN || !actor.has(ConditionKind::immobilizes); // CW-R93
    let faces = incoming.is_seen_by(table, actor) || !book.house.facing_limits_reactions; // CW-R105
    // Without branches: blows and shots come as they come. CW-098, CW-R67; CW-102: nobody Dodges a blast.
    let [is_blow, is_shot, _] = AttackKind::ALL.map(|kind| incoming.kind == kind);
    (is_blow | (is_shot & incoming.point_blank & book.house.dodge_point_blank)) & moves & faces
}

/// The same for somebody who can react at all, and of whom it may be known that there is nothing rare about it.
#[inline(always)]
fn fitting<const PLAIN: bool>(book: &Clockworld, table: &Table, who: ActorId, incoming: &Incoming) -> ReactionSet {
    let mut options = ReactionSet::default();
    let actor = table.actor(who);
    let moves = PLAIN || !actor.has(ConditionKind::immobilizes); // CW-R93
    let sees = incoming.is_seen_by(table, actor);
    let faces = sees || !book.house.facing_limits_reactions; // CW-R105
    let [is_blow, _, is_blast] = AttackKind::ALL.map(|kind| incoming.kind == kind);
    options.dodge = dodges::<PLAIN>(book, table, who, incoming);
    if faces && !is_blast {
        (options.things, options.arms) = blocks_if::<PLAIN>(book, table, who, incoming.kind);
    }
    options.cover = !is_blow & moves & incoming.cover; // CW-093, CW-241
    options.turn = !sees & !is_blast; // CW-102, CW-180
    options
}

/// CW-236, CW-238, CW-R64: the arms whose thing can Block, and those that can Block themselves.
pub fn blocks(book: &Clockworld, table: &Table, who: ActorId, kind: AttackKind) -> (PartSet, PartSet) {
    blocks_if::<false>(book, table, who, kind)
}

/// The same, where it may be known that there is nothing rare about it.
#[inline(always)]
fn blocks_if<const PLAIN: bool>(
    book: &Clockworld,
    table: &Table,
    who: ActorId,
    kind: AttackKind,
) -> (PartSet, PartSet) {
    let (things, actor) = (table.blocking_things(who, kind), table.actor(who));
    let arms = table.arms(who).only_if((kind == AttackKind::Reach) & book.house.block_with_limb);
    (things, if PLAIN || actor.is_plain() { arms } else { idle(actor, arms) })
}

/// CW-R64, CW-R117: those of these arms that carry nothing and hold nobody.
#[cold]
fn idle(actor: &Actor, arms: PartSet) -> PartSet {
    match actor.hefting {
        Some(_) => PartSet::default(),
        None => arms.minus(actor.hold.map_or(PartSet::default(), |hold| hold.arms)),
    }
}

/// CW-242, CW-R69: is there Cover that somebody could take who is in Cover already, or is not?
pub fn cover_to_take(book: &Clockworld, table: &Table, who: ActorId, in_cover: bool) -> bool {
    (!in_cover || book.house.take_cover_in_cover) && cover_near(table, who)
}

/// CW-242: is there Cover within 5 feet?
#[inline]
pub fn cover_near(table: &Table, who: ActorId) -> bool {
    let (space, place) = (&table.setup.space, table.actor(who).place);
    // No more than twice as many cells in either coordinate, on hexes too; without a map there is nothing to count.
    let cells = (2 * COVER_WITHIN_FT).div_ceil(u32::from(space.cell_size()).max(1)) as u16;
    let has_map = !table.is_zone_map();
    if has_map && !table.pieces.may_cover_near(place.cell, cells.into()) {
        return false;
    }
    let is_far = |cell: Cell| cell.x.abs_diff(place.cell.x) > cells || cell.y.abs_diff(place.cell.y) > cells;
    let is_within =
        |cell: Cell| !(has_map && is_far(cell)) && table.within(place, cell.at_height(place.z), COVER_WITHIN_FT);
    table.pieces.iter().any(|piece| piece.active && piece.cover > 0 && piece.cells.iter().any(|&cell| is_within(cell)))
}

/// The Skill of a Reaction's Check (the ledger's table "Activity to Skill").
#[inline(always)]
fn skill_of(table: &Table, reaction: Reaction) -> (Skill, Named) {
    match reaction {
        Reaction::BlockWith(thing) => {
            let weapon = table.thing_sheet(thing).weapon.as_ref();
            (weapon.map_or(Skill::HandToHand, |weapon| weapon.skill), Named::Block)
        }
        Reaction::BlockArm(_) => (Skill::HandToHand, Named::Block),
        Reaction::Dodge => (Skill::Reflex, Named::Dodge),
        _ => (Skill::Reflex, Named::TakeCover),
    }
}

/// CW-041, CW-229, CW-232, CW-234: the dice of one Reaction that was declared.
///
/// It may be known that there is nothing to weigh about the Checks of the one who reacts.
#[inline(always)]
pub fn roll<const PLAIN: bool, O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    attacker: ActorId,
    reaction: Reaction,
    oracle: &mut O,
) -> Flow<Option<Defence>> {
    if reaction == Reaction::Decline {
        return Ok(None);
    }
    // CW-036, CW-R30: a focused Defend High Rolls every Check made as a Reaction.
    let causes = Causes::NONE.and_if(table.actor(who).turn.reactions_high, Cause::FocusedDefend);
    let (skill, name) = skill_of(table, reaction);
    let trained = table.skill(who, skill);
    table.spend_reaction_if::<PLAIN>(book, who);
    if reaction == Reaction::Turn {
        turn_to(table, who, attacker);
        oracle.tell(Audience::All, || Event::Turned { who, rule: rule!("CW-180") });
        return Ok(None);
    }
    let check = Check { who, skill, trained, modifier: 0, causes };
    let check = prepare_with::<PLAIN, O>(book, table, check, Against::Foe(attacker), oracle)?;
    let (total, face) = check.total(name.word(), oracle)?;
    let defence = Defence { who, reaction, check, total, face };
    oracle.tell(Audience::All, || Event::Reacted(defence));
    Ok(Some(defence))
}

/// Looks at somebody.
#[inline(never)]
pub fn turn_to(table: &mut Table, who: ActorId, at: ActorId) {
    let (from, to) = (table.actor(who).place.cell, table.actor(at).place.cell);
    if let Some(degrees) = table.setup.space.direction_deg(from, to) {
        table.actor_mut(who).facing = degrees;
    }
}

/// CW-D15: asks one Character how it answers an Attack. A Character with no way to answer is not asked.
///
/// It may be known that there is nothing rare about it.
#[inline(always)]
pub fn ask<const PLAIN: bool, O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &Table,
    who: ActorId,
    incoming: &Incoming,
    oracle: &mut O,
) -> Flow<Reaction> {
    debug_assert!(!PLAIN || table.actor(who).is_plain(), "whoever says so has looked");
    if !table.can_react_if::<PLAIN>(who, incoming.attacker) {
        return Ok(Reaction::Decline);
    }
    // Of what fits, a Dodge comes first. Whoever jumps at that has no need of the rest.
    if dodges::<PLAIN>(book, table, who, incoming) {
        let any = ManuallyDrop::new(Question::React { attacker: incoming.attacker, options: ReactionSet::default() });
        if oracle.takes_first(table, Who::Actor(who), &any) {
            if cfg!(debug_assertions) {
                let options = fitting::<PLAIN>(book, table, who, incoming);
                let all = ManuallyDrop::new(Question::React { attacker: incoming.attacker, options });
                let answer = oracle.ask(table, Who::Actor(who), &all)?;
                assert_eq!(options.get(table, who, answer), Reaction::Dodge, "whoever takes the first takes this");
            }
            return Ok(Reaction::Dodge);
        }
    }
    let options = fitting::<PLAIN>(book, table, who, incoming);
    if options.is_empty() {
        return Ok(Reaction::Decline);
    }
    // Nothing in it is to be freed; a simulation then builds no question at all.
    let question = ManuallyDrop::new(Question::React { attacker: incoming.attacker, options });
    let answer = oracle.ask(table, Who::Actor(who), &question)?;
    Ok(options.get(table, who, answer))
}

/// Where somebody who takes Cover may end: the cell, and whether it falls Prone (CW-243).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct CoverSpot {
    /// The cell; its own if it only falls Prone.
    pub cell: Cell,
    /// Does it lie down?
    pub prone: bool,
}

/// CW-243, CW-D16: the places behind Cover within 5 feet, standing or Prone, and falling Prone on the spot.
pub fn cover_spots(table: &mut Table, who: ActorId, from: Place) -> SmallVec<[CoverSpot; 8]> {
    let own = table.actor(who).place;
    let mut spots = SmallVec::new();
    for cell in table.setup.space.neighbours(own.cell) {
        let space = &table.setup.space;
        let place = space.on_ground(cell);
        let is_near = table.within(own, place, COVER_WITHIN_FT);
        if is_near && table.pieces.glance(space, from, place).cover && table.is_open_ground(cell) {
            spots.push(CoverSpot { cell, prone: false });
            spots.push(CoverSpot { cell, prone: true });
        }
    }
    if !table.actor(who).prone || spots.is_empty() {
        spots.push(CoverSpot { cell: own.cell, prone: true });
    }
    spots
}

/// CW-243, CW-R69: the reactor goes where it chose. No Pot Shot, no Speed.
pub fn go_to_cover<O: Oracle<Clockworld>>(table: &mut Table, who: ActorId, from: Place, oracle: &mut O) -> Flow<()> {
    let options = cover_spots(table, who, from);
    let spot = match options.as_slice() {
        [only] => *only,
        _ => {
            let answer = oracle.ask(table, Who::Actor(who), &Question::CoverSpot { options: options.clone() })?;
            options[answer]
        }
    };
    let place = table.setup.space.on_ground(spot.cell);
    if table.actor(who).place.cell != spot.cell {
        table.actors.set_place(who, place);
    } else {
        table.actor_mut(who).rare_mut().low_cover = Some(from);
    }
    table.actor_mut(who).prone |= spot.prone;
    oracle.tell(Audience::All, || Event::TookCover { who, place, prone: spot.prone });
    Ok(())
}

impl Table {
    /// CW-R69: does somebody lie behind Cover that it took by falling Prone, seen from there? It does while it stays lying
    /// there and something to hide behind is within 5 feet, against the half circle from which the Attack came.
    #[inline]
    pub fn lies_in_cover(&self, who: ActorId, from: Place) -> bool {
        let actor = self.actor(who);
        !actor.is_plain() && actor.low_cover.is_some_and(|front| self.is_before_low_cover(who, front, from))
    }

    #[cold]
    fn is_before_low_cover(&self, who: ActorId, front: Place, from: Place) -> bool {
        let (space, here) = (&self.setup.space, self.actor(who).place);
        let is_in_front = match space.direction_deg(here.cell, front.cell) {
            Some(degrees) => space.in_arc(here, degrees, from, 180),
            None => true, // it came from everywhere
        };
        is_in_front && cover_near(self, who)
    }

    /// Can somebody stand there?
    pub fn is_open_ground(&self, cell: Cell) -> bool {
        self.setup.space.contains(cell)
            && !(self.pieces.may_be_underfoot(cell)
                && self.pieces.iter().any(|piece| piece.active && piece.blocks_move && piece.covers(cell)))
            && !self
                .actors
                .iter()
                .any(|actor| actor.place.cell == cell && actor.out < crate::table::Out::Fled && !self.is_zone_map())
    }

    /// Zones hold any number of people.
    pub fn is_zone_map(&self) -> bool {
        self.setup.space.grid() == referee_engine::space::Grid::Zones
    }
}

/// CW-098, CW-238: a Reaction that does not fit, said so.
pub fn does_not_fit(table: &Table, who: ActorId, wish: &str, options: &[String]) -> Refusal {
    let why = format!("{} cannot {wish} against this", table.name(who));
    Refusal::by(rule!("CW-089"), "reaction-does-not-fit", why).allowing(options.iter().cloned())
}

/// A weapon that is held and can strike at Reach, for a Pot Shot (CW-R71).
pub fn reach_weapons(table: &Table, who: ActorId) -> SmallVec<[WeaponRef; 8]> {
    crate::actions::attack::usable_weapons(table, who)
        .filter(|&weapon| table.weapon(who, weapon).is_none_or(|weapon| weapon.kind == AttackKind::Reach))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_engine::space::Orientation;

    /// CW-R105: the directions that were noted are those in which one sees the place, all round and everywhere.
    #[test]
    fn cw_r105_a_front_is_where_one_sees_it() {
        let spaces = [
            Space::square(9, 9, 5, "ft").unwrap(),
            Space::hex(9, 9, 5, "ft", Orientation::Pointy).unwrap(),
            Space::hex(9, 9, 5, "ft", Orientation::Flat).unwrap(),
        ];
        for space in &spaces {
            let here = Place::from(space.cell_at(4, 4).unwrap());
            for there in space.cells().map(Place::from) {
                let front = Front::of(space, here, there).expect("there is one");
                for degrees in 0..360 {
                    let sees = space.in_arc(here, degrees, there, 180);
                    assert_eq!(front.contains(degrees), sees, "{there:?} {degrees}");
                }
            }
        }
    }
}
