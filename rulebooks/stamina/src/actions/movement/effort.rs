//! What Swim, Climb and Jump have in common: what is paid, and the check.

use crate::{
    Stamina,
    actions::Action,
    check::{self, Degree, How, Named, may_skip_roll, perform, pool_of, use_progress},
    sheet::{Attribute, Primary},
    table::{Goal, Table},
    turn::{self, Cost},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal};

/// May such a move be declared now, and with a check made like that?
pub(super) fn may_try(book: &Stamina, table: &Table, who: ActorId, action: Action, how: How) -> Result<(), Refusal> {
    turn::may::<Refusal>(book, table, who, &Cost::of_move(table, who, action))?;
    may_skip_roll(table, how, false)
}

/// Pays for it. False if the dues of lost energy have put the mover out (ST-R78).
pub(super) fn pay<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    action: Action,
    oracle: &mut O,
) -> Flow<bool> {
    let cost = Cost::of_move(table, who, action);
    turn::declare(book, table, who, &cost, oracle)?;
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
