//! Attacks: blows with their techniques, shots, throws.

mod arm;
mod dice;
mod disarm;
mod effects;
mod legal;
mod resolve;
mod spend;

pub use arm::{Arm, arm};
pub use dice::{pool, reach_due};
pub use disarm::Disarmed;
pub use legal::{cost, flies, is_exposed, legal, may_declare, may_strike, reaches, spans, technique};
pub use resolve::{Band, Reading, resolve, strike, unchecked};
pub use spend::{Spent, count as spend_count, options as ways_to_spend};

use crate::{
    actions::Action,
    check::Pool,
    defense::Defenses,
    table::{ItemId, WeaponRef},
};
use referee_engine::ActorId;
use serde::{Deserialize, Serialize};

/// The techniques at close quarters (ST-077), in the order of the book.
pub const TECHNIQUES: [Action; 12] = [
    Action::Basic,
    Action::Bash,
    Action::Disarm,
    Action::Distracting,
    Action::Flurry,
    Action::HalfSword,
    Action::Lunge,
    Action::OffHand,
    Action::Power,
    Action::Quick,
    Action::Reckless,
    Action::Trip,
];

/// An attack as it is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attack {
    /// Who.
    pub actor: ActorId,
    /// Which technique, Loose or Throw.
    pub action: Action,
    /// With what.
    pub weapon: WeaponRef,
    /// At whom.
    pub target: ActorId,
    /// ST-087: which item of the target, for a Disarm.
    pub item: Option<ItemId>,
    /// ST-132: bonus dice of a Reckless attack.
    pub dice: u8,
    /// ST-146: a ranged action lowered to zero.
    pub lowered: bool,
}

/// What is told of an attack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackEvent {
    /// The dice have fallen.
    Rolled {
        /// What was declared.
        attack: Attack,
        /// ST-227: as a reaction?
        free: bool,
        /// With which dice.
        pool: Pool,
        /// What they came to.
        face: i32,
        /// Against what.
        defenses: Defenses,
        /// How it came out.
        reading: Reading,
    },
    /// ST-225: instead of the penalty dice the opponent gets a free strike.
    Grants {
        /// Who attacks.
        by: ActorId,
        /// Who may strike first.
        to: ActorId,
    },
    /// ST-R94: a free strike cannot be granted, since the opponent cannot make one; the dice are taken.
    NoStrike {
        /// Who attacks.
        by: ActorId,
        /// Who cannot strike.
        at: ActorId,
        /// ST-224: so many.
        dice: u8,
    },
    /// ST-230: a reaction.
    Free {
        /// Who.
        by: ActorId,
        /// At whom.
        at: ActorId,
    },
    /// ST-215: the target has got completely behind cover.
    Covered {
        /// Who attacks.
        by: ActorId,
        /// Who is covered.
        at: ActorId,
    },
    /// ST-R45: what the additional successes went into.
    Spent {
        /// Whose.
        by: ActorId,
        /// On what.
        spent: Spent,
    },
    /// ST-082: the bash value, and what it did.
    Bashed {
        /// Whom.
        at: ActorId,
        /// The value.
        value: u16,
        /// Was it moved back?
        back: bool,
    },
    /// ST-103: everything counts a second time.
    Twice {
        /// Whom.
        at: ActorId,
    },
    /// ST-091 and what became of the weapon.
    Disarmed {
        /// By whom.
        by: ActorId,
        /// Whom.
        at: ActorId,
        /// Of what.
        item: ItemId,
        /// What became of it.
        how: Disarmed,
    },
}
