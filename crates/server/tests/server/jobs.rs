//! Simulation and odds jobs: started, watched, cancelled.

use crate::client::Running;
use reqwest::Method;
use serde_json::{Value, json};

pub async fn ended(server: &Running, id: &Value) -> Value {
    // A debug build is slow.
    for _ in 0..20 {
        let job = server.get(&format!("/jobs/{}?wait=5000", id.as_str().unwrap()), "").await;
        if ["done", "cancelled", "failed"].contains(&job["state"].as_str().unwrap()) {
            return job;
        }
    }
    panic!("the job does not end");
}

#[tokio::test]
async fn a_simulation_is_started_watched_and_done() {
    let server = Running::new().await;
    let work = json!({ "kind": "simulate", "runs": 3, "seed": 1, "policies": [{ "policy": "bold" }] });
    let from = json!({ "kind": "ready", "name": "clockworld:duel" });
    let job = server.post("/jobs", "", json!({ "from": from, "work": work })).await;
    let job = ended(&server, &job["id"]).await;
    assert_eq!((&job["state"], &job["result"]["played"]), (&json!("done"), &json!(3)), "{job}");
    let table = server.duel().await;
    server.refused(Method::POST, &table.path("/jobs"), &table.keys[1], Some(work.clone()), "gm-only").await;
    let job = server.post(&table.path("/jobs"), &table.keys[0], work).await;
    assert_eq!(ended(&server, &job["id"]).await["result"]["played"], 3);
}

#[tokio::test]
async fn a_long_job_is_cancelled_and_a_wrong_one_says_why() {
    let server = Running::new().await;
    let from = json!({ "kind": "ready", "name": "clockworld:duel" });
    let work = json!({ "kind": "simulate", "runs": 100_000_000 });
    let job = server.post("/jobs", "", json!({ "from": from, "work": work })).await;
    server.ask(Method::DELETE, &format!("/jobs/{}", job["id"].as_str().unwrap()), "", None).await;
    assert_eq!(ended(&server, &job["id"]).await["state"], "cancelled");
    let work = json!({ "kind": "simulate", "runs": 5, "policies": [{ "policy": "brave" }] });
    let job = server.post("/jobs", "", json!({ "from": from, "work": work })).await;
    let job = ended(&server, &job["id"]).await;
    assert_eq!((&job["state"], &job["problem"]["code"]), (&json!("failed"), &json!("refused/unknown-policy")));
    let filled = json!({ "verb": "attack", "slots": { "target": "vole" } });
    let work = json!({ "kind": "odds", "actor": "mudo", "filled": filled, "reactions": "never" });
    let job = server.post("/jobs", "", json!({ "from": from, "work": work })).await;
    let job = ended(&server, &job["id"]).await;
    assert!(job["state"] == "done" || job["problem"]["code"].is_string(), "{job}");
    server.refused(Method::GET, "/jobs/nosuchjob", "", None, "no-such-job").await;
    let none = json!({ "from": from, "work": { "kind": "simulate", "runs": 0 } });
    server.refused(Method::POST, "/jobs", "", Some(none), "bad-runs").await;
}

/// One seat cannot take every job slot.
#[tokio::test]
async fn one_seat_has_few_jobs_at_a_time() {
    let server = Running::new().await;
    let (greedy, modest) = (server.duel().await, server.duel().await);
    let work = json!({ "kind": "simulate", "runs": 100_000_000 });
    let start = |table: &crate::client::Made| {
        let (path, key) = (table.path("/jobs"), table.keys[0].clone());
        let (server, work) = (&server, work.clone());
        async move { server.ask(Method::POST, &path, &key, Some(work)).await }
    };
    let mut jobs = Vec::new();
    for _ in 0..8 {
        jobs.push(start(&greedy).await.1["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(start(&greedy).await.1["code"], "too-much-work");
    jobs.push(start(&modest).await.1["id"].as_str().unwrap().to_owned());
    for job in &jobs {
        server.ask(Method::DELETE, &format!("/jobs/{job}"), "", None).await;
    }
    for job in jobs {
        ended(&server, &json!(job)).await;
    }
    // A place is free again shortly after its job has ended.
    for _ in 0..100 {
        let (status, job) = start(&greedy).await;
        if status.is_success() {
            server.ask(Method::DELETE, &format!("/jobs/{}", job["id"].as_str().unwrap()), "", None).await;
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the places were not released");
}
