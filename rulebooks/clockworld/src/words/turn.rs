//! Turns in words.

use crate::{
    Clockworld,
    table::{Ending, Table},
    turn::TurnEvent,
};
use referee_engine::{Line, rule};

pub fn narrate(table: &Table, event: &TurnEvent) -> Line {
    match event {
        TurnEvent::Begins { side, number } => Line {
            heading: true,
            ..Line::new(0, format!("{} Turn {number}", Clockworld::side_word(*side)), [rule!("CW-003")])
        },
        TurnEvent::Passed { who } => Line::new(0, format!("{} is done", table.name(*who)), [rule!("CW-R24")]).by(*who),
        TurnEvent::Ended { who, condition } => {
            let text = format!("{} is no longer {}", table.name(*who), condition.name());
            Line::new(1, text, [rule!("CW-014")]).by(*who)
        }
        TurnEvent::Surrendered { who } => {
            Line::new(0, format!("{} surrenders", table.name(*who)), [rule!("CW-008")]).by(*who)
        }
        TurnEvent::Over(ending) => Line { heading: true, ..Line::new(0, over(ending), [rule!("CW-007")]) },
    }
}

/// CW-007: who wins, and why.
pub fn over(ending: &Ending) -> String {
    let won = match ending.winner {
        Some(side) => format!("The {}s win", Clockworld::side_word(side)),
        None => "Nobody wins".to_owned(),
    };
    format!("{won}: {}", ending.why)
}
