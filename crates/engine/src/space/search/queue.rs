//! Whoever waits to be looked at, the most urgent first.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::space::place::Cell;

/// What is looked at first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Urgency {
    /// What the whole way costs at least, and below it what decides next: one number, compared at once.
    pub(super) rank: u64,
    /// How many steps are to go, where that is asked for. It follows from the rank and decides nothing.
    pub(super) left: u32,
}

impl Urgency {
    #[inline]
    pub(super) fn of(in_all: u32, then: u32, left: u32) -> Self {
        Urgency { rank: u64::from(in_all) << 32 | u64::from(then), left }
    }
}

/// A mark that waits for its turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting {
    /// [`Urgency::rank`].
    pub(super) rank: u64,
    /// [`Urgency::left`].
    pub(super) left: u32,
    /// What the way to it costs.
    pub(super) cost: u32,
    /// The mark.
    pub(super) mark: u32,
    /// Its cell.
    pub(super) cell: Cell,
}

impl Waiting {
    #[inline]
    pub(super) fn new(Urgency { rank, left }: Urgency, cost: u32, mark: u32, cell: Cell) -> Self {
        Waiting { rank, left, cost, mark, cell }
    }

    /// What the whole way costs at least.
    #[inline]
    pub(super) fn in_all(&self) -> u32 {
        (self.rank >> 32) as u32
    }

    /// What decides who is first; the cell follows from the mark.
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

/// Those who wait. Where every step costs the same, which is usual, they come in the order in which they leave, and a
/// list is enough; the others are sorted in.
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
