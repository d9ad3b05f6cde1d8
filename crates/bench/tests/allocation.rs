//! A simulated attack allocates nothing, in any book, and the state of a battle is small.

use referee_bench::{ATTACKS, BATTLES, Known};

#[test]
fn a_simulated_attack_with_all_that_follows_allocates_nothing() {
    for attack in &ATTACKS {
        let harmed = [Known::Nothing, Known::Brief].map(|known| {
            let (mut run, mut allocations) = (0, 0);
            let harmed = attack.strike(550, known, |blow| {
                let counted = allocation_counter::measure(blow);
                run += 1;
                if run > 50 {
                    allocations += counted.count_total; // before that, the tables of the dice are made
                }
            });
            assert_eq!(allocations, 0, "{}: {}, {known:?}", attack.book, attack.what);
            harmed
        });
        assert!(harmed[0] > 100, "{}: attacks do harm: {harmed:?} of 550", attack.book);
        assert_eq!(harmed[0], harmed[1], "{}: what is known beforehand changes nothing", attack.book);
    }
}

/// What is copied for each fight: eight people, what they hold and what stands around, in a kibibyte. The setup is shared.
#[test]
fn the_state_of_a_battle_of_eight_is_small() {
    for battle in &BATTLES {
        let mut heap = 0;
        let own = battle.copy(|copy| heap = allocation_counter::measure(copy).bytes_total as usize);
        println!("{}: {own} bytes and {heap} on the heap", battle.book);
        assert!(heap > 0, "{}: people are on the heap", battle.book);
        assert!(own + heap <= 1 << 10, "{}: {own} + {heap} bytes", battle.book);
    }
}

#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert!(counted.count_total > 0);
}
