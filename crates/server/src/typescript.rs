//! Generates TypeScript types from the schemas of the OpenAPI document.

use serde_json::{Map, Value};
use std::fmt::Write;

/// All types as one file.
pub fn typescript(document: &Value) -> String {
    let mut text = String::from(
        "// Generated from the server's OpenAPI document by `referee api typescript`. Edit the types in crates/server instead.\n",
    );
    let empty = Map::new();
    let schemas = document["components"]["schemas"].as_object().unwrap_or(&empty);
    let mut names: Vec<&String> = schemas.keys().collect();
    names.sort();
    for name in names {
        let schema = &schemas[name];
        text.push('\n');
        comment(&mut text, schema, "");
        let kind = type_of(schema, "");
        let space = if kind.starts_with('\n') { "" } else { " " };
        let _ = writeln!(text, "export type {name} ={space}{kind};");
    }
    text
}

fn comment(text: &mut String, schema: &Value, indent: &str) {
    let Some(about) = schema["description"].as_str() else { return };
    let about = about.replace("*/", "* /");
    let mut lines = about.lines().map(str::trim_end);
    match (lines.next(), lines.next()) {
        (Some(only), None) => {
            let _ = writeln!(text, "{indent}/** {only} */");
        }
        _ => {
            let _ = writeln!(text, "{indent}/**");
            for line in about.lines() {
                let _ = writeln!(text, "{}", format!("{indent} * {line}").trim_end());
            }
            let _ = writeln!(text, "{indent} */");
        }
    }
}

/// A schema as a type. Anything it does not understand becomes `unknown`.
fn type_of(schema: &Value, indent: &str) -> String {
    let Some(schema) = schema.as_object() else { return "unknown".into() };
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let name = reference.rsplit('/').next().unwrap_or("unknown").to_owned();
        // A message that flattens another type: its own fields and that type.
        let own = object_of(schema, indent);
        return if own == "{}" { name } else { format!("{name} & {own}") };
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(any) = schema.get(key).and_then(Value::as_array) {
            let mut kinds: Vec<String> = any.iter().map(|one| variant(one, indent)).collect();
            kinds.dedup();
            let union = match kinds.iter().any(|kind| kind.contains('\n')) {
                true => format!("\n{indent}  | {}", kinds.join(&format!("\n{indent}  | "))),
                false => kinds.join(" | "),
            };
            let own = object_of(schema, indent);
            return if own == "{}" { union } else { format!("{own} & ({union})") };
        }
    }
    if let Some(all) = schema.get("allOf").and_then(Value::as_array) {
        return all.iter().map(|one| type_of(one, indent)).collect::<Vec<_>>().join(" & ");
    }
    match schema.get("type") {
        Some(Value::Array(kinds)) => {
            let of = |kind: &Value| {
                let mut one = schema.clone();
                one.insert("type".into(), kind.clone());
                type_of(&Value::Object(one), indent)
            };
            kinds.iter().map(of).collect::<Vec<_>>().join(" | ")
        }
        Some(Value::String(kind)) => plain(kind, schema, indent),
        _ if schema.contains_key("properties") => object_of(schema, indent),
        _ => "unknown".into(),
    }
}

/// One member of a union, preceded by its description.
fn variant(schema: &Value, indent: &str) -> String {
    let inner = format!("{indent}    ");
    let mut text = String::new();
    let kind = type_of(schema, &inner);
    if kind.contains('\n') {
        comment(&mut text, schema, "");
        return format!("{}{kind}", text.trim_end().to_owned() + if text.is_empty() { "" } else { " " });
    }
    kind
}

fn plain(kind: &str, schema: &Map<String, Value>, indent: &str) -> String {
    match kind {
        "string" => "string".into(),
        "integer" | "number" => "number".into(),
        "boolean" => "boolean".into(),
        "null" => "null".into(),
        "array" => match (schema.get("prefixItems").and_then(Value::as_array), schema.get("items")) {
            (Some(items), _) => {
                format!("[{}]", items.iter().map(|item| type_of(item, indent)).collect::<Vec<_>>().join(", "))
            }
            (None, Some(items)) => {
                let item = type_of(items, indent);
                if item.contains(['|', '&']) { format!("({item})[]") } else { format!("{item}[]") }
            }
            (None, None) => "unknown[]".into(),
        },
        "object" => match (schema.get("properties"), schema.get("additionalProperties")) {
            (None, Some(values)) if values.is_object() => format!("Record<string, {}>", type_of(values, indent)),
            (None, _) => "Record<string, unknown>".into(),
            _ => object_of(schema, indent),
        },
        _ => "unknown".into(),
    }
}

fn object_of(schema: &Map<String, Value>, indent: &str) -> String {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return "{}".into() };
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let inner = format!("{indent}  ");
    let mut text = String::from("{\n");
    for (name, property) in properties {
        comment(&mut text, property, &inner);
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        let _ = writeln!(text, "{inner}{name}{mark}: {};", type_of(property, &inner));
    }
    text.push_str(indent);
    text.push('}');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn schemas_become_types() {
        for (schema, expected) in [
            (json!({ "type": "integer" }), "number"),
            (json!({ "type": ["string", "null"] }), "string | null"),
            (json!({ "$ref": "#/components/schemas/View" }), "View"),
            (json!({ "type": "array", "items": { "$ref": "#/x/Offer" } }), "Offer[]"),
            (
                json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "number" }] }),
                "[string, number]",
            ),
            (json!({ "enum": ["a", "b"] }), "\"a\" | \"b\""),
            (json!({ "anyOf": [{ "$ref": "#/x/A" }, { "type": "null" }] }), "A | null"),
            (json!({ "type": "object", "additionalProperties": { "type": "string" } }), "Record<string, string>"),
            (json!({ "properties": { "a": { "type": "null" } }, "required": ["a"] }), "{\n  a: null;\n}"),
            (json!(true), "unknown"),
        ] {
            assert_eq!(type_of(&schema, ""), expected, "{schema}");
        }
    }
}
