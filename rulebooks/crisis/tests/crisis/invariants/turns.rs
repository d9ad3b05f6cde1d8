//! Whose turn it is.

use super::{has, is_helpless_by_condition, that};
use referee_crisis::{Crisis, Event, conditions::ConditionKind, table::Stance, turn::TurnEvent};
use referee_engine::{ActorSet, Seat, Status, System, conformance::Done};

pub(super) fn one_turn_a_round(done: &Done<'_, Crisis>) -> Result<(), String> {
    let mut had = ActorSet::EMPTY;
    for event in done.events {
        match event {
            Event::Turn(TurnEvent::Round { .. }) => had = ActorSet::EMPTY,
            Event::Turn(TurnEvent::Begins { who }) => {
                that(!had.contains(*who), || format!("{} has two turns in a round", done.after.sheet(*who).key))?;
                had = had.with(*who);
            }
            _ => {}
        }
    }
    Ok(())
}

pub(super) fn the_higher_result_acts_earlier(done: &Done<'_, Crisis>) -> Result<(), String> {
    let in_turn = done.after.order.iter().filter(|&&who| !done.after.actor(who).late);
    let results: Vec<i16> = in_turn.map(|&who| done.after.actor(who).initiative).collect();
    that(results.is_sorted_by(|a, b| a >= b), || format!("the order is {results:?}"))
}

pub(super) fn whoever_has_the_turn_can_act(done: &Done<'_, Crisis>) -> Result<(), String> {
    let (table, Status::Acting(_)) = (done.after, done.book.status(done.after)) else { return Ok(()) };
    let Some(who) = table.acting() else { return Ok(()) };
    let (actor, key) = (table.actor(who), &table.sheet(who).key);
    let stunned = has(table, who, |kind| kind == ConditionKind::Stunned);
    let held = is_helpless_by_condition(table, who) && !actor.allowed;
    that(!actor.incapacitated && !stunned && !held, || format!("{key} has the turn and cannot act"))?;
    // CR-153: whoever stands, is not hemmed in and has an AP can go somewhere.
    let is_open = |x: i16, y: i16| {
        let cell = referee_engine::space::Cell::new(actor.place.cell.x + x, actor.place.cell.y + y);
        (x, y) != (0, 0)
            && table.setup.space.contains(cell)
            && table.is_free(cell, who)
            && !table.actors.iter().any(|other| other.is_here() && other.place.cell == cell)
    };
    let room = (-1..=1).any(|x| (-1..=1).any(|y| is_open(x, y)));
    let slowed = has(table, who, |kind| kind == ConditionKind::Slowed) || table.setup.is_slow(actor.place.cell);
    let pace = table.sheet(who).pace / if slowed { 2 } else { 1 };
    if actor.stance == Stance::Standing && actor.ap > 0 && pace > 0 && room {
        let offers = done.book.offers(table, Seat::Player(ActorSet::EMPTY.with(who)));
        let moves = offers.iter().any(|offer| offer.verb == "move" && offer.refused.is_none());
        that(moves, || format!("{key} has room and AP, and may not move"))?;
    }
    Ok(())
}
