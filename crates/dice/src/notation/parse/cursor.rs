//! The place in the text, and what is said about it.

use super::{Parsed, Parser};
use crate::notation::error::ParseError;

impl Parser<'_> {
    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.byte(0)
    }

    #[inline]
    pub(super) fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// The byte there in lower case, 0 past the end.
    #[inline]
    pub(super) fn low(&self, ahead: usize) -> u8 {
        self.byte(ahead).map_or(0, |byte| byte.to_ascii_lowercase())
    }

    #[inline]
    pub(super) fn skip_spaces(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.at += 1;
        }
    }

    /// Goes past labels and comments: `[fire]`, `/* why */`, `# why`, `// why`.
    pub(super) fn skip_words(&mut self) -> Parsed<()> {
        loop {
            let at = self.at_next();
            let rest = &self.text[at..];
            let (end, close) = match rest.as_bytes() {
                [b'[', ..] => (rest.find(']'), "]"),
                [b'/', b'*', ..] => (rest[2..].find("*/").map(|end| end + 2), "*/"),
                [b'#', ..] | [b'/', b'/', ..] => (Some(rest.len()), ""),
                _ => return Ok(()),
            };
            if rest.starts_with("//") && rest[2..].trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '(') {
                let expected = "words, as `//` begins a comment; `floor(a/b)` divides and rounds down";
                return Err(self.error_at(at + 2, "a number", expected));
            }
            match end {
                Some(end) => self.at += end + close.len(),
                None => {
                    self.at = self.text.len();
                    return Err(self.expected(&format!("`{close}`, where the label ends")));
                }
            }
        }
    }

    /// Goes to the next thing, and says where that is.
    #[inline]
    pub(super) fn at_next(&mut self) -> usize {
        self.skip_spaces();
        self.at
    }

    /// Goes past a word, whatever its case, if it is there.
    #[inline]
    pub(super) fn eat(&mut self, word: &str) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        let there = rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
        self.at += if there { word.len() } else { 0 };
        there
    }

    /// The number that stands here; one that is too large for any limit stays too large.
    #[inline]
    pub(super) fn digits(&mut self) -> u64 {
        let mut number = 0u64;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        number
    }

    #[cold]
    pub(super) fn error_at(&self, at: usize, found: &str, expected: &str) -> Box<ParseError> {
        let position = self.text[..at].chars().count();
        Box::new(ParseError { position, found: found.to_string(), expected: expected.to_string() })
    }

    /// Something else is expected here.
    #[cold]
    pub(super) fn expected(&self, expected: &str) -> Box<ParseError> {
        self.error_at(self.at, &self.found(self.at), expected)
    }

    /// What stands at `start` passes a limit.
    #[cold]
    pub(super) fn passed(&self, start: usize, expected: &str) -> Box<ParseError> {
        self.error_at(start, &self.found(start), expected)
    }

    /// The word, number or sign at a place.
    #[cold]
    fn found(&self, at: usize) -> String {
        let rest = &self.text[at..];
        let Some(first) = rest.chars().next() else { return "the end".into() };
        let alike = |c: &char| c.is_ascii_digit() == first.is_ascii_digit() && c.is_alphanumeric();
        let word: String = match first.is_alphanumeric() {
            true => rest.chars().take_while(alike).take(24).collect(),
            false => first.escape_debug().collect(),
        };
        format!("`{word}`")
    }
}
