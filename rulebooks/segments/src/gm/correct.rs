//! Corrections: the GM sets right what the table has wrong, and the rules go on from there.

use super::GmEvent;
use crate::{
    Event, Segments,
    sheet::StatusId,
    table::{Out, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, space::Cell};
use serde::{Deserialize, Serialize};

/// One thing set right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    /// Health; 0 is dead.
    Health(i16),
    /// A status begins.
    Gain(StatusId),
    /// A status ends.
    Lose(StatusId),
    /// Down, or not.
    Down(bool),
    /// Does it take part?
    Out(Out),
    /// Its place.
    Place(Cell),
    /// Do the others not know of it?
    Hidden(bool),
}

/// May it be set so?
pub fn legal(table: &Table, who: ActorId, what: Correction) -> Result<(), Refusal> {
    let actor = table.actor(who);
    let fits = match what {
        Correction::Health(health) => (0..=table.sheet(who).health_max).contains(&health),
        Correction::Gain(status) => usize::from(status.0) < table.setup.statuses.len() && !actor.statuses.has(status),
        Correction::Lose(status) => actor.statuses.has(status),
        Correction::Down(down) => actor.down != down && !table.sheet(who).trap,
        Correction::Out(out) => {
            out != Out::Away && actor.out != out && actor.out != Out::Away && (out == Out::Dead || actor.health > 0)
        }
        Correction::Place(cell) => table.setup.space.contains(cell) && !table.is_taken(cell),
        Correction::Hidden(hidden) => actor.hidden != hidden,
    };
    if fits { Ok(()) } else { Err(Refusal::plain("no-change", "that cannot be set so")) }
}

/// Sets it so.
pub fn resolve<O: Oracle<Segments>>(table: &mut Table, who: ActorId, what: Correction, oracle: &mut O) -> Flow<()> {
    legal(table, who, what)?;
    let place = match what {
        Correction::Place(cell) => table.setup.space.on_ground(cell),
        _ => table.actor(who).place,
    };
    table.set_at(who, place);
    let actor = table.actor_mut(who);
    match what {
        Correction::Health(health) => {
            actor.health = health;
            if health == 0 && actor.out != Out::Away {
                table.actors.set_out(who, Out::Dead);
            } else if health > 0 && matches!(actor.out, Out::Dead | Out::Dying) {
                table.actors.set_out(who, Out::Active);
            }
        }
        Correction::Gain(status) => actor.statuses = actor.statuses.with(status),
        Correction::Lose(status) => actor.statuses = actor.statuses.without(status),
        Correction::Down(down) => actor.down = down,
        Correction::Out(out) => table.actors.set_out(who, out),
        Correction::Hidden(hidden) => table.actors.set_hidden(who, hidden),
        Correction::Place(_) => {}
    }
    if table.actor(who).out == Out::Dead {
        table.actor_mut(who).down = false;
    }
    oracle.tell(Audience::All, || Event::Gm(GmEvent::Corrected { who, what }));
    Ok(())
}
