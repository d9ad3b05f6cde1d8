//! What is said before somebody acts: whom it would let react, and what covers the target.

use super::open;
use referee_engine::{ActorId, ActorSet, Filled, Seat, Who, door::Source};
use referee_shelf::OpenTable;

const MUDO: ActorId = ActorId(0);
const LEFT: ActorId = ActorId(1);
const RIGHT: ActorId = ActorId(2);

/// Mudo stands between two people with knives and knows of one of them.
fn between_knives() -> Box<dyn OpenTable> {
    let scene = r#"
book = "clockworld"
title = "Between knives"
map = { grid = "square", columns = 12, rows = 5, cell = 5, unit = "feet" }

[[characters]]
from = "gunslinger"
name = "Mudo"
at = [4, 2]
unaware_of = ["right"]

[[characters]]
from = "knife-bandit"
name = "Left"
at = [4, 1]

[[characters]]
from = "knife-bandit"
name = "Right"
at = [4, 3]
"#;
    open(&Source::new("knives.toml", scene))
}

/// The reactions that Mudo's way out would offer, as a seat is told of them.
fn provoked(seat: Seat, to: &str) -> Vec<(Who, String, Option<String>)> {
    let away = Filled::of("move", Some(MUDO)).with("to", to);
    let odds = between_knives().odds(seat, &away, Default::default()).unwrap();
    odds.provokes.into_iter().map(|one| (one.who, one.kind, one.text)).collect()
}

fn pot_shot(who: ActorId, name: &str) -> (Who, String, Option<String>) {
    (Who::Actor(who), "pot-shot".into(), Some(format!("Mudo Moves within {name}'s Reach. Pot Shot?")))
}

#[test]
fn an_act_says_whom_it_would_let_react() {
    // The reaction of Mudo to a Pot Shot comes up in other words for each of the two.
    let own = (Who::Actor(MUDO), "reaction".into(), None);
    assert_eq!(provoked(Seat::Gm, "7,2"), [pot_shot(LEFT, "Left"), pot_shot(RIGHT, "Right"), own]);
}

#[test]
fn a_player_is_told_of_nobody_unknown_and_not_of_the_own_reactions() {
    let mudo = Seat::Player(ActorSet::EMPTY.with(MUDO));
    assert_eq!(provoked(mudo, "7,2"), [pot_shot(LEFT, "Left")]);
}

#[test]
fn nothing_is_said_where_nobody_may_react() {
    let note = Filled::of("note", None).with("text", "Nobody moves.");
    assert_eq!(between_knives().odds(Seat::Gm, &note, Default::default()).unwrap().provokes, []);
}

/// ST-213: the greatest piece and one for each other, so each is drawn; what stands beside the line is not.
#[test]
fn every_piece_of_cover_that_counts_is_drawn() {
    let scene = r#"
book = "stamina"
title = "Two walls"
map = { grid = "hex", columns = 20, rows = 5, cell = 1, unit = "m" }

[[characters]]
from = "archer"
name = "Wren"
at = [2, 2]
facing = 1

[[characters]]
from = "raider"
name = "Holt"
side = "raiders"
at = [12, 2]
facing = 4

[[scenery]]
from = "low-wall"
key = "near-wall"
cells = [[5, 2]]

[[scenery]]
from = "crate"
key = "far-crate"
cells = [[11, 2]]

[[scenery]]
from = "crate"
key = "aside"
cells = [[8, 0]]
"#;
    let table = open(&Source::new("walls.toml", scene));
    let shot = Filled::of("loose", Some(ActorId(0))).with("target", "holt");
    let drawn = table.drawn(Seat::Gm, &shot);
    let covers = drawn.iter().filter(|one| one.rule.to_string() == "ST-213").map(|one| one.label.as_str());
    assert_eq!(covers.collect::<Vec<_>>(), ["near-wall", "far-crate"]);
}
