//! `referee books`: what is on the shelf.

use crate::{
    fault::Fault,
    screen::{Align, BOLD, Cell, Columns, DIM, Page, paint, wrap},
};
use referee_shelf::{Book, Kind, books};
use serde_json::{Value, json};

/// Lists the books with their scenes and policies.
pub fn run(page: &mut Page) -> Result<(), Fault> {
    if page.json {
        let all: Vec<Value> = books().iter().map(|book| to_json(*book)).collect();
        page.json(&all);
        return Ok(());
    }
    for (index, book) in books().iter().enumerate() {
        if index > 0 {
            page.line("");
        }
        let ledger = book.ledger();
        page.line(format!("{}  {}", paint(BOLD, book.name()), paint(DIM, format!("rules version {}", book.version()))));
        page.lines(wrap(book.about(), page.width, "  ", "  "));
        let count = |kind, word: &str| format!("{} {word}", ledger.of(kind).count());
        let counts = [count(Kind::Rule, "rules"), count(Kind::Ruling, "rulings"), count(Kind::Decision, "decisions")];
        page.line(format!("  {}", paint(DIM, counts.join(" · "))));
        page.line(format!("  {}  {}", paint(DIM, "policies"), book.policies().join(", ")));
        let scenes = book.scenes();
        if !scenes.is_empty() {
            page.line(format!("  {}", paint(DIM, "scenes")));
            let mut columns = Columns::new(&[Align::Left, Align::Left]);
            for scene in scenes {
                columns.row([format!("{}:{}", book.name(), scene.name).into(), Cell::new(DIM, scene.title())]);
            }
            page.lines(columns.lines("    "));
        }
    }
    Ok(())
}

fn to_json(book: &dyn Book) -> Value {
    let ledger = book.ledger();
    let scenes: Vec<Value> = book
        .scenes()
        .iter()
        .map(|scene| json!({ "name": format!("{}:{}", book.name(), scene.name), "title": scene.title(), "file": scene.file }))
        .collect();
    json!({
        "name": book.name(),
        "title": ledger.title,
        "about": book.about(),
        "version": book.version(),
        "rules": ledger.of(Kind::Rule).count(),
        "rulings": ledger.of(Kind::Ruling).count(),
        "decisions": ledger.of(Kind::Decision).count(),
        "examples": ledger.of(Kind::Example).count(),
        "policies": book.policies(),
        "scenes": scenes,
    })
}
