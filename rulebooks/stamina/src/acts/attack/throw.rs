//! Throw (ST-158 to ST-163).

use super::{arm::TWO_HANDED, *};
use crate::{
    check::{Cause, Pool},
    reach::part,
    sheet::{Attribute, ItemSheet, Sheet},
    table::Whereabouts,
};

technique! {
    /// ST-158.
    Throw: "throw", "Throw", "Ranged", "1 stamina", "ST-158", needs {
        lowered: bool = "Lowered to zero, for penalty dice", usual when in_full;
    } by in_form, lowered by lowered
}

/// ST-D10: the lowered form has to be said, since it costs dice.
fn in_full(act: &Throw, _: See<'_, '_>, _: Option<ActorId>) -> bool {
    act.lowered.value() != Some(&true)
}

/// ST-146: in the form that the turn allows.
fn in_form<'t>(act: &Throw, see: See<'_, 't>, _: &Arm, attack: &mut Attack) -> Result<(), Bar<'t>> {
    attack.lowered = act.lowered()?;
    Ok(may_declare(see.book, see.table, attack)?)
}

/// ST-R43: a throw has the strength of the body in it; ST-R48: and of two hands.
pub(super) fn arm(sheet: &Sheet, item: &ItemSheet, arm: Arm) -> Option<Arm> {
    let thrown = item.thrown.as_ref()?;
    let blow = item.melee.as_ref();
    let damage = thrown.damage.or(blow.map(|melee| melee.damage)).unwrap_or(0);
    let apv = thrown.apv.or(blow.map(|melee| melee.apv)).unwrap_or(0);
    let both = if arm.both { TWO_HANDED } else { 0 };
    Some(Arm {
        melee: false,
        kind: thrown.skill.or(blow.map(|melee| melee.kind)).unwrap_or(Secondary::Throw),
        range: thrown.range,
        damage: u16::from(sheet.attribute(Attribute::Body)) + u16::from(damage) + both,
        apv: u16::from(apv),
        wind_resist: thrown.wind_resist,
        ..arm
    })
}

/// ST-160, ST-161: the rank in throwing, and half of that in the weapon.
pub(super) fn skill(sheet: &Sheet, arm: &Arm, pool: &mut Pool) {
    pool.gain(Cause::Throw, sheet.rank(Secondary::Throw));
    pool.gain(Cause::Weapon, sheet.rank(arm.kind) / 2);
}

impl Special for Throw {
    fn rule() -> RuleId {
        rule!("ST-159")
    }

    /// ST-R72: a throw leaves the hand.
    fn use_up(table: &mut Table, attack: &Attack) {
        if let WeaponRef::Item(item) = attack.weapon {
            let cell = table.actor(attack.target).place.cell;
            table.let_go(item, Whereabouts::Ground(cell));
            part(table, attack.actor);
        }
    }
}
