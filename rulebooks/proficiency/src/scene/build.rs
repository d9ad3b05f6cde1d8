//! The door from a scene to a table.

use super::{gear::Gear, raw::*};
use crate::{
    dc::Level,
    house::HouseRules,
    sheet::{Ability, MOST_SIDES, PCS, Sheet},
    table::{Area, EndCondition, Mode, ObjectSheet, Phase, Setup, SideSet, Square, Table},
    tasks::{HazardSheet, Reward, TaskId, TaskSheet, TaskState},
};
use referee_engine::{
    ActorId, ActorSet, Seldom, Side,
    clock::{Clock, Turn},
    door::{Check, Located, Mistakes},
    key_of,
    space::{Diagonals, MapDescription, Place, Space, ZoneMap},
};
use smallvec::SmallVec;
use std::sync::Arc;

pub(super) struct Builder<'s> {
    pub(super) scene: &'s Located<RawScene>,
    pub(super) house: &'s HouseRules,
    pub(super) check: Check,
    pub(super) gear: Gear,
    pub(super) sides: Vec<String>,
    pub(super) space: Space,
}

/// A scene without a map is one place.
fn nowhere() -> Space {
    let (zones, unit) = (vec!["here".into()], "squares".into());
    let zone = ZoneMap { zones, within: 1, unit, links: Vec::new(), distances: Vec::new(), unseen: Vec::new() };
    Space::zones(zone).unwrap_or_else(|errors| panic!("one zone is a map: {errors:?}"))
}

impl<'s> Builder<'s> {
    pub(super) fn new(scene: &'s Located<RawScene>, mut check: Check) -> Builder<'s> {
        let mut space = nowhere();
        if let Some(map) = scene.value.map.clone() {
            if !matches!(map, MapDescription::Square(_)) {
                check.push(scene.mistake("map.grid", "maps of this book are made of squares (PR-R91)", ["square"]));
            }
            if let Some(map) = scene.check_map(&map, &mut check) {
                if map.diagonals() != Diagonals::One {
                    check.push(scene.mistake("map.diagonals", "a diagonal step counts one (PR-R91)", ["one"]));
                }
                space = map;
            }
        }
        Builder { scene, house: &scene.value.rules, check, gear: Gear::new(), sides: vec!["pcs".into()], space }
    }

    pub(super) fn wrong(
        &mut self,
        path: &str,
        message: impl Into<String>,
        allowed: impl IntoIterator<Item = impl Into<String>>,
    ) {
        let mistake = self.scene.mistake(path, message, allowed);
        self.check.push(mistake);
    }

    pub(super) fn build(mut self) -> Result<Table, Mistakes> {
        let raw = &self.scene.value;
        let (mut sheets, mut actors) = (Vec::new(), Vec::new());
        for (at, character) in raw.characters.iter().enumerate() {
            let path = format!("characters[{at}]");
            let sheet = self.sheet(character, &path);
            actors.push(self.actor(character, &sheet, &path));
            sheets.push(sheet);
        }
        self.unique(sheets.iter().map(|sheet| sheet.key.clone()).collect(), "characters");
        self.relations(&sheets, &mut actors);
        let hazards = self.hazards();
        let tasks = self.tasks(&hazards);
        let objects = self.objects();
        let areas = self.areas(&sheets);
        let ends = self.ends(&tasks, &objects);
        let squares = self.squares();
        let counts = raw.scenario.counts.unwrap_or(Mode::COUNTS);
        if counts.iter().any(|count| !(1..=10).contains(count)) {
            self.wrong("scenario.counts", "a unit of time has 1 to 10 of its kind (PR-R08)", ["1 to 10"]);
        }
        let order = self.order();
        let phase = match raw.scenario.phase {
            RawPhase::Free => Phase::Free,
            RawPhase::Turns => Phase::Turns,
            RawPhase::Initiative => Phase::Initiative,
        };
        if phase == Phase::Initiative && !raw.alone {
            let sides = sheets.iter().map(|sheet| sheet.side);
            self.scene.check_sides(sides, &mut self.check);
        }
        let side = order.first().map_or(PCS, |set: &SideSet| set.first());
        let setup = Setup {
            space: self.space,
            squares,
            dark: raw.dark,
            sides: self.sides,
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
        self.check.finish(table)
    }

    fn unique(&mut self, keys: Vec<String>, list: &str) {
        for (at, key) in keys.iter().enumerate() {
            let reserved = key == "gm" || self.sides.contains(key);
            if keys[..at].contains(key) || (list == "characters" && reserved) || key.is_empty() {
                let why = format!("{key:?} is taken; give this one a key of its own");
                self.wrong(&format!("{list}[{at}].key"), why, [""; 0]);
            }
        }
    }

    pub(super) fn place(&mut self, at: Option<[u16; 2]>, path: &str) -> Place {
        let mapped = self.scene.value.map.is_some();
        let cell = match at {
            Some([column, row]) if mapped => self.space.cell_at(column, row),
            _ => self.space.cell_at(0, 0).filter(|_| at.is_none()),
        };
        match cell {
            Some(cell) => self.space.on_ground(cell),
            None => {
                let (columns, rows) = (self.space.columns(), self.space.rows());
                let allowed = [format!("[0..{}, 0..{}]", columns.saturating_sub(1), rows.saturating_sub(1))];
                self.wrong(&format!("{path}.at"), "this place is not on the map", allowed);
                Place::default()
            }
        }
    }

    pub(super) fn find(&mut self, sheets: &[Sheet], key: &str, path: &str) -> Option<ActorId> {
        let found = sheets.iter().position(|sheet| sheet.key == key);
        if found.is_none() {
            let keys: Vec<String> = sheets.iter().map(|sheet| sheet.key.clone()).collect();
            self.wrong(path, format!("there is no character {key:?}"), keys);
        }
        found.map(|at| ActorId(at as u16))
    }

    /// The side with this name; new ones are added, up to eight.
    pub(super) fn side(&mut self, name: &str, path: &str) -> Side {
        if let Some(at) = self.sides.iter().position(|side| side == name) {
            return Side(at as u8);
        }
        if self.sides.len() == MOST_SIDES {
            self.wrong(path, "there are too many sides", [""; 0]);
            return PCS;
        }
        self.sides.push(name.to_owned());
        Side(self.sides.len() as u8 - 1)
    }

    fn known_side(&mut self, name: &str, path: &str) -> Option<Side> {
        let found = self.sides.iter().position(|side| side == name);
        if found.is_none() {
            let sides = self.sides.clone();
            self.wrong(path, format!("there is no side {name:?}"), sides);
        }
        found.map(|at| Side(at as u8))
    }

    fn order(&mut self) -> SmallVec<[SideSet; 4]> {
        let mut order: SmallVec<[SideSet; 4]> = SmallVec::new();
        for (at, name) in self.scene.value.scenario.order.iter().enumerate() {
            if let Some(side) = self.known_side(name, &format!("scenario.order[{at}]")) {
                order.push(SideSet::of(side));
            }
        }
        for side in 0..self.sides.len() as u8 {
            if !order.iter().any(|set| set.contains(Side(side))) {
                order.push(SideSet::of(Side(side)));
            }
        }
        order
    }

    fn hazards(&mut self) -> Vec<HazardSheet> {
        let mut all = Vec::new();
        for (at, raw) in self.scene.value.hazards.iter().enumerate() {
            let path = format!("hazards[{at}]");
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
        self.unique(all.iter().map(|hazard: &HazardSheet| hazard.key.clone()).collect(), "hazards");
        all
    }

    fn tasks(&mut self, hazards: &[HazardSheet]) -> Vec<TaskSheet> {
        let raw = &self.scene.value.tasks;
        let keys: Vec<String> = raw.iter().map(|task| task.key.clone().unwrap_or_else(|| key_of(&task.name))).collect();
        let mut all = Vec::new();
        for (at, raw) in raw.iter().enumerate() {
            let path = format!("tasks[{at}]");
            let skill = self.skill(raw.skill.as_deref(), &format!("{path}.skill"));
            let trains = self.skill(raw.trains.as_deref(), &format!("{path}.trains"));
            let ability = raw.ability.or(skill.map(|skill| self.gear.skills[usize::from(skill.0)].ability));
            if ability.is_none() && raw.skill.is_none() {
                self.wrong(&path, "a task needs a skill or an ability", [""; 0]);
            }
            let springs = raw.springs.as_ref().and_then(|key| {
                let found = hazards.iter().position(|hazard| hazard.key == *key);
                if found.is_none() {
                    let keys: Vec<String> = hazards.iter().map(|hazard| hazard.key.clone()).collect();
                    self.wrong(&format!("{path}.springs"), format!("there is no hazard {key:?}"), keys);
                }
                found.map(|at| at as u8)
            });
            let after = raw.after.as_ref().and_then(|key| {
                let found = keys[..at].iter().position(|known| known == key);
                if found.is_none() {
                    let allowed = keys[..at].to_vec();
                    self.wrong(&format!("{path}.after"), format!("there is no task {key:?} before this one"), allowed);
                }
                found.map(|at| TaskId(at as u8))
            });
            all.push(TaskSheet {
                key: keys[at].clone(),
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
                after,
            });
        }
        self.unique(keys, "tasks");
        debug_assert!(Level::ALL.len() == 9, "the levels of the schema");
        all
    }

    fn objects(&mut self) -> Vec<ObjectSheet> {
        let mut all = Vec::new();
        for (at, raw) in self.scene.value.objects.iter().enumerate() {
            let place = self.place(raw.at, &format!("objects[{at}]"));
            let key = raw.key.clone().unwrap_or_else(|| key_of(&raw.name));
            all.push(ObjectSheet { key, name: raw.name.clone(), hp: raw.hp as i16, defense: raw.defense, place });
        }
        let taken = |key: &String, raw: &RawScene| {
            raw.characters.iter().any(|other| other.key.clone().unwrap_or_else(|| key_of(&other.name)) == *key)
        };
        for (at, object) in all.iter().enumerate() {
            let object: &ObjectSheet = object;
            if taken(&object.key, &self.scene.value) {
                self.wrong(&format!("objects[{at}].key"), "a character has this key", [""; 0]);
            }
        }
        self.unique(all.iter().map(|object| object.key.clone()).collect(), "objects");
        all
    }

    fn areas(&mut self, sheets: &[Sheet]) -> Vec<Area> {
        let mut all = Vec::new();
        for (at, raw) in self.scene.value.areas.iter().enumerate() {
            let path = format!("areas[{at}]");
            let Some(kind) = self.resource(Some(&raw.kind), &format!("{path}.kind")) else { continue };
            let sheet = &self.gear.resources[usize::from(kind.0)];
            if !sheet.area {
                let areas: Vec<String> = self.gear.resources.iter().filter(|r| r.area).map(|r| r.key.clone()).collect();
                self.wrong(&format!("{path}.kind"), "this is no die of a place", areas);
                continue;
            }
            let stock = sheet.stock(self.house, kind, raw.die);
            let inside: Vec<ActorId> =
                raw.inside.iter().filter_map(|key| self.find(sheets, key, &format!("{path}.inside"))).collect();
            all.push(Area { stock, inside: inside.into_iter().collect::<ActorSet>() });
        }
        all
    }

    fn ends(&mut self, tasks: &[TaskSheet], objects: &[ObjectSheet]) -> Vec<EndCondition> {
        let mut all = Vec::new();
        for (at, raw) in self.scene.value.scenario.ends.iter().enumerate() {
            let path = format!("scenario.ends[{at}]");
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
                    self.wrong(&path, "an end names one thing that exists, and who wins then", allowed);
                }
            }
        }
        all
    }

    fn squares(&mut self) -> Vec<Square> {
        let raw = &self.scene.value;
        if raw.map.is_none() {
            return Vec::new();
        }
        let mut squares = vec![Square::default(); self.space.len()];
        let lists = [
            ("blocked", &raw.blocked, 0),
            ("light_cover", &raw.light_cover, 2),
            ("heavy_cover", &raw.heavy_cover, 4),
            ("dark_squares", &raw.dark_squares, 0),
        ];
        for (name, cells, cover) in lists {
            for (at, [column, row]) in cells.iter().enumerate() {
                let index = self.space.cell_at(*column, *row).and_then(|cell| self.space.index(cell));
                match index.and_then(|index| squares.get_mut(index)) {
                    Some(square) => {
                        square.cover = square.cover.max(cover);
                        square.blocked |= name == "blocked";
                        square.dark |= name == "dark_squares";
                    }
                    None => self.wrong(&format!("{name}[{at}]"), "this square is not on the map", [""; 0]),
                }
            }
        }
        if squares.iter().all(|square| *square == Square::default()) { Vec::new() } else { squares }
    }
}
