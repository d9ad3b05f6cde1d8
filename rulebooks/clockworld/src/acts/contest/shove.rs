//! Shove: pushes somebody within Reach away (CW-141 to CW-144).

use super::{Ended, holds, prelude::*};
use crate::{
    fall::{self, How},
    table::Hefted,
};
use referee_engine::space::{self, Grid, Place};

contest! {
    /// CW-141: pushes somebody within Reach away.
    pub struct Shove of Pushing: "shove", "Shove", "CW-141" {
        target among others: ActorId = "Whom";
    }
}

/// Who is to be pushed away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pushing {
    target: ActorId,
}

told! {
    /// CW-142: pushed away.
    pub struct Shoved for Clockworld { who: ActorId, feet: u16, place: Place }
    |table| under "CW-142", "CW-R85" by who => format!("{} is moved {feet} feet", table.name(who));
}

/// CW-142: as far as a Shove goes.
pub const SHOVE_FT: u16 = 5;

/// The distances that lead to different places, the farthest first.
pub type Distances = SmallVec<[u16; 6]>;

impl Contest for Pushing {
    type Act = Shove;

    fn of<'t>(act: &Shove, see: See<'_, 't>, who: ActorId) -> Result<Pushing, Bar<'t>> {
        let target = act.target()?;
        in_hand(see.table, who, target)?;
        Ok(Pushing { target })
    }

    fn tried(&self, table: &Table) -> (String, RuleId) {
        (format!("Shoves {}", table.name(self.target)), rule!("CW-141"))
    }

    /// CW-141, CW-142, CW-R85: Athletics against Endure; if it wins, the initiator moves the Target straight away from
    /// itself, 0 to 5 feet by its choice (CW-D28).
    ///
    /// CW-143, CW-144: forced movement takes nothing from the Target's Speed and lets nobody take a Pot Shot.
    fn resolve<O: Oracle>(self, start: Start, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        if start.initiator(Skill::Athletics).overcomes(book, table, self.target, &[Guard::Endure], oracle)? {
            push(book, table, start.by, self.target, oracle)?;
        }
        Ok(())
    }
}

/// CW-D28, to the initiator: how far?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Distance {
    target: ActorId,
    /// Feet to choose from; as far as it goes comes first.
    feet: Distances,
}

impl Asks<Clockworld> for Distance {
    type Answer = u16;
    const KIND: &'static str = "shove-distance";
    const RULE: RuleId = rule!("CW-142");

    fn answers(&self) -> Answers<u16> {
        self.feet.iter().copied().collect()
    }

    fn text(&self, _: &Clockworld, table: &Table, _: Who) -> String {
        format!("How far is {} moved?", table.name(self.target))
    }

    fn choice(&self, _: &Clockworld, _: &Table, _: Who, answer: &u16) -> Choice {
        Choice::new(answer.to_string(), format!("{answer} feet"))
    }
}

/// CW-142, CW-D28: the initiator says how far the Target goes.
fn push<O: Oracle>(book: &Clockworld, table: &mut Table, by: ActorId, target: ActorId, oracle: &mut O) -> Flow<()> {
    let feet = distances(table, by, target);
    let feet = if feet.len() == 1 { feet[0] } else { Distance { target, feet }.ask(Who::Actor(by), table, oracle)? };
    let place = end_of(table, by, target, feet);
    oracle.tell(Audience::All, || Event::Contest(ContestEvent::Shoved(Shoved { who: target, feet, place })));
    if feet > 0 {
        push_to(book, table, by, target, place, oracle)?;
    }
    Ok(())
}

/// CW-R85: it stops at walls and Characters, so not every distance leads somewhere else.
fn distances(table: &Table, by: ActorId, target: ActorId) -> Distances {
    if table.is_zone_map() {
        return Distances::from_slice(&[SHOVE_FT, 0]); // within a zone five feet are no other place, but they part hands
    }
    let mut last = table.actor(target).place;
    let mut feet = Distances::from_slice(&[0]);
    for more in 1..=SHOVE_FT {
        let end = end_of(table, by, target, more);
        if end != last {
            feet.insert(0, more);
            last = end;
        }
    }
    feet
}

/// Where the Target ends, in the air if that is over a ledge.
fn end_of(table: &Table, by: ActorId, target: ActorId, feet: u16) -> Place {
    let (from, at) = (table.actor(by).place, table.actor(target).place);
    let taken = |cell| table.actors.iter().any(|other| other.place.cell == cell && other.out < Out::Fled);
    let push = |feet| space::push(&table.setup.space, &table.pieces, from, at, feet, taken);
    let feet = u32::from(feet);
    if table.setup.space.grid() != Grid::Square {
        return push(feet);
    }
    // CW-R35: a diagonal step on squares is longer as a line than the map counts it.
    let ends = (feet..=2 * feet).rev().map(push);
    ends.into_iter().find(|end| table.within(at, *end, feet)).unwrap_or(at)
}

/// CW-R85, CW-R87, CW-R92: moved there, out of the hands of whoever is no longer in Reach, and down if it was a ledge.
fn push_to<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    by: ActorId,
    target: ActorId,
    place: Place,
    oracle: &mut O,
) -> Flow<()> {
    let drop = table.setup.space.drop_below(place);
    let ground = table.setup.space.on_ground(place.cell);
    table.actor_mut(target).stand_at(ground);
    if let Some(Hefted::Actor(carried)) = table.actor(target).hefting {
        table.actor_mut(carried).stand_at(ground);
    }
    holds::check_holds(table, oracle);
    if table.is_zone_map() {
        for (holder, held) in [(by, target), (target, by)] {
            if table.actor(holder).hold.is_some_and(|hold| hold.target == held) {
                holds::end(table, holder, Ended::Apart, oracle);
            }
        }
    }
    if drop > 0 {
        fall::fall(book, table, target, drop, How::Thrown, oracle)?;
    }
    Ok(())
}
