//! Moves, Sneaking, falls and Incidentals, where a case file cannot say it.

use crate::{
    Clockworld, Event, Intent,
    acts::movement::{
        MoveEvent, Moving,
        path::{self, Step},
        speed,
    },
    conditions::{Condition, ConditionKind},
    fall::{self, How},
    house::HalfSpeedOrder,
    sheet::PartSet,
    table::{Hefted, Hold, HoldKind, Out, Table, Whereabouts},
    testing::{run, scene, who},
    view,
};
use referee_engine::{
    ActorId, ActorSet, Audience, Filled, Script, Seat, Stop, System, Through, Told, clock::Ends, rule, space::Cell,
};
use serde_json::json;

pub const LANE: &str = r#"
    book = "clockworld"
    map = { grid = "square", columns = 20, rows = 3, cell = 5, unit = "feet" }
    things = [
        { from = "smoke", key = "smoke", cells = [[0, 1], [1, 1], [2, 1], [3, 1], [4, 1]] },
        { from = "large-crate", key = "crate", at = [1, 0] },
    ]
    [[characters]]
    name = "Ann"
    at = [0, 1]
    skills = { Stealth = "Master", Fortitude = { bonus = 10 }, Reflex = "Master" }
    [[characters]]
    name = "Bob"
    at = [0, 0]
    [[characters]]
    name = "Bandit"
    kind = "villain"
    at = [10, 1]
    facing = 270
"#;

/// Runs a command and gives everything that was told.
fn told(book: &Clockworld, table: &mut Table, by: &str, command: &str, answers: &[&str]) -> Vec<Told<Clockworld>> {
    let mut filled = Filled::parse(command).unwrap();
    filled.actor = table.find(by).ok();
    let intent = book.intent(table, Seat::Gm, &filled).unwrap();
    let mut oracle = Script::new(book).answers(answers.iter().copied());
    book.resolve_with(table, Seat::Gm, &intent, &mut oracle).unwrap();
    oracle.told().to_vec()
}

fn moving(looks: Option<u16>, focus: bool) -> Moving {
    Moving { focus, looks, ..Moving::default() }
}

/// CW-029, CW-031, CW-177, CW-R49, CW-R106: halvings come one after the other, each rounded down.
#[test]
fn cw_r106_what_halves_speed_and_what_focus_adds() {
    let (mut book, mut table) = scene(LANE);
    let ann = who(&table, "ann");
    let cases = [
        // speed, one leg out, looks away, focus, prone; feet when halved first, feet when added first
        (30, false, false, false, false, 30, 30),
        (30, false, false, true, false, 45, 45),
        (30, false, true, true, false, 30, 20),
        (30, true, false, true, false, 30, 30),
        (30, true, true, true, false, 20, 15),
        (45, false, false, false, true, 20, 20),
        (45, false, false, true, true, 35, 30),
        (30, true, true, false, true, 0, 0),
    ];
    for (speed_ft, leg, away, focus, prone, halved, added) in cases {
        std::sync::Arc::make_mut(&mut table.setup).sheets[ann.index()].speed_ft = speed_ft;
        table.actor_mut(ann).parts_out = if leg { PartSet::default().with(3) } else { PartSet::default() };
        for (order, feet) in [(HalfSpeedOrder::HalveFirst, halved), (HalfSpeedOrder::AddFirst, added)] {
            book.house.half_speed_order = order;
            let moving = moving(away.then_some(0), focus);
            let found = speed::feet_left(&book, &table, ann, &moving, prone);
            assert_eq!(found, feet, "{speed_ft} {leg} {away} {focus} {prone} {order:?}");
        }
    }
}

/// CW-R107, CW-186: the half is not rounded, and the feet of focus do not count.
#[test]
fn cw_r107_more_than_half_of_the_speed_of_now() {
    let (book, mut table) = scene(LANE);
    let ann = who(&table, "ann");
    let far = |table: &Table, moved_ft, focus| {
        speed::moved_far(&book, table, ann, &Moving { moved_ft, ..moving(None, focus) })
    };
    assert!(!far(&table, 15, false) && far(&table, 16, false));
    assert!(far(&table, 16, true));
    table.actor_mut(ann).parts_out = PartSet::default().with(3);
    assert!(!far(&table, 7, false) && far(&table, 8, false));
}

/// CW-181, CW-182, CW-273: what a sneaker does is told to its own side, and no foe sees it in the middle of it.
#[test]
fn cw_182_a_sneaker_is_not_shown_to_the_other_side() {
    let (book, mut table) = scene(LANE);
    let (ann, bandit) = (who(&table, "ann"), who(&table, "bandit"));
    let foe = Seat::Player(ActorSet::EMPTY.with(bandit));
    let friend = Seat::Player(ActorSet::EMPTY.with(who(&table, "bob")));
    assert!(view::knows(&table, foe, ann));
    let heard = told(&book, &mut table, "ann", "move to=2,1 sneakily=yes then=continue", &[]);
    assert!(heard.iter().all(|told| !told.audience().includes(foe) && told.audience().includes(friend)), "{heard:?}");
    assert!(!view::knows(&table, foe, ann) && view::knows(&table, friend, ann));
    let heard = told(&book, &mut table, "ann", "stop-moving", &["as-proposed"]);
    assert!(heard.iter().all(|told| !told.audience().includes(foe)), "{heard:?}");
    assert!(table.actor(bandit).unaware_of.contains(ann));
    // CW-R112: in plain view it is noticed by itself.
    run(&book, &mut table, "ann", "pass", &[], &[]).unwrap();
    run(&book, &mut table, "bob", "pass", &[], &[]).unwrap();
    run(&book, &mut table, "bandit", r#"move path="9,1 8,1 7,1 6,1 5,1""#, &[], &[]).unwrap();
    assert!(table.actor(bandit).unaware_of.contains(ann), "the smoke still conceals");
    table.pieces = Default::default();
    run(&book, &mut table, "bandit", "face to=270", &[], &[]).unwrap();
    assert!(!table.actor(bandit).unaware_of.contains(ann));
}

/// Someone whom the mover does not know of stands in the way: the Move ends in front of it.
#[test]
fn cw_r112_running_into_somebody_hidden() {
    let (book, mut table) = scene(LANE);
    let (ann, bandit) = (who(&table, "ann"), who(&table, "bandit"));
    table.actor_mut(bandit).place = table.setup.space.on_ground(Cell::new(3, 1));
    table.actor_mut(ann).unaware_of = ActorSet::EMPTY.with(bandit);
    run(&book, &mut table, "ann", r#"move path="1,1 2,1 3,1 4,1""#, &[], &[]).unwrap();
    assert_eq!(table.actor(ann).place.cell, Cell::new(2, 1));
    assert!(table.actor(ann).unaware_of.is_empty());
}

/// CW-210, CW-R117: what is carried comes along, also its Cover, and putting it down is Incidental.
#[test]
fn cw_210_what_is_hefted_moves_along() {
    let (book, mut table) = scene(LANE);
    let (ann, bob, crate_) = (who(&table, "ann"), who(&table, "bob"), table.find_thing("crate").unwrap());
    table.actor_mut(ann).hefting = Some(Hefted::Thing(crate_));
    run(&book, &mut table, "ann", "move to=3,1", &[], &[]).unwrap();
    assert!(matches!(table.thing(crate_).at, Whereabouts::Place(place) if place.cell == Cell::new(3, 1)));
    let piece = usize::from(table.thing(crate_).piece.unwrap());
    assert_eq!(table.pieces[piece].cells[..], [Cell::new(3, 1)], "it is where its bearer is");
    run(&book, &mut table, "ann", "set-down", &[], &[]).unwrap();
    assert_eq!(table.actor(ann).hefting, None);
    table.actor_mut(bob).out = Out::Unconscious;
    table.actor_mut(ann).hefting = Some(Hefted::Actor(bob));
    run(&book, &mut table, "ann", "move to=4,1", &[], &[]).unwrap();
    assert_eq!(table.actor(bob).place.cell, Cell::new(4, 1));
    // CW-R127: whoever is carried falls with its bearer, and did not drop on purpose.
    let mut oracle = Script::new(&book).answers(["decline"]).dice([9, 9]);
    fall::fall(&book, &mut table, ann, 10, How::Dropped, &mut Through(&mut oracle)).unwrap();
    assert_eq!((table.actor(ann).injuries.len(), table.actor(bob).injuries.len()), (0, 1));
}

/// CW-R87, CW-R92: a hold by hand ends when the two are no longer within Reach.
#[test]
fn cw_r87_moving_away_ends_a_hold() {
    let (book, mut table) = scene(LANE);
    let (ann, bandit) = (who(&table, "ann"), who(&table, "bandit"));
    table.actor_mut(bandit).place = table.setup.space.on_ground(Cell::new(1, 1));
    let arms = table.arms(ann);
    table.actor_mut(ann).hold = Some(Hold { kind: HoldKind::Pin, target: bandit, arms });
    table.impose(bandit, Condition { kind: ConditionKind::PinnedBy(ann), ends: Ends::Never });
    run(&book, &mut table, "ann", "move to=0,2", &[], &[]).unwrap();
    assert!(table.is_pinned(bandit) == (table.in_reach(ann, bandit)));
    assert!(table.is_pinned(bandit), "CW-R35: on squares one step is within Reach, a diagonal one too");
    run(&book, &mut table, "ann", "move to=3,2", &[], &[]).unwrap();
    assert!(!table.is_pinned(bandit) && table.actor(ann).hold.is_none());
}

/// CW-R93, CW-R94, CW-024: whoever cannot shift its body does not Move.
#[test]
fn cw_r93_the_immobilized_do_not_move() {
    let (book, mut table) = scene(LANE);
    let ann = who(&table, "ann");
    table.impose(ann, Condition { kind: ConditionKind::Immobilized, ends: Ends::Never });
    let refusal = run(&book, &mut table, "ann", "move to=1,1", &[], &[]).unwrap_err();
    assert_eq!(refusal.code, "immobilized");
}

/// What comes from a journal may hold anything: it is refused, and nothing panics.
#[test]
fn wild_intents_are_refused() {
    let (book, table) = scene(LANE);
    use crate::acts::{
        Move, StopMoving,
        movement::{Goal, Look, Then, Way},
        value::Towards,
    };
    use referee_engine::act::Does;
    let go = |path: &[Cell]| Move {
        stand: false.into(),
        focus: false.into(),
        sneakily: false.into(),
        facing: Look::Ahead.into(),
        drop: false.into(),
        leave: false.into(),
        path: Way(path.iter().copied().collect()).into(),
        to: Goal::from(Cell::new(0, 1)).into(),
        then: Then::Continue.into(),
    };
    let wild = Cell::new(i16::MAX, i16::MIN);
    let looks = |look: Towards| Move { facing: Look::To(look).into(), ..go(&[Cell::new(1, 1)]) };
    let ways = [
        go(&[]),
        go(&[wild]),
        go(&[Cell::new(1, 1), wild]),
        go(&[Cell::new(5, 1)]),
        go(&[Cell::new(0, 1); 600]),
        Move { to: Goal::from(wild).into(), ..go(&[]) },
        Move { leave: true.into(), ..go(&[]) },
        Move { stand: true.into(), ..go(&[]) },
        looks(Towards::Degrees(999)),
        looks(Towards::At(ActorId(99))),
        Move::default(),
    ];
    let does = |actor: u16, act: Move| Intent::Move(Does::by(ActorId(actor), act));
    let stops = [0, 99].map(|actor| Intent::StopMoving(Does::by(ActorId(actor), StopMoving {})));
    let nobody = does(99, go(&[Cell::new(1, 1)]));
    let moves = ways.into_iter().map(|act| does(0, act)).chain(stops);
    let nobody = std::iter::once(nobody);
    let small = [
        json!({"draw": {"thing": 65535}}),
        json!({"holster": {"thing": 65535, "where": "hidden"}}),
        json!({"pick-up": {"thing": 65535}}),
        json!({"put-down": {"thing": 65535}}),
        json!({"hand-over": {"thing": 65535, "to": 77}}),
        json!({"hand-over": {"thing": 0, "to": 77}}),
        json!({"tip": {"thing": 65535, "from": {"degrees": 0}}}),
        json!({"tip": {"thing": 0, "from": {"degrees": 360}}}),
        json!({"open": {"thing": 65535}}),
        json!({"close": {"thing": 0}}),
        json!({"drop": {"thing": 65535}}),
        json!({"set-down": {}}),
        json!({"speak": {"words": ""}}),
        json!({"speak": {"words": "x".repeat(5_000)}}),
    ];
    let small = small.into_iter().flat_map(|act| {
        [0, 99].map(|actor| {
            let mut act = act.clone();
            act.as_object_mut().unwrap().values_mut().for_each(|slots| slots["actor"] = actor.into());
            serde_json::from_value::<Intent>(act).unwrap()
        })
    });
    for intent in moves.chain(nobody).chain(small) {
        let mut oracle = Script::new(&book);
        let result = book.resolve_with(&mut table.clone(), Seat::Gm, &intent, &mut oracle);
        assert!(matches!(result, Err(Stop::Refused(_))), "{intent:?} gave {result:?}");
    }
}

/// CW-R73: a Move whose mover is struck down is over, and the Action is spent.
#[test]
fn cw_r73_whoever_is_struck_down_does_not_move() {
    let (book, mut table) = scene(LANE);
    let (ann, bandit) = (who(&table, "ann"), who(&table, "bandit"));
    table.actor_mut(bandit).place = table.setup.space.on_ground(Cell::new(1, 1));
    let sheet = &mut std::sync::Arc::make_mut(&mut table.setup).sheets[ann.index()];
    sheet.shock_limit = 1;
    sheet.skills[crate::sheet::Skill::Fortitude as usize].bonus = 0;
    let answers = ["pot-shot", "left-arm-fist", "chest", "decline", "1-dice"];
    run(&book, &mut table, "ann", "move to=0,2", &[9, 1, 2], &answers).unwrap();
    assert_eq!(table.actor(ann).out, Out::Unconscious);
    assert_eq!(table.actor(ann).place.cell, Cell::new(0, 1));
    assert_eq!(table.actor(ann).turn.taken.len(), 1);
    assert_eq!(table.actor(ann).turn.moving, None);
}

/// CW-R136, CW-273: an Incidental of somebody hidden is told to those who know of it, and words are heard.
#[test]
fn cw_r112_words_reveal() {
    let (book, mut table) = scene(LANE);
    let (ann, bandit) = (who(&table, "ann"), who(&table, "bandit"));
    table.actor_mut(bandit).unaware_of = ActorSet::EMPTY.with(ann);
    let heard = told(&book, &mut table, "ann", "move to=1,1 sneakily=yes", &["as-proposed"]);
    assert!(heard.iter().all(|told| told.audience() != Audience::All));
    let heard = told(&book, &mut table, "ann", r#"speak words="Boo""#, &[]);
    assert!(!table.actor(bandit).unaware_of.contains(ann));
    assert!(heard.iter().any(|told| matches!(told.event(), Some(Event::Sneak(_)))));
    // Moving on openly is then seen by all.
    let mut table2 = table.clone();
    let events = told(&book, &mut table2, "bob", "move to=0,2", &[]);
    assert!(events.iter().any(|told| matches!(told.event(), Some(Event::Move(MoveEvent::Went { feet: 10, .. })))));
}

/// A Move is the same in whatever order its values come: whoever fills them in one by one is told of no cell that is too far
/// before the focus that reaches it can be named.
#[test]
fn cw_031_the_values_of_a_move_come_in_any_order() {
    let (book, table) = scene(LANE);
    let ann = who(&table, "ann");
    let values = [("to", "9,1"), ("focus", "yes"), ("facing", "ahead"), ("then", "stop")];
    let mine = Seat::Player(ActorSet::EMPTY.with(ann));
    let start = Filled::of("move", Some(ann));
    let all = values.iter().fold(start.clone(), |filled, (slot, value)| filled.with(slot, *value));
    let wanted = book.intent(&table, mine, &all).expect("45 feet with focus");
    for first in 0..values.len() {
        let mut filled = start.clone();
        for at in 0..values.len() {
            let (slot, value) = values[(first + at) % values.len()];
            let slots = book.slots(&table, mine, &filled).unwrap_or_else(|refusal| panic!("{filled}: {refusal}"));
            assert!(slots.iter().any(|known| known.name == slot), "{filled}: {slot}");
            filled = filled.with(slot, value);
        }
        assert_eq!(book.intent(&table, mine, &filled).as_ref(), Ok(&wanted), "{filled}");
    }
    let unfocused = start.with("to", "9,1");
    let refusal = book.intent(&table, mine, &unfocused).expect_err("45 feet without focus");
    assert_eq!(refusal.rule, Some(rule!("CW-029")));
}

/// CW-168, CW-176: a wall in the way is an obstacle, open ground is none, and whoever walks east looks east.
#[test]
fn cw_168_a_wall_in_the_way_is_an_obstacle() {
    let (book, mut table) = scene(
        r#"
        book = "clockworld"
        map = { grid = "square", columns = 12, rows = 8, cell = 5, unit = "feet" }
        characters = [
            { from = "gunslinger", name = "Mudo", at = [1, 4], facing = 0 },
            { from = "bandit", name = "Brim", at = [11, 7] },
        ]
        things = [{ from = "low-wall", key = "wall", at = [4, 4] }]
        "#,
    );
    let (mudo, wall) = (who(&table, "mudo"), table.find_thing("wall").unwrap());
    let step = |column| {
        let [from, to] = [column, column + 1].map(|column| table.setup.space.cell_at(column, 4).unwrap());
        path::step(&table, mudo, table.setup.space.on_ground(from), None, to)
    };
    assert_eq!((step(1), step(2), step(3)), (Some(Step::Walk), Some(Step::Walk), Some(Step::Obstacle(wall))));
    run(&book, &mut table, "mudo", "move to=3,4", &[], &[]).unwrap();
    assert_eq!(table.actor(mudo).facing, 90);
}

/// CW-252, CW-273: a door does not close on somebody unseen, and nobody learns who it is.
#[test]
fn cw_252_a_door_does_not_close_on_somebody_unseen() {
    let (book, mut table) = scene(
        r#"
        book = "clockworld"
        map = { grid = "square", columns = 6, rows = 3, cell = 5, unit = "feet" }
        [[characters]]
        name = "Ann"
        at = [1, 1]
        unaware_of = ["bandit"]
        [[characters]]
        name = "Bandit"
        kind = "villain"
        at = [2, 1]
        [[things]]
        from = "wooden-door"
        at = [2, 1]
        open = true
        "#,
    );
    let ann = who(&table, "ann");
    let seat = Seat::Player([ann].into_iter().collect());
    let close = Filled::of("close", Some(ann)).with("thing", "wooden-door");
    let intent = book.intent(&table, seat, &close).unwrap();
    assert!(book.intent(&table, Seat::Gm, &close).is_err(), "the GM knows who stands there");
    let mut oracle = Script::new(&book);
    book.resolve_with(&mut table, seat, &intent, &mut oracle).unwrap();
    assert!(table.things[0].open);
    let lines: Vec<String> = oracle.events().map(|event| book.narrate(&table, event).text).collect();
    assert_eq!(lines, ["Ann cannot close Wooden door: something is in the way"]);
}
