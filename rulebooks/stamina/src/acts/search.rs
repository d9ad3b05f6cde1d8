//! Search for Item(s): unfinished in the source, by its ruling (ST-259, ST-R106).

use super::{
    investigate::{NeedsHelp, TryLater, find, spoil},
    prelude::*,
};
use crate::table::ClueState;

act! {
    /// ST-259, ST-R106.
    pub struct Search for Stamina, by ActorId {
        how: How = "How", usual;
    }
}

/// A search that may be made.
pub struct Searching {
    who: ActorId,
    how: How,
}

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
fn needs_help(table: &Table, who: ActorId, left: &[u8]) -> bool {
    left.is_empty() && may_try_again(table, who, Goal::Search).is_err()
}

fn forbid_search(table: &mut Table, who: ActorId, left: &[u8]) {
    forbid(table, who, Goal::Search);
    left.iter().for_each(|&thing| forbid(table, who, Goal::Thing(thing)));
}

impl Act<Stamina> for Search {
    type By = ActorId;
    type Ready = Searching;
    const CARD: Card = card!("search", "Search for Item(s)", "Other", "", "ST-259");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Searching, Bar<'t>> {
        turn::may(see.book, see.table, who, &COST)?;
        if !see.book.house.search_items {
            return Err(bar!("ST-R106", "no-search", "there is no Search here").into());
        }
        Ok(Searching { who, how: check::how(see, false, &self.how, self.how())? })
    }

    /// ST-R106: perception and awareness, a bonus die for each rank in search; the degrees are those of Investigate Area.
    /// Whether there is anything new to find is nothing that the searcher knows, so a search that needs help is answered and
    /// not refused; nothing is spent.
    fn resolve<O: Oracle<Stamina>>(
        Searching { who, how }: Searching,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let left = things_to_find(table, who);
        if needs_help(table, who, &left) {
            oracle.tell(Audience::only(who), || Event::NeedsHelp(NeedsHelp { who }));
            return Ok(());
        }
        turn::declare(table, who, &COST, oracle)?;
        if !table.is_active(who) {
            return Ok(());
        }
        let mut pool = pool_of(table, who, Attribute::Perception, Primary::Awareness);
        pool.gain(Cause::Secondary, table.sheet(who).rank(Secondary::Search));
        aid(table, who, Some(Secondary::Search), &mut pool, oracle)?;
        let difficulty = match left.iter().map(|&at| table.setup.clues[usize::from(at)].difficulty).min() {
            Some(difficulty) => difficulty,
            None => check::difficulty(table, who, Action::Search, oracle)?,
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
            Degree::NearFailure if table.is_rushed() => oracle.tell(to, || Event::TryLater(TryLater { who })),
            Degree::NearFailure => find(table, who, left.first().copied(), 0, oracle),
            Degree::Success(more) => {
                let mut things = left.iter().copied();
                find(table, who, things.next(), 0, oracle);
                let mut halved = 0;
                for _ in 0..more {
                    // One more item, or half the time; where there is nothing more only the time is left.
                    let item = match things.clone().next() {
                        Some(_) => (SearchMore {}).ask(Who::Actor(who), table, oracle)? == More::Item,
                        None => false,
                    };
                    if item {
                        find(table, who, things.next(), 0, oracle);
                    } else {
                        halved += 1;
                    }
                }
                oracle.tell(to, || Event::Searched(Searched { who, halved, nothing: left.is_empty() }));
            }
        }
        Ok(())
    }
}

/// In rounds it takes the slot.
const COST: Cost = Cost::of(Action::Search, Need::One);

ask! {
    /// ST-R106, to a searcher: one more item, or half the time.
    pub struct SearchMore for Stamina: "search", "ST-R106" {}
    |self, _| "One more item, or half the time?".into();
    pub enum More {
        Item = "item", "item";
        Time = "time", "time";
    }
}

/// ST-R106: a search is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Searched {
    pub who: ActorId,
    /// How often its time was halved.
    pub halved: u8,
    /// Was there nothing to find?
    pub nothing: bool,
}

impl Tells<Stamina> for Searched {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let what = if self.nothing { "finds nothing" } else { "has searched" };
        let time = match self.halved {
            0 => String::new(),
            1 => ", in half the time".into(),
            more => format!(", the time halved {more} times"),
        };
        Line::new(1, format!("{} {what}{time}", table.name(self.who)), [rule!("ST-259")]).by(self.who)
    }
}
