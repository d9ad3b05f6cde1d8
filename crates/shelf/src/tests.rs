//! The shelf with the toy book: whatever holds here holds for a book that nobody has written yet.

use crate::toy::{LEDGER, SCENE, Toy};
use crate::{Batch, Book, Heard, OpenTable, Put, Shelved};
use referee_dice::Chance;
use referee_engine::{
    ActorId, ActorSet, Again, Filled, Reactions, Seat, Secrecy, SessionError, Standing, Waiting, Who, door::Source,
    odds::Group,
};

static BOOK: Shelved<Toy> = Shelved::new("a duel", LEDGER, |_| serde_json::Value::Null);
const ANNA: ActorId = ActorId(0);
const BERT: ActorId = ActorId(1);

fn open_toy() -> Box<dyn OpenTable> {
    BOOK.open(&Source::new("duel.toml", SCENE), [7; 32]).expect("a legal scene")
}

fn strike(by: ActorId, target: &str) -> Filled {
    Filled::of("strike", Some(by)).with("target", target)
}

fn take(table: &mut dyn OpenTable, filled: Filled) {
    table.put(Seat::Gm, Put::take(filled)).unwrap();
}

#[test]
fn an_act_waits_for_its_answer_and_then_tells_what_happened() {
    let mut table = open_toy();
    let stepped = table.put(Seat::Gm, Put::take(strike(ANNA, "bert"))).unwrap();
    assert!(stepped.waits && table.told(Seat::Gm).is_empty());
    assert_eq!(table.waited_for(), [Who::Actor(BERT)]);
    let seat_of = |actor| Seat::Player(ActorSet::EMPTY.with(actor));
    assert!(table.waiting(seat_of(ANNA)).is_empty(), "the question is Bert's");
    let [Waiting::Answer { ask, prompt, .. }] = &table.waiting(seat_of(BERT))[..] else { panic!("one question") };
    assert_eq!(prompt.text, "Bert, will you parry?");
    let not_mine = table.put(seat_of(ANNA), Put::Answer { ask: *ask, option: 0 });
    assert!(matches!(not_mine, Err(SessionError::NotYours { .. })));
    table.put(seat_of(BERT), Put::Answer { ask: *ask, option: 0 }).unwrap();
    let told = table.told(seat_of(BERT));
    let dice = told.iter().filter(|heard| matches!(heard, Heard::Dice { .. })).count();
    assert_eq!(dice, 2, "parry and strike");
    assert_eq!(table.log(Seat::Gm, 0).len(), 1);
}

#[test]
fn a_secret_act_is_marked_for_those_who_hear_of_it_and_told_to_nobody_else() {
    let seat_of = |actor| Seat::Player(ActorSet::EMPTY.with(actor));
    let heard = |secrecy| {
        let mut table = open_toy();
        table.put(seat_of(ANNA), Put::Take { filled: strike(ANNA, "bert"), secrecy }).unwrap();
        table.put(seat_of(BERT), Put::Answer { ask: 0, option: 0 }).unwrap();
        let seats = [Seat::Gm, seat_of(ANNA), seat_of(BERT), Seat::Spectator];
        let again = BOOK.replay(&table.journal(), true).expect("its own journal");
        seats.map(|seat| {
            let log = table.log(seat, 0);
            assert_eq!(log, again.log(seat, 0));
            assert!(log.iter().all(|entry| entry.hidden != secrecy.is_public()));
            !log.is_empty()
        })
    };
    assert_eq!(heard(Secrecy::Public), [true, true, true, true]);
    assert_eq!(heard(Secrecy::Gm), [true, true, false, false]);
    assert_eq!(heard(Secrecy::Blind), [true, false, false, false]);
    assert_eq!(heard(Secrecy::Own), [false, true, false, false]);
}

#[test]
fn undo_and_redo_go_line_by_line_and_leave_the_log_readable() {
    let mut table = open_toy();
    let start = table.digest();
    let put = |table: &mut Box<dyn OpenTable>, put| table.put(Seat::Gm, put).unwrap();
    take(&mut *table, strike(ANNA, "bert"));
    put(&mut table, Put::Answer { ask: 0, option: 1 });
    let after = table.digest();
    put(&mut table, Put::Undo { dice: Again::Same });
    assert_eq!(table.waiting(Seat::Gm).len(), 1, "the question is open again");
    put(&mut table, Put::Undo { dice: Again::Same });
    assert_eq!(table.digest(), start);
    assert!(table.log(Seat::Gm, 0).iter().all(|entry| entry.undone));
    assert!(table.put(Seat::Gm, Put::Undo { dice: Again::Same }).is_err(), "nothing is left to undo");
    put(&mut table, Put::Redo);
    put(&mut table, Put::Redo);
    assert_eq!(table.digest(), after);
    assert!(table.put(Seat::Gm, Put::Redo).is_err(), "nothing is left to redo");
    let again = BOOK.replay(&table.journal(), true).expect("a journal that it wrote itself");
    assert_eq!(again.digest(), after);
    assert_eq!(again.log(Seat::Gm, 0), table.log(Seat::Gm, 0));
}

#[test]
fn standing_answers_and_real_dice_are_kept() {
    let mut table = open_toy();
    let never = Put::Standing { who: Who::Actor(BERT), question: "parry".into(), answer: Standing::Never };
    table.put(Seat::Gm, never).unwrap();
    table.put(Seat::Gm, Put::Typed { who: Who::Actor(ANNA), typed: true }).unwrap();
    assert_eq!(table.typed(), [Who::Actor(ANNA)]);
    take(&mut *table, strike(ANNA, "bert"));
    let [Waiting::Dice { ask, roll, .. }] = &table.waiting(Seat::Gm)[..] else { panic!("Anna rolls") };
    assert_eq!((*ask, roll.as_str()), (1, "d6"));
    table.put(Seat::Gm, Put::Dice { ask: 1, faces: vec![6] }).unwrap();
    assert_eq!(table.facts()["wounds"], serde_json::json!([0, 1]));
}

#[test]
fn odds_are_exact_and_follow_the_way_of_reacting() {
    let table = open_toy();
    let hit = |reactions: Reactions| {
        let odds = table.odds(Seat::Gm, &strike(ANNA, "bert"), reactions.into()).unwrap();
        let chance = |group: &Group| group.chance("strike", Some(BERT), "hit");
        odds.groups.iter().map(chance).collect::<Vec<Chance>>()
    };
    // A face beats 2 in 4 of 6 cases; the faces 3, 4, 5 and 6 beat 2, 3, 4 and 5 of the 6 parries as well.
    let (plain, parried) = (Chance::new(2, 3), Chance::new(14, 36));
    assert_eq!(hit(Reactions::All), [plain.clone(), parried.clone()], "`no`, then `parry`");
    for (reactions, expected) in
        [(Reactions::Never, plain), (Reactions::Always, parried.clone()), (Reactions::Best, parried)]
    {
        assert_eq!(hit(reactions), [expected], "{reactions}");
    }
}

#[test]
fn whoever_is_asked_knows_what_each_option_leads_to() {
    let mut table = open_toy();
    take(&mut *table, strike(ANNA, "bert"));
    let options = table.option_odds(1_000.into(), Seat::Player(ActorSet::EMPTY.with(BERT)), 0).unwrap();
    let hit = |at: usize| options[at].odds.groups[0].chance("strike", Some(BERT), "hit");
    let keys: Vec<&str> = options.iter().map(|option| option.key.as_str()).collect();
    assert_eq!((keys, hit(0), hit(1)), (vec!["parry", "no"], Chance::new(14, 36), Chance::new(2, 3)));
    assert!(table.option_odds(1_000.into(), Seat::Gm, 7).is_err(), "nobody is asked that");
    table.put(Seat::Gm, Put::Answer { ask: 0, option: 0 }).unwrap();
    assert!(table.option_odds(1_000.into(), Seat::Gm, 0).is_err(), "nobody is asked any more");
}

#[test]
fn a_batch_depends_on_its_seed_alone() {
    let table = open_toy();
    let run = |seed, threads| {
        let policies = vec![(None, "careful".into()), (Some("left".into()), "bold".into())];
        table.simulate(&Batch { runs: 500, seed, policies, threads }, &mut |_| true).unwrap()
    };
    let one = run(1, 1);
    assert_eq!(one, run(1, 2));
    assert_ne!(one, run(2, 1));
    assert_eq!(one.sides.iter().map(|side| side.wins).sum::<u64>(), 500);
    assert_eq!((one.sides[0].policy.as_str(), one.sides[1].policy.as_str()), ("bold", "careful"));
    let unknown = Batch { runs: 1, seed: 1, policies: vec![(None, "wild".into())], threads: 1 };
    let error = table.simulate(&unknown, &mut |_| true).unwrap_err().to_string();
    assert_eq!(error, "toy has no policy \"wild\"; allowed: bold, careful, best, search");
}

#[test]
fn a_policy_can_play_at_the_table() {
    let mut table = open_toy();
    let stepped = table.act_by_policy("careful", 1).unwrap();
    assert!(stepped.waits);
    assert!(table.act_by_policy("careful", 1).is_err(), "Bert has to answer first");
    assert_eq!(table.advise(0, "careful", 1).unwrap(), Some(0), "the careful parry");
    assert_eq!(table.advise(0, "bold", 1).unwrap(), Some(1), "the bold do not");
    assert_eq!(table.advise(1, "bold", 1).unwrap(), None, "nothing else is asked");
    // Whoever thinks about its acts thinks about its answers as well.
    for thinker in ["best", "search:50"] {
        assert!(matches!(table.advise(0, thinker, 1).unwrap(), Some(0 | 1)), "{thinker}");
    }
    assert!(table.advise(0, "wild", 1).is_err());
}

#[test]
fn the_ledger_of_every_book_holds_together() {
    for book in crate::books() {
        let ledger = book.ledger();
        assert_eq!(book.title(), ledger.title);
        assert!(ledger.of(crate::Kind::Rule).count() > 100, "{}", book.name());
        for entry in &ledger.entries {
            assert!(!entry.headline().is_empty(), "{} says nothing", entry.id);
            for named in &entry.mentions {
                assert!(ledger.get(*named).is_some(), "{} names {named}, which is not there", entry.id);
            }
        }
    }
}

#[test]
fn every_ready_scene_opens_with_the_book_it_names() {
    for ready in crate::ready_scenes() {
        let table = crate::open_scene(&ready.source(), [0; 32]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert_eq!(table.book(), ready.book);
        let again = crate::open_journal(&table.journal(), true).unwrap();
        assert_eq!(again.digest(), table.digest());
        assert!(crate::ready_scene(&format!("{}:{}", ready.book, ready.name)).is_some());
    }
}

#[test]
fn a_scene_or_journal_of_another_book_is_refused() {
    let open = |text: &str| crate::open_scene(&Source::new("x.toml", text), [0; 32]).unwrap_err().to_string();
    assert!(open("book = \"chess\"\n").starts_with("x.toml:1:8: book: there is no rulebook `chess`; allowed: "));
    assert!(open("title = \"x\"\n").starts_with("x.toml:1:1: book: missing key `book`; allowed: "));
    let error = crate::open_journal(&open_toy().journal(), false).unwrap_err().to_string();
    assert!(error.starts_with("journal line 1: it was played with toy; this program has "), "{error}");
}

#[test]
fn a_bad_scene_is_refused_with_its_line() {
    let mistakes = BOOK.open(&Source::new("x.toml", "book = \"toy\"\nfighters = [\"A\"]\n"), [0; 32]).err().unwrap();
    assert_eq!(mistakes.to_string(), "x.toml:2:12: fighters: a duel has two fighters; allowed: two names");
}
