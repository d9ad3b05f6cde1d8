//! Who writes lines, one at a time: whoever has a single line while nobody else writes, or a thread that takes whatever
//! waits, writes once, and then tells everybody who waited.

use super::{
    Readers,
    ahead::{self, Ahead},
    archive::Job,
    awake::Awake,
    rows,
};
use crate::store::{Append, StoreError, TableId};
use std::{
    collections::HashMap,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
        mpsc,
    },
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// The most lines in one group. A table has one line under way at most, so a group holds each table once and nobody
/// is served twice while another waits.
const MOST: usize = 256;
/// For so long lines are waited for that come together with others, at most, and so often they are looked for.
const GATHERED_WITHIN: Duration = Duration::from_millis(2);
const LOOKED_FOR: Duration = Duration::from_micros(100);
/// For so long the database is waited for that has to take lines before others have room.
const ROOM_WITHIN: Duration = Duration::from_secs(10);

/// Answered when it is on the disk.
pub type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// A line, and who waits for it.
pub type Waiting = (Append, Reply<()>);

/// A snapshot of a table: its place and its text.
pub type Snapshot = (TableId, u64, String);

/// How many lines were written, in how many groups.
#[derive(Debug, Default)]
pub struct Counts {
    /// Lines.
    pub lines: AtomicU64,
    /// Groups.
    pub commits: AtomicU64,
    /// How often lines went into the database.
    pub folds: AtomicU64,
}

/// The writer, and who waits until it has room.
#[derive(Debug)]
pub struct Desk {
    writer: Mutex<Writer>,
    room: Condvar,
    awake: Awake,
}

impl Desk {
    /// With this writer at it.
    pub fn new(writer: Writer) -> Desk {
        Desk { writer: Mutex::new(writer), room: Condvar::new(), awake: Awake::new() }
    }

    /// The writer, as soon as nobody else has it.
    pub fn lock(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line by itself, if nobody writes and lines do not come together. Gives it back otherwise.
    pub fn write_now(&self, append: Append) -> Result<Result<(), StoreError>, Append> {
        let Ok(mut writer) = self.writer.try_lock() else { return Err(append) };
        let is_alone = writer.together <= 1 && writer.has_room(std::slice::from_ref(&append));
        if !is_alone {
            return Err(append);
        }
        self.awake.stir();
        Ok(writer.write(vec![append]).remove(0))
    }

    /// Waits until there is room for a group.
    fn lock_with_room(&self, group: &[Append]) -> Result<MutexGuard<'_, Writer>, StoreError> {
        let (writer, waited) = self
            .room
            .wait_timeout_while(self.lock(), ROOM_WITHIN, |writer| !writer.has_room(group))
            .unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            return Err(StoreError::Unavailable("the database takes no more lines; the log says why".into()));
        }
        Ok(writer)
    }

    /// Lines up to a number are in the database.
    pub fn is_folded(&self, up_to: u64) {
        let mut writer = self.lock();
        writer.folded = up_to;
        writer.counts.folds.fetch_add(1, Ordering::Relaxed);
        drop(writer);
        self.room.notify_all();
    }
}

/// The writer: where each journal ends, and which lines the database does not have yet.
#[derive(Debug)]
pub struct Writer {
    ahead: Ahead,
    /// Place and number of the last line of each table that was written to. Nobody else writes to the store.
    ends: HashMap<TableId, (u64, u64)>,
    /// Lines that are on the disk and are to go into the database.
    lines: Vec<Append>,
    /// Snapshots that go along with them.
    snapshots: Vec<Snapshot>,
    /// The number of the last line that the database has.
    folded: u64,
    /// The database has been told that there are lines for it.
    is_told: bool,
    /// How many lines the last group held.
    together: usize,
    /// How many tables wrote something a moment ago.
    busy: Busy,
    /// To see where journals end that were not written to so far.
    readers: Arc<Readers>,
    archive: mpsc::Sender<Job>,
    counts: Arc<Counts>,
}

impl Writer {
    /// A writer of lines, while everything is in the database.
    pub fn new(ahead: Ahead, readers: Arc<Readers>, archive: mpsc::Sender<Job>, counts: Arc<Counts>) -> Writer {
        let folded = ahead.last();
        Writer {
            ahead,
            ends: HashMap::new(),
            lines: Vec::new(),
            snapshots: Vec::new(),
            folded,
            is_told: false,
            together: 0,
            busy: Busy::default(),
            readers,
            archive,
            counts,
        }
    }

    /// Keeps a snapshot; it goes into the database with the next lines.
    pub fn keep(&mut self, snapshot: Snapshot) {
        self.snapshots.push(snapshot);
    }

    /// Does the database have everything?
    pub fn is_settled(&self) -> bool {
        self.folded == self.ahead.last() && self.snapshots.is_empty()
    }

    /// What is to go into the database, and the number of the last line. What comes meanwhile goes into the other half.
    pub fn take(&mut self) -> (Vec<Append>, Vec<Snapshot>, u64) {
        self.is_told = false;
        self.ahead.turn(self.folded);
        (std::mem::take(&mut self.lines), std::mem::take(&mut self.snapshots), self.ahead.last())
    }

    /// Takes lines back that did not get into the database.
    pub fn take_back(&mut self, mut lines: Vec<Append>) {
        lines.append(&mut self.lines);
        self.lines = lines;
    }

    /// Ends the file ahead of the database, which has everything.
    pub fn end(&self) {
        if let Err(error) = self.ahead.remove() {
            tracing::warn!(%error, "the file ahead of the database could not be taken away");
        }
    }

    fn has_room(&mut self, group: &[Append]) -> bool {
        let has_room = self.ahead.has_room(group, self.folded);
        if !has_room {
            self.tell();
        }
        has_room
    }

    fn tell(&mut self) {
        if !std::mem::replace(&mut self.is_told, true) {
            // If it is gone, so is the server.
            let _ = self.archive.send(Job::Fold(None));
        }
    }

    /// Writes a group of lines for which there is room, and says what became of each.
    fn write(&mut self, group: Vec<Append>) -> Vec<Result<(), StoreError>> {
        self.together = group.len();
        let before = self.lines.len();
        let mut written: Vec<_> = group.into_iter().map(|append| self.take_in(append)).collect();
        if self.lines.len() == before {
            return written;
        }
        match self.ahead.write(&self.lines[before..]) {
            Ok(()) => {
                self.busy.look(&self.ends, self.ahead.last());
                self.counts.commits.fetch_add(1, Ordering::Relaxed);
                self.counts.lines.fetch_add((self.lines.len() - before) as u64, Ordering::Relaxed);
                if self.ahead.is_filling() {
                    self.tell();
                }
            }
            Err(error) => {
                tracing::error!(%error, lines = written.len(), "a group of lines could not be written");
                for append in self.lines.drain(before..).rev() {
                    self.ends.insert(append.table, (append.place - 1, 0));
                }
                written.iter_mut().filter(|written| written.is_ok()).for_each(|written| *written = Err(error.clone()));
            }
        }
        written
    }

    /// Takes a line into the group that is about to be written, if its place is the next one.
    fn take_in(&mut self, append: Append) -> Result<(), StoreError> {
        let place = match self.ends.get(&append.table) {
            Some((place, _)) => *place,
            None => self.readers.read(|connection| rows::end(connection, append.table))?.0,
        };
        let is_next = append.place == place + 1;
        self.ends.insert(append.table, (place + u64::from(is_next), self.ahead.last() + 1));
        if !is_next {
            return Err(StoreError::Taken);
        }
        self.lines.push(append);
        Ok(())
    }
}

/// How many tables write: those that did in the last so many lines, looked at from time to time.
#[derive(Debug, Default)]
struct Busy {
    tables: usize,
    /// The number of the last line when they were counted.
    number: u64,
}

impl Busy {
    /// How many lines go by between two looks.
    const LINES: u64 = 1_000;

    fn look(&mut self, ends: &HashMap<TableId, (u64, u64)>, last: u64) {
        if last >= self.number + Busy::LINES {
            self.tables = ends.values().filter(|(_, number)| *number > self.number).count();
            self.number = last;
        }
    }

    /// How many lines are worth a write: it costs the same for one and for many, and if many tables play, more lines come
    /// within its time than have come so far. A quarter of them, so that nobody waits for the slowest.
    fn worth(&self) -> usize {
        (self.tables / 4).min(MOST)
    }
}

/// Works until nobody can send any more. `waiting` counts the lines that are in the queue or under way.
pub fn run(desk: &Desk, queue: &mpsc::Receiver<Waiting>, waiting: &AtomicUsize) {
    let mut replies = Vec::with_capacity(MOST);
    while let Ok(first) = queue.recv() {
        let mut group = Vec::with_capacity(MOST);
        let mut size = 0;
        let mut next = Some(first);
        let (worth, until) = (desk.lock().busy.worth(), Instant::now() + GATHERED_WITHIN);
        loop {
            while let Some((append, reply)) = next.take() {
                size += ahead::length_of(&append);
                group.push(append);
                replies.push(reply);
                if group.len() < MOST && size < ahead::HALF / 4 {
                    next = queue.try_recv().ok();
                }
            }
            if group.len() >= worth || size >= ahead::HALF / 4 || Instant::now() >= until {
                break;
            }
            std::thread::sleep(LOOKED_FOR);
            next = queue.try_recv().ok();
        }
        let taken = group.len();
        let written = match desk.lock_with_room(&group) {
            Ok(mut writer) => writer.write(group),
            Err(error) => vec![Err(error); taken],
        };
        for (reply, written) in replies.drain(..).zip(written) {
            // Whoever asked may be gone; the line is written all the same.
            let _ = reply.send(written);
        }
        waiting.fetch_sub(taken, Ordering::AcqRel);
    }
}
