//! Content files as people write them: weapons, spells, feats, devices, skills and Resource-Dice.

use crate::{
    resource::{DieSize, Direction, EndingSave, RollWhen, WhenSpent},
    sheet::{Ability, FeatBase, SpellDc, SpellEffect, Swing},
};
use referee_engine::door::fields;

fields! {
    /// A weapon in the content.
    pub struct RawWeapon {
        /// The name.
        name: String;
        /// PR-R70.
        rating: u8 = 0, in ..=10;
        /// PR-R32.
        ability: Swing = default;
        /// Hands; 0 for a part of the body.
        hands: u8 = 1, in ..=2;
        /// PR-024.
        reach: bool = false;
        /// Squares; 0 for melee only.
        range: u8 = 0, in ..=60;
        /// PR-R67.
        quality: u8 = 0, in ..=3;
        /// What it shoots, by name of a resource.
        ammo: Option<String> = None;
        /// The die that replaces rating and PER, by name of a resource.
        die_damage: Option<String> = None;
        /// The lasting effect of a hit, by name of a resource.
        inflicts: Option<String> = None;
        /// Harms the undead only.
        undead_only: bool = false;
        /// Gone once thrown.
        single_use: bool = false;
    }

    /// A spell in the content.
    pub struct RawSpell {
        /// The name.
        name: String;
        /// PR-R32.
        ability: Ability = Ability::Int;
        /// PR-R79.
        dc: SpellDc;
        /// The GM's modifier that goes with it.
        gm_mod: i8 = 0, in -5..=5;
        /// PR-R70.
        rating: u8 = 0, in ..=10;
        /// What it does.
        effect: SpellEffect;
        /// Squares.
        range: u8 = 12, in ..=60;
        /// How many targets at most.
        targets: u8 = 1, in 1..=8;
        /// The die that each casting rolls, if the caster has it.
        effort: Option<String> = None;
    }

    /// A feat in the content.
    pub struct RawFeat {
        /// The name.
        name: String;
        /// What it builds on.
        base: FeatBase = default;
        /// PR-R101.
        dc_mod: i8 = 0, in -5..=5;
        /// Added to the rating.
        rating_mod: u8 = 0, in ..=5;
        /// Only with a missile weapon.
        ranged: bool = false;
        /// Only without movement that turn.
        still: bool = false;
        /// The die that each use rolls, if the character has it.
        effort: Option<String> = None;
    }

    /// A device in the content.
    pub struct RawDevice {
        /// The name.
        name: String;
        /// Bonus points.
        bonus: u8 = 0, in ..=3;
        /// The skill it helps; any if left out.
        skill: Option<String> = None;
        /// The die that each use rolls.
        resource: Option<String> = None;
    }

    /// A skill in the content.
    pub struct RawSkill {
        /// The name.
        name: String;
        /// PR-R32.
        ability: Ability;
    }

    /// A kind of Resource-Die in the content.
    pub struct RawResource {
        /// The name.
        name: String;
        /// PR-146.
        direction: Direction = default;
        /// PR-R92: where it starts; the end of the chain if left out.
        start: Option<DieSize> = None;
        /// PR-R95.
        roll_when: RollWhen = default;
        /// PR-R98.
        number_is_damage: bool = false;
        /// PR-R107.
        area: bool = false;
        /// Does it give light while it burns?
        light: bool = false;
        /// What ends or is lost.
        on_spent: String = "no more uses";
        /// What else comes of it.
        makes: Option<WhenSpent> = None;
        /// PR-R97.
        recovers: bool = false;
        /// PR-R98.
        save: Option<EndingSave> = None;
        /// PR-D30: counted, so many at the start.
        count: Option<u16> = None;
        /// PR-R100: so many if the table counts everything.
        usual_count: u16 = 20;
    }
}
