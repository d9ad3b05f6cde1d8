//! The suite passes on the toy, and every check of it can fail.

mod toy;

use referee_dice::FastRng;
use referee_engine::{
    Seat, System,
    conformance::{Arena, Check, Report, Settings, random_play, run},
};
use toy::*;

struct Tables(Bug);

impl Arena for Tables {
    type Book = Toy;

    fn table(&self, seed: u64) -> (Toy, Table) {
        let mut rng = FastRng::seed_from_u64(seed);
        let mut table = four();
        for fighter in &mut table.fighters {
            fighter.hp = rng.below(9) as i32;
            fighter.reactions = rng.below(2) as u8;
            fighter.spot = (rng.below(4) == 0).then(|| 1 + rng.below(9) as i32);
        }
        table.fighters[0].hp = 8;
        table.forgotten = i32::from(self.0 == Bug::ForgetsInJournals);
        (Toy::with(self.0).needing(rng.below(8) as i32), table)
    }

    fn secrets(&self, _book: &Toy, table: &Table, seat: Seat) -> Vec<String> {
        let mut secrets = Vec::new();
        for id in table.ids() {
            let fighter = table.fighter(id);
            if !seat.plays(id) {
                secrets.push(fighter.purse.clone());
            }
            if let Some(spot) = fighter.spot.filter(|_| !table.plays_side(seat, fighter.side)) {
                secrets.push(format!("spot {spot} of {}", fighter.key));
            }
        }
        secrets
    }
}

fn settings() -> Settings {
    Settings { seeds: 0..12, steps: 25, ..Settings::default() }
}

fn suite(bug: Bug) -> Report {
    run(&Tables(bug), &settings())
}

#[test]
fn the_toy_passes_and_everything_was_looked_at() {
    let report = suite(Bug::None);
    report.assert_ok();
    for what in [
        "actions",
        "questions",
        "odds",
        "frequencies",
        "chains",
        "offers",
        "refusals",
        "secrets",
        "secret tables",
        "inputs",
        "undone",
        "tables",
    ] {
        assert!(report.count(what) > 10, "{what}: {:?}", report.counts);
    }
    assert_eq!(report.count("odds left out"), 0);
}

#[test]
fn every_check_can_fail() {
    let cases: [(Bug, &[Check]); 13] = [
        (Bug::Moody, &[Check::Odds, Check::Pausing, Check::Replay]),
        (Bug::SharedTable, &[Check::Odds, Check::Refusals]),
        (Bug::DecidesByFace, &[Check::Frequencies]),
        (Bug::ForgetsInJournals, &[Check::Replay]),
        (Bug::OffersTheDead, &[Check::Offers]),
        (Bug::RefusesBrace, &[Check::Offers]),
        (Bug::AnySeatActs, &[Check::Refusals]),
        (Bug::IgnoresSlots, &[Check::Refusals]),
        (Bug::TakesAnyFocus, &[Check::Refusals]),
        (Bug::ShowsPurses, &[Check::Secrets]),
        (Bug::LoudHiding, &[Check::Secrets]),
        (Bug::CountsTheHidden, &[Check::Interference]),
        (Bug::PanicsOnNumbers, &[Check::Inputs]),
    ];
    for (bug, checks) in cases {
        let report = run(&Tables(bug), &Settings { seeds: 0..8, steps: 12, faults: 400, ..settings() });
        for check in checks {
            assert!(report.has(*check), "{bug:?} is not found by {check:?}: {:?}", report.faults);
        }
    }
}

#[test]
fn a_fault_can_be_repeated_by_its_seed() {
    let report = suite(Bug::ShowsPurses);
    let first = &report.faults[0];
    assert!(first.to_string().starts_with("Secrets (seed 0, step 0): "), "{first}");
    let last = report.faults.last().unwrap();
    let again = run(&Tables(Bug::ShowsPurses), &Settings { faults: 400, ..settings() }.only(last.seed));
    assert!(again.faults.contains(last), "{last}");
}

#[test]
fn random_play_follows_from_its_seed() {
    let play = |seed| {
        let (book, table) = Tables(Bug::None).table(1);
        let seats = Tables(Bug::None).seats(&book, &table);
        let mut commands = Vec::new();
        let session =
            random_play(book, table, &seats, seed, 20, |act, _| commands.push(act.filled.to_string())).unwrap();
        (session.journal(), commands)
    };
    assert_eq!(play(5), play(5));
    assert_ne!(play(5).1, play(6).1);
    assert_eq!(Toy::VERSION, 3);
}
