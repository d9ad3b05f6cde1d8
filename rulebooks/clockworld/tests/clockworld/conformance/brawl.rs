//! The conformance suite over a brawl with ropes, shields and demands: Contests, holds and what they ask.

use crate::invariants;
use referee_clockworld::{Clockworld, table::Table};
use referee_engine::{
    Seat, System,
    conformance::{Arena, Done, Settings, run, soak, soak_acts},
    door::Source,
};

struct Brawl;

impl Arena for Brawl {
    type Book = Clockworld;

    fn table(&self, seed: u64) -> (Clockworld, Table) {
        let on = |bit: u64| seed >> bit & 1 == 1;
        let rules = format!(
            "rules = {{ two_contests = {}, escape_costs_reaction = {}, immobilized_trip_dodge = {}, hold_escape = {:?} }}",
            on(0),
            on(1),
            on(2),
            if on(1) { "rank" } else { "contest" },
        );
        let map = match seed % 3 {
            0 => r#"map = { grid = "hex", columns = 8, rows = 6, cell = 5, unit = "feet" }"#,
            1 => {
                r#"map = { grid = "square", columns = 8, rows = 6, cell = 5, unit = "feet", rises = [{ from = { x = 4, y = 0 }, to = { x = 7, y = 5 }, height = -20 }] }"#
            }
            _ => r#"map = { grid = "square", columns = 30, rows = 20, cell = 1, unit = "feet" }"#,
        };
        let scene = format!(
            r#"
            book = "clockworld"
            gm_before_every_check = {}
            {rules}
            {map}
            [[things]]
            from = "safe"
            at = [0, 0]
            [[characters]]
            from = "bruiser"
            name = "Bruno"
            at = [2, 3]
            held = {{}}
            worn = ["rope", "rope"]
            [[characters]]
            from = "gunslinger"
            name = "Mudo"
            at = [3, 2]
            held = {{ "right arm" = "sabre" }}
            hidden = ["manacles"]
            [[characters]]
            from = "bandit"
            name = "Bandit"
            at = [3, 3]
            worn = ["rope", "knife"]
            [[characters]]
            from = "clockwork-brute"
            name = "Brute"
            at = [2, 2]
            [[characters]]
            from = "guard-dog"
            name = "Dog"
            at = [4, 3]
            "#,
            on(3),
        );
        Clockworld::open(&Source::new("brawl.toml", scene)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
    }

    fn broken(&self, done: &Done<'_, Clockworld>) -> Vec<String> {
        invariants::broken(done)
    }

    fn secrets(&self, _: &Clockworld, _: &Table, _: Seat) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn contests_stand_up_to_random_play() {
    let settings = Settings { seeds: 0..8, steps: 20, odds_every: 8, ways: 2_000, samples: 200, ..Settings::default() };
    let report = run(&Brawl, &settings);
    report.assert_ok();
    assert!(report.count("questions") > 10, "{:?}", report.counts);
}

#[test]
fn the_brawl_soaks() {
    soak(&Brawl, soak_acts(1_000)).assert_ok();
}
