//! Something legal, whatever it is: how a policy plays at random.

use super::{Acts as _, Book, Planned, Seen, intent};
use crate::{Offer, Seat, conformance::fill};
use referee_dice::FastRng;

/// How many offers are tried: one may be filled in a way that its rule bars.
const TRIES: usize = 4;

/// One of these offers of the game master, filled at random. `None` if none of those that were tried can be done.
pub fn any_of<S: Book>(see: &Seen<'_, S>, offers: &[Offer], rng: &mut FastRng) -> Option<Planned<S>> {
    let (book, table, seat) = (see.book, see.table, Seat::Gm);
    let legal: Vec<&Offer> = offers.iter().filter(|offer| offer.refused.is_none()).collect();
    for _ in 0..TRIES {
        let offer = legal.get(rng.below(legal.len().max(1) as u32) as usize)?;
        if let Ok(filled) = fill(book, table, seat, offer, rng)
            && let Ok(intent) = intent(book, table, seat, &filled)
            && let Ok(ready) = intent.ready(see)
        {
            return Some(Planned { intent, ready });
        }
    }
    None
}
