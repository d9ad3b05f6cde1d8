//! What is told about wounds and conditions.

use crate::conditions::ConditionKind;
use referee_engine::ActorId;
use serde::{Deserialize, Serialize};

/// Wounds, conditions and what comes of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HarmEvent {
    /// CR-116: wounds.
    Wounded {
        /// Who.
        who: ActorId,
        /// How many.
        wounds: u8,
        /// CR-117.
        lethal: bool,
        /// CR-107: defences left no more than this.
        minimum: bool,
    },
    /// CR-111: Armour takes so much off the damage of a hit.
    Blocked {
        /// Whose.
        who: ActorId,
        /// How much.
        damage: u8,
    },
    /// CR-R42: a hit on somebody who is dead changes nothing.
    Unaffected {
        /// Who.
        who: ActorId,
    },
    /// CR-194.
    Bleeds {
        /// Who.
        who: ActorId,
    },
    /// CR-118.
    Dying {
        /// Who.
        who: ActorId,
    },
    /// CR-R93.
    Incapacitated {
        /// Who.
        who: ActorId,
    },
    /// It is no longer incapacitated.
    Recovers {
        /// Who.
        who: ActorId,
    },
    /// CR-119, CR-120, CR-181.
    Died {
        /// Who.
        who: ActorId,
    },
    /// CR-115.
    KnockedOut {
        /// Who.
        who: ActorId,
    },
    /// CR-R87: it wakes.
    Wakes {
        /// Who.
        who: ActorId,
    },
    /// A condition begins.
    Condition {
        /// Who.
        who: ActorId,
        /// Which.
        kind: ConditionKind,
    },
    /// A condition ends.
    ConditionEnds {
        /// Who.
        who: ActorId,
        /// Which.
        kind: ConditionKind,
    },
    /// CR-133: it is no longer Dying.
    Stabilised {
        /// Who.
        who: ActorId,
    },
    /// CR-132, CR-137, CR-139: wounds are gone.
    Healed {
        /// Who.
        who: ActorId,
        /// How many.
        wounds: u16,
        /// Of which kind.
        lethal: bool,
    },
}
