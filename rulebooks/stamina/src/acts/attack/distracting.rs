//! The Distracting attack (ST-096 to ST-100).

use super::*;
use crate::{harm::lose_defense, reach::longest_weapon};

technique! {
    /// ST-096.
    Distracting: "distract", "Distracting attack", "Melee", "2 stamina", "ST-096"
}

impl Special for Distracting {
    /// ST-096, ST-097, ST-R56: penalty dice, one more against a longer weapon.
    fn dice(_: &Stamina, table: &Table, attack: &Attack, arm: &Arm) -> u8 {
        if longest_weapon(table, attack.target) > arm.weapon_reach { 3 } else { 2 }
    }

    /// ST-098 to ST-100: it costs the target more defense.
    fn unsettle<O: Oracle<Stamina>>(table: &mut Table, outcome: &Outcome<'_>, oracle: &mut O) {
        let Outcome { attack, reading, spent, .. } = outcome;
        let rank = table.sheet(attack.actor).rank(Secondary::DistractingAttack);
        let (amount, rule) = match reading.band {
            Band::Miss => return,
            Band::NearMiss => (1 + rank, rule!("ST-098")),
            Band::Hit => (3 + rank + 2 * spent.defense, rule!("ST-099")),
        };
        lose_defense(table, attack.target, amount, rule, oracle);
    }
}
