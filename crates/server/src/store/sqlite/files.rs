//! The files of an open store: are they still those that it was opened with? Whoever deletes or replaces one does not stop
//! SQLite, which goes on writing to a file that nobody will open again.

use crate::store::StoreError;
use std::path::{Path, PathBuf};

/// A store's file and its write-ahead log, by what tells files apart.
#[derive(Debug)]
pub struct Files {
    known: [(PathBuf, Option<Identity>); 2],
}

/// Device and number of a file.
type Identity = (u64, u64);

impl Files {
    /// The files of a store. The log is there from the first line on.
    pub fn of(path: &Path) -> Files {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        Files { known: [path.to_owned(), log.into()].map(|path| (path, None)) }
    }

    /// Fails if any of them is another than the first time, or is not there.
    pub fn are_the_same(&mut self) -> Result<(), StoreError> {
        for (path, known) in &mut self.known {
            let now = identity(path);
            if now.is_err() || known.is_some_and(|known| now.as_ref().ok() != Some(&known)) {
                return Err(StoreError::Unwritable(format!(
                    "{}: it was deleted or replaced while it was open; stop the server, put it in its place, start again",
                    path.display()
                )));
            }
            *known = now.ok();
        }
        Ok(())
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    let file = std::fs::metadata(path)?;
    Ok((file.dev(), file.ino()))
}

/// Where an open file can neither be deleted nor replaced.
#[cfg(not(unix))]
fn identity(path: &Path) -> std::io::Result<Identity> {
    std::fs::metadata(path).map(|_| (0, 0))
}
