//! Any other action, done as normal (SE-067): pull a lever, read a sign. It needs no roll.

use crate::{
    Event, Segments,
    table::{Speed, Table},
    turn::{self, Intention, Needs},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal};

/// May something be done now? SE-R42: whatever a Standard Action can be, can be done hastily; without a roll it simply happens
/// earlier. A Slow Action is for slow objects.
pub fn legal(book: &Segments, table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    let slow = table.clock.mode == Speed::Segmented && table.actor(who).part.intention == Some(Intention::Slow);
    turn::may(book, table, who, Needs::Use { slow })
}

/// SE-067: it is done, neither with advantage nor with disadvantage.
pub fn resolve<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    what: &str,
    oracle: &mut O,
) -> Flow<()> {
    legal(book, table, who)?;
    turn::spend(book, table, who, oracle);
    oracle.tell(Audience::All, || Event::Did { who, what: what.to_owned() });
    Ok(())
}
