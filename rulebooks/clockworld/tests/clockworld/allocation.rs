//! A simulated Attack allocates nothing.

use referee_clockworld::Clockworld;
use referee_engine::{ActorId, Filled, Seat, Simulate, System, door::Source};

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

#[test]
fn a_simulated_attack_with_reaction_and_injury_allocates_nothing() {
    let (book, table) =
        Clockworld::open(&Source::new("duel.toml", DUEL)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut filled = Filled::parse("attack target=bandit weapon=knife part=left-leg").expect("a command");
    filled.actor = Some(ActorId(0));
    let intent = book.intent(&table, Seat::Gm, &filled).unwrap_or_else(|refusal| panic!("{refusal}"));
    let bold = [Clockworld::policies()[1].1];
    let mut oracle = Simulate::new(&book, &bold, 7);
    let mut copy = table.clone();
    let (mut injuries, mut allocations) = (0, 0);
    for run in 0..500 {
        copy.actors.clone_from(&table.actors);
        let counted = allocation_counter::measure(|| {
            assert!(book.resolve(&mut copy, Seat::Gm, &intent, &mut oracle).is_ok());
        });
        if run >= 50 {
            allocations += counted.count_total; // before that, the tables of the dice are made
        }
        injuries += copy.actors[1].injuries.len();
    }
    assert!(injuries > 100, "attacks hit: {injuries}");
    assert_eq!(allocations, 0);
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert!(counted.count_total > 0, "the counter counts");
}
