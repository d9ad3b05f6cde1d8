//! A whole fight, exactly: every way it can go, with equal tables merged.

mod mass;

pub use mass::Mass;

use crate::{
    ActorId, Effort, ExploreError, Exploring, Gauge, Kind, Next, Reactions, Refusal, Seat, Side, System, Who,
    explore_from, fight::Player, handlers::DRAWS_LOTS, kind_of, odds::Tables, search,
};
use referee_dice::FastRng;
use std::collections::BTreeMap;

/// How much work a whole fight may be, and how exact.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Tables that are looked at.
    pub tables: usize,
    /// Ways that one act can go.
    pub ways: usize,
    /// Ways that all acts together can go.
    pub all_ways: usize,
    /// Acts in a row.
    pub acts: usize,
    /// So much of the whole may be left out, the least likely tables first: there are many of them. It is told as an error bound.
    pub within: f64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::of(200_000)
    }
}

impl Limits {
    /// For so many tables, and what they usually take.
    pub fn of(tables: usize) -> Limits {
        Limits { tables, ways: 100_000, all_ways: tables.saturating_mul(20), acts: 2_000, within: 1e-9 }
    }
}

/// Why the work was given up before the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// There are more tables than allowed, or more ways between them.
    Size,
    /// One act can go in more ways than allowed.
    Act,
    /// It goes on for more acts than allowed.
    Acts,
    /// Nobody waits for it any more.
    Unwanted,
}

/// What is left when this much of the whole is not settled yet counts as settled: it is told as an error bound.
const NOTHING: f64 = 1e-12;

/// What part of what may still be left out is left out after each act: nobody knows how many there will be.
const RARE: f64 = 1.0 / 32.0;

/// One act may take this part of the tables and ways that are left. Where there are more, the least likely are left out: a fight
/// that is too large to be followed whole is then known as far as it can be, instead of up to some act.
const SHARE: usize = 16;

/// Ways of an act that are rarer than these are left open, one after the other, until the others are not too many. Parts of the
/// whole fight.
const RARES: [f64; 6] = [0.0, 1e-10, 1e-8, 1e-7, 1e-6, 1e-5];

/// How a whole fight can end. The parts of those that are settled and `open` sum to one.
#[derive(Clone, Debug, Default)]
pub struct Duel {
    /// Won by each side.
    pub won: BTreeMap<Side, Mass>,
    /// Won by nobody.
    pub drawn: Mass,
    /// Not settled: the fight goes on, the work was too large, or rounding.
    pub open: Mass,
    /// The rounds it took.
    pub rounds: BTreeMap<u32, Mass>,
    /// Each gauge at the end, in the order of [`gauges`](Duel::gauges).
    pub values: Vec<BTreeMap<i32, Mass>>,
    /// What the values count.
    pub gauges: Vec<Gauge>,
    /// Those who no longer take part at the end.
    pub fallen: BTreeMap<ActorId, Mass>,
    /// How many tables were looked at.
    pub tables: usize,
    /// How many ways were followed.
    pub ways: usize,
    /// How many tables were equal to one that was there already.
    pub merged: usize,
    /// How far, at most, all this is off in sum where dice explode without end.
    pub error: Mass,
    /// Why it was given up early, if it was.
    pub cut: Option<Cut>,
    /// Is next to nothing open?
    pub is_whole: bool,
}

/// Why there are no exact odds of a whole fight.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DuelError {
    /// A policy that draws lots, or two ways of deciding that do not go together.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A mistake of ours.
    #[error("internal: {0}")]
    Broken(String),
}

/// Follows a fight to its end, act by act, merging equal tables.
///
/// Every side follows a policy that draws no lots, or every side does what is best one act ahead. `is_wanted` sees now and then how
/// far it is; false ends it, with what is known so far.
pub fn duel<S: System>(
    book: &S,
    table: &S::Table,
    players: &[Player<S>],
    limits: Limits,
    is_wanted: &dyn Fn(&Duel) -> bool,
) -> Result<Duel, DuelError> {
    let policies: Option<Vec<S::Policy>> = players.iter().map(Player::policy).collect();
    let is_best = players.iter().all(|player| matches!(player, Player::Best { .. }));
    if policies.is_none() && !is_best {
        let why = "a whole fight is worked out for the book's own policies, or for `best` on every side";
        return Err(Refusal::plain("policies-do-not-go-together", why).into());
    }
    let gauges = book.gauges(table);
    let cut = Some(Cut::Acts); // unless it ends, or something else ends it
    let mut duel = Duel { values: vec![BTreeMap::new(); gauges.len()], gauges, cut, ..Duel::default() };
    let mut now = vec![(table.clone(), Mass::ONE)];
    let mut scratch = Vec::new();
    let mut rare = limits.within;
    let mut is_too_large = false;
    // Kinds of acts that can go in too many ways, with what part of them was left open.
    let mut large: BTreeMap<Kind, usize> = BTreeMap::new();
    'acts: for _ in 0..limits.acts {
        let mut next = Tables::<S>::default();
        let mut masses: Vec<Mass> = Vec::new();
        for (table, mass) in &now {
            if duel.tables == limits.tables || duel.ways >= limits.all_ways {
                duel.cut = Some(Cut::Size);
                break 'acts;
            }
            if !is_wanted(&duel) {
                duel.cut = Some(Cut::Unwanted);
                break 'acts;
            }
            duel.tables += 1;
            if let Next::Over(winner) = book.next(table) {
                settle(book, table, *mass, winner, &mut duel, &mut scratch);
                continue;
            }
            let intent = choose(book, table, players, policies.as_deref())?;
            let run = |table: &mut S::Table, oracle: &mut crate::Exact<'_, S>| {
                book.resolve_with(table, Seat::Gm, &intent, oracle)
            };
            let mut ways = 0;
            let effort = Effort { is_wanted: &|| is_wanted(&duel), ..limits.ways.into() };
            let known = next.all.len();
            let mut explore = |rare: f64| {
                next.forget_after(known);
                ways = 0;
                let end = |table: &S::Table, _: &crate::Marks| {
                    ways += 1;
                    next.index_of(book, table)
                };
                let how = Exploring { policies: policies.as_deref(), rare, ..Exploring::by(Reactions::Best) };
                explore_from(book, table, how, effort, run, end)
            };
            // What an act comes to is followed whole. Where that is too much, what is rare of it is left open, and more of it
            // until it is not too much any more.
            let kind = kind_of(&intent);
            let rares = if policies.is_some() { &RARES[..] } else { &RARES[..1] };
            let mut at = large.get(&kind).copied().unwrap_or(0);
            let explored = loop {
                let explored = explore(rares[at] / mass.to_f64().max(f64::MIN_POSITIVE));
                if !matches!(explored, Err(ExploreError::Exhausted(_))) || at + 1 == rares.len() {
                    break explored;
                }
                at += 1;
                large.insert(kind, at);
            };
            is_too_large |= rares[at] > 0.0;
            let explored = match explored {
                Ok(explored) => explored,
                Err(ExploreError::Exhausted(_)) => {
                    duel.cut = Some(Cut::Act);
                    break 'acts;
                }
                Err(ExploreError::Unwanted) => {
                    duel.cut = Some(Cut::Unwanted);
                    break 'acts;
                }
                Err(ExploreError::Broken(why)) if why.contains(DRAWS_LOTS) => return Err(lots().into()),
                Err(ExploreError::Refused(refusal)) if is_unbegun(book, table) => {
                    let why = format!("how it begins cannot be worked out exactly ({refusal}); settle it in the scene");
                    return Err(Refusal::plain("opening-not-exact", why).into());
                }
                Err(error) => return Err(DuelError::Broken(format!("{intent:?}: {error}"))),
            };
            duel.ways += ways;
            duel.error += mass.times(&explored.error);
            masses.resize(next.all.len(), Mass::ZERO);
            for (way, chance) in &explored.ways {
                masses[way.end] += mass.times(chance);
            }
        }
        duel.merged += next.merged;
        let left: Mass = masses.iter().copied().sum();
        if next.all.is_empty() || left.to_f64() < NOTHING {
            duel.cut = None;
            break;
        }
        now = next.all.into_iter().zip(masses).collect();
        rare -= leave_out(&mut now, rare * RARE);
        is_too_large |= keep_likeliest(&mut now, room(&limits, &duel));
    }
    duel.cut = duel.cut.or(is_too_large.then_some(Cut::Size));
    let settled: Mass = duel.won.values().copied().chain([duel.drawn]).sum();
    duel.open = settled.rest();
    duel.is_whole = duel.cut.is_none() && duel.open.to_f64() < limits.within.max(1e-6);
    Ok(duel)
}

/// Leaves out the least likely tables, as many as are not likelier than this together, and gives how likely they are. The others
/// keep their order.
fn leave_out<T>(tables: &mut Vec<(T, Mass)>, most: f64) -> f64 {
    let mut masses: Vec<Mass> = tables.iter().map(|(_, mass)| *mass).collect();
    masses.sort_unstable();
    let mut sum = Mass::ZERO;
    let least = masses.into_iter().find(|mass| {
        sum += *mass;
        sum.to_f64() > most
    });
    let mut left_out = Mass::ZERO;
    tables.retain(|(_, mass)| {
        let stays = least.is_none_or(|least| *mass >= least);
        if !stays {
            left_out += *mass;
        }
        stays
    });
    left_out.to_f64()
}

/// How many tables may be looked at in the next act: for each of them as many ways as for those before.
fn room(limits: &Limits, duel: &Duel) -> usize {
    let ways = limits.all_ways.saturating_sub(duel.ways).saturating_mul(duel.tables) / duel.ways.max(1);
    (limits.tables.saturating_sub(duel.tables).min(ways) / SHARE).max(1)
}

/// Leaves out the least likely tables where there are more than `most`, and says whether it did. The others keep their order, and
/// of equally likely ones the first stay.
fn keep_likeliest<T>(tables: &mut Vec<(T, Mass)>, most: usize) -> bool {
    let Some(over) = tables.len().checked_sub(most).filter(|over| *over > 0) else { return false };
    let mut order: Vec<usize> = (0..tables.len()).collect();
    order.select_nth_unstable_by_key(over - 1, |&at| (tables[at].1, std::cmp::Reverse(at)));
    let mut stays = vec![true; tables.len()];
    order[..over].iter().for_each(|&at| stays[at] = false);
    let mut stays = stays.into_iter();
    tables.retain(|_| stays.next() == Some(true));
    true
}

/// Is nobody's turn yet, so that the game master is to say how it begins?
fn is_unbegun<S: System>(book: &S, table: &S::Table) -> bool {
    book.next(table) == Next::Acts(Who::Gm)
}

fn lots() -> Refusal {
    Refusal::plain("policy-draws-lots", DRAWS_LOTS)
}

/// What whoever is to act does; the same every time.
fn choose<S: System>(
    book: &S,
    table: &S::Table,
    players: &[Player<S>],
    policies: Option<&[S::Policy]>,
) -> Result<S::Intent, Refusal> {
    let who = match book.next(table) {
        Next::Acts(who) => who,
        Next::Over(_) => Who::Gm,
    };
    let last = players.len() - 1;
    let at = book.side_of(table, who).map_or(last, |side| usize::from(side.0).min(last));
    let fresh = FastRng::seed_from_u64(0);
    let mut rng = fresh.clone();
    let Some(policies) = policies else {
        return Ok(search::best_act(book, table, players[at].fallback(), &mut rng));
    };
    let intent = book.choose(table, policies[at], &mut rng);
    if rng == fresh { Ok(intent) } else { Err(lots()) }
}

fn settle<S: System>(
    book: &S,
    table: &S::Table,
    mass: Mass,
    winner: Option<Side>,
    duel: &mut Duel,
    scratch: &mut Vec<i32>,
) {
    match winner {
        Some(side) => *duel.won.entry(side).or_default() += mass,
        None => duel.drawn += mass,
    }
    *duel.rounds.entry(book.round(table)).or_default() += mass;
    book.read_gauges(table, &duel.gauges, scratch);
    for (values, value) in duel.values.iter_mut().zip(scratch) {
        *values.entry(*value).or_default() += mass;
    }
    for card in book.actors(table) {
        if !book.takes_part(table, card.id) {
            *duel.fallen.entry(card.id).or_default() += mass;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_tables_stay_in_their_order() {
        let chance = |text: &str| Mass::ONE.times(&text.parse().unwrap());
        let tables = || vec![('a', chance("1/8")), ('b', chance("1/2")), ('c', chance("1/8")), ('d', chance("1/4"))];
        for (most, expected) in [(4, "abcd"), (3, "abd"), (2, "bd"), (1, "b")] {
            let mut tables = tables();
            assert_eq!(keep_likeliest(&mut tables, most), most < 4);
            assert_eq!(tables.iter().map(|(name, _)| *name).collect::<String>(), expected);
        }
    }
}
