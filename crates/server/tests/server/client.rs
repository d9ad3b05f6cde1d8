//! A server on a free port, and clients for it.

use futures_util::{SinkExt, StreamExt};
use referee_server::{Server, Settings};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use tokio::{net::TcpStream, sync::oneshot, task::JoinHandle, time::timeout};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

/// Time limit for a single step of a test.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A server in this process, and the folder of its store.
pub struct Running {
    pub address: SocketAddr,
    pub http: reqwest::Client,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
    _store: Option<Fresh>,
}

/// An empty store: a file, or with `REFEREE_TEST_POSTGRES` a database of that server.
pub struct Fresh {
    pub address: String,
    _folder: Option<tempfile::TempDir>,
}

impl Fresh {
    pub async fn new() -> Fresh {
        if let Ok(server) = std::env::var("REFEREE_TEST_POSTGRES") {
            return Fresh { address: database(&server).await, _folder: None };
        }
        let folder = tempfile::tempdir().unwrap();
        Fresh { address: folder.path().join("tables.db").display().to_string(), _folder: Some(folder) }
    }
}

/// Creates a database on a private cluster; it disappears with the cluster.
pub async fn database(server: &str) -> String {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let name = format!("t{}_{number}", std::process::id());
    let (client, connection) = tokio_postgres::connect(server, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    client.batch_execute(&format!("CREATE DATABASE {name}")).await.unwrap();
    connection.abort();
    let (base, _) = server.rsplit_once('/').expect("postgres://user@host:port/database");
    format!("{base}/{name}?sslmode=disable")
}

/// A table with the keys of its seats.
#[derive(Clone, Debug)]
pub struct Made {
    pub code: String,
    pub keys: Vec<String>,
    pub ids: Vec<i64>,
    pub json: Value,
}

impl Running {
    /// A server with a store of its own.
    pub async fn new() -> Running {
        Running::with(|_| {}).await
    }

    /// The same with other settings.
    pub async fn with(change: impl FnOnce(&mut Settings)) -> Running {
        let store = Fresh::new().await;
        let mut running = Running::on(&store.address, change).await;
        running._store = Some(store);
        running
    }

    /// A server on an existing store.
    pub async fn on(store: &str, change: impl FnOnce(&mut Settings)) -> Running {
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut settings = Settings { listen, store: store.to_owned(), rate: 0, ..Settings::default() };
        change(&mut settings);
        let server = Server::open(settings).await.unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        let http = reqwest::Client::new();
        Running { address, http, stop: Some(stop), task: Some(task), _store: None }
    }

    /// Stops it gracefully.
    pub async fn stop(&mut self) {
        drop(self.stop.take());
        timeout(PATIENCE, self.task.take().unwrap()).await.unwrap().unwrap();
    }

    /// Sends a request with or without a key.
    pub async fn ask(&self, method: Method, path: &str, key: &str, body: Option<Value>) -> (StatusCode, Value) {
        let mut request = self.http.request(method, format!("http://{}/api/v1{path}", self.address));
        if !key.is_empty() {
            request = request.bearer_auth(key);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = timeout(PATIENCE, request.send()).await.unwrap().unwrap();
        let status = response.status();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    #[track_caller]
    pub fn get(&self, path: &str, key: &str) -> impl Future<Output = Value> {
        let (path, key) = (path.to_owned(), key.to_owned());
        async move { ok(&path, self.ask(Method::GET, &path, &key, None).await) }
    }

    #[track_caller]
    pub fn post(&self, path: &str, key: &str, body: Value) -> impl Future<Output = Value> {
        let (path, key) = (path.to_owned(), key.to_owned());
        async move { ok(&path, self.ask(Method::POST, &path, &key, Some(body)).await) }
    }

    /// Sends a request that must be refused with this code.
    pub async fn refused(&self, method: Method, path: &str, key: &str, body: Option<Value>, code: &str) -> Value {
        let (status, answer) = self.ask(method, path, key, body).await;
        assert!(status.is_client_error(), "{path}: {status} {answer}");
        assert_eq!(answer["code"], code, "{path}: {answer}");
        answer
    }

    /// Creates a table from a ready-made scene. The keys are the game master's, then one for each of `seats`.
    pub async fn table(&self, scene: &str, seats: Value) -> Made {
        let body = json!({ "from": { "kind": "ready", "name": scene }, "seats": seats });
        Made::of(self.post("/tables", "", body).await)
    }

    /// The duel, with a player for each character and a spectator.
    pub async fn duel(&self) -> Made {
        let player = |actor: &str| json!({ "role": "player", "actors": [actor], "name": format!("plays {actor}") });
        self.table("clockworld:duel", json!([player("mudo"), player("vole"), { "role": "spectator" }])).await
    }

    /// Submits input over HTTP.
    pub async fn put(&self, table: &Made, key: &str, id: &str, put: Value) -> (StatusCode, Value) {
        let body = json!({ "id": id, "put": put });
        self.ask(Method::POST, &format!("/tables/{}/put", table.code), key, Some(body)).await
    }

    /// Lets the computer act as the game master; returns the line written.
    pub async fn bot(&self, table: &Made, id: &str) -> u64 {
        let body = json!({ "id": id, "policy": "bold" });
        let ack = self.post(&format!("/tables/{}/bot", table.code), &table.keys[0], body).await;
        ack["line"].as_u64().unwrap()
    }

    /// The value of one metric.
    pub async fn metric(&self, name: &str) -> u64 {
        let text =
            self.http.get(format!("http://{}/metrics", self.address)).send().await.unwrap().text().await.unwrap();
        let value =
            text.lines().find_map(|line| line.strip_prefix("referee_")?.strip_prefix(name)?.trim().parse().ok());
        value.unwrap_or_else(|| panic!("no {name} in {text}"))
    }

    /// A seat's WebSocket, after the greeting.
    pub async fn connect(&self, table: &Made, seat: usize) -> Socket {
        self.hello(table, json!({ "kind": "hello", "key": table.keys[seat] })).await
    }

    /// A WebSocket with a custom hello.
    pub async fn hello(&self, table: &Made, hello: Value) -> Socket {
        let mut socket = self.socket(&table.code).await;
        socket.send(hello).await;
        socket
    }

    /// A WebSocket before hello.
    pub async fn socket(&self, code: &str) -> Socket {
        let address = format!("ws://{}/api/v1/tables/{code}/ws", self.address);
        let (socket, _) = timeout(PATIENCE, connect_async(address)).await.unwrap().unwrap();
        Socket { socket }
    }
}

impl Made {
    pub fn of(json: Value) -> Made {
        let seats = json["seats"].as_array().unwrap();
        Made {
            code: json["table"]["code"].as_str().unwrap().to_owned(),
            keys: seats.iter().map(|seat| seat["key"].as_str().unwrap().to_owned()).collect(),
            ids: seats.iter().map(|seat| seat["seat"]["id"].as_i64().unwrap()).collect(),
            json,
        }
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/tables/{}{rest}", self.code)
    }
}

/// A WebSocket client.
pub struct Socket {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    pub async fn send(&mut self, message: Value) {
        self.send_text(message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: String) {
        // The server may have closed the connection; the caller reads the reason afterwards.
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// The next message, or `None` at the end.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("the server answers in time") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message as sent.
    pub async fn next_text(&mut self) -> Option<String> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("the server answers in time") {
                Some(Ok(Message::Text(text))) => return Some(text.to_string()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of this kind; others are skipped.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("the connection ended before a {kind} arrived"));
            if message["kind"] == kind {
                return message;
            }
        }
    }

    /// All messages until none arrives for this long.
    pub async fn drain(&mut self, quiet: Duration) -> Vec<Value> {
        let mut all = Vec::new();
        loop {
            match timeout(quiet, self.socket.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => all.push(serde_json::from_str(&text).unwrap()),
                Ok(Some(Ok(_))) => {}
                Ok(Some(Err(_)) | None) | Err(_) => return all,
            }
        }
    }

    /// Submits input and waits for its ack or error.
    pub async fn put(&mut self, id: &str, put: Value) -> Value {
        self.send(json!({ "kind": "put", "id": id, "put": put })).await;
        self.answer_to(id).await
    }

    /// The answer to a request.
    pub async fn answer_to(&mut self, id: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("the connection ended before {id} was answered"));
            if message["id"] == id {
                return message;
            }
        }
    }
}

#[track_caller]
fn ok(path: &str, (status, answer): (StatusCode, Value)) -> Value {
    assert!(status.is_success(), "{path}: {status} {answer}");
    answer
}

/// An input that is always legal for the game master and draws no dice.
pub fn note(text: &str) -> Value {
    json!({ "kind": "take", "filled": { "verb": "note", "slots": { "text": text } } })
}
