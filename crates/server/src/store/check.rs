//! Verification of a store by replaying every journal and redrawing every die. Also backup and restore.

use super::{NewTable, Sqlite, Store, StoreError, TableRow, is_postgres, open};
use crate::keys;
use referee_shelf::open_journal;
use serde::Serialize;
use std::path::Path;

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Checked {
    /// Tables checked.
    pub tables: u64,
    /// Lines in their journals.
    pub lines: u64,
    /// The problems found.
    pub faults: Vec<FaultAt>,
}

/// A table that failed the check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaultAt {
    /// The table's code.
    pub table: String,
    /// What is wrong with it.
    pub why: String,
}

/// Replays every journal of a store, redraws every die, and compares the seed with the table's commitment.
pub async fn check(address: &str) -> Result<Checked, StoreError> {
    if !is_postgres(address) {
        let path = file(address);
        if !path.exists() {
            return Err(StoreError::Unusable(format!("{}: file not found", path.display())));
        }
        Sqlite::is_sound(path)?;
    }
    let store = open(address).await?;
    let mut checked = Checked::default();
    let mut before = None;
    loop {
        let rows = store.tables(before, 100).await?;
        let Some(last) = rows.last() else { return Ok(checked) };
        before = Some(last.id);
        for row in rows {
            checked.tables += 1;
            match check_table(&*store, &row).await {
                Ok(lines) => checked.lines += lines,
                Err(why) => checked.faults.push(FaultAt { table: row.code, why }),
            }
        }
    }
}

async fn check_table(store: &dyn Store, row: &TableRow) -> Result<u64, String> {
    let header = store.header(row.id).await.map_err(|error| error.to_string())?;
    let lines = store.lines(row.id, 0).await.map_err(|error| error.to_string())?;
    let count = lines.len() as u64;
    if count != row.place {
        return Err(format!("expected {} lines, found {count}", row.place));
    }
    let seed = keys::seed_of(&header).ok_or("the first line contains no seed")?;
    if keys::commitment(&seed) != row.commitment {
        return Err("the seed does not match the commitment".into());
    }
    let journal: String =
        [header].into_iter().chain(lines.into_iter().map(|line| line.line)).map(|l| l + "\n").collect();
    let table = open_journal(&journal, true).map_err(|error| error.to_string())?;
    if table.line() == count { Ok(count) } else { Err("the journal ends early".into()) }
}

/// Copies a store into a new SQLite file. A server may be writing to it at the same time.
pub async fn backup(address: &str, to: &Path) -> Result<(), StoreError> {
    if !is_postgres(address) {
        return Sqlite::backup(file(address), to);
    }
    must_be_new(to)?;
    let (from, to) = (open(address).await?, Sqlite::open(to)?);
    copy(&*from, &to).await?;
    Ok(())
}

/// Restores a backup into a new file or an empty database; returns the number of tables.
pub async fn restore(from: &Path, address: &str) -> Result<u64, StoreError> {
    if !from.exists() {
        return Err(StoreError::Unusable(format!("{}: file not found", from.display())));
    }
    Sqlite::is_sound(from)?;
    if !is_postgres(address) {
        must_be_new(file(address))?;
        Sqlite::backup(from, file(address))?;
        let store = Sqlite::open(file(address))?;
        return Ok(store.tables(None, usize::MAX).await?.len() as u64);
    }
    let store = open(address).await?;
    if !store.tables(None, 1).await?.is_empty() {
        return Err(StoreError::Unusable("the database already contains tables; name an empty one".into()));
    }
    copy(&Sqlite::open(from)?, &*store).await
}

/// Copies every table, oldest first.
async fn copy(from: &dyn Store, to: &dyn Store) -> Result<u64, StoreError> {
    let mut rows = from.tables(None, usize::MAX).await?;
    rows.reverse();
    let count = rows.len() as u64;
    for row in rows {
        let header = from.header(row.id).await?;
        let scene = from.scene(row.id).await?;
        let lines = from.lines(row.id, 0).await?.into_iter().map(|line| line.line).collect();
        let seats = from.seats(row.id).await?;
        to.create(NewTable { row, header, scene, lines, seats }).await?;
    }
    Ok(count)
}

fn file(address: &str) -> &Path {
    Path::new(address.strip_prefix("sqlite:").unwrap_or(address))
}

fn must_be_new(path: &Path) -> Result<(), StoreError> {
    match path.exists() {
        true => Err(StoreError::Unusable(format!("{} already exists; name a new file", path.display()))),
        false => Ok(()),
    }
}
