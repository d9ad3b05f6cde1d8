//! The priority queue of a search.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::space::place::Cell;

/// The priority of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Urgency {
    /// The minimum total cost of the path, followed by the tie-breaker: one number for a single comparison.
    pub(super) rank: u64,
    /// The remaining steps, where requested. Implied by the rank, and not compared.
    pub(super) left: u32,
}

impl Urgency {
    #[inline]
    pub(super) fn of(in_all: u32, then: u32, left: u32) -> Self {
        Urgency { rank: u64::from(in_all) << 32 | u64::from(then), left }
    }
}

/// A queued node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting {
    pub(super) rank: u64,
    pub(super) left: u32,
    /// The cost of the path to it.
    pub(super) cost: u32,
    /// The node.
    pub(super) mark: u32,
    pub(super) cell: Cell,
}

impl Waiting {
    #[inline]
    pub(super) fn new(Urgency { rank, left }: Urgency, cost: u32, mark: u32, cell: Cell) -> Self {
        Waiting { rank, left, cost, mark, cell }
    }

    /// The minimum total cost of the path.
    #[inline]
    pub(super) fn in_all(&self) -> u32 {
        (self.rank >> 32) as u32
    }

    /// The sort key; the cell follows from the node.
    #[inline]
    fn order(&self) -> (u64, u64) {
        (self.rank, u64::from(self.cost) << 32 | u64::from(self.mark))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

/// The queue. If every step costs the same, which is usual, nodes arrive in sorted order and a plain list suffices;
/// others are kept in a heap.
pub(super) struct Queue {
    line: Vec<Waiting>,
    gone: usize,
    others: BinaryHeap<Reverse<Waiting>>,
}

impl Queue {
    pub(super) fn new(first: Waiting) -> Self {
        let mut line = Vec::with_capacity(32);
        line.push(first);
        Queue { line, gone: 0, others: BinaryHeap::with_capacity(32) }
    }

    #[inline]
    pub(super) fn push(&mut self, next: Waiting) {
        if self.line.last().is_none_or(|last| last.rank <= next.rank) {
            self.line.push(next);
        } else {
            self.others.push(Reverse(next));
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        let first = self.line.get(self.gone).copied();
        if let Some(Reverse(other)) = self.others.peek()
            && first.is_none_or(|first| other.rank < first.rank)
        {
            return self.others.pop().map(|Reverse(other)| other);
        }
        self.gone += usize::from(first.is_some());
        first
    }
}
