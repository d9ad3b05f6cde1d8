//! Every encounter that ships can be played to its end by every policy, and no policy ever chooses what is refused.

use referee_engine::{Seat, Simulate, Status, System, Who, door::Source};
use referee_segments::Segments;
use std::{fs, path::Path};

#[test]
fn every_policy_plays_every_encounter_to_its_end() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/segments/encounters");
    let mut files: Vec<_> =
        fs::read_dir(&folder).expect("encounters").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(files.len() >= 4, "four kinds of encounters ship");
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        let opened = Segments::open(&Source::new(file.to_string_lossy(), text));
        let (book, start) = opened.unwrap_or_else(|mistakes| panic!("{mistakes}"));
        for (name, policy) in Segments::policies() {
            let most = if *name == "random" { 60 } else { 1_500 };
            for seed in 0..2 {
                let mut table = start.clone();
                let policies = [*policy];
                let mut oracle = Simulate::new(&book, &policies, seed);
                let mut acts = 0;
                while let Status::Acting(who) = book.status(&table) {
                    acts += 1;
                    if acts > most {
                        assert_eq!(*name, "random", "{}: {name}, seed {seed} does not end", file.display());
                        break; // a stalemate of careless random players is no fault
                    }
                    let who = who.first().map_or(Who::Gm, |&actor| Who::Actor(actor));
                    let intent = oracle.choose(&table, who);
                    let mut next = table.clone();
                    if let Err(stop) = book.resolve(&mut next, Seat::Gm, &intent, &mut oracle) {
                        panic!("{}, {name}, seed {seed}: {intent:?} is refused: {stop:?}", file.display());
                    }
                    table = next;
                }
            }
        }
    }
}
