//! Random play on a map with everything a Move can meet, looked after by the suite of all rulebooks.

use crate::invariants;
use referee_clockworld::{Clockworld, table::Table};
use referee_dice::FastRng;
use referee_engine::{
    ActorId, Seat, System,
    conformance::{Arena, Done, Settings, run, soak, soak_acts},
    door::Source,
};

struct Yard;

const SCENE: &str = r#"
    book = "clockworld"
    title = "A yard with a bit of everything"
    scenario = { kind = "chase", ends = [{ when = "leaves", of = "zephyrine", wins = "players" }] }
    map = { grid = "square", columns = 12, rows = 6, cell = 5, unit = "feet", rises = [
        { from = { x = 9, y = 0 }, to = { x = 11, y = 1 }, height = 12 },
        { from = { x = 0, y = 5 }, height = -20 },
    ] }
    things = [
        { from = "smoke", key = "smoke", cells = [[2, 1], [3, 1], [4, 1], [2, 2], [3, 2], [4, 2]] },
        { from = "chasm", key = "chasm", cells = [[6, 3], [6, 4], [6, 5]] },
        { name = "Heap", key = "heap", at = [6, 2], blocks_move = true, obstacle = { drop_ft = 10 } },
        { from = "low-wall", key = "low-wall", at = [8, 1] },
        { from = "poker-table", key = "table", at = [1, 3] },
        { from = "wooden-door", key = "door", at = [4, 4] },
        { from = "wall", key = "wall", cells = [[4, 3], [4, 5]] },
        { from = "lamp", key = "lamp", at = [2, 4] },
    ]
    [[characters]]
    from = "scout"
    name = "Zephyrine"
    key = "zephyrine"
    at = [2, 2]
    [[characters]]
    from = "bruiser"
    name = "Balthasar"
    key = "balthasar"
    at = [1, 2]
    [[characters]]
    from = "knife-bandit"
    name = "Quirinus"
    key = "quirinus"
    at = [7, 2]
    facing = 270
    [[characters]]
    from = "guard-dog"
    name = "Xanthippe"
    key = "xanthippe"
    at = [5, 1]
    facing = 180
"#;

impl Arena for Yard {
    type Book = Clockworld;

    fn table(&self, seed: u64) -> (Clockworld, Table) {
        let mut rng = FastRng::seed_from_u64(seed);
        let (mut book, mut table) =
            Clockworld::open(&Source::new("yard.toml", SCENE)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        if rng.below(3) == 0 {
            book.house.pot_shot_trigger = referee_clockworld::house::PotShotTrigger::AnyStep;
        }
        table.gm_before_every_check = rng.below(4) == 0;
        for who in 0..4 {
            table.actor_mut(ActorId(who)).prone = rng.below(4) == 0;
            for other in 0..4 {
                if table.side_of(ActorId(who)) != table.side_of(ActorId(other)) && rng.below(3) == 0 {
                    let unaware = table.actor(ActorId(who)).unaware_of.with(ActorId(other));
                    table.actor_mut(ActorId(who)).unaware_of = unaware;
                }
            }
        }
        (book, table)
    }

    fn broken(&self, done: &Done<'_, Clockworld>) -> Vec<String> {
        invariants::broken(done)
    }

    /// Names are told while their bearers are seen, so a log keeps them; places are looked at in the cases.
    fn secrets(&self, _book: &Clockworld, _table: &Table, _seat: Seat) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn random_play_in_the_yard_keeps_every_promise() {
    let settings = Settings { seeds: 0..3, steps: 8, ways: 2_000, samples: 100, ..Settings::default() };
    let report = run(&Yard, &settings);
    let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{:?}\n{}", report.counts, faults.join("\n"));
}

#[test]
fn the_yard_soaks() {
    soak(&Yard, soak_acts(1_000)).assert_ok();
}
