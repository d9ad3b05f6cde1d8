//! What the slots of the GM's acts hold.

use crate::{
    Clockworld,
    acts::prelude::*,
    rank::Rank,
    sheet::{Class, Limb, PLAYERS, THREATS},
    table::Severity,
};

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

/// No words, if none are said.
pub fn no_words<A>(_: &A, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<200>> {
    vec![Text(String::new())]
}

/// Words that say something.
pub fn said(text: Text<200>) -> Result<String, Why<'static>> {
    let words = text.within()?;
    if words.trim().is_empty() { Err(bar!(_, "no-words", "there are no words in it")) } else { Ok(words) }
}
