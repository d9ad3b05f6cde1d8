//! Sheets: what a character is, before anything happens to it.

use crate::{
    Proficiency,
    house::{AbilityTable, DefenseFormula, HouseRules, HpModel, ProficiencyTable},
    resource::ResourceId,
};
use referee_engine::{Side, named};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The side of the PCs.
pub const PCS: Side = Side(0);
/// The most sides that a scene has.
pub const MOST_SIDES: usize = 8;
/// The most weapons on a sheet: one bit each says which are dropped or used up.
pub const MOST_WEAPONS: usize = 16;

named! {
    /// PR-R30: the six ability scores.
    #[derive(PartialOrd, Ord, Hash, JsonSchema)]
    pub enum Ability for Proficiency {
        Str = "str" / "STR",
        Dex = "dex" / "DEX",
        Con = "con" / "CON",
        Int = "int" / "INT",
        Wis = "wis" / "WIS",
        Cha = "cha" / "CHA",
    }
}

impl Ability {
    /// PR-R93: does exhaustion weigh on it?
    pub fn is_of_the_body(self) -> bool {
        matches!(self, Ability::Str | Ability::Dex | Ability::Con)
    }
}

/// A skill: its place in [`Setup::skills`](crate::table::Setup::skills).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SkillId(pub u8);

/// A skill and the ability behind it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SkillSheet {
    pub key: String,
    pub name: String,
    /// PR-R32: the ability.
    pub ability: Ability,
}

/// PR-R89: who plays a character, and so whose roll is the check (PR-R50).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Run by a player.
    Pc,
    /// Run by the GM.
    #[default]
    Npc,
}

/// PR-R32: which ability a weapon uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Swing {
    #[default]
    Str,
    Dex,
    /// The better of the two.
    Finesse,
}

/// A weapon on a sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Weapon {
    pub key: String,
    pub name: String,
    /// PR-R70: its fixed addition to damage.
    pub rating: u8,
    /// PR-R32.
    pub swing: Swing,
    /// Hands it fills; 0 for a part of the body.
    pub hands: u8,
    /// PR-024: longer than an ordinary weapon.
    pub reach: bool,
    /// Squares it flies; 0 for melee.
    pub range: u8,
    /// PR-R67: bonus points.
    pub quality: u8,
    /// PR-135: what it shoots.
    pub ammo: Option<ResourceId>,
    /// PR-143: a die that replaces rating and PER.
    pub die_damage: Option<ResourceId>,
    /// PR-142, PR-144: what a hit sets going.
    pub inflicts: Option<ResourceId>,
    /// Harms the undead only.
    pub undead_only: bool,
    /// Gone once thrown.
    pub single_use: bool,
    /// The ability, worked out.
    pub ability: Ability,
    /// Proficiency and bonus points, worked out.
    pub bonus: i8,
    /// PR-R34: its moved penalty, worked out.
    pub moved: i8,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Armour {
    pub name: String,
    /// Defense it gives.
    #[schemars(range(max = 6))]
    pub bonus: u8,
    /// The most of a positive DEX modifier that counts.
    #[schemars(range(max = 10))]
    pub dex_cap: Option<u8>,
    /// Moved penalty on hiding.
    #[schemars(range(max = 5))]
    pub sneak_dc: u8,
}

/// PR-R79: where the DC of a spell comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpellDc {
    /// The target's Defense: the casting is an attack.
    Defense,
    /// A Save of the target.
    OpposedSave(Ability),
    /// A difficulty level.
    Difficulty(crate::dc::Level),
    /// No check.
    Mundane,
}

/// What a spell does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpellEffect {
    /// Rating and PER.
    Damage,
    /// PR-R79: held.
    Held,
    /// PR-R73.
    Heal,
    /// Light for so many Intervals.
    Light(u8),
    /// What the GM makes of its PER (PR-D34).
    Words(String),
}

/// A spell on a sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spell {
    pub key: String,
    pub name: String,
    /// PR-R32.
    pub ability: Ability,
    /// Where its DC comes from.
    pub dc: SpellDc,
    /// The GM's modifier that always goes with it.
    pub gm_mod: i8,
    /// Its addition to damage.
    pub rating: u8,
    pub effect: SpellEffect,
    /// Squares.
    pub range: u8,
    /// How many targets at most.
    pub targets: u8,
    /// PR-136: the die that each casting rolls.
    pub effort: Option<ResourceId>,
}

/// PR-R27: what a feat builds on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FeatBase {
    #[default]
    Attack,
    Skill,
}

/// A named feat (PR-R27).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Feat {
    pub key: String,
    pub name: String,
    /// What it builds on.
    pub base: FeatBase,
    /// PR-R101: its price, or its help, on the DC.
    pub dc_mod: i8,
    /// Added to the rating.
    pub rating_mod: u8,
    /// Only with a missile weapon.
    pub ranged: bool,
    /// Only without movement that turn.
    pub still: bool,
    /// The die that each use rolls, if the character has it.
    pub effort: Option<ResourceId>,
}

/// What a device helps with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Device {
    pub key: String,
    pub name: String,
    /// Bonus points.
    pub bonus: u8,
    /// The skill it helps.
    pub skill: Option<SkillId>,
    /// The die that each use rolls.
    pub resource: Option<ResourceId>,
}

/// A character or creature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sheet {
    pub key: String,
    pub name: String,
    /// Who runs it.
    pub kind: Kind,
    pub side: Side,
    /// Level, 0 to 20.
    pub level: u8,
    /// The scores, in the order of [`Ability::ALL`].
    pub scores: [u8; 6],
    /// PR-R64, PR-128: may it roll at DC 25?
    pub immortal: bool,
    pub undead: bool,
    pub armour: Armour,
    /// A shield in the other hand.
    pub shield: bool,
    /// Hide, stone, chitin.
    pub natural_armour: u8,
    /// PR-R71.
    pub hit_die: u8,
    /// Squares a move.
    pub speed: u8,
    /// What it can attack with; the first is unarmed or a part of its body.
    pub weapons: Vec<Weapon>,
    /// Skills with their specialty bonus.
    pub skills: Vec<(SkillId, u8)>,
    /// Named feats.
    pub feats: Vec<Feat>,
    pub spells: Vec<Spell>,
    pub devices: Vec<Device>,
    /// Set in place of what PR-R29 gives.
    pub own_proficiency: Option<u8>,
    /// Set in place of what PR-R68 gives.
    pub own_defense: Option<u8>,
    /// Set in place of what PR-R71 gives.
    pub own_hp: Option<u16>,
    /// PR-R29, worked out.
    pub proficiency: u8,
    /// PR-R31, worked out.
    pub modifiers: [i8; 6],
    /// PR-R68, worked out.
    pub defense: i16,
    /// PR-R71, worked out.
    pub hp_max: i16,
}

/// PR-130, PR-R30, PR-R31: the modifier of a score.
pub fn modifier(table: AbilityTable, score: u8) -> i8 {
    match table {
        AbilityTable::D20 => (score as i8 - 10).div_euclid(2),
        AbilityTable::Classic => match score {
            0..=3 => -3,
            4..=5 => -2,
            6..=8 => -1,
            9..=12 => 0,
            13..=15 => 1,
            16..=17 => 2,
            _ => 3,
        },
    }
}

/// PR-R29: the Proficiency of a level.
pub fn proficiency(table: ProficiencyTable, level: u8) -> u8 {
    match table {
        ProficiencyTable::QuarterLevel => (level + 7) / 4,
        ProficiencyTable::HalfLevel => level / 2,
        ProficiencyTable::Level => level,
    }
}

/// PR-R71: hit points. Those that are rolled are the fixed ones until the GM has them rolled.
pub fn hit_points(model: HpModel, hit_die: u8, level: u8, con: i8, con_score: u8) -> i16 {
    let (die, con) = (i16::from(hit_die), i16::from(con));
    match (model, level) {
        (HpModel::ConScore, _) => i16::from(con_score),
        (HpModel::Fixed | HpModel::Rolled, 0) => (die / 2 + con).max(1),
        (HpModel::Fixed | HpModel::Rolled, level) => {
            (die + con).max(1) + i16::from(level - 1) * (die / 2 + 1 + con).max(1)
        }
    }
}

impl Sheet {
    /// Works out everything that follows from the rest: after the sheet is read, and after it is corrected.
    pub fn work_out(&mut self, house: &HouseRules) {
        for ability in Ability::ALL {
            self.modifiers[ability as usize] = modifier(house.ability_table, self.scores[ability as usize]);
        }
        self.proficiency = self.own_proficiency.unwrap_or_else(|| proficiency(house.proficiency_table, self.level));
        self.defense = self.own_defense.map_or_else(|| self.defense_class(house), i16::from);
        let con = self.modifier(Ability::Con);
        let hp = hit_points(house.hp_model, self.hit_die, self.level, con, self.scores[Ability::Con as usize]);
        self.hp_max = self.own_hp.map_or(hp, |hp| hp as i16);
        for at in 0..self.weapons.len() {
            let ability = match self.weapons[at].swing {
                Swing::Str => Ability::Str,
                Swing::Dex => Ability::Dex,
                Swing::Finesse => self.better(Ability::Str, Ability::Dex),
            };
            let modifier = self.modifier(ability);
            let proficiency = self.proficiency as i8;
            let weapon = &mut self.weapons[at];
            let (bonus, moved) = split(house, modifier);
            (weapon.ability, weapon.bonus, weapon.moved) = (ability, proficiency + weapon.quality as i8 + bonus, moved);
        }
    }

    /// PR-R68: 10, DEX within the armour's cap, armour, shield and natural armour.
    fn defense_class(&self, house: &HouseRules) -> i16 {
        let base = match house.defense_formula {
            DefenseFormula::Ten => 10,
            DefenseFormula::TenAndProficiency => 10 + i16::from(self.proficiency),
        };
        base + i16::from(self.capped_dex()) + self.protection()
    }

    /// PR-R68: the DEX modifier; a positive one within the cap of the armour.
    pub fn capped_dex(&self) -> i8 {
        let dex = self.modifier(Ability::Dex);
        self.armour.dex_cap.map_or(dex, |cap| dex.min(cap as i8))
    }

    /// Armour, shield and natural armour.
    pub fn protection(&self) -> i16 {
        i16::from(self.armour.bonus) + if self.shield { 2 } else { 0 } + i16::from(self.natural_armour)
    }

    /// The modifier of an ability.
    pub fn modifier(&self, ability: Ability) -> i8 {
        self.modifiers[ability as usize]
    }

    /// PR-R32: the better of two; the first of equals.
    pub fn better(&self, a: Ability, b: Ability) -> Ability {
        if self.modifier(b) > self.modifier(a) { b } else { a }
    }

    /// The specialty bonus in a skill; `None` without training (PR-R28).
    pub fn specialty(&self, skill: SkillId) -> Option<u8> {
        self.skills.iter().find(|(known, _)| *known == skill).map(|(_, bonus)| *bonus)
    }
}

/// PR-111, PR-112, PR-R34: a modifier as bonus points on the check and as a moved penalty on the DC; never both.
pub fn split(house: &HouseRules, modifier: i8) -> (i8, i8) {
    use crate::house::CheckPenalties::*;
    match house.check_penalties {
        _ if modifier >= 0 => (modifier, 0),
        ToDc => (0, -modifier),
        OnCheck => (modifier, 0),
        Ignored => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PR-V54.
    #[test]
    fn pr_r29_proficiency_grows_with_the_level() {
        let levels = [0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20];
        let expected = [1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6];
        assert_eq!(levels.map(|level| proficiency(ProficiencyTable::QuarterLevel, level)), expected);
        assert_eq!(proficiency(ProficiencyTable::HalfLevel, 5), 2);
        assert_eq!(proficiency(ProficiencyTable::Level, 5), 5);
    }

    /// PR-V55, PR-V78: both tables.
    #[test]
    fn pr_r31_a_score_gives_its_modifier() {
        let scores = [1, 7, 8, 9, 10, 11, 12, 13, 18, 30];
        assert_eq!(scores.map(|score| modifier(AbilityTable::D20, score)), [-5, -2, -1, -1, 0, 0, 1, 1, 4, 10]);
        let scores = [1, 2, 3, 4, 18, 30];
        assert_eq!(scores.map(|score| modifier(AbilityTable::Classic, score)), [-3, -3, -3, -2, 3, 3]);
    }

    /// The starter set of the ledger: Warrior 12, Commoner 4, Ogre 40, Stone colossus 125, Champion 174.
    #[test]
    fn pr_r71_hit_points_follow_from_die_level_and_con() {
        let cases = [((10, 1, 2, 14), 12), ((8, 0, 0, 10), 4), ((10, 4, 3, 16), 40), ((12, 10, 5, 20), 125)];
        for ((die, level, con, score), expected) in cases {
            assert_eq!(hit_points(HpModel::Fixed, die, level, con, score), expected);
        }
        assert_eq!(hit_points(HpModel::Fixed, 10, 17, 4, 18), 174);
        assert_eq!(hit_points(HpModel::Fixed, 6, 1, -9, 1), 1, "at least 1");
        assert_eq!(hit_points(HpModel::ConScore, 10, 1, 2, 14), 14);
    }
}
