//! The worked examples of the ledger, in `cases/proficiency`.

use referee_engine::conformance::cases_hold;
use referee_proficiency::Proficiency;
use std::path::Path;

#[test]
fn every_worked_example_comes_out_as_the_ledger_says() {
    let cases = cases_hold::<Proficiency>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/proficiency"));
    assert!(cases > 10, "there are {cases} cases");
}
