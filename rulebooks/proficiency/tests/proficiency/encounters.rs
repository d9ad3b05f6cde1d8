//! Every encounter that ships is played to its end by every policy, and no policy ever chooses what is refused.

use referee_engine::{Seat, Simulate, Status, System, Who, door::Source};
use referee_proficiency::Proficiency;
use std::{fs, path::Path};

fn play(file: &Path, text: &str, policy: usize, seed: u64) -> u32 {
    let (book, mut table) =
        Proficiency::open(&Source::new(file.to_string_lossy(), text)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let (name, policy) = Proficiency::policies()[policy];
    let policies = [policy];
    let mut oracle = Simulate::new(&book, &policies, seed);
    for acts in 0..6_000 {
        let Status::Acting(who) = book.status(&table) else { return acts };
        let who = who.first().map_or(Who::Gm, |&actor| Who::Actor(actor));
        let intent = oracle.choose(&table, who);
        if let Err(stop) = book.resolve(&mut table, Seat::Gm, &intent, &mut oracle) {
            panic!("{}, {name}, seed {seed}: {intent:?} is refused: {stop:?}", file.display());
        }
    }
    panic!("{}, {name}, seed {seed} does not end: {}", file.display(), book.facts(&table));
}

#[test]
fn every_policy_plays_every_encounter_to_its_end() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/proficiency/encounters");
    let files = fs::read_dir(&folder).expect("encounters").map(|entry| entry.expect("a file").path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    assert!(files.len() >= 4, "four kinds of encounters ship");
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        for policy in 0..Proficiency::policies().len() {
            for seed in 0..2 {
                play(&file, &text, policy, seed);
            }
        }
    }
}
