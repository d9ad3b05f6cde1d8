//! Loose, shoot, fire (ST-152 to ST-156), and throwing an effect that the caster keeps (ST-R68).

use super::*;
use crate::sheet::ItemSheet;

technique! {
    /// ST-152.
    Loose: "loose", "Loose/shoot/fire", "Ranged", "0 stamina", "ST-152", needs {
        lowered: bool = "Lowered to zero, for penalty dice", usual when in_full;
    } by in_form, lowered by lowered
}

/// ST-D10: the lowered form has to be said, since it costs dice.
fn in_full(act: &Loose, _: See<'_, '_>, _: Option<ActorId>) -> bool {
    act.lowered.value() != Some(&true)
}

/// ST-146: in the form that the turn allows.
fn in_form<'t>(act: &Loose, see: See<'_, 't>, _: &Arm, attack: &mut Attack) -> Result<(), Bar<'t>> {
    attack.lowered = act.lowered()?;
    Ok(may_declare(see.book, see.table, attack)?)
}

/// A ranged weapon.
pub(super) fn arm(item: &ItemSheet, arm: Arm) -> Option<Arm> {
    let ranged = item.ranged.as_ref()?;
    Some(Arm {
        melee: false,
        kind: ranged.kind,
        range: ranged.range,
        damage: u16::from(ranged.damage),
        apv: u16::from(ranged.apv),
        wind_resist: ranged.wind_resist,
        ..arm
    })
}

/// ST-R43: a spell does its own damage, without body. ST-R68: arcane projectiles help to aim it.
pub(super) fn effect(table: &Table, attack: &Attack, arm: Arm) -> Option<Arm> {
    let kept = table.actor(attack.actor).kept.as_ref();
    let (effect, _) = kept.filter(|_| attack.technique == Technique::Loose)?;
    Some(Arm {
        melee: false,
        kind: Secondary::ArcaneProjectiles,
        range: effect.range,
        damage: u16::from(effect.damage),
        apv: u16::from(effect.apv),
        wind_resist: if effect.massless { 9 } else { effect.wind_resist }, // ST-223
        ..arm
    })
}

impl Special for Loose {
    fn rule() -> RuleId {
        rule!("ST-153")
    }

    /// ST-152: the weapon is loaded.
    fn suits(table: &Table, attack: &Attack, _: &Arm) -> Result<(), Why<'static>> {
        match attack.weapon {
            WeaponRef::Item(item) if !table.item(item).loaded => {
                Err(bar!("ST-152", "not-loaded", "the weapon is not loaded"))
            }
            WeaponRef::Item(_) | WeaponRef::Effect | WeaponRef::Natural(_) => Ok(()),
        }
    }

    /// ST-R69: a shot uses the loaded piece; a kept effect is gone.
    fn use_up(table: &mut Table, attack: &Attack) {
        match attack.weapon {
            WeaponRef::Item(item) => table.item_mut(item).loaded = false,
            WeaponRef::Effect => table.actor_mut(attack.actor).kept = None,
            WeaponRef::Natural(_) => {}
        }
    }
}
