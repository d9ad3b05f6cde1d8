//! A simulated attack allocates nothing.

use referee_engine::{ActorId, Filled, Seat, Simulate, System, door::Source};
use referee_segments::{Segments, table::Table};

const DUEL: &str = r#"
book = "segments"
speed = "segmented"
map = { grid = "square", columns = 12, rows = 8, cell = 5, unit = "feet" }
[[characters]]
from = "cutthroat"
name = "Mudo"
side = "players"
at = [3, 3]
[[characters]]
from = "shieldbearer"
name = "Bandit"
side = "foes"
at = [4, 3]
"#;

/// The duel with both declared and Mudo's segment under way.
fn duel() -> (Segments, Table) {
    let (book, mut table) =
        Segments::open(&Source::new("duel.toml", DUEL)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let bold = [Segments::policies()[1].1];
    let mut oracle = Simulate::new(&book, &bold, 1);
    for who in [1, 0] {
        let mut filled = Filled::parse("declare intention=standard").expect("a command");
        filled.actor = Some(ActorId(who));
        let intent = book.intent(&table, Seat::Gm, &filled).unwrap_or_else(|refusal| panic!("{refusal}"));
        assert!(book.resolve(&mut table, Seat::Gm, &intent, &mut oracle).is_ok());
    }
    (book, table)
}

#[test]
fn a_simulated_attack_with_shield_and_damage_allocates_nothing() {
    let (book, table) = duel();
    let mut filled = Filled::parse("attack target=bandit weapon=short-sword").expect("a command");
    filled.actor = Some(ActorId(0));
    let intent = book.intent(&table, Seat::Gm, &filled).unwrap_or_else(|refusal| panic!("{refusal}"));
    let bold = [Segments::policies()[1].1];
    let mut oracle = Simulate::new(&book, &bold, 7);
    let mut copy = table.clone();
    let (mut hits, mut allocations) = (0, 0);
    for run in 0..500 {
        copy.actors.clone_from(&table.actors);
        copy.things.clone_from(&table.things);
        copy.round.clone_from(&table.round);
        let counted = allocation_counter::measure(|| {
            assert!(book.resolve(&mut copy, Seat::Gm, &intent, &mut oracle).is_ok());
        });
        if run >= 50 {
            allocations += counted.count_total; // before that, the tables of the dice are made
        }
        hits += usize::from(copy.actors[1].health < 14 || copy.actors[1].shield.is_none());
    }
    assert!(hits > 100, "attacks hit: {hits}");
    assert_eq!(allocations, 0);
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert!(counted.count_total > 0, "the counter counts");
}
