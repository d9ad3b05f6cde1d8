//! The worked examples of the ledger, in `cases/proficiency`.

use referee_engine::{
    case::{Load, run_cases},
    door::Source,
};
use referee_proficiency::Proficiency;
use std::{fs, path::Path};

#[test]
fn every_case_comes_out_as_the_ledger_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/proficiency");
    let mut sources = Vec::new();
    for entry in fs::read_dir(&folder).expect("cases/proficiency") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        sources.push(Source::new(format!("cases/proficiency/{name}"), fs::read_to_string(&path).expect("a text")));
    }
    sources.sort_by(|a, b| a.file.cmp(&b.file));
    let load: &Load = &|path| Err(format!("{path}: these cases hold their scenes themselves"));
    let reports = run_cases::<Proficiency>(&sources, load);
    let failures = reports.iter().flat_map(|report| &report.failures);
    let failures: Vec<String> = failures.map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    let steps: usize = reports.iter().map(|report| report.steps).sum();
    assert!(steps > 100, "there are cases: {steps} steps");
}
