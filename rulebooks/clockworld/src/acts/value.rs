//! What the slots of this book hold.

use crate::{
    Clockworld,
    sheet::{PartId, ThingId, WeaponRef},
    table::{Table, Whereabouts},
    view,
};
use referee_engine::{
    ActorId, Choice, Seat,
    act::{Seen, Shape, Text, Value, Why},
    key_of,
    space::{Cell, Grid},
};
use serde::{Deserialize, Serialize};

/// The table as a seat knows it.
pub type See<'a, 't> = &'a Seen<'t, Clockworld>;

/// A Character in a choice.
pub fn of_actor(table: &Table, who: ActorId) -> Choice {
    let sheet = table.sheet(who);
    Choice::new(sheet.key.clone(), sheet.name.clone()).of_actor(who)
}

/// Any thing, by a word of its own.
impl Value<Clockworld> for ThingId {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        see.thing_ids().filter(|&thing| view::knows_thing(see.table, see.seat(), thing)).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let Some(sheet) = see.setup.things.get(usize::from(self.0)) else { return Choice::default() };
        Choice::new(sheet.key.clone(), sheet.name.clone())
    }
}

/// A thing that somebody holds, wears or hides, by the word of its owner for it: `revolver`, `revolver-2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mine(pub ThingId);

impl Value<Clockworld> for Mine {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let Some(who) = whose.filter(|who| see.exists(*who)) else { return Vec::new() };
        see.thing_ids().filter(|&thing| see.thing(thing).at.is_with(who)).map(Mine).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let Some(who) = whose.filter(|_| usize::from(self.0.0) < see.things.len()) else { return Choice::default() };
        Choice::new(thing_key(see.table, who, self.0), see.thing_sheet(self.0).name.clone())
    }
}

/// What somebody could strike with: a part of its own body, or what it holds, wears or hides.
impl Value<Clockworld> for WeaponRef {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let Some(who) = whose.filter(|who| see.exists(*who)) else { return Vec::new() };
        let natural = (0..see.sheet(who).natural.len() as u8).map(WeaponRef::Natural);
        let things = see.held(who).map(WeaponRef::Thing);
        things.chain(natural).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let is_there = |who: ActorId| match *self {
            WeaponRef::Natural(at) => usize::from(at) < see.sheet(who).natural.len(),
            WeaponRef::Thing(thing) => usize::from(thing.0) < see.things.len(),
        };
        let Some(who) = whose.filter(|who| is_there(*who)) else { return Choice::default() };
        Choice::new(weapon_key(see.table, who, *self), see.weapon_name(who, *self))
    }
}

/// A part of somebody's body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PartAt(pub PartId);

impl Value<Clockworld> for PartAt {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let parts = whose.filter(|who| see.exists(*who)).map_or(0, |who| see.sheet(who).body.len());
        (0..parts as PartId).map(PartAt).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let part = whose.and_then(|who| see.sheet(who).body.get(usize::from(self.0)));
        part.map_or_else(Choice::default, |part| Choice::new(key_of(&part.part), part.part.clone()))
    }
}

/// A direction to look in: in degrees, or at somebody (CW-178).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Towards {
    Degrees(u16),
    At(ActorId),
}

impl Towards {
    /// In degrees from this cell; `None` if it is no direction from there.
    pub fn degrees(self, table: &Table, from: Cell) -> Option<u16> {
        match self {
            Towards::Degrees(degrees) => Some(degrees).filter(|degrees| *degrees < 360),
            Towards::At(other) if table.exists(other) => {
                table.setup.space.direction_deg(from, table.actor(other).place.cell)
            }
            Towards::At(_) => None,
        }
    }
}

/// Degrees, and those whom the Character knows of.
impl Value<Clockworld> for Towards {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let Some(who) = whose.filter(|who| see.exists(*who)) else { return Vec::new() };
        let step = if see.setup.space.grid() == Grid::Square { 45 } else { 30 };
        let degrees = (0..360).step_by(step).map(|degrees| Towards::Degrees(degrees as u16));
        let seat = Seat::Player([who].into_iter().collect());
        let here = see.actor(who).place.cell;
        let others = see.actors().iter().filter(|&other| see.actor(other).place.cell != here);
        let known = others.filter(|&other| view::knows(see.table, seat, other)).map(Towards::At);
        degrees.chain(known).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match *self {
            Towards::Degrees(degrees) => Choice::new(degrees.to_string(), format!("{degrees}°")),
            Towards::At(other) => of_actor(see.table, other),
        }
    }
}

impl Whereabouts {
    /// Does this Character hold, wear or hide it?
    pub fn is_with(self, who: ActorId) -> bool {
        match self {
            Whereabouts::Held(by) | Whereabouts::Worn(by) | Whereabouts::Hidden(by) => by == who,
            Whereabouts::Place(_) | Whereabouts::Gone => false,
        }
    }
}

/// The word for a thing: `revolver` among those of its owner, `revolver-2` for the second; its own key if nobody has it.
pub fn thing_key(table: &Table, owner: ActorId, thing: ThingId) -> String {
    let sheet = table.thing_sheet(thing);
    let mine = |id: ThingId| table.thing(id).at.is_with(owner);
    if !mine(thing) {
        return sheet.key.clone();
    }
    let before = table.thing_ids().filter(|&id| id < thing && mine(id) && table.thing_sheet(id).short == sheet.short);
    match before.count() {
        0 => sheet.short.clone(),
        count => format!("{}-{}", sheet.short, count + 1),
    }
}

/// The word for a weapon in commands.
pub fn weapon_key(table: &Table, who: ActorId, weapon: WeaponRef) -> String {
    match weapon {
        WeaponRef::Natural(at) => table.sheet(who).natural[usize::from(at)].key.clone(),
        WeaponRef::Thing(thing) => thing_key(table, who, thing),
    }
}

/// The word for a part in commands.
pub fn part_key(table: &Table, who: ActorId, part: PartId) -> String {
    key_of(&table.part(who, part).part)
}

/// A cell in words: `column,row`, or the name of a zone.
pub fn cell_key(table: &Table, cell: Cell) -> String {
    table.setup.space.cell_key(cell)
}

/// Free words, up to so many characters, that may be left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Words<const LONGEST: usize>(pub String);

impl<const LONGEST: usize> Words<LONGEST> {
    /// The words, if they are what such a slot takes.
    pub fn within(self) -> Result<String, Why<'static>> {
        if self.0.is_empty() { Ok(self.0) } else { Text::<LONGEST>(self.0).within() }
    }
}

/// Usually none.
impl<const LONGEST: usize> Value<Clockworld> for Words<LONGEST> {
    const SHAPE: Shape = Shape::Text(LONGEST);

    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Words(String::new())]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::new(self.0.clone(), self.0.clone())
    }

    fn read(_: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        Words::<LONGEST>(word.to_owned()).within().ok().map(Words)
    }
}
