//! The dice of an attack check.

use super::{Arm, Attack, Technique, special::special, throw};
use crate::{
    Stamina,
    check::{Cause, Pool, pool_of},
    house::ShieldBash,
    reach::{best_reach, reach_dice},
    sheet::{Attribute, Primary, Secondary},
    table::Table,
};

/// ST-224, ST-226: the penalty dice that are due because the target reaches farther; none after the first attack.
pub fn reach_due(table: &Table, attack: &Attack, arm: &Arm) -> u8 {
    if !arm.melee || table.actor(attack.actor).settled.contains(attack.target) {
        return 0;
    }
    reach_dice(arm.reach, best_reach(table, attack.target))
}

/// The pool of an attack, without the reach dice, which the attacker may still trade for a free strike.
pub fn pool(book: &Stamina, table: &Table, attack: &Attack, arm: &Arm) -> Pool {
    if arm.melee { blow(book, table, attack, arm) } else { shot(table, attack, arm) }
}

/// ST-075, ST-076: reflexes and melee combat, with the rank in the weapon's type; then what the technique says.
fn blow(book: &Stamina, table: &Table, attack: &Attack, arm: &Arm) -> Pool {
    let sheet = table.sheet(attack.actor);
    let mut pool = pool_of(table, attack.actor, Attribute::Reflexes, Primary::MeleeCombat);
    pool.gain(Cause::Weapon, sheet.weapon_dice(arm.kind));
    pool.gain(Cause::Reckless, attack.dice); // ST-132
    pool.pain(Cause::Technique, special!(attack.technique, dice(book, table, attack, arm)));
    if arm.off {
        let strapped =
            attack.technique == Technique::Bash && arm.shield && book.house.shield_bash == ShieldBash::NoOffHandDie;
        pool.pain(Cause::OffHand, u8::from(!strapped)); // ST-116, ST-R49, ST-R111
    }
    pool
}

/// ST-153 to ST-156, ST-159 to ST-163: perception and ranged combat (ST-R67), size, aim and wind.
fn shot(table: &Table, attack: &Attack, arm: &Arm) -> Pool {
    let (sheet, actor) = (table.sheet(attack.actor), table.actor(attack.actor));
    let mut pool = pool_of(table, attack.actor, Attribute::Perception, Primary::RangedCombat);
    if attack.technique == Technique::Throw {
        throw::skill(sheet, arm, &mut pool);
    } else {
        pool.gain(Cause::Weapon, sheet.rank(arm.kind)); // ST-154
    }
    let size = table.sheet(attack.target).size;
    pool.gain(Cause::Size, size.saturating_sub(5)); // ST-155, ST-162
    pool.pain(Cause::Size, 5u8.saturating_sub(size)); // ST-156, ST-163
    pool.pain(Cause::Wind, table.wind.saturating_sub(arm.wind_resist)); // ST-221, ST-222, ST-R93
    if actor.aim.as_ref().is_some_and(|aim| aim.target == attack.target) {
        pool.gain(Cause::Aim, 1 + sheet.rank(Secondary::Aim)); // ST-148, ST-R71
    }
    if arm.off {
        pool.pain(Cause::OffHand, 1); // ST-R49
    }
    pool
}
