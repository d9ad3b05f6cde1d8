//! Helpers for slots: making them, and reading what was filled in.

use crate::{
    sheet::{ThingId, WeaponRef},
    table::Table,
};
use referee_engine::{ActorId, CellChoice, Choice, Domain, Filled, Refusal, Slot, space::Cell};

/// A slot with one choice among several.
pub fn one(name: &str, label: &str, of: Vec<Choice>) -> Slot {
    Slot::one(name, label, of)
}

/// The same with a value taken if it is left out.
pub fn one_or(name: &str, label: &str, of: Vec<Choice>, default: impl Into<String>) -> Slot {
    Slot::one(name, label, of).or(default)
}

/// Any of several, none if left out.
pub fn any(name: &str, label: &str, of: Vec<Choice>) -> Slot {
    let most = of.len();
    Slot::of(name, label, Domain::Several { of: of.into(), least: 0, most }).or("")
}

/// A yes-or-no slot; no if left out.
pub fn flag(name: &str, label: &str) -> Slot {
    Slot::flag(name, label)
}

/// A number.
pub fn number(name: &str, label: &str, min: i32, max: i32, default: Option<i32>) -> Slot {
    let slot = Slot::of(name, label, Domain::Number { min, max });
    match default {
        Some(default) => slot.or(default.to_string()),
        None => slot,
    }
}

/// Free words.
pub fn text(name: &str, label: &str) -> Slot {
    Slot::of(name, label, Domain::Text { longest: 200 })
}

/// A cell among these, each with what it costs to get there.
pub fn cell(table: &Table, name: &str, label: &str, cells: impl IntoIterator<Item = (Cell, u32)>) -> Slot {
    let of = cells.into_iter().map(|(cell, cost)| CellChoice::of(&table.setup.space, cell, cost, "")).collect();
    Slot::of(name, label, Domain::Cell { of })
}

/// The same slot, which may be left out.
pub fn optional(slot: Slot) -> Slot {
    slot.or("")
}

/// A choice for somebody.
pub fn of_actor(table: &Table, who: ActorId) -> Choice {
    let sheet = table.sheet(who);
    Choice::new(sheet.key.clone(), sheet.name.clone()).of_actor(who)
}

/// The word for a thing: `dagger` among those of its owner, `dagger-2` for the second; its own key if nobody has it.
pub fn thing_key(table: &Table, owner: ActorId, thing: ThingId) -> String {
    let sheet = table.thing_sheet(thing);
    if table.thing(thing).at.owner() != Some(owner) {
        return sheet.key.clone();
    }
    let before = table.carried(owner).filter(|&id| id < thing && table.thing_sheet(id).short == sheet.short).count();
    if before == 0 { sheet.short.clone() } else { format!("{}-{}", sheet.short, before + 1) }
}

/// A choice for a thing.
pub fn of_thing(table: &Table, owner: ActorId, thing: ThingId) -> Choice {
    Choice::new(thing_key(table, owner, thing), table.thing_sheet(thing).name.clone())
}

/// Finds a thing by its word.
pub fn find_thing(table: &Table, owner: ActorId, key: &str) -> Result<ThingId, Refusal> {
    let found = table.thing_ids().find(|&id| thing_key(table, owner, id) == key);
    found.ok_or_else(|| Refusal::plain("unknown-thing", format!("there is no thing {key:?} here")))
}

/// The word for a weapon.
pub fn weapon_key(table: &Table, who: ActorId, weapon: WeaponRef) -> String {
    match weapon {
        WeaponRef::Natural(at) => table.sheet(who).natural[usize::from(at)].key.clone(),
        WeaponRef::Thing(thing) => thing_key(table, who, thing),
    }
}

/// Finds a weapon by its word: among those at hand, then among all that one has, so that a rule can say what is missing.
pub fn find_weapon(table: &Table, who: ActorId, key: &str) -> Result<WeaponRef, Refusal> {
    let natural = (0..table.sheet(who).natural.len() as u8).map(WeaponRef::Natural);
    let things = table.carried(who).filter(|&id| table.thing_sheet(id).weapon.is_some()).map(WeaponRef::Thing);
    let found = things.chain(natural).find(|&weapon| weapon_key(table, who, weapon) == key);
    found.ok_or_else(|| {
        let weapons = table.weapons(who).map(|weapon| weapon_key(table, who, weapon));
        Refusal::plain("unknown-weapon", format!("{} has no weapon {key:?}", table.name(who))).allowing(weapons)
    })
}

/// The value of a slot that must be filled.
pub fn need<'f>(filled: &'f Filled, name: &str) -> Result<&'f str, Refusal> {
    let given = filled.get(name).filter(|value| !value.is_empty());
    given.ok_or_else(|| Refusal::plain("missing-slot", format!("{} needs {name}", filled.verb)))
}

/// The value of a slot for free words that must be filled.
pub fn need_text(filled: &Filled, name: &str, label: &str) -> Result<String, Refusal> {
    need(filled, name)?;
    text(name, label).value(filled).map(str::to_owned)
}

/// The value of a slot that may be left out.
pub fn get<'f>(filled: &'f Filled, name: &str) -> Option<&'f str> {
    filled.get(name).filter(|value| !value.is_empty())
}

/// Is a yes-or-no slot filled with yes?
pub fn is_yes(filled: &Filled, name: &str) -> Result<bool, Refusal> {
    match filled.get(name) {
        None | Some("no") => Ok(false),
        Some("yes") => Ok(true),
        Some(other) => Err(Refusal::plain("bad-value", format!("{other:?} is neither yes nor no"))),
    }
}

/// A number of a slot, within what it allows.
pub fn number_of(filled: &Filled, name: &str, (min, max): (i32, i32), default: Option<i32>) -> Result<i32, Refusal> {
    let bad = |value: &str| Refusal::plain("bad-value", format!("{value:?} is no number from {min} to {max}"));
    let value = match (filled.get(name), default) {
        (None, Some(default)) => default,
        (None, None) => need(filled, name)?.parse().map_err(|_| bad(""))?,
        (Some(value), _) => value.parse().map_err(|_| bad(value))?,
    };
    if (min..=max).contains(&value) { Ok(value) } else { Err(bad(&value.to_string())) }
}

/// A cell.
pub fn cell_of(table: &Table, text: &str) -> Result<Cell, Refusal> {
    let found = table.setup.space.find_cell(text);
    found.ok_or_else(|| Refusal::plain("unknown-cell", format!("{text:?} is no place on the map")))
}

/// One of several words.
pub fn word_of<T: Copy>(all: &[T], key: impl Fn(T) -> &'static str, word: &str) -> Result<T, Refusal> {
    all.iter().copied().find(|&each| key(each) == word).ok_or_else(|| {
        Refusal::plain("bad-value", format!("{word:?} is none of them")).allowing(all.iter().map(|&each| key(each)))
    })
}

/// Refuses slots that a verb does not have.
pub fn only(filled: &Filled, known: &[&str]) -> Result<(), Refusal> {
    match filled.slots.keys().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => {
            let why = format!("{} has no slot {name:?} here", filled.verb);
            Err(Refusal::plain("unknown-slot", why).allowing(known.iter().copied()))
        }
    }
}
