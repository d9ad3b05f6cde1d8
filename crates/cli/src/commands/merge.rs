//! `referee merge`: parts of a run or of a sweep put together.

use super::{simulate, sweep};
use crate::{args, fault::Fault, scene, screen::Page};
use referee_lab::{MergeError, Outcome, Paired, Swept, merge, merge_pairs, merge_sweeps};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Reads the parts, merges them and reports as the whole run or sweep would have.
pub fn run(args: &args::Merge, page: &mut Page) -> Result<(), Fault> {
    let results = args.parts.iter().map(|path| read(path)).collect::<Result<Vec<Value>, Fault>>()?;
    let name = if results.len() == 1 { "1 part".to_owned() } else { format!("{} parts", results.len()) };
    let of_sweeps = results.iter().filter(|result| result.get("varied").is_some()).count();
    if of_sweeps == results.len() {
        if args.files.report.is_some() {
            return Err(Fault::Usage("a sweep has no HTML report; use --plot or --csv".into()));
        }
        return sweep::report(
            &name,
            &merge_sweeps(&understood::<Swept>(args, results)?).map_err(|error| named(args, error))?,
            &args.grid,
            page,
        );
    }
    let of_pairs = results.iter().filter(|result| result.get("only").is_some()).count();
    if of_pairs == results.len() {
        let whole = merge_pairs(&understood::<Paired>(args, results)?).map_err(|error| named(args, error))?;
        return simulate::compare::report(["one", "other"], &whole, &args.files, page);
    }
    if of_pairs > 0 {
        return Err(Fault::File("some files are parts of a comparison, others are not".into()));
    }
    if of_sweeps > 0 {
        return Err(Fault::File("some files are parts of a sweep, others of a run".into()));
    }
    if args.grid.side.is_some() || args.grid.plot.is_some() || args.grid.csv.is_some() {
        return Err(Fault::Usage("--side, --plot and --csv are for sweeps; use --report for a run".into()));
    }
    let whole = merge(&understood::<Outcome>(args, results)?).map_err(|error| named(args, error))?;
    simulate::report(&name, &whole, &args.files, None, page)?;
    if !whole.is_whole() && !page.json {
        let missing = missing(&whole);
        page.line(format!("missing: fights {missing}"));
    }
    Ok(())
}

/// The result in a file, whatever it is of.
fn read(path: &Path) -> Result<Value, Fault> {
    let text = scene::read(path)?.text;
    let mut value: Value = serde_json::from_str(&text).map_err(|error| no_result(path, &error))?;
    Ok(match value.get_mut("result") {
        Some(result) => result.take(),
        None => value,
    })
}

fn understood<T: DeserializeOwned>(args: &args::Merge, results: Vec<Value>) -> Result<Vec<T>, Fault> {
    let understand =
        |(path, result): (&PathBuf, Value)| serde_json::from_value(result).map_err(|error| no_result(path, &error));
    args.parts.iter().zip(results).map(understand).collect()
}

/// What is wrong, with the name of the file that it is wrong with.
fn named(args: &args::Merge, error: MergeError) -> Fault {
    let path = error.number().and_then(|number| args.parts.get(number - 1));
    let said = error
        .number()
        .zip(path)
        .map(|(number, path)| error.to_string().replacen(&format!("result {number}"), &path.display().to_string(), 1));
    match (said, &error) {
        (Some(said), MergeError::Unsound(..)) => Fault::File(said),
        (Some(said), _) => Fault::Usage(said),
        (None, _) => error.into(),
    }
}

fn no_result(path: &Path, error: &serde_json::Error) -> Fault {
    Fault::File(format!("{}: this is not the result of a run or a sweep: {error}", path.display()))
}

fn missing(whole: &Outcome) -> String {
    let mut at = 0;
    let mut gaps = Vec::new();
    for &(start, end) in whole.fought.iter().chain([&(whole.plan.runs, whole.plan.runs)]) {
        if at < start {
            gaps.push(format!("{at} to {}", start - 1));
        }
        at = end;
    }
    gaps.join(", ")
}
