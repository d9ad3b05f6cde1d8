//! Which act wins most often: every legal act of those who are to act, tried out by tree search.

use rayon::prelude::*;
use referee_dice::FastRng;
use referee_engine::{
    ActorId, Filled, Refusal, Seat, Session, Status, System, Who,
    fight::Player,
    search::{Act, Branch, Playouts, acts_of, halving, lineup, suited, without_idle},
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
    /// The policy that plays the fights to their ends, for everybody. Unless it is said, the side that acts may follow the one
    /// that suits it best.
    pub policy: Option<String>,
    /// How many playouts in all.
    pub playouts: u64,
    /// The seed.
    pub seed: u64,
}

/// The acts, best first, and how the fights went on after them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ranking {
    /// The acts.
    pub acts: Vec<Ranked>,
    /// The policy of the side that acts.
    pub own: String,
    /// The policy of everybody else.
    pub others: String,
}

/// An act and how often it led to a win.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ranked {
    /// The act as a command; `None` if only the policy knows how to say it.
    pub command: Option<Filled>,
    /// Is it what the policy would do?
    pub usual: bool,
    /// How often it was played to the end.
    pub playouts: u64,
    /// How often the side of whoever acts won, in halves: a draw counts one.
    pub halves: u64,
    /// By how much it wins more often than what the policy would do, and the standard error of that; where both were compared
    /// to the last, with the same dice.
    pub ahead: Option<(f64, f64)>,
}

/// Ranks the acts, best first. `keep_going` hears how many playouts are done; false ends it early.
pub(crate) fn rank<S: System>(
    session: &Session<S>,
    search: &Search,
    keep_going: &mut dyn FnMut(u64) -> bool,
) -> Result<Ranking, Refusal> {
    let (book, table) = (session.book(), session.table());
    let acting = match book.status(table) {
        Status::Over(_) => return Err(Refusal::plain("over", "it is over")),
        Status::Acting(acting) => acting,
    };
    let cards = book.actors(table);
    let Some(side) = acting.first().and_then(|actor| book.side_of(table, Who::Actor(*actor))) else {
        let why = "nobody has the turn: the game master is to say how it begins";
        return Err(Refusal::plain("not-begun", why));
    };
    if let Some(actor) = search.actor.filter(|actor| !acting.contains(actor)) {
        let name = cards.iter().find(|card| card.id == actor).map_or("this one", |card| &card.name);
        let keys = cards.iter().filter(|card| acting.contains(&card.id)).map(|card| card.key.clone());
        return Err(Refusal::plain("not-your-turn", format!("{name} is not to act now")).allowing(keys));
    }
    let (others, (own, playouts)) = match &search.policy {
        Some(name) => {
            let policy = Player::<S>::named(name)?.policy();
            let policy = policy.ok_or_else(|| Refusal::plain("policy-thinks", "playouts need a policy of the book"))?;
            (policy, (policy, search.playouts))
        }
        None => {
            let base = Player::<S>::base()?;
            (base, suited(book, table, side, base, search.playouts, search.seed, |_, _| Ok(())))
        }
    };
    let mut rng = FastRng::seed_from_u64(search.seed);
    let usual = book.choose(table, own, &mut rng);
    let mut acts = acts_of(book, table, MOST_ACTS, &mut rng);
    let is_mine = |act: &Act<S>| {
        let actor = act.filled.as_ref().and_then(|filled| filled.actor);
        search.actor.is_none_or(|wanted| actor.is_none_or(|actor| actor == wanted))
    };
    acts.retain(is_mine);
    without_idle(book, table, &mut acts, own, search.seed);
    // The policy's own idea takes part even where it is not among the acts that were listed.
    let has_other = acts.iter().any(|act| act.intent == usual);
    if !has_other && search.actor.is_none() {
        acts.insert(0, Act { filled: None, intent: usual.clone() });
    }
    let branch = |act: Act<S>| {
        let is_usual = act.intent == usual;
        Branch::new(act, is_usual)
    };
    let mut branches: Vec<Branch<S, Act<S>>> = acts.into_iter().map(branch).collect();
    let policies = lineup::<S>(side, own, others);
    let worker = || Playouts::new(book, &policies, table);
    let mut workers: Vec<_> = std::iter::repeat_with(worker).take(rayon::current_num_threads()).collect();
    let mut done = 0;
    halving(&mut branches, playouts, PIECE, |branches, each| {
        // What a worker remembers changes no playout, so that it does not matter who plays which.
        let share = branches.len().div_ceil(workers.len());
        branches.par_chunks_mut(share).zip(&mut workers).for_each(|(branches, worker)| {
            for branch in branches {
                branch.play(worker, side, each, search.seed, |act, table, simulate| {
                    book.resolve(table, Seat::Gm, &act.intent, simulate)
                });
            }
        });
        done += each * branches.len() as u64;
        keep_going(done)
    });
    branches.retain(|branch| !branch.is_broken());
    let ranked = |(place, branch): (usize, Branch<S, Act<S>>)| Ranked {
        usual: branch.is_usual,
        command: branch.what.filled,
        playouts: branch.playouts,
        halves: branch.halves,
        ahead: (place < 2 && !branch.is_usual).then(|| (branch.lead.mean(), branch.lead.error())),
    };
    let acts = branches.into_iter().enumerate().map(ranked).collect();
    let named = |policy: S::Policy| {
        let known = S::policies().iter().find(|(_, known)| *known == policy);
        known.map_or_else(String::new, |(name, _)| (*name).to_owned())
    };
    Ok(Ranking { acts, own: named(own), others: named(others) })
}
