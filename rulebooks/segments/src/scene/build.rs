//! The door from a scene to a table.

use super::{
    CONTENT,
    raw::*,
    things::{Lists, Reader, state},
};
use crate::{
    conditions::MOST_STATUSES,
    sheet::{AbilitySheet, Area, EndCondition, SkillSheet, StatusSheet, ThingSheet},
    table::{Actor, Out, Setup, Speed, Table, Thing, Whereabouts, Work},
    turn::{Round, rounds},
};
use referee_engine::{
    ActorId,
    clock::{Clock, Turn},
    door::{Mistakes, Scene, each},
    key_of,
    space::{Cell, Piece},
};
use std::sync::Arc;

pub(super) struct Builder<'s> {
    scene: Scene<'s, RawScene>,
    pieces: Vec<Piece>,
    things: Vec<(ThingSheet, Thing)>,
}

impl<'s> Builder<'s> {
    pub(super) fn new(mut scene: Scene<'s, RawScene>) -> Self {
        scene.side("players"); // `PLAYERS` is the first side
        Builder { scene, pieces: Vec::new(), things: Vec::new() }
    }

    fn reader<'a>(&'a mut self, lists: Lists<'a>) -> Reader<'a, 's> {
        Reader { lists, house: &self.scene.raw.rules, report: &mut self.scene }
    }

    pub(super) fn build(mut self) -> Result<Table, Mistakes> {
        let raw = self.scene.raw;
        let statuses: Vec<StatusSheet> = CONTENT.library().all("status").map(|(_, status)| status).collect();
        debug_assert!(statuses.len() <= MOST_STATUSES, "the content has that few");
        let skills: Vec<SkillSheet> = CONTENT.library().all("skill").map(|(_, skill)| skill).collect();
        let abilities = self.abilities(&statuses, &skills);
        let lists = Lists { statuses: &statuses, skills: &skills, abilities: &abilities };
        self.lying(lists);
        let (mut sheets, mut actors): (Vec<_>, Vec<Actor>) = (Vec::new(), Vec::new());
        for (path, character) in each("characters", &raw.characters) {
            let side = self.scene.side(&character.side);
            let place = self.scene.place(character.at.as_ref(), &path);
            let mut reader = self.reader(lists);
            let sheet = reader.sheet(character, side, &path);
            actors.push(reader.actor(character, &sheet, place, &path));
            let gear = reader.gear(character, ActorId::at(sheets.len()), &sheet.key, &path);
            self.things.extend(gear);
            sheets.push(sheet);
        }
        let keys: Vec<&str> = sheets.iter().map(|sheet| sheet.key.as_str()).collect();
        let keys = || keys.iter().copied();
        for ((path, character), actor) in each("characters", &raw.characters).zip(&mut actors) {
            if let Some(key) = &character.afraid_of {
                actor.afraid_of = self.scene.character(key, keys(), &format!("{path}.afraid_of"));
            }
        }
        self.scene.unique_characters(keys());
        self.number_gear();
        let stands = |actor: &Actor| matches!(actor.out, Out::Active | Out::Helpless | Out::Dying);
        let standing = actors
            .iter()
            .zip(&sheets)
            .map(|(actor, sheet)| (stands(actor) && !sheet.trap).then_some((sheet.name.as_str(), actor.place.cell)));
        self.scene.crowding(&standing.collect::<Vec<_>>());
        let (areas, area) = self.areas();
        let ends = self.ends();
        let mut works = Vec::new();
        for (path, work) in each("works", &raw.works) {
            if let Some(who) = self.scene.character(&work.who, keys(), &format!("{path}.who")) {
                works.push(Work { who, activity: work.activity, done: work.done.min(work.total), total: work.total });
            }
        }
        if raw.speed == Speed::Journeying {
            self.scene.wrong("speed", "a passage is begun in play; start in Open", ["open", "segmented"]);
        }
        if raw.speed == Speed::Segmented {
            self.scene.check_sides(sheets.iter().map(|sheet| sheet.side));
        }
        let (thing_sheets, things) = self.things.into_iter().unzip();
        let setup = Setup {
            space: self.scene.space.clone(),
            sheets,
            things: thing_sheets,
            statuses,
            skills,
            abilities,
            areas,
            sides: self.scene.sides.clone(),
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
        self.scene.finish(table)
    }

    fn abilities(&mut self, statuses: &[StatusSheet], skills: &[SkillSheet]) -> Vec<AbilitySheet> {
        let mut reader = self.reader(Lists { statuses, skills, abilities: &[] });
        let shipped = CONTENT.library().all("ability");
        let mut all: Vec<AbilitySheet> = shipped.map(|(key, raw)| reader.ability(&raw, key)).collect();
        let own = &self.scene.raw.abilities;
        let mut reader = self.reader(Lists { statuses, skills, abilities: &[] });
        all.extend(each("abilities", own).map(|(path, raw)| reader.ability(raw, &path)));
        all
    }

    /// What lies and stands about.
    fn lying(&mut self, lists: Lists<'_>) {
        for (path, raw) in each("things", &self.scene.raw.things) {
            let place = self.scene.place(raw.at.as_ref(), &path);
            let sheet = self.reader(lists).thing(raw, &key_of(&raw.name), &path);
            let mut thing = state(raw, Whereabouts::Place(place));
            if raw.blocks_move || raw.blocks_sight || raw.cover > 0 {
                let cells: Vec<Cell> = raw.cells.iter().filter_map(|[x, y]| self.scene.space.cell_at(*x, *y)).collect();
                let cells = if cells.is_empty() { vec![place.cell] } else { cells };
                let mut piece = Piece::at(sheet.key.as_str(), cells);
                (piece.blocks_move, piece.blocks_sight, piece.cover) = (raw.blocks_move, raw.blocks_sight, raw.cover);
                thing.piece = Some(self.pieces.len() as u16);
                self.pieces.push(piece);
            }
            self.things.push((sheet, thing));
        }
    }

    /// Things that lie about have keys of their own; the second dagger of somebody gets a number.
    fn number_gear(&mut self) {
        let lying = self.scene.raw.things.len();
        self.scene.unique("things", self.things[..lying].iter().map(|(sheet, _)| sheet.key.as_str()));
        for at in lying..self.things.len() {
            let key = &self.things[at].0.key;
            let same = self.things[..at].iter().filter(|(other, _)| other.key == *key).count();
            if same > 0 {
                self.things[at].0.key = format!("{key}-{}", same + 1);
            }
        }
    }

    /// The areas of the content and of the scene, and the one where it begins.
    fn areas(&mut self) -> (Vec<Area>, u8) {
        let raw = self.scene.raw;
        let shipped = CONTENT.library().all("area").map(|(key, area)| (key.to_owned(), area));
        let own = raw.areas.iter().map(|area| (key_of(&area.name), area.clone()));
        let all: Vec<(String, Area)> = shipped.chain(own).collect();
        for met in all.iter().flat_map(|(_, area)| &area.wander_table) {
            if CONTENT.library().get("character", &met.who).is_none() {
                let known = CONTENT.library().names("character");
                self.scene.wrong("areas", format!("there is no {:?} to be met", met.who), known);
            }
        }
        let wanted = key_of(raw.area.as_deref().unwrap_or("walled-village"));
        let found = all.iter().rposition(|(key, _)| *key == wanted);
        if found.is_none() {
            self.scene.look_up("area", &wanted, all.iter().map(|(key, _)| key.as_str()), "area");
        }
        (all.into_iter().map(|(_, area)| area).collect(), found.unwrap_or(0) as u8)
    }

    fn ends(&mut self) -> Vec<EndCondition> {
        let raw = self.scene.raw;
        let mut ends = Vec::new();
        for (path, end) in each("ends", &raw.ends) {
            let wins = self.scene.side(&end.wins);
            ends.push(match end.when {
                RawWhen::LastSide => EndCondition::LastSide,
                RawWhen::Hours => EndCondition::Hours(end.count, wins),
                RawWhen::Clock => {
                    let known = raw.clocks.iter().map(|clock| clock.name.as_str());
                    self.scene.find("clock", &end.clock, known, &format!("{path}.clock"));
                    EndCondition::Clock(end.clock.clone(), wins)
                }
                RawWhen::Reaches => EndCondition::Reaches(self.scene.place(end.at.as_ref(), &path).cell, wins),
            });
        }
        ends
    }
}
