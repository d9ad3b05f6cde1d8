//! The table: everything that changes while a Scenario is played.

mod actor;
mod injury;
mod thing;
mod this_turn;

pub use actor::{Actor, Demand, Grip, Hefted, Hold, HoldKind, Lengthy, Out};
pub use injury::{Injury, Severity};
pub use thing::{Circumstance, Gives, Thing, Whereabouts, Wholeness};
pub use this_turn::{Taken, TurnState};

use crate::{
    conditions::ConditionKind,
    house::{HouseRules, LimbRestoredBy},
    sheet::{
        Kind, Limb, Part, PartId, PartSet, Scenario, Sheet, Skill, ThingId, ThingSheet, Trained, Weapon, WeaponRef,
    },
};
use referee_engine::{
    ActorId, ActorSet, Refusal, Side,
    act::Why,
    bar,
    clock::{Clock, Turn},
    space::{Grid, Overrides, Piece, Place, Space},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What does not change by the rules: sheets, things, the map. A GM's correction may replace it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The map.
    pub space: Space,
    /// The sheets, in the order of the roster.
    pub sheets: Vec<Sheet>,
    pub things: Vec<ThingSheet>,
    /// What the Scenario is about.
    pub scenario: Scenario,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// What does not change by the rules.
    pub setup: Arc<Setup>,
    /// Time, and whose Turn it is (CW-003).
    pub clock: Clock<Mode>,
    /// The side that has the Turn, or will have the first one.
    pub side: Side,
    /// How many Turns each side has begun.
    pub turns: [u32; 2],
    /// How things stand.
    pub actors: Vec<Actor>,
    pub things: Vec<Thing>,
    /// Pieces on the map that give cover, concealment or block; by [`Thing::piece`].
    pub pieces: Vec<Piece>,
    /// What the GM has set for Checks to come (CW-043, CW-D09, CW-D10).
    pub circumstances: Vec<Circumstance>,
    /// Ask the GM before every Check, not only where a rule needs a decision.
    pub gm_before_every_check: bool,
    /// What the GM has said about cover and sight between two Characters (CW-D13).
    pub overrides: Overrides,
    /// How it ended, if it has.
    pub over: Option<Ending>,
}

/// How play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// CW-012: who has the first Turn is not settled yet.
    Opening,
    /// Turns of about six seconds (CW-016).
    Turns,
    /// The Scenario is over; time passes as the story needs it (CW-R59).
    Aftermath,
}

/// How a Scenario ended (CW-007).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who won; nobody if the GM ended it so, or both sides are gone.
    pub winner: Option<Side>,
    /// Why, in words.
    pub why: String,
}

impl Table {
    /// The sheet of a Character.
    pub fn sheet(&self, id: ActorId) -> &Sheet {
        &self.setup.sheets[id.index()]
    }

    /// How a Character is.
    pub fn actor(&self, id: ActorId) -> &Actor {
        &self.actors[id.index()]
    }

    /// How a Character is, to change it.
    pub fn actor_mut(&mut self, id: ActorId) -> &mut Actor {
        &mut self.actors[id.index()]
    }

    /// All Characters in roster order.
    pub fn ids(&self) -> impl Iterator<Item = ActorId> + use<> {
        (0..self.actors.len() as u16).map(ActorId)
    }

    /// All Characters in roster order, each with how it is and its sheet: for rules that look at everybody.
    pub fn everybody(&self) -> impl Iterator<Item = (ActorId, &Actor, &Sheet)> {
        let all = self.actors.iter().zip(self.setup.sheets.iter()).enumerate();
        all.map(|(at, (actor, sheet))| (ActorId::at(at), actor, sheet))
    }

    /// The name of a Character.
    pub fn name(&self, id: ActorId) -> &str {
        &self.sheet(id).name
    }

    /// Several Characters by name.
    pub fn names(&self, all: &[ActorId]) -> String {
        all.iter().map(|&id| self.name(id)).collect::<Vec<_>>().join(", ")
    }

    /// The side of a Character.
    pub fn side_of(&self, id: ActorId) -> Side {
        self.sheet(id).side
    }

    /// Are they on different sides, and has the other not given up (CW-R38)?
    pub fn hostile(&self, a: ActorId, b: ActorId) -> bool {
        self.side_of(a) != self.side_of(b) && self.actor(b).out != Out::Surrendered
    }

    pub fn thing_sheet(&self, id: ThingId) -> &ThingSheet {
        &self.setup.things[usize::from(id.0)]
    }

    pub fn thing(&self, id: ThingId) -> &Thing {
        &self.things[usize::from(id.0)]
    }

    /// How a thing is, to change it.
    pub fn thing_mut(&mut self, id: ThingId) -> &mut Thing {
        &mut self.things[usize::from(id.0)]
    }

    pub fn thing_ids(&self) -> impl Iterator<Item = ThingId> + use<> {
        (0..self.things.len() as u16).map(ThingId)
    }

    /// The numbers of a weapon in somebody's hands. `None`: an item that is no weapon (CW-R44).
    pub fn weapon(&self, wielder: ActorId, weapon: WeaponRef) -> Option<&Weapon> {
        match weapon {
            WeaponRef::Natural(at) => Some(&self.sheet(wielder).natural[usize::from(at)].weapon),
            WeaponRef::Thing(id) => self.thing_sheet(id).weapon.as_ref(),
        }
    }

    /// The name of a weapon in somebody's hands.
    pub fn weapon_name(&self, wielder: ActorId, weapon: WeaponRef) -> &str {
        match weapon {
            WeaponRef::Natural(at) => &self.sheet(wielder).natural[usize::from(at)].name,
            WeaponRef::Thing(id) => &self.thing_sheet(id).name,
        }
    }

    /// Rank and Bonus of a Character in a Skill.
    pub fn skill(&self, id: ActorId, skill: Skill) -> Trained {
        self.sheet(id).skill(skill)
    }

    /// Is it this Character's Turn (CW-013)? All members of a side share it and act in any order that they like, one's
    /// Actions between another's (CW-005, CW-006, CW-020): nothing here asks who comes next.
    pub fn has_turn(&self, id: ActorId) -> bool {
        self.clock.mode == Mode::Turns && self.over.is_none() && self.side == self.side_of(id)
    }

    /// The Characters of whom this is so.
    pub fn those(&self, is: impl Fn(&Actor, &Sheet) -> bool) -> ActorSet {
        self.everybody().filter(|(_, actor, sheet)| is(actor, sheet)).map(|(id, ..)| id).collect()
    }

    /// CW-001: the members of a side.
    pub fn members(&self, side: Side) -> ActorSet {
        self.those(|_, sheet| sheet.side == side)
    }

    /// CW-R22: does anybody of this side stand who keeps it in the Scenario? Hazards do not.
    pub fn stands(&self, side: Side) -> bool {
        self.everybody()
            .any(|(_, actor, sheet)| sheet.side == side && sheet.kind != Kind::Hazard && actor.out == Out::Active)
    }

    /// Those who may act (CW-005): [`has_turn`](Table::has_turn) and [`is_active`](Table::is_active), of everybody at once.
    pub fn acting(&self) -> ActorSet {
        match self.clock.mode == Mode::Turns && self.over.is_none() {
            true => self.those(|actor, sheet| sheet.side == self.side && actor.out == Out::Active),
            false => ActorSet::EMPTY,
        }
    }

    /// CW-R24: those who have something left to do in the Turn that runs.
    pub fn not_done(&self) -> ActorSet {
        self.acting().iter().filter(|&who| !self.actor(who).turn.passed).collect()
    }

    /// The active Characters of the other side, whether this one knows of them or not.
    pub fn active_foes(&self, id: ActorId) -> ActorSet {
        let side = self.side_of(id);
        self.those(|actor, sheet| sheet.side != side && actor.out == Out::Active)
    }

    /// CW-R35: the square of the feet from one place to another. On squares they are counted in steps, diagonals as the map
    /// says, so that whoever is one step away is within a Reach of one step; elsewhere it is a straight line.
    pub fn feet_sq(&self, from: Place, to: Place) -> u64 {
        let space = &self.setup.space;
        match space.grid() {
            Grid::Square => {
                let flat = u64::from(space.steps(from, to)) * u64::from(space.cell_size());
                let rise = u64::from(from.z.abs_diff(to.z));
                flat * flat + rise * rise
            }
            Grid::Hex(_) | Grid::Zones => space.distance_sq(from, to),
        }
    }

    /// CW-R35: is one place at most so many feet from another?
    pub fn within(&self, from: Place, to: Place, feet: u32) -> bool {
        self.feet_sq(from, to) <= u64::from(feet) * u64::from(feet)
    }

    /// CW-R35: the feet from one place to another, rounded up, so that a little over 30 is not 30.
    pub fn feet(&self, from: Place, to: Place) -> u32 {
        let square = self.feet_sq(from, to);
        let root = square.isqrt();
        u32::try_from(root + u64::from(root * root < square)).unwrap_or(u32::MAX)
    }

    /// The Turn that runs.
    pub fn running_turn(&self) -> Turn {
        Turn::OfSide(self.side)
    }

    /// Finds a Character by the word for commands.
    pub fn find(&self, key: &str) -> Result<ActorId, Refusal> {
        let found = self.setup.sheets.iter().position(|sheet| sheet.key == key);
        found.map(|at| ActorId(at as u16)).ok_or_else(|| {
            Refusal::plain("unknown-character", format!("there is no Character {key:?}"))
                .allowing(self.setup.sheets.iter().map(|sheet| sheet.key.clone()))
        })
    }

    /// Finds a thing by the word for commands.
    pub fn find_thing(&self, key: &str) -> Result<ThingId, Refusal> {
        let found = self.setup.things.iter().position(|thing| thing.key == key);
        found.map(|at| ThingId(at as u16)).ok_or_else(|| {
            Refusal::plain("unknown-thing", format!("there is no thing {key:?}"))
                .allowing(self.setup.things.iter().map(|thing| thing.key.clone()))
        })
    }

    /// CW-075, CW-076, CW-R49: does this part of a Character work?
    pub fn works(&self, id: ActorId, part: PartId) -> bool {
        !self.actor(id).broken().contains(part)
    }

    /// CW-075, CW-076, CW-R51: notes which limbs no longer work. To be called when the Injuries have changed.
    pub fn know_body(&mut self, house: &HouseRules, id: ActorId) {
        // CW-R51: what treats the Injury that maimed it.
        let heals = house.limb_restored_by == LimbRestoredBy::Stabilize;
        let is_limb =
            |part: PartId| self.sheet(id).body.get(usize::from(part)).is_some_and(|part| part.limb != Limb::None);
        let maims = |injury: &&Injury| {
            let is_over = injury.treated || (heals && injury.stabilized);
            injury.severity >= Severity::Serious && !is_over && is_limb(injury.part)
        };
        let maiming = self.actor(id).injuries.iter().filter(maims);
        let maimed = maiming.fold(PartSet::default(), |set, injury| set.with(injury.part));
        self.actor_mut(id).maimed = maimed;
    }

    /// CW-103, CW-075: one Injury more. Does it put out a limb that worked?
    pub fn hurt(&mut self, house: &HouseRules, id: ActorId, injury: Injury) -> bool {
        let worked = self.works(id, injury.part);
        self.actor_mut(id).injuries.push(injury);
        self.know_body(house, id);
        worked && !self.works(id, injury.part)
    }

    /// CW-R56: the worst Injury of somebody that still has to be Stabilized.
    pub fn worst_unstabilized(&self, id: ActorId) -> Option<Severity> {
        let untreated = self.actor(id).injuries.iter().filter(|injury| !injury.stabilized);
        untreated.map(|injury| injury.severity).max().filter(|worst| *worst > Severity::Mild)
    }

    /// The working arms of a Character (the sheet's `hands`).
    pub fn arms(&self, id: ActorId) -> PartSet {
        self.sheet(id).arms.minus(self.actor(id).broken())
    }

    /// The working legs of a Character.
    pub fn legs(&self, id: ActorId) -> PartSet {
        self.sheet(id).legs.minus(self.actor(id).broken())
    }

    /// The working arms that hold nothing and nobody.
    pub fn free_arms(&self, id: ActorId) -> PartSet {
        let actor = self.actor(id);
        if actor.hefting.is_some() {
            return PartSet::default(); // CW-R117: both hands are busy
        }
        let held = actor.held.iter().fold(PartSet::default(), |set, grip| set.with(grip.arm));
        let holding = actor.hold.map_or(PartSet::default(), |hold| hold.arms);
        self.arms(id).minus(held).minus(holding)
    }

    /// The arms that hold this thing.
    pub fn arms_holding(&self, id: ActorId, thing: ThingId) -> PartSet {
        let grips = self.actor(id).held.iter().filter(|grip| grip.thing == thing);
        grips.fold(PartSet::default(), |arms, grip| arms.with(grip.arm))
    }

    /// The things that somebody holds, each once.
    pub fn held(&self, id: ActorId) -> impl Iterator<Item = ThingId> + '_ {
        let held = &self.actor(id).held;
        held.iter()
            .enumerate()
            .filter(|(at, grip)| !held[..*at].iter().any(|known| known.thing == grip.thing))
            .map(|(_, grip)| grip.thing)
    }

    /// Puts a held thing down where its holder stands, or somewhere else.
    pub fn let_go(&mut self, id: ActorId, thing: ThingId, to: Whereabouts) {
        self.actor_mut(id).held.retain(|grip| grip.thing != thing);
        self.thing_mut(thing).at = to;
    }

    /// CW-R49, CW-R98: somebody whose Injuries a scene gives is as they leave it: what no working hand holds lies where it
    /// stands, a grip without an arm is none, and nobody stands without a leg.
    pub fn settle_body(&mut self, id: ActorId) {
        let (arms, actor) = (self.arms(id), self.actor(id));
        let (place, is_out) = (actor.place, actor.out >= Out::Unconscious);
        let works = |set: PartSet| !is_out && set.minus(arms).is_empty();
        let lost: Vec<ThingId> = self.held(id).filter(|&thing| !works(self.arms_holding(id, thing))).collect();
        let loses_hold = actor.hold.is_some_and(|hold| !works(hold.arms));
        let has_no_leg = self.legs(id).is_empty() && !self.sheet(id).legs.is_empty();
        for thing in lost {
            self.let_go(id, thing, Whereabouts::Place(place));
        }
        if loses_hold {
            self.release(id);
        }
        if has_no_leg {
            self.actor_mut(id).prone = true;
        }
    }

    /// Has this Character such a condition?
    pub fn has(&self, id: ActorId, is: impl Fn(&ConditionKind) -> bool) -> bool {
        self.actor(id).has(is)
    }

    /// CW-R98, CW-008: can this Character act at all?
    pub fn is_active(&self, id: ActorId) -> bool {
        self.actor(id).out == Out::Active
    }

    /// CW-089: the class of a part of a Character.
    pub fn part(&self, id: ActorId, part: PartId) -> &Part {
        self.sheet(id).part(part)
    }

    /// Is there such a Character?
    pub fn exists(&self, id: ActorId) -> bool {
        id.index() < self.actors.len()
    }

    /// Is there such a thing?
    pub fn known_thing(&self, thing: ThingId) -> Result<(), Why<'static>> {
        let is_there = usize::from(thing.0) < self.things.len();
        if is_there { Ok(()) } else { Err(bar!(_, "unknown-thing", "there is no such thing")) }
    }

    /// CW-007: bars everything once the Scenario is over.
    pub fn runs(&self) -> Result<(), Why<'_>> {
        match &self.over {
            None => Ok(()),
            Some(ending) => Err(bar!("CW-007", "over", "the Scenario is over: {}", &ending.why)),
        }
    }

    /// Bars it unless it is this Character's Turn and it can act.
    pub fn may_act(&self, id: ActorId) -> Result<(), Why<'_>> {
        if !self.exists(id) {
            return Err(bar!(_, "unknown-character", "there is no such Character"));
        }
        self.runs()?;
        let name = self.name(id);
        if !self.has_turn(id) {
            return Err(bar!("CW-004", "not-your-turn", "it is not {}'s Turn", name));
        }
        if !self.is_active(id) {
            return Err(bar!("CW-R98", "out-of-action", "{} is {} and cannot act", name, self.actor(id).out.word()));
        }
        Ok(())
    }

    /// CW-273: takes off somebody of whom nobody who looks at this knows, with all that is about it.
    pub fn take_off(&mut self, id: ActorId) {
        let actor = self.actor_mut(id);
        (actor.out, actor.hold, actor.hefting) = (Out::Fled, None, None);
        actor.turn = TurnState::default();
        self.circumstances.retain(|circumstance| circumstance.who != id);
    }
}
