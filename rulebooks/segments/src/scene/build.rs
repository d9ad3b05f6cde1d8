//! The door from a scene to a table.

use super::{
    people,
    raw::*,
    things::{self, Lists, state},
};
use crate::{
    conditions::MOST_STATUSES,
    sheet::{AbilitySheet, EndCondition, SkillSheet, StatusSheet, ThingSheet},
    table::{Actor, Out, Setup, Speed, Table, Thing, Whereabouts, Work},
    turn::{Round, rounds},
};
use referee_engine::{
    ActorId, Side,
    clock::{Clock, Turn},
    door::{Check, Located, Mistakes},
    key_of,
    space::{Cell, Grid, MapDescription, Piece, Place, Space},
};
use std::sync::Arc;

pub(super) struct Builder<'s> {
    scene: &'s Located<RawScene>,
    space: Space,
    check: Check,
    sides: Vec<String>,
    pieces: Vec<Piece>,
    things: Vec<(ThingSheet, Thing)>,
}

impl<'s> Builder<'s> {
    pub(super) fn new(scene: &'s Located<RawScene>, space: Space, check: Check) -> Self {
        Builder { scene, space, check, sides: vec!["players".into()], pieces: Vec::new(), things: Vec::new() }
    }

    fn wrong(&mut self, path: &str, message: impl Into<String>, allowed: impl IntoIterator<Item = impl Into<String>>) {
        let mistake = self.scene.mistake(path, message, allowed);
        self.check.push(mistake);
    }

    pub(super) fn build(mut self) -> Result<Table, Mistakes> {
        let raw = &self.scene.value;
        let statuses: Vec<StatusSheet> = things::all("status").into_iter().map(|(_, status)| status).collect();
        debug_assert!(statuses.len() <= MOST_STATUSES, "the content has that few");
        let skills: Vec<SkillSheet> = things::all("skill").into_iter().map(|(_, skill)| skill).collect();
        let abilities = self.abilities(&statuses, &skills);
        let lists = Lists { statuses: &statuses, skills: &skills, abilities: &abilities };
        self.lying(lists);
        let (mut sheets, mut actors): (Vec<_>, Vec<Actor>) = (Vec::new(), Vec::new());
        for (at, character) in raw.characters.iter().enumerate() {
            let (path, id) = (format!("characters[{at}]"), ActorId(at as u16));
            let side = self.side(&character.side);
            let place = self.place(character.at.as_ref(), &path);
            let scene = self.scene;
            let check = &mut self.check;
            let mut wrong =
                |path: &str, message: String, allowed: Vec<String>| check.push(scene.mistake(path, message, allowed));
            let sheet = people::sheet(character, side, lists, &path, &mut wrong);
            actors.push(people::actor(character, &sheet, place, lists, &path, &mut wrong));
            let gear = people::gear(character, id, &sheet.key, &raw.rules, lists, &path, &mut wrong);
            self.things.extend(gear);
            sheets.push(sheet);
        }
        for (at, character) in raw.characters.iter().enumerate() {
            if let Some(key) = &character.afraid_of {
                actors[at].afraid_of = self.find(&sheets, key, &format!("characters[{at}].afraid_of"));
            }
        }
        self.unique_keys(&sheets);
        self.crowding(&sheets, &actors);
        let (areas, area) = self.areas();
        let ends = self.ends();
        let mut works = Vec::new();
        for (at, work) in raw.works.iter().enumerate() {
            if let Some(who) = self.find(&sheets, &work.who, &format!("works[{at}].who")) {
                works.push(Work { who, activity: work.activity, done: work.done.min(work.total), total: work.total });
            }
        }
        if raw.speed == Speed::Journeying {
            self.wrong("speed", "a passage is begun in play; start in Open", ["open", "segmented"]);
        }
        if raw.speed == Speed::Segmented && !raw.alone {
            let sides = sheets.iter().map(|sheet| sheet.side);
            self.scene.check_sides(sides, &mut self.check);
        }
        let (thing_sheets, things) = self.things.into_iter().unzip();
        let setup = Setup {
            space: self.space,
            sheets,
            things: thing_sheets,
            statuses,
            skills,
            abilities,
            areas,
            sides: self.sides,
            ends,
        };
        let mut table = Table {
            setup: Arc::new(setup),
            clock: Clock { mode: Speed::Open, elapsed: raw.minutes * 60, round: 0, turn: Turn::Round },
            open_actions: 0,
            wander_counter: raw.wander_counter,
            area,
            encounters: 0,
            clocks: raw.clocks.clone(),
            passage: None,
            works,
            round: Round::default(),
            actors,
            things,
            pieces: self.pieces,
            circumstances: Vec::new(),
            ask_gm: raw.ask_gm,
            over: None,
        };
        for who in table.ids() {
            table.know(who);
        }
        if raw.speed == Speed::Segmented {
            rounds::open_segmented(&mut table);
        }
        self.check.finish(table)
    }

    fn side(&mut self, name: &str) -> Side {
        let at = self.sides.iter().position(|side| side == name).unwrap_or_else(|| {
            self.sides.push(name.to_owned());
            self.sides.len() - 1
        });
        Side(at as u8)
    }

    fn abilities(&mut self, statuses: &[StatusSheet], skills: &[SkillSheet]) -> Vec<AbilitySheet> {
        let lists = Lists { statuses, skills, abilities: &[] };
        let mut all = Vec::new();
        for (_, raw) in things::all::<RawAbility>("ability") {
            all.push(lists.ability(&raw, "", &mut |_, _, _| {}));
        }
        let scene = self.scene;
        let check = &mut self.check;
        for (at, raw) in scene.value.abilities.iter().enumerate() {
            let path = format!("abilities[{at}]");
            all.push(
                lists.ability(raw, &path, &mut |path, message, allowed| {
                    check.push(scene.mistake(path, message, allowed))
                }),
            );
        }
        all
    }

    /// What lies and stands about.
    fn lying(&mut self, lists: Lists<'_>) {
        let scene = self.scene;
        for (at, raw) in scene.value.things.iter().enumerate() {
            let path = format!("things[{at}]");
            let place = self.place(raw.at.as_ref(), &path);
            let short = key_of(&raw.name);
            let check = &mut self.check;
            let sheet = lists.thing(raw, &short, &path, &mut |path, message, allowed| {
                check.push(scene.mistake(path, message, allowed))
            });
            let mut thing = state(raw, Whereabouts::Place(place));
            if raw.blocks_move || raw.blocks_sight || raw.cover > 0 {
                let cells: Vec<Cell> = raw.cells.iter().filter_map(|[x, y]| self.space.cell_at(*x, *y)).collect();
                let cells = if cells.is_empty() { vec![place.cell] } else { cells };
                let mut piece = Piece::at(sheet.key.as_str(), cells);
                (piece.blocks_move, piece.blocks_sight, piece.cover) = (raw.blocks_move, raw.blocks_sight, raw.cover);
                thing.piece = Some(self.pieces.len() as u16);
                self.pieces.push(piece);
            }
            self.things.push((sheet, thing));
        }
    }

    fn place(&mut self, at: Option<&RawAt>, path: &str) -> Place {
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
        if let Some(cell) = cell {
            return self.space.on_ground(cell);
        }
        let grid =
            format!("[0..{}, 0..{}]", self.space.columns().saturating_sub(1), self.space.rows().saturating_sub(1));
        let allowed = if zones.is_empty() { vec![grid] } else { zones };
        self.wrong(&format!("{path}.at"), "this place is not on the map", allowed);
        Place::default()
    }

    fn unique_keys(&mut self, sheets: &[crate::sheet::Sheet]) {
        for (at, sheet) in sheets.iter().enumerate() {
            let reserved = sheet.key == "gm" || self.sides.iter().any(|side| key_of(side) == sheet.key);
            if reserved || sheets[..at].iter().any(|other| other.key == sheet.key) {
                let why = format!("{:?} is taken; give this one a key of its own", sheet.key);
                self.wrong(&format!("characters[{at}].key"), why, [""; 0]);
            }
        }
        let count = self.scene.value.things.len();
        for at in 0..self.things.len() {
            let key = self.things[at].0.key.clone();
            let same = self.things[..at].iter().filter(|(other, _)| other.key == key).count();
            if same > 0 && at < count {
                self.wrong(
                    &format!("things[{at}].key"),
                    format!("{key:?} is taken; give this one a key of its own"),
                    [""; 0],
                );
            } else if same > 0 {
                self.things[at].0.key = format!("{key}-{}", same + 1);
            }
        }
    }

    fn find(&mut self, sheets: &[crate::sheet::Sheet], key: &str, path: &str) -> Option<ActorId> {
        let found = sheets.iter().position(|sheet| sheet.key == key);
        if found.is_none() {
            let keys: Vec<String> = sheets.iter().map(|sheet| sheet.key.clone()).collect();
            self.wrong(path, format!("there is no character {key:?}"), keys);
        }
        found.map(|at| ActorId(at as u16))
    }

    /// Two who stand in one cell.
    fn crowding(&mut self, sheets: &[crate::sheet::Sheet], actors: &[Actor]) {
        let stands = |at: usize| matches!(actors[at].out, Out::Active | Out::Helpless | Out::Dying) && !sheets[at].trap;
        if self.space.grid() == Grid::Zones {
            return;
        }
        for at in (0..actors.len()).filter(|&at| stands(at)) {
            let other = (0..at).find(|&other| stands(other) && actors[other].place.cell == actors[at].place.cell);
            if let Some(other) = other {
                let why = format!("{} stands where {} stands", sheets[at].name, sheets[other].name);
                self.wrong(&format!("characters[{at}].at"), why, [""; 0]);
            }
        }
    }

    fn areas(&mut self) -> (Vec<crate::sheet::Area>, u8) {
        let mut all = things::areas();
        for area in &self.scene.value.areas {
            all.push((key_of(&area.name), area.clone()));
        }
        for met in all.iter().flat_map(|(_, area)| &area.wander_table) {
            if super::library().get("character", &met.who).is_none() {
                let known: Vec<String> = super::library().names("character").map(str::to_owned).collect();
                self.wrong("areas", format!("there is no {:?} to be met", met.who), known);
            }
        }
        let wanted = self.scene.value.area.clone().unwrap_or_else(|| "walled-village".into());
        let found = all.iter().rposition(|(key, _)| *key == key_of(&wanted));
        if found.is_none() {
            let keys: Vec<String> = all.iter().map(|(key, _)| key.clone()).collect();
            self.wrong("area", format!("there is no area {wanted:?}"), keys);
        }
        (all.into_iter().map(|(_, area)| area).collect(), found.unwrap_or(0) as u8)
    }

    fn ends(&mut self) -> Vec<EndCondition> {
        let scene = self.scene;
        let mut ends = Vec::new();
        for (at, end) in scene.value.ends.iter().enumerate() {
            let path = format!("ends[{at}]");
            let wins = self.side(&end.wins);
            ends.push(match end.when {
                RawWhen::LastSide => EndCondition::LastSide,
                RawWhen::Hours => EndCondition::Hours(end.count, wins),
                RawWhen::Clock => {
                    let clocks = &scene.value.clocks;
                    if !clocks.iter().any(|clock| clock.name == end.clock) {
                        let known: Vec<String> = clocks.iter().map(|clock| clock.name.clone()).collect();
                        self.wrong(&format!("{path}.clock"), format!("there is no clock {:?}", end.clock), known);
                    }
                    EndCondition::Clock(end.clock.clone(), wins)
                }
                RawWhen::Reaches => EndCondition::Reaches(self.place(end.at.as_ref(), &path).cell, wins),
            });
        }
        ends
    }
}
