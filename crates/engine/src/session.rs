//! A session: one table in play. Everything that comes in is one line of its journal.

mod counted;
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
use past::Past;
use referee_dice::{DiceRng, FastRng, Position};
use std::sync::Arc;

/// A table in play: the committed table, what is under way, and the journal that led here.
///
/// The table is only ever replaced by a whole result: an action that waits for an answer has changed nothing yet, and
/// is run again from its start when the answer is there.
#[derive(Clone, Debug)]
pub struct Session<S: System> {
    book: S,
    header: Header<S>,
    seed: [u8; 32],
    /// The first lines, if they are not in memory.
    past: Option<Arc<Past<S>>>,
    /// The lines after them.
    entries: Vec<Entry<S>>,
    /// How things stood after each of these lines; the first is the start, or the last line that is not in memory.
    moments: Vec<Moment<S>>,
}

/// How things stood after one line of the journal.
#[derive(Clone, Debug)]
struct Moment<S: System> {
    table: Arc<S::Table>,
    pending: Option<Arc<Pending<S>>>,
    standing: Arc<StandingAnswers>,
    typed: Arc<Vec<Who>>,
    dice: Position,
    digest: [u8; 16],
    /// What the digest needs of the setup of the table.
    known: Option<Arc<Known>>,
    /// What this line let people know.
    told: Arc<[Told<S>]>,
    /// The line on which things stand: this one, or the one that an undo went back to.
    head: usize,
    /// The line before it on the way from the start.
    parent: Option<usize>,
}

/// An action under way.
#[derive(Clone, Debug)]
struct Pending<S: System> {
    by: Seat,
    /// Who learns of it.
    secrecy: Secrecy,
    intent: Arc<S::Intent>,
    /// Where the dice stood when it began.
    began: Position,
    inputs: Inputs,
    waiting: Vec<Waiting>,
    /// The line that asked it.
    asked: usize,
    /// The working copy of the table at what is waited for. Only for showing: the action is run again from its start.
    at: Arc<S::Table>,
    /// How much of what it tells was told before.
    told: usize,
}

impl<S: System> Moment<S> {
    /// The table to show: at the open question of an action under way, otherwise the committed one.
    fn shown(&self) -> &S::Table {
        self.pending.as_ref().map_or(&self.table, |pending| &pending.at)
    }
}

/// Why something that came in was not taken. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The rules refuse it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Something is under way, and somebody has to answer first.
    #[error("an action is under way and waits for an answer; answer it or abandon it first")]
    Busy(Vec<Waiting>),
    /// No such question is open: answered already, or never asked.
    #[error("question {ask} is not open")]
    NotAsked {
        /// The number that was named.
        ask: usize,
    },
    /// Somebody else has to answer.
    #[error("this seat cannot answer for {who:?}")]
    NotYours {
        /// Who was asked.
        who: Who,
    },
    /// A spectator's seat.
    #[error("this seat watches; it cannot put anything in")]
    OnlyWatches,
    /// The answer is none of the options, or the dice do not fit the roll.
    #[error("{why}")]
    BadAnswer {
        /// What is wrong with it.
        why: String,
        /// The keys of the options, or the dice in notation.
        allowed: Vec<String>,
    },
    /// There is no such line to go to.
    #[error("there is no line {line}; the journal has {last}")]
    NoSuchLine {
        /// The line that was named.
        line: u64,
        /// The last one there is.
        last: u64,
    },
    /// That line is not in memory: [`Session::recall`] the lines before, and try again.
    #[error("how things stood after line {line} is not in memory")]
    Forgotten {
        /// The line that was named.
        line: u64,
    },
    /// The rules and the record do not fit: a mistake of ours.
    #[error("internal: {0}")]
    Broken(String),
}

impl<S: System> Session<S> {
    /// Opens a table. The seed decides all dice that nobody types in.
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

    /// Opens a table from its journal, line by line, and checks that each line leads where it says.
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

    /// A table at the start of a journal that was read.
    fn opened(header: Header<S>) -> Result<Self, JournalError> {
        let unreadable = |why: String| JournalError { line: 1, why: JournalFault::Unreadable(why) };
        let book = S::with_house_rules(&header.house_rules).map_err(|refusal| unreadable(refusal.to_string()))?;
        let seed = unhex(&header.dice.seed)
            .filter(|_| header.dice.algorithm == DICE_ALGORITHM)
            .ok_or_else(|| unreadable("the seed or its algorithm is unknown".into()))?;
        Ok(Self::begin(book, header, seed))
    }

    /// Takes the next line as somebody else wrote it: another server that plays the same table. Nothing changes if it
    /// does not follow from what is here.
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

    /// From here on the dice fall from another seed. What fell before stays as it is recorded.
    pub fn reseed(&mut self, seed: [u8; 32]) {
        self.seed = seed;
        self.header.dice.seed = hex(&seed);
        self.header.dice.since = self.line();
    }

    /// Goes on by a line that is written already.
    fn retrace(&mut self, entry: Entry<S>, text: &str, redraw: bool) -> Result<(), JournalError> {
        let fault = |why: String| JournalError { line: entry.line as usize + 1, why: JournalFault::Differs(why) };
        let is_drawn = redraw && entry.line > self.header.dice.since;
        let recorded = if is_drawn { Record::Compare(&entry) } else { Record::Trust(&entry) };
        let (again, moment) = self.step(entry.by, &entry.what, recorded).map_err(|error| fault(error.to_string()))?;
        let line = Self::line_of(&again);
        // Whoever wrote it by hand may have put spaces where we do not.
        if line != text && line != Self::line_of(&entry) {
            return Err(fault(format!("the rules give {:?} with {:?}", again.after, again.inputs)));
        }
        self.entries.push(entry);
        self.moments.push(moment);
        Ok(())
    }

    /// The rulebook with its house rules.
    pub fn book(&self) -> &S {
        &self.book
    }

    /// The committed table. An action under way has not touched it.
    pub fn table(&self) -> &S::Table {
        &self.now().table
    }

    /// The table as people should see it: while a question is open, as it stands at that point of the action; otherwise the
    /// committed table.
    pub fn shown(&self) -> &S::Table {
        self.now().shown()
    }

    /// What the action under way waits for; empty if none is.
    pub fn waiting(&self) -> &[Waiting] {
        self.now().pending.as_ref().map_or(&[], |pending| &pending.waiting)
    }

    /// What `player` would answer to question `ask` of the action under way; `None` if that is not open.
    pub fn advise(&self, ask: usize, player: Player<S>, rng: &mut FastRng) -> Option<usize> {
        let pending = self.now().pending.as_ref()?;
        let mut inputs = pending.inputs.clone();
        let live = Live::new(&self.book, &mut inputs, None, &self.now().standing, &self.now().typed);
        let (start, by, intent) = (&*self.now().table, pending.by, &*pending.intent);
        let given = Vec::new();
        let mut advise = Advise { live, book: &self.book, player, start, by, intent, rng, ask, given, answer: None };
        let mut table = start.clone();
        // It pauses where the action paused; only the answer is wanted.
        let _ = self.book.resolve_with(&mut table, by, intent, &mut advise);
        advise.answer
    }

    /// The intent under way, if any.
    pub fn under_way(&self) -> Option<&S::Intent> {
        self.now().pending.as_ref().map(|pending| &*pending.intent)
    }

    /// Whose action is under way, which, and what has happened of it by its number within the action.
    pub fn recorded(&self) -> Option<(Seat, &S::Intent, &Inputs)> {
        self.now().pending.as_ref().map(|pending| (pending.by, &*pending.intent, &pending.inputs))
    }

    /// Has `seat` seen all dice of the action under way? What comes of it would give away the others.
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

    /// The standing answers of everybody.
    pub fn standing(&self) -> &StandingAnswers {
        &self.now().standing
    }

    /// Those who roll real dice.
    pub fn typed(&self) -> &[Who] {
        &self.now().typed
    }

    /// The number of the last line.
    pub fn line(&self) -> u64 {
        self.next_line() as u64 - 1
    }

    /// The line on which things stand: the last one, or the one that an undo went back to.
    pub fn head(&self) -> u64 {
        self.now().head as u64
    }

    /// The line before `line` on the way from the start: where one step of undo leads.
    pub fn before(&self, line: u64) -> Option<u64> {
        self.way(line as usize)?.parent.map(|parent| parent as u64)
    }

    /// The running digest of the table.
    pub fn digest(&self) -> String {
        hex(&self.now().digest)
    }

    /// Somebody does something.
    pub fn act(&mut self, by: Seat, intent: S::Intent) -> Result<&Entry<S>, SessionError> {
        self.put(by, What::Act(intent))
    }

    /// Somebody takes an offer.
    pub fn take(&mut self, by: Seat, filled: &Filled) -> Result<&Entry<S>, SessionError> {
        let intent = self.book.intent(self.table(), by, filled)?;
        self.act(by, intent)
    }

    /// Puts one thing in: what comes back is the line to write down before anybody is told.
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

    /// One line of the journal.
    pub fn line_of(entry: &Entry<S>) -> String {
        serde_json::to_string(entry).expect("an entry is plain data")
    }

    /// Another table that begins as this one stood after `line`, if that is in memory; both go their own ways from there.
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

    /// The log: every line that told something, undone ones marked.
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

    /// The lines that an undo has taken back. The lines that went back or forward are none of them: nothing happened
    /// in those.
    pub fn undone(&self) -> Vec<u64> {
        let mut counts = self.active();
        self.jumps().for_each(|(line, _)| counts[line] = true);
        (1..self.next_line()).filter(|line| !counts[*line]).map(|line| line as u64).collect()
    }

    /// Which lines lie on the way from the start to how things stand.
    fn active(&self) -> Vec<bool> {
        let mut active = vec![false; self.next_line()];
        let mut at = Some(self.now().head);
        while let Some(line) = at {
            active[line] = true;
            at = self.way(line).and_then(|way| way.parent);
        }
        active
    }

    /// What the last line told, as far as `seat` may know.
    pub fn told(&self, seat: Seat) -> impl Iterator<Item = &Told<S>> {
        let now = self.last_told();
        now.told.iter().filter(move |told| hears(&self.book, now.shown(), seat, told))
    }

    fn now(&self) -> &Moment<S> {
        self.moments.last().expect("there is always the start")
    }

    /// What a line would lead to. Nothing is changed.
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
                // The dice that have fallen fall again, as after an undo: giving up is no way to better ones.
                next.dice = match record {
                    // A journal may be from before this was so.
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

    /// Runs the action from its start with what is recorded; gives the inputs that came on the way.
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
        // A line is kept for as long as the table is: with no more room than it needs.
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

    /// The table as an action left it. One that is as it was, after a Check that changed nothing, is not kept twice.
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

/// How a line is made: by playing, or by following a record.
#[derive(Clone, Copy)]
enum Record<'a, S: System> {
    /// Draw dice, take standing answers.
    Play,
    /// Take dice and standing answers from the record.
    Trust(&'a Entry<S>),
    /// Draw again; the caller compares.
    Compare(&'a Entry<S>),
}

/// Did the action end (true) or pause (false)?
fn finish(result: Flow<()>) -> Result<bool, SessionError> {
    match result {
        Ok(()) => Ok(true),
        Err(Stop::Pause) => Ok(false),
        Err(Stop::Refused(refusal)) => Err(SessionError::Refused(*refusal)),
        Err(Stop::Broken(why)) => Err(SessionError::Broken(*why)),
    }
}
