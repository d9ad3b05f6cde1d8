//! The worked examples of the ledger, in `cases/crisis`.

use referee_crisis::Crisis;
use referee_engine::{
    case::{Load, run_cases},
    door::Source,
};
use std::{fs, path::Path};

#[test]
fn every_worked_example_comes_out_as_the_ledger_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/crisis");
    let mut files: Vec<_> = fs::read_dir(&folder).expect("cases").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let source = |path: &std::path::PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        Source::new(format!("cases/crisis/{name}"), fs::read_to_string(path).expect("a text"))
    };
    let sources: Vec<Source> = files.iter().map(source).collect();
    let load: &Load = &|path| Err(format!("{path}: these cases hold their scenes themselves"));
    let reports = run_cases::<Crisis>(&sources, load);
    let failures: Vec<String> = reports.iter().flat_map(|report| &report.failures).map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(reports.len() > 10, "there are cases");
}
