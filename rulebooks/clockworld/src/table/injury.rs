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
pub struct Injury {
    pub severity: Severity,
    pub part: PartId,
    /// CW-204: treated.
    pub stabilized: bool,
    /// CW-R51: healed in downtime, so that the limb works again; or the GM said so.
    #[serde(default)]
    pub treated: bool,
}

impl Injury {
    /// A fresh one.
    pub const fn new(severity: Severity, part: PartId) -> Injury {
        Injury { severity, part, stabilized: false, treated: false }
    }
}
