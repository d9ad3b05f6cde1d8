//! The random policy takes anything from a list: when the order of the list changes, so does each fight, and how often a side
//! wins does not. So only the rates are held, within what chance does to them.

use crate::{fights::playing, scenes::Scene};
use referee_engine::fight::{Ended, Fought, Watch};
use std::collections::BTreeMap;

/// Fights that are counted at most.
const FIGHTS: u64 = 300;

/// Fights that are counted at least.
const FEWEST: u64 = 60;

/// Acts after which no other fight begins: some scenes go on and on where nobody means to win.
const ACTS: u64 = 40_000;

/// How many standard errors two counts may lie apart.
const SIGMAS: f64 = 5.0;

/// A line for each rate: `random players-win 103 of 200`, and for each mean: `random rounds 5.31 deviation 2.4 of 200`.
pub fn rates(scene: &Scene) -> Vec<String> {
    let fights = scene.open(0).fights(&playing("random")).unwrap_or_else(|error| panic!("{error}"));
    let lineup = fights.lineup();
    let mut fighter = fights.fighter(FIGHTS);
    let mut counts: BTreeMap<String, u64> = lineup.sides.iter().map(|side| (format!("{}-win", side.name), 0)).collect();
    counts.extend(["nobody-wins", "goes-on"].map(|name| (name.to_owned(), 0)));
    for actor in &lineup.actors {
        counts.insert(format!("{}-takes-part", actor.key), 0);
    }
    let (mut rounds, mut acts) = (Mean::default(), Mean::default());
    let mut fought = Fought::default();
    let mut count = |name: String| *counts.entry(name).or_default() += 1;
    let (mut fought_so_far, mut acts_so_far) = (0, 0);
    while fought_so_far < FIGHTS && (acts_so_far < ACTS || fought_so_far < FEWEST) {
        fought_so_far += 1;
        let seed = fought_so_far;
        fighter.fight(seed, Watch::End, &mut fought).unwrap_or_else(|error| panic!("{error}"));
        count(match fought.ended {
            Ended::Won(side) => format!("{}-win", lineup.sides[usize::from(side.0)].name),
            Ended::Drawn => "nobody-wins".to_owned(),
            Ended::Undecided => "goes-on".to_owned(),
        });
        for (actor, _) in lineup.actors.iter().zip(&fought.standing).filter(|(_, stands)| **stands) {
            count(format!("{}-takes-part", actor.key));
        }
        rounds.add(fought.rounds);
        acts.add(fought.acts);
        acts_so_far += u64::from(fought.acts);
    }
    let counts = counts.into_iter().map(|(name, count)| format!("random {name} {count} of {fought_so_far}"));
    let means = [("rounds", rounds), ("acts", acts)].map(|(name, mean)| mean.line(name));
    counts.chain(means).collect()
}

/// Mean and standard deviation.
#[derive(Clone, Copy, Default)]
struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: u32) {
        let value = f64::from(value);
        (self.count, self.sum, self.squares) = (self.count + 1.0, self.sum + value, self.squares + value * value);
    }

    fn line(self, name: &str) -> String {
        let mean = self.sum / self.count;
        let deviation = (self.squares / self.count - mean * mean).max(0.0).sqrt();
        format!("random {name} {mean:.3} deviation {deviation:.3} of {}", self.count)
    }
}

/// Do two such lines say the same but for chance? `None` if they are none.
pub fn agree(old: &str, new: &str) -> Option<bool> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split(' ').collect(), new.split(' ').collect());
    let number = |word: &str| word.parse::<f64>().ok();
    match (&old[..], &new[..]) {
        (["random", name, a, "of", n], ["random", other, b, "of", m]) => {
            let (a, n, b, m) = (number(a)?, number(n)?, number(b)?, number(m)?);
            // The rate of both together, never quite 0 or 1: nothing in 200 may be one in 300.
            let rate = (a + b + 1.0) / (n + m + 2.0);
            let error = (rate * (1.0 - rate) * (1.0 / n + 1.0 / m)).sqrt();
            Some(name == other && (a / n - b / m).abs() <= SIGMAS * error)
        }
        (["random", name, a, "deviation", s, "of", n], ["random", other, b, "deviation", t, "of", m]) => {
            let (a, s, n, b, t, m) = (number(a)?, number(s)?, number(n)?, number(b)?, number(t)?, number(m)?);
            let error = (s * s / n + t * t / m).sqrt();
            Some(name == other && (a - b).abs() <= SIGMAS * error + 0.001)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_agree_within_their_errors() {
        // Half of 200: the standard error of a difference is 5 %, or 10 fights.
        let line = |count: u32| format!("random foes-win {count} of 200");
        for (old, new, same) in [(100, 100, true), (100, 140, true), (100, 160, false), (0, 0, true), (0, 40, false)] {
            assert_eq!(agree(&line(old), &line(new)), Some(same), "{old} and {new}");
        }
        let mean = |mean: &str| format!("random rounds {mean} deviation 2 of 200");
        assert_eq!(agree(&mean("5"), &mean("5.9")), Some(true)); // 5 times 0.2
        assert_eq!(agree(&mean("5"), &mean("6.1")), Some(false));
        assert_eq!(agree("random foes-win 1 of 2", "random players-win 1 of 2"), Some(false));
        assert_eq!(agree("bold 1: foes win", "bold 1: foes win"), None);
    }
}
