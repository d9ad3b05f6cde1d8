//! The worked examples and exact probabilities of the ledger, one file each in `cases/stamina`.

use referee_engine::{
    case::{Load, run_cases},
    door::Source,
};
use referee_stamina::Stamina;
use std::{fs, path::Path};

#[test]
fn every_worked_example_comes_out_as_the_ledger_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/stamina");
    let mut files: Vec<_> =
        fs::read_dir(&folder).expect("cases/stamina").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let sources: Vec<Source> = files
        .iter()
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            Source::new(format!("cases/stamina/{name}"), fs::read_to_string(path).expect("a text"))
        })
        .collect();
    let load: &Load = &|path| Err(format!("{path}: these cases hold their scenes themselves"));
    let reports = run_cases::<Stamina>(&sources, load);
    let failures: Vec<String> =
        reports.iter().flat_map(|report| report.failures.iter().map(ToString::to_string)).collect();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(reports.len() > 90, "there are cases");
}
