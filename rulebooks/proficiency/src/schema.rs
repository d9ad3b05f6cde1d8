//! The JSON Schemas of scenes and content, for editors that complete and check while one writes.

use crate::scene::{INHERITS, RawScene, kinds, library};
use referee_engine::door::{schema_of, with_from};
use serde_json::Value;

/// The schema of a scene; `from` completes with the names of the shipped content.
pub fn scene_schema() -> Value {
    let schema = schema_of::<RawScene>("Proficiency scene");
    INHERITS.iter().fold(schema, |schema, (at, kind)| with_from(schema, at, library().names(kind)))
}

/// The schema of a content file.
pub fn content_schema() -> Value {
    kinds().schema("Proficiency content")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_may_take_its_people_from_the_content() {
        let text = scene_schema().to_string();
        assert!(text.contains("\"warrior\"") && text.contains("\"falling-rocks\""), "{text}");
        assert!(content_schema()["properties"]["weapon"].is_object());
    }
}
