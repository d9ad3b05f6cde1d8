//! `referee case`: worked examples as tests.

use crate::{
    args,
    fault::Fault,
    scene,
    screen::{BAD, BOLD, DIM, GOOD, Page, paint},
};
use referee_engine::{
    case::{CaseReport, book_of},
    door::{Document, Source},
};
use referee_shelf::{book, books, ready_scene};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Runs the case files; one that does not hold makes the command fail.
pub fn run(args: &args::Case, page: &mut Page) -> Result<(), Fault> {
    let mut files = Vec::new();
    for path in &args.files {
        gather(path, true, &mut files)?;
    }
    if files.is_empty() {
        return Err(Fault::Usage("no case files (*.toml) found".into()));
    }
    let mut reports = Vec::new();
    for file in &files {
        reports.push(run_one(file)?);
    }
    let failed = reports.iter().filter(|report| !report.is_ok()).count();
    if page.json {
        page.json(&json!({ "cases": reports.len(), "failed": failed, "reports": reports }));
    } else {
        print(&reports, page);
    }
    if failed > 0 { Err(Fault::Failed(format!("{failed} of {} cases failed", reports.len()))) } else { Ok(()) }
}

/// The case files below a folder, or the file that was named.
fn gather(path: &Path, named: bool, files: &mut Vec<PathBuf>) -> Result<(), Fault> {
    if path.is_dir() {
        let unreadable = |error: std::io::Error| Fault::File(format!("{}: {error}", path.display()));
        let entries: Result<Vec<_>, _> = std::fs::read_dir(path).map_err(unreadable)?.collect();
        let mut entries: Vec<PathBuf> = entries.map_err(unreadable)?.into_iter().map(|entry| entry.path()).collect();
        entries.sort();
        return entries.iter().try_for_each(|entry| gather(entry, false, files));
    }
    if named || path.extension().is_some_and(|extension| extension == "toml") {
        files.push(path.to_owned());
    }
    Ok(())
}

fn run_one(file: &Path) -> Result<CaseReport, Fault> {
    let source = scene::read(file)?;
    if is_scene(&source) {
        let why = "this is a scene, not a case; `referee scene` checks scenes";
        return Err(Fault::File(format!("{}: {why}", source.file)));
    }
    let book = match (book_of(&source), books()) {
        (Some(name), _) => book(&name).map_err(|error| Fault::File(format!("{}: {error}", source.file)))?,
        // A folder named after a book says it as well.
        (None, all) => {
            let mut folders = file.components().rev().filter_map(|part| part.as_os_str().to_str());
            let named = folders.find_map(|folder| all.iter().find(|book| book.name() == folder));
            let named = named.or(if all.len() == 1 { all.first() } else { None });
            *named.ok_or_else(|| Fault::File(format!("{}: the key `book` is missing", source.file)))?
        }
    };
    Ok(book.run_case(&source, &|path| load(path)))
}

/// A file with nothing in it that a case does or expects.
fn is_scene(source: &Source) -> bool {
    let has = |document: &Document, key: &str| document.root().get(key).is_some();
    let of_a_case = ["step", "odds", "variant", "scene"];
    Document::parse(source).is_ok_and(|document| !of_a_case.iter().any(|key| has(&document, key)))
}

/// Opens a scene that a case names: a file, or a ready scene of a book.
fn load(path: &str) -> Result<Source, String> {
    if let Some(ready) = ready_scene(path) {
        return Ok(ready.source());
    }
    scene::read(Path::new(path)).map_err(|fault| fault.to_string())
}

fn print(reports: &[CaseReport], page: &mut Page) {
    for report in reports {
        let (mark, style) = if report.is_ok() { ("✓", GOOD) } else { ("✗", BAD) };
        let counts = match report.chances {
            0 => count(report.steps, "step"),
            chances => format!("{}, {}", count(report.steps, "step"), count(chances, "chance")),
        };
        let title = if report.title.is_empty() { &report.file } else { &report.title };
        page.line(format!("{} {title}  {}", paint(style, mark), paint(DIM, format!("{counts} · {}", report.file))));
        for failure in &report.failures {
            page.line(format!("    {failure}"));
        }
    }
    let (all, failed) = (reports.len(), reports.iter().filter(|report| !report.is_ok()).count());
    page.line("");
    page.line(match failed {
        0 => paint(GOOD.bold(), format!("{} hold{}", count(all, "case"), if all == 1 { "s" } else { "" })),
        failed => format!("{}, {}", paint(BOLD, count(all, "case")), paint(BAD.bold(), format!("{failed} failed"))),
    });
}

/// A number of things, in words.
fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}
