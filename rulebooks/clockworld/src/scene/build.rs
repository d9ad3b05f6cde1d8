//! The door from a scene to a table.

use super::raw::*;
use crate::{
    house::HouseRules,
    sheet::{EndCondition, PLAYERS, Scenario, Sheet, THREATS, ThingId, ThingSheet},
    table::{Actor, Mode, Out, Setup, Table, Thing},
};
use referee_engine::{
    ActorId, MAX_ACTORS,
    clock::{Clock, Turn},
    door::{Check, Located, Mistakes},
    space::{Cell, MapDescription, Overrides, Place, Space},
};
use smallvec::SmallVec;
use std::sync::Arc;

pub(super) struct Builder<'s> {
    pub(super) scene: &'s Located<RawScene>,
    pub(super) house: &'s HouseRules,
    pub(super) space: Space,
    pub(super) check: Check,
    pub(super) things: Vec<(ThingSheet, Thing)>,
}

impl Builder<'_> {
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
        let mut pieces = Vec::new();
        for (at, thing) in raw.things.iter().enumerate() {
            self.add_thing(thing, &format!("things[{at}]"), &mut pieces);
        }
        let (mut sheets, mut actors) = (Vec::new(), Vec::new());
        for (at, character) in raw.characters.iter().enumerate() {
            let path = format!("characters[{at}]");
            let id = ActorId(at as u16);
            sheets.push(self.sheet(character, &path));
            let actor = self.actor(character, id, &sheets[at], &path);
            actors.push(actor);
        }
        self.unique_keys(&sheets);
        self.relations(&sheets, &mut actors);
        self.crowding(&sheets, &actors);
        let scenario = self.scenario(&sheets);
        if !raw.alone {
            let sides = sheets.iter().map(|sheet| sheet.side);
            self.scene.check_sides(sides, &mut self.check);
        }
        let (side, mode) = match raw.scenario.first {
            First::Players => (PLAYERS, Mode::Turns),
            First::Threats => (THREATS, Mode::Turns),
            First::Unclear => (PLAYERS, Mode::Opening),
        };
        // CW-R19 is about those whose first Turn has not begun; the side that goes first is in its own.
        if mode == Mode::Turns {
            for (at, character) in raw.characters.iter().enumerate() {
                if character.reactions.is_none() && sheets[at].side == side {
                    actors[at].reactions = crate::turn::REACTIONS;
                }
            }
        }
        let turn = raw.scenario.turn.unwrap_or(1);
        let mut turns = [turn - 1; 2];
        if mode == Mode::Turns {
            turns[usize::from(side.0)] = turn;
        }
        let (thing_sheets, things): (Vec<ThingSheet>, Vec<Thing>) = self.things.into_iter().unzip();
        let setup = Setup { space: self.space, sheets, things: thing_sheets, scenario };
        let table = Table {
            setup: Arc::new(setup),
            clock: Clock {
                mode,
                elapsed: 0,
                round: if mode == Mode::Turns { turn } else { 0 },
                turn: Turn::OfSide(side),
            },
            side,
            turns,
            actors,
            things,
            pieces,
            circumstances: Vec::new(),
            gm_before_every_check: raw.gm_before_every_check,
            overrides: Overrides::default(),
            over: None,
        };
        let mut table = table;
        for who in table.ids() {
            table.know_body(self.house, who);
            table.settle_body(who);
        }
        self.check.finish(table)
    }

    pub(super) fn place(&mut self, at: Option<&RawAt>, path: &str) -> Place {
        let zones: Vec<String> = match &self.scene.value.map {
            MapDescription::Zones(map) => map.zones.clone(),
            MapDescription::Square(_) | MapDescription::Hex(_) => Vec::new(),
        };
        let cell = match at {
            Some(RawAt::Cell([column, row])) if zones.is_empty() => self.space.cell_at(*column, *row),
            Some(RawAt::Zone(name)) => zones.iter().position(|zone| zone == name).map(|at| Cell::zone(at as u8)),
            Some(RawAt::Cell(_)) => None,
            None if zones.is_empty() => self.space.cell_at(0, 0),
            None => Some(Cell::zone(0)),
        };
        match cell {
            Some(cell) => self.space.on_ground(cell),
            None => {
                let allowed = if zones.is_empty() {
                    vec![format!("[0..{}, 0..{}]", self.space.columns() - 1, self.space.rows() - 1)]
                } else {
                    zones
                };
                self.wrong(&format!("{path}.at"), "this place is not on the map", allowed);
                Place::default()
            }
        }
    }

    pub(super) fn unique_keys(&mut self, sheets: &[Sheet]) {
        for (at, sheet) in sheets.iter().enumerate() {
            if sheets[..at].iter().any(|other| other.key == sheet.key)
                || ["gm", "players", "threats"].contains(&sheet.key.as_str())
            {
                let why = format!("{:?} is taken; give this one a key of its own", sheet.key);
                self.wrong(&format!("characters[{at}].key"), why, [""; 0]);
            }
        }
        let keys: Vec<String> = self.things.iter().map(|(sheet, _)| sheet.key.clone()).collect();
        for (at, key) in keys.iter().enumerate() {
            if keys[..at].contains(key) {
                self.wrong(
                    &format!("things[{at}].key"),
                    format!("{key:?} is taken; give this one a key of its own"),
                    [""; 0],
                );
            }
        }
        debug_assert!(sheets.len() <= MAX_ACTORS, "the schema says so");
    }

    pub(super) fn find(&mut self, sheets: &[Sheet], key: &str, path: &str) -> Option<ActorId> {
        let found = sheets.iter().position(|sheet| sheet.key == key);
        if found.is_none() {
            let keys: Vec<String> = sheets.iter().map(|sheet| sheet.key.clone()).collect();
            self.wrong(path, format!("there is no Character {key:?}"), keys);
        }
        found.map(|at| ActorId(at as u16))
    }

    /// Two who stand in one cell.
    pub(super) fn crowding(&mut self, sheets: &[Sheet], actors: &[Actor]) {
        if matches!(self.scene.value.map, MapDescription::Zones(_)) {
            return;
        }
        for (at, actor) in actors.iter().enumerate() {
            let other = actors[..at]
                .iter()
                .position(|other| other.place.cell == actor.place.cell && other.out <= Out::Surrendered);
            if let Some(other) = other.filter(|_| actor.out <= Out::Surrendered) {
                let why = format!("{} stands where {} stands", sheets[at].name, sheets[other].name);
                self.wrong(&format!("characters[{at}].at"), why, [""; 0]);
            }
        }
    }

    pub(super) fn scenario(&mut self, sheets: &[Sheet]) -> Scenario {
        let raw = &self.scene.value.scenario;
        let mut ends = SmallVec::new();
        for (at, end) in raw.ends.iter().enumerate() {
            let path = format!("scenario.ends[{at}].of");
            let wins = end.wins.into();
            match end.when {
                RawWhen::Turns => ends.push(EndCondition::Turns { count: end.count, wins }),
                RawWhen::Leaves => {
                    ends.extend(self.find(sheets, &end.of, &path).map(|id| EndCondition::Leaves { who: id.0, wins }));
                }
                RawWhen::Caught => {
                    ends.extend(self.find(sheets, &end.of, &path).map(|id| EndCondition::Caught { who: id.0, wins }));
                }
                RawWhen::Opened => match self.things.iter().position(|(sheet, _)| sheet.key == end.of) {
                    Some(thing) => ends.push(EndCondition::Opened { thing: ThingId(thing as u16), wins }),
                    None => {
                        let keys: Vec<String> = self.things.iter().map(|(sheet, _)| sheet.key.clone()).collect();
                        self.wrong(&path, format!("there is no thing {:?}", end.of), keys);
                    }
                },
            }
        }
        Scenario { kind: raw.kind.clone(), ends }
    }
}
