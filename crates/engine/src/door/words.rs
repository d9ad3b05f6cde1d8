//! The wording of mistakes.

use indexmap::IndexSet;
use serde_json::Value;

use super::mistake::{Mistake, plain, quoted};
use super::path::Path;
use super::tree::{Node, Tree};

pub(super) fn wrong_type<'a>(node: &Node, path: &Path<'_>, types: impl Iterator<Item = &'a str>) -> Mistake {
    let words = types.filter(|name| *name != "null").map(type_in_words).collect();
    Mistake::at(&node.place, path, format!("expected {}, found {}", either(&words), found(node)))
}

pub(super) fn unknown_value(node: &Node, path: &Path<'_>, allowed: impl Iterator<Item = String>) -> Mistake {
    let written = in_words(&node.to_json());
    Mistake::at(&node.place, path, format!("unknown value {}", quoted(&written))).allowing(allowed).near(&written)
}

pub(super) fn unknown_key<'a>(
    node: &Node,
    path: &Path<'_>,
    key: &str,
    allowed: impl Iterator<Item = &'a str>,
) -> Mistake {
    let place = node.table().and_then(|table| table.entries.get(key)).map_or(&node.place, |entry| &entry.key);
    Mistake::at(place, path.key(key), format!("unknown key {}", quoted(key))).allowing(allowed).near(key)
}

/// A text as it is, anything else as JSON.
pub(super) fn in_words(value: &Value) -> String {
    value.as_str().map_or_else(|| plain(&value.to_string()), str::to_owned)
}

pub(super) fn type_in_words(name: &str) -> &'static str {
    match name {
        "string" => "a text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "true or false",
        "array" => "a list",
        "object" => "a table",
        _ => "nothing",
    }
}

pub(super) fn found(node: &Node) -> &'static str {
    match &node.tree {
        Tree::Text(_) => "a text",
        Tree::Integer(_) => "a whole number",
        Tree::Float(_) => "a number with a fraction",
        Tree::Flag(true) => "true",
        Tree::Flag(false) => "false",
        Tree::Date(_) => "a date or time (a text stands in quotes)",
        Tree::List(_) => "a list",
        Tree::Table(_) => "a table",
    }
}

/// `a text, a list or a table`.
pub(super) fn either(words: &IndexSet<&'static str>) -> String {
    let words: Vec<_> = words.iter().copied().collect();
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
