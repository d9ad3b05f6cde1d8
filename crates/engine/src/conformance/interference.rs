//! What a seat does not know of makes no difference to anything that it can ask.

use super::{Arena, Bench, Check, fill, written};
use crate::{Filled, Offer, Reactions, Seat, Session, System, known_table, odds_of, unknown_to};
use referee_dice::FastRng;
use std::{borrow::Cow, collections::BTreeMap};

/// How many offers a seat fills at each look.
const FILLED: usize = 6;
/// The most ways that odds follow here: larger ones are left out for both tables.
const WAYS: usize = 2_000;

impl<A: Arena> Bench<'_, A> {
    /// Asks everything that a seat can ask twice: of the true table, and of the table without whatever the seat does not
    /// know of. The answers are the same texts.
    pub(super) fn check_interference(&mut self, session: &Session<A::Book>) {
        let (book, table) = (session.book(), session.table());
        for seat in self.seats.clone() {
            let known = match known_table(book, table, seat) {
                Cow::Owned(known) => known,
                Cow::Borrowed(_) => continue,
            };
            self.report.add("secret tables");
            let view = |table| written(&book.view(table, seat));
            self.same(seat, "the view", &view(table), &view(&known));
            let offers = book.offers(table, seat);
            self.same(seat, "the offers", &written(&offers), &written(&book.offers(&known, seat)));
            let names: Vec<String> =
                unknown_to(book, table, seat).iter().map(|actor| book.called(table, actor).0).collect();
            let mut rng = FastRng::seed_from_u64(self.seed ^ self.step as u64);
            for _ in 0..FILLED.min(offers.len()) {
                let offer = &offers[rng.below(offers.len() as u32) as usize];
                let seed = rng.next_u64();
                let (truth, known) = (asked(book, table, seat, offer, seed), asked(book, &known, seat, offer, seed));
                for (what, text) in &truth {
                    self.same(seat, &format!("{}: {what}", offer.verb), text, &known[what]);
                }
                self.check_guesses(book, table, seat, offer, &names);
            }
        }
    }

    /// Naming somebody of whom the seat does not know is refused like naming nobody.
    fn check_guesses(
        &mut self,
        book: &A::Book,
        table: &<A::Book as System>::Table,
        seat: Seat,
        offer: &Offer,
        names: &[String],
    ) {
        let empty = Filled::of(&offer.verb, offer.actor);
        for slot in book.slots(table, seat, &empty).unwrap_or_default() {
            let refusal = |word: &str| {
                let refusal = book.intent(table, seat, &empty.clone().with(&slot.name, word)).err();
                refusal.map_or_else(String::new, |why| written(&why).replace(word, "…"))
            };
            for name in names.iter().filter(|name| !slot.domain.accepts(name)) {
                self.report.add("guesses");
                let what = format!("{} {}={name}", offer.verb, slot.name);
                self.same(seat, &what, &refusal(name), &refusal("nobody-is-called-so"));
            }
        }
    }

    fn same(&mut self, seat: Seat, what: &str, truth: &str, known: &str) {
        if truth != known {
            let at = truth.bytes().zip(known.bytes()).take_while(|(one, other)| one == other).count();
            let from = |text: &str| {
                let start = (0..=at.saturating_sub(120).min(text.len())).rev().find(|at| text.is_char_boundary(*at));
                text[start.unwrap_or(0)..].chars().take(300).collect::<String>()
            };
            let (truth, known) = (from(truth), from(known));
            let what = format!("{seat:?} finds a secret in {what}: {truth:?}, and without what is hidden {known:?}");
            self.fault(Check::Interference, what);
        }
    }
}

/// Everything that a seat can ask about an offer, filled by this seed.
fn asked<S: System>(
    book: &S,
    table: &S::Table,
    seat: Seat,
    offer: &Offer,
    seed: u64,
) -> BTreeMap<&'static str, String> {
    let empty = Filled::of(&offer.verb, offer.actor);
    let slots = |filled| written(&book.slots(table, seat, filled));
    let mut all = BTreeMap::from([("its slots", slots(&empty))]);
    let filled = match fill(book, table, seat, offer, &mut FastRng::seed_from_u64(seed)) {
        Ok(filled) => filled,
        Err(why) => return all.into_iter().chain([("filling it", why)]).collect(),
    };
    all.insert("filling it", filled.to_string());
    all.insert("its slots when it is filled", slots(&filled));
    let drawn = book.drawn(&known_table(book, table, seat), &filled);
    all.insert("what is drawn", written(&drawn));
    let intent = book.intent(table, seat, &filled);
    all.insert("what it means", written(&intent));
    if let Ok(intent) = intent {
        let odds = odds_of(book, table, seat, &intent, Reactions::Never, WAYS);
        all.insert("its odds", odds.map_or_else(|error| error.to_string(), |odds| written(&odds)));
    }
    all
}
