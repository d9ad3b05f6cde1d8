//! The worked examples of the ledger, in `cases/segments`.

use referee_engine::conformance::cases_hold;
use referee_segments::Segments;
use std::path::Path;

#[test]
fn every_worked_example_comes_out_as_the_ledger_says() {
    let cases = cases_hold::<Segments>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/segments"));
    assert!(cases > 30, "there are {cases} cases");
}
