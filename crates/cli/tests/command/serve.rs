//! The server as a command: it says where it listens, stops when it is told to, and what it keeps can be checked.

use crate::{Scratch, referee, with_input};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A store that is gone when the test ends.
struct Kept(PathBuf);

impl Kept {
    fn new(name: &str) -> Kept {
        let kept = Kept(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name));
        kept.remove();
        kept
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path of letters")
    }

    fn remove(&self) {
        for ending in ["", ".lock", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", self.0.display()));
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.remove();
    }
}

#[test]
fn it_listens_stops_in_good_order_and_its_store_is_sound() {
    let (store, copy, back) = (Kept::new("serve.db"), Kept::new("serve-copy.db"), Kept::new("serve-back.db"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["serve", "--listen", "127.0.0.1:0", "--store", store.path(), "--log", "error"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary was built for this test");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("it says something");
    assert!(line.starts_with("listening on http://127.0.0.1:"), "{line}");
    // A second one does not write to the same file.
    referee(&["serve", "--listen", "127.0.0.1:0", "--store", store.path()])
        .fails(3, "another server is using this file");
    let stopped = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("there is a kill");
    assert!(stopped.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert!(referee(&["store", "check", store.path()]).ok().contains("0 tables, 0 lines"));
    referee(&["store", "backup", store.path(), copy.path()]).ok();
    referee(&["store", "backup", store.path(), copy.path()]).fails(3, "already exists");
    assert!(referee(&["store", "restore", copy.path(), back.path()]).ok().contains("0 tables restored"));
}

#[test]
fn wrong_settings_say_what_to_do() {
    referee(&["serve", "--listen", "0.0.0.0:0"]).fails(2, "--create-key");
    let config = Scratch::new("serve.toml", "lissen = \"127.0.0.1:0\"\n");
    referee(&["serve", "--config", config.path()]).fails(3, "lissen");
    let other = Scratch::new("not-a-store.db", "this is no database, and it is long enough to look at");
    referee(&["store", "check", other.path()]).fails(3, "cannot read the file as a store");
    referee(&["store", "check", "nowhere.db"]).fails(3, "file not found");
    let help = referee(&["serve", "--help"]).ok();
    for name in ["REFEREE_LISTEN", "REFEREE_STORE", "REFEREE_CREATE_KEY", "REFEREE_IDLE_SECONDS", "--config"] {
        assert!(help.contains(name), "{name} in\n{help}");
    }
}

#[test]
fn a_journal_is_held_to_what_its_table_promised() {
    let journal = Scratch::new("promised.journal", "");
    let typed = format!("note text=hello\nsave {}\n", journal.path());
    with_input(&["play", "clockworld:duel", "--seed", "7"], &typed).ok();
    referee(&["replay", journal.path(), "--verify"]).ok();
    let wrong = "00".repeat(32);
    referee(&["replay", journal.path(), "--verify", "--commitment", &wrong]).fails(1, "does not match the commitment");
}
