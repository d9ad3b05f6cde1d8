//! Fights a second in every ready scene of every book, how much two cores help, and how quick the odds of any offer are.

use referee_engine::{Filled, Reactions, Seat, door::Source};
use referee_lab::{Batch, Goal, Plan};
use referee_shelf::{Fights, OpenTable, books, complete, open_scene};
use std::time::Instant;

/// Four against four without a map, one blow a turn: the scene of the peers.
const SKIRMISH: &str = include_str!("../skirmish.toml");

/// Fights of a run in which learning no longer weighs much.
const LONG_RUN: u64 = 20_000_000;

/// Prints all of it. The line that begins with `skirmish` is read by `battle_peers.py`.
pub fn all() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!(
        "Fights a second, bold sides, one core and {cores}; the odds of an offer, median and slowest (goal 1 and 5 ms)"
    );
    for book in books() {
        for ready in book.scenes() {
            let Ok(table) = open_scene(&ready.source(), [0; 32]) else { continue };
            let name = format!("{}:{}", ready.book, ready.name);
            let Ok(fights) = table.fights(&vec![(None, "bold".to_owned())]) else { continue };
            let one = rate(&*fights, ready.text, 1);
            let many = rate(&*fights, ready.text, cores);
            let mut times = odds(&*table);
            times.sort_by(f64::total_cmp);
            let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
            let slowest = times.last().copied().unwrap_or(0.0);
            println!(
                "  {name:<36} {one:>10.0} {many:>10.0}  × {:.2}   {:>5} offers {median:>8.2} {slowest:>8.2} ms",
                many / one,
                times.len()
            );
        }
    }
    skirmish();
}

/// The skirmish of the peers.
pub fn skirmish() {
    let Ok(table) = open_scene(&Source::new("skirmish.toml", SKIRMISH), [0; 32]) else { return };
    let Ok(fights) = table.fights(&vec![(None, "bold".to_owned())]) else { return };
    let by_the_rules = rate(&*fights, SKIRMISH, 1);
    let start = Instant::now();
    let plan = Plan { watch_every: 0, ..Plan::new(&*fights, SKIRMISH, 1, LONG_RUN) };
    Batch::new(&*fights, plan).threads(1).run(&|_| {}).expect("fights");
    let in_all = LONG_RUN as f64 / start.elapsed().as_secs_f64();
    println!("skirmish {in_all:.0} fights a second on one core in a run of {LONG_RUN} (goal 1000000)");
    println!("  by the rules alone, as short runs are fought: {by_the_rules:.0}");
    let plan = Plan { watch_every: 0, ..Plan::new(&*fights, SKIRMISH, 1, 100_000_000) };
    let start = Instant::now();
    let outcome = Batch::new(&*fights, plan).until(Goal::Error(0.005)).run(&|_| {}).expect("fights");
    let ms = start.elapsed().as_secs_f64() * 1e3;
    println!("  its win rate to ±0.5 %: {} fights in {ms:.0} ms (goal 100)", outcome.tally.fights);
}

/// Fights a second: the best of three batches that take some tenths of a second each.
fn rate(fights: &dyn Fights, scene: &str, threads: usize) -> f64 {
    let time = |runs: u64| {
        let plan = Plan { watch_every: 0, ..Plan::new(fights, scene, 1, runs) };
        let start = Instant::now();
        Batch::new(fights, plan).threads(threads).run(&|_| {}).expect("fights");
        start.elapsed().as_secs_f64()
    };
    let mut runs = 64;
    while time(runs) < 0.2 && runs < 1 << 24 {
        runs *= 2;
    }
    runs as f64 / (0..3).map(|_| time(runs)).fold(f64::MAX, f64::min)
}

/// Milliseconds for the odds of each offer that is aimed or needs nothing, whoever may react doing what is best.
fn odds(table: &dyn OpenTable) -> Vec<f64> {
    let mut times = Vec::new();
    for offer in table.offers(Seat::Gm).into_iter().filter(|offer| offer.refused.is_none() && offer.actor.is_some()) {
        let start = Filled::of(&offer.verb, offer.actor);
        let Some(filled) = complete(table, Seat::Gm, start) else { continue };
        let begin = Instant::now();
        if table.odds(Seat::Gm, &filled, Reactions::Best.into()).is_ok() {
            times.push(begin.elapsed().as_secs_f64() * 1e3);
        }
    }
    times
}
