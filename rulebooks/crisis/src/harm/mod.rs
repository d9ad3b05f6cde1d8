//! Damage and wounds (CR-102 to CR-123).

mod death;
mod told;

pub use death::{Bleeding, Blow, Force, Landed, NpcDeath, begin_dying, die, dies_at, land, spare, would_kill};
pub use told::HarmEvent;

use crate::{
    Crisis, Event,
    conditions::ConditionKind,
    house::MixedThreshold,
    loss, recovery,
    sheet::{Pierce, Sheet},
    table::{Actor, Stance, Table},
    turn::long,
};
use referee_engine::{ActorId, Audience, Oracle};

/// CR-103 to CR-106, CR-R78: damage before defences: the weapon's, the extra damage, and circumstances after the division.
pub const fn before_defences(dmg: u8, extra: u8, circumstances: i8) -> i16 {
    dmg as i16 + extra as i16 + circumstances as i16
}

/// What is left of the damage of a hit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Left {
    /// CR-116: so many wounds.
    pub wounds: u8,
    /// CR-107: defences took it all, so that it is one non-lethal wound and nothing else.
    pub minimum: bool,
    /// What the Armour blocked.
    pub blocked: u8,
}

/// CR-077, CR-107, CR-110, CR-111, CR-R79 to CR-R83: parry or dodge first, then Armour; something is always left.
pub fn after_defences(before: i16, avoided: i16, armour: u8, pierce: Pierce, double_after: bool) -> Left {
    // CR-R82: no minimum for what was nothing before any defence.
    if before <= 0 {
        return Left { wounds: 0, minimum: false, blocked: 0 };
    }
    let rest = before - avoided;
    let armour = i16::from(pierce.left_of(armour));
    let left = rest - armour;
    let blocked = armour.min(rest.max(0)) as u8;
    if left <= 0 {
        return Left { wounds: 1, minimum: true, blocked };
    }
    let left = if double_after { 2 * left } else { left }; // CR-R129
    Left { wounds: left.min(250) as u8, minimum: false, blocked }
}

/// CR-123, CR-R90: HP minus lethal wounds, not below 0.
pub fn remaining(sheet: &Sheet, actor: &Actor) -> u16 {
    u16::from(sheet.hp).saturating_sub(actor.lethal.count())
}

/// CR-121, CR-123, CR-R90, CR-R91: Exhausted by non-lethal wounds.
pub fn is_worn_out(sheet: &Sheet, actor: &Actor) -> bool {
    actor.nonlethal.count() >= remaining(sheet, actor).max(1)
}

/// CR-122, CR-123, CR-R90, CR-R91: out of action by non-lethal wounds.
pub fn is_knocked_down(book: &Crisis, sheet: &Sheet, actor: &Actor) -> bool {
    actor.nonlethal.count() >= knocked_down_at(book, sheet, actor) // which is never 0
}

/// The number of non-lethal wounds that incapacitates, at least 1.
pub fn knocked_down_at(book: &Crisis, sheet: &Sheet, actor: &Actor) -> u16 {
    let (hp, left) = (u16::from(sheet.hp), remaining(sheet, actor));
    let at = match (book.house.mixed_threshold, actor.lethal.count()) {
        (MixedThreshold::DoubleRemaining, _) | (_, 0) => 2 * left,
        (MixedThreshold::HpPlusRemaining, _) => hp + left,
        (MixedThreshold::Remaining, _) => left,
    };
    at.max(1)
}

/// CR-118, CR-122, CR-134, CR-R87, CR-R107: is it out of action?
fn is_out(book: &Crisis, sheet: &Sheet, actor: &Actor) -> bool {
    let full = actor.lethal.count() >= u16::from(sheet.hp);
    actor.dying
        || actor.knocked_out
        || actor.stabilised_until.is_some()
        || (full && !book.house.stabilised_wakes)
        || is_knocked_down(book, sheet, actor)
}

/// Draws the consequences of a creature's wounds: out of action or not, and what that breaks off (CR-R93).
pub fn settle<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) {
    recovery::natural::keep_clocks(table, who);
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let is = is_out(book, sheet, actor);
    if actor.incapacitated == is || actor.dead {
        return;
    }
    table.actor_mut(who).incapacitated = is;
    oracle.tell(Audience::All, || {
        Event::Harm(if is { HarmEvent::Incapacitated { who } } else { HarmEvent::Recovers { who } })
    });
    if is {
        drop_out(book, table, who, oracle);
    }
}

/// Knows at the beginning who is out of action already, and lets go what such a creature cannot be at (CR-R35, CR-R93, CR-R135,
/// CR-R139), whatever a scene says.
pub(crate) fn know(book: &Crisis, table: &mut Table, who: ActorId) {
    recovery::natural::keep_clocks(table, who);
    let out = table.actor(who).dead || is_out(book, table.sheet(who), table.actor(who));
    let actor = table.actor_mut(who);
    actor.incapacitated = out;
    if out {
        actor.stop_hiding();
        if book.house.incapacitated_falls_prone {
            actor.stance = Stance::Prone;
        }
    }
    let is_helpless = out || actor.is_held();
    if is_helpless || actor.has(ConditionKind::Stunned) {
        actor.overwatch = false;
        actor.drop_aim();
    }
    if is_helpless {
        actor.long = None;
    }
}

/// CR-R93, CR-R35, CR-R135, CR-R139: out of action; no Overwatch, no aim, no long Action, and down it goes.
fn drop_out<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) {
    loss::lose_overwatch(table, who, oracle);
    loss::lose_aim(table, who, oracle);
    let actor = table.actor_mut(who);
    actor.stop_hiding();
    if book.house.incapacitated_falls_prone {
        actor.stance = Stance::Prone;
    }
    long::cancel(book, table, who, oracle);
    recovery::treat::interrupt(table, who, oracle);
    crate::stealth::notice_all(table, who);
}

/// CR-194, CR-195, CR-R96: one more lethal wound for somebody who is Dying, and death at twice HP.
pub fn bleed<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) {
    let actor = table.actor(who);
    if !actor.dying || actor.dead {
        return;
    }
    let now = table.clock.elapsed;
    table.actor_mut(who).lethal.add(now, 1);
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Bleeds { who }));
    // CR-R86: nobody is asked when somebody bleeds out.
    if table.actor(who).lethal.count() >= 2 * u16::from(table.sheet(who).hp) {
        die(table, who, oracle);
    } else {
        settle(book, table, who, oracle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{duel, who};

    #[test]
    fn cr_107_something_is_always_left_of_a_hit() {
        // before, avoided, armour, pierce → wounds, minimum
        let cases = [
            (3, 0, 1, Pierce(0), (2, false)),
            (5, 2, 1, Pierce(0), (2, false)),
            (2, 3, 0, Pierce(0), (1, true)),
            (2, 0, 4, Pierce(0), (1, true)),
            (5, 0, 4, Pierce(2), (3, false)),
            (4, 0, 4, Pierce::ALL, (4, false)),
            (0, 0, 0, Pierce(0), (0, false)), // CR-R82
        ];
        for (before, avoided, armour, pierce, expected) in cases {
            let left = after_defences(before, avoided, armour, pierce, false);
            assert_eq!((left.wounds, left.minimum), expected, "{before} − {avoided} − {armour}");
        }
        assert_eq!(after_defences(4, 0, 1, Pierce(0), true).wounds, 6, "CR-R129, the other way");
        assert_eq!(after_defences(3, 0, 5, Pierce(0), false).blocked, 3);
    }

    #[test]
    fn cr_123_cr_r90_cr_r91_thresholds_with_both_kinds_of_wounds() {
        // HP 10, lethal wounds → worn out at, incapacitated at: double_remaining, hp_plus_remaining, remaining
        let cases = [(0, 10, [20, 20, 20]), (6, 4, [8, 14, 4]), (12, 1, [1, 10, 1])];
        for (lethal, worn_out, down) in cases {
            let (mut book, mut table) = duel();
            let id = who(&table, "ann");
            table.actor_mut(id).lethal.add(0, lethal);
            let switches =
                [MixedThreshold::DoubleRemaining, MixedThreshold::HpPlusRemaining, MixedThreshold::Remaining];
            for (switch, down) in switches.into_iter().zip(down) {
                book.house.mixed_threshold = switch;
                assert_eq!(knocked_down_at(&book, table.sheet(id), table.actor(id)), down, "{lethal} {switch:?}");
            }
            assert!(!is_worn_out(table.sheet(id), table.actor(id)), "without a wound there is no cause");
            table.actor_mut(id).nonlethal.add(0, worn_out - 1);
            assert!(!is_worn_out(table.sheet(id), table.actor(id)));
            table.actor_mut(id).nonlethal.add(0, 1);
            assert!(is_worn_out(table.sheet(id), table.actor(id)));
        }
    }
}
