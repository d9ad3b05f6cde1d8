//! Which act wins most often: every legal act of those who are to act, tried out by tree search.

use rayon::prelude::*;
use referee_dice::FastRng;
use referee_engine::{
    ActorId, Filled, Refusal, Session, Status, System, Who,
    fight::Player,
    search::{Act, Branch, acts_of, halving},
};
use serde::Serialize;

/// How many acts are tried at most.
const MOST_ACTS: usize = 400;
/// How often each act is played before anybody looks up.
const PIECE: u64 = 32;

/// How to look for the best act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// Only the acts of this actor.
    pub actor: Option<ActorId>,
    /// The policy that plays the fights to their ends.
    pub policy: Option<String>,
    /// How many playouts in all.
    pub playouts: u64,
    /// The seed.
    pub seed: u64,
}

/// An act and how often it led to a win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ranked {
    /// The act as a command; `None` if only the policy knows how to say it.
    pub command: Option<Filled>,
    /// Is it what the policy would do?
    pub usual: bool,
    /// How often it was played to the end.
    pub playouts: u64,
    /// How often the side of whoever acts won, in halves: a draw counts one.
    pub halves: u64,
}

/// Ranks the acts, best first. `keep_going` hears how many playouts are done; false ends it early.
pub(crate) fn rank<S: System>(
    session: &Session<S>,
    search: &Search,
    keep_going: &mut dyn FnMut(u64) -> bool,
) -> Result<Vec<Ranked>, Refusal> {
    let (book, table) = (session.book(), session.table());
    let acting = match book.status(table) {
        Status::Over(_) => return Err(Refusal::plain("over", "it is over")),
        Status::Acting(acting) => acting,
    };
    let cards = book.actors(table);
    if acting.is_empty() {
        let why = "nobody has the turn: the game master is to say how it begins";
        return Err(Refusal::plain("not-begun", why));
    }
    if let Some(actor) = search.actor.filter(|actor| !acting.contains(actor)) {
        let name = cards.iter().find(|card| card.id == actor).map_or("this one", |card| &card.name);
        let keys = cards.iter().filter(|card| acting.contains(&card.id)).map(|card| card.key.clone());
        return Err(Refusal::plain("not-your-turn", format!("{name} is not to act now")).allowing(keys));
    }
    let base = match &search.policy {
        None => Player::<S>::base()?,
        Some(name) => Player::<S>::named(name)?
            .policy()
            .ok_or_else(|| Refusal::plain("policy-thinks", "playouts need a policy of the book"))?,
    };
    let mut rng = FastRng::seed_from_u64(search.seed);
    let usual = book.choose(table, base, &mut rng);
    let mut acts = acts_of(book, table, MOST_ACTS, &mut rng);
    let is_mine = |act: &Act<S>| {
        let actor = act.filled.as_ref().and_then(|filled| filled.actor);
        search.actor.is_none_or(|wanted| actor.is_none_or(|actor| actor == wanted))
    };
    acts.retain(is_mine);
    // The policy's own idea takes part even where it is not among the acts that were listed.
    let has_other = acts.iter().any(|act| act.intent == usual);
    if !has_other && search.actor.is_none() {
        acts.insert(0, Act { filled: None, intent: usual.clone() });
    }
    debug_assert!(book.side_of(table, Who::Actor(acting[0])).is_some(), "whoever acts has a side");
    let mut branches: Vec<Branch<S>> = acts.into_iter().map(Branch::new).collect();
    let mut done = 0;
    halving(&mut branches, search.playouts, |branches, each| {
        let mut left = each;
        while left > 0 {
            // In pieces, so that it can be told and ended on the way.
            let now = left.min(PIECE);
            branches.par_iter_mut().for_each(|branch| branch.play(book, table, base, now, search.seed));
            left -= now;
            done += now * branches.len() as u64;
            if !keep_going(done) {
                return false;
            }
        }
        true
    });
    branches.retain(|branch| !branch.is_broken());
    let ranked = |branch: Branch<S>| Ranked {
        usual: branch.act.intent == usual,
        command: branch.act.filled,
        playouts: branch.playouts,
        halves: branch.halves,
    };
    Ok(branches.into_iter().map(ranked).collect())
}
