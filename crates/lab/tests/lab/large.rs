//! What is large: odds with thousands of ways, whole fights that cannot be followed whole, and fights told again.

use crate::{bold, open, scenes};
use referee_engine::{
    Deciding, Effort, Filled, OddsError, Reactions, Side, Status,
    duel::{Cut, Limits},
};
use referee_lab::{Batch, Plan, Row, RowSink, retell};
use referee_shelf::{Chain, OpenTable, ready_scene};
use std::cell::Cell;

fn ready(name: &str) -> Box<dyn OpenTable> {
    open(&ready_scene(name).expect("a ready scene").source())
}

/// The ways that are followed for an act on somebody's next turn, cuts of endless dice included, and what comes of it.
fn ways(scene: &str, who: &str, act: Filled, reactions: Reactions) -> (u64, Result<usize, OddsError>) {
    let table = ready(scene);
    let actor = table.actors().into_iter().find(|card| card.key == who).expect("somebody of the scene").id;
    let act = Filled { actor: Some(actor), ..act };
    let chain = Chain { on_turn_of: Some(actor), ..Chain::default() }.then(act, Deciding::from(reactions));
    let ways = Cell::new(0);
    let is_wanted = || {
        ways.set(ways.get() + 1);
        true
    };
    let odds = table.chain_within(Effort { is_wanted: &is_wanted, ..2_000_000.into() }, &chain);
    (ways.get(), odds.map(|odds| odds.groups.iter().map(|group| group.marginals.len()).sum()))
}

fn fireball() -> Filled {
    Filled::of("attack", None).with("weapon", "fireball").with("target", "guard-2")
}

#[test]
fn an_area_that_catches_several_has_odds() {
    let (followed, measures) = ways("crisis:grenade-in-a-room", "oren", fireball(), Reactions::Best);
    assert!(measures.unwrap() > 10 && followed < 300_000, "{followed}");
}

/// Everybody inside may dodge, and choose where to go: every combination of that would fill gigabytes.
#[test]
fn combinations_of_choices_that_nobody_could_read_are_refused_before_they_are_listed() {
    let (followed, measures) = ways("crisis:grenade-in-a-room", "oren", fireball(), Reactions::All);
    assert_eq!(measures, Err(OddsError::TooManyChoices));
    assert!(followed <= 100_001, "{followed}");
}

#[test]
fn a_fight_in_which_one_act_goes_too_many_ways_has_bounds() {
    for scene in ["crisis:duel-of-blades", "segments:shield-wall"] {
        let limits = Limits { ways: 20_000, ..Limits::of(4_000) };
        let duel = ready(scene).duel(&bold(), limits, &|_| true).unwrap();
        assert_ne!(duel.cut, Some(Cut::Act), "{scene}");
        assert!(duel.open.to_f64() <= 1.0 && !duel.is_whole, "{scene}");
    }
}

struct Rows(Vec<Row>);

impl RowSink for Rows {
    fn write(&mut self, rows: &[Row]) -> Result<(), String> {
        self.0.extend_from_slice(rows);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), String> {
        Ok(())
    }
}

#[test]
fn the_seed_of_a_row_brings_its_fight_back() {
    for scene in scenes() {
        let source = scene.source();
        let fights = open(&source).fights(&bold()).unwrap();
        let mut rows = Rows(Vec::new());
        Batch::new(&*fights, Plan::new(&*fights, scene.text, 5, 3)).run_into(Some(&mut rows), &|_| {}).unwrap();
        for row in rows.0 {
            let told =
                retell(open(&source), &bold(), row.seed).unwrap_or_else(|error| panic!("{}: {error}", scene.file));
            assert_eq!(told.acts, row.acts, "{} {}", scene.file, row.fight);
            let Status::Over(winner) = told.table.status() else { panic!("{} goes on", scene.file) };
            assert_eq!(winner, row.winner.map(Side), "{} {}", scene.file, row.fight);
        }
    }
}
