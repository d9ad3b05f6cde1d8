//! `referee odds SCENE` and `referee simulate`.

use crate::{Scratch, referee};

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
    odds(&["--as", "rusk", "--do", "attack mudo"]).fails(2, "Rusk cannot attack now; mudo can");
    odds(&["--as", "nobody", "--do", "attack rusk"]).fails(2, "there are: mudo, rusk");
    odds(&["--as", "mudo"]).fails(2, "--do");
    odds(&["--as", "mudo", "--do", "attack rusk", "--answer", "fly"]).fails(2, "fly");
}

#[test]
fn a_simulation_depends_on_its_seed_alone() {
    let simulate = |args: &[&str]| {
        referee(&[&["simulate", "clockworld:tour", "--runs", "40", "--policy", "bold", "--json"], args].concat()).json()
    };
    let one = simulate(&["--seed", "5", "--threads", "1"]);
    assert_eq!(one, simulate(&["--seed", "5", "--threads", "2"]));
    assert_ne!(one, simulate(&["--seed", "6"]));
    assert_eq!(one["played"], 40);
    let sides = one["sides"].as_array().expect("sides");
    for side in sides {
        let (low, rate, high) = (&side["low"], &side["rate"], &side["high"]);
        assert!(low.as_f64() <= rate.as_f64() && rate.as_f64() <= high.as_f64(), "{side}");
    }
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
    assert_eq!((&value["sides"][0]["policy"], &value["sides"][1]["policy"]), (&"bold".into(), &"careful".into()));
    let out = referee(&["simulate", "clockworld:tour", "--runs", "20"]).ok();
    assert!(out.contains("95% interval") && out.contains("on average"), "{out}");
    referee(&["simulate", "clockworld:tour", "--policy", "wild"]).fails(2, "allowed: random, bold, careful");
    referee(&["simulate", "clockworld:tour", "--policy", "cats=bold"]).fails(2, "allowed: players, threats");
    referee(&["simulate", "clockworld:toru"]).fails(2, "did you mean clockworld:tour?");
}
