//! What an Attack takes from the weapon and from the sheet.

use super::legal::each_extra_hit;
use crate::{
    Crisis,
    sheet::{Die, Pierce, Skill},
    table::Table,
};
use referee_engine::ActorId;

/// What an Attack takes from the weapon and from the sheet of whoever strikes: it follows from the setup and the table's own
/// rules, and is small enough to be carried along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The weapon, by its place in the list of weapons.
    pub weapon: u8,
    /// CR-059.
    pub skill: Skill,
    /// CR-R08: the die of that Skill.
    pub die: Die,
    /// CR-069: within reach, can be parried.
    pub is_melee: bool,
    /// CR-R85.
    pub lethal: bool,
    /// CR-103: the fixed damage.
    pub dmg: u8,
    /// CR-106: what race and traits add to it.
    pub damage_mod: i8,
    /// CR-R39: the penalty on each further Attack of a burst.
    pub each_extra_hit: u8,
    /// CR-113.
    pub pierce: Pierce,
    /// CR-R44: what an Attack takes of what is loaded.
    pub loads: u8,
    /// CR-R44: what an Attack takes of what is there.
    pub pieces: u8,
    /// The most Attacks at once.
    pub burst: u8,
    /// CR-109.
    pub has_effects: bool,
}

impl Edge {
    /// Of this one of somebody's weapons.
    pub fn of(book: &Crisis, table: &Table, who: ActorId, at: u8) -> Edge {
        let (sheet, place) = (table.sheet(who), table.actor(who).weapons[usize::from(at)].weapon);
        let weapon = &table.setup.weapons[usize::from(place)];
        Edge {
            weapon: place,
            skill: weapon.skill,
            die: sheet.die(weapon.skill),
            is_melee: weapon.is_melee(),
            lethal: weapon.lethal,
            dmg: weapon.dmg,
            damage_mod: sheet.damage_mod[usize::from(!weapon.is_melee())],
            each_extra_hit: each_extra_hit(book, weapon),
            pierce: weapon.pierce,
            loads: u8::from(weapon.capacity > 0),
            pieces: u8::from(weapon.one_use),
            burst: weapon.rof.max(1),
            has_effects: !weapon.effects.is_empty(),
        }
    }

    /// CR-185, CR-R64: does Take Aim help it?
    #[inline]
    pub fn can_aim(&self) -> bool {
        !self.is_melee
    }
}
