//! Tasks, Lengthy work, opening and recovery: what cases cannot say.

use crate::{
    Clockworld, Intent,
    acts::gm::first_turn::{FirstTurn, Opening, once},
    sheet::{PLAYERS, Skill},
    table::{Mode, Out, Table, Wholeness},
    testing::{run, scene, who},
};
use referee_dice::Chance;
use referee_engine::{ActorId, Filled, Next, Reactions, Script, Seat, Stop, System, Through, act::Act as _, explore};
use serde_json::json;
use smallvec::smallvec;

fn workshop() -> (Clockworld, Table) {
    scene(
        r#"
        book = "clockworld"
        map = { grid = "square", columns = 12, rows = 8, cell = 5, unit = "feet" }
        [[characters]]
        name = "Mudo"
        at = [2, 2]
        skills = { Athletics = "Novice", Acuity = { bonus = 1 } }
        [[characters]]
        name = "Bandit"
        kind = "villain"
        at = [9, 2]
        [[things]]
        from = "iron-door"
        at = [3, 2]
        [[things]]
        from = "safe"
        at = [2, 3]
        "#,
    )
}

/// CW-P27: a single roll for the first Turn, and the closed form of the endless re-roll.
#[test]
fn cw_p27_the_contest_for_the_first_turn() {
    let (book, mut table) = workshop();
    table.clock.mode = Mode::Opening;
    let (pc, boss) = (who(&table, "mudo"), who(&table, "bandit"));
    let end = std::cell::Cell::new([0; 2]);
    let ways = explore(
        &book,
        &table,
        Reactions::Never,
        1_000,
        |table, oracle| {
            end.set(once(&book, table, &[pc], &[boss], Skill::Acuity, &mut Through(oracle))?);
            Ok(())
        },
        |_, _| end.get()[0].cmp(&end.get()[1]),
    )
    .unwrap();
    let of = |order: std::cmp::Ordering| {
        let all = ways.ways.iter().filter(|(way, _)| way.end == order);
        all.fold(Chance::ZERO, |sum, (_, chance)| sum + chance.clone())
    };
    assert_eq!(of(std::cmp::Ordering::Greater), Chance::new(11, 20));
    assert_eq!(of(std::cmp::Ordering::Equal), Chance::new(9, 100));
    // The whole Contest: the +1 side goes first with 11/20 of what is no tie.
    let contest = || Opening::Contest { players: smallvec![pc], threats: smallvec![boss], skill: Skill::Acuity };
    let explored = explore(
        &book,
        &table,
        Reactions::Never,
        1_000,
        |table, oracle| FirstTurn::resolve(contest(), &book, table, &mut Through(oracle)),
        |table, _| matches!(book.next(table), Next::Acts(who) if book.side_of(table, who) == Some(PLAYERS)),
    )
    .unwrap();
    let first = explored.ways.into_iter().find(|(way, _)| way.end).unwrap().1;
    assert_eq!(first, Chance::new(55, 91));
}

/// CW-R115: the offer of a hopeless Task warns, and each object says so.
#[test]
fn cw_r115_a_hopeless_task_warns() {
    let (book, table) = workshop();
    let offers = book.offers(&table, Seat::Gm);
    let offer = offers.iter().find(|offer| offer.verb == "break" && offer.actor == Some(ActorId(0))).unwrap();
    assert!(offer.refused.is_none());
    assert!(offer.warning.as_deref().unwrap().contains("hopeless: Inhuman"), "{offer:?}");
    let slots = book.slots(&table, Seat::Gm, &Filled::of("break", Some(ActorId(0)))).unwrap();
    let referee_engine::Domain::One { of } = &slots[0].domain else { panic!("{slots:?}") };
    assert!(of.iter().all(|choice| choice.note.starts_with("hopeless")), "{of:?}");
}

/// CW-204, CW-R59: nothing wakes those who still bleed, and the dead stay dead.
#[test]
fn cw_r59_who_is_not_treated_does_not_wake() {
    let (book, mut table) = workshop();
    let bandit = who(&table, "bandit");
    run(&book, &mut table, "", "injure who=bandit part=chest severity=critical", &[1], &[]).unwrap();
    run(&book, &mut table, "", "correct who=bandit what=out to=dead", &[], &[]).unwrap();
    run(&book, &mut table, "", "aftermath", &[], &[]).unwrap();
    assert_eq!((table.actor(bandit).out, table.actor(bandit).shock_failures), (Out::Dead, 1));
}

/// CW-222, CW-223: those whose time ends first make their Checks first; what is destroyed cannot be cracked any more.
#[test]
fn cw_223_work_ends_in_its_order_and_is_lost_with_its_object() {
    let (book, mut table) = workshop();
    run(&book, &mut table, "mudo", "crack object=safe", &[], &[]).unwrap();
    run(&book, &mut table, "", "correct-thing who=safe what=state to=destroyed", &[], &[]).unwrap();
    run(&book, &mut table, "", "time minutes=5", &[], &[]).unwrap();
    let mudo = table.actor(who(&table, "mudo"));
    assert!(mudo.lengthy.is_none());
    assert!(!table.things[1].cracked);
    assert_eq!(table.things[1].state, Wholeness::Destroyed);
}

/// What a journal holds may be anything: it is refused, and nothing panics.
#[test]
fn intents_that_name_what_is_not_there_are_refused() {
    let (book, table) = workshop();
    let mut intents = Vec::new();
    let task = |verb: &str, actor: u16, mut slots: serde_json::Value| {
        slots["actor"] = actor.into();
        (slots["focus"], slots["sneakily"]) = (false.into(), false.into());
        json!({ verb: slots })
    };
    let mut tasks = Vec::new();
    for actor in [0, 900] {
        tasks.extend([
            task("work", actor, json!({})),
            task("crack", actor, json!({"object": 900})),
            task("dismantle", actor, json!({"object": 900, "part": "all"})),
            task("dismantle", actor, json!({"object": 1, "part": {"part": {"thing": 1, "part": 200}}})),
            task("break", actor, json!({"object": 900})),
            task("stabilize", actor, json!({"target": 900, "injury": {"who": 900, "at": 9}, "kit": true})),
            task("stabilize", actor, json!({"target": 0, "injury": {"who": 900, "at": 9}, "kit": true})),
            task("heft", actor, json!({"target": {"thing": 900}})),
            task("heft", actor, json!({"target": {"actor": 900}})),
            task("track", actor, json!({"trail": {"of": 900}})),
            task("track", actor, json!({"trail": "other", "what": "x".repeat(5_000)})),
            task("perceive", actor, json!({"for": "things", "what": "two\nlines"})),
            task("endure", actor, json!({"what": ""})),
            task("resist", actor, json!({"what": "x".repeat(5_000)})),
            task("task", actor, json!({"what": "x".repeat(5_000), "skill": "Charm", "capped": true})),
        ]);
    }
    let by_the_gm = [
        json!({"first-turn": {"side": "contest", "players": [0], "threats": [900], "skill": "Acuity"}}),
        json!({"circumstance": {"who": 900, "gives": "fear", "lasts": "once", "why": "", "secret": false}}),
        json!({"circumstance": {"who": 0, "gives": "modifier", "amount": 11, "lasts": "once", "why": "", "secret": false}}),
        json!({"clear-circumstance": {"who": 900, "which": "all", "secret": false}}),
        json!({"clear-circumstance": {"who": 0, "which": {"at": 9}, "secret": false}}),
        json!({"check": {"who": [0, 900], "name": "endure", "skill": "Fortitude", "rank": 0, "capped": false,
            "fails": "nothing", "why": "", "secret": false}}),
        json!({"check": {"who": [0, 0], "name": "endure", "skill": "Fortitude", "rank": 0, "capped": false,
            "fails": "nothing", "why": "", "secret": false}}),
        json!({"poison": {"who": [0], "with": {"known": "no such poison"}, "secret": false}}),
        json!({"injure": {"who": 900, "part": 0, "severity": "mild", "secret": false}}),
        json!({"injure": {"who": 0, "part": 99, "severity": "mild", "secret": false}}),
        json!({"sight": {"from": 0, "to": 900, "line": "map", "cover": "map", "concealment": "map", "both": "yes",
            "secret": false}}),
        json!({"add-part": {"of": {"character": 0}, "name": "", "class": "bulk", "limb": "none", "secret": false}}),
        json!({"add-part": {"of": {"thing": 900}, "name": "lid", "class": "bulk", "limb": "none", "secret": false}}),
        json!({"relieve": {"who": 0, "which": 3, "secret": false}}),
        json!({"awareness": {"who": 900, "of": 0, "aware": "yes", "secret": false}}),
        json!({"set-turn": {"side": 9, "secret": false}}),
        json!({"time": {"seconds": 0, "minutes": 0, "hours": 9000, "secret": false}}),
        json!({"end-scenario": {"winner": "nobody", "why": "x".repeat(500)}}),
        json!({"resume": {"secret": false}}),
        json!({"aftermath": {}}),
        json!({"rest": {"hours": 1, "secret": false}}),
        json!({"downtime": {"hours": i32::MAX, "secret": false}}),
        json!({"note": {"to": {"only": 900}, "text": "hm", "secret": false}}),
        json!({"impose": {"who": 0, "condition": "pinned", "by": 900, "lasts": "round", "secret": false}}),
        json!({"impose": {"who": 0, "condition": "pinned", "by": 0, "lasts": "round", "secret": false}}),
        json!({"impose": {"who": 0, "condition": "bound", "by": 1, "with": 900, "lasts": "round", "secret": false}}),
        json!({"correct": {"who": 900, "what": "prone", "to": "yes", "secret": false}}),
        json!({"correct": {"who": 0, "what": "at", "to": "500,500", "secret": false}}),
        json!({"correct": {"who": 0, "what": "facing", "to": "360", "secret": false}}),
        json!({"correct": {"who": 0, "what": "prone", "to": "perhaps", "secret": false}}),
        json!({"correct": {"who": 0, "what": "reactions", "to": "200", "secret": false}}),
        json!({"correct": {"who": 0, "what": "actions_left", "to": "3", "secret": false}}),
        json!({"correct": {"who": 0, "what": "out", "to": "asleep", "secret": false}}),
        json!({"correct-body": {"who": 0, "what": "add-injury", "part": 77, "severity": "mild", "stabilized": false,
            "secret": false}}),
        json!({"correct-body": {"who": 0, "what": "remove-injury", "injury": 0, "secret": false}}),
        json!({"correct-body": {"who": 0, "what": "stabilize-injury", "injury": 4, "secret": false}}),
        json!({"correct-body": {"who": 0, "what": "works", "part": 250, "secret": false}}),
        json!({"correct-body": {"who": 0, "what": "maimed", "part": 250, "secret": false}}),
        json!({"correct": {"who": 0, "what": "holding", "to": "none", "secret": false}}),
        json!({"correct": {"who": 0, "what": "hefting", "to": "no", "secret": false}}),
        json!({"correct": {"who": 0, "what": "working", "to": "no", "secret": false}}),
        json!({"correct": {"who": 0, "what": "demand", "to": "none", "secret": false}}),
        json!({"correct": {"who": 0, "what": "speed", "to": "201", "secret": false}}),
        json!({"correct": {"who": 0, "what": "shock_limit", "to": "0", "secret": false}}),
        json!({"correct": {"who": 0, "what": "side", "to": "nobody", "secret": false}}),
        json!({"correct-skill": {"who": 0, "skill": "Charm", "rank": 4, "bonus": "by_rank",
            "secret": false}}),
        json!({"correct-thing": {"who": 900, "what": "gone", "to": "yes", "secret": false}}),
        json!({"correct-thing": {"who": 0, "what": "at", "to": "500,500", "secret": false}}),
        json!({"correct-thing": {"who": 0, "what": "held", "to": "nobody", "secret": false}}),
        json!({"correct-thing": {"who": 0, "what": "worn", "to": "nobody", "secret": false}}),
    ];
    for act in tasks.into_iter().chain(by_the_gm) {
        let deed: Intent = serde_json::from_value(act.clone()).unwrap_or_else(|error| panic!("{act}: {error}"));
        intents.push(deed);
    }
    for intent in intents {
        let mut copy = table.clone();
        let mut oracle = Script::new(&book);
        match book.resolve_with(&mut copy, Seat::Gm, &intent, &mut oracle) {
            Err(Stop::Refused(refusal)) => assert!(!refusal.why.is_empty()),
            other => panic!("{intent:?}: {other:?}"),
        }
    }
}

/// What is offered is accepted: every first choice of every slot leads to an intent that the table takes or asks about.
#[test]
fn what_the_gm_is_offered_is_accepted() {
    let (book, table) = workshop();
    for offer in book.offers(&table, Seat::Gm) {
        if offer.refused.is_some() || !["GM", "Tasks"].contains(&offer.group.as_str()) {
            continue;
        }
        let mut filled = Filled::of(&offer.verb, offer.actor);
        loop {
            let slots = book.slots(&table, Seat::Gm, &filled).unwrap_or_else(|why| panic!("{filled}: {why}"));
            let Some(slot) = slots.iter().find(|slot| filled.get(&slot.name).is_none() && slot.default.is_none())
            else {
                break;
            };
            use referee_engine::Domain;
            let value = match &slot.domain {
                // The second of two equal lists, so that nobody is set against itself.
                Domain::One { of } if slot.name == "of" || slot.name == "to" => of.last().unwrap().key.clone(),
                Domain::One { of } | Domain::Several { of, .. } => {
                    assert!(!of.is_empty(), "{filled}: {}", slot.name);
                    of[0].key.clone()
                }
                Domain::Number { max, .. } => max.to_string(),
                Domain::Cell { of } => crate::acts::value::cell_key(&table, of[0].cell),
                Domain::Text { .. } => "something".into(),
            };
            filled = filled.with(&slot.name, value);
        }
        let filled = if offer.verb == "time" { filled.with("seconds", "1") } else { filled };
        let intent = book.intent(&table, Seat::Gm, &filled).unwrap_or_else(|why| panic!("{filled}: {why}"));
        let mut copy = table.clone();
        match book.resolve_with(&mut copy, Seat::Gm, &intent, &mut Script::new(&book)) {
            Ok(()) | Err(Stop::Broken(_)) => {} // a die or an answer is missing: it was taken
            Err(stop) => panic!("{filled}: {stop:?}"),
        }
    }
}
