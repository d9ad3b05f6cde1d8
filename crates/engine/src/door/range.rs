//! Bounds of numbers and lengths.

use serde_json::{Map, Value};

use super::clause::types;
use super::mistake::{Check, Mistake};
use super::path::Path;
use super::tree::{Node, Tree};

/// Checks a number against the bounds of its schema.
pub(super) fn number(schema: &Map<String, Value>, node: &Node, path: &Path<'_>, out: &mut Check) {
    let is_whole = types(schema).any(|name| name == "integer");
    match &node.tree {
        Tree::Integer(n) if is_whole => integer_range(schema, *n, node, path, out),
        Tree::Integer(n) => float_range(schema, *n as f64, node, path, out),
        Tree::Float(x) => float_range(schema, *x, node, path, out),
        _ => {}
    }
}

fn integer_range(schema: &Map<String, Value>, n: i128, node: &Node, path: &Path<'_>, out: &mut Check) {
    let (least, most) = match schema.get("format").and_then(Value::as_str) {
        Some("int8") => (i8::MIN.into(), i8::MAX.into()),
        Some("uint8") => (0, u8::MAX.into()),
        Some("int16") => (i16::MIN.into(), i16::MAX.into()),
        Some("uint16") => (0, u16::MAX.into()),
        Some("int32") => (i32::MIN.into(), i32::MAX.into()),
        Some("uint32") => (0, u32::MAX.into()),
        Some("int64" | "int") => (i64::MIN.into(), i64::MAX.into()),
        Some("uint64" | "uint") => (0, u64::MAX.into()),
        _ => (i128::MIN, i128::MAX),
    };
    let bound = |word: &str| {
        let value = schema.get(word)?;
        value.as_i64().map(i128::from).or(value.as_u64().map(i128::from)).or(value.as_f64().map(|x| x as i128))
    };
    let least = bound("minimum")
        .into_iter()
        .chain(bound("exclusiveMinimum").map(|n| n.saturating_add(1)))
        .fold(least, i128::max);
    let most = bound("maximum")
        .into_iter()
        .chain(bound("exclusiveMaximum").map(|n| n.saturating_sub(1)))
        .fold(most, i128::min);
    if n < least || n > most {
        let allowed = match (least > i64::MIN.into(), most < i64::MAX.into()) {
            (true, true) => format!("{least} to {most}"),
            (true, false) => format!("{least} or more"),
            _ => format!("{most} or less"),
        };
        out.push_with(|| Mistake::at(&node.place, path, format!("{n} is out of range")).allowing([allowed]));
    }
}

fn float_range(schema: &Map<String, Value>, x: f64, node: &Node, path: &Path<'_>, out: &mut Check) {
    let bound = |word: &str| schema.get(word).and_then(Value::as_f64);
    let allowed = if let Some(least) = bound("minimum").filter(|least| x < *least) {
        format!("{least} or more")
    } else if let Some(most) = bound("maximum").filter(|most| x > *most) {
        format!("{most} or less")
    } else if let Some(least) = bound("exclusiveMinimum").filter(|least| x <= *least) {
        format!("more than {least}")
    } else if let Some(most) = bound("exclusiveMaximum").filter(|most| x >= *most) {
        format!("less than {most}")
    } else {
        return;
    };
    out.push_with(|| Mistake::at(&node.place, path, format!("{x} is out of range")).allowing([allowed]));
}

/// Checks the number of letters of a text or of entries of a list.
pub(super) fn count(
    schema: &Map<String, Value>,
    words: [&str; 2],
    n: usize,
    what: &str,
    node: &Node,
    path: &Path<'_>,
    out: &mut Check,
) {
    let [least, most] = words.map(|word| schema.get(word).and_then(Value::as_u64).map(|n| n as usize));
    if least.is_some_and(|least| n < least) || most.is_some_and(|most| n > most) {
        let expected = match (least, most) {
            (Some(least), Some(most)) if least == most => least.to_string(),
            (Some(least), Some(most)) => format!("{least} to {most}"),
            (Some(least), None) => format!("at least {least}"),
            (None, most) => format!("at most {}", most.unwrap_or_default()),
        };
        out.push_with(|| Mistake::at(&node.place, path, format!("expected {expected} {what}, found {n}")));
    }
}
