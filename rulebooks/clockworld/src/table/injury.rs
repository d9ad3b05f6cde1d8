//! Injuries.

use crate::sheet::PartId;
use referee_engine::named;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

named! {
    /// How bad an Injury is.
    #[derive(PartialOrd, Ord, Hash, JsonSchema)]
    pub enum Severity {
        /// CW-107.
        Mild = "mild" / "Mild",
        /// CW-106.
        Serious = "serious" / "Serious",
        /// CW-105.
        Critical = "critical" / "Critical",
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
