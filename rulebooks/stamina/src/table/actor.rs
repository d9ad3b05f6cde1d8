//! How a character is.

use super::{Held, ItemId, TurnState};
use crate::sheet::{Effect, Power};
use referee_engine::{ActorId, ActorSet, clock::Ends, named, space::Place};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

named! {
    /// How a body stands.
    #[derive(PartialOrd, Ord, Default, schemars::JsonSchema)]
    pub enum Posture {
        /// On its feet.
        #[default]
        Standing = "standing",
        /// On its knees.
        Kneeling = "kneeling",
        /// On the ground.
        Prone = "prone",
    }
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

/// One character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// What is in its hands, in the order in which it was taken up.
    pub held: SmallVec<[Held; 2]>,
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
    /// ST-147.
    pub aim: Option<Aim>,
    /// ST-R112: whom it has attacked in melee since engaging.
    pub settled: ActorSet,
    /// Gathering and shaping.
    pub craft: Craft,
    /// ST-R81: an effect that is kept ready.
    pub kept: Option<(Effect, Ends)>,
    /// A guard, and when it ends.
    pub guard: Option<(u8, Ends)>,
    /// Light around it: metres, and when it ends.
    pub light: Option<(u8, Ends)>,
    /// ST-R27.
    pub work: Option<Work>,
    /// ST-220: for the first round.
    pub surprised: bool,
    /// ST-254, ST-R122: it has fallen asleep on watch.
    pub asleep: bool,
    /// ST-219: to be applied when rounds begin.
    pub flat_footed: bool,
    /// ST-R103: rounds of warning.
    pub warning: u8,
    /// ST-R97: the piece that it has taken cover behind, until it moves.
    pub behind: Option<u16>,
    /// ST-D29: cover that the GM gives it.
    pub gm_cover: u8,
    /// ST-D29: concealment that the GM gives it.
    pub gm_concealment: u8,
    /// Nobody of another side knows of it, but those who have noticed it (ST-R120).
    pub hidden: bool,
    /// ST-R104: its stealth result.
    pub stealth: Option<u8>,
    /// ST-R120: who has noticed it, as long as it is hidden.
    pub noticed_by: ActorSet,
    /// ST-R102: bonus dice on its stealth checks.
    pub stealth_bonus: u8,
    /// ST-056: it travels at quick pace.
    pub hurrying: bool,
    /// ST-239: questions it may still put to the GM.
    pub questions: u8,
}

impl Actor {
    /// ST-220, ST-R122: whoever sleeps is surprised too.
    pub fn is_surprised(&self) -> bool {
        self.surprised || self.asleep
    }
}
