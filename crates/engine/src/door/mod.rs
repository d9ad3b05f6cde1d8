//! The door: the single entry point for files written by people (scenes, content, cases).
//!
//! A file is TOML, and its structure is defined by a Rust type. [`read`] checks the whole file against
//! the type's JSON Schema and reports all mistakes at once, each with file, line, column, path and what
//! would be allowed; editors get the same schema ([`schema_of`]). What a type cannot express (two
//! characters in one cell, an undefined weapon) is reported with [`Located::mistake`] at its line.
//! Entries that inherit (`from = "gunslinger"`) are completed from a [`Library`] before checking.
//!
//! ```
//! use referee_engine::door::{Check, Source, read};
//!
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! struct Scene { title: String, rounds: u8 }
//!
//! let source = Source::new("duel.toml", "title = 'At noon'\nruonds = 300\n");
//! let mistakes = read::<Scene>(&source).err().unwrap();
//! assert_eq!(mistakes.to_string(), "\
//! duel.toml:1:1: rounds: missing key `rounds`, expected a whole number
//! duel.toml:2:1: ruonds: unknown key `ruonds`; did you mean `rounds`?; allowed: title, rounds");
//!
//! let source = Source::new("duel.toml", "title = 'At noon'\nrounds = 3\n");
//! let scene = read::<Scene>(&source).unwrap();
//! let mut check = Check::new();
//! if scene.value.rounds < 5 {
//!     check.push(scene.mistake("rounds", "a duel at noon is longer", ["5 or more"]));
//! }
//! assert_eq!(
//!     check.finish(()).unwrap_err().to_string(),
//!     "duel.toml:2:10: rounds: a duel at noon is longer; allowed: 5 or more",
//! );
//! ```
//!
//! The validator is our own rather than the `jsonschema` crate: it has to name keys, tags and similar names
//! in words for people and pick the branch of an enum that was meant, which a general validator leaves
//! to its caller, and it needs only what `schemars` writes. It is five short files, against some
//! forty-five more crates.
//! An object that lists its keys is closed, whether or not its type says `deny_unknown_fields`.
//!
//! No text makes it panic or hang: size, depth, mistakes and growth by inheritance are bounded.

#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

mod branch;
mod check;
mod clause;
mod content;
mod fragment;
#[cfg(test)]
mod hostile;
mod inherit;
mod kinds;
mod library;
mod located;
mod mistake;
mod path;
mod range;
mod scene;
mod schema;
mod source;
mod texts;
mod tree;
mod words;

pub use content::Content;
pub use fragment::with_from;
pub use inherit::MAX_INHERITED;
pub use kinds::Kinds;
pub use library::Library;
pub use located::{Document, Located, read};
pub use mistake::{Check, MAX_MISTAKES, Mistake, Mistakes};
pub use path::key;
pub use scene::{RawAt, Report, Scene, SceneFile, each, index_in};
pub use schema::schema_of;
pub use source::{MAX_BYTES, Place, Source};
pub use texts::check_names;
pub use tree::{MAX_DEPTH, Node, merge, overlay};

/// Types of scene and content files: each key once, with its type, its default and its bounds.
///
/// ```
/// use referee_engine::door::{Source, fields, read};
///
/// fields! {
///     /// Somebody in a scene.
///     pub struct Character {
///         /// The name.
///         name: String;
///         /// Hit points.
///         hp: u8 = 10, in 1..=100;
///         /// What it carries.
///         carried: Vec<String> = ["knife"], len ..=8;
///         /// What it stands on.
///         ground: Ground = default;
///     }
///
///     /// A kind of ground, or a height.
///     #[derive(Default)]
///     #[serde(untagged)]
///     pub enum Ground {
///         /// Level.
///         #[default]
///         Flat,
///         /// On something.
///         High {
///             /// Metres.
///             metres: u8 = 1, in 1..=9;
///         },
///     }
/// }
///
/// let ann = read::<Character>(&Source::new("ann.toml", "name = 'Ann'")).unwrap().value;
/// assert_eq!((ann.hp, ann.carried), (10, vec!["knife".to_owned()]));
/// let wrong = read::<Character>(&Source::new("ann.toml", "hp = 0")).unwrap_err();
/// assert_eq!(wrong.to_string(), "\
/// ann.toml:1:1: name: missing key `name`, expected a text
/// ann.toml:1:6: hp: 0 is out of range; allowed: 1 to 100");
/// ```
///
/// A key without `= …` is required; `= default` is the default of its type. `in` bounds a number and `len` the length of
/// a list (`..=9`: at most 9; `1..`: at least 1). The type is read and written with serde, refuses unknown keys and has a JSON Schema; if every key has a default,
/// so has the type. Other attributes (`#[serde(untagged)]`, `#[derive(Copy)]`) are passed on.
pub use referee_derive::fields;
