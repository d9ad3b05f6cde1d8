//! No seat sees or hears what it may not know.

use super::{Arena, Bench, Check, written};
use crate::{Filled, Seat, Session, System, Who};

impl<A: Arena> Bench<'_, A> {
    /// Looks at everything that each seat is shown now.
    pub(super) fn check_secrets(&mut self, session: &Session<A::Book>) {
        // While a question is open, people look at the table as it stands there; offers are of the committed one.
        let (book, table, at) = (session.book(), session.table(), session.shown());
        for seat in self.seats.clone() {
            let view = written(&book.view(at, seat));
            let (secrets, now) = (self.arena.secrets(book, table, seat), self.arena.secrets(book, at, seat));
            if secrets.is_empty() && now.is_empty() {
                continue;
            }
            self.report.add("secrets");
            let offers = book.offers(table, seat);
            let slots: Vec<_> = offers
                .iter()
                .map(|offer| {
                    book.slots(table, seat, &Filled::of(&offer.verb, offer.actor)).map_err(|why| why.to_string())
                })
                .collect();
            let events = session.told(seat).filter_map(|told| told.event());
            let lines: Vec<_> = events.map(|event| book.narrate(at, event)).collect();
            let told: Vec<_> = session.told(seat).collect();
            let asked: Vec<_> =
                session.waiting().iter().filter(|waiting| hears(book, table, seat, waiting.who())).collect();
            let before = [("offers", written(&offers)), ("slots", written(&slots))];
            let shown =
                [("view", view), ("log", written(&lines)), ("feed", written(&told)), ("prompts", written(&asked))];
            for (secrets, texts) in [(secrets, &before[..]), (now, &shown[..])] {
                for secret in &secrets {
                    let inside = written(secret);
                    let inside = inside.trim_matches('"');
                    if let Some((place, _)) = texts.iter().find(|(_, text)| text.contains(inside)) {
                        self.fault(Check::Secrets, format!("{seat:?} finds {secret:?} in its {place}"));
                    }
                }
            }
        }
    }
}

/// Is `seat` the one that is asked?
pub(super) fn hears<S: System>(book: &S, table: &S::Table, seat: Seat, who: Who) -> bool {
    match who {
        Who::Gm => seat.is_gm(),
        Who::Actor(actor) => seat.plays(actor),
        Who::Side(side) => book.actors(table).iter().any(|card| card.side == side && seat.plays(card.id)),
    }
}
