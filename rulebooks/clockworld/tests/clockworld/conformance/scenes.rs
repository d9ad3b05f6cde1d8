//! The suite that every rulebook passes, over random Clockworld scenes.

use crate::invariants;
use referee_clockworld::{Clockworld, house::HouseRules, table::Whereabouts};
use referee_dice::FastRng;
use referee_engine::{
    Seat, System,
    conformance::{Arena, Done, Settings, run, soak, soak_acts},
    door::{self, Source},
};
use serde_json::Value;
use std::{collections::BTreeSet, fmt::Write};

struct Scenes;

const PEOPLE: [&str; 12] = [
    "gunslinger",
    "bruiser",
    "sawbones",
    "scout",
    "old-hand",
    "bandit",
    "knife-bandit",
    "bandit-boss",
    "guard",
    "guard-dog",
    "clockwork-brute",
    "steam-vent",
];

const THINGS: [&str; 14] = [
    "rock",
    "barrel",
    "smoke",
    "poker-table",
    "wooden-door",
    "low-wall",
    "chasm",
    "river",
    "large-crate",
    "safe",
    "window",
    "rope",
    "manacles",
    "darkness",
];

/// Every house rule, with all its positions but the default; of numbers, some. What is missing here, the test below finds.
pub const SWITCHES: [(&str, &[&str]); 34] = [
    ("bonus_table", &["[0, 1, 2, 3]"]),
    ("auto_success_attacks", &["true"]),
    ("cancelled_low_blocks_auto", &["true"]),
    ("beyond_legendary", &["\"cap\"", "\"impossible\""]),
    ("cover_and_concealment", &["\"best\""]),
    ("round_owner", &["\"causer\""]),
    ("reactions_before_first_turn", &["0"]),
    ("two_contests", &["true"]),
    ("different_task", &["\"name\""]),
    ("react_after_roll", &["true"]),
    ("reach_disturbs", &["\"free_and_aware\""]),
    ("area_pool", &["\"shared\""]),
    ("vulnerable", &["\"extra_die\"", "\"lethal\""]),
    ("limb_restored_by", &["\"downtime\""]),
    ("shock_model", &["\"strangle_only\""]),
    ("stabilize_scope", &["\"injury\""]),
    ("block_for_others", &["true"]),
    ("block_with_limb", &["false"]),
    ("blocked_wide_shot", &["\"strikes_object\""]),
    ("dodge_point_blank", &["true"]),
    ("take_cover_stops_attack", &["true"]),
    ("take_cover_in_cover", &["false"]),
    ("pot_shot_trigger", &["\"any_step\""]),
    ("escape_costs_reaction", &["true"]),
    ("hold_escape", &["\"rank\""]),
    ("immobilized_trip_dodge", &["true"]),
    ("staggered", &["\"low_roll\""]),
    ("ambush_high_roll", &["true"]),
    ("facing_limits_reactions", &["true"]),
    ("half_speed_order", &["\"add_first\""]),
    ("sneak_cover", &["\"all\""]),
    ("lengthy_interrupt", &["\"paused\""]),
    ("tumble_success", &["\"half\"", "\"one\""]),
    ("touch_reset", &["\"scenario\""]),
];

/// The list of switches is that of the house rules themselves, with every position there is.
#[test]
fn every_switch_is_turned() {
    let schema = door::schema_of::<HouseRules>("house rules");
    let default = serde_json::to_value(HouseRules::default()).expect("plain data");
    let known: BTreeSet<&str> = SWITCHES.iter().map(|(key, _)| *key).collect();
    let there: BTreeSet<&str> = default.as_object().expect("a table").keys().map(String::as_str).collect();
    assert_eq!(known, there);
    for (key, turned) in SWITCHES {
        let listed: Vec<Value> = turned.iter().map(|text| serde_json::from_str(text).expect("a value")).collect();
        for value in &listed {
            let turned = serde_json::json!({ key: value });
            let house: HouseRules = serde_json::from_value(turned).unwrap_or_else(|error| panic!("{key}: {error}"));
            assert_ne!(house, HouseRules::default(), "{key} = {value} is the default");
        }
        // Of what can be listed, every position is.
        let property = &schema["properties"][key];
        let name = property["$ref"].as_str().or(property["allOf"][0]["$ref"].as_str());
        let positions: Vec<Value> = match name.and_then(|name| name.strip_prefix("#/$defs/")) {
            Some(name) => {
                let kinds = schema["$defs"][name]["oneOf"].as_array().unwrap_or_else(|| panic!("{key}: {name}"));
                kinds.iter().map(|kind| kind["const"].clone()).collect()
            }
            None if property["type"] == "boolean" => vec![Value::Bool(false), Value::Bool(true)],
            None => continue, // a number, or a table of them
        };
        let missing: Vec<&Value> =
            positions.iter().filter(|value| **value != default[key] && !listed.contains(value)).collect();
        assert!(missing.is_empty(), "{key}: {missing:?}");
    }
}

/// A scene by its seed: a grid or zones, three to five people, some things, some house rules.
fn scene(seed: u64) -> String {
    let mut rng = FastRng::seed_from_u64(seed);
    let mut text = String::from("book = \"clockworld\"\nalone = true\n");
    let first = ["players", "threats", "unclear"][rng.below(3) as usize];
    let _ = writeln!(text, "scenario = {{ first = \"{first}\" }}");
    let (columns, rows) = (8, 6);
    let map = match rng.below(4) {
        0 => "grid = \"square\"",
        1 => {
            "grid = \"zones\", zones = [\"street\", \"saloon\", \"roof\"], within = 5, links = [{ between = [\"street\", \"saloon\"], units = 20 }, { between = [\"saloon\", \"roof\"], units = 30 }]"
        }
        _ => "grid = \"hex\"",
    };
    let zones = map.contains("zones");
    let size = if zones { String::new() } else { format!(", columns = {columns}, rows = {rows}, cell = 5") };
    let rises = if zones || rng.below(3) > 0 {
        ""
    } else {
        ", rises = [{ from = { x = 0, y = 0 }, to = { x = 1, y = 1 }, height = 20 }]"
    };
    let _ = writeln!(text, "map = {{ {map}{size}, unit = \"feet\"{rises} }}");
    if rng.below(8) == 0 {
        text.push_str("gm_before_every_check = true\n");
    }
    text.push_str("[rules]\n");
    for (key, turned) in SWITCHES {
        if rng.below(6) == 0 {
            let _ = writeln!(text, "{key} = {}", turned[rng.below(turned.len() as u32) as usize]);
        }
    }
    let mut cells: Vec<(u32, u32)> = (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y))).collect();
    let place = |rng: &mut FastRng, cells: &mut Vec<(u32, u32)>| {
        if zones {
            format!("\"{}\"", ["street", "saloon", "roof"][rng.below(3) as usize])
        } else {
            // Close together, so that they reach each other.
            let (x, y) = cells.swap_remove(rng.below(cells.len() as u32) as usize);
            format!("[{x}, {y}]")
        }
    };
    let count = 3 + rng.below(3);
    for at in 0..count {
        let from = PEOPLE[rng.below(PEOPLE.len() as u32) as usize];
        let kind = if from == "steam-vent" {
            "hazard"
        } else if at % 2 == 0 {
            "pc"
        } else {
            "villain"
        };
        let cell = place(&mut rng, &mut cells);
        // Names that occur nowhere else, so that a leak can be seen.
        let _ = writeln!(
            text,
            "[[characters]]\nfrom = \"{from}\"\nname = \"Qx{at}zz\"\nkind = \"{kind}\"\nat = {cell}\nfacing = {}",
            rng.below(360)
        );
        if rng.below(5) == 0 {
            text.push_str("prone = true\n");
        }
        if rng.below(4) == 0 {
            let severity = ["mild", "serious", "critical"][rng.below(3) as usize];
            let part = match from {
                "guard-dog" => "trunk",
                "clockwork-brute" => "hull",
                "steam-vent" => "nozzle",
                _ => ["chest", "left arm", "right leg", "head"][rng.below(4) as usize],
            };
            let _ = writeln!(text, "injuries = [{{ severity = \"{severity}\", part = \"{part}\" }}]");
        }
        if rng.below(4) == 0 {
            let other = (at + 1) % count;
            let _ = writeln!(text, "unaware_of = [\"qx{other}zz\"]");
        }
        if rng.below(6) == 0 {
            text.push_str("conditions = [{ kind = \"staggered\", until_turn_of = \"threats\" }]\n");
        }
    }
    for at in 0..rng.below(5) {
        let from = THINGS[rng.below(THINGS.len() as u32) as usize];
        let cell = place(&mut rng, &mut cells);
        let _ = writeln!(text, "[[things]]\nfrom = \"{from}\"\nkey = \"thing-{at}\"\nat = {cell}");
    }
    text
}

impl Arena for Scenes {
    type Book = Clockworld;

    fn table(&self, seed: u64) -> (Clockworld, <Clockworld as System>::Table) {
        let text = scene(seed);
        Clockworld::open(&Source::new(format!("seed {seed}"), &*text))
            .unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
    }

    fn broken(&self, done: &Done<'_, Clockworld>) -> Vec<String> {
        invariants::broken(done)
    }

    /// A player must not learn of a Character that nobody on its side knows of, nor of what somebody else carries hidden.
    fn secrets(&self, _: &Clockworld, table: &<Clockworld as System>::Table, seat: Seat) -> Vec<String> {
        let mut secrets = Vec::new();
        for who in table.ids() {
            if !referee_clockworld::knows(table, seat, who) {
                secrets.push(table.name(who).to_owned());
                secrets.push(table.sheet(who).key.clone());
            }
        }
        for thing in table.thing_ids() {
            if let Whereabouts::Hidden(by) = table.thing(thing).at
                && !seat.plays(by)
            {
                secrets.push(table.thing_sheet(thing).key.clone());
            }
        }
        secrets
    }
}

#[test]
fn clockworld_conforms() {
    let report = run(&Scenes, &Settings { seeds: 0..24, steps: 20, ..Settings::default() });
    println!("{:?}", report.counts);
    report.assert_ok();
    for what in ["actions", "questions", "odds"] {
        assert!(report.count(what) > 50, "{what}: {:?}", report.counts);
    }
}

/// Random acts on random tables, and after each the invariants: `REFEREE_SOAK=200000` plays longer.
#[test]
fn clockworld_soaks() {
    let report = soak(&Scenes, soak_acts(2_000));
    println!("{:?}", report.counts);
    report.assert_ok();
}
