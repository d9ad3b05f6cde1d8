//! `referee odds DICE`: the exact distribution.

use crate::{
    args,
    commands::roll::{read, reading},
    fault::Fault,
    screen::{Align, BOLD, Cell, Columns, DIM, GOOD, INK, Page, bar, paint, percent},
};
use referee_dice::{Chance, Distribution, notation::Sign};
use serde_json::{Value, json};

/// More rows than this are gathered into ranges, unless all are asked for.
const MOST_ROWS: usize = 40;
/// Longer fractions are left out of the table; `--json` has them.
const LONGEST_FRACTION: usize = 25;

/// A question about a total.
type Comparison = (Sign, i32);

fn holds((sign, number): Comparison, total: i32) -> bool {
    sign.holds(total.cmp(&number))
}

/// Works out the odds and prints them.
pub fn run(args: &args::Odds, page: &mut Page) -> Result<(), Fault> {
    if args.actor.is_some() {
        return Err(Fault::Usage("--as needs --do, such as --do 'attack target=bandit'".into()));
    }
    let whole = read(&args.what).map_err(|fault| hint_at_scene(fault, &args.what))?;
    let (expr, asked) = match (comparison(args), whole.question()) {
        (None, Some((expr, sign, number))) => (expr, Some((sign, number))),
        (asked, _) => (whole.clone(), asked),
    };
    // Dice that explode without end are followed past the number that is asked about.
    let odds = match asked {
        Some((_, number)) => expr.distribution_to(number),
        None => expr.distribution(),
    };
    let odds = odds.map_err(|error| Fault::TooLarge(format!("{expr}: {error}")))?;
    let answer = asked.map(|asked| (asked, odds.chance_of(|total| holds(asked, total))));
    if page.json {
        page.json(&to_json(&expr.to_string(), &whole.reading(), &odds, answer.as_ref()));
        return Ok(());
    }
    if let Some(((sign, number), chance)) = &answer {
        let question = format!("{expr} {} {number}", sign.text());
        let exactly = paint(DIM, if odds.error().is_zero() { fraction(chance) } else { String::new() });
        page.line(format!("{}  {}  {exactly}", paint(BOLD, question), paint(GOOD.bold(), percent(chance.to_f64()))));
    } else {
        page.line(paint(BOLD, &expr));
    }
    reading(&whole, page);
    let mean = odds.mean();
    let exactly = if odds.is_mean_exact() { format!(" ({mean})") } else { String::new() };
    let (lowest, highest) = (odds.lowest(), odds.highest());
    let range = match (odds.lower_tail().is_some(), odds.upper_tail().is_some()) {
        (false, false) => format!("{lowest} to {highest}"),
        (false, true) => format!("{lowest} or more"),
        (true, false) => format!("{highest} or less"),
        (true, true) => "any total".to_owned(),
    };
    let spread = format!("mean {:.4}{exactly} · sd {:.4} · {range}", mean.to_f64(), odds.sd());
    page.line(paint(DIM, spread));
    if !odds.error().is_zero() {
        let error = odds.error().to_f64();
        page.line(paint(DIM, format!("unlimited explosions: each chance is accurate to {error:.0e}")));
    }
    page.line("");
    table(&odds, asked, args.all, page);
    Ok(())
}

fn comparison(args: &args::Odds) -> Option<Comparison> {
    let signs = [
        (Sign::AtLeast, args.at_least),
        (Sign::Above, args.over),
        (Sign::AtMost, args.at_most),
        (Sign::Below, args.under),
    ];
    signs.into_iter().find_map(|(sign, number)| Some((sign, number?)))
}

fn hint_at_scene(fault: Fault, what: &str) -> Fault {
    let looks_like_scene = what.contains(':') || what.ends_with(".toml") || what.ends_with(".journal");
    match fault {
        Fault::Usage(_) if looks_like_scene => Fault::Usage(format!(
            "{what} looks like a scene; say who does what: referee odds {what} --as NAME --do 'attack target=…'"
        )),
        fault => fault,
    }
}

/// A row of the table: one total, or a range of them.
struct Row {
    name: String,
    chance: Chance,
    at_least: Chance,
    picked: bool,
}

fn table(odds: &Distribution, asked: Option<Comparison>, all: bool, page: &mut Page) {
    let rows = rows(odds, asked, all);
    let most = rows.iter().map(|row| row.chance.to_f64()).fold(0.0, f64::max);
    let right = Align::Right;
    let mut columns = Columns::new(&[right, Align::Left, right, right, right, right])
        .headed(&["total", "", "chance", "", "at least", ""]);
    for row in &rows {
        let style = if row.picked { BOLD } else { DIM };
        let (chance, at_least) = (row.chance.to_f64(), row.at_least.to_f64());
        let length = if most > 0.0 { chance / most } else { 0.0 };
        let exactly = |chance: &Chance| if odds.error().is_zero() { fraction(chance) } else { String::new() };
        columns.row([
            Cell::new(style, &row.name),
            Cell::new(if row.picked { GOOD } else { INK }, bar(length, 30, page.ascii)),
            percent(chance).into(),
            Cell::new(DIM, exactly(&row.chance)),
            percent(at_least).into(),
            Cell::new(DIM, exactly(&row.at_least)),
        ]);
    }
    page.lines(columns.lines(""));
    if rows.len() < odds.len() {
        page.line(paint(DIM, format!("{} totals in ranges; --all shows each", odds.len())));
    }
}

fn rows(odds: &Distribution, asked: Option<Comparison>, all: bool) -> Vec<Row> {
    let chances: Vec<(i32, Chance)> = odds.chances().collect();
    let a_row = if all { 1 } else { chances.len().div_ceil(MOST_ROWS) };
    let mut at_least = Chance::ZERO;
    let mut rows = Vec::new();
    for part in chances.rchunks(a_row) {
        let chance: Chance = part.iter().map(|(_, chance)| chance.clone()).sum();
        at_least += &chance;
        let (low, high) = (part[0].0, part[part.len() - 1].0);
        let is_last = rows.is_empty() && odds.upper_tail().is_some();
        let is_first = low == odds.lowest() && odds.lower_tail().is_some();
        let range = if low == high { low.to_string() } else { format!("{low}–{high}") };
        let name = match (is_first, is_last) {
            (true, true) => "any".to_owned(),
            (true, false) => format!("{range} or less"),
            (false, true) => format!("{range} or more"),
            (false, false) => range,
        };
        let picked = asked.is_none_or(|asked| part.iter().any(|(total, _)| holds(asked, *total)));
        rows.push(Row { name, chance, at_least: at_least.clone(), picked });
    }
    rows.reverse();
    rows
}

/// A fraction in lowest terms, if it is short enough for a table.
pub fn fraction(chance: &Chance) -> String {
    let text = chance.short().map(|chance| chance.to_string()).unwrap_or_default();
    if text.len() <= LONGEST_FRACTION { text } else { String::new() }
}

/// An exact fraction, if it has no thousands of digits, with its decimal beside it.
fn both(chance: &Chance) -> Value {
    let exact = (!chance.is_long()).then(|| chance.to_string());
    json!({ "exact": exact, "decimal": chance.to_f64() })
}

fn to_json(expr: &str, reading: &str, odds: &Distribution, answer: Option<&(Comparison, Chance)>) -> Value {
    let mut at_least = Chance::ZERO;
    let chances: Vec<(i32, Chance)> = odds.chances().collect();
    let mut outcomes: Vec<Value> = chances
        .iter()
        .rev()
        .map(|(total, chance)| {
            at_least += chance;
            json!({
                "total": total,
                "chance": both(chance),
                "at_least": both(&at_least),
            })
        })
        .collect();
    outcomes.reverse();
    let mean = odds.mean();
    let mut value = json!({
        "expression": expr,
        "reading": reading,
        "mean": { "exact": odds.is_mean_exact().then(|| mean.to_string()), "decimal": mean.to_f64() },
        "sd": odds.sd(),
        "outcomes": outcomes,
    });
    if let Some((from, chance)) = odds.upper_tail() {
        value["tail"] = json!({ "from": from, "chance": both(&chance) });
    }
    if let Some((to, chance)) = odds.lower_tail() {
        value["lower_tail"] = json!({ "to": to, "chance": both(&chance) });
    }
    if !odds.error().is_zero() {
        value["error"] = json!(odds.error().to_f64());
    }
    if let Some(((sign, number), chance)) = answer {
        value["answer"] = json!({
            "comparison": sign.text(),
            "number": number,
            "chance": both(chance),
        });
    }
    value
}
