//! What is added to an Attack roll (CR-062, CR-080).

use super::{Strike, reach::extra_hit};
use crate::{
    Crisis,
    check::{Sum, Why},
    cover::Covered,
    sheet::WeaponKind,
    table::Table,
};
use referee_engine::ActorId;

/// What differs from Attack to Attack, asked for before the roll.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// CR-093.
    pub covered: Covered,
    /// CR-R144.
    pub drunk: (i8, Why),
    /// CR-D19.
    pub gm: i8,
}

/// CR-062, CR-080, CR-R47: everything that is added to an Attack roll; a throw is a ranged Attack like any other. `target` is
/// left out for an area at bare ground.
pub fn modifiers<S: Sum>(
    book: &Crisis,
    table: &Table,
    strike: &Strike<'_>,
    target: Option<ActorId>,
    asked: Asked,
    sum: &mut S,
) {
    let Strike { attacker, weapon, nth, .. } = *strike;
    let (sheet, actor) = (table.sheet(attacker), table.actor(attacker));
    let kind = usize::from(!weapon.is_melee());
    sum.add(weapon.hit, Why::Hit);
    sum.add(sheet.attack_mod[kind] + sheet.skill_mod(weapon.skill), Why::Traits);
    if nth > 0 {
        sum.add(extra_hit(book, weapon, nth), Why::Burst);
    }
    if weapon.can_aim() {
        // CR-185, CR-R64, CR-R140
        if !book.house.aim_one_target || actor.aim_at.is_none() || actor.aim_at == target {
            sum.add(actor.aim as i8, Why::Aim);
        }
        let steadied = match weapon.kind {
            WeaponKind::Ranged => true,
            WeaponKind::Thrown => book.house.stance_bonus_thrown,
            WeaponKind::Melee | WeaponKind::Spell => false,
        };
        if steadied {
            sum.add(actor.stance.steadies(), Why::Steady(actor.stance)); // CR-201, CR-204
        }
    }
    if let Some(target) = target {
        let stance = table.actor(target).stance;
        if weapon.is_melee() {
            sum.add(stance.exposes(), Why::Exposed(stance)); // CR-202, CR-205
        }
        cover_modifier(book, asked.covered, sum);
        if book.house.range_penalty_per_increment > 0 && !weapon.is_melee() {
            let distance = table.distance(&book.house, actor.place.cell, table.actor(target).place.cell);
            let beyond = super::increment_number(distance, weapon.increment) - 1;
            sum.add(-((beyond as i8).saturating_mul(book.house.range_penalty_per_increment as i8)), Why::Range);
        }
    }
    for (at, circumstance) in table.setup.circumstances.iter().enumerate() {
        if circumstance.attacks[kind] && crate::task::holds(table, attacker, at as u8) {
            sum.add(-1, Why::Unfavorable(at as u8)); // CR-025
        }
    }
    sum.add(asked.drunk.0, asked.drunk.1);
    sum.add(asked.gm, Why::Gm);
}

/// CR-092 to CR-095, CR-R71: the better of object and stance cover, or both.
fn cover_modifier<S: Sum>(book: &Crisis, covered: Covered, sum: &mut S) {
    let Covered { object, stance } = covered;
    if book.house.stance_cover_stacks {
        sum.add(object.penalty(), Why::Covered(object));
        sum.add(stance.penalty(), Why::StanceCover(stance));
    } else if stance > object {
        sum.add(stance.penalty(), Why::StanceCover(stance));
    } else {
        sum.add(object.penalty(), Why::Covered(object));
    }
}
