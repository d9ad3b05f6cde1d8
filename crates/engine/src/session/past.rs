//! Snapshots: how things stood after a line, so that a long journal need not be played again to go on.
//!
//! The journal stays the truth. A session that was opened from a snapshot knows the lines before it by their text alone;
//! they are played again when somebody looks back: at the log, at an earlier moment, at an undo that goes so far.

use super::{Moment, Session};
use crate::{
    About, After, Entry, Header, Standing, System, What, Who,
    digest::{hex, unhex},
};
use referee_dice::Position;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

/// Why a snapshot was not taken. The journal says the same, only slower.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the snapshot is of no use: {0}")]
pub struct SnapshotError(String);

/// What is written of a moment.
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
    /// The lines up to here that went back or forward, and where they went.
    jumps: BTreeMap<usize, usize>,
    table: S::Table,
}

/// The lines before a snapshot.
#[derive(Debug)]
pub(super) struct Past<S: System> {
    lines: Vec<String>,
    jumps: BTreeMap<usize, usize>,
    /// Where things stood after each line, from the start.
    ways: Vec<Way>,
    played: OnceLock<Option<Box<Session<S>>>>,
}

/// Where things stand after a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    head: usize,
    /// The line before that on the way from the start.
    pub(super) parent: Option<usize>,
}

impl<S: System> Session<S> {
    /// How things stand, to open the table with later: see [`resume`](Self::resume). `None` while an action is under way.
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

    /// Opens a table from its journal and a snapshot: only the lines after it are played.
    ///
    /// A snapshot that is damaged, of another version, or of another journal is refused; so is one from which the lines
    /// do not follow. Whoever holds the journal then plays it from the start.
    pub fn resume(header: &str, mut lines: Vec<String>, snapshot: &str) -> Result<Self, SnapshotError> {
        let unread = |error: serde_json::Error| SnapshotError(error.to_string());
        let snapshot = Snapshot::<S>::read(snapshot)?;
        let about = About::of(header).map_err(|error| SnapshotError(error.to_string()))?;
        about.check::<S>().map_err(|fault| SnapshotError(fault.to_string()))?;
        let header: Header<S> = serde_json::from_str(header).map_err(unread)?;
        if (snapshot.format, snapshot.book.as_str(), snapshot.rules) != (header.format, S::NAME, S::VERSION) {
            return Err(SnapshotError("it is of another version".into()));
        }
        let mut session = Self::opened(header).map_err(|error| SnapshotError(error.to_string()))?;
        let line = snapshot.line.checked_sub(1).and_then(|at| lines.get(at));
        let line = line.ok_or_else(|| SnapshotError("it is of a line that is not there".into()))?;
        let entry: Entry<S> = serde_json::from_str(line).map_err(unread)?;
        let After::Done(digest) = &entry.after else { return Err(SnapshotError("an action was under way".into())) };
        if *digest != snapshot.digest || entry.dice != snapshot.dice || entry.line != snapshot.line as u64 {
            return Err(SnapshotError("it is of another journal".into()));
        }
        let since = lines.split_off(snapshot.line);
        let (past, now) = snapshot.apart(lines)?;
        (session.moments, session.past) = (vec![now], Some(Arc::new(past)));
        for line in since {
            session.follow(&line).map_err(|error| SnapshotError(error.to_string()))?;
        }
        Ok(session)
    }

    /// Is everything after this line in memory? If not, looking at it takes as long as playing it.
    pub fn remembers(&self, after: u64) -> bool {
        let is_played = |past: &Arc<Past<S>>| past.played.get().is_some();
        after >= self.base() as u64 || self.past.as_ref().is_none_or(is_played)
    }

    /// Plays the lines before the snapshot now, so that looking back takes no time later.
    pub fn recall(&self) {
        self.played_past();
    }

    /// The lines that went back or forward, and where they went.
    pub fn jumps(&self) -> impl Iterator<Item = (usize, usize)> {
        let past = self.past.iter().flat_map(|past| past.jumps.iter().map(|(line, to)| (*line, *to)));
        let since = self.entries.iter().filter_map(|entry| match entry.what {
            What::Goto { line, .. } => Some((entry.line as usize, line as usize)),
            _ => None,
        });
        past.chain(since)
    }

    /// The last line before those that are in memory.
    pub(super) fn base(&self) -> usize {
        self.past_lines().len()
    }

    /// The number that the next line will have.
    pub(super) fn next_line(&self) -> usize {
        self.base() + self.moments.len()
    }

    pub(super) fn past_lines(&self) -> &[String] {
        self.past.as_ref().map_or(&[], |past| &past.lines)
    }

    /// Where things stood after a line.
    pub(super) fn way(&self, line: usize) -> Option<Way> {
        match line.checked_sub(self.base()) {
            Some(at) => self.moments.get(at).map(|moment| Way { head: moment.head, parent: moment.parent }),
            None => self.past.as_ref()?.ways.get(line).copied(),
        }
    }

    /// How things stood after a line; the past is played again if that is where it lies.
    pub(super) fn moment(&self, line: usize) -> Option<&Moment<S>> {
        match line.checked_sub(self.base()) {
            Some(at) => self.moments.get(at),
            None => self.played_past()?.moments.get(line),
        }
    }

    /// The moment with what the last line told, which a snapshot does not hold.
    pub(super) fn last_told(&self) -> &Moment<S> {
        let past = if self.moments.len() == 1 { self.played_past() } else { None };
        past.map_or(self.now(), |past| past.now())
    }

    /// The lines before the snapshot, played; `None` if there are none, or if they do not hold.
    pub(super) fn played_past(&self) -> Option<&Session<S>> {
        let past = self.past.as_ref()?;
        let play = || {
            let mut session = Session::begin(self.book.clone(), self.header.clone(), self.seed);
            past.lines.iter().try_for_each(|line| session.follow(line).map(drop)).ok()?;
            Some(Box::new(session))
        };
        past.played.get_or_init(play).as_deref()
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

    /// The past, and the moment from which to go on.
    fn apart(self, lines: Vec<String>) -> Result<(Past<S>, Moment<S>), SnapshotError> {
        let mut ways = vec![Way { head: 0, parent: None }];
        for line in 1..=lines.len() {
            let way = match self.jumps.get(&line) {
                None => Way { head: line, parent: Some(ways[line - 1].head) },
                Some(to) => {
                    *ways.get(*to).ok_or_else(|| SnapshotError("it goes to a line that is not there".into()))?
                }
            };
            ways.push(way);
        }
        let Way { head, parent } = ways[lines.len()];
        let now = Moment {
            table: Arc::new(self.table),
            pending: None,
            standing: Arc::new(self.standing.into_iter().collect()),
            typed: Arc::new(self.typed),
            dice: self.dice,
            digest: unhex(&self.digest).ok_or_else(|| SnapshotError("its digest is none".into()))?,
            known: None,
            told: Arc::default(),
            head,
            parent,
        };
        Ok((Past { lines, jumps: self.jumps, ways, played: OnceLock::new() }, now))
    }
}

fn checksum(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}
