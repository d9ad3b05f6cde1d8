//! What the slots of the GM's acts hold.

use crate::{
    Clockworld,
    acts::{prelude::*, value::of_actor},
    rank::Rank,
    sheet::{Class, Limb, PLAYERS, THREATS},
    table::Severity,
};
use referee_engine::CellChoice;

/// A plain enum, each value with its word for commands.
macro_rules! worded {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$about:meta])* $variant:ident = $key:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$about])* #[serde(rename = $key)] $variant),* }

        impl referee_engine::act::Value<crate::Clockworld> for $name {
            fn all(_: crate::acts::value::See<'_, '_>, _: Option<referee_engine::ActorId>) -> Vec<Self> {
                vec![$($name::$variant),*]
            }

            fn choice(
                &self,
                _: crate::acts::value::See<'_, '_>,
                _: Option<referee_engine::ActorId>,
            ) -> referee_engine::Choice {
                crate::acts::gm::value::word(match self { $($name::$variant => $key),* })
            }
        }
    };
}
pub(crate) use worded;

/// A word for commands, and the same for people.
pub fn word(key: &str) -> Choice {
    Choice::new(key, key.replace('-', " "))
}

worded! {
    /// Yes or no; whoever asks does not expect one of them.
    pub enum YesNo { Yes = "yes", No = "no" }
}

worded! {
    /// How long what the GM sets lasts.
    pub enum Lasts {
        /// For one Round, or for the next Check.
        Round = "round",
        /// Until the GM takes it away.
        UntilCleared = "until-cleared",
    }
}

impl Value<Clockworld> for Skill {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        Skill::ALL.to_vec()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(self.to_string())
    }
}

/// CW-052: the Ranks that have a name.
impl Value<Clockworld> for Rank {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        (0..Rank::NAMES.len() as u8).map(Rank).collect()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(self.to_string()).noting(format!("number {}", self.number()))
    }

    fn read(_: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        Rank::NAMES.iter().position(|name| name.eq_ignore_ascii_case(word)).map(|at| Rank(at as u8))
    }
}

impl Value<Clockworld> for Severity {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Severity::Mild, Severity::Serious, Severity::Critical]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(self.word())
    }
}

impl Value<Clockworld> for Side {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![PLAYERS, THREATS]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        word(Clockworld::side_key(*self))
    }
}

impl Value<Clockworld> for Class {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Class::Bulk, Class::Brim, Class::Ace]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        word(match self {
            Class::Bulk => "bulk",
            Class::Brim => "brim",
            Class::Ace => "ace",
        })
    }
}

impl Value<Clockworld> for Limb {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Limb::None, Limb::Arm, Limb::Leg, Limb::Other]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        word(match self {
            Limb::None => "none",
            Limb::Arm => "arm",
            Limb::Leg => "leg",
            Limb::Other => "other",
        })
    }
}

/// What is so, where the fact that is corrected says what can be so: yes or no, a number, a cell, a Character or a word. It is
/// kept as it was written, and read by the rule of the fact.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Said {
    word: String,
    /// How a person is asked for it; known of what is offered only.
    #[serde(skip)]
    asked: Asked,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Asked {
    #[default]
    One,
    Number,
    Cell,
}

/// By the word.
impl PartialEq for Said {
    fn eq(&self, other: &Said) -> bool {
        self.word == other.word
    }
}

impl Eq for Said {}

impl Said {
    /// One of these words.
    pub fn words(words: &[&str]) -> Vec<Said> {
        words.iter().map(|word| Said { word: (*word).to_owned(), asked: Asked::One }).collect()
    }

    pub fn yes_or_no() -> Vec<Said> {
        Said::words(&["yes", "no"])
    }

    /// A number between these.
    pub fn numbers(least: i32, most: i32) -> Vec<Said> {
        [least, most].map(|number| Said { word: number.to_string(), asked: Asked::Number }).into()
    }

    /// Any cell of the map.
    pub fn cells(table: &Table) -> Vec<Said> {
        let space = &table.setup.space;
        space.cells().map(|cell| Said { word: space.cell_key(cell), asked: Asked::Cell }).collect()
    }

    pub fn characters(see: See<'_, '_>) -> Vec<Said> {
        let all = see.actors().iter().map(|who| Said { word: see.sheet(who).key.clone(), asked: Asked::One });
        all.collect()
    }

    pub fn word(&self) -> &str {
        &self.word
    }

    /// Is it so?
    pub fn is_yes(&self) -> Result<bool, Why<'static>> {
        match self.word.as_str() {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(bar!(_, "bad-value", "yes or no").allowing(&["yes", "no"])),
        }
    }

    /// The number, if it is between these.
    pub fn number(&self, least: i32, most: i32) -> Result<i32, Why<'static>> {
        match self.word.parse::<i32>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            Ok(number) => Err(bar!(_, "bad-value", "{} is not from {} to {}", number, least, most)),
            Err(_) => Err(bar!(_, "bad-value", "a number from {} to {}", least, most)),
        }
    }

    /// The place on the ground of this cell.
    pub fn place(&self, table: &Table) -> Result<referee_engine::space::Place, Why<'static>> {
        let cell = table.setup.space.find_cell(&self.word).filter(|cell| table.setup.space.contains(*cell));
        let cell = cell.ok_or(bar!(_, "off-the-map", "that place is not on the map"))?;
        Ok(table.setup.space.on_ground(cell))
    }

    pub fn character(&self, table: &Table) -> Result<ActorId, Why<'static>> {
        let found = table.setup.sheets.iter().position(|sheet| sheet.key == self.word).map(ActorId::at);
        found.ok_or(bar!(_, "unknown-character", "there is no such Character"))
    }
}

impl Value<Clockworld> for Said {
    fn shape(&self) -> Shape {
        match self.asked {
            Asked::One => Shape::One,
            Asked::Number => Shape::Number,
            Asked::Cell => Shape::Cell,
        }
    }

    /// The acts say what it can be.
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        Vec::new()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let who = self.character(see.table).ok().filter(|_| self.asked == Asked::One);
        who.map_or_else(|| word(&self.word), |who| of_actor(see.table, who))
    }

    fn cell(&self, see: See<'_, '_>, _: Option<ActorId>) -> Option<CellChoice> {
        let cell = see.setup.space.find_cell(&self.word).filter(|_| self.asked == Asked::Cell)?;
        Some(CellChoice::of(&see.setup.space, cell, 0, ""))
    }

    fn read(_: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        Some(Said { word: word.to_owned(), asked: Asked::One })
    }
}

/// No words, if none are said.
pub fn no_words<A>(_: &A, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<200>> {
    vec![Text(String::new())]
}

/// Words that say something.
pub fn said(text: Text<200>) -> Result<String, Why<'static>> {
    let words = text.within()?;
    if words.trim().is_empty() { Err(bar!(_, "no-words", "there are no words in it")) } else { Ok(words) }
}
