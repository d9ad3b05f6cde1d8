//! What the slots of this book hold.

use crate::{
    Segments,
    sheet::{AbilityId, SkillId, StatusId, ThingId, WeaponRef},
    table::{Table, Whereabouts},
    time::Activity,
    turn::Intention,
};
use referee_engine::{
    ActorId, CellChoice, Choice, Side,
    act::{Seen, Shape, Value, Why},
    bar, indexed_values, key_of,
    space::Cell,
};
use serde::{Deserialize, Serialize};

/// The table as a seat knows it.
pub type See<'a, 't> = &'a Seen<'t, Segments>;

/// The actor whose things are named, if there is one like that.
fn known(see: See<'_, '_>, whose: Option<ActorId>) -> Option<ActorId> {
    whose.filter(|who| who.index() < see.table.actors.len())
}

/// SE-049: exactly one of the eight.
impl Value<Segments> for Intention {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        Intention::ALL.to_vec()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let note = self.modifier().map_or("no place in the order".into(), |modifier| format!("{modifier:+}"));
        Choice::new(self.key(), self.word()).noting(note)
    }

    fn misread(_: &str) -> Option<Why<'static>> {
        const KEYS: [&str; 8] = ["assist", "ready", "hasty", "dash", "recover", "standard", "slow", "ability"];
        Some(bar!("SE-049", "no-intention", "that is none of the eight intentions").allowing(&KEYS))
    }
}

impl Value<Segments> for Activity {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        Activity::ALL.to_vec()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(self.key())
    }
}

indexed_values! { Segments:
    Side in |table| table.setup.sides, |name| Choice::plain(key_of(name));
    SkillId in |table| table.setup.skills, |it| Choice::plain(&*it.name);
    AbilityId in |table| table.setup.abilities, |it| Choice::new(&*it.key, &*it.name);
    StatusId in |table| table.setup.statuses, |it| Choice::plain(&*it.name);
}

/// What is at hand, then what else one carries: a rule says what is missing.
impl Value<Segments> for WeaponRef {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let Some(who) = known(see, whose) else { return Vec::new() };
        let mut all: Vec<WeaponRef> = see.weapons(who).collect();
        let carried = see.carried(who).filter(|&id| see.thing_sheet(id).weapon.is_some()).map(WeaponRef::Thing);
        let others: Vec<WeaponRef> = carried.filter(|weapon| !all.contains(weapon)).collect();
        all.extend(others);
        all
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let Some(who) = known(see, whose) else { return Choice::default() };
        Choice::new(weapon_key(see, who, *self), see.weapon_name(who, *self))
    }
}

/// What one carries, then what stands or lies about.
impl Value<Segments> for ThingId {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let carried = known(see, whose).into_iter().flat_map(|who| see.carried(who));
        carried.chain(lying(see)).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        Choice::new(thing_key(see, whose, *self), &*see.thing_sheet(*self).name)
    }
}

/// The things that stand or lie somewhere.
pub fn lying(table: &Table) -> impl Iterator<Item = ThingId> + '_ {
    table.thing_ids().filter(|&id| matches!(table.thing(id).at, Whereabouts::Place(_)))
}

/// The word for a thing: `dagger` among those of its owner, `dagger-2` for the second; its own key if nobody has it.
pub fn thing_key(table: &Table, owner: Option<ActorId>, thing: ThingId) -> String {
    let sheet = table.thing_sheet(thing);
    let Some(owner) = owner.filter(|_| table.thing(thing).at.owner() == owner) else { return sheet.key.clone() };
    let before = table.carried(owner).filter(|&id| id < thing && table.thing_sheet(id).short == sheet.short).count();
    if before == 0 { sheet.short.clone() } else { format!("{}-{}", sheet.short, before + 1) }
}

/// The word for a weapon.
pub fn weapon_key(table: &Table, who: ActorId, weapon: WeaponRef) -> String {
    match weapon {
        WeaponRef::Natural(at) => table.sheet(who).natural[usize::from(at)].key.clone(),
        WeaponRef::Thing(thing) => thing_key(table, Some(who), thing),
    }
}

/// A cell of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Spot(pub Cell);

impl Value<Segments> for Spot {
    const SHAPE: Shape = Shape::Cell;

    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        see.setup.space.cells().map(Spot).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::new(see.setup.space.cell_key(self.0), see.setup.space.cell_key(self.0))
    }

    fn cell(&self, see: See<'_, '_>, _: Option<ActorId>) -> Option<CellChoice> {
        Some(CellChoice::of(&see.setup.space, self.0, 0, ""))
    }

    fn read(see: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        see.setup.space.find_cell(word).map(Spot)
    }
}

/// Where there is room for somebody: nobody stands there, and no wall.
pub fn free_spots(table: &Table) -> Vec<Spot> {
    let walled = |cell: Cell| table.pieces.iter().any(|piece| piece.active && piece.blocks_move && piece.covers(cell));
    let free = |cell: &Cell| !table.is_taken(*cell) && !walled(*cell);
    table.setup.space.cells().filter(free).map(Spot).collect()
}
