//! Everything that could be done now, as far as it can be listed.

use crate::{ActorSet, Domain, Filled, Offer, Seat, Simulate, Status, System, conformance};
use referee_dice::FastRng;

/// One thing that could be done.
#[derive(Clone, Debug)]
pub struct Act<S: System> {
    /// As a command; `None` if a policy came up with it.
    pub filled: Option<Filled>,
    /// As the rules take it.
    pub intent: S::Intent,
}

/// The acts of those who are to act: every offer with every combination of values, each intent once. Where there are
/// more than `most`, each offer gets its share and at least one, with values spread over the whole domain.
///
/// Free words stay as they are by default; numbers are the least, the most and the middle.
pub fn acts_of<S: System>(book: &S, table: &S::Table, most: usize, rng: &mut FastRng) -> Vec<Act<S>> {
    let (seat, offers) = open_offers(book, table);
    let mut acts: Vec<Act<S>> = Vec::new();
    // Offers with few values leave their share to the others.
    let mut lists: Vec<Vec<Filled>> =
        offers.iter().map(|offer| fillings(book, table, seat, offer, most, rng)).collect();
    lists.sort_by_key(Vec::len);
    let mut left = most;
    let count = lists.len();
    for (index, list) in lists.into_iter().enumerate() {
        let share = left.div_ceil(count - index).max(1).min(list.len());
        for at in 0..share {
            let filled = &list[at * list.len() / share];
            let Ok(intent) = book.intent(table, seat, filled) else { continue };
            if acts.iter().all(|known| known.intent != intent) {
                acts.push(Act { filled: Some(filled.clone()), intent });
            }
        }
        left = left.saturating_sub(share);
    }
    acts
}

/// Whoever is to act, and what they are offered; nothing if it is over.
fn open_offers<S: System>(book: &S, table: &S::Table) -> (Seat, Vec<Offer>) {
    let Status::Acting(acting) = book.status(table) else { return (Seat::Gm, Vec::new()) };
    let seat = match acting.first() {
        None => Seat::Gm,
        Some(_) => Seat::Player(acting.iter().copied().collect::<ActorSet>()),
    };
    let mut offers = book.offers(table, seat);
    offers.retain(|offer| offer.refused.is_none());
    (seat, offers)
}

/// Some acts of those who are to act, other than `usual`, drawn by lot: one of each offer, then another of each, up to `most`.
/// Listing them all takes longer than playing many a fight to its end.
pub(super) fn some_acts<S: System>(
    book: &S,
    table: &S::Table,
    usual: &S::Intent,
    policy: S::Policy,
    most: usize,
    rng: &mut FastRng,
) -> Vec<Act<S>> {
    let (seat, offers) = open_offers(book, table);
    // With how often it gave nothing new.
    let mut open: Vec<(Offer, u8)> = offers.into_iter().map(|offer| (offer, 0)).collect();
    for at in (1..open.len()).rev() {
        open.swap(at, rng.below(at as u32 + 1) as usize);
    }
    let (policies, seed) = ([policy], rng.next_u64());
    let mut idle = Idle::new(book, table, &policies, seed);
    let mut acts: Vec<Act<S>> = Vec::new();
    while acts.len() < most && !open.is_empty() {
        open.retain_mut(|(offer, in_vain)| {
            if acts.len() >= most {
                return true;
            }
            let filled = conformance::fill(book, table, seat, offer, rng).ok();
            let act = filled.and_then(|filled| {
                let intent = book.intent(table, seat, &filled).ok()?;
                Some(Act { filled: Some(filled), intent })
            });
            let is_new = |act: &Act<S>| act.intent != *usual && acts.iter().all(|known| known.intent != act.intent);
            match act.filter(|act| is_new(act) && !idle.is(&act.intent)) {
                Some(act) => acts.push(act),
                None => *in_vain += 1,
            }
            *in_vain < IN_VAIN
        });
    }
    acts
}

/// An offer that so often gave nothing new has no more.
const IN_VAIN: u8 = 2;

/// Takes out what changes nothing on the table, however the dice fall: the check that nobody asked for, the thing that is put
/// where it lies. After it everything that could be done before can be done still, so a search that took it for an act would
/// find it as good as the best one, and do it for ever.
pub fn without_idle<S: System>(book: &S, table: &S::Table, acts: &mut Vec<Act<S>>, policy: S::Policy, seed: u64) {
    let policies = [policy];
    let mut idle = Idle::new(book, table, &policies, seed);
    acts.retain(|act| !idle.is(&act.intent));
}

/// Tries out whether acts change anything.
struct Idle<'a, S: System> {
    book: &'a S,
    table: &'a S::Table,
    copy: S::Table,
    simulate: Simulate<'a, S>,
}

impl<'a, S: System> Idle<'a, S> {
    fn new(book: &'a S, table: &'a S::Table, policies: &'a [S::Policy], seed: u64) -> Self {
        Idle { book, table, copy: table.clone(), simulate: Simulate::new(book, policies, seed) }
    }

    /// Does this change nothing, as often as it is tried? What is refused is no act either, but whoever plays it says so.
    fn is(&mut self, intent: &S::Intent) -> bool {
        (0..TRIES).all(|_| {
            self.copy.clone_from(self.table);
            self.book.resolve(&mut self.copy, Seat::Gm, intent, &mut self.simulate).is_ok() && self.copy == *self.table
        })
    }
}

/// How often an act is tried before it is said to change nothing.
const TRIES: u32 = 8;

/// An offer filled in every way, up to a number.
fn fillings<S: System>(
    book: &S,
    table: &S::Table,
    seat: Seat,
    offer: &Offer,
    most: usize,
    rng: &mut FastRng,
) -> Vec<Filled> {
    let mut open = vec![(Filled::of(&offer.verb, offer.actor), Vec::<String>::new())];
    let mut done = Vec::new();
    // Depth first; a turn of the loop fills one slot, so this ends whatever a book does.
    for _ in 0..most.saturating_mul(12) {
        let Some((filled, left_out)) = open.pop() else { break };
        let Ok(slots) = book.slots(table, seat, &filled) else { continue };
        let is_open = |name: &String| filled.get(name).is_none() && !left_out.contains(name);
        let Some(slot) = slots.into_iter().find(|slot| is_open(&slot.name)) else {
            done.push(filled);
            if done.len() >= most {
                break;
            }
            continue;
        };
        let values = match (&slot.domain, &slot.default) {
            (Domain::Text { .. }, Some(_)) => {
                let mut left_out = left_out;
                left_out.push(slot.name);
                open.push((filled, left_out));
                continue;
            }
            (domain, _) => values(domain, most, rng),
        };
        for value in values.into_iter().rev() {
            open.push((filled.clone().with(&slot.name, value), left_out.clone()));
        }
    }
    done
}

fn values(domain: &Domain, most: usize, rng: &mut FastRng) -> Vec<String> {
    match domain {
        Domain::One { of } => of.iter().map(|choice| choice.key.clone()).collect(),
        Domain::Several { of, least, most } => {
            let keys: Vec<&str> = of.iter().map(|choice| choice.key.as_str()).collect();
            let mut sets: Vec<String> = Vec::new();
            if *least <= 1 && *most >= 1 {
                sets.extend(keys.iter().map(|key| (*key).to_owned()));
            }
            if *least == 0 {
                sets.push(String::new());
            }
            for count in [*least, (*most).min(keys.len())] {
                if count >= 2 && count <= keys.len() {
                    sets.push(keys[..count].join(","));
                }
            }
            sets.dedup();
            sets
        }
        Domain::Number { min, max } => {
            let mut numbers = vec![*min, min + (max - min) / 2, *max];
            numbers.dedup();
            numbers.iter().map(ToString::to_string).collect()
        }
        Domain::Cell { of } => {
            // Far more cells than acts would hide everything else: a sample, spread by chance.
            let mut cells: Vec<&str> = of.iter().map(|choice| choice.key.as_str()).collect();
            while cells.len() > most.div_ceil(4).max(8) {
                cells.swap_remove(rng.below(cells.len() as u32) as usize);
            }
            cells.into_iter().map(str::to_owned).collect()
        }
        Domain::Text { .. } => vec!["…".to_owned()],
    }
}
