//! Benchmarks.

use referee_clockworld::Clockworld;
use referee_engine::{Filled, Seat, Simulate, System, door::Source};

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

fn main() {
    let runs: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let (book, table) =
        Clockworld::open(&Source::new("duel.toml", DUEL)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut filled = Filled::parse("attack target=bandit weapon=knife part=chest").expect("a command");
    filled.actor = Some(referee_engine::ActorId(0));
    let intent = book.intent(&table, Seat::Gm, &filled).unwrap_or_else(|refusal| panic!("{refusal}"));
    let policies = [Clockworld::policies()[1].1];
    let mut oracle = Simulate::new(&book, &policies, 7);
    let mut copy = table.clone();
    let mut hits = 0u64;
    for _ in 0..runs {
        copy.actors[0].clone_from(&table.actors[0]);
        copy.actors[1].clone_from(&table.actors[1]);
        copy.over = None;
        hits += attack(&book, &mut copy, &intent, &mut oracle);
    }
    println!("{hits} of {runs}");
}

#[inline(never)]
fn attack(
    book: &Clockworld,
    table: &mut <Clockworld as System>::Table,
    intent: &<Clockworld as System>::Intent,
    oracle: &mut Simulate<'_, Clockworld>,
) -> u64 {
    book.resolve(table, Seat::Gm, intent, oracle).expect("a legal attack");
    table.actors[1].injuries.len() as u64
}
