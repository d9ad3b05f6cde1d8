//! Opening a table from its journal, and keeping up with what other servers write.

use super::{Play, Table};
use crate::{
    error::Problem,
    store::{SeatId, StoreError, Written},
};
use referee_shelf::{OpenTable, open_journal};
use std::sync::{Arc, atomic::Ordering};

impl Table {
    /// The session, opened from the store if it is not in memory.
    pub(super) async fn session<'p>(&self, play: &'p mut Play) -> Result<&'p mut Box<dyn OpenTable>, Problem> {
        if play.session.is_none() {
            let header = self.store.header(self.id).await?;
            let lines = self.store.lines(self.id, 0).await?;
            // Replaying a long evening takes a while; others are served meanwhile.
            let opened = tokio::task::spawn_blocking(move || open(header, lines)).await.map_err(Problem::internal)?;
            let (session, requests) = opened?;
            play.session = Some(session);
            play.requests = requests.into_iter().collect();
            self.metrics.open_tables.fetch_add(1, Ordering::Relaxed);
        }
        play.session.as_mut().ok_or_else(|| Problem::internal("the session was just opened"))
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

type Opened = (Box<dyn OpenTable>, Vec<((SeatId, Box<str>), u64)>);

fn open(header: String, lines: Vec<Written>) -> Result<Opened, Problem> {
    let mut text = header;
    let mut requests = Vec::with_capacity(lines.len());
    for written in lines {
        text.push('\n');
        text.push_str(&written.line);
        if !written.request.is_empty() {
            requests.push(((written.seat, written.request.into()), written.place));
        }
    }
    text.push('\n');
    let session = open_journal(&text, false).map_err(|error| StoreError::Damaged(error.to_string()))?;
    Ok((session, requests))
}
