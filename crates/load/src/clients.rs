//! Clients: the same WebSocket client speaks to both servers, so that neither pays for the other's.

use crate::{
    Failure,
    measure::{Times, Window},
};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What is put in: somebody rolls a die against a number.
const ACT: &str =
    r#"{"kind":"take","filled":{"verb":"check","slots":{"who":"mudo","skill":"acuity","rank":"novice"}}}"#;

/// A table of a referee server: its code, and the keys of five seats, the game master's first.
#[derive(Debug)]
pub struct Table {
    pub code: String,
    pub keys: Vec<String>,
}

/// Makes a table for a game master, two players and two who watch.
pub async fn new_table(http: &reqwest::Client, address: &str) -> Result<Table, Failure> {
    let player = |actor: &str| json!({ "role": "player", "actors": [actor] });
    let seats = json!([player("mudo"), player("vole"), { "role": "spectator" }, { "role": "spectator" }]);
    made_of(http, address, "clockworld:duel", seats).await
}

/// Makes a table of a scene for a game master.
pub async fn new_table_of(http: &reqwest::Client, address: &str, scene: &str) -> Result<Table, Failure> {
    made_of(http, address, scene, json!([])).await
}

async fn made_of(http: &reqwest::Client, address: &str, scene: &str, seats: Value) -> Result<Table, Failure> {
    let body = json!({ "from": { "kind": "ready", "name": scene }, "seats": seats });
    let made: Value = http.post(format!("http://{address}/api/v1/tables")).json(&body).send().await?.json().await?;
    let code = made["table"]["code"].as_str().ok_or_else(|| made.to_string())?.to_owned();
    let keys = made["seats"].as_array().into_iter().flatten();
    Ok(Table { code, keys: keys.map(|seat| seat["key"].as_str().unwrap_or_default().to_owned()).collect() })
}

async fn open(address: String) -> Result<Socket, Failure> {
    // As much room as the messages need: every read clears it first, and both sides share the machine.
    let small = WebSocketConfig::default().read_buffer_size(4 * 1024);
    let (socket, _) = connect_async_with_config(address, Some(small), true).await?;
    Ok(socket)
}

async fn text(socket: &mut Socket) -> Result<String, Failure> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            other => return Err(format!("the connection ended: {other:?}").into()),
        }
    }
}

/// A greeted connection to a seat; `want` is what it is sent without asking, everything if it is left out.
pub async fn sit_down(address: &str, table: &Table, seat: usize, want: Option<&[&str]>) -> Result<Socket, Failure> {
    let mut socket = open(format!("ws://{address}/api/v1/tables/{}/ws", table.code)).await?;
    let hello = json!({ "kind": "hello", "key": table.keys[seat], "want": want });
    socket.send(Message::text(hello.to_string())).await?;
    let welcome = text(&mut socket).await?;
    if welcome.contains("\"welcome\"") { Ok(socket) } else { Err(format!("no welcome: {welcome}").into()) }
}

/// Puts in, waits, puts in.
pub async fn play(mut socket: Socket, window: Window) -> Result<Times, Failure> {
    // Names of requests differ between connections: one that is repeated is done once.
    let name = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_nanos();
    let mut times = Times::new();
    for number in 0u64.. {
        if !window.is_open() {
            break;
        }
        let began = Instant::now();
        put(&mut socket, &format!("{name}-{number}")).await?;
        window.count(began, &mut times);
    }
    Ok(times)
}

/// Puts so many things in, one after the other.
pub async fn put_many(socket: &mut Socket, numbers: std::ops::Range<usize>) -> Result<(), Failure> {
    for number in numbers {
        put(socket, &number.to_string()).await?;
    }
    Ok(())
}

async fn put(socket: &mut Socket, id: &str) -> Result<(), Failure> {
    socket.send(Message::text(format!(r#"{{"kind":"put","id":"{id}","put":{ACT}}}"#))).await?;
    let acknowledged = format!(r#"{{"kind":"ack","id":"{id}""#);
    loop {
        let said = text(socket).await?;
        if said.starts_with(&acknowledged) {
            return Ok(());
        }
        if said.starts_with(r#"{"kind":"error""#) {
            return Err(said.into());
        }
    }
}

/// Listens until the connection ends; true if nobody ended it.
pub async fn listen(mut socket: Socket) -> bool {
    while let Some(Ok(message)) = socket.next().await {
        if message.is_close() {
            return false;
        }
    }
    false
}

/// A match of boardgame.io: its own protocol, over the same kind of socket.
pub async fn play_boardgame(address: String, name: usize, window: Window) -> Result<Times, Failure> {
    let mut socket = open(format!("ws://{address}/socket.io/?EIO=4&transport=websocket")).await?;
    let next = async |socket: &mut Socket| -> Result<String, Failure> {
        loop {
            let said = text(socket).await?;
            match said.as_str() {
                "2" => socket.send(Message::text("3")).await?,
                _ => return Ok(said),
            }
        }
    };
    next(&mut socket).await?;
    socket.send(Message::text("40/die,")).await?;
    next(&mut socket).await?;
    socket.send(Message::text(format!(r#"42/die,["sync","m{name}","0",null,1]"#))).await?;
    while !next(&mut socket).await?.starts_with(r#"42/die,["sync""#) {}
    let mut times = Times::new();
    for state in 0.. {
        if !window.is_open() {
            break;
        }
        let began = Instant::now();
        let action = r#"{"type":"MAKE_MOVE","payload":{"type":"roll","args":[],"playerID":"0"}}"#;
        socket.send(Message::text(format!(r#"42/die,["update",{action},{state},"m{name}","0"]"#))).await?;
        // It also says who is there; a move that is refused is not answered at all.
        let answer = async {
            loop {
                let said = next(&mut socket).await?;
                if [r#"42/die,["update""#, r#"42/die,["patch""#].iter().any(|kind| said.starts_with(kind)) {
                    return Ok::<(), Failure>(());
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(10), answer).await.map_err(|_| "boardgame.io refused a move")??;
        window.count(began, &mut times);
    }
    Ok(times)
}
