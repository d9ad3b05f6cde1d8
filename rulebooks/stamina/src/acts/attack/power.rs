//! The Power attack (ST-119 to ST-123, ST-R60).

use super::*;
use crate::{house::Pick, sheet::Sheet};

technique! {
    /// ST-119.
    Power: "power", "Power attack", "Melee", "2 stamina", "ST-119"
}

impl Special for Power {
    /// ST-121: more damage, with the rank.
    fn change(sheet: &Sheet, arm: &mut Arm) {
        arm.damage += 1 + u16::from(sheet.rank(Secondary::PowerAttack));
    }

    /// ST-119, ST-120, ST-R60: penalty dice, none after a Dash.
    fn dice(_: &Stamina, table: &Table, attack: &Attack, _: &Arm) -> u8 {
        let actor = table.actor(attack.actor);
        if actor.turn.dashed && !actor.turn.attacked { 0 } else { 2 }
    }

    /// ST-122, ST-123: an additional success on damage counts twice, and gives APV to a pick.
    fn force(book: &Stamina, arm: &Arm, spent: Spent) -> (u16, u16) {
        let [damage, apv] = [spent.damage, spent.apv].map(u16::from);
        let pick = match book.house.pick {
            _ if !arm.pick => 0,
            Pick::PerSuccess => damage,
            Pick::Once => 1,
        };
        (arm.damage + 2 * damage, arm.apv + apv + pick)
    }
}
