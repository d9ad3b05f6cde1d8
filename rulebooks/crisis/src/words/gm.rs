//! What the GM does, in words.

use crate::{
    check::GmMod,
    gm::{Field, GmIntent},
    table::{Care, Table},
};
use referee_engine::{ActorId, Line, rule};

pub fn narrate(table: &Table, intent: &GmIntent) -> Line {
    let name = |who: &ActorId| table.name(*who);
    let not = |so: &bool| if *so { "" } else { " not" };
    let (text, rule) = match intent {
        GmIntent::Begin { .. } => ("A crisis begins".to_owned(), rule!("CR-001")),
        GmIntent::EndCrisis => ("The GM ends the crisis".to_owned(), rule!("CR-R156")),
        GmIntent::Pass { seconds } => {
            let verb = if spell(*seconds).0 == 1 { "passes" } else { "pass" };
            (format!("{} {verb}", time(*seconds)), rule!("CR-R155"))
        }
        GmIntent::Notice { who, of, noticed } => {
            (format!("{} has{} noticed {}", name(who), not(noticed), name(of)), rule!("CR-042"))
        }
        GmIntent::Ready { who, ready } => (format!("{} is{} ready for combat", name(who), not(ready)), rule!("CR-042")),
        GmIntent::Group { who } => {
            let names: Vec<&str> = who.iter().map(name).collect();
            (format!("{} share one initiative roll", names.join(", ")), rule!("CR-040"))
        }
        GmIntent::Set { who, field, value } => {
            let what = Field::ALL.iter().find(|(known, ..)| known == field).map_or("number", |(_, word, _)| word);
            (format!("{}: {what} {value} now", name(who)), rule!("CR-117"))
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
        GmIntent::Care { who, care } => {
            let by = match care {
                Care::None => "has no medical attention",
                Care::Own => "has first aid or takes care of itself",
                Care::Doctor => "is in a doctor's care",
                Care::Hospital => "is in a hospital",
            };
            (format!("{} {by}", name(who)), rule!("CR-127"))
        }
        GmIntent::Travel { who, rough } => {
            let how = if *rough { "travels rough" } else { "does not travel rough" };
            (format!("{} {how}", name(who)), rule!("CR-143"))
        }
        GmIntent::Environment { who, poor } => {
            (format!("{} is{} in a poor environment", name(who), not(poor)), rule!("CR-145"))
        }
        GmIntent::Arrive { who } => (format!("{} arrives", name(who)), rule!("CR-R21")),
        GmIntent::Allow { who } => (format!("{} may act", name(who)), rule!("CR-R146")),
        GmIntent::Interrupt { who } => (format!("{} is interrupted", name(who)), rule!("CR-R109")),
        // Told by name, as `Event::Scenery`.
        GmIntent::Remove { .. } | GmIntent::Shift { .. } => ("The map changes".to_owned(), rule!("CR-R77")),
    };
    Line::new(0, text, [rule])
}

/// A time in the greatest unit that it is a whole number of.
pub(super) fn time(seconds: u32) -> String {
    let (count, unit) = spell(seconds);
    super::count(count, unit)
}

fn spell(seconds: u32) -> (u32, &'static str) {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let whole = units.into_iter().find(|(length, _)| seconds > 0 && seconds.is_multiple_of(*length));
    whole.map_or((seconds, "second"), |(length, unit)| (seconds / length, unit))
}
