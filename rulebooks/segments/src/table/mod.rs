//! The table: everything that changes while people play.

mod actor;
mod thing;

pub(crate) use actor::Whole;
pub use actor::{Actor, Daily, FreeAnswer, MOST_ABILITIES, Out, Someone, Stock};
pub use thing::{Lasting, Thing, Things, Whereabouts};

use crate::{
    gear::{Looks, Stretch},
    pieces::Pieces,
    roster::{Roster, Sheets},
    sheet::{
        AbilitySheet, Area, Controller, EndCondition, Sheet, SkillSheet, StatusSheet, ThingId, ThingSheet, Weapon,
        WeaponRef,
    },
    sight::Screens,
    time::{LastWords, Passage},
    turn::Round,
};
use referee_engine::{
    ActorId, ActorSet, Derived, Refusal, Seldom, Side,
    clock::Clock,
    rule,
    space::{Grid, Place, Space},
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
    pub sheets: Sheets,
    /// What things are.
    pub things: Vec<ThingSheet>,
    /// The statuses there are.
    pub statuses: Vec<StatusSheet>,
    /// The skills there are.
    pub skills: Vec<SkillSheet>,
    /// The abilities there are.
    pub abilities: Vec<AbilitySheet>,
    /// The areas there are.
    pub areas: Vec<Area>,
    /// The sides by name; the players are the first.
    pub sides: Vec<String>,
    /// What ends the scene.
    pub ends: Vec<EndCondition>,
    /// Where pieces stand on the map.
    #[serde(skip)]
    pub screens: Derived<Screens>,
    /// What follows from the gear of those who give something up.
    #[serde(skip)]
    pub looks: Derived<Looks>,
    /// How it is told that one side alone is left.
    #[serde(skip)]
    pub last_words: Derived<LastWords>,
}

/// SE-001: how finely time is played. A table is always in exactly one of these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// Hours up to a day, in montages.
    Journeying,
    /// SE-019: turns of 10 minutes; the most common speed.
    #[default]
    Open,
    /// SE-029: the clock is stopped; rounds made of segments.
    Segmented,
}

/// Everything on the table.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    pub clocks: Seldom<Vec<Background>>,
    /// The passage under way.
    pub passage: Option<Box<Passage>>,
    /// SE-R14: long work and how far it has come.
    pub works: Seldom<Vec<Work>>,
    /// The round under way while the clock is stopped.
    #[serde(with = "crate::turn::Written")]
    pub round: Round,
    /// How everybody is.
    pub actors: Roster,
    /// How things are.
    pub things: Things,
    /// Where in that list the weapons are that lie on the ground; kept by [`Table::put`].
    #[serde(skip)]
    pub lying: Derived<Stretch>,
    /// Walls, doors and the like.
    pub pieces: Pieces,
    /// SE-D20, SE-D21: what the GM has set for rolls to come.
    pub circumstances: Seldom<Vec<Circumstance>>,
    /// Ask the GM wherever the GM may decide, not only where nobody else can.
    pub ask_gm: bool,
    /// How it ended, if it has.
    pub over: Option<Arc<Ending>>,
}

impl Clone for Table {
    fn clone(&self) -> Table {
        Table {
            setup: self.setup.clone(),
            clock: self.clock,
            open_actions: self.open_actions,
            wander_counter: self.wander_counter,
            area: self.area,
            encounters: self.encounters,
            clocks: self.clocks.clone(),
            passage: self.passage.clone(),
            works: self.works.clone(),
            round: self.round.clone(),
            actors: self.actors.clone(),
            things: self.things.clone(),
            lying: self.lying,
            pieces: self.pieces.clone(),
            circumstances: self.circumstances.clone(),
            ask_gm: self.ask_gm,
            over: self.over.clone(),
        }
    }

    /// Keeps its memory: a run begins with a copy of one table again and again.
    fn clone_from(&mut self, other: &Table) {
        let Table {
            setup,
            clock,
            open_actions,
            wander_counter,
            area,
            encounters,
            clocks,
            passage,
            works,
            round,
            actors,
            things,
            lying,
            pieces,
            circumstances,
            ask_gm,
            over,
        } = other;
        if !Arc::ptr_eq(&self.setup, setup) {
            self.setup = setup.clone();
        }
        (self.clock, self.open_actions, self.wander_counter) = (*clock, *open_actions, *wander_counter);
        (self.area, self.encounters, self.ask_gm, self.lying) = (*area, *encounters, *ask_gm, *lying);
        self.clocks.clone_from(clocks);
        self.passage.clone_from(passage);
        self.works.clone_from(works);
        self.round.clone_from(round);
        self.actors.clone_from(actors);
        self.things.clone_from(things);
        self.pieces.clone_from(pieces);
        self.circumstances.clone_from(circumstances);
        self.over.clone_from(over);
    }
}

/// How a scene ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who won.
    pub winner: Option<Side>,
    /// Why, in words.
    pub why: Box<str>,
}

impl Ending {
    /// So it ends.
    pub(crate) fn new(winner: Option<Side>, why: impl Into<Box<str>>) -> Arc<Ending> {
        Arc::new(Ending { winner, why: why.into() })
    }
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
    /// Whose.
    pub who: ActorId,
    /// What.
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
    /// What it gives.
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

impl Table {
    /// The sheet of somebody.
    #[inline]
    pub fn sheet(&self, id: ActorId) -> &Sheet {
        &self.setup.sheets[id.index()]
    }

    /// How somebody is.
    #[inline]
    pub fn actor(&self, id: ActorId) -> &Actor {
        &self.actors[id.index()]
    }

    /// How somebody is, to change anything but whether it takes part, where it is, whether it is hidden and where it stands in
    /// the round, which the [`Roster`] has to know.
    #[inline]
    pub fn actor_mut(&mut self, id: ActorId) -> &mut Actor {
        self.actors.get_mut(id)
    }

    /// What is counted by the day for somebody.
    #[inline]
    pub fn daily(&self, id: ActorId) -> &Daily {
        self.actors.daily(id)
    }

    /// Everybody in roster order.
    #[inline]
    pub fn ids(&self) -> impl Iterator<Item = ActorId> + Clone + use<> {
        (0..self.actors.len() as u16).map(ActorId)
    }

    /// Everybody in roster order, with how they are and their sheets: for whoever looks at all of them.
    #[inline]
    pub fn roster(&self) -> impl DoubleEndedIterator<Item = (ActorId, &Actor, &Sheet)> {
        let all = self.actors.iter().zip(self.setup.sheets.iter()).enumerate();
        all.map(|(at, (actor, sheet))| (ActorId(at as u16), actor, sheet))
    }

    /// A name.
    pub fn name(&self, id: ActorId) -> &str {
        &self.sheet(id).name
    }

    /// A side.
    #[inline]
    pub fn side_of(&self, id: ActorId) -> Side {
        self.sheet(id).side
    }

    /// Is it on the side of another?
    #[inline]
    pub fn allied(&self, a: ActorId, b: ActorId) -> bool {
        self.side_of(a) == self.side_of(b)
    }

    /// Those of other sides who are able to act, but for traps.
    #[inline]
    pub fn able_foes(&self, id: ActorId) -> ActorSet {
        self.actors.able().both(self.setup.sheets.others_than(self.side_of(id)))
    }

    /// Can it act at all?
    #[inline]
    pub fn is_able(&self, id: ActorId) -> bool {
        self.actor(id).out == Out::Active
    }

    /// Is it in the scene and alive?
    #[inline]
    pub fn is_here(&self, id: ActorId) -> bool {
        matches!(self.actor(id).out, Out::Active | Out::Helpless | Out::Dying)
    }

    /// Does the GM decide for it?
    #[inline]
    pub fn is_gms(&self, id: ActorId) -> bool {
        self.sheet(id).controller == Controller::Gm
    }

    /// What a thing is.
    #[inline]
    pub fn thing_sheet(&self, id: ThingId) -> &ThingSheet {
        &self.setup.things[id.index()]
    }

    /// How a thing is.
    #[inline]
    pub fn thing(&self, id: ThingId) -> &Thing {
        &self.things[id.index()]
    }

    /// How a thing is, to change it.
    pub fn thing_mut(&mut self, id: ThingId) -> &mut Thing {
        self.things.get_mut(id)
    }

    /// What lasts of a thing.
    #[inline]
    pub fn lasting(&self, id: ThingId) -> &Lasting {
        &self.things.lasting()[id.index()]
    }

    /// All things.
    pub fn thing_ids(&self) -> impl DoubleEndedIterator<Item = ThingId> + use<> {
        (0..self.things.len() as u16).map(ThingId::at)
    }

    /// The numbers of a weapon in somebody's hands. `None`: no weapon.
    #[inline]
    pub fn weapon(&self, by: ActorId, weapon: WeaponRef) -> Option<&Weapon> {
        match weapon {
            WeaponRef::Natural(at) => self.sheet(by).natural.get(usize::from(at)).map(|natural| &natural.weapon),
            WeaponRef::Thing(id) => self.setup.things.get(id.index())?.weapon.as_ref(),
        }
    }

    /// The name of a weapon.
    pub fn weapon_name(&self, by: ActorId, weapon: WeaponRef) -> &str {
        match weapon {
            WeaponRef::Natural(at) => &self.sheet(by).natural[usize::from(at)].name,
            WeaponRef::Thing(id) => &self.thing_sheet(id).name,
        }
    }

    /// SE-R52: how far it is, in feet: counted in squares, a diagonal as the map says.
    #[inline]
    pub fn feet(&self, a: Place, b: Place) -> u32 {
        feet_between(&self.setup.space, a, b)
    }

    /// How far apart two are, in feet.
    #[inline]
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

    /// Finds somebody by the word for commands.
    pub fn find(&self, key: &str) -> Result<ActorId, Refusal> {
        let found = self.setup.sheets.iter().position(|sheet| sheet.key == key);
        found.map(|at| ActorId(at as u16)).ok_or_else(|| {
            Refusal::plain("unknown-character", format!("there is no {key:?}"))
                .allowing(self.setup.sheets.iter().map(|sheet| sheet.key.clone()))
        })
    }

    /// Finds a thing by the word for commands.
    pub fn find_thing(&self, key: &str) -> Option<ThingId> {
        self.setup.things.iter().position(|thing| thing.key == key).map(|at| ThingId::at(at as u16))
    }

    /// Does anybody who can act stand there?
    pub fn is_taken(&self, cell: referee_engine::space::Cell) -> bool {
        self.setup.space.grid() != Grid::Zones
            && self.actors.iter().zip(self.setup.sheets.iter()).any(|(actor, sheet)| {
                actor.place.cell == cell && matches!(actor.out, Out::Active | Out::Helpless | Out::Dying) && !sheet.trap
            })
    }

    /// The cells in which somebody stands, as [`is_taken`](Self::is_taken) has it, for whoever looks at many.
    pub fn taken(&self) -> impl Iterator<Item = referee_engine::space::Cell> {
        let counts = self.setup.space.grid() != Grid::Zones;
        let there = |actor: &Actor| matches!(actor.out, Out::Active | Out::Helpless | Out::Dying);
        let traps = self.setup.sheets.traps();
        let is_trap = move |who: ActorId| !traps.is_empty() && traps.contains(who);
        let all = self.ids().zip(self.actors.iter());
        all.filter(move |(who, actor)| counts && there(actor) && !is_trap(*who)).map(|(_, actor)| actor.place.cell)
    }

    /// Refuses what cannot be done by somebody who is not there or cannot act.
    pub fn may_act(&self, id: ActorId) -> Result<(), Refusal> {
        if id.index() >= self.actors.len() {
            return Err(Refusal::plain("unknown-character", "there is no such character"));
        }
        if let Some(ending) = &self.over {
            return Err(Refusal::plain("over", format!("it is over: {}", ending.why)));
        }
        if !self.is_able(id) {
            let why = format!("{} is {} and cannot act", self.name(id), self.actor(id).out.word());
            return Err(Refusal::by(rule!("SE-R109"), "out-of-action", why));
        }
        Ok(())
    }
}

/// SE-R52: how far it is on this map, in feet.
#[inline]
pub(crate) fn feet_between(space: &Space, a: Place, b: Place) -> u32 {
    match space.grid() {
        Grid::Zones => space.distance(a, b),
        _ => space.steps(a, b).saturating_mul(u32::from(space.cell_size())),
    }
}

impl Speed {
    /// In a word.
    pub fn word(self) -> &'static str {
        ["Journeying", "Open", "Segmented"][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Segments;
    use referee_engine::{System, door::Source, space::Place};

    fn open(more: &str) -> Table {
        let scene = format!(
            "book = \"segments\"\n{more}\n\
             map = {{ grid = \"square\", columns = 12, rows = 7, cell = 5, unit = \"feet\" }}\n\
             characters = [{{ from = \"shieldbearer\", at = [3, 2] }}, {{ from = \"cutthroat\", at = [8, 2] }}]"
        );
        Segments::open(&Source::new("table.toml", scene)).unwrap_or_else(|mistakes| panic!("{mistakes}")).1
    }

    /// Whatever was on a table before, a copy of another one is that one in every part.
    #[test]
    fn a_table_that_becomes_a_copy_keeps_nothing_of_its_own() {
        let plain = open("speed = \"segmented\"");
        let mut other =
            open("wander_counter = 1\nask_gm = true\nminutes = 30\nclocks = [{ name = \"Flood\", size = 4 }]");
        (other.open_actions, other.encounters, other.area) = (2, 1, 1);
        other.works.fill().push(Work { who: ActorId(0), activity: crate::time::Activity::Craft, done: 1, total: 8 });
        other.circumstances.fill().push(Circumstance { who: ActorId(1), gives: Gives::Advantage, once: true });
        (other.round.next, other.round.played) = (1, 3);
        other.round.order.push(ActorId(1));
        other.over = Some(Ending::new(Some(Side(0)), "so it was"));
        other.set_at(ActorId(1), Place::new(4, 2, 0));
        other.thing_mut(ThingId::at(0)).count += 1;
        other.things.lasting_mut(ThingId::at(1)).health += 1;
        for (from, to) in [(&plain, &other), (&other, &plain)] {
            let mut copy = from.clone();
            assert_eq!(copy, *from);
            copy.clone_from(to);
            assert_eq!(copy, *to);
            assert_eq!(serde_json::to_value(&copy).unwrap(), serde_json::to_value(to).unwrap());
            assert_eq!(copy.near(ActorId(0)), to.near(ActorId(0)));
        }
    }
}
