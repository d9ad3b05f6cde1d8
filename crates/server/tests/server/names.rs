//! All text input is limited in length and free of control characters, wherever it is used.

use crate::client::Running;
use referee_dice::FastRng;
use referee_shelf::books;
use reqwest::Method;
use serde_json::{Value, json};

/// Text that is not allowed in any name or one-line text.
const BAD: [&str; 4] = ["\u{1b}[2J", "two\nlines", "\u{202e}odnuM", "\u{0}"];

#[tokio::test]
async fn names_of_a_scene_are_refused_with_their_place() {
    let server = Running::new().await;
    for book in books() {
        let ready = book.scenes()[0];
        let make = |text: &str| {
            let body = json!({ "from": { "kind": "scene", "text": text } });
            server.ask(Method::POST, "/tables", "", Some(body))
        };
        let Some(at) = ready.text.find("\nname = \"") else { continue };
        let (before, after) = ready.text.split_at(at + "\nname = \"".len());
        assert!(make(ready.text).await.0.is_success(), "{}", book.name());
        for bad in ["\\u001b[2J", "\\u202eodnuM", "two\\nlines", &"x".repeat(200)] {
            let (status, problem) = make(&format!("{before}{bad}{after}")).await;
            assert_eq!((status.as_u16(), &problem["code"]), (422, &json!("mistakes")), "{bad}: {problem}");
            let told = problem["mistakes"].to_string();
            assert!(told.contains("control characters") || told.contains("1 to 80 characters"), "{bad}: {told}");
        }
    }
}

#[tokio::test]
async fn what_is_typed_in_play_is_refused() {
    let server = Running::new().await;
    let mut rng = FastRng::seed_from_u64(3);
    let long = "x".repeat(5_000);
    for book in books() {
        let mut tried = 0;
        for ready in book.scenes().into_iter().take(2) {
            let table = server.table(&format!("{}:{}", ready.book, ready.name), json!([])).await;
            let gm = &table.keys[0];
            let situation = server.get(&table.path("/situation"), gm).await;
            for (number, offer) in situation["offers"].as_array().unwrap().iter().enumerate() {
                if offer.get("refused").is_some() {
                    continue;
                }
                let filled = crate::secrets::fill(&server, &table, gm, offer, &mut rng).await;
                let (status, slots) = server.ask(Method::POST, &table.path("/slots"), gm, Some(filled.clone())).await;
                if !status.is_success() {
                    continue;
                }
                let is_text = |slot: &&Value| slot["domain"]["kind"] == "text";
                for slot in slots.as_array().unwrap().iter().filter(is_text) {
                    for (at, bad) in BAD.iter().copied().chain([long.as_str()]).enumerate() {
                        let mut filled = filled.clone();
                        filled["slots"][slot["name"].as_str().unwrap()] = json!(bad);
                        let put = json!({ "kind": "take", "filled": filled });
                        let id = format!("{number}-{at}-{}", slot["name"].as_str().unwrap());
                        let (status, answer) = server.put(&table, gm, &id, put).await;
                        assert_eq!(status.as_u16(), 422, "{} {bad:?} for {slot} of {offer}: {answer}", ready.name);
                        tried += 1;
                    }
                }
            }
        }
        assert!(tried > 0, "{} has no text slots", book.name());
    }
}

#[tokio::test]
async fn names_of_seats_tables_and_journals_are_refused() {
    let server = Running::new().await;
    let table = server.duel().await;
    let gm = &table.keys[0];
    let long = "x".repeat(81);
    for bad in BAD.iter().copied().chain([long.as_str()]) {
        let seat = json!({ "role": "spectator", "name": bad });
        server.refused(Method::POST, &table.path("/seats"), gm, Some(seat), "bad-name").await;
        let body = json!({ "name": bad, "from": { "kind": "ready", "name": "clockworld:duel" } });
        server.refused(Method::POST, "/tables", "", Some(body), "bad-name").await;
        server.refused(Method::POST, &table.path("/fork"), gm, Some(json!({ "name": bad })), "bad-name").await;
        let who = json!({ "actor": 0 });
        for (question, answer) in [(bad, json!("never")), ("reaction", json!({ "always": bad }))] {
            let put = json!({ "kind": "standing", "who": who, "question": question, "answer": answer });
            let (status, answer) = server.put(&table, gm, "s", put).await;
            let is_long_word = bad.len() > 80 && bad.len() <= 100;
            assert!(is_long_word || status.is_client_error(), "{bad:?}: {answer}");
        }
        assert!(server.put(&table, gm, "note", crate::client::note("said")).await.0.is_success());
        let journal = server.get(&table.path("/export/journal"), gm).await;
        let forged = journal.as_str().unwrap().replace("\"Mudo\"", &json!(bad).to_string());
        assert_ne!(forged, journal.as_str().unwrap());
        let body = json!({ "from": { "kind": "journal", "text": forged } });
        let (status, answer) = server.ask(Method::POST, "/tables", "", Some(body)).await;
        assert_eq!(status.as_u16(), 422, "{bad:?}: {answer}");
    }
}
