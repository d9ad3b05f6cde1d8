//! Where each rule is kept and tested: found when the program was built, so that an installed binary knows it too.

use referee_engine::RuleId;
use serde::Serialize;

/// A place in the repository that cites a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The file, from the root of the repository.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// In a test or a case; otherwise in the rules themselves.
    pub tested: bool,
}

type Found = (&'static str, &'static [(&'static str, u32, bool)]);

/// In the order of the ids.
static CITED: &[Found] = include!(concat!(env!("OUT_DIR"), "/cited.rs"));

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
    let id = id.to_string();
    let Ok(at) = CITED.binary_search_by(|(known, _)| (*known).cmp(&id)) else { return Vec::new() };
    let mut places: Vec<Place> = CITED[at].1.iter().map(|&(file, line, tested)| Place { file, line, tested }).collect();
    places.sort_by_key(|place| place.tested);
    places
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
