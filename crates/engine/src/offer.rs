//! Offers: possible actions and the slots to fill in. The page, the command line, computer players and tests all use
//! the same ones.

#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

use crate::{
    ActorId, Refusal, RuleId,
    space::{Cell, Space},
    text::is_one_line,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, collections::BTreeMap, sync::LazyLock};

/// A possible action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Offer {
    /// The word that names it in a command: `attack`.
    pub verb: String,
    /// The acting character; `None` for actions of the game master or of a side as a whole.
    pub actor: Option<ActorId>,
    /// The displayed text.
    pub label: String,
    /// The heading under which the rulebook lists it: `Actions`, `Incidentals`.
    pub group: String,
    /// What it costs, in words: `1 Action`.
    pub cost: String,
    /// The rule that allows it.
    pub rule: RuleId,
    /// Why it is not possible now, if so. Shown greyed out; a command gets this refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
    /// What the player should know before doing it: a hopeless check, work that would be lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// A parameter of an offer. Its domain contains exactly the legal values, given the values filled in so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Slot {
    /// The word that names it in a command: `target`.
    pub name: String,
    /// The displayed text.
    pub label: String,
    /// The legal values.
    pub domain: Domain,
    /// The value used if it is omitted. A slot without a default must be filled in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Values that players may expect but that are not legal now, each with its reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
}

/// A value that is not legal now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Barred {
    pub choice: Choice,
    /// The reason.
    pub why: Refusal,
}

/// The legal values of a slot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Domain {
    /// One of these.
    One {
        /// The choices in display order.
        of: Cow<'static, [Choice]>,
    },
    /// Several of these, in the given order, separated by commas.
    Several {
        of: Cow<'static, [Choice]>,
        /// Minimum number of choices.
        least: usize,
        /// Maximum number of choices.
        most: usize,
    },
    /// A whole number in this range.
    Number { min: i32, max: i32 },
    /// One of these cells.
    Cell {
        /// The cells, each with the cost of getting there if that is known.
        of: Vec<CellChoice>,
    },
    /// Free text.
    Text {
        /// Maximum number of characters.
        longest: usize,
    },
}

impl Domain {
    /// Whether `value`, as written in a command, is legal.
    pub fn accepts(&self, value: &str) -> bool {
        let among = |of: &[Choice], key: &str| of.iter().any(|choice| choice.key == key);
        match self {
            Domain::One { of } => among(of, value),
            Domain::Several { of, least, most } => {
                let keys: Vec<&str> = if value.is_empty() { Vec::new() } else { value.split(',').collect() };
                let is_once = keys.iter().enumerate().all(|(index, key)| !keys[..index].contains(key));
                (*least..=*most).contains(&keys.len()) && is_once && keys.iter().all(|key| among(of, key))
            }
            Domain::Number { min, max } => value.parse::<i32>().is_ok_and(|number| (*min..=*max).contains(&number)),
            Domain::Cell { of } => of.iter().any(|choice| choice.key == value),
            Domain::Text { longest } => value.chars().count() <= *longest && is_one_line(value),
        }
    }

    /// The legal values in words, for a refusal.
    pub fn in_words(&self) -> Vec<String> {
        match self {
            Domain::One { of } | Domain::Several { of, .. } => of.iter().map(|choice| choice.key.clone()).collect(),
            Domain::Number { min, max } => vec![format!("{min} to {max}")],
            Domain::Cell { of } => of.iter().map(|choice| choice.key.clone()).collect(),
            Domain::Text { longest } => vec![format!("up to {longest} characters, on one line")],
        }
    }
}

impl Slot {
    /// A required slot with one choice among several.
    pub fn one(name: &str, label: &str, of: Vec<Choice>) -> Slot {
        Slot::of(name, label, Domain::One { of: of.into() })
    }

    /// The same with a static list of choices.
    pub fn listed(name: &str, label: &str, of: &'static [Choice]) -> Slot {
        Slot::of(name, label, Domain::One { of: of.into() })
    }

    /// A yes-or-no slot; no by default. See [`Filled::is_yes`].
    pub fn flag(name: &str, label: &str) -> Slot {
        static BOTH: LazyLock<[Choice; 2]> = LazyLock::new(|| ["no", "yes"].map(Choice::plain));
        Slot::listed(name, label, BOTH.as_slice()).or("no")
    }

    /// A required slot.
    pub fn of(name: &str, label: &str, domain: Domain) -> Slot {
        Slot { name: name.into(), label: label.into(), domain, default: None, barred: Vec::new() }
    }

    /// The same with a default value.
    #[must_use]
    pub fn or(mut self, default: impl Into<String>) -> Slot {
        self.default = Some(default.into());
        self
    }

    /// The value that `filled` gives to this slot, or its default; refused if it is missing or illegal.
    pub fn value<'a>(&'a self, filled: &'a Filled) -> Result<&'a str, Refusal> {
        let missing = || {
            let why = format!("{} needs a value: {}", self.name, self.label);
            Refusal::plain("slot-missing", why).allowing(self.domain.in_words())
        };
        let given = filled.get(&self.name);
        let value = given.or(self.default.as_deref()).ok_or_else(missing)?;
        if given.is_none() || self.domain.accepts(value) {
            return Ok(value);
        }
        let why = format!("{value:?} is not a legal {}", self.name);
        Err(Refusal::plain("slot-value", why).allowing(self.domain.in_words()))
    }
}

/// A value of a slot, or an option of a question.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// The word used in a command.
    pub key: String,
    /// The displayed text.
    pub label: String,
    /// The effect of this choice, in words: `+2 Ranks`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The actor it stands for, so that a page can accept a click on a token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<ActorId>,
}

impl Choice {
    /// A choice whose key and label are the same word.
    pub fn plain(word: impl Into<String>) -> Choice {
        let label = word.into();
        Choice { key: key_of(&label), label, ..Choice::default() }
    }

    /// A choice with separate key and label.
    pub fn new(key: impl Into<String>, label: impl Into<String>) -> Choice {
        Choice { key: key.into(), label: label.into(), ..Choice::default() }
    }

    /// The same, with a note.
    pub fn noting(mut self, note: impl Into<String>) -> Choice {
        self.note = note.into();
        self
    }

    /// The same, standing for an actor.
    pub fn of_actor(mut self, actor: ActorId) -> Choice {
        self.actor = Some(actor);
        self
    }
}

/// A cell that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CellChoice {
    pub cell: Cell,
    /// The word used in a command: see [`Space::cell_key`](crate::space::Space::cell_key).
    pub key: String,
    /// The cost of getting there, in the units of the space.
    pub cost: u32,
    /// What the player should know: `2 Pot Shots`, `river: Adept`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl CellChoice {
    /// A cell of a space.
    pub fn of(space: &Space, cell: Cell, cost: u32, note: impl Into<String>) -> CellChoice {
        CellChoice { cell, key: space.cell_key(cell), cost, note: note.into() }
    }
}

/// The form of a name used in commands: lower case, with a dash for everything that is neither a letter nor a digit.
pub fn key_of(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            key.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            key.extend(c.to_lowercase());
        } else if !key.ends_with('-') && !key.is_empty() {
            key.push('-');
        }
    }
    if key.ends_with('-') {
        key.pop();
    }
    key
}

/// An offer with some or all of its slots filled in, as sent by a page, a command or a computer player.
///
/// Its text form is `verb slot=value slot="two words" …`; see [`Filled::parse`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Filled {
    /// The verb of the offer.
    pub verb: String,
    /// The acting character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<ActorId>,
    /// The values by slot.
    #[serde(default)]
    pub slots: BTreeMap<String, String>,
}

impl Filled {
    /// No slots filled in yet.
    pub fn of(verb: &str, actor: Option<ActorId>) -> Filled {
        Filled { verb: verb.to_owned(), actor, slots: BTreeMap::new() }
    }

    /// The same with one more slot filled in.
    pub fn with(mut self, slot: &str, value: impl Into<String>) -> Filled {
        self.slots.insert(slot.to_owned(), value.into());
        self
    }

    /// The value of a slot.
    pub fn get(&self, slot: &str) -> Option<&str> {
        self.slots.get(slot).map(String::as_str)
    }

    /// Whether a yes-or-no slot is yes.
    pub fn is_yes(&self, slot: &str) -> bool {
        self.get(slot) == Some("yes")
    }

    /// Checks the values against these slots: no unknown name, nothing missing, every value legal.
    pub fn check(&self, slots: &[Slot]) -> Result<(), Refusal> {
        if let Some(name) = self.slots.keys().find(|name| !slots.iter().any(|slot| slot.name == **name)) {
            let why = format!("{} has no slot {name:?} here", self.verb);
            return Err(Refusal::plain("unknown-slot", why).allowing(slots.iter().map(|slot| slot.name.clone())));
        }
        slots.iter().try_for_each(|slot| slot.value(self).map(|_| ()))
    }

    /// Parses `verb slot=value slot="two words"`. The caller adds the actor.
    pub fn parse(text: &str) -> Result<Filled, Refusal> {
        let mut words = split(text)?.into_iter();
        let Some(verb) = words.next() else {
            return Err(Refusal::plain("empty-command", "a command begins with a verb, such as: attack target=bandit"));
        };
        let mut filled = Filled::of(&verb, None);
        for word in words {
            let Some((slot, value)) = word.split_once('=') else {
                let why = format!("{word:?} is neither the verb nor slot=value, such as: attack target=bandit");
                return Err(Refusal::plain("bad-command", why));
            };
            if filled.slots.insert(slot.to_owned(), value.to_owned()).is_some() {
                return Err(Refusal::plain("bad-command", format!("{slot} is given twice")));
            }
        }
        Ok(filled)
    }
}

/// Splits at spaces, except inside quotes.
fn split(text: &str) -> Result<Vec<String>, Refusal> {
    let (mut words, mut word, mut quoted, mut begun) = (Vec::new(), String::new(), false, false);
    for c in text.chars() {
        match c {
            '"' => (quoted, begun) = (!quoted, true),
            c if c.is_whitespace() && !quoted => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            c => {
                word.push(c);
                begun = true;
            }
        }
    }
    if quoted {
        return Err(Refusal::plain("bad-command", "a quote is opened and not closed"));
    }
    if begun {
        words.push(word);
    }
    Ok(words)
}

impl std::fmt::Display for Filled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.verb)?;
        for (slot, value) in &self.slots {
            if value.is_empty() || value.contains(char::is_whitespace) {
                write!(f, " {slot}=\"{value}\"")?;
            } else {
                write!(f, " {slot}={value}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_read_and_printed_back() {
        let filled = Filled::parse("persuade  target=bandit demand=\"drop your gun\" by=charm").unwrap();
        assert_eq!(filled.verb, "persuade");
        assert_eq!(filled.get("demand"), Some("drop your gun"));
        assert_eq!(filled.to_string(), "persuade by=charm demand=\"drop your gun\" target=bandit");
        assert_eq!(Filled::parse(&filled.to_string()).unwrap(), filled);
    }

    #[test]
    fn a_bad_command_says_what_is_wrong() {
        for (text, part) in [
            ("", "begins with a verb"),
            ("attack bandit", "\"bandit\" is neither"),
            ("attack target=\"bandit", "not closed"),
            ("attack a=1 a=2", "a is given twice"),
        ] {
            let why = Filled::parse(text).unwrap_err().why;
            assert!(why.contains(part), "{text}: {why}");
        }
    }

    #[test]
    fn a_domain_accepts_what_it_lists_and_nothing_else() {
        let of = || vec![Choice::plain("Left arm"), Choice::plain("Head")];
        let several = Domain::Several { of: of().into(), least: 1, most: 2 };
        let cells = Domain::Cell {
            of: vec![CellChoice { cell: Cell::new(2, -1), key: "2,-1".into(), cost: 0, note: String::new() }],
        };
        let cases = [
            (Domain::One { of: of().into() }, "head", true),
            (Domain::One { of: of().into() }, "Head", false),
            (several.clone(), "head,left-arm", true),
            (several.clone(), "head,head", false),
            (several, "", false),
            (Domain::Number { min: -1, max: 3 }, "3", true),
            (Domain::Number { min: -1, max: 3 }, "4", false),
            (cells.clone(), "2,-1", true),
            (cells, "2,1", false),
            (Domain::Text { longest: 2 }, "äö", true),
            (Domain::Text { longest: 2 }, "abc", false),
            (Domain::Text { longest: 9 }, "a\nb", false),
            (Domain::Text { longest: 9 }, "\u{1b}[2J", false),
        ];
        for (domain, value, expected) in cases {
            assert_eq!(domain.accepts(value), expected, "{domain:?} {value}");
        }
    }

    #[test]
    fn what_is_filled_in_must_fit_the_slots() {
        let slots = [Slot::one("part", "Where", vec![Choice::plain("Head")]), Slot::flag("focus", "With focus")];
        let filled = Filled::of("attack", None);
        for (filled, code) in [
            (filled.clone(), "slot-missing"),
            (filled.clone().with("part", "nose"), "slot-value"),
            (filled.clone().with("part", "head").with("mood", "bad"), "unknown-slot"),
        ] {
            assert_eq!(filled.check(&slots).unwrap_err().code, code);
        }
        let filled = filled.with("part", "head").with("focus", "yes");
        assert!(filled.check(&slots).is_ok() && filled.is_yes("focus") && !filled.is_yes("part"));
    }

    #[test]
    fn a_key_is_what_one_types() {
        assert_eq!(key_of("Bandit boss"), "bandit-boss");
        assert_eq!(key_of("  4 feet, left! "), "4-feet-left");
        assert_eq!(key_of("Ärger — ŒUF"), "ärger-œuf");
    }
}
