//! Named entries from content files, and what inherits from them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::kinds::{Kinds, Nested};
use super::located::{Document, Located, read_node};
use super::mistake::{Check, Mistake, Mistakes, quoted};
use super::path::{Path, Step, key, steps};
use super::schema::checked_schema;
use super::source::{Place, Source};
use super::tree::{self, Node, Tree, merge};
use super::words::{found, unknown_key};

/// The most values that inheritance may copy, so that a short file cannot fill the memory.
pub const MAX_INHERITED: usize = 1_000_000;

/// The longest line of entries each inheriting from the next.
const MAX_GENERATIONS: usize = 16;

/// Named entries of several kinds: `[weapon.revolver]`, `[character.gunslinger]`.
#[derive(Clone, Debug, Default)]
pub struct Library {
    kinds: BTreeMap<String, Shelf>,
}

/// The entries of one kind.
type Shelf = BTreeMap<String, Item>;

#[derive(Clone, Debug)]
struct Item {
    key: Place,
    node: Node,
    size: usize,
    /// How many entries it inherits through.
    generation: usize,
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
        for (kind, shelf) in &mut library.kinds {
            inherit(kind, shelf, &mut budget, &mut check);
        }
        for nested in kinds.all_nested() {
            library.complete(nested, &mut budget, &mut check);
        }
        for (kind, shelf) in &library.kinds {
            let entries = shelf.iter().map(|(name, item)| (entry_path(kind, name), &item.node));
            kinds.check(kind, entries, &mut check);
        }
        check.finish(library)
    }

    /// An entry as a tree, completed.
    pub fn get(&self, kind: &str, name: &str) -> Option<&Node> {
        Some(&self.kinds.get(kind)?.get(name)?.node)
    }

    /// An entry as a `T`; its mistakes point into the content file.
    pub fn get_as<T>(&self, kind: &str, name: &str) -> Option<Result<Located<T>, Mistakes>>
    where
        T: DeserializeOwned + JsonSchema,
    {
        let node = self.get(kind, name)?.clone();
        Some(read_node(&checked_schema::<T>(), node, entry_path(kind, name), Check::new()))
    }

    /// The names of a kind, in alphabetical order.
    pub fn names(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.kinds.get(kind).into_iter().flat_map(|shelf| shelf.keys().map(String::as_str))
    }

    /// Completes each table at a path (`characters[]`) that says `from = "…"` from the entry of that
    /// name. An unknown name is kept with the document and told when the document is read.
    pub fn expand(&self, mut document: Document, at: &str, kind: &str) -> Document {
        let Document { root, check } = &mut document;
        let mut expansion = Expansion { shelf: self.kinds.get(kind), kind, budget: &mut { MAX_INHERITED }, check };
        expansion.walk(root, &steps(at), &Path::Root(""));
        document
    }

    /// Puts the entries of a file into their kinds.
    fn shelve(&mut self, root: Node, kinds: &Kinds, check: &mut Check) {
        let top = Path::Root("");
        for (kind, entry) in root.table().into_iter().flat_map(|file| &file.entries) {
            let path = top.key(kind);
            if !kinds.names().any(|name| name == kind) {
                check.push_with(|| unknown_key(&root, &top, kind, kinds.names()));
                continue;
            }
            let Some(entries) = entry.node.table() else {
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
                    let item = Item {
                        key: entry.key.clone(),
                        node: entry.node.clone(),
                        size: entry.node.size(),
                        generation: 0,
                    };
                    shelf.insert(name.clone(), item);
                }
            }
        }
    }

    /// Completes the tables inside the entries of a kind.
    fn complete(&mut self, nested: &Nested, budget: &mut usize, check: &mut Check) {
        // Entries that hold entries of their own kind take them as they stood before this step.
        let from = self.kinds.get(&nested.from).cloned();
        let at = steps(&nested.at);
        for (name, item) in self.kinds.get_mut(&nested.kind).into_iter().flatten() {
            let mut expansion = Expansion { shelf: from.as_ref(), kind: &nested.from, budget, check };
            expansion.walk(&mut item.node, &at, &Path::Root(&entry_path(&nested.kind, name)));
            item.size = item.node.size();
        }
    }
}

/// Completing tables of a document from a shelf.
struct Expansion<'a> {
    shelf: Option<&'a Shelf>,
    kind: &'a str,
    budget: &'a mut usize,
    check: &'a mut Check,
}

impl Expansion<'_> {
    fn walk(&mut self, node: &mut Node, at: &[Step], path: &Path<'_>) {
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
            _ => {} // The schema tells what is wrong with it.
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
fn inherit(kind: &str, shelf: &mut Shelf, budget: &mut usize, check: &mut Check) {
    let names: Vec<String> = shelf.keys().cloned().collect();
    for name in &names {
        let mut line = ancestry(kind, name, shelf, check);
        // The eldest is complete; each then completes the next younger.
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

/// The entry, the one it inherits from, and so on up to one that inherits from none. A `from` that
/// leads nowhere is told and taken out, which ends the line there.
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

fn entry_path(kind: &str, name: &str) -> String {
    format!("{}.{}", key(kind), key(name))
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

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize, JsonSchema, PartialEq)]
    struct Scene {
        characters: Vec<Character>,
    }

    #[derive(Debug, Deserialize, JsonSchema, PartialEq)]
    struct Character {
        name: String,
        grit: u8,
        #[serde(default)]
        skills: BTreeMap<String, u8>,
        #[serde(default)]
        weapons: Vec<Weapon>,
    }

    #[derive(Debug, Deserialize, JsonSchema, PartialEq)]
    struct Weapon {
        shots: u8,
    }

    const CONTENT: &str = "\
[weapon.revolver]
shots = 6
[character.townsfolk]
grit = 1
skills.Riding = 2
[character.gunslinger]
from = 'townsfolk'
grit = 3
weapons = [{ from = 'revolver' }]
";

    fn kinds() -> Kinds {
        Kinds::new().with::<Weapon>("weapon").with_templates::<Character>("character").nested(
            "character",
            "weapons[]",
            "weapon",
        )
    }

    fn library(text: &str) -> Result<Library, Mistakes> {
        Library::read(&[Source::new("c.toml", text)], &kinds())
    }

    fn scene(text: &str) -> Result<Located<Scene>, Mistakes> {
        let library = library(CONTENT).unwrap();
        let document = Document::parse(&Source::new("s.toml", text))?;
        let document = library.expand(document, "characters[]", "character");
        library.expand(document, "characters[].weapons[]", "weapon").read()
    }

    #[test]
    fn an_entry_inherits_and_overrides() {
        let text = "[[characters]]\nfrom = 'gunslinger'\nname = 'Mudo'\nskills.Rifles = 4\n";
        let scene = scene(text).unwrap();
        let skills = BTreeMap::from([("Riding".to_owned(), 2), ("Rifles".to_owned(), 4)]);
        let mudo = Character { name: "Mudo".into(), grit: 3, skills, weapons: vec![Weapon { shots: 6 }] };
        assert_eq!(scene.value.characters, [mudo]);
        // What was inherited stands where it was written.
        let told = |path| scene.mistake(path, "wrong", [""; 0]).to_string();
        assert_eq!(told("characters[0].grit"), "c.toml:8:8: characters[0].grit: wrong");
        assert_eq!(told("characters[0].skills.Rifles"), "s.toml:4:17: characters[0].skills.Rifles: wrong");
    }

    #[test]
    fn unknown_names_are_told_together_with_everything_else() {
        let text = "[[characters]]\nfrom = 'gunslnger'\ngrit = 'x'\n[[characters]]\nfrom = 3\n\
                    [[characters]]\nfrom = 'townsfolk'\nweapons = [{ from = 'rifle' }]\n";
        assert_eq!(
            scene(text).unwrap_err().to_string(),
            "s.toml:2:8: characters[0].from: no character is named `gunslnger`; did you mean `gunslinger`?; allowed: gunslinger, townsfolk\n\
             s.toml:3:8: characters[0].grit: expected a whole number, found a text\n\
             s.toml:5:8: characters[1].from: expected a text, found a whole number; allowed: gunslinger, townsfolk\n\
             s.toml:6:1: characters[2].name: missing key `name`, expected a text\n\
             s.toml:8:21: characters[2].weapons[0].from: no weapon is named `rifle`; allowed: revolver"
        );
    }

    #[test]
    fn content_is_checked_when_it_is_loaded() {
        let cases = [
            ("[wepon.x]", "c.toml:1:2: wepon: unknown key `wepon`; did you mean `weapon`?; allowed: character, weapon"),
            ("weapon = 3", "c.toml:1:10: weapon: expected a table, found a whole number"),
            ("[weapon]\nshots = 3", "c.toml:2:9: weapon.shots: expected a table, found a whole number"),
            ("[weapon.a]", "c.toml:1:1: weapon.a.shots: missing key `shots`, expected a whole number"),
            ("[character.a]\ngrit = 256", "c.toml:2:8: character.a.grit: 256 is out of range; allowed: 0 to 255"),
            ("[weapon.a]\nfrom = 'a'", "c.toml:2:8: weapon.a.from: inherits from itself through `a`"),
            (
                "[weapon.a]\nfrom = 'b'\n[weapon.b]\nfrom = 'a'",
                "c.toml:4:8: weapon.b.from: inherits from itself through `a`, `b`",
            ),
            ("[weapon.a]\nfrom = 'c'", "c.toml:2:8: weapon.a.from: no weapon is named `c`; allowed: a"),
            // A mistake that is inherited is told once.
            (
                "[weapon.a]\nshots = -1\n[weapon.b]\nfrom = 'a'",
                "c.toml:2:9: weapon.a.shots: -1 is out of range; allowed: 0 to 255",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(library(text).unwrap_err().to_string(), expected, "{text}");
        }
        let twice = [Source::new("a.toml", "[weapon.x]\nshots = 1"), Source::new("b.toml", "\n[weapon.x]\nshots = 1")];
        let told = Library::read(&twice, &kinds()).unwrap_err().to_string();
        assert_eq!(told, "b.toml:2:9: weapon.x: `x` is already defined at a.toml:1:9");
    }

    #[test]
    fn a_short_file_cannot_fill_the_memory() {
        let mut text = format!(
            "[character.big]\nskills = {{ {} }}\n",
            (0..2000).map(|n| format!("s{n} = 1")).collect::<Vec<_>>().join(", ")
        );
        for n in 0..600 {
            text += &format!("[character.c{n}]\nfrom = 'big'\n");
        }
        let told = library(&text).unwrap_err().to_string();
        assert!(told.contains("more than 1000000 values would be inherited"), "{told}");
        let line: String = (1..=40).map(|n| format!("[character.c{n}]\nfrom = 'c{}'\n", n - 1)).collect();
        let told = library(&format!("[character.c0]\n{line}")).unwrap_err().to_string();
        assert!(told.contains("inherits through more than 16 entries"), "{told}");
    }

    #[test]
    fn a_library_is_shared_between_threads() {
        fn is_shared<T: Send + Sync>(_: &T) {}
        is_shared(&library(CONTENT).unwrap());
    }
}
