//! Named entries from content files, and what inherits from them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::check::{self, Completeness, found, unknown_key};
use super::located::{Document, Located, read_node};
use super::mistake::{Check, Mistake, Mistakes, quoted};
use super::path::{Path, Step, key, steps};
use super::schema::{checked_schema, schema_of};
use super::source::{Place, Source};
use super::tree::{self, Node, Tree, merge};

/// The most values that inheritance may copy, so that a short file cannot fill the memory.
pub const MAX_INHERITED: usize = 1_000_000;

/// The longest line of entries each inheriting from the next.
const MAX_GENERATIONS: usize = 16;

/// The kinds of entries that content files may hold, and the type of each.
#[derive(Clone, Default)]
pub struct Kinds {
    kinds: BTreeMap<String, Kind>,
    nested: Vec<Nested>,
}

#[derive(Clone)]
struct Kind {
    check: fn(&Node, String, &mut Check),
    schema: fn(&str) -> Value,
}

/// Entries of one kind hold, at a path, tables that inherit from another.
#[derive(Clone)]
struct Nested {
    kind: String,
    at: String,
    from: String,
}

impl Kinds {
    /// No kinds yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// `[name.…]` entries are whole `T`s, after inheriting.
    pub fn with<T: DeserializeOwned + JsonSchema>(self, name: &str) -> Self {
        self.add(
            name,
            |node, path, check| drop(check.take(read_node::<T>(node.clone(), path, Check::new()))),
            schema_of::<T>,
        )
    }

    /// `[name.…]` entries may leave required keys of `T` to whoever inherits from them.
    pub fn with_templates<T: DeserializeOwned + JsonSchema>(self, name: &str) -> Self {
        let check = |node: &Node, path: String, check: &mut Check| {
            check::check(&checked_schema::<T>(), node, &Path::Root(&path), Completeness::Fragment, check);
        };
        self.add(name, check, schema_of::<T>)
    }

    /// In entries of `kind`, tables at a path (`weapons[]`) may inherit from entries of another kind.
    /// Declare the inner first, if several of these build on each other.
    pub fn nested(mut self, kind: &str, at: &str, from: &str) -> Self {
        self.nested.push(Nested { kind: kind.to_owned(), at: at.to_owned(), from: from.to_owned() });
        self
    }

    /// The JSON Schema of a content file; every entry may say `from`.
    pub fn schema(&self, title: &str) -> Value {
        super::schema::content_schema(title, self.kinds.iter().map(|(name, kind)| (name.as_str(), (kind.schema)(name))))
    }

    fn add(mut self, name: &str, check: fn(&Node, String, &mut Check), schema: fn(&str) -> Value) -> Self {
        self.kinds.insert(name.to_owned(), Kind { check, schema });
        self
    }
}

/// Named entries of several kinds: `[weapon.revolver]`, `[character.gunslinger]`.
#[derive(Clone, Debug, Default)]
pub struct Library {
    kinds: BTreeMap<String, BTreeMap<String, Item>>,
}

#[derive(Clone, Debug)]
struct Item {
    key: Place,
    node: Node,
    size: usize,
}

impl Library {
    /// Reads content files, completes the entries that inherit, and checks every entry.
    ///
    /// An entry may inherit from one of its kind in any of the files: `from = "gunslinger"`.
    pub fn read(sources: &[Source], kinds: &Kinds) -> Result<Self, Mistakes> {
        let mut check = Check::new();
        let mut library = Self::default();
        for source in sources {
            if let Some(root) = check.take(tree::parse(source)) {
                library.shelve(root, kinds, &mut check);
            }
        }
        let mut budget = MAX_INHERITED;
        library.inherit(&mut budget, &mut check);
        for nested in &kinds.nested {
            library.complete(nested, &mut budget, &mut check);
        }
        for (name, kind) in &kinds.kinds {
            for (entry, item) in library.kinds.get(name).into_iter().flatten() {
                (kind.check)(&item.node, format!("{}.{}", key(name), key(entry)), &mut check);
            }
        }
        check.finish(library)
    }

    /// An entry as a tree, completed.
    pub fn get(&self, kind: &str, name: &str) -> Option<&Node> {
        Some(&self.kinds.get(kind)?.get(name)?.node)
    }

    /// An entry as a `T`; its mistakes point into the content file.
    pub fn get_as<T: DeserializeOwned + JsonSchema>(
        &self,
        kind: &str,
        name: &str,
    ) -> Option<Result<Located<T>, Mistakes>> {
        let node = self.get(kind, name)?.clone();
        Some(read_node(node, format!("{}.{}", key(kind), key(name)), Check::new()))
    }

    /// The names of a kind, in alphabetical order.
    pub fn names(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.kinds.get(kind).into_iter().flat_map(|entries| entries.keys().map(String::as_str))
    }

    /// Completes each table at a path (`characters[]`) that says `from = "…"` from the entry of that
    /// name. An unknown name is kept with the document and told when the document is read.
    pub fn expand(&self, mut document: Document, at: &str, kind: &str) -> Document {
        let mut budget = MAX_INHERITED;
        let Document { root, check } = &mut document;
        self.expand_node(root, &steps(at), &Path::Root(""), kind, &mut budget, check);
        document
    }

    fn expand_node(
        &self,
        node: &mut Node,
        at: &[Step],
        path: &Path<'_>,
        kind: &str,
        budget: &mut usize,
        check: &mut Check,
    ) {
        let Some((step, rest)) = at.split_first() else {
            return self.expand_here(node, path, kind, budget, check);
        };
        match (&mut node.tree, step) {
            (Tree::List(list), Step::Each) => {
                for (index, item) in list.iter_mut().enumerate() {
                    self.expand_node(item, rest, &path.index(index), kind, budget, check);
                }
            }
            (Tree::Table(table), Step::Each) => {
                for (key, entry) in &mut table.entries {
                    self.expand_node(&mut entry.node, rest, &path.key(key), kind, budget, check);
                }
            }
            (Tree::Table(table), Step::Key(key)) => {
                if let Some(entry) = table.entries.get_mut(key) {
                    self.expand_node(&mut entry.node, rest, &path.key(key), kind, budget, check);
                }
            }
            (Tree::List(list), Step::Index(index)) => {
                if let Some(item) = list.get_mut(*index) {
                    self.expand_node(item, rest, &path.index(*index), kind, budget, check);
                }
            }
            _ => {} // The schema tells what is wrong with it.
        }
    }

    fn expand_here(&self, node: &mut Node, path: &Path<'_>, kind: &str, budget: &mut usize, check: &mut Check) {
        let Some(from) = take_from(node) else { return };
        let base = from.text().and_then(|name| self.kinds.get(kind)?.get(name));
        match base {
            Some(base) if spend(budget, base.size) => *node = merge(&base.node, node),
            Some(_) => check.push_with(|| too_large(&from, path)),
            None => check.push_with(|| unknown_name(&from, path, kind, self.names(kind))),
        }
        if base.is_none() {
            cut_short(node);
        }
    }

    /// Puts the entries of a file into their kinds.
    fn shelve(&mut self, root: Node, kinds: &Kinds, check: &mut Check) {
        let top = Path::Root("");
        let Tree::Table(file) = &root.tree else { return };
        for (kind, entry) in &file.entries {
            let path = top.key(kind);
            if !kinds.kinds.contains_key(kind) {
                check.push_with(|| unknown_key(&root, &top, kind, kinds.kinds.keys().map(String::as_str)));
                continue;
            }
            let Tree::Table(entries) = &entry.node.tree else {
                check.push_with(|| not_a_table(&entry.node, &path));
                continue;
            };
            let shelf = self.kinds.entry(kind.clone()).or_default();
            for (name, entry) in &entries.entries {
                let path = path.key(name);
                if entry.node.table().is_none() {
                    check.push_with(|| not_a_table(&entry.node, &path));
                } else if let Some(first) = shelf.get(name) {
                    let message = || format!("{} is already defined at {}", quoted(name), first.key);
                    check.push_with(|| Mistake::at(&entry.key, path, message()));
                } else {
                    let item = Item { key: entry.key.clone(), node: entry.node.clone(), size: 0 };
                    shelf.insert(name.clone(), item);
                }
            }
        }
    }

    /// Completes every entry that inherits from another of its kind.
    fn inherit(&mut self, budget: &mut usize, check: &mut Check) {
        for (kind, shelf) in &mut self.kinds {
            let names: Vec<String> = shelf.keys().cloned().collect();
            for name in &names {
                // The entry, the one it inherits from, and so on up to one that is complete.
                let mut line = vec![name.clone()];
                let last = loop {
                    let heir = &line[line.len() - 1];
                    let Some(from) = shelf.get(heir).and_then(|item| item.node.get("from")) else { break None };
                    let ancestor = from.text().filter(|name| shelf.contains_key(*name)).map(str::to_owned);
                    match ancestor {
                        None => break Some("unknown"),
                        Some(ancestor) if line.contains(&ancestor) => break Some("circle"),
                        Some(_) if line.len() > MAX_GENERATIONS => break Some("long"),
                        Some(ancestor) => line.push(ancestor),
                    }
                };
                if let Some(trouble) = last {
                    let heir = line.last().expect("a line starts with the entry itself").clone();
                    let Some(item) = shelf.get_mut(&heir) else { continue };
                    let Some(from) = take_from(&mut item.node) else { continue };
                    cut_short(&mut item.node);
                    let kind_path = Path::Root("");
                    let kind_path = kind_path.key(kind);
                    let path = kind_path.key(&heir);
                    check.push_with(|| match trouble {
                        "unknown" => unknown_name(&from, &path, kind, names.iter().map(String::as_str)),
                        "circle" => {
                            let circle = line.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
                            Mistake::at(&from.place, path.key("from"), format!("inherits from itself: {circle}"))
                        }
                        _ => {
                            let message = format!("more than {MAX_GENERATIONS} entries inherit from each other");
                            Mistake::at(&from.place, path.key("from"), message)
                        }
                    });
                }
                while let [.., heir, ancestor] = &line[..] {
                    let base = &shelf[ancestor];
                    let (size, mut node) = (base.size.max(1), shelf[heir].node.clone());
                    if let Some(from) = take_from(&mut node) {
                        if spend(budget, size) {
                            node = merge(&shelf[ancestor].node, &node);
                        } else {
                            check.push_with(|| too_large(&from, &Path::Root(&format!("{}.{}", key(kind), key(heir)))));
                        }
                    }
                    let size = node.size();
                    let item = shelf.get_mut(heir).expect("every name of the line is on the shelf");
                    (item.node, item.size) = (node, size);
                    line.pop();
                }
            }
        }
    }

    /// Completes the tables inside the entries of a kind.
    fn complete(&mut self, nested: &Nested, budget: &mut usize, check: &mut Check) {
        let Some(mut shelf) = self.kinds.remove(&nested.kind) else { return };
        let at = steps(&nested.at);
        // An entry that holds entries of its own kind takes them as they stood before this step.
        if nested.from == nested.kind {
            self.kinds.insert(nested.kind.clone(), shelf.clone());
        }
        for (name, item) in &mut shelf {
            let path = format!("{}.{}", key(&nested.kind), key(name));
            self.expand_node(&mut item.node, &at, &Path::Root(&path), &nested.from, budget, check);
            item.size = item.node.size();
        }
        self.kinds.insert(nested.kind.clone(), shelf);
    }
}

fn take_from(node: &mut Node) -> Option<Node> {
    node.table_mut()?.entries.shift_remove("from").map(|entry| entry.node)
}

fn cut_short(node: &mut Node) {
    if let Some(table) = node.table_mut() {
        table.is_cut_short = true;
    }
}

fn spend(budget: &mut usize, size: usize) -> bool {
    let left = budget.checked_sub(size);
    *budget = left.unwrap_or(0);
    left.is_some()
}

fn too_large(from: &Node, path: &Path<'_>) -> Mistake {
    Mistake::at(&from.place, path.key("from"), format!("more than {MAX_INHERITED} values would be inherited"))
}

fn not_a_table(node: &Node, path: &Path<'_>) -> Mistake {
    Mistake::at(&node.place, path, format!("expected a table, found {}", found(node)))
}

fn unknown_name<'a>(from: &Node, path: &Path<'_>, kind: &str, names: impl Iterator<Item = &'a str>) -> Mistake {
    let path = path.key("from");
    match from.text() {
        Some(name) => {
            Mistake::at(&from.place, path, format!("no {kind} is named {}", quoted(name))).allowing(names).near(name)
        }
        None => Mistake::at(&from.place, path, format!("expected a text, found {}", found(from))).allowing(names),
    }
}
