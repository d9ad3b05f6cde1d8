//! Load on a server: how many acknowledgements a second, how long each takes, and whether any table starves.
//!
//! `cargo run --release --package referee-server --example load -- http://127.0.0.1:7450 --tables 50 --seconds 5`
//!
//! Each table has one connection that puts something in and waits for its acknowledgement, over and over. With
//! `--idle N` each table also has N connections that only listen. Start the server with `--rate 0`.

use futures_util::{SinkExt, StreamExt};
use referee_engine::Filled;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Flags {
    address: String,
    tables: usize,
    idle: usize,
    seconds: f64,
    scene: String,
    act: String,
    want: Vec<String>,
}

fn flags() -> Result<Flags, Failure> {
    let mut flags = Flags {
        address: "http://127.0.0.1:7450".into(),
        tables: 1,
        idle: 0,
        seconds: 5.0,
        scene: "clockworld:duel".into(),
        act: "note text=hello".into(),
        want: vec!["log".into()],
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        if name.starts_with("http://") {
            flags.address = name;
            continue;
        }
        let value = arguments.next().ok_or(format!("{name} needs a value"))?;
        match name.as_str() {
            "--tables" => flags.tables = value.parse()?,
            "--idle" => flags.idle = value.parse()?,
            "--seconds" => flags.seconds = value.parse()?,
            "--scene" => flags.scene = value,
            "--act" => flags.act = value,
            "--want" => flags.want = value.split(',').filter(|want| !want.is_empty()).map(Into::into).collect(),
            _ => return Err(format!("{name} is none of --tables --idle --seconds --scene --act --want").into()),
        }
    }
    Ok(flags)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let flags = flags()?;
    let http = reqwest::Client::new();
    let mut sockets = Vec::new();
    let mut listeners = Vec::new();
    for _ in 0..flags.tables {
        let made = json!({ "from": { "kind": "ready", "name": flags.scene } });
        let made: Value =
            http.post(format!("{}/api/v1/tables", flags.address)).json(&made).send().await?.json().await?;
        let code = made["table"]["code"].as_str().ok_or_else(|| made.to_string())?.to_owned();
        let key = made["seats"][0]["key"].as_str().unwrap_or_default().to_owned();
        sockets.push(connect(&flags, &code, &key).await?);
        for _ in 0..flags.idle {
            listeners.push(tokio::spawn(listen(connect(&flags, &code, &key).await?)));
        }
    }
    if flags.seconds == 0.0 {
        println!("{} tables and {} connections are open; Ctrl-C ends", flags.tables, flags.tables * (flags.idle + 1));
        std::future::pending::<()>().await;
    }
    let put = serde_json::to_value(Filled::parse(&flags.act)?)?;
    let put = json!({ "kind": "take", "filled": put });
    let end = Instant::now() + Duration::from_secs_f64(flags.seconds);
    let began = Instant::now();
    let workers: Vec<_> = sockets.into_iter().map(|socket| tokio::spawn(work(socket, put.clone(), end))).collect();
    let mut times: Vec<u32> = Vec::new();
    let mut each: Vec<usize> = Vec::new();
    for worker in workers {
        let done = worker.await??;
        each.push(done.len());
        times.extend(done);
    }
    let took = began.elapsed().as_secs_f64();
    times.sort_unstable();
    each.sort_unstable();
    let at = |part: f64| times.get(((times.len() as f64 * part) as usize).min(times.len() - 1)).copied().unwrap_or(0);
    println!(
        "tables {} listeners {} acks/s {:.0} p50 {} us p99 {} us worst {} us; a table {} to {} acks",
        flags.tables,
        listeners.len(),
        times.len() as f64 / took,
        at(0.5),
        at(0.99),
        at(1.0),
        each[0],
        each[each.len() - 1],
    );
    Ok(())
}

async fn connect(flags: &Flags, code: &str, key: &str) -> Result<Socket, Failure> {
    let address = flags.address.replacen("http", "ws", 1);
    let (mut socket, _) = connect_async(format!("{address}/api/v1/tables/{code}/ws")).await?;
    if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
        stream.set_nodelay(true)?;
    }
    let hello = json!({ "kind": "hello", "key": key, "want": flags.want });
    socket.send(Message::text(hello.to_string())).await?;
    match socket.next().await {
        Some(Ok(Message::Text(text))) if text.contains("\"welcome\"") => Ok(socket),
        other => Err(format!("no welcome: {other:?}").into()),
    }
}

/// Puts in, waits, puts in; gives how long each took, in microseconds.
async fn work(mut socket: Socket, put: Value, end: Instant) -> Result<Vec<u32>, Failure> {
    let mut times = Vec::new();
    let put = put.to_string();
    while Instant::now() < end {
        let id = times.len();
        let began = Instant::now();
        socket.send(Message::text(format!(r#"{{"kind":"put","id":"{id}","put":{put}}}"#))).await?;
        let acknowledged = format!(r#"{{"kind":"ack","id":"{id}""#);
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) if text.starts_with(&acknowledged) => break,
                Some(Ok(Message::Text(text))) if text.starts_with(r#"{"kind":"error""#) => {
                    return Err(text.to_string().into());
                }
                Some(Ok(_)) => {}
                other => return Err(format!("the connection ended: {other:?}").into()),
            }
        }
        times.push(u32::try_from(began.elapsed().as_micros())?);
    }
    Ok(times)
}

async fn listen(mut socket: Socket) {
    while let Some(Ok(_)) = socket.next().await {}
}
