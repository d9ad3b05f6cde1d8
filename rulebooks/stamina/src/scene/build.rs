//! The door from a scene to a table.

use super::{library, raw::*};
use crate::{
    sheet::{Cantrip, ClueSheet, ItemSheet, Spell, clue_without_cost},
    table::{Clue, Item, ItemId, Mode, Out, SceneryTerms, Setup, Table, Whereabouts},
};
use referee_engine::{
    ActorId, ActorSet, MAX_ACTORS,
    clock::{Clock, Turn},
    door::{Check, Located, Mistakes},
    key_of,
    space::{Cell, Piece, Space},
};
use smallvec::SmallVec;
use std::sync::Arc;

pub(super) struct Builder<'s> {
    pub(super) scene: &'s Located<RawScene>,
    pub(super) space: Space,
    pub(super) check: Check,
    pub(super) items: Vec<(ItemSheet, Item)>,
    pub(super) spells: Vec<Spell>,
    pub(super) cantrips: Vec<Cantrip>,
    pub(super) sides: Vec<String>,
}

impl<'s> Builder<'s> {
    pub(super) fn new(scene: &'s Located<RawScene>, space: Space, check: Check) -> Self {
        let (items, spells, cantrips, sides) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Builder { scene, space, check, items, spells, cantrips, sides }
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
            actors.push(self.actor(character, ActorId(at as u16), &sheet, &path));
            sheets.push(sheet);
        }
        let keys: Vec<String> = sheets.iter().map(|sheet| sheet.key.clone()).collect();
        self.unique(&keys, "characters", &["gm"]);
        debug_assert!(sheets.len() <= MAX_ACTORS, "the schema says so");
        for (at, character) in raw.characters.iter().enumerate() {
            for (other, key) in character.settled.iter().enumerate() {
                if let Some(id) = self.find(&keys, key, &format!("characters[{at}].settled[{other}]")) {
                    actors[at].settled = actors[at].settled.with(id);
                }
            }
            for (other, key) in character.noticed_by.iter().enumerate() {
                if let Some(id) = self.find(&keys, key, &format!("characters[{at}].noticed_by[{other}]"))
                    && character.hidden
                {
                    actors[at].noticed_by = actors[at].noticed_by.with(id);
                }
            }
            let cell = actors[at].place.cell;
            let taken = actors[..at].iter().any(|other| other.place.cell == cell && other.out == Out::Active);
            if taken && actors[at].out == Out::Active {
                self.wrong(&format!("characters[{at}].at"), "somebody else stands there", [""; 0]);
            }
        }
        let (pieces, scenery, durability) = self.scenery();
        for (at, lying) in raw.items.iter().enumerate() {
            let path = format!("items[{at}]");
            let cell = self.cell(lying.at, &format!("{path}.at"));
            self.item(&lying.item, "", Whereabouts::Ground(cell), &format!("{path}.item"));
        }
        let mut order: SmallVec<[ActorId; 8]> = SmallVec::new();
        for (at, key) in raw.order.iter().enumerate() {
            match self.find(&keys, key, &format!("order[{at}]")) {
                Some(id) if order.contains(&id) => {
                    self.wrong(&format!("order[{at}]"), format!("{key} is named twice"), [""; 0]);
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
            self.wrong("characters", "nobody is there to act in rounds", [""; 0]);
        }
        if in_rounds && !raw.alone {
            let sides = sheets.iter().map(|sheet| sheet.side);
            self.scene.check_sides(sides, &mut self.check);
        }
        if !in_rounds {
            order.clear();
        }
        let clues = raw.clues.iter().map(|clue| ClueSheet {
            key: key_of(&clue.key),
            topic: clue.topic.clone(),
            difficulty: clue.difficulty,
            cost: clue.cost,
            information: clue.information.clone(),
            item: clue.item,
        });
        let clues: Vec<ClueSheet> = clues.collect();
        if let Some(at) = clue_without_cost(&clues) {
            let why = format!(
                "{} is not the easiest clue about {:?}, so it needs a cost in additional successes (ST-243)",
                clues[at].key, clues[at].topic
            );
            self.wrong(&format!("clues[{at}].cost"), why, ["1 to 20"]);
        }
        let found = vec![Clue::default(); clues.len()];
        let (item_sheets, items): (_, Vec<_>) = self.items.into_iter().unzip();
        let first = order.first().copied();
        let setup = Setup {
            space: self.space,
            sides: self.sides,
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
        self.check.finish(table)
    }

    pub(super) fn cell(&mut self, at: [u16; 2], path: &str) -> Cell {
        let found = self.space.cell_at(at[0], at[1]);
        if found.is_none() {
            let (columns, rows) = (self.space.columns(), self.space.rows());
            self.wrong(path, "this place is not on the map", [format!("[0..{}, 0..{}]", columns - 1, rows - 1)]);
        }
        found.unwrap_or_default()
    }

    pub(super) fn find(&mut self, keys: &[String], key: &str, path: &str) -> Option<ActorId> {
        let found = keys.iter().position(|known| known == key);
        if found.is_none() {
            self.wrong(path, format!("there is no character {key:?}"), keys.to_vec());
        }
        found.map(|at| ActorId(at as u16))
    }

    fn unique(&mut self, keys: &[String], list: &str, reserved: &[&str]) {
        for (at, key) in keys.iter().enumerate() {
            if keys[..at].contains(key)
                || reserved.contains(&key.as_str())
                || self.sides.iter().any(|s| key_of(s) == *key)
            {
                let why = format!("{key:?} is taken; give this one a key of its own");
                self.wrong(&format!("{list}[{at}].key"), why, [""; 0]);
            }
        }
    }

    /// An item by its name in the content, for this owner.
    pub(super) fn item(&mut self, name: &str, owner: &str, at: Whereabouts, path: &str) -> Option<ItemId> {
        let Some(found) = library().get_as::<RawItem>("item", name) else {
            let names: Vec<String> = library().names("item").map(str::to_owned).collect();
            self.wrong(path, format!("there is no item {name:?}"), names);
            return None;
        };
        let raw = self.check.take(found)?.value;
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
        for (at, raw) in self.scene.value.scenery.iter().enumerate() {
            let path = format!("scenery[{at}]");
            let key = raw.key.clone().unwrap_or_else(|| key_of(&raw.name));
            let cells: Vec<Cell> = raw.cells.iter().map(|&cell| self.cell(cell, &format!("{path}.cells"))).collect();
            let piece = Piece {
                cover: raw.cover,
                concealment: raw.concealment,
                blocks_move: raw.blocks_move,
                blocks_sight: raw.blocks_sight,
                ..Piece::at(key.clone(), cells)
            };
            for error in piece.check(&self.space) {
                self.wrong(&path, error.to_string(), [""; 0]);
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
        self.unique(&keys, "scenery", &[]);
        (pieces, terms, durability)
    }
}
