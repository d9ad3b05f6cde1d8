//! How a character is.

use super::{Behind, Hands, InHand, ItemId, Rare, TurnState, written::Written};
use crate::sheet::{Effect, Power};
use referee_engine::{ActorId, ActorSet, Derived, Seldom, clock::Ends, space::Place};
use serde::{Deserialize, Serialize};

/// How a body stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    /// On its feet.
    #[default]
    Standing,
    /// On its knees.
    Kneeling,
    /// On the ground.
    Prone,
}

/// Whether a character takes part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Out {
    /// It does.
    #[default]
    Active,
    /// ST-R23, ST-R24: out of the fight.
    Out,
    /// ST-D38: the GM said that it is dying.
    Dying,
    /// ST-D38: the GM said that it is dead.
    Dead,
}

/// ST-147: a target that was aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Aim {
    /// Whom.
    pub target: ActorId,
    /// ST-149: it ends at the end of the next own turn.
    pub ends: Ends,
}

/// What a caster has gathered and shaped (ST-180 to ST-190).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Craft {
    /// Successes stored, shaped ones included.
    pub stored: u8,
    /// Of these, the shaped ones by power.
    pub shaped: [u8; 7],
    /// Gather and Shape actions since the last release or loss.
    pub actions: u8,
    /// ST-183: own turns in a row with a Gather.
    pub row: u8,
    /// Has this turn seen a Gather?
    pub gathered: bool,
}

impl Craft {
    /// Shaped successes.
    pub fn shaped(&self) -> u8 {
        self.shaped.iter().fold(0, |sum, more| sum.saturating_add(*more))
    }

    /// Successes that can still be shaped.
    pub fn unshaped(&self) -> u8 {
        self.stored.saturating_sub(self.shaped())
    }

    /// ST-182, ST-188: the dues of a release, or of a loss: all that is stored, and one for each Gather and Shape.
    pub fn dues(&self) -> u8 {
        self.stored.saturating_add(self.actions)
    }

    /// The effect as it is now.
    pub fn effect(&self) -> Effect {
        let mut effect = Effect::CRAFTED;
        for (power, count) in Power::ALL.into_iter().zip(self.shaped) {
            for _ in 0..count {
                effect = effect.stronger(power);
            }
        }
        effect
    }
}

/// ST-R27: loading that takes several turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Work {
    /// What is being loaded.
    pub item: ItemId,
    /// Turns that are still needed.
    pub left: u8,
}

/// One character. What is seldom so of anybody reads as if it were here too ([`Rare`]).
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Actor {
    /// Where its feet are.
    pub place: Place,
    /// ST-R32: the side of its hex that it faces.
    pub facing: u8,
    /// How it stands.
    pub posture: Posture,
    /// Does it take part?
    pub out: Out,
    /// Health left.
    pub health: u8,
    /// Stamina left.
    pub stamina: u8,
    /// Current defense.
    pub defense: u8,
    /// ST-R24.
    pub stun: u8,
    /// What is in its hands.
    pub held: InHand,
    /// ST-157: pieces of ammunition at hand.
    pub ready_ammo: u8,
    /// Pieces of ammunition in the quiver.
    pub ammo: u8,
    /// This turn.
    pub turn: TurnState,
    /// ST-051: moves in this round.
    pub moves: u8,
    /// ST-199: attacks in this round.
    pub attacks: u8,
    /// ST-126: the Quick attack of this round.
    pub quick_used: bool,
    /// ST-R25: of this round.
    pub initiative: u8,
    /// ST-R112: whom it has attacked in melee since engaging.
    pub settled: ActorSet,
    /// ST-R97: the piece that it has taken cover behind, until it moves.
    pub behind: Behind,
    /// Nobody of another side knows of it, but those who have noticed it (ST-R120).
    pub hidden: bool,
    /// What is seldom so.
    pub rare: Seldom<Rare>,
    /// Who is one step away at most.
    pub(crate) beside: Derived<ActorSet>,
    /// Who of them is in front of it.
    pub(crate) front: Derived<ActorSet>,
    /// What it can do with what is in its hands.
    pub(crate) hands: Derived<Hands>,
    /// Is there cover or concealment in its cell?
    pub(crate) on_spot: Derived<bool>,
}
