//! The Defend Action: more Reactions, and better ones with focus (CW-035, CW-036).

use crate::{
    Clockworld, Event,
    table::{Table, Taken},
    turn,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule};

/// CW-R94: what must hold.
pub fn legal(book: &Clockworld, table: &Table, actor: ActorId, focus: bool) -> Result<(), Refusal> {
    table.may_act(actor)?;
    if table.is_pinned(actor) {
        let why = format!("{} is Pinned and cannot Defend", table.name(actor));
        return Err(Refusal::by(rule!("CW-R94"), "pinned", why));
    }
    turn::may_spend(book, table, actor, &Taken::Defend, focus)
}

/// CW-035: one more Reaction until the start of the next Turn. CW-036, CW-R29: with focus all of them High Roll.
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    actor: ActorId,
    focus: bool,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, actor, focus)?;
    }
    turn::spend(book, table, actor, Taken::Defend, focus);
    let defender = table.actor_mut(actor);
    defender.reactions = defender.reactions.saturating_add(1);
    defender.reactions_high |= focus;
    let reactions = defender.reactions;
    oracle.tell(Audience::All, || Event::Defended { who: actor, focus, reactions });
    Ok(())
}
