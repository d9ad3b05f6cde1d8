//! Checks a document against a JSON Schema as `schemars` writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use indexmap::IndexSet;
use serde_json::{Map, Value};

use super::clause::{fits_type, fits_values, is_empty_struct, is_numbered, listed, types, values};
use super::mistake::{Check, Mistake, quoted};
use super::path::Path;
use super::range;
use super::tree::{Node, Table, Tree};
use super::words::{either, in_words, type_in_words, unknown_key, unknown_value, wrong_type};

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
            Tree::Integer(_) | Tree::Float(_) => range::number(schema, node, path, &mut out.check),
            Tree::Text(text) => {
                let letters = text.chars().count();
                range::count(schema, ["minLength", "maxLength"], letters, "letters", node, path, &mut out.check);
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

    /// Must all required keys be there?
    pub(super) fn must_be_whole(&self, table: &Table) -> bool {
        !table.is_cut_short && self.completeness == Completeness::Whole
    }

    /// What `$ref` points to.
    pub(super) fn target(&self, schema: &Map<String, Value>) -> Option<&'s Value> {
        let pointer = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
        self.root.pointer(pointer)
    }

    fn list(&mut self, schema: &'s Map<String, Value>, list: &[Node], node: &Node, path: &Path<'_>, out: &mut Check) {
        range::count(schema, ["minItems", "maxItems"], list.len(), "entries", node, path, out);
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
            None => out.keys.is_closed |= properties.is_some() || is_empty_struct(schema),
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
        if !self.must_be_whole(table) {
            return;
        }
        for key in listed(schema, "required").iter().filter_map(Value::as_str) {
            if !table.entries.contains_key(key) {
                let below = properties.and_then(|map| map.get(key));
                out.check.push_with(|| self.missing_key(key, below, node, path));
            }
        }
    }

    fn missing_key(&self, key: &str, schema: Option<&'s Value>, node: &Node, path: &Path<'_>) -> Mistake {
        let expected = schema.map(|schema| self.expected(schema)).unwrap_or_default();
        let expected = if expected.is_empty() { String::new() } else { format!(", expected {}", either(&expected)) };
        let message = format!("missing key {}{expected}", quoted(key));
        let allowed =
            schema.into_iter().flat_map(|schema| self.parts(schema)).flat_map(|(part, _)| values(part)).map(in_words);
        Mistake::at(&node.place, path.key(key), message).allowing(allowed)
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use schemars::JsonSchema;
    use serde::Deserialize;

    use crate::door::{Source, read};

    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Scene {
        title: String,
        characters: Vec<Character>,
        #[serde(default)]
        traits: BTreeSet<String>,
        #[serde(default)]
        doors: BTreeMap<u8, bool>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Character {
        name: String,
        rank: Rank,
        cell: [i32; 2],
        luck: Option<f32>,
        seed: Option<u64>,
        #[serde(default)]
        skills: BTreeMap<Skill, u8>,
        #[schemars(range(min = 1, max = 3))]
        #[serde(default)]
        reach: u32,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    enum Rank {
        Layman,
        Adept,
        /// With a doc comment, `schemars` writes the value apart from the others.
        Master,
    }

    #[derive(Debug, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
    enum Skill {
        Handguns,
        Riding,
    }

    fn told(text: &str) -> String {
        read::<Scene>(&Source::new("s.toml", text)).map_or_else(|mistakes| mistakes.to_string(), |_| String::new())
    }

    #[test]
    fn every_mistake_is_told_with_its_line() {
        let text = "\
title = 7
characters = 3
tilte = 'x'
[[people]]
";
        assert_eq!(
            told(text),
            "s.toml:1:9: title: expected a text, found a whole number\n\
             s.toml:2:14: characters: expected a list, found a whole number\n\
             s.toml:3:1: tilte: unknown key `tilte`; did you mean `title`?; allowed: title, characters, traits, doors\n\
             s.toml:4:3: people: unknown key `people`; allowed: title, characters, traits, doors"
        );
    }

    #[test]
    fn each_kind_of_mistake_has_its_words() {
        let cases = [
            (
                "rank = 'adept'",
                "5:8: characters[0].rank: unknown value `adept`; did you mean `Adept`?; allowed: Layman, Adept, Master",
            ),
            (
                "rank = 2",
                "5:8: characters[0].rank: expected a text, found a whole number; allowed: Layman, Adept, Master",
            ),
            ("", "2:1: characters[0].rank: missing key `rank`, expected a text; allowed: Layman, Adept, Master"),
            ("rank = 'Adept'\nluck = 'x'", "6:8: characters[0].luck: expected a number, found a text"),
            (
                "rank = 'Adept'\nluck = 07:30:00",
                "6:8: characters[0].luck: expected a number, found a date or time (a text stands in quotes)",
            ),
            ("rank = 'Adept'\nreach = 4", "6:9: characters[0].reach: 4 is out of range; allowed: 1 to 3"),
            (
                "rank = 'Adept'\nreach = 1.0",
                "6:9: characters[0].reach: expected a whole number, found a number with a fraction",
            ),
            ("rank = 'Adept'\nseed = -1", "6:8: characters[0].seed: -1 is out of range; allowed: 0 or more"),
            (
                "rank = 'Adept'\nskills.Handgun = 1",
                "6:8: characters[0].skills.Handgun: unknown key `Handgun`; did you mean `Handguns`?; allowed: Handguns, Riding",
            ),
            (
                "rank = 'Adept'\nskills.Riding = 256",
                "6:17: characters[0].skills.Riding: 256 is out of range; allowed: 0 to 255",
            ),
            (
                "rank = 'Adept'\n\"a b\" = 1",
                "6:1: characters[0].\"a b\": unknown key `a b`; allowed: name, rank, cell, luck, seed, skills, reach",
            ),
        ];
        for (lines, expected) in cases {
            let text = format!("title = 'x'\n[[characters]]\nname = 'A'\ncell = [0, 0]\n{lines}\n");
            assert_eq!(told(&text), format!("s.toml:{expected}"), "{lines}");
        }
    }

    #[test]
    fn lists_sets_and_numbered_tables_are_checked() {
        let text = "title = 'x'\ncharacters = [{ name = 'A', rank = 'Adept', cell = [1] }]\n\
                    traits = ['a', 'b', 'a']\ndoors = { 1 = true, x = false }\n";
        assert_eq!(
            told(text),
            "s.toml:2:52: characters[0].cell: expected 2 entries, found 1\n\
             s.toml:3:21: traits[2]: listed a second time\n\
             s.toml:4:21: doors.x: expected a whole number as key, found `x`"
        );
    }

    #[test]
    fn a_right_file_is_read() {
        let text = "title = 'x'\ntraits = ['b']\ndoors.4 = true\n[[characters]]\nname = 'A'\nrank = 'Adept'\n\
                    cell = [-1, 2]\nluck = 2\nseed = 18446744073709551615\nskills.Riding = 3\nreach = 1\n";
        let scene = read::<Scene>(&Source::new("s.toml", text)).unwrap().value;
        assert_eq!(scene.characters[0].seed, Some(u64::MAX));
        assert_eq!(scene.characters[0].skills[&Skill::Riding], 3);
        assert!(scene.doors[&4]);
        // Editors on some systems begin a file with a mark and end lines with two characters.
        assert_eq!(told(&format!("\u{feff}{}", text.replace('\n', "\r\n"))), "");
    }
}
