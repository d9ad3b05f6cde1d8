//! A simulated attack allocates nothing, in any book.

use referee_bench::ATTACKS;

#[test]
fn a_simulated_attack_with_all_that_follows_allocates_nothing() {
    for attack in &ATTACKS {
        let (mut run, mut allocations) = (0, 0);
        let harmed = attack.strike(550, |blow| {
            let counted = allocation_counter::measure(blow);
            run += 1;
            if run > 50 {
                allocations += counted.count_total; // before that, the tables of the dice are made
            }
        });
        assert!(harmed > 100, "{}: attacks do harm: {harmed} of 550", attack.book);
        assert_eq!(allocations, 0, "{}: {}", attack.book, attack.what);
    }
}

#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert!(counted.count_total > 0);
}
