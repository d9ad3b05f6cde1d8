//! Dismantle: taking apart what is mechanical (CW-196, CW-197).

use super::{prelude::*, things::at_hand};
use crate::{sheet::AttackKind, table::Wholeness};
use referee_engine::key_of;

workpiece! {
    /// Something that may be taken apart.
    pub struct Dismantlable of TaskName::Dismantle;
}

/// All of a thing, or one part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    All,
    Part { thing: ThingId, part: PartId },
}

/// All of what was named, or one of its parts.
fn pieces(act: &Dismantle, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Piece> {
    let named = act.object.value().filter(|object| usize::from(object.0.0) < see.things.len());
    let parts = |&Dismantlable(thing): &Dismantlable| {
        let count = see.thing_sheet(thing).parts.len() as PartId;
        (0..count).map(move |part| Piece::Part { thing, part })
    };
    std::iter::once(Piece::All).chain(named.into_iter().flat_map(parts)).collect()
}

impl Value<Clockworld> for Piece {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Piece::All]
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let Piece::Part { thing, part } = *self else { return Choice::new("all", "All of it") };
        let part = see.setup.things.get(usize::from(thing.0)).and_then(|sheet| sheet.parts.get(usize::from(part)));
        part.map_or_else(Choice::default, |part| Choice::new(key_of(&part.part), part.part.clone()))
    }
}

task! {
    /// CW-196, CW-197: takes apart what is mechanical, as a whole or in one part.
    pub struct Dismantle: "dismantle", "Dismantle", "CW-196", else "there is nothing to dismantle within reach" {
        object: Dismantlable = "What";
        part among pieces: Piece = "Which part", usual;
    }
}

impl Declare for Dismantle {
    const RULES: TaskRules = TaskRules {
        workable,
        rank: |table, task| table.thing_sheet(task.thing(table).ok()?).dismantle_rank,
        length: length_of_thing,
        done: |_, what| format!("{what} is taken apart"),
        done_rule: rule!("CW-196"),
        ..TaskRules::of(Named::Dismantle, Skill::Tinkering, rule!("CW-196"))
    };

    fn task<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Task, Bar<'t>> {
        let Dismantlable(thing) = self.object()?;
        let task = fits(see, Task::plain(who, TaskName::Dismantle, Object::Thing(thing)))?;
        match if see.thing_sheet(thing).parts.len() > 1 { self.part()? } else { Piece::All } {
            Piece::All => Ok(task),
            Piece::Part { thing: of, .. } if of != thing => {
                Err(bar!("CW-196", "unknown-part", "that is a part of something else").moot().into())
            }
            Piece::Part { part, .. } => Ok(fits(see, Task { details: Details::Part(part), ..task })?),
        }
    }

    fn all(see: See<'_, '_>, who: ActorId) -> Vec<Task> {
        with_things(see, who, TaskName::Dismantle)
    }
}

/// CW-196: a mechanical object: what the scene says, and firearms.
fn can_dismantle(table: &Table, thing: ThingId) -> bool {
    let sheet = table.thing_sheet(thing);
    let firearm = sheet.weapon.as_ref().is_some_and(|weapon| {
        weapon.kind == AttackKind::Ranged && matches!(weapon.skill, Skill::Handguns | Skill::Longarms)
    });
    sheet.tasks.dismantle || firearm
}

/// CW-196: is this a thing to be taken apart, and can it be reached?
fn workable<'t>(_: &Clockworld, table: &'t Table, task: &Task) -> Result<(), Why<'t>> {
    let thing = task.thing(table)?;
    let (sheet, state) = (table.thing_sheet(thing), table.thing(thing));
    if !can_dismantle(table, thing) {
        return Err(bar!("CW-196", "wrong-object", "{} is nothing to dismantle", &sheet.name).moot());
    }
    if state.state == Wholeness::Destroyed {
        return Err(bar!("CW-R52", "destroyed", "{} is destroyed", &sheet.name));
    }
    if task.part().is_some_and(|part| usize::from(part) >= sheet.parts.len()) {
        return Err(bar!("CW-196", "unknown-part", "{} has no such part", &sheet.name));
    }
    if state.dismantled || task.part().is_some_and(|part| state.parts_out.contains(part)) {
        return Err(bar!("CW-196", "done-already", "that is done to {} already", &sheet.name));
    }
    at_hand(table, task.actor, thing)
}

/// CW-196: taken apart, as a whole or in one part.
pub fn succeed(table: &mut Table, task: &Task) {
    let Ok(thing) = task.thing(table) else { return };
    let state = table.thing_mut(thing);
    match task.part() {
        Some(part) => state.parts_out = state.parts_out.with(part),
        None => state.dismantled = true,
    }
}
