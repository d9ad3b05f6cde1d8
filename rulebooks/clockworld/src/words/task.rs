//! In words.

use super::{Asked, line};
use crate::{
    actions::task::{TaskEvent, TaskQuestion},
    table::Table,
};
use referee_engine::{Choice, Line, Who, rule};

pub fn narrate(_table: &Table, event: &TaskEvent) -> Line {
    match event {
        TaskEvent::None => line(1, "nothing", []),
    }
}

pub fn asked(_table: &Table, _who: Who, question: &TaskQuestion) -> Asked {
    match question {
        TaskQuestion::None => Asked {
            kind: "nothing",
            rule: rule!("CW-001"),
            text: "Nothing?".into(),
            options: vec![Choice::plain("no")],
        },
    }
}
