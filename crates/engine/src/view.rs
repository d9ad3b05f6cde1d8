//! What a seat sees: plain data that a page can draw without knowing the book.

#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

use crate::{
    ActorCard, ActorId, Choice, RuleId, Seat, Side, Status, System,
    space::{Cell, Grid, Place, Space},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that a seat may see of the table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct View {
    pub book: String,
    pub clock: ClockView,
    /// The sides by name, in turn order where the book has one.
    pub sides: Vec<SideView>,
    /// The actors that this seat may see.
    pub actors: Vec<ActorView>,
    /// The objects that this seat may see, on the map or without a place.
    pub objects: Vec<ObjectView>,
    pub map: Option<MapView>,
    /// How it ended, if it is over.
    pub over: Option<String>,
}

impl View {
    /// What follows for every book from who is there, who is known and who is to act. Sides are named by those of them that
    /// the seat knows. The book adds the rest: health, numbers, conditions, sheets, a clock, a map.
    pub fn of<S: System>(book: &S, table: &S::Table, seat: Seat) -> View {
        let cards: Vec<ActorCard> =
            book.actors(table).into_iter().filter(|card| book.knows(table, seat, card.id)).collect();
        let (acting, over) = match book.status(table) {
            Status::Acting(actors) => (actors, None),
            Status::Over(winner) => (Default::default(), Some(winner)),
        };
        let named = |is: &dyn Fn(&ActorCard) -> bool| {
            let names: Vec<&str> = cards.iter().filter(|card| is(card)).map(|card| card.name.as_str()).collect();
            if names.is_empty() { "somebody".to_owned() } else { names.join(", ") }
        };
        let mut sides: Vec<Side> = cards.iter().map(|card| card.side).collect();
        sides.sort();
        sides.dedup();
        let side = |side: Side| SideView {
            side,
            name: named(&|card| card.side == side),
            acting: cards.iter().any(|card| card.side == side && acting.contains(&card.id)),
        };
        View {
            book: S::NAME.into(),
            clock: ClockView {
                turn: if over.is_some() { String::new() } else { named(&|card| acting.contains(&card.id)) },
                acting: cards.iter().map(|card| card.id).filter(|id| acting.contains(id)).collect(),
                ..ClockView::default()
            },
            sides: sides.into_iter().map(side).collect(),
            over: over.map(|winner| match winner {
                Some(side) => format!("won by {}", named(&|card| card.side == side)),
                None => "nobody wins".into(),
            }),
            actors: cards.into_iter().map(|card| ActorView::of(book, table, card)).collect(),
            ..View::default()
        }
    }
}

/// The current time and turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ClockView {
    /// The mode of play: `fight`, `travel`.
    pub mode: String,
    /// Whose turn it is, in words: `Player Turn 3`.
    pub turn: String,
    /// Rounds or turns since the start.
    pub round: u32,
    /// Game time since the start, in seconds.
    pub elapsed: u64,
    /// Those who can act now.
    pub acting: Vec<ActorId>,
}

/// A side.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SideView {
    pub side: Side,
    pub name: String,
    /// Whether it is this side's turn.
    pub acting: bool,
}

impl SideView {
    /// The sides with these names, in the order of their ids.
    pub fn all(names: &[String], is_acting: impl Fn(Side) -> bool) -> Vec<SideView> {
        let sides = names.iter().zip(0..).map(|(name, at)| (name.clone(), Side(at)));
        sides.map(|(name, side)| SideView { side, name, acting: is_acting(side) }).collect()
    }
}

/// An actor as a seat sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ActorView {
    pub id: ActorId,
    /// The identifier used in commands.
    pub key: String,
    pub name: String,
    pub side: Side,
    /// Its position, if this seat knows it.
    pub place: Option<Place>,
    /// The direction it faces, in degrees.
    pub facing: Option<u16>,
    /// Its stance in a word: `standing`, `prone`.
    pub stance: String,
    /// Its health in a word: `unhurt`, `seriously injured`, `dead`.
    pub health: String,
    /// Its health for a bar, in percent: 100 is unhurt, 0 is out of action. For seats that may not read the sheet, it
    /// is no more precise than the word.
    pub well: u8,
    /// Whether it is still in the fight.
    pub active: bool,
    /// Counters with a maximum: actions, reactions, shock.
    pub tracks: Vec<Track>,
    pub conditions: Vec<ConditionView>,
    /// The sheet, in sections; only for seats that may read it.
    pub sheet: Vec<Section>,
}

impl ActorView {
    /// Who it is, with the numbers that everybody may see.
    fn of<S: System>(book: &S, table: &S::Table, card: ActorCard) -> ActorView {
        let tracks = book.tracks(table, card.id);
        let well = tracks.first().map_or(100, |track| hundredths(track.now, track.max));
        ActorView {
            id: card.id,
            key: card.key,
            name: card.name,
            side: card.side,
            place: None,
            facing: None,
            stance: String::new(),
            health: String::new(),
            well,
            active: well > 0,
            tracks,
            conditions: Vec::new(),
            sheet: Vec::new(),
        }
    }
}

/// A counter with a maximum.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Track {
    /// What is counted.
    pub name: String,
    /// The current value.
    pub now: i32,
    pub max: i32,
}

/// A condition in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ConditionView {
    pub name: String,
    /// A short description of its effect.
    pub effect: String,
    /// What ends it.
    pub ends: String,
    pub rule: RuleId,
}

impl ConditionView {
    /// A condition by its name, with what it does and what ends it.
    pub fn new(name: impl Into<String>, effect: impl Into<String>, ends: impl Into<String>, rule: RuleId) -> Self {
        ConditionView { name: name.into(), effect: effect.into(), ends: ends.into(), rule }
    }
}

/// A section of a sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Section {
    pub title: String,
    /// Pairs of name and value.
    pub lines: Vec<(String, String)>,
}

impl Section {
    /// The sections with these titles and lines, without empty ones.
    pub fn all<'a>(sections: impl IntoIterator<Item = (&'a str, Vec<(String, String)>)>) -> Vec<Section> {
        let filled = sections.into_iter().filter(|(_, lines)| !lines.is_empty());
        filled.map(|(title, lines)| Section { title: title.into(), lines }).collect()
    }
}

/// An object as a seat sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ObjectView {
    /// The identifier used in commands.
    pub key: String,
    pub name: String,
    pub place: Option<Place>,
    /// Its state: `intact`, `damaged`, `open`.
    pub state: String,
    /// What it provides: `cover`, `concealment`.
    pub gives: Vec<String>,
    /// All its cells, if it has more than one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Cell>,
}

impl ObjectView {
    /// The cells to draw; empty if the place is enough.
    pub fn spread_over(cells: &[Cell]) -> Vec<Cell> {
        if cells.len() > 1 { cells.to_vec() } else { Vec::new() }
    }
}

/// `now` as a percentage of `max`; 0 only if nothing is left, 100 only if nothing is missing.
pub fn hundredths(now: i32, max: i32) -> u8 {
    match now {
        _ if now <= 0 || max <= 0 => 0,
        _ if now >= max => 100,
        _ => (i64::from(now) * 100 / i64::from(max)).clamp(1, 99) as u8,
    }
}

/// The map to draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MapView {
    /// `square`, `hex` or `zones`.
    pub grid: String,
    /// The number of columns.
    pub width: u16,
    /// The number of rows.
    pub height: u16,
    /// The size of a cell in units.
    pub cell: u16,
    /// The unit: `feet`.
    pub unit: String,
    /// The names of the zones, if the map consists of zones.
    pub zones: Vec<String>,
}

impl MapView {
    /// The map of a space.
    pub fn of(space: &Space) -> MapView {
        let grid = match space.grid() {
            Grid::Square => "square",
            Grid::Hex(_) => "hex",
            Grid::Zones => "zones",
        };
        MapView {
            grid: grid.into(),
            width: space.columns(),
            height: space.rows(),
            cell: space.cell_size(),
            unit: space.unit().into(),
            zones: space.cells().filter_map(|cell| space.zone_name(cell).map(str::to_owned)).collect(),
        }
    }
}

/// A question as shown to the person who has to answer it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Prompt {
    /// The kind, for standing answers: `reaction`.
    pub kind: String,
    pub text: String,
    /// The rule that asks.
    pub rule: RuleId,
    /// The options; the answer is the index of one.
    pub options: Vec<Choice>,
    /// The index of the option that declines.
    pub decline: Option<usize>,
}

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// What happened, in a sentence.
    pub text: String,
    /// The indentation: 0 for an act or a heading, 1 for its consequences.
    pub depth: u8,
    /// Whether it is the heading of a turn or a scene.
    pub heading: bool,
    /// The rules behind it.
    pub rules: Vec<RuleId>,
    /// The factors that make up the number: `+2 Reflex`, `Rank Adept 7`, each with its rule.
    pub factors: Vec<Factor>,
    /// The actor it is about, for filters.
    pub actor: Option<ActorId>,
}

impl Line {
    /// A line at this depth, with the rules behind it.
    pub fn new(depth: u8, text: impl Into<String>, rules: impl IntoIterator<Item = RuleId>) -> Line {
        Line { text: text.into(), depth, rules: rules.into_iter().collect(), ..Line::default() }
    }

    /// A heading.
    pub fn heading(text: impl Into<String>, rules: impl IntoIterator<Item = RuleId>) -> Line {
        Line { heading: true, ..Line::new(0, text, rules) }
    }

    /// The same, about this actor.
    #[must_use]
    pub fn by(mut self, actor: ActorId) -> Line {
        self.actor = Some(actor);
        self
    }

    /// The same, with these factors.
    #[must_use]
    pub fn with(mut self, factors: impl IntoIterator<Item = Factor>) -> Line {
        self.factors.extend(factors);
        self
    }
}

/// One factor of a number, with the rule behind it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Factor {
    /// `+2`, `High Roll`, `+1 Rank`.
    pub amount: String,
    /// `Reflex Novice`, `focus`, `Cover: bar counter`.
    pub why: String,
    pub rule: RuleId,
}

impl Factor {
    pub fn new(amount: impl Into<String>, why: impl Into<String>, rule: RuleId) -> Factor {
        Factor { amount: amount.into(), why: why.into(), rule }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    #[test]
    fn a_map_is_drawn_as_its_space_is() {
        let space = Space::square(4, 3, 5, "feet").unwrap();
        let map = MapView::of(&space);
        assert_eq!(
            (map.grid.as_str(), map.width, map.height, map.cell, map.unit.as_str()),
            ("square", 4, 3, 5, "feet")
        );
        assert!(map.zones.is_empty());
    }

    #[test]
    fn a_part_is_nothing_or_all_only_if_it_is() {
        for (now, max, expected) in
            [(0, 9, 0), (9, 9, 100), (1, 400, 1), (399, 400, 99), (5, 10, 50), (-3, 9, 0), (3, 0, 0)]
        {
            assert_eq!(hundredths(now, max), expected, "{now} of {max}");
        }
    }

    #[test]
    fn a_line_says_what_by_whom_and_why() {
        let factor = Factor::new("+2", "Reflex", rule!("TY-001"));
        let line = Line::new(1, "Ann hits", [rule!("TY-002")]).by(ActorId(3)).with([factor.clone()]);
        assert_eq!((line.depth, line.actor, line.factors, line.heading), (1, Some(ActorId(3)), vec![factor], false));
        assert!(Line::heading("Round 2", []).heading);
    }
}
