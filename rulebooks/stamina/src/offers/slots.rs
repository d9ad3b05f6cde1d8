//! Helpers for slots: making them, and reading what was filled in.

use crate::{
    check::{How, may_skip_roll},
    reason::No,
    table::{ItemId, Table, WeaponRef, Whereabouts},
};
use referee_engine::{ActorId, CellChoice, Choice, Domain, Filled, Refusal, Slot, key_of, space::Cell};

/// A number.
pub fn number(name: &str, label: &str, min: i32, max: i32) -> Slot {
    Slot::of(name, label, Domain::Number { min, max })
}

/// Free words.
pub fn text(name: &str, label: &str, longest: usize) -> Slot {
    Slot::of(name, label, Domain::Text { longest })
}

/// Several of these.
pub fn several(name: &str, label: &str, of: Vec<Choice>, least: usize) -> Slot {
    let most = of.len();
    Slot::of(name, label, Domain::Several { of: of.into(), least, most })
}

/// A cell.
pub fn cell(table: &Table, name: &str, label: &str, of: impl IntoIterator<Item = (Cell, u32)>) -> Slot {
    let of = of.into_iter().map(|(cell, cost)| CellChoice::of(&table.setup.space, cell, cost, "")).collect();
    Slot::of(name, label, Domain::Cell { of })
}

/// ST-D10: the slot for lowering a requirement to zero. What is illegal is refused by its own rule; where only the lowered
/// form is left it has to be said, since it costs dice.
pub fn lowering(
    normal: Result<(), Refusal>,
    lowered: Result<(), Refusal>,
    filled: &Filled,
) -> Result<Option<Slot>, Refusal> {
    const LABEL: &str = "Lowered to zero, for penalty dice";
    match (filled.get("lowered"), normal, lowered) {
        (Some("yes"), _, Err(refusal)) | (_, Err(refusal), Err(_)) | (Some("no"), Err(refusal), _) => Err(refusal),
        (_, Ok(()), Ok(())) => Ok(Some(Slot::flag("lowered", LABEL))),
        (_, Ok(()), Err(_)) => Ok(None),
        (_, Err(_), Ok(())) => Ok(Some(Slot::one("lowered", LABEL, vec![Choice::plain("yes")]))),
    }
}

/// ST-D03: the slot for how a check is made.
pub fn how_slot(table: &Table, opposed: bool, filled: &Filled) -> Result<Option<Slot>, Refusal> {
    if let Some(how) = filled.get("how").and_then(how_of) {
        may_skip_roll::<Refusal>(table, how, opposed)?;
    }
    let ways = How::ALL.into_iter().filter(|&how| may_skip_roll::<No>(table, how, opposed).is_ok());
    let ways: Vec<Choice> = ways.map(|how| Choice::plain(how.word())).collect();
    Ok((ways.len() > 1).then(|| Slot::one("how", "How", ways).or("roll")))
}

/// How a check is made, by its word.
pub fn how_of(word: &str) -> Option<How> {
    How::ALL.into_iter().find(|how| how.word() == word)
}

/// How the check is made, as it was filled in.
pub fn how(filled: &Filled) -> How {
    filled.get("how").and_then(how_of).unwrap_or_default()
}

/// A choice for a character.
pub fn of_actor(table: &Table, who: ActorId) -> Choice {
    let sheet = table.sheet(who);
    Choice::new(sheet.key.clone(), sheet.name.clone()).of_actor(who)
}

/// The word for an item: `dagger` among those of its owner, `dagger-2` for the second; its own key if somebody else has it or
/// nobody, and `dagger-there` if one of the owner's is called so already.
pub fn item_key(table: &Table, owner: ActorId, item: ItemId) -> String {
    let is_mine =
        |id: &ItemId| matches!(table.item(*id).at, Whereabouts::Held(by) | Whereabouts::Carried(by) if by == owner);
    let own_key = |item: ItemId| {
        let short = &table.item_sheet(item).short;
        let before = table.item_ids().filter(|id| *id < item && is_mine(id) && table.item_sheet(*id).short == *short);
        match before.count() {
            0 => short.clone(),
            count => format!("{short}-{}", count + 1),
        }
    };
    if is_mine(&item) {
        return own_key(item);
    }
    let key = &table.item_sheet(item).key;
    let is_used = table.item_ids().filter(is_mine).any(|mine| own_key(mine) == *key);
    if is_used { format!("{key}-there") } else { key.clone() }
}

/// A choice for an item.
pub fn of_item(table: &Table, owner: ActorId, item: ItemId) -> Choice {
    Choice::new(item_key(table, owner, item), table.item_sheet(item).name.clone())
}

/// Finds an item by its word.
pub fn find_item(table: &Table, owner: ActorId, key: &str) -> Option<ItemId> {
    table.item_ids().find(|&item| item_key(table, owner, item) == key)
}

/// The word for a weapon.
pub fn weapon_key(table: &Table, who: ActorId, weapon: WeaponRef) -> String {
    match weapon {
        WeaponRef::Natural(at) => key_of(&table.sheet(who).natural[usize::from(at)].name),
        WeaponRef::Item(item) => item_key(table, who, item),
        WeaponRef::Effect => "effect".into(),
    }
}

/// The name of a weapon.
pub fn weapon_name(table: &Table, who: ActorId, weapon: WeaponRef) -> String {
    match weapon {
        WeaponRef::Natural(at) => {
            table.sheet(who).natural.get(usize::from(at)).map_or_else(String::new, |natural| natural.name.clone())
        }
        WeaponRef::Item(item) => table.item_sheet(item).name.clone(),
        WeaponRef::Effect => "the kept effect".into(),
    }
}
