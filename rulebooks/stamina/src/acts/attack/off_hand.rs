//! The Off-hand attack (ST-114 to ST-118): without additional successes (ST-117), and it takes no slot.

use super::*;
use crate::sheet::Sheet;

technique! {
    /// ST-114.
    OffHand: "off-hand", "Off-hand attack", "Melee", "1 stamina", "ST-114"
}

/// ST-114: a readied weapon in the off hand.
pub(super) fn suits(arm: &Arm) -> Result<(), Why<'static>> {
    if arm.off {
        return Ok(());
    }
    Err(bar!("ST-114", "not-off-hand", "an Off-hand attack needs a readied weapon in the off hand").moot())
}

/// ST-115: penalty dice, fewer by rank.
pub(super) fn dice(sheet: &Sheet) -> u8 {
    2u8.saturating_sub(sheet.rank(Secondary::OffHandAttack))
}

/// ST-118: the weapon loses its parry bonus.
pub(super) fn use_up(table: &mut Table, attack: &Attack) {
    table.actor_mut(attack.actor).turn.parry_lost.push(attack.weapon);
}
