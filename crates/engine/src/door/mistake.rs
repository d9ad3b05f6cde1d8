//! Mistakes in a file, all reported at once.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::source::Place;

/// Maximum number of mistakes listed; the rest are only counted.
pub const MAX_MISTAKES: usize = 200;

/// Maximum number of allowed names shown in a message.
const SHOWN: usize = 30;

/// A mistake in a file: its location, what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mistake {
    /// The file as named by its [`Source`](super::Source).
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in characters.
    pub column: u32,
    /// `characters[2].skills.Handguns`; empty for the whole file. List indices start at 0.
    pub path: String,
    /// What is wrong, without location and path.
    pub message: String,
    /// The most similar allowed name, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meant: Option<String>,
    /// What would be accepted: keys, values, names, or a range such as `0 to 255`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
}

impl Mistake {
    pub(super) fn at(place: &Place, path: impl fmt::Display, message: impl Into<String>) -> Self {
        let (line, column) = place.line_and_column();
        let path = path.to_string();
        let message = message.into();
        Self { file: place.file().to_owned(), line, column, path, message, meant: None, allowed: Vec::new() }
    }

    /// Whether this is an unknown key. Everything else stays valid without it.
    pub(super) fn is_unknown_key(&self) -> bool {
        self.message.starts_with("unknown key")
    }

    /// The same mistake with what would be allowed.
    pub fn allowing(mut self, allowed: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.allowed = allowed.into_iter().map(Into::into).collect();
        self
    }

    /// The same mistake with a suggestion, if an allowed name resembles the one written.
    pub fn near(mut self, written: &str) -> Self {
        self.meant = nearest(written, &self.allowed).map(str::to_owned);
        self
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)?;
        if let Some(meant) = &self.meant {
            write!(f, "; did you mean {}?", quoted(meant))?;
        }
        for (index, name) in self.allowed.iter().take(SHOWN).enumerate() {
            f.write_str(if index == 0 { "; allowed: " } else { ", " })?;
            f.write_str(&plain(name))?;
        }
        match self.allowed.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// The mistakes of one or more files, sorted by location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error, JsonSchema)]
pub struct Mistakes {
    /// The first [`MAX_MISTAKES`].
    pub mistakes: Vec<Mistake>,
    /// The number of further mistakes.
    pub more: usize,
}

impl Mistakes {
    /// A single mistake.
    pub fn one(mistake: Mistake) -> Self {
        Self { mistakes: vec![mistake], more: 0 }
    }

    /// The listed mistakes, sorted by location.
    pub fn iter(&self) -> std::slice::Iter<'_, Mistake> {
        self.mistakes.iter()
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mistake) in self.mistakes.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{mistake}")?;
        }
        match self.more {
            0 => Ok(()),
            1 => f.write_str("\nand 1 more mistake"),
            more => write!(f, "\nand {more} more mistakes"),
        }
    }
}

/// Collects mistakes, so that all of them can be reported at once.
///
/// ```
/// # use referee_engine::door::Check;
/// let mut check = Check::new();
/// // check.push(scene.mistake("characters[1].cell", "two people in one cell", NOTHING));
/// assert!(check.is_clean());
/// let scene = check.finish("a table that is legal by construction");
/// # assert!(scene.is_ok());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Check {
    mistakes: Vec<Mistake>,
    more: usize,
}

impl Check {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a mistake; beyond [`MAX_MISTAKES`] it is only counted.
    pub fn push(&mut self, mistake: Mistake) {
        self.push_with(|| mistake);
    }

    /// Adds a mistake whose text is only built if it will be listed.
    pub fn push_with(&mut self, mistake: impl FnOnce() -> Mistake) {
        if self.mistakes.len() < MAX_MISTAKES {
            self.mistakes.push(mistake());
        } else {
            self.more += 1;
        }
    }

    /// Adds the mistakes of another check.
    pub fn absorb(&mut self, mistakes: Mistakes) {
        self.more += mistakes.more;
        for mistake in mistakes.mistakes {
            self.push(mistake);
        }
    }

    /// Adds the mistakes of another check without consuming it.
    pub(super) fn absorb_check(&mut self, other: &Check) {
        self.absorb(Mistakes { mistakes: other.mistakes.clone(), more: other.more });
    }

    /// The value of a result, or `None` after recording its mistakes.
    pub fn take<T>(&mut self, result: Result<T, Mistakes>) -> Option<T> {
        result.map_err(|mistakes| self.absorb(mistakes)).ok()
    }

    /// Whether no mistake was found.
    pub fn is_clean(&self) -> bool {
        self.count() == 0
    }

    /// The number of mistakes found, listed or not.
    pub fn count(&self) -> usize {
        self.mistakes.len() + self.more
    }

    /// The value if no mistake was found, otherwise all mistakes sorted by location.
    pub fn finish<T>(mut self, value: T) -> Result<T, Mistakes> {
        if self.is_clean() {
            return Ok(value);
        }
        let place = |m: &Mistake| (m.file.clone(), m.line, m.column);
        self.mistakes.sort_by_cached_key(|m| (place(m), m.path.clone()));
        // Removes duplicates of mistakes inherited from the same entry.
        self.mistakes.dedup_by(|b, a| place(a) == place(b) && a.message == b.message);
        Err(Mistakes { mistakes: self.mistakes, more: self.more })
    }
}

impl From<Check> for Mistakes {
    fn from(check: Check) -> Self {
        check.finish(()).err().unwrap_or(Self { mistakes: Vec::new(), more: 0 })
    }
}

/// The allowed name most similar to the one written, if one or two typing errors explain the difference.
pub(super) fn nearest<'a>(written: &str, allowed: &'a [String]) -> Option<&'a str> {
    const LONGEST: usize = 64;
    if written.len() > LONGEST || allowed.iter().any(|name| name == written) {
        return None;
    }
    let lower = written.to_lowercase();
    let slips = (lower.chars().count() / 3).max(1);
    allowed
        .iter()
        .filter(|name| name.len() <= LONGEST)
        .map(|name| (strsim::osa_distance(&lower, &name.to_lowercase()), name.as_str()))
        .filter(|(distance, name)| *distance <= slips && *distance < name.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// A name between backticks, on one line and truncated if it is long.
pub(super) fn quoted(name: &str) -> String {
    format!("`{}`", plain(name))
}

/// A text on one line, truncated if it is long.
pub(super) fn plain(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short = String::new();
    for (index, letter) in text.chars().enumerate() {
        if index == LONGEST {
            short.push('…');
            break;
        }
        if letter.is_control() {
            short.extend(letter.escape_default());
        } else {
            short.push(letter);
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::door::source::{Lines, Source};

    fn mistake(at: usize) -> Mistake {
        let lines = Lines::of(&Source::new("a.toml", "x\n".repeat(500)));
        Mistake::at(&Place::new(&lines, at * 2), "x", "wrong")
    }

    #[test]
    fn a_near_name_is_suggested_and_a_far_one_is_not() {
        let allowed = ["Handguns", "Rifles", "hp"].map(String::from);
        let cases = [
            ("Handgun", Some("Handguns")),
            ("handguns", Some("Handguns")),
            ("Rilfes", Some("Rifles")),
            ("Swimming", None),
            ("ph", Some("hp")),
            ("x", None),
            ("Rifles", None), // already correct
        ];
        for (written, expected) in cases {
            assert_eq!(nearest(written, &allowed), expected, "{written}");
        }
    }

    #[test]
    fn mistakes_are_sorted_by_place_and_told_once() {
        let mut check = Check::new();
        for at in [2, 0, 2] {
            check.push(mistake(at));
        }
        let mistakes = check.finish(()).unwrap_err();
        assert_eq!(mistakes.to_string(), "a.toml:1:1: x: wrong\na.toml:3:1: x: wrong");
    }

    #[test]
    fn beyond_the_limit_mistakes_are_counted() {
        let mut check = Check::new();
        for at in 0..300 {
            check.push(mistake(at));
        }
        let mistakes = check.finish(()).unwrap_err();
        assert_eq!(mistakes.mistakes.len(), MAX_MISTAKES);
        assert!(mistakes.to_string().ends_with("\na.toml:200:1: x: wrong\nand 100 more mistakes"));
    }

    #[test]
    fn a_mistake_is_one_line_whatever_was_written() {
        let told = mistake(0).allowing(["a\nb", "c"]).near("a").to_string();
        assert_eq!(told, "a.toml:1:1: x: wrong; allowed: a\\nb, c");
        let many = mistake(0).allowing((0..100).map(|n| n.to_string())).to_string();
        assert!(many.ends_with("28, 29 and 70 more"), "{many}");
    }
}
