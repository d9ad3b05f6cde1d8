//! Corrections: the GM may set anything right.

use crate::{
    actions::movement::put,
    harm::{is_spent, put_out},
    table::{Out, Posture, Table},
};
use referee_engine::{ActorId, Refusal, space::Cell};
use serde::{Deserialize, Serialize};

/// What is corrected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Correction {
    Health(u8),
    Stamina(u8),
    Defense(u8),
    Stun(u8),
    Ammo(u8),
    ReadyAmmo(u8),
    Posture(Posture),
    Out(Out),
    Place(Cell),
    Hidden(bool),
    Asleep(bool),
    Reaction(bool),
    Materials(bool),
}

pub(super) fn legal(table: &Table, who: ActorId, what: &Correction) -> Result<(), Refusal> {
    let sheet = table.sheet(who);
    let most = match what {
        Correction::Health(value) => Some((*value, sheet.max_health)),
        Correction::Stamina(value) => Some((*value, table.stamina_limit(who))),
        Correction::Stun(value) => Some((*value, sheet.max_stamina)),
        Correction::Defense(value) | Correction::Ammo(value) | Correction::ReadyAmmo(value) => Some((*value, 99)),
        _ => None,
    };
    if let Some((value, most)) = most
        && value > most
    {
        return Err(Refusal::plain("out-of-range", format!("{value} is more than {most}")));
    }
    if let Correction::Place(cell) = what
        && (!table.setup.space.contains(*cell) || table.is_taken(*cell))
    {
        return Err(Refusal::plain("no-place", "nobody can be put there"));
    }
    if let Correction::Out(Out::Active) = what
        && table.actor(who).out != Out::Active
        && table.is_taken(table.actor(who).place.cell)
    {
        return Err(Refusal::plain("no-place", "somebody else stands there now"));
    }
    if let (Correction::Out(Out::Active), Some(rule)) = (what, is_spent(table, who)) {
        return Err(Refusal::by(rule, "spent", "whoever has no health left or is stunned to the full stays out"));
    }
    Ok(())
}

pub(super) fn apply(table: &mut Table, who: ActorId, what: &Correction) {
    match *what {
        Correction::Health(value) => table.actor_mut(who).health = value,
        Correction::Stamina(value) => table.actor_mut(who).stamina = value,
        Correction::Defense(value) => table.actor_mut(who).defense = value,
        Correction::Stun(value) => {
            table.actor_mut(who).stun = value;
            let limit = table.stamina_limit(who);
            let actor = table.actor_mut(who);
            actor.stamina = actor.stamina.min(limit);
        }
        Correction::Ammo(value) => table.actor_mut(who).ammo = value,
        Correction::ReadyAmmo(value) => table.actor_mut(who).ready_ammo = value,
        Correction::Posture(posture) => table.actor_mut(who).posture = posture,
        Correction::Out(Out::Active) => table.actor_mut(who).out = Out::Active,
        Correction::Out(out) => put_out(table, who, out),
        Correction::Place(cell) => {
            let place = table.setup.space.on_ground(cell);
            put(table, who, place);
        }
        Correction::Hidden(hidden) => table.set_hidden(who, hidden),
        Correction::Asleep(asleep) => table.actor_mut(who).asleep = asleep,
        Correction::Reaction(used) => table.actor_mut(who).turn.reacted = used,
        Correction::Materials(lost) => {
            table.spoiled = if lost { table.spoiled.with(who) } else { table.spoiled.without(who) };
        }
    }
}
