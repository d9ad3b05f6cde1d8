//! Prose in lines.

use unicode_width::UnicodeWidthChar;

/// How many columns a text takes, styles left aside.
fn shown_width(text: &str) -> usize {
    let (mut width, mut in_style) = (0, false);
    for c in text.chars() {
        match c {
            '\x1b' => in_style = true,
            'm' if in_style => in_style = false,
            _ if in_style => {}
            c => width += c.width().unwrap_or(0),
        }
    }
    width
}

/// Breaks a text at spaces into lines of at most `width` columns; the first begins with `first`, the others with `rest`.
pub fn wrap(text: &str, width: usize, first: &str, rest: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut empty) = (first.to_owned(), true);
    for word in text.split_whitespace() {
        if !empty && shown_width(&line) + 1 + shown_width(word) > width {
            lines.push(std::mem::replace(&mut line, rest.to_owned()));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_broken_at_spaces_with_a_hanging_indent() {
        assert_eq!(wrap("one two three four", 12, "a: ", "   "), ["a: one two", "   three", "   four"]);
        assert_eq!(wrap("unbreakable-word", 5, "", ""), ["unbreakable-word"]);
        assert_eq!(wrap("", 5, "x", ""), ["x"]);
    }
}
