//! The door from a scene to a table.

use super::raw::*;
use crate::{
    sheet::{Cantrip, ClueSheet, ItemSheet, Spell, clue_without_cost},
    table::{Clue, Item, ItemId, Mode, Out, SceneryTerms, Setup, Table, Whereabouts},
};
use referee_engine::{
    ActorId, ActorSet,
    clock::{Clock, Turn},
    door::{Mistakes, Scene, each},
    key_of,
    space::{Cell, Piece},
};
use smallvec::SmallVec;
use std::sync::Arc;

pub(super) struct Builder<'s> {
    pub(super) scene: Scene<'s, RawScene>,
    pub(super) items: Vec<(ItemSheet, Item)>,
    pub(super) spells: Vec<Spell>,
    pub(super) cantrips: Vec<Cantrip>,
}

impl<'s> Builder<'s> {
    pub(super) fn new(scene: Scene<'s, RawScene>) -> Self {
        Builder { scene, items: Vec::new(), spells: Vec::new(), cantrips: Vec::new() }
    }

    pub(super) fn build(mut self) -> Result<Table, Mistakes> {
        let raw = self.scene.raw;
        let (mut sheets, mut actors) = (Vec::new(), Vec::new());
        for (path, character) in each("characters", &raw.characters) {
            let sheet = self.sheet(character, &path);
            actors.push(self.actor(character, ActorId::at(sheets.len()), &sheet, &path));
            sheets.push(sheet);
        }
        let keys: Vec<&str> = sheets.iter().map(|sheet| sheet.key.as_str()).collect();
        let keys = || keys.iter().copied();
        self.scene.unique_characters(keys());
        for ((path, character), actor) in each("characters", &raw.characters).zip(&mut actors) {
            for (path, key) in each(format!("{path}.settled"), &character.settled) {
                let found = self.scene.character(key, keys(), &path);
                actor.settled = found.map_or(actor.settled, |id| actor.settled.with(id));
            }
            for (path, key) in each(format!("{path}.noticed_by"), &character.noticed_by) {
                let found = self.scene.character(key, keys(), &path).filter(|_| character.hidden);
                actor.noticed_by = found.map_or(actor.noticed_by, |id| actor.noticed_by.with(id));
            }
        }
        let standing = actors
            .iter()
            .zip(&sheets)
            .map(|(actor, sheet)| (actor.out == Out::Active).then_some((sheet.name.as_str(), actor.place.cell)));
        self.scene.crowding(&standing.collect::<Vec<_>>());
        let (pieces, scenery, durability) = self.scenery();
        for (path, lying) in each("items", &raw.items) {
            let cell = self.scene.cell(lying.at, &format!("{path}.at"));
            self.item(&lying.item, "", Whereabouts::Ground(cell), &format!("{path}.item"));
        }
        let mut order: SmallVec<[ActorId; 8]> = SmallVec::new();
        for (path, key) in each("order", &raw.order) {
            match self.scene.character(key, keys(), &path) {
                Some(id) if order.contains(&id) => {
                    self.scene.wrong(&path, format!("{key} is named twice"), [""; 0]);
                }
                found => order.extend(found),
            }
        }
        if raw.order.is_empty() {
            order =
                (0..actors.len() as u16).map(ActorId).filter(|who| actors[who.index()].out == Out::Active).collect();
        }
        order.retain(|who| !actors[who.index()].asleep);
        let in_rounds = raw.start == Start::Rounds;
        // ST-R103: a scene may begin in a round of warning; those act who noticed so early.
        let warned = order.iter().filter(|_| in_rounds).map(|who| actors[who.index()].warning);
        let warning = warned.max().unwrap_or(0);
        order.retain(|who| actors[who.index()].warning >= warning);
        if in_rounds && order.is_empty() {
            self.scene.wrong("characters", "nobody is there to act in rounds", [""; 0]);
        }
        if in_rounds {
            self.scene.check_sides(sheets.iter().map(|sheet| sheet.side));
        }
        if !in_rounds {
            order.clear();
        }
        let keyed = |clue: &ClueSheet| ClueSheet { key: key_of(&clue.key), ..clue.clone() };
        let clues: Vec<ClueSheet> = raw.clues.iter().map(keyed).collect();
        if let Some(at) = clue_without_cost(&clues) {
            let why = format!(
                "{} is not the easiest clue about {:?}, so it needs a cost in additional successes (ST-243)",
                clues[at].key, clues[at].topic
            );
            self.scene.wrong(&format!("clues[{at}].cost"), why, ["1 to 20"]);
        }
        let found = vec![Clue::default(); clues.len()];
        let (item_sheets, items): (_, Vec<_>) = self.items.into_iter().unzip();
        let first = order.first().copied();
        let setup = Setup {
            space: self.scene.space.clone(),
            sides: self.scene.sides.clone(),
            sheets,
            items: item_sheets,
            scenery,
            spells: self.spells,
            cantrips: self.cantrips,
            clues,
            customs: raw.checks.clone(),
        };
        let table = Table {
            setup: Arc::new(setup),
            clock: Clock {
                mode: if in_rounds { Mode::Rounds } else { Mode::Free },
                elapsed: 0,
                round: if in_rounds { raw.round.unwrap_or(1) } else { 0 },
                turn: first.map_or(Turn::Round, Turn::Of),
            },
            order,
            at: 0,
            warning,
            first_round: in_rounds && warning == 0,
            actors,
            items,
            pieces: Arc::new(pieces),
            durability,
            wind: raw.wind,
            clues: found,
            retry: Vec::new(),
            no_retry: Vec::new(),
            rushed: raw.rushed,
            spoiled: ActorSet::EMPTY,
            over: None,
            unseen: ActorSet::EMPTY,
        };
        self.scene.finish(table)
    }

    /// An item by its name in the content, for this owner.
    pub(super) fn item(&mut self, name: &str, owner: &str, at: Whereabouts, path: &str) -> Option<ItemId> {
        let raw: RawItem = self.scene.entry("item", name, path)?;
        let short = key_of(name);
        let base = if owner.is_empty() { short.clone() } else { format!("{owner}-{short}") };
        let count = self
            .items
            .iter()
            .filter(|(sheet, _)| sheet.key == base || sheet.key.starts_with(&format!("{base}-")))
            .count();
        let key = if count == 0 { base } else { format!("{base}-{}", count + 1) };
        let durability = raw.shield.map_or(0, |shield| shield.durability);
        let (melee, thrown, ranged, shield) = (raw.melee, raw.thrown, raw.ranged, raw.shield);
        self.items.push((
            ItemSheet { key, short, name: raw.name, melee, thrown, ranged, shield },
            Item { at, loaded: false, durability },
        ));
        Some(ItemId((self.items.len() - 1) as u16))
    }

    fn scenery(&mut self) -> (Vec<Piece>, Vec<SceneryTerms>, Vec<u8>) {
        let (mut pieces, mut terms, mut durability) = (Vec::new(), Vec::new(), Vec::new());
        let mut keys = Vec::new();
        for (path, raw) in each("scenery", &self.scene.raw.scenery) {
            let key = raw.key.clone().unwrap_or_else(|| key_of(&raw.name));
            let cells: Vec<Cell> =
                raw.cells.iter().map(|&cell| self.scene.cell(cell, &format!("{path}.cells"))).collect();
            let piece = Piece {
                cover: raw.cover,
                concealment: raw.concealment,
                blocks_move: raw.blocks_move,
                blocks_sight: raw.blocks_sight,
                ..Piece::at(key.clone(), cells)
            };
            for error in piece.check(&self.scene.space) {
                self.scene.wrong(&path, error.to_string(), [""; 0]);
            }
            keys.push(key);
            pieces.push(piece);
            terms.push(SceneryTerms {
                name: raw.name.clone(),
                av: raw.av,
                dark: raw.dark,
                water: raw.water,
                difficulty: raw.difficulty,
            });
            durability.push(raw.durability);
        }
        self.scene.unique("scenery", keys.iter().map(String::as_str));
        (pieces, terms, durability)
    }
}
