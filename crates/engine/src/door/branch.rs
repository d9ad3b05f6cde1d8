//! Finds the intended variant of an enum, and what is wrong with it.
//!
//! "No branch matched" does not help anyone. The intended variant is the one whose tag was written; if several fit by
//! their shape, the one with the fewest mistakes; if none does, the tag is the mistake.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::check::{Checker, Verdict};
use super::clause::{fits_type, fits_values, is, listed, values};
use super::mistake::{Mistake, quoted};
use super::path::Path;
use super::tree::{Node, Tree};
use super::words::{either, found, in_words, unknown_key, unknown_value};

/// How well a variant fits, judged without descending into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// A value of another type, such as a text instead of a table.
    OtherType,
    /// The right type, but another tag.
    OtherTag,
    Meant,
}

/// Whether a schema is a variant of the enum itself or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Variant,
    Part,
}

/// Maximum depth of enums nested directly in enums.
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
        // TOML has no null; an optional key is simply omitted.
        let all: Vec<&Value> = all.iter().filter(|branch| branch.get("type") != Some(&Value::from("null"))).collect();
        let meant = |branch: &&&'s Value| self.fit(branch, node, Standing::Variant, 0) == Fit::Meant;
        let candidates: Vec<&Value> =
            if all.len() == 1 { all.clone() } else { all.iter().filter(meant).copied().collect() };
        match candidates[..] {
            [] => out.check.push_with(|| self.none_meant(&all, node, path)),
            [only] => self.apply(only, node, path, out, depth),
            _ => match several_keys(&candidates, node) {
                Some([first, second]) => out.check.push_with(|| {
                    let message = format!("only one of {} and {} is allowed here", quoted(first), quoted(second));
                    Mistake { message, ..unknown_key(node, path, second, [].into_iter()) }
                }),
                None => self.fewest_mistakes(&candidates, node, path, out, depth),
            },
        }
    }

    fn fewest_mistakes(
        &mut self,
        candidates: &[&'s Value],
        node: &Node,
        path: &Path<'_>,
        out: &mut Verdict<'s>,
        depth: usize,
    ) {
        let mut best: Option<(usize, Rc<Verdict<'s>>)> = None;
        for branch in candidates {
            let verdict = self.verdict(branch, node, path, depth);
            let mut keys = out.keys.clone();
            keys.add(&verdict.keys);
            let mistakes = verdict.check.count() + keys.unknown(node).count();
            if best.as_ref().is_none_or(|(fewest, _)| mistakes < *fewest) {
                best = Some((mistakes, verdict));
            }
            if mistakes == 0 {
                break;
            }
        }
        if let Some((_, best)) = best {
            out.keys.add(&best.keys);
            out.check.absorb_check(&best.check);
        }
    }

    fn verdict(&mut self, branch: &'s Value, node: &Node, path: &Path<'_>, depth: usize) -> Rc<Verdict<'s>> {
        // Only values that contain other values are worth caching.
        if !matches!(node.tree, Tree::List(_) | Tree::Table(_)) {
            let mut verdict = Verdict::default();
            self.apply(branch, node, path, &mut verdict, depth);
            return Rc::new(verdict);
        }
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

    fn fit(&self, schema: &'s Value, node: &Node, standing: Standing, depth: usize) -> Fit {
        let Some(schema) = schema.as_object().filter(|_| depth <= MAX_NESTING) else { return Fit::Meant };
        if !fits_type(schema, node) {
            return Fit::OtherType;
        }
        let is_other = !fits_values(schema, node) || self.has_other_tag(schema, node, standing);
        let mut fit = if is_other { Fit::OtherTag } else { Fit::Meant };
        for part in self.target(schema).into_iter().chain(listed(schema, "allOf")) {
            fit = fit.min(self.fit(part, node, Standing::Part, depth + 1));
        }
        for word in ["anyOf", "oneOf"] {
            let variants = listed(schema, word).iter();
            if let Some(best) = variants.map(|variant| self.fit(variant, node, Standing::Variant, depth + 1)).max() {
                fit = fit.min(best);
            }
        }
        fit
    }

    fn has_other_tag(&self, schema: &'s Map<String, Value>, node: &Node, standing: Standing) -> bool {
        let Some(table) = node.table() else { return false };
        let is_other = |(key, tag): (&str, &Value)| match table.entries.get(key) {
            Some(entry) => !is(&entry.node, tag),
            None => self.must_be_whole(table) && listed(schema, "required").iter().any(|name| name == key),
        };
        let outer = outer_tag(schema).filter(|_| standing == Standing::Variant);
        tags(schema).any(is_other) || outer.is_some_and(|key| !table.entries.contains_key(key))
    }

    /// The mistake to report if no variant was intended.
    fn none_meant(&self, all: &[&'s Value], node: &Node, path: &Path<'_>) -> Mistake {
        let parts: Vec<_> = all.iter().flat_map(|branch| self.parts(branch)).collect();
        let names: Vec<String> = parts.iter().flat_map(|(part, _)| values(part)).map(in_words).collect();
        let variants = parts.iter().filter(|(_, standing)| *standing == Standing::Variant);
        let outer: Vec<&str> = variants.filter_map(|(part, _)| outer_tag(part)).collect();
        let inner: Vec<(&str, String)> =
            parts.iter().flat_map(|(part, _)| tags(part)).map(|(key, tag)| (key, in_words(tag))).collect();
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

    /// A variant and all schemas it is composed of, without descending into the document.
    pub(super) fn parts(&self, variant: &'s Value) -> Vec<(&'s Map<String, Value>, Standing)> {
        let mut parts = Vec::new();
        let mut ahead = vec![(variant, Standing::Variant, 0)];
        while let Some((schema, standing, depth)) = ahead.pop() {
            let Some(schema) = schema.as_object().filter(|_| depth <= MAX_NESTING) else { continue };
            parts.push((schema, standing));
            let joined = self.target(schema).into_iter().chain(listed(schema, "allOf"));
            let joined = joined.map(|part| (part, Standing::Part, depth + 1));
            let variants = listed(schema, "anyOf").iter().chain(listed(schema, "oneOf"));
            let variants = variants.map(|variant| (variant, Standing::Variant, depth + 1));
            let first = ahead.len();
            ahead.extend(joined.chain(variants));
            ahead[first..].reverse(); // the first is processed first
        }
        parts
    }
}

/// Two variants whose outer tags are both present in one table.
fn several_keys<'s>(candidates: &[&'s Value], node: &Node) -> Option<[&'s str; 2]> {
    let mut tags = candidates.iter().filter_map(|branch| outer_tag(branch.as_object()?));
    let (first, second) = (tags.next()?, tags.next()?);
    (node.table().is_some() && first != second && tags.count() + 2 == candidates.len()).then_some([first, second])
}

/// The keys with a single possible value: `kind = "gun"`.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use schemars::JsonSchema;
    use serde::Deserialize;

    use crate::door::{Source, read};

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Sheet {
        inner: Option<Inner>,
        outer: Option<Outer>,
        either: Option<Either>,
        expression: Option<Expression>,
        #[serde(flatten)]
        flat: Flat,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "kind")]
    #[allow(dead_code)]
    enum Inner {
        Gun { shots: u8, range: u8 },
        Blade(Blade),
        Fist,
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Blade {
        length: u8,
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    enum Outer {
        Nothing,
        /// Documented separately from the others.
        Anything,
        Dice(u8),
        Pool {
            size: u8,
        },
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code)]
    enum Either {
        Name(String),
        Cell(i32, i32),
        Line { from: i32, to: i32 },
        Circle { around: i32, radius: u8 },
    }

    /// Every variant fits every value by its shape.
    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code)]
    enum Expression {
        All(Vec<Expression>),
        Any(Vec<Expression>),
        Some(Vec<Expression>),
        Leaf(bool),
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "side")]
    #[allow(dead_code)]
    enum Flat {
        Left { hand: u8 },
        Right { foot: BTreeMap<String, u8> },
    }

    fn told(line: &str) -> String {
        let text = format!("side = 'Left'\nhand = 1\n{line}");
        read::<Sheet>(&Source::new("s", text)).map_or_else(|mistakes| mistakes.to_string(), |_| String::new())
    }

    #[test]
    fn the_variant_that_was_meant_is_checked() {
        let cases = [
            ("inner = { kind = 'Fist' }", ""),
            ("inner = { kind = 'Blade', length = 3 }", ""),
            (
                "inner = { kind = 'Blade', lenght = 3 }",
                "s:3:9: inner.length: missing key `length`, expected a whole number\ns:3:27: inner.lenght: unknown key `lenght`; did you mean `length`?; allowed: kind, length",
            ),
            (
                "inner = { kind = 'Gun', shots = 300, range = 1 }",
                "s:3:33: inner.shots: 300 is out of range; allowed: 0 to 255",
            ),
            (
                "inner = { kind = 'Gnu', shots = 300 }",
                "s:3:18: inner.kind: unknown value `Gnu`; did you mean `Gun`?; allowed: Gun, Blade, Fist",
            ),
            ("inner = { shots = 3 }", "s:3:9: inner.kind: missing key `kind`; allowed: Gun, Blade, Fist"),
            ("inner = 3", "s:3:9: inner: expected a table, found a whole number"),
            ("outer = 'Anything'", ""),
            ("outer = { Dice = 3 }", ""),
            (
                "outer = 'nothing'",
                "s:3:9: outer: unknown value `nothing`; did you mean `Nothing`?; allowed: Nothing, Anything",
            ),
            ("outer = 'Dice'", "s:3:9: outer: `Dice` needs a value: { Dice = … }"),
            (
                "outer = { Dcie = 3 }",
                "s:3:11: outer.Dcie: unknown key `Dcie`; did you mean `Dice`?; allowed: Dice, Pool",
            ),
            ("outer = { Pool = { } }", "s:3:18: outer.Pool.size: missing key `size`, expected a whole number"),
            (
                "outer = { Dice = 1, Pool = { size = 1 } }",
                "s:3:21: outer.Pool: only one of `Dice` and `Pool` is allowed here",
            ),
            ("outer = {}", "s:3:9: outer: expected one key, found none; allowed: Dice, Pool"),
            ("outer = 1", "s:3:9: outer: expected a text or a table, found a whole number; allowed: Nothing, Anything"),
            ("either = { around = 1, radius = 2 }", ""),
            (
                "either = { from = 1, ot = 2 }",
                "s:3:10: either.to: missing key `to`, expected a whole number\ns:3:22: either.ot: unknown key `ot`; did you mean `to`?; allowed: from, to",
            ),
            ("either = [1, 'x']", "s:3:14: either[1]: expected a whole number, found a text"),
            ("either = true", "s:3:10: either: expected a text, a list or a table, found true"),
            (
                "hnad = 1",
                "s:3:1: hnad: unknown key `hnad`; did you mean `hand`?; allowed: inner, outer, either, expression, side, hand",
            ),
        ];
        for (line, expected) in cases {
            assert_eq!(told(line), expected, "{line}");
        }
    }

    #[test]
    fn an_enum_inside_itself_is_not_tried_in_every_combination() {
        let deep = format!("expression = {}3{}", "[".repeat(60), "]".repeat(60));
        assert!(told(&deep).contains("expected a list or true or false"), "{}", told(&deep));
    }
}
