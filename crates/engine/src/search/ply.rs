//! One act ahead, by exact odds.

use super::{Act, UnderWay, acts_of};
use crate::{Exploring, Given, Next, Question, Reactions, Seat, Side, Simulate, System, Who, explore_from, kind_of};
use referee_dice::FastRng;

/// How many ways are followed for one act before it is sampled instead.
const WAYS: usize = 3_000;
/// How often it is sampled then.
const SAMPLES: u32 = 48;
/// How many acts are looked at.
const ACTS: usize = 64;

/// The expected score of `side` after `intent`, with what is given already; whoever may react does what is best for
/// their own side. `None` if it is refused or too much work.
pub fn expected_score<S: System>(
    book: &S,
    table: &S::Table,
    seat: Seat,
    intent: &S::Intent,
    given: &[Given],
    side: Side,
    limit: usize,
) -> Option<f64> {
    let how = Exploring { given, ..Exploring::by(Reactions::Best) };
    let run = |table: &mut S::Table, oracle: &mut crate::Exact<'_, S>| book.resolve_with(table, seat, intent, oracle);
    let explored = explore_from(book, table, how, limit, run, |table, _| book.score(table, side)).ok()?;
    Some(explored.ways.iter().map(|(way, chance)| f64::from(way.end) * chance.to_f64()).sum())
}

/// The option with the highest expected score for the side of whoever is asked: of equals, the first. `None` if it is too much
/// work, or the game master is asked.
pub fn best_answer<S: System>(
    book: &S,
    under_way: &UnderWay<'_, S>,
    table: &S::Table,
    who: Who,
    question: &S::Question,
) -> Option<usize> {
    let side = book.side_of(table, who)?;
    let UnderWay { start, by, intent, given } = *under_way;
    let mut best: Option<(usize, f64)> = None;
    let mut given = given.to_vec();
    for option in 0..question.options() {
        given.push(Given::Option(option));
        let score = expected_score(book, start, by, intent, &given, side, WAYS)?;
        given.pop();
        if best.is_none_or(|(_, known)| score > known + 1e-9) {
            best = Some((option, score));
        }
    }
    best.map(|(option, _)| option)
}

/// The act with the highest expected score for whoever acts, of those that are of the same kind as what `base` would do: at whom,
/// with what, in which manner. It must be better than what `base` would do, and better than how things stand: else `base` decides.
///
/// What kind of act is the right one shows only later (whoever aims, moves or takes cover gains nothing at once), so that is left to
/// `base`: without it, the best act of each moment loses more fights than the policy by itself.
pub fn best_act<S: System>(book: &S, table: &S::Table, base: S::Policy, rng: &mut FastRng) -> S::Intent {
    let usual = book.choose(table, base, rng);
    let Some(side) = acting_side(book, table) else { return usual };
    let seed = rng.next_u64();
    let score = |intent: &S::Intent| {
        expected_score(book, table, Seat::Gm, intent, &[], side, WAYS)
            .or_else(|| sampled_score(book, table, base, intent, side, seed))
    };
    let now = f64::from(book.score(table, side));
    let mut best: Option<(S::Intent, f64)> = None;
    let least = score(&usual).map_or(now, |usual| usual.max(now));
    let kind = kind_of(&usual);
    for Act { intent, .. } in acts_of(book, table, ACTS, rng).into_iter().filter(|act| kind_of(&act.intent) == kind) {
        let Some(score) = score(&intent) else { continue };
        if score > best.as_ref().map_or(least, |best| best.1) + 1e-9 {
            best = Some((intent, score));
        }
    }
    best.map_or(usual, |best| best.0)
}

/// The side that acts; `None` if the game master is to decide.
pub(super) fn acting_side<S: System>(book: &S, table: &S::Table) -> Option<Side> {
    match book.next(table) {
        Next::Acts(Who::Gm) | Next::Over(_) => None,
        Next::Acts(who) => book.side_of(table, who),
    }
}

fn sampled_score<S: System>(
    book: &S,
    table: &S::Table,
    base: S::Policy,
    intent: &S::Intent,
    side: Side,
    seed: u64,
) -> Option<f64> {
    let policies = [base];
    let mut oracle = Simulate::new(book, &policies, seed);
    let mut sum = 0;
    let mut copy = table.clone();
    for _ in 0..SAMPLES {
        copy.clone_from(table);
        book.resolve(&mut copy, Seat::Gm, intent, &mut oracle).ok()?;
        sum += u64::from(book.score(&copy, side));
    }
    Some(sum as f64 / f64::from(SAMPLES))
}
