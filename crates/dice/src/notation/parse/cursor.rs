//! The place in the text, and what is said about it.

use super::Parser;
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

    #[inline]
    pub(super) fn skip_spaces(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.at += 1;
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
