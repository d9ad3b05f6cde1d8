//! Off turn: how things stand when somebody's next turn comes.

use super::{Ends, OddsError, Tables, ends::Endless, name_of};
use crate::walk::{Visit, walk};
use crate::{ActorId, ActorSet, ExploreError, Filled, Marks, Reactions, Refusal, Seat, Status, System, Who, explore};
use referee_dice::Chance;
use std::collections::BTreeMap;

/// How many times a turn is passed on before giving up.
const MOST_PASSES: usize = 64;
/// How many different tables are followed on the way there.
const MOST_TABLES: usize = 512;

/// Every way things can stand when `actor` may act next, if until then everybody lets their turns go by.
///
/// What happens by itself in between (turns that end and begin, wounds that bleed) is followed with its chances; what
/// is counted on the way is not part of the result. Ways on which it never comes to act are left out; the error says so
/// if none is left.
pub fn next_turn_of<S: System>(book: &S, table: &S::Table, actor: ActorId, limit: usize) -> Result<Ends<S>, OddsError> {
    let mut there = Tables::<S>::default();
    let mut reached: BTreeMap<usize, Chance> = BTreeMap::new();
    let mut open = vec![(table.clone(), Chance::ONE)];
    for _ in 0..MOST_PASSES {
        let mut tables = Tables::<S>::default();
        let mut chances: BTreeMap<usize, Chance> = BTreeMap::new();
        for (table, chance) in open {
            match book.status(&table) {
                Status::Over(_) => continue,
                Status::Acting(acting) if acting.contains(&actor) => {
                    *reached.entry(there.index_of(book, &table)).or_default() += &chance;
                }
                Status::Acting(acting) => {
                    let Some(ways) = pass(book, &table, &acting, limit)? else { continue };
                    for (table, further) in ways {
                        *chances.entry(tables.index_of(book, &table)).or_default() += &chance * &further;
                    }
                }
            }
        }
        open = tables.all.into_iter().zip(chances.into_values()).collect();
        if open.len() > MOST_TABLES {
            return Err(ExploreError::Exhausted(crate::Exhausted { limit: MOST_TABLES }).into());
        }
        if open.is_empty() {
            break;
        }
    }
    let whole: Chance = reached.values().cloned().sum();
    if whole.is_zero() {
        let name = name_of(book, table, Who::Actor(actor));
        return Err(Refusal::plain("never-acts", format!("{name} does not come to act any more")).into());
    }
    let part = |chance: Chance| chance.checked_div(&whole).unwrap_or(Chance::ZERO).reduced();
    let ways = reached.into_iter().map(|(at, chance)| (Vec::new(), Marks::default(), at, part(chance))).collect();
    Ok(Ends { tables: there.all, ways, error: Chance::ZERO, endless: Endless::default() })
}

type Ways<S> = Vec<(<S as System>::Table, Chance)>;

/// The way in which those who are to act let it go by: the offer without anything to fill in after which fewest of
/// them are still to act, which changes least for their side, and least at all: whoever lies in wait does not let it go by.
/// `None` if there is none.
fn pass<S: System>(book: &S, table: &S::Table, acting: &[ActorId], limit: usize) -> Result<Option<Ways<S>>, OddsError> {
    if acting.is_empty() {
        return Ok(begin(book, table, limit));
    }
    let seat = Seat::Player(acting.iter().copied().collect::<ActorSet>());
    let side = book.side_of(table, Who::Actor(acting[0]));
    let now = side.map_or(0, |side| book.score(table, side));
    let words = words_of(table);
    let mut best: Option<((usize, u32, usize), Ways<S>)> = None;
    for offer in book.offers(table, seat).into_iter().filter(|offer| offer.refused.is_none()) {
        let filled = Filled::of(&offer.verb, offer.actor);
        let is_plain = |slots: Vec<crate::Slot>| slots.iter().all(|slot| slot.default.is_some());
        if !book.slots(table, seat, &filled).is_ok_and(is_plain) {
            continue;
        }
        let Ok(intent) = book.intent(table, seat, &filled) else { continue };
        let Ok(ways) = follow(book, table, seat, &intent, limit) else { continue };
        let mut still = 0;
        let (mut change, mut unlike) = (0, 0);
        for (after, _) in &ways {
            match book.status(after) {
                // Nobody gives up the fight to let a turn go by.
                Status::Over(_) => still = usize::MAX,
                Status::Acting(next) if still != usize::MAX => {
                    still = still.max(acting.iter().filter(|actor| next.contains(actor)).count());
                }
                Status::Acting(_) => {}
            }
            change = change.max(side.map_or(0, |side| book.score(after, side).abs_diff(now)));
            unlike = unlike.max(differences(&words, &words_of(after)));
        }
        if still < acting.len() && best.as_ref().is_none_or(|(known, _)| (still, change, unlike) < *known) {
            best = Some(((still, change, unlike), ways));
        }
    }
    Ok(best.map(|(_, ways)| ways))
}

/// Everything in a table, word for word.
fn words_of<T: serde::Serialize>(table: &T) -> Vec<u64> {
    struct Words(Vec<u64>);
    impl Visit for Words {
        fn word(&mut self, bits: u64) {
            self.0.push(bits);
        }
        fn text(&mut self, text: &str) {
            self.0.extend(text.bytes().map(u64::from));
            self.end();
        }
        fn left_out(&mut self) {
            self.0.push(u64::MAX - 1);
        }
        fn end(&mut self) {
            self.0.push(u64::MAX);
        }
    }
    let mut words = Words(Vec::new());
    walk(table, &mut words);
    words.0
}

/// In how many words two tables differ.
fn differences(one: &[u64], other: &[u64]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one != other).count() + one.len().abs_diff(other.len())
}

/// Nobody's turn yet: the game master begins, as a policy would. Where that is rolled for again and again until it is
/// settled, one way of it is taken: whoever begins, everybody's turn comes.
fn begin<S: System>(book: &S, table: &S::Table, limit: usize) -> Option<Ways<S>> {
    let (_, policy) = S::policies().last()?;
    let intent = book.choose(table, *policy, &mut referee_dice::FastRng::seed_from_u64(0));
    if let Ok(ways) = follow(book, table, Seat::Gm, &intent, limit.min(10_000)) {
        return Some(ways);
    }
    let policies = [*policy];
    let mut after = table.clone();
    book.resolve(&mut after, Seat::Gm, &intent, &mut crate::Simulate::new(book, &policies, 0)).ok()?;
    Some(vec![(after, Chance::ONE)])
}

fn follow<S: System>(
    book: &S,
    table: &S::Table,
    seat: Seat,
    intent: &S::Intent,
    limit: usize,
) -> Result<Ways<S>, OddsError> {
    let mut tables = Tables::<S>::default();
    let run = |table: &mut S::Table, oracle: &mut crate::Exact<'_, S>| book.resolve_with(table, seat, intent, oracle);
    let explored =
        explore(book, table, Reactions::Never, limit, run, |table: &S::Table, _: &Marks| tables.index_of(book, table))?;
    let mut chances = vec![Chance::ZERO; tables.all.len()];
    for (way, chance) in explored.ways {
        chances[way.end] += &chance;
    }
    Ok(tables.all.into_iter().zip(chances).collect())
}
