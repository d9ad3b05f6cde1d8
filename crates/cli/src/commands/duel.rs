//! `referee duel`: a whole fight, exactly.

use super::{
    progress::{self, Meter, thousands},
    simulate::{changes, part, playing},
};
use crate::{
    args,
    fault::Fault,
    plot, scene,
    screen::{Align, BOLD, Cell, Columns, DIM, INK, MARK, Page, bar, paint, percent},
};
use referee_engine::{
    ActorCard, Seat, Side,
    duel::{Cut, Duel, Limits, Mass},
};
use referee_lab::{
    Batch, Plan, Report,
    chart::{self, Bar},
};
use referee_shelf::{OpenTable, Playing};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::atomic::Ordering};

/// Works it out and shows it.
pub fn run(args: &args::Duel, page: &mut Page) -> Result<(), Fault> {
    let opened = scene::open_changed(&args.scene, &changes(&args.set)?, Some(0))?;
    let playing = playing(&args.policies);
    let playing = if playing.is_empty() { vec![(None, "bold".to_owned())] } else { playing };
    let policies: Vec<String> = {
        let fights = opened.table.fights(&playing).map_err(super::simulate::usage)?;
        fights.lineup().sides.iter().map(|side| format!("{} by {}", side.name, side.policy)).collect()
    };
    let meter = Meter::new("tables");
    let within = part(&args.within).filter(|within| (0.0..0.5).contains(within)).ok_or_else(|| {
        Fault::Usage(format!(
            "{:?} is not a valid part to leave out; give a percentage below 50%, such as 0.1%",
            args.within
        ))
    })?;
    let limits = Limits { within, ..Limits::of(args.limit) };
    let duel = opened.table.duel(&playing, limits, &|now| {
        meter.tell(|| {
            let settled: Mass = now.won.values().copied().chain([now.drawn]).sum();
            let [tables, ways] = [now.tables, now.ways].map(|count| thousands(count as u64));
            format!("{tables} states, {ways} transitions, {} settled", percent(settled.to_f64()))
        });
        !progress::stop().load(Ordering::Relaxed)
    });
    meter.clear();
    let duel = duel?;
    // Where the bounds are wide, some fights tell between them.
    let is_wide = !duel.is_whole && duel.cut != Some(Cut::Unwanted) && duel.open.to_f64() > WIDE;
    let estimate = if is_wide { estimate(&*opened.table, &playing)? } else { None };
    let actors = opened.table.actors();
    let sides: BTreeMap<Side, String> =
        opened.table.view(Seat::Gm).sides.into_iter().map(|side| (side.side, side.name)).collect();
    if let Some(path) = &args.plot {
        plot::write(path, &picture(&duel, &sides, &actors))?;
    }
    if page.json {
        page.json(&to_json(&opened.name, &duel, &sides, &actors, &policies, estimate.as_ref()));
    } else {
        page.line(format!("{}  {}", paint(BOLD, &opened.name), paint(DIM, policies.join(", "))));
        print(&duel, &sides, &actors, page);
        estimate.iter().for_each(|estimate| print_estimate(estimate, page));
    }
    if duel.is_whole {
        return Ok(());
    }
    page.flush();
    let tables = thousands(duel.tables as u64);
    if duel.cut == Some(Cut::Unwanted) {
        return Err(Fault::Stopped(format!("interrupted after {tables} states; the results so far are bounds")));
    }
    let policies: Vec<String> = args.policies.iter().map(|policy| format!(" --policy {policy}")).collect();
    let policies = if policies.is_empty() { " --policy bold".to_owned() } else { policies.concat() };
    let (why, more) = match duel.cut {
        Some(Cut::Act) => (format!("one act has more than {} outcomes", thousands(limits.ways as u64)), "Simulate"),
        Some(Cut::Acts) => (format!("the fight takes more than {} acts", thousands(limits.acts as u64)), "Simulate"),
        _ => {
            let ways = thousands(duel.ways as u64);
            let why = format!("the whole fight has more than {tables} states and {ways} transitions");
            (why, "Raise --limit, leave out rare states with --within 0.1%, or simulate")
        }
    };
    let scene = &args.scene;
    Err(Fault::TooLarge(format!(
        "{why}; the results above are bounds.\n{more} it: referee simulate {scene} --error 0.5%{policies}"
    )))
}

/// With more of a fight open than this, its bounds say little.
const WIDE: f64 = 0.1;

/// So many fights are counted then: each rate is known to some two percent.
const COUNTED: u64 = 2_000;

/// How often each side wins in some fights. Nothing where a side thinks: that would take too long.
fn estimate(table: &dyn OpenTable, playing: &Playing) -> Result<Option<Report>, Fault> {
    let fights = table.fights(playing).map_err(super::simulate::usage)?;
    if fights.lineup().sides.iter().any(|side| side.policy == "best") {
        return Ok(None);
    }
    let plan = Plan { watch_every: 0, ..Plan::new(&*fights, "", 1, COUNTED) };
    let outcome = Batch::new(&*fights, plan).stopped_by(progress::stop()).run(&|_| {})?;
    Ok(Some(Report::of(&outcome)))
}

fn print_estimate(report: &Report, page: &mut Page) {
    page.line("");
    page.line(format!("{}  {} fights, seed 1", paint(BOLD, "simulated"), thousands(report.fights)));
    let mut columns = Columns::new(&[Align::Left, Align::Right, Align::Left]);
    for side in &report.sides {
        let interval = format!("{} – {}", percent(side.rate.low), percent(side.rate.high));
        columns.row([format!("{} wins", side.name).into(), percent(side.rate.value).into(), Cell::new(DIM, interval)]);
    }
    page.lines(columns.lines("  "));
}

fn name<'n>(sides: &'n BTreeMap<Side, String>, side: &Side) -> &'n str {
    sides.get(side).map_or("a side", String::as_str)
}

fn print(duel: &Duel, sides: &BTreeMap<Side, String>, actors: &[ActorCard], page: &mut Page) {
    let open = duel.open.to_f64();
    page.line(paint(
        DIM,
        format!(
            "{} states, {} transitions, {} merged",
            thousands(duel.tables as u64),
            thousands(duel.ways as u64),
            thousands(duel.merged as u64)
        ),
    ));
    page.line("");
    let mut columns = Columns::new(&[Align::Left, Align::Left, Align::Right, Align::Left]);
    for side in sides.keys() {
        let part = duel.won.get(side).copied().unwrap_or_default().to_f64();
        let upto = if duel.is_whole { String::new() } else { format!("to {}", percent(part + open)) };
        columns.row([
            Cell::new(BOLD, format!("{} wins", name(sides, side))),
            Cell::new(INK, bar(part, 30, page.ascii)),
            percent(part).into(),
            Cell::new(DIM, upto),
        ]);
    }
    if duel.drawn > Mass::ZERO {
        let part = duel.drawn.to_f64();
        columns.row(["nobody wins".into(), Cell::new(INK, bar(part, 30, page.ascii)), percent(part).into(), "".into()]);
    }
    page.lines(columns.lines(""));
    let word = if duel.is_whole { "off by at most" } else { "not settled:" };
    let style = if duel.is_whole { DIM } else { MARK };
    let off = open + duel.error.to_f64();
    let amount = if duel.is_whole && off < 1e-4 { format!("{off:.1e}") } else { percent(off) };
    page.line(paint(style, format!("{word} {amount}")));
    page.line("");
    let all: f64 = duel.rounds.values().map(|mass| mass.to_f64()).sum();
    if all <= 0.0 {
        return;
    }
    let mean: f64 = duel.rounds.iter().map(|(round, mass)| f64::from(*round) * mass.to_f64()).sum::<f64>() / all;
    page.line(format!("{}  {mean:.3} on average", paint(BOLD, "rounds")));
    page.lines(distribution(duel.rounds.iter().map(|(round, mass)| (i64::from(*round), *mass)), page.ascii));
    for card in actors {
        let fallen = duel.fallen.get(&card.id).copied().unwrap_or_default();
        page.line("");
        page.line(format!("{}  out at the end in {}", paint(BOLD, &card.name), percent(fallen.to_f64())));
        for (gauge, values) in duel.gauges.iter().zip(&duel.values).filter(|(gauge, _)| gauge.actor == card.id) {
            page.line(paint(DIM, format!("{} of {}", gauge.name, gauge.max)));
            page.lines(distribution(values.iter().map(|(value, mass)| (i64::from(*value), *mass)), page.ascii));
        }
    }
}

/// The likely numbers, each with a bar; what is rarer than one in a thousand is put together.
fn distribution(values: impl Iterator<Item = (i64, Mass)>, ascii: bool) -> Vec<String> {
    let mut columns = Columns::new(&[Align::Right, Align::Left, Align::Right]);
    let mut rest = 0.0;
    for (value, mass) in values {
        let part = mass.to_f64();
        if part < 0.001 {
            rest += part;
            continue;
        }
        columns.row([value.to_string().into(), Cell::new(INK, bar(part, 30, ascii)), percent(part).into()]);
    }
    if rest > 0.0 {
        columns.row([Cell::new(DIM, "others"), "".into(), Cell::new(DIM, percent(rest))]);
    }
    columns.lines("  ")
}

fn picture(duel: &Duel, sides: &BTreeMap<Side, String>, actors: &[ActorCard]) -> String {
    let bars: Vec<Bar> = sides
        .iter()
        .map(|(side, name)| {
            let part = duel.won.get(side).copied().unwrap_or_default().to_f64();
            let range = (!duel.is_whole).then(|| (part, part + duel.open.to_f64()));
            Bar { label: name.clone(), value: part, range, text: percent(part), colour: usize::from(side.0) }
        })
        .collect();
    let numbers = |values: Vec<(i64, f64)>, title: &str, colour| chart::columns(title, &values, colour, (640.0, 130.0));
    let rounds = duel.rounds.iter().map(|(round, mass)| (i64::from(*round), mass.to_f64())).collect();
    let mut pictures = vec![
        ("who wins".to_owned(), chart::bars("who wins", &bars, 1.0)),
        ("rounds".to_owned(), numbers(rounds, "rounds", 0)),
    ];
    for (gauge, values) in duel.gauges.iter().zip(&duel.values) {
        let card = actors.iter().find(|card| card.id == gauge.actor);
        let title = format!("{}: {} at the end", card.map_or("", |card| &card.name), gauge.name);
        let values = values.iter().map(|(value, mass)| (i64::from(*value), mass.to_f64())).collect();
        let colour = card.map_or(0, |card| usize::from(card.side.0));
        pictures.push((title.clone(), numbers(values, &title, colour)));
    }
    chart::stack(&pictures)
}

fn to_json(
    scene: &str,
    duel: &Duel,
    sides: &BTreeMap<Side, String>,
    actors: &[ActorCard],
    policies: &[String],
    estimate: Option<&Report>,
) -> Value {
    let list = |values: &BTreeMap<i32, Mass>| -> Vec<(i32, f64)> {
        values.iter().map(|(value, mass)| (*value, mass.to_f64())).collect()
    };
    let key = |actor| actors.iter().find(|card| card.id == actor).map(|card| card.key.clone());
    let won = sides.iter().map(
        |(side, name)| json!({ "side": name, "chance": duel.won.get(side).copied().unwrap_or_default().to_f64() }),
    );
    let left = duel.gauges.iter().zip(&duel.values).map(|(gauge, values)| {
        json!({ "actor": key(gauge.actor), "gauge": gauge.name, "max": gauge.max, "values": list(values) })
    });
    let fallen = duel.fallen.iter().map(|(actor, mass)| json!({ "actor": key(*actor), "chance": mass.to_f64() }));
    let rounds: Vec<(u32, f64)> = duel.rounds.iter().map(|(round, mass)| (*round, mass.to_f64())).collect();
    json!({
        "scene": scene,
        "policies": policies,
        "is_whole": duel.is_whole,
        "won": won.collect::<Vec<_>>(),
        "drawn": duel.drawn.to_f64(),
        "open": duel.open.to_f64(),
        "error": duel.error.to_f64(),
        "rounds": rounds,
        "left": left.collect::<Vec<_>>(),
        "fallen": fallen.collect::<Vec<_>>(),
        "tables": duel.tables,
        "ways": duel.ways,
        "merged": duel.merged,
        "counted": estimate.map(|report| json!({ "fights": report.fights, "sides": report.sides })),
    })
}
