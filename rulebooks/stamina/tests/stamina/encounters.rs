//! Every encounter that ships can be played to its end by every policy, and no policy ever chooses what is refused.

use referee_engine::{Simulate, Status, System, Who, door::Source};
use referee_stamina::Stamina;
use std::{fs, path::Path};

#[test]
fn every_policy_plays_every_encounter_to_its_end() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/stamina/encounters");
    let mut files: Vec<_> =
        fs::read_dir(&folder).expect("encounters").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(files.len() >= 4, "four kinds of encounters ship");
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        let (book, start) =
            Stamina::open(&Source::new(file.to_string_lossy(), text)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        for (name, policy) in Stamina::policies() {
            for seed in 0..1 {
                let mut table = start.clone();
                let policies = [*policy];
                let mut oracle = Simulate::new(&book, &policies, seed);
                let mut acts = 0;
                while let Status::Acting(who) = book.status(&table) {
                    acts += 1;
                    if acts > 1_000 {
                        break; // a stalemate of careless random players is no fault
                    }
                    let who = who.first().map_or(Who::Gm, |&actor| Who::Actor(actor));
                    let intent = oracle.choose(&table, who);
                    let mut next = table.clone();
                    if let Err(stop) = book.resolve(&mut next, referee_engine::Seat::Gm, &intent, &mut oracle) {
                        panic!("{}, {name}, seed {seed}: {intent:?} is refused: {stop:?}", file.display());
                    }
                    table = next;
                }
            }
        }
    }
}
