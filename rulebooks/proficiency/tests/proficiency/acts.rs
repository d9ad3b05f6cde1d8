//! What is derived from the acts: what is listed, why values are barred, what a seat may know, and what journals hold.

use referee_engine::{
    ActorId, ActorSet, Domain, Filled, Refusal, Script, Seat, System, Through, door::Source, fact::Corrected,
};
use referee_proficiency::{
    Event, Intent, Proficiency,
    table::{Life, Table},
};

fn open(text: &str) -> (Proficiency, Table) {
    let text = format!("book = \"proficiency\"\n{text}");
    Proficiency::open(&Source::new("test.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

const MAP: &str = "rules = { map_use = true }\nscenario = { phase = \"initiative\", order = [\"pcs\"] }\n\
    map = { grid = \"square\", columns = 9, rows = 1, cell = 5, unit = \"feet\" }\n";

fn seat(actor: u16) -> Seat {
    Seat::Player(ActorSet::EMPTY.with(ActorId(actor)))
}

fn by(actor: u16, command: &str) -> Filled {
    Filled { actor: Some(ActorId(actor)), ..Filled::parse(command).unwrap() }
}

fn refusal(book: &Proficiency, table: &Table, actor: u16, command: &str) -> Refusal {
    book.intent(table, seat(actor), &by(actor, command)).expect_err(command)
}

/// PR-R91: the longsword reaches a square of 5 feet; the bandit is five squares away.
#[test]
fn a_barred_value_says_why() {
    let scene = format!(
        "{MAP}[[characters]]\nfrom = \"warrior\"\ncarried = [\"longsword\", \"bow\"]\nshield = false\nat = [0, 0]\n\
         [[characters]]\nfrom = \"bandit\"\nat = [5, 0]\n[[characters]]\nfrom = \"wolf\"\nat = [1, 0]\n"
    );
    let (book, table) = open(&scene);
    let why = refusal(&book, &table, 0, "attack weapon=longsword target=bandit");
    assert!(why.why.starts_with("25 feet away, ") && why.why.ends_with(" reaches 5"), "{why}");
    assert_eq!((why.code.as_str(), why.rule.unwrap().to_string().as_str()), ("out-of-reach", "PR-R91"));
    let slots = book.slots(&table, seat(0), &by(0, "attack weapon=longsword")).unwrap();
    let target = slots.iter().find(|slot| slot.name == "target").unwrap();
    let barred: Vec<_> = target.barred.iter().map(|barred| (barred.choice.key.as_str(), &barred.why)).collect();
    assert_eq!(barred, [("bandit", &why)]);
    assert!(target.domain.accepts("wolf") && !target.domain.accepts("bandit"));
    assert!(book.intent(&table, seat(0), &by(0, "attack weapon=bow target=bandit")).is_ok());
}

/// Whoever is down is listed with every act and the reason (PR-R72).
#[test]
fn an_act_is_listed_whether_or_not_it_may_be_done() {
    let (book, table) = open(&format!(
        "{MAP}[[characters]]\nfrom = \"warrior\"\nhp = 0\nat = [0, 0]\n[[characters]]\nfrom = \"bandit\"\nat = [5, 0]\n"
    ));
    let offers = book.offers(&table, seat(0));
    for verb in ["attack", "defend", "maneuver", "hide", "search", "heal", "move", "draw", "end-turn"] {
        let offer = offers.iter().find(|offer| offer.verb == verb).unwrap_or_else(|| panic!("{verb} is not listed"));
        assert_eq!(offer.refused.as_ref().and_then(|why| why.rule).unwrap().to_string(), "PR-R72", "{verb}");
    }
    assert!(offers.iter().all(|offer| offer.verb != "cast"), "who knows no spells is not told about casting");
}

/// PR-R90, PR-R91: a player does not see from the squares that can be reached where somebody hides. Whoever walks into
/// somebody unseen stops before.
#[test]
fn what_a_seat_does_not_know_bars_nothing() {
    let scene = |hidden: &str| {
        format!(
            "{MAP}[[characters]]\nfrom = \"warrior\"\nat = [0, 0]\n\
             [[characters]]\nfrom = \"bandit\"\nat = [8, 0]\n[[characters]]\nfrom = \"wolf\"\nat = [3, 0]\n{hidden}"
        )
    };
    let (book, mut table) = open(&scene("hidden_from = [\"warrior\"]\n"));
    let (_, without) = open(&scene("absent = true\n"));
    for command in ["move", "attack weapon=longsword", "hide", "maneuver"] {
        let (one, other) = (by(0, command), by(0, command));
        assert_eq!(book.slots(&table, seat(0), &one), book.slots(&without, seat(0), &other), "{command}");
    }
    let intent = book.intent(&table, seat(0), &by(0, "move to=3,0")).unwrap();
    let mut script = Script::new(&book);
    book.resolve(&mut table, seat(0), &intent, &mut Through(&mut script)).unwrap();
    assert_eq!(table.actor(ActorId(0)).place.cell, referee_engine::space::Cell::new(2, 0));
}

/// Journals hold the verb with the slots by name.
#[test]
fn an_intent_is_written_by_its_verb() {
    let (book, table) = open("[[characters]]\nfrom = \"warrior\"\n[[characters]]\nfrom = \"bandit\"\n");
    let intent = book.intent(&table, seat(0), &by(0, "attack target=bandit")).unwrap();
    let text = serde_json::to_string(&intent).unwrap();
    assert!(
        text.starts_with("{\"attack\":{\"actor\":0,\"weapon\":") && text.contains("\"target\":{\"actor\":1}"),
        "{text}"
    );
    assert_eq!(serde_json::from_str::<Intent>(&text).unwrap(), intent);
    for wrong in ["{\"atack\":{}}", "{}", "[]", "{\"attack\":{\"weapon\":\"x\"}}"] {
        assert!(serde_json::from_str::<Intent>(wrong).is_err(), "{wrong}");
    }
    // A forged one is refused by the rules.
    for forged in [
        "{\"attack\":{\"actor\":0}}",
        "{\"attack\":{\"actor\":0,\"weapon\":200,\"target\":{\"object\":9}}}",
        "{\"attack\":{}}",
    ] {
        let forged: Intent = serde_json::from_str(forged).unwrap();
        let mut script = Script::new(&book);
        let done = book.resolve(&mut table.clone(), seat(0), &forged, &mut Through(&mut script));
        assert!(matches!(done, Err(referee_engine::Stop::Refused(_))), "{forged:?}");
    }
}

/// What the game master may correct follows from the facts: the names, the ranges, the reasons, the journal and the log.
#[test]
fn a_correction_follows_from_the_fact() {
    let (book, mut table) = open("[[characters]]\nfrom = \"warrior\"\nhp = 3\n[[characters]]\nfrom = \"bandit\"\n");
    let slots = |table: &Table, command: &str| {
        let slots = book.slots(table, Seat::Gm, &Filled::parse(command).unwrap()).unwrap();
        move |name: &str| slots.iter().find(|slot| slot.name == name).unwrap().clone()
    };
    // PR-R71: a hit die of 10 and CON +2.
    let hp = slots(&table, "correct who=warrior what=hp");
    assert_eq!(hp("to").domain, Domain::Number { min: 0, max: 12 });
    let Domain::One { of } = hp("what").domain else { panic!("one of the facts") };
    let listed: Vec<_> = of.iter().map(|choice| (choice.key.as_str(), choice.note.as_str())).collect();
    assert!(listed.contains(&("hp", "now 3")) && listed.contains(&("immortal", "now no")), "{listed:?}");
    assert!(listed.iter().all(|(key, _)| *key != "defense"), "what follows from others is not corrected");
    let life = slots(&table, "correct who=warrior what=life");
    assert_eq!(life("to").domain.in_words(), ["able", "captured", "dead", "not-here"]);
    let magic = slots(&table, "correct who=warrior what=magic");
    assert_eq!(magic("to").domain, Domain::Number { min: 0, max: 3 }); // PR-R67

    let read = |table: &Table, command: &str| book.intent(table, Seat::Gm, &Filled::parse(command).unwrap());
    for (command, code, rule) in [
        ("correct who=warrior what=hp to=13", "out-of-range", Some("PR-R72")),
        ("correct who=warrior what=magic to=4", "out-of-range", Some("PR-R67")),
        ("correct who=warrior what=hidden to=maybe", "bad-value", Some("PR-R90")),
        ("correct who=warrior what=defense to=3", "slot-value", None),
        ("correct who=nobody what=hp to=3", "slot-value", None),
    ] {
        let why = read(&table, command).expect_err(command);
        assert_eq!((why.code.as_str(), why.rule.map(|rule| rule.to_string()).as_deref()), (code, rule), "{command}");
    }

    let intent = read(&table, "correct who=warrior what=hp to=0").unwrap();
    let text = serde_json::to_string(&intent).unwrap();
    assert_eq!(text, "{\"correct\":{\"who\":0,\"what\":\"hp\",\"to\":\"0\",\"secret\":false}}");
    assert_eq!(serde_json::from_str::<Intent>(&text).unwrap(), intent);
    let mut script = Script::new(&book);
    book.resolve(&mut table, Seat::Gm, &intent, &mut Through(&mut script)).unwrap();
    assert_eq!(table.actor(ActorId(0)).life, Life::Down); // PR-R72
    let corrected = Corrected { of: ActorId(0), what: "hp".into(), from: "3".into(), to: "0".into(), named: None };
    let line = book.narrate(&table, &Event::Corrected(corrected));
    assert_eq!(line.text, "Correction: Warrior, hp: 0, was 3");
    assert_eq!(line.rules.iter().map(ToString::to_string).collect::<Vec<_>>(), ["PR-R72"]);

    let forged: Intent = serde_json::from_str("{\"correct\":{\"who\":9,\"what\":\"hp\",\"to\":\"1\"}}").unwrap();
    let done = book.resolve(&mut table.clone(), Seat::Gm, &forged, &mut Through(&mut Script::new(&book)));
    assert!(matches!(done, Err(referee_engine::Stop::Refused(_))));
}
