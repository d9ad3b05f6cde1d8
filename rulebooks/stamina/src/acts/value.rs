//! What the slots of this book hold.

use crate::{
    Stamina,
    reach::weapons,
    table::{ItemId, Table, WeaponRef, Whereabouts},
};
use referee_engine::{
    ActorId, CellChoice, Choice, Domain, act,
    act::{Seen, Shape, Value, Why},
    bar, key_of,
    space::Cell,
};
use serde::{Deserialize, Serialize};

/// The table as a seat knows it.
pub type See<'a, 't> = &'a Seen<'t, Stamina>;

/// An item among those of its owner.
impl Value<Stamina> for ItemId {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        see.item_ids().collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let sheet = see.item_sheet(*self);
        let key = whose.map_or_else(|| sheet.key.clone(), |owner| item_key(see, owner, *self));
        Choice::new(key, sheet.name.clone())
    }
}

/// What somebody can strike with, as [`weapons`] lists it.
impl Value<Stamina> for WeaponRef {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        of(see, whose, |who| weapons(see, who).collect())
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let Some(who) = whose else { return Choice::default() };
        Choice::new(weapon_key(see, who, *self), weapon_name(see, who, *self))
    }

    fn misread(_: &str) -> Option<Why<'static>> {
        Some(bar!("ST-074", "not-readied", "there is no such weapon in hand"))
    }
}

/// A cell of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hex(pub Cell);

impl Value<Stamina> for Hex {
    const SHAPE: Shape = Shape::Cell;

    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        see.setup.space.cells().map(Hex).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let key = see.setup.space.cell_key(self.0);
        Choice::new(key.clone(), key)
    }

    fn cell(&self, see: See<'_, '_>, _: Option<ActorId>) -> Option<CellChoice> {
        Some(CellChoice::of(&see.setup.space, self.0, 0, ""))
    }

    fn read(see: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        see.setup.space.find_cell(word).map(Hex)
    }
}

/// The side of a hex, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexSide(pub u8);

impl Value<Stamina> for HexSide {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        (0..see.setup.space.sides()).map(HexSide).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(self.0.to_string()).noting(format!("{}°", see.setup.space.side_deg(self.0)))
    }
}

/// One of the forms that the GM has written, by its place in the setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FormAt(pub u8);

impl Value<Stamina> for FormAt {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        (0..see.setup.customs.len() as u8).map(FormAt).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(see.setup.customs[usize::from(self.0)].name.clone())
    }
}

/// Words that may be left out, up to so many characters.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Remark<const LONGEST: usize>(pub String);

impl<const LONGEST: usize> Remark<LONGEST> {
    /// The words, if they are what such a slot takes.
    pub fn within(self) -> Result<String, Why<'static>> {
        if self.0.is_empty() { Ok(self.0) } else { act::Text::<LONGEST>(self.0).within() }
    }
}

impl<const LONGEST: usize> Value<Stamina> for Remark<LONGEST> {
    const SHAPE: Shape = Shape::Text(LONGEST);

    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Remark::default()]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::new(self.0.clone(), self.0.clone())
    }

    fn read(_: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        (word.is_empty() || (Domain::Text { longest: LONGEST }).accepts(word)).then(|| Remark(word.to_owned()))
    }
}

/// Yes or no; usually yes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UsuallyYes(pub bool);

impl Value<Stamina> for UsuallyYes {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![UsuallyYes(true), UsuallyYes(false)]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(if self.0 { "yes" } else { "no" })
    }
}

/// ST-D10: in full, or lowered to zero. The lowered form has to be said, since it costs dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lowered(pub bool);

impl Value<Stamina> for Lowered {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Lowered(false), Lowered(true)]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(if self.0 { "yes" } else { "no" })
    }

    fn may_be_usual(&self) -> bool {
        !self.0
    }
}

/// The candidates that somebody has; nobody has none.
pub fn of<T>(see: See<'_, '_>, whose: Option<ActorId>, all: impl FnOnce(ActorId) -> Vec<T>) -> Vec<T> {
    whose.filter(|who| see.has(*who)).map_or_else(Vec::new, all)
}

/// Everybody else of whom the seat knows, opponents first.
pub fn others<A>(_: &A, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ActorId> {
    of(see, whose, |who| {
        let mut others: Vec<ActorId> = see.actors().without(who).iter().collect();
        others.sort_by_key(|&other| !see.hostile(who, other));
        others
    })
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

/// The word for a weapon.
pub fn weapon_key(table: &Table, who: ActorId, weapon: WeaponRef) -> String {
    match weapon {
        WeaponRef::Natural(at) => key_of(&table.sheet(who).natural[usize::from(at)].name),
        WeaponRef::Item(item) => item_key(table, who, item),
        WeaponRef::Effect => "effect".into(),
    }
}

pub fn weapon_name(table: &Table, who: ActorId, weapon: WeaponRef) -> String {
    match weapon {
        WeaponRef::Natural(at) => {
            table.sheet(who).natural.get(usize::from(at)).map_or_else(String::new, |natural| natural.name.clone())
        }
        WeaponRef::Item(item) => table.item_sheet(item).name.clone(),
        WeaponRef::Effect => "the kept effect".into(),
    }
}
