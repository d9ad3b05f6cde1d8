//! The server speaks the protocol that it documents.

use crate::client::{Running, note};
use reqwest::Method;
use serde_json::{Value, json};
use std::path::Path;

/// A generated file in the repository.
fn kept(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(file).unwrap_or_default()
}

#[test]
fn the_files_in_the_repository_are_those_of_the_types() {
    let document = referee_server::document();
    let openapi = serde_json::to_string_pretty(document).unwrap();
    let types = referee_server::typescript(document);
    for (path, made, form) in
        [("docs/openapi.json", openapi, "openapi"), ("web/src/lib/api/generated.ts", types, "typescript")]
    {
        assert_eq!(kept(path).trim_end(), made.trim_end(), "run: referee api {form} > {path}");
    }
}

/// Validates a value against a schema, supporting the subset of JSON Schema that schemars writes.
fn fits(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    let Some(schema) = schema.as_object() else { return Ok(()) };
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(reference.trim_start_matches('#')).ok_or(format!("no {reference}"))?;
        fits(value, target, root).map_err(|why| format!("{reference}: {why}"))?;
    }
    if let Some(constant) = schema.get("const") {
        return if constant == value { Ok(()) } else { Err(format!("{value} is not {constant}")) };
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return if values.contains(value) { Ok(()) } else { Err(format!("{value} is none of {values:?}")) };
    }
    if let Some(any) = schema.get("oneOf").or(schema.get("anyOf")).and_then(Value::as_array) {
        let tried: Vec<String> = any.iter().filter_map(|one| fits(value, one, root).err()).collect();
        if tried.len() == any.len() {
            return Err(format!("none of the kinds: {}", tried.join("; ")));
        }
    }
    let kinds: Vec<&str> = match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is_kind = |kind: &&str| match *kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => false,
    };
    if !kinds.is_empty() && !kinds.iter().any(is_kind) {
        return Err(format!("{value:.80} is not {kinds:?}"));
    }
    if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
        for value in values {
            fits(value, items, root)?;
        }
    }
    if let (Some(properties), Some(object)) = (schema.get("properties").and_then(Value::as_object), value.as_object()) {
        for name in schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(name) {
                return Err(format!("{name} is missing"));
            }
        }
        for (name, value) in object {
            if let Some(property) = properties.get(name) {
                fits(value, property, root).map_err(|why| format!("{name}: {why}"))?;
            }
        }
    }
    Ok(())
}

#[tokio::test]
async fn every_message_fits_its_schema() {
    let server = Running::new().await;
    let document = server.get("/openapi.json", "").await;
    let table = server.duel().await;
    let check = |value: &Value, name: &str| {
        let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        fits(value, &schema, &document).unwrap_or_else(|why| panic!("{name}: {why}\n{value}"));
    };
    check(&table.json, "MadeTable");
    let mut gm = server.connect(&table, 0).await;
    let mut watcher = server.connect(&table, 0).await;
    for step in 0..8 {
        server.bot(&table, &format!("b{step}")).await;
    }
    let mut said = Vec::new();
    for put in [note("hello"), json!({ "kind": "undo" }), json!({ "kind": "answer", "ask": 99, "option": 0 })] {
        said.push(gm.put("n", put.clone()).await);
        let id = put["kind"].as_str().unwrap().to_owned();
        said.push(gm.put(&id, put).await);
    }
    gm.send(json!({ "kind": "slots", "id": "s", "filled": { "verb": "note" } })).await;
    gm.send(json!({ "kind": "ping", "id": "p" })).await;
    said.extend(gm.drain(std::time::Duration::from_millis(300)).await);
    said.extend(watcher.drain(std::time::Duration::from_millis(300)).await);
    let kinds: std::collections::BTreeSet<&str> = said.iter().filter_map(|message| message["kind"].as_str()).collect();
    for kind in ["ack", "error", "log", "pong", "present", "situation", "slots", "told", "undone", "welcome"] {
        assert!(kinds.contains(kind), "no {kind} among {kinds:?}");
    }
    for message in &said {
        check(message, "ServerMessage");
    }
    check(&server.get(&table.path("/situation"), &table.keys[1]).await, "Situation");
    check(&server.get(&table.path("/log"), &table.keys[1]).await, "Log");
    check(&server.get(&table.path(""), &table.keys[1]).await, "TableInfo");
    for book in server.get("/books", "").await.as_array().unwrap() {
        check(book, "BookInfo");
    }
    let (_, problem) = server.put(&table, &table.keys[3], "p", note("x")).await;
    check(&problem, "Problem");
}

#[tokio::test]
async fn the_page_asks_nobody_else_for_anything() {
    let server = Running::new().await;
    let get = async |path: &str| {
        let response = server.http.get(format!("http://{}{path}", server.address)).send().await.unwrap();
        assert!(response.status().is_success(), "{path}");
        let policy = response.headers().get("content-security-policy").cloned();
        (response.text().await.unwrap(), policy)
    };
    let (page, policy) = get("/docs").await;
    assert!(policy.unwrap().to_str().unwrap().starts_with("default-src 'none'"));
    for path in ["/docs/page.js", "/docs/page.css"] {
        assert!(page.contains(path));
        assert!(!get(path).await.0.contains("://"), "{path} refers to another server");
    }
    for (path, says) in [("/healthz", "ok"), ("/readyz", "ready"), ("/metrics", "referee_acknowledge_seconds_count")] {
        assert!(get(path).await.0.contains(says), "{path}");
    }
    let rule = server.get("/rules/CW-042", "").await;
    assert_eq!(rule["id"], "CW-042");
}

#[tokio::test]
async fn the_table_in_the_browser_asks_nobody_else_either_and_leaves_programs_alone() {
    let server = Running::new().await;
    let get = async |path: &str, accept: &str| {
        let request = server.http.get(format!("http://{}{path}", server.address)).header("accept", accept);
        let response = request.send().await.unwrap();
        let policy =
            response.headers().get("content-security-policy").map(|policy| policy.to_str().unwrap().to_owned());
        (response.status().as_u16(), policy.unwrap_or_default(), response.text().await.unwrap())
    };
    for path in ["/", "/t/some-table", "/rules/clockworld", "/designer"] {
        let (status, policy, text) = get(path, "text/html").await;
        assert_eq!(status, 200, "{path}");
        assert!(policy.starts_with("default-src 'none'") && policy.contains("connect-src 'self'"), "{path}: {policy}");
        assert!(text.contains("<title>Referee</title>"), "{path}, built or not");
    }
    assert_eq!(get("/mistyped", "text/html").await.0, 404);
    for path in ["/mistyped", "/api/v1/mistyped"] {
        let (status, _, text) = get(path, "application/json").await;
        assert_eq!((status, text.contains("not-found")), (404, true), "{path}");
    }
}

#[tokio::test]
async fn the_page_finds_scenes_ledgers_dice_and_what_was_seen_before() {
    let server = Running::new().await;
    let scene = server.get("/scenes/clockworld:duel", "").await;
    assert_eq!((&scene["title"], &scene["actors"][0]["key"]), (&json!("Duel at the water tower"), &json!("mudo")));
    assert_eq!(scene["view"]["map"]["grid"], "hex");
    assert_eq!(server.get("/books/clockworld/rules", "").await["title"], "Clockworld");
    let dice = server.get("/dice?roll=2d6", "").await;
    assert_eq!((&dice["mean"], &dice["values"][0]["exact"]), (&json!(7.0), &json!("1/36")));
    server.refused(Method::GET, "/dice?roll=2x6", "", None, "bad-dice").await;
    let table = server.duel().await;
    let then = server.get(&format!("/tables/{}/at/0", table.code), &table.keys[0]).await;
    assert_eq!(then["line"], 0);
    let late = format!("/tables/{}/at/900", table.code);
    server.refused(Method::GET, &late, &table.keys[0], None, "no-such-line").await;
    let eyes = format!("/tables/{}/at/0?seat={}", table.code, table.ids[0]);
    // A player has only their own view.
    server.refused(Method::GET, &eyes, &table.keys[1], None, "gm-only").await;
}
