//! Search for Item(s): unfinished in the source, by its ruling (ST-259, ST-R106).

use super::{
    aid, forbid,
    investigate::{find, spoil},
    may_try,
};
use crate::{
    Event, Question, Stamina,
    actions::Action,
    check::{Cause, Degree, How, Named, perform, pool_of},
    sheet::{Attribute, Primary, Secondary},
    table::{ClueState, Goal, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Who};

/// ST-R106, ST-R146: what `who` may find now, the easiest first: what is there and not found yet, without what it has
/// searched for in vain.
fn things_to_find(table: &Table, who: ActorId) -> Vec<u8> {
    let is_open = |at: u8| {
        let thing = &table.clues[usize::from(at)];
        let may_try = !table.no_retry.contains(&(who, Goal::Thing(at)));
        thing.state != ClueState::Lost && thing.found.is_empty() && may_try
    };
    let things = table.setup.clues.iter().enumerate().filter(|(_, clue)| clue.item).map(|(at, _)| at as u8);
    let mut left: Vec<u8> = things.filter(|&at| is_open(at)).collect();
    left.sort_by_key(|&at| table.setup.clues[usize::from(at)].difficulty);
    left
}

/// ST-R106, ST-R146: after a failure nobody searches for the same things again without help; for what was put in place
/// later it may.
pub(super) fn may_search(table: &Table, who: ActorId) -> Result<(), Refusal> {
    if things_to_find(table, who).is_empty() { may_try(table, who, Goal::Search) } else { Ok(()) }
}

fn forbid_search(table: &mut Table, who: ActorId, left: &[u8]) {
    forbid(table, who, Goal::Search);
    left.iter().for_each(|&thing| forbid(table, who, Goal::Thing(thing)));
}

/// ST-R106: perception and awareness, a bonus die for each rank in search; the degrees are those of Investigate Area.
pub(super) fn resolve<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    how: How,
    oracle: &mut O,
) -> Flow<()> {
    let left = things_to_find(table, who);
    let mut pool = pool_of(table, who, Attribute::Perception, Primary::Awareness);
    pool.gain(Cause::Secondary, table.sheet(who).rank(Secondary::Search));
    aid(table, who, Some(Secondary::Search), &mut pool, oracle)?;
    let difficulty = match left.iter().map(|&at| table.setup.clues[usize::from(at)].difficulty).min() {
        Some(difficulty) => difficulty,
        None => Question::ask_difficulty(table, who, Action::Search, oracle)?,
    };
    let to = Audience::only(who);
    let degree = perform(book, who, Named::Action(Action::Search), pool, difficulty, how, to, oracle)?;
    match degree {
        Degree::CriticalFailure => {
            forbid_search(table, who, &left);
            if let Some(&thing) = left.first() {
                spoil(table, who, thing, oracle)?;
            }
        }
        Degree::Failure => forbid_search(table, who, &left),
        Degree::NearFailure if table.is_rushed() => oracle.tell(to, || Event::TryLater { who }),
        Degree::NearFailure => find(table, who, left.first().copied(), 0, oracle),
        Degree::Success(more) => {
            let mut things = left.iter().copied();
            find(table, who, things.next(), 0, oracle);
            let mut halved = 0;
            for _ in 0..more {
                // One more item, or half the time; where there is nothing more only the time is left.
                let item = match things.clone().next() {
                    Some(_) => oracle.ask(table, Who::Actor(who), &Question::SearchMore)? == 0,
                    None => false,
                };
                if item {
                    find(table, who, things.next(), 0, oracle);
                } else {
                    halved += 1;
                }
            }
            oracle.tell(to, || Event::Searched { who, halved, nothing: left.is_empty() });
        }
    }
    Ok(())
}
