//! What a game master sets for a table: time for answers, and a code by which people join.

use crate::store::SeatId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How long whoever is asked has for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Timer {
    /// So many seconds, 5 to 3600.
    pub seconds: u16,
    /// What happens when they are over.
    #[serde(default)]
    pub then: TimeUp,
}

/// What happens when the time for an answer is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TimeUp {
    /// Nothing: everybody sees that it is over, and the table goes on waiting.
    #[default]
    Warn,
    /// Whoever has not answered declines. A question that cannot be declined goes on waiting, and so do real dice: no
    /// machine chooses for a person.
    Decline,
}

/// The time for answers that is to be set; none if it is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TimerRequest {
    /// The time.
    #[serde(default)]
    pub timer: Option<Timer>,
}

/// A code that is to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InviteRequest {
    /// How long it holds, up to a day; two hours if it is left out.
    #[serde(default)]
    pub minutes: Option<u16>,
}

/// A code by which people join.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Invite {
    /// What to type in: eight letters and digits, without those that are easily confused.
    pub code: String,
    /// Until when, in seconds since 1970.
    pub until: i64,
    /// The seats that can be taken with it.
    pub seats: Vec<SeatId>,
}

/// The code of a table, if it has one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Invited {
    /// The code.
    pub invite: Option<Invite>,
}

/// Somebody has a code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The code, in capitals or not, with or without hyphens and spaces.
    pub code: String,
    /// The seat to take; left out to see which are free.
    #[serde(default)]
    pub seat: Option<SeatId>,
}

/// Where a code leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Joined {
    /// What people call the table.
    pub table: String,
    /// Its rulebook.
    pub book: String,
    /// The seats that are free.
    pub free: Vec<FreeSeat>,
    /// The seat that was taken, with its key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<super::SeatKey>,
}

/// A seat that can be taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FreeSeat {
    /// Its number.
    pub id: SeatId,
    /// What it is called.
    pub name: String,
    /// Whom one plays there.
    pub plays: Vec<String>,
}
