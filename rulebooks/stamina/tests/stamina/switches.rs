//! The switches of the house rules, read from the house rules themselves: none can be forgotten by random scenes or cases.

use referee_engine::door::schema_of;
use referee_stamina::house::HouseRules;
use serde_json::{Value, json};
use std::{collections::BTreeMap, path::Path};

/// One switch with the positions that are not the default, as they are written in a scene.
pub struct Switch {
    pub name: String,
    pub others: Vec<String>,
}

/// Every switch, in the order of the schema.
pub fn switches() -> Vec<Switch> {
    let schema = schema_of::<HouseRules>("house rules");
    let usual = serde_json::to_value(HouseRules::default()).expect("house rules are plain data");
    let properties = schema["properties"].as_object().expect("house rules are a table");
    properties
        .iter()
        .map(|(name, property)| {
            let all = positions(&schema, property);
            let others = all.into_iter().filter(|position| *position != usual[name]).map(|other| other.to_string());
            Switch { name: name.clone(), others: others.collect() }
        })
        .collect()
}

/// The positions of one switch: yes and no, a number, or the words of an enumeration.
fn positions(schema: &Value, property: &Value) -> Vec<Value> {
    if let Some(to) = property["$ref"].as_str() {
        let name = to.strip_prefix("#/$defs/").expect("a definition of this schema");
        return positions(schema, &schema["$defs"][name]);
    }
    if let Some(only) = property.get("const") {
        return vec![only.clone()];
    }
    if let Some(words) = property["enum"].as_array() {
        return words.clone();
    }
    for choice in ["oneOf", "anyOf", "allOf"] {
        if let Some(all) = property[choice].as_array() {
            return all.iter().flat_map(|one| positions(schema, one)).collect();
        }
    }
    match property["type"].as_str() {
        Some("boolean") => vec![json!(false), json!(true)],
        Some("integer") => (0..=property["maximum"].as_u64().expect("numbers have a limit")).map(Value::from).collect(),
        other => panic!("a switch of a new kind: {other:?}"),
    }
}

/// The default house rules have the same names as the schema, and every switch has another position.
#[test]
fn every_switch_can_be_turned() {
    let usual = serde_json::to_value(HouseRules::default()).unwrap();
    let all = switches();
    let names: Vec<&String> = all.iter().map(|switch| &switch.name).collect();
    assert_eq!(names.len(), usual.as_object().unwrap().len());
    for switch in &all {
        assert!(usual.get(&switch.name).is_some() && !switch.others.is_empty(), "{}", switch.name);
    }
}

/// Every position of every switch stands in a case; for a number one other than the default is enough.
#[test]
fn every_switch_has_a_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/stamina");
    let mut cases = String::new();
    for file in std::fs::read_dir(folder).unwrap() {
        cases.push_str(&std::fs::read_to_string(file.unwrap().path()).unwrap());
    }
    let mut missing = BTreeMap::new();
    for switch in switches() {
        let is_number = switch.others.iter().all(|other| other.parse::<u8>().is_ok());
        let absent = |other: &&String| !cases.contains(&format!("{} = {other}", switch.name));
        let absent: Vec<String> = switch.others.iter().filter(absent).cloned().collect();
        let is_shown = absent.is_empty() || (is_number && absent.len() < switch.others.len());
        if !is_shown {
            missing.insert(switch.name, absent);
        }
    }
    assert!(missing.is_empty(), "no case has {missing:?}");
}
