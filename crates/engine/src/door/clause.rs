//! The parts of a single schema object.

use serde_json::{Map, Value};

use super::tree::{Node, Tree};

/// The list under a keyword, or an empty one.
pub(super) fn listed<'s>(schema: &'s Map<String, Value>, word: &str) -> &'s [Value] {
    schema.get(word).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The names under `type`, which is a string or a list.
pub(super) fn types(schema: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let one = schema.get("type").and_then(Value::as_str);
    one.into_iter().chain(listed(schema, "type").iter().filter_map(Value::as_str))
}

pub(super) fn fits_type(schema: &Map<String, Value>, node: &Node) -> bool {
    let mut types = types(schema).peekable();
    types.peek().is_none()
        || types.any(|name| match &node.tree {
            Tree::Text(_) => name == "string",
            Tree::Integer(_) => name == "integer" || name == "number",
            Tree::Float(_) => name == "number",
            Tree::Flag(_) => name == "boolean",
            Tree::Date(_) => false,
            Tree::List(_) => name == "array",
            Tree::Table(_) => name == "object",
        })
}

/// A struct without fields is generated as an object with no further constraints.
pub(super) fn is_empty_struct(schema: &Map<String, Value>) -> bool {
    let says_more = |word: &str| schema.contains_key(word);
    schema.get("type") == Some(&Value::from("object"))
        && !["properties", "patternProperties", "$ref", "allOf", "anyOf", "oneOf"].into_iter().any(says_more)
}

/// The values under `const` and `enum`.
pub(super) fn values(schema: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    schema.get("const").into_iter().chain(listed(schema, "enum")).filter(|value| !value.is_null())
}

pub(super) fn fits_values(schema: &Map<String, Value>, node: &Node) -> bool {
    let mut values = values(schema).peekable();
    values.peek().is_none() || values.any(|value| is(node, value))
}

/// Whether the node has this value. Lists and tables are never compared: no type has one as its only value.
pub(super) fn is(node: &Node, value: &Value) -> bool {
    match &node.tree {
        Tree::Text(text) => value.as_str() == Some(text),
        Tree::Flag(flag) => value.as_bool() == Some(*flag),
        Tree::Integer(_) | Tree::Float(_) => node.to_json() == *value,
        Tree::Date(_) | Tree::List(_) | Tree::Table(_) => false,
    }
}

/// `schemars` generates two patterns, for maps with numeric keys. Any other pattern is left to deserialisation.
pub(super) fn is_numbered(pattern: &str, key: &str) -> bool {
    let digits = match pattern {
        r"^\d+$" => key,
        r"^-?\d+$" => key.strip_prefix('-').unwrap_or(key),
        _ => return true,
    };
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
