//! How a table stands, in the terms of its facts: what is different from another moment, in a line.

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What is listed of one group of facts at most, such as somebody's defense against each of the others. The rest is counted.
const MOST_IN_A_GROUP: usize = 12;

/// The facts that are not as they were, one part for each actor: `rusk{at=3,4 hp=2 conditions=[prone]}`.
pub fn changed(before: &Value, after: &Value) -> String {
    let (before, after) = (parts(before), parts(after));
    let keys = before.keys().chain(after.keys()).collect::<std::collections::BTreeSet<_>>();
    let differs = keys.into_iter().filter(|key| before.get(*key) != after.get(*key));
    let part = |key: &String| {
        let (old, new) = (before.get(key), after.get(key));
        let facts = groups(old.unwrap_or(&Value::Null), new.unwrap_or(&Value::Null));
        if facts.is_empty() { format!("{key}={}", plain(new)) } else { format!("{key}{{{}}}", facts.join(" ")) }
    };
    differs.map(part).collect::<Vec<_>>().join(" ")
}

/// The parts of a table by their names: everybody, `turn`, `things`.
fn parts(facts: &Value) -> BTreeMap<String, Value> {
    facts.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// What differs in one part, group by group.
fn groups(old: &Value, new: &Value) -> Vec<String> {
    let empty = Map::new();
    let of = |value: &Value| value.as_object().unwrap_or(&empty).clone();
    let (old, new) = (of(old), of(new));
    let keys = old.keys().chain(new.keys()).collect::<std::collections::BTreeSet<_>>();
    let mut all = Vec::new();
    for key in keys {
        let mut leaves = Vec::new();
        compare(key, old.get(key), new.get(key), &mut leaves);
        match leaves.len() {
            0..=MOST_IN_A_GROUP => all.append(&mut leaves),
            many => all.push(format!("{key}:{many}")),
        }
    }
    all
}

/// The leaves that differ, by their path.
fn compare(path: &str, old: Option<&Value>, new: Option<&Value>, to: &mut Vec<String>) {
    match (old, new) {
        (old, new) if old == new => {}
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            for key in old.keys().chain(new.keys()).collect::<std::collections::BTreeSet<_>>() {
                compare(&format!("{path}.{key}"), old.get(key), new.get(key), to);
            }
        }
        (_, new) => to.push(format!("{path}={}", plain(new))),
    }
}

/// A value without quotes and spaces.
fn plain(value: Option<&Value>) -> String {
    match value {
        None => "gone".to_owned(),
        Some(Value::Null) => "-".to_owned(),
        Some(Value::String(text)) => text.replace(' ', "_"),
        Some(Value::Array(list)) => {
            format!("[{}]", list.iter().map(|value| plain(Some(value))).collect::<Vec<_>>().join(","))
        }
        Some(Value::Object(map)) => {
            let sorted: BTreeMap<&String, &Value> = map.iter().collect();
            let fields = sorted.into_iter().map(|(key, value)| format!("{key}={}", plain(Some(value))));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_differs_is_said() {
        let old = json!({ "ann": { "hp": 5, "at": "1,2", "gear": { "bow": { "loaded": true } } }, "round": 1 });
        let new = json!({ "ann": { "hp": 3, "at": "1,2", "gear": { "bow": { "loaded": false } } }, "round": 2 });
        assert_eq!(changed(&old, &new), "ann{gear.bow.loaded=false hp=3} round=2");
        assert_eq!(changed(&old, &old), "");
        assert_eq!(changed(&json!({ "a": { "b": ["x y", 1] } }), &json!({ "a": {}, "c": null })), "a{b=gone} c=-");
    }
}
