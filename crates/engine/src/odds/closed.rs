//! Odds in closed form: fractions for what comes of dice that explode without end.

use super::{Expected, Group, Marginal, Odds, OddsError, Valued, numbers};
use crate::{
    ExploreError,
    handlers::{Chains, Cut, Rounds, Series},
};
use referee_dice::{Chance, Mean};

/// Values that are rarer than this together are told as one: "so many or more".
const RARE: Chance = Chance::new(1, 1_000_000_000);

/// If more than this is left, people would rather see the values one by one than have their sum exact.
const FEW: Chance = Chance::new(1, 1_000_000);

/// Something explored, its endless dice, and how many ways were followed.
pub(super) struct Worked<T> {
    pub(super) made: T,
    pub(super) chains: Chains,
    pub(super) followed: usize,
}

/// What of the odds is worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Detail {
    /// Every way, and each measure by itself.
    Ways,
    /// Each measure by itself.
    Measures,
}

/// Where more ways than these are listed, the fractions of the measures are closed, not those of each single way: nobody
/// reads them, and they take most of the time and memory.
const MOST_LISTED: usize = 4_000;

/// The odds that `at` works out for each cut of the dice; if `closed`, in closed form as far as there is one. Only whoever asks
/// may no longer want them: then that is the result.
pub(super) fn in_closed_form(
    closed: bool,
    mut at: impl FnMut(Option<Cut>, Detail) -> Result<Worked<Odds>, OddsError>,
) -> Result<Odds, OddsError> {
    let Worked { made: mut odds, chains, followed } = at(None, Detail::Ways)?;
    let detail = if odds.listed() > MOST_LISTED { Detail::Measures } else { Detail::Ways };
    let mut given_up = None;
    for rounds in Rounds::ALL {
        if !closed || odds.is_closed() || odds.values() > MOST_VALUES {
            break;
        }
        let series = Series::of(&chains, rounds, followed, |cut| match at(Some(cut), detail) {
            Ok(worked) => Some(worked.made),
            Err(error) => {
                given_up = Some(error);
                None
            }
        });
        match (series, given_up.take()) {
            (Some(series), _) => odds.close(&series, detail),
            (None, Some(error @ OddsError::Explore(ExploreError::Unwanted))) => return Err(error),
            (None, _) => {}
        }
    }
    Ok(odds)
}

/// Where there are more values of measures than these, in all combinations of choices, nobody waits for the fractions of all.
const MOST_VALUES: usize = 20_000;

impl Odds {
    /// Is every chance and mean of every measure exact?
    pub(super) fn is_closed(&self) -> bool {
        self.open() == (Chance::ZERO, 0)
    }

    /// What is left to close: the chance that is in doubt, and the number of means.
    pub(super) fn open(&self) -> (Chance, usize) {
        let means =
            self.groups.iter().flat_map(|group| &group.marginals).filter_map(|marginal| marginal.expected.as_ref());
        (self.doubtful.clone(), means.filter(|mean| !mean.is_exact).count())
    }

    /// Takes the fractions that the series comes to, if they leave less open than was before.
    pub(super) fn close(&mut self, series: &Series<Odds>, detail: Detail) {
        let mut closed = self.clone();
        closed.doubtful = Chance::ZERO;
        for (at, group) in closed.groups.iter_mut().enumerate() {
            let choices = &self.groups[at].choices;
            let series = series.map(|cut| cut.groups.iter().find(|group| group.choices == *choices).cloned());
            closed.doubtful = closed.doubtful.max(group.close(&series, detail)).reduced();
        }
        if closed.open() < self.open() {
            if closed.groups.iter().flat_map(|group| &group.ways).all(|way| way.is_exact) {
                closed.error = Chance::ZERO;
            }
            *self = closed;
        }
    }
}

impl Group {
    /// Gives the chance of what is left in doubt of the measure where it is most.
    fn close(&mut self, series: &Series<Option<Group>>, detail: Detail) -> Chance {
        if detail == Detail::Ways {
            self.close_ways(series);
        }
        let whole = self.whole.clone();
        let close = |marginal: &mut Marginal| marginal.close(series, &whole);
        self.marginals.iter_mut().map(close).max().unwrap_or_default()
    }

    fn close_ways(&mut self, series: &Series<Option<Group>>) {
        // They are in the order of their marks.
        let of_way = |cut: &Option<Group>, at: usize| {
            let ways = &cut.as_ref()?.ways;
            let place = ways.binary_search_by(|way| way.marks.cmp(&self.ways[at].marks)).ok()?;
            Some(ways[place].chance.clone())
        };
        let limits: Vec<Option<Chance>> =
            (0..self.ways.len()).map(|at| series.limit(|cut| of_way(cut, at).unwrap_or_default())).collect();
        let are_exact: Vec<bool> = limits.iter().map(Option::is_some).collect();
        let whole = self.whole.clone();
        if settle(self.ways.iter_mut().map(|way| &mut way.chance).collect(), limits, &whole) < whole {
            self.ways.iter_mut().zip(are_exact).for_each(|(way, is_exact)| way.is_exact = is_exact);
        }
    }
}

impl Marginal {
    /// Gives the chance of what is left in doubt.
    fn close(&mut self, series: &Series<Option<Group>>, whole: &Chance) -> Chance {
        let mut limits: Vec<Option<Chance>> =
            (0..self.values.len()).map(|at| series.limit(|cut| chance_of(cut.as_ref(), self, at))).collect();
        let known: Chance = limits.iter().flatten().cloned().sum();
        let Some(left) = whole.checked_sub(&known) else { return whole.clone() };
        let beyond = self.beyond(&limits, series).filter(|_| left < FEW);
        let doubtful = if let Some(first) = beyond {
            // There are values without end: what the known ones leave is told as one.
            limits.retain(Option::is_some);
            self.values.truncate(limits.len());
            self.values.iter_mut().zip(limits).for_each(|(value, limit)| value.chance = limit.unwrap_or_default());
            self.end_with(first, left);
            Chance::ZERO
        } else {
            settle(self.values.iter_mut().map(|value| &mut value.chance).collect(), limits, whole)
        };
        if self.expected.is_some() {
            let all_listed = beyond.is_none() && doubtful.is_zero();
            let mean = if all_listed { Some(Mean::of(numbers(&self.values))) } else { self.limit_of_mean(series) };
            if let Some(mean) = mean {
                self.expected = Some(Expected { mean, is_exact: true });
            }
        }
        doubtful
    }

    /// If it goes on without end after the values that are known: the first of those further values.
    fn beyond(&self, limits: &[Option<Chance>], series: &Series<Option<Group>>) -> Option<i32> {
        let known = limits.iter().take_while(|limit| limit.is_some()).count();
        let is_rest_open = limits[known..].iter().all(Option::is_none);
        let highest = self.values[..known].last()?.value?;
        let latest = self.same_in(series.latest()?.as_ref()?)?;
        let mut further = numbers(&latest.values).map(|(value, _)| value).filter(|&value| value > highest);
        let first = further.next()?;
        // A single one that is listed already is no "so many or more": it is what the others leave.
        let goes_on = further.next().is_some() || self.values.len() == known;
        (self.expected.is_some() && is_rest_open && goes_on).then_some(first)
    }

    /// Ends with "so many or more", from where on it is rare.
    fn end_with(&mut self, mut first: i32, mut left: Chance) {
        while self.values.len() > 1
            && let Some(last) = self.values.pop_if(|last| &last.chance + &left < RARE)
        {
            left += last.chance;
            first = last.value.unwrap_or(first);
        }
        if !left.is_zero() {
            self.values.push(Valued { value: Some(first), word: format!("{first} or more"), chance: left });
        }
        self.values.iter_mut().for_each(|value| value.chance = value.chance.reduced());
    }

    fn limit_of_mean(&self, series: &Series<Option<Group>>) -> Option<Mean> {
        let of = |cut: &Option<Group>, is_below: bool| -> Chance {
            let there = cut.iter().filter_map(|group| self.same_in(group)).flat_map(|there| numbers(&there.values));
            let there = there.filter(|(value, _)| (*value < 0) == is_below);
            there.map(|(value, chance)| chance * &Chance::from(u64::from(value.unsigned_abs()))).sum()
        };
        let part = |is_below: bool| series.limit_of_mean(|cut| of(cut, is_below));
        Some(Mean::between(&part(true)?, &part(false)?))
    }

    /// The same measure of somebody in another group.
    fn same_in<'a>(&self, group: &'a Group) -> Option<&'a Marginal> {
        group.marginals.iter().find(|other| (other.measure, other.who) == (self.measure, self.who))
    }
}

/// The chance of a value of a measure with the dice cut.
fn chance_of(cut: Option<&Group>, marginal: &Marginal, at: usize) -> Chance {
    let value = &marginal.values[at];
    let there = cut.and_then(|group| marginal.same_in(group));
    let same = there
        .and_then(|there| there.values.iter().find(|other| (other.value, &other.word) == (value.value, &value.word)));
    same.map(|other| other.chance.clone()).unwrap_or_default()
}

/// Takes the chances that are known; the likeliest of the others gives or takes the difference, so that all of them come to
/// `whole`. Gives the chance of those others; none if there is only one, which is then known as well.
fn settle(mut chances: Vec<&mut Chance>, limits: Vec<Option<Chance>>, whole: &Chance) -> Chance {
    let known: Chance = limits.iter().flatten().cloned().sum();
    let open: Vec<usize> = (0..limits.len()).filter(|&at| limits[at].is_none()).collect();
    let Some(left) = whole.checked_sub(&known) else { return whole.clone() };
    let Some(&likeliest) = open.iter().max_by_key(|&&at| &*chances[at]) else {
        let is_whole = left.is_zero();
        if is_whole {
            chances.iter_mut().zip(limits).for_each(|(chance, limit)| **chance = limit.unwrap_or_default().reduced());
        }
        return if is_whole { Chance::ZERO } else { whole.clone() };
    };
    let others: Chance = open.iter().filter(|&&at| at != likeliest).map(|&at| chances[at].clone()).sum();
    let Some(rest) = left.checked_sub(&others) else { return whole.clone() };
    for (at, (chance, limit)) in chances.iter_mut().zip(limits).enumerate() {
        match limit {
            Some(limit) => **chance = limit.reduced(),
            None if at == likeliest => **chance = rest.reduced(),
            None => {}
        }
    }
    if open.len() == 1 { Chance::ZERO } else { left }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_taken_and_the_likeliest_of_the_rest_makes_it_whole() {
        let chance = |n: u128, of: u128| Chance::new(n, of);
        let mut all = [chance(1, 2), chance(3, 10), chance(1, 10), chance(1, 10)];
        let limits = vec![Some(chance(49, 100)), None, Some(chance(1, 10)), None];
        let left = settle(all.iter_mut().collect(), limits, &Chance::ONE);
        assert_eq!(left, chance(41, 100));
        assert_eq!(all, [chance(49, 100), chance(31, 100), chance(1, 10), chance(1, 10)]);
        let one_open = vec![Some(chance(49, 100)), Some(chance(1, 4)), Some(chance(1, 10)), None];
        assert_eq!(settle(all.clone().iter_mut().collect(), one_open, &Chance::ONE), Chance::ZERO);
        let too_much = vec![Some(chance(3, 4)), Some(chance(1, 2)), None, None];
        assert_eq!(settle(all.iter_mut().collect(), too_much, &Chance::ONE), Chance::ONE);
        assert_eq!(all[0], chance(49, 100), "nothing is taken that cannot be");
    }
}
