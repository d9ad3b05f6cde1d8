//! Rules for all texts: no control characters; and in a scene, displayable names.

use super::{
    located::Document,
    mistake::{Check, Mistake, Mistakes},
    path::Path,
    source::Source,
    tree::{Node, Tree},
};
use crate::text::{LONGEST_NAME, is_name, is_plain};

/// The keys under which scenes contain names.
const NAMES: [&str; 2] = ["name", "key"];

/// Reports every text that contains control characters.
pub(super) fn check(root: &Node, check: &mut Check) {
    walk(root, &Path::Root(""), &mut |node, path| {
        if let Tree::Text(text) = &node.tree
            && !is_plain(text)
        {
            let message = "there are control characters in this text, which cannot be shown; remove them";
            check.push(Mistake::at(&node.place, path, message));
        }
    });
}

/// Reports every name of a scene that is empty, too long, or not on one line.
pub fn check_names(scene: &Source) -> Result<(), Mistakes> {
    // Other mistakes are reported when the file is read.
    let Ok(document) = Document::parse(scene) else { return Ok(()) };
    let mut check = Check::new();
    walk(document.root(), &Path::Root(""), &mut |node, path| {
        if let (Tree::Text(text), Path::Key(_, key)) = (&node.tree, path)
            && NAMES.contains(key)
            && is_plain(text)
            && !is_name(text)
        {
            let message = format!("a {key} must be one line of 1 to {LONGEST_NAME} characters");
            check.push(Mistake::at(&node.place, path, message));
        }
    });
    check.finish(())
}

fn walk(node: &Node, path: &Path<'_>, see: &mut dyn FnMut(&Node, &Path<'_>)) {
    see(node, path);
    match &node.tree {
        Tree::List(list) => list.iter().enumerate().for_each(|(at, node)| walk(node, &path.index(at), see)),
        Tree::Table(table) => table.entries.iter().for_each(|(key, entry)| walk(&entry.node, &path.key(key), see)),
        Tree::Text(_) | Tree::Integer(_) | Tree::Float(_) | Tree::Flag(_) | Tree::Date(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::door::read;

    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    #[allow(dead_code, reason = "only read")]
    struct Scene {
        about: String,
        people: Vec<Person>,
    }

    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    #[allow(dead_code, reason = "only read")]
    struct Person {
        name: String,
    }

    #[test]
    fn texts_with_control_characters_are_told_with_their_place() {
        let text = "about = \"\"\"two\n\tlines\"\"\"\n[[people]]\nname = \"Mu\\u001bdo\"\n[[people]]\nname = \"\\u202eodnuM\"\n";
        let mistakes = read::<Scene>(&Source::new("scene", text)).unwrap_err().to_string();
        let told: Vec<&str> = mistakes.lines().collect();
        assert_eq!(told.len(), 2, "{mistakes}");
        assert!(told[0].starts_with("scene:4:8: people[0].name: there are control characters"), "{mistakes}");
        assert!(told[1].starts_with("scene:6:8: people[1].name: there are control characters"), "{mistakes}");
    }

    #[test]
    fn names_of_a_scene_are_bounded() {
        let long = "x".repeat(81);
        let text = format!(
            "[[people]]\nname = \"{long}\"\n[[people]]\nname = \" \"\n[[people]]\nname = \"a\\nb\"\n[[people]]\nname = \"Ann\"\n"
        );
        let mistakes = check_names(&Source::new("scene", text)).unwrap_err().to_string();
        assert_eq!(mistakes.lines().count(), 3, "{mistakes}");
        assert!(
            mistakes.starts_with("scene:2:8: people[0].name: a name must be one line of 1 to 80 characters"),
            "{mistakes}"
        );
    }
}
