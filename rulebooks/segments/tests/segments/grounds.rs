//! What a machine's choice follows from is in its grounds, and what it does not follow from is not.

use referee_dice::FastRng;
use referee_engine::{ActorId, Filled, Grounds, Script, Seat, System, door::Source, space::Place};
use referee_segments::{
    Intent, Segments,
    brief::Brief,
    sheet::{StatusId, ThingId},
    table::{Out, Table, Whereabouts},
    turn::{Intention, Stage},
};

/// Two of each side; everybody declares in the order of the roster.
const SCENE: &str = r#"
    book = "segments"
    speed = "segmented"
    rules = { declare = "secret" }
    map = { grid = "square", columns = 14, rows = 6, cell = 5, unit = "feet" }
    characters = [
        { from = "FIRST", side = "players", at = [3, 2] },
        { from = "shieldbearer", name = "Friend", quick = 10, side = "players", at = [2, 4] },
        { from = "cutthroat", at = [4, 2] },
        { from = "shieldbearer", name = "Nob", side = "foes", at = [4, 3] },
    ]
    things = [
        { from = "wall", key = "wall", cells = [[8, 0], [8, 1]], at = [8, 0] },
        { from = "dagger", key = "lost", at = [3, 3] },
    ]
"#;

fn open(first: &str) -> (Segments, Table) {
    let scene = SCENE.replace("FIRST", first);
    Segments::open(&Source::new("grounds.toml", scene)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn policy(name: &str) -> <Segments as System>::Policy {
    Segments::policies().iter().find(|(known, _)| *known == name).expect("a policy").1
}

fn grounds(book: &Segments, table: &Table, name: &str) -> Option<Grounds> {
    book.grounds(table, policy(name))
}

fn say(book: &Segments, table: &mut Table, who: u16, command: &str) {
    let mut filled = Filled::parse(command).unwrap();
    filled.actor = Some(ActorId(who));
    let intent = book.intent(table, Seat::Gm, &filled).unwrap_or_else(|refusal| panic!("{command}: {refusal}"));
    book.resolve_with(table, Seat::Gm, &intent, &mut Script::new(book)).unwrap_or_else(|stop| panic!("{stop:?}"));
}

/// The first of the roster has declared this, the others as they do, and its segment has come.
fn in_segment(first: &str, intention: &str) -> (Segments, Table) {
    let (book, mut table) = open(first);
    say(&book, &mut table, 0, &format!("declare intention={intention}"));
    for who in 1..4 {
        say(&book, &mut table, who, "declare intention=slow"); // later than everybody else
    }
    assert_eq!(table.segment().map(|segment| segment.who), Some(ActorId(0)), "{first} comes first");
    (book, table)
}

/// One change of a table.
type Change = (&'static str, fn(&mut Table));

fn thing_of(table: &Table, who: u16, short: &str) -> ThingId {
    let mine = |&id: &ThingId| table.thing(id).owner() == Some(ActorId(who)) && table.thing_sheet(id).short == short;
    table.thing_ids().find(mine).unwrap_or_else(|| panic!("{who} has no {short}"))
}

fn move_to(table: &mut Table, who: u16, x: i16, y: i16) {
    table.actors.set_at(ActorId(who), Place::new(x, y, 0));
}

/// Whatever anybody's choice follows from.
const MATTERS: [Change; 10] = [
    ("a friend stands elsewhere", |table| move_to(table, 1, 2, 5)),
    ("a foe stands elsewhere", |table| move_to(table, 2, 5, 2)),
    ("it stands elsewhere itself", |table| move_to(table, 0, 3, 1)),
    ("a friend is dead", |table| table.actors.set_out(ActorId(1), Out::Dead)),
    ("a foe is dead", |table| table.actors.set_out(ActorId(2), Out::Dead)),
    ("a foe is helpless", |table| table.actors.set_out(ActorId(2), Out::Helpless)),
    ("a foe is hidden", |table| table.actors.set_hidden(ActorId(2), true)),
    ("it has a status", |table| {
        table.actor_mut(ActorId(0)).statuses = table.actor(ActorId(0)).statuses.with(StatusId(3))
    }),
    ("a wall is gone", |table| table.pieces.remove(0)),
    ("somebody is above the ground", |table| table.actors.set_at(ActorId(3), Place::new(4, 3, 10))),
];

/// What nobody's choice follows from.
const DOES_NOT_MATTER: [Change; 7] = [
    ("a friend is hurt", |table| table.actor_mut(ActorId(1)).health = 1),
    ("it is hurt itself", |table| table.actor_mut(ActorId(0)).health = 1),
    ("a foe is Down", |table| table.actor_mut(ActorId(2)).down = true),
    ("a foe owes an action", |table| table.actor_mut(ActorId(2)).part.owed = 1),
    ("rounds have passed", |table| table.clock.round += 3),
    ("time has passed", |table| table.clock.elapsed += 600),
    ("a friend has a status", |table| {
        table.actor_mut(ActorId(1)).statuses = table.actor(ActorId(1)).statuses.with(StatusId(3))
    }),
];

fn compare(book: &Segments, start: &Table, matters: &[Change], does_not: &[Change]) {
    compare_for(&["bold", "careful"], book, start, matters, does_not);
}

fn compare_for(names: &[&str], book: &Segments, start: &Table, matters: &[Change], does_not: &[Change]) {
    for &name in names {
        let before = grounds(book, start, name).unwrap_or_else(|| panic!("{name} has grounds on a usual table"));
        let choose = |table: &Table| book.choose(table, policy(name), &mut FastRng::seed_from_u64(1));
        let chosen: Intent = choose(start);
        for (what, change) in matters {
            let mut table = start.clone();
            change(&mut table);
            assert_ne!(grounds(book, &table, name), Some(before), "{name}: {what}");
        }
        for (what, change) in does_not {
            let mut table = start.clone();
            change(&mut table);
            assert_eq!(grounds(book, &table, name), Some(before), "{name}: {what}");
            assert_eq!(choose(&table), chosen, "{name}: {what}");
        }
    }
}

#[test]
fn a_declaration_has_its_grounds() {
    let (book, table) = open("scout");
    compare_for(&["careful"], &book, &table, &MATTERS, &DOES_NOT_MATTER);
    let foes_gear: [Change; 2] = [
        ("a foe has lost its shield", |table| table.put(thing_of(table, 3, "shield"), Whereabouts::Gone)),
        ("a foe is warded", |table| {
            table.actor_mut(ActorId(2)).warded = 2;
            table.know(ActorId(2));
        }),
    ];
    let gear: [Change; 3] = [
        ("no arrow is left", |table| {
            let arrows = thing_of(table, 0, "arrows");
            table.thing_mut(arrows).count = 0;
        }),
        ("the bow is dropped", |table| {
            table.put(thing_of(table, 0, "short-bow"), Whereabouts::Place(Place::new(9, 5, 0)))
        }),
        ("the dagger is drawn", |table| table.put(thing_of(table, 0, "dagger"), Whereabouts::Held(ActorId(0)))),
    ];
    let foes_health: [Change; 2] = [
        ("a foe is hurt", |table| table.actor_mut(ActorId(2)).health = 1),
        ("an arrow is shot", |table| {
            let arrows = thing_of(table, 0, "arrows");
            table.thing_mut(arrows).count -= 1;
        }),
    ];
    compare(&book, &table, &gear, &foes_health);
    compare(&book, &table, &foes_gear, &[]);
    // Where nothing lies about that it could pick up, the bow of a bold one does more than its fist, to whomever.
    let mut tidy = table.clone();
    tidy.put(table.find_thing("lost").expect("a dagger lies there"), Whereabouts::Gone);
    compare_for(&["careful"], &book, &tidy, &foes_gear, &[]);
    compare_for(&["bold"], &book, &tidy, &gear, &foes_gear);
    compare_for(&["bold"], &book, &tidy, &[], &foes_health);
}

/// A bold one with one best weapon declares by whether a foe is within its stride, and so does the next one on its side: the
/// two of them decide together, and nothing else matters.
#[test]
fn bold_ones_declare_together_by_how_near_their_foes_are() {
    let (book, table) = open("shieldbearer");
    let matters: [Change; 9] = [
        ("a friend stands far away", |table| table.set_at(ActorId(1), Place::new(13, 5, 0))),
        ("the foes are far away", |table| {
            table.set_at(ActorId(2), Place::new(13, 0, 0));
            table.set_at(ActorId(3), Place::new(13, 1, 0));
        }),
        ("a friend is dead", |table| table.actors.set_out(ActorId(1), Out::Dead)),
        ("a foe is helpless", |table| table.actors.set_out(ActorId(2), Out::Helpless)),
        ("a foe is hidden", |table| table.actors.set_hidden(ActorId(2), true)),
        ("somebody is above the ground", |table| table.actors.set_at(ActorId(3), Place::new(4, 3, 10))),
        ("it has a status", |table| {
            table.actor_mut(ActorId(0)).statuses = table.actor(ActorId(0)).statuses.with(StatusId(3))
        }),
        ("a friend has a status", |table| {
            table.actor_mut(ActorId(1)).statuses = table.actor(ActorId(1)).statuses.with(StatusId(3))
        }),
        ("the sword is dropped", |table| table.put(thing_of(table, 0, "long-sword"), Whereabouts::Gone)),
    ];
    let does_not: [Change; 8] = [
        ("a friend stands elsewhere", |table| table.set_at(ActorId(1), Place::new(2, 5, 0))),
        ("a foe stands elsewhere", |table| table.set_at(ActorId(2), Place::new(5, 2, 0))),
        ("it stands elsewhere itself", |table| table.set_at(ActorId(0), Place::new(3, 1, 0))),
        ("a foe is dead", |table| table.actors.set_out(ActorId(2), Out::Dead)),
        ("a wall is gone", |table| table.pieces.remove(0)),
        ("its helmet is lost", |table| table.put(thing_of(table, 0, "helmet"), Whereabouts::Gone)),
        ("a foe is Down", |table| table.actor_mut(ActorId(2)).down = true),
        ("it is hurt itself", |table| table.actor_mut(ActorId(0)).health = 1),
    ];
    compare_for(&["bold"], &book, &table, &matters, &does_not);
    let Intent::Declare(first) = book.choose(&table, policy("bold"), &mut FastRng::seed_from_u64(1)) else {
        panic!("it is to declare")
    };
    let brief = book.brief_by(&table, policy("bold"), &Intent::Declare(first));
    let Brief::Declare(all) = &brief else { panic!("{brief:?}") };
    assert_eq!(all.iter().map(|(declaration, _)| declaration.who.0).collect::<Vec<_>>(), [0, 1]);
    let alone = book.brief_by(&table, policy("careful"), &Intent::Declare(first));
    assert!(matches!(alone, Brief::Declare(all) if all.len() == 1), "a careful one may help the next");
}

/// SE-056: with a free hand it matters what lies near, and only then.
#[test]
fn what_lies_around_matters_to_a_free_hand() {
    fn take_away(table: &mut Table) {
        table.put(table.find_thing("lost").expect("a dagger lies there"), Whereabouts::Place(Place::new(12, 5, 0)));
    }
    let (book, table) = open("halberdier");
    compare(&book, &table, &[("what lay there is gone", take_away)], &[]);
    let (book, table) = open("shieldbearer");
    compare(&book, &table, &[], &[("what lay there is gone", take_away)]);
}

/// Where one weapon does not compete with others, what protects the foes does not matter: it is the only kind, or it does most
/// to everybody, like a halberd beside a fist.
#[test]
fn a_bold_one_whose_weapons_do_not_compete_does_not_look_at_shields() {
    for first in ["shieldbearer", "halberdier"] {
        let (book, table) = open(first);
        let mut bare = table.clone();
        bare.put(thing_of(&table, 3, "shield"), Whereabouts::Gone);
        assert_eq!(grounds(&book, &table, "bold"), grounds(&book, &bare, "bold"), "{first}");
        assert_ne!(grounds(&book, &table, "careful"), grounds(&book, &bare, "careful"), "it could help a friend");
    }
}

/// The foes are out of everybody's reach.
fn away(mut table: Table) -> Table {
    table.set_at(ActorId(2), Place::new(9, 2, 0));
    table.set_at(ActorId(3), Place::new(9, 3, 0));
    table
}

/// What an act follows from whoever is in reach.
const OWN: [Change; 4] = [
    ("it is Down", |table| table.actor_mut(ActorId(0)).down = true),
    ("it has declared otherwise", |table| table.actor_mut(ActorId(0)).part.intention = Some(Intention::Ready)),
    ("it has acted", |table| table.round.under_way.last_mut().expect("it is under way").stage = Stage::Last),
    ("it is afraid", |table| table.actor_mut(ActorId(0)).afraid_of = Some(ActorId(2)).into()),
];

/// How far the segment is.
const SO_FAR: [Change; 2] = [
    ("it has moved", |table| {
        let segment = table.round.under_way.last_mut().expect("it is under way");
        (segment.moved, segment.stage) = (true, Stage::Action);
    }),
    ("it has used movement", |table| table.round.under_way.last_mut().expect("it is under way").moved_ft = 10),
];

#[test]
fn an_act_has_its_grounds() {
    let (book, table) = in_segment("shieldbearer", "standard");
    let table = away(table);
    compare(&book, &table, &MATTERS, &DOES_NOT_MATTER);
    compare(&book, &table, &OWN, &[]);
    compare(&book, &table, &SO_FAR, &[]);
    let gear: [Change; 2] = [
        ("the sword is dropped", |table| table.put(thing_of(table, 0, "long-sword"), Whereabouts::Gone)),
        ("the helmet is lost", |table| table.put(thing_of(table, 0, "helmet"), Whereabouts::Gone)),
    ];
    compare(&book, &table, &gear, &[]);
}

/// Whoever is certain to strike goes by who is the weakest in reach, and by little else.
#[test]
fn a_strike_has_its_grounds() {
    let (book, table) = in_segment("shieldbearer", "standard");
    compare(&book, &table, &OWN, &SO_FAR);
    compare(&book, &table, &[], &DOES_NOT_MATTER);
    let matters: [Change; 8] = [
        ("another foe is the weaker one", |table| table.actor_mut(ActorId(2)).health = 50),
        ("the weaker foe is out of reach", |table| table.set_at(ActorId(2), Place::new(5, 2, 0))),
        ("the weaker foe is dead", |table| table.actors.set_out(ActorId(2), Out::Dead)),
        ("the sword is dropped", |table| table.put(thing_of(table, 0, "long-sword"), Whereabouts::Gone)),
        ("a foe is hidden", |table| table.actors.set_hidden(ActorId(3), true)),
        ("somebody is above the ground", |table| table.actors.set_at(ActorId(3), Place::new(4, 3, 10))),
        ("it has a status", |table| {
            table.actor_mut(ActorId(0)).statuses = table.actor(ActorId(0)).statuses.with(StatusId(3))
        }),
        ("the weaker foe stands at the wall", |table| {
            table.set_at(ActorId(0), Place::new(7, 1, 0));
            table.set_at(ActorId(2), Place::new(8, 1, 0));
        }),
    ];
    let does_not: [Change; 7] = [
        ("the weaker foe is hurt", |table| table.actor_mut(ActorId(2)).health = 1),
        ("another one is hurt a little", |table| table.actor_mut(ActorId(3)).health -= 1),
        ("a friend stands elsewhere", |table| table.set_at(ActorId(1), Place::new(2, 5, 0))),
        ("a friend is dead", |table| table.actors.set_out(ActorId(1), Out::Dead)),
        ("it stands elsewhere itself", |table| table.set_at(ActorId(0), Place::new(3, 1, 0))),
        ("a wall is gone", |table| table.pieces.remove(0)),
        ("the helmet is lost", |table| table.put(thing_of(table, 0, "helmet"), Whereabouts::Gone)),
    ];
    compare(&book, &table, &matters, &does_not);
}

/// SE-107: a careful one waits for a foe that Dashes and is still to come.
#[test]
fn who_is_still_to_come_matters_to_a_careful_one() {
    let (book, table) = in_segment("shieldbearer", "standard");
    let table = away(table);
    let mut comes = table.clone();
    comes.actor_mut(ActorId(3)).part.intention = Some(Intention::Dash);
    assert_ne!(grounds(&book, &table, "careful"), grounds(&book, &comes, "careful"));
    assert_eq!(grounds(&book, &table, "bold"), grounds(&book, &comes, "bold"));
}

/// SE-074: an ability goes by its uses; a careful one also by how its friends are, of which nothing is said.
#[test]
fn abilities_have_their_uses() {
    let (book, table) = open("mystic");
    assert_eq!(grounds(&book, &table, "careful"), None);
    let mut used = table.clone();
    used.actors.daily_mut(ActorId(0)).used[0] += 1;
    assert!(grounds(&book, &table, "bold").is_some());
    assert_ne!(grounds(&book, &table, "bold"), grounds(&book, &used, "bold"));
}

/// What draws lots has no grounds, nor has anything while the clock runs.
#[test]
fn where_nothing_can_be_said_there_are_none() {
    let (book, mut table) = open("scout");
    assert_eq!(grounds(&book, &table, "random"), None);
    table.clock.mode = referee_segments::table::Speed::Open;
    assert_eq!(grounds(&book, &table, "bold"), None);
}
