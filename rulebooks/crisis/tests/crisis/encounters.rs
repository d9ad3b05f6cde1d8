//! Every encounter that ships can be played to its end by every policy, and no policy ever chooses what is refused.

use referee_crisis::Crisis;
use referee_engine::{Seat, Simulate, Status, System, Who, door::Source};
use std::{fs, path::Path};

#[test]
fn every_policy_plays_every_encounter_to_its_end() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/crisis/encounters");
    let mut files: Vec<_> =
        fs::read_dir(&folder).expect("encounters").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(files.len() >= 4, "four encounters ship");
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        let (book, start) =
            Crisis::open(&Source::new(file.to_string_lossy(), text)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        for (name, policy) in Crisis::policies() {
            let mut ended = 0;
            // Whoever does just anything needs long, and offers are made anew for every act.
            let (seeds, acts) = if *name == "random" { (1, 300) } else { (3, 2_000) };
            for seed in 0..seeds {
                let mut table = start.clone();
                let policies = [*policy];
                let mut oracle = Simulate::new(&book, &policies, seed);
                for _ in 0..acts {
                    let Status::Acting(who) = book.status(&table) else {
                        ended += 1;
                        break;
                    };
                    let who = who.first().map_or(Who::Gm, |&actor| Who::Actor(actor));
                    let intent = oracle.choose(&table, who);
                    if let Err(stop) = book.resolve(&mut table, Seat::Gm, &intent, &mut oracle) {
                        panic!("{}, {name}, seed {seed}: {intent:?} is refused: {stop:?}", file.display());
                    }
                }
            }
            // A stalemate of careless random players is no fault.
            assert!(ended == seeds || *name == "random", "{}: {name} came to an end {ended} times", file.display());
        }
    }
}
