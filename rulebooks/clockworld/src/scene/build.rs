//! The door from a scene to a table.

use super::raw::*;
use crate::{
    house::HouseRules,
    sheet::{EndCondition, PLAYERS, Scenario, Sheet, THREATS, ThingId, ThingSheet},
    table::{Mode, Out, Setup, Table, Thing},
};
use referee_engine::{
    ActorId,
    clock::{Clock, Turn},
    door::{Mistakes, Scene, each},
    space::Overrides,
};
use smallvec::SmallVec;
use std::sync::Arc;

pub(super) struct Builder<'s> {
    pub(super) scene: Scene<'s, RawScene>,
    pub(super) house: &'s HouseRules,
    pub(super) things: Vec<(ThingSheet, Thing)>,
}

impl<'s> Builder<'s> {
    pub(super) fn new(mut scene: Scene<'s, RawScene>, house: &'s HouseRules) -> Self {
        scene.sides = ["players", "threats"].map(str::to_owned).into(); // `PLAYERS` and `THREATS`
        Builder { scene, house, things: Vec::new() }
    }

    pub(super) fn build(mut self) -> Result<Table, Mistakes> {
        let raw = self.scene.raw;
        let mut pieces = Vec::new();
        for (path, thing) in each("things", &raw.things) {
            self.add_thing(thing, &path, &mut pieces);
        }
        let (mut sheets, mut actors) = (Vec::new(), Vec::new());
        for (path, character) in each("characters", &raw.characters) {
            let sheet = self.sheet(character, &path);
            actors.push(self.actor(character, ActorId::at(sheets.len()), &sheet, &path));
            sheets.push(sheet);
        }
        self.scene.unique_characters(sheets.iter().map(|sheet| sheet.key.as_str()));
        self.scene.unique("things", self.things.iter().map(|(sheet, _)| sheet.key.as_str()));
        self.relations(&sheets, &mut actors);
        let standing = actors
            .iter()
            .zip(&sheets)
            .map(|(actor, sheet)| (actor.out <= Out::Surrendered).then_some((sheet.name.as_str(), actor.place.cell)));
        self.scene.crowding(&standing.collect::<Vec<_>>());
        let scenario = self.scenario(&sheets);
        self.scene.check_sides(sheets.iter().map(|sheet| sheet.side));
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
        let setup = Setup { space: self.scene.space.clone(), sheets, things: thing_sheets, scenario };
        let mut table = Table {
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
        for who in table.ids() {
            table.know_body(self.house, who);
            table.settle_body(who);
        }
        self.scene.finish(table)
    }

    /// The Character with this key.
    pub(super) fn find(&mut self, sheets: &[Sheet], key: &str, path: &str) -> Option<ActorId> {
        self.scene.character(key, sheets.iter().map(|sheet| sheet.key.as_str()), path)
    }

    fn scenario(&mut self, sheets: &[Sheet]) -> Scenario {
        let raw = &self.scene.raw.scenario;
        let mut ends = SmallVec::new();
        for (path, end) in each("scenario.ends", &raw.ends) {
            let (path, wins) = (format!("{path}.of"), end.wins.into());
            ends.extend(match end.when {
                RawWhen::Turns => Some(EndCondition::Turns { count: end.count, wins }),
                RawWhen::Leaves => {
                    self.find(sheets, &end.of, &path).map(|who| EndCondition::Leaves { who: who.0, wins })
                }
                RawWhen::Caught => {
                    self.find(sheets, &end.of, &path).map(|who| EndCondition::Caught { who: who.0, wins })
                }
                RawWhen::Opened => {
                    let keys = self.things.iter().map(|(sheet, _)| sheet.key.as_str());
                    let thing = self.scene.find("thing", &end.of, keys, &path);
                    thing.map(|at| EndCondition::Opened { thing: ThingId(at as u16), wins })
                }
            });
        }
        Scenario { kind: raw.kind.clone(), ends }
    }
}
