//! A session: one table in play. Every input is one line of its journal.

#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

mod counted;
mod difference;
mod logged;
mod past;

pub use logged::{Logged, hears};
pub use past::SnapshotError;

use crate::{
    After, Again, DICE_ALGORITHM, Entry, FORMAT, Filled, Flow, Header, Input, Inputs, Journal, JournalError,
    JournalFault, Live, Refusal, Seat, Secrecy, SeedPolicy, StandingAnswers, Stop, System, Told, Waiting, What, Who,
    digest::{Known, digest_of, hex, unhex},
    fight::Player,
    handlers::{Advise, other_option},
};
use difference::difference;
use past::Past;
use referee_dice::{DiceRng, FastRng, Position};
use std::sync::Arc;

/// A table in play: its committed state, the pending action, and the journal.
///
/// The table is only ever replaced by a complete result. An action that waits for an answer has changed nothing yet; it
/// is run again from its start once the answer arrives.
#[derive(Clone, Debug)]
pub struct Session<S: System> {
    book: S,
    header: Header<S>,
    seed: [u8; 32],
    /// The first lines, if they are not in memory.
    past: Option<Arc<Past<S>>>,
    /// The lines after them.
    entries: Vec<Entry<S>>,
    /// The state after each of these lines. The first is the start, or the state after the last line that is not in
    /// memory.
    moments: Vec<Moment<S>>,
}

/// The state after one line of the journal.
#[derive(Clone, Debug)]
struct Moment<S: System> {
    table: Arc<S::Table>,
    pending: Option<Arc<Pending<S>>>,
    standing: Arc<StandingAnswers>,
    typed: Arc<Vec<Who>>,
    dice: Position,
    digest: [u8; 16],
    /// The cached digest of the table's setup.
    known: Option<Arc<Known>>,
    /// What this line told.
    told: Arc<[Told<S>]>,
    /// The line in effect: this one, or the one that an undo went back to.
    head: usize,
    /// The previous line in effect.
    parent: Option<usize>,
}

/// A pending action.
#[derive(Clone, Debug)]
struct Pending<S: System> {
    by: Seat,
    /// Who may know of it.
    secrecy: Secrecy,
    intent: Arc<S::Intent>,
    /// The dice position when it began.
    began: Position,
    inputs: Inputs,
    waiting: Vec<Waiting>,
    /// The line that asked the open question.
    asked: usize,
    /// A working copy of the table at the open question. For display only: the action is run again from its start.
    at: Arc<S::Table>,
    /// How many of its events were already told.
    told: usize,
}

impl<S: System> Moment<S> {
    /// The table to display: the working copy at an open question, otherwise the committed table.
    fn shown(&self) -> &S::Table {
        self.pending.as_ref().map_or(&self.table, |pending| &pending.at)
    }
}

/// Why an input was rejected. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The rules refuse it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// An action is pending and must be answered first.
    #[error("an action is waiting for an answer; answer or abandon it first")]
    Busy(Vec<Waiting>),
    /// The question is not open: it was answered already or never asked.
    #[error("question {ask} is not open")]
    NotAsked {
        /// The number given.
        ask: usize,
    },
    /// Someone else has to answer.
    #[error("this seat cannot answer for {who:?}")]
    NotYours { who: Who },
    /// The seat is a spectator's.
    #[error("this is a spectator seat; it cannot act")]
    OnlyWatches,
    /// The answer is not an option, or the dice do not match the roll.
    #[error("{why}")]
    BadAnswer {
        why: String,
        /// The keys of the options, or the dice in notation.
        allowed: Vec<String>,
    },
    /// The line to go to does not exist.
    #[error("there is no line {line}; the journal has {last}")]
    NoSuchLine {
        /// The number given.
        line: u64,
        /// The last line of the journal.
        last: u64,
    },
    /// The line is not in memory: call [`Session::recall`] with the earlier lines and try again.
    #[error("the state after line {line} is not in memory")]
    Forgotten {
        /// The number given.
        line: u64,
    },
    /// The rules do not match the record: an internal error.
    #[error("internal: {0}")]
    Broken(String),
}

impl<S: System> Session<S> {
    /// Opens a table. The seed determines all dice that nobody types in.
    pub fn new(book: S, table: S::Table, seed: [u8; 32]) -> Self {
        let header = Header {
            journal: "referee".into(),
            format: FORMAT,
            book: S::NAME.into(),
            rules: S::VERSION,
            house_rules: book.house_rules(),
            dice: SeedPolicy { algorithm: DICE_ALGORITHM.into(), seed: hex(&seed), since: 0 },
            table,
        };
        Self::begin(book, header, seed)
    }

    /// A table at the start of its journal.
    fn begin(book: S, header: Header<S>, seed: [u8; 32]) -> Self {
        let known = book.setup(&header.table).map(|setup| Arc::new(Known::of(setup)));
        let start = Moment {
            digest: digest_of([0; 16], &header.table, known.as_deref()),
            known,
            table: Arc::new(header.table.clone()),
            pending: None,
            standing: Arc::default(),
            typed: Arc::default(),
            dice: Position::default(),
            told: Arc::default(),
            head: 0,
            parent: None,
        };
        Session { book, header, seed, past: None, entries: Vec::new(), moments: vec![start] }
    }

    /// Replays a journal and checks that each line leads to the recorded result.
    ///
    /// With `redraw`, every die that nobody typed in is drawn again from the seed and compared.
    pub fn replay(text: &str, redraw: bool) -> Result<Self, JournalError> {
        let journal = Journal::<S>::parse(text)?;
        let mut session = Self::opened(journal.header)?;
        for (entry, text) in journal.entries.into_iter().zip(text.lines().skip(1)) {
            session.retrace(entry, text, redraw)?;
        }
        Ok(session)
    }

    /// A table at the start of a parsed journal.
    fn opened(header: Header<S>) -> Result<Self, JournalError> {
        let unreadable = |why: String| JournalError { line: 1, why: JournalFault::Unreadable(why) };
        let book = S::with_house_rules(&header.house_rules).map_err(|refusal| unreadable(refusal.to_string()))?;
        let seed = unhex(&header.dice.seed)
            .filter(|_| header.dice.algorithm == DICE_ALGORITHM)
            .ok_or_else(|| unreadable("the seed or its algorithm is unknown".into()))?;
        Ok(Self::begin(book, header, seed))
    }

    /// Applies the next line as written by another server that runs the same table. If the line does not follow from
    /// the current state, nothing changes.
    pub fn follow(&mut self, text: &str) -> Result<&Entry<S>, JournalError> {
        let line = self.next_line();
        let fault = |why: JournalFault| JournalError { line: line + 1, why };
        let entry: Entry<S> =
            serde_json::from_str(text).map_err(|error| fault(JournalFault::Unreadable(error.to_string())))?;
        if entry.line != line as u64 {
            return Err(fault(JournalFault::Order { expected: line as u64, found: entry.line }));
        }
        self.retrace(entry, text, false)?;
        Ok(self.entries.last().expect("just pushed"))
    }

    /// Uses another seed for all future dice. Earlier dice stay as recorded.
    pub fn reseed(&mut self, seed: [u8; 32]) {
        self.seed = seed;
        self.header.dice.seed = hex(&seed);
        self.header.dice.since = self.line();
    }

    /// Applies a recorded line.
    fn retrace(&mut self, entry: Entry<S>, text: &str, redraw: bool) -> Result<(), JournalError> {
        let fault = |why: String| JournalError { line: entry.line as usize + 1, why: JournalFault::Differs(why) };
        let is_drawn = redraw && entry.line > self.header.dice.since;
        let recorded = if is_drawn { Record::Compare(&entry) } else { Record::Trust(&entry) };
        let (again, moment) = self.step(entry.by, &entry.what, recorded).map_err(|error| fault(error.to_string()))?;
        let line = Self::line_of(&again);
        // A line edited by hand may have different whitespace.
        if line != text && line != Self::line_of(&entry) {
            return Err(fault(difference(&entry, &again)));
        }
        self.entries.push(entry);
        self.moments.push(moment);
        Ok(())
    }

    /// The rulebook with its house rules.
    pub fn book(&self) -> &S {
        &self.book
    }

    /// The committed table, unaffected by a pending action.
    pub fn table(&self) -> &S::Table {
        &self.now().table
    }

    /// The table to display: at an open question, its state at that point of the action; otherwise the committed table.
    pub fn shown(&self) -> &S::Table {
        self.now().shown()
    }

    /// What the pending action waits for; empty if there is none.
    pub fn waiting(&self) -> &[Waiting] {
        self.now().pending.as_ref().map_or(&[], |pending| &pending.waiting)
    }

    /// What `player` would answer to question `ask` of the pending action; `None` if that is not open.
    pub fn advise(&self, ask: usize, player: Player<S>, rng: &mut FastRng) -> Option<usize> {
        let pending = self.now().pending.as_ref()?;
        let mut inputs = pending.inputs.clone();
        let live = Live::new(&self.book, &mut inputs, None, &self.now().standing, &self.now().typed);
        let (start, by, intent) = (&*self.now().table, pending.by, &*pending.intent);
        let given = Vec::new();
        let mut advise = Advise { live, book: &self.book, player, start, by, intent, rng, ask, given, answer: None };
        let mut table = start.clone();
        // This pauses where the action paused; only the answer is needed.
        let _ = self.book.resolve_with(&mut table, by, intent, &mut advise);
        advise.answer
    }

    /// The pending intent, if any.
    pub fn under_way(&self) -> Option<&S::Intent> {
        self.now().pending.as_ref().map(|pending| &*pending.intent)
    }

    /// The pending action: its seat, intent, and recorded inputs by their number within the action.
    pub fn recorded(&self) -> Option<(Seat, &S::Intent, &Inputs)> {
        self.now().pending.as_ref().map(|pending| (pending.by, &*pending.intent, &pending.inputs))
    }

    /// Whether `seat` has seen all dice of the pending action. Its odds would reveal the others.
    pub fn has_seen_its_dice(&self, seat: Seat) -> bool {
        let Some(pending) = &self.now().pending else { return true };
        let fallen = pending.inputs.values().filter(|input| matches!(input, Input::Dice { .. })).count();
        let mut seen = 0;
        let mut at = Some(self.now().head);
        while let Some(moment) = at.and_then(|line| self.moment(line)).filter(|moment| moment.pending.is_some()) {
            let hears = |told: &&Told<S>| hears(&self.book, moment.shown(), seat, told);
            seen += moment.told.iter().filter(|told| matches!(told, Told::Dice { .. })).filter(hears).count();
            at = moment.parent;
        }
        seen == fallen
    }

    /// All standing answers.
    pub fn standing(&self) -> &StandingAnswers {
        &self.now().standing
    }

    /// Those who roll physical dice.
    pub fn typed(&self) -> &[Who] {
        &self.now().typed
    }

    /// The number of the last line.
    pub fn line(&self) -> u64 {
        self.next_line() as u64 - 1
    }

    /// The line in effect: the last one, or the one that an undo went back to.
    pub fn head(&self) -> u64 {
        self.now().head as u64
    }

    /// The line in effect before `line`: the target of one undo step.
    pub fn before(&self, line: u64) -> Option<u64> {
        self.way(line as usize)?.parent.map(|parent| parent as u64)
    }

    /// The running digest of the table.
    pub fn digest(&self) -> String {
        hex(&self.now().digest)
    }

    /// Submits an action.
    pub fn act(&mut self, by: Seat, intent: S::Intent) -> Result<&Entry<S>, SessionError> {
        self.put(by, What::Act(intent))
    }

    /// Submits a filled offer.
    pub fn take(&mut self, by: Seat, filled: &Filled) -> Result<&Entry<S>, SessionError> {
        let intent = self.book.intent(self.table(), by, filled)?;
        self.act(by, intent)
    }

    /// Submits one input. The caller must store the returned line before anyone is notified.
    pub fn put(&mut self, by: Seat, what: What<S>) -> Result<&Entry<S>, SessionError> {
        let (entry, moment) = self.step(by, &what, Record::Play)?;
        self.entries.push(entry);
        self.moments.push(moment);
        Ok(self.entries.last().expect("just pushed"))
    }

    /// The lines of the journal that are in memory.
    pub fn entries(&self) -> &[Entry<S>] {
        &self.entries
    }

    /// The journal as text, as far as it is in memory.
    pub fn journal(&self) -> String {
        let mut text = serde_json::to_string(&self.header).expect("a table is plain data");
        let past = self.played_past().map_or(&[][..], |past| past.entries());
        for entry in past.iter().chain(&self.entries) {
            text.push('\n');
            text.push_str(&Self::line_of(entry));
        }
        text.push('\n');
        text
    }

    /// One line of the journal as text.
    pub fn line_of(entry: &Entry<S>) -> String {
        serde_json::to_string(entry).expect("an entry is plain data")
    }

    /// A new session that starts from the state after `line`, if that is in memory. The two are independent from there
    /// on.
    pub fn fork(&self, line: u64) -> Option<Session<S>> {
        let line = line as usize;
        let (base, seed) = (self.base(), self.seed);
        if line >= self.next_line() {
            return None;
        }
        if line < base {
            let fork = self.played_past()?.fork(line as u64)?;
            return Some(Session { header: self.header.clone(), seed, ..fork });
        }
        let (entries, moments) = (self.entries[..line - base].to_vec(), self.moments[..=line - base].to_vec());
        let (book, header, past) = (self.book.clone(), self.header.clone(), self.past.clone());
        Some(Session { book, header, seed, past, entries, moments })
    }

    /// The log: every line that told something; undone ones are marked.
    pub fn log(&self) -> impl Iterator<Item = Logged<'_, S>> {
        self.log_after(0)
    }

    /// The log after a line, as far as it is in memory.
    pub fn log_after(&self, after: u64) -> impl Iterator<Item = Logged<'_, S>> {
        let active = self.active();
        let all = self.moments_after(after).filter(|(_, moment)| !moment.told.is_empty());
        all.map(move |(line, moment)| Logged {
            book: &self.book,
            line: line as u64,
            told: &moment.told,
            table: moment.shown(),
            undone: !active[line],
        })
    }

    /// The lines that are undone. Lines that are themselves an undo or redo are not included, since nothing happened in
    /// them.
    pub fn undone(&self) -> Vec<u64> {
        let mut counts = self.active();
        self.jumps().for_each(|(line, _)| counts[line] = true);
        (1..self.next_line()).filter(|line| !counts[*line]).map(|line| line as u64).collect()
    }

    /// Which lines are in effect.
    fn active(&self) -> Vec<bool> {
        let mut active = vec![false; self.next_line()];
        let mut at = Some(self.now().head);
        while let Some(line) = at {
            active[line] = true;
            at = self.way(line).and_then(|way| way.parent);
        }
        active
    }

    /// What the last line told, limited to what `seat` may know.
    pub fn told(&self, seat: Seat) -> impl Iterator<Item = &Told<S>> {
        let now = self.last_told();
        now.told.iter().filter(move |told| hears(&self.book, now.shown(), seat, told))
    }

    fn now(&self) -> &Moment<S> {
        self.moments.last().expect("the initial state always exists")
    }

    /// Computes the state after an input, without changing the session.
    fn step(&self, by: Seat, what: &What<S>, record: Record<'_, S>) -> Result<(Entry<S>, Moment<S>), SessionError> {
        if by == Seat::Spectator {
            return Err(SessionError::OnlyWatches);
        }
        let now = self.now();
        let line = self.next_line();
        let mut next = Moment { told: Arc::default(), head: line, parent: Some(now.head), ..now.clone() };
        let mut fresh = Inputs::new();
        let mut kept = what.clone();
        match what {
            What::Act(intent) | What::Secretly { act: intent, .. } => {
                if let Some(pending) = &now.pending {
                    return Err(SessionError::Busy(pending.waiting.clone()));
                }
                let secrecy = if let What::Secretly { to, .. } = what { *to } else { Secrecy::Public };
                let pending = Pending {
                    by,
                    secrecy,
                    intent: Arc::new(intent.clone()),
                    began: now.dice,
                    inputs: Inputs::new(),
                    waiting: Vec::new(),
                    asked: line,
                    at: now.table.clone(),
                    told: 0,
                };
                fresh = self.run(&mut next, pending, record)?;
            }
            What::Answer { ask, option, key } => {
                let mut pending = now.pending.as_deref().cloned().ok_or(SessionError::NotAsked { ask: *ask })?;
                let input = self.given_answer(&pending, by, *ask, *option, key.as_deref())?;
                if let (Record::Play, Input::Answer { key, .. }) = (&record, &input) {
                    kept = What::Answer { ask: *ask, option: *option, key: Some(key.clone()) };
                }
                pending.inputs.insert(*ask, input);
                fresh = self.run(&mut next, pending, record)?;
            }
            What::Dice { ask, faces } => {
                let mut pending = now.pending.as_deref().cloned().ok_or(SessionError::NotAsked { ask: *ask })?;
                let input = self.given_dice(&pending, by, *ask, faces)?;
                pending.inputs.insert(*ask, input);
                fresh = self.run(&mut next, pending, record)?;
            }
            What::Abandon => {
                let pending = now.pending.as_ref().ok_or(SessionError::NotAsked { ask: 0 })?;
                if !by.is_gm() && by != pending.by {
                    return Err(SessionError::NotYours { who: Who::Gm });
                }
                // Restores the dice position, as an undo does: abandoning an action must not lead to better dice.
                next.dice = match record {
                    // Older journals did not restore the dice here.
                    Record::Trust(entry) | Record::Compare(entry) if entry.dice == now.dice => now.dice,
                    _ => pending.began,
                };
                next.pending = None;
            }
            What::Goto { line: to, dice } => {
                let target = usize::try_from(*to).ok().filter(|to| *to < line);
                let target = target.ok_or(SessionError::NoSuchLine { line: *to, last: self.line() })?;
                let target = self.moment(target).ok_or(SessionError::Forgotten { line: *to })?;
                let dice = if *dice == Again::New { Position { stream: line as u64, word: 0 } } else { target.dice };
                next = Moment { dice, told: Arc::default(), ..target.clone() };
            }
            What::Standing { who, kind, answer } => {
                self.may_answer(by, *who)?;
                let mut standing = (*now.standing).clone();
                standing.entry(*who).or_default().insert(kind.clone(), answer.clone());
                next.standing = Arc::new(standing);
            }
            What::Typed { who, typed } => {
                self.may_answer(by, *who)?;
                let mut all: Vec<Who> = now.typed.iter().copied().filter(|known| known != who).collect();
                all.extend(typed.then_some(*who));
                next.typed = Arc::new(all);
            }
        }
        let after = match &next.pending {
            Some(pending) => After::Waiting(pending.waiting.iter().map(Waiting::ask).collect()),
            None => After::Done(hex(&next.digest)),
        };
        let entry = Entry { line: line as u64, by, what: kept, inputs: fresh, after, dice: next.dice };
        Ok((entry, next))
    }

    /// Runs the action from its start with the recorded inputs; returns the new inputs.
    fn run(
        &self,
        next: &mut Moment<S>,
        mut pending: Pending<S>,
        record: Record<'_, S>,
    ) -> Result<Inputs, SessionError> {
        let given: Vec<usize> = pending.inputs.keys().copied().collect();
        let mut dice = DiceRng::from_key(self.seed);
        dice.rewind(next.dice);
        let drawn = match record {
            Record::Trust(entry) => {
                pending.inputs.extend(entry.inputs.clone());
                None
            }
            Record::Play | Record::Compare(_) => Some(&mut dice),
        };
        let mut table = (*next.table).clone();
        let mut live = Live::new(&self.book, &mut pending.inputs, drawn, &next.standing, &next.typed);
        let result = self.book.resolve_with(&mut table, pending.by, &pending.intent, &mut live);
        let (mut told, waiting, used) = live.finish();
        for told in &mut told {
            told.keep_within(pending.secrecy, pending.by);
        }
        next.dice = match record {
            Record::Trust(entry) => entry.dice,
            Record::Play | Record::Compare(_) => dice.position(),
        };
        next.told = told.split_off(pending.told.min(told.len())).into();
        let fresh = pending.inputs.iter().filter(|(ask, _)| !given.contains(ask));
        // Lines are kept for the lifetime of the table, so no spare capacity is reserved.
        let mut kept = Inputs::with_capacity(fresh.clone().count());
        for (ask, input) in fresh {
            kept.insert(*ask, input.clone());
        }
        let is_done = finish(result)?;
        if let Some(extra) = pending.inputs.keys().find(|ask| **ask >= used) {
            return Err(SessionError::Broken(format!("input {extra} was recorded and never used")));
        }
        match is_done {
            true => {
                self.keep(next, table);
                next.pending = None;
            }
            false => {
                pending.told += next.told.len();
                pending.waiting = waiting;
                pending.asked = next.head;
                pending.at = Arc::new(table);
                next.pending = Some(Arc::new(pending));
            }
        }
        Ok(kept)
    }

    /// The table after an action. An unchanged table, as after a simple check, is not stored twice.
    fn keep(&self, next: &mut Moment<S>, table: S::Table) {
        if let Some(setup) = self.book.setup(&table)
            && !next.known.as_ref().is_some_and(|known| known.is_of(&setup))
        {
            next.known = Some(Arc::new(Known::of(setup)));
        }
        let digest = digest_of(next.digest, &table, next.known.as_deref());
        debug_assert_eq!(digest, digest_of(next.digest, &table, None), "the setup is the first field");
        next.digest = digest;
        if *next.table != table {
            next.table = Arc::new(table);
        }
    }

    fn may_answer(&self, by: Seat, who: Who) -> Result<(), SessionError> {
        let may = match (by, who) {
            (Seat::Gm, _) => true,
            (_, Who::Gm) => false,
            (_, Who::Actor(actor)) => by.plays(actor),
            (_, Who::Side(side)) => {
                self.book.actors(self.table()).iter().any(|card| card.side == side && by.plays(card.id))
            }
        };
        if may { Ok(()) } else { Err(SessionError::NotYours { who }) }
    }

    fn given_answer(
        &self,
        pending: &Pending<S>,
        by: Seat,
        ask: usize,
        option: usize,
        key: Option<&str>,
    ) -> Result<Input, SessionError> {
        let open = pending.waiting.iter().find(|waiting| waiting.ask() == ask);
        let Some(Waiting::Answer { who, prompt, .. }) = open else { return Err(SessionError::NotAsked { ask }) };
        self.may_answer(by, *who)?;
        let Some(choice) = prompt.options.get(option) else {
            let why = format!("there is no option {option}: {}", prompt.text);
            return Err(SessionError::BadAnswer {
                why,
                allowed: prompt.options.iter().map(|o| o.key.clone()).collect(),
            });
        };
        if let Some(key) = key.filter(|key| *key != choice.key) {
            let why = other_option(ask, prompt, key, option);
            return Err(SessionError::BadAnswer {
                why,
                allowed: prompt.options.iter().map(|o| o.key.clone()).collect(),
            });
        }
        let (kind, key) = (prompt.kind.clone(), choice.key.clone());
        Ok(Input::Answer { who: *who, kind, option, key, standing: false })
    }

    fn given_dice(&self, pending: &Pending<S>, by: Seat, ask: usize, faces: &[i32]) -> Result<Input, SessionError> {
        let open = pending.waiting.iter().find(|waiting| waiting.ask() == ask);
        let Some(Waiting::Dice { who, name, roll, .. }) = open else { return Err(SessionError::NotAsked { ask }) };
        self.may_answer(by, *who)?;
        Ok(Input::Dice { who: *who, name: name.clone(), roll: roll.clone(), faces: faces.to_vec(), typed: true })
    }
}

/// How a line is produced: by playing, or by following a record.
#[derive(Clone, Copy)]
enum Record<'a, S: System> {
    /// Draws dice and applies standing answers.
    Play,
    /// Takes dice and standing answers from the record.
    Trust(&'a Entry<S>),
    /// Draws dice again; the caller compares.
    Compare(&'a Entry<S>),
}

/// Whether the action ended (true) or paused (false).
fn finish(result: Flow<()>) -> Result<bool, SessionError> {
    match result {
        Ok(()) => Ok(true),
        Err(Stop::Pause) => Ok(false),
        Err(Stop::Refused(refusal)) => Err(SessionError::Refused(*refusal)),
        Err(Stop::Broken(why)) => Err(SessionError::Broken(*why)),
    }
}
