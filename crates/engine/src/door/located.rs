//! A document on its way to a value, and a value that still knows its lines.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;

use super::check::{self, Completeness};
use super::mistake::{Check, Mistake, Mistakes};
use super::path::{Path, Step, steps};
use super::schema::checked_schema;
use super::source::Source;
use super::tree::{self, Node};

/// Reads a file as a `T`, or tells every mistake in it.
pub fn read<T: DeserializeOwned + JsonSchema>(source: &Source) -> Result<Located<T>, Mistakes> {
    Document::parse(source)?.read()
}

/// A file that was read as TOML but not yet checked.
///
/// Mistakes found while completing it ([`Library::expand`](super::Library::expand)) stay with it and
/// are told by [`Document::read`] together with all others.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) root: Node,
    pub(super) check: Check,
}

impl Document {
    /// Reads TOML. Broken syntax, a file too large or too deep are the mistakes of this step.
    pub fn parse(source: &Source) -> Result<Self, Mistakes> {
        Ok(Self { root: tree::parse(source)?, check: Check::new() })
    }

    /// The whole document as a tree.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Checks the document against the schema of `T` and reads it.
    pub fn read<T: DeserializeOwned + JsonSchema>(self) -> Result<Located<T>, Mistakes> {
        read_node(self.root, String::new(), self.check)
    }
}

/// Checks a node against the schema of `T` and reads it; `prefix` is its path in the file.
pub(super) fn read_node<T>(root: Node, prefix: String, mut check: Check) -> Result<Located<T>, Mistakes>
where
    T: DeserializeOwned + JsonSchema,
{
    check::check(&checked_schema::<T>(), &root, &Path::Root(&prefix), Completeness::Whole, &mut check);
    if !check.is_clean() {
        return Err(check.into());
    }
    match serde_path_to_error::deserialize::<_, T>(root.to_json()) {
        Ok(value) => Ok(Located { value, root, prefix }),
        Err(error) => {
            // A type may ask more than its schema says: a `try_from`, a number that must be even.
            let steps: Vec<Step> = error.path().iter().filter_map(step).collect();
            let place = root.nearest(&steps).0.place();
            let path = Path::Root(&prefix).follow(&steps);
            check.push(Mistake::at(place, path, error.inner().to_string().replace('\n', " ")));
            Err(check.into())
        }
    }
}

fn step(segment: &Segment) -> Option<Step> {
    match segment {
        Segment::Seq { index } => Some(Step::Index(*index)),
        Segment::Map { key } => Some(Step::Key(key.clone())),
        Segment::Enum { variant } => Some(Step::Key(variant.clone())),
        Segment::Unknown => None,
    }
}

/// A value that was read, and where each part of it stands.
#[derive(Clone, Debug)]
pub struct Located<T> {
    /// What was read.
    pub value: T,
    root: Node,
    prefix: String,
}

impl<T> Located<T> {
    /// A mistake at a path of the value: `characters[2].skills.Handguns`.
    ///
    /// The line is that of the path, or of the nearest part of it that exists. If a text stands there
    /// that is near to one of the allowed, the mistake asks whether that was meant.
    pub fn mistake(
        &self,
        path: &str,
        message: impl Into<String>,
        allowed: impl IntoIterator<Item = impl Into<String>>,
    ) -> Mistake {
        let steps = steps(path);
        let (node, is_there) = self.root.nearest(&steps);
        let full = Path::Root(&self.prefix).follow(&steps);
        let mistake = Mistake::at(node.place(), full, message).allowing(allowed);
        match node.text() {
            Some(text) if is_there => mistake.near(text),
            _ => mistake,
        }
    }

    /// The tree the value was read from.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The same lines with another value, usually the one made from this value.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Located<U> {
        Located { value: change(self.value), root: self.root, prefix: self.prefix }
    }
}
