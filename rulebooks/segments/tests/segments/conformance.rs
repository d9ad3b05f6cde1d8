//! The suite that every rulebook passes, over random scenes: all three speeds, hidden ones, traps, switches.

use crate::invariants;
use referee_dice::FastRng;
use referee_engine::{
    Seat, System,
    conformance::{Arena, Done, Settings, run, soak, soak_acts},
    door::Source,
};
use referee_segments::Segments;
use std::fmt::Write;

struct Scenes;

const PEOPLE: [&str; 9] =
    ["shieldbearer", "halberdier", "scout", "mystic", "cutthroat", "grey-wolf", "ogre", "marsh-wisp", "dart-trap"];
const THINGS: [&str; 7] = ["wooden-door", "lock", "low-wall", "barrel", "cart", "torch", "wall"];
const AREAS: [&str; 5] = ["old-mine", "open-road", "forest", "fen", "walled-village"];
const STATUSES: [&str; 8] = ["burning", "bleeding", "blinded", "entangled", "poisoned", "frightened", "dazed", "weary"];

/// House rules in the position that is not the default.
pub const SWITCHES: [&str; 35] = [
    "open_actions_per_mark = 1",
    "torch_turns = 1",
    "lantern_turns = 3",
    "rations_per_day = 2",
    "water_per_day = 2",
    "supply_mode = \"count\"",
    "trigger_first = true",
    "surprise = \"d6\"",
    "rounds_per_turn = 2",
    "group_creatures = true",
    "declare = \"secret\"",
    "intention_lock = \"delay\"",
    "slow_hasty = true",
    "bows_slow = false",
    "slow_ready = true",
    "armour_slows = false",
    "split_move = false",
    "skill_die = \"d6\"",
    "nat_1_20 = true",
    "advantage_keep = \"die\"",
    "adv_vs_down = true",
    "ward_vs_crit = \"none\"",
    "crit_beats_negation = true",
    "long_range = true",
    "negate_before_roll = true",
    "helmet_lost = \"knocked_off\"",
    "free_attack_range = \"reach\"",
    "free_attack_no_slow = true",
    "free_attack_movers = \"willing\"",
    "forfeit_paid = \"round_end\"",
    "forfeit_stack = true",
    "wait_inside = false",
    "wait_carry = true",
    "death = \"strong_buffer\"",
    "healing = \"hour_1\"",
];

fn scene(seed: u64) -> String {
    let mut rng = FastRng::seed_from_u64(seed);
    let mut pick = |count: usize| rng.below(count as u32) as usize;
    // Now and then everybody is a trap, and on one side.
    let mut text = String::from("book = \"segments\"\nalone = true\n");
    let speed = ["segmented", "segmented", "open"][pick(3)];
    let _ = writeln!(text, "speed = \"{speed}\"\narea = \"{}\"\nminutes = {}", AREAS[pick(5)], 10 * pick(150));
    let _ = writeln!(text, "wander_counter = 1\nclocks = [{{ name = \"Water rises\", filled = 10, size = 12 }}]");
    let zones = pick(6) == 0;
    let map = match pick(3) {
        _ if zones => {
            "grid = \"zones\", zones = [\"yard\", \"hall\"], within = 5, links = [{ between = [\"yard\", \"hall\"], units = 20 }]"
        }
        0 => "grid = \"hex\", columns = 6, rows = 5, cell = 5",
        _ => "grid = \"square\", columns = 6, rows = 5, cell = 5",
    };
    let _ = writeln!(text, "map = {{ {map}, unit = \"feet\" }}");
    if pick(6) == 0 {
        text.push_str("ask_gm = true\n");
    }
    text.push_str("[rules]\n");
    for switch in SWITCHES {
        if pick(7) == 0 {
            let _ = writeln!(text, "{switch}");
        }
    }
    let mut cells: Vec<(usize, usize)> = (0..6).flat_map(|x| (0..5).map(move |y| (x, y))).collect();
    let count = 3 + pick(2);
    for at in 0..count {
        let from = PEOPLE[pick(PEOPLE.len())];
        let trap = from == "dart-trap";
        let side = if trap { "traps" } else { ["players", "foes"][at % 2] };
        let cell = cells.swap_remove(pick(cells.len()));
        let place =
            if zones { format!("\"{}\"", ["yard", "hall"][pick(2)]) } else { format!("[{}, {}]", cell.0, cell.1) };
        // Names that occur nowhere else, so that a leak can be seen.
        let _ =
            writeln!(text, "[[characters]]\nfrom = \"{from}\"\nname = \"Qx{at}zz\"\nside = \"{side}\"\nat = {place}");
        if pick(3) == 0 {
            let (one, two) = (pick(8), pick(8));
            let second = if one == two { String::new() } else { format!(", \"{}\"", STATUSES[two]) };
            let _ = writeln!(text, "statuses = [\"{}\"{second}]\nafraid_of = \"qx0zz\"", STATUSES[one]);
        }
        if pick(5) == 0 && !trap {
            text.push_str("down = true\n");
        }
        if pick(5) == 0 && !trap {
            text.push_str("hidden = true\n");
        }
        if pick(6) == 0 && !trap {
            let _ = writeln!(text, "out = \"{}\"", ["away", "helpless"][pick(2)]);
        }
        if pick(3) == 0 {
            let _ = writeln!(text, "food_hours = 23\nwater_hours = {}\nfood = {}", 20 + pick(5), [0, 4, 6][pick(3)]);
        }
        let _ = writeln!(text, "health = {}", 1 + pick(5));
    }
    for at in 0..pick(4) {
        let from = THINGS[pick(THINGS.len())];
        let cell = cells.swap_remove(pick(cells.len()));
        let place = if zones { "\"hall\"".into() } else { format!("[{}, {}]", cell.0, cell.1) };
        let _ = writeln!(text, "[[things]]\nfrom = \"{from}\"\nkey = \"thing-{at}\"\nat = {place}");
    }
    text
}

impl Arena for Scenes {
    type Book = Segments;

    fn table(&self, seed: u64) -> (Segments, <Segments as System>::Table) {
        let text = scene(seed);
        Segments::open(&Source::new(format!("seed {seed}"), &*text))
            .unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
    }

    /// A player must not learn of somebody who is hidden from all of its side.
    fn secrets(&self, _: &Segments, table: &<Segments as System>::Table, seat: Seat) -> Vec<String> {
        let unknown = table.ids().filter(|&who| !referee_segments::knows(table, seat, who));
        unknown.flat_map(|who| [table.name(who).to_owned(), table.sheet(who).key.clone()]).collect()
    }

    fn broken(&self, done: &Done<'_, Segments>) -> Vec<String> {
        invariants::broken(done)
    }
}

/// The same scenes with one who plays everybody, so that most acts are those of a round.
struct Rounds;

impl Arena for Rounds {
    type Book = Segments;

    fn table(&self, seed: u64) -> (Segments, <Segments as System>::Table) {
        Scenes.table(seed)
    }

    fn secrets(&self, _: &Segments, _: &<Segments as System>::Table, _: Seat) -> Vec<String> {
        Vec::new()
    }

    fn broken(&self, done: &Done<'_, Segments>) -> Vec<String> {
        invariants::broken(done)
    }

    fn seats(&self, _: &Segments, table: &<Segments as System>::Table) -> Vec<Seat> {
        let everybody = Seat::Player(table.ids().collect());
        vec![everybody, everybody, everybody, everybody, Seat::Gm]
    }
}

/// What a careful player could check from the log, over many random acts.
#[test]
fn soak_holds_the_invariants() {
    let report = soak(&Rounds, soak_acts(8_000));
    println!("{:?}", report.counts);
    report.assert_ok();
    assert!(report.count("questions") > 40, "{:?}", report.counts);
    soak(&Scenes, soak_acts(8_000) / 4).assert_ok();
}

#[test]
fn segments_conform() {
    let settings =
        Settings { seeds: 0..16, steps: 12, odds_every: 4, ways: 1_000, samples: 120, ..Settings::default() };
    let report = run(&Scenes, &settings);
    println!("{:?}", report.counts);
    report.assert_ok();
    for what in ["actions", "odds", "secrets"] {
        assert!(report.count(what) > 20, "{what}: {:?}", report.counts);
    }
}
