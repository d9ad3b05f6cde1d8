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
    let acts = play_on(&mut *table, playing, seed, false)?;
    let is_over = matches!(table.status(), Status::Over(_));
    Ok(Shown { table, acts, is_over })
}

/// Tells one fight of a run: the same acts, answers and totals of dice. The table was opened from the same scene.
pub fn retell(mut table: Box<dyn OpenTable>, playing: &Playing, seed: u64) -> Result<Shown, SessionError> {
    let acts = table.retell(playing, seed)?;
    let is_over = matches!(table.status(), Status::Over(_));
    Ok(Shown { table, acts, is_over })
}

/// Lets the game master begin where nobody has the turn yet, by policy, until somebody has it. Gives how many acts that took;
/// what is under way is left alone.
pub fn begin(table: &mut dyn OpenTable, playing: &Playing, seed: u64) -> Result<u32, SessionError> {
    if table.waiting(Seat::Gm).is_empty() { play_on(table, playing, seed, true) } else { Ok(0) }
}

/// Plays to the end, or as long as only the game master is to act.
fn play_on(table: &mut dyn OpenTable, playing: &Playing, seed: u64, only_begins: bool) -> Result<u32, SessionError> {
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
                let option = option.ok_or_else(|| SessionError::Broken("the policy has no answer".into()))?;
                table.put(Seat::Gm, Put::Answer { ask, option })?;
            }
            (Some(_), _) => {
                return Err(
                    Refusal::plain("typed-dice", "this table uses real dice, which a simulation cannot roll").into()
                );
            }
            (None, Status::Over(_)) => break,
            (None, Status::Acting(acting)) if only_begins && !acting.is_empty() => break,
            (None, Status::Acting(acting)) => {
                let who = acting.first().map_or(Who::Gm, |actor| Who::Actor(*actor));
                table.act_by_policy(&policy(who), seed)?;
                acts += 1;
            }
        }
    }
    Ok(acts)
}
