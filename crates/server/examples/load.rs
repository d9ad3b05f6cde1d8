//! Load on a server: how many acknowledgements a second, how long each takes, and whether any table starves.
//!
//! `cargo run --release --package referee-server --example load -- --tables 50 --seconds 5`
//!
//! Each table has one connection that puts something in and waits for its acknowledgement, over and over. With
//! `--idle N` each table also has N connections that only listen. Without an address it starts a server of its own, on
//! threads of their own, with the store that `--store` names (a new file beside the program if it is left out), and
//! measures the disk first. A server that is named has to run with `--rate 0`.

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
    store: Option<String>,
    tables: usize,
    idle: usize,
    seconds: f64,
    scene: String,
    act: String,
    want: Vec<String>,
}

fn flags() -> Result<Flags, Failure> {
    let mut flags = Flags {
        address: String::new(),
        store: None,
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
            "--store" => flags.store = Some(value),
            "--tables" => flags.tables = value.parse()?,
            "--idle" => flags.idle = value.parse()?,
            "--seconds" => flags.seconds = value.parse()?,
            "--scene" => flags.scene = value,
            "--act" => flags.act = value,
            "--want" => flags.want = value.split(',').filter(|want| !want.is_empty()).map(Into::into).collect(),
            _ => return Err(format!("{name} is none of --store --tables --idle --seconds --scene --act --want").into()),
        }
    }
    Ok(flags)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let mut flags = flags()?;
    let folder = tempfile::tempdir_in(std::env::current_exe()?.parent().ok_or("a program is in a folder")?)?;
    if flags.address.is_empty() {
        let store = flags.store.clone().unwrap_or_else(|| folder.path().join("load.db").display().to_string());
        println!("one fdatasync of 4 KiB: {} us", fdatasync(folder.path())?);
        flags.address = format!("http://{}", serve(store)?);
    }
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

/// A server in this process, on a runtime of its own.
fn serve(store: String) -> Result<std::net::SocketAddr, Failure> {
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let listen = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
            let settings =
                referee_server::Settings { listen, store, rate: 0, connections: 100_000, ..Default::default() };
            let server = referee_server::Server::open(settings).await?;
            tell.send(server.address())?;
            server.run(std::future::pending()).await;
            Ok(())
        })
    });
    told.recv().map_err(|_| "the server did not start".into())
}

/// How long one write of 4 KiB takes until it is on the disk: the median, in microseconds.
fn fdatasync(folder: &std::path::Path) -> Result<u128, Failure> {
    use std::os::unix::fs::FileExt;
    let file = std::fs::File::create(folder.join("probe"))?;
    let mut times = Vec::new();
    for at in 0..200 {
        let began = Instant::now();
        file.write_all_at(&[7; 4096], at * 4096)?;
        file.sync_data()?;
        times.push(began.elapsed().as_micros());
    }
    times.sort_unstable();
    Ok(times[100])
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
