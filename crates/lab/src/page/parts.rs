//! The parts of a page.

use crate::{
    ActorReport, Came, Counts, Interval, Report,
    chart::{self, Bar, escape},
};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A rate with its interval.
pub fn percent(rate: &Interval) -> String {
    format!("{:.1}% ({:.1} – {:.1})", 100.0 * rate.value, 100.0 * rate.low, 100.0 * rate.high)
}

/// The number of a side's colour.
fn colour(report: &Report, side: &str) -> usize {
    report.sides.iter().position(|known| known.name == side).unwrap_or(5)
}

fn bar(label: &str, rate: &Interval, colour: usize) -> Bar {
    let range = Some((rate.low, rate.high));
    Bar { label: label.to_owned(), value: rate.value, range, text: percent(rate), colour }
}

fn shares(counts: &Counts) -> Vec<(i64, f64)> {
    let all = counts.all().max(1) as f64;
    counts.iter().map(|(number, count)| (number, count as f64 / all)).collect()
}

/// Who wins.
pub fn wins(report: &Report, body: &mut String) {
    body.push_str("<div class=big>");
    for side in &report.sides {
        let _ = write!(
            body,
            "<div class=tile><span>{} wins</span><b>{:.1}%</b><span>{:.1} – {:.1}</span></div>",
            escape(&side.name),
            100.0 * side.rate.value,
            100.0 * side.rate.low,
            100.0 * side.rate.high
        );
    }
    let _ = write!(
        body,
        "<div class=tile><span>rounds</span><b>{:.1}</b><span>{:.1} acts</span></div>",
        report.rounds_mean.value, report.acts_mean.value
    );
    if let Some(first) = &report.first {
        let rate = &first.rate;
        let _ = write!(
            body,
            "<div class=tile><span>the first to act wins</span><b>{:.1}%</b><span>{:.1} – {:.1} of the decided</span></div>",
            100.0 * rate.value,
            100.0 * rate.low,
            100.0 * rate.high
        );
    }
    body.push_str("</div><h2>Who wins</h2>");
    let mut bars: Vec<Bar> =
        report.sides.iter().enumerate().map(|(at, side)| bar(&side.name, &side.rate, at)).collect();
    bars.push(bar("nobody", &report.drawn, 5));
    if report.undecided.value > 0.0 {
        bars.push(bar("undecided", &report.undecided, 5));
    }
    let _ = write!(body, "<div class=scroll>{}</div>", chart::bars("win rates", &bars, 1.0));
    let Some(first) = &report.first else { return };
    for (side, advantage) in &first.advantage {
        let _ = write!(
            body,
            "<p>When it acts first, {} wins {:+.1} points more often ({:+.1} to {:+.1}).</p>",
            escape(side),
            100.0 * advantage.value,
            100.0 * advantage.low,
            100.0 * advantage.high
        );
    }
}

/// How long it takes.
pub fn rounds(report: &Report, body: &mut String) {
    let _ = write!(
        body,
        "<h2>How long it takes</h2><p>{:.2} rounds on average ± {:.2}, half of the fights {} to {}.</p><div \
         class=scroll>{}</div>",
        report.rounds_mean.value,
        report.rounds_mean.error(),
        report.rounds.quantile(0.25).unwrap_or(0),
        report.rounds.quantile(0.75).unwrap_or(0),
        chart::columns("rounds of a fight", &shares(&report.rounds), 0, (720.0, 180.0))
    );
}

/// Who falls, when, and what is left of everybody.
pub fn actors(report: &Report, body: &mut String) {
    body.push_str("<h2>Who falls</h2>");
    let bars: Vec<Bar> =
        report.actors.iter().map(|actor| bar(&actor.name, &actor.fallen, colour(report, &actor.side))).collect();
    let _ = write!(body, "<div class=scroll>{}</div>", chart::bars("out at the end", &bars, 1.0));
    body.push_str("<h2>At the end of the fight</h2><div class=cards>");
    for actor in &report.actors {
        card(report, actor, body);
    }
    body.push_str("</div>");
    let given: Vec<_> = report.given.iter().filter_map(|given| Some((given, given.mean?))).collect();
    if given.is_empty() {
        return;
    }
    body.push_str("<h2>What they do to each other</h2>");
    let most = given.iter().map(|(_, mean)| mean.value).fold(0.0, f64::max);
    let bars: Vec<Bar> = given
        .iter()
        .map(|(given, mean)| Bar {
            label: format!("{} by {}", given.measure, given.side),
            value: mean.value,
            range: Some((mean.low, mean.high)),
            text: format!("{:.2} ± {:.2} a fight", mean.value, mean.error()),
            colour: colour(report, &given.side),
        })
        .collect();
    let _ = write!(body, "<div class=scroll>{}</div>", chart::bars("given in a fight", &bars, most * 1.1));
}

fn card(report: &Report, actor: &ActorReport, body: &mut String) {
    let colour = colour(report, &actor.side);
    let _ = write!(
        body,
        "<div class=card><h3><span class=dot style=\"background:var(--s{})\"></span>{} <small>{}</small></h3>",
        colour % 6,
        escape(&actor.name),
        escape(&actor.side)
    );
    if let Some(mean) = &actor.fell_in_mean {
        let _ = write!(body, "<small>falls in round {:.1} ± {:.1}</small><br>", mean.value, mean.error());
        body.push_str(&chart::columns("round of the fall", &shares(&actor.fell_in), colour, (260.0, 70.0)));
    }
    for gauge in &actor.left {
        let _ = write!(
            body,
            "<br><small>{} at the end: {:.2} ± {:.2}{}</small><br>{}",
            escape(&gauge.name),
            gauge.mean.value,
            gauge.mean.error(),
            gauge.most().map(|most| format!(" of {most}")).unwrap_or_default(),
            chart::columns(&gauge.name, &shares(&gauge.values), colour, (260.0, 70.0))
        );
    }
    for taken in &actor.taken {
        let parts: Vec<String> =
            taken.values.iter().map(|(word, part)| format!("{} {:.1}%", escape(word), 100.0 * part.value)).collect();
        let mean = taken.mean.map(|mean| format!("{:.2} ± {:.2} a fight", mean.value, mean.error()));
        let told = mean.unwrap_or_else(|| parts.join(", "));
        let _ = write!(body, "<br><small>{}: {told}</small>", escape(&taken.measure));
    }
    body.push_str("</div>");
}

/// Every word of every measure, so that a word has one colour on the whole page.
struct Words<'r>(BTreeMap<&'r str, Vec<&'r str>>);

impl<'r> Words<'r> {
    fn of(all: impl Iterator<Item = &'r Came>) -> Self {
        let mut measures: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for came in all {
            let words = measures.entry(&came.measure).or_default();
            if !words.contains(&came.word.as_str()) {
                words.push(&came.word);
            }
        }
        Words(measures)
    }

    /// The last colour is that of what is left over.
    fn colour(&self, came: &Came) -> usize {
        let at = self.0.get(came.measure.as_str()).and_then(|words| words.iter().position(|word| *word == came.word));
        at.unwrap_or(0) % 5
    }
}

/// What came of something, a bar for each measure in words.
fn came(all: &[Came], colours: &Words<'_>) -> String {
    let mut measures: BTreeMap<&str, Vec<&Came>> = BTreeMap::new();
    for came in all {
        measures.entry(&came.measure).or_default().push(came);
    }
    let mut text = String::new();
    for (measure, words) in measures {
        let known: f64 = words.iter().map(|came| came.part.value).sum();
        let mut parts: Vec<(String, f64, usize)> =
            words.iter().map(|came| (came.word.clone(), came.part.value, colours.colour(came))).collect();
        if known < 0.9995 {
            parts.push(("–".to_owned(), 1.0 - known, 5));
        }
        let _ = write!(text, "<small>{}</small><br>{}<br>", escape(measure), chart::stacked(measure, &parts, 360.0));
    }
    text
}

/// What they did.
pub fn deeds(report: &Report, body: &mut String) {
    if report.deeds.is_empty() {
        return;
    }
    body.push_str("<h2>Acts and their results</h2>");
    if report.watched < report.fights {
        let _ = write!(body, "<p class=sub>Details of {} fights.</p>", report.watched);
    }
    body.push_str(
        "<div class=scroll><table><tr><th>act<th>side<th class=n>a fight<th class=n>in fights<th class=n>then \
         won<th>what comes of it</tr>",
    );
    let words = Words::of(report.deeds.iter().flat_map(|deed| &deed.came));
    for deed in &report.deeds {
        let _ = write!(
            body,
            "<tr><td><b>{}</b><td>{}<td class=n>{:.2}<td class=n>{}<td class=n>{}<td>{}</tr>",
            escape(&deed.act),
            escape(&deed.side),
            deed.per_fight,
            percent(&deed.used),
            deed.won.as_ref().map(percent).unwrap_or_default(),
            came(&deed.came, &words)
        );
    }
    body.push_str("</table></div>");
}

/// What they answered.
pub fn answers(report: &Report, body: &mut String) {
    if report.answers.is_empty() {
        return;
    }
    body.push_str(
        "<h2>What they decide when asked</h2><div class=scroll><table><tr><th>question<th>side<th>answer<th \
         class=n>chosen<th class=n>then won<th>what comes of the act</tr>",
    );
    let words = Words::of(report.answers.iter().flat_map(|answer| &answer.came));
    for answer in &report.answers {
        let _ = write!(
            body,
            "<tr><td>{}<td>{}<td><b>{}</b><td class=n>{}<td class=n>{}<td>{}</tr>",
            escape(&answer.question),
            escape(&answer.side),
            escape(&answer.option),
            percent(&answer.chosen),
            answer.won.as_ref().map(percent).unwrap_or_default(),
            came(&answer.came, &words)
        );
    }
    body.push_str("</table></div>");
}

/// What nobody tried.
pub fn never(report: &Report, body: &mut String) {
    if report.never_used.is_empty() {
        return;
    }
    body.push_str("<h2>Possible, but never used</h2><p>");
    for (side, verb) in &report.never_used {
        let _ = write!(body, "<span class=chip>{} <small>{}</small></span>", escape(verb), escape(side));
    }
    body.push_str("</p>");
}
