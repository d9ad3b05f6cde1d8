//! The real binary, from the outside: what it prints, and the code it exits with.

mod dice;
mod files;
mod ledger;
mod play;
mod scenes;
mod serve;

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run of the command gave.
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Run {
    /// The output, of a run that must have gone well.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!(self.code, 0, "{}{}", self.out, self.err);
        self.out
    }

    /// The output as JSON, of a run that must have gone well.
    #[track_caller]
    pub fn json(self) -> Value {
        let out = self.ok();
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}\n{out}"))
    }

    /// Asserts that it failed with this code and said this.
    #[track_caller]
    pub fn fails(self, code: i32, says: &str) {
        assert_eq!(self.code, code, "{}{}", self.out, self.err);
        assert!(self.err.contains(says), "expected {says:?} in:\n{}", self.err);
    }
}

/// Runs the command with these arguments and nothing to read.
pub fn referee(args: &[&str]) -> Run {
    with_input(args, "")
}

/// Runs the command with these arguments and this text to read.
pub fn with_input(args: &[&str], input: &str) -> Run {
    run(Command::new(env!("CARGO_BIN_EXE_referee")).args(args).env("LC_ALL", "C.UTF-8"), input)
}

/// Runs a prepared command.
pub fn run(command: &mut Command, input: &str) -> Run {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the binary was built for this test");
    // The command may end before it has read everything.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the command prints UTF-8");
    Run { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// A file that is gone when the test ends.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A file with this text; the name must be used by one test only.
    pub fn new(name: &str, text: &str) -> Scratch {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, text).expect("the folder for tests can be written to");
        Scratch(path)
    }

    /// Its path, as an argument.
    pub fn path(&self) -> &str {
        self.0.to_str().expect("a path of letters")
    }

    /// What stands in it now.
    pub fn text(&self) -> String {
        std::fs::read_to_string(&self.0).expect("it is there")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
