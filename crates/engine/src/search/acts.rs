//! Everything that could be done now, as far as it can be listed.

use crate::{ActorSet, Domain, Filled, Offer, Seat, Status, System};
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
    let Status::Acting(acting) = book.status(table) else { return Vec::new() };
    let seat = match acting.first() {
        None => Seat::Gm,
        Some(_) => Seat::Player(acting.iter().copied().collect::<ActorSet>()),
    };
    let mut offers = book.offers(table, seat);
    offers.retain(|offer| offer.refused.is_none());
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
