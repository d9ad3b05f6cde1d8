//! What comes with a book: scenes that are ready to play, and a guided tour. All of it is in the binary.

use referee_engine::door::Source;
use serde::Serialize;

/// A scene that is ready to play, by name: `clockworld:duel`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Ready {
    /// The book it is for.
    pub book: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its file, from the root of the repository.
    pub file: &'static str,
    /// Its text.
    #[serde(skip)]
    pub text: &'static str,
}

type Scene = (&'static str, &'static str, &'static str, &'static str);
type Tour = (&'static str, &'static str);

static CONTENT: (&[Scene], &[Tour]) = include!(concat!(env!("OUT_DIR"), "/scenes.rs"));

/// The ready scenes of a book, by name.
pub(crate) fn scenes_of(book: &str) -> Vec<Ready> {
    let scenes = CONTENT.0.iter().filter(|scene| scene.0 == book);
    scenes.map(|&(book, name, file, text)| Ready { book, name, file, text }).collect()
}

/// The guided tour of a book.
pub(crate) fn tour_of(book: &str) -> Option<&'static str> {
    CONTENT.1.iter().find(|tour| tour.0 == book).map(|tour| tour.1)
}

impl Ready {
    /// The scene for the door.
    pub fn source(&self) -> Source {
        Source::new(self.file, self.text)
    }

    /// What the scene calls itself, or what its first comment says.
    pub fn title(&self) -> &'static str {
        let named = self.text.lines().find_map(|line| {
            let rest = line.trim().strip_prefix("title")?.trim_start().strip_prefix('=')?.trim();
            rest.strip_prefix('"')?.strip_suffix('"')
        });
        let said = self.text.lines().next().and_then(|line| line.strip_prefix('#')).map(str::trim);
        named.or(said).unwrap_or(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_is_called_as_it_says() {
        let ready = |text| Ready { book: "toy", name: "duel", file: "duel.toml", text };
        assert_eq!(ready("book = \"toy\"\ntitle = \"At noon\"\n").title(), "At noon");
        assert_eq!(ready("# Two strangers\nbook = \"toy\"\n").title(), "Two strangers");
        assert_eq!(ready("book = \"toy\"\n").title(), "duel");
    }
}
