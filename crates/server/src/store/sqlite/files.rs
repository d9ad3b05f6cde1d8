//! Detects whether the files of an open store were deleted or replaced. SQLite does not notice: it would go on writing
//! to a file that can no longer be opened.

use crate::store::StoreError;
use std::path::{Path, PathBuf};

/// The identities of the store's file and its write-ahead log.
#[derive(Debug)]
pub struct Files {
    known: [(PathBuf, Option<Identity>); 2],
}

/// Device and inode number.
type Identity = (u64, u64);

impl Files {
    /// The files of a store. The log exists from the first line on.
    pub fn of(path: &Path) -> Files {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        Files { known: [path.to_owned(), log.into()].map(|path| (path, None)) }
    }

    /// Fails if a file is missing or is not the original one.
    pub fn are_the_same(&mut self) -> Result<(), StoreError> {
        for (path, known) in &mut self.known {
            let now = identity(path);
            if now.is_err() || known.is_some_and(|known| now.as_ref().ok() != Some(&known)) {
                return Err(StoreError::Unwritable(format!(
                    "{}: the file was deleted or replaced while it was open; stop the server, restore the file, start again",
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

/// On this platform an open file can be neither deleted nor replaced.
#[cfg(not(unix))]
fn identity(path: &Path) -> std::io::Result<Identity> {
    std::fs::metadata(path).map(|_| (0, 0))
}
