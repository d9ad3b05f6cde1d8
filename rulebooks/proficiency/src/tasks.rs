//! Tasks and hazards as the GM prepares them (PR-D12, PR-D26, PR-D29).

use crate::{
    dc::Level,
    sheet::{Ability, SkillId},
    table::Mode,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A task: its place in [`Setup::tasks`](crate::table::Setup::tasks).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaskId(pub u8);

/// PR-044: the type of the check of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TaskType {
    /// One check settles it.
    #[default]
    Standard,
    /// PR-055: it needs more than one check.
    Extended,
    /// PR-056, PR-057: one check of several characters.
    Group,
}

/// What a finished task gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reward {
    /// PR-R12: +1 in a skill specialty, up to +3.
    Specialty(SkillId),
}

/// PR-092, PR-094: a task that only its own difficulty stands against, such as a broken wheel or a heavy load (PR-095).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TaskSheet {
    pub key: String,
    pub name: String,
    /// PR-096.
    pub level: Level,
    /// PR-104.
    pub gm_mod: i8,
    /// PR-R32: the ability.
    pub ability: Ability,
    /// The skill, if there is one.
    pub skill: Option<SkillId>,
    /// PR-044.
    pub of_type: TaskType,
    /// PR-R80: what is needed.
    pub needed: u16,
    /// PR-R81: the most checks.
    pub limit: Option<u16>,
    /// PR-015: the mode of the clock it is done in; any if left out.
    pub unit: Option<Mode>,
    /// What it gives when it is done.
    pub reward: Option<Reward>,
    /// PR-D29: the hazard that a failure springs.
    pub springs: Option<u8>,
    /// It can be tried only after this task is done.
    pub after: Option<TaskId>,
}

/// How a task stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TaskState {
    /// PR-R80: successes, or the sum of PER.
    pub progress: i16,
    /// Checks made.
    pub checks: u16,
    pub done: bool,
    /// PR-R81: it cannot go on.
    pub over: bool,
}

/// What a hazard does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HazardEffect {
    /// So much damage.
    Damage(u8),
    /// PR-R79.
    Held,
    /// PR-R44.
    Exposed,
    /// PR-R93.
    Exhausted,
}

/// PR-R86, PR-R87: something that calls for a Save.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HazardSheet {
    pub key: String,
    pub name: String,
    /// PR-059: with which ability.
    pub ability: Ability,
    /// How hard.
    pub level: Level,
    /// PR-104.
    pub gm_mod: i8,
    /// What happens to those who fail.
    pub effect: HazardEffect,
    /// PR-R87: half of the damage on a success, rounded down.
    pub half: bool,
    /// PR-142, PR-144: the lasting effect that comes with a failure.
    pub inflicts: Option<crate::resource::ResourceId>,
}
