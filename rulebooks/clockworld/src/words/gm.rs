//! In words.

use super::{Asked, line};
use crate::{
    gm::{GmEvent, GmQuestion},
    table::Table,
};
use referee_engine::{Choice, Line, Who, rule};

pub fn narrate(_table: &Table, event: &GmEvent) -> Line {
    match event {
        GmEvent::None => line(1, "nothing", []),
    }
}

pub fn asked(_table: &Table, _who: Who, question: &GmQuestion) -> Asked {
    match question {
        GmQuestion::None => Asked {
            kind: "nothing",
            rule: rule!("CW-001"),
            text: "Nothing?".into(),
            options: vec![Choice::plain("no")],
        },
    }
}
