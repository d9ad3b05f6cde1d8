//! Odds in closed form: fractions for what comes of dice that explode without end.

use super::{Group, Marginal, Odds, OddsError};
use crate::handlers::{Chains, Cut, Rounds, Series};
use referee_dice::Chance;

/// Nobody waits for the closed form of more ways than these.
const MOST_WAYS: usize = 20_000;

/// The odds that `at` works out for each cut of the dice, in closed form as far as there is one.
pub(super) fn in_closed_form(
    mut at: impl FnMut(Option<Cut>) -> Result<(Odds, Chains), OddsError>,
) -> Result<Odds, OddsError> {
    let (mut odds, chains) = at(None)?;
    for rounds in Rounds::ALL {
        if odds.is_close() || odds.groups.iter().map(|group| group.ways.len()).sum::<usize>() > MOST_WAYS {
            break;
        }
        let Some(series) = Series::of(&chains, rounds, |cut| Some(at(Some(cut)).ok()?.0)) else { continue };
        odds.close(&series);
    }
    Ok(odds)
}

impl Odds {
    /// Is all but a thousandth exact?
    pub(super) fn is_close(&self) -> bool {
        self.error.is_zero() || self.doubtful <= Chance::new(1, 1_000)
    }

    /// Takes the fractions that the series comes to, if they leave less in doubt than was before.
    pub(super) fn close(&mut self, series: &Series<Odds>) {
        let mut closed = self.clone();
        let mut doubtful = Chance::ZERO;
        for (at, group) in closed.groups.iter_mut().enumerate() {
            let choices = &self.groups[at].choices;
            let series = series.map(|cut| cut.groups.iter().find(|group| group.choices == *choices).cloned());
            doubtful = doubtful.max(group.close(&series));
        }
        if doubtful < self.doubtful {
            closed.error = if doubtful.is_zero() { Chance::ZERO } else { closed.error };
            *self = Odds { doubtful: doubtful.reduced(), ..closed };
        }
    }
}

impl Group {
    /// Gives the chance of what is left in doubt of the measure where it is most.
    fn close(&mut self, series: &Series<Option<Group>>) -> Chance {
        let of_way = |cut: &Option<Group>, at: usize| {
            let way = cut.as_ref()?.ways.iter().find(|way| way.marks == self.ways[at].marks)?;
            Some(way.chance.clone())
        };
        let limits = (0..self.ways.len()).map(|at| series.limit(|cut| of_way(cut, at).unwrap_or_default())).collect();
        let whole = self.whole.clone();
        settle(self.ways.iter_mut().map(|way| &mut way.chance).collect(), limits, &whole);
        let mut doubtful = Chance::ZERO;
        for marginal in &mut self.marginals {
            let limits = (0..marginal.values.len()).map(|at| series.limit(|cut| chance_of(cut.as_ref(), marginal, at)));
            let limits = limits.collect();
            let left = settle(marginal.values.iter_mut().map(|value| &mut value.chance).collect(), limits, &whole);
            doubtful = doubtful.max(left);
        }
        doubtful
    }
}

/// The chance of a value of a measure with the dice cut.
fn chance_of(cut: Option<&Group>, marginal: &Marginal, at: usize) -> Chance {
    let (of, value) =
        (|other: &&Marginal| (other.measure, other.who) == (marginal.measure, marginal.who), &marginal.values[at]);
    let values = cut.into_iter().flat_map(|group| group.marginals.iter().find(of)).flat_map(|there| &there.values);
    let same = values.filter(|other| (other.value, &other.word) == (value.value, &value.word));
    same.map(|other| other.chance.clone()).next().unwrap_or_default()
}

/// Takes the chances that are known; the likeliest of the others gives or takes the difference, so that all of them come to
/// `whole`. Gives the chance of those others.
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
    left
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
        let too_much = vec![Some(chance(3, 4)), Some(chance(1, 2)), None, None];
        assert_eq!(settle(all.iter_mut().collect(), too_much, &Chance::ONE), Chance::ONE);
        assert_eq!(all[0], chance(49, 100), "nothing is taken that cannot be");
    }
}
