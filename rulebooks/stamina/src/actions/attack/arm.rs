//! What a weapon is worth in one attack: reach, damage, APV, with the changes of the technique.

use super::Attack;
use crate::{
    actions::Action,
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
    /// A shield?
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
const TWO_HANDED: u16 = 2;

/// The arm of an attack, or `None` if this weapon cannot be used so at all.
pub fn arm(table: &Table, attack: &Attack) -> Option<Arm> {
    let (sheet, actor) = (table.sheet(attack.actor), table.actor(attack.actor));
    let body = u16::from(sheet.attribute(Attribute::Body));
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
        WeaponRef::Effect => {
            let (effect, _) = actor.kept.as_ref().filter(|_| attack.action == Action::Loose)?;
            // ST-R43: a spell does its own damage, without body. ST-R68: arcane projectiles help to aim it.
            return Some(Arm {
                melee: false,
                kind: Secondary::ArcaneProjectiles,
                range: effect.range,
                damage: u16::from(effect.damage),
                apv: u16::from(effect.apv),
                wind_resist: if effect.massless { 9 } else { effect.wind_resist }, // ST-223
                ..arm
            });
        }
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
            match attack.action {
                Action::Loose => {
                    let ranged = item.ranged.as_ref()?;
                    return Some(Arm {
                        melee: false,
                        kind: ranged.kind,
                        range: ranged.range,
                        damage: u16::from(ranged.damage),
                        apv: u16::from(ranged.apv),
                        wind_resist: ranged.wind_resist,
                        ..arm
                    });
                }
                Action::Throw => {
                    let thrown = item.thrown.as_ref()?;
                    let blow = item.melee.as_ref();
                    let damage = thrown.damage.or(blow.map(|melee| melee.damage)).unwrap_or(0);
                    let apv = thrown.apv.or(blow.map(|melee| melee.apv)).unwrap_or(0);
                    // ST-R43: a throw has the strength of the body in it; ST-R48: and of two hands.
                    let both = if arm.both { TWO_HANDED } else { 0 };
                    return Some(Arm {
                        melee: false,
                        kind: thrown.skill.or(blow.map(|melee| melee.kind)).unwrap_or(Secondary::Throw),
                        range: thrown.range,
                        damage: body + u16::from(damage) + both,
                        apv: u16::from(apv),
                        wind_resist: thrown.wind_resist,
                        ..arm
                    });
                }
                _ => item.melee.as_ref()?,
            }
        }
    };
    if matches!(attack.action, Action::Loose | Action::Throw) {
        return None;
    }
    arm.kind = melee.kind;
    arm.thrust = melee.thrust;
    arm.pick = melee.pick;
    arm.weapon_reach = melee.reach;
    arm.damage = body + u16::from(melee.damage);
    arm.apv = u16::from(melee.apv);
    if arm.both && attack.action != Action::HalfSword {
        arm.damage += TWO_HANDED; // ST-106: not for Half-Sword
    }
    match attack.action {
        Action::HalfSword => {
            arm.weapon_reach /= 2; // ST-105, ST-R58: rounded down
            arm.apv += u16::from(sheet.rank(Secondary::HalfSword)); // ST-107
        }
        Action::Lunge => arm.reach = 2 * arm.reach + u16::from(sheet.rank(Secondary::Lunge)), // ST-110
        Action::Power => arm.damage += 1 + u16::from(sheet.rank(Secondary::PowerAttack)),     // ST-121
        _ => {}
    }
    arm.reach += u16::from(arm.weapon_reach);
    Some(arm)
}
