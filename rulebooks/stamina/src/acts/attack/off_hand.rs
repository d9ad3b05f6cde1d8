//! The Off-hand attack (ST-114 to ST-118): without additional successes (ST-117), and it takes no slot.

use super::*;
use crate::sheet::Sheet;

technique! {
    /// ST-114.
    OffHand: "off-hand", "Off-hand attack", "Melee", "1 stamina", "ST-114"
}

impl Special for OffHand {
    fn need() -> Need {
        Need::Zero // ST-114
    }

    /// ST-114: a readied weapon in the off hand.
    fn suits(_: &Table, _: &Attack, arm: &Arm) -> Result<(), Why<'static>> {
        if arm.off {
            return Ok(());
        }
        Err(bar!("ST-114", "not-off-hand", "an Off-hand attack needs a readied weapon in the off hand").moot())
    }

    /// ST-115: penalty dice, fewer by rank.
    fn dice(_: &Stamina, table: &Table, attack: &Attack, _: &Arm) -> u8 {
        2u8.saturating_sub(table.sheet(attack.actor).rank(Secondary::OffHandAttack))
    }

    fn most(_: &Sheet) -> u8 {
        0 // ST-117
    }

    /// ST-118: the weapon loses its parry bonus.
    fn use_up(table: &mut Table, attack: &Attack) {
        table.actor_mut(attack.actor).turn.parry_lost.push(attack.weapon);
    }
}
