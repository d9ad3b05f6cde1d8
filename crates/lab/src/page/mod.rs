//! A report as one page that shows everywhere: no scripts, nothing loaded, light and dark, printable.

mod parts;

use crate::{
    Interval, PairReport, Report,
    chart::{self, Bar, escape},
};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

/// The page of a report.
pub fn page(name: &str, report: &Report) -> String {
    let mut body = heading(name, report);
    parts::wins(report, &mut body);
    parts::rounds(report, &mut body);
    parts::actors(report, &mut body);
    parts::deeds(report, &mut body);
    parts::answers(report, &mut body);
    parts::never(report, &mut body);
    whole(name, &body)
}

/// The page of a comparison.
pub fn page_of_pair(names: [&str; 2], pair: &PairReport, reports: &[Report; 2]) -> String {
    let mut body = format!("<h1>{}</h1><p class=sub>against {}</p>", escape(names[0]), escape(names[1]));
    let _ = write!(body, "<p class=sub>{} pairs of fights with the same seeds</p>", pair.pairs);
    if pair.is_partial {
        body.push_str("<p class=partial>Interrupted: this result is incomplete.</p>");
    }
    body.push_str("<h2>What differs</h2><div class=big>");
    for side in &pair.sides {
        let difference = &side.difference;
        let verdict = if difference.holds(0.0) { "not significant" } else { "significant" };
        let _ = write!(
            body,
            "<div class=tile><span>{} wins</span><b>{:+.1}</b><span>points, {:+.1} to {:+.1}: {verdict}</span></div>",
            escape(&side.name),
            100.0 * difference.value,
            100.0 * difference.low,
            100.0 * difference.high
        );
    }
    let rounds = &pair.rounds;
    let _ = write!(
        body,
        "<div class=tile><span>rounds</span><b>{:+.2}</b><span>{:+.2} to {:+.2}</span></div></div>",
        rounds.value, rounds.low, rounds.high
    );
    let row = |label: String, rate: &Interval, colour: usize| Bar {
        label,
        value: rate.value,
        range: Some((rate.low, rate.high)),
        text: parts::percent(rate),
        colour,
    };
    let bars: Vec<Bar> = pair
        .sides
        .iter()
        .enumerate()
        .flat_map(|(at, side)| {
            [row(format!("{}, one", side.name), &side.one, at), row(format!("{}, other", side.name), &side.other, at)]
        })
        .collect();
    let _ = write!(body, "<div class=scroll>{}</div>", chart::bars("win rates", &bars, 1.0));
    for (name, report) in names.iter().zip(reports) {
        let _ = write!(body, "<h2>{}</h2>", escape(name));
        parts::rounds(report, &mut body);
        parts::actors(report, &mut body);
    }
    whole(names[0], &body)
}

fn heading(name: &str, report: &Report) -> String {
    let mut text = format!("<h1>{}</h1>", escape(name));
    let players: Vec<String> =
        report.sides.iter().map(|side| format!("{} by {}", escape(&side.name), escape(&side.policy))).collect();
    let _ = write!(
        text,
        "<p class=sub>{}, {} fights, seed {}; {}</p>",
        escape(&report.book),
        report.fights,
        report.seed,
        players.join(", ")
    );
    if report.is_partial {
        let _ = write!(text, "<p class=partial>Incomplete: {} of {} fights.</p>", report.fights, report.runs);
    }
    text
}

fn whole(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport content=\"width=device-width,\
         initial-scale=1\"><title>{}</title><style>{}{STYLE}</style></head><body><main>{body}<footer>Intervals are at \
         95%: Wilson's for rates, normal for means. Made by referee; the same scene, policies and seed give the same \
         page.</footer></main></body></html>\n",
        escape(title),
        chart::STYLE
    )
}
