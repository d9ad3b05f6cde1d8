//! Notifying the listeners of a table. A listener that does not keep up is disconnected.

use super::{Play, Speaker, Table};
use crate::{
    error::Problem,
    store::SeatId,
    wire::{ServerMessage, Situation, VERSION, Want},
};
use axum::extract::ws::Utf8Bytes;
use referee_engine::Seat;
use referee_shelf::Heard;
use serde::Serialize;
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, MutexGuard, PoisonError, atomic::Ordering},
    time::Duration,
};
use tokio::sync::mpsc;

/// Maximum number of queued messages before a listener is disconnected.
const MOST_WAITING: usize = 256;

/// Minimum interval between situation updates; changes in between are combined.
const PAUSE: Duration = Duration::from_millis(20);

/// The outgoing messages of a connection.
pub type Listener = mpsc::Receiver<Utf8Bytes>;

/// All listeners of a table.
#[derive(Debug, Default)]
pub struct Listeners {
    all: Vec<Listening>,
    next: u64,
}

#[derive(Debug)]
struct Listening {
    id: u64,
    seat: SeatId,
    rights: Seat,
    wants: Wants,
    outbox: mpsc::Sender<Utf8Bytes>,
    /// The hash of each part of the situation last sent.
    sent: [u64; PARTS],
    /// The lines last reported as undone.
    undone: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Wants {
    log: bool,
    situation: bool,
    present: bool,
}

impl Wants {
    fn of(want: Option<&[Want]>) -> Wants {
        let wants = |what| want.is_none_or(|want| want.contains(&what));
        Wants { log: wants(Want::Log), situation: wants(Want::Situation), present: wants(Want::Present) }
    }
}

/// A registered listener; removed when dropped.
#[derive(Debug)]
pub struct Connection {
    table: Arc<Table>,
    id: u64,
}

impl Connection {
    /// The id of the listener.
    pub fn id(&self) -> u64 {
        self.id
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut listeners = self.table.listeners();
        listeners.all.retain(|listening| listening.id != self.id);
        listeners.tell_present();
    }
}

impl Table {
    /// Starts listening: sends the log after a line and the current state, then every update.
    pub async fn listen(
        self: &Arc<Self>,
        by: &Speaker,
        after: u64,
        want: Option<&[Want]>,
    ) -> Result<(Connection, Listener), Problem> {
        let wants = Wants::of(want);
        let (outbox, listener) = mpsc::channel(MOST_WAITING);
        let mut play = self.lock().await;
        let last = self.session(&mut play).await?.line();
        let seat = by.seat.clone();
        let line = play.heard.number(by.rights, last);
        let mut first = vec![ServerMessage::Welcome { version: VERSION, table: self.info(), seat, line }];
        let mut undone = Vec::new();
        if wants.log {
            let known = play.heard.since(by.rights, after, last);
            self.look_back(&mut play, known.unwrap_or(0)).await?;
            let log = play.log(by.rights, by.rights, known.unwrap_or(0));
            undone.clone_from(&log.undone);
            first.push(ServerMessage::Log { log, reset: known.is_none() });
        }
        let sent = [0; PARTS];
        let mut listening = Listening { id: 0, seat: by.seat.id, rights: by.rights, wants, outbox, sent, undone };
        for message in first {
            listening.send(message.text().into());
        }
        if wants.situation {
            listening.send_changed(&self.parts_of(&play, by.rights));
        }
        let id = {
            let mut listeners = self.listeners();
            listeners.next += 1;
            let id = listeners.next;
            listening.id = id;
            listeners.all.push(listening);
            listeners.tell_present();
            id
        };
        let connection = Connection { table: Arc::clone(self), id };
        // A seat in use cannot be taken by join code.
        self.is_taken(by.seat.id).await?;
        self.mind_the_time();
        Ok((connection, listener))
    }

    /// Sends the last line to every seat that may know of it; the messages for the listener `own` are returned instead.
    pub(super) fn tell_last(&self, play: &Play, own: Option<u64>) -> Vec<Utf8Bytes> {
        let Play { session: Some(session), heard, .. } = play else { return Vec::new() };
        let line = session.line();
        let before = self.told.swap(line, Ordering::Relaxed);
        let mut listeners = self.listeners();
        let mut given_back = Vec::new();
        if listeners.all.is_empty() {
            return given_back;
        }
        if before + 1 < line && !session.remembers(before) {
            // Other servers wrote a great deal in the meantime. Clients get everything when they reconnect.
            let behind = closing("behind", "this server was behind; reconnect");
            listeners.each(|listening| {
                listening.send(behind.clone());
                false
            });
            return given_back;
        }
        // An undo has no log entry of its own, but changes which lines are in effect.
        let has_gone = session.head() != line;
        let mut texts: Vec<(Seat, Vec<Utf8Bytes>)> = Vec::new();
        listeners.each(|listening| {
            if !listening.wants.log {
                return true;
            }
            let seat = listening.rights;
            let known = texts.iter().position(|(known, _)| *known == seat).unwrap_or_else(|| {
                let number = heard.number(seat, line);
                texts.push((seat, told_text(number, session.told(seat), session.tells_in_secret(seat))));
                texts.len() - 1
            });
            let missed = if before + 1 < line { session.log(seat, before) } else { Vec::new() };
            let missed = missed.into_iter().filter(|entry| entry.line < line);
            let mut messages: Vec<Utf8Bytes> =
                missed.flat_map(|entry| told_text(heard.number(seat, entry.line), entry.told, entry.hidden)).collect();
            messages.extend(texts[known].1.iter().cloned());
            if has_gone {
                let lines = play.undone(seat);
                // A seat does not learn that lines it never heard were undone.
                if seat.is_gm() || lines != listening.undone {
                    listening.undone.clone_from(&lines);
                    messages.push(ServerMessage::Undone { lines }.text().into());
                }
            }
            if own == Some(listening.id) {
                given_back = messages;
                return true;
            }
            messages.into_iter().all(|message| listening.send(message))
        });
        given_back
    }

    /// Schedules an update of the current state for everyone. Calls in quick succession are combined.
    pub(super) fn push(self: &Arc<Self>) {
        let is_wanted = self.listeners().all.iter().any(|listening| listening.wants.situation);
        if !is_wanted || self.pushing.swap(true, Ordering::AcqRel) {
            return;
        }
        self.metrics.pushes.fetch_add(1, Ordering::Relaxed);
        let table = Arc::clone(self);
        tokio::spawn(async move {
            table.push_now().await;
            table.mind_the_time();
            // Changes from here on are picked up in the next round.
            tokio::time::sleep(PAUSE).await;
            table.pushing.store(false, Ordering::Release);
            table.push_if_changed().await;
            table.metrics.pushes.fetch_sub(1, Ordering::Relaxed);
        });
    }

    /// Sends everyone the current state although no line was written.
    pub(super) fn push_anyway(self: &Arc<Self>) {
        let table = Arc::clone(self);
        tokio::spawn(async move {
            table.push_now().await;
            table.mind_the_time();
        });
    }

    async fn push_if_changed(self: &Arc<Self>) {
        let line = self.told();
        if self.listeners().pushed_line() < line {
            self.push();
        }
    }

    async fn push_now(&self) {
        let mut play = self.lock().await;
        if let Err(problem) = self.session(&mut play).await {
            tracing::error!(table = self.code, problem = problem.message, "sending the current state failed");
            return;
        }
        let seats: Vec<Seat> = self.listeners().seats_that_want();
        let parts: Vec<(Seat, Parts)> = seats.into_iter().map(|seat| (seat, self.parts_of(&play, seat))).collect();
        self.listeners().each(|listening| {
            let known = parts.iter().find(|(seat, _)| *seat == listening.rights && listening.wants.situation);
            known.is_none_or(|(_, parts)| listening.send_changed(parts))
        });
    }

    /// The current state for a seat. The session is loaded.
    fn parts_of(&self, play: &Play, seat: Seat) -> Parts {
        let Some(session) = &play.session else { return Parts::default() };
        let situation = self.situation_of(&**session, &play.heard, seat);
        Parts::of(session.line(), situation.answer_within.and(self.answer_ends()), &situation)
    }

    /// Sends everyone the table's state: open, paused or ended.
    pub(super) fn announce(&self) {
        let message: Utf8Bytes = ServerMessage::Table { table: self.info() }.text().into();
        self.listeners().each(|listening| listening.send(message.clone()));
    }

    /// Shows everyone where a seat points.
    pub fn point(&self, by: &Speaker, x: i16, y: i16) {
        let message: Utf8Bytes = ServerMessage::Pointed { seat: by.seat.id, x, y }.text().into();
        self.listeners().each(|listening| listening.send(message.clone()));
    }

    /// Closes the connections of a seat.
    pub(super) fn send_away(&self, seat: SeatId, code: &str, message: &str) {
        let closing = closing(code, message);
        let mut listeners = self.listeners();
        listeners.each(|listening| {
            if listening.seat != seat {
                return true;
            }
            listening.send(closing.clone());
            false
        });
        listeners.tell_present();
    }

    /// Closes all connections at shutdown.
    pub fn close(&self, code: &str, message: &str) {
        let closing = closing(code, message);
        self.listeners().each(|listening| {
            listening.send(closing.clone());
            false
        });
    }

    /// The seats connected to this server.
    pub(super) fn present(&self) -> Vec<SeatId> {
        self.listeners().all.iter().map(|listening| listening.seat).collect()
    }

    /// The last line sent to listeners.
    pub fn told(&self) -> u64 {
        self.told.load(Ordering::Relaxed)
    }

    /// Whether there are no listeners.
    pub fn is_alone(&self) -> bool {
        self.listeners().all.is_empty()
    }

    fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn told_text(line: u64, told: Vec<Heard>, hidden: bool) -> Vec<Utf8Bytes> {
    if told.is_empty() { Vec::new() } else { vec![ServerMessage::Told { line, hidden, told }.text().into()] }
}

fn closing(code: &str, message: &str) -> Utf8Bytes {
    ServerMessage::Closing { code: code.to_owned(), message: message.to_owned() }.text().into()
}

impl Listeners {
    /// Calls `with` for each listener and removes those for which it returns false.
    fn each(&mut self, mut with: impl FnMut(&mut Listening) -> bool) {
        self.all.retain_mut(|listening| with(listening));
    }

    fn seats_that_want(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = Vec::new();
        for listening in self.all.iter().filter(|listening| listening.wants.situation) {
            if !seats.contains(&listening.rights) {
                seats.push(listening.rights);
            }
        }
        seats
    }

    /// The last line whose situation was sent to every interested listener.
    fn pushed_line(&self) -> u64 {
        let wanting = self.all.iter().filter(|listening| listening.wants.situation);
        wanting.map(|listening| listening.sent[PARTS - 1]).min().unwrap_or(u64::MAX)
    }

    fn tell_present(&mut self) {
        let mut seats: Vec<SeatId> = self.all.iter().map(|listening| listening.seat).collect();
        seats.sort();
        seats.dedup();
        let message: Utf8Bytes = ServerMessage::Present { seats }.text().into();
        self.each(|listening| !listening.wants.present || listening.send(message.clone()));
    }
}

impl Listening {
    /// Returns false if the listener does not keep up.
    fn send(&mut self, message: Utf8Bytes) -> bool {
        let is_sent = self.outbox.try_send(message).is_ok();
        if !is_sent {
            tracing::info!(seat = self.seat.0, "disconnecting a client that does not keep up");
        }
        is_sent
    }

    /// Sends the parts of a situation that changed.
    fn send_changed(&mut self, parts: &Parts) -> bool {
        let changed: Vec<&(&'static str, String, u64)> =
            parts.parts.iter().zip(&self.sent).filter(|(part, sent)| part.2 != **sent).map(|(part, _)| part).collect();
        for (sent, part) in self.sent.iter_mut().zip(&parts.parts) {
            *sent = part.2;
        }
        self.sent[PARTS - 1] = parts.of;
        if changed.is_empty() {
            return true;
        }
        let mut text = format!(r#"{{"kind":"situation","line":{},"head":{}"#, parts.line, parts.head);
        for (name, part, _) in changed {
            text.push_str(&format!(r#","{name}":{part}"#));
        }
        text.push('}');
        self.send(text.into())
    }
}

/// The number of hashes per situation: one for each part, and the line it was last sent for.
const PARTS: usize = 8;

/// A situation in serialised parts, each with a hash to detect changes.
#[derive(Default)]
struct Parts {
    /// The last line of the journal.
    of: u64,
    line: u64,
    head: u64,
    parts: [(&'static str, String, u64); PARTS - 1],
}

impl Parts {
    /// `ends` is when the time for answers is up.
    fn of(journal: u64, ends: Option<u64>, situation: &Situation) -> Parts {
        fn text_of<T: Serialize>(part: &T) -> String {
            serde_json::to_string(part).expect("a situation is plain data")
        }
        fn part<T: Serialize>(name: &'static str, part: &T) -> (&'static str, String, u64) {
            let text = text_of(part);
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            (name, text, hasher.finish())
        }
        let Situation { line, head, view, offers, questions, waits_for, standing, typed, answer_within } = situation;
        Parts {
            of: journal,
            line: *line,
            head: *head,
            parts: [
                part("view", view),
                part("offers", offers),
                part("questions", questions),
                part("waits_for", waits_for),
                part("standing", standing),
                part("typed", typed),
                // The time left changes constantly; only a different deadline is a change.
                ("answer_within", text_of(answer_within), ends.unwrap_or_default()),
            ],
        }
    }
}
