//! Hostile input is refused with a code, nothing panics, and no other table is affected.

use crate::client::{Running, note};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// The server still works.
async fn still_well(server: &Running) {
    let table = server.duel().await;
    assert_eq!(server.put(&table, &table.keys[0], "well", note("well")).await.1["line"], 1);
}

#[tokio::test]
async fn messages_that_cannot_be_read_are_refused_with_a_code() {
    let server = Running::new().await;
    let (table, other) = (server.duel().await, server.duel().await);
    server.put(&other, &other.keys[0], "mine", note("mine")).await;
    let before = server.get(&other.path("/log"), &other.keys[0]).await;
    let deep = format!("{}{}", "[".repeat(60_000), "]".repeat(4_000));
    let nested = format!(r#"{{"kind":"put","id":"x","put":{}1{}}}"#, r#"{"a":"#.repeat(5_000), "}".repeat(5_000));
    let mut socket = server.connect(&table, 1).await;
    socket.next_of("situation").await;
    for text in [
        "",
        "null",
        "[]",
        "{",
        r#"{"kind":"put"}"#,
        r#"{"kind":"fly","id":"x"}"#,
        &deep,
        &nested,
        r#"{"kind":"put","id":"x","put":{"kind":"answer","ask":-1,"option":0}}"#,
        r#"{"kind":"put","id":"x","put":{"kind":"answer","ask":1e99,"option":0}}"#,
        r#"{"kind":"put","id":"x","put":{"kind":"goto","line":18446744073709551616}}"#,
        r#"{"kind":"put","id":5,"put":{"kind":"abandon"}}"#,
        r#"{"kind":"hello","key":"again"}"#,
    ] {
        socket.send_text(text.to_owned()).await;
        let answer = socket.next_of("error").await;
        assert_eq!(answer["code"], "malformed", "{text:.60}: {answer}");
    }
    let faces: Vec<i32> = vec![i32::MAX; 5_000];
    for put in [
        json!({ "kind": "answer", "ask": u32::MAX, "option": u32::MAX }),
        json!({ "kind": "dice", "ask": 0, "faces": faces }),
        json!({ "kind": "take", "filled": { "verb": "\t attack", "actor": 65535 } }),
        json!({ "kind": "take", "filled": { "verb": "attack", "actor": 1, "slots": { "target": "../mudo" } } }),
        json!({ "kind": "standing", "who": { "actor": 9000 }, "question": "x", "answer": "never" }),
        json!({ "kind": "standing", "who": { "actor": 0 }, "question": "x".repeat(5_000), "answer": "never" }),
        json!({ "kind": "typed", "who": { "side": 255 }, "typed": true }),
    ] {
        let answer = socket.put("bad", put.clone()).await;
        assert_eq!(answer["kind"], "error", "{put:.80} {answer}");
        assert!(answer["code"].as_str().is_some_and(|code| code != "internal"), "{answer}");
    }
    assert_eq!(server.get(&other.path("/log"), &other.keys[0]).await, before, "another table was changed");
    assert_eq!(server.get(&table.path("/situation"), &table.keys[0]).await["line"], 0, "a refusal became a line");
    still_well(&server).await;
}

#[tokio::test]
async fn a_connection_that_only_makes_mistakes_is_ended() {
    let server = Running::new().await;
    let table = server.duel().await;
    let mut socket = server.connect(&table, 1).await;
    for _ in 0..100 {
        socket.send_text("nonsense".into()).await;
    }
    while socket.next().await.is_some() {}
    // Too large to be read at all.
    let mut socket = server.connect(&table, 1).await;
    socket.send_text("x".repeat(200_000)).await;
    while socket.next().await.is_some() {}
    still_well(&server).await;
}

#[tokio::test]
async fn wrong_keys_and_tables_get_the_same_answer() {
    let server = Running::new().await;
    let (one, other) = (server.duel().await, server.duel().await);
    let none = "A".repeat(43);
    let message = "this link is not valid or has been revoked; ask the game master for a new one";
    for (code, key) in [
        (one.code.as_str(), other.keys[0].as_str()),
        (&one.code, &none),
        (&one.code, ""),
        ("nosuchtable", &one.keys[0]),
        ("..%2f..%2fetc%2fpasswd", &one.keys[0]),
        (&one.code, &one.code),
        (&one.code, &one.keys[0][..42]),
    ] {
        let path = format!("/tables/{code}/situation");
        let answer = server.refused(Method::GET, &path, key, None, "no-such-seat").await;
        assert_eq!(answer["message"], message);
        let mut socket = server.socket(code).await;
        socket.send(json!({ "kind": "hello", "key": key })).await;
        assert_eq!(socket.next().await.unwrap()["code"], "no-such-seat");
        assert_eq!(socket.next().await, None);
    }
    let mut socket = server.socket(&one.code).await;
    socket.send(json!({ "kind": "put", "id": "x", "put": { "kind": "abandon" } })).await;
    assert_eq!(socket.next().await.unwrap()["code"], "malformed");
    let mut socket = server.socket(&one.code).await;
    socket.send(json!({ "kind": "hello", "key": one.keys[0], "version": 99 })).await;
    assert_eq!(socket.next().await.unwrap()["code"], "version");
}

#[tokio::test]
async fn a_forged_or_replayed_id_does_nothing_twice_and_belongs_to_its_seat() {
    let server = Running::new().await;
    let table = server.duel().await;
    assert_eq!(server.put(&table, &table.keys[0], "same", note("one")).await.1["line"], 1);
    // The same id with different content: the request was already done.
    let (_, again) = server.put(&table, &table.keys[0], "same", note("two")).await;
    assert_eq!((&again["line"], &again["repeated"]), (&json!(1), &json!(true)));
    // The same id from another seat is another request, and is refused on its own merits.
    let (status, other) = server.put(&table, &table.keys[3], "same", note("two")).await;
    assert!(status.is_client_error() && other.get("repeated").is_none(), "{other}");
    let long = "x".repeat(65);
    for id in ["", "with space", "\u{1}", "ü", &long] {
        assert_eq!(server.put(&table, &table.keys[0], id, note("x")).await.1["code"], "malformed", "{id:?}");
    }
    assert_eq!(server.get(&table.path("/situation"), &table.keys[0]).await["line"], 1);
}

#[tokio::test]
async fn foreign_pages_names_kinds_and_sizes_are_turned_away() {
    let server = Running::new().await;
    let base = format!("http://{}/api/v1", server.address);
    let code = async |request: reqwest::RequestBuilder| {
        let response = request.send().await.unwrap();
        let status = response.status();
        let answer: Value = response.json().await.unwrap();
        (status, answer["code"].as_str().unwrap_or_default().to_owned())
    };
    let foreign = server.http.get(format!("{base}/tables")).header("origin", "https://evil.example");
    assert_eq!(code(foreign).await, (StatusCode::FORBIDDEN, "foreign-origin".into()));
    let rebound = server.http.get(format!("{base}/tables")).header("host", "evil.example");
    assert_eq!(code(rebound).await, (StatusCode::FORBIDDEN, "foreign-host".into()));
    let form = server.http.post(format!("{base}/tables")).header("content-type", "text/plain").body("{}");
    assert_eq!(code(form).await, (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json".into()));
    let nowhere = server.http.get(format!("http://{}/etc/passwd", server.address));
    assert_eq!(code(nowhere).await, (StatusCode::NOT_FOUND, "not-found".into()));
    let wrong = server.http.delete(format!("{base}/tables"));
    assert_eq!(code(wrong).await, (StatusCode::METHOD_NOT_ALLOWED, "wrong-method".into()));
    let deep = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    let deep = server.http.post(format!("{base}/tables")).header("content-type", "application/json").body(deep);
    assert_eq!(code(deep).await, (StatusCode::BAD_REQUEST, "malformed".into()));
    let table = server.duel().await;
    let large = json!({ "id": "x", "put": note(&"x".repeat(100_000)) });
    let put = server.http.post(format!("{base}{}", table.path("/put"))).bearer_auth(&table.keys[0]).json(&large);
    assert_eq!(code(put).await, (StatusCode::PAYLOAD_TOO_LARGE, "too-large".into()));
    // A foreign page's WebSocket is rejected before the upgrade.
    let request = format!(
        "GET /api/v1/tables/x/ws HTTP/1.1\r\nhost: {}\r\norigin: https://evil.example\r\nupgrade: websocket\r\n\
         connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 403");
    still_well(&server).await;
}

#[tokio::test]
async fn a_flood_is_slowed_down() {
    let server = Running::with(|settings| settings.rate = 20).await;
    let table = server.duel().await;
    let mut socket = server.connect(&table, 0).await;
    for id in 0..95 {
        socket.send(json!({ "kind": "ping", "id": id.to_string() })).await;
    }
    let mut answers = Vec::new();
    while answers.len() < 95 {
        let message = socket.next().await.unwrap();
        if message.get("id").is_some() {
            answers.push(message);
        }
    }
    let slowed = answers.iter().filter(|answer| answer["code"] == "too-fast").count();
    assert!((1..=20).contains(&slowed), "{slowed}");
    for _ in 0..200 {
        let (status, _) = server.ask(Method::GET, "/books", "", None).await;
        if status == StatusCode::TOO_MANY_REQUESTS {
            return;
        }
    }
    panic!("no rate limit applied");
}

#[tokio::test]
async fn a_client_that_takes_nothing_does_not_hold_up_the_table() {
    let server = Running::new().await;
    let table = server.duel().await;
    // It says hello and never reads.
    let mut lazy = server.connect(&table, 0).await;
    let began = std::time::Instant::now();
    let text = "x".repeat(150);
    for step in 0..1_500 {
        let (status, answer) = server.put(&table, &table.keys[0], &format!("n{step}"), note(&text)).await;
        assert!(status.is_success(), "{answer}");
    }
    assert!(began.elapsed() < Duration::from_secs(60));
    lazy.drain(Duration::from_millis(200)).await;
    still_well(&server).await;
}

#[tokio::test]
async fn imports_reach_no_file() {
    let server = Running::new().await;
    let secret = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(secret.path(), "TOPSECRET = 1").unwrap();
    let path = secret.path().display().to_string();
    let up = format!("{}{path}", "../".repeat(12));
    let scenes = [
        format!("book = {path:?}"),
        format!("book = \"clockworld\"\ninclude = {path:?}"),
        format!("book = \"clockworld\"\ncontent = [{up:?}]"),
        format!("book = \"clockworld\"\nuse = [{up:?}]\n[[characters]]\nlike = {path:?}"),
        format!("book = \"clockworld\"\n[map]\nfile = \"file://{path}\""),
    ];
    for text in scenes {
        let body = json!({ "from": { "kind": "scene", "text": text } });
        let (status, answer) = server.ask(Method::POST, "/tables", "", Some(body)).await;
        assert!(status.is_client_error() && !answer.to_string().contains("TOPSECRET"), "{text}: {answer}");
    }
    for name in
        [path.as_str(), &up, "clockworld:../duel", "clockworld:/duel", "../clockworld:duel", "clockworld:duel\u{0}"]
    {
        let body = json!({ "from": { "kind": "ready", "name": name } });
        server.refused(Method::POST, "/tables", "", Some(body), "unknown-scene").await;
    }
    let body = json!({ "from": { "kind": "journal", "text": path } });
    server.refused(Method::POST, "/tables", "", Some(body), "bad-journal").await;
    // Raw paths that a browser would normalise.
    for address in [format!("/{up}"), format!("/assets/{up}"), format!("/..%2f..%2f{path}"), format!("/t/%2e%2e/{up}")]
    {
        let request = format!("GET {address} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", server.address);
        let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        assert!(!String::from_utf8_lossy(&answer).contains("TOPSECRET"), "{address}");
    }
    still_well(&server).await;
}

#[tokio::test]
async fn a_request_that_never_ends_is_ended() {
    let server = Running::new().await;
    let head = format!("POST /api/v1/tables HTTP/1.1\r\nhost: {}\r\n", server.address);
    let slow = [
        format!("{head}content-type: application/json\r\ncontent-length: 900\r\n\r\n{{"),
        format!("{head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{{\r\n"),
        head,
    ];
    let ends = slow.map(|part| async move {
        let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
        stream.write_all(part.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        tokio::time::timeout(Duration::from_secs(40), stream.read_to_end(&mut answer)).await.unwrap().unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    });
    let [whole, chunked, head] = futures_util::future::join_all(ends).await.try_into().unwrap();
    for answer in [whole, chunked] {
        assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("too-slow"), "{answer}");
    }
    assert!(!head.contains("200"), "{head}");
}

#[tokio::test]
async fn whoever_vanishes_is_missed_and_nobody_waits_for_them() {
    let server = Running::new().await;
    let table = server.duel().await;
    let mut stays = server.connect(&table, 0).await;
    let vanishes = server.connect(&table, 1).await;
    let both = json!([table.ids[0], table.ids[1]]);
    while stays.next_of("present").await["seats"] != both {}
    // Drop the connection without a close frame.
    drop(vanishes);
    while stays.next_of("present").await["seats"] != json!([table.ids[0]]) {}
    assert_eq!(stays.put("on", note("on")).await["line"], 1);
}
