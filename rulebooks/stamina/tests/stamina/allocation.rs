//! A simulated attack allocates nothing.

use referee_engine::{ActorId, Filled, Seat, Simulate, System, door::Source};
use referee_stamina::Stamina;

const DUEL: &str = r#"
book = "stamina"
map = { grid = "hex", columns = 12, rows = 8, cell = 1, unit = "m" }
[[characters]]
from = "fighter"
name = "Ann"
at = [3, 3]
facing = 1
[[characters]]
from = "guard"
name = "Cid"
side = "foes"
at = [4, 3]
facing = 4
[[scenery]]
from = "low-wall"
cells = [[7, 3]]
"#;

#[test]
fn a_simulated_attack_with_its_reactions_allocates_nothing() {
    let (book, table) = Stamina::open(&Source::new("duel.toml", DUEL)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut filled = Filled::parse("basic target=cid weapon=arming-sword").expect("a command");
    filled.actor = Some(ActorId(0));
    let intent = book.intent(&table, Seat::Gm, &filled).unwrap_or_else(|refusal| panic!("{refusal}"));
    let bold = [Stamina::policies()[1].1];
    let mut oracle = Simulate::new(&book, &bold, 7);
    let mut copy = table.clone();
    let (mut hurt, mut allocations) = (0, 0);
    for run in 0..500 {
        copy.actors.clone_from(&table.actors);
        let counted = allocation_counter::measure(|| {
            assert!(book.resolve(&mut copy, Seat::Gm, &intent, &mut oracle).is_ok());
        });
        if run >= 50 {
            allocations += counted.count_total; // before that, the tables of the dice are made
        }
        hurt += u32::from(copy.actors[1].stun > 0 || copy.actors[1].health < table.actors[1].health);
    }
    assert!(hurt > 100, "attacks hit: {hurt}");
    assert_eq!(allocations, 0);
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert!(counted.count_total > 0, "the counter counts");
}
