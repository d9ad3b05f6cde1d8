//! How a Scenario ends by the GM's word, goes on, and whose Turn it is.

use crate::{
    Clockworld, Event,
    sheet::THREATS,
    table::{Ending, Mode, Table},
    turn::TurnEvent,
};
use referee_engine::{Audience, Flow, Oracle, Refusal, Side, clock::Turn, rule};

/// CW-007, CW-010, CW-D01: the GM ends the Scenario.
pub(super) fn end<O: Oracle<Clockworld>>(
    table: &mut Table,
    winner: Option<Side>,
    why: &str,
    oracle: &mut O,
) -> Flow<()> {
    if table.over.is_some() {
        return Err(Refusal::by(rule!("CW-007"), "over", "the Scenario is over already").into());
    }
    if winner.is_some_and(|side| side > THREATS) {
        return Err(Refusal::by(rule!("CW-001"), "unknown-side", "there are two sides").into());
    }
    let ending = Ending { winner, why: why.to_owned() };
    oracle.tell(Audience::All, || Event::Turn(TurnEvent::Over(ending.clone())));
    table.over = Some(ending);
    Ok(())
}

/// The Scenario goes on where it ended.
pub(super) fn resume(table: &mut Table) -> Result<(), Refusal> {
    if table.over.take().is_none() {
        return Err(Refusal::by(rule!("CW-007"), "not-over", "the Scenario is not over"));
    }
    if table.clock.mode == Mode::Aftermath {
        table.clock.mode = Mode::Turns;
    }
    Ok(())
}

/// It is this side's Turn, and nothing of its start happens again.
pub(super) fn set_turn(table: &mut Table, side: Side) -> Result<(), Refusal> {
    if side > THREATS || table.clock.mode != Mode::Turns {
        return Err(Refusal::by(rule!("CW-003"), "no-turns", "that side cannot have the Turn now"));
    }
    table.side = side;
    table.clock.turn = Turn::OfSide(side);
    let count = &mut table.turns[usize::from(side.0)];
    *count = (*count).max(1);
    Ok(())
}
