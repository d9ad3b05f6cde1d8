//! What an Attack is aimed at, as its slots show it (CW-064, CW-065, CW-D11, CW-D12).

use super::{Attack, area, arm};
use crate::{
    acts::{
        prelude::*,
        value::{cell_key, of_actor, thing_key},
    },
    sheet::{Class, Part},
};
use referee_engine::{CellChoice, key_of, space::Cell};

/// Whom or what a weapon is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    Body(ActorId),
    Thing(ThingId),
    /// CW-R53.
    Held(ThingId),
}

/// A part of a Target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    Body(ActorId, PartId),
    Thing(ThingId, PartId),
}

/// CW-R40: the centre of an Area Attack.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(from = "Cell", into = "Cell")]
pub struct Centre {
    pub cell: Cell,
    /// For the map: how far the area of the weapon goes.
    radius_ft: u16,
}

impl From<Cell> for Centre {
    fn from(cell: Cell) -> Centre {
        Centre { cell, radius_ft: 0 }
    }
}

impl From<Centre> for Cell {
    fn from(centre: Centre) -> Cell {
        centre.cell
    }
}

impl PartialEq for Centre {
    fn eq(&self, other: &Centre) -> bool {
        self.cell == other.cell
    }
}

impl Eq for Centre {}

/// The parts of what is aimed at (CW-068 to CW-071), the Bulk first.
pub(super) fn parts(attack: &Attack, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Spot> {
    let (parts, spot): (&[Part], &dyn Fn(PartId) -> Spot) = match attack.target.value() {
        Some(&Aim::Body(target)) => (&see.sheet(target).body, &move |at| Spot::Body(target, at)),
        Some(&Aim::Thing(thing)) => (&see.thing_sheet(thing).parts, &move |at| Spot::Thing(thing, at)),
        Some(Aim::Held(_)) | None => return Vec::new(),
    };
    let bulk = parts.iter().position(|part| part.class == Class::Bulk).unwrap_or(0);
    let others = (0..parts.len()).filter(|at| *at != bulk);
    std::iter::once(bulk).filter(|_| !parts.is_empty()).chain(others).map(|at| spot(at as PartId)).collect()
}

/// Every cell, with the area of the weapon around it.
pub(super) fn centres(attack: &Attack, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Centre> {
    let weapon = whose.zip(attack.weapon.value()).and_then(|(who, weapon)| arm(see.table, who, *weapon).ok());
    let radius_ft = weapon.map_or(0, |arm| arm.area_radius_ft);
    see.setup.space.cells().map(|cell| Centre { cell, radius_ft }).collect()
}

/// Nobody, or any of those in the area.
pub(super) fn caught(attack: &Attack, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Several<ActorId>> {
    let victims = attack.centre.value().map(|centre| centre.victims(see.table));
    let singles = victims.into_iter().flatten().map(|id| Several::from_iter([id]));
    std::iter::once(Several::none()).chain(singles).collect()
}

impl Centre {
    fn victims(self, table: &Table) -> SmallVec<[ActorId; 8]> {
        area::victims(table, self.radius_ft, table.setup.space.on_ground(self.cell))
    }
}

impl Value<Clockworld> for Centre {
    const SHAPE: Shape = Shape::Cell;

    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        see.setup.space.cells().map(Centre::from).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let key = cell_key(see.table, self.cell);
        Choice::new(key.clone(), key)
    }

    fn cell(&self, see: See<'_, '_>, _: Option<ActorId>) -> Option<CellChoice> {
        let note = match self.victims(see.table).len() {
            0 => String::new(),
            caught => format!("{caught} in the area"),
        };
        Some(CellChoice::of(&see.setup.space, self.cell, 0, note))
    }
}

impl Value<Clockworld> for Spot {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        Vec::new() // which there are hangs on the Target: `parts`
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let parts = match *self {
            Spot::Body(who, _) if see.exists(who) => &see.sheet(who).body[..],
            Spot::Thing(thing, _) => see.setup.things.get(usize::from(thing.0)).map_or(&[][..], |thing| &thing.parts),
            Spot::Body(..) => &[],
        };
        let (Spot::Body(_, at) | Spot::Thing(_, at)) = *self;
        let Some(part) = parts.get(usize::from(at)) else { return Choice::default() };
        let note = match part.class {
            Class::Bulk => "Bulk",
            Class::Brim => "Brim, +1 Rank",
            Class::Ace => "Ace, +2 Ranks",
        };
        Choice::new(key_of(&part.part), part.part.clone()).noting(note)
    }
}

impl Value<Clockworld> for Aim {
    /// Foes first, so that the first choice is a sensible one; what others hold; what lies or stands there.
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let Some(who) = whose.filter(|who| see.exists(*who)) else { return Vec::new() };
        let is_there = |id: &ActorId| *id != who && !matches!(see.actor(*id).out, Out::Dead | Out::Fled);
        let mut others: Vec<ActorId> = see.actors().iter().filter(is_there).collect();
        others.sort_by_key(|&id| (!see.hostile(who, id), !see.is_active(id)));
        let held = others.iter().flat_map(|&other| see.held(other)).map(Aim::Held);
        let lies = |thing: &ThingId| matches!(see.thing(*thing).at, Whereabouts::Place(_));
        let things = see.thing_ids().filter(lies).map(Aim::Thing);
        others.iter().map(|&other| Aim::Body(other)).chain(held).chain(things).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let table = see.table;
        match *self {
            Aim::Body(who) => of_actor(table, who),
            Aim::Thing(thing) => thing.choice(see, None),
            Aim::Held(thing) => {
                let Whereabouts::Held(holder) = table.thing(thing).at else { return Choice::default() };
                let what = &table.thing_sheet(thing).name;
                let key = format!("{}-held-{}", table.sheet(holder).key, thing_key(table, holder, thing));
                Choice::new(key, format!("{what} in the hand of {}", table.name(holder))).of_actor(holder)
            }
        }
    }
}
