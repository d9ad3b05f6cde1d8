//! Paths such as `characters[2].skills.Handguns`.

use std::fmt;

use super::mistake::plain;

/// A path into a document; formatted only when a mistake is reported.
#[derive(Clone, Copy)]
pub(super) enum Path<'a> {
    Root(&'a str),
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl<'a> Path<'a> {
    pub(super) fn key(&'a self, key: &'a str) -> Path<'a> {
        Path::Key(self, key)
    }

    pub(super) fn index(&'a self, index: usize) -> Path<'a> {
        Path::Index(self, index)
    }

    /// This path followed by these steps.
    pub(super) fn follow(&self, steps: &[Step]) -> String {
        match steps.split_first() {
            None => self.to_string(),
            Some((Step::Key(name), rest)) => self.key(name).follow(rest),
            Some((Step::Index(index), rest)) => self.index(*index).follow(rest),
            Some((Step::Each, rest)) => self.follow(rest),
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root(prefix) => f.write_str(prefix),
            Path::Key(Path::Root(""), name) => f.write_str(&key(name)),
            Path::Key(parent, name) => write!(f, "{parent}.{}", key(name)),
            Path::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// A key as written in a path: `Handguns`, but `"Heavy Guns"`, as in TOML.
///
/// ```
/// # use referee_engine::door::key;
/// let path = format!("skills.{}", key("Heavy Guns"));
/// assert_eq!(path, r#"skills."Heavy Guns""#);
/// ```
pub fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(is_bare) {
        return plain(name);
    }
    format!("\"{}\"", plain(name).replace('\\', "\\\\").replace('"', "\\\""))
}

/// One step of a parsed path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
    /// `[]`: every element of a list, or every value of a table.
    Each,
}

/// The steps of a path. Anything invalid is skipped, since paths come from our own code and not from users.
pub(super) fn steps(path: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = path.chars().peekable();
    while let Some(first) = rest.next() {
        match first {
            '.' => {}
            '[' => {
                let mut inside = String::new();
                for letter in rest.by_ref().take_while(|c| *c != ']') {
                    inside.push(letter);
                }
                steps.push(inside.parse().map_or(Step::Each, Step::Index));
            }
            '"' => {
                let mut name = String::new();
                while let Some(letter) = rest.next() {
                    match letter {
                        '"' => break,
                        '\\' => name.extend(rest.next()),
                        other => name.push(other),
                    }
                }
                steps.push(Step::Key(name));
            }
            other => {
                let mut name = String::from(other);
                while let Some(letter) = rest.next_if(|c| *c != '.' && *c != '[') {
                    name.push(letter);
                }
                steps.push(Step::Key(name));
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_read_as_it_was_written() {
        let root = Path::Root("");
        for path in ["", "characters[2].skills.Handguns", r#"a."b.c"[0]"#, r#""a\"b".c"#, "[3][4]"] {
            assert_eq!(root.follow(&steps(path)), path);
        }
        assert_eq!(steps("sides[].x"), [Step::Key("sides".into()), Step::Each, Step::Key("x".into())]);
    }
}
