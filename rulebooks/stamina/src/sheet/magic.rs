//! Spells, cantrips, and what magic does.

use referee_engine::{door::fields, named};
use schemars::JsonSchema;

named! {
    /// ST-176: a way to strengthen an effect.
    #[derive(PartialOrd, Ord, Hash, JsonSchema)]
    pub enum Power {
        /// +1 damage.
        Force = "force",
        /// +1 APV.
        Pierce = "pierce",
        /// +5 m.
        Distance = "distance",
        /// +1 defense bonus.
        Guard = "guard",
        /// +1 round.
        Duration = "duration",
        /// One more stun lost.
        Relief = "relief",
        /// One stamina more.
        Vigour = "vigour",
    }
}

fields! {
    /// What magic does.
    #[derive(Copy, PartialEq, Eq)]
    pub struct Effect {
        /// Damage when it hits, without body.
        damage: u8 = 0, in ..=99;
        /// Armour penetration.
        apv: u8 = 0, in ..=99;
        /// Metres it can be thrown.
        range: u16 = 0, in ..=999;
        /// Bonus to melee and ranged defense.
        guard: u8 = 0, in ..=99;
        /// For so many rounds.
        rounds: u8 = 0, in ..=99;
        /// Stun that it takes away.
        relief: u8 = 0, in ..=99;
        /// Stamina that it gives.
        vigour: u8 = 0, in ..=99;
        /// ST-223: without mass the wind does not touch it.
        massless: bool = false;
        /// ST-222: wind dice that it does not mind.
        wind_resist: u8 = 0, in ..=5;
    }
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

fields! {
    #[derive(PartialEq, Eq)]
    pub struct Spell {
        name: String;
        /// Of the casting check.
        difficulty: u8, in 1..=60;
        /// ST-172: dues of a gated cast.
        cost: u8, in ..=30;
        /// ST-177: change of the dues of an ungated cast.
        cost_modifier: i8 = 0, in -30..=30;
        /// ST-R81: is it kept and thrown, or does it work at once?
        thrown: bool = false;
        /// Its gated level.
        effect: Effect;
        /// What each additional success can strengthen.
        powers: Vec<Power>, len 1..=7;
    }
}

fields! {
    /// A cantrip: small magic with no check.
    #[derive(PartialEq, Eq)]
    pub struct Cantrip {
        name: String;
        /// Defense that a touched neighbour loses.
        drain: u8 = 0, in ..=20;
        /// Metres of light around the caster, in which darkness hides nobody.
        light: u8 = 0, in ..=50;
        /// For so many rounds.
        rounds: u8 = 0, in ..=100;
    }
}
