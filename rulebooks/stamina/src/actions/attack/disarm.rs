//! ST-091 to ST-095: what becomes of a weapon that is knocked away, and of a hand that failed to take it.

use super::{Arm, Attack, AttackEvent};
use crate::{
    Event, Question, Stamina,
    actions::{
        gear,
        movement::{is_blocked, is_water},
    },
    harm::strike,
    sheet::{Attribute, Secondary},
    table::{Grip, Held, ItemId, Table, Whereabouts},
};
use referee_engine::{Audience, Flow, Oracle, Who, space::Cell};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What becomes of the weapon (ST-D20).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Disarmed {
    /// ST-091: it lies where its wielder stands.
    Falls,
    /// ST-095: the attacker has it readied.
    Taken,
    /// ST-092: it lies there.
    Thrown(Cell),
}

/// ST-091: on a success the weapon falls; additional successes move it, or let an open hand take it.
pub(super) fn succeed<O: Oracle<Stamina>>(
    table: &mut Table,
    attack: &Attack,
    arm: &Arm,
    more: u8,
    oracle: &mut O,
) -> Flow<()> {
    let (Some(item), at) = (attack.item, attack.target) else { return Ok(()) };
    let options = options(table, attack, arm, item, more);
    let question = Question::Disarm { options };
    let answer = oracle.ask(table, Who::Actor(attack.actor), &question)?;
    let Question::Disarm { options } = question else { unreachable!("it was made above") };
    let how = options[answer];
    let here = table.actor(at).place.cell;
    match how {
        Disarmed::Falls => table.let_go(item, Whereabouts::Ground(here)),
        Disarmed::Thrown(cell) => table.let_go(item, Whereabouts::Ground(cell)),
        Disarmed::Taken => {
            table.let_go(item, Whereabouts::Held(attack.actor));
            let grip = gear::free_grip(table, attack.actor, item).unwrap_or(Grip::Main);
            table.actor_mut(attack.actor).held.push(Held { item, grip });
        }
    }
    crate::reach::part(table, at);
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Disarmed { by: attack.actor, at, item, how }));
    Ok(())
}

/// Falls, taken (ST-R54: an open hand and one additional success, which is not spent), or moved up to so many metres.
fn options(table: &Table, attack: &Attack, arm: &Arm, item: ItemId, more: u8) -> SmallVec<[Disarmed; 8]> {
    let mut options: SmallVec<[Disarmed; 8]> = SmallVec::new();
    options.push(Disarmed::Falls);
    if more == 0 {
        return options;
    }
    if arm.body && gear::free_grip(table, attack.actor, item).is_some() {
        options.push(Disarmed::Taken);
    }
    let space = &table.setup.space;
    let here = table.actor(attack.target).place.cell;
    for side in 0..space.sides() {
        let mut cell = here;
        for _ in 0..more {
            match space.neighbour(cell, side).filter(|&next| !is_blocked(table, next) && !is_water(table, next)) {
                Some(next) => cell = next,
                None => break,
            }
            options.push(Disarmed::Thrown(cell));
        }
    }
    options
}

/// ST-093, ST-094, ST-R54: the arm that tried to take it is struck by the very weapon, less the rank in disarm.
pub(super) fn cut<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, attack: &Attack, oracle: &mut O) -> Flow<()> {
    let Some(item) = attack.item else { return Ok(()) };
    let Some(melee) = table.item_sheet(item).melee else { return Ok(()) };
    let both = if table.grip(attack.target, item) == Some(Grip::Both) { 2 } else { 0 };
    let body = u16::from(table.sheet(attack.target).attribute(Attribute::Body));
    let rank = u16::from(table.sheet(attack.actor).rank(Secondary::Disarm));
    let damage = (body + u16::from(melee.damage) + both).saturating_sub(rank);
    let av = table.sheet(attack.actor).arm_av;
    if damage > 0 {
        strike(book, table, attack.actor, damage, u16::from(melee.apv), av, oracle)?;
    }
    Ok(())
}
