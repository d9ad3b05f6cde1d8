//! The tree that grows below an act: what might be done next, and how often it won.
//!
//! The tree is open: a node is a row of acts, not a table, since dice fall anew in each playout. At a node the side
//! that acts takes the act with the highest upper bound of its wins (UCT).
//!
//! It widens slowly. At first there is only what the policy does, by how the dice have fallen this time; another act joins
//! when a node has been visited often enough to tell it from chance. A tree that tried every act at once would play most of
//! its fights through acts taken at random, and say little about those who know what they do.

use super::{Playouts, acts::some_acts, branch::halves};
use crate::{Next, System, fight::Ended};
use referee_dice::FastRng;

/// From so many visits on a node is more than the policy, and four, nine, sixteen times as many make it wider.
const WIDER: u32 = 48;
/// How many acts beside the policy's a node looks at.
const ACTS: usize = 6;
/// How deep the tree grows.
const DEEPEST: usize = 12;
/// How much a little-tried act is favoured.
const CURIOSITY: f64 = 0.5;

/// How many nodes have acts of their own at most, so that a long search takes no more memory.
const MOST_NODES: u32 = 1 << 16;

/// All that grows below one thing that could be done.
pub(super) struct Tree<S: System> {
    root: Node<S>,
    /// Nodes with acts of their own.
    nodes: u32,
}

impl<S: System> Tree<S> {
    /// Nothing has been tried yet.
    pub fn new() -> Self {
        Tree { root: Node::new(), nodes: 0 }
    }
}

/// A moment in the tree.
struct Node<S: System> {
    visits: u32,
    /// What the policy does, then acts that were listed here once.
    children: Vec<Child<S>>,
}

struct Child<S: System> {
    /// `None`: as the policy does.
    intent: Option<S::Intent>,
    visits: u32,
    /// What the side that acts here won, in halves.
    halves: u32,
    node: Node<S>,
}

impl<S: System> Child<S> {
    fn new(intent: Option<S::Intent>) -> Self {
        Child { intent, visits: 0, halves: 0, node: Node::new() }
    }

    /// The upper bound of its wins, where the node has this logarithm of visits.
    fn worth(&self, all: f64) -> f64 {
        match f64::from(self.visits) {
            0.0 => f64::INFINITY,
            visits => f64::from(self.halves) / (2.0 * visits) + CURIOSITY * (all / visits).sqrt(),
        }
    }
}

impl<S: System> Node<S> {
    fn new() -> Self {
        Node { visits: 0, children: Vec::new() }
    }

    /// What is tried here, the most promising first.
    fn order(&self) -> Vec<usize> {
        let all = f64::from(self.visits).ln();
        let mut order: Vec<usize> = (0..breadth(self.visits).min(self.children.len())).collect();
        let worth = |index: &usize| self.children[*index].worth(all);
        order.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
        order
    }
}

/// How many acts are tried at a node, the policy's among them; none before the node is more than the policy.
fn breadth(visits: u32) -> usize {
    match (visits / WIDER).isqrt() as usize {
        0 => 0,
        others => 1 + others.min(ACTS),
    }
}

impl<S: System> Playouts<'_, S> {
    /// Down the tree, and from its edge to the end.
    pub(super) fn climb(&mut self, tree: &mut Tree<S>, rng: &mut FastRng, acts: &mut u32) -> Ended {
        self.descend(&mut tree.root, &mut tree.nodes, rng, 0, acts)
    }

    fn descend(
        &mut self,
        node: &mut Node<S>,
        nodes: &mut u32,
        rng: &mut FastRng,
        depth: usize,
        acts: &mut u32,
    ) -> Ended {
        node.visits += 1;
        let who = match self.next() {
            Next::Over(winner) => return Ended::over(winner),
            Next::Acts(who) => who,
        };
        let side = self.book.side_of(self.table(), who);
        let Some(side) = side.filter(|_| depth < DEEPEST && breadth(node.visits) > 0) else {
            return self.play_out(acts);
        };
        if node.children.is_empty() {
            if *nodes == MOST_NODES {
                return self.play_out(acts);
            }
            *nodes += 1;
            let (book, table) = (self.book, self.table());
            let policy = self.simulate.policy(table, who);
            let usual = book.choose(table, policy, rng);
            let others = some_acts(book, table, &usual, policy, ACTS, rng);
            node.children.push(Child::new(None));
            node.children.extend(others.into_iter().map(|act| Child::new(Some(act.intent))));
        }
        for index in node.order() {
            let child = &mut node.children[index];
            // The dice may have fallen otherwise when the acts were listed: what is refused now is passed over.
            let is_done = match &child.intent {
                None => self.usual(acts),
                Some(intent) => {
                    *acts += 1;
                    self.attempt(intent)
                }
            };
            if is_done {
                let ended = self.descend(&mut child.node, nodes, rng, depth + 1, acts);
                child.visits += 1;
                child.halves += u32::from(halves(ended, side));
                return ended;
            }
        }
        Ended::Undecided
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_widens_slowly() {
        // visits, acts: one beside the policy's from 48, two from 4 x 48, three from 9 x 48, six at most.
        let rows =
            [(0, 0), (47, 0), (48, 2), (191, 2), (192, 3), (431, 3), (432, 4), (1_727, 6), (1_728, 7), (u32::MAX, 7)];
        for (visits, acts) in rows {
            assert_eq!(breadth(visits), acts, "{visits} visits");
        }
    }
}
