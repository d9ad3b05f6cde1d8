//! One fight, told: played with real dice at a table, so that its journal can be replayed.

use referee_engine::{Refusal, Seat, SessionError, Status, Waiting, Who};
use referee_shelf::{OpenTable, Playing, Put};

/// A fight that was told.
#[derive(Debug)]
pub struct Shown {
    /// The table at the end, with its log and journal.
    pub table: Box<dyn OpenTable>,
    /// Acts.
    pub acts: u32,
    /// Did it end?
    pub is_over: bool,
}

/// Acts and answers at most.
const MOST_STEPS: u32 = 20_000;

/// Lets policies play a table to its end. The table was opened with the seed of the fight.
///
/// The dice are those of play, every die shown, and not those of a batch with the same seed.
pub fn show(mut table: Box<dyn OpenTable>, playing: &Playing, seed: u64) -> Result<Shown, SessionError> {
    let sides = table.fights(playing)?.lineup().sides.clone();
    let actors = table.actors();
    let policy = |who: Who| {
        let side = match who {
            Who::Actor(actor) => actors.iter().find(|card| card.id == actor).map(|card| card.side),
            Who::Side(side) => Some(side),
            Who::Gm => None,
        };
        let at = side.map_or(sides.len() - 1, |side| usize::from(side.0).min(sides.len() - 1));
        sides[at].policy.clone()
    };
    let mut acts = 0;
    for _ in 0..MOST_STEPS {
        let waiting = table.waiting(Seat::Gm).into_iter().next();
        match (waiting, table.status()) {
            (Some(Waiting::Answer { ask, who, .. }), _) => {
                let option = table.advise(ask, &policy(who), seed)?;
                let option = option.ok_or_else(|| SessionError::Broken("nobody knows what to answer".into()))?;
                table.put(Seat::Gm, Put::Answer { ask, option })?;
            }
            (Some(_), _) => {
                return Err(Refusal::plain("typed-dice", "somebody rolls real dice; nobody is there to roll").into());
            }
            (None, Status::Over(_)) => return Ok(Shown { table, acts, is_over: true }),
            (None, Status::Acting(acting)) => {
                let who = acting.first().map_or(Who::Gm, |actor| Who::Actor(*actor));
                table.act_by_policy(&policy(who), seed)?;
                acts += 1;
            }
        }
    }
    Ok(Shown { table, acts, is_over: false })
}
