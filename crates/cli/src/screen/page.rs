//! Where output goes, and what it can show.

use crate::args::{Colour, Look};
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use std::io::{ErrorKind, IsTerminal, Write};

/// The widest that lines of prose become, however wide the terminal is.
const WIDEST: usize = 110;

/// Standard output, gathered and written in one piece.
pub struct Page {
    text: String,
    /// Print JSON instead of text?
    pub json: bool,
    /// Draw with ASCII only?
    pub ascii: bool,
    /// Will styles be seen?
    pub colour: bool,
    /// Columns.
    pub width: usize,
    /// Is something else written to standard output?
    is_silent: bool,
}

impl Page {
    /// A page for standard output as it is.
    pub fn new(look: &Look) -> Page {
        match look.color {
            Colour::Auto => {}
            Colour::Always => ColorChoice::Always.write_global(),
            Colour::Never => ColorChoice::Never.write_global(),
        }
        let stdout = std::io::stdout();
        let columns = terminal_size::terminal_size_of(&stdout).map_or(100, |(width, _)| usize::from(width.0));
        Page {
            text: String::new(),
            json: look.json,
            ascii: look.ascii || !is_utf8(),
            colour: AutoStream::choice(&stdout) != ColorChoice::Never,
            width: columns.clamp(40, WIDEST),
            is_silent: false,
        }
    }

    /// Prints nothing from here on: standard output is taken by a file that was asked for there.
    pub fn silence(&mut self) {
        self.is_silent = true;
    }

    /// A line of text; nothing when JSON is printed.
    pub fn line(&mut self, line: impl AsRef<str>) {
        if !self.json {
            self.text.push_str(line.as_ref().trim_end());
            self.text.push('\n');
        }
    }

    /// Several lines.
    pub fn lines(&mut self, lines: impl IntoIterator<Item = impl AsRef<str>>) {
        lines.into_iter().for_each(|line| self.line(line));
    }

    /// A question on a line of its own, after which somebody types.
    pub fn prompt(&mut self, text: &str) {
        if !self.json {
            self.text.push_str(text);
        }
        self.flush();
    }

    /// A value for programs: one line of JSON if it is short and part of a stream, several otherwise.
    pub fn json(&mut self, value: &impl Serialize) {
        let text = serde_json::to_string_pretty(value).expect("results are plain data");
        self.text.push_str(&text);
        self.text.push('\n');
    }

    /// A value for programs on one line, as part of a stream.
    pub fn json_line(&mut self, value: &impl Serialize) {
        self.text.push_str(&serde_json::to_string(value).expect("results are plain data"));
        self.text.push('\n');
    }

    /// A text as it is, whatever is printed otherwise: a schema, completions.
    pub fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes what was gathered. If nobody reads any more, the program ends.
    pub fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        if self.is_silent {
            return;
        }
        let text = if self.ascii && !self.json { to_ascii(&text) } else { text };
        let mut out = AutoStream::auto(std::io::stdout().lock());
        if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            // `referee odds … | head` is no mistake.
            if error.kind() == ErrorKind::BrokenPipe {
                std::process::exit(0);
            }
            anstream::eprintln!("error: the output cannot be written: {error}");
            std::process::exit(74);
        }
    }

    /// Are both ends a person's?
    pub fn is_interactive(&self) -> bool {
        std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !self.json
    }
}

/// Does the locale say UTF-8? Where it says nothing, it is taken to be.
fn is_utf8() -> bool {
    let said = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| {
        let value = std::env::var_os(name)?.to_string_lossy().to_lowercase();
        (!value.is_empty()).then_some(value)
    });
    said.is_none_or(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}

fn to_ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\0'..='\x7f' => plain.push(c),
            '−' | '–' | '—' | '─' => plain.push('-'),
            '·' | '•' => plain.push('*'),
            '…' => plain.push_str("..."),
            '≥' => plain.push_str(">="),
            '≤' => plain.push_str("<="),
            '≈' => plain.push('~'),
            '×' => plain.push('x'),
            '’' | '‘' => plain.push('\''),
            '“' | '”' => plain.push('"'),
            '→' => plain.push_str("->"),
            '▸' => plain.push('>'),
            '✓' => plain.push_str("ok"),
            '✗' => plain.push('x'),
            '²' => plain.push_str("^2"),
            _ => plain.push('?'),
        }
    }
    plain
}
