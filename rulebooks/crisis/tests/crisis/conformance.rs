//! The suite that every rulebook passes, over random Crisis scenes.

use referee_crisis::{Crisis, house::HouseRules};
use referee_dice::FastRng;
use referee_engine::{
    Seat, System,
    conformance::{Arena, Done, Settings, run, soak, soak_acts},
    door::Source,
};
use std::fmt::Write;

const PEOPLE: [&str; 10] =
    ["marksman", "brawler", "medic", "musketeer", "mage", "wolf", "guard", "raider", "ogre", "officer"];

/// Weapons with something unusual to them.
const WEAPONS: [&str; 10] = [
    "burst-pistol",
    "twin-daggers",
    "frag-grenade",
    "flash-grenade",
    "stun-baton",
    "sleep-dart",
    "repeating-carbine",
    "breaching-rifle",
    "siege-crossbow",
    "fireball",
];

const OBJECTS: [&str; 8] = ["low-wall", "hedge", "barricade", "wagon", "plank-wall", "stone-wall", "mud", "shadow"];

/// House rules in the position that is not the default.
const SWITCHES: [&str; 60] = [
    "difficulty_on = \"target\"",
    "lacking_penalty = 1",
    "untrained_die = \"d6\"",
    "max_explosions = 1",
    "nat1_fails_all = true",
    "natural_crit = \"total_zero_or_less\"",
    "reroll_initiative_each_round = true",
    "pc_npc_tie = \"pc_first\"",
    "unaware_cannot_react = true",
    "initial_ap = 4",
    "reaction_ap = 1",
    "default_action_ap = 1",
    "long_action_later_cap = 99",
    "keep_progress = true",
    "reaction_cancels_long_action = true",
    "rof_extra = { ap = 1, hit = 1 }",
    "range_penalty_per_increment = 1",
    "max_range_increments = 2",
    "reaction_reset = \"own_turn\"",
    "extra_enemies_must_threaten = true",
    "parry_needs_weapon = true",
    "metric = \"euclid\"",
    "missed_aoe = \"no_effect\"",
    "scatter_distance = \"increment_length\"",
    "stance_bonus_thrown = false",
    "dodge_scatter = true",
    "dodge_squares = 2",
    "stance_cover_stacks = true",
    "aoe_total_cover_protects = false",
    "prone_cover_needs_facing = true",
    "armour_wears = true",
    "nonlethal_on_dying = true",
    "mixed_threshold = \"remaining\"",
    "nonlethal_overflow = true",
    "incapacitated_falls_prone = false",
    "helpless_keeps_stance_cover = true",
    "treat_lethal_only = true",
    "one_try_per_wound = true",
    "stabilise_ap = 1",
    "stabilise_heals_wound = true",
    "stabilised_wakes = false",
    "medical_row_needs_check = true",
    "natural_crit_wound = \"lethal\"",
    "metres_per_square = 1.0",
    "hide_needs_roll = true",
    "sneak_ap = 0",
    "search_ap = 1",
    "execute_auto_hit = true",
    "execute_double = \"after_armour\"",
    "overwatch_mid_turn = true",
    "overwatch_timing = \"after_action\"",
    "aim_expires_turn_end = true",
    "aim_one_target = true",
    "draw_ap = 1",
    "drunk_initiative = 2",
    "stun_covers_next_turn = false",
    "min_pace = 1",
    "seconds_per_round = 10",
    "execute_nonlethal_kills = false",
    "helpless_gains_ap = false",
];

/// A new switch cannot be forgotten: each is turned once, and none stays as it usually is.
#[test]
fn every_house_rule_is_turned() {
    let turned = |switch: &str| {
        let text = format!("{}[rules]\n{switch}\n[[characters]]\nname = \"Ann\"\nat = [0, 0]\n", head());
        Crisis::open(&Source::new(switch, &*text)).unwrap_or_else(|mistakes| panic!("{mistakes}")).0
    };
    let usual = Crisis::default().house_rules();
    let mut left: Vec<String> = schema_of_house();
    for switch in SWITCHES {
        let key = switch.split(" = ").next().unwrap_or_default();
        assert_ne!(turned(switch).house_rules(), usual, "{switch} is as usual");
        assert!(left.contains(&key.to_owned()), "{key} is turned twice, or is no house rule");
        left.retain(|known| known != key);
    }
    assert!(left.is_empty(), "no random scene turns {left:?}");
}

/// Each has a case in which it is not as usual.
#[test]
fn every_house_rule_has_a_case() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/crisis");
    let mut turned = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        turned.extend(text.lines().filter_map(|line| line.strip_prefix("house = {").map(str::to_owned)));
    }
    let has_a_case = |name: &String| turned.iter().any(|line| line.contains(&format!(" {name} = ")));
    let left: Vec<String> = schema_of_house().into_iter().filter(|name| !has_a_case(name)).collect();
    assert!(left.is_empty(), "no case turns {left:?}");
}

/// The names of all house rules, from their schema: also of those that are left out where they are as usual.
fn schema_of_house() -> Vec<String> {
    let schema = serde_json::to_value(schemars::schema_for!(HouseRules)).unwrap();
    schema["properties"].as_object().unwrap().keys().cloned().collect()
}

fn head() -> &'static str {
    "book = \"crisis\"\nmap = { grid = \"square\", columns = 8, rows = 6, cell = 1, unit = \"square\" }\n"
}

/// A scene by its seed: people close together, things between them, wounds, hidden ones, some house rules.
fn scene(seed: u64) -> String {
    let mut rng = FastRng::seed_from_u64(seed);
    let mut text = head().to_owned();
    let crisis = rng.below(3) > 0;
    if crisis {
        text.push_str("crisis = { acting = \"qx0zz\" }\n");
    }
    if rng.below(6) == 0 {
        text.push_str("ask_gm = true\n");
    }
    if rng.below(4) == 0 {
        text.push_str("circumstances = [\"rain\", \"dim-light\"]\n");
    }
    text.push_str("[rules]\n");
    for switch in SWITCHES {
        if rng.below(7) == 0 {
            let _ = writeln!(text, "{switch}");
        }
    }
    let mut cells: Vec<(u32, u32)> = (0..8).flat_map(|x| (0..6).map(move |y| (x, y))).collect();
    let mut place = |rng: &mut FastRng| {
        let (x, y) = cells.swap_remove(rng.below(cells.len() as u32) as usize);
        format!("[{x}, {y}]")
    };
    let count = 3 + rng.below(3);
    for at in 0..count {
        let from = PEOPLE[rng.below(PEOPLE.len() as u32) as usize];
        let (pc, side) = if at % 2 == 0 { ("true", "players") } else { ("false", "foes") };
        // Names that occur nowhere else, so that a leak can be seen.
        let _ = writeln!(text, "[[characters]]\nfrom = \"{from}\"\nname = \"Qx{at}zz\"\npc = {pc}\nside = \"{side}\"");
        let _ = writeln!(text, "at = {}\nap = {}\ninitiative = {}", place(&mut rng), 4 + rng.below(3), 20 - at);
        let _ = writeln!(text, "facing = {}", rng.below(8));
        if rng.below(3) == 0 {
            let stance = ["kneeling", "prone"][rng.below(2) as usize];
            let _ = writeln!(text, "stance = \"{stance}\"");
        }
        if rng.below(3) == 0 {
            let with = WEAPONS[rng.below(WEAPONS.len() as u32) as usize];
            let _ = writeln!(text, "weapons = [\"{with}\", \"knife\"]");
        } else if rng.below(5) == 0 {
            let _ = writeln!(text, "weapons = [{{ of = \"flintlock-musket\", loaded = 0 }}, \"longsword\"]");
            let _ = writeln!(text, "reloading = {{ weapon = \"flintlock-musket\", put = {} }}", 1 + rng.below(9));
        }
        if rng.below(5) == 0 {
            let _ = writeln!(text, "aim = {}", rng.below(3));
        }
        if at == 0 {
            continue; // whoever has the turn is able to act
        }
        if rng.below(4) == 0 {
            let _ = writeln!(text, "lethal = {}", rng.below(13));
        }
        if rng.below(4) == 0 {
            let _ = writeln!(text, "nonlethal = {}", rng.below(13));
        }
        match rng.below(14) {
            9 => text.push_str("knocked_out = true\n"),
            10 => text.push_str("dies_at_zero = false\n"),
            0 => text.push_str("hidden = true\n"),
            1 => text.push_str("sneaking = 6\n"),
            2 => text.push_str("overwatch = true\n"),
            3 => text.push_str("conditions = [{ kind = \"bound\" }]\n"),
            4 => text.push_str("conditions = [{ kind = \"drunk\", seconds = 600 }]\n"),
            5 => text.push_str("conditions = [{ kind = \"stunned\" }]\n"),
            6 => text.push_str("unready = true\nunaware_of = [\"qx0zz\"]\n"),
            7 => text.push_str("absent = true\n"),
            8 => text.push_str(
                "talents = [\"second-wind\"]\nitems = [\"whisky\", \"smelling-salts\", \"rope\", \"bandages\"]\n",
            ),
            _ => {}
        }
    }
    for at in 0..rng.below(5) {
        let from = OBJECTS[rng.below(OBJECTS.len() as u32) as usize];
        let _ = writeln!(text, "[[objects]]\nfrom = \"{from}\"\nkey = \"thing-{at}\"\nat = {}", place(&mut rng));
    }
    text
}

struct Scenes;

impl Arena for Scenes {
    type Book = Crisis;

    fn table(&self, seed: u64) -> (Crisis, <Crisis as System>::Table) {
        let text = scene(seed);
        Crisis::open(&Source::new(format!("seed {seed}"), &*text))
            .unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
    }

    fn broken(&self, done: &Done<'_, Crisis>) -> Vec<String> {
        crate::invariants::broken(done)
    }

    /// A player must not learn of a creature that nobody on its side has noticed.
    fn secrets(&self, _: &Crisis, table: &<Crisis as System>::Table, seat: Seat) -> Vec<String> {
        let unknown = table.ids().filter(|&who| !referee_crisis::knows(table, seat, who));
        unknown.flat_map(|who| [table.name(who).to_owned(), table.sheet(who).key.clone()]).collect()
    }
}

#[test]
fn crisis_conforms() {
    let settings = Settings { seeds: 0..12, steps: 12, odds_every: 6, ways: 300, samples: 100, ..Settings::default() };
    let report = run(&Scenes, &settings);
    println!("{:?}", report.counts);
    report.assert_ok();
    for what in ["actions", "questions", "odds", "frequencies"] {
        assert!(report.count(what) > 20, "{what}: {:?}", report.counts);
    }
}

/// Many random acts, each looked at with the eyes of a careful player. `REFEREE_SOAK=200000` plays longer.
#[test]
fn soak_crisis() {
    let report = soak(&Scenes, soak_acts(2_000));
    println!("{:?}", report.counts);
    report.assert_ok();
}
