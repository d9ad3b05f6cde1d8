//! Finding what a person named: a scene file, a journal, or a ready scene of a book.

use crate::fault::Fault;
use referee_dice::DiceRng;
use referee_engine::{About, ActorCard, ActorId, door};
use referee_shelf::{Book, OpenTable, Ready, book, books};
use std::path::Path;

/// A table, and what it was opened from.
pub struct Opened {
    /// The table.
    pub table: Box<dyn OpenTable>,
    /// What to call it.
    pub name: String,
    /// Was it a journal, that is, has play begun?
    pub is_journal: bool,
}

/// Opens what a person named. Without a seed, dice are drawn from the system's generator.
pub fn open(named: &str, seed: Option<u64>) -> Result<Opened, Fault> {
    if let Some(ready) = ready(named)? {
        let name = format!("{}:{}", ready.book, ready.name);
        return from_scene(book(ready.book)?, &ready.source(), name, seed);
    }
    let path = Path::new(named);
    if !path.exists() {
        return Err(Fault::Usage(not_found(named)));
    }
    let source = read(path)?;
    if source.text.starts_with('{') {
        let about = About::of(&source.text).map_err(|error| in_file(named, &error))?;
        let table = book(&about.book)?.replay(&source.text, false).map_err(|error| in_file(named, &error))?;
        return Ok(Opened { table, name: named.to_owned(), is_journal: true });
    }
    let book = book_of(&source)?;
    from_scene(book, &source, named.to_owned(), seed)
}

fn from_scene(
    book: &'static dyn Book,
    source: &door::Source,
    name: String,
    seed: Option<u64>,
) -> Result<Opened, Fault> {
    let seed = match seed {
        Some(seed) => DiceRng::from_number(seed).key(),
        None => {
            let mut key = [0; 32];
            getrandom::fill(&mut key).map_err(|error| Fault::Internal(error.to_string()))?;
            key
        }
    };
    Ok(Opened { table: book.open(source, seed)?, name, is_journal: false })
}

/// A ready scene, if that is what was named: `clockworld:duel`, or `duel` if only one book has it and no file does.
fn ready(named: &str) -> Result<Option<Ready>, Fault> {
    if let Some((book_name, scene)) = named.split_once(':')
        && let Ok(book) = book(book_name)
    {
        let found = book.scenes().into_iter().find(|ready| ready.name == scene);
        return found.map(Some).ok_or_else(|| Fault::Usage(not_found(named)));
    }
    let mut found = books().iter().flat_map(|book| book.scenes()).filter(|ready| ready.name == named);
    match (found.next(), found.next()) {
        (Some(only), None) if !Path::new(named).exists() => Ok(Some(only)),
        _ => Ok(None),
    }
}

fn not_found(named: &str) -> String {
    let names: Vec<String> =
        books().iter().flat_map(|book| book.scenes()).map(|ready| format!("{}:{}", ready.book, ready.name)).collect();
    let near = names.iter().min_by_key(|name| strsim::osa_distance(name, named));
    let near = near.filter(|name| strsim::osa_distance(name, named) <= 3);
    let meant = near.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
    let list = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    format!("there is no file and no ready scene {named:?}{meant}\nready scenes: {list}")
}

/// Reads a file as text.
pub fn read(path: &Path) -> Result<door::Source, Fault> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| Fault::File(format!("{name}: {error}")))?;
    Ok(door::Source::from_bytes(name, bytes)?)
}

/// The book that a file is for, by its key `book`.
pub fn book_of(source: &door::Source) -> Result<&'static dyn Book, Fault> {
    let document = door::Document::parse(source)?;
    match (document.root().get("book").and_then(|name| name.text()), books()) {
        (Some(name), _) => book(name).map_err(|error| Fault::File(format!("{}: {error}", source.file))),
        // Its own door says what is missing, and where.
        (None, [only]) => Ok(*only),
        (None, all) => {
            let names: Vec<&str> = all.iter().map(|book| book.name()).collect();
            let names = names.join(", ");
            Err(Fault::File(format!("{}:1:1: missing key `book`; allowed: {names}", source.file)))
        }
    }
}

fn in_file(file: &str, error: &referee_engine::JournalError) -> Fault {
    Fault::File(format!("{file}: {error}"))
}

/// The actor with this name or key.
pub fn actor(actors: &[ActorCard], named: &str) -> Result<ActorId, Fault> {
    let key = referee_engine::key_of(named);
    let whole = actors.iter().find(|card| card.key == key || referee_engine::key_of(&card.name) == key);
    let mut begun = actors.iter().filter(|card| card.key.starts_with(&key) && !key.is_empty());
    let found = whole.or_else(|| begun.next().filter(|_| begun.next().is_none()));
    found.map(|card| card.id).ok_or_else(|| {
        let names: Vec<&str> = actors.iter().map(|card| card.key.as_str()).collect();
        Fault::Usage(format!("nobody here is called {named:?}; there are: {}", names.join(", ")))
    })
}
