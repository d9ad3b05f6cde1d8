//! Who plays a side: a policy of the book, or one that works for every book.

use crate::{
    Refusal, System, Who,
    search::{UnderWay, best_act, best_answer, search_act, search_answer},
};
use referee_dice::FastRng;

/// A way to play a side.
pub enum Player<S: System> {
    /// A policy of the book.
    Policy(S::Policy),
    /// Whatever has the best expected score by exact odds, one act ahead. Where nothing is better, as `base` does.
    Best {
        /// Decides where the odds do not.
        base: S::Policy,
    },
    /// Monte Carlo tree search. Where nothing is clearly better, as the policy does that suits it best.
    Search {
        /// Plays the fights to their ends, for the others at least.
        base: S::Policy,
        /// How many of them for each decision.
        playouts: u32,
    },
}

impl<S: System> Clone for Player<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: System> Copy for Player<S> {}

impl<S: System> Player<S> {
    /// How many fights `search` plays for a decision unless it is told.
    pub const PLAYOUTS: u32 = 400;

    /// The player with this name: a policy of the book, `best`, `search` or `search:1000`.
    pub fn named(name: &str) -> Result<Player<S>, Refusal> {
        if let Some((_, policy)) = S::policies().iter().find(|(known, _)| *known == name) {
            return Ok(Player::Policy(*policy));
        }
        let base = Player::<S>::base()?;
        let (word, number) = name.split_once(':').map_or((name, None), |(word, number)| (word, Some(number)));
        match (word, number.map(str::parse::<u32>)) {
            ("best", None) => Ok(Player::Best { base }),
            ("search", None) => Ok(Player::Search { base, playouts: Self::PLAYOUTS }),
            ("search", Some(Ok(playouts @ 1..=1_000_000))) => Ok(Player::Search { base, playouts }),
            ("search", Some(_)) => Err(Refusal::plain("bad-budget", "search takes a number of playouts")
                .allowing(["search:1 to search:1000000"])),
            _ => Err(Refusal::plain("unknown-policy", format!("{} has no policy {name:?}", S::NAME))
                .allowing(Player::<S>::names())),
        }
    }

    /// The names of all players.
    pub fn names() -> impl Iterator<Item = &'static str> {
        S::policies().iter().map(|(known, _)| *known).chain(["best", "search"])
    }

    /// The name of the policy that plays unless another one is named: fast, and never `random`, whose fights say nothing
    /// about how hard a fight is.
    pub fn usual() -> &'static str {
        let base = Player::<S>::base().ok();
        S::policies().iter().find(|(_, policy)| Some(*policy) == base).map_or("", |(name, _)| name)
    }

    /// The policies of the book that mean something by what they do: all but `random`.
    pub(crate) fn sensible() -> impl Iterator<Item = S::Policy> {
        S::policies().iter().filter(|(name, _)| *name != "random").map(|(_, policy)| *policy)
    }

    /// The policy that stands in where thinking leads nowhere: the first that is not `random`.
    pub fn base() -> Result<S::Policy, Refusal> {
        let any = || S::policies().first().map(|(_, policy)| *policy);
        Self::sensible().next().or_else(any).ok_or_else(|| Refusal::plain("no-policy", "the book has no policy at all"))
    }

    /// What it does next for those who are to act. The table is not over.
    pub fn act(&self, book: &S, table: &S::Table, rng: &mut FastRng) -> S::Intent {
        match *self {
            Player::Policy(policy) => book.choose(table, policy, rng),
            Player::Best { base } => best_act(book, table, base, rng),
            Player::Search { base, playouts } => search_act(book, table, base, playouts, rng),
        }
    }

    /// What it answers for `who`, where an act under way has led to this table and asks.
    pub fn answer(
        &self,
        book: &S,
        under_way: &UnderWay<'_, S>,
        table: &S::Table,
        who: Who,
        question: &S::Question,
        rng: &mut FastRng,
    ) -> usize {
        let best = match *self {
            Player::Policy(_) => None,
            Player::Best { .. } => best_answer(book, under_way, table, who, question),
            Player::Search { base, playouts } => {
                Some(search_answer(book, under_way, table, who, question, base, playouts, rng))
            }
        };
        best.unwrap_or_else(|| book.answer(table, self.fallback(), who, question, rng))
    }

    /// The policy of a side that only follows one.
    pub fn policy(&self) -> Option<S::Policy> {
        match self {
            Player::Policy(policy) => Some(*policy),
            Player::Best { .. } | Player::Search { .. } => None,
        }
    }

    /// The policy that answers where the player does not think.
    pub fn fallback(&self) -> S::Policy {
        match self {
            Player::Policy(policy) | Player::Best { base: policy } | Player::Search { base: policy, .. } => *policy,
        }
    }
}
