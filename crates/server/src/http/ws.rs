//! The WebSocket: a hello with a key first, then requests in order, and notifications from the table. Odds may take
//! long, so they are computed concurrently and sent when ready.

use super::{
    guard::Bucket,
    thoughts::{About, Thoughts},
    too_fast,
};
use crate::{
    error::Problem,
    hall::Hall,
    heavy::Asker,
    serve::Place,
    table::{Connection, Done, Listener, Speaker, Table, Wish},
    wire::{ClientMessage, OddsRequest, ServerMessage, VERSION},
};
use axum::{
    Extension,
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code},
    },
    http::StatusCode,
    response::Response,
};
use futures_util::{FutureExt, SinkExt};
use std::{
    future::poll_fn,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::{
    sync::mpsc,
    time::{Instant, MissedTickBehavior, interval_at, timeout},
};

/// How long a new connection may take to say hello, and a slow one to accept a message.
const PATIENCE: Duration = Duration::from_secs(10);
/// A connection that is silent for this long (or up to twice as long) is sent a ping; if it does not answer within the
/// same time, it is closed.
const QUIET: Duration = Duration::from_secs(20);
/// This many unreadable requests in a row end a connection.
const MOST_MISTAKES: u32 = 20;

/// Opens a WebSocket.
pub async fn connect(
    upgrade: WebSocketUpgrade,
    State(hall): State<Arc<Hall>>,
    Path(code): Path<String>,
    place: Option<Extension<Place>>,
) -> Result<Response, Problem> {
    if hall.is_stopping() {
        return Err(Problem::stopping());
    }
    let largest = hall.settings.largest;
    let upgrade = upgrade
        .max_message_size(largest)
        .max_frame_size(largest)
        .read_buffer_size(4 * 1024)
        .write_buffer_size(4 * 1024)
        .max_write_buffer_size(8 * 1024 * 1024);
    Ok(upgrade.on_upgrade(async move |socket| {
        let _place = place;
        hall.metrics.connections.fetch_add(1, Ordering::Relaxed);
        serve(socket, &hall, &code).await;
        hall.metrics.connections.fetch_sub(1, Ordering::Relaxed);
    }))
}

async fn serve(mut socket: WebSocket, hall: &Arc<Hall>, code: &str) {
    let seated = match timeout(PATIENCE, greet(&mut socket, hall, code)).await {
        Ok(Ok(seated)) => seated,
        Ok(Err(Some(problem))) => {
            let _ = send(&mut socket, ServerMessage::Error { id: None, problem }.text().into()).await;
            return close(socket, close_code::POLICY, "refused").await;
        }
        Ok(Err(None)) => return,
        Err(_) => return close(socket, close_code::POLICY, "the first message must be hello").await,
    };
    let (table, by, connection, listener) = seated;
    let (thoughts, answers) = Thoughts::new();
    let (bucket, own) = (Bucket::full(hall.settings.rate), connection.id());
    let mut talk = Talk { hall, table, by, own, bucket, mistakes: 0, thoughts };
    let reason = talk.go_on(&mut socket, listener, answers).await;
    drop(talk);
    drop(connection);
    if let Some((code, reason)) = reason {
        close(socket, code, reason).await;
    }
}

type SeatedAt = (Arc<Table>, Speaker, Connection, Listener);

/// Reads the first message, which names the seat. `None`: the client went away.
async fn greet(socket: &mut WebSocket, hall: &Arc<Hall>, code: &str) -> Result<SeatedAt, Option<Problem>> {
    let text = loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => break text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(Some(Problem::malformed("messages must be text, not binary"))),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(None),
        }
    };
    let hello = serde_json::from_str(&text).map_err(|error| Problem::malformed(error.to_string()))?;
    let ClientMessage::Hello { version, key, after, want } = hello else {
        return Err(Some(Problem::malformed("the first message must be hello with the key of a seat")));
    };
    if version != VERSION {
        let message = format!("this server uses protocol version {VERSION}, not {version}; reload the page");
        return Err(Some(Problem::new(StatusCode::BAD_REQUEST, "version", message)));
    }
    let table = hall.table(code).await?;
    let by = table.speaker(&key)?;
    let (connection, listener) = table.listen(&by, after, want.as_deref()).await?;
    Ok((table, by, connection, listener))
}

struct Talk<'h> {
    hall: &'h Arc<Hall>,
    table: Arc<Table>,
    by: Speaker,
    /// The id of this connection among the table's listeners.
    own: u64,
    bucket: Bucket,
    mistakes: u32,
    thoughts: Thoughts,
}

/// An answer, or `None` if it comes later; with the id of the request for error messages.
type Reply<'t> = (Option<String>, Result<Option<Answer<'t>>, Problem>);

/// An answer, and the notification of other listeners that follows it.
type Answer<'t> = (ServerMessage, Option<Done<'t>>);

/// What the client has sent since the last timer tick.
#[derive(Clone, Copy)]
enum Heard {
    Something,
    Nothing,
    NothingThoughAsked,
}

/// Why the server closes a connection: a code and a reason.
type Closing = Option<(u16, &'static str)>;

impl Talk<'_> {
    /// Serves the connection until one side closes it.
    async fn go_on(
        &mut self,
        socket: &mut WebSocket,
        mut listener: Listener,
        mut answers: mpsc::Receiver<Utf8Bytes>,
    ) -> Closing {
        // One interval timer per connection: resetting a timer for each message costs more than reading a flag.
        let mut strikes = interval_at(Instant::now() + QUIET, QUIET);
        strikes.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Heard::Something;
        let table = Arc::clone(&self.table);
        loop {
            tokio::select! {
                told = listener.recv() => {
                    let Some(told) = told else { return Some((close_code::AWAY, "too slow")) };
                    if self.pass_on(socket, told, None, &mut listener).await.is_err() {
                        return None;
                    }
                }
                Some(answer) = answers.recv() => {
                    if self.pass_on(socket, answer, None, &mut listener).await.is_err() {
                        return None;
                    }
                }
                _ = strikes.tick() => match heard {
                    Heard::Something => heard = Heard::Nothing,
                    Heard::Nothing => {
                        heard = Heard::NothingThoughAsked;
                        if timeout(PATIENCE, socket.send(Message::Ping(Default::default()))).await.is_err() {
                            return None;
                        }
                    }
                    Heard::NothingThoughAsked => return Some((close_code::AWAY, "no answer to ping")),
                },
                message = socket.recv() => match message {
                    None | Some(Err(_)) => return None,
                    Some(Ok(message)) => {
                        heard = Heard::Something;
                        match message {
                            Message::Text(text) => {
                                let Some((answer, done)) = self.answer(&table, &text).await else { continue };
                                if self.pass_on(socket, answer.text().into(), done, &mut listener).await.is_err() {
                                    return None;
                                }
                                if self.mistakes > MOST_MISTAKES {
                                    return Some((close_code::POLICY, "too many invalid messages"));
                                }
                            }
                            Message::Binary(_) => return Some((close_code::UNSUPPORTED, "text messages only")),
                            Message::Close(_) => return None,
                            Message::Ping(_) | Message::Pong(_) => {}
                        }
                    }
                },
            }
        }
    }

    /// Sends a message and all queued ones. An acknowledgement goes out before other listeners are notified if nobody
    /// else has a request in progress; nobody waits for a client that does not read.
    async fn pass_on(
        &self,
        socket: &mut WebSocket,
        first: Utf8Bytes,
        done: Option<Done<'_>>,
        listener: &mut Listener,
    ) -> Result<(), ()> {
        let mut first = Some(Message::Text(first));
        let mut further = Vec::new();
        if let Some(mut done) = done {
            if self.hall.metrics.under_way.load(Ordering::Relaxed) == 0
                && let Some(Ok(())) = poll_fn(|context| socket.poll_ready_unpin(context)).now_or_never()
                && let Some(message) = first.take()
            {
                socket.start_send_unpin(message).map_err(drop)?;
                let _ = socket.flush().now_or_never();
            }
            let own = done.tell(Some(self.own));
            // The table is locked, so the queue contains nothing newer.
            while let Ok(before) = listener.try_recv() {
                further.push(before);
            }
            further.extend(own);
        }
        let all = async {
            if let Some(message) = first {
                socket.feed(message).await?;
            }
            for message in further {
                socket.feed(Message::Text(message)).await?;
            }
            while let Ok(next) = listener.try_recv() {
                socket.feed(Message::Text(next)).await?;
            }
            socket.flush().await
        };
        match timeout(PATIENCE, all).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(()),
            Err(_) => {
                tracing::info!(
                    table = self.table.code,
                    seat = self.by.seat.id.0,
                    "closing a connection that does not read"
                );
                Err(())
            }
        }
    }

    /// The answer to a request; `None` if it comes later.
    async fn answer<'t>(&mut self, table: &'t Arc<Table>, text: &str) -> Option<Answer<'t>> {
        self.hall.metrics.messages.fetch_add(1, Ordering::Relaxed);
        if !self.bucket.take(self.hall.settings.rate) {
            self.hall.metrics.too_fast.fetch_add(1, Ordering::Relaxed);
            self.mistakes += 1;
            return Some((ServerMessage::Error { id: id_of(text), problem: too_fast() }, None));
        }
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                self.mistakes += 1;
                let problem = Problem::malformed(error.to_string());
                return Some((ServerMessage::Error { id: id_of(text), problem }, None));
            }
        };
        self.mistakes = 0;
        let (id, answer) = self.do_it(table, message).await;
        answer.unwrap_or_else(|problem| Some((refused(self.hall, id, problem), None)))
    }

    async fn do_it<'t>(&mut self, table: &'t Arc<Table>, message: ClientMessage) -> Reply<'t> {
        match message {
            ClientMessage::Hello { .. } => (
                None,
                Err(Problem::malformed("this connection has already said hello; open a new one for another seat")),
            ),
            ClientMessage::Put { id, put } => self.put(table, id, Wish::Put(put)).await,
            ClientMessage::Bot { id, policy } => self.put(table, id, Wish::Bot(policy)).await,
            ClientMessage::Slots { id, filled } => {
                let found = table.slots(&self.by, &filled).await;
                let answer = |(slots, drawn)| Some((ServerMessage::Slots { id: id.clone(), slots, drawn }, None));
                (Some(id.clone()), found.map(answer))
            }
            ClientMessage::Odds { id, odds } => {
                let asked = OddsRequest { filled: odds.filled, reactions: odds.reactions, answers: odds.answers };
                let (table, by, to) = (Arc::clone(table), self.by.clone(), id.clone());
                let hall = Arc::clone(self.hall);
                let work = async move {
                    let turn = hall.heavy.turn(Asker::Seat(by.seat.id)).await?;
                    Ok(ServerMessage::Odds { id: to, odds: table.odds(turn, &by, asked).await? })
                };
                self.thoughts.begin(self.hall, About::Offer, id, work);
                (None, Ok(None))
            }
            ClientMessage::OptionOdds { id, ask } => {
                let (table, by, to) = (Arc::clone(table), self.by.clone(), id.clone());
                let hall = Arc::clone(self.hall);
                let work = async move {
                    let turn = hall.heavy.turn(Asker::Seat(by.seat.id)).await?;
                    let options = table.option_odds(turn, &by, ask).await?;
                    Ok(ServerMessage::OptionOdds { id: to, options })
                };
                self.thoughts.begin(self.hall, About::Question(ask), id, work);
                (None, Ok(None))
            }
            ClientMessage::Point { id, x, y } => {
                table.point(&self.by, x, y);
                (None, Ok(Some((ServerMessage::Pong { id }, None))))
            }
            ClientMessage::Ping { id } => (None, Ok(Some((ServerMessage::Pong { id }, None)))),
        }
    }

    async fn put<'t>(&self, table: &'t Arc<Table>, id: String, wish: Wish) -> Reply<'t> {
        if self.hall.is_stopping() {
            return (Some(id), Err(Problem::stopping()));
        }
        // This future is always polled to completion: the connection reads nothing else until the line is on disk.
        match table.put(&self.by, &id, wish).await {
            Ok(done) => (None, Ok(Some((ServerMessage::Ack { id, ack: done.ack }, Some(done))))),
            Err(problem) => (Some(id), Err(problem)),
        }
    }
}

pub(super) fn refused(hall: &Hall, id: Option<String>, problem: Problem) -> ServerMessage {
    hall.metrics.problems.fetch_add(1, Ordering::Relaxed);
    ServerMessage::Error { id, problem }
}

/// Extracts the id of an otherwise unreadable request, if it is short enough.
fn id_of(text: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Named {
        id: String,
    }
    serde_json::from_str::<Named>(text).ok().map(|named| named.id).filter(|id| id.len() <= 64)
}

async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), ()> {
    match timeout(PATIENCE, socket.send(Message::Text(text))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}

async fn close(mut socket: WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    let _ = timeout(PATIENCE, socket.send(Message::Close(Some(frame)))).await;
}
