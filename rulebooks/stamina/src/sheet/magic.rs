//! Spells, cantrips, and what magic does.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// ST-176: a way to strengthen an effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// +1 damage.
    Force,
    /// +1 APV.
    Pierce,
    /// +5 m.
    Distance,
    /// +1 defense bonus.
    Guard,
    /// +1 round.
    Duration,
    /// One more stun lost.
    Relief,
    /// One stamina more.
    Vigour,
}

impl Power {
    /// ST-R80: what a crafted effect may use.
    pub const ALL: [Power; 7] =
        [Power::Force, Power::Pierce, Power::Distance, Power::Guard, Power::Duration, Power::Relief, Power::Vigour];

    pub const fn word(self) -> &'static str {
        match self {
            Power::Force => "force",
            Power::Pierce => "pierce",
            Power::Distance => "distance",
            Power::Guard => "guard",
            Power::Duration => "duration",
            Power::Relief => "relief",
            Power::Vigour => "vigour",
        }
    }
}

/// What magic does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Effect {
    /// Damage when it hits, without body.
    #[schemars(range(max = 99))]
    pub damage: u8,
    /// Armour penetration.
    #[schemars(range(max = 99))]
    pub apv: u8,
    /// Metres it can be thrown.
    #[schemars(range(max = 999))]
    pub range: u16,
    /// Bonus to melee and ranged defense.
    #[schemars(range(max = 99))]
    pub guard: u8,
    /// For so many rounds.
    #[schemars(range(max = 99))]
    pub rounds: u8,
    /// Stun that it takes away.
    #[schemars(range(max = 99))]
    pub relief: u8,
    /// Stamina that it gives.
    #[schemars(range(max = 99))]
    pub vigour: u8,
    /// ST-223: without mass the wind does not touch it.
    pub massless: bool,
    /// ST-222: wind dice that it does not mind.
    #[schemars(range(max = 5))]
    pub wind_resist: u8,
}

impl Effect {
    /// The start of a crafted effect: a thrown one of 5 m and nothing else, a guard for one round.
    pub const CRAFTED: Effect = Effect {
        damage: 0,
        apv: 0,
        range: 5,
        guard: 0,
        rounds: 1,
        relief: 0,
        vigour: 0,
        massless: true,
        wind_resist: 0,
    };

    /// The effect with one more instance of a power.
    pub fn stronger(mut self, power: Power) -> Effect {
        match power {
            Power::Force => self.damage = self.damage.saturating_add(1),
            Power::Pierce => self.apv = self.apv.saturating_add(1),
            Power::Distance => self.range = self.range.saturating_add(5),
            Power::Guard => self.guard = self.guard.saturating_add(1),
            Power::Duration => self.rounds = self.rounds.saturating_add(1),
            Power::Relief => self.relief = self.relief.saturating_add(1),
            Power::Vigour => self.vigour = self.vigour.saturating_add(1),
        }
        self
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    pub name: String,
    /// Of the casting check.
    #[schemars(range(min = 1, max = 60))]
    pub difficulty: u8,
    /// ST-172: dues of a gated cast.
    #[schemars(range(max = 30))]
    pub cost: u8,
    /// ST-177: change of the dues of an ungated cast.
    #[serde(default)]
    #[schemars(range(min = -30, max = 30))]
    pub cost_modifier: i8,
    /// ST-R81: is it kept and thrown, or does it work at once?
    #[serde(default)]
    pub thrown: bool,
    /// Its gated level.
    pub effect: Effect,
    /// What each additional success can strengthen.
    #[schemars(length(min = 1, max = 7))]
    pub powers: Vec<Power>,
}

/// A cantrip: small magic with no check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cantrip {
    pub name: String,
    /// Defense that a touched neighbour loses.
    #[serde(default)]
    #[schemars(range(max = 20))]
    pub drain: u8,
    /// Metres of light around the caster, in which darkness hides nobody.
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub light: u8,
    /// For so many rounds.
    #[serde(default)]
    #[schemars(range(max = 100))]
    pub rounds: u8,
}
