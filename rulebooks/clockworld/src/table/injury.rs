//! Injuries.

use crate::sheet::PartId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How bad an Injury is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// CW-107.
    Mild,
    /// CW-106.
    Serious,
    /// CW-105.
    Critical,
}

impl Severity {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Mild => "Mild",
            Severity::Serious => "Serious",
            Severity::Critical => "Critical",
        }
    }
}

/// One Injury, at one part (CW-103).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Whole", into = "Whole")]
pub struct Injury {
    /// How bad.
    pub severity: Severity,
    /// Where, and what was done about it: everybody has room for some of them, so they are small.
    part: u8,
}

/// No body has more parts, so that the other bits are free.
const PART: u8 = 31;
const STABILIZED: u8 = 1 << 5;
const TREATED: u8 = 1 << 6;

impl Injury {
    /// Such an Injury at this part, fresh.
    #[inline]
    pub const fn new(severity: Severity, part: PartId) -> Injury {
        debug_assert!(part <= PART, "a body has at most 32 parts");
        Injury { severity, part: part & PART }
    }

    /// Where.
    #[inline]
    pub const fn part(self) -> PartId {
        self.part & PART
    }

    /// CW-204: treated.
    #[inline]
    pub const fn is_stabilized(self) -> bool {
        self.part & STABILIZED != 0
    }

    /// CW-R51: healed in downtime, so that the limb works again; or the GM said so.
    #[inline]
    pub const fn is_treated(self) -> bool {
        self.part & TREATED != 0
    }

    /// The same, Stabilized or not.
    #[must_use]
    pub const fn stabilized(self, yes: bool) -> Injury {
        Injury { part: self.part & !STABILIZED | (STABILIZED * yes as u8), ..self }
    }

    /// The same, [treated](Injury::is_treated) or not.
    #[must_use]
    pub const fn treated(self, yes: bool) -> Injury {
        Injury { part: self.part & !TREATED | (TREATED * yes as u8), ..self }
    }
}

impl Default for Injury {
    fn default() -> Injury {
        Injury::new(Severity::Mild, 0)
    }
}

/// An Injury as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Injury")]
struct Whole {
    severity: Severity,
    part: PartId,
    stabilized: bool,
    #[serde(default)]
    treated: bool,
}

impl From<Injury> for Whole {
    fn from(injury: Injury) -> Whole {
        let (stabilized, treated) = (injury.is_stabilized(), injury.is_treated());
        Whole { severity: injury.severity, part: injury.part(), stabilized, treated }
    }
}

impl TryFrom<Whole> for Injury {
    type Error = String;

    fn try_from(Whole { severity, part, stabilized, treated }: Whole) -> Result<Injury, String> {
        match part {
            0..=PART => Ok(Injury::new(severity, part).stabilized(stabilized).treated(treated)),
            _ => Err(format!("there is no part {part}: a body has at most 32")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that is to be said of an Injury is in two bytes, and written as before.
    #[test]
    fn cw_103_an_injury_is_small_and_loses_nothing() {
        assert_eq!(size_of::<Injury>(), 2);
        for severity in [Severity::Mild, Severity::Serious, Severity::Critical] {
            for (part, stabilized, treated) in (0..32).flat_map(|part| {
                [(false, false), (false, true), (true, false), (true, true)].map(|(one, other)| (part, one, other))
            }) {
                let injury = Injury::new(severity, part).stabilized(stabilized).treated(treated);
                assert_eq!((injury.severity, injury.part()), (severity, part));
                assert_eq!((injury.is_stabilized(), injury.is_treated()), (stabilized, treated));
                assert_eq!(injury.stabilized(false).treated(false), Injury::new(severity, part));
                let word = severity.word().to_lowercase();
                let written =
                    format!(r#"{{"severity":"{word}","part":{part},"stabilized":{stabilized},"treated":{treated}}}"#);
                assert_eq!(serde_json::to_string(&injury).unwrap(), written);
                assert_eq!(serde_json::from_str::<Injury>(&written).unwrap(), injury);
            }
        }
        let old = r#"{"severity":"mild","part":4,"stabilized":true}"#;
        assert_eq!(serde_json::from_str::<Injury>(old).unwrap(), Injury::new(Severity::Mild, 4).stabilized(true));
        assert!(serde_json::from_str::<Injury>(&old.replace('4', "32")).is_err(), "no body has so many parts");
    }
}
