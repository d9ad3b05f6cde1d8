//! The JSON Schema of a type: for our own checking, and for editors.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::clause::is_empty_struct;

/// The schema as `schemars` writes it, for checking. It is made once for each type: making it takes longer than checking
/// by it, and whoever comes into a scene in the middle of play is checked too.
pub(super) fn checked_schema<T: JsonSchema + 'static>() -> Arc<Value> {
    static MADE: Mutex<BTreeMap<TypeId, Arc<Value>>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let make = || SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value();
    Arc::clone(made.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(make())))
}

/// The JSON Schema (draft 2020-12) of a type for editors, with descriptions from its doc comments.
///
/// It says what [`read`](super::read) checks: an object that lists its keys is closed.
pub fn schema_of<T: JsonSchema + 'static>(title: &str) -> Value {
    let mut schema = Value::clone(&checked_schema::<T>());
    close(&mut schema);
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("title".to_owned(), title.into());
    }
    schema
}

pub(super) fn definition_name(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// Closes every object that lists its keys.
fn close(schema: &mut Value) {
    let mut shared = BTreeSet::new();
    find_shared(schema, &mut shared);
    close_value(schema, &shared, true);
    for (name, definition) in schema.get_mut("$defs").and_then(Value::as_object_mut).into_iter().flatten() {
        close_value(definition, &shared, !shared.contains(name));
    }
}

/// Definitions that stand beside other keys, as the content of a tagged variant: they cannot be closed
/// themselves, only together with the keys beside them.
fn find_shared(schema: &Value, shared: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            if let Some(name) = definition_name(schema).filter(|_| object.contains_key("properties")) {
                shared.insert(name.to_owned());
            }
            object.values().for_each(|below| find_shared(below, shared));
        }
        Value::Array(list) => list.iter().for_each(|below| find_shared(below, shared)),
        _ => {}
    }
}

fn close_value(schema: &mut Value, shared: &BTreeSet<String>, is_alone: bool) {
    let refers_to_shared = definition_name(schema).is_some_and(|name| shared.contains(name));
    let Some(object) = schema.as_object_mut() else { return };
    let has_keys = object.contains_key("properties") || is_empty_struct(object);
    let is_joined =
        object.contains_key("$ref") || ["allOf", "anyOf", "oneOf"].iter().any(|word| object.contains_key(*word));
    let is_said = object.contains_key("additionalProperties") || object.contains_key("unevaluatedProperties");
    if is_alone && !is_said {
        match (has_keys, is_joined) {
            (true, false) => object.insert("additionalProperties".to_owned(), false.into()),
            (true, true) => object.insert("unevaluatedProperties".to_owned(), false.into()),
            (false, true) if refers_to_shared => object.insert("unevaluatedProperties".to_owned(), false.into()),
            (false, _) => None,
        };
    }
    for word in ["allOf", "anyOf", "oneOf"] {
        for branch in object.get_mut(word).and_then(Value::as_array_mut).into_iter().flatten() {
            close_value(branch, shared, is_alone && !has_keys && word != "allOf");
        }
    }
    for word in ["properties", "patternProperties"] {
        for below in object.get_mut(word).and_then(Value::as_object_mut).into_iter().flatten() {
            close_value(below.1, shared, true);
        }
    }
    for word in ["items", "additionalProperties"] {
        object.get_mut(word).into_iter().for_each(|below| close_value(below, shared, true));
    }
    for below in object.get_mut("prefixItems").and_then(Value::as_array_mut).into_iter().flatten() {
        close_value(below, shared, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Scene {
        characters: Vec<Character>,
    }

    /// Someone in a scene.
    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Character {
        /// As the others call them.
        name: String,
        weapons: Vec<Weapon>,
    }

    #[derive(JsonSchema)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    #[allow(dead_code)]
    enum Weapon {
        Gun { shots: u8 },
        Blade(Blade),
    }

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Blade {
        length: u8,
    }

    #[test]
    fn a_schema_carries_title_descriptions_and_closed_tables() {
        let schema = schema_of::<Scene>("A scene");
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert_eq!(schema["title"], "A scene");
        assert_eq!(schema["additionalProperties"], false);
        let character = &schema["$defs"]["Character"];
        assert_eq!(character["description"], "Someone in a scene.");
        assert_eq!(character["properties"]["name"]["description"], "As the others call them.");
        assert_eq!(character["additionalProperties"], false);
        // A blade stands beside `kind`, so only both together are closed.
        assert_eq!(schema["$defs"]["Blade"].get("additionalProperties"), None);
        assert_eq!(schema["$defs"]["Weapon"]["oneOf"][1]["unevaluatedProperties"], false);
    }
}
