//! The door from a scene to a table.

use super::raw::*;
use crate::{
    Crisis, harm, recovery,
    sheet::{Circumstance, Item, Object, Sheet, Skill, Weapon},
    table::{Actor, Group, Mode, Setup, Stance, Table},
    turn::AP_A_TURN,
};
use referee_engine::{
    ActorId, Side,
    clock::{Clock, Turn},
    door::{Check, Located, Mistakes},
    key_of,
    space::{Cell, Space},
};
use smallvec::SmallVec;
use std::{collections::BTreeSet, sync::Arc};

pub(super) struct Builder<'s> {
    pub(super) scene: &'s Located<RawScene>,
    pub(super) book: &'s Crisis,
    pub(super) space: Space,
    pub(super) check: Check,
    pub(super) sides: Vec<String>,
    pub(super) skills: Vec<String>,
    pub(super) groups: Vec<String>,
    pub(super) weapons: Vec<(String, Weapon)>,
    pub(super) items: Vec<(String, Item)>,
    pub(super) circumstances: Vec<(String, Circumstance)>,
    pub(super) purposes: Vec<String>,
}

impl<'s> Builder<'s> {
    pub(super) fn new(scene: &'s Located<RawScene>, book: &'s Crisis, space: Space, check: Check) -> Self {
        Builder {
            scene,
            book,
            space,
            check,
            sides: Vec::new(),
            skills: Skill::NAMES.into_iter().map(str::to_owned).chain(scene.value.skills.iter().cloned()).collect(),
            groups: Vec::new(),
            weapons: Vec::new(),
            items: Vec::new(),
            circumstances: Vec::new(),
            purposes: Vec::new(),
        }
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
        let mut circumstances = BTreeSet::new();
        for (at, name) in raw.circumstances.iter().enumerate() {
            if let Some(known) = self.circumstance(name, &format!("circumstances[{at}]")) {
                circumstances.insert(known);
            }
        }
        let objects: Vec<Object> =
            raw.objects.iter().enumerate().map(|(at, object)| self.object(object, &format!("objects[{at}]"))).collect();
        let (mut sheets, mut actors) = (Vec::new(), Vec::new());
        for (at, character) in raw.characters.iter().enumerate() {
            let path = format!("characters[{at}]");
            let (sheet, actor) = self.character(character, &path);
            sheets.push(sheet);
            actors.push(actor);
        }
        self.unique_keys(&sheets, &objects);
        self.relations(&sheets, &mut actors);
        self.crowding(&sheets, &actors, &objects);
        if raw.crisis.is_some() && !raw.alone {
            let sides = sheets.iter().map(|sheet| sheet.side);
            self.scene.check_sides(sides, &mut self.check);
        }
        let acting = match raw.crisis.as_ref().and_then(|crisis| crisis.acting.as_ref()) {
            Some(key) => self.find(&sheets, key, "crisis.acting"),
            None => None,
        };
        let setup = Setup {
            space: self.space,
            sides: self.sides,
            skills: self.skills,
            sheets,
            weapons: self.weapons.into_iter().map(|(_, weapon)| weapon).collect(),
            items: self.items.into_iter().map(|(_, item)| item).collect(),
            objects: objects.into(),
            circumstances: self.circumstances.into_iter().map(|(_, known)| known).collect(),
            purposes: self.purposes,
            groups: self.groups.into_iter().map(|name| Group { name, leader: None }).collect(),
            rounds: raw.rounds,
        };
        let clock = Clock { mode: Mode::Free, elapsed: 0, round: 0, turn: Turn::Round };
        let mut table = Table {
            setup: Arc::new(setup),
            clock,
            order: SmallVec::new(),
            at: 0,
            actors,
            circumstances,
            covers: Vec::new(),
            said: crate::table::SaidModifiers::default(),
            ask_gm: raw.ask_gm,
            over: None,
        };
        if !self.check.is_clean() {
            return self.check.finish(table);
        }
        for who in table.ids() {
            harm::know(self.book, &mut table, who);
        }
        match &raw.crisis {
            Some(crisis) => run_already(self.book, &mut table, crisis, acting, raw),
            None => {
                let bleeds = recovery::next_bleeding(self.book, &table);
                for actor in table.actors.iter_mut().filter(|actor| actor.dying) {
                    actor.bleeds = bleeds;
                }
            }
        }
        if table.clock.mode == Mode::Crisis && !table.acting().is_some_and(|who| table.can_act(who)) {
            let mistake = self.scene.mistake("crisis.acting", "whoever has the turn must be able to act", [""; 0]);
            self.check.push(mistake);
        }
        self.check.finish(table)
    }

    pub(super) fn side(&mut self, name: &str) -> Side {
        let at = self.sides.iter().position(|known| known == name).unwrap_or_else(|| {
            self.sides.push(name.to_owned());
            self.sides.len() - 1
        });
        Side(at as u8)
    }

    /// A Skill of the book or of the scene. Another name is a slip of the pen: it would be a Skill that nothing ever rolls.
    pub(super) fn skill(&mut self, name: &str, path: &str) -> Skill {
        let found = self.skills.iter().position(|known| key_of(known) == key_of(name));
        let at = found.unwrap_or_else(|| {
            let known = self.skills.clone();
            let mistake = self.scene.mistake(path, format!("there is no Skill {name:?}"), known).near(name);
            self.check.push(mistake);
            0
        });
        Skill(at as u8)
    }

    pub(super) fn cell(&mut self, at: [u16; 2], path: &str) -> Cell {
        self.space.cell_at(at[0], at[1]).unwrap_or_else(|| {
            let allowed = format!("[0..{}, 0..{}]", self.space.columns() - 1, self.space.rows() - 1);
            self.wrong(path, "this place is not on the map", [allowed]);
            Cell::new(0, 0)
        })
    }

    fn object(&mut self, raw: &RawObject, path: &str) -> Object {
        let mut cells: SmallVec<[Cell; 4]> = SmallVec::new();
        for at in raw.at.iter().chain(&raw.cells) {
            cells.push(self.cell(*at, &format!("{path}.at")));
        }
        if cells.is_empty() {
            self.wrong(path, "it stands nowhere", ["at = [column, row]"]);
        }
        let circumstance =
            raw.circumstance.as_ref().and_then(|name| self.circumstance(name, &format!("{path}.circumstance")));
        Object {
            key: raw.key.clone().unwrap_or_else(|| key_of(&raw.name)),
            name: raw.name.clone(),
            cells,
            cover: raw.cover,
            blocks_move: raw.blocks_move,
            blocks_sight: raw.blocks_sight,
            penetrable: raw.penetrable.iter().copied().collect(),
            inflicts: raw.inflicts.map(Into::into),
            circumstance,
        }
    }

    fn unique_keys(&mut self, sheets: &[Sheet], objects: &[Object]) {
        for (at, sheet) in sheets.iter().enumerate() {
            let taken = sheets[..at].iter().any(|other| other.key == sheet.key) || sheet.key == "gm";
            if taken || self.sides.iter().any(|side| key_of(side) == sheet.key) || sheet.key.is_empty() {
                let why = format!("{:?} is taken; give this one a key of its own", sheet.key);
                self.wrong(&format!("characters[{at}].key"), why, [""; 0]);
            }
        }
        for (at, object) in objects.iter().enumerate() {
            if objects[..at].iter().any(|other| other.key == object.key) {
                let why = format!("{:?} is taken; give this one a key of its own", object.key);
                self.wrong(&format!("objects[{at}].key"), why, [""; 0]);
            }
        }
    }

    fn find(&mut self, sheets: &[Sheet], key: &str, path: &str) -> Option<ActorId> {
        let found = sheets.iter().position(|sheet| sheet.key == key);
        if found.is_none() {
            let keys: Vec<String> = sheets.iter().map(|sheet| sheet.key.clone()).collect();
            self.wrong(path, format!("there is no character {key:?}"), keys);
        }
        found.map(|at| ActorId(at as u16))
    }

    fn relations(&mut self, sheets: &[Sheet], actors: &mut [Actor]) {
        for (at, raw) in self.scene.value.characters.iter().enumerate() {
            for (other, key) in raw.unaware_of.iter().enumerate() {
                if let Some(id) = self.find(sheets, key, &format!("characters[{at}].unaware_of[{other}]")) {
                    actors[at].overlook(id);
                }
            }
            if raw.sneaking.is_some() {
                // CR-170: others are unaware of it.
                for (foe, sheet) in sheets.iter().enumerate() {
                    if sheet.side != sheets[at].side {
                        actors[foe].overlook(ActorId(at as u16));
                    }
                }
            }
        }
    }

    /// Two who stand in one square, or somebody in a wall.
    fn crowding(&mut self, sheets: &[Sheet], actors: &[Actor], objects: &[Object]) {
        let stands = |actor: &Actor| actor.is_here() && actor.stance != Stance::Prone;
        for (at, actor) in actors.iter().enumerate().filter(|(_, actor)| stands(actor)) {
            let cell = actor.place.cell;
            if let Some(other) = actors[..at].iter().position(|other| stands(other) && other.place.cell == cell) {
                let why = format!("{} stands where {} stands", sheets[at].name, sheets[other].name);
                self.wrong(&format!("characters[{at}].at"), why, [""; 0]);
            }
            if objects.iter().any(|object| object.blocks_move && object.cells.contains(&cell)) {
                self.wrong(&format!("characters[{at}].at"), "something stands there", [""; 0]);
            }
        }
    }
}

/// A crisis that runs when the scene begins: the order follows from the initiatives given.
fn run_already(book: &Crisis, table: &mut Table, crisis: &RawCrisis, acting: Option<ActorId>, raw: &RawScene) {
    let round = crisis.round.unwrap_or(1);
    table.clock.mode = Mode::Crisis;
    table.clock.round = round;
    table.clock.elapsed = u64::from(round - 1) * u64::from(book.house.seconds_per_round);
    let mut order: SmallVec<[ActorId; 8]> = table.ids().filter(|&who| table.actor(who).is_here()).collect();
    order.sort_by_key(|&who| std::cmp::Reverse(table.actor(who).initiative));
    table.order = order;
    let first = || table.order.iter().position(|&who| table.can_act(who));
    let at = acting.and_then(|who| table.order.iter().position(|&other| other == who)).or_else(first);
    table.at = at.unwrap_or(0) as u8;
    if let Some(who) = table.acting() {
        table.clock.turn = Turn::Of(who);
        if raw.characters[who.index()].ap.is_none() {
            table.actor_mut(who).ap = AP_A_TURN;
        }
    }
    for actor in table.actors.iter_mut() {
        actor.surprise = false;
    }
}
