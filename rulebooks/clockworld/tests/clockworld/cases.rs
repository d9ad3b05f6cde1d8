//! The worked examples of the ledger, in `cases/clockworld`.

use referee_clockworld::Clockworld;
use referee_engine::conformance::cases_hold;
use std::path::Path;

#[test]
fn every_worked_example_comes_out_as_the_ledger_says() {
    let cases = cases_hold::<Clockworld>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/clockworld"));
    assert!(cases > 30, "there are {cases} cases");
}
