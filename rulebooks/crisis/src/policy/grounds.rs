//! What the choice of a machine follows from.
//!
//! Everything that [`choose`](super::choose) reads of a table, besides the setup:
//!
//! - who has the turn, in a crisis: whoever is not up has no grounds;
//! - of the one who acts: AP (`can_afford`, `afford`, `best_gait`, `prepare`), the stance (`stance::cost`, `best_gait`), what
//!   is in hand (`attack::draw`), the weapons and how far they are loaded (`best_attack`, `empty_weapon`, `has_ranged`);
//!   a careful one also reads how often it has aimed (`may_aim`) and whether it has acted (`overwatch::legal`);
//! - of those who are up: the square (`distance`, `cover_of`, `closed`, `is_free`, `close_in`), the stance (`of_stance`,
//!   `is_free`) and where somebody Prone looks (`of_stance`);
//! - of those who are out of action and not dead: the square and the stance (`is_free`, and of friends `is_safe`), and
//!   whether a friend is Dying, and where (`patient`, `go_to_the_dying`);
//! - long Actions (`may_go_on`, `may_reload`), conditions (`can_act`, `is_slowed`), who hides (`is_out_of_sight`), whom the
//!   one who acts has not noticed (`known_foes`), and what the GM has said about cover (`cover::between`): where there are
//!   any, nothing is said.

use super::Policy;
use crate::{
    actions::attack,
    table::{Actor, Carried, Flag, Mode, Stance, Table},
};
use referee_engine::{ActorId, Grounds};

/// What the next choice of a machine follows from: see [`System::grounds`](referee_engine::System::grounds).
#[inline]
pub fn grounds(table: &Table, policy: Policy) -> Option<Grounds> {
    if policy == Policy::Random || table.clock.mode != Mode::Crisis || !table.covers.is_empty() {
        return None;
    }
    let (who, up) = (table.acting()?, table.actors.up());
    let actor = table.actor(who);
    let is_plain = up.contains(who) && actor.long.is_none() && actor.unaware_of.is_empty();
    if !is_plain || up.meets(table.actors.afflicted()) || !table.actors.hiding().is_empty() {
        return None;
    }
    let mut grounds = Grounds::default().and(of_the_acting(who, actor, policy));
    for two in actor.weapons.chunks(2) {
        let word = |at: usize| two.get(at).map_or(0, |carried| of_a_weapon(table, carried));
        grounds = grounds.and(word(0) | word(1) << 32);
    }
    let friends = table.setup.sheets.friends_of(who);
    let mut far = 0;
    for (at, two) in table.actors.chunks(2).enumerate() {
        let mut word = |nth: usize| {
            let is_friend = || friends.contains(ActorId::at(2 * at + nth));
            two.get(nth).map_or(0, |actor| of_anybody(actor, is_friend, &mut far))
        };
        grounds = grounds.and(word(0) | word(1) << 32);
    }
    (far < FARTHEST).then_some(grounds)
}

/// What is read of the one who acts, but for its weapons and for what is read of everybody.
#[inline]
fn of_the_acting(who: ActorId, actor: &Actor, policy: Policy) -> u64 {
    let hands = u64::from(actor.ap) << 16 | u64::from(actor.in_hand) << 24 | (actor.weapons.len() as u64) << 48;
    let before = match policy {
        Policy::Careful => u64::from(actor.aim) << 32 | u64::from(actor.is(Flag::Acted)) << 40,
        Policy::Bold | Policy::Random => 0,
    };
    u64::from(who.0) | hands | before
}

/// Which weapon it is, for how many Attacks of a burst it is there and loaded (CR-R44), and whether it must be reloaded: how
/// many Attacks there are beyond a burst makes no difference. In 17 bits.
#[inline]
fn of_a_weapon(table: &Table, carried: &Carried) -> u64 {
    let weapon = &table.setup.weapons[usize::from(carried.weapon)];
    let attacks = attack::at_hand(carried, weapon).min(weapon.rof.max(1));
    let is_empty = weapon.capacity > 0 && carried.loaded == 0;
    u64::from(carried.weapon) | u64::from(attacks) << 8 | u64::from(is_empty) << 16
}

/// Squares beyond this column or row do not fit into a word.
const FARTHEST: u16 = 1 << 12;

/// What is read of anybody, in 32 bits: nothing of the dead, nor of a foe who is out of action and lies in nobody's way.
#[inline]
fn of_anybody(actor: &Actor, is_friend: impl FnOnce() -> bool, far: &mut u16) -> u64 {
    let (is_out, lies) = (actor.is_incapacitated(), actor.stance == Stance::Prone);
    if !actor.is_here() || (is_out && lies && !is_friend()) {
        return 0;
    }
    let (x, y) = (actor.place.cell.x as u16, actor.place.cell.y as u16);
    *far |= x | y; // not below the limit if one of them is not
    let looks = if lies && !is_out { u64::from(actor.facing & 7) } else { 0 };
    let state = 1 | u64::from(is_out) << 1 | u64::from(actor.is_dying()) << 2 | (actor.stance as u64) << 3 | looks << 5;
    state | u64::from(x) << 8 | u64::from(y) << 20
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Crisis,
        conditions::{Cause, Condition, ConditionKind},
        sheet::Cover,
        table::{Long, LongAction, SaidCover},
        testing::{scene, who},
    };
    use referee_engine::{ActorSet, clock::Ends, space::Place};

    /// Ann, who shoots and throws, and Bea; Cid, who shoots, and Dan. Ann has the turn.
    fn table() -> (Crisis, Table) {
        scene(
            r#"
            book = "crisis"
            map = { grid = "square", columns = 12, rows = 8, cell = 1, unit = "square" }
            crisis = { acting = "ann" }
            characters = [
                { from = "marksman", name = "Ann", at = [1, 4] },
                { from = "brawler", name = "Bea", at = [3, 6] },
                { from = "guard", name = "Cid", side = "foes", at = [9, 3] },
                { from = "raider", name = "Dan", at = [9, 6] },
            ]
            objects = [{ from = "low-wall", key = "wall", at = [2, 4] }]
            "#,
        )
    }

    /// How a table looks after this has changed on it.
    fn after(change: impl FnOnce(&mut Table)) -> Table {
        let mut table = table().1;
        change(&mut table);
        table
    }

    fn changed(key: &'static str, change: impl FnOnce(&mut Actor)) -> Table {
        after(|table| {
            let who = who(table, key);
            table.change(who, change);
        })
    }

    #[test]
    fn whatever_is_read_makes_other_grounds() {
        let loaded = |table: &Table| {
            let carried = table.actor(who(table, "ann")).weapons.iter();
            carried.clone().position(|carried| table.setup.weapons[usize::from(carried.weapon)].capacity > 0)
        };
        let rifle = loaded(&table().1).expect("a marksman has something to load");
        let step = |actor: &mut Actor| actor.place = Place::new(actor.place.cell.x + 1, actor.place.cell.y, 0);
        let falls = |actor: &mut Actor| {
            actor.set(Flag::Incapacitated, true);
            actor.stance = Stance::Prone;
        };
        let cases = [
            ("nothing", table().1),
            ("AP", changed("ann", |ann| ann.ap += 1)),
            ("the own square", changed("ann", step)),
            ("the own stance", changed("ann", |ann| ann.stance = Stance::Kneeling)),
            ("what is in hand", changed("ann", |ann| ann.in_hand += 1)),
            ("the last shot", changed("ann", |ann| ann.weapons[rifle].loaded = 0)),
            ("a weapon more", changed("ann", |ann| ann.weapons.push(ann.weapons[rifle]))),
            ("another weapon", changed("ann", |ann| ann.weapons[rifle].weapon ^= 1)),
            ("the square of a friend", changed("bea", step)),
            ("the stance of a friend", changed("bea", |bea| bea.stance = Stance::Prone)),
            ("a friend who is out", changed("bea", falls)),
            (
                "a friend who is Dying",
                changed("bea", |bea| {
                    falls(bea);
                    bea.set(Flag::Dying, true);
                }),
            ),
            (
                "the square of a friend who is Dying",
                changed("bea", |bea| {
                    falls(bea);
                    bea.set(Flag::Dying, true);
                    step(bea);
                }),
            ),
            ("a friend who is dead", changed("bea", |bea| bea.flags |= Flag::Dead as u32 | Flag::Incapacitated as u32)),
            ("the square of a foe", changed("cid", step)),
            ("the stance of a foe", changed("cid", |cid| cid.stance = Stance::Kneeling)),
            (
                "a foe who lies",
                changed("cid", |cid| {
                    cid.stance = Stance::Prone;
                    cid.facing = 0;
                }),
            ),
            (
                "where a foe who lies looks",
                changed("cid", |cid| {
                    cid.stance = Stance::Prone;
                    cid.facing = 4;
                }),
            ),
            ("a foe who is out", changed("cid", falls)),
            ("a foe who is out and still stands", changed("cid", |cid| cid.set(Flag::Incapacitated, true))),
            ("a foe who is not here", changed("dan", |dan| dan.set(Flag::Absent, true))),
            ("another turn", after(|table| table.at = (table.at + 1) % 4)),
        ];
        for policy in [Policy::Bold, Policy::Careful] {
            let all: Vec<_> = cases.iter().map(|(what, table)| (what, grounds(table, policy))).collect();
            for (at, (what, one)) in all.iter().enumerate() {
                assert!(one.is_some(), "{what}: nothing unusual");
                let alike = all[..at].iter().find(|(_, other)| other == one);
                assert!(alike.is_none(), "{policy:?}: {what} is as {}", alike.unwrap().0);
            }
        }
    }

    #[test]
    fn aim_and_what_was_done_count_for_the_careful_alone() {
        let plain = table().1;
        for other in [changed("ann", |ann| ann.aim = 1), changed("ann", |ann| ann.set(Flag::Acted, true))] {
            assert_eq!(grounds(&plain, Policy::Bold), grounds(&other, Policy::Bold));
            assert_ne!(grounds(&plain, Policy::Careful), grounds(&other, Policy::Careful));
        }
    }

    #[test]
    fn what_nobody_reads_leaves_the_grounds_as_they_are() {
        let plain = table().1;
        let cases = [
            ("wounds", changed("ann", |ann| ann.lethal.add(0, 1))),
            ("wounds of a foe", changed("cid", |cid| cid.nonlethal.add(0, 2))),
            ("reactions", changed("cid", |cid| cid.set(Flag::ParryUsed, true))),
            ("AP of others", changed("cid", |cid| cid.ap += 1)),
            ("ammunition of others", changed("cid", |cid| cid.weapons.iter_mut().for_each(|one| one.loaded = 0))),
            ("where somebody upright looks", changed("cid", |cid| cid.facing ^= 1)),
            ("the round", after(|table| table.clock.round += 1)),
            ("the time", after(|table| table.clock.elapsed += 6)),
            ("initiative", changed("ann", |ann| ann.initiative += 1)),
        ];
        for policy in [Policy::Bold, Policy::Careful] {
            for (what, table) in &cases {
                assert_eq!(grounds(table, policy), grounds(&plain, policy), "{what}");
            }
        }
    }

    #[test]
    fn whatever_is_unusual_has_no_grounds() {
        let long = Long { what: LongAction::Reload(0), put: 1, cost: 9, worked: false, paused: false };
        let afflict = |kind| {
            move |actor: &mut Actor| {
                actor.conditions.push(Condition { kind, ends: Ends::Never });
                actor.know_conditions();
            }
        };
        let cases = [
            ("a long Action", changed("ann", |ann| ann.long = Some(long))),
            ("somebody unnoticed", changed("ann", |ann| ann.unaware_of = ActorSet::EMPTY.with(ActorId(2)))),
            ("a condition", changed("ann", afflict(ConditionKind::Slowed))),
            ("a condition of a foe", changed("cid", afflict(ConditionKind::Helpless(Cause::Held)))),
            ("somebody Hidden", changed("cid", |cid| cid.set(Flag::Hidden, true))),
            ("somebody Sneaking", changed("cid", |cid| cid.sneak = Some(5))),
            ("somebody out whose turn it is", changed("ann", |ann| ann.set(Flag::Incapacitated, true))),
            ("no crisis", after(|table| table.clock.mode = Mode::Free)),
            ("somebody far away", changed("cid", |cid| cid.place = Place::new(1 << 12, 0, 0))),
            (
                "cover by the GM's word",
                after(|table| {
                    table.covers.push(SaidCover { from: ActorId(0), to: ActorId(2), cover: Cover::Heavy });
                }),
            ),
        ];
        for (what, table) in &cases {
            assert_eq!(grounds(table, Policy::Bold), None, "{what}");
            assert_eq!(grounds(table, Policy::Careful), None, "{what}");
        }
        assert_eq!(grounds(&table().1, Policy::Random), None, "who draws lots has no grounds");
    }
}
