//! A rulebook's ledger, read: every rule, ruling, decision, worked example and probability with its id.

use referee_engine::RuleId;
use serde::Serialize;
use std::collections::BTreeMap;

mod cells;
mod read;

pub use cells::ids_in;

/// A ledger: the text of `rules/<book>.md`, taken apart.
#[derive(Debug, Serialize)]
pub struct Ledger {
    /// The book's name as a person writes it: `Clockworld`.
    pub title: String,
    /// What the book is like, in a paragraph.
    pub about: String,
    /// Everything with an id, in the order of the text.
    pub entries: Vec<Entry>,
    #[serde(skip)]
    places: BTreeMap<RuleId, usize>,
}

/// One thing with an id.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// Its id.
    pub id: RuleId,
    /// The heading it stands under: `Actions in a Turn`.
    pub section: String,
    /// Its line in the ledger, from 1.
    pub line: usize,
    /// What it says.
    #[serde(flatten)]
    pub says: Says,
    /// The other ids that it names.
    pub mentions: Vec<RuleId>,
}

/// What an entry of a ledger says.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Says {
    /// What the book's text says.
    Rule {
        /// The rule.
        text: String,
        /// The lines of the source that say it.
        source: String,
    },
    /// What the engine does where the text leaves a question.
    Ruling {
        /// The question.
        question: String,
        /// The answer.
        ruling: String,
        /// The reason.
        why: String,
        /// The other way to read it.
        alternative: String,
        /// The house rule that changes it, if there is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        switch: Option<Switch>,
    },
    /// What a person decides.
    Decision {
        /// Who.
        who: String,
        /// When.
        when: String,
        /// Between what.
        options: String,
    },
    /// A worked example with its dice.
    Example {
        /// The situation.
        setup: String,
        /// The dice and the choices.
        dice: String,
        /// What comes of it.
        expected: String,
    },
    /// A chance, worked out exactly.
    Probability {
        /// What is computed.
        what: String,
        /// The headings of the results.
        headings: Vec<String>,
        /// The results, row by row.
        rows: Vec<Vec<String>>,
    },
    /// What the source says that is no rule.
    Narrative {
        /// In short.
        text: String,
    },
}

/// A house-rule switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Switch {
    /// Its name in a scene file.
    pub name: String,
    /// Its values, in the words of the ledger.
    pub values: String,
}

/// The kinds of entries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "named as the variants of `Says`")]
pub enum Kind {
    Rule,
    Ruling,
    Decision,
    Example,
    Probability,
    Narrative,
}

impl Ledger {
    /// Reads a ledger. A row that is not understood is left out: what a ledger must hold is checked by a test.
    pub fn read(text: &str) -> Ledger {
        read::read(text)
    }

    /// The entry with this id.
    pub fn get(&self, id: RuleId) -> Option<&Entry> {
        self.places.get(&id).map(|&place| &self.entries[place])
    }

    /// The entries of one kind.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.kind() == kind)
    }

    /// The entries that name this id, in the order of the text.
    pub fn naming(&self, id: RuleId) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.mentions.contains(&id))
    }

    /// The entries that hold this word or phrase, whatever its case.
    pub fn find(&self, words: &str) -> impl Iterator<Item = &Entry> {
        let words = words.to_lowercase();
        self.entries.iter().filter(move |entry| {
            entry.texts().any(|text| text.to_lowercase().contains(&words))
                || entry.section.to_lowercase().contains(&words)
        })
    }
}

impl Entry {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self.says {
            Says::Rule { .. } => Kind::Rule,
            Says::Ruling { .. } => Kind::Ruling,
            Says::Decision { .. } => Kind::Decision,
            Says::Example { .. } => Kind::Example,
            Says::Probability { .. } => Kind::Probability,
            Says::Narrative { .. } => Kind::Narrative,
        }
    }

    /// The sentence for a list.
    pub fn headline(&self) -> &str {
        match &self.says {
            Says::Rule { text, .. } | Says::Narrative { text } => text,
            Says::Ruling { question, .. } => question,
            Says::Decision { options, .. } => options,
            Says::Example { setup, .. } => setup,
            Says::Probability { what, .. } => what,
        }
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        let texts: Vec<&str> = match &self.says {
            Says::Rule { text, .. } | Says::Narrative { text } => vec![text],
            Says::Ruling { question, ruling, why, alternative, switch } => {
                let switch = switch.as_ref().map_or("", |switch| &switch.name);
                vec![question, ruling, why, alternative, switch]
            }
            Says::Decision { who, when, options } => vec![who, when, options],
            Says::Example { setup, dice, expected } => vec![setup, dice, expected],
            Says::Probability { what, rows, .. } => {
                std::iter::once(what).chain(rows.iter().flatten()).map(String::as_str).collect()
            }
        };
        texts.into_iter()
    }
}
