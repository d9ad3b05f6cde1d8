//! In words.

use super::{Asked, Told, line};
use crate::{
    actions::movement::{MoveEvent, MoveQuestion},
    fall::{FallEvent, How},
    sneak::SneakEvent,
    table::Table,
};
use referee_engine::{Choice, Line, Who, rule};

pub fn narrate(_table: &Table, event: &MoveEvent) -> Line {
    match event {
        MoveEvent::None => line(1, "nothing", []),
    }
}

pub fn asked(table: &Table, who: Who, question: &MoveQuestion) -> Asked {
    match question {
        MoveQuestion::Tumble { feet, injuries } => {
            let name = super::name_of(table, who);
            let at_stake = if *injuries == 1 { "1 Injury".to_owned() } else { format!("{injuries} Injuries") };
            let text = format!("{name} falls {feet} feet, {at_stake}. Tumble?");
            let options = vec![Choice::new("decline", "No Reaction"), Choice::plain("Tumble")];
            Asked { kind: "tumble", rule: rule!("CW-248"), text, options }
        }
    }
}

pub fn sneaked(_table: &Table, event: &SneakEvent) -> Line {
    match event {
        SneakEvent::None => line(1, "nothing", []),
    }
}

pub fn fell(table: &Table, event: &FallEvent) -> Line {
    match *event {
        FallEvent::Falls { who, feet, how, injuries } => {
            let (does, rule) = match how {
                How::Thrown => ("falls", rule!("CW-262")),
                How::Dropped => ("drops down", rule!("CW-264")),
            };
            let text = format!("{} {does} {feet} feet: {injuries} random Injuries at stake", table.name(who));
            line(0, text, [rule]).by(who)
        }
        FallEvent::Tumbled { who, injuries } => {
            let text = match injuries {
                0 => format!("{} lands without an Injury", table.name(who)),
                _ => format!("{} takes {injuries} of them", table.name(who)),
            };
            line(1, text, [rule!("CW-R129")]).by(who)
        }
        FallEvent::Struck { who, severity, reads, place, part } => {
            let part = &table.part(who, part).part;
            let text = format!("{}: {severity} is {}, {place} is the {part}", table.name(who), reads.word());
            line(1, text, [rule!("CW-R126")]).by(who)
        }
        FallEvent::Landed { who, prone } => {
            let how = if prone { "lies Prone" } else { "stands" };
            line(1, format!("{} {how}", table.name(who)), [rule!("CW-R130")]).by(who)
        }
    }
}
