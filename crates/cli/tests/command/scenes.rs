//! `referee odds SCENE` and `referee simulate`.

use crate::{Scratch, referee};
use serde_json::Value;

/// Twenty feet apart, nobody else about.
const SHOT: &str = r#"
book = "clockworld"
map = { grid = "hex", columns = 12, rows = 8, cell = 5, unit = "feet" }
[[characters]]
from = "gunslinger"
name = "Mudo"
at = [2, 3]
[[characters]]
from = "bandit"
name = "Rusk"
at = [6, 3]
"#;

/// A Block is offered against a sabre.
const BLOCKS: &str = r#"
book = "clockworld"
map = { grid = "square", columns = 24, rows = 5, cell = 5, unit = "feet" }
[[characters]]
name = "Mudo"
at = [2, 2]
skills = { Melee = { bonus = 2 } }
held = { "right arm" = "sabre", "left arm" = "rope" }
[[characters]]
name = "Bandit"
kind = "villain"
at = [3, 2]
skills = { Hand-to-Hand = { bonus = 1 } }
held = { "left arm" = "shield" }
"#;

#[test]
fn an_act_has_the_odds_of_the_ledger() {
    let scene = Scratch::new("odds-shot.toml", SHOT);
    let act = ["--as", "mudo", "--do", "attack target=rusk", "--reactions", "never"];
    let value = referee(&[&["odds", scene.path(), "--json"], &act[..]].concat()).json();
    let marginals = value["odds"]["groups"][0]["marginals"].as_array().expect("measures");
    let injury = marginals.iter().find(|measure| measure["measure"] == "worst injury").expect("an injury");
    let chances: Vec<(&str, &str)> = injury["values"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|value| Some((value["word"].as_str()?, value["chance"]["exact"].as_str()?)))
        .collect();
    // CW-P34.
    assert_eq!(chances, [("none", "1/10"), ("mild", "225/1024"), ("serious", "981/2560"), ("critical", "1521/5120")]);
    let out = referee(&[&["odds", scene.path()], &act[..]].concat()).ok();
    assert!(out.starts_with("attack target=rusk  nobody reacts\n"), "{out}");
    assert!(out.contains("hit       █████████████████████▋  90.00%"), "{out}");
}

#[test]
fn slots_may_be_named_or_stand_in_their_order() {
    let scene = Scratch::new("odds-slots.toml", SHOT);
    let odds = |act: &str| referee(&["odds", scene.path(), "--as", "Mudo", "--do", act]).ok();
    assert_eq!(odds("attack rusk"), odds("attack target=rusk"));
    assert_eq!(odds("attack rusk revolver-2"), odds("attack weapon=revolver-2 target=rusk"));
}

#[test]
fn a_refused_act_says_why_and_what_is_possible() {
    let scene = Scratch::new("odds-refused.toml", SHOT);
    let odds = |args: &[&str]| referee(&[&["odds", scene.path()], args].concat());
    odds(&["--as", "mudo", "--do", "attack target=nobody"]).fails(4, "allowed: rusk");
    odds(&["--as", "mudo", "--do", "atack rusk"]).fails(2, "did you mean attack?");
    odds(&["--as", "nobody", "--do", "attack rusk"]).fails(2, "the scene has: mudo, rusk");
    odds(&["--at", "rusk"]).fails(2, "--as");
    odds(&["--as", "mudo", "--do", "attack rusk", "--answer", "fly"]).fails(2, "fly");
}

#[test]
fn a_file_that_is_not_there_is_no_wrong_usage() {
    for args in [
        &["odds", "nowhere.toml", "--as", "mudo", "--do", "attack rusk"][..],
        &["simulate", "no/such/scene"],
        &["scene", "nowhere.toml"],
        &["replay", "nowhere.journal"],
        &["case", "nowhere.toml"],
    ] {
        referee(args).fails(3, "o such file");
    }
    referee(&["simulate", "nowhere"]).fails(2, "ready scenes: ");
}

/// CW-P13: where the first Attack was stopped the Block comes up again; where it felled the Bandit, it does not. The answer is
/// also read where only a later act asks for it.
#[test]
fn an_answer_holds_wherever_it_is_asked_for() {
    let scene = Scratch::new("odds-answers.toml", BLOCKS);
    let odds = |act: &str, more: &[&str]| {
        referee(&[&["odds", scene.path(), "--as", "mudo", "--do", act, "--reactions", "never"], more].concat())
    };
    let chance = |act: &str, word: &str| {
        let value = odds(act, &["--answer", "block-shield", "--json"]).json();
        let marginals = value["odds"]["groups"][0]["marginals"].as_array().expect("measures").clone();
        let attack = marginals.into_iter().find(|measure| measure["measure"] == "attack").expect("an attack");
        let values = attack["values"].as_array().expect("values").clone();
        let value = values.into_iter().find(|value| value["word"] == word).expect("such an end");
        value["chance"]["exact"].as_str().expect("a fraction").to_owned()
    };
    assert_eq!(chance("attack bandit sabre", "hit"), "27/50");
    assert_eq!(chance("drop thing=rope; attack bandit sabre", "hit"), "27/50");
    odds("attack bandit sabre", &["--both", "--answer", "block-shield"]).ok();
    odds("attack bandit sabre", &["--both", "--answer", "fly"])
        .fails(2, "no question on any way has the option \"fly\"");
}

#[test]
fn a_simulation_depends_on_its_seed_alone() {
    let simulate = |args: &[&str]| {
        referee(&[&["simulate", "clockworld:tour", "--runs", "40", "--policy", "bold", "--json"], args].concat()).json()
    };
    let one = simulate(&["--seed", "5", "--threads", "1"]);
    assert_eq!(one, simulate(&["--seed", "5", "--threads", "2"]));
    assert_ne!(one, simulate(&["--seed", "6"]));
    assert_eq!(one["report"]["fights"], 40);
    let sides = one["report"]["sides"].as_array().expect("sides");
    for side in sides {
        let rate = |end: &str| side["rate"][end].as_f64().expect("a number");
        assert!(rate("low") <= rate("value") && rate("value") <= rate("high"), "{side}");
    }
}

/// Random fights say nothing about how hard a fight is, so nobody gets them without asking.
#[test]
fn a_simulation_plays_boldly_unless_it_is_told() {
    let simulate =
        |args: &[&str]| referee(&[&["simulate", "clockworld:tour", "--runs", "20", "--json"], args].concat()).json();
    let usual = simulate(&[]);
    assert_eq!(usual, simulate(&["--policy", "bold"]));
    assert_ne!(usual, simulate(&["--policy", "random"]));
}

#[test]
fn sides_play_by_their_policies() {
    let value = referee(&[
        "simulate",
        "clockworld:tour",
        "--runs",
        "20",
        "--policy",
        "bold",
        "--policy",
        "threats=careful",
        "--json",
    ])
    .json();
    let policy = |side: usize| &value["report"]["sides"][side]["policy"];
    assert_eq!((policy(0), policy(1)), (&"bold".into(), &"careful".into()));
    let out = referee(&["simulate", "clockworld:tour", "--runs", "20"]).ok();
    assert!(out.contains("95% interval") && out.contains("on average"), "{out}");
    referee(&["simulate", "clockworld:tour", "--policy", "wild"]).fails(2, "allowed: random, bold, careful");
    referee(&["simulate", "clockworld:tour", "--policy", "cats=bold"]).fails(2, "allowed: players, threats");
    referee(&["simulate", "clockworld:toru"]).fails(2, "did you mean clockworld:tour?");
}

#[test]
fn an_enemy_has_odds_on_its_next_turn_and_both_ways_are_told() {
    let scene = Scratch::new("odds-off-turn.toml", SHOT);
    let odds = |args: &[&str]| referee(&[&["odds", scene.path(), "--reactions", "never"], args].concat());
    let value = odds(&["--as", "rusk", "--do", "attack mudo", "--json"]).json();
    assert_eq!((&value["on_turn_of"], &value["act"]), (&"rusk".into(), &"attack target=mudo".into()));
    let both = odds(&["--as", "mudo", "--do", "attack rusk", "--both"]).ok();
    assert!(both.contains("attack target=rusk") && both.contains("Rusk's next turn: attack target=mudo"), "{both}");
    let all = odds(&["--as", "rusk", "--at", "mudo"]).ok();
    assert!(
        all.starts_with("What Rusk can do to Mudo on the next turn") && all.contains("attack target=mudo"),
        "{all}"
    );
}

#[test]
fn a_chain_adds_up_what_its_acts_do() {
    let scene = Scratch::new("odds-chain.toml", SHOT);
    let plot = Scratch::new("odds-chain.svg", "");
    let act = ["--as", "mudo", "--do", "attack rusk; attack rusk", "--reactions", "never", "--plot", plot.path()];
    let value = referee(&[&["odds", scene.path(), "--json"], &act[..]].concat()).json();
    let marginals = value["odds"]["groups"][0]["marginals"].as_array().expect("measures");
    let injuries = marginals.iter().find(|measure| measure["measure"] == "injuries").expect("injuries");
    // Both miss: 1/10 twice, unless a shot that wounds makes the next one easier; so many at the most.
    assert_eq!(injuries["values"][0]["chance"]["exact"], "1/100");
    assert!(plot.text().starts_with("<svg") && plot.text().contains("prefers-color-scheme"));
}

#[test]
fn parts_of_a_run_merge_into_the_run() {
    let run = |args: &[&str]| {
        let all = ["simulate", "clockworld:tour", "--runs", "9", "--policy", "bold", "--json"];
        referee(&[&all, args].concat()).ok()
    };
    let parts = ["1/2", "2/2"].map(|part| Scratch::new(&format!("part-{}.json", &part[..1]), &run(&["--shard", part])));
    let merged = referee(&["merge", parts[1].path(), parts[0].path(), "--json"]).ok();
    assert_eq!(merged, run(&[]));
    let only = referee(&["merge", parts[0].path()]).ok();
    assert!(only.contains("incomplete") && only.contains("missing: fights 4 to 8"), "{only}");
    referee(&["merge", parts[0].path(), parts[0].path()]).fails(2, "part-1.json repeats fights");
}

#[test]
fn parts_of_a_comparison_merge_into_it() {
    let run = |more: &[&str]| {
        let base = ["simulate", "clockworld:tour", "--runs", "12", "--with", "mudo.from=gunslinger", "--json"];
        referee(&[&base[..], more].concat()).ok()
    };
    let parts = ["1/2", "2/2"].map(|part| Scratch::new(&format!("pair-{}.json", &part[..1]), &run(&["--shard", part])));
    let merged = referee(&["merge", parts[1].path(), parts[0].path(), "--json"]).json();
    let whole: Value = serde_json::from_str(&run(&[])).unwrap();
    assert_eq!((&merged["result"], &merged["difference"]), (&whole["result"], &whole["difference"]));
    referee(&["merge", parts[0].path(), parts[0].path()]).fails(2, "pair-1.json repeats fights");
}

#[test]
fn a_fight_is_told_and_replayed_and_a_page_is_written() {
    let journal = Scratch::new("shown.journal", "");
    let told =
        referee(&["simulate", "clockworld:tour", "--show", "3", "--policy", "bold", "--journal", journal.path()]).ok();
    assert!(told.contains("referee replay"), "{told}");
    referee(&["replay", journal.path(), "--verify"]).ok();
    // A row of the run brings its fight back, by its number as by its seed.
    let rows = Scratch::new("shown.csv", "");
    referee(&["simulate", "clockworld:tour", "--runs", "5", "--csv", rows.path()]).ok();
    let rows = rows.text();
    let row: Vec<&str> = rows.lines().nth(4).unwrap().split(',').collect();
    let show = |fight: &str| referee(&["simulate", "clockworld:tour", "--show", fight, "--json"]).json();
    let (by_number, by_seed) = (show("3"), show(row[1]));
    assert_eq!((row[0], row[6]), ("3", &*by_number["acts"].to_string()));
    assert_eq!(by_number["digest"], by_seed["digest"]);
    let page = Scratch::new("report.html", "");
    referee(&["simulate", "clockworld:tour", "--runs", "5", "--report", page.path()]).ok();
    assert!(page.text().contains("<svg") && page.text().ends_with("</html>\n"));
}

#[test]
fn a_sweep_in_parts_is_the_sweep() {
    let scene = Scratch::new("sweep.toml", SHOT);
    let sweep = |more: &[&str]| {
        let vary = ["--vary", "rusk.from=bandit,bandit-boss", "--vary", "mudo.from=gunslinger,scout"];
        referee(&[&["sweep", scene.path(), "--runs", "3", "--policy", "bold", "--json"], &vary[..], more].concat())
    };
    let parts = ["1/3", "2/3", "3/3"]
        .map(|part| Scratch::new(&format!("sweep-{}.json", part.replace('/', "-")), &sweep(&["--shard", part]).ok()));
    let files = parts.each_ref().map(Scratch::path);
    let merged = referee(&[&["merge", "--json"], &files[..]].concat()).json();
    assert_eq!(merged, sweep(&[]).json(), "all parts merged are the sweep");

    // A part alone shows what it has: four fights, one spot and a third of the next.
    let plot = Scratch::new("sweep.svg", "");
    let part = referee(&["merge", files[0], "--plot", plot.path()]).ok();
    assert!(part.contains("incomplete: 4 of 12 fights"), "{part}");
    assert_eq!(plot.text().matches("<title>rusk.from=").count(), 2, "{}", plot.text());

    referee(&["merge", files[0], "--report", "x.html"]).fails(2, "a sweep has no HTML report");
    let mut result = referee(&["simulate", scene.path(), "--runs", "3", "--policy", "bold", "--json"]).json();
    let run = Scratch::new("run.json", &result.to_string());
    referee(&["merge", run.path(), files[0]]).fails(3, "some files are parts of a sweep");
    referee(&["merge", run.path(), "--plot", "x.svg"]).fails(2, "are for sweeps");
    result["result"]["tally"]["won"] = serde_json::json!([]);
    let edited = Scratch::new("edited.json", &result.to_string());
    referee(&["merge", edited.path()]).fails(3, "cannot be the result of fights");
}

#[test]
fn variants_sweeps_and_advice_are_told() {
    let scene = Scratch::new("lab.toml", SHOT);
    let with =
        referee(&["simulate", scene.path(), "--runs", "4", "--policy", "bold", "--with", "rusk.from=bandit-boss"]).ok();
    assert!(with.contains("difference") && with.contains("rusk.from=bandit-boss"), "{with}");
    referee(&["simulate", scene.path(), "--with", "cats.from=x"]).fails(3, "cats");
    let vary = ["--vary", "rusk.from=bandit,bandit-boss", "--vary", "mudo.from=gunslinger,scout"];
    let grid =
        referee(&[&["sweep", scene.path(), "--runs", "3", "--policy", "bold", "--json"], &vary[..]].concat()).json();
    assert_eq!(grid["report"]["spots"].as_array().map(Vec::len), Some(4));
    let advice = referee(&["advise", scene.path(), "--as", "mudo", "--playouts", "60", "--json"]).json();
    assert!(advice["acts"].as_array().is_some_and(|acts| acts.len() > 5), "{advice}");
    assert_eq!(
        (&advice["begun"], &advice["policy"], &advice["others"]),
        (&false.into(), &"bold".into(), &"bold".into())
    );
    let usual = |act: &&serde_json::Value| act["usual"] == true;
    assert_eq!(advice["acts"].as_array().map(|acts| acts.iter().filter(usual).count()), Some(1), "{advice}");
    referee(&["advise", scene.path(), "--as", "rusk"]).fails(4, "Rusk is not to act now");
    // The roll for who begins is the game master's.
    let told = referee(&["advise", "clockworld:duel", "--playouts", "200"]).ok();
    assert!(told.contains("the game master began first") && told.contains("the act of the policy"), "{told}");
    referee(&["duel", scene.path(), "--policy", "random"]).fails(2, "draws lots");
    referee(&["duel", scene.path(), "--limit", "40"]).fails(5, "referee simulate");
    referee(&["duel", scene.path(), "--within", "half"]).fails(2, "such as 0.1%");
}

/// From the roll for who begins, which is rolled again as often as it is tied, to the end.
#[test]
fn a_whole_fight_is_worked_out_exactly() {
    let duel = referee(&["duel", "proficiency:duel-with-reach", "--within", "0.1%", "--json"]).json();
    assert_eq!(duel["is_whole"], true, "{duel}");
    let chance = |side: &serde_json::Value| side["chance"].as_f64().unwrap_or_default();
    let won: Vec<f64> = duel["won"].as_array().map_or(Vec::new(), |sides| sides.iter().map(chance).collect());
    let open = duel["open"].as_f64().unwrap_or(1.0);
    assert!(open < 1e-3 && (won.iter().sum::<f64>() + open - 1.0).abs() < 1e-9, "{won:?}, {open}");
    let run =
        ["simulate", "proficiency:duel-with-reach", "--runs", "20000", "--watch", "0", "--policy", "bold", "--json"];
    let counted = referee(&run).json()["report"]["sides"][0]["rate"]["value"].as_f64().unwrap_or_default();
    // Four standard deviations of 20,000 fights are 1.4 points.
    assert!((counted - won[0]).abs() < 0.015, "{counted} counted, {} worked out", won[0]);
    let drawn = Scratch::new("duel.svg", "");
    referee(&["duel", "proficiency:duel-with-reach", "--within", "1%", "--plot", drawn.path()]).ok();
    assert!(drawn.text().contains("who wins"));
}
