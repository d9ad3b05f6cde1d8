//! Snapshots: the state after a line, so that a long journal need not be replayed to continue.
//!
//! The journal remains the source of truth. A session opened from a snapshot, or one that dropped its first lines,
//! knows of earlier lines only which of them were an undo or redo. To look further back (at the log, an earlier state,
//! or a distant undo), the caller supplies the lines, which are then replayed: see [`Session::recall`].

use super::{Moment, Session};
use crate::{
    About, After, Entry, Header, JournalError, JournalFault, Standing, System, What, Who,
    digest::{hex, unhex},
};
use referee_dice::Position;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

/// Why a snapshot was rejected. Replaying the journal gives the same state, only more slowly.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the snapshot cannot be used: {0}")]
pub struct SnapshotError(String);

/// The stored form of a moment.
#[derive(Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct Snapshot<S: System> {
    format: u32,
    book: String,
    rules: u32,
    line: usize,
    dice: Position,
    digest: String,
    standing: Vec<(Who, BTreeMap<String, Standing>)>,
    typed: Vec<Who>,
    /// The lines up to here that were an undo or redo, with their targets.
    jumps: BTreeMap<usize, usize>,
    table: S::Table,
}

/// The lines that are not in memory.
#[derive(Debug)]
pub(super) struct Past<S: System> {
    /// The last of them.
    last: usize,
    jumps: BTreeMap<usize, Jump>,
    played: OnceLock<Box<Session<S>>>,
}

/// An undo or redo.
#[derive(Clone, Copy, Debug)]
struct Jump {
    /// Its target line.
    to: usize,
    way: Way,
}

/// The position in the undo history after a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    head: usize,
    /// The previous line in effect.
    pub(super) parent: Option<usize>,
}

impl<S: System> Session<S> {
    /// A snapshot of the current state, see [`resume`](Self::resume). `None` while an action is pending.
    pub fn snapshot(&self) -> Option<String> {
        let now = self.now();
        if now.pending.is_some() {
            return None;
        }
        let snapshot = Snapshot::<S> {
            format: self.header.format,
            book: S::NAME.to_owned(),
            rules: S::VERSION,
            line: self.next_line() - 1,
            dice: now.dice,
            digest: hex(&now.digest),
            standing: now.standing.iter().map(|(who, answers)| (*who, answers.clone())).collect(),
            typed: now.typed.to_vec(),
            jumps: self.jumps().collect(),
            table: (*now.table).clone(),
        };
        let text = serde_json::to_string(&snapshot).ok()?;
        Some(format!("{} {text}", checksum(&text)))
    }

    /// Opens a table from its journal and a snapshot, replaying only the lines after it. `lines` begins with the
    /// snapshot's own line.
    ///
    /// A snapshot that is damaged, of another version, or of another journal is rejected, and so is one that the lines
    /// do not follow from. The caller can then replay the journal from its start.
    pub fn resume(header: &str, lines: &[String], snapshot: &str) -> Result<Self, SnapshotError> {
        let unread = |error: serde_json::Error| SnapshotError(error.to_string());
        let snapshot = Snapshot::<S>::read(snapshot)?;
        let about = About::of(header).map_err(|error| SnapshotError(error.to_string()))?;
        about.check::<S>().map_err(|fault| SnapshotError(fault.to_string()))?;
        let header: Header<S> = serde_json::from_str(header).map_err(unread)?;
        if (snapshot.format, snapshot.book.as_str(), snapshot.rules) != (header.format, S::NAME, S::VERSION) {
            return Err(SnapshotError("it belongs to another version".into()));
        }
        let mut session = Self::opened(header).map_err(|error| SnapshotError(error.to_string()))?;
        let (line, since) = lines.split_first().ok_or_else(|| SnapshotError("its line does not exist".into()))?;
        let entry: Entry<S> = serde_json::from_str(line).map_err(unread)?;
        let After::Done(digest) = &entry.after else { return Err(SnapshotError("an action was pending".into())) };
        if *digest != snapshot.digest || entry.dice != snapshot.dice || entry.line != snapshot.line as u64 {
            return Err(SnapshotError("it belongs to another journal".into()));
        }
        let (past, now) = snapshot.apart()?;
        (session.moments, session.past) = (vec![now], Some(Arc::new(past)));
        for line in since {
            session.follow(line).map_err(|error| SnapshotError(error.to_string()))?;
        }
        Ok(session)
    }

    /// Drops the state after each line except the last `keep` (or a few more while an action is pending). This bounds
    /// memory use however long the table is played.
    pub fn forget(&mut self, keep: usize) {
        let most = self.entries.len().saturating_sub(keep);
        let Some(cut) = (1..=most).rev().find(|at| self.moments[*at].pending.is_none()) else { return };
        let last = self.base() + cut;
        let mut jumps = self.past.take().map_or_else(BTreeMap::new, |past| past.jumps.clone());
        for (entry, moment) in self.entries.drain(..cut).zip(&self.moments[1..]) {
            if let What::Goto { line, .. } = entry.what {
                let way = Way { head: moment.head, parent: moment.parent };
                jumps.insert(entry.line as usize, Jump { to: line as usize, way });
            }
        }
        self.moments.drain(..cut);
        self.past = Some(Arc::new(Past { last, jumps, played: OnceLock::new() }));
    }

    /// Drops recalled lines.
    pub fn forget_recalled(&mut self) {
        if let Some(past) = self.past.as_ref().filter(|past| past.played.get().is_some()) {
            self.past = Some(Arc::new(Past { last: past.last, jumps: past.jumps.clone(), played: OnceLock::new() }));
        }
    }

    /// The last line that is not in memory; 0 if all are.
    pub fn forgotten(&self) -> u64 {
        self.base() as u64
    }

    /// Whether everything after this line is in memory. If not, [`recall`](Self::recall) restores it.
    pub fn remembers(&self, after: u64) -> bool {
        after >= self.base() as u64 || self.played_past().is_some()
    }

    /// Replays the first lines of the journal, to look back at them. `lines` must contain at least those that are not
    /// in memory. Clones of this session share the result.
    pub fn recall(&self, lines: &[String]) -> Result<(), JournalError> {
        let Some(past) = self.past.as_ref().filter(|past| past.played.get().is_none()) else { return Ok(()) };
        let mut session = Session::begin(self.book.clone(), self.header.clone(), self.seed);
        for line in lines.iter().take(past.last) {
            session.follow(line)?;
        }
        if session.line() < past.last as u64 {
            let (expected, found) = (past.last as u64, session.line());
            return Err(JournalError { line: lines.len() + 1, why: JournalFault::Order { expected, found } });
        }
        // Another caller may have been faster, with the same lines.
        let _ = past.played.set(Box::new(session));
        Ok(())
    }

    /// The lines that were an undo or redo, with their targets.
    pub fn jumps(&self) -> impl Iterator<Item = (usize, usize)> {
        let past = self.past.iter().flat_map(|past| past.jumps.iter().map(|(line, jump)| (*line, jump.to)));
        let since = self.entries.iter().filter_map(|entry| match entry.what {
            What::Goto { line, .. } => Some((entry.line as usize, line as usize)),
            _ => None,
        });
        past.chain(since)
    }

    /// The last line before those in memory.
    pub(super) fn base(&self) -> usize {
        self.past.as_ref().map_or(0, |past| past.last)
    }

    /// The number of the next line.
    pub(super) fn next_line(&self) -> usize {
        self.base() + self.moments.len()
    }

    /// The position in the undo history after a line.
    pub(super) fn way(&self, line: usize) -> Option<Way> {
        match line.checked_sub(self.base()) {
            Some(at) => self.moments.get(at).map(|moment| Way { head: moment.head, parent: moment.parent }),
            None => Some(way(&self.past.as_ref()?.jumps, line)),
        }
    }

    /// The state after a line; `None` if it is not in memory.
    pub(super) fn moment(&self, line: usize) -> Option<&Moment<S>> {
        match line.checked_sub(self.base()) {
            Some(at) => self.moments.get(at),
            None => self.played_past()?.moments.get(line),
        }
    }

    /// The moment that contains what the last line told, which a snapshot does not.
    pub(super) fn last_told(&self) -> &Moment<S> {
        let past = if self.moments.len() == 1 { self.played_past() } else { None };
        past.map_or(self.now(), |past| past.now())
    }

    /// The recalled lines.
    pub(super) fn played_past(&self) -> Option<&Session<S>> {
        self.past.as_ref()?.played.get().map(|session| &**session)
    }
}

/// The position after a line, computed from undos and redos only: any other line simply follows the previous one.
fn way(jumps: &BTreeMap<usize, Jump>, line: usize) -> Way {
    let head = |line: usize| jumps.get(&line).map_or(line, |jump| jump.way.head);
    match jumps.get(&line) {
        Some(jump) => jump.way,
        None => Way { head: line, parent: line.checked_sub(1).map(head) },
    }
}

impl<S: System> Snapshot<S> {
    fn read(text: &str) -> Result<Self, SnapshotError> {
        let (sum, text) = text.split_once(' ').ok_or_else(|| SnapshotError("it is damaged".into()))?;
        if sum != checksum(text) {
            return Err(SnapshotError("it is damaged".into()));
        }
        serde_json::from_str(text).map_err(|error| SnapshotError(error.to_string()))
    }

    /// Splits the snapshot into the past and the moment to continue from.
    fn apart(self) -> Result<(Past<S>, Moment<S>), SnapshotError> {
        let mut jumps = BTreeMap::new();
        for (line, to) in self.jumps {
            if to >= line || line > self.line {
                return Err(SnapshotError("it refers to a line that does not exist".into()));
            }
            jumps.insert(line, Jump { to, way: way(&jumps, to) });
        }
        let Way { head, parent } = way(&jumps, self.line);
        let now = Moment {
            table: Arc::new(self.table),
            pending: None,
            standing: Arc::new(self.standing.into_iter().collect()),
            typed: Arc::new(self.typed),
            dice: self.dice,
            digest: unhex(&self.digest).ok_or_else(|| SnapshotError("its digest is invalid".into()))?,
            known: None,
            told: Arc::default(),
            head,
            parent,
        };
        Ok((Past { last: self.line, jumps, played: OnceLock::new() }, now))
    }
}

fn checksum(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}
