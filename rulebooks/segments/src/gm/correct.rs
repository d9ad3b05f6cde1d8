//! Corrections: the GM sets right what the table has wrong, and the rules go on from there.

use super::GmEvent;
use crate::{
    Event, Segments,
    harm::HarmEvent,
    house::Death,
    sheet::StatusId,
    table::{Out, Someone, Speed, Table},
    turn::{self, Intention, Part, Phase},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule, space::Cell};
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
pub fn legal(book: &Segments, table: &Table, who: ActorId, what: Correction) -> Result<(), Refusal> {
    let actor = table.actor(who);
    let fits = match what {
        Correction::Health(health) => (0..=table.sheet(who).health_max).contains(&health),
        Correction::Gain(status) => usize::from(status.0) < table.setup.statuses.len() && !actor.statuses.has(status),
        Correction::Lose(status) => actor.statuses.has(status),
        Correction::Down(down) => actor.down != down && !table.sheet(who).trap && table.is_here(who),
        Correction::Out(out) => actor.out != out && actor.out != Out::Away && can_be(book, actor.health, out),
        Correction::Place(cell) => table.setup.space.contains(cell) && !table.is_taken(cell),
        Correction::Hidden(hidden) => actor.hidden != hidden,
    };
    if fits { Ok(()) } else { Err(Refusal::plain("no-change", "that cannot be set so")) }
}

/// SE-R109, SE-R110: can somebody with so much Health be so? At 0 one is dead; with `strong_buffer` one goes on acting there, or
/// is dying.
pub fn can_be(book: &Segments, health: i16, out: Out) -> bool {
    let buffer = book.house.death == Death::StrongBuffer;
    match out {
        Out::Active | Out::Helpless => health > 0 || buffer,
        Out::Dying => health == 0 && buffer,
        Out::Dead => true,
        Out::Away => false,
    }
}

/// Sets it so.
pub fn resolve<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    what: Correction,
    oracle: &mut O,
) -> Flow<()> {
    legal(book, table, who, what)?;
    let before = *table.actor(who);
    oracle.tell(Audience::All, || Event::Gm(GmEvent::Corrected { who, what }));
    match what {
        Correction::Health(health) => {
            table.actor_mut(who).health = health;
            let here = before.out != Out::Away;
            if here && !can_be(book, health, before.out) {
                table.actors.set_out(who, if health > 0 { Out::Active } else { Out::Dead });
            } else if before.health == 0 && health > 0 && before.out == Out::Dead {
                table.actors.set_out(who, Out::Active); // it was dead for want of Health
            }
        }
        Correction::Gain(status) => table.actor_mut(who).statuses = before.statuses.with(status),
        Correction::Lose(status) => {
            let actor = table.actor_mut(who);
            actor.statuses = before.statuses.without(status);
            if table.setup.statuses[usize::from(status.0)].frightens {
                table.actor_mut(who).afraid_of = Someone::NOBODY;
            }
        }
        Correction::Down(down) => {
            table.actor_mut(who).down = down;
            let declaring = table.clock.mode == Speed::Segmented && table.round.phase == Phase::Declaring;
            let forced = before.part.place == turn::Place::Declared && before.part.intention == Some(Intention::Ready);
            if declaring && !down && forced {
                table.actors.set_part(who, Part { place: turn::Place::Undeclared, ..Part::default() });
            }
        }
        Correction::Out(out) => table.actors.set_out(who, out),
        Correction::Hidden(hidden) => table.actors.set_hidden(who, hidden),
        Correction::Place(cell) => {
            let place = table.setup.space.on_ground(cell);
            table.set_at(who, place);
        }
    }
    if table.actor(who).out == Out::Dead && before.out != Out::Dead {
        table.actor_mut(who).down = false;
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Died { who, rule: rule!("SE-R109") }));
    }
    let falls = table.actor(who).down && !before.down;
    if falls || (before.out == Out::Active && !table.is_able(who)) {
        turn::no_longer_helps(table, who, oracle);
    }
    Ok(())
}
