//! Which attack may be made.

use super::{Arm, Attack, Technique, arm, special::special};
use crate::{
    Stamina,
    defense::{is_complete, is_out_of_sight},
    reach::{hexes, steps_between},
    table::{Grip, Table, WeaponRef, Whereabouts},
    turn::{self, Cost, Need},
};
use referee_engine::{ActorId, act::Why, bar, space::Place};

/// ST-073, ST-114, ST-124, ST-145, ST-146: what an attack costs on one's own turn.
pub fn cost(attack: &Attack) -> Cost {
    let need = if attack.lowered { Need::Lowered } else { special!(attack.technique, need()) };
    Cost::of(attack.technique.action(), need)
}

/// Does the turn allow it, with whatever weapon and against whomever?
pub fn may_declare<'t>(book: &Stamina, table: &'t Table, attack: &Attack) -> Result<(), Why<'t>> {
    turn::may(book, table, attack.actor, &cost(attack))?;
    special!(attack.technique, may_again(table, attack.actor))
}

/// Can this blow, shot or throw be made at all: by reaction too (ST-229)?
pub fn may_strike<'t>(table: &'t Table, attack: &Attack) -> Result<Arm, Why<'t>> {
    let arm = suits(table, attack)?;
    may_hit(table, attack, &arm)?;
    Ok(arm)
}

/// Is the weapon at hand, and does the technique go with it?
pub fn suits<'t>(table: &'t Table, attack: &Attack) -> Result<Arm, Why<'t>> {
    if let WeaponRef::Item(item) = attack.weapon
        && (!table.has_item(item) || table.item(item).at != Whereabouts::Held(attack.actor))
    {
        return Err(bar!("ST-074", "not-readied", "this weapon is not readied"));
    }
    let word = attack.technique.word();
    let Some(arm) = arm(table, attack) else {
        let words = "{} is not possible with this";
        let why = match attack.technique == Technique::Loose {
            true => bar!("ST-152", "wrong-weapon", words, word),
            false => bar!("ST-074", "wrong-weapon", words, word),
        };
        return Err(why.moot());
    };
    special!(attack.technique, suits(table, attack, &arm))?;
    Ok(arm)
}

/// Can the target be struck so?
pub fn may_hit<'t>(table: &'t Table, attack: &Attack, arm: &Arm) -> Result<(), Why<'t>> {
    let (me, target) = (attack.actor, attack.target);
    if !table.has(target) || target == me || !table.is_active(target) || !table.is_aware(me, target) {
        return Err(bar!(_, "no-target", "there is no such target").moot());
    }
    special!(attack.technique, may_befall(table, target))?;
    if !reaches(table, table.actor(me).place, table.actor(target).place, arm) {
        let (words, name) = ("{} is out of range", table.name(target));
        return Err(match arm.melee {
            true => bar!("ST-R51", "out-of-range", words, name),
            false => bar!("ST-R69", "out-of-range", words, name),
        });
    }
    is_exposed(table, me, target)
}

/// What is said besides: ST-087, which item of the target; ST-132, how many dice.
pub fn goes_with<'t>(table: &'t Table, attack: &Attack, arm: &Arm) -> Result<(), Why<'t>> {
    special!(attack.technique, goes_with(table, attack, arm))
}

/// ST-R69, ST-215: is a target in sight, and not completely covered?
pub fn is_exposed(table: &Table, me: ActorId, target: ActorId) -> Result<(), Why<'_>> {
    let (from, to) = (table.actor(me).place, table.actor(target).place);
    if is_out_of_sight(table, from, to) {
        return Err(bar!("ST-R69", "out-of-sight", "{} is out of sight", table.name(target)));
    }
    if is_complete(table, me, target) {
        return Err(bar!("ST-215", "completely-covered", "{} is completely covered", table.name(target)));
    }
    Ok(())
}

/// ST-R51, ST-R69: is a place near enough to be struck from another?
pub fn reaches(table: &Table, from: Place, to: Place, arm: &Arm) -> bool {
    if arm.melee { spans(arm, steps_between(table, from, to)) } else { flies(table, from, to, arm) }
}

/// ST-R51: a blow, so many steps away.
pub fn spans(arm: &Arm, steps: u32) -> bool {
    steps <= u32::from(hexes(arm.reach))
}

/// ST-R69: what is shot or thrown.
pub fn flies(table: &Table, from: Place, to: Place, arm: &Arm) -> bool {
    table.setup.space.within(from, to, u32::from(arm.range))
}

/// Is this item held in two hands?
pub(super) fn in_two_hands(table: &Table, attack: &Attack) -> bool {
    matches!(attack.weapon, WeaponRef::Item(item) if table.grip(attack.actor, item) == Some(Grip::Both))
}
