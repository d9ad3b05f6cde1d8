//! Opening a table from its journal, and keeping up with what other servers write.

use super::{Play, Table};
use crate::{
    error::Problem,
    store::{SeatId, StoreError, Written},
};
use referee_shelf::{OpenTable, open_journal, resume_journal};
use std::sync::{Arc, atomic::Ordering};

/// A snapshot is kept whenever so many lines have been written since the last one.
const SNAPSHOT_EVERY: u64 = 500;

impl Table {
    /// The session, opened from the store if it is not in memory.
    pub(super) async fn session<'p>(&self, play: &'p mut Play) -> Result<&'p mut Box<dyn OpenTable>, Problem> {
        if play.session.is_none() {
            let header = self.store.header(self.id).await?;
            let lines = self.store.lines(self.id, 0).await?;
            let snapshot = self.store.snapshot(self.id).await.unwrap_or_else(|error| {
                tracing::warn!(table = self.code, %error, "no snapshot could be read");
                None
            });
            play.snapshot = snapshot.as_ref().map_or(0, |(place, _)| *place);
            // Replaying a long evening takes a while; others are served meanwhile.
            let opened = tokio::task::spawn_blocking(move || open(&header, lines, snapshot.map(|(_, text)| text)));
            let Opened { session, requests, refused } = opened.await.map_err(Problem::internal)??;
            if let Some(why) = refused {
                tracing::warn!(table = self.code, why, "the whole journal was played again");
                play.snapshot = 0;
            }
            play.snapshot = play.snapshot.min(session.line());
            self.metrics.played_again.fetch_add(session.line() - play.snapshot, Ordering::Relaxed);
            play.session = Some(session);
            play.requests = requests.into_iter().collect();
            self.metrics.open_tables.fetch_add(1, Ordering::Relaxed);
            self.keep_snapshot(play);
        }
        play.session.as_mut().ok_or_else(|| Problem::internal("the session was just opened"))
    }

    /// Keeps a snapshot now and then, so that the table is opened quickly the next time. Nobody waits for it.
    pub(super) fn keep_snapshot(&self, play: &mut Play) {
        let Some(session) = &play.session else { return };
        let line = session.line();
        if line < play.snapshot + SNAPSHOT_EVERY {
            return;
        }
        let Some(text) = session.snapshot() else { return };
        play.snapshot = line;
        let (store, id) = (Arc::clone(&self.store), self.id);
        tokio::spawn(async move {
            if let Err(error) = store.keep_snapshot(id, line, text).await {
                tracing::warn!(%error, "a snapshot could not be kept");
            }
        });
    }

    /// Has everything after a line in memory. Of a table that was opened from a snapshot that is seldom needed, and takes
    /// as long as playing it: others are served meanwhile.
    pub(super) async fn remember(&self, session: &dyn OpenTable, after: u64) -> Result<(), Problem> {
        if session.remembers(after) {
            return Ok(());
        }
        // What a copy recalls, the session remembers too.
        let Some(copy) = session.fork(session.line()) else { return Ok(()) };
        self.metrics.played_again.fetch_add(copy.line(), Ordering::Relaxed);
        tokio::task::spawn_blocking(move || copy.recall()).await.map_err(Problem::internal)
    }

    /// Another server wrote lines up to `place`: reads them and tells whoever listens here.
    pub async fn catch_up(self: &Arc<Self>, place: u64) -> Result<(), Problem> {
        let mut play = self.lock().await;
        if play.session.is_none() {
            // Whoever listens is told what is new; the rest was told before. If nobody does, it can wait.
            if !self.is_alone() {
                let session = self.session(&mut play).await?;
                self.tell(&**session, None);
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

    /// Takes the lines that others wrote since, and tells whoever listens here.
    pub(super) async fn take_lines(self: &Arc<Self>, play: &mut Play) -> Result<(), Problem> {
        let known = self.session(play).await?.line();
        for written in self.store.lines(self.id, known).await? {
            let session = self.session(play).await?;
            if let Err(error) = session.follow(&written.line) {
                tracing::error!(table = self.code, %error, "a line of another server does not fit; opening again");
                self.shut(play);
                break;
            }
            self.tell(&**session, None);
            play.requests.insert((written.seat, written.request.into()), written.place);
        }
        Ok(())
    }
}

/// A session from the store, and what each request became.
struct Opened {
    session: Box<dyn OpenTable>,
    requests: Vec<((SeatId, Box<str>), u64)>,
    /// Why the snapshot was not used, if there was one.
    refused: Option<String>,
}

fn open(header: &str, lines: Vec<Written>, snapshot: Option<String>) -> Result<Opened, Problem> {
    let mut requests = Vec::with_capacity(lines.len());
    let mut texts = Vec::with_capacity(lines.len());
    for written in lines {
        if !written.request.is_empty() {
            requests.push(((written.seat, written.request.into()), written.place));
        }
        texts.push(written.line);
    }
    let resumed = snapshot.map(|snapshot| resume_journal(header, texts.clone(), &snapshot));
    let refused = match resumed {
        Some(Ok(session)) => return Ok(Opened { session, requests, refused: None }),
        Some(Err(error)) => Some(error.to_string()),
        None => None,
    };
    let text = [header].into_iter().chain(texts.iter().map(String::as_str)).flat_map(|line| [line, "\n"]);
    let session = open_journal(&text.collect::<String>(), false);
    let session = session.map_err(|error| StoreError::Damaged(error.to_string()))?;
    Ok(Opened { session, requests, refused })
}
