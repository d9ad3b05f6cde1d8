//! Monte Carlo tree search: the acts at the root share the playouts by halving, below them grows a tree.
//!
//! The tree is open: a node is a row of acts, not a table, since dice fall anew in each playout. At a node the side
//! that acts takes the act with the highest upper bound of its wins (UCT).

use super::{Act, acts_of, ply::acting_side};
use crate::{Next, Seat, Side, Simulate, System, fight::MOST_ACTS};
use referee_dice::FastRng;

/// How many acts a node below the root looks at.
const ACTS: usize = 6;
/// How deep the tree grows.
const DEEPEST: usize = 12;
/// How much a little-tried act is favoured.
const CURIOSITY: f64 = 0.9;

/// One act at the root, and the tree that has grown below it.
pub struct Branch<S: System> {
    /// The act.
    pub act: Act<S>,
    /// How often it was played to the end.
    pub playouts: u64,
    /// How often the side that acts won, in halves: a draw counts one.
    pub halves: u64,
    root: Node<S>,
    broken: bool,
}

struct Node<S: System> {
    visits: u32,
    /// The side that acts here, and its halves of wins by child.
    children: Vec<Child<S>>,
    is_open: bool,
}

struct Child<S: System> {
    intent: S::Intent,
    visits: u32,
    halves: u32,
    node: Node<S>,
}

impl<S: System> Node<S> {
    fn new() -> Self {
        Node { visits: 0, children: Vec::new(), is_open: false }
    }
}

impl<S: System> Branch<S> {
    /// Nothing has been tried yet.
    pub fn new(act: Act<S>) -> Self {
        Branch { act, playouts: 0, halves: 0, root: Node::new(), broken: false }
    }

    /// Can it be played at all?
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Plays `count` times more. The same seed gives the same playouts.
    pub fn play(&mut self, book: &S, table: &S::Table, base: S::Policy, count: u64, seed: u64) {
        let Some(side) = acting_side(book, table) else { return };
        let policies = [base];
        let mut oracle = Simulate::new(book, &policies, 0);
        let mut copy = table.clone();
        for _ in 0..count {
            // Every branch meets the same dice: what differs is the act.
            let mut rng = FastRng::derived(seed, self.playouts);
            oracle.reseed(rng.next_u64());
            copy.clone_from(table);
            if book.resolve(&mut copy, Seat::Gm, &self.act.intent, &mut oracle).is_err() {
                self.broken = true;
                return;
            }
            let mut acts = 1;
            let won = descend(book, &mut copy, base, &mut self.root, &mut oracle, &mut rng, 0, &mut acts);
            self.playouts += 1;
            self.halves += halves(won, side);
        }
    }
}

/// A win is two halves, a draw one.
fn halves(won: Option<Side>, side: Side) -> u64 {
    match won {
        Some(winner) if winner == side => 2,
        None => 1,
        Some(_) => 0,
    }
}

#[allow(clippy::too_many_arguments, reason = "one playout, handed down")]
fn descend<S: System>(
    book: &S,
    table: &mut S::Table,
    base: S::Policy,
    node: &mut Node<S>,
    oracle: &mut Simulate<'_, S>,
    rng: &mut FastRng,
    depth: usize,
    acts: &mut u32,
) -> Option<Side> {
    node.visits += 1;
    let side = match (book.next(table), acting_side(book, table)) {
        (Next::Over(winner), _) => return winner,
        (_, Some(side)) if depth < DEEPEST && node.visits > 1 => side,
        _ => return play_out(book, table, oracle, acts),
    };
    if !node.is_open {
        node.is_open = true;
        let mut intents = vec![book.choose(table, base, rng)];
        intents.extend(acts_of(book, table, ACTS, rng).into_iter().map(|act| act.intent));
        intents.dedup();
        let child = |intent| Child { intent, visits: 0, halves: 0, node: Node::new() };
        node.children = intents.into_iter().map(child).collect();
    }
    let all = f64::from(node.visits).ln();
    let worth = |child: &Child<S>| match child.visits {
        0 => f64::INFINITY,
        visits => f64::from(child.halves) / f64::from(2 * visits) + CURIOSITY * (all / f64::from(visits)).sqrt(),
    };
    let mut order: Vec<usize> = (0..node.children.len()).collect();
    order.sort_by(|a, b| worth(&node.children[*b]).total_cmp(&worth(&node.children[*a])));
    // The dice may have fallen otherwise when the children were listed: what is refused now is passed over.
    for index in order {
        let before = table.clone();
        let child = &mut node.children[index];
        if is_legal(book, table, &child.intent, oracle) {
            *acts += 1;
            let won = descend(book, table, base, &mut child.node, oracle, rng, depth + 1, acts);
            child.visits += 1;
            child.halves += halves(won, side) as u32;
            return won;
        }
        *table = before;
    }
    play_out(book, table, oracle, acts)
}

/// Does what a node remembers, if that is still legal. A simulation skips checks, a handler makes them.
fn is_legal<S: System>(book: &S, table: &mut S::Table, intent: &S::Intent, oracle: &mut Simulate<'_, S>) -> bool {
    book.resolve_with(table, Seat::Gm, intent, oracle).is_ok()
}

/// Plays to the end by policies. `None` if nobody wins, or nobody has won after many acts.
fn play_out<S: System>(book: &S, table: &mut S::Table, oracle: &mut Simulate<'_, S>, acts: &mut u32) -> Option<Side> {
    loop {
        let who = match book.next(table) {
            Next::Over(winner) => return winner,
            Next::Acts(_) if *acts >= MOST_ACTS => return None,
            Next::Acts(who) => who,
        };
        let intent = oracle.choose(table, who);
        if book.resolve(table, Seat::Gm, &intent, oracle).is_err() {
            return None;
        }
        *acts += 1;
    }
}

/// Shares `playouts` among the branches: all get the same, then the better half gets the same again, and so on. `play`
/// plays each of some branches so many times more, in any order or at once; false ends it early.
pub fn halving<S: System>(
    branches: &mut [Branch<S>],
    playouts: u64,
    mut play: impl FnMut(&mut [Branch<S>], u64) -> bool,
) {
    let stages = u64::from((branches.len().max(2) as u64).next_power_of_two().ilog2());
    let mut alive = branches.len();
    for _ in 0..stages {
        let each = (playouts / (stages * alive.max(1) as u64)).max(1);
        if !play(&mut branches[..alive], each) {
            break;
        }
        let mean = |branch: &Branch<S>| match branch.playouts {
            0 => -1.0,
            playouts => branch.halves as f64 / playouts as f64,
        };
        branches[..alive].sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        alive = alive.div_ceil(2).max(2).min(alive);
    }
}

/// The act that wins most often in so many playouts.
pub fn search_act<S: System>(
    book: &S,
    table: &S::Table,
    base: S::Policy,
    playouts: u32,
    rng: &mut FastRng,
) -> S::Intent {
    let usual = book.choose(table, base, rng);
    if acting_side(book, table).is_none() {
        return usual;
    }
    let mut branches = vec![Branch::new(Act { filled: None, intent: usual.clone() })];
    let others = acts_of(book, table, super::ply::ACTS, rng).into_iter().filter(|act| act.intent != usual);
    branches.extend(others.map(Branch::new));
    let seed = rng.next_u64();
    halving(&mut branches, u64::from(playouts), |branches, each| {
        branches.iter_mut().for_each(|branch| branch.play(book, table, base, each, seed));
        true
    });
    branches.swap_remove(0).act.intent
}
