//! Lunge (ST-109 to ST-113, ST-R59).

use super::*;
use crate::{house::LungeThrust, sheet::Sheet};

technique! {
    /// ST-109.
    Lunge: "lunge", "Lunge", "Melee", "2 stamina", "ST-109"
}

impl Special for Lunge {
    /// ST-110: twice the character's own reach, and the rank.
    fn change(sheet: &Sheet, arm: &mut Arm) {
        arm.reach = 2 * arm.reach + u16::from(sheet.rank(Secondary::Lunge));
    }

    /// ST-111, ST-R59: penalty dice.
    fn dice(book: &Stamina, _: &Table, _: &Attack, arm: &Arm) -> u8 {
        if arm.thrust && book.house.lunge_thrust == LungeThrust::Both { 0 } else { 2 }
    }

    /// ST-112, ST-113: the weapon loses its parry bonus, unless it thrusts.
    fn use_up(table: &mut Table, attack: &Attack) {
        if !table.melee(attack.actor, attack.weapon).is_some_and(|melee| melee.thrust) {
            table.actor_mut(attack.actor).turn.parry_lost.push(attack.weapon);
        }
    }
}
