//! The JSON Schemas of scenes and content, for editors that complete and check while one writes.

use crate::scene::CONTENT;
use serde_json::Value;

/// The schema of a scene; `from` completes with the names of the shipped content.
pub fn scene_schema() -> Value {
    CONTENT.scene_schema()
}

/// The schema of a content file.
pub fn content_schema() -> Value {
    CONTENT.content_schema()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_may_take_its_people_from_the_content() {
        let text = scene_schema().to_string();
        assert!(text.contains("\"shieldbearer\"") && text.contains("\"wooden-door\""), "{text}");
        assert!(content_schema()["properties"]["ability"].is_object());
    }
}
