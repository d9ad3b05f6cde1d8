//! The document tree: every key and value with its location.

use std::sync::Arc;

use indexmap::IndexMap;
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::mistake::{Check, Mistake, Mistakes};
use super::path::{Path, Step, steps};
use super::source::{Lines, MAX_BYTES, Place, Source};

/// Maximum nesting depth of lists and tables.
pub const MAX_DEPTH: usize = 64;

/// A value and its location.
#[derive(Clone, Debug)]
pub struct Node {
    pub(super) place: Place,
    pub(super) tree: Tree,
}

/// The content of a [`Node`].
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Text(String),
    Integer(i128),
    Float(f64),
    Flag(bool),
    Date(String),
    List(Vec<Node>),
    Table(Box<Table>),
}

/// The keys of a table in their original order.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) entries: IndexMap<String, Entry>,
    /// Keys are missing because they should have come from an entry that does not exist, which was already reported.
    pub(super) is_cut_short: bool,
}

/// A value of a table, and the location of its key.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: Place,
    pub(super) node: Node,
}

impl Node {
    /// The location of the value; for a table, of its `[header]`.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The value of a key, if this is a table that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.table()?.entries.get(key).map(|entry| &entry.node)
    }

    /// The node at a path (`variant[1].scene`), if it exists.
    pub fn at(&self, path: &str) -> Option<&Node> {
        let (node, is_there) = self.nearest(&steps(path));
        is_there.then_some(node)
    }

    /// A text located at `place`.
    pub fn of_text(place: &Place, text: impl Into<String>) -> Node {
        Node { place: place.clone(), tree: Tree::Text(text.into()) }
    }

    /// An empty table located at `place`.
    pub fn empty(place: &Place) -> Node {
        Node { place: place.clone(), tree: Tree::Table(Box::default()) }
    }

    /// The same table with a key added or replaced. Anything but a table stays unchanged.
    pub fn with(mut self, key: &str, value: Node) -> Node {
        if let Some(table) = self.table_mut() {
            table.entries.insert(key.to_owned(), Entry { key: value.place.clone(), node: value });
        }
        self
    }

    /// The same table without a key.
    pub fn without(mut self, key: &str) -> Node {
        if let Some(table) = self.table_mut() {
            table.entries.shift_remove(key);
        }
        self
    }

    /// The identifying key of a list entry.
    fn goes_by(&self) -> Option<&str> {
        ["key", "name", "from"].into_iter().find_map(|key| self.get(key)?.text())
    }

    /// The text, if this is one.
    pub fn text(&self) -> Option<&str> {
        match &self.tree {
            Tree::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The keys, if this is a table; otherwise empty.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.table().into_iter().flat_map(|table| table.entries.keys().map(String::as_str))
    }

    /// The value without locations.
    pub fn to_json(&self) -> Value {
        match &self.tree {
            Tree::Text(text) | Tree::Date(text) => Value::from(text.as_str()),
            Tree::Integer(n) => i64::try_from(*n).map_or_else(|_| Value::from(*n as u64), Value::from),
            Tree::Float(x) => Value::from(*x),
            Tree::Flag(flag) => Value::from(*flag),
            Tree::List(list) => list.iter().map(Node::to_json).collect(),
            Tree::Table(table) => {
                Value::Object(table.entries.iter().map(|(key, entry)| (key.clone(), entry.node.to_json())).collect())
            }
        }
    }

    pub(super) fn table(&self) -> Option<&Table> {
        match &self.tree {
            Tree::Table(table) => Some(table),
            _ => None,
        }
    }

    fn is_empty_table(&self) -> bool {
        matches!(&self.tree, Tree::Table(table) if table.entries.is_empty() && !table.is_cut_short)
    }

    /// Removes the last key of these steps with everything below it; an entry of a list stays in place. Returns the
    /// path of what was removed, or `None` if there was nothing.
    pub(super) fn take_out(&mut self, steps: &[Step]) -> Option<Vec<Step>> {
        let last = steps.iter().rposition(|step| matches!(step, Step::Key(_)))?;
        let (Step::Key(key), above) = (&steps[last], &steps[..last]) else { return None };
        let mut node = self;
        for step in above {
            node = match (step, &mut node.tree) {
                (Step::Key(key), Tree::Table(table)) => &mut table.entries.get_mut(key)?.node,
                (Step::Index(index), Tree::List(list)) => list.get_mut(*index)?,
                _ => return None,
            };
        }
        node.table_mut()?.entries.shift_remove(key)?;
        Some(steps[..=last].to_vec())
    }

    pub(super) fn table_mut(&mut self) -> Option<&mut Table> {
        match &mut self.tree {
            Tree::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The node at the end of the steps, or the nearest existing one on the way.
    pub(super) fn nearest(&self, steps: &[Step]) -> (&Node, bool) {
        let below = match (steps.first(), &self.tree) {
            (None, _) => return (self, true),
            (Some(Step::Key(key)), Tree::Table(table)) => table.entries.get(key).map(|entry| &entry.node),
            (Some(Step::Index(index)), Tree::List(list)) => list.get(*index),
            _ => None,
        };
        below.map_or((self, false), |node| node.nearest(&steps[1..]))
    }

    /// Whether any table in it is truncated.
    pub(super) fn is_cut_short(&self) -> bool {
        match &self.tree {
            Tree::List(list) => list.iter().any(Node::is_cut_short),
            Tree::Table(table) => table.is_cut_short || table.entries.values().any(|entry| entry.node.is_cut_short()),
            _ => false,
        }
    }

    /// The number of values, including itself.
    pub(super) fn size(&self) -> usize {
        match &self.tree {
            Tree::List(list) => 1 + list.iter().map(Node::size).sum::<usize>(),
            Tree::Table(table) => 1 + table.entries.values().map(|entry| entry.node.size()).sum::<usize>(),
            _ => 1,
        }
    }
}

/// The base with everything the other contains: tables are merged by key, anything else is replaced. An empty table
/// replaces too: `held = {}` clears what is held.
///
/// Values keep their original locations, and the result has the location of `over`.
pub fn merge(base: &Node, over: &Node) -> Node {
    let (Tree::Table(below), Tree::Table(above)) = (&base.tree, &over.tree) else {
        return over.clone();
    };
    let mut merged = below.as_ref().clone();
    merged.is_cut_short |= above.is_cut_short;
    for (key, entry) in &above.entries {
        match merged.entries.get_mut(key).filter(|_| !entry.node.is_empty_table()) {
            Some(old) => *old = Entry { key: entry.key.clone(), node: merge(&old.node, &entry.node) },
            None => {
                merged.entries.insert(key.clone(), entry.clone());
            }
        }
    }
    Node { place: over.place.clone(), tree: Tree::Table(Box::new(merged)) }
}

/// Like [`merge`], but lists of tables are merged too: an entry changes the one with the same `key`, `name` or `from`,
/// or is appended if there is none.
pub fn overlay(base: &Node, over: &Node) -> Node {
    match (&base.tree, &over.tree) {
        (Tree::Table(below), Tree::Table(above)) => {
            let mut merged = below.as_ref().clone();
            for (key, entry) in &above.entries {
                let node = match merged.entries.get(key).filter(|_| !entry.node.is_empty_table()) {
                    Some(old) => overlay(&old.node, &entry.node),
                    None => entry.node.clone(),
                };
                merged.entries.insert(key.clone(), Entry { key: entry.key.clone(), node });
            }
            Node { place: over.place.clone(), tree: Tree::Table(Box::new(merged)) }
        }
        (Tree::List(below), Tree::List(above))
            if !above.is_empty() && below.iter().chain(above).all(|item| item.goes_by().is_some()) =>
        {
            let mut merged = below.clone();
            for item in above {
                match merged.iter_mut().find(|old| old.goes_by() == item.goes_by()) {
                    Some(old) => *old = overlay(old, item),
                    None => merged.push(item.clone()),
                }
            }
            Node { place: over.place.clone(), tree: Tree::List(merged) }
        }
        _ => over.clone(),
    }
}

/// Parses TOML into a tree; reports a syntax error for every line that has one.
pub(super) fn parse(source: &Source) -> Result<Node, Mistakes> {
    if let Some(part) = &source.part {
        return Ok(part.clone());
    }
    if source.text.len() > MAX_BYTES {
        let start = Place::new(&Lines::of(&Source::new(source.file.as_str(), "")), 0);
        let message = format!("the file has {} bytes; the limit is {MAX_BYTES}", source.text.len());
        return Err(Mistakes::one(Mistake::at(&start, "", message)));
    }
    let lines = Lines::of(source);
    let mut check = Check::new();
    match DeTable::parse(&source.text) {
        Ok(table) => {
            let span = table.span();
            let value = Spanned::new(span, DeValue::Table(table.into_inner()));
            let root = Planter { lines: &lines, check: &mut check }.plant(value, &Path::Root(""), 0);
            check.finish(root)
        }
        Err(first) => {
            tell_syntax(&source.text, first, &lines, &mut check);
            Err(check.into())
        }
    }
}

fn tell_syntax(text: &str, first: toml::de::Error, lines: &Arc<Lines>, check: &mut Check) {
    // Error recovery may report an error every few bytes, so a long file of noise is reported by its first error only.
    const LONGEST: usize = 256 * 1024;
    let mut errors = if text.len() <= LONGEST { DeTable::parse_recoverable(text).1 } else { vec![first] };
    let start = |error: &toml::de::Error| error.span().map_or(0, |span| span.start);
    errors.sort_by_key(start);
    let mut told = None;
    for error in errors {
        let place = Place::new(lines, start(&error));
        let (line, _) = place.line_and_column();
        // Further errors on the same line are mostly consequences of the first.
        if told.replace(line) != Some(line) {
            check.push_with(|| Mistake::at(&place, "", format!("not TOML: {}", error.message().replace('\n', " "))));
        }
    }
}

/// Converts the parser's values to nodes.
struct Planter<'a> {
    lines: &'a Arc<Lines>,
    check: &'a mut Check,
}

impl Planter<'_> {
    fn plant(&mut self, value: Spanned<DeValue<'_>>, path: &Path<'_>, depth: usize) -> Node {
        let place = Place::new(self.lines, value.span().start);
        let tree = match value.into_inner() {
            DeValue::String(text) => Tree::Text(text.into_owned()),
            DeValue::Integer(written) => match i128::from_str_radix(written.as_str(), written.radix()) {
                Ok(n) if n >= i128::from(i64::MIN) && n <= i128::from(u64::MAX) => Tree::Integer(n),
                _ => self.refuse(&place, path, "the number is too large"),
            },
            DeValue::Float(written) => match written.as_str().parse::<f64>() {
                Ok(x) if x.is_finite() => Tree::Float(x),
                _ => self.refuse(&place, path, "expected a finite number"),
            },
            DeValue::Boolean(flag) => Tree::Flag(flag),
            DeValue::Datetime(date) => Tree::Date(date.to_string()),
            DeValue::Array(_) | DeValue::Table(_) if depth >= MAX_DEPTH => {
                self.refuse(&place, path, &format!("lists and tables are nested more than {MAX_DEPTH} deep"))
            }
            DeValue::Array(list) => {
                let items = list.into_iter().enumerate();
                Tree::List(items.map(|(index, item)| self.plant(item, &path.index(index), depth + 1)).collect())
            }
            DeValue::Table(table) => {
                let mut entries = IndexMap::with_capacity(table.len());
                for (key, value) in table {
                    let place = Place::new(self.lines, key.span().start);
                    let name = key.into_inner().into_owned();
                    let node = self.plant(value, &path.key(&name), depth + 1);
                    entries.insert(name, Entry { key: place, node });
                }
                Tree::Table(Box::new(Table { entries, is_cut_short: false }))
            }
        };
        Node { place, tree }
    }

    fn refuse(&mut self, place: &Place, path: &Path<'_>, message: &str) -> Tree {
        self.check.push_with(|| Mistake::at(place, path, message));
        Tree::Flag(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Node {
        parse(&Source::new("a.toml", text)).unwrap()
    }

    fn wrong(text: &str) -> String {
        parse(&Source::new("a.toml", text)).unwrap_err().to_string()
    }

    #[test]
    fn every_value_knows_its_place() {
        let root = tree("title = 'x'\n[a.b]\nc.d = 1\n[[p]]\n[[p]]\nn = [1,\n 2]\n");
        let cases = [
            ("", "a.toml:1:1"),
            ("title", "a.toml:1:9"),
            ("a.b", "a.toml:2:1"),
            ("a.b.c.d", "a.toml:3:7"),
            ("p[1]", "a.toml:5:1"),
            ("p[1].n[1]", "a.toml:7:2"),
            ("p[1].n[7].x", "a.toml:6:5"), // the nearest existing one
        ];
        for (path, expected) in cases {
            assert_eq!(root.nearest(&steps(path)).0.place().to_string(), expected, "{path}");
        }
    }

    #[test]
    fn broken_syntax_is_told_for_every_line() {
        assert_eq!(
            wrong("a =\nb = 1\nb = 2\nc = x\n"),
            "a.toml:1:4: not TOML: string values must be quoted, expected literal string\n\
             a.toml:3:1: not TOML: duplicate key\n\
             a.toml:4:5: not TOML: string values must be quoted, expected literal string"
        );
    }

    #[test]
    fn what_no_rule_could_use_is_refused() {
        assert_eq!(wrong("a = 99999999999999999999"), "a.toml:1:5: a: the number is too large");
        assert_eq!(wrong("a = [1.0, nan]"), "a.toml:1:11: a[1]: expected a finite number");
        let deep = format!("[{}]\na = [[]]", vec!["a"; MAX_DEPTH - 1].join("."));
        assert!(wrong(&deep).ends_with("lists and tables are nested more than 64 deep"), "{}", wrong(&deep));
        assert!(wrong(&format!("a = {}", "[".repeat(100_000))).starts_with("a.toml:1:"));
        let long = "#".repeat(MAX_BYTES + 1);
        assert_eq!(wrong(&long), "a.toml:1:1: the file has 4194305 bytes; the limit is 4194304");
    }

    #[test]
    fn an_empty_table_leaves_nothing_of_the_one_below() {
        let base = tree("name = 'Ann'\nheld = { right = 'knife' }\n");
        for over in [merge, overlay] {
            let empty = over(&base, &tree("held = {}\n")).to_json();
            assert_eq!(empty, serde_json::json!({ "name": "Ann", "held": {} }));
            let more = over(&base, &tree("held = { left = 'club' }\n")).to_json();
            assert_eq!(more, serde_json::json!({ "name": "Ann", "held": { "right": "knife", "left": "club" } }));
            // An empty file changes nothing.
            assert_eq!(over(&base, &tree("")).to_json(), base.to_json());
        }
    }

    #[test]
    fn an_overlay_changes_list_entries_by_their_name() {
        let base = tree("[[who]]\nname = 'Ann'\nhp = 5\n[[who]]\nfrom = 'bandit'\nhp = 3\n");
        let over = tree("\n[[who]]\nfrom = 'bandit'\nhp = 1\n[[who]]\nname = 'Cid'\n");
        let expected = serde_json::json!({ "who": [
            { "name": "Ann", "hp": 5 }, { "from": "bandit", "hp": 1 }, { "name": "Cid" },
        ] });
        let both = overlay(&base, &over);
        assert_eq!(both.to_json(), expected);
        assert_eq!(both.at("who[0].hp").unwrap().place().line_and_column().0, 3);
        assert_eq!(both.at("who[1].hp").unwrap().place().line_and_column().0, 4);
        assert_eq!(overlay(&base, &tree("who = []")).to_json(), serde_json::json!({ "who": [] }));
    }

    #[test]
    fn tables_merge_and_anything_else_is_replaced() {
        let base = tree("name = 'a'\nlist = [1, 2]\n[skills]\nRiding = 1\nRifles = 2\n");
        let over = tree("\n\nlist = [3]\nskills.Rifles = 4\n");
        let both = merge(&base, &over);
        let expected = serde_json::json!({ "name": "a", "list": [3], "skills": { "Riding": 1, "Rifles": 4 } });
        assert_eq!(both.to_json(), expected);
        let line = |path| both.nearest(&steps(path)).0.place().line_and_column().0;
        assert_eq!((line("skills.Riding"), line("skills.Rifles"), line("list")), (4, 4, 3));
    }
}
