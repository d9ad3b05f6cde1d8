//! Weapons, shields, and attacks of the body.

use super::Secondary;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a melee weapon or a part of the body can do in a fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    /// The secondary skill of its type.
    #[serde(rename = "type")]
    pub kind: Secondary,
    /// Hands it needs: 0 to 2.
    #[serde(default = "one")]
    #[schemars(range(max = 2))]
    pub hands: u8,
    /// Points of reach.
    #[serde(default)]
    #[schemars(range(max = 30))]
    pub reach: u8,
    /// Damage on top of body.
    #[serde(default)]
    #[schemars(range(max = 30))]
    pub damage: u8,
    /// Armour penetration.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub apv: u8,
    /// Melee defense that it gives while it is readied.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub parry: u8,
    /// ST-079: may it be used for a Bash?
    #[serde(default)]
    pub bash: bool,
    /// ST-104, ST-113: the Thrust keyword.
    #[serde(default)]
    pub thrust: bool,
    /// ST-134: the Trip keyword.
    #[serde(default)]
    pub trip: bool,
    /// ST-123: the pick keyword.
    #[serde(default)]
    pub pick: bool,
}

const fn one() -> u8 {
    1
}

/// A weapon that can be thrown. Its damage and APV are those of its blows where they are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thrown {
    /// Metres.
    #[schemars(range(min = 1, max = 200))]
    pub range: u16,
    /// ST-161: the melee skill that helps to throw it.
    #[serde(default)]
    pub skill: Option<Secondary>,
    /// Damage on top of body.
    #[serde(default)]
    #[schemars(range(max = 30))]
    pub damage: Option<u8>,
    /// Armour penetration.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub apv: Option<u8>,
    /// ST-222: wind dice that it does not mind.
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub wind_resist: u8,
}

/// A weapon that shoots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ranged {
    /// The secondary skill of its type.
    #[serde(rename = "type")]
    pub kind: Secondary,
    #[schemars(range(max = 40))]
    pub damage: u8,
    /// Armour penetration.
    #[schemars(range(max = 20))]
    pub apv: u8,
    /// Metres.
    #[schemars(range(min = 1, max = 500))]
    pub range: u16,
    /// ST-151: stamina to load it.
    #[serde(default)]
    #[schemars(range(max = 9))]
    pub load_stamina: u8,
    /// ST-151: turns to load it.
    #[serde(default)]
    #[schemars(range(max = 9))]
    pub load_turns: u8,
    /// ST-222: wind dice that its projectiles do not mind.
    #[serde(default)]
    #[schemars(range(max = 5))]
    pub wind_resist: u8,
    /// Hands it needs.
    #[serde(default = "two")]
    #[schemars(range(min = 1, max = 2))]
    pub hands: u8,
}

const fn two() -> u8 {
    2
}

/// What makes an item a shield.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// ST-R88: its block bonus, which is its cover value.
    #[schemars(range(min = 1, max = 9))]
    pub block: u8,
    /// Armour of the shield itself.
    #[schemars(range(max = 20))]
    pub av: u8,
    /// What it stands before it is broken.
    #[schemars(range(min = 1, max = 200))]
    pub durability: u8,
}

/// An item: a weapon, a shield, something to throw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ItemSheet {
    /// The word for commands; every item of a table has its own.
    pub key: String,
    /// The word among the items of one owner: `dagger`.
    pub short: String,
    pub name: String,
    /// In a fight at close quarters.
    pub melee: Option<Melee>,
    pub thrown: Option<Thrown>,
    /// Shot with.
    pub ranged: Option<Ranged>,
    pub shield: Option<Shield>,
}

impl ItemSheet {
    /// Hands it needs at least.
    pub fn hands(&self) -> u8 {
        let melee = self.melee.map_or(1, |melee| melee.hands.max(1));
        self.ranged.map_or(melee, |ranged| ranged.hands)
    }
}

/// An attack of the body.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Natural {
    /// The name: `Bite`.
    pub name: String,
    pub melee: Melee,
}
