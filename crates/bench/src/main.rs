//! What the rules cost, in one run: `./bench` prints all of it, with the dice and the peers beside.
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "benchmarks measure time")]

mod fights;

use referee_clockworld::Clockworld;
use referee_engine::{ActorId, Filled, Reactions, Seat, Simulate, System, door::Source, odds_of};
use std::{hint::black_box, process::Command, time::Instant};

/// Two with knives, five feet apart: an Attack with its Dodge, its Injury and its Shock Check.
const DUEL: &str = r#"
book = "clockworld"
map = { grid = "hex", columns = 12, rows = 8, cell = 5, unit = "feet" }
[[characters]]
from = "knife-bandit"
name = "Mudo"
kind = "pc"
at = [3, 3]
[[characters]]
from = "knife-bandit"
name = "Bandit"
at = [4, 3]
"#;

/// A focused shot at somebody in Cover who may Block, Take Cover or turn.
const SHOT: &str = r#"
book = "clockworld"
map = { grid = "hex", columns = 12, rows = 8, cell = 5, unit = "feet" }
[[characters]]
from = "gunslinger"
name = "Mudo"
at = [2, 3]
[[characters]]
from = "bruiser"
name = "Bandit"
kind = "villain"
at = [7, 3]
facing = 90
[[things]]
from = "rock"
at = [6, 3]
[[things]]
from = "rock"
key = "other"
at = [7, 2]
"#;

type Table = <Clockworld as System>::Table;
type Intent = <Clockworld as System>::Intent;

fn main() {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("attacks") => {
            attacks(arguments.next().and_then(|text| text.parse().ok()).unwrap_or(10_000));
        }
        Some("fights") => fights::all(),
        Some("skirmish") => fights::skirmish(),
        _ => {
            all();
            fights::all();
        }
    }
}

fn all() {
    println!("Clockworld");
    match (instructions(1_000), instructions(11_000)) {
        (Some(few), Some(many)) => {
            let each = (many - few) as f64 / 10_000.0;
            println!("  a simulated Attack with Reaction and Injury        {each:>10.0} instructions (budget 400)");
        }
        _ => println!("  a simulated Attack: install valgrind to count its instructions"),
    }
    let start = Instant::now();
    attacks(1_000_000);
    println!(
        "  the same                                           {:>10.1} ns",
        start.elapsed().as_nanos() as f64 / 1e6
    );
    let (book, table) = open(SHOT);
    let intent = command(&book, &table, "attack target=bandit weapon=revolver part=head focus=yes");
    for reactions in [Reactions::Never, Reactions::Best, Reactions::All] {
        let odds = || odds_of(&book, &table, Seat::Gm, &intent, reactions, 1_000_000).expect("odds");
        let us = best(|| drop(black_box(odds())));
        println!("  exact odds of a focused shot into Cover, {reactions:<8}  {us:>10.1} µs (goal 1000)");
    }
    let text = include_str!("../../../content/clockworld/encounters/tavern-shootout.toml");
    let us = best(|| drop(black_box(open(text))));
    println!("  loading and checking the tavern                    {:>10.2} ms (goal 10)", us / 1e3);
}

/// The best of many runs, in microseconds.
fn best(mut run: impl FnMut()) -> f64 {
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        start.elapsed().as_nanos() as f64 / 1e3
    };
    (0..200).map(|_| time(&mut run)).fold(f64::MAX, f64::min)
}

/// Instructions of so many attacks by callgrind, which counts the same on a busy machine.
fn instructions(runs: u64) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=referee_bench::attack_once"])
        .arg(program)
        .args(["attacks", &runs.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = text.lines().find(|line| line.contains("Collected"))?;
    line.split_whitespace().last()?.parse().ok()
}

fn attacks(runs: u64) -> u64 {
    let (book, table) = open(DUEL);
    let intent = command(&book, &table, "attack target=bandit weapon=knife part=chest");
    let bold = [Clockworld::policies()[1].1];
    let mut oracle = Simulate::new(&book, &bold, 7);
    let mut copy = table.clone();
    let mut injuries = 0;
    for _ in 0..runs {
        copy.actors.clone_from(&table.actors);
        copy.over = None;
        attack_once(&book, &mut copy, &intent, &mut oracle);
        injuries += copy.actors[1].injuries.len() as u64;
    }
    black_box(injuries)
}

#[inline(never)]
fn attack_once(book: &Clockworld, table: &mut Table, intent: &Intent, oracle: &mut Simulate<'_, Clockworld>) {
    book.resolve(table, Seat::Gm, intent, oracle).expect("a legal attack");
}

fn open(text: &str) -> (Clockworld, Table) {
    Clockworld::open(&Source::new("bench.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn command(book: &Clockworld, table: &Table, text: &str) -> Intent {
    let mut filled = Filled::parse(text).expect("a command");
    filled.actor = Some(ActorId(0));
    book.intent(table, Seat::Gm, &filled).unwrap_or_else(|refusal| panic!("{refusal}"))
}
