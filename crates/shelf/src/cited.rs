//! Where each rule is kept and tested.
//!
//! The cases are in the binary. The sources of the books are read from the repository that it was built from, when somebody
//! asks; where that is gone, only the cases are named.

use crate::citing::{self, Citing};
use referee_engine::RuleId;
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::LazyLock,
};

/// A place in the repository that cites a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Place {
    /// In a test or a case; otherwise in the rules themselves.
    pub tested: bool,
    /// The file, from the root of the repository.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
}

/// The places of each id, rules first.
static CITED: LazyLock<BTreeMap<String, BTreeSet<Place>>> = LazyLock::new(|| {
    let mut all: BTreeMap<String, BTreeSet<Place>> = BTreeMap::new();
    let mut add = |file: &'static str, text: &str| {
        for (id, line, citing) in citing::cited(file, text) {
            let tested = citing == Citing::Tested;
            all.entry(id).or_default().insert(Place { tested, file, line: line as u32 });
        }
    };
    CASES.iter().for_each(|(file, text)| add(file, text));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    read_sources(&root, "rulebooks", &mut add);
    all
});

/// Reads every Rust file below a folder of the repository. What cannot be read cites nothing.
fn read_sources(root: &Path, folder: &str, add: &mut impl FnMut(&'static str, &str)) {
    for entry in fs::read_dir(root.join(folder)).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = format!("{folder}/{name}");
        if entry.path().is_dir() {
            read_sources(root, &path, add);
        } else if name.ends_with(".rs")
            && let Ok(text) = fs::read_to_string(entry.path())
        {
            add(path.leak(), &text); // each file once in the life of the process
        }
    }
}

/// A case: a worked example in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Case {
    /// The file, from the root of the repository.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Case {
    /// What it shows, as it says itself; otherwise the name of its file in words.
    pub fn title(&self) -> String {
        let said = self.text.lines().find_map(|line| line.strip_prefix("title = \"")?.strip_suffix('"'));
        let stem = self.file.rsplit('/').next().unwrap_or(self.file).trim_end_matches(".toml");
        said.map_or_else(|| stem.replace('-', " "), |said| said.replace("\\\"", "\""))
    }
}

/// In the order of the files.
static CASES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// The cases that cite this id.
pub fn cases_of(id: RuleId) -> Vec<Case> {
    let mut files: Vec<&str> = places_of(id).into_iter().map(|place| place.file).collect();
    files.dedup();
    let case = |file: &str| CASES.binary_search_by(|(known, _)| (*known).cmp(file)).ok().map(|at| CASES[at]);
    files.into_iter().filter_map(case).map(|(file, text)| Case { file, text }).collect()
}

/// Everywhere that cites this id, rules first.
pub fn places_of(id: RuleId) -> Vec<Place> {
    CITED.get(&id.to_string()).into_iter().flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_engine::rule;

    #[test]
    fn the_cases_of_a_rule_are_those_that_cite_it() {
        let cases = cases_of(rule!("CW-095"));
        assert!(!cases.is_empty());
        for case in &cases {
            assert!(case.text.contains("CW-095") && case.file.starts_with("cases/clockworld/"), "{}", case.file);
            assert!(!case.title().is_empty());
        }
        assert_eq!(cases_of(rule!("ZZ-999")), []);
    }

    #[test]
    fn a_case_is_called_as_it_says() {
        let case = |text| Case { file: "cases/toy/ty-001-a-hit.toml", text };
        assert_eq!(case("title = \"A hit\"\n").title(), "A hit");
        assert_eq!(case("book = \"toy\"\n").title(), "ty 001 a hit");
    }
}
