//! Opening whatever was named, with the book it is for.

use crate::{Book, OpenTable, Ready, book, books};
use referee_engine::{
    About, JournalError, JournalFault,
    door::{Document, Mistake, Mistakes, Source},
};

/// Every scene that comes with a book.
pub fn ready_scenes() -> Vec<Ready> {
    books().iter().flat_map(|book| book.scenes()).collect()
}

/// A ready scene by its name: `clockworld:duel`, or `duel` if only one book has it.
pub fn ready_scene(name: &str) -> Option<Ready> {
    let fits = |ready: &Ready| match name.split_once(':') {
        Some((book, scene)) => ready.book == book && ready.name == scene,
        None => ready.name == name,
    };
    let mut found = ready_scenes().into_iter().filter(fits);
    found.next().filter(|_| found.next().is_none())
}

/// The book that a scene is for, by its key `book`.
pub fn book_of(scene: &Source) -> Result<&'static dyn Book, Mistakes> {
    let document = Document::parse(scene)?;
    let names = || books().iter().map(|book| book.name().to_owned()).collect();
    let wrong = |line, column, message: String| {
        let (file, path) = (scene.file.clone(), "book".to_owned());
        Mistakes::one(Mistake { file, line, column, path, message, meant: None, allowed: names() })
    };
    match document.root().get("book") {
        None => Err(wrong(1, 1, "missing key `book`".to_owned())),
        Some(node) => {
            let (line, column) = node.place().line_and_column();
            let name = node.text().unwrap_or_default();
            book(name).map_err(|_| wrong(line, column, format!("there is no rulebook `{name}`")))
        }
    }
}

/// Opens a scene with the book that it names. The seed decides all dice that nobody types in.
pub fn open_scene(scene: &Source, seed: [u8; 32]) -> Result<Box<dyn OpenTable>, Mistakes> {
    book_of(scene)?.open(scene, seed)
}

/// Opens a journal with the book that it names and a snapshot: only the lines after it are played, and only those from its
/// own on are wanted. One that is of no use is refused; the journal alone is enough.
pub fn resume_journal(
    header: &str,
    lines: &[String],
    snapshot: &str,
) -> Result<Box<dyn OpenTable>, Box<dyn std::error::Error + Send + Sync>> {
    let about = About::of(header)?;
    Ok(book(&about.book)?.resume(header, lines, snapshot)?)
}

/// Opens a journal with the book that it names. With `redraw`, every die is drawn again from the seed and compared.
pub fn open_journal(text: &str, redraw: bool) -> Result<Box<dyn OpenTable>, JournalError> {
    let about = About::of(text)?;
    let unknown = |known: Vec<&str>| JournalError {
        line: 1,
        why: JournalFault::Book { found: about.book.clone(), known: known.join(", ") },
    };
    book(&about.book).map_err(|error| unknown(error.known))?.replay(text, redraw)
}
