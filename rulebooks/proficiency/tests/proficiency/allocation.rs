//! A simulated attack allocates nothing.

use referee_engine::{ActorId, Filled, Seat, Simulate, System, door::Source};
use referee_proficiency::Proficiency;

const DUEL: &str = r#"
book = "proficiency"
scenario = { phase = "initiative" }
[[characters]]
from = "warrior"
[[characters]]
from = "bandit"
hp_max = 200
"#;

#[test]
fn a_simulated_attack_allocates_nothing() {
    let (book, table) =
        Proficiency::open(&Source::new("duel.toml", DUEL)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut filled = Filled::parse("attack target=bandit feat=power-strike").expect("a command");
    filled.actor = Some(ActorId(0));
    let intent = book.intent(&table, Seat::Gm, &filled).unwrap_or_else(|refusal| panic!("{refusal}"));
    let bold = [Proficiency::policies()[1].1];
    let mut oracle = Simulate::new(&book, &bold, 7);
    let mut copy = table.clone();
    let (mut hits, mut allocations) = (0, 0);
    for run in 0..500 {
        copy.actors.clone_from(&table.actors);
        copy.clock = table.clock;
        let counted = allocation_counter::measure(|| {
            assert!(book.resolve(&mut copy, Seat::Gm, &intent, &mut oracle).is_ok());
        });
        if run >= 50 {
            allocations += counted.count_total; // before that, the tables of the dice are made
        }
        hits += u32::from(copy.actors[1].hp < 200);
    }
    assert!(hits > 100, "attacks hit: {hits}");
    assert_eq!(allocations, 0);
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert!(counted.count_total > 0, "the counter counts");
}
