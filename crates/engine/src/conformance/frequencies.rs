//! Whatever simulation reaches, the exact odds list, and frequencies agree.

use super::{
    Arena, Bench, Check,
    sampler::{Answering, Sampler},
    written,
};
use crate::{Chosen, ExploreError, Marks, Reactions, Seat, Simulate, System, explore};
use std::collections::BTreeMap;

/// How many standard deviations a frequency may be off. Seeds are fixed, so a passing suite passes for ever; the number
/// only keeps honest books from failing when they are first written.
const SIGMAS: f64 = 6.0;

type Key = (Vec<Chosen>, Marks, String);

impl<A: Arena> Bench<'_, A> {
    pub(super) fn check_frequencies(
        &mut self,
        book: &A::Book,
        table: &<A::Book as System>::Table,
        seat: Seat,
        intent: &<A::Book as System>::Intent,
    ) {
        let mut explored = None;
        for (reactions, answering) in [(Reactions::All, Answering::Random), (Reactions::Never, Answering::Never)] {
            let run =
                |table: &mut _, oracle: &mut crate::Exact<'_, A::Book>| book.resolve_with(table, seat, intent, oracle);
            let end = |table: &_, marks: &Marks| (marks.clone(), written(table));
            match explore(book, table, reactions, self.settings.ways, run, end) {
                Ok(ways) => {
                    explored = Some((ways, answering));
                    break;
                }
                Err(ExploreError::Exhausted(_)) => {}
                Err(_) => return, // told by the odds already
            }
        }
        let Some((explored, answering)) = explored else { return self.report.add("frequencies left out") };
        self.report.add("frequencies");
        let mut chances: BTreeMap<Key, f64> = BTreeMap::new();
        for (way, chance) in explored.ways {
            // Each option is equally likely in the sample.
            let chosen: f64 = way.choices.iter().map(|choice| 1.0 / choice.of as f64).product();
            *chances.entry((way.choices, way.end.0, way.end.1)).or_default() += chance.to_f64() * chosen;
        }
        let Some(counts) = self.sample(book, table, seat, intent, answering) else { return };
        if let Some((choices, marks, _)) = counts.keys().find(|key| !chances.contains_key(key)) {
            let keys: Vec<&str> = choices.iter().map(|choice| &*choice.key).collect();
            let what = format!("{intent:?} with {keys:?} came to {marks:?}, which the exact odds do not list");
            self.fault(Check::Frequencies, what);
        }
        // All details at once, and what was counted by itself: the one finds what is wrong with a rare end, the other
        // what is wrong a little everywhere.
        self.compare(&chances, &counts, |key| key, intent);
        self.compare(&chances, &counts, |key| &key.1, intent);
        if answering == Answering::Random {
            self.check_policies(book, table, seat, intent, &chances);
        }
    }

    fn sample(
        &mut self,
        book: &A::Book,
        table: &<A::Book as System>::Table,
        seat: Seat,
        intent: &<A::Book as System>::Intent,
        answering: Answering,
    ) -> Option<BTreeMap<Key, u32>> {
        let seed = self.seed ^ (self.step as u64) << 32;
        let mut sampler = Sampler::new(book, answering, &mut self.dice, seed);
        let mut counts: BTreeMap<Key, u32> = BTreeMap::new();
        for _ in 0..self.settings.samples {
            let mut copy = table.clone();
            sampler.again();
            if let Err(stop) = book.resolve_with(&mut copy, seat, intent, &mut sampler) {
                self.fault(Check::Frequencies, format!("simulating {intent:?} stopped: {stop:?}"));
                return None;
            }
            let key = (sampler.chosen.clone(), sampler.marks.clone(), written(&copy));
            *counts.entry(key).or_default() += 1;
        }
        Some(counts)
    }

    fn compare<'k, K: Ord + std::fmt::Debug + 'k>(
        &mut self,
        chances: &'k BTreeMap<Key, f64>,
        counts: &'k BTreeMap<Key, u32>,
        part: impl Fn(&'k Key) -> &'k K,
        intent: &<A::Book as System>::Intent,
    ) {
        let mut groups: BTreeMap<&K, (f64, u32)> = BTreeMap::new();
        for (key, chance) in chances {
            groups.entry(part(key)).or_default().0 += chance;
        }
        for (key, count) in counts {
            groups.entry(part(key)).or_default().1 += count;
        }
        let all = f64::from(self.settings.samples);
        for (part, (chance, count)) in groups {
            let expected = all * chance;
            let deviation = (expected * (1.0 - chance).max(0.0)).sqrt();
            // The 6 leaves room for rare ends, whose counts are not spread like a bell.
            if (f64::from(count) - expected).abs() > SIGMAS * deviation + 6.0 {
                let name: String = format!("{part:?}").chars().take(300).collect();
                let what = format!("{intent:?}: {count} of {all}, expected {expected:.1} ± {deviation:.1}: {name}");
                return self.fault(Check::Frequencies, what);
            }
        }
    }

    /// The book's own policies, in the simulator itself, reach nothing else either.
    fn check_policies(
        &mut self,
        book: &A::Book,
        table: &<A::Book as System>::Table,
        seat: Seat,
        intent: &<A::Book as System>::Intent,
        chances: &BTreeMap<Key, f64>,
    ) {
        let ends: std::collections::BTreeSet<&str> = chances.keys().map(|key| key.2.as_str()).collect();
        for (name, policy) in <A::Book as System>::policies() {
            let policies = [*policy];
            let mut simulate = Simulate::new(book, &policies, self.seed ^ self.step as u64);
            for _ in 0..self.settings.samples / 20 {
                let mut copy = table.clone();
                let result = book.resolve(&mut copy, seat, intent, &mut simulate);
                if result.is_err() || !ends.contains(written(&copy).as_str()) {
                    let what = format!("{intent:?} played by {name} ({result:?}) ends where the exact odds never do");
                    return self.fault(Check::Frequencies, what);
                }
            }
        }
    }
}
