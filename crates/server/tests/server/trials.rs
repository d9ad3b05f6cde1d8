//! The designer's requests: comparisons, sweeps, exploring a scene, and the cases for a rule.

use crate::{client::Running, jobs::ended};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn a_change_is_compared_with_the_same_seeds() {
    let server = Running::new().await;
    let from = json!({ "kind": "ready", "name": "clockworld:duel" });
    let compare = |set: &str| {
        json!({ "from": from, "work": { "kind": "compare", "runs": 20, "seed": 3,
        "policies": [{ "policy": "bold" }], "set": [set] } })
    };
    let job = server.post("/jobs", "", compare("title=\"The same\"")).await;
    let report = ended(&server, &job["id"]).await["result"].clone();
    assert_eq!(report["pairs"], 20);
    for side in report["sides"].as_array().unwrap() {
        assert_eq!(side["difference"]["value"], 0.0, "identical scenes have identical results: {side}");
    }
    let job = server.post("/jobs", "", compare("rules.no_such_rule=1")).await;
    let job = ended(&server, &job["id"]).await;
    assert_eq!((&job["state"], &job["problem"]["code"]), (&json!("failed"), &json!("mistakes")), "{job}");
    let job = server.post("/jobs", "", compare("nothing")).await;
    assert_eq!(ended(&server, &job["id"]).await["problem"]["code"], "bad-change");
    // A table has no scene that could be changed.
    let table = server.duel().await;
    let job = server.post(&table.path("/jobs"), &table.keys[0], compare("title=x")["work"].clone()).await;
    assert_eq!(ended(&server, &job["id"]).await["problem"]["code"], "no-scene");
}

#[tokio::test]
async fn a_sweep_has_a_spot_for_every_combination() {
    let server = Running::new().await;
    let from = json!({ "kind": "ready", "name": "clockworld:duel" });
    let sweep = |vary: &[&str]| {
        json!({ "from": from, "work": { "kind": "sweep", "runs": 4, "seed": 3,
        "policies": [{ "policy": "bold" }], "vary": vary } })
    };
    let job = server.post("/jobs", "", sweep(&["mudo.facing=0,90,180", "vole.facing=0,180"])).await;
    let job = ended(&server, &job["id"]).await;
    let spots = job["result"]["spots"].as_array().unwrap_or_else(|| panic!("{job}"));
    assert_eq!(spots.len(), 6);
    assert_eq!(spots[1]["values"], json!(["0", "180"]));
    assert_eq!(job["done"], job["of"]);
    for bad in [&[][..], &["mudo.facing=0..399"], &["mudo.facing=5..1"]] {
        let job = server.post("/jobs", "", sweep(bad)).await;
        let code = ended(&server, &job["id"]).await["problem"]["code"].clone();
        assert!(code == "bad-sweep" || code == "bad-change", "{bad:?}: {code}");
    }
}

#[tokio::test]
async fn a_scene_is_explored_without_a_table_and_rules_show_their_cases() {
    let server = Running::new().await;
    let from = json!({ "kind": "ready", "name": "clockworld:tavern-shootout" });
    let found = server.post("/explore", "", json!({ "from": from })).await;
    assert!(found["offers"].as_array().unwrap().len() > 5 && found["slots"] == json!([]));
    let wrong = json!({ "from": { "kind": "scene", "text": "book = \"clockworld\"\nrulez = 1\n" } });
    let problem = server.refused(Method::POST, "/explore", "", Some(wrong), "mistakes").await;
    let unknown = problem["mistakes"].as_array().unwrap().iter().find(|mistake| mistake["path"] == "rulez").unwrap();
    assert_eq!((&unknown["line"], &unknown["meant"]), (&json!(2), &json!("rules")));
    let cases = server.get("/rules/CW-095/cases", "").await;
    assert!(cases.as_array().unwrap().iter().all(|case| case["text"].as_str().unwrap().contains("CW-095")));
    assert!(!cases.as_array().unwrap().is_empty());
    server.refused(Method::GET, "/rules/nonsense/cases", "", None, "unknown-rule").await;
}
