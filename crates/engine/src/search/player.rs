//! Monte Carlo tree search: what to do, and what to answer.

use super::{Act, Branch, Lead, Playouts, acts::some_acts, branch::halves, chosen, halving, lineup, ply::acting_side};
use crate::{Flow, Given, Question, Seat, Side, Simulate, System, Who, fight::Player, handlers::Resume};
use referee_dice::FastRng;

/// How many playouts an act is worth, at least, on the average.
const FOR_AN_ACT: u64 = 16;
/// How many acts are tried at most.
const MOST_ACTS: usize = 200;

/// The act that wins most often in so many playouts; or what a policy would do, where nothing is clearly better.
///
/// Everybody else goes on as `base` does, and so does this side, unless another of the book's policies suits it better.
pub fn search_act<S: System>(
    book: &S,
    table: &S::Table,
    base: S::Policy,
    playouts: u32,
    rng: &mut FastRng,
) -> S::Intent {
    let Some(side) = acting_side(book, table) else { return book.choose(table, base, rng) };
    let seed = rng.next_u64();
    let (policy, playouts) = suited(book, table, side, base, playouts.into(), seed, |_, _| Ok(()));
    let usual = book.choose(table, policy, rng);
    let most = ((playouts / FOR_AN_ACT) as usize).min(MOST_ACTS);
    let others = some_acts(book, table, &usual, policy, most, rng);
    let mut branches = vec![Branch::new(Act { filled: None, intent: usual.clone() }, true)];
    branches.extend(others.into_iter().map(|act| Branch::new(act, false)));
    let policies = lineup::<S>(side, policy, base);
    let begin = |act: &Act<S>, table: &mut S::Table, simulate: &mut Simulate<'_, S>| {
        book.resolve(table, Seat::Gm, &act.intent, simulate)
    };
    search(book, table, &policies, side, branches, playouts, seed, begin).map_or(usual, |act| act.intent)
}

/// An act under way, in which somebody is asked.
pub struct UnderWay<'u, S: System> {
    /// The table before the act.
    pub start: &'u S::Table,
    /// Whose act it is.
    pub by: Seat,
    /// The act.
    pub intent: &'u S::Intent,
    /// The dice and answers so far.
    pub given: &'u [Given],
}

/// The answer that wins most often in so many playouts; or what a policy would answer, where nothing is clearly better.
#[allow(clippy::too_many_arguments, reason = "a question has its circumstances")]
pub fn search_answer<S: System>(
    book: &S,
    under_way: &UnderWay<'_, S>,
    table: &S::Table,
    who: Who,
    question: &S::Question,
    base: S::Policy,
    playouts: u32,
    rng: &mut FastRng,
) -> usize {
    let Some(side) = book.side_of(table, who) else { return book.answer(table, base, who, question, rng) };
    let seed = rng.next_u64();
    let resume = |option: Option<usize>, table: &mut S::Table, simulate: &mut Simulate<'_, S>| {
        let mut resume = Resume::new(simulate, under_way.given, option);
        book.resolve_with(table, under_way.by, under_way.intent, &mut resume)
    };
    let start = under_way.start;
    let begin = |table: &mut _, simulate: &mut Simulate<'_, S>| resume(None, table, simulate);
    let (policy, playouts) = suited(book, start, side, base, playouts.into(), seed, begin);
    let usual = book.answer(table, policy, who, question, rng);
    let branches = (0..question.options()).map(|option| Branch::new(option, option == usual)).collect();
    let policies = lineup::<S>(side, policy, base);
    let begin =
        |option: &usize, table: &mut S::Table, simulate: &mut Simulate<'_, S>| resume(Some(*option), table, simulate);
    search(book, start, &policies, side, branches, playouts, seed, begin).unwrap_or(usual)
}

/// The policy with which a side wins most often from here while everybody else follows `base`: another one than `base` only
/// if it is clearly better. `begin` is what happens first. It takes some of the playouts, and gives how many are left.
pub fn suited<S: System>(
    book: &S,
    table: &S::Table,
    side: Side,
    base: S::Policy,
    playouts: u64,
    seed: u64,
    begin: impl Fn(&mut S::Table, &mut Simulate<'_, S>) -> Flow<()>,
) -> (S::Policy, u64) {
    let others: Vec<S::Policy> = Player::<S>::sensible().filter(|policy| *policy != base).collect();
    if others.is_empty() {
        return (base, playouts);
    }
    let each = (playouts / FOR_A_POLICY).min(ENOUGH) / (1 + others.len() as u64);
    let left = playouts - each * (1 + others.len() as u64);
    let results = |policy: S::Policy| -> Option<Vec<u8>> {
        let policies = lineup::<S>(side, policy, base);
        let mut playouts = Playouts::new(book, &policies, table);
        // Other numbers than those of the acts: what is chosen here is not to be chosen again for the same luck.
        let one = |number: u64| playouts.play(!seed, number, &begin, None).ok().map(|ended| halves(ended, side));
        (0..each).map(one).collect()
    };
    let Some(usual) = results(base) else { return (base, left) };
    let mut best: Option<(S::Policy, Lead)> = None;
    for policy in others {
        let Some(results) = results(policy) else { continue };
        let mut lead = Lead::default();
        results.iter().zip(&usual).for_each(|(halves, others)| lead.add(*halves, *others));
        if lead.is_clear() && best.is_none_or(|(_, known)| lead.mean() > known.mean()) {
            best = Some((policy, lead));
        }
    }
    (best.map_or(base, |(policy, _)| policy), left)
}

/// One in so many playouts is for the question which policy to follow, and so many at most: then it is known.
const FOR_A_POLICY: u64 = 4;
const ENOUGH: u64 = 2_000;

/// Shares the playouts among the branches, and takes the one that is clearly best.
#[allow(clippy::too_many_arguments, reason = "one search, handed on")]
fn search<S: System, T>(
    book: &S,
    table: &S::Table,
    policies: &[S::Policy],
    side: Side,
    mut branches: Vec<Branch<S, T>>,
    count: u64,
    seed: u64,
    begin: impl Fn(&T, &mut S::Table, &mut Simulate<'_, S>) -> Flow<()>,
) -> Option<T> {
    if branches.len() > 1 {
        let mut playouts = Playouts::new(book, policies, table);
        halving(&mut branches, count, count, |branches, each| {
            branches.iter_mut().for_each(|branch| branch.play(&mut playouts, side, each, seed, &begin));
            true
        });
    }
    chosen(branches)
}
