//! Rule ids, and the refusal that cites one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The id of a rule (`CW-012`), ruling (`CW-R33`) or decision (`CW-D09`) in a ledger.
///
/// Written in code as a constant: `const BEAT: RuleId = RuleId::new("CW-042");`, or with [`rule!`](crate::rule).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId {
    book: [u8; 2],
    kind: u8,
    number: u16,
}

impl RuleId {
    /// Reads an id at compile time. A malformed one does not compile.
    pub const fn new(text: &'static str) -> RuleId {
        match RuleId::parse(text.as_bytes()) {
            Some(id) => id,
            None => panic!("a rule id looks like CW-012, CW-R33 or CW-D09"),
        }
    }

    const fn parse(text: &[u8]) -> Option<RuleId> {
        if text.len() < 5 || !text[0].is_ascii_uppercase() || !text[1].is_ascii_uppercase() || text[2] != b'-' {
            return None;
        }
        let kind = if text[3].is_ascii_uppercase() { text[3] } else { 0 };
        let mut at = if kind == 0 { 3 } else { 4 };
        let (mut number, mut digits) = (0u16, 0);
        while at < text.len() {
            if !text[at].is_ascii_digit() || digits == 4 {
                return None;
            }
            number = number * 10 + (text[at] - b'0') as u16;
            digits += 1;
            at += 1;
        }
        let enough = digits >= if kind == 0 { 3 } else { 2 };
        if enough { Some(RuleId { book: [text[0], text[1]], kind, number }) } else { None }
    }
}

/// `rule!("CW-042")`: a rule id, checked when the program is compiled.
#[macro_export]
macro_rules! rule {
    ($id:literal) => {
        const { $crate::RuleId::new($id) }
    };
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = (self.book[0] as char, self.book[1] as char);
        match self.kind {
            0 => write!(f, "{a}{b}-{:03}", self.number),
            kind => write!(f, "{a}{b}-{}{:02}", kind as char, self.number),
        }
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a rule id must look like.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not a rule id; one looks like CW-012, CW-R33 or CW-D09")]
pub struct NotARuleId(String);

impl FromStr for RuleId {
    type Err = NotARuleId;
    fn from_str(text: &str) -> Result<Self, NotARuleId> {
        RuleId::parse(text.trim().to_ascii_uppercase().as_bytes()).ok_or_else(|| NotARuleId(text.to_owned()))
    }
}

impl Serialize for RuleId {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RuleId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Written as a string.
impl JsonSchema for RuleId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RuleId".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The id of a rule (CW-012), ruling (CW-R33) or decision (CW-D09) in a ledger.",
            "type": "string",
            "pattern": "^[A-Z]{2}-([A-Z][0-9]{2,4}|[0-9]{3,4})$",
        })
    }
}

/// Why the table refused something. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error, JsonSchema)]
#[error("{why}{}{}", rule.map(|rule| format!(" ({rule})")).unwrap_or_default(), list(allowed))]
pub struct Refusal {
    /// A stable word for programs, in kebab case: `not-your-turn`.
    pub code: String,
    /// The rule that says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// One sentence for people.
    pub why: String,
    /// What would be legal instead, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
}

fn list(allowed: &[String]) -> String {
    if allowed.is_empty() { String::new() } else { format!("; allowed: {}", allowed.join(", ")) }
}

impl Refusal {
    /// A refusal by a rule.
    pub fn by(rule: RuleId, code: &str, why: impl Into<String>) -> Refusal {
        Refusal { code: code.to_owned(), rule: Some(rule), why: why.into(), allowed: Vec::new() }
    }

    /// A refusal by the table itself: a wrong name, a wrong moment.
    pub fn plain(code: &str, why: impl Into<String>) -> Refusal {
        Refusal { code: code.to_owned(), rule: None, why: why.into(), allowed: Vec::new() }
    }

    /// The same, with what would be legal.
    pub fn allowing(mut self, allowed: impl IntoIterator<Item = impl Into<String>>) -> Refusal {
        self.allowed = allowed.into_iter().map(Into::into).collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_and_printed_as_the_ledgers_write_them() {
        for text in ["CW-012", "CW-R33", "CW-R137", "CR-D09", "ST-271", "CW-T01"] {
            assert_eq!(text.parse::<RuleId>().unwrap().to_string(), text);
        }
        for text in ["", "CW", "CW-", "CW-1", "CW-R1", "C-012", "CW-R", "CW-12345", "CW-01x", "ÄÖ-012"] {
            assert!(text.parse::<RuleId>().is_err(), "{text}");
        }
        assert_eq!(rule!("CW-042"), "cw-042".parse().unwrap());
    }

    #[test]
    fn a_refusal_says_what_which_rule_and_what_is_allowed() {
        let refusal = Refusal::by(rule!("CW-098"), "reaction-does-not-fit", "Mudo cannot dodge a ranged attack")
            .allowing(["take cover"]);
        assert_eq!(refusal.to_string(), "Mudo cannot dodge a ranged attack (CW-098); allowed: take cover");
    }
}
