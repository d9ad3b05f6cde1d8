//! Source files and locations in them.

use std::fmt;
use std::sync::Arc;

use super::{Mistake, Mistakes, Node};

/// Maximum size of a file in bytes.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;

/// The text of a file and the name under which its mistakes are reported.
///
/// Nothing is opened here; the caller supplies the text.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name shown before the line, usually a path.
    pub file: String,
    /// The whole text; empty if this is a part of another file.
    pub text: String,
    /// An already parsed part of another file, with its original locations.
    pub(super) part: Option<Node>,
}

impl Source {
    /// A source from a name and a text.
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Self {
        Self { file: file.into(), text: text.into(), part: None }
    }

    /// An already parsed part of a file, such as the scene inside a case. Mistakes in it are reported at its lines in
    /// that file.
    pub fn part(node: Node) -> Self {
        Self { file: node.place().file().to_owned(), text: String::new(), part: Some(node) }
    }

    /// A source from bytes; text that is not UTF-8 is reported at its line.
    pub fn from_bytes(file: impl Into<String>, bytes: Vec<u8>) -> Result<Self, Mistakes> {
        let file = file.into();
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { file, text, part: None }),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
                let place = Place::new(&Lines::of(&Self { file, text, part: None }), good);
                Err(Mistakes::one(Mistake::at(&place, "", "the file is not UTF-8 text from here on")))
            }
        }
    }
}

/// A source with the offsets of its lines, shared by all locations in it.
pub(super) struct Lines {
    file: String,
    text: String,
    starts: Vec<usize>,
    /// The number of continuation bytes before each block, so that a column in a very long line is found without
    /// counting the whole line.
    continued: Vec<usize>,
}

const BLOCK: usize = 1024;

/// The number of UTF-8 continuation bytes.
fn continuations(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte & 0xC0) == 0x80).count()
}

impl Lines {
    pub(super) fn of(source: &Source) -> Arc<Self> {
        let mut before = 0;
        let continued = source.text.as_bytes().chunks(BLOCK).map(|block| {
            let here = before;
            before += continuations(block);
            here
        });
        let mut continued: Vec<usize> = continued.collect();
        continued.push(before); // a location may be the end of the text
        let breaks = source.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Arc::new(Self {
            file: source.file.clone(),
            text: source.text.clone(),
            starts: std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect(),
            continued,
        })
    }

    /// The number of characters that begin before a byte offset.
    fn characters_before(&self, at: usize) -> usize {
        let block = at / BLOCK;
        at - self.continued[block] - continuations(&self.text.as_bytes()[block * BLOCK..at])
    }
}

/// A location: a byte offset in a file. Line and column are computed when a mistake is reported.
#[derive(Clone)]
pub struct Place {
    lines: Arc<Lines>,
    at: u32,
}

impl Place {
    pub(super) fn new(lines: &Arc<Lines>, at: usize) -> Self {
        let at = at.min(lines.text.len());
        Self { lines: Arc::clone(lines), at: u32::try_from(at).unwrap_or(u32::MAX) }
    }

    pub fn file(&self) -> &str {
        &self.lines.file
    }

    /// Line and column, both counted from 1; the column counts characters.
    pub fn line_and_column(&self) -> (u32, u32) {
        let at = self.at as usize;
        let line = self.lines.starts.partition_point(|start| *start <= at).max(1);
        let start = self.lines.starts[line - 1];
        let column = self.lines.characters_before(at) - self.lines.characters_before(start) + 1;
        (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.line_and_column();
        write!(f, "{}:{line}:{column}", self.file())
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let lines = Lines::of(&Source::new("a.toml", "a\nä = \"ö\" x\n"));
        let cases = [(0, "a.toml:1:1"), (2, "a.toml:2:1"), (4, "a.toml:2:2"), (12, "a.toml:2:9"), (999, "a.toml:3:1")];
        for (at, expected) in cases {
            assert_eq!(Place::new(&lines, at).to_string(), expected, "byte {at}");
        }
    }

    #[test]
    fn a_column_far_into_a_long_line_counts_characters_too() {
        for text in ["ä".repeat(3000), format!("x\n{}", "€a".repeat(2000)), "a".repeat(2 * BLOCK)] {
            let lines = Lines::of(&Source::new("a.toml", text.as_str()));
            for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                let line = text[..at].split('\n').count();
                let column = text[..at].rsplit('\n').next().unwrap_or_default().chars().count() + 1;
                assert_eq!(Place::new(&lines, at).line_and_column(), (line as u32, column as u32), "byte {at}");
            }
        }
    }

    #[test]
    fn bytes_that_are_not_text_are_reported_at_their_line() {
        let mistakes = Source::from_bytes("a.toml", b"a = 1\nb = \"\xff\"".to_vec()).unwrap_err();
        assert_eq!(mistakes.to_string(), "a.toml:2:6: the file is not UTF-8 text from here on");
    }
}
