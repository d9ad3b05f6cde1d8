//! Fights a second in every ready scene of every book, how much two cores help, and how quick the odds of any offer are.

use referee_bench::{ATTACKS, BATTLES, Battle};
use referee_engine::{
    Filled, Reactions, Seat,
    door::Source,
    fight::{Fought, Watch},
};
use referee_lab::{Batch, Goal, Plan};
use referee_shelf::{Fights, OpenTable, books, complete, open_scene};
use std::time::Instant;

use crate::instructions;

/// Four against four without a map, one blow a turn: the scene of the peers.
const SKIRMISH: &str = include_str!("../skirmish.toml");

/// Fights of a run in which learning no longer weighs much.
const LONG_RUN: u64 = 20_000_000;

/// Fights of a run whose instructions are counted, learning included.
const COUNTED_RUN: u64 = 4_000_000;

/// Fights of a run in which it hardly weighs what each thread has to learn for itself.
const BATTLE_RUN: u64 = 400_000;

/// Prints all of it. The line that begins with `skirmish` is read by `battle_peers.py`.
pub fn all() {
    let cores = cores();
    println!(
        "Fights a second, bold sides, one core and {cores}; the odds of an offer, median and slowest (goal 1 and 5 ms)"
    );
    for book in books() {
        for ready in book.scenes() {
            let Ok(table) = open_scene(&ready.source(), [0; 32]) else { continue };
            let name = format!("{}:{}", ready.book, ready.name);
            let Ok(fights) = table.fights(&vec![(None, "bold".to_owned())]) else { continue };
            let [one, many] =
                rates(&*fights, ready.text, some_tenths(&*fights, ready.text), [1, cores]).map(|[best, _]| best);
            let mut times = Vec::from_iter(odds(&*table).into_iter().map(|(_, milliseconds)| milliseconds));
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
    battles();
    skirmish();
    turns();
}

/// Full fights, four against four on a map, in every book.
pub fn battles() {
    let cores = cores();
    println!(
        "Four against four on a map: fights a second in runs of {BATTLE_RUN}, bold sides, one core (goal 35000) and {cores}"
    );
    for battle in &BATTLES {
        let [[best, median], [many, _]] =
            with_fights(battle.scene, |fights| rates(fights, battle.scene, BATTLE_RUN, [1, cores]));
        let (fights, start) = (10_000, Instant::now());
        let acts = fight(battle, 0, fights) as f64 / fights as f64;
        let alone = fights as f64 / start.elapsed().as_secs_f64();
        let counted = |run: u64, from: u64, to: u64| {
            let each = marginal(&["battle", battle.book, &run.to_string()], from, to);
            each.map_or("no valgrind to count".into(), |each| format!("{each:.0} instructions"))
        };
        let (known, new) = (counted(BATTLE_RUN, 8_000, 9_000), counted(0, 200, 1_200));
        println!(
            "  {:<12} {best:>8.0}, median of five {median:>8.0}, {cores} cores × {:.2}, {known}; by the rules alone {alone:>8.0}, {new}; {acts:.1} acts",
            battle.book,
            many / best
        );
    }
}

/// So many fights of a battle, one after the other, as they are fought in a run of that many; gives how many acts there were.
pub fn fight(battle: &Battle, of: u64, fights: u64) -> u64 {
    with_fights(battle.scene, |all| {
        let (mut fighter, mut fought) = (all.fighter(of), Fought::default());
        let mut acts = |seed| {
            fighter.fight(seed, Watch::End, &mut fought).expect("a fight");
            u64::from(fought.acts)
        };
        (0..fights).map(&mut acts).sum()
    })
}

/// What a guided build is trained with: some of everything that is measured.
pub fn train() {
    for battle in &BATTLES {
        fight(battle, BATTLE_RUN, 20_000);
    }
    for attack in &ATTACKS {
        attack.strike(100_000);
    }
    blows(COUNTED_RUN, COUNTED_RUN / 10);
}

fn with_fights<T>(scene: &str, run: impl FnOnce(&dyn Fights) -> T) -> T {
    let table = open_scene(&Source::new("battle.toml", scene), [0; 32]);
    let table = table.unwrap_or_else(|mistakes| panic!("{scene}: {mistakes:?}"));
    let fights = table.fights(&vec![(None, "bold".to_owned())]).unwrap_or_else(|refusal| panic!("{refusal}"));
    run(&*fights)
}

/// The skirmish of the peers.
pub fn skirmish() {
    let Ok(table) = open_scene(&Source::new("skirmish.toml", SKIRMISH), [0; 32]) else { return };
    let Ok(fights) = table.fights(&vec![(None, "bold".to_owned())]) else { return };
    let in_all = LONG_RUN as f64 / seconds(&*fights, SKIRMISH, LONG_RUN, 1);
    println!("skirmish {in_all:.0} fights a second on one core in a run of {LONG_RUN} (goal 1000000)");
    let (count, start) = (20_000, Instant::now());
    blows(0, count);
    let alone = count as f64 / start.elapsed().as_secs_f64();
    println!("  by the rules alone, as the first fights are fought: {alone:.0}");
    let plan = Plan { watch_every: 0, ..Plan::new(&*fights, SKIRMISH, 1, 100_000_000) };
    let mut count = 0;
    let [[best, median]] = five_rounds([|| {
        let start = Instant::now();
        let outcome = Batch::new(&*fights, plan.clone()).until(Goal::Error(0.005)).run(&|_| {}).expect("fights");
        count = outcome.tally.fights;
        start.elapsed().as_secs_f64() * 1e3
    }]);
    println!("  its win rate to ±0.5 %: {count} fights in {best:.0} ms, median of five {median:.0} (goal 100)");
}

/// Instructions of one turn of the skirmish.
fn turns() {
    let acts = blows(0, 20_000) as f64 / 20_000.0;
    let turn = |run: u64, from: u64, to: u64| {
        let each = marginal(&["blows", &run.to_string()], from, to);
        each.map_or("no valgrind to count".into(), |each| format!("{:.0}", each / acts))
    };
    let (in_all, alone) = (turn(COUNTED_RUN, 0, COUNTED_RUN), turn(0, 1_000, 5_000));
    println!("  instructions a turn: {in_all} in a run of {COUNTED_RUN}, {alone} by the rules alone");
}

/// So many fights of the skirmish, as they are fought in a run of that many; gives how many turns there were.
pub fn blows(of: u64, count: u64) -> u64 {
    with_fights(SKIRMISH, |fights| {
        let (mut fighter, mut fought) = (fights.fighter(of), Fought::default());
        let mut acts = 0;
        for seed in 0..count {
            if seed.is_multiple_of(64) {
                fighter.look_ahead(&Vec::from_iter(seed..(seed + 64).min(count)));
            }
            fighter.fight(seed, Watch::End, &mut fought).expect("a fight");
            acts += u64::from(fought.acts);
        }
        acts
    })
}

/// How long a run of so many takes.
fn seconds(fights: &dyn Fights, scene: &str, runs: u64, threads: usize) -> f64 {
    let plan = Plan { watch_every: 0, ..Plan::new(fights, scene, 1, runs) };
    let start = Instant::now();
    Batch::new(fights, plan).threads(threads).run(&|_| {}).expect("fights");
    start.elapsed().as_secs_f64()
}

/// Instructions of each fight after the first ones, with the number of fights as the last argument.
fn marginal(arguments: &[&str], from: u64, to: u64) -> Option<f64> {
    let count = |fights: u64| instructions(&[arguments, &[&fights.to_string()]].concat());
    Some((count(to)? - count(from)?) as f64 / (to - from) as f64)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Fights of a run that takes some tenths of a second on one core.
fn some_tenths(fights: &dyn Fights, scene: &str) -> u64 {
    let mut runs = 64;
    while seconds(fights, scene, runs, 1) < 0.2 && runs < 1 << 24 {
        runs *= 2;
    }
    runs
}

/// Fights a second in a run of so many with each of these numbers of threads: the best and the usual one of five runs each,
/// in turns.
fn rates<const N: usize>(fights: &dyn Fights, scene: &str, runs: u64, threads: [usize; N]) -> [[f64; 2]; N] {
    five_rounds(threads.map(|threads| move || seconds(fights, scene, runs, threads)))
        .map(|times| times.map(|seconds| runs as f64 / seconds))
}

/// The best and the usual one of five times of each of these, in turns. Others at work on the machine make a run slower and
/// never faster.
fn five_rounds<const N: usize>(mut all: [impl FnMut() -> f64; N]) -> [[f64; 2]; N] {
    let rounds = [0; 5].map(|_| all.each_mut().map(|time| time()));
    std::array::from_fn(|at| {
        let mut times = rounds.map(|round| round[at]);
        times.sort_by(f64::total_cmp);
        [times[0], times[2]]
    })
}

/// Prints the milliseconds for the odds of each offer of every ready scene, to compare two builds line by line.
pub fn each_offer() {
    for book in books() {
        for ready in book.scenes() {
            let Ok(table) = open_scene(&ready.source(), [0; 32]) else { continue };
            for (filled, milliseconds) in odds(&*table) {
                println!("{}:{} {filled}\t{milliseconds:.4}", ready.book, ready.name);
            }
        }
    }
}

/// Milliseconds for the odds of each offer that is aimed or needs nothing, whoever may react doing what is best.
fn odds(table: &dyn OpenTable) -> Vec<(Filled, f64)> {
    let mut times = Vec::new();
    for offer in table.offers(Seat::Gm).into_iter().filter(|offer| offer.refused.is_none() && offer.actor.is_some()) {
        let start = Filled::of(&offer.verb, offer.actor);
        let Some(filled) = complete(table, Seat::Gm, start) else { continue };
        let mut best = f64::MAX;
        for _ in 0..5 {
            let begin = Instant::now();
            if table.odds(Seat::Gm, &filled, Reactions::Best.into()).is_err() {
                break;
            }
            best = best.min(begin.elapsed().as_secs_f64() * 1e3);
        }
        if best < f64::MAX {
            times.push((filled, best));
        }
    }
    times
}
