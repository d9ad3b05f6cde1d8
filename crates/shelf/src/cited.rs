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

/// Everywhere that cites this id, rules first.
pub fn places_of(id: RuleId) -> Vec<Place> {
    let id = id.to_string();
    let Ok(at) = CITED.binary_search_by(|(known, _)| (*known).cmp(&id)) else { return Vec::new() };
    let mut places: Vec<Place> = CITED[at].1.iter().map(|&(file, line, tested)| Place { file, line, tested }).collect();
    places.sort_by_key(|place| place.tested);
    places
}
