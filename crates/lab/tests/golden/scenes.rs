//! The scenes whose results are held: everything in `content/`, and the battles of the benchmarks.

use referee_engine::door::Source;
use referee_shelf::{OpenTable, book_of, open_scene, ready_scenes};
use std::path::{Path, PathBuf};

/// A scene of a book.
pub struct Scene {
    pub book: String,
    pub name: String,
    pub source: Source,
}

impl Scene {
    /// Its table. The seed decides the dice.
    pub fn open(&self, seed: u8) -> Box<dyn OpenTable> {
        open_scene(&self.source, [seed; 32]).unwrap_or_else(|mistakes| panic!("{mistakes}"))
    }

    /// The policies whose choices do not hang on the order of lists.
    pub fn policies(&self) -> Vec<&'static str> {
        let all = referee_shelf::book(&self.book).expect("a book of the shelf").policies();
        all.into_iter().filter(|name| *name != "random").collect()
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The scenes of a book, by name.
pub fn scenes(book: &str) -> Vec<Scene> {
    let ready = ready_scenes().into_iter().map(|ready| (ready.name.to_owned(), ready.source()));
    let battles = ["crates/bench/battles", "crates/bench"].into_iter().flat_map(|folder| {
        let files = std::fs::read_dir(root().join(folder)).expect("the benchmarks are there");
        let files = files.map(|file| file.expect("it can be listed").file_name().into_string().expect("a plain name"));
        files.filter(|file| file.ends_with(".toml") && file != "Cargo.toml").map(move |file| {
            let name = if folder.ends_with("battles") { "battle" } else { file.trim_end_matches(".toml") };
            let text = std::fs::read_to_string(root().join(folder).join(&file)).expect("it can be read");
            (name.to_owned(), Source::new(format!("{folder}/{file}"), text))
        })
    });
    let of_book = |source: &Source| book_of(source).is_ok_and(|of| of.name() == book);
    let all = ready.chain(battles).filter(|(_, source)| of_book(source));
    let mut all: Vec<Scene> = all.map(|(name, source)| Scene { book: book.to_owned(), name, source }).collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}
