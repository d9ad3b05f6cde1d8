//! `referee rules`: the ledger of a book, and where each rule is kept and tested.

use crate::{
    args::{self, RuleKind},
    fault::Fault,
    screen::{Align, BOLD, Cell, Columns, DIM, INK, MARK, Page, paint, wrap},
};
use referee_engine::RuleId;
use referee_shelf::{Book, Entry, Kind, Place, Says, book, books, places_of};
use serde_json::{Value, json};

/// Shows one rule, or lists them.
pub fn run(args: &args::Rules, page: &mut Page) -> Result<(), Fault> {
    let (wanted, id) = match (&args.book, &args.id) {
        (Some(word), None) if word.parse::<RuleId>().is_ok() => (None, Some(word)),
        (book, id) => (book.as_deref(), id.as_ref()),
    };
    if let Some(id) = id {
        let id: RuleId = id.parse().map_err(|error| Fault::Usage(format!("{error}")))?;
        let (book, entry) = find(wanted, id)?;
        return one(book, entry, page);
    }
    match (wanted, books()) {
        (Some(name), _) => list(book(name)?, args, page),
        (None, [only]) => list(*only, args, page),
        (None, _) => overview(page),
    }
}

fn find(wanted: Option<&str>, id: RuleId) -> Result<(&'static dyn Book, &'static Entry), Fault> {
    let candidates: Vec<&dyn Book> = match wanted {
        Some(name) => vec![book(name)?],
        None => books().to_vec(),
    };
    let found = candidates.iter().find_map(|book| Some((*book, book.ledger().get(id)?)));
    found.ok_or_else(|| {
        let names: Vec<&str> = candidates.iter().map(|book| book.name()).collect();
        Fault::Usage(format!("{} has no {id}; `referee rules BOOK --find WORDS` searches a book", names.join(", ")))
    })
}

fn overview(page: &mut Page) -> Result<(), Fault> {
    let count = |book: &dyn Book, kind| book.ledger().of(kind).count();
    if page.json {
        let all: Vec<Value> = books()
            .iter()
            .map(|book| json!({ "book": book.name(), "rules": count(*book, Kind::Rule), "rulings": count(*book, Kind::Ruling) }))
            .collect();
        page.json(&all);
        return Ok(());
    }
    let right = Align::Right;
    let mut columns =
        Columns::new(&[Align::Left, right, right, right]).headed(&["book", "rules", "rulings", "decisions"]);
    for book in books() {
        let number = |kind| Cell::from(count(*book, kind).to_string());
        columns.row([book.name().into(), number(Kind::Rule), number(Kind::Ruling), number(Kind::Decision)]);
    }
    page.lines(columns.lines(""));
    page.line(paint(DIM, "referee rules BOOK lists one; referee rules ID shows a rule"));
    Ok(())
}

fn list(book: &'static dyn Book, args: &args::Rules, page: &mut Page) -> Result<(), Fault> {
    let ledger = book.ledger();
    let kind = args.kind.map(kind_of);
    let mut entries: Vec<&Entry> = match &args.find {
        Some(words) => ledger.find(words).filter(|entry| kind.is_none_or(|kind| entry.kind() == kind)).collect(),
        None => ledger.of(kind.unwrap_or(Kind::Rule)).collect(),
    };
    if args.unkept || args.untested {
        let misses = |entry: &Entry, tested: bool| places_of(entry.id).iter().all(|place| place.tested != tested);
        entries.retain(|entry| (args.unkept && misses(entry, false)) || (args.untested && misses(entry, true)));
    }
    if page.json {
        page.json(&entries);
        return Ok(());
    }
    let mut section = "";
    for entry in &entries {
        if entry.section != section {
            if !section.is_empty() {
                page.line("");
            }
            section = &entry.section;
            page.line(paint(BOLD, section));
        }
        let first = format!("  {}  ", paint(INK, format!("{:<7}", entry.id.to_string())));
        page.lines(wrap(entry.headline(), page.width, &first, "           "));
    }
    match (&args.find, entries.len()) {
        (Some(words), 0) => page.line(format!("nothing in {} contains {words:?}", book.name())),
        (_, count) => {
            page.line(paint(DIM, format!("\n{count} entries of {}; referee rules ID shows one", ledger.title)))
        }
    }
    Ok(())
}

fn kind_of(kind: RuleKind) -> Kind {
    match kind {
        RuleKind::Rule => Kind::Rule,
        RuleKind::Ruling => Kind::Ruling,
        RuleKind::Decision => Kind::Decision,
        RuleKind::Example => Kind::Example,
        RuleKind::Probability => Kind::Probability,
    }
}

fn one(book: &'static dyn Book, entry: &'static Entry, page: &mut Page) -> Result<(), Fault> {
    let ledger = book.ledger();
    let naming: Vec<&Entry> = ledger.naming(entry.id).collect();
    let named: Vec<&Entry> = entry.mentions.iter().filter_map(|id| ledger.get(*id)).collect();
    let places = places_of(entry.id);
    if page.json {
        page.json(&json!({ "book": book.name(), "entry": entry, "named_by": naming, "places": places }));
        return Ok(());
    }
    let title = format!("{}  {}", paint(BOLD, entry.id), entry.section);
    page.line(format!(
        "{title}  {}",
        paint(DIM, format!("{} · rules/{}.md:{}", ledger.title, book.name(), entry.line))
    ));
    page.line("");
    say(entry, page, "  ");
    if entry.kind() != Kind::Rule {
        part("Concerns", named.iter().copied().filter(|entry| entry.kind() == Kind::Rule), page);
    }
    let titles = [
        (Kind::Ruling, "Rulings"),
        (Kind::Decision, "Decisions"),
        (Kind::Rule, "Named by rules"),
        (Kind::Example, "Worked examples"),
        (Kind::Probability, "Chances"),
    ];
    for (kind, title) in titles {
        let mut entries: Vec<&Entry> = naming.iter().copied().filter(|entry| entry.kind() == kind).collect();
        if kind != Kind::Rule {
            let more = named.iter().copied().filter(|other| other.kind() == kind);
            entries.extend(more.filter(|other| naming.iter().all(|known| known.id != other.id)));
        }
        part(title, entries.into_iter(), page);
    }
    kept("Kept in", places.iter().filter(|place| !place.tested), page);
    kept("Tested in", places.iter().filter(|place| place.tested), page);
    Ok(())
}

fn part<'e>(title: &str, entries: impl Iterator<Item = &'e Entry>, page: &mut Page) {
    for (index, entry) in entries.enumerate() {
        if index == 0 {
            page.line("");
            page.line(paint(BOLD, title));
        }
        page.line(format!("  {}  {}", paint(INK, entry.id), paint(DIM, &entry.section)));
        say(entry, page, "    ");
    }
}

/// What an entry says, at an indent.
fn say(entry: &Entry, page: &mut Page, indent: &str) {
    let width = page.width;
    let labelled = |page: &mut Page, label: &str, text: &str| {
        if !text.is_empty() && text != "None." {
            let first = format!("{indent}{} ", paint(DIM, label));
            page.lines(wrap(text, width, &first, &format!("{indent}  ")));
        }
    };
    match &entry.says {
        Says::Rule { text, source } => {
            page.lines(wrap(text, width, indent, indent));
            labelled(page, "source lines", source);
        }
        Says::Narrative { text } => page.lines(wrap(text, width, indent, indent)),
        Says::Ruling { question, ruling, why, alternative, switch } => {
            page.lines(wrap(question, width, indent, indent));
            page.lines(wrap(ruling, width, &format!("{indent}▸ "), &format!("{indent}  ")));
            labelled(page, "why", why);
            labelled(page, "or", alternative);
            if let Some(switch) = switch {
                let first = format!("{indent}{} {} = ", paint(DIM, "switch"), paint(MARK, &switch.name));
                page.lines(wrap(&switch.values, width, &first, &format!("{indent}  ")));
            }
        }
        Says::Decision { who, when, options } => {
            page.lines(wrap(&format!("{who}, {when}: {options}"), width, indent, indent));
        }
        Says::Example { setup, dice, expected } => {
            page.lines(wrap(setup, width, indent, indent));
            labelled(page, "dice", dice);
            page.lines(wrap(expected, width, &format!("{indent}▸ "), &format!("{indent}  ")));
        }
        Says::Probability { what, headings, rows } => {
            page.lines(wrap(what, width, indent, indent));
            match &rows[..] {
                [row] => page.lines(wrap(&row.join("; "), width, &format!("{indent}▸ "), &format!("{indent}  "))),
                rows => {
                    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
                    let most = rows.iter().map(Vec::len).max().unwrap_or(0).max(headings.len());
                    let mut columns = Columns::new(&vec![Align::Left; most]).headed(&headings);
                    for row in rows {
                        columns.row(row.iter().map(|cell| Cell::from(cell.as_str())));
                    }
                    page.lines(columns.lines(indent));
                }
            }
        }
    }
}

/// Places, file by file with their lines.
fn kept<'p>(title: &str, places: impl Iterator<Item = &'p Place>, page: &mut Page) {
    let mut files: Vec<(&str, Vec<String>)> = Vec::new();
    for place in places {
        match files.last_mut() {
            Some((file, lines)) if *file == place.file => lines.push(place.line.to_string()),
            _ => files.push((place.file, vec![place.line.to_string()])),
        }
    }
    if !files.is_empty() {
        page.line("");
        page.line(paint(BOLD, title));
    }
    for (file, lines) in files {
        page.line(format!("  {file}:{}", lines.join(", ")));
    }
}
