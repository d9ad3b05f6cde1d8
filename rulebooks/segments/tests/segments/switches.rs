//! House rules: none is forgotten, and each makes a difference.

use crate::conformance::SWITCHES;
use referee_engine::{
    System,
    case::{Load, run_case},
    door::Source,
};
use referee_segments::{Segments, house::HouseRules};
use std::{collections::BTreeSet, fs, path::Path};

/// The names of all switches with their defaults, from the house rules themselves.
fn defaults() -> Vec<(String, String)> {
    let all = serde_json::to_value(HouseRules::default()).expect("plain data");
    all.as_object().expect("a table").iter().map(|(name, value)| (name.clone(), value.to_string())).collect()
}

/// The random scenes turn every switch there is, to a position that is not the default.
#[test]
fn the_random_scenes_turn_every_switch() {
    let name_of = |switch: &&str| switch.split(" = ").next().unwrap_or_default().to_owned();
    let turned: BTreeSet<String> = SWITCHES.iter().map(name_of).collect();
    let all: BTreeSet<String> = defaults().into_iter().map(|(name, _)| name).collect();
    assert_eq!(turned, all);
    for switch in SWITCHES {
        let scene = format!(
            "book = \"segments\"\nmap = {{ grid = \"square\", columns = 6, rows = 5, cell = 5, unit = \"feet\" }}\n\
             characters = [{{ from = \"scout\", at = [0, 0] }}]\n[rules]\n{switch}"
        );
        let opened = Segments::open(&Source::new("switch.toml", scene));
        let (book, _) = opened.unwrap_or_else(|mistakes| panic!("{switch}: {mistakes}"));
        assert_ne!(book.house, HouseRules::default(), "{switch}");
    }
}

/// The text of a case with one switch put back to its default wherever it is turned; `None` if it is not.
fn put_back(text: &str, name: &str, default: &str) -> Option<String> {
    let mut changed = false;
    let line = |line: &str| {
        let begins = format!("{name} = ");
        let at = line.starts_with("house = ").then(|| line.find(&begins)).flatten();
        let Some(at) = at.map(|at| at + begins.len()) else { return line.to_owned() };
        let ends = at + line[at..].find([',', ' ']).unwrap_or(line.len() - at);
        changed |= line[at..ends] != *default;
        format!("{}{default}{}", &line[..at], &line[ends..])
    };
    let text: Vec<String> = text.lines().map(line).collect();
    changed.then(|| text.join("\n"))
}

/// For every switch there is a case that comes out otherwise when the switch is put back.
#[test]
fn every_switch_makes_a_difference_in_a_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/segments");
    let files = fs::read_dir(folder).expect("the cases").map(|file| file.expect("a file").path());
    let texts: Vec<String> = files.map(|file| fs::read_to_string(file).expect("a text")).collect();
    let load: &Load = &|path| Err(format!("{path}: these cases hold their scenes themselves"));
    let differs = |text: String| !run_case::<Segments>(&Source::new("case.toml", text), load).is_ok();
    let idle = defaults()
        .into_iter()
        .filter(|(name, default)| !texts.iter().filter_map(|text| put_back(text, name, default)).any(differs));
    let idle: Vec<String> = idle.map(|(name, _)| name).collect();
    assert!(idle.is_empty(), "no case depends on {idle:?}");
}
