//! A simulated Attack allocates nothing.

use referee_crisis::Crisis;
use referee_engine::{ActorId, Filled, Seat, Simulate, System, door::Source};

const DUEL: &str = r#"
book = "crisis"
map = { grid = "square", columns = 12, rows = 8, cell = 1, unit = "square" }
crisis = { acting = "bors" }
[[characters]]
from = "brawler"
name = "Bors"
at = [3, 3]
[[characters]]
from = "brawler"
name = "Rival"
side = "foes"
at = [4, 3]
"#;

#[test]
fn a_simulated_attack_with_parry_and_wounds_allocates_nothing() {
    let (book, table) = Crisis::open(&Source::new("duel.toml", DUEL)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut filled = Filled::parse("attack target=rival weapon=longsword").expect("a command");
    filled.actor = Some(ActorId(0));
    let intent = book.intent(&table, Seat::Gm, &filled).unwrap_or_else(|refusal| panic!("{refusal}"));
    let bold = [Crisis::policies()[1].1];
    let mut oracle = Simulate::new(&book, &bold, 7);
    let mut copy = table.clone();
    let (mut wounds, mut allocations) = (0, 0);
    for run in 0..500 {
        copy.clone_from(&table);
        let counted = allocation_counter::measure(|| {
            assert!(book.resolve(&mut copy, Seat::Gm, &intent, &mut oracle).is_ok());
        });
        if run >= 50 {
            allocations += counted.count_total; // before that, the tables of the dice are made
        }
        wounds += copy.actors[1].lethal.count();
    }
    assert!(wounds > 300, "attacks hit: {wounds}");
    assert_eq!(allocations, 0);
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert!(counted.count_total > 0, "the counter counts");
}
