//! Files of golden results: compared, or written anew.

use crate::{random::agree, scenes::root};
use std::{
    collections::BTreeSet,
    fmt::Write as _,
    path::{Path, PathBuf},
};

/// Lines of one file that are shown when they differ.
const MOST_SHOWN: usize = 6;

/// Lines of so many letters are shown whole.
const SHORT: usize = 160;

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

/// Two lines as they are if they are short; otherwise the first two words, which say what the line is about, and those that
/// the other line does not have.
fn only_different(old: &str, new: &str) -> (String, String) {
    if old.len().max(new.len()) <= SHORT {
        return (old.to_owned(), new.to_owned());
    }
    let of = |line: &str, other: &str| {
        let (words, others) = (owned(line), owned(other));
        let is_kept = |at: usize| at < 2 || !others.contains(&words[at]);
        let kept: Vec<&str> = (0..words.len()).filter(|&at| is_kept(at)).map(|at| words[at].as_str()).collect();
        kept.join(" ")
    };
    (of(old, new), of(new, old))
}

/// The words of a line. Those in braces are facts of somebody, and say of whom: `ann{hp=3 at=1,2}` is `ann.hp=3 ann.at=1,2`.
fn owned(line: &str) -> Vec<String> {
    let mut owner = None;
    let mut words = Vec::new();
    for word in line.split(' ') {
        let fact = match word.split_once('{') {
            Some((name, fact)) if !name.contains('=') => {
                owner = Some(name);
                fact
            }
            _ => word,
        };
        let is_last = fact.ends_with('}') && owner.is_some();
        let fact = if is_last { &fact[..fact.len() - 1] } else { fact };
        words.push(owner.map_or_else(|| fact.to_owned(), |owner| format!("{owner}.{fact}")));
        if is_last {
            owner = None;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_and_words_that_differ_are_shown() {
        let known = "bold 1: foes win; ann{hp=3 at=1,2} bob{hp=9}\nrandom rate 100 of 200\n";
        assert_eq!(differences("duel", known, known), "");
        assert_eq!(differences("duel", known, &known.replace("100 of", "101 of")), "");
        let now = known.replace("100 of", "190 of");
        let expected = "duel:2\n  - random rate 100 of 200\n  + random rate 190 of 200\n";
        assert_eq!(differences("duel", known, &now), expected);
        // A long line is cut down to what differs.
        let known = format!("{} {}", "bold 1: foes win; ann{hp=3 at=1,2} bob{at=3,3 hp=9}", "cid{hp=1}".repeat(20));
        let now = known.replace("hp=9", "hp=3");
        let expected = "duel:1\n  - bold 1: bob.hp=9\n  + bold 1: bob.hp=3\n";
        assert_eq!(differences("duel", &known, &now), expected);
        assert!(differences("duel", &known, "").contains("(no line)"));
    }
}
