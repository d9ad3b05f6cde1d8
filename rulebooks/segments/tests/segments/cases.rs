//! The worked examples of the ledger, one file each in `cases/segments`.

use referee_engine::{
    case::{Load, run_cases},
    door::Source,
};
use referee_segments::Segments;
use std::{fs, path::Path};

#[test]
fn every_worked_example_comes_out_as_the_ledger_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/segments");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("cases/segments")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".toml"))
        .collect();
    names.sort();
    let read = |name: &String| {
        Source::new(format!("cases/segments/{name}"), fs::read_to_string(folder.join(name)).expect("a text"))
    };
    let sources: Vec<Source> = names.iter().map(read).collect();
    let load: &Load = &|path| Err(format!("{path}: these cases hold their scenes themselves"));
    let reports = run_cases::<Segments>(&sources, load);
    let failures: Vec<String> = reports.iter().flat_map(|report| &report.failures).map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(reports.len() > 30, "there are cases");
}
