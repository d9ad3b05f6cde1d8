//! Checks a document against a JSON Schema as `schemars` writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use indexmap::IndexSet;
use serde_json::{Map, Value};

use super::mistake::{Check, Mistake, plain, quoted};
use super::path::Path;
use super::tree::{Node, Table, Tree};

/// A schema may refer to itself without going down the document; no honest type does so this often.
const MAX_REFERENCES: usize = 64;

/// Tells every mistake of a node against a schema.
pub(super) fn check(schema: &Value, node: &Node, path: &Path<'_>, completeness: Completeness, out: &mut Check) {
    Checker { root: schema, completeness, memo: BTreeMap::new() }.value(schema, node, path, out);
}

/// May required keys be missing?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completeness {
    Whole,
    /// A template, which other entries complete.
    Fragment,
}

pub(super) struct Checker<'s> {
    root: &'s Value,
    completeness: Completeness,
    /// What each branch of an enum said about each node, by their addresses: without it, an untagged
    /// enum inside itself would be tried in every combination. Both trees are borrowed meanwhile.
    pub(super) memo: BTreeMap<(usize, usize), Rc<Verdict<'s>>>,
}

/// What a schema says about a node, without the unknown keys.
#[derive(Clone, Default)]
pub(super) struct Verdict<'s> {
    pub(super) check: Check,
    pub(super) keys: Keys<'s>,
}

/// The keys that the schemas applying to one table allow together.
#[derive(Clone, Default)]
pub(super) struct Keys<'s> {
    names: IndexSet<&'s str>,
    is_closed: bool,
    is_open: bool,
}

impl<'s> Keys<'s> {
    pub(super) fn add(&mut self, other: &Keys<'s>) {
        self.names.extend(&other.names);
        self.is_closed |= other.is_closed;
        self.is_open |= other.is_open;
    }

    pub(super) fn unknown<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = &'a str> {
        let is_checked = self.is_closed && !self.is_open;
        node.keys().filter(move |key| is_checked && !self.names.contains(key))
    }
}

impl<'s> Checker<'s> {
    fn value(&mut self, schema: &'s Value, node: &Node, path: &Path<'_>, out: &mut Check) {
        let mut verdict = Verdict { check: std::mem::take(out), keys: Keys::default() };
        self.apply(schema, node, path, &mut verdict, 0);
        *out = verdict.check;
        let keys = &verdict.keys;
        for key in keys.unknown(node) {
            out.push_with(|| unknown_key(node, path, key, keys.names.iter().copied()));
        }
    }

    /// Applies one of the schemas that speak about the node.
    pub(super) fn apply(
        &mut self,
        schema: &'s Value,
        node: &Node,
        path: &Path<'_>,
        out: &mut Verdict<'s>,
        depth: usize,
    ) {
        let schema = match schema {
            Value::Object(schema) if depth <= MAX_REFERENCES => schema,
            Value::Bool(false) => {
                return out.check.push_with(|| Mistake::at(&node.place, path, "nothing may stand here"));
            }
            _ => return out.keys.is_open = true,
        };
        if !fits_type(schema, node) {
            return out.check.push_with(|| {
                wrong_type(node, path, types(schema)).allowing(values(schema).filter_map(Value::as_str))
            });
        }
        if !fits_values(schema, node) {
            return out.check.push_with(|| unknown_value(node, path, values(schema).map(in_words)));
        }
        match &node.tree {
            Tree::Integer(n) => integer_range(schema, *n, node, path, &mut out.check),
            Tree::Float(x) => float_range(schema, *x, node, path, &mut out.check),
            Tree::Text(text) => {
                let letters = text.chars().count();
                count(schema, ["minLength", "maxLength"], letters, "letters", node, path, &mut out.check);
            }
            Tree::List(list) => self.list(schema, list, node, path, &mut out.check),
            Tree::Table(table) => self.table(schema, table, node, path, out),
            Tree::Flag(_) | Tree::Date(_) => {}
        }
        if let Some(target) = self.target(schema) {
            self.apply(target, node, path, out, depth + 1);
        }
        for part in listed(schema, "allOf") {
            self.apply(part, node, path, out, depth + 1);
        }
        for word in ["anyOf", "oneOf"] {
            if schema.contains_key(word) {
                self.branches(listed(schema, word), node, path, out, depth + 1);
            }
        }
    }

    /// What `$ref` points to.
    pub(super) fn target(&self, schema: &Map<String, Value>) -> Option<&'s Value> {
        let pointer = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
        self.root.pointer(pointer)
    }

    fn list(&mut self, schema: &'s Map<String, Value>, list: &[Node], node: &Node, path: &Path<'_>, out: &mut Check) {
        count(schema, ["minItems", "maxItems"], list.len(), "entries", node, path, out);
        let mut first = listed(schema, "prefixItems").iter();
        let others = schema.get("items");
        for (index, item) in list.iter().enumerate() {
            if let Some(schema) = first.next().or(others) {
                self.value(schema, item, &path.index(index), out);
            }
        }
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            let mut seen = BTreeSet::new();
            for (index, item) in list.iter().enumerate() {
                if !seen.insert(item.to_json().to_string()) {
                    out.push_with(|| Mistake::at(&item.place, path.index(index), "listed a second time"));
                }
            }
        }
    }

    fn table(
        &mut self,
        schema: &'s Map<String, Value>,
        table: &Table,
        node: &Node,
        path: &Path<'_>,
        out: &mut Verdict<'s>,
    ) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let numbered = schema.get("patternProperties").and_then(Value::as_object);
        let others = schema.get("additionalProperties").or_else(|| schema.get("unevaluatedProperties"));
        out.keys.names.extend(properties.into_iter().flat_map(|map| map.keys().map(String::as_str)));
        match others {
            None => out.keys.is_closed |= properties.is_some(),
            Some(Value::Bool(false)) if numbered.is_none() => out.keys.is_closed = true,
            Some(_) => out.keys.is_open = true,
        }
        for (key, entry) in &table.entries {
            let below = path.key(key);
            if let Some(schema) = properties.and_then(|map| map.get(key)) {
                self.value(schema, &entry.node, &below, &mut out.check);
            } else if let Some((pattern, schema)) = numbered.and_then(|map| map.iter().next()) {
                if is_numbered(pattern, key) {
                    self.value(schema, &entry.node, &below, &mut out.check);
                } else {
                    let message = || format!("expected a whole number as key, found {}", quoted(key));
                    out.check.push_with(|| Mistake::at(&entry.key, below, message()));
                }
            } else if let Some(schema @ Value::Object(_)) = others {
                self.value(schema, &entry.node, &below, &mut out.check);
            }
        }
        if table.is_cut_short || self.completeness == Completeness::Fragment {
            return;
        }
        for key in listed(schema, "required").iter().filter_map(Value::as_str) {
            if !table.entries.contains_key(key) {
                let expected = properties.and_then(|map| map.get(key)).map(|schema| self.expected(schema));
                let expected = expected.filter(|words| !words.is_empty());
                let expected = expected.map_or(String::new(), |words| format!(", expected {}", either(&words)));
                let message = format!("missing key {}{expected}", quoted(key));
                out.check.push_with(|| Mistake::at(&node.place, path.key(key), message));
            }
        }
    }

    /// The types a schema takes, in words.
    pub(super) fn expected(&self, schema: &'s Value) -> IndexSet<&'static str> {
        let mut words = IndexSet::new();
        self.expect(schema, &mut words, 0);
        words
    }

    fn expect(&self, schema: &'s Value, words: &mut IndexSet<&'static str>, depth: usize) {
        let Some(schema) = schema.as_object().filter(|_| depth < MAX_REFERENCES) else { return };
        words.extend(types(schema).filter(|name| *name != "null").map(type_in_words));
        if let Some(target) = self.target(schema) {
            self.expect(target, words, depth + 1);
        }
        for part in ["allOf", "anyOf", "oneOf"].into_iter().flat_map(|word| listed(schema, word)) {
            self.expect(part, words, depth + 1);
        }
    }
}

pub(super) fn listed<'s>(schema: &'s Map<String, Value>, word: &str) -> &'s [Value] {
    schema.get(word).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The names under `type`, which is one or a list.
fn types(schema: &Map<String, Value>) -> impl Iterator<Item = &str> {
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

/// The values under `const` and `enum`.
pub(super) fn values(schema: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    schema.get("const").into_iter().chain(listed(schema, "enum"))
}

pub(super) fn fits_values(schema: &Map<String, Value>, node: &Node) -> bool {
    let mut values = values(schema).peekable();
    values.peek().is_none() || {
        let written = node.to_json();
        values.any(|value| *value == written)
    }
}

/// `schemars` writes two patterns, for maps whose keys are numbers. Others are left to the type.
fn is_numbered(pattern: &str, key: &str) -> bool {
    let digits = match pattern {
        r"^\d+$" => key,
        r"^-?\d+$" => key.strip_prefix('-').unwrap_or(key),
        _ => return true,
    };
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
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
    let least = bound("minimum").into_iter().chain(bound("exclusiveMinimum").map(|n| n + 1)).fold(least, i128::max);
    let most = bound("maximum").into_iter().chain(bound("exclusiveMaximum").map(|n| n - 1)).fold(most, i128::min);
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

fn count(
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

fn type_in_words(name: &str) -> &'static str {
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
