//! What bold and careful machines choose, where there is more to do than to strike.

use referee_dice::FastRng;
use referee_engine::{ActorId, Filled, Script, Seat, System, act::Does, door::Source};
use referee_segments::{
    Intent, Segments,
    acts::{KeepWaiting, StepIn, Wait},
    table::{FreeAnswer, Table},
    turn::Intention,
};

fn open(characters: &str) -> (Segments, Table) {
    let text = format!(
        "book = \"segments\"\nspeed = \"segmented\"\n\
         map = {{ grid = \"square\", columns = 30, rows = 3, cell = 5, unit = \"feet\" }}\n{characters}"
    );
    Segments::open(&Source::new("policy.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn chosen(book: &Segments, table: &Table, policy: &str) -> Intent {
    let (_, policy) = Segments::policies().iter().find(|(name, _)| *name == policy).expect("a policy");
    book.choose(table, *policy, &mut FastRng::seed_from_u64(1))
}

fn make(book: &Segments, table: &mut Table, intent: &Intent) {
    book.resolve_with(table, Seat::Gm, intent, &mut Script::new(book))
        .unwrap_or_else(|stop| panic!("{intent:?}: {stop:?}"));
}

fn say(book: &Segments, table: &mut Table, who: u16, command: &str) {
    let mut filled = Filled::parse(command).unwrap();
    filled.actor = Some(ActorId(who));
    let intent = book.intent(table, Seat::Gm, &filled).unwrap_or_else(|refusal| panic!("{command}: {refusal}"));
    make(book, table, &intent);
}

fn intention(intent: &Intent) -> Intention {
    match intent {
        Intent::Declare(declares) => *declares.act.intention.value().expect("it is filled"),
        other => panic!("no declaration: {other:?}"),
    }
}

/// SE-074: the bolt does more than the dagger, so both use it; a careful one heals a friend first who is badly hurt.
#[test]
fn a_power_that_does_more_than_the_weapon_is_used() {
    for (policy, health, power) in [("bold", 1, "ember-bolt"), ("careful", 10, "ember-bolt"), ("careful", 5, "mend")] {
        let (book, mut table) = open(&format!(
            "characters = [{{ from = \"cutthroat\", at = [6, 0] }}, {{ from = \"mystic\", at = [0, 0] }}, \
             {{ from = \"scout\", health = {health}, at = [0, 1] }}]"
        ));
        say(&book, &mut table, 0, "declare intention=standard");
        let declared = chosen(&book, &table, policy);
        assert_eq!(intention(&declared), Intention::Ability, "{policy}");
        make(&book, &mut table, &declared);
        say(&book, &mut table, 2, "declare intention=standard");
        for who in [2, 0] {
            say(&book, &mut table, who, "done");
        }
        let Intent::Cast(cast) = chosen(&book, &table, policy) else { panic!("{policy} casts") };
        assert_eq!(table.ability(*cast.act.name.value().unwrap()).unwrap().key, power, "{policy}");
    }
}

/// SE-051: against a Stone warden (Defense 5) the Scout's own arrow does 27 twentieths, and the Halberdier's blow (target
/// number 9, maximum 10) gains more by a second die: a careful Scout Assists, a bold one shoots.
#[test]
fn a_careful_one_helps_who_gains_more_by_it() {
    let (book, mut table) = open(
        "characters = [{ from = \"stone-warden\", at = [2, 0] }, { from = \"halberdier\", at = [0, 0] }, \
         { from = \"scout\", at = [0, 1] }]",
    );
    say(&book, &mut table, 0, "declare intention=slow");
    assert_eq!(intention(&chosen(&book, &table, "careful")), Intention::Slow, "the first has nobody to help yet");
    say(&book, &mut table, 1, "declare intention=slow");
    let Intent::Declare(helps) = chosen(&book, &table, "careful") else { panic!("it declares") };
    assert_eq!((helps.act.intention.value(), helps.act.ally.value()), (Some(&Intention::Assist), Some(&ActorId(1))));
    assert_eq!(intention(&chosen(&book, &table, "bold")), Intention::Slow);
}

/// SE-056, SE-057, SE-058: both load or draw what is better than the fist; a careful one raises its shield while no foe is near.
#[test]
fn a_ready_is_used_for_what_it_is_good_for() {
    let crossbow = "held = [{ item = \"hand-crossbow\", loaded = false }], sheathed = [], pack = [\"bolts\"]";
    let cases = [
        (format!("from = \"scout\", {crossbow}"), Some("reload"), Some("reload")),
        ("from = \"scout\", held = [], sheathed = [\"dagger\"], pack = []".to_owned(), Some("draw"), Some("draw")),
        ("from = \"shieldbearer\", shield_raised = false".to_owned(), Some("raise"), None),
    ];
    for (who, careful, bold) in cases {
        for (policy, expected) in [("careful", careful), ("bold", bold)] {
            let (book, mut table) =
                open(&format!("characters = [{{ from = \"ogre\", at = [29, 2] }}, {{ {who}, at = [0, 0] }}]"));
            say(&book, &mut table, 0, "declare intention=standard");
            let declared = chosen(&book, &table, policy);
            assert_eq!(intention(&declared) == Intention::Ready, expected.is_some(), "{who} {policy}: {declared:?}");
            make(&book, &mut table, &declared);
            if let Some(handling) = expected {
                let readied = match chosen(&book, &table, policy) {
                    Intent::Reload(_) => "reload",
                    Intent::Draw(_) => "draw",
                    Intent::Raise(_) => "raise",
                    other => panic!("{who} {policy}: {other:?}"),
                };
                assert_eq!(readied, handling, "{who} {policy}");
            }
        }
    }
}

/// SE-107, SE-108: a careful one whose foe is out of reach waits for it to come, and steps in when it is there.
#[test]
fn a_careful_one_waits_for_who_is_coming() {
    let (book, mut table) = open(
        "characters = [{ from = \"shieldbearer\", side = \"foes\", controller = \"gm\", at = [12, 0] }, \
         { from = \"cutthroat\", side = \"players\", controller = \"player\", at = [0, 0] }]",
    );
    say(&book, &mut table, 0, "declare intention=dash");
    say(&book, &mut table, 1, "declare intention=standard");
    assert!(matches!(chosen(&book, &table, "bold"), Intent::Move(_)), "a bold one closes in");
    assert_eq!(chosen(&book, &table, "careful"), Intent::Wait(Does::by(ActorId(1), Wait {})));
    say(&book, &mut table, 1, "wait");
    let waits = Intent::KeepWaiting(Does::by(ActorId(1), KeepWaiting {}));
    assert_eq!(chosen(&book, &table, "careful"), waits, "it is not here yet");
    say(&book, &mut table, 1, "keep-waiting");
    table.actor_mut(ActorId(1)).free = FreeAnswer::Never;
    say(&book, &mut table, 0, "dash to=1,0");
    assert_eq!(chosen(&book, &table, "careful"), Intent::StepIn(Does::by(ActorId(1), StepIn {})));
    say(&book, &mut table, 1, "step-in");
    assert!(matches!(chosen(&book, &table, "careful"), Intent::Attack(_)));
}
