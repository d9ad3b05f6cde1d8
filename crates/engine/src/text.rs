//! Words that people type: what may stand on one line beside everything else.

/// The longest name of anybody or anything, in characters.
pub const LONGEST_NAME: usize = 80;

/// Does nothing in this text control the screen: no control character, no other end of a line, nothing that turns the
/// direction of what stands after it?
pub fn is_one_line(text: &str) -> bool {
    !text.chars().any(controls)
}

/// Is this a name: one line of 1 to [`LONGEST_NAME`] characters, not all of them spaces?
pub fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= LONGEST_NAME && is_one_line(text)
}

/// The same of a text that may have several lines and tabs.
pub(crate) fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| controls(c) && !matches!(c, '\n' | '\r' | '\t'))
}

fn controls(c: char) -> bool {
    // The marks of Unicode that end lines, turn the direction of text, or stand before a text as its byte order.
    let marks = matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    c.is_control() || marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_without_controls() {
        for name in ["Mudo", "Señora O’Hara-Łoś", "李小龍", "👩‍🚀", &"x".repeat(80)] {
            assert!(is_name(name), "{name:?}");
        }
        let hidden = ["\u{202e}odnuM", "a\u{2028}b", "\u{2066}a", "\u{feff}a"];
        for name in ["", "  ", "a\nb", "a\tb", "\u{1b}[2J", "a\u{0}", "\u{85}", &"x".repeat(81)].iter().chain(&hidden) {
            assert!(!is_name(name), "{name:?}");
        }
        assert!(is_plain("two\r\n\tlines") && !is_plain("\u{1b}[2J") && !is_one_line("two\nlines"));
    }
}
