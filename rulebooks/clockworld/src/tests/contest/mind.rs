//! Distract, Persuade and Deceive.

use super::{brawl, brawl_with, does, refused};
use crate::{
    Clockworld, Question,
    acts::contest::{Demanded, Ploy, persuade::WithinReason, pin::MuchLarger},
    conditions::ConditionKind,
    table::{Circumstance, Gives, Table},
    testing::{run, who},
};
use referee_engine::{ActorSet, Question as _, Seat, System, rule};

/// CW-123, CW-R78, CW-R105: a Target must see or hear the initiator; who cannot speak must be seen.
#[test]
fn cw_123_a_target_must_see_or_hear_it() {
    let cases = [
        // Mudo, bandit (Mudo is to its west), can it be distracted?
        ("", "", true),
        ("", "can_hear = false\nfacing = 90", false),
        ("", "can_hear = false\nfacing = 270", true),
        ("", "can_hear = false\nfacing = 270\ncan_see = false", false),
        ("", "can_see = false", true),
        ("can_speak = false", "facing = 90", false),
        ("can_speak = false", "facing = 270", true),
        ("", "out = \"unconscious\"", false),
    ];
    for (mudo, bandit, can) in cases {
        let (book, table) = brawl(mudo, bandit);
        for command in ["distract target=bandit way=insult", "deceive target=bandit"] {
            let mut copy = table.clone();
            let done = run(&book, &mut copy, "mudo", command, &[9, 1], &[]);
            assert_eq!(done.is_ok(), can, "{mudo} {bandit} {command}");
        }
        let command = "persuade target=bandit way=charm demand=surrender";
        assert_eq!(run(&book, &mut table.clone(), "mudo", command, &[9, 1], &["accept"]).is_ok(), can);
    }
}

/// CW-161: who is being Strangled cannot speak, so it must be seen to distract.
#[test]
fn cw_161_the_strangled_distract_only_those_who_see_them() {
    let strangled = "conditions = [{ kind = \"strangled\", by = \"bandit\" }]";
    let (book, table) = brawl(strangled, "facing = 90");
    assert_eq!(refused(&book, &table, "mudo", "distract target=bandit way=threat"), rule!("CW-123"));
    let (book, mut table) = brawl(strangled, "facing = 270");
    does(&book, &mut table, "mudo", "distract target=bandit way=threat", &[1, 9], &[]);
}

/// CW-125, CW-126, CW-128, CW-135: each way has its Skill.
#[test]
fn cw_128_each_way_has_its_skill() {
    let skills = "skills = { Bravado = { bonus = 1 }, Guile = { bonus = 2 }, Charm = { bonus = 3 } }";
    let cases = [
        ("distract target=bandit way=threat", 1),
        ("distract target=bandit way=insult", 2),
        ("persuade target=bandit way=trickery demand=act words=\"do it\" kind=move", 2),
        ("persuade target=bandit way=charm demand=act words=\"do it\" kind=move", 3),
        ("persuade target=bandit way=coercion demand=act words=\"do it\" kind=move", 1),
    ];
    for (command, bonus) in cases {
        for (resist, won) in [(4 + bonus, true), (5 + bonus, false)] {
            let (book, mut table) = brawl(skills, "");
            let answers: &[&str] = if command.starts_with("persuade") { &["accept"] } else { &[] };
            does(&book, &mut table, "mudo", command, &[5, resist], answers);
            let bandit = table.actor(who(&table, "bandit"));
            assert_eq!(!bandit.conditions.is_empty() || bandit.demand.is_some(), won, "{command} {resist}");
        }
    }
}

/// CW-R80: where every Check is looked at, the GM may swap the scope.
#[test]
fn cw_r80_the_gm_may_swap_the_scope() {
    let (book, mut table) = brawl_with("gm_before_every_check = true", "", "");
    let mudo = who(&table, "mudo");
    does(&book, &mut table, "mudo", "distract target=bandit way=threat", &[9, 1], &["not-against", "none", "none"]);
    assert_eq!(table.actor(who(&table, "bandit")).conditions[0].kind, ConditionKind::DistractedExcept(mudo));
}

/// CW-165, CW-R16: the GM may call for Resist where another Check would be usual.
#[test]
fn cw_165_the_gm_may_call_for_resist() {
    let (book, mut table) = brawl("", "skills = { Willpower = { bonus = 5 } }");
    let bandit = who(&table, "bandit");
    let gives = Gives::Skill(crate::sheet::Skill::Willpower);
    table.circumstances.push(Circumstance { who: bandit, gives, once: true, why: "a hard mind".into() });
    does(&book, &mut table, "mudo", "deceive target=bandit", &[6, 1], &["something-wrong"]); // 6 does not beat 6
    assert!(table.actor(bandit).suspicious_of.contains(who(&table, "mudo")));
    assert!(table.circumstances.is_empty());
}

/// CW-135, CW-136, CW-137, CW-219, CW-R84, CW-D25: Guile against the Acuity of each listener.
#[test]
fn cw_137_those_who_are_not_taken_in_are_suspicious() {
    let (book, mut table) = brawl("skills = { Guile = { bonus = 2 } }", "skills = { Acuity = { bonus = 3 } }");
    let (mudo, bandit, ada) = (who(&table, "mudo"), who(&table, "bandit"), who(&table, "ada"));
    // 7: Ada's 6 is beaten, the bandit's 4 + 3 is not.
    does(&book, &mut table, "mudo", "deceive target=ada,bandit words=\"the safe is empty\"", &[5, 6, 4], &["the-lie"]);
    assert!(!table.actor(ada).suspicious_of.contains(mudo));
    assert!(table.actor(bandit).suspicious_of.contains(mudo));
    assert!(table.actor(bandit).conditions.is_empty(), "CW-R84: nothing else");
}

/// CW-133, CW-R88: what a GM usually says.
#[test]
fn cw_133_smooth_talk_to_a_foe_is_usually_low_rolled() {
    let (_, table) = brawl("", "");
    let (by, target) = (who(&table, "mudo"), who(&table, "bandit"));
    let demand = |way, hostile| Question::from(WithinReason { by, way, demand: Demanded::Surrender, hostile });
    assert_eq!(demand(Ploy::Charm, true).usual(), 2);
    assert_eq!(demand(Ploy::Charm, false).usual(), 0);
    assert_eq!(demand(Ploy::Coercion, true).usual(), 0);
    for (sizes, usual) in [(2, 0), (3, 1)] {
        let larger = Question::from(MuchLarger { by, target, sizes });
        assert_eq!((larger.usual(), larger.options(), larger.decline()), (usual, 2, None));
    }
}

/// CW-131, CW-R82: what is Incidental is done at once, whoever's Turn it is.
#[test]
fn cw_131_dropping_and_speaking_happen_at_once() {
    let armed = "held = { \"right arm\" = \"revolver\", \"left arm\" = \"knife\" }";
    let cases: [(&str, usize); 4] = [
        ("demand=drop item=knife", 1),
        ("demand=drop-held", 0),
        ("demand=speak words=\"where the gold is\"", 2),
        ("demand=small words=\"take off your hat\"", 2),
    ];
    for (demand, held) in cases {
        let (book, mut table) = brawl("", armed);
        let command = format!("persuade target=bandit way=coercion {demand}");
        does(&book, &mut table, "mudo", &command, &[9, 1], &["accept"]);
        let bandit = table.actor(who(&table, "bandit"));
        assert_eq!((bandit.held.len(), bandit.demand.is_none()), (held, true), "{demand}");
    }
    let (book, table) = brawl("", "can_speak = false");
    for demand in ["demand=speak words=secret", "demand=drop-held", "demand=drop"] {
        let command = format!("persuade target=bandit way=coercion {demand}");
        assert_eq!(refused(&book, &table, "mudo", &command), rule!("CW-131"), "{demand}: it cannot");
    }
}

fn bound(kind: &str) -> (Clockworld, Table) {
    let (book, mut table) = brawl("", "");
    let command = format!("persuade target=bandit way=coercion demand=act words=\"do it\" kind={kind}");
    does(&book, &mut table, "mudo", &command, &[9, 1], &["accept"]);
    does(&book, &mut table, "mudo", "end-turn", &[], &[]);
    (book, table)
}

/// CW-129, CW-R82: an Action of the demanded kind meets the demand; it comes before any other but a Move, which may have to
/// lead there and must leave an Action.
#[test]
fn cw_r82_the_demanded_action_comes_first() {
    let (book, mut table) = bound("contest");
    assert_eq!(refused(&book, &table, "bandit", "pass"), rule!("CW-129"));
    assert_eq!(refused(&book, &table, "bandit", "end-turn"), rule!("CW-129"));
    for other in ["defend", "defend focus=yes", "attack target=mudo weapon=left-arm-fist"] {
        assert_eq!(refused(&book, &table, "bandit", other), rule!("CW-R82"), "{other}");
    }
    let mut moved = table.clone();
    does(&book, &mut moved, "bandit", "move to=6,3", &[], &["decline"]);
    assert_eq!(refused(&book, &moved, "bandit", "defend"), rule!("CW-R82"));
    assert!(moved.actor(who(&table, "bandit")).demand.is_some(), "that was no Contest");
    does(&book, &mut table, "bandit", "distract target=mudo way=threat", &[1, 9], &[]);
    assert!(table.actor(who(&table, "bandit")).demand.is_none(), "that was a Contest");
    does(&book, &mut table, "bandit", "defend", &[], &[]);
    let (book, mut table) = bound("defend");
    does(&book, &mut table, "bandit", "comply", &[], &[]);
    let bandit = table.actor(who(&table, "bandit"));
    assert_eq!((bandit.reactions, bandit.turn.taken.len(), bandit.demand.is_none()), (3, 1, true));
}

/// CW-273: neither what it sees nor why it may not do other things tells somebody by whom it was Persuaded, if it does not
/// know of that Character.
#[test]
fn cw_273_a_demand_does_not_name_somebody_hidden() {
    let (book, mut table) = bound("task");
    let (mudo, bandit) = (who(&table, "mudo"), who(&table, "bandit"));
    table.actor_mut(bandit).unaware_of = ActorSet::EMPTY.with(mudo);
    let seat = Seat::Player(ActorSet::EMPTY.with(bandit));
    let offers = book.offers(&table, seat);
    let why = |verb: &str| {
        let offer = offers.iter().find(|offer| offer.verb == verb && offer.actor.is_none_or(|actor| actor == bandit));
        offer.and_then(|offer| offer.refused.clone()).unwrap_or_else(|| panic!("{verb} is barred")).why
    };
    assert_eq!(why("pass"), "Bandit has been Persuaded and must comply");
    assert_eq!(why("defend"), "Bandit must first do what was demanded of it");
    let view = book.view(&table, seat);
    let shown = view.actors.iter().find(|actor| actor.id == bandit).unwrap();
    let persuaded = shown.conditions.iter().find(|condition| condition.name == "Persuaded").unwrap();
    assert_eq!(persuaded.effect, "must do it (Task) (somebody demands it)");
}

/// CW-129: it binds for one Round. CW-R94: what cannot be done does not bind. CW-R83: the GM may let it off.
#[test]
fn cw_129_a_demand_ends_with_the_round() {
    let (book, mut table) = bound("task");
    let bandit = who(&table, "bandit");
    let view = book.view(&table, Seat::Gm);
    let shown = view.actors.iter().find(|actor| actor.id == bandit).unwrap();
    assert!(shown.conditions.iter().any(|condition| condition.name == "Persuaded"));
    let mine = Seat::Player(ActorSet::EMPTY.with(bandit));
    assert!(book.offers(&table, mine).iter().any(|offer| offer.verb == "comply"));
    assert!(book.offers(&table, mine).iter().any(|offer| offer.verb == "pass" && offer.refused.is_some()));
    assert!(!book.offers(&table, mine).iter().any(|offer| offer.verb == "excuse"));
    let excuse = referee_engine::Filled::of("excuse", Some(bandit));
    let intent = book.intent(&table, Seat::Gm, &excuse).unwrap();
    let mut script = referee_engine::Script::new(&book);
    assert!(book.resolve_with(&mut table.clone(), mine, &intent, &mut script).is_err(), "only the GM may");
    let mut excused = table.clone();
    does(&book, &mut excused, "bandit", "excuse", &[], &[]);
    does(&book, &mut excused, "bandit", "pass", &[], &[]);
    // Pinned, it cannot do a Task; then nothing binds, and the next Player Turn ends it.
    let kind = ConditionKind::PinnedBy(who(&table, "mudo"));
    table.impose(bandit, crate::conditions::Condition { kind, ends: referee_engine::clock::Ends::Never });
    does(&book, &mut table, "bandit", "end-turn", &[], &[]);
    assert!(table.actor(bandit).demand.is_none());
}
