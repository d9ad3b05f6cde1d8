//! What ships with a book holds: its worked examples come out, its encounters are played to their ends.

use crate::{
    Seat, Simulate, Status, System, Who,
    case::{Load, run_cases},
    door::Source,
    fight::{Fighter, Fought, Player, Watch},
};
use std::{fs, path::Path};

/// How far the encounters are played.
#[derive(Clone, Copy, Debug)]
pub struct Evenings {
    /// How many times with each policy.
    pub seeds: u64,
    /// By then an encounter has come to an end.
    pub acts: usize,
    /// How far whoever does just anything is followed: its stalemates are no fault, its offers are slow.
    pub random_acts: usize,
}

impl Default for Evenings {
    fn default() -> Self {
        Evenings { seeds: 2, acts: 3_000, random_acts: 300 }
    }
}

/// Runs every case in a folder of the book's.
///
/// # Panics
/// With all failures, if there are any.
pub fn cases_hold<S: System>(folder: &Path) -> usize {
    let sources = texts_in(folder);
    let load: &Load = &|path| Err(format!("{path}: these cases hold their scenes themselves"));
    let reports = run_cases::<S>(&sources, load);
    let failures: Vec<String> = reports.iter().flat_map(|report| &report.failures).map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    reports.len()
}

/// Plays every encounter in a folder with every policy, and gives how many there are.
///
/// # Panics
/// If a policy chooses what is refused, or an encounter does not come to an end.
pub fn encounters_end<S: System>(folder: &Path, evenings: Evenings) -> usize {
    let sources = texts_in(folder);
    for source in &sources {
        let (book, start) = S::open(source).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        for (name, policy) in S::policies() {
            for seed in 0..evenings.seeds {
                let acts = if *name == "random" { evenings.random_acts } else { evenings.acts };
                let ended = is_played_out(&book, start.clone(), *policy, seed, acts)
                    .unwrap_or_else(|why| panic!("{}, {name}, seed {seed}: {why}", source.file));
                assert!(ended || *name == "random", "{}, {name}, seed {seed} does not end", source.file);
            }
        }
    }
    sources.len()
}

/// A run that is too short to remember more than how fights open.
const SHORT: u64 = 1 << 15;

/// Fights every encounter in a folder so many times with every policy, by the rules, from memory, and with remembered
/// openings, and gives how many of them can be remembered.
///
/// # Panics
/// If a fight from memory is not the same.
pub fn memory_changes_nothing<S: System>(folder: &Path, fights: u64) -> usize {
    let mut remembered = 0;
    for source in texts_in(folder) {
        let (book, start) = S::open(&source).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let gauges = book.gauges(&start);
        let mut tables = 0;
        for (name, policy) in S::policies().iter().filter(|(name, _)| *name != "random") {
            let (players, policies) = ([Player::Policy(*policy)], [*policy]);
            let fighter = || Fighter::new(&book, &start, &gauges, &players, &policies);
            let (mut plain, mut recalling) = (fighter(), fighter().for_a_run_of(u64::MAX));
            let mut opening = fighter().for_a_run_of(SHORT);
            let [mut one, mut other, mut third] = std::array::from_fn(|_| Fought::default());
            for seed in 0..fights {
                if seed % 8 == 0 {
                    recalling.look_ahead(&Vec::from_iter(seed..seed + 8));
                }
                let played = plain.fight(seed, Watch::End, &mut one).and(recalling.fight(seed, Watch::End, &mut other));
                let played = played.and(opening.fight(seed, Watch::End, &mut third));
                played.unwrap_or_else(|why| panic!("{}, {name}, seed {seed}: {why}", source.file));
                assert_eq!(one, other, "{}, {name}, seed {seed}", source.file);
                assert_eq!(one, third, "{}, {name}, seed {seed}, from an opening", source.file);
            }
            tables += recalling.remembers();
        }
        remembered += usize::from(tables > 0);
    }
    remembered
}

fn is_played_out<S: System>(
    book: &S,
    mut table: S::Table,
    policy: S::Policy,
    seed: u64,
    acts: usize,
) -> Result<bool, String> {
    let policies = [policy];
    let mut oracle = Simulate::new(book, &policies, seed);
    for _ in 0..acts {
        let Status::Acting(who) = book.status(&table) else { return Ok(true) };
        let who = who.first().map_or(Who::Gm, |&actor| Who::Actor(actor));
        let intent = oracle.choose(&table, who);
        if let Err(stop) = book.resolve(&mut table, Seat::Gm, &intent, &mut oracle) {
            return Err(format!("{intent:?} is refused: {stop:?}"));
        }
    }
    Ok(matches!(book.status(&table), Status::Over(_)))
}

fn texts_in(folder: &Path) -> Vec<Source> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let text = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    files.iter().map(|path| Source::new(path.to_string_lossy(), text(path))).collect()
}
