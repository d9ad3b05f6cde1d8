//! `referee simulate`: many fights, what they come to, and how two variants differ.

pub mod compare;
mod print;
mod show;

use super::progress::{self, Meter, thousands};
use crate::{
    args,
    fault::Fault,
    scene,
    screen::{MARK, Page, paint},
};
use referee_lab::{Batch, Change, Csv, Goal, Outcome, Parquet, Part, Plan, Report, Row, RowSink};
use referee_shelf::{Fights, Lineup, Playing};
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

pub use print::signed;

/// So many fights of a longer run are watched act by act, unless somebody says otherwise.
const WATCHED: u64 = 20_000;

/// Plays the fights and reports.
pub fn run(args: &args::Simulate, page: &mut Page) -> Result<(), Fault> {
    if let Some(fight) = args.show {
        return show::run(args, fight, page);
    }
    if args.against.is_some() || !args.with.is_empty() {
        return compare::run(args, page);
    }
    let opened = scene::open_changed(&args.scene, &changes(&args.fighting.set)?, Some(args.fighting.seed))?;
    let fights = opened.table.fights(&playing(&args.fighting.policies)).map_err(usage)?;
    let goal = args.error.as_deref().map(error).transpose()?.map_or(Goal::Runs, Goal::Error);
    let plan = plan(args, &*fights, &opened.source.text, goal);
    let part = args.shard.as_deref().map_or(Ok(Part::WHOLE), str::parse).map_err(Fault::Usage)?;
    args.files.report.as_deref().map_or(Ok(()), writable)?;
    let outputs = [&args.csv, &args.parquet, &args.files.report];
    if outputs.iter().filter_map(|path| path.as_deref()).any(is_standard) {
        page.silence();
    }
    let meter = Meter::new("fights");
    let batch = Batch::new(&*fights, plan)
        .part(part)
        .until(goal)
        .threads(threads(args.fighting.threads))
        .stopped_by(progress::stop());
    let mut sink = sink(args, &opened.name, fights.lineup())?;
    let rows = sink.as_mut().map(|sink| &mut **sink as &mut (dyn RowSink + Send));
    let result = batch.run_into(rows, &|now| meter.show(now));
    meter.clear();
    let (outcome, trouble) = result?;
    let seconds = meter.seconds();
    let reported = report(&opened.name, &outcome, &args.files, Some(seconds), page);
    match trouble {
        Some(trouble) => Err(Fault::Output(format!("the rows cannot be written: {trouble}"))),
        None => reported,
    }
}

/// Prints a result, writes its page, and says if it is only a part.
pub fn report(
    name: &str,
    outcome: &Outcome,
    files: &args::ResultFiles,
    seconds: Option<f64>,
    page: &mut Page,
) -> Result<(), Fault> {
    let report = Report::of(outcome);
    // Whatever becomes of the page, the result is printed.
    let written = files.report.as_deref().map_or(Ok(()), |path| write(path, &referee_lab::page(name, &report)));
    if page.json {
        page.json(&json!({ "report": report, "result": outcome }));
    } else {
        print::print(name, &report, seconds, page);
        if let Some(path) = files.report.as_ref().filter(|_| written.is_ok()) {
            page.line(format!("page    {}", path.display()));
        }
    }
    written?;
    if !outcome.is_partial {
        return Ok(());
    }
    page.flush();
    let (done, of) = (thousands(report.fights), thousands(report.runs));
    Err(Fault::Stopped(format!("interrupted after {done} of {of} fights; the result is incomplete")))
}

/// Says that a result is partial.
fn partial(report: &Report, page: &mut Page) {
    if report.is_partial {
        let (done, of) = (thousands(report.fights), thousands(report.runs));
        page.line(paint(MARK, format!("incomplete: {done} of {of} fights")));
    }
}

fn plan(args: &args::Simulate, fights: &dyn Fights, scene: &str, goal: Goal) -> Plan {
    let most = if goal == Goal::Runs { 1_000 } else { 100_000_000 };
    let runs = args.runs.unwrap_or(most);
    let usual = if goal == Goal::Runs { runs.div_ceil(WATCHED).max(1) } else { 16 };
    Plan { watch_every: args.watch.unwrap_or(usual), ..Plan::new(fights, scene, args.fighting.seed, runs) }
}

/// Who plays how, as it is written.
pub fn playing(policies: &[String]) -> Playing {
    let policies = policies.iter().map(|written| match written.split_once('=') {
        Some((side, policy)) => (Some(side.to_owned()), policy.to_owned()),
        None => (None, written.clone()),
    });
    policies.collect()
}

/// Changes as they are written.
pub fn changes(written: &[String]) -> Result<Vec<Change>, Fault> {
    Ok(written.iter().map(|text| text.parse()).collect::<Result<_, referee_lab::ChangeError>>()?)
}

/// How many threads.
pub fn threads(wanted: Option<u16>) -> usize {
    wanted.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// A refusal of something that was written wrongly.
pub fn usage(refusal: referee_engine::Refusal) -> Fault {
    Fault::Usage(refusal.to_string())
}

/// `0.5%` or `0.005`.
pub fn part(text: &str) -> Option<f64> {
    let (number, unit) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    Some(number.trim().parse::<f64>().ok()? / unit)
}

pub fn error(text: &str) -> Result<f64, Fault> {
    part(text).filter(|error| *error > 1e-6 && *error < 0.5).ok_or_else(|| {
        Fault::Usage(format!(
            "{text:?} is not a valid error; give a percentage above 0.0001% and below 50%, such as 0.5%"
        ))
    })
}

/// Is this standard output? What goes there goes there alone.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a text to a file, or to standard output.
pub fn write(path: &Path, text: &str) -> Result<(), Fault> {
    if is_standard(path) {
        return std::io::stdout().write_all(text.as_bytes()).map_err(|error| unwritable(path, &error));
    }
    std::fs::write(path, text).map_err(|error| unwritable(path, &error))
}

/// Checks that a file can be written, before a long run is started.
pub fn writable(path: &Path) -> Result<(), Fault> {
    if is_standard(path) {
        return Ok(());
    }
    let is_new = !path.exists();
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(path);
    opened.map_err(|error| unwritable(path, &error))?;
    // What was made only to try it is not left behind.
    let _ = is_new.then(|| std::fs::remove_file(path));
    Ok(())
}

pub fn unwritable(path: &Path, error: &std::io::Error) -> Fault {
    Fault::Output(format!("{}: {error}", path.display()))
}

fn create(path: &Path) -> Result<Box<dyn Write + Send>, Fault> {
    if is_standard(path) {
        return Ok(Box::new(BufWriter::new(std::io::stdout())));
    }
    Ok(Box::new(BufWriter::new(File::create(path).map_err(|error| unwritable(path, &error))?)))
}

fn sink(args: &args::Simulate, name: &str, lineup: &Lineup) -> Result<Option<Box<dyn RowSink + Send>>, Fault> {
    let policies: Vec<String> = lineup.sides.iter().map(|side| format!("{}={}", side.name, side.policy)).collect();
    let facts =
        [("scene", name.to_owned()), ("seed", args.fighting.seed.to_string()), ("policies", policies.join(", "))];
    let mut sinks: Vec<Box<dyn RowSink + Send>> = Vec::new();
    if let Some(path) = &args.csv {
        sinks.push(Box::new(Csv::new(create(path)?, lineup).map_err(Fault::Output)?));
    }
    if let Some(path) = &args.parquet {
        sinks.push(Box::new(Parquet::new(create(path)?, lineup, &facts).map_err(Fault::Output)?));
    }
    Ok((!sinks.is_empty()).then(|| Box::new(Sinks(sinks)) as Box<dyn RowSink + Send>))
}

/// Several files with the same rows.
struct Sinks(Vec<Box<dyn RowSink + Send>>);

impl RowSink for Sinks {
    fn write(&mut self, rows: &[Row]) -> Result<(), String> {
        self.0.iter_mut().try_for_each(|sink| sink.write(rows))
    }

    fn finish(&mut self) -> Result<(), String> {
        self.0.iter_mut().try_for_each(|sink| sink.finish())
    }
}
