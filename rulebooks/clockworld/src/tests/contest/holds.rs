//! Pin, Strangle, Escape and letting go.

use super::{brawl, brawl_with, does, refused};
use crate::{
    acts::{
        contest::check_holds,
        task::{Object, TaskName},
    },
    conditions::ConditionKind,
    house::HoldEscape,
    rank::{Rank, SkillRank},
    table::{Taken, Whereabouts},
    testing::{run, who},
};
use referee_engine::{Script, Through, rule, space::Cell};

/// CW-152, CW-153, CW-R49, CW-R87: both hands must be free; the rope fills none, and bindings leave them free.
#[test]
fn cw_153_a_pin_needs_both_hands() {
    let cases = [
        // Mudo, command, possible?
        ("", "pin target=bandit", true),
        ("held = { \"right arm\" = \"knife\" }", "pin target=bandit", false),
        ("held = { \"right arm\" = \"rope\" }", "pin target=bandit with=hands", false),
        ("held = { \"right arm\" = \"rope\" }", "pin target=bandit with=rope", true),
        ("held = { \"right arm\" = \"knife\" }\nworn = [\"rope\"]", "pin target=bandit with=rope", false),
        ("worn = [\"rope\"]", "pin target=bandit with=rope", true),
        ("injuries = [{ severity = \"serious\", part = \"left arm\" }]", "pin target=bandit", false),
    ];
    for (mudo, command, possible) in cases {
        let (book, mut table) = brawl(mudo, "");
        let done = run(&book, &mut table, "mudo", command, &[9, 1], &["endure"]);
        assert_eq!(done.is_ok(), possible, "{mudo} {command}: {done:?}");
        if !possible {
            continue;
        }
        let (mudo, bandit) = (who(&table, "mudo"), who(&table, "bandit"));
        assert!(table.is_pinned(bandit));
        let busy = if command.ends_with("rope") { 0 } else { 2 };
        assert_eq!(table.actor(mudo).hold.map_or(0, |hold| hold.arms.len()), busy, "{command}");
        assert_eq!(table.free_arms(mudo).len(), 2 - busy, "{command}");
    }
    let (book, table) = brawl("held = { \"right arm\" = \"knife\" }", "");
    assert_eq!(refused(&book, &table, "mudo", "pin target=bandit"), rule!("CW-153"));
}

/// CW-155, CW-R87, CW-D34, CW-160: the holder lets go as an Incidental, also after its Actions; nobody else can.
#[test]
fn cw_155_a_pin_lasts_until_it_is_let_go() {
    for (command, by_hand) in [("pin target=bandit with=rope focus=yes", false), ("pin target=bandit focus=yes", true)]
    {
        let (book, mut table) = brawl("worn = [\"rope\"]", "");
        let bandit = who(&table, "bandit");
        does(&book, &mut table, "mudo", command, &[9, 2, 1], &["endure"]);
        assert_eq!(refused(&book, &table, "ada", "release target=bandit"), rule!("CW-155"));
        for _ in 0..2 {
            let by = if table.side == referee_engine::Side(0) { "mudo" } else { "bandit" };
            does(&book, &mut table, by, "end-turn", &[], &[]);
            assert!(table.is_pinned(bandit), "CW-155: no Turn ends it");
        }
        does(&book, &mut table, "mudo", "defend focus=yes", &[], &[]);
        does(&book, &mut table, "mudo", "release", &[], &[]);
        assert!(!table.is_pinned(bandit));
        assert!(table.actor(who(&table, "mudo")).hold.is_none());
        if !by_hand {
            let rope = table.find_thing("rope#0").unwrap();
            assert_eq!(table.thing(rope).at, Whereabouts::Place(table.actor(bandit).place));
        }
    }
}

/// CW-213, CW-R90: what bindings remember is the tier's Hand-to-Hand Rank and their own.
#[test]
fn cw_213_the_higher_rank_counts() {
    let cases = [
        // tier's Rank, bindings, die that fails, die that frees
        ("Layman", "manacles", 9, 10),
        ("Layman", "rope", 5, 6),
        ("Adept", "rope", 7, 8),
        ("Master", "rope", 9, 10),
    ];
    for (rank, bindings, fails, frees) in cases {
        for (die, free) in [(fails, false), (frees, true)] {
            let mudo = format!("skills = {{ Hand-to-Hand = \"{rank}\" }}\nworn = [\"{bindings}\"]");
            let (book, mut table) = brawl(&mudo, "");
            let bandit = who(&table, "bandit");
            does(&book, &mut table, "mudo", &format!("pin target=bandit with={bindings}"), &[10, 1], &["endure"]);
            does(&book, &mut table, "mudo", "end-turn", &[], &[]);
            does(&book, &mut table, "bandit", "escape", &[die], &[]);
            assert_eq!(!table.is_pinned(bandit), free, "{rank} {bindings} {die}");
        }
    }
    let (book, mut table) = brawl("worn = [\"rope\"]\nskills = { Hand-to-Hand = \"Adept\" }", "");
    does(&book, &mut table, "mudo", "pin target=bandit with=rope", &[10, 1], &["endure"]);
    let kind = table.actor(who(&table, "bandit")).conditions[0].kind;
    let (by, thing) = (who(&table, "mudo"), table.find_thing("rope#0").unwrap());
    assert_eq!(kind, ConditionKind::Bound { by, tier: SkillRank::Adept, bindings: Rank::NOVICE, thing });
}

/// CW-211, CW-270, CW-R91: against a Pin Endure may stand in for Escape; both are one Task, tried once a Turn.
#[test]
fn cw_270_shake_it_off_is_escape_with_endure() {
    let (book, mut table) = brawl_with(
        "scenario = { first = \"threats\" }",
        "",
        "skills = { Fortitude = { bonus = 3 } }\nconditions = [{ kind = \"pinned\", by = \"mudo\" }]",
    );
    let (mudo, bandit) = (who(&table, "mudo"), who(&table, "bandit"));
    does(&book, &mut table, "bandit", "escape with=endure", &[4, 7], &[]); // 7 does not beat 7
    let taken = Taken::Task(TaskName::Escape, Object::Actor(mudo));
    assert_eq!(table.actor(bandit).turn.taken.iter().collect::<Vec<_>>(), [&taken], "CW-R91: it is a Task Action");
    assert_eq!(refused(&book, &table, "bandit", "escape with=escape"), rule!("CW-034"));
    does(&book, &mut table, "bandit", "end-turn", &[], &[]);
    does(&book, &mut table, "mudo", "end-turn", &[], &[]);
    does(&book, &mut table, "bandit", "escape with=endure", &[5, 7], &[]);
    assert!(!table.is_pinned(bandit));
    assert_eq!(table.actor(mudo).reactions, 2, "CW-R89: the holder's roll costs no Reaction");
}

/// CW-R89, switch `hold_escape` = rank: the holder's Rank is the number, and a higher Skill Rank needs no roll.
#[test]
fn cw_r89_a_hold_by_rank() {
    let cases = [
        // Reflex, dice, free
        ("{ rank = \"Layman\", bonus = 0 }", &[6][..], true),
        ("{ rank = \"Layman\", bonus = 0 }", &[5][..], false),
        ("{ rank = \"Adept\", bonus = 0 }", &[][..], true),
    ];
    for (reflex, dice, free) in cases {
        let (mut book, mut table) = brawl_with(
            "scenario = { first = \"threats\" }",
            "skills = { Hand-to-Hand = \"Novice\" }",
            &format!("skills = {{ Reflex = {reflex} }}\nconditions = [{{ kind = \"pinned\", by = \"mudo\" }}]"),
        );
        book.house.hold_escape = HoldEscape::Rank;
        does(&book, &mut table, "bandit", "escape", dice, &[]);
        assert_eq!(!table.is_pinned(who(&table, "bandit")), free, "{reflex} {dice:?}");
    }
    // By default the holder rolls, and no Skill Rank frees by itself.
    let (book, mut table) = brawl_with(
        "scenario = { first = \"threats\" }",
        "",
        "skills = { Reflex = { rank = \"Master\", bonus = 0 } }\nconditions = [{ kind = \"pinned\", by = \"mudo\" }]",
    );
    does(&book, &mut table, "bandit", "escape", &[5, 5], &[]);
    assert!(table.is_pinned(who(&table, "bandit")));
}

/// CW-R74, CW-036, CW-212: with `escape_costs_reaction` Escape is a Reaction: a focused Defend High Rolls it, and one
/// that is Unaware of the initiator cannot choose it. Against a Strangle it stays free.
#[test]
fn cw_r74_escape_as_a_reaction() {
    let (mut book, mut table) = brawl("", "");
    book.house.escape_costs_reaction = true;
    let bandit = who(&table, "bandit");
    table.actor_mut(bandit).reactions_high = true;
    let mut strangled = table.clone();
    does(&book, &mut strangled, "mudo", "strangle target=bandit", &[5, 6], &["escape"]);
    assert_eq!(strangled.actor(bandit).reactions, 2);
    does(&book, &mut table, "mudo", "pin target=bandit", &[5, 2, 6], &["escape"]);
    assert_eq!(table.actor(bandit).reactions, 1);
    assert!(!table.is_pinned(bandit));
    let (mut book, mut table) = brawl("", "unaware_of = [\"mudo\"]");
    book.house.escape_costs_reaction = true;
    does(&book, &mut table, "mudo", "pin target=bandit", &[5, 6], &[]); // nothing to choose: Endure
}

/// CW-157, CW-158, CW-R92: a grip needs its hands and keeps them busy; it ends at the start of the strangler's Turn.
#[test]
fn cw_r92_a_grip_lasts_to_the_stranglers_next_turn() {
    let (book, mut table) = brawl("held = { \"right arm\" = \"knife\" }", "");
    let (mudo, bandit) = (who(&table, "mudo"), who(&table, "bandit"));
    assert!(run(&book, &mut table.clone(), "mudo", "strangle target=bandit hands=two", &[], &[]).is_err());
    does(&book, &mut table, "mudo", "strangle target=bandit hands=one", &[9, 8, 1], &["endure"]);
    assert!(table.free_arms(mudo).is_empty() && table.is_immobilized(bandit) && !table.is_pinned(bandit));
    does(&book, &mut table, "mudo", "end-turn", &[], &[]);
    assert!(table.is_immobilized(bandit), "CW-160: one Round");
    does(&book, &mut table, "bandit", "end-turn", &[], &[]);
    assert!(!table.is_immobilized(bandit) && table.actor(mudo).hold.is_none());
    does(&book, &mut table, "mudo", "strangle target=bandit", &[9, 8, 1], &["endure"]);
    assert_eq!(table.actor(bandit).shock_failures, 2, "won again, another failure");
    let (book, table) = brawl("held = { \"right arm\" = \"rifle\" }", "");
    assert_eq!(refused(&book, &table, "mudo", "strangle target=bandit"), rule!("CW-R92"), "no hand, no Strangle");
}

/// CW-R87, CW-R92, CW-R98: holds by hand end when the two are apart or the holder is out; ropes stay.
#[test]
fn cw_r87_holds_end_apart() {
    let held = "conditions = [{ kind = \"pinned\", by = \"mudo\" }]";
    let (book, mut table) = brawl("", held);
    let (mudo, bandit) = (who(&table, "mudo"), who(&table, "bandit"));
    check_holds(&mut table, &mut Through(&mut Script::new(&book)));
    assert!(table.is_pinned(bandit), "within Reach");
    let far = table.setup.space.on_ground(Cell::new(0, 0));
    let mut moved = table.clone();
    moved.actor_mut(mudo).stand_at(far);
    let mut script = Script::new(&book);
    check_holds(&mut moved, &mut Through(&mut script));
    assert!(!moved.is_pinned(bandit) && moved.actor(mudo).hold.is_none());
    assert_eq!(script.events().count(), 1, "and it is told");
    crate::harm::put_out(&mut table, mudo, crate::table::Out::Unconscious, &mut Through(&mut Script::new(&book)));
    assert!(!table.is_pinned(bandit), "CW-R98");
    let (book, mut table) = brawl("worn = [\"rope\"]", "");
    does(&book, &mut table, "mudo", "pin target=bandit with=rope", &[9, 1], &["endure"]);
    table.actor_mut(mudo).stand_at(far);
    check_holds(&mut table, &mut Through(&mut Script::new(&book)));
    assert!(table.is_pinned(bandit), "tied is tied");
    assert!(run(&book, &mut table.clone(), "mudo", "release target=bandit", &[], &[]).is_err(), "too far to untie");
    let rope = "disarm target=bandit item=rope";
    assert!(run(&book, &mut table.clone(), "ada", rope, &[], &[]).is_err(), "what binds cannot be knocked away");
}

/// CW-156, CW-R88: two sizes are much larger, one is not.
#[test]
fn cw_r88_two_sizes_are_much_larger() {
    let cases = [
        // initiator, Target, is the GM asked?
        ("medium", "large", false),
        ("medium", "huge", true),
        ("small", "large", true),
        ("huge", "small", false),
    ];
    for (mine, theirs, asked) in cases {
        let (book, mut table) = brawl(&format!("size = \"{mine}\""), &format!("size = \"{theirs}\""));
        let answers: &[&str] = if asked { &["immune"] } else { &["endure"] };
        does(&book, &mut table, "mudo", "pin target=bandit", if asked { &[] } else { &[9, 1] }, answers);
        assert_eq!(!table.is_pinned(who(&table, "bandit")), asked, "{mine} {theirs}");
    }
}
