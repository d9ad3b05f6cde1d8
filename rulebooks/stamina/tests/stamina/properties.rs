//! The properties of weapons, read from the type of a weapon: none can be without an effect, or without a case.

use referee_engine::{
    Simulate, Status, System,
    door::{Source, schema_of},
};
use referee_stamina::{Stamina, sheet::Melee, table::Table};
use serde_json::Value;
use std::{path::Path, sync::Arc};

/// The properties with what the schema says of each: `trip` and "ST-134: the Trip keyword."
fn properties() -> Vec<(String, String)> {
    let schema = schema_of::<Melee>("a weapon");
    let all = schema["properties"].as_object().expect("a weapon is a table");
    let is_property = |field: &Value| field["type"] == "boolean";
    let described = |field: &Value| field["description"].as_str().unwrap_or_default().to_owned();
    all.iter().filter(|(_, of)| is_property(of)).map(|(name, of)| (name.clone(), described(of))).collect()
}

/// Two strong fighters whose swords have this property and no other, or none.
fn duel(property: Option<&str>) -> (Stamina, Table) {
    let text = r#"
        book = "stamina"
        map = { grid = "hex", columns = 7, rows = 5, cell = 1, unit = "m" }
        characters = [
            { from = "fighter", name = "Ann", at = [2, 2], facing = 1, body = 5, reflexes = 5, av = 2, settled = ["cid"] },
            { from = "fighter", name = "Cid", side = "foes", at = [3, 2], facing = 4, body = 5, reflexes = 5, av = 2 },
        ]
    "#;
    let (book, mut table) =
        Stamina::open(&Source::new("duel.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    for item in &mut Arc::make_mut(&mut table.setup).items {
        let mut melee = serde_json::to_value(item.melee.expect("both hold swords")).unwrap();
        for (name, _) in properties() {
            melee[&name] = (Some(name.as_str()) == property).into();
        }
        item.melee = Some(Melee { apv: 2, ..serde_json::from_value(melee).unwrap() });
    }
    (book, table)
}

/// How a duel stands after some random acts.
fn played(property: Option<&str>, seed: u64) -> Value {
    let (book, mut table) = duel(property);
    let random = Stamina::policies().iter().find(|(name, _)| *name == "random").expect("there is such a policy").1;
    let policies = [random];
    let mut oracle = Simulate::new(&book, &policies, seed);
    for _ in 0..12 {
        if let Status::Acting(_) = book.status(&table) {
            book.play(&mut table, random, &mut oracle).expect("what a policy chooses is legal");
        }
    }
    book.facts(&table)
}

/// A weapon with a property does something that the same weapon without it does not do.
#[test]
fn every_property_of_a_weapon_counts() {
    for (property, _) in properties() {
        let counts = |seed: u64| played(Some(&property), seed) != played(None, seed);
        assert!((0..300).any(counts), "{property} makes no difference");
    }
}

/// What the schema says of a property begins with its rule, and a case cites that rule.
#[test]
fn every_property_of_a_weapon_has_a_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/stamina");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let cases: String = files.map(|file| std::fs::read_to_string(file).unwrap()).collect();
    for (property, described) in properties() {
        let rule = described.split([':', ',']).next().unwrap_or_default();
        assert!(rule.starts_with("ST-"), "{property} is described without its rule: {described:?}");
        assert!(cases.contains(&format!("\"{rule}\"")), "no case cites {rule}, the rule of {property}");
    }
}
