//! Bodies and their parts (CW-067 to CW-077).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// CW-067: every Target part is Bulk, Brim or Ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// CW-073: the largest, central part.
    #[default]
    Bulk,
    /// CW-074: the extremities.
    Brim,
    /// CW-077: a vital spot.
    Ace,
}

impl Class {
    /// CW-068, CW-069, CW-071: what aiming there adds to the Rank.
    pub const fn ranks(self) -> i8 {
        self as i8
    }
}

/// Which sort of limb a part is, if it is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Limb {
    /// No limb.
    #[default]
    None,
    /// It holds and strikes.
    Arm,
    /// It walks and kicks.
    Leg,
    /// A tail, a jaw, a wing: the GM says what its loss means (CW-R49).
    Other,
}

/// One part of a body or an object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What it is called: `left arm`.
    pub part: String,
    /// How hard it is to hit, and what a hit there does.
    #[serde(default)]
    pub class: Class,
    /// Which sort of limb, if any.
    #[serde(default)]
    pub limb: Limb,
}

impl Part {
    /// A part by name.
    pub fn new(part: &str, class: Class, limb: Limb) -> Part {
        Part { part: part.to_owned(), class, limb }
    }

    /// The parts of a human shape: chest, arms and legs, and the vital spots.
    pub fn humanoid() -> Vec<Part> {
        let part = Part::new;
        vec![
            part("chest", Class::Bulk, Limb::None),
            part("left arm", Class::Brim, Limb::Arm),
            part("right arm", Class::Brim, Limb::Arm),
            part("left leg", Class::Brim, Limb::Leg),
            part("right leg", Class::Brim, Limb::Leg),
            part("head", Class::Ace, Limb::None),
            part("eyes", Class::Ace, Limb::None),
            part("heart", Class::Ace, Limb::None),
            part("groin", Class::Ace, Limb::None),
        ]
    }
}

/// The place of a part in its body's list.
pub type PartId = u8;

/// The parts used by an act: one bit for each place in the body's list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PartSet(pub u32);

impl PartSet {
    /// The set with this part as well.
    pub const fn with(self, part: PartId) -> PartSet {
        PartSet(self.0 | 1 << (part & 31))
    }

    /// Do they share a part?
    pub const fn meets(self, other: PartSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Is this part in it?
    pub const fn contains(self, part: PartId) -> bool {
        self.0 >> (part & 31) & 1 == 1
    }

    /// Those of this set that are not in the other.
    pub const fn minus(self, other: PartSet) -> PartSet {
        PartSet(self.0 & !other.0)
    }

    /// Those of either.
    pub const fn union(self, other: PartSet) -> PartSet {
        PartSet(self.0 | other.0)
    }

    /// One after the other.
    pub fn iter(self) -> impl Iterator<Item = PartId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (lowest < 32).then_some(lowest as PartId)
        })
    }

    /// How many?
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// None?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
