//! Inheritance: entries and tables take missing keys from a named entry.

use std::collections::BTreeMap;

use super::mistake::{Check, Mistake, quoted};
use super::path::{Path, Step, key};
use super::source::Place;
use super::tree::{Node, Tree, merge};
use super::words::found;

/// Maximum number of inherited values, so that a short file cannot exhaust memory.
pub const MAX_INHERITED: usize = 1_000_000;

/// Maximum length of an inheritance chain.
const MAX_GENERATIONS: usize = 16;

/// The entries of one kind.
pub(super) type Shelf = BTreeMap<String, Item>;

#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) key: Place,
    pub(super) node: Node,
    pub(super) size: usize,
    /// The length of its inheritance chain.
    pub(super) generation: usize,
}

/// Completes the tables of a document from a shelf of entries.
pub(super) struct Expansion<'a> {
    pub(super) shelf: Option<&'a Shelf>,
    pub(super) kind: &'a str,
    pub(super) budget: &'a mut usize,
    pub(super) check: &'a mut Check,
}

impl Expansion<'_> {
    pub(super) fn walk(&mut self, node: &mut Node, at: &[Step], path: &Path<'_>) {
        let Some((step, rest)) = at.split_first() else { return self.complete(node, path) };
        match (&mut node.tree, step) {
            (Tree::List(list), Step::Each) => {
                for (index, item) in list.iter_mut().enumerate() {
                    self.walk(item, rest, &path.index(index));
                }
            }
            (Tree::List(list), Step::Index(index)) => {
                if let Some(item) = list.get_mut(*index) {
                    self.walk(item, rest, &path.index(*index));
                }
            }
            (Tree::Table(table), Step::Each) => {
                for (key, entry) in &mut table.entries {
                    self.walk(&mut entry.node, rest, &path.key(key));
                }
            }
            (Tree::Table(table), Step::Key(key)) => {
                if let Some(entry) = table.entries.get_mut(key) {
                    self.walk(&mut entry.node, rest, &path.key(key));
                }
            }
            _ => {} // Reported when checked against the schema.
        }
    }

    fn complete(&mut self, node: &mut Node, path: &Path<'_>) {
        let Some(from) = take_from(node) else { return };
        match from.text().and_then(|name| self.shelf?.get(name)) {
            Some(base) => inherit_from(base, node, &from, path, self.budget, self.check),
            None => {
                cut_short(node);
                let names = self.shelf.into_iter().flat_map(|shelf| shelf.keys().map(String::as_str));
                self.check.push_with(|| unknown_name(&from, path, self.kind, names));
            }
        }
    }
}

/// Completes every entry of a shelf that inherits from another.
pub(super) fn inherit(kind: &str, shelf: &mut Shelf, budget: &mut usize, check: &mut Check) {
    let names: Vec<String> = shelf.keys().cloned().collect();
    for name in &names {
        let mut line = ancestry(kind, name, shelf, check);
        // The oldest ancestor is complete; each then completes the next.
        while let Some(elder) = line.pop() {
            let Some((younger, base)) = line.last().zip(shelf.get(&elder).cloned()) else { break };
            let Some(item) = shelf.get_mut(younger) else { break };
            if let Some(from) = take_from(&mut item.node) {
                let path = entry_path(kind, younger);
                let path = Path::Root(&path);
                item.generation = base.generation + 1;
                if item.generation > MAX_GENERATIONS {
                    check.push_with(|| too_long(&from, &path));
                }
                inherit_from(&base, &mut item.node, &from, &path, budget, check);
                item.size = item.node.size();
            }
        }
    }
}

/// The entry, its parent, and so on up to an entry without `from`. An invalid `from` is reported and removed, which
/// ends the chain there.
fn ancestry(kind: &str, name: &str, shelf: &mut Shelf, check: &mut Check) -> Vec<String> {
    let mut line = vec![name.to_owned()];
    let mut heir = name.to_owned();
    while let Some(from) = shelf.get(&heir).and_then(|item| item.node.get("from")) {
        let path = entry_path(kind, &heir);
        let path = Path::Root(&path);
        let mistake = match from.text().filter(|name| shelf.contains_key(*name)) {
            None => unknown_name(from, &path, kind, shelf.keys().map(String::as_str)),
            Some(ancestor) if line.iter().any(|name| name == ancestor) => {
                let circle = line.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
                Mistake::at(&from.place, path.key("from"), format!("inherits from itself through {circle}"))
            }
            Some(_) if line.len() > MAX_GENERATIONS => too_long(from, &path),
            Some(ancestor) => {
                heir = ancestor.to_owned();
                line.push(heir.clone());
                continue;
            }
        };
        check.push(mistake);
        if let Some(item) = shelf.get_mut(&heir) {
            take_from(&mut item.node);
            cut_short(&mut item.node);
        }
    }
    line
}

fn inherit_from(base: &Item, node: &mut Node, from: &Node, path: &Path<'_>, budget: &mut usize, check: &mut Check) {
    match budget.checked_sub(base.size) {
        Some(left) => {
            *budget = left;
            *node = merge(&base.node, node);
        }
        None => {
            *budget = 0;
            cut_short(node);
            let message = || format!("more than {MAX_INHERITED} values would be inherited");
            check.push_with(|| Mistake::at(&from.place, path.key("from"), message()));
        }
    }
}

fn too_long(from: &Node, path: &Path<'_>) -> Mistake {
    Mistake::at(&from.place, path.key("from"), format!("inherits through more than {MAX_GENERATIONS} entries"))
}

fn take_from(node: &mut Node) -> Option<Node> {
    node.table_mut()?.entries.shift_remove("from").map(|entry| entry.node)
}

fn cut_short(node: &mut Node) {
    if let Some(table) = node.table_mut() {
        table.is_cut_short = true;
    }
}

pub(super) fn entry_path(kind: &str, name: &str) -> String {
    format!("{}.{}", key(kind), key(name))
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
