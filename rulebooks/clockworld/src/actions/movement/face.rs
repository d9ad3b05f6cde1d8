//! Facing: the direction a Character looks (CW-176 to CW-180).

use super::{MoveEvent, tell};
use crate::{Clockworld, sneak, table::Table};
use referee_engine::{ActorId, Flow, Oracle, Refusal, rule};

/// CW-178, CW-179, CW-180, CW-R104, CW-R75: may it turn now, and does that take a Reaction?
///
/// In its own Turn it is free at any point; at any other time it costs one Reaction. CW-R94: who is Pinned cannot turn.
pub fn may_face(table: &Table, who: ActorId) -> Result<bool, Refusal> {
    if who.index() >= table.actors.len() {
        return Err(Refusal::plain("unknown-character", "there is no such Character"));
    }
    let name = table.name(who);
    if table.over.is_some() || !table.is_active(who) {
        return Err(Refusal::by(rule!("CW-R98"), "out-of-action", format!("{name} cannot turn now")));
    }
    if table.is_zone_map() {
        return Err(Refusal::by(rule!("CW-R105"), "no-facing", "without a map there is no Facing"));
    }
    if table.is_pinned(who) {
        return Err(Refusal::by(rule!("CW-R94"), "pinned", format!("{name} is Pinned and cannot turn")));
    }
    if table.has_turn(who) {
        return Ok(false);
    }
    if table.actor(who).reactions == 0 {
        let why = format!("{name} has no Reaction left to turn outside its Turn");
        return Err(Refusal::by(rule!("CW-180"), "no-reaction-left", why));
    }
    Ok(true)
}

/// CW-178, CW-180, CW-D07, CW-D52: looks that way. Whoever it now has in plain view is no longer hidden from it (CW-R105, CW-R112).
pub fn face<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    degrees: u16,
    oracle: &mut O,
) -> Flow<()> {
    let reaction = may_face(table, who)?;
    if degrees >= 360 {
        return Err(Refusal::by(rule!("CW-178"), "no-direction", "directions go from 0 to 359 degrees").into());
    }
    if reaction {
        table.spend_reaction(book, who);
    }
    table.actor_mut(who).facing = degrees;
    tell(table, who, oracle, || MoveEvent::Faced { who, facing: degrees, reaction });
    sneak::notice_in_plain_view(table, oracle);
    Ok(())
}
