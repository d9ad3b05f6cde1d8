//! The worked examples of the ledger, in `cases/crisis`.

use referee_crisis::Crisis;
use referee_engine::conformance::cases_hold;
use std::path::Path;

#[test]
fn every_worked_example_comes_out_as_the_ledger_says() {
    let cases = cases_hold::<Crisis>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/crisis"));
    assert!(cases > 10, "there are {cases} cases");
}
