//! What could be done at the root, and who gets the playouts.

use super::{Playouts, tree::Tree};
use crate::{Flow, Side, Simulate, System, fight::Ended};

/// One thing that could be done, and what came of it in the playouts so far.
pub struct Branch<S: System, T> {
    /// What is done.
    pub what: T,
    /// Is it what the policy would do?
    pub is_usual: bool,
    /// How often it was played to the end.
    pub playouts: u64,
    /// How often the side that decides won, in halves: a draw counts one, a fight without end nothing.
    pub halves: u64,
    /// How far it is ahead of what the policy would do, in the last stage that it was part of.
    pub lead: Lead,
    /// What came of each playout of the last piece.
    latest: Vec<u8>,
    tree: Tree<S>,
    is_broken: bool,
}

impl<S: System, T> Branch<S, T> {
    /// Nothing has been tried yet.
    pub fn new(what: T, is_usual: bool) -> Self {
        let (latest, tree) = (Vec::new(), Tree::new());
        Branch { what, is_usual, playouts: 0, halves: 0, lead: Lead::default(), latest, tree, is_broken: false }
    }

    /// Can it be done at all?
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Plays `count` times more for a side; `begin` does what the branch stands for. The same seed gives the same playouts,
    /// and every branch meets the same dice: what differs is what is done.
    pub fn play<'a>(
        &mut self,
        playouts: &mut Playouts<'a, S>,
        side: Side,
        count: u64,
        seed: u64,
        begin: impl Fn(&T, &mut S::Table, &mut Simulate<'a, S>) -> Flow<()>,
    ) {
        self.latest.clear();
        for _ in 0..count {
            let begin = |table: &mut _, simulate: &mut _| begin(&self.what, table, simulate);
            let Ok(ended) = playouts.play(seed, self.playouts, begin, Some(&mut self.tree)) else {
                self.is_broken = true;
                return;
            };
            let halves = halves(ended, side);
            self.playouts += 1;
            self.halves += u64::from(halves);
            self.latest.push(halves);
        }
    }

    /// How many halves it wins, of a playout.
    fn mean(&self) -> f64 {
        if self.playouts == 0 || self.is_broken { -1.0 } else { self.halves as f64 / self.playouts as f64 }
    }
}

/// A win is two halves, a draw one. A fight without end is nothing to anybody: else whoever is about to lose would put it off
/// for ever.
pub(super) fn halves(ended: Ended, side: Side) -> u8 {
    match ended {
        Ended::Won(winner) if winner == side => 2,
        Ended::Drawn => 1,
        Ended::Won(_) | Ended::Undecided => 0,
    }
}

/// By how much one thing wins more often than another, in playouts with the same dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lead {
    playouts: u64,
    /// Halves, and their squares.
    sum: i64,
    squares: u64,
}

impl Lead {
    /// What came of one playout each.
    pub(super) fn add(&mut self, halves: u8, others: u8) {
        let ahead = i64::from(halves) - i64::from(others);
        self.playouts += 1;
        self.sum += ahead;
        self.squares += ahead.unsigned_abs().pow(2);
    }

    /// Wins more, as a part of one: with one win and one loss more than were seen, so that few playouts say little.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / (2 * (self.playouts + 2)) as f64
    }

    /// The standard error of that.
    pub fn error(&self) -> f64 {
        let playouts = (self.playouts + 2) as f64;
        let square = (self.squares + 8) as f64 / (4.0 * playouts);
        ((square - self.mean().powi(2)).max(0.0) / playouts).sqrt()
    }

    /// Is it ahead by more than chance does?
    pub fn is_clear(&self) -> bool {
        self.mean() > CLEARLY * self.error()
    }
}

/// How many standard errors something has to be ahead.
const CLEARLY: f64 = 1.0;

/// Shares `playouts` among the branches: all get the same, then the better half gets the same again, and so on. What the
/// policy would do stays to the end; the other half of all playouts is for the last two, and only those count for their
/// [lead](Branch::lead), since the playouts before chose who came so far.
///
/// `play` plays each of some branches so many times more, at most `piece`, in any order or at once; false ends it early.
pub fn halving<S: System, T>(
    branches: &mut [Branch<S, T>],
    playouts: u64,
    piece: u64,
    mut play: impl FnMut(&mut [Branch<S, T>], u64) -> bool,
) {
    let stages = u64::from((branches.len().max(2) as u64).next_power_of_two().ilog2());
    let mut alive = branches.len();
    for stage in 1..=stages {
        let share = if stage == stages { playouts.div_ceil(2) } else { playouts / (2 * (stages - 1)) };
        let mut left = (share / alive.max(1) as u64).max(1);
        let field = &mut branches[..alive];
        field.iter_mut().for_each(|branch| branch.lead = Lead::default());
        while left > 0 {
            let now = left.min(piece.max(1));
            let goes_on = play(field, now);
            compare(field);
            if !goes_on {
                return sort(field);
            }
            left -= now;
        }
        sort(field);
        alive = alive.div_ceil(2).max(2).min(alive);
        // What the policy would do is what the others have to beat.
        if let Some(usual) = branches.iter().position(|branch| branch.is_usual).filter(|usual| *usual >= alive) {
            branches[alive - 1..=usual].rotate_right(1);
        }
    }
    sort(&mut branches[..alive]);
}

fn sort<S: System, T>(branches: &mut [Branch<S, T>]) {
    branches.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
}

/// Compares what came of the latest playouts with what came of the policy's.
fn compare<S: System, T>(branches: &mut [Branch<S, T>]) {
    let Some(usual) = branches.iter().find(|branch| branch.is_usual).map(|branch| branch.latest.clone()) else {
        return;
    };
    for branch in branches.iter_mut().filter(|branch| !branch.is_usual) {
        for (halves, others) in branch.latest.iter().zip(&usual) {
            branch.lead.add(*halves, *others);
        }
    }
}

/// What to do after [`halving`]: what is clearly ahead of what the policy would do, or that.
pub fn chosen<S: System, T>(mut branches: Vec<Branch<S, T>>) -> Option<T> {
    let is_clear = |branch: &Branch<S, T>| !branch.is_broken && branch.lead.is_clear();
    let ahead = branches[..branches.len().min(2)].iter().position(is_clear);
    let at = ahead.or_else(|| branches.iter().position(|branch| branch.is_usual))?;
    Some(branches.swap_remove(at).what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_counts_one_win_and_one_loss_more_than_were_seen() {
        let rows = [
            // What came of playouts of the one and the other in halves; the mean and the variance of the mean, by hand.
            (&[][..], 0.0, 1.0 / 2.0),                                   // (8/8 - 0) / 2
            (&[(2, 0), (2, 0), (2, 0)], 6.0 / 10.0, (1.0 - 0.36) / 5.0), // (20/20 - 0.36) / 5
            (&[(2, 0), (1, 1)], 2.0 / 8.0, (12.0 / 16.0 - 0.0625) / 4.0),
            (&[(0, 2), (2, 1), (0, 0)], -1.0 / 10.0, (13.0 / 20.0 - 0.01) / 5.0),
        ];
        for (results, mean, variance) in rows {
            let mut lead = Lead::default();
            results.iter().for_each(|(halves, others)| lead.add(*halves, *others));
            assert!((lead.mean() - mean).abs() < 1e-12 && (lead.error().powi(2) - variance).abs() < 1e-12, "{lead:?}");
            assert_eq!(lead.is_clear(), mean > 0.5, "{lead:?}");
        }
    }

    #[test]
    fn a_fight_without_end_is_nothing_to_anybody() {
        let (one, other) = (Side(0), Side(1));
        for (ended, expected) in
            [(Ended::Won(one), 2), (Ended::Won(other), 0), (Ended::Drawn, 1), (Ended::Undecided, 0)]
        {
            assert_eq!(halves(ended, one), expected, "{ended:?}");
        }
    }
}
