//! Random play: offers filled at random, questions answered at random, some undone.

use super::{Arena, Bench, Check, Report, Settings, secrets::hears, written};
use crate::{
    Again, Choice, Domain, Filled, Input, Inputs, Live, Offer, Script, Seat, Session, SessionError, Standing, Status,
    System, Told, Waiting, What, Who,
};
use referee_dice::FastRng;
use std::collections::BTreeMap;

/// One action of random play, before it is done.
pub struct Act<'a, S: System> {
    /// Its number, from 0.
    pub step: usize,
    /// The session before it.
    pub session: &'a Session<S>,
    /// Who does it.
    pub seat: Seat,
    /// The offer as it was filled.
    pub filled: &'a Filled,
    /// What that means.
    pub intent: &'a S::Intent,
}

/// Fills an offer at random: every value comes from the domains of its slots. The reason if it cannot be filled.
pub fn fill<S: System>(
    book: &S,
    table: &S::Table,
    seat: Seat,
    offer: &Offer,
    rng: &mut FastRng,
) -> Result<Filled, String> {
    let mut filled = Filled::of(&offer.verb, offer.actor);
    let mut left_out: Vec<String> = Vec::new();
    for _ in 0..64 {
        let slots = book.slots(table, seat, &filled).map_err(|refusal| refusal.to_string())?;
        let is_open = |name: &String| filled.get(name).is_none() && !left_out.contains(name);
        let Some(slot) = slots.into_iter().find(|slot| is_open(&slot.name)) else { return Ok(filled) };
        if slot.default.is_some() && rng.below(2) == 0 {
            left_out.push(slot.name);
            continue;
        }
        let value = any_of(&slot.domain, rng).ok_or_else(|| format!("no value is legal for {}", slot.name))?;
        filled = filled.with(&slot.name, value);
    }
    Err("it asks for more and more".to_owned())
}

fn any_of(domain: &Domain, rng: &mut FastRng) -> Option<String> {
    let mut pick = |count: usize| (count > 0).then(|| rng.below(count as u32) as usize);
    match domain {
        Domain::One { of } => Some(of[pick(of.len())?].key.clone()),
        Domain::Several { of, least, most } => {
            let most = (*most).min(of.len());
            let count = least + pick((most + 1).checked_sub(*least)?)?;
            let mut left: Vec<&Choice> = of.iter().collect();
            let mut keys = Vec::new();
            for _ in 0..count {
                keys.push(left.remove(pick(left.len())?).key.as_str());
            }
            Some(keys.join(","))
        }
        Domain::Number { min, max } => {
            let count = u32::try_from(i64::from(*max) - i64::from(*min) + 1).ok().filter(|count| *count > 0)?;
            Some((i64::from(*min) + i64::from(rng.below(count))).to_string())
        }
        Domain::Cell { of } => of.get(pick(of.len())?).map(|choice| choice.key.clone()),
        Domain::Text { longest } => Some("word".chars().take(*longest).collect()),
    }
}

/// Plays `steps` actions from `table` on, all chosen by the seed: offers of these seats, filled at random, with random
/// answers. `look` sees each action before it is done. Ends early when nobody is offered anything.
///
/// # Errors
/// What is offered was not accepted: what it was, and why not.
pub fn random_play<S: System>(
    book: S,
    table: S::Table,
    seats: &[Seat],
    seed: u64,
    steps: usize,
    mut look: impl FnMut(&Act<'_, S>, &mut FastRng),
) -> Result<Session<S>, String> {
    let mut session = Session::new(book, table, seed_bytes(seed));
    let mut rng = FastRng::seed_from_u64(seed);
    for step in 0..steps {
        let Some((seat, filled, intent)) = next_act(session.book(), session.table(), seats, &mut rng)? else { break };
        look(&Act { step, session: &session, seat, filled: &filled, intent: &intent }, &mut rng);
        session.act(seat, intent).map_err(|error| format!("{seat:?} `{filled}`: {error}"))?;
        while let Some((seat, what, _)) = next_answer(&session, seats, &mut rng) {
            session.put(seat, what.clone()).map_err(|error| format!("{seat:?} {what:?}: {error}"))?;
        }
    }
    Ok(session)
}

fn seed_bytes(seed: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes
}

/// Something that somebody is offered, filled.
#[allow(clippy::type_complexity, reason = "who, what, and what it means")]
pub(super) fn next_act<S: System>(
    book: &S,
    table: &S::Table,
    seats: &[Seat],
    rng: &mut FastRng,
) -> Result<Option<(Seat, Filled, S::Intent)>, String> {
    let mut order = seats.to_vec();
    while !order.is_empty() {
        let seat = order.swap_remove(rng.below(order.len() as u32) as usize);
        let mut offers = book.offers(table, seat);
        offers.retain(|offer| offer.refused.is_none());
        if offers.is_empty() {
            continue;
        }
        let offer = &offers[rng.below(offers.len() as u32) as usize];
        let filled = fill(book, table, seat, offer, rng).map_err(|why| format!("{seat:?} {}: {why}", offer.verb))?;
        let intent = book.intent(table, seat, &filled).map_err(|why| format!("{seat:?} `{filled}`: {why}"))?;
        return Ok(Some((seat, filled, intent)));
    }
    Ok(None)
}

/// A random answer to one of the open questions, by somebody who may give it, and what it puts on record.
fn next_answer<S: System>(session: &Session<S>, seats: &[Seat], rng: &mut FastRng) -> Option<(Seat, What<S>, Input)> {
    let waiting = session.waiting();
    let open = waiting.get(rng.below(waiting.len().max(1) as u32) as usize)?;
    let Waiting::Answer { ask, who, prompt } = open else { return None };
    let (book, table) = (session.book(), session.table());
    let may: Vec<Seat> = seats.iter().copied().filter(|seat| hears(book, table, *seat, *who)).collect();
    let seat = may.get(rng.below(may.len().max(1) as u32) as usize).copied().unwrap_or(Seat::Gm);
    let option = rng.below(prompt.options.len().max(1) as u32) as usize;
    let (kind, key) = (prompt.kind.clone(), prompt.options.get(option)?.key.clone());
    Some((
        seat,
        What::Answer { ask: *ask, option, key: None },
        Input::Answer { who: *who, kind, option, key, standing: false },
    ))
}

/// Plays the table of one seed and looks after everything.
pub(super) fn run_table<A: Arena>(arena: &A, settings: &Settings, seed: u64, report: &mut Report) {
    let (book, table) = arena.table(seed);
    let mut bench = Bench::new(arena, settings, seed, &book, &table, report);
    let mut session = Session::new(book, table, seed_bytes(seed));
    let mut rng = FastRng::seed_from_u64(seed);
    // Intents of earlier moments, which may be out of date.
    let mut old: Vec<(Seat, <A::Book as System>::Intent)> = Vec::new();
    for step in 0..settings.steps {
        bench.step = step;
        let goes_on = bench.guarded_step(&mut session, &mut old, &mut rng);
        if !goes_on || bench.report.faults.len() >= settings.faults {
            break;
        }
    }
    if let Some(()) = bench.guarded_replay(&session) {
        bench.report.add("tables");
    }
}

impl<A: Arena> Bench<'_, A> {
    fn guarded_step(
        &mut self,
        session: &mut Session<A::Book>,
        old: &mut Vec<(Seat, <A::Book as System>::Intent)>,
        rng: &mut FastRng,
    ) -> bool {
        let step = std::panic::AssertUnwindSafe(|| self.step(session, old, rng));
        match std::panic::catch_unwind(step) {
            Ok(goes_on) => goes_on,
            Err(panic) => {
                let words = panic.downcast_ref::<String>().cloned();
                let words = words.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default();
                self.fault(Check::Inputs, format!("panicked in play: {words}"));
                false
            }
        }
    }

    fn step(
        &mut self,
        session: &mut Session<A::Book>,
        old: &mut Vec<(Seat, <A::Book as System>::Intent)>,
        rng: &mut FastRng,
    ) -> bool {
        self.check_secrets(session);
        self.check_interference(session);
        let (seat, filled, intent) = match next_act(session.book(), session.table(), &self.seats, rng) {
            Ok(Some(next)) => next,
            Ok(None) => {
                // Nobody can do anything any more; go on from somewhere before.
                let Some(line) = session.before(session.head()) else { return false };
                self.undo(session, line, Again::New, rng);
                return true;
            }
            Err(why) => {
                self.fault(Check::Offers, why);
                return false;
            }
        };
        let (book, table) = (session.book().clone(), session.table().clone());
        self.check_offers(&book, &table, rng);
        self.check_refusals(session, seat, &filled, &intent, rng);
        self.check_inputs(session, &filled, &intent, rng);
        if self.step.is_multiple_of(self.settings.odds_every.max(1)) {
            self.check_odds(&book, &table, seat, &intent);
            self.check_frequencies(&book, &table, seat, &intent);
        }
        self.check_chains(&book, &table);
        if let Some((seat, stale)) = old.get(rng.below(old.len().max(1) as u32) as usize) {
            let mut copy = Session::new(book.clone(), table.clone(), [0; 32]);
            if let Err(SessionError::Broken(why)) = copy.act(*seat, stale.clone()) {
                self.fault(Check::Refusals, format!("{stale:?}, out of date, broke: {why}"));
            }
        }
        old.push((seat, intent.clone()));
        let head = session.head();
        if !self.act(session, seat, &filled, &intent, rng) {
            return false;
        }
        self.wander(session, rng);
        let (book, table) = (session.book(), session.table());
        let status = book.status(table);
        if book.next(table) != status.next() {
            self.fault(Check::Offers, format!("{status:?}, but {:?} comes next", book.next(table)));
        }
        if matches!(status, Status::Over(_)) && rng.below(4) != 0 {
            // Mostly as if it had not been done: random play would end with the first surrender.
            self.report.add("ends");
            self.undo(session, head, Again::New, rng);
        }
        true
    }

    /// Does it, with a pause at every question, and compares with going straight through.
    fn act(
        &mut self,
        session: &mut Session<A::Book>,
        seat: Seat,
        filled: &Filled,
        intent: &<A::Book as System>::Intent,
        rng: &mut FastRng,
    ) -> bool {
        self.report.add("actions");
        let before = session.table().clone();
        let mut inputs = Inputs::new();
        let (mut told, mut events) = (Vec::new(), Vec::new());
        match session.act(seat, intent.clone()) {
            Ok(entry) => inputs.extend(entry.inputs.clone()),
            Err(error) => {
                self.fault(Check::Offers, format!("{seat:?} was offered `{filled}`, but: {error}"));
                return false;
            }
        }
        told.extend(session.told(Seat::Gm).map(written));
        events.extend(session.told(Seat::Gm).filter_map(Told::event).cloned());
        while let Some((by, what, input)) = next_answer(session, &self.seats, rng) {
            self.report.add("questions");
            self.check_secrets(session);
            self.check_answers(session);
            let What::Answer { ask, .. } = what else { return false };
            if let Input::Answer { kind, .. } = &input
                && !self.kinds.contains(kind)
            {
                self.kinds.push(kind.clone());
            }
            inputs.insert(ask, input);
            match session.put(by, what.clone()) {
                Ok(entry) => inputs.extend(entry.inputs.clone()),
                Err(error) => {
                    self.fault(Check::Offers, format!("{by:?} answered {what:?} in `{filled}`, but: {error}"));
                    return false;
                }
            }
            told.extend(session.told(Seat::Gm).map(written));
            events.extend(session.told(Seat::Gm).filter_map(Told::event).cloned());
        }
        if !session.waiting().is_empty() {
            self.fault(Check::Pausing, format!("`{filled}` waits for what nobody can give: {:?}", session.waiting()));
            return false;
        }
        self.check_invariants(session, &before, seat, (filled, intent), &inputs, &events);
        self.check_straight(session, &before, seat, intent, inputs, &told);
        true
    }

    fn check_straight(
        &mut self,
        session: &Session<A::Book>,
        before: &<A::Book as System>::Table,
        seat: Seat,
        intent: &<A::Book as System>::Intent,
        mut inputs: Inputs,
        told: &[String],
    ) {
        let book = session.book();
        let given = inputs.clone();
        let mut table = before.clone();
        let standing = BTreeMap::new();
        let mut live = Live::new(book, &mut inputs, None, &standing, &[]);
        let result = book.resolve_with(&mut table, seat, intent, &mut live);
        let (again, ..) = live.finish();
        let again: Vec<String> = again.iter().map(written).collect();
        if result.is_err() || table != *session.table() {
            self.fault(Check::Pausing, format!("{intent:?} straight through ends elsewhere ({result:?})"));
        } else if again != told {
            self.fault(Check::Pausing, format!("{intent:?} straight through tells something else"));
        }
        // The same as a script, as a case file would have it. It does not know standing answers.
        let is_standing = |input: &Input| matches!(input, Input::Answer { standing: true, .. });
        if given.values().any(is_standing) {
            return;
        }
        let mut script = Script::new(book);
        for input in given.values() {
            script = match input {
                Input::Dice { faces, .. } => script.dice(faces.iter().copied()),
                Input::Answer { key, .. } => script.answers([key.clone()]),
            };
        }
        let mut table = before.clone();
        let result = book.resolve_with(&mut table, seat, intent, &mut script);
        if result.is_err() || table != *session.table() || script.spent().is_err() {
            self.fault(
                Check::Pausing,
                format!("{intent:?} as a script ends elsewhere ({result:?}, {:?})", script.spent()),
            );
        }
    }

    /// Now and then somebody changes a standing answer, or something is undone, perhaps in the middle of an action.
    fn wander(&mut self, session: &mut Session<A::Book>, rng: &mut FastRng) {
        if rng.below(8) == 0 && !self.kinds.is_empty() {
            self.report.add("standing answers");
            let actors = session.book().actors(session.table());
            let who = Who::Actor(actors[rng.below(actors.len() as u32) as usize].id);
            let answer = if rng.below(2) == 0 { Standing::Never } else { Standing::Ask };
            let kind = self.kinds[rng.below(self.kinds.len() as u32) as usize].clone();
            if let Err(error) = session.put(Seat::Gm, What::Standing { who, kind, answer }) {
                self.fault(Check::Replay, format!("a standing answer was not taken: {error}"));
            }
        }
        if rng.below(8) == 0 {
            self.report.add("undone");
            let dice = if rng.below(2) == 0 { Again::Same } else { Again::New };
            self.undo(session, u64::from(rng.below(session.line() as u32 + 1)), dice, rng);
        }
    }

    /// Goes to another line, and answers what is open there.
    fn undo(&mut self, session: &mut Session<A::Book>, line: u64, dice: Again, rng: &mut FastRng) {
        if let Err(error) = session.put(Seat::Gm, What::Goto { line, dice }) {
            self.fault(Check::Replay, format!("line {line} cannot be gone back to: {error}"));
        }
        while let Some((seat, what, _)) = next_answer(session, &self.seats, rng) {
            if let Err(error) = session.put(seat, what) {
                return self.fault(Check::Offers, format!("after an undo, an option was not accepted: {error}"));
            }
        }
    }

    fn guarded_replay(&mut self, session: &Session<A::Book>) -> Option<()> {
        let (text, log) = (session.journal(), heard(session));
        for redraw in [false, true] {
            let again = self.guarded(|| "replay".to_owned(), || Session::<A::Book>::replay(&text, redraw))?;
            match again {
                Err(error) => {
                    self.fault(Check::Replay, format!("its own journal is refused (redraw {redraw}): {error}"))
                }
                Ok(again) => {
                    if again.journal() != text || again.digest() != session.digest() {
                        self.fault(Check::Replay, "the journal is not the same when it is replayed");
                    }
                    if again.table() != session.table() || heard(&again) != log {
                        self.fault(Check::Replay, "replay leads to another table or tells something else");
                    }
                }
            }
        }
        Some(())
    }
}

/// Everything that was told, as text.
fn heard<S: System>(session: &Session<S>) -> Vec<String> {
    session.log().flat_map(|line| line.told.iter().map(|told: &Told<S>| written(told)).collect::<Vec<_>>()).collect()
}
