//! A report in the terminal.

use super::partial;
use crate::{
    commands::progress::thousands,
    screen::{Align, BOLD, Cell, Columns, DIM, INK, MARK, Page, bar, paint, percent},
};
use referee_lab::{ActorReport, Came, Counts, Interval, Report};
use std::collections::BTreeMap;

const LEFT: Align = Align::Left;
const RIGHT: Align = Align::Right;

/// Prints a report.
pub fn print(name: &str, report: &Report, seconds: Option<f64>, page: &mut Page) {
    let rate = seconds.filter(|seconds| *seconds > 0.0).map(|seconds| (report.fights as f64 / seconds) as u64);
    let rate = rate.map(|rate| format!(", {} per second", thousands(rate))).unwrap_or_default();
    let about = format!("{} fights, seed {}{rate}", thousands(report.fights), report.seed);
    page.line(format!("{}  {}", paint(BOLD, name), paint(DIM, about)));
    partial(report, page);
    page.line("");
    sides(report, page);
    length(report, page);
    actors(report, page);
    uses(report, page);
    if !report.never_used.is_empty() {
        page.line("");
        let mut sides: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (side, verb) in &report.never_used {
            sides.entry(verb).or_default().push(side);
        }
        let everybody = report.sides.len();
        let list: Vec<String> = sides
            .into_iter()
            .map(|(verb, sides)| match sides.len() == everybody {
                true => verb.to_owned(),
                false => format!("{verb} ({})", sides.join(", ")),
            })
            .collect();
        page.line(paint(MARK, "possible, but never used"));
        page.lines(crate::screen::wrap(&list.join(", "), page.width, "  ", "  "));
    }
}

fn interval(interval: &Interval) -> Cell {
    Cell::new(DIM, format!("{} – {}", percent(interval.low), percent(interval.high)))
}

fn sides(report: &Report, page: &mut Page) {
    let headings = ["side", "policy", "", "wins", "95% interval", "fights"];
    let mut columns = Columns::new(&[LEFT, LEFT, LEFT, RIGHT, LEFT, RIGHT]).headed(&headings);
    for side in &report.sides {
        columns.row([
            Cell::new(BOLD, &side.name),
            side.policy.as_str().into(),
            Cell::new(INK, bar(side.rate.value, 30, page.ascii)),
            percent(side.rate.value).into(),
            interval(&side.rate),
            thousands(side.wins).into(),
        ]);
    }
    for (name, part) in [("nobody", &report.drawn), ("undecided", &report.undecided)] {
        if part.value > 0.0 && report.fights > 0 {
            let bar = Cell::new(DIM, bar(part.value, 30, page.ascii));
            columns.row([name.into(), "".into(), bar, percent(part.value).into(), interval(part), "".into()]);
        }
    }
    page.lines(columns.lines(""));
    page.line("");
}

/// A mean with its interval, and the spread behind it.
fn mean(mean: &Interval, counts: Option<&Counts>) -> String {
    let spread = counts.and_then(|counts| {
        Some(format!(
            ", half of them {} to {}, all {} to {}",
            counts.quantile(0.25)?,
            counts.quantile(0.75)?,
            counts.least()?,
            counts.most()?
        ))
    });
    let error = if mean.error().is_finite() { format!(" ± {:.2}", mean.error()) } else { String::new() };
    format!("{:.2}{error} on average{}", mean.value, spread.unwrap_or_default())
}

fn length(report: &Report, page: &mut Page) {
    page.line(format!("rounds  {}", mean(&report.rounds_mean, Some(&report.rounds))));
    page.line(format!("acts    {}", mean(&report.acts_mean, None)));
    let Some(first) = &report.first else { return };
    let rate = &first.rate;
    let points = |part: f64| signed(100.0 * part, 1);
    page.line(format!(
        "first   the side that acts first wins {} of the decided fights ({} – {})",
        percent(rate.value),
        percent(rate.low),
        percent(rate.high)
    ));
    for (side, advantage) in &first.advantage {
        let range = format!("({} to {})", points(advantage.low), points(advantage.high));
        page.line(format!("        {side}: {} points when it acts first {range}", points(advantage.value)));
    }
}

fn actors(report: &Report, page: &mut Page) {
    page.line("");
    let headings = ["who", "out at the end", "95% interval", "in round", "at the end, on average", "taken, on average"];
    let mut columns = Columns::new(&[LEFT, RIGHT, LEFT, RIGHT, LEFT, LEFT]).headed(&headings);
    for actor in &report.actors {
        let when = actor.fell_in_mean.map(|mean| format!("{:.1}", mean.value)).unwrap_or_default();
        columns.row([
            Cell::new(BOLD, &actor.name),
            percent(actor.fallen.value).into(),
            interval(&actor.fallen),
            when.into(),
            left(actor).into(),
            Cell::new(DIM, taken(actor)),
        ]);
    }
    page.lines(columns.lines(""));
    for given in &report.given {
        if let Some(mean) = &given.mean {
            let error = if mean.error().is_finite() { format!(" ± {:.2}", mean.error()) } else { String::new() };
            page.line(format!("{} by {}: {:.2}{error} per fight", given.measure, given.side, mean.value));
        }
    }
}

fn left(actor: &ActorReport) -> String {
    let parts = actor.left.iter().map(|gauge| {
        let most = gauge.most().map(|most| format!("/{most}")).unwrap_or_default();
        format!("{} {:.1}{most}", gauge.name, gauge.mean.value)
    });
    parts.collect::<Vec<String>>().join(", ")
}

fn taken(actor: &ActorReport) -> String {
    let means = actor.taken.iter().filter_map(|taken| Some(format!("{} {:.2}", taken.measure, taken.mean?.value)));
    means.collect::<Vec<String>>().join(", ")
}

fn uses(report: &Report, page: &mut Page) {
    if report.watched == 0 {
        return;
    }
    page.line("");
    if report.watched < report.fights {
        page.line(paint(DIM, format!("details of {} fights", thousands(report.watched))));
    }
    let headings = ["did", "side", "per fight", "in fights", "then won", "results"];
    let mut columns = Columns::new(&[LEFT, LEFT, RIGHT, RIGHT, RIGHT, LEFT]).headed(&headings);
    for deed in &report.deeds {
        columns.row([
            Cell::new(BOLD, &deed.act),
            deed.side.as_str().into(),
            format!("{:.2}", deed.per_fight).into(),
            percent(deed.used.value).into(),
            // The game master does not win.
            deed.won.map(|won| percent(won.value)).unwrap_or_default().into(),
            Cell::new(DIM, came(&deed.came)),
        ]);
    }
    page.lines(columns.lines(""));
    if report.answers.is_empty() {
        return;
    }
    page.line("");
    let headings = ["answered", "to", "side", "chosen", "95% interval", "then won", "results"];
    let mut columns = Columns::new(&[LEFT, LEFT, LEFT, RIGHT, LEFT, RIGHT, LEFT]).headed(&headings);
    for answer in &report.answers {
        columns.row([
            Cell::new(BOLD, &answer.option),
            answer.question.as_str().into(),
            answer.side.as_str().into(),
            percent(answer.chosen.value).into(),
            interval(&answer.chosen),
            answer.won.map(|won| percent(won.value)).unwrap_or_default().into(),
            Cell::new(DIM, came(&answer.came)),
        ]);
    }
    page.lines(columns.lines(""));
}

/// The words of the measures, each with its part: `attack hit 43%`.
fn came(all: &[Came]) -> String {
    let worth = all.iter().filter(|came| came.part.value >= 0.005);
    let parts = worth.map(|came| format!("{} {} {:.0}%", came.measure, came.word, 100.0 * came.part.value));
    let parts: Vec<String> = parts.collect();
    if parts.len() > 5 { format!("{}, …", parts[..5].join(", ")) } else { parts.join(", ") }
}

/// A number with its sign.
pub fn signed(number: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", number.abs());
    let is_zero = text.chars().all(|c| matches!(c, '0' | '.'));
    match (is_zero, number < 0.0) {
        (true, _) => text,
        (_, true) => format!("−{text}"),
        (_, false) => format!("+{text}"),
    }
}
