//! Files of golden results: compared, or written anew.

use crate::{random::agree, scenes::root};
use std::{
    collections::BTreeSet,
    fmt::Write as _,
    path::{Path, PathBuf},
};

/// Lines of one file that are shown when they differ.
const MOST_SHOWN: usize = 6;

/// Are the files to be written anew?
#[allow(clippy::disallowed_methods, reason = "whoever runs the test says so; no result depends on it")]
pub fn is_writing() -> bool {
    std::env::var("REFEREE_GOLDEN").is_ok_and(|word| word == "write")
}

/// One folder of files.
pub struct Check {
    folder: PathBuf,
    seen: BTreeSet<String>,
    wrong: String,
}

impl Check {
    /// A folder in `golden/`.
    pub fn of(folder: &str) -> Check {
        Check { folder: root().join("golden").join(folder), seen: BTreeSet::new(), wrong: String::new() }
    }

    /// Compares a file with what it should be, or writes it.
    pub fn file(&mut self, name: &str, text: &str) {
        self.seen.insert(name.to_owned());
        let path = self.folder.join(name);
        if is_writing() {
            write(&path, text);
            return;
        }
        match std::fs::read_to_string(&path) {
            Ok(known) => self.wrong += &differences(name, &known, text),
            Err(error) => writeln!(self.wrong, "{}: {error}", path.display()).expect("a string takes all"),
        }
    }

    /// Fails if anything was different, or if there is a file that nothing is known of.
    pub fn finish(mut self) {
        let files = std::fs::read_dir(&self.folder).into_iter().flatten();
        let files = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        for file in files.filter(|file| !self.seen.contains(file)) {
            if is_writing() {
                std::fs::remove_file(self.folder.join(&file)).expect("an old file can be removed");
            } else {
                writeln!(self.wrong, "{file} is the result of nothing").expect("a string takes all");
            }
        }
        assert!(
            self.wrong.is_empty(),
            "results in {} differ (- as written, + as it is now)\n{}\
             If a rule was changed on purpose: REFEREE_GOLDEN=write cargo test -p referee-lab --test golden",
            self.folder.display(),
            self.wrong
        );
    }
}

/// Writes a file and its folder.
pub fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder can be made");
    std::fs::write(path, text).expect("the file can be written");
}

/// The first lines that differ.
pub fn differences(name: &str, known: &str, now: &str) -> String {
    let (known, now): (Vec<&str>, Vec<&str>) = (known.lines().collect(), now.lines().collect());
    let is_same = |at: usize| match (known.get(at), now.get(at)) {
        (Some(old), Some(new)) => agree(old, new).unwrap_or(old == new),
        _ => false,
    };
    let differ: Vec<usize> = (0..known.len().max(now.len())).filter(|&at| !is_same(at)).collect();
    let mut text = String::new();
    for &at in differ.iter().take(MOST_SHOWN) {
        let (old, new) = (known.get(at).copied().unwrap_or("(no line)"), now.get(at).copied().unwrap_or("(no line)"));
        let (old, new) = only_different(old, new);
        writeln!(text, "{name}:{}\n  - {old}\n  + {new}", at + 1).expect("a string takes all");
    }
    if differ.len() > MOST_SHOWN {
        writeln!(text, "{name}: and {} lines more", differ.len() - MOST_SHOWN).expect("a string takes all");
    }
    text
}

/// Two lines without the words that they have in common, but for the first two, which say what the line is about.
fn only_different(old: &str, new: &str) -> (String, String) {
    let words = |line: &str, other: &str| {
        let other: BTreeSet<&str> = other.split(' ').collect();
        let mut kept = String::new();
        let mut is_skipping = false;
        for (at, word) in line.split(' ').enumerate() {
            if at < 2 || !other.contains(word) {
                kept += if kept.is_empty() { "" } else { " " };
                kept += if std::mem::take(&mut is_skipping) { "… " } else { "" };
                kept += word;
            } else {
                is_skipping = true;
            }
        }
        kept
    };
    (words(old, new), words(new, old))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_and_words_that_differ_are_shown() {
        let known = "bold 1: foes win; ann{hp=3 at=1,2} bob{hp=9}\nrandom rate 100 of 200\n";
        assert_eq!(differences("duel", known, known), "");
        assert_eq!(differences("duel", known, &known.replace("100 of", "101 of")), "");
        let now = known.replace("hp=9", "hp=8");
        assert_eq!(differences("duel", known, &now), "duel:1\n  - bold 1: … bob{hp=9}\n  + bold 1: … bob{hp=8}\n");
        assert!(differences("duel", known, "").contains("(no line)"));
    }
}
