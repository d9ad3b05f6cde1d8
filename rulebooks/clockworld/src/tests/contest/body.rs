//! Shove, Trip and Disarm.

use super::{bandit_at, brawl, brawl_with, does, refused};
use crate::{
    table::{Out, Taken, Whereabouts},
    testing::{scene, who},
};
use referee_engine::rule;

/// CW-027, CW-028, CW-R25, CW-X37: one Contest a Turn; with `two_contests` two that differ by name.
#[test]
fn cw_028_two_contests_only_where_the_table_allows_them() {
    for on in [false, true] {
        let (mut book, mut table) = brawl("", "");
        book.house.two_contests = on;
        does(&book, &mut table, "mudo", "shove target=bandit", &[1, 9], &[]);
        assert_eq!(table.actor(who(&table, "mudo")).turn.taken.len(), 1, "CW-027: it is one Action");
        assert_eq!(refused(&book, &table, "mudo", "shove target=bandit"), rule!("CW-028"), "the same one never");
        if on {
            does(&book, &mut table, "mudo", "trip target=bandit", &[1, 9], &["endure"]);
        } else {
            assert_eq!(refused(&book, &table, "mudo", "trip target=bandit"), rule!("CW-028"));
        }
    }
}

/// CW-117: a Contest causes no Injury by itself. CW-138, CW-141: Athletics against Endure.
#[test]
fn cw_141_a_shove_is_athletics_against_endure_within_reach() {
    let skills = "skills = { Athletics = { bonus = 3 } }";
    let cases = [
        // Shove, Endure, moved
        (4, 4, true), // 7 beats 4 + 2
        (3, 4, false),
        (1, 2, false), // 4 does not beat 4
    ];
    for (shove, endure, moved) in cases {
        let (book, mut table) = brawl(skills, "skills = { Fortitude = { bonus = 2 } }");
        let (bandit, answers): (_, &[&str]) = (who(&table, "bandit"), if moved { &["5"] } else { &[] });
        let before = table.actor(bandit).clone();
        does(&book, &mut table, "mudo", "shove target=bandit", &[shove, endure], answers);
        let after = table.actor(bandit);
        assert_eq!(after.place != before.place, moved, "{shove} {endure}");
        assert!(after.injuries.is_empty());
        assert_eq!((&after.turn, after.reactions), (&before.turn, before.reactions), "CW-143, CW-121");
    }
}

/// CW-141, CW-145, CW-147, CW-157, CW-R78, CW-080: bodily Contests need the Target within Reach.
#[test]
fn cw_r78_bodily_contests_need_reach() {
    let (book, mut table) = brawl("", "held = { \"right arm\" = \"club\" }");
    bandit_at(&mut table, 6, 3);
    for contest in ["shove", "trip", "disarm", "pin", "strangle"] {
        let command = format!("{contest} target=bandit");
        assert_eq!(refused(&book, &table, "mudo", &command), rule!("CW-080"), "{contest}");
    }
    does(&book, &mut table, "mudo", "distract target=bandit way=threat", &[1, 9], &[]);
}

/// CW-142, CW-144, CW-R85, CW-D28: straight away, 0 to 5 feet; it stops at walls and Characters. No Pot Shot is asked
/// for, though Ada's foe leaves her Reach.
#[test]
fn cw_r85_a_shove_stops_at_walls_and_characters() {
    let (book, mut table) = brawl("", "");
    let bandit = who(&table, "bandit");
    let at = table.actor(bandit).place;
    does(&book, &mut table.clone(), "mudo", "shove target=bandit", &[9, 1], &["0"]);
    does(&book, &mut table, "mudo", "shove target=bandit", &[9, 1], &["5"]);
    assert_eq!(table.setup.space.distance(at, table.actor(bandit).place), 5);
    let from = table.actor(who(&table, "mudo")).place;
    assert_eq!(table.setup.space.distance(from, table.actor(bandit).place), 10, "straight away");
    for blocked in [
        "[[things]]\nname = \"Wall\"\nblocks_move = true\nat = [6, 3]",
        "[[characters]]\nname = \"Other\"\nkind = \"villain\"\nat = [6, 3]",
    ] {
        let (book, mut table) = brawl("", blocked);
        let at = table.actor(who(&table, "bandit")).place;
        does(&book, &mut table, "mudo", "shove target=bandit", &[9, 1], &[]); // nowhere to go: nothing to ask
        assert_eq!(table.actor(who(&table, "bandit")).place, at, "{blocked}");
    }
}

/// CW-145, CW-146, CW-D26, CW-R64: Block with what is held uses that weapon's Skill, and the arm Hand-to-Hand.
#[test]
fn cw_145_a_trip_is_answered_with_block_dodge_or_endure() {
    let bandit = "skills = { Melee = { bonus = 5 }, Fortitude = { bonus = 1 }, Reflex = { bonus = 2 }, Hand-to-Hand = { bonus = 3 } }
        held = { \"right arm\" = \"sabre\" }";
    let cases = [("block-sabre", 5), ("block-left-arm", 3), ("dodge", 2), ("endure", 1)];
    for (answer, bonus) in cases {
        for (trip, prone) in [(2 + bonus, true), (1 + bonus, false)] {
            let (book, mut table) = brawl("", bandit);
            does(&book, &mut table, "mudo", "trip target=bandit", &[trip, 1], &[answer]);
            let bandit = table.actor(who(&table, "bandit"));
            assert_eq!(bandit.prone, prone, "{answer} {trip}");
            assert_eq!(bandit.reactions, 2, "CW-121");
        }
    }
}

/// CW-R77: who is unconscious does not roll; one of the same side may agree; an Unaware Target still rolls.
#[test]
fn cw_r77_who_cannot_or_will_not_defend_does_not_roll() {
    let (book, mut table) = brawl("", "out = \"unconscious\"");
    table.actor_mut(who(&table, "bandit")).prone = false;
    does(&book, &mut table, "mudo", "trip target=bandit", &[], &[]);
    assert!(table.actor(who(&table, "bandit")).prone);
    let (book, mut table) = brawl("", "");
    does(&book, &mut table.clone(), "mudo", "shove target=ada", &[9, 1], &["endure", "5"]);
    does(&book, &mut table, "mudo", "shove target=ada", &[], &["agree", "5"]);
    assert_eq!(table.setup.space.column_and_row(table.actor(who(&table, "ada")).place.cell), Some((2, 3)));
    let (book, mut table) = brawl("", "unaware_of = [\"mudo\"]");
    does(&book, &mut table, "mudo", "shove target=bandit", &[1, 9], &[]);
}

/// CW-R30, CW-036: a focused Defend helps Reactions, and a defence in a Contest is none.
#[test]
fn cw_r30_a_focused_defend_does_not_help_in_a_contest() {
    let (book, mut table) = brawl("", "");
    let bandit = who(&table, "bandit");
    table.actor_mut(bandit).reactions_high = true;
    does(&book, &mut table, "mudo", "trip target=bandit", &[5, 4], &["dodge"]); // one die each
    assert!(table.actor(bandit).prone);
}

/// CW-R81: Contest defences are Low Rolled too, and so is a roll against several if one of them is in the scope.
#[test]
fn cw_r81_the_distracted_low_roll_their_contests() {
    let distracted = "conditions = [{ kind = \"distracted_against\", by = \"mudo\" }]";
    let (book, mut table) = brawl("", distracted);
    does(&book, &mut table, "mudo", "trip target=bandit", &[5, 9, 4], &["endure"]);
    assert!(table.actor(who(&table, "bandit")).prone, "the lower die of 9 and 4 is beaten");
    let (book, mut table) = brawl_with("scenario = { first = \"threats\" }", "", distracted);
    does(&book, &mut table, "bandit", "distract target=ada,mudo way=threat", &[9, 2, 1, 2], &[]);
    assert_eq!(table.actor(who(&table, "ada")).conditions.len(), 1, "2 beats 1");
    assert!(table.actor(who(&table, "mudo")).conditions.is_empty(), "2 does not beat 2");
}

/// CW-147, CW-148, CW-149, CW-R86, CW-D29: what can be taken, and with which Skill it is kept.
#[test]
fn cw_148_a_held_reach_weapon_is_kept_with_its_own_skill() {
    let bandit = "skills = { Melee = { bonus = 5 }, Hand-to-Hand = { bonus = 1 }, Longarms = { bonus = 9 } }";
    let cases = [
        // how it is carried, item, what must be beaten on a 1
        ("held = { \"right arm\" = \"sabre\" }", "sabre", 6),
        ("worn = [\"sabre\"]", "sabre", 2),
        ("held = { \"right arm\" = \"rifle\" }", "rifle", 2),
        ("worn = [\"rope\"]", "rope", 2),
    ];
    for (carried, item, total) in cases {
        for (dice, won) in [(total + 1, true), (total, false)] {
            let (book, mut table) = brawl("", &format!("{bandit}\n{carried}"));
            let answers: &[&str] = if won { &["5,3"] } else { &[] };
            does(&book, &mut table, "mudo", &format!("disarm target=bandit item={item}"), &[dice, 1], answers);
            let thing = table.find_thing(&format!("{item}#0")).unwrap();
            let gone = matches!(table.thing(thing).at, Whereabouts::Place(_));
            assert_eq!(gone, won, "{carried} {dice}");
            assert!(!won || table.actor(who(&table, "bandit")).held.is_empty());
        }
    }
    let (book, table) = brawl("", "hidden = [\"knife\"]");
    assert_eq!(refused(&book, &table, "mudo", "disarm target=bandit item=knife"), rule!("CW-147"), "out of sight");
}

/// CW-150, CW-151, CW-R86: up to 10 feet off, or wielded with enough free hands.
#[test]
fn cw_151_a_two_handed_item_needs_two_free_hands() {
    let rifle = "held = { \"right arm\" = \"rifle\" }";
    let (book, mut table) = brawl("", rifle);
    does(&book, &mut table, "mudo", "disarm target=bandit", &[9, 1], &["wield"]);
    let mudo = table.actor(who(&table, "mudo"));
    assert_eq!(mudo.held.len(), 2, "it stands in both hands");
    let (book, table) = brawl("held = { \"right arm\" = \"knife\" }", rifle);
    let wield = std::panic::catch_unwind(|| {
        does(&book, &mut table.clone(), "mudo", "disarm target=bandit with=hands", &[9, 1], &["wield"]);
    });
    assert!(wield.is_err(), "one hand is busy, so wielding is no option");
    for (cell, allowed) in [("5,3", true), ("7,3", true), ("8,3", false)] {
        let knocked = std::panic::catch_unwind(|| {
            does(&book, &mut table.clone(), "mudo", "disarm target=bandit with=hands", &[9, 1], &[cell]);
        });
        assert_eq!(knocked.is_ok(), allowed, "CW-150: {cell} is within 10 feet of 5,3 or not");
    }
}

/// CW-R16: a Disarm with a Reach Weapon uses the Skill of that weapon and its Reach (CW-R37).
#[test]
fn cw_147_a_disarm_may_use_a_reach_weapon() {
    let bandit = "held = { \"right arm\" = \"club\" }";
    let spear = "held = { \"right arm\" = \"long-spear\" }\nskills = { Melee = { bonus = 4 } }";
    let (book, mut table) = brawl(spear, bandit);
    bandit_at(&mut table, 6, 3);
    let command = "disarm target=bandit item=club with=long-spear";
    does(&book, &mut table, "mudo", command, &[1, 4], &["6,3"]); // 5 beats 4
    let (book, table) = brawl("held = { \"right arm\" = \"revolver\" }", bandit);
    let with_gun =
        crate::testing::run(&book, &mut table.clone(), "mudo", "disarm target=bandit with=revolver", &[], &[]);
    assert!(with_gun.is_err(), "a revolver is no Reach Weapon");
}

/// No intent from a journal may panic: indices out of range are refused.
#[test]
fn strange_intents_are_refused() {
    use crate::{
        Intent,
        acts::task::Object,
        acts::{
            Comply, Deceive, Disarm, Distract, Escape, Excuse, Persuade, Pin, Release, Shove, Strangle, Trip,
            contest::{
                EscapeWith, Hands, Ploy, Taunt, Tool,
                demand::{ActionKind, DemandWord, HeldThing, On},
                disarm::Item,
            },
            value::Words,
        },
        sheet::ThingId,
    };
    use referee_engine::{
        ActorId, Script, Seat, System,
        act::{Does, Listed, Open, Several, Text},
    };
    let (book, table) = brawl("", "");
    let (nobody, nothing) = (ActorId(99), ThingId(99));
    let (mudo, bandit) = (who(&table, "mudo"), who(&table, "bandit"));
    let several = |all: &[ActorId]| Open::with(all.iter().copied().collect::<Several<_>>());
    let (focus, sneakily) = (Open::with(false), Open::with(false));
    let distract =
        |targets: &[ActorId]| Distract { target: several(targets), way: Taunt::Threat.into(), focus, sneakily };
    let persuade = |demand: DemandWord| Persuade {
        target: several(&[bandit]),
        way: Ploy::Charm.into(),
        demand: demand.into(),
        item: HeldThing(nothing).into(),
        words: Text(String::new()).into(),
        kind: ActionKind::Task.into(),
        on: On(Some(nothing)).into(),
        focus,
        sneakily,
    };
    let pin = |target: ActorId, with| Pin { target: target.into(), with: Tool(with).into(), focus, sneakily };
    for actor in [mudo, nobody] {
        fn by<A: Listed<crate::Clockworld>>(actor: ActorId, act: A) -> Intent
        where
            crate::Clockworld: referee_engine::act::Book<Acts = Intent>,
        {
            A::listed(Does { actor: Some(actor), act })
        }
        let words = Words(String::new());
        let acts = [
            by(actor, distract(&[nobody])),
            by(actor, distract(&[bandit, bandit])),
            by(actor, distract(&[])),
            by(actor, Deceive { target: several(&[mudo]), words: words.into(), focus, sneakily }),
            by(actor, persuade(DemandWord::Drop)),
            by(actor, persuade(DemandWord::DropHeld)),
            by(actor, persuade(DemandWord::Act)),
            by(actor, Shove { target: nobody.into(), focus, sneakily }),
            by(actor, Trip { target: mudo.into(), focus, sneakily }),
            by(
                actor,
                Disarm { target: bandit.into(), item: Item(nothing).into(), with: Tool(None).into(), focus, sneakily },
            ),
            by(actor, pin(nobody, None)),
            by(actor, pin(bandit, Some(nothing))),
            by(actor, Strangle { target: nobody.into(), hands: Hands::One.into(), focus, sneakily }),
            by(actor, Escape::out_of(Object::Actor(nobody), EscapeWith::Escape)),
            by(actor, Release { target: nobody.into() }),
            by(actor, Comply {}),
            by(actor, Excuse {}),
        ];
        for intent in acts {
            let mut copy = table.clone();
            let result = book.resolve_with(&mut copy, Seat::Gm, &intent, &mut Script::new(&book));
            assert!(matches!(result, Err(referee_engine::Stop::Refused(_))), "{intent:?}: {result:?}");
        }
    }
}

/// CW-R98, CW-R94: neither the unconscious nor the Pinned start a Contest; the Immobilized do (CW-R93).
#[test]
fn cw_r94_the_pinned_start_no_contest() {
    let (book, table) = brawl("conditions = [{ kind = \"pinned\", by = \"bandit\" }]", "");
    for command in ["shove target=bandit", "distract target=bandit way=threat", "deceive target=bandit"] {
        assert_eq!(refused(&book, &table, "mudo", command), rule!("CW-R94"), "{command}");
    }
    let (book, mut table) = brawl("conditions = [{ kind = \"immobilized\" }]", "");
    does(&book, &mut table, "mudo", "trip target=bandit", &[1, 9], &["endure"]);
    assert_eq!(
        table.actor(who(&table, "mudo")).turn.taken.first(),
        Some(&Taken::Contest(crate::acts::contest::ContestName::Trip))
    );
    let (book, table) = brawl("out = \"unconscious\"", "");
    assert_eq!(refused(&book, &table, "mudo", "shove target=bandit"), rule!("CW-R98"));
    assert_eq!(table.actor(who(&table, "mudo")).out, Out::Unconscious);
}

/// CW-R85 without a map: five feet within a zone are no other place, but they part the two.
#[test]
fn cw_r87_a_shove_parts_two_in_one_zone() {
    let (book, mut table) = scene(
        r#"
        book = "clockworld"
        map = { grid = "zones", zones = ["bar"], within = 5, unit = "feet" }
        [[characters]]
        name = "Mudo"
        [[characters]]
        name = "Bandit"
        kind = "villain"
        conditions = [{ kind = "strangled", by = "mudo" }]
        "#,
    );
    does(&book, &mut table, "mudo", "end-turn", &[], &[]);
    does(&book, &mut table, "bandit", "shove target=mudo", &[9, 1], &["5"]);
    assert!(table.actor(who(&table, "mudo")).hold.is_none());
}
