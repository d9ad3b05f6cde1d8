//! What a run of fights comes to: whole numbers, which merge in any order.

use crate::Counts;
use referee_engine::fight::{Ended, Fought};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Everything that is counted. Sides and actors are numbered as in the lineup.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Fights.
    pub fights: u64,
    /// Fights that were watched act by act; everything below `gauges` counts these only.
    pub watched: u64,
    /// Fights won by each side.
    pub won: Vec<u64>,
    /// Fights that nobody won.
    pub drawn: u64,
    /// Fights that did not end.
    pub undecided: u64,
    /// Fights in which each side acted first.
    pub first: Vec<u64>,
    /// Fights that the side won that acted first, by side.
    pub first_won: Vec<u64>,
    /// Rounds of each fight.
    pub rounds: Counts,
    /// Acts of each fight.
    pub acts: Counts,
    /// Fights at whose end each actor no longer took part.
    pub fallen: Vec<u64>,
    /// Each gauge at the end of each fight.
    pub gauges: Vec<Counts>,
    /// The round in which each actor fell.
    pub fell_in: Vec<Counts>,
    /// What sides did: side (`None`: the game master) and act.
    #[serde(with = "pairs")]
    pub deeds: BTreeMap<(Option<u8>, String), UseTally>,
    /// What sides answered: side, kind of question, option.
    #[serde(with = "pairs")]
    pub answers: BTreeMap<(Option<u8>, String, String), UseTally>,
    /// What befell each actor in a fight, all its acts together: actor, measure; value and word.
    #[serde(with = "pairs")]
    pub taken: BTreeMap<(u16, String), Words>,
    /// What each side did to the others in a fight, where it can be added up: side, measure.
    #[serde(with = "pairs")]
    pub given: BTreeMap<(u8, String), Counts>,
    /// What could have been done, in a few fights that were looked at closely: side, act, verb.
    pub offered: BTreeSet<(Option<u8>, String, String)>,
}

/// How often something was done, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UseTally {
    /// How often.
    pub uses: u64,
    /// In how many fights.
    pub fights: u64,
    /// How many of those the side won.
    pub won: u64,
    /// What was counted in the acts in which it happened, by measure; value and word.
    pub came: BTreeMap<String, Words>,
}

/// How often each value of a measure came up, with its word.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Words(#[serde(with = "pairs")] pub BTreeMap<(i32, String), u64>);

impl Words {
    /// The same with all of another.
    pub fn merge(&mut self, other: &Words) {
        for (key, count) in &other.0 {
            let mine = self.0.entry(key.clone()).or_default();
            *mine = mine.saturating_add(*count); // results come from files, too
        }
    }
}

impl UseTally {
    fn merge(&mut self, other: &UseTally) {
        self.uses = self.uses.saturating_add(other.uses);
        self.fights = self.fights.saturating_add(other.fights);
        self.won = self.won.saturating_add(other.won);
        for (measure, words) in &other.came {
            self.came.entry(measure.clone()).or_default().merge(words);
        }
    }
}

fn add_all(sums: &mut [u64], others: &[u64]) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum += other;
    }
}

impl Tally {
    /// Nothing counted yet, for so many sides, actors and gauges.
    pub fn new(sides: usize, actors: usize, gauges: usize) -> Tally {
        Tally {
            won: vec![0; sides],
            first: vec![0; sides],
            first_won: vec![0; sides],
            fallen: vec![0; actors],
            gauges: vec![Counts::default(); gauges],
            fell_in: vec![Counts::default(); actors],
            ..Tally::default()
        }
    }

    /// Counts how a fight ended.
    pub fn add_end(&mut self, fought: &Fought) {
        self.fights += 1;
        let won = match fought.ended {
            Ended::Won(side) => Some(usize::from(side.0)),
            Ended::Drawn => {
                self.drawn += 1;
                None
            }
            Ended::Undecided => {
                self.undecided += 1;
                None
            }
        };
        if let Some(wins) = won.and_then(|side| self.won.get_mut(side)) {
            *wins += 1;
        }
        let first = fought.first.map(|side| usize::from(side.0)).filter(|side| *side < self.first.len());
        if let Some(first) = first {
            self.first[first] += 1;
            self.first_won[first] += u64::from(won == Some(first));
        }
        self.rounds.add(i64::from(fought.rounds));
        self.acts.add(i64::from(fought.acts));
        for (fallen, standing) in self.fallen.iter_mut().zip(&fought.standing) {
            *fallen += u64::from(!standing);
        }
        for (counts, value) in self.gauges.iter_mut().zip(&fought.gauges) {
            counts.add(i64::from(*value));
        }
    }

    /// The same with all of another, which was made for the same lineup.
    pub fn merge(&mut self, other: &Tally) {
        self.fights += other.fights;
        self.watched += other.watched;
        self.drawn += other.drawn;
        self.undecided += other.undecided;
        add_all(&mut self.won, &other.won);
        add_all(&mut self.first, &other.first);
        add_all(&mut self.first_won, &other.first_won);
        add_all(&mut self.fallen, &other.fallen);
        self.rounds.merge(&other.rounds);
        self.acts.merge(&other.acts);
        let counts = self.gauges.iter_mut().chain(&mut self.fell_in);
        counts.zip(other.gauges.iter().chain(&other.fell_in)).for_each(|(mine, theirs)| mine.merge(theirs));
        merge_maps(&mut self.deeds, &other.deeds, UseTally::merge);
        merge_maps(&mut self.answers, &other.answers, UseTally::merge);
        merge_maps(&mut self.taken, &other.taken, Words::merge);
        merge_maps(&mut self.given, &other.given, Counts::merge);
        self.offered.extend(other.offered.iter().cloned());
    }
}

fn merge_maps<K: Ord + Clone, V: Default>(
    mine: &mut BTreeMap<K, V>,
    theirs: &BTreeMap<K, V>,
    merge: impl Fn(&mut V, &V),
) {
    for (key, value) in theirs {
        merge(mine.entry(key.clone()).or_default(), value);
    }
}

/// Maps whose keys are more than a text, as lists of pairs.
mod pairs {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;

    pub fn serialize<K: Serialize, V: Serialize, Z: Serializer>(
        map: &BTreeMap<K, V>,
        to: Z,
    ) -> Result<Z::Ok, Z::Error> {
        to.collect_seq(map.iter())
    }

    pub fn deserialize<'de, K, V, D>(from: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Deserialize<'de> + Ord,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::<(K, V)>::deserialize(from)?.into_iter().collect())
    }
}
