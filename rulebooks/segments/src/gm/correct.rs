//! Corrections: the GM sets right what the table has wrong, and the rules go on from there.

use super::GmEvent;
use crate::{
    Event, Segments,
    harm::HarmEvent,
    house::Death,
    sheet::StatusId,
    table::{Out, Speed, Table},
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

/// SE-R118: how somebody is with so much Health who was otherwise: 0 is dead, and more than 0 brings back who was dead or dying for
/// want of it.
fn with_health(book: &Segments, was: Out, before: i16, health: i16) -> Out {
    let lacked = was == Out::Dead && before == 0;
    match health {
        1.. if lacked || !can_be(book, health, was) => Out::Active,
        _ if can_be(book, health, was) => was,
        _ => Out::Dead,
    }
}

/// How somebody is in the scene, or will be who comes back to it.
fn state_of(table: &Table, who: ActorId) -> Out {
    match table.actor(who).out {
        Out::Away => table.actor(who).left_as.unwrap_or_default(),
        out => out,
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
    let was = state_of(table, who);
    oracle.tell(Audience::All, || Event::Gm(GmEvent::Corrected { who, what }));
    match what {
        Correction::Health(health) => {
            let is = with_health(book, was, before.health, health);
            let actor = table.actor_mut(who);
            actor.health = health;
            if actor.out == Out::Away {
                actor.left_as = Some(is).filter(|out| *out != Out::Active);
            } else {
                actor.out = is;
            }
        }
        Correction::Gain(status) => table.actor_mut(who).statuses = before.statuses.with(status),
        Correction::Lose(status) => {
            let actor = table.actor_mut(who);
            actor.statuses = before.statuses.without(status);
            if table.setup.statuses[usize::from(status.0)].frightens {
                table.actor_mut(who).afraid_of = None;
            }
        }
        Correction::Down(down) => {
            table.actor_mut(who).down = down;
            let declaring = table.clock.mode == Speed::Segmented && table.round.phase == Phase::Declaring;
            let forced = before.part.place == turn::Place::Declared && before.part.intention == Some(Intention::Ready);
            if declaring && !down && forced {
                table.actor_mut(who).part = Part { place: turn::Place::Undeclared, ..Part::default() };
            }
        }
        Correction::Out(out) => table.actor_mut(who).out = out,
        Correction::Hidden(hidden) => table.actor_mut(who).hidden = hidden,
        Correction::Place(cell) => {
            table.actor_mut(who).place = table.setup.space.on_ground(cell);
        }
    }
    if state_of(table, who) == Out::Dead && was != Out::Dead {
        table.actor_mut(who).down = false;
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Died { who, rule: rule!("SE-R109") }));
    }
    let falls = table.actor(who).down && !before.down;
    if falls || (before.out == Out::Active && !table.is_able(who)) {
        turn::no_longer_helps(table, who, oracle);
    }
    Ok(())
}
