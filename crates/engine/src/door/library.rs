//! The library: named entries from content files, with inheritance.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::inherit::{Expansion, Item, MAX_INHERITED, Shelf, entry_path, inherit};
use super::kinds::{Kinds, Nested};
use super::located::{Document, Located, read_node};
use super::mistake::{Check, Mistake, Mistakes, quoted};
use super::path::{Path, steps};
use super::schema::checked_schema;
use super::source::Source;
use super::tree::{self, Node};
use super::words::{found, unknown_key};

/// Named entries of several kinds: `[weapon.revolver]`, `[character.gunslinger]`.
#[derive(Clone, Debug, Default)]
pub struct Library {
    kinds: BTreeMap<String, Shelf>,
}

impl Library {
    /// The content embedded in a book: files with their texts.
    ///
    /// # Panics
    /// Panics if the content is invalid, which users cannot repair.
    pub fn shipped(files: &[(&str, &str)], kinds: &Kinds) -> Self {
        let sources: Vec<Source> = files.iter().map(|(file, text)| Source::new(*file, *text)).collect();
        Library::read(&sources, kinds).unwrap_or_else(|mistakes| panic!("the embedded content is invalid:\n{mistakes}"))
    }

    /// Reads a scene of a book, after completing everything that inherits from the content (`inherits` lists where, and
    /// from which kind), and passes it to `build`, which checks what only the rules know.
    ///
    /// All mistakes are reported together: if a value has a wrong type or an unknown name, the rest is built without it
    /// to find further mistakes.
    pub fn open<T: DeserializeOwned + JsonSchema + 'static, U>(
        &self,
        source: &Source,
        inherits: &[(&str, &str)],
        build: impl Fn(Located<T>) -> Result<U, Mistakes>,
    ) -> Result<U, Mistakes> {
        let document = Document::parse(source)?;
        let expand = |document, (at, kind): &(&str, &str)| self.expand(document, at, kind);
        let document = inherits.iter().fold(document, expand);
        match document.clone().read::<T>() {
            Ok(scene) => build(scene),
            Err(mistakes) => Err(document.with_what_else_is_wrong(mistakes, |scene| build(scene).err())),
        }
    }

    /// Reads content files, completes the entries that inherit, and checks every entry.
    ///
    /// An entry may inherit from an entry of its kind in any of the files: `from = "gunslinger"`.
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

    /// A completed entry as a tree.
    pub fn get(&self, kind: &str, name: &str) -> Option<&Node> {
        Some(&self.kinds.get(kind)?.get(name)?.node)
    }

    /// An entry as a `T`; its mistakes refer to the content file.
    pub fn get_as<T>(&self, kind: &str, name: &str) -> Option<Result<Located<T>, Mistakes>>
    where
        T: DeserializeOwned + JsonSchema + 'static,
    {
        let node = self.get(kind, name)?.clone();
        Some(read_node(&checked_schema::<T>(), node, entry_path(kind, name), Check::new()))
    }

    /// The names of a kind, in alphabetical order.
    pub fn names(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.kinds.get(kind).into_iter().flat_map(|shelf| shelf.keys().map(String::as_str))
    }

    /// All entries of a kind that are valid, in alphabetical order.
    pub fn all<'a, T>(&'a self, kind: &'a str) -> impl Iterator<Item = (&'a str, T)>
    where
        T: DeserializeOwned + JsonSchema + 'static,
    {
        self.names(kind).filter_map(move |name| Some((name, self.get_as::<T>(kind, name)?.ok()?.value)))
    }

    /// Completes each table at a path (`characters[]`) that contains `from = "…"` from the entry of that name. An
    /// unknown name is recorded and reported when the document is read.
    pub fn expand(&self, mut document: Document, at: &str, kind: &str) -> Document {
        let Document { root, check } = &mut document;
        let mut expansion = Expansion { shelf: self.kinds.get(kind), kind, budget: &mut { MAX_INHERITED }, check };
        expansion.walk(root, &steps(at), &Path::Root(""));
        document
    }

    /// Sorts the entries of a file into their kinds.
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
        // Entries that contain entries of their own kind use their state before this step.
        let from = self.kinds.get(&nested.from).cloned();
        let at = steps(&nested.at);
        for (name, item) in self.kinds.get_mut(&nested.kind).into_iter().flatten() {
            let mut expansion = Expansion { shelf: from.as_ref(), kind: &nested.from, budget, check };
            expansion.walk(&mut item.node, &at, &Path::Root(&entry_path(&nested.kind, name)));
            item.size = item.node.size();
        }
    }
}

fn not_a_table(node: &Node, path: &Path<'_>) -> Mistake {
    Mistake::at(&node.place, path, format!("expected a table, found {}", found(node)))
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
        // Inherited values keep their original location.
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
            // An inherited mistake is reported once.
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
        let source = Source::new("c.toml", "[weapon.a]\nshots = 1\n[weapon.b]\nfrom = 'a'\n[weapon.c]\nfrom = 'a'\n");
        let (mut small, mut check, mut budget) = (Library::default(), Check::new(), 3);
        small.shelve(tree::parse(&source).unwrap(), &kinds(), &mut check);
        for (kind, shelf) in &mut small.kinds {
            inherit(kind, shelf, &mut budget, &mut check); // enough for `b`, not for `c`
        }
        let told = check.finish(()).unwrap_err().to_string();
        assert_eq!(told, "c.toml:6:8: weapon.c.from: more than 1000000 values would be inherited");

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
