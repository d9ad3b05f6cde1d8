//! Weapons, shields, and attacks of the body.

use super::Secondary;
use referee_engine::door::fields;
use serde::{Deserialize, Serialize};

fields! {
    /// What a melee weapon or a part of the body can do in a fight.
    #[derive(Copy, PartialEq, Eq)]
    pub struct Melee {
        /// The secondary skill of its type.
        #[serde(rename = "type")]
        kind: Secondary;
        /// Hands it needs: 0 to 2.
        hands: u8 = 1, in ..=2;
        /// Points of reach.
        reach: u8 = 0, in ..=30;
        /// Damage on top of body.
        damage: u8 = 0, in ..=30;
        /// Armour penetration.
        apv: u8 = 0, in ..=20;
        /// Melee defense that it gives while it is readied.
        parry: u8 = 0, in ..=20;
        /// ST-079: may it be used for a Bash?
        bash: bool = false;
        /// ST-104, ST-113: the Thrust keyword.
        thrust: bool = false;
        /// ST-134: the Trip keyword.
        trip: bool = false;
        /// ST-123: the pick keyword.
        pick: bool = false;
    }
}

fields! {
    /// A weapon that can be thrown. Its damage and APV are those of its blows where they are left out.
    #[derive(Copy, PartialEq, Eq)]
    pub struct Thrown {
        /// Metres.
        range: u16, in 1..=200;
        /// ST-161: the melee skill that helps to throw it.
        skill: Option<Secondary> = None;
        /// Damage on top of body.
        damage: Option<u8> = None, in ..=30;
        /// Armour penetration.
        apv: Option<u8> = None, in ..=20;
        /// ST-222: wind dice that it does not mind.
        wind_resist: u8 = 0, in ..=5;
    }
}

fields! {
    /// A weapon that shoots.
    #[derive(Copy, PartialEq, Eq)]
    pub struct Ranged {
        /// The secondary skill of its type.
        #[serde(rename = "type")]
        kind: Secondary;
        damage: u8, in ..=40;
        /// Armour penetration.
        apv: u8, in ..=20;
        /// Metres.
        range: u16, in 1..=500;
        /// ST-151: stamina to load it.
        load_stamina: u8 = 0, in ..=9;
        /// ST-151: turns to load it.
        load_turns: u8 = 0, in ..=9;
        /// ST-222: wind dice that its projectiles do not mind.
        wind_resist: u8 = 0, in ..=5;
        /// Hands it needs.
        hands: u8 = 2, in 1..=2;
    }
}

fields! {
    /// What makes an item a shield.
    #[derive(Copy, PartialEq, Eq)]
    pub struct Shield {
        /// ST-R88: its block bonus, which is its cover value.
        block: u8, in 1..=9;
        /// Armour of the shield itself.
        av: u8, in ..=20;
        /// What it stands before it is broken.
        durability: u8, in 1..=200;
    }
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

fields! {
    /// An attack of the body.
    #[derive(PartialEq, Eq)]
    pub struct Natural {
        /// The name: `Bite`.
        name: String;
        melee: Melee;
    }
}
