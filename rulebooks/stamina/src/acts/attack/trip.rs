//! Trip (ST-134 to ST-143, ST-R63, ST-R64): without damage or additional successes.

use super::{legal::in_two_hands, *};
use crate::{
    acts::gear,
    harm::{knock_down, lose_defense},
    house::TripMiss,
    sheet::Sheet,
    table::Posture,
};

technique! {
    /// ST-134.
    Trip: "trip", "Trip", "Melee", "2 stamina", "ST-134"
}

impl Special for Trip {
    /// ST-134: with the body, or a weapon with the keyword.
    fn suits(table: &Table, attack: &Attack, arm: &Arm) -> Result<(), Why<'static>> {
        if arm.body || table.melee(attack.actor, attack.weapon).is_some_and(|melee| melee.trip) {
            return Ok(());
        }
        Err(bar!("ST-134", "no-trip", "a Trip needs the body or a weapon with the Trip keyword").moot())
    }

    /// ST-R64: whoever lies on the ground cannot fall.
    fn may_befall(table: &Table, target: ActorId) -> Result<(), Why<'static>> {
        if table.actor(target).posture == Posture::Prone {
            return Err(bar!("ST-R64", "prone", "who lies on the ground cannot be tripped"));
        }
        Ok(())
    }

    /// ST-135: penalty dice.
    fn dice(_: &Stamina, _: &Table, _: &Attack, _: &Arm) -> u8 {
        2
    }

    fn most(_: &Sheet) -> u8 {
        0 // ST-R64
    }

    /// ST-136, ST-138: no damage; the target goes down.
    fn hit<O: Oracle<Stamina>>(_: &Stamina, table: &mut Table, outcome: &Outcome<'_>, oracle: &mut O) -> Flow<()> {
        knock_down(table, outcome.attack.target, Posture::Prone, rule!("ST-138"), oracle)
    }

    /// ST-139 to ST-143: the attacker is off balance, falls, or drops the weapon.
    fn fail<O: Oracle<Stamina>>(_: &Stamina, table: &mut Table, outcome: &Outcome<'_>, oracle: &mut O) -> Flow<()> {
        let Outcome { attack, reading, .. } = outcome;
        let me = attack.actor;
        if reading.off_balance {
            lose_defense(table, me, 3, rule!("ST-141"), oracle);
        }
        if reading.falls {
            knock_down(table, me, Posture::Prone, rule!("ST-142"), oracle)?;
        }
        if reading.drops
            && let WeaponRef::Item(item) = attack.weapon
        {
            let cell = table.actor(attack.target).place.cell; // ST-R64
            gear::drop_item(table, item, cell, rule!("ST-139"), oracle);
        }
        Ok(())
    }
}

/// ST-139 to ST-143: what a failed Trip brings upon the attacker.
pub(super) struct TripLimits {
    body: bool,
    prone_only: bool,
    balance: i32,
    fall: i32,
}

impl TripLimits {
    pub(super) fn of(
        book: &Stamina,
        table: &Table,
        attack: &Attack,
        arm: &Arm,
        current: i32,
        total: i32,
    ) -> TripLimits {
        let sheet = table.sheet(attack.actor);
        let rank = i32::from(sheet.rank(Secondary::Trip));
        let steady = if arm.body { sheet.legs >= 3 } else { in_two_hands(table, attack) };
        TripLimits {
            body: arm.body,
            prone_only: book.house.trip_miss == TripMiss::ProneOnly,
            balance: total - rank,
            fall: current - rank - if steady { 5 } else { 0 },
        }
    }

    /// What this result means for the attacker.
    pub(super) fn read(&self, result: i32, reading: &mut Reading) {
        if self.body {
            reading.falls = result < self.fall; // ST-142, ST-143
            let only = reading.falls && self.prone_only;
            reading.off_balance = result < self.balance && !only; // ST-141, ST-R63
        } else {
            reading.drops = result < self.fall; // ST-139, ST-140
        }
    }
}
