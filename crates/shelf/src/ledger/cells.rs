//! The rows of a Markdown table, and the ids in a text.

use referee_engine::RuleId;

/// The cells of a table row, or `None` if the line is none.
pub(super) fn cells(line: &str) -> Option<Vec<String>> {
    let inside = line.trim().strip_prefix('|')?;
    let inside = inside.strip_suffix('|').unwrap_or(inside);
    let (mut cells, mut cell, mut escaped) = (Vec::new(), String::new(), false);
    for c in inside.chars() {
        match c {
            '|' if !escaped => cells.push(std::mem::take(&mut cell)),
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            c => {
                if escaped && c != '|' {
                    cell.push('\\');
                }
                cell.push(c);
            }
        }
        escaped = false;
    }
    cells.push(cell);
    Some(cells.iter().map(|cell| cell.trim().to_owned()).collect())
}

/// Is this the line under the headings of a table?
pub(super) fn is_ruler(cells: &[String]) -> bool {
    cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| c == '-' || c == ':'))
}

/// Every rule id in a text, in its order, each once.
///
/// ```
/// let ids = referee_shelf::ids_in("see CW-012, CW-R33 and again CW-012");
/// assert_eq!(ids.iter().map(ToString::to_string).collect::<Vec<_>>(), ["CW-012", "CW-R33"]);
/// ```
pub fn ids_in(text: &str) -> Vec<RuleId> {
    let mut ids = Vec::new();
    for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
        let bytes = word.as_bytes();
        if bytes.len() >= 5
            && bytes[0].is_ascii_uppercase()
            && bytes[2] == b'-'
            && let Ok(id) = word.parse()
            && !ids.contains(&id)
        {
            ids.push(id);
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_split_at_its_bars_and_not_at_escaped_ones() {
        assert_eq!(cells("| a | `x \\| y` | |").unwrap(), ["a", "`x | y`", ""]);
        assert_eq!(cells("no row"), None);
        assert!(is_ruler(&cells("|---|:--|").unwrap()));
        assert!(!is_ruler(&cells("| - | a |").unwrap()));
    }

    #[test]
    fn words_that_only_look_like_ids_are_left_out() {
        assert!(ids_in("cw-012 is small, CW-1 short, ABC-123 long, CW-012x crooked").is_empty());
    }
}
