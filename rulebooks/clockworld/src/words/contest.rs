//! In words.

use super::{Asked, line};
use crate::{
    actions::contest::{ContestEvent, ContestQuestion},
    table::Table,
};
use referee_engine::{Choice, Line, Who, rule};

pub fn narrate(_table: &Table, event: &ContestEvent) -> Line {
    match event {
        ContestEvent::None => line(1, "nothing", []),
    }
}

pub fn asked(_table: &Table, _who: Who, question: &ContestQuestion) -> Asked {
    match question {
        ContestQuestion::None => Asked {
            kind: "nothing",
            rule: rule!("CW-001"),
            text: "Nothing?".into(),
            options: vec![Choice::plain("no")],
        },
    }
}
