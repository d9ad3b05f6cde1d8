//! `referee simulate --with … | --against …`: two variants with the same seeds.

use super::{changes, plan, playing, signed, threads, usage, writable, write};
use crate::{
    args,
    commands::progress::{self, Meter, thousands},
    fault::Fault,
    scene::{self, Opened},
    screen::{Align, BOLD, Cell, Columns, DIM, Page, paint, percent},
};
use referee_lab::{Goal, Interval, Pair, PairReport, Paired, Part, Report, compare_part};
use serde_json::json;

/// Fights both and tells the difference.
pub fn run(args: &args::Simulate, page: &mut Page) -> Result<(), Fault> {
    let seed = Some(args.fighting.seed);
    let set = changes(&args.fighting.set)?;
    let with = changes(&args.with)?;
    let one = scene::open_changed(&args.scene, &set, seed)?;
    let all: Vec<_> = set.into_iter().chain(with).collect();
    let other = scene::open_changed(args.against.as_deref().unwrap_or(&args.scene), &all, seed)?;
    let playing = playing(&args.fighting.policies);
    let fights = |opened: &Opened| opened.table.fights(&playing).map_err(usage);
    let (first, second) = (fights(&one)?, fights(&other)?);
    let pair = Pair {
        one: (&*first, plan(args, &*first, &one.source.text, Goal::Runs)),
        other: (&*second, plan(args, &*second, &other.source.text, Goal::Runs)),
    };
    let meter = Meter::new("pairs of fights");
    let part = args.shard.as_deref().map_or(Ok(Part::WHOLE), str::parse).map_err(Fault::Usage)?;
    args.files.report.as_deref().map_or(Ok(()), writable)?;
    let result = compare_part(&pair, part, threads(args.fighting.threads), progress::stop(), &|now| meter.show(now));
    meter.clear();
    let result = result?;
    report([&one.name, &other.name], &result, &args.files, page)
}

/// Prints the difference, writes its page, and says if it was stopped.
pub fn report(
    [one, other]: [&str; 2],
    result: &Paired,
    files: &args::ResultFiles,
    page: &mut Page,
) -> Result<(), Fault> {
    let report = PairReport::of(result);
    let reports = [Report::of(&result.one), Report::of(&result.other)];
    // Whatever becomes of the page, the result is printed.
    let drawn = || referee_lab::page_of_pair([one, other], &report, &reports);
    let written = files.report.as_deref().map_or(Ok(()), |path| write(path, &drawn()));
    if page.json {
        page.json(&json!({
            "one": one,
            "other": other,
            "difference": report,
            "reports": reports,
            "result": result,
        }));
    } else {
        print(one, other, &report, page);
    }
    written?;
    if result.one.is_partial {
        page.flush();
        return Err(Fault::Stopped(format!(
            "interrupted after {} pairs; the result is incomplete",
            thousands(report.pairs)
        )));
    }
    Ok(())
}

fn print(one: &str, other: &str, report: &PairReport, page: &mut Page) {
    page.line(format!("one    {}", paint(BOLD, one)));
    page.line(format!("other  {}", paint(BOLD, other)));
    page.line(paint(DIM, format!("{} pairs of fights with the same seeds", thousands(report.pairs))));
    page.line("");
    let right = Align::Right;
    let mut columns = Columns::new(&[Align::Left, right, right, right, Align::Left]).headed(&[
        "",
        "one",
        "other",
        "difference",
        "95% interval",
    ]);
    let verdict = |difference: &Interval| if difference.holds(0.0) { "  not significant" } else { "" };
    for side in &report.sides {
        let points = |part: f64| signed(100.0 * part, 2);
        let interval = format!("{} – {}", points(side.difference.low), points(side.difference.high));
        columns.row([
            Cell::new(BOLD, format!("{} wins", side.name)),
            percent(side.one.value).into(),
            percent(side.other.value).into(),
            points(side.difference.value).into(),
            Cell::new(DIM, format!("{interval}{}", verdict(&side.difference))),
        ]);
    }
    for (name, difference) in [("rounds", &report.rounds), ("acts", &report.acts)] {
        let interval = format!("{} – {}", signed(difference.low, 3), signed(difference.high, 3));
        columns.row([
            name.into(),
            "".into(),
            "".into(),
            signed(difference.value, 3).into(),
            Cell::new(DIM, format!("{interval}{}", verdict(difference))),
        ]);
    }
    page.lines(columns.lines(""));
    page.line("");
    page.line(paint(DIM, "win rates in percent; differences (other minus one) in percentage points"));
}
