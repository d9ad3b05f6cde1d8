//! Documents before and after deserialisation, with line numbers.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

use super::check::{self, Completeness};
use super::mistake::{Check, Mistake, Mistakes};
use super::path::{Path, Step, steps};
use super::scene::mistake_at;
use super::schema::checked_schema;
use super::source::Source;
use super::texts;
use super::tree::{self, Node};

/// Reads a file as a `T`, or reports every mistake in it.
pub fn read<T: DeserializeOwned + JsonSchema + 'static>(source: &Source) -> Result<Located<T>, Mistakes> {
    Document::parse(source)?.read()
}

/// A file parsed as TOML but not yet checked.
///
/// Mistakes found while completing it ([`Library::expand`](super::Library::expand)) are kept and reported by
/// [`Document::read`] together with all others.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) root: Node,
    pub(super) check: Check,
}

impl Document {
    /// Parses TOML. Syntax errors, excessive size and excessive depth are reported here.
    pub fn parse(source: &Source) -> Result<Self, Mistakes> {
        let root = tree::parse(source)?;
        let mut check = Check::new();
        texts::check(&root, &mut check);
        Ok(Self { root, check })
    }

    /// The same without one of its keys.
    pub(crate) fn without(self, key: &str) -> Document {
        Document { root: self.root.without(key), ..self }
    }

    /// The whole document as a tree.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// These mistakes, and those found after removing the wrong parts and building the rest.
    pub(super) fn with_what_else_is_wrong<T: DeserializeOwned + JsonSchema + 'static>(
        self,
        mistakes: Mistakes,
        build: impl Fn(Located<T>) -> Option<Mistakes>,
    ) -> Mistakes {
        let (mut root, mut check, mut left_out) = (self.root, Check::new(), Vec::new());
        check.absorb(mistakes.clone());
        let mut wrong = mistakes;
        // Deserialisation errors (a number that must be even) are found one per round.
        for _ in 0..MOST_ROUNDS {
            let before = left_out.len();
            for mistake in wrong.iter() {
                let path = steps(&mistake.path);
                if others_rely_on(&path) && !mistake.is_unknown_key() {
                    return check.into();
                }
                // Of two mistakes at the same path, the first removes the value.
                left_out.extend(root.take_out(&path));
            }
            if left_out.len() == before {
                return check.into();
            }
            match (Document { root: root.clone(), check: Check::new() }).read::<T>() {
                Err(more) => {
                    check.absorb(more.clone());
                    wrong = more;
                }
                Ok(rest) => {
                    let found = build(rest).map_or(Vec::new(), |found| found.mistakes);
                    let follows = |mistake: &Mistake| {
                        let path = steps(&mistake.path);
                        left_out.iter().any(|left_out| left_out.last() == path.last() || path.starts_with(left_out))
                    };
                    found.into_iter().filter(|mistake| !follows(mistake)).for_each(|mistake| check.push(mistake));
                    return check.into();
                }
            }
        }
        check.into()
    }

    /// Checks the document against the schema of `T` and reads it.
    pub fn read<T: DeserializeOwned + JsonSchema + 'static>(self) -> Result<Located<T>, Mistakes> {
        read_node(&checked_schema::<T>(), self.root, String::new(), self.check)
    }
}

/// Checks a node against a schema and deserialises it; `prefix` is its path in the file.
pub(super) fn read_node<T: DeserializeOwned>(
    schema: &Value,
    root: Node,
    prefix: String,
    mut check: Check,
) -> Result<Located<T>, Mistakes> {
    check::check(schema, &root, &Path::Root(&prefix), Completeness::Whole, &mut check);
    // Truncated tables were reported where they were truncated.
    if !check.is_clean() || root.is_cut_short() {
        return Err(check.into());
    }
    match serde_path_to_error::deserialize::<_, T>(root.to_json()) {
        Ok(value) => Ok(Located { value, root, prefix }),
        Err(error) => {
            // A type may require more than its schema says: a `try_from`, a number that must be even.
            let steps: Vec<Step> = error.path().iter().filter_map(step).collect();
            let place = root.nearest(&steps).0.place();
            let path = Path::Root(&prefix).follow(&steps);
            check.push(Mistake::at(place, path, error.inner().to_string().replace('\n', " ")));
            Err(check.into())
        }
    }
}

/// Maximum number of rounds that remove wrong parts to find further mistakes.
const MOST_ROUNDS: usize = 8;

/// Whether removing this would invalidate other, correct parts: a name that others refer to, a side, a house rule.
fn others_rely_on(path: &[Step]) -> bool {
    let is_one_of =
        |step: Option<&Step>, keys: &[&str]| matches!(step, Some(Step::Key(key)) if keys.contains(&key.as_str()));
    path.len() <= 1
        || is_one_of(path.first(), &["rules", "map"])
        || is_one_of(path.last(), &["key", "name", "side", "kind"])
}

fn step(segment: &Segment) -> Option<Step> {
    match segment {
        Segment::Seq { index } => Some(Step::Index(*index)),
        Segment::Map { key } => Some(Step::Key(key.clone())),
        Segment::Enum { variant } => Some(Step::Key(variant.clone())),
        Segment::Unknown => None,
    }
}

/// A deserialised value, with the location of each of its parts.
#[derive(Clone, Debug)]
pub struct Located<T> {
    pub value: T,
    root: Node,
    prefix: String,
}

impl<T> Located<T> {
    /// Reports a scene that belongs to another book.
    pub fn check_book(&self, written: &str, book: &str, check: &mut Check) {
        if written != book {
            check.push(self.mistake("book", format!("this is a scene for {written:?}"), [book]));
        }
    }

    /// A mistake at a path of the value: `characters[2].skills.Handguns`.
    ///
    /// The line is that of the path, or of the nearest existing part of it. If the text there resembles one of the
    /// allowed values, the mistake suggests it.
    pub fn mistake(
        &self,
        path: &str,
        message: impl Into<String>,
        allowed: impl IntoIterator<Item = impl Into<String>>,
    ) -> Mistake {
        mistake_at(&self.root, &self.prefix, path, message, allowed)
    }

    /// The tree that the value was read from.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The same locations with another value, usually one derived from this value.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Located<U> {
        Located { value: change(self.value), root: self.root, prefix: self.prefix }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Scene {
        characters: Vec<Character>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Character {
        weapon: String,
        #[serde(default)]
        speed: Even,
    }

    #[derive(Default, Deserialize, JsonSchema)]
    #[serde(try_from = "u8")]
    #[schemars(with = "u8")]
    struct Even(#[allow(dead_code)] u8);

    impl TryFrom<u8> for Even {
        type Error = String;

        fn try_from(n: u8) -> Result<Self, String> {
            if n.is_multiple_of(2) { Ok(Self(n)) } else { Err(format!("{n} is odd")) }
        }
    }

    const TEXT: &str = "[[characters]]\nweapon = 'rifle'\n\n[[characters]]\nweapon = 'revolvr'\n";

    #[test]
    fn what_only_the_rules_know_is_told_at_its_line() {
        let scene = read::<Scene>(&Source::new("s.toml", TEXT)).unwrap();
        let told = |path| scene.mistake(path, "no weapon has this name", ["revolver", "rifle"]).to_string();
        let rest = "no weapon has this name; did you mean `revolver`?; allowed: revolver, rifle";
        assert_eq!(told("characters[1].weapon"), format!("s.toml:5:10: characters[1].weapon: {rest}"));
        // A missing path is reported at its nearest existing parent.
        let rest = "no weapon has this name; allowed: revolver, rifle";
        assert_eq!(told("characters[1].armour[3]"), format!("s.toml:4:1: characters[1].armour[3]: {rest}"));
        assert_eq!(told("elsewhere"), format!("s.toml:1:1: elsewhere: {rest}"));
    }

    #[test]
    fn what_only_the_type_knows_is_told_at_its_line() {
        let wrong = read::<Scene>(&Source::new("s.toml", format!("{TEXT}speed = 3\n"))).err().unwrap();
        assert_eq!(wrong.to_string(), "s.toml:6:9: characters[1].speed: 3 is odd");
        assert_eq!(
            serde_json::to_string(&wrong).unwrap(),
            r#"{"mistakes":[{"file":"s.toml","line":6,"column":9,"path":"characters[1].speed","message":"3 is odd"}],"more":0}"#
        );
    }
}
