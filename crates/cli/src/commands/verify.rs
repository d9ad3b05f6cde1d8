//! `referee verify`: the self-check, printed.

use crate::{
    args,
    commands::progress::thousands,
    fault::Fault,
    screen::{Align, BAD, BOLD, Cell, Columns, DIM, GOOD, Page, paint},
};
use referee_lab::{Size, Verified, verify_all};
use referee_shelf::{Book, book, books};
use serde_json::json;

/// Checks every book, or one, and prints the table.
pub fn run(args: &args::Verify, page: &mut Page) -> Result<(), Fault> {
    if !(args.size > 0.0 && args.size <= 1_000.0) {
        return Err(Fault::Usage("--size must be above 0 and at most 1000".into()));
    }
    let size = Size { factor: args.size, seed: args.seed };
    let wanted: Vec<&dyn Book> = match &args.book {
        Some(name) => vec![book(name)?],
        None => books().to_vec(),
    };
    let found = verify_all(&wanted, size);
    let faults: usize = found.iter().map(|verified| verified.faults.len()).sum();
    if page.json {
        page.json(&json!({ "ok": faults == 0, "scenes": found }));
    } else {
        print(&found, page);
    }
    match faults {
        0 => Ok(()),
        1 => Err(Fault::Failed("1 check failed".into())),
        _ => Err(Fault::Failed(format!("{faults} checks failed"))),
    }
}

fn print(found: &[Verified], page: &mut Page) {
    let right = Align::Right;
    let headings =
        ["scene", "acts", "outcomes", "leaves", "exact − enumerated", "simulated", "furthest off", "whole fight", ""];
    let mut columns = Columns::new(&[Align::Left, right, right, right, right, right, right, Align::Left, Align::Left])
        .headed(&headings);
    for verified in found {
        let fight: Vec<String> = verified
            .fight
            .iter()
            .map(|(side, exact, counted)| {
                let (least, most, counted) = (100.0 * exact, 100.0 * (exact + verified.open), 100.0 * counted.value);
                match verified.open < 5e-5 {
                    true => format!("{side} {least:.2}% ~ {counted:.2}%"),
                    false => format!("{side} {least:.2} to {most:.2}% ~ {counted:.2}%"),
                }
            })
            .collect();
        let verdict = if verified.is_ok() { Cell::new(GOOD, "✓") } else { Cell::new(BAD, "✗") };
        columns.row([
            Cell::new(BOLD, &verified.scene),
            thousands(verified.acts as u64).into(),
            thousands(verified.outcomes as u64).into(),
            thousands(verified.leaves as u64).into(),
            format!("{:.0e}", verified.enumerated).into(),
            thousands(verified.samples).into(),
            format!("{:.1} σ", verified.deviations).into(),
            Cell::new(DIM, if fight.is_empty() { "too large".to_owned() } else { fight.join(", ") }),
            verdict,
        ]);
    }
    page.lines(columns.lines(""));
    for verified in found {
        for fault in &verified.faults {
            page.line(format!("{}  {}: {fault}", paint(BAD, "✗"), verified.scene));
        }
    }
    page.line("");
    page.line(paint(
        DIM,
        "Exact odds merge dice with the same meaning; the enumeration follows every total of every roll. Whole fights (bold \
         against bold) are compared where they are small enough; two numbers are bounds, because rare states are left out.",
    ));
}
