//! Every encounter that ships can be played to its end by every policy, and no policy ever chooses what is refused.

use referee_clockworld::Clockworld;
use referee_engine::conformance::{Evenings, encounters_end, memory_changes_nothing};
use std::path::Path;

#[test]
fn every_policy_plays_every_encounter_to_its_end() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/clockworld/encounters");
    let encounters = encounters_end::<Clockworld>(&folder, Evenings::default());
    assert!(encounters >= 4, "four kinds of encounters ship");
}

/// A long run remembers where the dice have led; its fights are the same.
#[test]
fn fights_from_memory_are_those_of_the_rules() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/clockworld/encounters");
    assert!(memory_changes_nothing::<Clockworld>(&folder, 200) > 0, "some of them can be remembered");
}
