//! In words.

use super::{Asked, line};
use crate::{
    incidentals::{IncidentalEvent, IncidentalQuestion},
    table::Table,
};
use referee_engine::{Choice, Line, Who, rule};

pub fn narrate(_table: &Table, event: &IncidentalEvent) -> Line {
    match event {
        IncidentalEvent::None => line(1, "nothing", []),
    }
}

pub fn asked(_table: &Table, _who: Who, question: &IncidentalQuestion) -> Asked {
    match question {
        IncidentalQuestion::None => Asked {
            kind: "nothing",
            rule: rule!("CW-001"),
            text: "Nothing?".into(),
            options: vec![Choice::plain("no")],
        },
    }
}
