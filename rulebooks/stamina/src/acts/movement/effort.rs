//! What Swim, Climb and Jump have in common: what is paid, and the check.

use super::step::Stopped;
use crate::{
    Event, Stamina,
    action::Action,
    check::{self, Degree, How, Named, perform, pool_of, use_progress},
    sheet::{Attribute, Primary},
    table::{Goal, Table},
    turn::{self, Cost},
};
use referee_engine::{ActorId, Audience, Flow, Oracle};

/// Pays for it. False if the dues of lost energy have put the mover out (ST-R78).
pub(super) fn pay<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, action: Action, oracle: &mut O) -> Flow<bool> {
    let cost = Cost::of_move(table, who, action);
    turn::declare(table, who, &cost, oracle)?;
    Ok(table.is_active(who))
}

/// ST-060, ST-064, ST-068: body and personal movement against a difficulty, with the progress of the last try.
pub(super) fn attempt<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    action: Action,
    difficulty: u8,
    how: How,
    oracle: &mut O,
) -> Flow<Degree> {
    let mut pool = pool_of(table, who, Attribute::Body, Primary::PersonalMovement);
    use_progress(table, who, Goal::Move(action), &mut pool);
    perform(book, who, Named::Action(action), pool, difficulty, how, Audience::All, oracle)
}

/// ST-022: a near failure helps the next try.
pub(super) fn progress<O: Oracle<Stamina>>(
    table: &mut Table,
    who: ActorId,
    action: Action,
    oracle: &mut O,
) -> Flow<()> {
    check::progress(table, who, Goal::Move(action), oracle)
}

/// Somebody unseen is in the way: the effort is paid and leads nowhere.
pub(super) fn stop_short<O: Oracle<Stamina>>(
    table: &mut Table,
    who: ActorId,
    action: Action,
    oracle: &mut O,
) -> Flow<()> {
    if pay(table, who, action, oracle)? {
        oracle.tell(Audience::All, || Event::Stopped(Stopped { who }));
    }
    Ok(())
}
