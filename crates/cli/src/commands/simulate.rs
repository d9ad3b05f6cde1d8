//! `referee simulate`: many fights, and who wins how often.

use crate::{
    args,
    fault::Fault,
    scene,
    screen::{Align, BOLD, Cell, Columns, DIM, INK, Page, bar, paint, percent},
};
use referee_shelf::{Batch, Report};
use std::io::{IsTerminal, Write};

/// Plays the fights and reports.
pub fn run(args: &args::Simulate, page: &mut Page) -> Result<(), Fault> {
    let opened = scene::open(&args.scene, Some(args.seed))?;
    let policies = args.policies.iter().map(|written| match written.split_once('=') {
        Some((side, policy)) => (Some(side.to_owned()), policy.to_owned()),
        None => (None, written.clone()),
    });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let batch = Batch {
        runs: args.runs,
        seed: args.seed,
        policies: policies.collect(),
        threads: args.threads.unwrap_or(cores).clamp(1, 256),
    };
    let shown = std::io::stderr().is_terminal() && !page.json;
    let mut last = None;
    let mut progress = |done: u64| {
        let now = done * 100 / batch.runs;
        if shown && last != Some(now) {
            last = Some(now);
            let _ = write!(std::io::stderr(), "\r{now:3}% of {} fights", batch.runs);
        }
        true
    };
    let report = opened.table.simulate(&batch, &mut progress);
    if shown {
        let _ = write!(std::io::stderr(), "\r{:40}\r", "");
    }
    let report = report?;
    if page.json {
        page.json(&report);
    } else {
        print(&opened.name, &report, page);
    }
    Ok(())
}

fn print(name: &str, report: &Report, page: &mut Page) {
    page.line(format!(
        "{}  {}",
        paint(BOLD, name),
        paint(DIM, format!("{} fights, seed {}", report.played, report.seed))
    ));
    page.line("");
    let left = Align::Left;
    let right = Align::Right;
    let mut columns = Columns::new(&[left, left, left, right, left, right]).headed(&[
        "side",
        "policy",
        "",
        "wins",
        "95% interval",
        "fights",
    ]);
    for side in &report.sides {
        columns.row([
            Cell::new(BOLD, &side.name),
            side.policy.as_str().into(),
            Cell::new(INK, bar(side.rate, 30, page.ascii)),
            percent(side.rate).into(),
            Cell::new(DIM, format!("{} – {}", percent(side.low), percent(side.high))),
            side.wins.to_string().into(),
        ]);
    }
    for (name, count) in [("nobody", report.drawn), ("undecided", report.undecided)] {
        let rate = count as f64 / report.played.max(1) as f64;
        if count > 0 {
            let blank = || Cell::from("");
            let bar = Cell::new(DIM, bar(rate, 30, page.ascii));
            columns.row([name.into(), blank(), bar, percent(rate).into(), blank(), count.to_string().into()]);
        }
    }
    page.lines(columns.lines(""));
    page.line("");
    let rounds = format!("{} to {}", report.rounds_least, report.rounds_most);
    page.line(format!("rounds  {:.2} on average, {rounds}", report.rounds_mean));
    page.line(format!("acts    {:.2} on average", report.acts_mean));
}
