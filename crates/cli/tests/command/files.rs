//! Files that are missing, damaged or wrong, and case files.

use crate::{Scratch, referee, with_input};
use std::{
    process::{Command, Stdio},
    time::Duration,
};

#[test]
fn every_mistake_of_a_scene_is_told_with_its_line() {
    let scene =
        Scratch::new("wrong.toml", "book = \"clockworld\"\ntitel = \"x\"\n[[characters]]\nfrom = \"gunslnger\"\n");
    let refused = referee(&["play", scene.path()]);
    for part in ["wrong.toml:2:1: titel: unknown key", "did you mean `gunslinger`?", "missing key `map`"] {
        assert!(refused.err.contains(part), "{part}:\n{}", refused.err);
    }
    refused.fails(3, "error:");
    let value = referee(&["play", scene.path(), "--json"]);
    let value: serde_json::Value = serde_json::from_str(&value.err).expect("JSON");
    assert!(value["error"]["mistakes"]["mistakes"].as_array().is_some_and(|mistakes| mistakes.len() >= 3));
}

#[test]
fn a_file_that_is_something_else_is_refused() {
    let broken = Scratch::new("broken.toml", "book = [\n");
    referee(&["play", broken.path()]).fails(3, "broken.toml:");
    let other = Scratch::new("other.toml", "book = \"chess\"\n");
    referee(&["simulate", other.path()]).fails(3, "other.toml:1:8: book: there is no rulebook `chess`; allowed: ");
    let journal = Scratch::new("not.journal", "{\"a\": 1}\n");
    referee(&["replay", journal.path()]).fails(3, "journal line 1");
    referee(&["play", "nowhere.toml"]).fails(3, "nowhere.toml: there is no such file");
    referee(&["play", "nowhere"]).fails(2, "ready scenes: ");
    referee(&["replay", "nowhere.journal"]).fails(3, "nowhere.journal");
}

#[test]
fn a_changed_scene_is_printed_to_be_kept_and_opened_again() {
    let out = referee(&["scene", "clockworld:duel", "--set", "title=Closer", "--set", "characters.0.at=[2, 4]"]).ok();
    assert!(out.contains("title = \"Closer\"") && out.contains("at = [2, 4]"), "{out}");
    let kept = Scratch::new("kept.toml", &out);
    assert_eq!(referee(&["scene", kept.path()]).ok(), out);
    assert_eq!(
        referee(&["scene", kept.path(), "--json"]).json()["scene"].as_str().map(str::trim_end),
        Some(out.trim_end())
    );
    referee(&["scene", "clockworld:duel", "--set", "characters.0.at=[200, 4]"]).fails(3, "characters[0].at");
    referee(&["scene", "clockworld:duel", "--set", "nobody.at=[2, 4]"]).fails(3, "nobody: unknown key");
}

const CASE: &str = r#"
title = "A shot at twenty feet"

[scene]
book = "clockworld"
map = { grid = "hex", columns = 12, rows = 8, cell = 5, unit = "feet" }
[[scene.characters]]
from = "gunslinger"
name = "Mudo"
at = [2, 3]
[[scene.characters]]
from = "bandit"
name = "Rusk"
at = [6, 3]

[[step]]
by = "mudo"
do = "attack target=rusk"
answers = ["3-dice"]
dice = [6, 4, 5, 6]
tells = ["Mild"]
rules = ["CW-025"]
"#;

#[test]
fn cases_that_hold_are_counted_and_those_that_do_not_fail() {
    let good = Scratch::new("good-case.toml", CASE);
    let out = referee(&["case", good.path()]).ok();
    assert!(out.contains("✓ A shot at twenty feet") && out.contains("1 case holds"), "{out}");
    let bad = Scratch::new("bad-case.toml", &CASE.replace("\"Mild\"", "\"Critical\""));
    let failed = referee(&["case", good.path(), bad.path()]);
    assert!(failed.out.contains("✗ A shot at twenty feet") && failed.out.contains("bad-case.toml:"), "{}", failed.out);
    failed.fails(1, "1 of 2 cases failed");
    let leftover = Scratch::new("leftover-case.toml", &CASE.replace("4, 5, 6]", "4, 5, 6, 7]"));
    referee(&["case", leftover.path(), "--json"]).fails(1, "1 of 1 cases failed");
    referee(&["case", "nowhere.toml"]).fails(3, "nowhere.toml");
}

#[test]
fn an_output_that_cannot_be_written_is_told_before_anything_is_fought() {
    let many = ["simulate", "clockworld:tour", "--runs", "1000000000"];
    for output in [["--report", "/no/such/folder/page.html"], ["--csv", "/no/such/folder/rows.csv"]] {
        referee(&[&many[..], &output[..]].concat()).fails(74, "/no/such/folder");
    }
    let sweep = ["sweep", "clockworld:tour", "--vary", "mudo.from=gunslinger,scout", "--runs", "100000000"];
    referee(&[&sweep[..], &["--plot", "/no/such/folder/map.svg"]].concat()).fails(74, "/no/such/folder");
    referee(&[&sweep[..], &["--plot", "map.gif"]].concat()).fails(2, "must be named *.svg or *.png");
}

#[test]
fn rows_go_into_both_kinds_of_files_at_once() {
    let (csv, parquet) = (Scratch::new("both.csv", ""), Scratch::new("both.parquet", ""));
    let files = ["--csv", csv.path(), "--parquet", parquet.path()];
    referee(&[&["simulate", "clockworld:tour", "--runs", "7"][..], &files[..]].concat()).ok();
    assert_eq!(std::fs::read_to_string(csv.path()).unwrap().lines().count(), 8);
    let bytes = std::fs::read(parquet.path()).unwrap();
    assert!(bytes.starts_with(b"PAR1"));
    // What the run was of is kept in the file.
    let text = String::from_utf8_lossy(&bytes);
    assert!(["clockworld:tour", "policies", "=bold"].iter().all(|fact| text.contains(fact)));
}

#[test]
fn a_dash_is_standard_input_and_output() {
    let scene = std::fs::read_to_string("../../content/clockworld/scenes/tour.toml").unwrap();
    let rows = with_input(&["simulate", "-", "--runs", "5", "--csv", "-"], &scene).ok();
    assert_eq!(rows.lines().count(), 6, "{rows}");
    assert!(rows.starts_with("fight,seed,") && !std::path::Path::new("-").exists());
    with_input(&["simulate", "-", "--runs", "5"], "nonsense").fails(3, "standard input");
}

/// Each fight of a search takes many seconds, and a thread takes many fights at once.
#[test]
#[cfg(unix)]
fn a_search_that_is_told_to_end_ends_soon() {
    let thinking = ["simulate", "crisis:street-fight", "--runs", "100000", "--policy", "search:2000", "--threads", "1"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(thinking)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    for _ in 0..600 {
        if let Some(status) = child.try_wait().unwrap() {
            return assert_eq!(status.code(), Some(130));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    child.kill().unwrap();
    panic!("it thinks on");
}

#[test]
fn wrong_usage_is_json_where_json_was_asked_for() {
    for wrong in [&["simulate", "--json"][..], &["roll", "d6", "--sides", "--json"], &["odds", "d", "--json"]] {
        let run = referee(wrong);
        let error: serde_json::Value =
            serde_json::from_str(&run.err).unwrap_or_else(|error| panic!("{error}: {}", run.err));
        assert_eq!((run.code, &error["error"]["exit"]), (2, &2.into()), "{wrong:?}");
    }
    assert_eq!(referee(&["api", "openapi", "--json"]).json()["openapi"].as_str().map(|text| &text[..2]), Some("3."));
}

#[test]
fn a_scene_is_no_case() {
    let scene = Scratch::new("no-case.toml", "book = \"clockworld\"\ncharacters = []\n");
    referee(&["case", scene.path()]).fails(3, "this is a scene, not a case");
    let titled = Scratch::new("no-case-titled.toml", "book = \"clockworld\"\ntitle = \"A scene\"\ncharacters = []\n");
    referee(&["case", titled.path()]).fails(3, "this is a scene, not a case");
}

#[test]
fn no_threads_are_too_few() {
    referee(&["simulate", "clockworld:tour", "--threads", "0"]).fails(2, "1..=1024");
}
