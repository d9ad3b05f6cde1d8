//! Why an expression was refused.

use std::fmt;

/// An expression that was refused: where, what was found there, and what was expected.
///
/// ```
/// use referee_dice::Expr;
/// let refused = "4d6kq3".parse::<Expr>().unwrap_err();
/// assert_eq!(refused.position, 4);
/// assert_eq!(refused.render("4d6kq3"), "\
/// 4d6kq3
///     ^
/// found `q`, expected an operator, a modifier (such as `kh3` or `!`), or the end");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// Characters before the place.
    pub position: usize,
    /// What stands there.
    pub found: String,
    /// What should, or the limit that it passes.
    pub expected: String,
}

impl ParseError {
    /// Three lines: the expression, a caret under the place, and the message.
    pub fn render(&self, input: &str) -> String {
        // Long input is cut to what lies around the place; what would break the line is not printed.
        let start = self.position.saturating_sub(60);
        let line: String = input.chars().skip(start).take(100).map(|c| if c.is_control() { ' ' } else { c }).collect();
        format!("{line}\n{}^\nfound {}, expected {}", " ".repeat(self.position - start), self.found, self.expected)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "at character {}: found {}, expected {}", self.position + 1, self.found, self.expected)
    }
}

impl std::error::Error for ParseError {}
