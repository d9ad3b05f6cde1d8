//! What the GM does, in words.

use crate::{
    check::GmMod,
    gm::{Field, GmIntent},
    table::Table,
};
use referee_engine::{ActorId, Line, rule};

pub fn narrate(table: &Table, intent: &GmIntent) -> Line {
    let name = |who: &ActorId| table.name(*who);
    let not = |so: &bool| if *so { "" } else { " not" };
    let (text, rule) = match intent {
        GmIntent::Begin { .. } => ("A crisis begins".to_owned(), rule!("CR-001")),
        GmIntent::EndCrisis => ("The GM ends the crisis".to_owned(), rule!("CR-R156")),
        GmIntent::Pass { seconds } => (time(*seconds), rule!("CR-R155")),
        GmIntent::Notice { who, of, noticed } => {
            (format!("{} has{} noticed {}", name(who), not(noticed), name(of)), rule!("CR-042"))
        }
        GmIntent::Ready { who, ready } => (format!("{} is{} ready for combat", name(who), not(ready)), rule!("CR-042")),
        GmIntent::Group { who } => (format!("{} share one initiative roll", who.len()), rule!("CR-040")),
        GmIntent::Set { who, field, value } => {
            let what = Field::ALL.iter().find(|(known, ..)| known == field).map_or("number", |(_, word, _)| word);
            (format!("{}: {what} {value}", name(who)), rule!("CR-117"))
        }
        GmIntent::Place { who, cell } => {
            (format!("{} is at {}", name(who), table.setup.space.cell_key(*cell)), rule!("CR-R120"))
        }
        GmIntent::Pose { who, stance } => (format!("{} is {}", name(who), stance.word()), rule!("CR-R121")),
        GmIntent::Condition { who, kind, on, .. } => {
            (format!("{} is{} {}", name(who), if *on { "" } else { " no longer" }, kind.word()), rule!("CR-191"))
        }
        GmIntent::Wake { who } => (format!("The GM wakes {}", name(who)), rule!("CR-R87")),
        GmIntent::Cover { from, to, cover } => {
            let step = cover.map_or("as the map has it", |cover| cover.word());
            (format!("Cover of {} against {}: {step}", name(to), name(from)), rule!("CR-R77"))
        }
        GmIntent::Modifier { of, amount } => {
            let what = match of {
                GmMod::Roll => "roll",
                GmMod::Damage => "damage",
                GmMod::Reaction => "parry or dodge",
            };
            (format!("{amount:+} on the next {what}"), rule!("CR-R47"))
        }
        GmIntent::Circumstance { at, on } => {
            let name = table.setup.circumstances.get(usize::from(*at)).map_or("It", |known| &known.name);
            (format!("{name} {}", if *on { "begins" } else { "ends" }), rule!("CR-025"))
        }
        GmIntent::Care { who, care } => (format!("{} has medical attention: {care:?}", name(who)), rule!("CR-127")),
        GmIntent::Travel { who, rough } => (format!("{} does{} travel rough", name(who), not(rough)), rule!("CR-143")),
        GmIntent::Environment { who, poor } => {
            (format!("{} is{} in a poor environment", name(who), not(poor)), rule!("CR-145"))
        }
        GmIntent::Arrive { who } => (format!("{} arrives", name(who)), rule!("CR-R21")),
        GmIntent::Allow { who } => (format!("{} may act", name(who)), rule!("CR-R146")),
        GmIntent::Interrupt { who } => (format!("{} is interrupted", name(who)), rule!("CR-R109")),
        GmIntent::Remove { .. } => ("Something is taken off the map".to_owned(), rule!("CR-R77")),
    };
    Line::new(0, text, [rule])
}

fn time(seconds: u32) -> String {
    match seconds {
        0..60 => format!("{seconds} seconds pass"),
        60..7_200 => format!("{} minutes pass", seconds / 60),
        7_200..172_800 => format!("{} hours pass", seconds / 3_600),
        _ => format!("{} days pass", seconds / 86_400),
    }
}
