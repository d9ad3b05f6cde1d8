//! Which attack may be declared.

use super::{Arm, Attack, arm};
use crate::{
    Stamina,
    actions::Action,
    defense::{is_complete, is_out_of_sight},
    reach::{hexes, steps_between},
    reason::Reason,
    sheet::Secondary,
    table::{Grip, Posture, Table, WeaponRef, Whereabouts},
    turn::{self, Cost, Need},
};
use referee_engine::{ActorId, Refusal, rule, space::Place};

/// ST-073, ST-114, ST-124, ST-145, ST-146: what an attack costs on one's own turn.
pub fn cost(attack: &Attack) -> Cost {
    let need = match attack.action {
        Action::OffHand | Action::Quick => Need::Zero,
        Action::Loose | Action::Throw if attack.lowered => Need::Lowered,
        _ => Need::One,
    };
    Cost::of(attack.action, need)
}

/// May this attack be declared now, on one's own turn?
pub fn legal<R: Reason>(book: &Stamina, table: &Table, attack: &Attack) -> Result<Arm, R> {
    may_declare::<R>(book, table, attack)?;
    may_strike(table, attack)
}

/// The part of it that is the same with every weapon and against everybody: does the turn allow it?
pub fn may_declare<R: Reason>(book: &Stamina, table: &Table, attack: &Attack) -> Result<(), R> {
    if attack.lowered && !matches!(attack.action, Action::Loose | Action::Throw) {
        table.may_act::<R>(attack.actor)?;
        let why = || format!("{} cannot be lowered to zero", attack.action.word());
        return Err(R::because(|| Refusal::by(rule!("ST-047"), "cannot-be-lowered", why())));
    }
    turn::may::<R>(book, table, attack.actor, &cost(attack))?;
    if attack.action == Action::Quick && table.actor(attack.actor).quick_used {
        let why = "a Quick attack may be taken once per round";
        return Err(R::because(|| Refusal::by(rule!("ST-126"), "once-per-round", why)));
    }
    Ok(())
}

/// Can this blow, shot or throw be made at all: by reaction too (ST-229)?
pub fn may_strike<R: Reason>(table: &Table, attack: &Attack) -> Result<Arm, R> {
    let (me, target) = (attack.actor, attack.target);
    let word = || attack.action.word();
    if !attack.action.is_attack() {
        return Err(R::because(|| Refusal::plain("no-attack", format!("{} is no attack", word()))));
    }
    if target.index() >= table.actors.len() || target == me || !table.is_active(target) || !table.is_aware(me, target) {
        return Err(R::because(|| Refusal::plain("no-target", "there is no such target")));
    }
    if let WeaponRef::Item(item) = attack.weapon
        && (usize::from(item.0) >= table.items.len() || table.item(item).at != Whereabouts::Held(me))
    {
        return Err(R::because(|| Refusal::by(rule!("ST-074"), "not-readied", "this weapon is not readied")));
    }
    let Some(arm) = arm(table, attack) else {
        let rule = || if attack.action == Action::Loose { rule!("ST-152") } else { rule!("ST-074") };
        let why = || format!("{} is not possible with this", word());
        return Err(R::because(|| Refusal::by(rule(), "wrong-weapon", why())));
    };
    if attack.item.is_some() != (attack.action == Action::Disarm)
        || (attack.dice > 0) != (attack.action == Action::Reckless)
    {
        return Err(R::because(|| Refusal::plain("bad-attack", format!("{} does not go with that", word()))));
    }
    technique::<R>(table, attack, &arm)?;
    if !reaches(table, table.actor(me).place, table.actor(target).place, &arm) {
        let rule = || if arm.melee { rule!("ST-R51") } else { rule!("ST-R69") };
        let why = || format!("{} is out of range", table.name(target));
        return Err(R::because(|| Refusal::by(rule(), "out-of-range", why())));
    }
    is_exposed::<R>(table, me, target)?;
    Ok(arm)
}

/// ST-R69, ST-215: is a target in sight, and not completely covered?
pub fn is_exposed<R: Reason>(table: &Table, me: ActorId, target: ActorId) -> Result<(), R> {
    let (from, to) = (table.actor(me).place, table.actor(target).place);
    if is_out_of_sight(table, from, to) {
        let why = || format!("{} is out of sight", table.name(target));
        return Err(R::because(|| Refusal::by(rule!("ST-R69"), "out-of-sight", why())));
    }
    if is_complete(table, me, target) {
        let why = || format!("{} is completely covered", table.name(target));
        return Err(R::because(|| Refusal::by(rule!("ST-215"), "completely-covered", why())));
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

/// What each technique asks of the weapon; Trip and Disarm ask something of the target too.
pub fn technique<R: Reason>(table: &Table, attack: &Attack, arm: &Arm) -> Result<(), R> {
    let no = |rule, code: &str, why: &str| Err(R::because(|| Refusal::by(rule, code, why)));
    let (me, target) = (attack.actor, attack.target);
    let melee = || table.melee(me, attack.weapon);
    match attack.action {
        Action::Bash if !melee().is_some_and(|melee| melee.bash) => {
            no(rule!("ST-079"), "no-bash", "a Bash needs a weapon with the Bash keyword")
        }
        Action::Trip if !arm.body && !melee().is_some_and(|melee| melee.trip) => {
            no(rule!("ST-134"), "no-trip", "a Trip needs the body or a weapon with the Trip keyword")
        }
        Action::Trip if table.actor(target).posture == Posture::Prone => {
            no(rule!("ST-R64"), "prone", "who lies on the ground cannot be tripped")
        }
        Action::HalfSword => {
            let fits = !arm.body && melee().is_some_and(|melee| melee.hands == 1 && melee.thrust);
            let free = table.actor(me).held.len() == 1 && table.sheet(me).hands >= 2;
            match (fits, free) {
                (false, _) => no(rule!("ST-104"), "no-half-sword", "Half-Sword needs a one-handed weapon that thrusts"),
                (_, false) => no(rule!("ST-R58"), "hand-not-free", "the other hand must be free"),
                _ => Ok(()),
            }
        }
        Action::OffHand if !arm.off => {
            no(rule!("ST-114"), "not-off-hand", "an Off-hand attack needs a readied weapon in the off hand")
        }
        Action::Reckless => {
            let most = 3 + table.sheet(me).rank(Secondary::RecklessAttack);
            if attack.dice <= most {
                Ok(())
            } else {
                no(rule!("ST-132"), "too-reckless", "so many dice are not allowed")
            }
        }
        Action::Disarm => disarm(table, attack, arm),
        Action::Loose => {
            let is_loaded = match attack.weapon {
                WeaponRef::Item(item) => table.item(item).loaded,
                _ => true,
            };
            if is_loaded { Ok(()) } else { no(rule!("ST-152"), "not-loaded", "the weapon is not loaded") }
        }
        _ => Ok(()),
    }
}

/// ST-087 to ST-090, ST-R55: which item, and whether the reach allows it.
fn disarm<R: Reason>(table: &Table, attack: &Attack, arm: &Arm) -> Result<(), R> {
    let held = attack.item.filter(|item| {
        usize::from(item.0) < table.items.len() && table.item(*item).at == Whereabouts::Held(attack.target)
    });
    let Some(item) = held else {
        return Err(R::because(|| Refusal::by(rule!("ST-R55"), "nothing-to-take", "the target holds no such item")));
    };
    if arm.body {
        let hand = table.melee(attack.actor, attack.weapon).is_some_and(|melee| melee.hands > 0);
        if !hand || table.free_hands(attack.actor) == 0 {
            let why = "this needs a weapon or an open hand";
            return Err(R::because(|| Refusal::by(rule!("ST-093"), "no-open-hand", why)));
        }
    }
    let theirs = table.item_sheet(item).melee.map_or(0, |melee| melee.reach);
    let limit = arm.weapon_reach + 2 + table.sheet(attack.actor).rank(Secondary::Disarm);
    if theirs > limit {
        let why = || format!("its reach of {theirs} is more than {limit}");
        return Err(R::because(|| Refusal::by(rule!("ST-090"), "too-long", why())));
    }
    Ok(())
}

/// Is this item held in two hands?
pub(super) fn in_two_hands(table: &Table, attack: &Attack) -> bool {
    matches!(attack.weapon, WeaponRef::Item(item) if table.grip(attack.actor, item) == Some(Grip::Both))
}
