//! Comparing what happened with what a case expects.

use crate::{Line, RuleId};
use serde_json::{Map, Value};

/// The first of `expected` that does not occur, in order, among the lines. One line may match several.
pub(super) fn first_untold<'e>(expected: &'e [String], lines: &[Line]) -> Option<&'e str> {
    let mut from = 0;
    for part in expected {
        match lines[from..].iter().position(|line| says(line, part)) {
            Some(skipped) => from += skipped,
            None => return Some(part),
        }
    }
    None
}

/// Whether a line contains this text or cites this rule.
pub(super) fn says(line: &Line, part: &str) -> bool {
    let factor = |factor: &crate::Factor| format!("{} {}", factor.amount, factor.why);
    line.text.contains(part)
        || line.factors.iter().any(|each| factor(each).contains(part))
        || part
            .parse()
            .is_ok_and(|id: RuleId| line.rules.contains(&id) || line.factors.iter().any(|factor| factor.rule == id))
}

/// The lines as text for a failure, with the rules behind them.
pub(super) fn in_words(lines: &[Line]) -> String {
    let line = |line: &Line| {
        let rules: Vec<String> = line.rules.iter().map(RuleId::to_string).collect();
        format!("{} ({})", line.text, rules.join(", "))
    };
    if lines.is_empty() { "nothing".to_owned() } else { lines.iter().map(line).collect::<Vec<_>>().join(" | ") }
}

/// The differences between expected and actual facts: path, expected, found.
pub(super) fn differences(expected: &Map<String, Value>, facts: &Value) -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    for (path, value) in expected {
        if means_nothing(value) && !has_parent(facts, path) {
            let owner = path.rsplit_once('.').map_or(path.as_str(), |(owner, _)| owner);
            all.push((path.clone(), value.to_string(), format!("nothing called {owner}")));
            continue;
        }
        compare(path, value, found_at(facts, path), &mut all);
    }
    all
}

/// Whether the expected value means that nothing is there.
fn means_nothing(expected: &Value) -> bool {
    expected.as_str() == Some("none") || expected.as_object().is_some_and(Map::is_empty)
}

/// Whether the last part of the path has an existing parent. Otherwise a misspelt name would pass as "nothing there".
fn has_parent(facts: &Value, path: &str) -> bool {
    found_at(facts, path).is_some()
        || path.rsplit_once('.').is_none_or(|(owner, _)| found_at(facts, owner).is_some_and(|owner| !owner.is_null()))
}

fn compare(path: &str, expected: &Value, found: Option<&Value>, all: &mut Vec<(String, String, String)>) {
    if let (Value::Object(parts), Some(inside @ Value::Object(_))) = (expected, found)
        && !parts.is_empty()
    {
        for (key, part) in parts {
            compare(&format!("{path}.{key}"), part, found_at(inside, key), all);
        }
        return;
    }
    let is_absent = found.is_none_or(Value::is_null);
    let is_equal = is_absent && means_nothing(expected) || found.is_some_and(|found| is_same(expected, found));
    if !is_equal {
        let found = found.map_or_else(|| "nothing of that name".to_owned(), Value::to_string);
        all.push((path.to_owned(), expected.to_string(), found));
    }
}

/// Compares values; 1 and 1.0 are equal.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => x == y || x.as_f64().zip(y.as_f64()).is_some_and(|(x, y)| x == y),
        (Value::Array(x), Value::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| is_same(x, y)),
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(key, x)| y.get(key).is_some_and(|y| is_same(x, y)))
        }
        _ => a == b,
    }
}

/// The fact at a dotted path: `bandit.injuries.0`. Names that contain dots are found too.
fn found_at<'f>(facts: &'f Value, path: &str) -> Option<&'f Value> {
    if let Some(whole) = facts.get(path) {
        return Some(whole);
    }
    let ends = path.char_indices().filter(|(_, c)| *c == '.').map(|(at, _)| at);
    ends.chain([path.len()]).find_map(|end| {
        let below = match facts {
            Value::Array(list) => list.get(path[..end].parse::<usize>().ok()?)?,
            _ => facts.get(&path[..end])?,
        };
        if end == path.len() { Some(below) } else { found_at(below, &path[end + 1..]) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;
    use serde_json::json;

    #[test]
    fn parts_of_lines_are_found_in_order() {
        let line = |text: &str, rule| Line { text: text.to_owned(), rules: vec![rule], ..Line::default() };
        let lines = [line("Ann hits Cid", rule!("TY-002")), line("Cid takes 2", rule!("TY-004"))];
        let cases: [(&[&str], Option<&str>); 5] = [
            (&["hits", "TY-002", "takes 2"], None),
            (&["TY-004", "takes"], None),
            (&["takes", "hits"], Some("hits")),
            (&["TY-005"], Some("TY-005")),
            (&[], None),
        ];
        for (expected, missing) in cases {
            let expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
            assert_eq!(first_untold(&expected, &lines), missing, "{expected:?}");
        }
    }

    #[test]
    fn facts_are_compared_by_their_paths() {
        let facts = json!({ "cid": { "hp": 3, "spot": null, "scars": ["old", "new"] }, "turn": "red" });
        let differ = |expected: Value| differences(expected.as_object().unwrap(), &facts);
        let same =
            json!({ "cid.hp": 3.0, "cid.spot": "none", "cid.scars.1": "new", "cid": { "hp": 3 }, "turn": "red" });
        assert_eq!(differ(same), []);
        let wrong = json!({ "cid.hp": 4, "cid.gun": 1, "cid": { "spot": 2 } });
        let (text, nothing) = (str::to_owned, "nothing of that name");
        let expected = [
            (text("cid.hp"), text("4"), text("3")),
            (text("cid.gun"), text("1"), text(nothing)),
            (text("cid.spot"), text("2"), text("null")),
        ];
        assert_eq!(differ(wrong), expected);
    }

    #[test]
    fn an_empty_table_is_one_without_anything_in_it() {
        let facts = json!({ "cid": { "lasting": {}, "wounds": { "arm": 1 }, "spot": null } });
        let differ = |path: &str| differences(json!({ path: {} }).as_object().unwrap(), &facts);
        for path in ["cid.lasting", "cid.spot", "cid.luck"] {
            assert_eq!(differ(path), [], "{path}");
        }
        let found = |found: &str| vec![("cid.wounds".to_owned(), "{}".to_owned(), found.to_owned())];
        assert_eq!(differ("cid.wounds"), found("{\"arm\":1}"));
        let inside = json!({ "cid": { "wounds": {} } });
        assert_eq!(differences(inside.as_object().unwrap(), &facts), found("{\"arm\":1}"));
    }

    #[test]
    fn what_is_not_there_has_something_that_it_could_belong_to() {
        let facts = json!({ "cid": { "hp": 3 } });
        for expected in [json!("none"), json!({})] {
            let differ = |path: &str| differences(json!({ path: expected }).as_object().unwrap(), &facts);
            assert_eq!(differ("cid.spot"), []);
            assert_eq!(differ("cd.spot")[0].2, "nothing called cd");
        }
    }
}
