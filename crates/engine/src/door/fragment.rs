//! Schemas for tables that may inherit with `from`, and for content files.

use serde_json::{Map, Value, json};

use super::check::Completeness;
use super::path::{Step, key, steps};
use super::schema::definition_name;

/// The same schema, except that tables at a path (`characters[]`) may contain `from = "…"` and then omit what they
/// inherit. An editor offers `names`, if there are any, as values of `from`.
pub fn with_from<'a>(schema: Value, at: &str, names: impl IntoIterator<Item = &'a str>) -> Value {
    let names: Vec<&str> = names.into_iter().collect();
    change_at(schema, at, |fragments, whole| {
        let fragment = fragments.inheriting(whole.clone(), &names, Completeness::Whole);
        json!({ "anyOf": [fragment, whole] })
    })
}

/// The schema of a content file, composed of the schemas of its kinds.
pub(super) fn content_schema<'a>(title: &str, kinds: impl Iterator<Item = (&'a str, Value, Completeness)>) -> Value {
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "properties": {},
        "additionalProperties": false,
    });
    for (name, mut entry, completeness) in kinds {
        let definitions = entry.as_object_mut().and_then(|entry| {
            entry.shift_remove("$schema");
            entry.shift_remove("$defs")
        });
        // Equal names mean equal types: the kinds of a rulebook share their definitions.
        put_definitions(&mut schema, definitions.and_then(|map| map.as_object().cloned()).unwrap_or_default());
        let own = format!("{name}Entry");
        if rename_root(&mut entry, &format!("#/$defs/{own}")) > 0 {
            put_definitions(&mut schema, Map::from_iter([(own, entry.clone())]));
        }
        schema["properties"][name] = json!({ "type": "object", "additionalProperties": entry });
        let at = format!("{}[]", key(name));
        schema = match completeness {
            Completeness::Whole => with_from(schema, &at, []),
            Completeness::Fragment => {
                change_at(schema, &at, |fragments, whole| fragments.inheriting(whole, &[], completeness))
            }
        };
    }
    schema
}

/// Changes the schema at a path.
fn change_at(mut schema: Value, at: &str, change: impl Fn(&mut Fragments<'_>, Value) -> Value) -> Value {
    let definitions = schema.get("$defs").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut fragments = Fragments { definitions: &definitions, made: Map::new() };
    visit(&mut schema, &steps(at), &definitions, &mut |found| *found = change(&mut fragments, found.take()));
    let made = fragments.made;
    put_definitions(&mut schema, made);
    schema
}

/// A recursive type refers to `#`, which is a different place once the schema is embedded in another. Returns how many
/// references were renamed.
fn rename_root(schema: &mut Value, name: &str) -> usize {
    match schema {
        Value::Object(object) => {
            let is_root = object.get("$ref") == Some(&Value::from("#"));
            if is_root {
                object.insert("$ref".to_owned(), name.into());
            }
            usize::from(is_root) + object.values_mut().map(|below| rename_root(below, name)).sum::<usize>()
        }
        Value::Array(list) => list.iter_mut().map(|below| rename_root(below, name)).sum(),
        _ => 0,
    }
}

fn put_definitions(schema: &mut Value, definitions: Map<String, Value>) {
    let Some(schema) = schema.as_object_mut().filter(|_| !definitions.is_empty()) else { return };
    let all = schema.entry("$defs").or_insert_with(|| json!({}));
    if let Some(all) = all.as_object_mut() {
        all.extend(definitions);
    }
}

/// Visits every schema at the end of the steps. References on the way are inlined, so that a change affects only that
/// place.
fn visit(schema: &mut Value, at: &[Step], definitions: &Map<String, Value>, change: &mut impl FnMut(&mut Value)) {
    let Some((step, rest)) = at.split_first() else { return change(schema) };
    inline(schema, definitions);
    let Some(schema) = schema.as_object_mut() else { return };
    for branch in schema.get_mut("anyOf").and_then(Value::as_array_mut).into_iter().flatten() {
        visit(branch, at, definitions, change);
    }
    let below = match step {
        Step::Key(key) => schema.get_mut("properties").and_then(|properties| properties.get_mut(key)),
        Step::Each | Step::Index(_) => {
            let word = if schema.contains_key("items") { "items" } else { "additionalProperties" };
            schema.get_mut(word)
        }
    };
    if let Some(below) = below {
        visit(below, rest, definitions, change);
    }
}

/// Replaces a reference by its target. One with sibling keys stays: they are checked together.
fn inline(schema: &mut Value, definitions: &Map<String, Value>) {
    if schema.get("properties").is_some() {
        return;
    }
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

/// Creates schemas in which nothing is required.
struct Fragments<'d> {
    definitions: &'d Map<String, Value>,
    made: Map<String, Value>,
}

impl Fragments<'_> {
    /// A table with `from` that omits what it inherits; a template does not need `from`.
    fn inheriting(&mut self, whole: Value, names: &[&str], completeness: Completeness) -> Value {
        let mut fragment = whole;
        inline(&mut fragment, self.definitions);
        self.loosen(&mut fragment);
        let description = "The entry this one is made from; what is written here replaces its keys.";
        let mut from = json!({ "type": "string", "description": description });
        if !names.is_empty() {
            from["enum"] = json!(names);
        }
        self.allow_from(&mut fragment, &from, completeness, 0);
        fragment
    }

    fn allow_from(&self, schema: &mut Value, from: &Value, completeness: Completeness, depth: usize) {
        inline(schema, &self.made);
        let Some(schema) = schema.as_object_mut().filter(|_| depth < 8) else { return };
        for word in ["anyOf", "oneOf"] {
            for branch in schema.get_mut(word).and_then(Value::as_array_mut).into_iter().flatten() {
                self.allow_from(branch, from, completeness, depth + 1);
            }
        }
        if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            properties.insert("from".to_owned(), from.clone());
            if completeness == Completeness::Whole {
                schema.insert("required".to_owned(), json!(["from"]));
            }
        }
    }

    fn loosen(&mut self, schema: &mut Value) {
        if let Some(name) = definition_name(schema).map(str::to_owned) {
            let loose = format!("{name}Fragment");
            if !self.made.contains_key(&loose)
                && let Some(mut definition) = self.definitions.get(&name).cloned()
            {
                self.made.insert(loose.clone(), Value::Null); // a type may contain itself
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

/// Every direct subschema of a schema.
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

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;

    use super::*;
    use crate::door::kinds::Kinds;
    use crate::door::mistake::Check;
    use crate::door::path::Path;
    use crate::door::schema::schema_of;
    use crate::door::source::Source;
    use crate::door::{check, tree};

    /// Someone in a scene.
    #[derive(serde::Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Character {
        /// As the others call them.
        name: String,
        stats: Stats,
        #[serde(default)]
        weapons: Vec<Weapon>,
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Stats {
        grit: u8,
        speed: u8,
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    #[allow(dead_code)]
    enum Weapon {
        Gun { shots: u8 },
        Blade(Blade),
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Blade {
        length: u8,
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Link {
        size: u8,
        next: Option<Box<Link>>,
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Scene {
        characters: Vec<Character>,
    }

    fn told(schema: &Value, text: &str) -> String {
        let mut check = Check::new();
        let root = tree::parse(&Source::new("a.toml", text)).unwrap();
        check::check(schema, &root, &Path::Root(""), Completeness::Whole, &mut check);
        check.finish(()).map_or_else(|mistakes| mistakes.to_string(), |()| String::new())
    }

    #[test]
    fn with_from_required_keys_become_optional() {
        let whole = schema_of::<Scene>("A scene");
        let schema = with_from(whole.clone(), "characters[]", ["gunslinger"]);
        let inheriting = "[[characters]]\nfrom = 'gunslinger'\nstats.grit = 2";
        assert_eq!(told(&schema, inheriting), "");
        assert_ne!(told(&whole, inheriting), "");
        assert_eq!(told(&schema, "[[characters]]\nname = 'A'\nstats = { grit = 1, speed = 1 }"), "");
        assert_ne!(
            told(&schema, "[[characters]]\nname = 'A'\nstats = { grit = 1 }"),
            "",
            "no `from`, so all is required"
        );
        assert_ne!(told(&schema, "[[characters]]\nfrom = 'gunslinger'\ngrti = 2"), "", "still closed");
        assert_ne!(told(&schema, "[[characters]]\nfrom = 'nobody'"), "", "names are offered and checked");
    }

    #[test]
    fn with_from_reaches_into_tagged_tables_in_any_order() {
        let text = "[[characters]]\nfrom = 'a'\nweapons = [{ from = 'b', length = 3 }]";
        let whole = || schema_of::<Scene>("A scene");
        let outer_first = with_from(with_from(whole(), "characters[]", []), "characters[].weapons[]", []);
        let inner_first = with_from(with_from(whole(), "characters[].weapons[]", []), "characters[]", []);
        assert_eq!((told(&outer_first, text), told(&inner_first, text)), (String::new(), String::new()));
    }

    #[test]
    fn a_content_file_has_a_schema_of_its_kinds() {
        let kinds = Kinds::new().with_templates::<Character>("character").with::<Blade>("blade");
        let schema = kinds.schema("Content");
        assert_eq!(told(&schema, "[character.a]\nname = 'A'\n[blade.b]\nlength = 3\n[blade.c]\nfrom = 'b'"), "");
        assert!(told(&schema, "[blade.b]").contains("missing key"));
        assert!(told(&schema, "[balde.b]").contains("did you mean `blade`?"));
        // A recursive type still works inside a content file.
        let schema = Kinds::new().with::<Link>("link").schema("Content");
        assert_eq!(told(&schema, "[link.a]\nsize = 1\nnext = { size = 2 }"), "");
        assert!(told(&schema, "[link.a]\nsize = 1\nnext = { szie = 2 }").contains("did you mean `size`?"));
    }
}
