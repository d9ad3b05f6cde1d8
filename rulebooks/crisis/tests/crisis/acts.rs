//! What is derived from the acts: what is listed, why values are barred, what a seat may know, and what journals hold.

use referee_crisis::{Crisis, Intent, table::Table};
use referee_engine::{
    ActorId, ActorSet, Domain, Filled, Refusal, Script, Seat, Slot, System, Through, door::Source, space::Cell,
};

const HEAD: &str = "book = \"crisis\"\ncrisis = { acting = \"ann\" }\n\
    map = { grid = \"square\", columns = 12, rows = 6, cell = 1, unit = \"square\" }\n";

fn open(text: &str) -> (Crisis, Table) {
    let text = format!("{HEAD}{text}");
    Crisis::open(&Source::new("test.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn seat(actor: u16) -> Seat {
    Seat::Player(ActorSet::EMPTY.with(ActorId(actor)))
}

fn by(actor: u16, command: &str) -> Filled {
    Filled { actor: Some(ActorId(actor)), ..Filled::parse(command).unwrap() }
}

fn refusal(book: &Crisis, table: &Table, command: &str) -> Refusal {
    book.intent(table, seat(0), &by(0, command)).expect_err(command)
}

fn slot(book: &Crisis, table: &Table, command: &str, name: &str) -> Slot {
    let slots = book.slots(table, seat(0), &by(0, command)).unwrap();
    slots.into_iter().find(|slot| slot.name == name).unwrap_or_else(|| panic!("{command} has no {name}"))
}

const ANN: &str = "[[characters]]\nname = \"Ann\"\npc = true\nside = \"players\"\nat = [0, 2]\nap = 4\n\
    weapons = [\"longsword\", \"repeating-carbine\"]\n";

/// CR-R45, CR-096: the reason of each value, not one for all of them.
#[test]
fn a_barred_value_says_why() {
    let (book, table) = open(&format!(
        "{ANN}[[characters]]\nname = \"Cid\"\nat = [1, 2]\n[[characters]]\nname = \"Dan\"\nat = [6, 2]\n"
    ));
    let why = refusal(&book, &table, "attack weapon=longsword target=dan");
    assert_eq!((why.code.as_str(), why.rule.unwrap().to_string().as_str()), ("out-of-range", "CR-R45"));
    let target = slot(&book, &table, "attack weapon=longsword", "target");
    let barred: Vec<_> = target.barred.iter().map(|barred| (barred.choice.key.as_str(), &barred.why)).collect();
    assert_eq!(barred, [("dan", &why)]);
    assert!(target.domain.accepts("cid") && !target.domain.accepts("dan"));
    // CR-063, CR-R40: the carbine makes three Attacks; it is loaded for more, but 4 AP are held.
    let why = refusal(&book, &table, "attack weapon=repeating-carbine target=dan attacks=5");
    assert_eq!(why.rule.unwrap().to_string(), "CR-063");
}

/// CR-031, CR-001: whoever cannot act now reads every act, with the reason.
#[test]
fn an_act_is_listed_whether_or_not_it_may_be_done() {
    let (book, mut table) = open(&format!("{ANN}[[characters]]\nname = \"Cid\"\nat = [6, 2]\n"));
    let rule_of = |table: &Table, actor: u16, verb: &str| {
        let offers = book.offers(table, seat(actor));
        let offer = offers.into_iter().find(|offer| offer.verb == verb).unwrap_or_else(|| panic!("{verb}"));
        offer.refused.map(|why| why.rule.unwrap().to_string())
    };
    for verb in ["attack", "aim", "reload", "overwatch", "move", "kneel", "hide", "search", "end-turn", "try"] {
        assert_eq!(rule_of(&table, 1, verb).as_deref(), Some("CR-031"), "{verb}");
    }
    assert_eq!(rule_of(&table, 0, "attack"), None);
    table.actor_mut(ActorId(0)).incapacitated = true;
    assert_eq!(rule_of(&table, 0, "attack").as_deref(), Some("CR-R93"));
}

/// CR-040: a group is two NPCs or more, and the slot says so.
#[test]
fn a_group_asks_for_two() {
    let (book, table) = open(&format!(
        "{ANN}[[characters]]\nname = \"Cid\"\nat = [1, 2]\n[[characters]]\nname = \"Dan\"\nat = [6, 2]\n"
    ));
    let slots = book.slots(&table, Seat::Gm, &Filled::parse("group").unwrap()).unwrap();
    let Domain::Several { of, least, most } = &slots[0].domain else { panic!("{slots:?}") };
    let keys: Vec<&str> = of.iter().map(|choice| choice.key.as_str()).collect();
    assert_eq!((&keys[..], *least, *most), (&["cid", "dan"][..], 2, 2));
    assert!(book.intent(&table, Seat::Gm, &Filled::parse("group who=cid").unwrap()).is_err());
    assert!(book.intent(&table, Seat::Gm, &Filled::parse("group who=cid,dan").unwrap()).is_ok());
}

/// CR-170, CR-R120: what a seat is offered is the same whether somebody unseen is there or not. Whoever would stop where
/// somebody unseen stands stops before.
#[test]
fn what_a_seat_does_not_know_bars_nothing() {
    let scene = |unseen: &str| {
        let unaware = if unseen.is_empty() { "unaware_of = [\"eve\"]\n" } else { "" };
        format!(
            "{ANN}{unaware}[[characters]]\nname = \"Cid\"\nat = [8, 2]\n\
             [[characters]]\nname = \"Eve\"\nside = \"others\"\nat = [3, 2]\n{unseen}"
        )
    };
    let (book, table) = open(&scene(""));
    let (_, without) = open(&scene("absent = true\n"));
    assert_eq!(book.offers(&table, seat(0)), book.offers(&without, seat(0)));
    for command in ["move", "move to=5,2", "attack", "attack weapon=repeating-carbine target=cid", "aim", "try"] {
        let of = |table: &Table| book.slots(table, seat(0), &by(0, command));
        assert_eq!(of(&table), of(&without), "{command}");
    }
    for command in ["attack weapon=repeating-carbine target=eve", "hide", "stabilise patient=eve"] {
        assert_eq!(refusal(&book, &table, command), refusal(&book, &without, command), "{command}");
    }
    let mut table = table;
    let intent = book.intent(&table, seat(0), &by(0, "move to=3,2")).unwrap();
    let mut script = Script::new(&book);
    book.resolve(&mut table, seat(0), &intent, &mut Through(&mut script)).unwrap();
    let ann = table.actor(ActorId(0));
    assert_eq!((ann.place.cell, ann.ap), (Cell::new(2, 2), 3));
}

/// CR-168: somebody unseen looks on: a player learns of it by trying, and pays for that.
#[test]
fn hiding_from_somebody_unseen_is_tried_in_vain() {
    let (book, mut table) =
        open(&format!("{ANN}unaware_of = [\"eve\"]\n[[characters]]\nname = \"Eve\"\nside = \"others\"\nat = [5, 2]\n"));
    let intent = book.intent(&table, seat(0), &by(0, "hide")).unwrap();
    assert_eq!(book.intent(&table, Seat::Gm, &by(0, "hide")).unwrap_err().code, "in-plain-sight");
    let mut script = Script::new(&book);
    book.resolve(&mut table, seat(0), &intent, &mut Through(&mut script)).unwrap();
    let ann = table.actor(ActorId(0));
    assert_eq!((ann.hidden, ann.ap), (false, 1));
}

/// Journals hold the verb with the slots by name.
#[test]
fn an_intent_is_written_by_its_verb() {
    let (book, table) = open(&format!("{ANN}[[characters]]\nname = \"Cid\"\nat = [1, 2]\n"));
    for command in [
        "attack weapon=repeating-carbine target=cid attacks=2",
        "move to=2,4 via=0,3",
        "kneel",
        "try skill=lore what=reading",
    ] {
        let intent = book.intent(&table, seat(0), &by(0, command)).unwrap();
        let text = serde_json::to_string(&intent).unwrap();
        let verb = command.split(' ').next().unwrap();
        assert!(text.starts_with(&format!("{{\"{verb}\":{{\"actor\":0")), "{text}");
        assert_eq!(serde_json::from_str::<Intent>(&text).unwrap(), intent);
    }
    for wrong in ["{\"atack\":{}}", "{}", "[]", "{\"attack\":{\"weapon\":\"x\"}}"] {
        assert!(serde_json::from_str::<Intent>(wrong).is_err(), "{wrong}");
    }
    // A forged one is refused by the rules.
    for forged in [
        "{\"attack\":{\"actor\":0}}",
        "{\"attack\":{\"actor\":0,\"weapon\":200,\"target\":{\"actor\":9}}}",
        "{\"attack\":{\"actor\":0,\"weapon\":1,\"target\":{\"actor\":99},\"ammo\":\"plain\",\"attacks\":1}}",
        "{\"attack\":{}}",
        "{\"execute\":{\"actor\":0,\"weapon\":0,\"target\":77}}",
        "{\"move\":{\"actor\":0,\"to\":{\"x\":-9,\"y\":99}}}",
        "{\"stabilise\":{\"actor\":0,\"patient\":99}}",
        "{\"use\":{\"actor\":0,\"item\":99,\"on\":99}}",
        "{\"try\":{\"actor\":0,\"skill\":99}}",
        "{\"correct\":{\"who\":99,\"what\":\"ap\",\"to\":\"1\"}}",
    ] {
        let forged: Intent = serde_json::from_str(forged).unwrap_or_else(|error| panic!("{forged}: {error}"));
        let mut script = Script::new(&book);
        let done = book.resolve(&mut table.clone(), seat(0), &forged, &mut Through(&mut script));
        assert!(matches!(done, Err(referee_engine::Stop::Refused(_))), "{forged:?}");
    }
}
