//! Submitting input: the rules decide, the store saves, then everyone is notified.

use super::{Play, Speaker, Table, ended, read::Asks, requests::Known};
use crate::{
    error::Problem,
    metrics::Metrics,
    store::{Append, SeatId, State, StoreError},
    wire::Ack,
};
use axum::{extract::ws::Utf8Bytes, http::StatusCode};
use referee_engine::{Seat, SessionError, Standing, Waiting, is_one_line};
use referee_shelf::{OpenTable, Put, Stepped, book};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};
use tokio::sync::MutexGuard;

/// Maximum length of a request id.
const LONGEST_ID: usize = 64;
/// Maximum length of a question kind or option key in a standing answer.
const LONGEST_WORD: usize = 100;
/// How often a line is retried after another server was faster.
const TRIES: u64 = 40;

/// What a client wants to submit.
#[derive(Clone, Debug)]
pub enum Wish {
    Put(Put),
    /// Let the computer act, or answer the open questions.
    Bot(String),
}

/// A submitted line that is on disk. The table stays locked until this is dropped, and by then all listeners have been
/// notified. So the sender's acknowledgement need not wait for the notification to be formatted.
#[must_use]
#[derive(Debug)]
pub struct Done<'t> {
    /// The acknowledgement for the sender.
    pub ack: Ack,
    held: Option<(&'t Arc<Table>, MutexGuard<'t, Play>)>,
    is_told: bool,
}

impl Done<'_> {
    /// Notifies everyone, and returns the messages for the listener `own`: it is the sender, so it need not be woken.
    pub fn tell(&mut self, own: Option<u64>) -> Vec<Utf8Bytes> {
        match &self.held {
            Some((table, play)) if !std::mem::replace(&mut self.is_told, true) => table.tell_last(play, own),
            _ => Vec::new(),
        }
    }
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.tell(None);
        let Some((table, mut play)) = self.held.take() else { return };
        table.keep_snapshot(&mut play);
        play.forget_old_lines();
        drop(play);
        table.push();
    }
}

/// Counts a request as in progress until it is dropped.
struct UnderWay<'m>(&'m Metrics);

impl<'m> UnderWay<'m> {
    fn new(metrics: &'m Metrics) -> Self {
        metrics.under_way.fetch_add(1, Ordering::Relaxed);
        UnderWay(metrics)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Table {
    /// Submits input. When this returns, it is on disk.
    pub async fn put<'t>(self: &'t Arc<Self>, by: &Speaker, request: &str, wish: Wish) -> Result<Done<'t>, Problem> {
        let began = Instant::now();
        let _under_way = UnderWay::new(&self.metrics);
        is_named(request)?;
        may(by, &wish)?;
        let mut play = self.lock().await;
        for attempt in 0..TRIES {
            // The ids of earlier requests are known only once the session is loaded.
            self.session(&mut play).await?;
            if let Some(line) = self.line_of(&play, by.seat.id, request).await? {
                let line = play.heard.number(by.rights, line);
                return Ok(Done { ack: Ack { line, repeated: true }, held: None, is_told: true });
            }
            self.is_open_for(by)?;
            let stepped = match self.step(&mut play, by, &wish) {
                Err(Unstepped::Forgotten(line)) => {
                    self.look_back(&mut play, line).await?;
                    self.step(&mut play, by, &wish)
                }
                stepped => stepped,
            };
            let stepped = stepped.map_err(Problem::from)?;
            let line = stepped.line;
            let append = Append {
                table: self.id,
                place: line,
                seat: by.seat.id,
                request: request.to_owned(),
                line: stepped.text,
            };
            play.under_way = true;
            let written = self.store.append(append).await;
            play.under_way = false;
            match written {
                Ok(()) => {
                    play.requests.note(by.seat.id, request, line);
                    play.count_last();
                    self.metrics.acknowledged(began.elapsed());
                    let line = play.heard.number(by.rights, line);
                    let ack = Ack { line, repeated: false };
                    return Ok(Done { ack, held: Some((self, play)), is_told: false });
                }
                Err(StoreError::Taken) => {
                    // Another server was faster: apply its line and decide again.
                    self.metrics.taken.fetch_add(1, Ordering::Relaxed);
                    self.give_way(&mut play, line - 1).await?;
                    tokio::time::sleep(Duration::from_micros(500 * attempt * (1 + self.id.0 as u64 % 3))).await;
                }
                Err(error) => {
                    self.shut(&mut play);
                    return Err(error.into());
                }
            }
        }
        Err(StoreError::Taken.into())
    }

    /// The line of a request, if it was already done.
    async fn line_of(&self, play: &Play, seat: SeatId, request: &str) -> Result<Option<u64>, Problem> {
        match play.requests.find(seat, request) {
            Known::No => Ok(None),
            Known::Line(line) => Ok(Some(line)),
            Known::AskTheStore => {
                let all = self.store.requests(self.id, u64::MAX).await?;
                let done = all.into_iter().find(|(by, name, _)| (*by, name.as_str()) == (seat, request));
                Ok(done.map(|(_, _, line)| line))
            }
        }
    }

    /// Applies the input to the session. On an error the session is unchanged.
    fn step(&self, play: &mut Play, by: &Speaker, wish: &Wish) -> Result<Stepped, Unstepped> {
        let Some(session) = play.session.as_mut() else {
            return Err(Problem::internal("the session is not open").into());
        };
        let stepped = catch_unwind(AssertUnwindSafe(|| match wish {
            Wish::Put(put) => {
                let put = as_asked(&**session, by.rights, put.clone());
                session.put(by.rights, put).map_err(|error| Unstepped::of(error, by.rights))
            }
            Wish::Bot(policy) => let_machine(&mut **session, by, policy),
        }));
        match stepped {
            Ok(stepped) => stepped,
            Err(_) => {
                // The session may be half changed; the journal is not.
                self.shut(play);
                Err(Problem::internal(format!("a rule panicked at table {}: {wish:?}", self.code)).into())
            }
        }
    }

    /// Returns to the state after a line, then applies the lines written by other servers.
    async fn give_way(self: &Arc<Self>, play: &mut Play, line: u64) -> Result<(), Problem> {
        let back = play.session.as_ref().and_then(|session| session.fork(line));
        let Some(back) = back else {
            self.shut(play);
            return Ok(());
        };
        play.session = Some(back);
        self.take_lines(play).await
    }

    fn is_open_for(&self, by: &Speaker) -> Result<(), Problem> {
        match self.state() {
            State::Open => Ok(()),
            State::Paused if by.rights.is_gm() => Ok(()),
            State::Paused => Err(Problem::new(StatusCode::CONFLICT, "paused", "the game master has paused this table")),
            State::Ended => Err(ended()),
        }
    }
}

/// Why the input was not applied.
enum Unstepped {
    /// It needs a line that is not in memory.
    Forgotten(u64),
    Problem(Problem),
}

impl Unstepped {
    fn of(error: SessionError, seat: Seat) -> Unstepped {
        match error {
            SessionError::Forgotten { line } => Unstepped::Forgotten(line),
            error => Problem::of_session(error, seat).into(),
        }
    }
}

impl From<Problem> for Unstepped {
    fn from(problem: Problem) -> Unstepped {
        Unstepped::Problem(problem)
    }
}

impl From<Unstepped> for Problem {
    fn from(unstepped: Unstepped) -> Problem {
        match unstepped {
            Unstepped::Forgotten(line) => Problem::internal(format!("line {line} was not recalled")),
            Unstepped::Problem(problem) => problem,
        }
    }
}

/// Converts the seat's question numbers to those of the rules.
fn as_asked(session: &dyn OpenTable, seat: Seat, put: Put) -> Put {
    match put {
        Put::Answer { ask, option } => Put::Answer { ask: Asks::of(session, seat).meant(ask), option },
        Put::Dice { ask, faces } => Put::Dice { ask: Asks::of(session, seat).meant(ask), faces },
        put @ (Put::Take { .. }
        | Put::Abandon
        | Put::Undo { .. }
        | Put::Redo
        | Put::Goto { .. }
        | Put::Standing { .. }
        | Put::Typed { .. }) => put,
    }
}

/// Checks whether a seat may submit this kind of input at all. The rules are checked later.
fn may(by: &Speaker, wish: &Wish) -> Result<(), Problem> {
    match wish {
        Wish::Bot(_) | Wish::Put(Put::Undo { .. } | Put::Redo | Put::Goto { .. }) => by.must_be_gm(),
        Wish::Put(Put::Standing { question, answer, .. }) => {
            let option = match answer {
                Standing::Always(option) => option.as_str(),
                Standing::Ask | Standing::Never => "",
            };
            let is_word = |word: &str| word.len() <= LONGEST_WORD && is_one_line(word);
            if !is_word(question) || !is_word(option) {
                let message =
                    format!("the words of a standing answer must be one line of at most {LONGEST_WORD} characters");
                return Err(Problem::malformed(message));
            }
            Ok(())
        }
        Wish::Put(_) => Ok(()),
    }
}

fn is_named(request: &str) -> Result<(), Problem> {
    if request.is_empty() || request.len() > LONGEST_ID || !request.bytes().all(|byte| byte.is_ascii_graphic()) {
        let message = format!("a request needs a unique id of 1 to {LONGEST_ID} visible ASCII characters");
        return Err(Problem::malformed(message));
    }
    Ok(())
}

/// Lets the computer answer the open questions or act.
fn let_machine(session: &mut dyn OpenTable, by: &Speaker, policy: &str) -> Result<Stepped, Unstepped> {
    let known = book(session.book()).map_err(Problem::internal)?.policies();
    if !known.contains(&policy) {
        let message = format!("{} has no policy {policy:?}", session.book());
        let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "refused/unknown-policy", message);
        return Err(problem.allowing(known).into());
    }
    let seed = session.line();
    let asked = session.waiting(by.rights).into_iter().find(|waiting| matches!(waiting, Waiting::Answer { .. }));
    let stepped = match asked {
        Some(waiting) => {
            let option = session.advise(waiting.ask(), policy, seed).map_err(Problem::from)?;
            let option = option.ok_or(SessionError::NotAsked { ask: waiting.ask() });
            option.and_then(|option| session.put(by.rights, Put::Answer { ask: waiting.ask(), option }))
        }
        None => session.act_by_policy(policy, seed),
    };
    stepped.map_err(|error| Unstepped::of(error, by.rights))
}
