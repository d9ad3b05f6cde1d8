//! The suite that every rulebook passes, over random scenes with hidden characters, lasting effects and stocks.

use referee_dice::FastRng;
use referee_engine::{
    Seat, System,
    conformance::{Arena, Done, Settings, run, soak, soak_acts},
    door::Source,
};
use referee_proficiency::{Proficiency, house::HouseRules, knows, table::Table};
use serde_json::{Value, json};
use std::fmt::Write;

struct Scenes;

const PEOPLE: [&str; 14] = [
    "warrior",
    "scout",
    "mage",
    "mender",
    "champion",
    "commoner",
    "clay-servant",
    "bandit",
    "wolf",
    "skeleton",
    "halberdier",
    "ogre",
    "stone-colossus",
    "undying-lord",
];

const STOCKS: [&str; 8] = [
    "arrows",
    "effort",
    "fatigue",
    "healing",
    "rations",
    "{ kind = \"torches\", lit = true }",
    "lantern-oil",
    "holy-water",
];

/// Every position of every house rule that is not the default; `map_use` comes with a map.
const SWITCHES: [&str; 78] = [
    "turn_standard_checks = 2",
    "time_length = \"ask\"",
    "time_length = \"roll\"",
    "time_scope = \"each_turn\"",
    "initiative_surprise = \"lose_first_turn\"",
    "initiative_tie = \"simultaneous\"",
    "initiative_tie = \"pcs_first\"",
    "initiative_tie = \"higher_modifier\"",
    "initiative_frequency = \"each_round\"",
    "initiative_duel_modifier = \"dex_and_proficiency\"",
    "initiative_reach = \"sides_too\"",
    "initiative_missile = \"neutral\"",
    "proficiency_requires_training = true",
    "proficiency_table = \"level\"",
    "proficiency_table = \"half_level\"",
    "ability_table = \"classic\"",
    "check_penalties = \"on_check\"",
    "check_penalties = \"ignored\"",
    "check_many_targets = \"one_per_target\"",
    "dc_penalty_band = \"inside\"",
    "dc_feat_band = \"inside\"",
    "dc_clamp = \"both\"",
    "dc_modifiers_on = \"unopposed_only\"",
    "attack_at_zero = \"mundane\"",
    "adv_cancel = \"surplus\"",
    "adv_used_up = \"when_it_counts\"",
    "critical_auto = \"label_only\"",
    "critical_scope = \"attacks_only\"",
    "critical_min_per = 0",
    "critical_success = \"double_per\"",
    "critical_failure = \"exposed\"",
    "critical_failure = \"nothing\"",
    "per_minimum = 1",
    "opposed_checker = \"initiator\"",
    "opposed_criticals = \"extreme\"",
    "opposed_extremes = \"limit\"",
    "opposed_many = \"each\"",
    "opposed_many = \"best\"",
    "opposed_unrolled_per = \"as_if_ten\"",
    "odds_scope = \"computed_only\"",
    "odds_min_per = 1",
    "odds_called_dc = 2",
    "improbable_mortal = \"natural_twenty\"",
    "improbable_mortal = \"never\"",
    "defense_formula = \"ten_and_proficiency\"",
    "damage_model = \"weapon_die_plus_per\"",
    "damage_model = \"per_only\"",
    "damage_model = \"weapon_die\"",
    "hp_model = \"con_score\"",
    "hp_model = \"rolled\"",
    "hp_zero = \"save\"",
    "hp_zero = \"dead\"",
    "healing_amount = \"healing_die\"",
    "recovery_hp = \"full\"",
    "recovery_hp = \"nothing\"",
    "bonus_momentum = \"both\"",
    "bonus_momentum = \"foe_down\"",
    "bonus_momentum = \"off\"",
    "bonus_limit = \"unlimited\"",
    "bonus_momentum_from = \"standard_type\"",
    "defend_effect = \"disadvantage\"",
    "maneuver_effect = \"gm_decides\"",
    "extended_measure = \"performance\"",
    "extended_failure = \"ends_the_task\"",
    "extended_criticals = \"two_and_minus_one\"",
    "group_method = \"half_must_succeed\"",
    "group_method = \"bonus_per_helper\"",
    "group_cost = \"free\"",
    "save_dc = \"fixed\"",
    "save_limit = \"one_per_round\"",
    "hide_effect = \"gm_decides\"",
    "resource_start = \"ends_only\"",
    "resource_end = \"step_past\"",
    "resource_when = \"end_of_scene\"",
    "resource_low_damage = \"nothing\"",
    "resource_on_down = \"stops\"",
    "resource_area = \"one_per_creature\"",
    "resource_kinds = \"none\"",
];

fn scene(seed: u64) -> String {
    let mut rng = FastRng::seed_from_u64(seed);
    let mut text = String::from("book = \"proficiency\"\n");
    let phase = ["free", "turns", "initiative", "initiative"][rng.below(4) as usize];
    let mode = ["moment", "moment", "interval", "period", "downtime"][rng.below(5) as usize];
    let _ = writeln!(text, "scenario = {{ phase = \"{phase}\", mode = \"{mode}\", counts = [6, 10, 2, 1] }}");
    let mapped = rng.below(2) == 0;
    if mapped {
        text.push_str("map = { grid = \"square\", columns = 5, rows = 4, cell = 5, unit = \"feet\" }\n");
        text.push_str("blocked = [[0, 3]]\nlight_cover = [[1, 1]]\nheavy_cover = [[2, 2]]\ndark_squares = [[3, 1]]\n");
    }
    if rng.below(3) == 0 {
        text.push_str("dark = true\n");
    }
    if rng.below(6) == 0 {
        text.push_str("gm_before_every_check = true\n");
    }
    let _ = writeln!(text, "[rules]\nmap_use = {}", mapped && rng.below(4) > 0);
    let mut named = Vec::new();
    for switch in SWITCHES {
        let name = switch.split(' ').next().unwrap_or_default();
        if rng.below(8) == 0 && !named.contains(&name) {
            named.push(name);
            let _ = writeln!(text, "{switch}");
        }
    }
    let mut cells: Vec<(u32, u32)> = (0..5).flat_map(|x| (0..3).map(move |y| (x, y))).collect();
    let count = 3 + rng.below(3);
    for at in 0..count {
        let from = PEOPLE[rng.below(PEOPLE.len() as u32) as usize];
        let (kind, side) = match at % 3 {
            0 => ("pc", "pcs"),
            1 => ("npc", "npcs"),
            _ if rng.below(2) == 0 => ("pc", "pcs"),
            _ => ("npc", "others"),
        };
        // Names that occur nowhere else, so that a leak can be seen.
        let _ = writeln!(
            text,
            "[[characters]]\nfrom = \"{from}\"\nname = \"Qx{at}zz\"\nkind = \"{kind}\"\nside = \"{side}\""
        );
        if mapped {
            let (x, y) = cells.swap_remove(rng.below(cells.len() as u32) as usize);
            let _ = writeln!(text, "at = [{x}, {y}]");
        }
        let stocks = STOCKS.iter().filter(|_| rng.below(3) == 0);
        let stocks: Vec<String> = stocks
            .map(|stock| if stock.starts_with('{') { (*stock).to_owned() } else { format!("{stock:?}") })
            .collect();
        let _ = writeln!(text, "resources = [{}]", stocks.join(", "));
        if rng.below(3) == 0 {
            text.push_str("carried = [\"dagger\", \"fire-flask\", \"holy-water\", \"venom-dagger\", \"bow\"]\n");
        }
        if rng.below(3) == 0 {
            text.push_str("feats = [\"power-strike\", \"aimed-shot\", \"careful-work\"]\n");
        }
        if rng.below(4) == 0 {
            text.push_str("spells = [\"fire-bolt\", \"hold\", \"mend-wounds\", \"light\", \"blast\"]\n");
        }
        for state in ["exposed", "held", "exhausted"] {
            if rng.below(6) == 0 {
                let _ = writeln!(text, "{state} = true");
            }
        }
        if rng.below(5) == 0 {
            text.push_str("lasting = [{ kind = \"fire\" }, { kind = \"poison\" }]\n");
        }
        if rng.below(6) == 0 {
            text.push_str("absent = true\n");
        }
        if rng.below(4) == 0 && at > 0 {
            text.push_str("hidden_from = [\"qx0zz\"]\n"); // of friends, too
        }
        match rng.below(8) {
            0 | 1 => text.push_str("hp = 2\n"),
            2 => text.push_str("hp = 0\n"),
            _ => {}
        }
    }
    text.push_str("[[tasks]]\nfrom = \"wagon-wheel\"\n[[tasks]]\nfrom = \"boulder\"\ntype = \"group\"\nsprings = \"needle-trap\"\n");
    text.push_str("[[tasks]]\nfrom = \"training\"\ntrains = \"stealth\"\n[[hazards]]\nfrom = \"needle-trap\"\n[[hazards]]\nfrom = \"gas\"\n");
    text.push_str(
        "[[objects]]\nfrom = \"locked-door\"\n[[areas]]\nkind = \"spreading-blaze\"\ninside = [\"qx0zz\", \"qx1zz\"]\n",
    );
    text
}

impl Arena for Scenes {
    type Book = Proficiency;

    fn table(&self, seed: u64) -> (Proficiency, Table) {
        let text = scene(seed);
        Proficiency::open(&Source::new(format!("seed {seed}"), &*text))
            .unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
    }

    /// A player must not learn of a character that is hidden from everybody on its side.
    fn secrets(&self, _: &Proficiency, table: &Table, seat: Seat) -> Vec<String> {
        let hidden = table.ids().filter(|&who| !knows(table, seat, who));
        hidden.flat_map(|who| [table.name(who).to_owned(), table.sheet(who).key.clone()]).collect()
    }

    fn broken(&self, done: &Done<'_, Proficiency>) -> Vec<String> {
        crate::invariants::broken(done)
    }
}

#[test]
fn proficiency_conforms() {
    let settings = Settings { seeds: 0..10, steps: 12, odds_every: 4, ways: 800, samples: 120, ..Settings::default() };
    let report = run(&Scenes, &settings);
    println!("{:?}", report.counts);
    report.assert_ok();
    for what in ["actions", "questions", "odds"] {
        assert!(report.count(what) > 20, "{what}: {:?}", report.counts);
    }
}

/// Whatever legal acts are played, the invariants hold and nobody is stuck. `REFEREE_SOAK=200000` plays longer.
#[test]
fn soak_holds_the_invariants() {
    let report = soak(&Scenes, soak_acts(2_000));
    println!("{:?}", report.counts);
    report.assert_ok();
}

/// The positions of a house rule besides its default, as its schema lists them.
fn other_positions(schema: &Value, name: &str, usual: &Value) -> Vec<Value> {
    let property = &schema["properties"][name];
    let target = property["$ref"].as_str().or_else(|| property["allOf"][0]["$ref"].as_str());
    let of = target.and_then(|path| schema.pointer(path.trim_start_matches('#'))).unwrap_or(property);
    let all: Vec<Value> = match (&of["oneOf"], &of["enum"], &of["type"]) {
        (Value::Array(each), ..) => each.iter().map(|one| one["const"].clone()).collect(),
        (_, Value::Array(each), _) => each.clone(),
        (.., kind) if kind == "boolean" => vec![json!(false), json!(true)],
        _ => {
            let (least, most) = (of["minimum"].as_u64().unwrap_or(0), of["maximum"].as_u64().expect("a number"));
            (least..=most).map(|number| json!(number)).collect()
        }
    };
    assert!(all.contains(usual), "{name}: {usual} is not among {all:?}");
    all.into_iter().filter(|position| position != usual).collect()
}

/// No switch can be forgotten: the list above has every position that the house rules themselves have, and every switch is
/// turned in some case.
#[test]
fn every_house_rule_is_turned() {
    let schema = serde_json::to_value(schemars::schema_for!(HouseRules)).unwrap();
    let usual = serde_json::to_value(HouseRules::default()).unwrap();
    let cases: String = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/proficiency"))
        .unwrap()
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    for (name, usual) in usual.as_object().unwrap() {
        let others = other_positions(&schema, name, usual);
        assert!(!others.is_empty(), "{name} cannot be turned");
        for position in others {
            // A number between two positions that the ledger names.
            if name == "odds_called_dc" && position == 1 {
                continue;
            }
            let switch = format!("{name} = {position}");
            assert!(name == "map_use" || SWITCHES.contains(&switch.as_str()), "random scenes never turn {switch}");
            assert!(cases.contains(&switch), "no case turns {switch}");
        }
    }
}
