//! Whole fights with fixed seeds.

use crate::{facts::changed, scenes::Scene};
use referee_engine::{
    Seat, Status,
    fight::{Ended, Fought, Watch},
};
use referee_lab::show;
use referee_shelf::Playing;

/// Fights of each policy with the dice of play, whose last moment is told in full.
const AT_A_TABLE: u8 = 12;

/// Fights of each policy with the dice of simulations.
const SIMULATED: u64 = 24;

/// Everybody plays like this.
pub fn playing(policy: &str) -> Playing {
    vec![(None, policy.to_owned())]
}

/// Fights through a session, as people play them.
pub fn at_a_table(scene: &Scene) -> Vec<String> {
    let mut lines = Vec::new();
    for policy in scene.policies() {
        for seed in 1..=AT_A_TABLE {
            let table = scene.open(seed);
            let opening = table.facts();
            let shown = show(table, &playing(policy), u64::from(seed)).unwrap_or_else(|error| panic!("{error}"));
            let view = shown.table.view(Seat::Gm);
            let sides = &view.sides;
            let end = match shown.table.status() {
                Status::Over(None) => "nobody wins".to_owned(),
                Status::Over(Some(winner)) => {
                    let side = sides.iter().find(|side| side.side == winner);
                    format!("{} win", side.map_or("others", |side| &side.name))
                }
                Status::Acting(_) => "it goes on".to_owned(),
            };
            let (round, acts) = (view.clock.round, shown.acts);
            let facts = changed(&opening, &shown.table.facts());
            lines.push(format!("{policy} {seed}: {end}, {round} rounds, {acts} acts; {facts}"));
        }
    }
    lines
}

/// Fights as simulations play them.
pub fn simulated(scene: &Scene) -> Vec<String> {
    let mut lines = Vec::new();
    for policy in scene.policies() {
        let fights = scene.open(0).fights(&playing(policy)).unwrap_or_else(|error| panic!("{error}"));
        let lineup = fights.lineup();
        let mut fighter = fights.fighter(SIMULATED);
        let mut fought = Fought::default();
        for seed in 1..=SIMULATED {
            fighter.fight(seed, Watch::End, &mut fought).unwrap_or_else(|error| panic!("{error}"));
            let end = match fought.ended {
                Ended::Won(side) => format!("{} win", lineup.sides[usize::from(side.0)].name),
                Ended::Drawn => "nobody wins".to_owned(),
                Ended::Undecided => "it goes on".to_owned(),
            };
            let everybody = lineup.actors.iter().enumerate().map(|(at, actor)| {
                let of = |gauge: &referee_engine::Gauge| gauge.actor.index() == at;
                let gauges = lineup.gauges.iter().zip(&fought.gauges).filter(|(gauge, _)| of(gauge));
                let gauges: Vec<String> =
                    gauges.map(|(gauge, value)| format!("{}={value}", gauge.name.replace(' ', "_"))).collect();
                let out = if fought.standing[at] { "" } else { " (out)" };
                format!("{}{{{}}}{out}", actor.key, gauges.join(" "))
            });
            let everybody: Vec<String> = everybody.collect();
            let (rounds, acts) = (fought.rounds, fought.acts);
            lines.push(format!("{policy} {seed}: {end}, {rounds} rounds, {acts} acts; {}", everybody.join(" ")));
        }
    }
    lines
}
