//! What the rules cost, in one run: `./bench` prints all of it, with the dice and the peers beside.
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "benchmarks measure time")]

mod fights;

use referee_bench::{ATTACKS, BATTLES};
use referee_clockworld::Clockworld;
use referee_engine::{ActorId, Filled, Reactions, Seat, System, door::Source, odds_of};
use std::{hint::black_box, process::Command, time::Instant};

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
            let (book, times) = (arguments.next(), arguments.next().and_then(|text| text.parse().ok()));
            let attack = ATTACKS.iter().find(|attack| Some(attack.book) == book.as_deref());
            let attack = attack.expect("referee-bench attacks BOOK TIMES");
            attack.strike(times.unwrap_or(10_000));
        }
        Some("battle") => {
            let book = arguments.next();
            let mut number = || arguments.next().and_then(|text| text.parse().ok());
            let (of, count) = number().zip(number()).expect("referee-bench battle BOOK RUN TIMES");
            let battle = BATTLES.iter().find(|battle| Some(battle.book) == book.as_deref());
            fights::fight(battle.expect("referee-bench battle BOOK RUN TIMES"), of, count);
        }
        Some("blows") => {
            let mut number = || arguments.next().and_then(|text| text.parse().ok());
            let (of, count) = number().zip(number()).expect("referee-bench blows RUN TIMES");
            fights::blows(of, count);
        }
        Some("train") => fights::train(),
        Some("battles") => fights::battles(),
        Some("fights") => fights::all(),
        Some("odds") => fights::each_offer(),
        Some("skirmish") => fights::skirmish(),
        _ => {
            all();
            fights::all();
        }
    }
}

fn all() {
    println!("A simulated attack, with the questions and the harm that follow");
    for attack in &ATTACKS {
        let start = Instant::now();
        attack.strike(1_000_000);
        let ns = start.elapsed().as_nanos() as f64 / 1e6;
        let counted = attacks(attack.book, 1_000).zip(attacks(attack.book, 11_000));
        let each =
            counted.map_or("no valgrind to count".into(), |(few, many)| format!("{:.0}", (many - few) as f64 / 1e4));
        println!("  {:<12} {:<55} {each:>6} instructions {ns:>8.1} ns", attack.book, attack.what);
    }
    println!("Clockworld");
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

/// Instructions of so many attacks of a book, and of nothing else.
fn attacks(book: &str, runs: u64) -> Option<u64> {
    let runs = runs.to_string();
    counted(&["--toggle-collect=referee_bench::attack_once*"], &["attacks", book, &runs])
}

/// Instructions of this program with these arguments.
fn instructions(arguments: &[&str]) -> Option<u64> {
    counted(&[], arguments)
}

/// By callgrind, which counts the same on a busy machine.
fn counted(options: &[&str], arguments: &[&str]) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(options)
        .arg(program)
        .args(arguments)
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = text.lines().find(|line| line.contains("Collected"))?;
    line.split_whitespace().last()?.parse().ok()
}

fn open(text: &str) -> (Clockworld, Table) {
    Clockworld::open(&Source::new("bench.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn command(book: &Clockworld, table: &Table, text: &str) -> Intent {
    let mut filled = Filled::parse(text).expect("a command");
    filled.actor = Some(ActorId(0));
    book.intent(table, Seat::Gm, &filled).unwrap_or_else(|refusal| panic!("{refusal}"))
}
