//! The worked examples of the ledger, in `cases/stamina`.

use referee_engine::conformance::cases_hold;
use referee_stamina::Stamina;
use std::path::Path;

#[test]
fn every_worked_example_comes_out_as_the_ledger_says() {
    let cases = cases_hold::<Stamina>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/stamina"));
    assert!(cases > 90, "there are {cases} cases");
}
