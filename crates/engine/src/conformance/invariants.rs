//! What a careful player could check from the log, over random play; and nobody is ever stuck.

use super::{Arena, Bench, Check, Report, Settings, play::next_act};
use crate::{
    Audience, Filled, Flow, Handler, Input, Inputs, Question, Seat, Session, Status, Stop, System, Throw, Who,
};
use referee_dice::{FastDice, FastRng, Roll};

/// One act, with everything that it led to.
pub struct Done<'a, S: System> {
    /// The book with its house rules.
    pub book: &'a S,
    /// The table before the act.
    pub before: &'a S::Table,
    /// Whose seat it came from.
    pub seat: Seat,
    /// The act as it was written.
    pub filled: &'a Filled,
    /// What that means.
    pub intent: &'a S::Intent,
    /// The questions in their order, with the answers.
    pub asked: &'a [Answered],
    /// What was told, in its order.
    pub events: &'a [S::Event],
    /// The table after it.
    pub after: &'a S::Table,
}

/// A question that came up, and its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// Who was asked.
    pub who: Who,
    /// The kind of question.
    pub kind: String,
    /// The key of the chosen option.
    pub key: String,
}

impl<A: Arena> Bench<'_, A> {
    /// Looks at one act of the suite.
    pub(super) fn check_invariants(
        &mut self,
        session: &Session<A::Book>,
        before: &<A::Book as System>::Table,
        seat: Seat,
        (filled, intent): (&Filled, &<A::Book as System>::Intent),
        inputs: &Inputs,
        events: &[<A::Book as System>::Event],
    ) {
        let answered = |input: &Input| match input {
            Input::Answer { who, kind, key, .. } => Some(Answered { who: *who, kind: kind.clone(), key: key.clone() }),
            Input::Dice { .. } => None,
        };
        let asked: Vec<Answered> = inputs.values().filter_map(answered).collect();
        let (book, after) = (session.book(), session.table());
        self.look_at(&Done { book, before, seat, filled, intent, asked: &asked, events, after });
    }

    fn look_at(&mut self, done: &Done<'_, A::Book>) {
        self.report.add("invariants");
        for what in self.arena.broken(done) {
            self.fault(Check::Invariants, format!("`{}` by {:?}: {what}", done.filled, done.seat));
        }
        if let Some(what) = stuck(done.book, done.after) {
            self.fault(Check::Stuck, format!("after `{}` by {:?}: {what}", done.filled, done.seat));
        }
    }
}

/// Whoever is to act can do something; if nobody is, the game master can.
fn stuck<S: System>(book: &S, table: &S::Table) -> Option<String> {
    let Status::Acting(actors) = book.status(table) else { return None };
    let can = |seat| book.offers(table, seat).iter().any(|offer| offer.refused.is_none());
    if actors.is_empty() {
        return (!can(Seat::Gm)).then(|| "nobody is to act, and the game master can do nothing".to_owned());
    }
    let idle = actors.iter().find(|&&actor| !can(Seat::Player(crate::ActorSet::EMPTY.with(actor))))?;
    Some(format!("{} is to act and is offered nothing", book.called(table, *idle).1))
}

/// How many acts of [`soak`] to play: `REFEREE_SOAK`, or a number for everyday tests.
#[allow(clippy::disallowed_methods, reason = "how long to test is no part of any rule")]
pub fn soak_acts(usual: usize) -> usize {
    std::env::var("REFEREE_SOAK").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The seed of the first table of a soak: `REFEREE_SOAK_SEED`, so that a fault can be played again by its seed alone.
#[allow(clippy::disallowed_methods, reason = "which tables to test is no part of any rule")]
fn first_seed() -> u64 {
    std::env::var("REFEREE_SOAK_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_001)
}

/// The acts on one table of a soak.
const ACTS: usize = 60;

/// Plays so many random legal acts on random tables and looks after panics, invariants and moments in which nobody can go
/// on. Nothing else is compared, so that many acts can be played.
pub fn soak<A: Arena>(arena: &A, acts: usize) -> Report {
    let settings = Settings::default();
    let mut report = Report::default();
    for seed in first_seed().. {
        if report.count("actions") >= acts || report.faults.len() >= settings.faults {
            break;
        }
        let (book, table) = arena.table(seed);
        let mut bench = Bench::new(arena, &settings, seed, &book, &table, &mut report);
        bench.soak_table(book, table);
    }
    report
}

impl<A: Arena> Bench<'_, A> {
    fn soak_table(&mut self, book: A::Book, mut table: <A::Book as System>::Table) {
        let mut rng = FastRng::seed_from_u64(self.seed);
        self.report.add("tables");
        for step in 0..ACTS {
            self.step = step;
            let seats = self.seats.clone();
            let next = self.guarded(|| "choosing an act".to_owned(), || next_act(&book, &table, &seats, &mut rng));
            let (seat, filled, intent) = match next {
                Some(Ok(Some(next))) => next,
                Some(Err(why)) => return self.fault(Check::Offers, why),
                Some(Ok(None)) | None => return,
            };
            self.report.add("actions");
            let mut after = table.clone();
            // Prepared dice are kept from act to act: preparing them takes longer than throwing them.
            let mut dice = std::mem::replace(&mut self.dice, FastDice::new(0));
            dice.reseed(rng.next_u64());
            let mut player =
                Player { book: &book, dice: &mut dice, rng: &mut rng, asked: Vec::new(), events: Vec::new() };
            let play = || book.resolve_with(&mut after, seat, &intent, &mut player);
            match self.guarded(|| format!("`{filled}`"), play) {
                Some(Ok(())) => {}
                Some(Err(stop)) => {
                    return self.fault(Check::Offers, format!("{seat:?} was offered `{filled}`, but: {stop:?}"));
                }
                None => return,
            }
            let (asked, events) = (player.asked, player.events);
            self.dice = dice;
            *self.report.counts.entry("questions").or_default() += asked.len();
            self.look_at(&Done {
                book: &book,
                before: &table,
                seat,
                filled: &filled,
                intent: &intent,
                asked: &asked,
                events: &events,
                after: &after,
            });
            // Mostly as if it had not been done: random play would end with the first surrender.
            if !matches!(book.status(&after), Status::Over(_)) || rng.below(4) == 0 {
                table = after;
            }
        }
    }
}

/// Fast dice and random answers, with everything that was asked and told.
struct Player<'a, S: System> {
    book: &'a S,
    dice: &'a mut FastDice,
    rng: &'a mut FastRng,
    asked: Vec<Answered>,
    events: Vec<S::Event>,
}

impl<S: System> Handler<S> for Player<'_, S> {
    fn total(&mut self, _throw: Throw, dice: Roll, _same: &dyn Fn(i32, i32) -> bool) -> Flow<i32> {
        Ok(self.dice.roll(&dice))
    }

    fn decide(&mut self, table: &S::Table, who: Who, question: &S::Question) -> Flow<usize> {
        let of = question.options();
        if of == 0 {
            return Err(Stop::broken("a question without options"));
        }
        let option = self.rng.below(of as u32) as usize;
        let prompt = self.book.prompt(table, who, question);
        let Some(chosen) = prompt.options.get(option) else {
            return Err(Stop::broken(format!("the prompt lists {} of {of} options", prompt.options.len())));
        };
        self.asked.push(Answered { who, kind: prompt.kind.clone(), key: chosen.key.clone() });
        Ok(option)
    }

    fn hear(&mut self, _to: Audience, event: &mut dyn FnMut() -> S::Event) {
        self.events.push(event());
    }
}
