//! Which variant of an enum was meant, and what is wrong with it.
//!
//! "No branch matched" helps nobody. The variant whose tag was written is the one that was meant; if
//! several fit by their shape, the one with the fewest mistakes; if none does, the tag is the mistake.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::check::{
    Checker, Verdict, either, fits_type, fits_values, found, in_words, listed, unknown_key, unknown_value, values,
};
use super::mistake::{Mistake, quoted};
use super::path::Path;
use super::tree::{Node, Tree};

/// How well a variant fits before looking further down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// A text where a table belongs.
    OtherType,
    /// The right type, but another tag.
    OtherTag,
    Meant,
}

/// How deep an enum inside an enum is looked through.
const MAX_NESTING: usize = 16;

impl<'s> Checker<'s> {
    pub(super) fn branches(
        &mut self,
        all: &'s [Value],
        node: &Node,
        path: &Path<'_>,
        out: &mut Verdict<'s>,
        depth: usize,
    ) {
        // TOML has no null: an optional key is left out.
        let all: Vec<&Value> = all.iter().filter(|branch| branch.get("type") != Some(&Value::from("null"))).collect();
        let meant = |branch: &&&'s Value| self.fit(branch, node, 0) == Fit::Meant;
        let candidates: Vec<&Value> =
            if all.len() == 1 { all.clone() } else { all.iter().filter(meant).copied().collect() };
        match candidates[..] {
            [] => out.check.push_with(|| self.none_meant(&all, node, path)),
            [only] => self.apply(only, node, path, out, depth),
            _ => {
                let verdicts: Vec<_> =
                    candidates.iter().map(|branch| self.verdict(branch, node, path, depth)).collect();
                let mistakes = |verdict: &&Rc<Verdict<'s>>| {
                    let mut keys = out.keys.clone();
                    keys.add(&verdict.keys);
                    verdict.check.count() + keys.unknown(node).count()
                };
                if let Some(best) = verdicts.iter().min_by_key(mistakes) {
                    out.keys.add(&best.keys);
                    out.check.absorb_check(&best.check);
                }
            }
        }
    }

    fn verdict(&mut self, branch: &'s Value, node: &Node, path: &Path<'_>, depth: usize) -> Rc<Verdict<'s>> {
        let addresses = (std::ptr::from_ref(branch).addr(), std::ptr::from_ref(node).addr());
        if let Some(known) = self.memo.get(&addresses) {
            return Rc::clone(known);
        }
        let mut verdict = Verdict::default();
        self.apply(branch, node, path, &mut verdict, depth);
        let verdict = Rc::new(verdict);
        self.memo.insert(addresses, Rc::clone(&verdict));
        verdict
    }

    fn fit(&self, schema: &'s Value, node: &Node, depth: usize) -> Fit {
        let Some(schema) = schema.as_object().filter(|_| depth <= MAX_NESTING) else { return Fit::Meant };
        if !fits_type(schema, node) {
            return Fit::OtherType;
        }
        let mut fit =
            if !fits_values(schema, node) || self.has_other_tag(schema, node) { Fit::OtherTag } else { Fit::Meant };
        let parts = self.target(schema).into_iter().chain(listed(schema, "allOf"));
        for part in parts {
            fit = fit.min(self.fit(part, node, depth + 1));
        }
        for word in ["anyOf", "oneOf"] {
            if let Some(best) = listed(schema, word).iter().map(|branch| self.fit(branch, node, depth + 1)).max() {
                fit = fit.min(best);
            }
        }
        fit
    }

    fn has_other_tag(&self, schema: &'s Map<String, Value>, node: &Node) -> bool {
        let Some(table) = node.table() else { return false };
        let is_other =
            |(key, tag): (&str, &Value)| table.entries.get(key).is_none_or(|entry| entry.node.to_json() != *tag);
        tags(schema).any(is_other) || outer_tag(schema).is_some_and(|key| !table.entries.contains_key(key))
    }

    /// The mistake when no variant was meant.
    fn none_meant(&self, all: &[&'s Value], node: &Node, path: &Path<'_>) -> Mistake {
        let mut parts = Vec::new();
        for branch in all {
            self.parts(branch, &mut parts, 0);
        }
        let names: Vec<String> = parts.iter().flat_map(|part| values(part)).map(in_words).collect();
        let outer: Vec<&str> = parts.iter().filter_map(|part| outer_tag(part)).collect();
        let inner: Vec<(&str, String)> =
            parts.iter().flat_map(|part| tags(part)).map(|(key, tag)| (key, in_words(tag))).collect();
        match &node.tree {
            Tree::Text(name) if outer.contains(&name.as_str()) => {
                let message = format!("{} needs a value: {{ {name} = … }}", quoted(name));
                Mistake::at(&node.place, path, message)
            }
            Tree::Text(_) if !names.is_empty() => unknown_value(node, path, names.into_iter()),
            Tree::Table(table) if !inner.is_empty() => {
                let key = inner[0].0;
                let tags = inner.iter().filter(|(other, _)| *other == key).map(|(_, tag)| tag.clone());
                match table.entries.get(key) {
                    None => {
                        Mistake::at(&node.place, path.key(key), format!("missing key {}", quoted(key))).allowing(tags)
                    }
                    Some(entry) => unknown_value(&entry.node, &path.key(key), tags),
                }
            }
            Tree::Table(table) if !outer.is_empty() => match table.entries.keys().next() {
                Some(key) => unknown_key(node, path, key, outer.into_iter()),
                None => Mistake::at(&node.place, path, "expected one key, found none").allowing(outer),
            },
            _ => {
                let expected = all.iter().flat_map(|branch| self.expected(branch)).collect();
                let message = format!("expected {}, found {}", either(&expected), found(node));
                Mistake::at(&node.place, path, message).allowing(names)
            }
        }
    }

    /// A variant and the variants inside it, as flat objects.
    fn parts(&self, schema: &'s Value, parts: &mut Vec<&'s Map<String, Value>>, depth: usize) {
        let Some(schema) = schema.as_object().filter(|_| depth <= MAX_NESTING) else { return };
        parts.push(schema);
        let below = ["allOf", "anyOf", "oneOf"].into_iter().flat_map(|word| listed(schema, word));
        for part in self.target(schema).into_iter().chain(below) {
            self.parts(part, parts, depth + 1);
        }
    }
}

/// The keys with one possible value: `kind = "gun"`.
fn tags(schema: &Map<String, Value>) -> impl Iterator<Item = (&str, &Value)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten().filter_map(|(key, schema)| Some((key.as_str(), schema.get("const")?)))
}

/// The only key, if it is required: `{ Gun = … }`.
fn outer_tag(schema: &Map<String, Value>) -> Option<&str> {
    match listed(schema, "required") {
        [only] if schema.get("properties")?.as_object()?.len() == 1 && tags(schema).next().is_none() => only.as_str(),
        _ => None,
    }
}
