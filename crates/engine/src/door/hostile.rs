//! No input makes the door panic or hang.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Document, Kinds, Library, MAX_BYTES, MAX_MISTAKES, Source, read, schema_of, with_from};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Scene {
    title: String,
    #[serde(default)]
    characters: Vec<Character>,
    #[serde(default)]
    places: BTreeMap<u8, Place>,
    tree: Option<Tree>,
    anything: Option<serde_json::Value>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Character {
    name: String,
    cell: Option<(i32, i32)>,
    #[serde(default)]
    skills: BTreeMap<String, u8>,
    #[serde(default)]
    traits: BTreeSet<String>,
    #[serde(flatten)]
    weapon: Weapon,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "weapon", rename_all = "lowercase")]
#[allow(dead_code)]
enum Weapon {
    Gun { shots: u8 },
    Fist,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[allow(dead_code)]
enum Place {
    Street,
    House { floors: u8 },
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Tree {
    Leaf(i64),
    Pair { left: Box<Tree>, right: Box<Tree> },
    Other { left: Box<Tree> },
    List(Vec<Tree>),
}

const SCENE: &str = r#"title = "At noon"
anything = { a = [1, 2.5, 1979-05-27], b = true }
tree = { left = [1, { left = 2, right = 3 }], right = { left = 5 } }

[[characters]]
from = "gunslinger"
name = "Mudo"
cell = [3, -4]
traits = ["tall", "quiet"]
skills = { Handguns = 3, "Heavy Guns" = 1 }
weapon = "gun"
shots = 6

[[characters]]
name = "Ada"
weapon = "fist"
[characters.skills]
Riding = 2

[places]
1 = "Street"
2 = { House = { floors = 2 } }
"#;

const CONTENT: &str = "[character.gunslinger]\nname = 'x'\nweapon = 'fist'\n[character.heir]\nfrom = 'gunslinger'\n";

fn library(content: &str) -> Result<Library, super::Mistakes> {
    let kinds = Kinds::new().with::<Character>("character").nested("character", "skills", "character");
    Library::read(&[Source::new("c.toml", content)], &kinds)
}

/// Passes a text through every step; the result is a value or printable mistakes.
fn through_the_door(text: &str) -> Result<(), String> {
    if let Err(mistakes) = library(text) {
        assert!(!mistakes.to_string().is_empty());
    }
    let source = Source::new("s.toml", text);
    let document = Document::parse(&source).map_err(|mistakes| mistakes.to_string())?;
    let document = library(CONTENT).unwrap().expand(document, "characters[]", "character");
    match document.read::<Scene>() {
        Ok(scene) => {
            for path in [text, "characters[0].skills.\"Heavy Guns\"", "characters[99999999999999999999]", "[[["] {
                assert!(!scene.mistake(path, "wrong", ["a"]).to_string().is_empty());
            }
            Ok(())
        }
        Err(mistakes) => {
            assert!(!mistakes.mistakes.is_empty() && mistakes.mistakes.len() <= MAX_MISTAKES);
            let lines = text.split('\n').count() as u32;
            for mistake in mistakes.iter().filter(|mistake| mistake.file == "s.toml") {
                assert!((1..=lines).contains(&mistake.line) && mistake.column >= 1, "{mistake}");
                assert_eq!(mistake.to_string().lines().count(), 1, "{mistake}");
            }
            Err(mistakes.to_string())
        }
    }
}

#[test]
fn the_scene_itself_is_right() {
    through_the_door(SCENE).unwrap();
    let schema = with_from(schema_of::<Scene>("Scene"), "characters[]", ["gunslinger"]);
    assert!(schema["$defs"]["Tree"].is_object());
}

#[test]
fn noise_at_length_is_refused_in_time() {
    let pieces = [
        "]=\"\n[",
        "\u{1}",
        "a=",
        "[a]\n",
        "[[a]]\n",
        "[[a.b]]\n",
        "x = [",
        "a.b.",
        "{",
        "\"\"\"",
        "é = 1\n",
        "#",
        "a = 1,",
    ];
    for piece in pieces {
        let _ = through_the_door(&piece.repeat(MAX_BYTES / 128 / piece.len()));
    }
    let keys: String = (0..3_000).map(|n| format!("k{n} = {n}\n")).collect();
    assert!(through_the_door(&keys).unwrap_err().ends_with("more mistakes"));
    let pairs = format!("title = 'x'\ntree = [{}]", "{ left = 1, rihgt = [] }, ".repeat(1_000));
    assert!(through_the_door(&pairs).unwrap_err().ends_with("more mistakes"));
    let deep = format!("title = 'x'\ntree = {}'x'{}", "{ left = [".repeat(30), "] }".repeat(30));
    through_the_door(&deep).unwrap_err();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        let _ = through_the_door(&text);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(source) = Source::from_bytes("s.toml", bytes) {
            let _ = read::<Scene>(&source);
        }
    }

    #[test]
    fn anything_like_toml_is_read_or_refused(text in "([a-z]{1,3}|characters|places|tree|title|from|=|\\[|\\]|\\{|\\}|,|\\.|\"|'|\n|-?[0-9]{1,20}|inf|true| ){0,80}") {
        let _ = through_the_door(&text);
    }

    #[test]
    fn a_scene_with_slips_is_read_or_refused(slips in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8, any::<char>()), 1..8)) {
        let mut letters: Vec<char> = SCENE.chars().collect();
        for (at, slip, letter) in slips {
            let at = at.index(letters.len());
            match slip {
                0 => { letters.remove(at); }
                1 => letters.insert(at, letter),
                2 => letters[at] = letter,
                _ => { let other = (at * 7 + 13) % letters.len(); letters.swap(at, other); }
            }
        }
        let _ = through_the_door(&letters.into_iter().collect::<String>());
    }

    #[test]
    fn a_scene_with_lines_moved_is_read_or_refused(order in prop::collection::vec(any::<prop::sample::Index>(), 1..30)) {
        let lines: Vec<&str> = SCENE.lines().collect();
        let text = order.iter().map(|at| lines[at.index(lines.len())]).collect::<Vec<_>>().join("\n");
        let _ = through_the_door(&text);
    }
}
