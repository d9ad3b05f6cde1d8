//! Table settings of the game master: the answer timer and the join code.

use crate::store::SeatId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The time limit for answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Timer {
    /// The limit in seconds, 5 to 3600.
    pub seconds: u16,
    /// What happens when time is up.
    #[serde(default)]
    pub then: TimeUp,
}

/// What happens when the time for an answer is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TimeUp {
    /// Everyone is notified, and the table keeps waiting.
    #[default]
    Warn,
    /// The server declines for the player. Questions that cannot be declined and physical dice keep waiting: the timer
    /// never picks an option for a player.
    Decline,
}

/// Sets the answer timer, or removes it if omitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TimerRequest {
    #[serde(default)]
    pub timer: Option<Timer>,
}

/// A join code to create.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InviteRequest {
    /// How long it is valid, up to a day; two hours if omitted.
    #[serde(default)]
    pub minutes: Option<u16>,
}

/// A join code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Invite {
    /// The code: eight letters and digits, without characters that are easily confused.
    pub code: String,
    /// The expiry time, in seconds since 1970.
    pub until: i64,
    /// The seats that can be taken with it.
    pub seats: Vec<SeatId>,
}

/// The current join code, if there is one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Invited {
    pub invite: Option<Invite>,
}

/// A request to look up or use a join code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The code, in either case, with or without hyphens and spaces.
    pub code: String,
    /// The seat to take; omit it to list the free seats.
    #[serde(default)]
    pub seat: Option<SeatId>,
}

/// The table of a join code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Joined {
    /// The display name of the table.
    pub table: String,
    /// Its rulebook.
    pub book: String,
    /// The free seats.
    pub free: Vec<FreeSeat>,
    /// The seat that was taken, with its key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<super::SeatKey>,
}

/// A free seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FreeSeat {
    pub id: SeatId,
    /// The display name.
    pub name: String,
    /// The names of the characters it plays.
    pub plays: Vec<String>,
}
