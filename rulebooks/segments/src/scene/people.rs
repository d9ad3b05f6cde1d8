//! Sheets, gear, and newcomers in the middle of play.

use super::{
    CONTENT,
    raw::*,
    things::{Lists, Reader, state},
};
use crate::{
    Segments,
    conditions::StatusSet,
    sheet::{AbilityId, ArmourKind, Burns, Controller, Natural, PLAYERS, Sheet, Tag, Tags, ThingSheet, Weapon},
    table::{Actor, MOST_ABILITIES, Out, Stock, Table, Thing, Whereabouts},
    turn::Part,
};
use referee_engine::{
    ActorId, Derived, Side,
    door::{Report, each, index_in},
    key_of,
    space::{Cell, Place},
};
use smallvec::SmallVec;
use std::sync::Arc;

/// SE-R70: always available.
fn fist() -> Natural {
    let weapon = Weapon { maximum: 2, reach_ft: 5, range_ft: 0, tags: Tags::default(), ammo: None, on_damage: None };
    Natural { key: "fist".into(), name: "Fist".into(), weapon }
}

impl Reader<'_, '_> {
    /// A sheet: SE-R53, SE-R107 and the other defaults of the ledger.
    pub(super) fn sheet(&mut self, raw: &RawCharacter, side: Side, path: &str) -> Sheet {
        let mut skills = SmallVec::new();
        for (name, rank) in &raw.skills {
            let path = format!("{path}.skills");
            if *rank > 5 {
                self.report.wrong(&path, format!("{name}: a rank is 0 to 5"), [""; 0]);
            }
            skills.extend(self.skill(name, &path).map(|skill| (skill, (*rank).min(5))));
        }
        let mut abilities = SmallVec::new();
        for (path, name) in each(format!("{path}.abilities"), &raw.abilities) {
            let known = self.lists.abilities.iter().map(|ability| ability.key.as_str());
            abilities.extend(self.report.look_up("ability", name, known, &path).map(|at| AbilityId(at as u8)));
        }
        let mut natural: SmallVec<[Natural; 1]> = SmallVec::new();
        for (path, own) in each(format!("{path}.natural"), &raw.natural) {
            let weapon = self.weapon(&own.weapon, &own.tags, &format!("{path}.weapon"));
            natural.push(Natural { key: key_of(&own.name), name: own.name.clone(), weapon });
        }
        if natural.is_empty() {
            natural.push(fist());
        }
        let controller = if side == PLAYERS && !raw.trap { Controller::Player } else { Controller::Gm };
        Sheet {
            key: raw.key.clone().unwrap_or_else(|| key_of(&raw.name)),
            name: raw.name.clone(),
            kind: raw.kind.clone().unwrap_or_else(|| raw.name.clone()),
            side,
            controller: raw.controller.unwrap_or(controller),
            attributes: [raw.quick, raw.vigilant, raw.discrete, raw.accurate, raw.strong, raw.resolute],
            skills,
            abilities,
            health_max: raw.health_max,
            pain_threshold: raw.pain_threshold.unwrap_or((raw.health_max + 2) / 3),
            hide: raw.hide,
            ward: raw.ward,
            moves: raw.moves.iter().cloned().collect(),
            natural,
            needs_light: raw.needs_light,
            needs_food: raw.needs_food && !raw.trap,
            trap: raw.trap,
        }
    }

    /// How somebody is at the start.
    pub(super) fn actor(&mut self, raw: &RawCharacter, sheet: &Sheet, place: Place, path: &str) -> Actor {
        let mut statuses = StatusSet::default();
        for (path, name) in each(format!("{path}.statuses"), &raw.statuses) {
            statuses = self.status(name, &path).map_or(statuses, |status| statuses.with(status));
        }
        for (field, die) in [("food", raw.food), ("water", raw.water)] {
            if ![0, 4, 6, 8, 10, 12].contains(&die) {
                let allowed = ["0", "4", "6", "8", "10", "12"];
                self.report.wrong(&format!("{path}.{field}"), format!("there is no d{die} for a stock"), allowed);
            }
        }
        let health = raw.health.unwrap_or(raw.health_max);
        if health > raw.health_max {
            let why = format!("more than the maximum of {}", raw.health_max);
            self.report.wrong(&format!("{path}.health"), why, [""; 0]);
        }
        let out = if health == 0 && raw.out == Out::Active { Out::Dead } else { raw.out };
        Actor {
            place,
            out,
            hidden: raw.hidden,
            down: raw.down && out != Out::Dead,
            health,
            strong: i16::from(raw.strong),
            statuses,
            afraid_of: None,
            defense: sheet.hide,
            ward: sheet.ward,
            warded: 0,
            shield: None,
            helmet: None,
            part: Part::default(),
            free: raw.free_attack_answer,
            food: Stock { die: raw.food, units: raw.rations },
            water: Stock { die: raw.water, units: raw.waterskins },
            food_hours: raw.food_hours,
            water_hours: raw.water_hours,
            used: [0; MOST_ABILITIES],
            bound: false,
            left_as: None,
            gear: Derived::default(),
        }
    }

    /// Everything that somebody has: SE-R40: weapons in hand and loaded, the shield raised, the helmet worn.
    pub(super) fn gear(
        &mut self,
        raw: &RawCharacter,
        id: ActorId,
        owner: &str,
        path: &str,
    ) -> Vec<(ThingSheet, Thing)> {
        let mut all = Vec::new();
        let raised = if raw.shield_raised { Whereabouts::Held(id) } else { Whereabouts::Sheathed(id) };
        let worn = [
            ("armour", &raw.armour, Whereabouts::Worn(id), ArmourKind::Body),
            ("shield", &raw.shield, raised, ArmourKind::Shield),
            ("helmet", &raw.helmet, Whereabouts::Worn(id), ArmourKind::Helmet),
        ];
        for (field, name, at, kind) in worn {
            if let Some(name) = name {
                let path = format!("{path}.{field}");
                let made = self.make(&RawItem::Name(name.clone()), owner, at, &path);
                if made.as_ref().is_some_and(|(sheet, _)| sheet.armour.is_none_or(|armour| armour.kind != kind)) {
                    self.report.wrong(&path, format!("{name:?} is no {field}"), [""; 0]);
                }
                all.extend(made);
            }
        }
        let lists_of = [
            ("held", &raw.held, Whereabouts::Held(id)),
            ("sheathed", &raw.sheathed, Whereabouts::Sheathed(id)),
            ("pack", &raw.pack, Whereabouts::Packed(id)),
        ];
        for (field, items, at) in lists_of {
            for (path, item) in each(format!("{path}.{field}"), items) {
                all.extend(self.make(item, owner, at, &path));
            }
        }
        if all.iter().filter(|(_, thing)| matches!(thing.at, Whereabouts::Held(_))).count() > 2 {
            let why = "there are two hands (SE-R116); a raised shield takes one";
            self.report.wrong(&format!("{path}.held"), why, [""; 0]);
        }
        all
    }

    /// One thing that somebody has.
    fn make(&mut self, item: &RawItem, owner: &str, at: Whereabouts, path: &str) -> Option<(ThingSheet, Thing)> {
        let name = match item {
            RawItem::Name(name) => name,
            RawItem::Own { item, .. } => item,
        };
        let raw: RawThing = self.report.entry("thing", name, path)?;
        let mut sheet = self.thing(&raw, name, path);
        sheet.key = format!("{owner}-{name}");
        let mut thing = state(&raw, at);
        if let RawItem::Own { count, loaded, lit, turns_left, .. } = item {
            thing.count = count.unwrap_or(thing.count);
            thing.loaded = loaded.unwrap_or(thing.loaded);
            thing.lit = *lit && sheet.light.is_some();
            let burns =
                |burns: Burns| if burns == Burns::Torch { self.house.torch_turns } else { self.house.lantern_turns };
            let whole = sheet.light.filter(|_| *lit).map_or(0, |light| burns(light.burns));
            thing.turns_left = turns_left.unwrap_or(whole);
        }
        if sheet.tags.has(Tag::Reload) && thing.count == 0 {
            thing.loaded = false;
        }
        Some((sheet, thing))
    }
}

/// Somebody of the content comes into the scene, in the middle of play (SE-D07). SE-R19: it joins at the next round.
pub fn newcomer(book: &Segments, table: &mut Table, name: &str, cell: Cell) -> Option<ActorId> {
    let raw = CONTENT.library().get_as::<RawCharacter>("character", name)?.ok()?.value;
    let id = ActorId(table.actors.len() as u16);
    let place = table.setup.space.on_ground(cell);
    let setup = Arc::make_mut(&mut table.setup);
    let side = Side(index_in(&mut setup.sides, raw.side.clone()));
    let lists = Lists { statuses: &setup.statuses, skills: &setup.skills, abilities: &setup.abilities };
    let mut reader = Reader { lists, house: &book.house, report: &mut Report::in_play(CONTENT.library()) };
    let mut sheet = reader.sheet(&raw, side, "");
    let taken = |key: &str| setup.sheets.iter().any(|other| other.key == key);
    let first = sheet.key.clone();
    let mut number = 1;
    while taken(&sheet.key) {
        number += 1;
        sheet.key = format!("{first}-{number}");
        sheet.name = format!("{} {number}", raw.name);
    }
    let actor = reader.actor(&raw, &sheet, place, "");
    for (mut thing, state) in reader.gear(&raw, id, &sheet.key, "") {
        let same = setup.things.iter().filter(|other| other.key.starts_with(&thing.key)).count();
        if same > 0 {
            thing.key = format!("{}-{}", thing.key, same + 1);
        }
        setup.things.push(thing);
        table.things.push(state);
    }
    setup.sheets.push(sheet);
    table.actors.push(actor);
    table.know(id);
    Some(id)
}
