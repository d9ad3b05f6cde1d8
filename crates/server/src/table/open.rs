//! Loading a table from its journal, looking back at earlier lines, and following what other servers write.
//!
//! Only the last lines of a journal are kept in memory; earlier ones are read from the store when needed.

use super::{Play, Table, heard::Heard, requests::Requests};
use crate::{
    error::Problem,
    store::{StoreError, Written},
};
use referee_shelf::{OpenTable, open_journal, resume_journal};
use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

/// A snapshot is saved after this many new lines.
const SNAPSHOT_EVERY: u64 = 500;
/// At least this many lines stay in memory, and at most twice as many.
const KEPT: u64 = 150;
/// Earlier lines that were loaded to look back are dropped after this time without use.
const LOOKING_BACK: Duration = Duration::from_secs(60);

impl Table {
    /// The session, loaded from the store if it is not in memory.
    pub(super) async fn session<'p>(&self, play: &'p mut Play) -> Result<&'p mut Box<dyn OpenTable>, Problem> {
        if play.session.is_none() {
            let snapshot = self.store.snapshot(self.id).await.unwrap_or_else(|error| {
                tracing::warn!(table = self.code, %error, "reading the snapshot failed");
                None
            });
            let opened = match snapshot {
                Some((place, text)) => match self.resumed(place, text).await? {
                    Ok(opened) => opened,
                    Err(why) => {
                        tracing::warn!(table = self.code, why, "replayed the whole journal");
                        self.replayed().await?
                    }
                },
                None => self.replayed().await?,
            };
            let Opened { session, requests, heard, snapshot } = opened;
            self.metrics.played_again.fetch_add(session.line() - snapshot, Ordering::Relaxed);
            self.metrics.open_tables.fetch_add(1, Ordering::Relaxed);
            *play = Play { session: Some(session), requests, heard, snapshot, ..Play::default() };
            self.count(play, Some(snapshot)).await?;
            self.keep_snapshot(play);
            play.forget_old_lines();
        }
        play.session.as_mut().ok_or_else(|| Problem::internal("the session was just opened"))
    }

    /// Loads the table from a snapshot and the lines after it; or returns why the snapshot is unusable.
    async fn resumed(&self, place: u64, text: String) -> Result<Result<Opened, String>, Problem> {
        let header = self.store.header(self.id).await?;
        let Some(before) = place.checked_sub(1) else { return Ok(Err("it has no line number".into())) };
        let lines = self.store.lines(self.id, before).await?;
        let (snapshot, heard) = text.split_once('\n').unwrap_or((&text, ""));
        let heard = Heard::read(heard, place);
        let texts: Vec<String> = lines.iter().map(|written| written.line.clone()).collect();
        let snapshot = snapshot.to_owned();
        let work = move || resume_journal(&header, &texts, &snapshot).map_err(|error| error.to_string());
        let session = match tokio::task::spawn_blocking(work).await.map_err(Problem::internal)? {
            Ok(session) => session,
            Err(why) => return Ok(Err(why)),
        };
        let mut requests = Requests::default();
        for (seat, request, _) in self.store.requests(self.id, before).await? {
            requests.note_earlier(seat, &request);
        }
        lines.iter().for_each(|written| requests.note_written(written));
        Ok(Ok(Opened { session, requests, heard, snapshot: place }))
    }

    /// Loads the table by replaying all of its lines.
    async fn replayed(&self) -> Result<Opened, Problem> {
        let header = self.store.header(self.id).await?;
        let lines = self.store.lines(self.id, 0).await?;
        let mut requests = Requests::default();
        lines.iter().for_each(|written| requests.note_written(written));
        // Replaying a long session takes a while, so it runs on a blocking thread.
        let session = tokio::task::spawn_blocking(move || replay(&header, &lines)).await;
        let session = session.map_err(Problem::internal)??;
        Ok(Opened { session, requests, heard: Heard::default(), snapshot: 0 })
    }

    /// Saves a snapshot from time to time, so that the table loads quickly. Nobody waits for it.
    pub(super) fn keep_snapshot(&self, play: &mut Play) {
        let Some(session) = &play.session else { return };
        let line = session.line();
        // After going back to a line before the snapshot, play cannot be resumed from it.
        let is_before = session.head() < play.snapshot;
        if line < play.snapshot + SNAPSHOT_EVERY && !is_before {
            return;
        }
        let Some(text) = session.snapshot() else { return };
        let text = format!("{text}\n{}", play.heard.text(line, &self.about().rights()));
        play.snapshot = line;
        let (store, id) = (Arc::clone(&self.store), self.id);
        tokio::spawn(async move {
            if let Err(error) = store.keep_snapshot(id, line, text).await {
                tracing::warn!(%error, "saving a snapshot failed");
            }
        });
    }

    /// Loads everything after a line into memory. This is rarely needed and takes as long as replaying it, so it runs
    /// on a blocking thread.
    pub(super) async fn remember(&self, session: &dyn OpenTable, after: u64) -> Result<(), Problem> {
        if session.remembers(after) {
            return Ok(());
        }
        // Lines recalled by a copy are shared with the session.
        let Some(copy) = session.fork(session.line()) else { return Ok(()) };
        let lines = self.store.lines(self.id, 0).await?;
        self.metrics.played_again.fetch_add(copy.line(), Ordering::Relaxed);
        let recall = move || {
            let lines: Vec<String> = lines.into_iter().map(|written| written.line).collect();
            copy.recall(&lines)
        };
        let recalled = tokio::task::spawn_blocking(recall).await.map_err(Problem::internal)?;
        recalled.map_err(|error| StoreError::Damaged(error.to_string()).into())
    }

    /// The same, to look back at earlier lines.
    pub(super) async fn look_back(&self, play: &mut Play, after: u64) -> Result<(), Problem> {
        let session = self.session(play).await?;
        self.remember(&**session, after).await?;
        play.looked_back = Some(Instant::now());
        Ok(())
    }

    /// Another server wrote lines up to `place`: reads them and notifies listeners here.
    pub async fn catch_up(self: &Arc<Self>, place: u64) -> Result<(), Problem> {
        let mut play = self.lock().await;
        if play.session.is_none() {
            // Listeners are notified of the new lines. Without listeners, loading can wait.
            if !self.is_alone() {
                self.session(&mut play).await?;
                self.tell_last(&play, None);
                drop(play);
                self.push();
            }
            return Ok(());
        }
        let known = self.session(&mut play).await?.line();
        if known >= place {
            return Ok(());
        }
        self.take_lines(&mut play).await?;
        drop(play);
        self.push();
        Ok(())
    }

    /// Applies the lines written by other servers and notifies listeners here.
    pub(super) async fn take_lines(self: &Arc<Self>, play: &mut Play) -> Result<(), Problem> {
        let known = self.session(play).await?.line();
        for written in self.store.lines(self.id, known).await? {
            let session = self.session(play).await?;
            if let Err(error) = session.follow(&written.line) {
                // The line may go back to one that is not in memory.
                tracing::warn!(table = self.code, %error, "a line from another server does not apply; reloading the table");
                self.shut(play);
                break;
            }
            play.count_last();
            self.tell_last(play, None);
            play.requests.note_written(&written);
        }
        play.forget_old_lines();
        Ok(())
    }
}

impl Play {
    /// Counts the last line for every seat.
    pub(super) fn count_last(&mut self) {
        if let Some(session) = &self.session {
            self.heard.count_last(&**session);
        }
    }

    /// Drops lines that are not needed to continue.
    pub(super) fn forget_old_lines(&mut self) {
        let Some(session) = &mut self.session else { return };
        if session.line() >= session.forgotten() + 2 * KEPT {
            session.forget(KEPT as usize);
            self.looked_back = None;
        }
    }

    /// Drops earlier lines that nobody has looked at recently.
    pub(super) fn forget_the_past(&mut self) {
        if self.looked_back.is_some_and(|then| then.elapsed() >= LOOKING_BACK) {
            self.looked_back = None;
            self.session.iter_mut().for_each(|session| session.forget_recalled());
        }
    }
}

/// A table loaded from the store.
struct Opened {
    session: Box<dyn OpenTable>,
    requests: Requests,
    heard: Heard,
    /// The line of the snapshot used; 0 if none was.
    snapshot: u64,
}

fn replay(header: &str, lines: &[Written]) -> Result<Box<dyn OpenTable>, StoreError> {
    let lines = lines.iter().map(|written| written.line.as_str());
    let text: String = [header].into_iter().chain(lines).flat_map(|line| [line, "\n"]).collect();
    open_journal(&text, false).map_err(|error| StoreError::Damaged(error.to_string()))
}
