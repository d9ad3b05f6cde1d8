//! What the choice of a machine follows from.
//!
//! Everything that [`choose`](super::choose) reads of a table, besides the setup:
//!
//! - who has the turn, in a crisis: whoever is not up has no grounds; outside one, whether anybody is unaware (`ambushers`);
//! - of the one who acts: AP (`can_afford`, `afford`, `best_gait`, `prepare`), the stance (`stance::cost`, `best_gait`), what
//!   is in hand (`attack::draw`), the weapons and how far they are loaded (`best_attack`, `empty_weapon`, `has_ranged`);
//!   a careful one also reads how often it has aimed (`may_aim`) and whether it has acted (`overwatch::legal`);
//! - of those who are up: the square (`distance`, `cover_of`, `closed`, `is_free`, `close_in`), the stance (`of_stance`,
//!   `is_free`) and where somebody Prone looks (`of_stance`); also the square of somebody who is out of action and does
//!   not lie (`is_free`). Whoever strikes for sure, and at no area, reads nothing of that of its friends;
//! - of friends who are out of action: who is Dying within an arm's length (`patient`); for a careful one also where the
//!   others are Dying (`go_to_the_dying`), and for one who can strike an area where all of them are (`is_safe`);
//! - long Actions (`may_go_on`, `may_reload`), conditions (`can_act`, `is_slowed`), who hides (`is_out_of_sight`), whom the
//!   one who acts has not noticed (`known_foes`), and what the GM has said about cover (`cover::between`): where there are
//!   any, nothing is said.
//!
//! The [brief](crate::Brief) of what is chosen reads one thing more: the circumstances that hold everywhere (`modifiers`).

use super::Policy;
use crate::{
    Crisis,
    actions::aid,
    table::{Actor, Arms, Flag, Table},
};
use referee_engine::{ActorId, ActorSet, Grounds, Shares, space::Cell};

/// What the next choice of a machine follows from: see [`System::grounds`](referee_engine::System::grounds).
#[inline]
pub fn grounds(book: &Crisis, table: &Table, policy: Policy) -> Option<Grounds> {
    if policy == Policy::Random {
        return None;
    }
    let Some(who) = table.acting() else { return of_the_beginning(table) };
    let (up, actor, arms) = (table.actors.up(), table.actor(who), table.arms(who));
    if !up.contains(who) {
        return None;
    }
    if actor.ap == 0 && arms.cost_ap() && book.house.stabilise_ap > 0 {
        // Whatever a machine may do takes AP: the ways to go (CR-154 to CR-174), other stances (CR-160 to CR-164) and Overwatch,
        // for which a careful one wants four, always do.
        return Some(Grounds::default().and(1 << 63 | u64::from(who.0))); // the turn ends, whatever else is so
    }
    let is_plain = table.actors.is_plain() || is_plain_to(table, who);
    if !is_plain || actor.long.is_some() || !table.covers.is_nothing() {
        return None;
    }
    let friends = table.setup.sheets.friends_of(who);
    let dying = friends.both(table.actors.dying());
    let (ours, theirs) = table.actors.spots_around(who);
    let has_foes = !up.except(friends).is_empty();
    let looks_for_friends = arms.strike_areas() | !has_foes | !strikes(book, table, actor, arms);
    let ours = if looks_for_friends { ours } else { Shares::default() };
    let lying = if arms.strike_areas() { table.actors.lairs_around(who) } else { Shares::default() };
    let acting = of_the_acting(book, who, actor) | u64::from(actor.bearing()) << 32;
    let mut grounds = Grounds::default().and_all(theirs).and_all(ours).and_all(lying).and(acting).and(arms.word());
    if policy == Policy::Careful {
        grounds = grounds.and(u64::from(actor.aim) << 32 | u64::from(actor.is(Flag::Acted)) << 40);
        if !looks_for_friends && !dying.is_empty() {
            grounds = grounds.and_all(table.actors.spots_around(who).0); // it may go to them
        }
    }
    if table.circumstances != 0 {
        grounds = grounds.and(table.circumstances.into());
    }
    let helps = policy == Policy::Careful || actor.ap >= book.house.stabilise_ap;
    if dying.is_empty() || arms.strike_areas() || !helps {
        return Some(grounds);
    }
    Some(of_the_dying(book, table, who, dying, policy, grounds))
}

/// CR-D06: outside a crisis the machine begins one. Who has an additional turn then is looked for where somebody is unaware.
fn of_the_beginning(table: &Table) -> Option<Grounds> {
    table.actors.unaware().is_empty().then(|| Grounds::default().and(1 << 62))
}

/// Does nothing unusual of anybody touch the choice of this one?
#[inline(never)] // where there is anything unusual at all
fn is_plain_to(table: &Table, who: ActorId) -> bool {
    let actors = &table.actors;
    let is_noticed = table.actor(who).unaware_of.is_empty() && actors.hiding().is_empty();
    is_noticed && !actors.up().meets(actors.afflicted()) && actors.is_near()
}

/// Is there somebody to strike at for sure, with what is no area, wherever everybody is? Then nobody goes anywhere, and where
/// friends are makes no difference.
#[inline]
fn strikes(book: &Crisis, table: &Table, actor: &Actor, arms: Arms) -> bool {
    let is_open = book.house.max_range_increments.is_none() && book.house.draw_ap == 0;
    arms.strike_anywhere(actor.ap) && is_open && table.actors.is_halved() && !table.setup.can_cover_wholly()
}

/// What is read of the one who acts, but for its weapons and for what is read of everybody. CR-R141: what is in hand makes no
/// difference where drawing costs nothing.
#[inline(always)]
fn of_the_acting(book: &Crisis, who: ActorId, actor: &Actor) -> u64 {
    let in_hand = if book.house.draw_ap > 0 { actor.in_hand } else { 0 };
    u64::from(who.0) | u64::from(actor.ap) << 16 | u64::from(in_hand) << 24
}

/// What is read of friends who are Dying by somebody who strikes at no area: whom it can reach, and where they are for somebody
/// who would go there.
#[inline(never)] // at the end of a fight
fn of_the_dying(
    book: &Crisis,
    table: &Table,
    who: ActorId,
    dying: ActorSet,
    policy: Policy,
    mut grounds: Grounds,
) -> Grounds {
    for id in dying.iter() {
        let (is_near, is_seen) = (aid::is_near(book, table, who, id), policy == Policy::Careful);
        if is_near || is_seen {
            let (actor, is_here) = (table.actor(id), table.actor(id).is_here());
            let Cell { x, y } = if is_seen { actor.place.cell } else { Cell::default() };
            let how = u64::from(is_near) << 16 | 1 << 17 | u64::from(is_here) << 18;
            grounds = grounds.and(u64::from(id.0) | how | u64::from(x as u16) << 32 | u64::from(y as u16) << 48);
        }
    }
    grounds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        conditions::{Cause, Condition, ConditionKind},
        sheet::Cover,
        table::{Long, LongAction, Mode, SaidCover, Stance},
        testing::{scene, who},
    };
    use referee_engine::{clock::Ends, space::Place};

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

    fn grounds_of(table: &Table, policy: Policy) -> Option<Grounds> {
        grounds(&Crisis::default(), table, policy)
    }

    fn changed(key: &'static str, change: impl FnOnce(&mut Actor)) -> Table {
        after(|table| {
            let who = who(table, key);
            table.change(who, change);
            table.know_arms(who);
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
            ("the last shot", changed("ann", |ann| ann.weapons[rifle].loaded = 0)),
            (
                "a weapon more",
                changed("ann", |ann| ann.weapons = [&ann.weapons[..], &ann.weapons[rifle..=rifle]].concat().into()),
            ),
            ("another weapon", changed("ann", |ann| ann.weapons[rifle].weapon ^= 1)),
            (
                "a friend who is Dying within an arm's length",
                changed("bea", |bea| {
                    falls(bea);
                    bea.set(Flag::Dying, true);
                    bea.place = Place::new(1, 5, 0);
                }),
            ),
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
            ("a circumstance that holds everywhere", after(|table| table.circumstances = 1)),
        ];
        for policy in [Policy::Bold, Policy::Careful] {
            let all: Vec<_> = cases.iter().map(|(what, table)| (what, grounds_of(table, policy))).collect();
            for (at, (what, one)) in all.iter().enumerate() {
                assert!(one.is_some(), "{what}: nothing unusual");
                let alike = all[..at].iter().find(|(_, other)| other == one);
                assert!(alike.is_none(), "{policy:?}: {what} is as {}", alike.unwrap().0);
            }
        }
    }

    /// Where friends are counts for whoever has to go somewhere or strikes at areas, not for whoever has a foe to strike at.
    #[test]
    fn friends_count_unless_there_is_a_foe_to_strike_at() {
        let step = |actor: &mut Actor| actor.place = Place::new(actor.place.cell.x + 1, actor.place.cell.y, 0);
        let lies = |actor: &mut Actor| actor.stance = Stance::Prone;
        let falls = |actor: &mut Actor| {
            actor.set(Flag::Incapacitated, true);
            actor.stance = Stance::Prone;
        };
        let none = |_: &mut Actor| ();
        let of = |key: &'static str, ap, turn: &str, change: fn(&mut Actor)| {
            let mut table = changed(key, change);
            let acting = who(&table, turn);
            table.at = table.order.iter().position(|&who| who == acting).unwrap() as u8;
            table.actor_mut(acting).ap = ap;
            grounds_of(&table, Policy::Bold)
        };
        for change in [step, lies, falls] {
            assert_eq!(of("bea", 4, "ann", change), of("bea", 4, "ann", none), "Ann shoots");
            assert_ne!(of("bea", 1, "ann", change), of("bea", 1, "ann", none), "too few AP for a shot");
            assert_ne!(of("cid", 4, "dan", change), of("cid", 4, "dan", none), "Dan might throw something");
            assert_ne!(of("dan", 4, "ann", change), of("dan", 4, "ann", none), "a foe");
        }
        let (mut book, near) = table();
        let far = changed("bea", step);
        assert_eq!(grounds(&book, &near, Policy::Bold), grounds(&book, &far, Policy::Bold));
        book.house.max_range_increments = Some(9);
        assert_ne!(grounds(&book, &near, Policy::Bold), grounds(&book, &far, Policy::Bold), "it may be too far");
        (book.house.max_range_increments, book.house.draw_ap) = (None, 1);
        assert_ne!(
            grounds(&book, &near, Policy::Bold),
            grounds(&book, &far, Policy::Bold),
            "drawing may take too much"
        );
    }

    /// Somebody falls in this square.
    fn falls_at(table: &mut Table, key: &str, x: i16, dying: bool) {
        let who = who(table, key);
        table.change(who, |actor| {
            actor.set(Flag::Incapacitated, true);
            actor.set(Flag::Dying, dying);
            actor.stance = Stance::Prone;
            actor.place = Place::new(x, 6, 0);
        });
    }

    #[test]
    fn the_dying_count_for_the_careful_from_afar() {
        let bea = |x, dying| after(|table| falls_at(table, "bea", x, dying));
        let (out, here, there) = (bea(4, false), bea(4, true), bea(5, true));
        let careful = [&out, &here, &there].map(|table| grounds_of(table, Policy::Careful));
        assert!(careful[0] != careful[1] && careful[1] != careful[2] && careful[0] != careful[2]);
        let bold = [&out, &here, &there].map(|table| grounds_of(table, Policy::Bold));
        assert!(bold[0].is_some() && bold[0] == bold[1] && bold[1] == bold[2]);
    }

    #[test]
    fn the_dying_count_for_the_bold_while_there_are_ap_to_help_them() {
        let of = |ap, y| {
            let dying = after(|table| {
                falls_at(table, "bea", 2, true);
                let (ann, bea) = (who(table, "ann"), who(table, "bea"));
                table.change(bea, |bea| bea.place = Place::new(2, y, 0));
                table.actor_mut(ann).ap = ap;
            });
            grounds_of(&dying, Policy::Bold)
        };
        let enough = Crisis::default().house.stabilise_ap;
        assert!(of(enough, 5).is_some() && of(enough, 5) != of(enough, 7));
        assert!(of(enough - 1, 5).is_some() && of(enough - 1, 5) == of(enough - 1, 7));
    }

    #[test]
    fn the_fallen_count_for_whoever_can_strike_an_area() {
        let cid = |x, grenades| {
            after(|table| {
                falls_at(table, "cid", x, false);
                let dan = who(table, "dan");
                table.at = table.order.iter().position(|&who| who == dan).unwrap() as u8;
                table.actor_mut(dan).ap = 4;
                let setup = table.setup.clone();
                for carried in table.actor_mut(dan).weapons.iter_mut() {
                    if setup.weapons[usize::from(carried.weapon)].radius.is_some() {
                        carried.count = grenades;
                    }
                }
                table.know_arms(dan);
            })
        };
        let of = |x, grenades| grounds_of(&cid(x, grenades), Policy::Bold);
        assert!(of(4, 1).is_some() && of(4, 1) != of(5, 1), "a friend may lie within the area");
        assert!(of(4, 0).is_some() && of(4, 0) == of(5, 0), "there is nothing left to throw");
    }

    #[test]
    fn cr_r141_what_is_in_hand_counts_where_drawing_costs_something() {
        let (mut book, plain) = table();
        let other = changed("ann", |ann| ann.in_hand += 1);
        assert_eq!(grounds(&book, &plain, Policy::Bold), grounds(&book, &other, Policy::Bold));
        book.house.draw_ap = 1;
        assert_ne!(grounds(&book, &plain, Policy::Bold), grounds(&book, &other, Policy::Bold));
    }

    #[test]
    fn without_ap_a_turn_ends_wherever_everybody_is() {
        let (mut book, _) = table();
        let spent = || changed("ann", |ann| ann.ap = 0);
        let mut other = spent();
        falls_at(&mut other, "bea", 2, true);
        for policy in [Policy::Bold, Policy::Careful] {
            let mut rng = referee_dice::FastRng::seed_from_u64(1);
            assert_eq!(grounds(&book, &spent(), policy), grounds(&book, &other, policy));
            let ends = crate::Intent::EndTurn(who(&other, "ann"));
            assert_eq!(super::super::choose(&book, &other, policy, &mut rng), ends);
            assert_eq!(super::super::choose(&book, &spent(), policy, &mut rng), ends);
        }
        // Where it costs nothing to stabilise somebody, it matters who is near.
        book.house.stabilise_ap = 0;
        let place = |table: &mut Table, y| {
            let bea = who(table, "bea");
            table.change(bea, |bea| bea.place = Place::new(2, y, 0));
        };
        place(&mut other, 5);
        let near = grounds(&book, &other, Policy::Bold);
        place(&mut other, 7);
        assert_ne!(near, grounds(&book, &other, Policy::Bold));
    }

    #[test]
    fn a_crisis_begins_wherever_everybody_is() {
        let free = |x| {
            after(|table| {
                table.clock.mode = Mode::Free;
                table.change(ActorId(2), |cid| cid.place = Place::new(x, 3, 0));
            })
        };
        assert!(grounds_of(&free(9), Policy::Bold).is_some());
        assert_eq!(grounds_of(&free(9), Policy::Bold), grounds_of(&free(8), Policy::Bold));
    }

    #[test]
    fn aim_and_what_was_done_count_for_the_careful_alone() {
        let plain = table().1;
        for other in [changed("ann", |ann| ann.aim = 1), changed("ann", |ann| ann.set(Flag::Acted, true))] {
            assert_eq!(grounds_of(&plain, Policy::Bold), grounds_of(&other, Policy::Bold));
            assert_ne!(grounds_of(&plain, Policy::Careful), grounds_of(&other, Policy::Careful));
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
                assert_eq!(grounds_of(table, policy), grounds_of(&plain, policy), "{what}");
            }
        }
    }

    #[test]
    fn whatever_is_unusual_has_no_grounds() {
        let long = Long { what: LongAction::Reload(0), put: 1, cost: 9, worked: false, paused: false };
        let afflict = |kind| {
            move |actor: &mut Actor| {
                actor.lasting_mut().conditions.push(Condition { kind, ends: Ends::Never });
                actor.know_conditions();
            }
        };
        let cases = [
            ("a long Action", changed("ann", |ann| ann.lasting_mut().long = Some(long))),
            ("somebody unnoticed", changed("ann", |ann| ann.overlook(ActorId(2)))),
            ("a condition", changed("ann", afflict(ConditionKind::Slowed))),
            ("a condition of a foe", changed("cid", afflict(ConditionKind::Helpless(Cause::Held)))),
            ("somebody Hidden", changed("cid", |cid| cid.set(Flag::Hidden, true))),
            ("somebody Sneaking", changed("cid", |cid| cid.lasting_mut().sneak = Some(5))),
            ("somebody out whose turn it is", changed("ann", |ann| ann.set(Flag::Incapacitated, true))),
            (
                "an ambush",
                after(|table| {
                    table.clock.mode = Mode::Free;
                    table.change(ActorId(2), |cid| cid.overlook(ActorId(0)));
                }),
            ),
            ("somebody far away", changed("cid", |cid| cid.place = Place::new(1 << 12, 0, 0))),
            (
                "cover by the GM's word",
                after(|table| {
                    table.covers.fill().push(SaidCover { from: ActorId(0), to: ActorId(2), cover: Cover::Heavy });
                }),
            ),
        ];
        for (what, table) in &cases {
            assert_eq!(grounds_of(table, Policy::Bold), None, "{what}");
            assert_eq!(grounds_of(table, Policy::Careful), None, "{what}");
        }
        assert_eq!(grounds_of(&table().1, Policy::Random), None, "who draws lots has no grounds");
    }
}
