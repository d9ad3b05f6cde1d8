//! Incidentals in words.

use super::Asked;
use crate::{
    incidentals::{Act, IncidentalEvent, IncidentalQuestion},
    table::Table,
};
use referee_engine::{Choice, Line, Who, rule};

pub fn narrate(table: &Table, event: &IncidentalEvent) -> Line {
    match event {
        IncidentalEvent::Done { who, act, action } => {
            let (cost, rule) = match action {
                true => (" (an Action)", rule!("CW-258")),
                false => ("", rule!("CW-251")),
            };
            Line::new(0, format!("{} {}{cost}", table.name(*who), does(table, act)), [rule]).by(*who)
        }
        IncidentalEvent::Refused { who } => {
            Line::new(0, format!("that is more than {} can do now", table.name(*who)), [rule!("CW-R134")]).by(*who)
        }
        IncidentalEvent::Locked { who, thing } => {
            let what = &table.thing_sheet(*thing).name;
            Line::new(0, format!("{} finds {what} locked", table.name(*who)), [rule!("CW-198")]).by(*who)
        }
    }
}

/// What somebody does: `draws Revolver`.
fn does(table: &Table, act: &Act) -> String {
    let what = |thing: &crate::sheet::ThingId| &table.thing_sheet(*thing).name;
    match act {
        Act::Draw(thing) => format!("draws {}", what(thing)),
        Act::Holster { thing, hidden: false } => format!("puts {} back", what(thing)),
        Act::Holster { thing, hidden: true } => format!("hides {}", what(thing)),
        Act::PickUp(thing) => format!("picks up {}", what(thing)),
        Act::PutDown(thing) => format!("lays down {}", what(thing)),
        Act::HandOver { thing, to } => format!("hands {} to {}", what(thing), table.name(*to)),
        Act::Tip { thing, from } => format!("tips {} for Cover from {from}°", what(thing)),
        Act::Open(thing) => format!("opens {}", what(thing)),
        Act::Close(thing) => format!("closes {}", what(thing)),
        Act::Drop(thing) => format!("lets go of {}", what(thing)),
        Act::SetDown => "puts down what it carries".into(),
        Act::Speak(words) => format!("says: {words}"),
    }
}

pub fn asked(table: &Table, _who: Who, question: &IncidentalQuestion) -> Asked {
    match question {
        IncidentalQuestion::Allow { who, act, action } => {
            let text = format!("{} {}. Incidental?", table.name(*who), does(table, act));
            let mut options = vec![Choice::new("incidental", "Yes"), Choice::new("refused", "Too much for this Turn")];
            if *action {
                options.push(Choice::new("action", "It takes an Action"));
            }
            Asked { kind: "incidental", rule: rule!("CW-R134"), text, options }
        }
        IncidentalQuestion::Locked { who, thing } => {
            let text = format!("{} tries {}. Is it locked?", table.name(*who), table.thing_sheet(*thing).name);
            let options = vec![Choice::new("opens", "It opens"), Choice::new("locked", "It is locked")];
            Asked { kind: "locked", rule: rule!("CW-198"), text, options }
        }
    }
}
