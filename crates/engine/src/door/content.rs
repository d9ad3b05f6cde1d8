//! The content that ships with a book, and how its scenes are opened and described.

use std::marker::PhantomData;
use std::sync::OnceLock;

use serde_json::Value;

use super::fragment::with_from;
use super::kinds::Kinds;
use super::library::Library;
use super::mistake::Mistakes;
use super::scene::{Scene, SceneFile};
use super::schema::schema_of;
use super::source::Source;

/// The content files of a book, embedded: `shipped!("crisis": "weapons", "gear")`.
#[macro_export]
macro_rules! shipped {
    ($book:literal: $($file:literal),+) => {
        &[$((
            concat!("content/", $book, "/", $file, ".toml"),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/", $book, "/", $file, ".toml")),
        )),+]
    };
}

/// The content of a book whose scene files are `Raw`s.
pub struct Content<Raw> {
    title: &'static str,
    files: &'static [(&'static str, &'static str)],
    kinds: fn() -> Kinds,
    inherits: &'static [(&'static str, &'static str)],
    library: OnceLock<Library>,
    scene: PhantomData<fn() -> Raw>,
}

impl<Raw: SceneFile> Content<Raw> {
    /// The content: the title of the book, its [`shipped!`](crate::shipped) files, their kinds, and what a scene may inherit
    /// (where, and from which kind).
    pub const fn new(
        title: &'static str,
        files: &'static [(&'static str, &'static str)],
        kinds: fn() -> Kinds,
        inherits: &'static [(&'static str, &'static str)],
    ) -> Self {
        Content { title, files, kinds, inherits, library: OnceLock::new(), scene: PhantomData }
    }

    /// The entries of the files.
    pub fn library(&self) -> &Library {
        self.library.get_or_init(|| Library::shipped(self.files, &(self.kinds)()))
    }

    /// Reads a scene and builds a table of it. Every mistake is reported.
    pub fn open<T>(
        &'static self,
        source: &Source,
        build: impl Fn(Scene<'_, Raw>) -> Result<T, Mistakes>,
    ) -> Result<T, Mistakes> {
        let library = self.library();
        library.open(source, self.inherits, |located| build(Scene::read(&located, library)?))
    }

    /// The JSON Schema of a scene, for editors; `from` completes with the names of the shipped content.
    pub fn scene_schema(&self) -> Value {
        let schema = schema_of::<Raw>(&format!("{} scene", self.title));
        self.inherits.iter().fold(schema, |schema, (at, kind)| with_from(schema, at, self.library().names(kind)))
    }

    /// The JSON Schema of a content file.
    pub fn content_schema(&self) -> Value {
        (self.kinds)().schema(&format!("{} content", self.title))
    }
}
