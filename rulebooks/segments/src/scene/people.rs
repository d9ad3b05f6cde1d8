//! Sheets, gear, and newcomers in the middle of play.

use super::{
    library,
    raw::*,
    things::{Lists, Wrong, state},
};
use crate::{
    Segments,
    conditions::StatusSet,
    house::HouseRules,
    sheet::{AbilityId, ArmourKind, Burns, Controller, Natural, PLAYERS, Sheet, Tag, Tags, ThingSheet, Weapon},
    table::{Actor, MOST_ABILITIES, Out, Stock, Table, Thing, Whereabouts},
    turn::Part,
};
use referee_engine::{
    ActorId, Derived, Side, key_of,
    space::{Cell, Place},
};
use std::sync::Arc;

/// SE-R70: always available.
fn fist() -> Natural {
    let weapon = Weapon { maximum: 2, reach_ft: 5, range_ft: 0, tags: Tags::default(), ammo: None, on_damage: None };
    Natural { key: "fist".into(), name: "Fist".into(), weapon }
}

/// A sheet: SE-R53, SE-R107 and the other defaults of the ledger.
pub(super) fn sheet(raw: &RawCharacter, side: Side, lists: Lists<'_>, path: &str, wrong: Wrong<'_>) -> Sheet {
    let mut skills: smallvec::SmallVec<[_; 4]> = smallvec::SmallVec::new();
    for (name, rank) in &raw.skills {
        if *rank > 5 {
            wrong(&format!("{path}.skills"), format!("{name}: a rank is 0 to 5"), Vec::new());
        }
        skills.extend(lists.skill(name, &format!("{path}.skills"), wrong).map(|skill| (skill, (*rank).min(5))));
    }
    let mut abilities = smallvec::SmallVec::new();
    for (at, name) in raw.abilities.iter().enumerate() {
        match lists.abilities.iter().position(|ability| ability.key == key_of(name)) {
            Some(found) => abilities.push(AbilityId(found as u8)),
            None => {
                let known = lists.abilities.iter().map(|ability| ability.key.clone()).collect();
                wrong(&format!("{path}.abilities[{at}]"), format!("there is no ability {name:?}"), known);
            }
        }
    }
    let mut natural: smallvec::SmallVec<[Natural; 1]> = raw
        .natural
        .iter()
        .enumerate()
        .map(|(at, own)| Natural {
            key: key_of(&own.name),
            name: own.name.clone(),
            weapon: lists.weapon(&own.weapon, &own.tags, &format!("{path}.natural[{at}].weapon"), wrong),
        })
        .collect();
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
pub(super) fn actor(
    raw: &RawCharacter,
    sheet: &Sheet,
    place: Place,
    lists: Lists<'_>,
    path: &str,
    wrong: Wrong<'_>,
) -> Actor {
    let mut statuses = StatusSet::default();
    for (at, name) in raw.statuses.iter().enumerate() {
        if let Some(status) = lists.status(name, &format!("{path}.statuses[{at}]"), wrong) {
            statuses = statuses.with(status);
        }
    }
    for (field, die) in [("food", raw.food), ("water", raw.water)] {
        if ![0, 4, 6, 8, 10, 12].contains(&die) {
            let allowed = ["0", "4", "6", "8", "10", "12"].map(String::from).to_vec();
            wrong(&format!("{path}.{field}"), format!("there is no d{die} for a stock"), allowed);
        }
    }
    let health = raw.health.unwrap_or(raw.health_max);
    if health > raw.health_max {
        wrong(&format!("{path}.health"), format!("more than the maximum of {}", raw.health_max), Vec::new());
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
    raw: &RawCharacter,
    id: ActorId,
    owner: &str,
    house: &HouseRules,
    lists: Lists<'_>,
    path: &str,
    wrong: Wrong<'_>,
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
            let made = make(&RawItem::Name(name.clone()), owner, at, house, lists, &path, wrong);
            if made.as_ref().is_some_and(|(sheet, _)| sheet.armour.is_none_or(|armour| armour.kind != kind)) {
                wrong(&path, format!("{name:?} is no {field}"), Vec::new());
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
        for (index, item) in items.iter().enumerate() {
            all.extend(make(item, owner, at, house, lists, &format!("{path}.{field}[{index}]"), wrong));
        }
    }
    if all.iter().filter(|(_, thing)| matches!(thing.at, Whereabouts::Held(_))).count() > 2 {
        wrong(&format!("{path}.held"), "there are two hands (SE-R116); a raised shield takes one".into(), Vec::new());
    }
    all
}

/// One thing that somebody has.
fn make(
    item: &RawItem,
    owner: &str,
    at: Whereabouts,
    house: &HouseRules,
    lists: Lists<'_>,
    path: &str,
    wrong: Wrong<'_>,
) -> Option<(ThingSheet, Thing)> {
    let name = match item {
        RawItem::Name(name) => name,
        RawItem::Own { item, .. } => item,
    };
    let found = library().get_as::<RawThing>("thing", name).and_then(Result::ok);
    let Some(raw) = found.map(|found| found.value) else {
        let known = library().names("thing").map(str::to_owned).collect();
        wrong(path, format!("there is no thing {name:?}"), known);
        return None;
    };
    let mut sheet = lists.thing(&raw, name, path, wrong);
    sheet.key = format!("{owner}-{name}");
    let mut thing = state(&raw, at);
    if let RawItem::Own { count, loaded, lit, turns_left, .. } = item {
        thing.count = count.unwrap_or(thing.count);
        thing.loaded = loaded.unwrap_or(thing.loaded);
        thing.lit = *lit && sheet.light.is_some();
        let burns = |burns: Burns| if burns == Burns::Torch { house.torch_turns } else { house.lantern_turns };
        let whole = sheet.light.filter(|_| *lit).map_or(0, |light| burns(light.burns));
        thing.turns_left = turns_left.unwrap_or(whole);
    }
    if sheet.tags.has(Tag::Reload) && thing.count == 0 {
        thing.loaded = false;
    }
    Some((sheet, thing))
}

/// Somebody of the content comes into the scene, in the middle of play (SE-D07). SE-R19: it joins at the next round.
pub fn newcomer(book: &Segments, table: &mut Table, name: &str, cell: Cell) -> Option<ActorId> {
    let raw = library().get_as::<RawCharacter>("character", name)?.ok()?.value;
    let id = ActorId(table.actors.len() as u16);
    let place = table.setup.space.on_ground(cell);
    let setup = Arc::make_mut(&mut table.setup);
    let at = setup.sides.iter().position(|side| *side == raw.side).unwrap_or_else(|| {
        setup.sides.push(raw.side.clone());
        setup.sides.len() - 1
    });
    let lists = Lists { statuses: &setup.statuses, skills: &setup.skills, abilities: &setup.abilities };
    let wrong: Wrong<'_> = &mut |_, _, _| {};
    let mut sheet = sheet(&raw, Side(at as u8), lists, "", wrong);
    let taken = |key: &str| setup.sheets.iter().any(|other| other.key == key);
    let first = sheet.key.clone();
    let mut number = 1;
    while taken(&sheet.key) {
        number += 1;
        sheet.key = format!("{first}-{number}");
        sheet.name = format!("{} {number}", raw.name);
    }
    let actor = actor(&raw, &sheet, place, lists, "", wrong);
    for (mut thing, state) in gear(&raw, id, &sheet.key, &book.house, lists, "", wrong) {
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
