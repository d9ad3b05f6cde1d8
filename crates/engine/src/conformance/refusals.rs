//! What is offered is accepted, anything else is refused and changes nothing.

use super::{
    Arena, Bench, Check, fill,
    sampler::{Answering, Sampler},
    secrets::hears,
    written,
};
use crate::{ActorId, Filled, Offer, Seat, Session, Stop, System, Waiting, What};
use referee_dice::FastRng;

impl<A: Arena> Bench<'_, A> {
    /// Tries an offer as it is filled, without consequences.
    fn attempt(
        &mut self,
        book: &A::Book,
        table: &<A::Book as System>::Table,
        seat: Seat,
        filled: &Filled,
        rng: &mut FastRng,
    ) -> Result<(), Stop> {
        let intent = book.intent(table, seat, filled)?;
        let mut sampler = Sampler::new(book, Answering::Random, &mut self.dice, rng.next_u64());
        book.resolve_with(&mut table.clone(), seat, &intent, &mut sampler)
    }

    /// Every offer of every seat is what it says: open ones are accepted however they are filled and answered, greyed
    /// ones are refused.
    pub(super) fn check_offers(&mut self, book: &A::Book, table: &<A::Book as System>::Table, rng: &mut FastRng) {
        for seat in self.seats.clone() {
            for offer in book.offers(table, seat) {
                let filled = match (fill(book, table, seat, &offer, rng), &offer.refused) {
                    (Ok(filled), _) => filled,
                    (Err(_), Some(_)) => continue,
                    (Err(why), None) => {
                        self.fault(Check::Offers, format!("{seat:?} cannot fill {}: {why}", offer.verb));
                        continue;
                    }
                };
                self.report.add("offers");
                self.check_barred(book, table, seat, &filled);
                match (self.attempt(book, table, seat, &filled, rng), &offer.refused) {
                    (Ok(()), None) | (Err(Stop::Refused(_)), Some(_)) => {}
                    (Ok(()), Some(refusal)) => {
                        let what = format!("{seat:?} may do `{filled}` although it is greyed: {refusal}");
                        self.fault(Check::Refusals, what);
                    }
                    (Err(stop), _) => {
                        self.fault(Check::Offers, format!("{seat:?} was offered `{filled}`, but: {stop:?}"));
                    }
                }
            }
        }
    }

    /// Naming a value that a slot lists as barred gives the reason that stands there.
    fn check_barred(&mut self, book: &A::Book, table: &<A::Book as System>::Table, seat: Seat, filled: &Filled) {
        let mut before = Filled { slots: Default::default(), ..filled.clone() };
        for name in book.slots(table, seat, filled).unwrap_or_default().into_iter().map(|slot| slot.name) {
            let slots = book.slots(table, seat, &before).unwrap_or_default();
            for barred in slots.into_iter().filter(|slot| slot.name == name).flat_map(|slot| slot.barred) {
                self.report.add("barred values");
                let named = before.clone().with(&name, &*barred.choice.key);
                let refused = book.intent(table, seat, &named);
                if refused.as_ref().err() != Some(&barred.why) {
                    let what = format!("`{named}` is barred by {:?}, but: {refused:?}", barred.why);
                    self.fault(Check::Refusals, what);
                }
            }
            if let Some(value) = filled.get(&name) {
                before = before.with(&name, value);
            }
        }
    }

    /// What nobody was offered is refused.
    pub(super) fn check_refusals(
        &mut self,
        session: &Session<A::Book>,
        seat: Seat,
        filled: &Filled,
        intent: &<A::Book as System>::Intent,
        rng: &mut FastRng,
    ) {
        let (book, table) = (session.book(), session.table());
        let before = written(table);
        for (by, wrong) in self.wrong_commands(book, table, seat, filled) {
            self.report.add("refusals");
            match self.attempt(book, table, by, &wrong, rng) {
                Err(Stop::Refused(_)) => {}
                Ok(()) => self.fault(Check::Refusals, format!("{by:?} was not offered `{wrong}` {:?}", wrong.actor)),
                Err(stop) => self.fault(Check::Refusals, format!("{by:?} `{wrong}` was not refused, but: {stop:?}")),
            }
        }
        // The same by the intent itself, which a program may send without any offer.
        for by in self.seats.clone() {
            if !is_offered(&book.offers(table, by), filled) && by != Seat::Gm {
                let mut sampler = Sampler::new(book, Answering::Random, &mut self.dice, rng.next_u64());
                match book.resolve_with(&mut table.clone(), by, intent, &mut sampler) {
                    Err(Stop::Refused(_)) => {}
                    other => self.fault(Check::Refusals, format!("{by:?} may do {intent:?} unoffered: {other:?}")),
                }
            }
        }
        let mut copy = Session::new(book.clone(), table.clone(), [0; 32]);
        let journal = copy.journal();
        let _ = copy.act(Seat::Spectator, intent.clone());
        let _ = copy.take(Seat::Spectator, filled);
        if written(table) != before || copy.journal() != journal {
            self.fault(Check::Refusals, format!("refusing something like `{filled}` changed the table"));
        }
    }

    /// Answers that are none, or that somebody else has to give, are refused.
    pub(super) fn check_answers(&mut self, session: &mut Session<A::Book>) {
        let mut wrong = Vec::new();
        for open in session.waiting() {
            let ask = open.ask();
            wrong.push((Seat::Gm, ask + 100, 0));
            if let Waiting::Answer { who, prompt, .. } = open {
                wrong.push((Seat::Gm, ask, prompt.options.len()));
                let (book, table) = (session.book(), session.table());
                wrong.extend(
                    self.seats.iter().filter(|seat| !hears(book, table, **seat, *who)).map(|seat| (*seat, ask, 0)),
                );
            }
        }
        let (line, waiting) = (session.line(), session.waiting().to_vec());
        for (seat, ask, option) in wrong {
            self.report.add("wrong answers");
            if session.put(seat, What::Answer { ask, option, key: None }).is_ok() {
                return self.fault(Check::Refusals, format!("{seat:?} may answer question {ask} with option {option}"));
            }
        }
        if session.line() != line || session.waiting() != waiting {
            self.fault(Check::Refusals, "refusing an answer changed the session");
        }
    }

    /// Commands near to a legal one that nobody was offered.
    fn wrong_commands(
        &self,
        book: &A::Book,
        table: &<A::Book as System>::Table,
        seat: Seat,
        filled: &Filled,
    ) -> Vec<(Seat, Filled)> {
        let with_verb = |verb: &str| Filled { verb: verb.to_owned(), ..filled.clone() };
        let mut wrong = vec![
            (seat, with_verb("")),
            (seat, with_verb(&format!("{}-not", filled.verb))),
            (seat, filled.clone().with("no-such-slot", "1")),
        ];
        if filled.actor.is_some() {
            wrong.push((seat, Filled { actor: Some(ActorId(9999)), ..filled.clone() }));
        }
        for slot in book.slots(table, seat, filled).unwrap_or_default() {
            for value in ["", "no such value", "-1", "2147483647", "99999999999999999999", "9999,9999", "a,a", "ä\u{1}"]
            {
                if !slot.domain.accepts(value) {
                    wrong.push((seat, filled.clone().with(&slot.name, value)));
                }
            }
            if slot.default.is_none() {
                let mut without = filled.clone();
                without.slots.remove(&slot.name);
                wrong.push((seat, without));
            }
        }
        let others = book.actors(table).into_iter().map(|card| Some(card.id)).chain([None]);
        for by in self.seats.iter().copied() {
            let offers = book.offers(table, by);
            // What a side or the game master does has no actor; naming one with it is idle, not wrong.
            if filled.actor.is_none() && is_offered(&offers, filled) {
                continue;
            }
            let changed = others.clone().map(|actor| Filled { actor, ..filled.clone() });
            wrong.extend(changed.filter(|changed| !is_offered(&offers, changed)).map(|changed| (by, changed)));
        }
        wrong
    }
}

/// Is there an open offer for this verb and actor?
fn is_offered(offers: &[Offer], filled: &Filled) -> bool {
    let same = |offer: &Offer| offer.verb == filled.verb && offer.actor == filled.actor;
    offers.iter().any(|offer| same(offer) && offer.refused.is_none())
}
