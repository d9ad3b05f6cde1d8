//! What a weapon is worth in one attack: reach, damage, APV, with the changes of the technique.

use super::{Attack, Technique, loose, special::special, throw};
use crate::{
    sheet::{Attribute, Secondary},
    table::{Grip, Table, WeaponRef},
};

/// The numbers of one attack before the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm {
    /// A blow, or something that flies?
    pub melee: bool,
    /// The secondary skill of its type.
    pub kind: Secondary,
    /// Points of reach of a blow, the character's own included.
    pub reach: u16,
    /// Points of reach of the weapon alone, as it counts now (ST-097).
    pub weapon_reach: u8,
    /// Metres of a shot or throw.
    pub range: u16,
    /// Damage of a hit.
    pub damage: u16,
    /// APV of a hit.
    pub apv: u16,
    /// In the off hand?
    pub off: bool,
    /// In two hands?
    pub both: bool,
    pub shield: bool,
    /// A part of the body?
    pub body: bool,
    /// Keywords.
    pub thrust: bool,
    /// The pick keyword.
    pub pick: bool,
    /// Wind dice that it does not mind; 9 for what has no mass.
    pub wind_resist: u8,
}

/// ST-R48: what two hands add to every hit.
pub(super) const TWO_HANDED: u16 = 2;

/// The arm of an attack, or `None` if this weapon cannot be used so at all.
pub fn arm(table: &Table, attack: &Attack) -> Option<Arm> {
    let (sheet, actor) = (table.sheet(attack.actor), table.actor(attack.actor));
    let mut arm = Arm {
        melee: true,
        kind: Secondary::Brawling,
        reach: u16::from(sheet.reach),
        weapon_reach: 0,
        range: 0,
        damage: 0,
        apv: 0,
        off: false,
        both: false,
        shield: false,
        body: false,
        thrust: false,
        pick: false,
        wind_resist: 0,
    };
    let melee = match attack.weapon {
        WeaponRef::Effect => return loose::effect(table, attack, arm),
        WeaponRef::Natural(at) => {
            arm.body = true;
            &sheet.natural.get(usize::from(at))?.melee
        }
        WeaponRef::Item(item) => {
            let grip = actor.held.iter().find(|held| held.item == item)?.grip;
            arm.off = grip == Grip::Off;
            arm.both = grip == Grip::Both;
            let item = table.item_sheet(item);
            arm.shield = item.shield.is_some();
            if attack.technique == Technique::Loose {
                return loose::arm(item, arm);
            }
            if attack.technique == Technique::Throw {
                return throw::arm(sheet, item, arm);
            }
            item.melee.as_ref()?
        }
    };
    if !attack.technique.is_melee() {
        return None;
    }
    arm.kind = melee.kind;
    arm.thrust = melee.thrust;
    arm.pick = melee.pick;
    arm.weapon_reach = melee.reach;
    arm.damage = u16::from(sheet.attribute(Attribute::Body)) + u16::from(melee.damage);
    arm.apv = u16::from(melee.apv);
    if arm.both && attack.technique != Technique::HalfSword {
        arm.damage += TWO_HANDED; // ST-106: not for Half-Sword
    }
    special!(attack.technique, change(sheet, &mut arm));
    arm.reach += u16::from(arm.weapon_reach);
    Some(arm)
}
