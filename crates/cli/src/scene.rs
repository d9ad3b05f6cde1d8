//! Finding what a person named: a scene file, a journal, or a ready scene of a book.

use crate::fault::Fault;
use referee_dice::DiceRng;
use referee_engine::{ActorCard, ActorId, door};
use referee_lab::{Change, change};
use referee_shelf::{OpenTable, open_journal, open_scene, ready_scene, ready_scenes};
use std::{io::Read, path::Path};

/// A table, and what it was opened from.
pub struct Opened {
    /// The table.
    pub table: Box<dyn OpenTable>,
    /// What to call it.
    pub name: String,
    /// Was it a journal, that is, has play begun?
    pub is_journal: bool,
    /// The text it was opened from.
    pub source: door::Source,
}

/// Opens what a person named. Without a seed, dice are drawn from the system's generator.
pub fn open(named: &str, seed: Option<u64>) -> Result<Opened, Fault> {
    let (name, source) = find(named)?;
    open_source(name, source, seed)
}

/// Opens a scene or a journal whose text is there already.
pub fn open_source(name: String, source: door::Source, seed: Option<u64>) -> Result<Opened, Fault> {
    let is_journal = source.text.starts_with('{');
    let table = if is_journal {
        open_journal(&source.text, false).map_err(|error| Fault::File(format!("{name}: {error}")))?
    } else {
        open_scene(&source, key(seed)?)?
    };
    Ok(Opened { table, name, is_journal, source })
}

/// The text of what a person named, and what to call it: a file, `-` for standard input, or a ready scene.
pub fn find(named: &str) -> Result<(String, door::Source), Fault> {
    let path = Path::new(named);
    if named == "-" || path.exists() {
        return Ok((named.to_owned(), read(path)?));
    }
    let ready = ready_scene(named).ok_or_else(|| match is_path(path) {
        true => Fault::File(format!("{named}: there is no such file")),
        false => Fault::Usage(not_found(named)),
    })?;
    Ok((format!("{}:{}", ready.book, ready.name), ready.source()))
}

/// Opens a scene with changes made to it.
pub fn open_changed(named: &str, changes: &[Change], seed: Option<u64>) -> Result<Opened, Fault> {
    let (name, source) = find(named)?;
    if changes.is_empty() {
        return open_source(name, source, seed);
    }
    if source.text.starts_with('{') {
        return Err(Fault::Usage("a journal cannot be changed; --set and --with need a scene".into()));
    }
    let said: Vec<String> = changes.iter().map(|change| format!("{}={}", change.path, change.value)).collect();
    open_source(format!("{name} with {}", said.join(" ")), change(&source, changes)?, seed)
}

fn key(seed: Option<u64>) -> Result<[u8; 32], Fault> {
    if let Some(seed) = seed {
        return Ok(DiceRng::from_number(seed).key());
    }
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|error| Fault::Internal(error.to_string()))?;
    Ok(key)
}

/// Does it look like a file, and not like the name of a ready scene?
fn is_path(named: &Path) -> bool {
    named.extension().is_some() || named.components().count() > 1 || named.is_absolute()
}

fn not_found(named: &str) -> String {
    let names: Vec<String> = ready_scenes().iter().map(|ready| format!("{}:{}", ready.book, ready.name)).collect();
    let near = names.iter().min_by_key(|name| strsim::osa_distance(name, named));
    let near = near.filter(|name| strsim::osa_distance(name, named) <= 3);
    let meant = near.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
    let list = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    format!("there is no file and no ready scene {named:?}{meant}\nready scenes: {list}")
}

/// Reads a file as text, or standard input.
pub fn read(path: &Path) -> Result<door::Source, Fault> {
    let is_standard = path.as_os_str() == "-";
    let name = if is_standard { "standard input".to_owned() } else { path.display().to_string() };
    let mut bytes = Vec::new();
    let read = match is_standard {
        true => std::io::stdin().read_to_end(&mut bytes).map(|_| bytes),
        false => std::fs::read(path),
    };
    let bytes = read.map_err(|error| Fault::File(format!("{name}: {error}")))?;
    Ok(door::Source::from_bytes(name, bytes)?)
}

/// The actor with this name or key.
pub fn actor(actors: &[ActorCard], named: &str) -> Result<ActorId, Fault> {
    let key = referee_engine::key_of(named);
    let whole = actors.iter().find(|card| card.key == key || referee_engine::key_of(&card.name) == key);
    let mut begun = actors.iter().filter(|card| card.key.starts_with(&key) && !key.is_empty());
    let found = whole.or_else(|| begun.next().filter(|_| begun.next().is_none()));
    found.map(|card| card.id).ok_or_else(|| {
        let names: Vec<&str> = actors.iter().map(|card| card.key.as_str()).collect();
        Fault::Usage(format!("there is no character {named:?}; the scene has: {}", names.join(", ")))
    })
}
