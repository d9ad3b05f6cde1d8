//! In words.

use super::{Asked, line};
use crate::{
    actions::movement::{MoveEvent, MoveQuestion},
    fall::FallEvent,
    sneak::SneakEvent,
    table::Table,
};
use referee_engine::{Choice, Line, Who, rule};

pub fn narrate(_table: &Table, event: &MoveEvent) -> Line {
    match event {
        MoveEvent::None => line(1, "nothing", []),
    }
}

pub fn asked(_table: &Table, _who: Who, question: &MoveQuestion) -> Asked {
    match question {
        MoveQuestion::None => Asked {
            kind: "nothing",
            rule: rule!("CW-001"),
            text: "Nothing?".into(),
            options: vec![Choice::plain("no")],
        },
    }
}

pub fn sneaked(_table: &Table, event: &SneakEvent) -> Line {
    match event {
        SneakEvent::None => line(1, "nothing", []),
    }
}

pub fn fell(_table: &Table, event: &FallEvent) -> Line {
    match event {
        FallEvent::None => line(1, "nothing", []),
    }
}
