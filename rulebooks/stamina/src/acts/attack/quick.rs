//! The Quick attack (ST-124 to ST-126): it takes no slot, and as many additional successes count as its rank (ST-125).

use super::*;
use crate::sheet::Sheet;

technique! {
    /// ST-124.
    Quick: "quick", "Quick attack", "Melee", "2 stamina", "ST-124"
}

impl Special for Quick {
    fn need() -> Need {
        Need::Zero // ST-124
    }

    fn most(sheet: &Sheet) -> u8 {
        sheet.rank(Secondary::QuickAttack) // ST-125
    }

    /// ST-126: once per round.
    fn may_again(table: &Table, who: ActorId) -> Result<(), Why<'static>> {
        if table.actor(who).quick_used {
            return Err(bar!("ST-126", "once-per-round", "a Quick attack may be taken once per round"));
        }
        Ok(())
    }
}
