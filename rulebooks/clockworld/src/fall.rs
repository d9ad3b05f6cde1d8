//! Falls and Tumble (CW-248 to CW-250, CW-262 to CW-265).

use serde::{Deserialize, Serialize};

/// What happened in a fall.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FallEvent {
    /// Nothing yet.
    None,
}
