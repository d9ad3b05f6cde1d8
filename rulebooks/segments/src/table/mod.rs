//! The table: everything that changes while people play.

mod actor;
mod thing;

pub use actor::{Actor, FreeAnswer, MOST_ABILITIES, Out, Stock};
pub use thing::{Thing, Whereabouts};

use crate::{
    sheet::{
        AbilitySheet, Area, Controller, EndCondition, Sheet, SkillSheet, StatusSheet, ThingId, ThingSheet, Weapon,
        WeaponRef,
    },
    time::Passage,
    turn::Round,
};
use referee_engine::{
    ActorId, Side,
    act::Why,
    actors_of, bar,
    clock::Clock,
    named,
    space::{Cell, Grid, Piece, Place, Space},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What does not change by the rules. Newcomers and a GM's correction copy it once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The map.
    pub space: Space,
    /// The sheets, in the order of the roster.
    pub sheets: Vec<Sheet>,
    pub things: Vec<ThingSheet>,
    pub statuses: Vec<StatusSheet>,
    pub skills: Vec<SkillSheet>,
    pub abilities: Vec<AbilitySheet>,
    pub areas: Vec<Area>,
    /// The sides by name; the players are the first.
    pub sides: Vec<String>,
    /// What ends the scene.
    pub ends: Vec<EndCondition>,
}

named! {
    /// SE-001: how finely time is played. A table is always in exactly one of these.
    #[derive(Hash, Default, JsonSchema)]
    pub enum Speed {
        /// Hours up to a day, in montages.
        Journeying = "journeying" / "Journeying",
        /// SE-019: turns of 10 minutes; the most common speed.
        #[default]
        Open = "open" / "Open",
        /// SE-029: the clock is stopped; rounds made of segments.
        Segmented = "segmented" / "Segmented",
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// What does not change by the rules.
    pub setup: Arc<Setup>,
    /// SE-R01: one clock for all speeds.
    pub clock: Clock<Speed>,
    /// SE-R03: actions taken in Open since the last mark.
    pub open_actions: u8,
    /// SE-R07: turns since the last wandering check.
    pub wander_counter: u8,
    /// Where it all happens: an index into the areas.
    pub area: u8,
    /// SE-D07: encounters that the dice have brought and the GM has not set out yet.
    pub encounters: u8,
    /// SE-027: what goes on elsewhere.
    pub clocks: Vec<Background>,
    /// The passage under way.
    pub passage: Option<Box<Passage>>,
    /// SE-R14: long work and how far it has come.
    pub works: Vec<Work>,
    /// The round under way while the clock is stopped.
    pub round: Round,
    /// How everybody is.
    pub actors: Vec<Actor>,
    pub things: Vec<Thing>,
    /// Walls, doors and the like.
    pub pieces: Vec<Piece>,
    /// SE-D20, SE-D21: what the GM has set for rolls to come.
    pub circumstances: Vec<Circumstance>,
    /// Ask the GM wherever the GM may decide, not only where nobody else can.
    pub ask_gm: bool,
    /// How it ended, if it has.
    pub over: Option<Ending>,
}

/// How a scene ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    pub winner: Option<Side>,
    /// Why, in words.
    pub why: String,
}

/// SE-027: something that goes on in the background.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Background {
    /// What it is called.
    pub name: String,
    /// How far it is.
    #[serde(default)]
    #[schemars(range(max = 200))]
    pub filled: u8,
    /// When it is full.
    #[schemars(range(min = 1, max = 200))]
    pub size: u8,
    /// How far one turn brings it.
    #[serde(default = "one")]
    #[schemars(range(max = 20))]
    pub step: u8,
}

fn one() -> u8 {
    1
}

/// SE-R14: crafting, study, training or travel with a total in hours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Work {
    pub who: ActorId,
    pub activity: crate::time::Activity,
    /// Hours done.
    pub done: u16,
    /// Hours in all.
    pub total: u16,
}

/// Something that the GM has set for somebody's rolls, or for attacks on somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Circumstance {
    /// Whom it is about.
    pub who: ActorId,
    pub gives: Gives,
    /// For the next roll only, or until the GM takes it away.
    pub once: bool,
}

/// What a circumstance gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gives {
    /// SE-R60.
    Advantage,
    /// SE-R60.
    Disadvantage,
    /// SE-R55, SE-R61.
    Modifier(i8),
    /// SE-R72: cover, to attacks on this one.
    Cover(i8),
    /// SE-R79: the attacks of this one are deadly.
    Deadly,
    /// SE-R77: the attacks of this one cannot be negated.
    Unstoppable,
    /// SE-D20: this attribute in place of the skill's.
    Attribute(crate::sheet::Attribute),
}

actors_of!(Table: Actor, Sheet);

impl Table {
    /// Everybody in roster order, with how they are and their sheets: for whoever looks at all of them.
    pub fn roster(&self) -> impl DoubleEndedIterator<Item = (ActorId, &Actor, &Sheet)> {
        let all = self.actors.iter().zip(&self.setup.sheets).enumerate();
        all.map(|(at, (actor, sheet))| (ActorId(at as u16), actor, sheet))
    }

    /// Is it on the side of another?
    pub fn allied(&self, a: ActorId, b: ActorId) -> bool {
        self.side_of(a) == self.side_of(b)
    }

    /// Those of other sides who are able to act, but for traps.
    pub fn able_foes(&self, id: ActorId) -> impl Iterator<Item = (ActorId, &Actor)> {
        let side = self.side_of(id);
        let is_foe = move |actor: &Actor, sheet: &Sheet| actor.out == Out::Active && sheet.side != side && !sheet.trap;
        self.roster().filter(move |(_, actor, sheet)| is_foe(actor, sheet)).map(|(foe, actor, _)| (foe, actor))
    }

    /// The sides of those who are able to act, in roster order.
    pub fn able_sides(&self) -> impl Iterator<Item = Side> {
        self.roster().filter(|(_, actor, _)| actor.out == Out::Active).map(|(.., sheet)| sheet.side)
    }

    /// Can it act at all?
    pub fn is_able(&self, id: ActorId) -> bool {
        self.actor(id).out == Out::Active
    }

    /// Is it in the scene and alive?
    pub fn is_here(&self, id: ActorId) -> bool {
        matches!(self.actor(id).out, Out::Active | Out::Helpless | Out::Dying)
    }

    /// Does the GM decide for it?
    pub fn is_gms(&self, id: ActorId) -> bool {
        self.sheet(id).controller == Controller::Gm
    }

    pub fn thing_sheet(&self, id: ThingId) -> &ThingSheet {
        &self.setup.things[id.index()]
    }

    pub fn thing(&self, id: ThingId) -> &Thing {
        &self.things[id.index()]
    }

    /// How a thing is, to change it.
    pub fn thing_mut(&mut self, id: ThingId) -> &mut Thing {
        &mut self.things[id.index()]
    }

    pub fn thing_ids(&self) -> impl DoubleEndedIterator<Item = ThingId> + use<> {
        (0..self.things.len() as u16).map(ThingId)
    }

    /// The numbers of a weapon in somebody's hands. `None`: no weapon.
    pub fn weapon(&self, by: ActorId, weapon: WeaponRef) -> Option<&Weapon> {
        match weapon {
            WeaponRef::Natural(at) => self.sheet(by).natural.get(usize::from(at)).map(|natural| &natural.weapon),
            WeaponRef::Thing(id) => self.setup.things.get(id.index())?.weapon.as_ref(),
        }
    }

    pub fn weapon_name(&self, by: ActorId, weapon: WeaponRef) -> &str {
        match weapon {
            WeaponRef::Natural(at) => &self.sheet(by).natural[usize::from(at)].name,
            WeaponRef::Thing(id) => &self.thing_sheet(id).name,
        }
    }

    /// SE-R52: how far it is, in feet: counted in squares, a diagonal as the map says.
    pub fn feet(&self, a: Place, b: Place) -> u32 {
        let space = &self.setup.space;
        match space.grid() {
            Grid::Zones => space.distance(a, b),
            Grid::Square | Grid::Hex(_) => space.steps(a, b).saturating_mul(u32::from(space.cell_size())),
        }
    }

    /// How far apart two are, in feet.
    pub fn between(&self, a: ActorId, b: ActorId) -> u32 {
        self.feet(self.actor(a).place, self.actor(b).place)
    }

    /// The area where it all happens.
    pub fn here(&self) -> Option<&Area> {
        self.setup.areas.get(usize::from(self.area))
    }

    /// Minutes on the clock.
    pub fn minutes(&self) -> u64 {
        self.clock.elapsed / 60
    }

    /// Takes somebody off the table with all that it carries, for those who do not know of it.
    pub fn take_off(&mut self, who: ActorId) {
        self.actor_mut(who).out = Out::Away;
        for actor in &mut self.actors {
            actor.afraid_of = actor.afraid_of.filter(|source| *source != who);
        }
        for thing in self.thing_ids() {
            if self.thing(thing).at.owner() == Some(who) {
                self.take_away(thing);
            }
        }
    }

    /// Takes a thing away.
    pub fn take_away(&mut self, thing: ThingId) {
        self.put(thing, Whereabouts::Gone);
    }

    /// Finds somebody by the word for commands.
    pub fn find(&self, key: &str) -> Option<ActorId> {
        self.setup.sheets.iter().position(|sheet| sheet.key == key).map(|at| ActorId(at as u16))
    }

    /// The cells in which somebody stands who is in the scene; a zone has room for all.
    pub fn taken(&self) -> impl Iterator<Item = Cell> {
        let counts = self.setup.space.grid() != Grid::Zones;
        let stands = move |who: ActorId, sheet: &Sheet| counts && self.is_here(who) && !sheet.trap;
        self.roster().filter(move |(who, _, sheet)| stands(*who, sheet)).map(|(_, actor, _)| actor.place.cell)
    }

    /// Does somebody stand there?
    pub fn is_taken(&self, cell: Cell) -> bool {
        self.taken().any(|taken| taken == cell)
    }

    /// Refuses what cannot be done by somebody who is not there or cannot act.
    pub fn may_act(&self, id: ActorId) -> Result<(), Why<'_>> {
        if id.index() >= self.actors.len() {
            return Err(bar!(_, "unknown-character", "there is no such character"));
        }
        if let Some(ending) = &self.over {
            return Err(bar!(_, "over", "it is over: {}", &ending.why));
        }
        if !self.is_able(id) {
            return Err(bar!(
                "SE-R109",
                "out-of-action",
                "{} is {} and cannot act",
                self.name(id),
                self.actor(id).out.word()
            ));
        }
        Ok(())
    }
}
