//! What a Move tells.

use crate::{Clockworld, acts::value::cell_key, sheet::ThingId, table::Table};
use referee_engine::{ActorId, Line, act::Tells, rule, space::Place};
use serde::{Deserialize, Serialize};

/// What happened in a Move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveEvent {
    /// CW-029: a Move begins.
    Begins {
        who: ActorId,
        focus: bool,
        /// CW-181.
        sneakily: bool,
        /// CW-177: looking another way?
        looks_away: bool,
    },
    /// CW-R95.
    StoodUp {
        who: ActorId,
        /// What it cost.
        feet: u16,
    },
    Went {
        who: ActorId,
        to: Place,
        /// How far it went.
        feet: u16,
        /// What is left of the Move.
        left: u16,
        /// CW-R95: on the ground?
        crawled: bool,
    },
    /// CW-173: it is past an obstacle.
    Passed { who: ActorId, thing: ThingId },
    /// CW-174: it is stopped in front of an obstacle.
    StoppedBy { who: ActorId, thing: ThingId },
    /// CW-R73: the Move ends before its way does.
    CutShort { who: ActorId },
    /// It walked into somebody it did not know of.
    Met { who: ActorId, whom: ActorId },
    /// It left the map.
    Left { who: ActorId },
}

impl Tells<Clockworld> for MoveEvent {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        let name = |who| table.name(who);
        match *self {
            MoveEvent::Begins { who, focus, sneakily, looks_away } => {
                let ways = [(focus, "focused"), (sneakily, "Sneakily"), (looks_away, "looking another way")];
                let how: Vec<&str> = ways.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
                let how = if how.is_empty() { String::new() } else { format!(", {}", how.join(", ")) };
                Line::new(0, format!("{} Moves{how}", name(who)), [rule!("CW-029")]).by(who)
            }
            MoveEvent::StoodUp { who, feet } => {
                Line::new(1, format!("{} stands up for {feet} feet", name(who)), [rule!("CW-R95")]).by(who)
            }
            MoveEvent::Went { who, to, feet, left, crawled } => {
                let (does, rule) = if crawled { ("crawls", rule!("CW-R95")) } else { ("goes", rule!("CW-029")) };
                let text = format!("{} {does} {feet} feet to {}, {left} left", name(who), cell_key(table, to.cell));
                Line::new(1, text, [rule]).by(who)
            }
            MoveEvent::Passed { who, thing } => {
                let what = &table.thing_sheet(thing).name;
                Line::new(1, format!("{} is past {what}", name(who)), [rule!("CW-173")]).by(who)
            }
            MoveEvent::StoppedBy { who, thing } => {
                let what = &table.thing_sheet(thing).name;
                Line::new(1, format!("{} is stopped by {what}; the Move is over", name(who)), [rule!("CW-174")]).by(who)
            }
            MoveEvent::CutShort { who } => {
                Line::new(1, format!("{} gets no farther", name(who)), [rule!("CW-R73")]).by(who)
            }
            MoveEvent::Met { who, whom } => {
                Line::new(1, format!("{} runs into {}", name(who), name(whom)), [rule!("CW-R112")]).by(who)
            }
            MoveEvent::Left { who } => Line::new(1, format!("{} leaves the map", name(who)), [rule!("CW-010")]).by(who),
        }
    }
}
