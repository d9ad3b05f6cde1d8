//! `referee merge`: parts of a run put together.

use super::simulate::report;
use crate::{args, fault::Fault, scene, screen::Page};
use referee_lab::{Outcome, merge};
use serde_json::Value;

/// Reads the parts, merges them and reports as the whole run would have.
pub fn run(args: &args::Merge, page: &mut Page) -> Result<(), Fault> {
    let mut parts = Vec::new();
    for path in &args.parts {
        let text = scene::read(path)?.text;
        let wrong = |why: String| Fault::File(format!("{}: this is no result of a run: {why}", path.display()));
        let mut value: Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        let result = match value.get_mut("result") {
            Some(result) => result.take(),
            None => value,
        };
        let outcome: Outcome = serde_json::from_value(result).map_err(|error| wrong(error.to_string()))?;
        parts.push(outcome);
    }
    let whole = merge(&parts)?;
    let name = format!("{} parts", parts.len());
    report(&name, &whole, &args.files, None, page)?;
    if !whole.is_whole() && !page.json {
        let missing = missing(&whole);
        page.line(format!("missing: fights {missing}"));
    }
    Ok(())
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
