//! From a scene file to a table: what the scenes of all books have in common.
//!
//! A book declares its file with [`scene!`](crate::scene) and its content with [`Content`]. [`Content::open`] reads the
//! file, checks the head and the map, and hands the book a [`Scene`]: the value, the map, the sides, and a [`Report`] of
//! the mistakes found so far.

use std::ops::{Deref, DerefMut};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::library::Library;
use super::located::Located;
use super::mistake::{Check, Mistake, Mistakes};
use super::path::{Path, steps};
use super::tree::Node;
use crate::space::{Cell, Grid, MapDescription, Place, Space, ZoneMap};
use crate::{ActorId, Side, key_of};

/// Declares a scene file: the keys that every scene has, and those of the book.
///
/// ```
/// # mod book {
/// # use referee_engine::{door::fields, scene, space::MapDescription};
/// # fields! { pub struct HouseRules {} pub struct RawCharacter { name: String; } }
/// scene! {
///     pub struct RawScene for "brawl", HouseRules, RawCharacter {
///         /// The map: squares.
///         map: MapDescription;
///         /// Ask the GM before every check.
///         ask_gm: bool = false;
///     }
/// }
/// # }
/// ```
///
/// `map` may also be an `Option<MapDescription> = None`.
#[macro_export]
macro_rules! scene {
    (pub struct $scene:ident for $book:literal, $rules:ty, $character:ty { $($own:tt)* }) => {
        $crate::door::fields! {
            /// A scene file.
            pub struct $scene {
                #[doc = concat!("The rulebook: `", $book, "`.")]
                book: String;
                /// A line that says what it is about.
                title: String = "";
                /// A few lines for whoever chooses a scene.
                about: String = "";
                /// House rules: the switches of the ledger.
                rules: $rules = default;
                /// Is there only one side, on purpose: people and a trap, a fire, a cliff?
                alone: bool = false;
                /// Those who take part, in the order of the roster.
                characters: Vec<$character>, len 1..=$crate::MAX_ACTORS;
                $($own)*
            }
        }

        impl $crate::door::SceneFile for $scene {
            const BOOK: &'static str = $book;

            fn book(&self) -> &str {
                &self.book
            }

            fn map(&self) -> Option<&$crate::space::MapDescription> {
                (&self.map).into()
            }

            fn is_alone(&self) -> bool {
                self.alone
            }
        }
    };
}

/// A scene file as declared with [`scene!`](crate::scene).
pub trait SceneFile: DeserializeOwned + JsonSchema + 'static {
    /// The name of its book.
    const BOOK: &'static str;

    /// The book named in the file.
    fn book(&self) -> &str;

    /// The map; without one, all are in one place.
    fn map(&self) -> Option<&MapDescription>;

    /// Whether there is one side only on purpose.
    fn is_alone(&self) -> bool;
}

super::fields! {
    /// Where something is: column and row from the upper left, or the name of a zone.
    #[serde(untagged)]
    pub enum RawAt {
        /// Column and row.
        Cell([u16; 2]),
        /// A zone.
        Zone(String),
    }
}

/// The entries of a list, each with its path: `characters[2]`.
pub fn each<T>(list: impl AsRef<str>, entries: &[T]) -> impl Iterator<Item = (String, &T)> {
    entries.iter().enumerate().map(move |(at, entry)| (format!("{}[{at}]", list.as_ref()), entry))
}

/// The index of a value in a list, which it joins if it is new.
pub fn index_in<T: PartialEq>(list: &mut Vec<T>, value: T) -> u8 {
    let at = list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    });
    at as u8
}

/// The mistakes of a scene, and the content that its names refer to.
pub struct Report<'s> {
    root: Option<&'s Node>,
    library: &'static Library,
    check: Check,
}

impl<'s> Report<'s> {
    fn of<Raw>(scene: &'s Located<Raw>, library: &'static Library) -> Self {
        Report { root: Some(scene.root()), library, check: Check::new() }
    }

    /// For content that joins during play. It was checked when it was loaded, so nothing can be wrong.
    pub fn in_play(library: &'static Library) -> Self {
        Report { root: None, library, check: Check::new() }
    }

    /// Reports a mistake at a path of the scene, with what would be allowed.
    pub fn wrong(
        &mut self,
        path: &str,
        message: impl Into<String>,
        allowed: impl IntoIterator<Item = impl Into<String>>,
    ) {
        if let Some(root) = self.root {
            self.check.push(mistake_at(root, "", path, message, allowed));
        }
    }

    /// The index of a key. An unknown one is reported with those there are.
    pub fn find<'k, I>(&mut self, what: &str, key: &str, known: I, path: &str) -> Option<usize>
    where
        I: IntoIterator<Item = &'k str, IntoIter: Clone>,
    {
        self.position(what, key, known.into_iter(), path, |known| known == key)
    }

    /// The index of a name, however it is spelt: `Hand Guns` is `hand-guns`.
    pub fn look_up<'k, I>(&mut self, what: &str, name: &str, known: I, path: &str) -> Option<usize>
    where
        I: IntoIterator<Item = &'k str, IntoIter: Clone>,
    {
        let key = key_of(name);
        self.position(what, name, known.into_iter(), path, |known| key_of(known) == key)
    }

    fn position<'k>(
        &mut self,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'k str> + Clone,
        path: &str,
        is_meant: impl Fn(&str) -> bool,
    ) -> Option<usize> {
        let found = known.clone().position(is_meant);
        if let (None, Some(root)) = (found, self.root) {
            let mistake = mistake_at(root, "", path, format!("there is no {what} {name:?}"), known);
            self.check.push(mistake.near(name));
        }
        found
    }

    /// The character with this key.
    pub fn character<'k, I>(&mut self, key: &str, keys: I, path: &str) -> Option<ActorId>
    where
        I: IntoIterator<Item = &'k str, IntoIter: Clone>,
    {
        self.find("character", key, keys, path).map(ActorId::at)
    }

    /// An entry of the content.
    pub fn entry<T: DeserializeOwned + JsonSchema + 'static>(
        &mut self,
        kind: &str,
        name: &str,
        path: &str,
    ) -> Option<T> {
        match self.library.get_as::<T>(kind, name) {
            Some(found) => self.check.take(found).map(|entry| entry.value),
            None => {
                self.wrong(path, format!("there is no {kind} {name:?}"), self.library.names(kind));
                None
            }
        }
    }

    /// Reports keys of a list that are empty or taken.
    pub fn unique<'k>(&mut self, list: &str, keys: impl IntoIterator<Item = &'k str>) {
        self.unique_beside(list, keys, |_| false);
    }

    fn unique_beside<'k>(
        &mut self,
        list: &str,
        keys: impl IntoIterator<Item = &'k str>,
        is_reserved: impl Fn(&str) -> bool,
    ) {
        let mut taken = Vec::new();
        for (at, key) in keys.into_iter().enumerate() {
            if key.is_empty() || taken.contains(&key) || is_reserved(key) {
                let why = format!("{key:?} is taken; give this one a key of its own");
                self.wrong(&format!("{list}[{at}].key"), why, [""; 0]);
            }
            taken.push(key);
        }
    }

    /// Whether no mistake was found.
    pub fn is_clean(&self) -> bool {
        self.check.is_clean()
    }
}

/// A scene on its way to a table.
pub struct Scene<'s, Raw> {
    /// The file.
    pub raw: &'s Raw,
    /// The map.
    pub space: Space,
    /// The names of the sides, in the order of their first mention.
    pub sides: Vec<String>,
    report: Report<'s>,
}

impl<'s, Raw> Deref for Scene<'s, Raw> {
    type Target = Report<'s>;

    fn deref(&self) -> &Report<'s> {
        &self.report
    }
}

impl<'s, Raw> DerefMut for Scene<'s, Raw> {
    fn deref_mut(&mut self) -> &mut Report<'s> {
        &mut self.report
    }
}

impl<'s, Raw: SceneFile> Scene<'s, Raw> {
    /// Checks the name of the book and the map. Without a usable map nothing else can be checked.
    pub(super) fn read(scene: &'s Located<Raw>, library: &'static Library) -> Result<Self, Mistakes> {
        let (raw, mut report) = (&scene.value, Report::of(scene, library));
        scene.check_book(raw.book(), Raw::BOOK, &mut report.check);
        let space = match raw.map().map(|map| map.clone().check()) {
            None => one_place(),
            Some(Ok(space)) => space,
            Some(Err(errors)) => {
                errors.iter().for_each(|error| report.wrong("map", error.to_string(), [""; 0]));
                return Err(report.check.into());
            }
        };
        Ok(Scene { raw, space, sides: Vec::new(), report })
    }

    /// The side with this name; a new one is added.
    pub fn side(&mut self, name: &str) -> Side {
        Side(index_in(&mut self.sides, name.to_owned()))
    }

    /// The cell at a column and row.
    pub fn cell(&mut self, [column, row]: [u16; 2], path: &str) -> Cell {
        self.space.cell_at(column, row).unwrap_or_else(|| self.off_the_map(path))
    }

    /// The place in a cell or zone, on the ground; the first one if it is left out.
    pub fn place(&mut self, at: Option<&RawAt>, path: &str) -> Place {
        let is_zones = self.space.grid() == Grid::Zones;
        let cell = match at {
            None => self.space.cell_at(0, 0),
            Some(RawAt::Cell([column, row])) => self.space.cell_at(*column, *row).filter(|_| !is_zones),
            Some(RawAt::Zone(name)) => self.space.cells().find(|&cell| self.space.zone_name(cell) == Some(name)),
        };
        let cell = cell.unwrap_or_else(|| self.off_the_map(&format!("{path}.at")));
        self.space.on_ground(cell)
    }

    fn off_the_map(&mut self, path: &str) -> Cell {
        let space = &self.space;
        let allowed: Vec<String> = match space.grid() {
            _ if self.raw.map().is_none() => Vec::new(),
            Grid::Zones => space.cells().filter_map(|cell| space.zone_name(cell)).map(str::to_owned).collect(),
            _ => vec![format!("[0..{}, 0..{}]", space.columns() - 1, space.rows() - 1)],
        };
        self.wrong(path, "this place is not on the map", allowed);
        Cell::default()
    }

    /// Reports characters without a key of their own. Sides and the GM have theirs.
    pub fn unique_characters<'k>(&mut self, keys: impl IntoIterator<Item = &'k str>) {
        let Scene { report, sides, .. } = self;
        let is_reserved = |key: &str| key == "gm" || sides.iter().any(|side| key_of(side) == key);
        report.unique_beside("characters", keys, is_reserved);
    }

    /// Reports two who stand in one cell: name and cell of each character, or `None` if it takes no room.
    pub fn crowding(&mut self, standing: &[Option<(&str, Cell)>]) {
        if self.space.grid() == Grid::Zones {
            return;
        }
        for (at, one) in standing.iter().enumerate() {
            let Some((name, cell)) = one else { continue };
            if let Some((other, _)) = standing[..at].iter().flatten().find(|(_, other)| other == cell) {
                let why = format!("{name} stands where {other} stands");
                self.wrong(&format!("characters[{at}].at"), why, [""; 0]);
            }
        }
    }

    /// A scene that begins in rounds or turns needs two sides, or must be marked `alone`. Otherwise, forgetting `side`
    /// would result in a fight without opponents.
    pub fn check_sides(&mut self, sides: impl IntoIterator<Item = Side>) {
        let mut sides = sides.into_iter();
        let Some(first) = sides.next().filter(|_| !self.raw.is_alone()) else { return };
        let mut others = sides.peekable();
        if others.peek().is_some() && others.all(|side| side == first) {
            let why = "all characters are on one side, so there is nobody to fight";
            let allowed = ["another `side` for some of them", "alone = true, if that is intended"];
            self.wrong("characters", why, allowed);
        }
    }

    /// The table, or all mistakes.
    pub fn finish<T>(self, table: T) -> Result<T, Mistakes> {
        self.report.check.finish(table)
    }
}

impl<Raw> From<Scene<'_, Raw>> for Mistakes {
    fn from(scene: Scene<'_, Raw>) -> Self {
        scene.report.check.into()
    }
}

/// A scene without a map is one place.
fn one_place() -> Space {
    let (zones, unit) = (vec!["here".into()], "squares".into());
    let zone = ZoneMap { zones, within: 1, unit, links: Vec::new(), distances: Vec::new(), unseen: Vec::new() };
    Space::zones(zone).unwrap_or_else(|errors| panic!("one zone is a map: {errors:?}"))
}

/// A mistake at a path below a node: at the line of the path, or of the nearest existing part of it. If the text there
/// resembles one of the allowed values, the mistake suggests it.
pub(super) fn mistake_at(
    root: &Node,
    prefix: &str,
    path: &str,
    message: impl Into<String>,
    allowed: impl IntoIterator<Item = impl Into<String>>,
) -> Mistake {
    let steps = steps(path);
    let (node, is_there) = root.nearest(&steps);
    let full = Path::Root(prefix).follow(&steps);
    let mistake = Mistake::at(node.place(), full, message).allowing(allowed);
    match node.text() {
        Some(text) if is_there => mistake.near(text),
        _ => mistake,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::door::{Content, Kinds, Source, fields};

    fields! {
        pub struct HouseRules {}

        pub struct RawCharacter {
            name: String;
            side: String = "heroes";
            at: Option<RawAt> = None;
            fears: Option<String> = None;
        }
    }

    scene! {
        pub struct RawScene for "toy", HouseRules, RawCharacter {
            map: Option<MapDescription> = None;
        }
    }

    static CONTENT: Content<RawScene> = Content::new("Toy", &[], Kinds::new, &[]);

    /// The cells of all characters, or what is wrong.
    fn open(text: &str) -> Result<Vec<Cell>, String> {
        let built = |mut scene: Scene<'_, RawScene>| {
            let raw = scene.raw;
            let keys: Vec<String> = raw.characters.iter().map(|one| key_of(&one.name)).collect();
            let keys = || keys.iter().map(String::as_str);
            let (mut cells, mut sides) = (Vec::new(), Vec::new());
            for (path, one) in each("characters", &raw.characters) {
                sides.push(scene.side(&one.side));
                cells.push(scene.place(one.at.as_ref(), &path).cell);
                if let Some(fears) = &one.fears {
                    scene.character(fears, keys(), &format!("{path}.fears"));
                }
            }
            scene.unique_characters(keys());
            let standing = raw.characters.iter().zip(&cells).map(|(one, cell)| Some((one.name.as_str(), *cell)));
            scene.crowding(&standing.collect::<Vec<_>>());
            scene.check_sides(sides);
            scene.finish(cells)
        };
        CONTENT.open(&Source::new("s.toml", text), built).map_err(|mistakes| mistakes.to_string())
    }

    const SQUARES: &str = "map = { grid = 'square', columns = 4, rows = 3, cell = 1, unit = 'm' }";
    const ZONES: &str = "map = { grid = 'zones', zones = ['Hall', 'Cellar'], links = [{ between = ['Hall', 'Cellar'], units = 9 }], within = 5, unit = 'm' }";

    fn scene(map: &str, ann: &str, bob: &str) -> Result<Vec<Cell>, String> {
        open(&format!("book = 'toy'\n{map}\ncharacters = [\n{{ name = 'Ann', {ann} }},\n{{ name = 'Bob', {bob} }}]"))
    }

    #[test]
    fn everybody_has_a_place() {
        let other = "side = 'foes'";
        assert_eq!(scene(SQUARES, "at = [1, 2]", other), Ok(vec![Cell::new(1, 2), Cell::new(0, 0)]));
        assert_eq!(scene(ZONES, "at = 'Cellar'", other), Ok(vec![Cell::zone(1), Cell::zone(0)]));
        assert_eq!(scene("", "", other), Ok(vec![Cell::zone(0); 2]), "in one place there is room for all");
    }

    #[test]
    fn what_is_wrong_in_every_book_is_told_alike() {
        let ann = "at = [2, 2]";
        let cases = [
            ("at = [4, 0]", "at: this place is not on the map; allowed: [0..3, 0..2]"),
            ("at = 'Hall'", "at: this place is not on the map; allowed: [0..3, 0..2]"),
            ("at = [2, 2]", "at: Bob stands where Ann stands"),
            ("fears = 'an'", "fears: there is no character \"an\"; did you mean `ann`?; allowed: ann, bob"),
        ];
        for (bob, told) in cases {
            let found = scene(SQUARES, ann, &format!("side = 'foes', {bob}")).unwrap_err();
            assert!(found.starts_with("s.toml:5:") && found.ends_with(&format!(": characters[1].{told}")), "{found}");
        }
        let cellar = scene(ZONES, "at = 'Cellr'", "side = 'foes', at = [0, 0]").unwrap_err();
        let told = "this place is not on the map; did you mean `Cellar`?; allowed: Hall, Cellar";
        assert!(cellar.contains(told) && cellar.ends_with("at: this place is not on the map; allowed: Hall, Cellar"));
        let same =
            open("book = 'toy'\ncharacters = [{ name = 'GM' }, { name = 'Heroes' }, { name = '?', side = 'foes' }]");
        let taken = |at: usize, column: usize, key: &str| {
            format!("s.toml:2:{column}: characters[{at}].key: {key:?} is taken; give this one a key of its own")
        };
        let all = [taken(0, 15, "gm"), taken(1, 32, "heroes"), taken(2, 53, "")];
        assert_eq!(same.unwrap_err(), all.join("\n"));
        let sides = scene(ZONES, "", "").unwrap_err();
        assert!(sides.contains("all characters are on one side"), "{sides}");
        assert!(
            open(&format!("book = 'toy'\nalone = true\n{ZONES}\ncharacters = [{{ name = 'A' }}, {{ name = 'B' }}]"))
                .is_ok()
        );
        let book = open("book = 'chess'\ncharacters = [{ name = 'A' }]").unwrap_err();
        assert_eq!(book, "s.toml:1:8: book: this is a scene for \"chess\"; allowed: toy");
    }
}
