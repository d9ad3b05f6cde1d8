//! The door from a scene to a table.

use super::{gear::Gear, raw::*};
use crate::{
    dc::Level,
    house::HouseRules,
    sheet::{Ability, MOST_SIDES, PCS},
    table::{Area, EndCondition, Life, Mode, ObjectSheet, Phase, Setup, SideSet, Square, Table},
    tasks::{HazardSheet, Reward, TaskId, TaskSheet, TaskState},
};
use referee_engine::{
    ActorSet, Seldom, Side,
    clock::{Clock, Turn},
    door::{Mistakes, RawAt, Scene, each},
    key_of,
    space::Place,
};
use smallvec::SmallVec;
use std::sync::Arc;

pub(super) struct Builder<'s> {
    pub(super) scene: Scene<'s, RawScene>,
    pub(super) house: &'s HouseRules,
    pub(super) gear: Gear,
}

impl<'s> Builder<'s> {
    pub(super) fn new(mut scene: Scene<'s, RawScene>, house: &'s HouseRules) -> Self {
        scene.side("pcs"); // `PCS` is the first side
        Builder { scene, house, gear: Gear::new() }
    }

    pub(super) fn build(mut self) -> Result<Table, Mistakes> {
        let raw = self.scene.raw;
        let (mut sheets, mut actors) = (Vec::new(), Vec::new());
        for (path, character) in each("characters", &raw.characters) {
            let sheet = self.sheet(character, &path);
            actors.push(self.actor(character, &sheet, &path));
            sheets.push(sheet);
        }
        let keys: Vec<&str> = sheets.iter().map(|sheet| sheet.key.as_str()).collect();
        self.scene.unique_characters(keys.iter().copied());
        self.relations(&keys, &mut actors);
        let standing = actors
            .iter()
            .zip(&sheets)
            .map(|(actor, sheet)| (actor.life <= Life::Down).then_some((sheet.name.as_str(), actor.place.cell)));
        self.scene.crowding(&standing.collect::<Vec<_>>());
        let hazards = self.hazards();
        let tasks = self.tasks(&hazards);
        let objects = self.objects(&keys);
        let areas = self.areas(&keys);
        let ends = self.ends(&tasks, &objects);
        let squares = self.squares();
        let counts = raw.scenario.counts.unwrap_or(Mode::COUNTS);
        if counts.iter().any(|count| !(1..=10).contains(count)) {
            self.scene.wrong("scenario.counts", "a unit of time has 1 to 10 of its kind (PR-R08)", ["1 to 10"]);
        }
        let order = self.order();
        let phase = match raw.scenario.phase {
            RawPhase::Free => Phase::Free,
            RawPhase::Turns => Phase::Turns,
            RawPhase::Initiative => Phase::Initiative,
        };
        if phase == Phase::Initiative {
            self.scene.check_sides(sheets.iter().map(|sheet| sheet.side));
        }
        let side = order.first().map_or(PCS, |set: &SideSet| set.first());
        let setup = Setup {
            space: self.scene.space.clone(),
            squares,
            dark: raw.dark,
            sides: self.scene.sides.clone(),
            sheets,
            skills: self.gear.skills,
            resources: self.gear.resources,
            tasks,
            hazards,
            objects,
            ends,
        };
        let table = Table {
            clock: Clock {
                mode: raw.scenario.mode,
                elapsed: 0,
                round: u32::from(phase != Phase::Free),
                turn: if phase == Phase::Free { Turn::Round } else { Turn::OfSide(side) },
            },
            counts,
            phase,
            order: if phase == Phase::Free { SmallVec::new() } else { order },
            part: 0,
            units: 0,
            actors,
            objects: setup.objects.iter().map(|object| object.hp).collect(),
            tasks: setup.tasks.iter().map(|_| TaskState::default()).collect(),
            areas: areas.into(),
            circumstances: Seldom::NOTHING,
            gm_before_every_check: raw.gm_before_every_check,
            over: None,
            goes_on: false,
            setup: Arc::new(setup),
        };
        self.scene.finish(table)
    }

    pub(super) fn place(&mut self, at: Option<[u16; 2]>, path: &str) -> Place {
        self.scene.place(at.map(RawAt::Cell).as_ref(), path)
    }

    /// The side with this name; new ones are added, up to eight.
    pub(super) fn side(&mut self, name: &str, path: &str) -> Side {
        let sides = &self.scene.sides;
        if sides.len() == MOST_SIDES && !sides.iter().any(|side| side == name) {
            self.scene.wrong(path, "there are too many sides", [""; 0]);
            return PCS;
        }
        self.scene.side(name)
    }

    fn known_side(&mut self, name: &str, path: &str) -> Option<Side> {
        let sides = self.scene.sides.clone();
        let found = self.scene.find("side", name, sides.iter().map(String::as_str), path);
        found.map(|at| Side(at as u8))
    }

    fn order(&mut self) -> SmallVec<[SideSet; 4]> {
        let mut order: SmallVec<[SideSet; 4]> = SmallVec::new();
        for (path, name) in each("scenario.order", &self.scene.raw.scenario.order) {
            if let Some(side) = self.known_side(name, &path) {
                order.push(SideSet::of(side));
            }
        }
        for side in 0..self.scene.sides.len() as u8 {
            if !order.iter().any(|set| set.contains(Side(side))) {
                order.push(SideSet::of(Side(side)));
            }
        }
        order
    }

    fn hazards(&mut self) -> Vec<HazardSheet> {
        let mut all = Vec::new();
        for (path, raw) in each("hazards", &self.scene.raw.hazards) {
            let inflicts = self.resource(raw.inflicts.as_deref(), &format!("{path}.inflicts"));
            all.push(HazardSheet {
                key: raw.key.clone().unwrap_or_else(|| key_of(&raw.name)),
                name: raw.name.clone(),
                ability: raw.ability,
                level: raw.level,
                gm_mod: raw.gm_mod,
                effect: raw.effect,
                half: raw.half,
                inflicts,
            });
        }
        self.scene.unique("hazards", all.iter().map(|hazard: &HazardSheet| hazard.key.as_str()));
        all
    }

    fn tasks(&mut self, hazards: &[HazardSheet]) -> Vec<TaskSheet> {
        let mut all: Vec<TaskSheet> = Vec::new();
        for (path, raw) in each("tasks", &self.scene.raw.tasks) {
            let skill = self.skill(raw.skill.as_deref(), &format!("{path}.skill"));
            let trains = self.skill(raw.trains.as_deref(), &format!("{path}.trains"));
            let ability = raw.ability.or(skill.map(|skill| self.gear.skills[usize::from(skill.0)].ability));
            if ability.is_none() && raw.skill.is_none() {
                self.scene.wrong(&path, "a task needs a skill or an ability", [""; 0]);
            }
            let springs = raw.springs.as_ref().and_then(|key| {
                let keys = hazards.iter().map(|hazard| hazard.key.as_str());
                self.scene.find("hazard", key, keys, &format!("{path}.springs")).map(|at| at as u8)
            });
            let after = raw.after.as_ref().and_then(|key| {
                let before = all.iter().map(|task| task.key.as_str());
                self.scene.find("earlier task", key, before, &format!("{path}.after"))
            });
            all.push(TaskSheet {
                key: raw.key.clone().unwrap_or_else(|| key_of(&raw.name)),
                name: raw.name.clone(),
                level: raw.level,
                gm_mod: raw.gm_mod,
                ability: ability.unwrap_or(Ability::Int),
                skill,
                of_type: raw.of_type,
                needed: raw.needed,
                limit: raw.limit,
                unit: raw.unit,
                reward: trains.map(Reward::Specialty),
                springs,
                after: after.map(|at| TaskId(at as u8)),
            });
        }
        self.scene.unique("tasks", all.iter().map(|task| task.key.as_str()));
        debug_assert!(Level::ALL.len() == 9, "the levels of the schema");
        all
    }

    fn objects(&mut self, characters: &[&str]) -> Vec<ObjectSheet> {
        let mut all: Vec<ObjectSheet> = Vec::new();
        for (path, raw) in each("objects", &self.scene.raw.objects) {
            let place = self.place(raw.at, &path);
            let key = raw.key.clone().unwrap_or_else(|| key_of(&raw.name));
            if characters.contains(&key.as_str()) {
                self.scene.wrong(&format!("{path}.key"), "a character has this key", [""; 0]);
            }
            all.push(ObjectSheet { key, name: raw.name.clone(), hp: raw.hp as i16, defense: raw.defense, place });
        }
        self.scene.unique("objects", all.iter().map(|object| object.key.as_str()));
        all
    }

    fn areas(&mut self, characters: &[&str]) -> Vec<Area> {
        let mut all = Vec::new();
        for (path, raw) in each("areas", &self.scene.raw.areas) {
            let Some(kind) = self.resource(Some(&raw.kind), &format!("{path}.kind")) else { continue };
            let sheet = &self.gear.resources[usize::from(kind.0)];
            if !sheet.area {
                let areas = self.gear.resources.iter().filter(|kind| kind.area).map(|kind| kind.key.as_str());
                self.scene.wrong(&format!("{path}.kind"), "this is no die of a place", areas);
                continue;
            }
            let stock = sheet.stock(self.house, kind, raw.die);
            let path = format!("{path}.inside");
            let inside =
                raw.inside.iter().filter_map(|key| self.scene.character(key, characters.iter().copied(), &path));
            all.push(Area { stock, inside: inside.collect::<ActorSet>() });
        }
        all
    }

    fn ends(&mut self, tasks: &[TaskSheet], objects: &[ObjectSheet]) -> Vec<EndCondition> {
        let mut all = Vec::new();
        for (path, raw) in each("scenario.ends", &self.scene.raw.scenario.ends) {
            let wins = raw.wins.as_ref().and_then(|name| self.known_side(name, &format!("{path}.wins")));
            let task = raw.done.as_ref().map(|key| tasks.iter().position(|task| task.key == *key));
            let object = raw.broken.as_ref().map(|key| objects.iter().position(|object| object.key == *key));
            match (task, object, raw.units, wins) {
                (Some(Some(task)), None, None, Some(side)) => {
                    all.push(EndCondition::Done(TaskId(task as u8), side));
                }
                (None, Some(Some(object)), None, Some(side)) => all.push(EndCondition::Broken(object as u8, side)),
                (None, None, Some(units), wins) => all.push(EndCondition::Units(units, wins)),
                _ => {
                    let allowed = ["done and wins", "broken and wins", "units"];
                    self.scene.wrong(&path, "an end names one thing that exists, and who wins then", allowed);
                }
            }
        }
        all
    }

    fn squares(&mut self) -> Vec<Square> {
        let raw = self.scene.raw;
        if raw.map.is_none() {
            return Vec::new();
        }
        let mut squares = vec![Square::default(); self.scene.space.len()];
        let lists = [
            ("blocked", &raw.blocked, 0),
            ("light_cover", &raw.light_cover, 2),
            ("heavy_cover", &raw.heavy_cover, 4),
            ("dark_squares", &raw.dark_squares, 0),
        ];
        for (name, cells, cover) in lists {
            for (path, &[column, row]) in each(name, cells) {
                let space = &self.scene.space;
                let index = space.cell_at(column, row).and_then(|cell| space.index(cell));
                match index.and_then(|index| squares.get_mut(index)) {
                    Some(square) => {
                        square.cover = square.cover.max(cover);
                        square.blocked |= name == "blocked";
                        square.dark |= name == "dark_squares";
                    }
                    None => self.scene.wrong(&path, "this square is not on the map", [""; 0]),
                }
            }
        }
        if squares.iter().all(|square| *square == Square::default()) { Vec::new() } else { squares }
    }
}
