//! Half-Sword (ST-104 to ST-108, ST-R58).

use super::*;
use crate::sheet::Sheet;

technique! {
    /// ST-104.
    HalfSword: "half-sword", "Half-Sword", "Melee", "2 stamina", "ST-104"
}

impl Special for HalfSword {
    /// ST-104, ST-R58: a one-handed weapon that thrusts, and the other hand free.
    fn suits(table: &Table, attack: &Attack, arm: &Arm) -> Result<(), Why<'static>> {
        let melee = table.melee(attack.actor, attack.weapon);
        if arm.body || !melee.is_some_and(|melee| melee.hands == 1 && melee.thrust) {
            return Err(bar!("ST-104", "no-half-sword", "Half-Sword needs a one-handed weapon that thrusts").moot());
        }
        if table.actor(attack.actor).held.len() != 1 || table.sheet(attack.actor).hands < 2 {
            return Err(bar!("ST-R58", "hand-not-free", "the other hand must be free"));
        }
        Ok(())
    }

    /// ST-105, ST-107, ST-R58: half the reach of the weapon, rounded down, and the rank in APV.
    fn change(sheet: &Sheet, arm: &mut Arm) {
        arm.weapon_reach /= 2;
        arm.apv += u16::from(sheet.rank(Secondary::HalfSword));
    }

    /// ST-108: an additional success on APV counts twice.
    fn force(_: &Stamina, arm: &Arm, spent: Spent) -> (u16, u16) {
        (arm.damage + u16::from(spent.damage), arm.apv + 2 * u16::from(spent.apv))
    }
}
