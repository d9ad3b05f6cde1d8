//! The kinds of entries in content files.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::check::{self, Completeness};
use super::fragment::{content_schema, with_from};
use super::located::read_node;
use super::mistake::Check;
use super::path::Path;
use super::schema::{checked_schema, schema_of};
use super::tree::Node;

/// The kinds of entries that content files may hold, and the type of each.
///
/// ```
/// # use referee_engine::door::{Kinds, Library, Source};
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Weapon { range: u16, shots: u8 }
///
/// let kinds = Kinds::new().with::<Weapon>("weapon");
/// let file = Source::new("weapons.toml", "
///     [weapon.revolver]
///     range = 40
///     shots = 6
///     [weapon.derringer]
///     from = 'revolver'
///     shots = 2
/// ");
/// let library = Library::read(&[file], &kinds).unwrap();
/// let derringer = library.get_as::<Weapon>("weapon", "derringer").unwrap().unwrap().value;
/// assert_eq!((derringer.range, derringer.shots), (40, 2));
/// ```
#[derive(Clone, Default)]
pub struct Kinds {
    kinds: BTreeMap<String, Kind>,
    nested: Vec<Nested>,
}

#[derive(Clone)]
struct Kind {
    completeness: Completeness,
    check: fn(&Value, &Node, String, &mut Check),
    checked_schema: fn() -> Arc<Value>,
    shown_schema: fn(&str) -> Value,
}

/// Entries of a kind contain, at a path, tables that inherit from another kind.
#[derive(Clone)]
pub(super) struct Nested {
    pub(super) kind: String,
    pub(super) at: String,
    pub(super) from: String,
}

impl Kinds {
    /// No kinds yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// `[name.…]` entries are complete `T`s after inheritance.
    pub fn with<T: DeserializeOwned + JsonSchema + 'static>(self, name: &str) -> Self {
        self.add::<T>(name, Completeness::Whole, |schema, node, path, check| {
            check.take(read_node::<T>(schema, node.clone(), path, Check::new()));
        })
    }

    /// `[name.…]` entries may omit required keys of `T`; entries that inherit from them must supply those.
    pub fn with_templates<T: JsonSchema + 'static>(self, name: &str) -> Self {
        self.add::<T>(name, Completeness::Fragment, |schema, node, path, check| {
            check::check(schema, node, &Path::Root(&path), Completeness::Fragment, check);
        })
    }

    /// In entries of `kind`, tables at a path (`weapons[]`) may inherit from entries of another kind. If several of
    /// these depend on each other, declare the innermost first.
    pub fn nested(mut self, kind: &str, at: &str, from: &str) -> Self {
        self.nested.push(Nested { kind: kind.to_owned(), at: at.to_owned(), from: from.to_owned() });
        self
    }

    /// The JSON Schema of a content file; every entry may contain `from`.
    pub fn schema(&self, title: &str) -> Value {
        content_schema(
            title,
            self.kinds.iter().map(|(name, kind)| {
                let inside = self.nested.iter().filter(|nested| nested.kind == *name);
                let schema = inside.fold((kind.shown_schema)(name), |schema, nested| with_from(schema, &nested.at, []));
                (name.as_str(), schema, kind.completeness)
            }),
        )
    }

    /// The names of the kinds.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.kinds.keys().map(String::as_str)
    }

    pub(super) fn all_nested(&self) -> &[Nested] {
        &self.nested
    }

    /// Checks entries of a kind, each with its path.
    pub(super) fn check<'a>(&self, kind: &str, entries: impl Iterator<Item = (String, &'a Node)>, check: &mut Check) {
        let Some(kind) = self.kinds.get(kind) else { return };
        let schema = (kind.checked_schema)();
        for (path, node) in entries {
            (kind.check)(&schema, node, path, check);
        }
    }

    fn add<T: JsonSchema + 'static>(
        mut self,
        name: &str,
        completeness: Completeness,
        check: fn(&Value, &Node, String, &mut Check),
    ) -> Self {
        let kind = Kind { completeness, check, checked_schema: checked_schema::<T>, shown_schema: schema_of::<T> };
        self.kinds.insert(name.to_owned(), kind);
        self
    }
}
