//! The JSON Schema of a type: for our own checking, and for editors.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::path::{Step, steps};

/// The schema as `schemars` writes it, for checking.
pub(super) fn checked_schema<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value()
}

/// The JSON Schema (draft 2020-12) of a type for editors, with descriptions from its doc comments.
///
/// It says what [`read`](super::read) checks: an object that lists its keys is closed.
pub fn schema_of<T: JsonSchema>(title: &str) -> Value {
    let mut schema = checked_schema::<T>();
    close(&mut schema);
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("title".to_owned(), title.into());
    }
    schema
}

/// The same schema where tables at a path (`characters[]`) may say `from = "…"`, and may then leave
/// out what they inherit. `names`, if any are given, are what an editor offers after `from`.
pub fn with_from<'a>(mut schema: Value, at: &str, names: impl IntoIterator<Item = &'a str>) -> Value {
    let names: Vec<&str> = names.into_iter().collect();
    let definitions = schema.get("$defs").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut fragments = Fragments { definitions: &definitions, made: Map::new() };
    if let Some(found) = find(&mut schema, &steps(at), &definitions) {
        *found = fragments.or_from(found.take(), &names);
    }
    let made = fragments.made;
    put_definitions(&mut schema, made);
    schema
}

/// The schema of a content file from the schemas of its kinds.
pub(super) fn content_schema<'a>(title: &str, kinds: impl Iterator<Item = (&'a str, Value)>) -> Value {
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "properties": {},
        "additionalProperties": false,
    });
    for (name, mut entry) in kinds {
        let definitions = entry.as_object_mut().and_then(|entry| {
            entry.shift_remove("$schema");
            entry.shift_remove("$defs")
        });
        // Equal names are equal types: the kinds of one rulebook share their definitions.
        put_definitions(&mut schema, definitions.and_then(|map| map.as_object().cloned()).unwrap_or_default());
        schema["properties"][name] = json!({ "type": "object", "additionalProperties": entry });
        schema = with_from(schema, &format!("{}[]", super::path::key(name)), []);
    }
    schema
}

fn put_definitions(schema: &mut Value, definitions: Map<String, Value>) {
    let Some(schema) = schema.as_object_mut().filter(|_| !definitions.is_empty()) else { return };
    let all = schema.entry("$defs").or_insert_with(|| json!({}));
    if let Some(all) = all.as_object_mut() {
        all.extend(definitions);
    }
}

fn definition_name(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// The schema at the end of the steps. References on the way are replaced by what they refer to, so
/// that a change there stays there.
fn find<'v>(schema: &'v mut Value, at: &[Step], definitions: &Map<String, Value>) -> Option<&'v mut Value> {
    let Some((step, rest)) = at.split_first() else { return Some(schema) };
    inline(schema, definitions);
    let schema = schema.as_object_mut()?;
    if schema.contains_key("anyOf") {
        let branches = schema.get_mut("anyOf")?.as_array_mut()?;
        let is_null = |branch: &Value| branch.get("type") == Some(&Value::from("null"));
        return find(branches.iter_mut().find(|branch| !is_null(branch))?, at, definitions);
    }
    let below = match step {
        Step::Key(key) => schema.get_mut("properties")?.get_mut(key)?,
        Step::Each | Step::Index(_) => {
            let word = if schema.contains_key("items") { "items" } else { "additionalProperties" };
            schema.get_mut(word)?
        }
    };
    find(below, rest, definitions)
}

fn inline(schema: &mut Value, definitions: &Map<String, Value>) {
    if let Some(definition) = definition_name(schema).and_then(|name| definitions.get(name)).and_then(Value::as_object)
    {
        let mut whole = definition.clone();
        if let Some(own) = schema.as_object_mut() {
            own.shift_remove("$ref");
            whole.extend(std::mem::take(own));
        }
        *schema = Value::Object(whole);
    }
}

/// Makes schemas in which nothing is required.
struct Fragments<'d> {
    definitions: &'d Map<String, Value>,
    made: Map<String, Value>,
}

impl Fragments<'_> {
    fn or_from(&mut self, whole: Value, names: &[&str]) -> Value {
        let mut fragment = whole.clone();
        inline(&mut fragment, self.definitions);
        self.loosen(&mut fragment);
        let mut from = json!({ "type": "string", "description": "The entry this one is made from; keys given here replace its keys." });
        if !names.is_empty() {
            from["enum"] = json!(names);
        }
        self.allow_from(&mut fragment, &from, 0);
        json!({ "anyOf": [fragment, whole] })
    }

    fn allow_from(&self, schema: &mut Value, from: &Value, depth: usize) {
        inline(schema, self.definitions);
        let Some(schema) = schema.as_object_mut().filter(|_| depth < 8) else { return };
        for word in ["anyOf", "oneOf"] {
            for branch in schema.get_mut(word).and_then(Value::as_array_mut).into_iter().flatten() {
                self.allow_from(branch, from, depth + 1);
            }
        }
        if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            properties.insert("from".to_owned(), from.clone());
            schema.insert("required".to_owned(), json!(["from"]));
        }
    }

    fn loosen(&mut self, schema: &mut Value) {
        if let Some(name) = definition_name(schema).map(str::to_owned) {
            let loose = format!("{name}Fragment");
            if !self.made.contains_key(&loose)
                && let Some(mut definition) = self.definitions.get(&name).cloned()
            {
                self.made.insert(loose.clone(), Value::Null); // a type may hold itself
                self.loosen(&mut definition);
                self.made.insert(loose.clone(), definition);
            }
            schema["$ref"] = format!("#/$defs/{loose}").into();
        }
        let Some(object) = schema.as_object_mut() else { return };
        object.shift_remove("required");
        // Without required keys several variants may fit.
        if let Some(branches) = object.shift_remove("oneOf") {
            object.insert("anyOf".to_owned(), branches);
        }
        each_below(object, &mut |below| self.loosen(below));
    }
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
    let has_keys = object.contains_key("properties");
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

/// Every schema directly inside a schema.
fn each_below(object: &mut Map<String, Value>, visit: &mut impl FnMut(&mut Value)) {
    for word in ["properties", "patternProperties"] {
        object.get_mut(word).and_then(Value::as_object_mut).into_iter().flatten().for_each(|(_, below)| visit(below));
    }
    for word in ["allOf", "anyOf", "oneOf", "prefixItems"] {
        object.get_mut(word).and_then(Value::as_array_mut).into_iter().flatten().for_each(&mut *visit);
    }
    for word in ["items", "additionalProperties"] {
        object.get_mut(word).into_iter().for_each(&mut *visit);
    }
}
