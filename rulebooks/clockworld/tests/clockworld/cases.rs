//! The worked examples of the ledger, in `cases/clockworld`.

use crate::conformance::scenes::SWITCHES;
use referee_clockworld::Clockworld;
use referee_engine::conformance::cases_hold;
use std::path::Path;

#[test]
fn every_worked_example_comes_out_as_the_ledger_says() {
    let cases = cases_hold::<Clockworld>(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/clockworld"));
    assert!(cases > 30, "there are {cases} cases");
}

/// Every position of every house rule is turned in a case that says what differs then.
#[test]
fn every_switch_has_a_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/clockworld");
    let files = std::fs::read_dir(folder).expect("the cases").map(|file| file.expect("a case").path());
    let cases: Vec<String> = files.map(|file| std::fs::read_to_string(file).expect("a case")).collect();
    let wanted = SWITCHES.iter().flat_map(|(key, turned)| turned.iter().map(move |value| format!("{key} = {value}")));
    let missing: Vec<String> =
        wanted.filter(|switch| !cases.iter().any(|case| case.contains(switch.as_str()))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
