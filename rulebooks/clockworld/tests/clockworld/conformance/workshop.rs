//! The conformance suite over tables full of things to work on, wounds to treat and a GM who corrects everything.

use crate::invariants;
use referee_clockworld::Clockworld;
use referee_engine::{
    Seat, System,
    conformance::{Arena, Done, Settings, run, soak, soak_acts},
    door::Source,
};

struct Workshop;

const CHARACTERS: &str = r#"
[[characters]]
from = "sawbones"
at = [2, 2]
[[characters]]
from = "bruiser"
at = [3, 3]
injuries = [{ severity = "serious", part = "left leg" }]
[[characters]]
from = "scout"
at = [2, 4]
out = "unconscious"
injuries = [{ severity = "critical", part = "chest" }]
[[characters]]
from = "bandit"
at = [5, 3]
unaware_of = ["scout"]
[[characters]]
from = "guard-dog"
at = [6, 4]
[[things]]
from = "safe"
at = [2, 3]
[[things]]
from = "wooden-door"
at = [4, 3]
[[things]]
from = "large-crate"
at = [3, 2]
[[things]]
from = "house"
at = [9, 1]
[[things]]
from = "fresh-tracks"
at = [7, 2]
"#;

impl Arena for Workshop {
    type Book = Clockworld;

    fn table(&self, seed: u64) -> (Clockworld, <Clockworld as System>::Table) {
        let first = ["players", "threats", "unclear"][(seed % 3) as usize];
        let rules = [
            "",
            "lengthy_interrupt = 'paused'\nstabilize_scope = 'injury'\nlimb_restored_by = 'downtime'",
            "shock_model = 'strangle_only'\ndifferent_task = 'name'\nstaggered = 'low_roll'",
        ][(seed / 3 % 3) as usize];
        let text = format!(
            "book = 'clockworld'\nscenario = {{ first = '{first}' }}\n\
             map = {{ grid = 'square', columns = 12, rows = 8, cell = 5, unit = 'feet' }}\n[rules]\n{rules}\n{CHARACTERS}"
        );
        Clockworld::open(&Source::new("workshop.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
    }

    fn broken(&self, done: &Done<'_, Clockworld>) -> Vec<String> {
        invariants::broken(done)
    }

    fn secrets(&self, _: &Clockworld, _: &<Clockworld as System>::Table, _: Seat) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn tasks_and_the_gm_keep_every_promise() {
    let settings = Settings { seeds: 0..9, steps: 25, samples: 60, odds_every: 8, ways: 2_000, ..Settings::default() };
    run(&Workshop, &settings).assert_ok();
}

#[test]
fn the_workshop_soaks() {
    soak(&Workshop, soak_acts(1_000)).assert_ok();
}
