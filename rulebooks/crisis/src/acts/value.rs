//! What the slots of this book hold.

use crate::{
    Crisis,
    conditions::ConditionKind,
    sheet::{Purpose, Skill},
    table::Table,
    task,
};
use referee_engine::{
    ActorId, CellChoice, Choice,
    act::{Seen, Shape, Value, Why},
    bar, indexed_values,
    space::Cell,
};
use serde::{Deserialize, Serialize};

/// The table as a seat knows it.
pub type See<'a, 't> = &'a Seen<'t, Crisis>;

/// AP in words.
pub fn ap(ap: u8) -> String {
    format!("{ap} AP")
}

/// One of the weapons that somebody carries, by its place among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WeaponAt(pub u8);

impl WeaponAt {
    /// All that somebody carries.
    pub fn of(table: &Table, who: ActorId) -> impl Iterator<Item = u8> + use<> {
        0..table.actor(who).weapons.len() as u8
    }
}

impl Value<Crisis> for WeaponAt {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        whose.into_iter().flat_map(|who| WeaponAt::of(see, who)).map(WeaponAt).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let carried = whose.and_then(|who| see.actor(who).weapons.get(usize::from(self.0)));
        let Some(carried) = carried else { return Choice::default() };
        let weapon = &see.setup.weapons[usize::from(carried.weapon)];
        let loaded = carried.loaded;
        let note = if weapon.capacity > 0 { format!("{loaded} of {} loaded", weapon.capacity) } else { String::new() };
        Choice::new(weapon.key.clone(), weapon.name.clone()).noting(note)
    }
}

/// An item, by its place in the list of items.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemAt(pub u8);

/// Those that somebody has.
impl Value<Crisis> for ItemAt {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        whose.into_iter().flat_map(|who| see.actor(who).items.iter().map(|(item, _)| ItemAt(*item))).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let Some(item) = see.setup.items.get(usize::from(self.0)) else { return Choice::default() };
        let note = if item.effect.is_some() { ap(item.use_ap) } else { item.asset_type.clone() };
        Choice::new(item.key.clone(), item.name.clone()).noting(note)
    }
}

/// A square of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Square(pub Cell);

impl Value<Crisis> for Square {
    const SHAPE: Shape = Shape::Cell;

    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        see.setup.space.cells().map(Square).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(see.setup.space.cell_key(self.0))
    }

    /// With how far it is from whoever acts.
    fn cell(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Option<CellChoice> {
        let apart = whose.map_or(0, |who| see.distance(&see.book.house, see.actor(who).place.cell, self.0));
        Some(CellChoice::of(&see.setup.space, self.0, apart, ""))
    }

    fn read(see: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        see.setup.space.find_cell(word).map(Square)
    }
}

/// Yes or no, where yes is usual.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Holds(pub bool);

impl Value<Crisis> for Holds {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Holds(true), Holds(false)]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let word = if self.0 { "yes" } else { "no" };
        Choice::new(word, word)
    }
}

indexed_values! { Crisis: Skill in |table| table.setup.skills, |name| Choice::plain(name); }

/// CR-R162: what a task is for, where that matters; anything else if it is for nothing of that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct For(pub Option<Purpose>);

impl For {
    /// What tasks with this Skill may be for; nothing to choose if that matters nowhere.
    pub fn with(table: &Table, skill: Skill) -> Vec<For> {
        let known: Vec<For> = task::purposes(table, skill).map(|purpose| For(Some(purpose))).collect();
        if known.is_empty() { known } else { std::iter::once(For(None)).chain(known).collect() }
    }
}

impl Value<Crisis> for For {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        let all = (0..see.setup.purposes.len() as u8).map(|at| For(Some(Purpose(at))));
        std::iter::once(For(None)).chain(all).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let Some(Purpose(at)) = self.0 else { return Choice::new("anything", "Anything else") };
        see.setup.purposes.get(usize::from(at)).map_or_else(Choice::default, |name| Choice::plain(name.clone()))
    }
}

impl Value<Crisis> for ConditionKind {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        ConditionKind::ALL.to_vec()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::new(self.word(), self.word())
    }
}

/// A whole number. Only its ends are candidates: what is between them is as legal as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Number<const MIN: i32, const MAX: i32>(pub i32);

impl<const MIN: i32, const MAX: i32> Number<MIN, MAX> {
    /// The number, if it is within its bounds.
    pub fn number(self) -> Result<i32, Why<'static>> {
        if (MIN..=MAX).contains(&self.0) {
            return Ok(self.0);
        }
        Err(bar!(_, "out-of-bounds", "a number from {} to {}", MIN, MAX))
    }
}

impl<const MIN: i32, const MAX: i32> Value<Crisis> for Number<MIN, MAX> {
    const SHAPE: Shape = Shape::Number;

    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Number(MIN), Number(MAX)]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::new(self.0.to_string(), self.0.to_string())
    }

    fn read(_: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        word.parse().ok().filter(|number| (MIN..=MAX).contains(number)).map(Number)
    }
}
