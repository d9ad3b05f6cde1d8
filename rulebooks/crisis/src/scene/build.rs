//! The door from a scene to a table.

use super::raw::*;
use crate::{
    Crisis, harm, recovery,
    sheet::{Circumstance, Item, Object, Sheet, Skill, Weapon},
    table::{Actor, Group, Mode, Setup, Stance, Table},
    turn::AP_A_TURN,
};
use referee_engine::{
    ActorId,
    clock::{Clock, Turn},
    door::{Mistakes, Scene, each},
    key_of,
    space::Cell,
};
use smallvec::SmallVec;
use std::{collections::BTreeSet, sync::Arc};

pub(super) struct Builder<'s> {
    pub(super) scene: Scene<'s, RawScene>,
    pub(super) book: &'s Crisis,
    pub(super) skills: Vec<String>,
    pub(super) groups: Vec<String>,
    pub(super) weapons: Vec<(String, Weapon)>,
    pub(super) items: Vec<(String, Item)>,
    pub(super) circumstances: Vec<(String, Circumstance)>,
    pub(super) purposes: Vec<String>,
}

impl<'s> Builder<'s> {
    pub(super) fn new(scene: Scene<'s, RawScene>, book: &'s Crisis) -> Self {
        let skills = Skill::NAMES.into_iter().map(str::to_owned).chain(scene.raw.skills.iter().cloned()).collect();
        let (groups, purposes) = (Vec::new(), Vec::new());
        let (weapons, items, circumstances) = (Vec::new(), Vec::new(), Vec::new());
        Builder { scene, book, skills, groups, weapons, items, circumstances, purposes }
    }

    pub(super) fn build(mut self) -> Result<Table, Mistakes> {
        let raw = self.scene.raw;
        let mut circumstances = BTreeSet::new();
        for (path, name) in each("circumstances", &raw.circumstances) {
            circumstances.extend(self.circumstance(name, &path));
        }
        let objects: Vec<Object> =
            each("objects", &raw.objects).map(|(path, object)| self.object(object, &path)).collect();
        let (mut sheets, mut actors) = (Vec::new(), Vec::new());
        for (path, character) in each("characters", &raw.characters) {
            let (sheet, actor) = self.character(character, ActorId::at(sheets.len()), &path);
            sheets.push(sheet);
            actors.push(actor);
        }
        let keys: Vec<&str> = sheets.iter().map(|sheet| sheet.key.as_str()).collect();
        self.scene.unique_characters(keys.iter().copied());
        self.scene.unique("objects", objects.iter().map(|object| object.key.as_str()));
        self.relations(&keys, &sheets, &mut actors);
        self.crowding(&sheets, &actors, &objects);
        if raw.crisis.is_some() {
            self.scene.check_sides(sheets.iter().map(|sheet| sheet.side));
        }
        let acting = raw.crisis.as_ref().and_then(|crisis| crisis.acting.as_ref());
        let acting = acting.and_then(|key| self.scene.character(key, keys.iter().copied(), "crisis.acting"));
        let setup = Setup {
            space: self.scene.space.clone(),
            sides: self.scene.sides.clone(),
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
        if !self.scene.is_clean() {
            return self.scene.finish(table);
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
            self.scene.wrong("crisis.acting", "whoever has the turn must be able to act", [""; 0]);
        }
        self.scene.finish(table)
    }

    /// A Skill of the book or of the scene. An unknown name would be a Skill that nothing ever rolls.
    pub(super) fn skill(&mut self, name: &str, path: &str) -> Skill {
        let known = self.skills.iter().map(String::as_str);
        Skill(self.scene.look_up("Skill", name, known, path).unwrap_or(0) as u8)
    }

    fn object(&mut self, raw: &RawObject, path: &str) -> Object {
        let mut cells: SmallVec<[Cell; 4]> = SmallVec::new();
        for at in raw.at.iter().chain(&raw.cells) {
            cells.push(self.scene.cell(*at, &format!("{path}.at")));
        }
        if cells.is_empty() {
            self.scene.wrong(path, "it stands nowhere", ["at = [column, row]"]);
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

    fn relations(&mut self, keys: &[&str], sheets: &[Sheet], actors: &mut [Actor]) {
        for (at, raw) in self.scene.raw.characters.iter().enumerate() {
            for (path, key) in each(format!("characters[{at}].unaware_of"), &raw.unaware_of) {
                if let Some(id) = self.scene.character(key, keys.iter().copied(), &path) {
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
        let standing = actors.iter().zip(sheets);
        let standing = standing.map(|(actor, sheet)| stands(actor).then_some((sheet.name.as_str(), actor.place.cell)));
        self.scene.crowding(&standing.collect::<Vec<_>>());
        for ((path, _), actor) in each("characters", sheets).zip(actors).filter(|(_, actor)| stands(actor)) {
            if objects.iter().any(|object| object.blocks_move && object.cells.contains(&actor.place.cell)) {
                self.scene.wrong(&format!("{path}.at"), "something stands there", [""; 0]);
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
