//! Damage and statuses in words.

use crate::{harm::HarmEvent, table::Table};
use referee_engine::{Line, rule};

pub fn narrate(table: &Table, event: &HarmEvent) -> Line {
    match event {
        HarmEvent::Hurt { who, amount, health } => {
            Line::new(1, format!("{} takes {amount}: Health {health}", table.name(*who)), [rule!("SE-R108")]).by(*who)
        }
        HarmEvent::Down { who } => {
            let text = format!(
                "{} is Down: more than the Pain Threshold of {}",
                table.name(*who),
                table.sheet(*who).pain_threshold
            );
            Line::new(1, text, [rule!("SE-110")]).by(*who)
        }
        HarmEvent::Stood { who } => {
            Line::new(1, format!("{} stands up", table.name(*who)), [rule!("SE-054"), rule!("SE-R105")]).by(*who)
        }
        HarmEvent::Holds { who, strong, face, acts } => {
            let how = if *acts { "goes on acting" } else { "is dying" };
            Line::new(
                1,
                format!("{} has Strong {strong} left, rolls {face} and {how}", table.name(*who)),
                [rule!("SE-R110")],
            )
            .by(*who)
        }
        HarmEvent::Ebbs { who, strong } => {
            Line::new(1, format!("{} is dying: Strong {strong}", table.name(*who)), [rule!("SE-R110")]).by(*who)
        }
        HarmEvent::Died { who, rule } => Line::new(1, format!("{} is dead", table.name(*who)), [*rule]).by(*who),
        HarmEvent::Struck { thing, amount, health } => {
            let text = format!("the {} takes {amount}: Health {health}", table.thing_sheet(*thing).name);
            Line::new(1, text, [rule!("SE-R73")])
        }
        HarmEvent::Gained { who, status, rule } => {
            Line::new(1, format!("{} is {}", table.name(*who), table.status_name(*status)), [*rule]).by(*who)
        }
        HarmEvent::Ended { who, status, rule } => {
            Line::new(1, format!("{} is no longer {}", table.name(*who), table.status_name(*status)), [*rule]).by(*who)
        }
        HarmEvent::Ticks { who, status, amount } => {
            let text = format!("{} is {}: {amount} damage", table.name(*who), table.status_name(*status));
            Line::new(1, text, [rule!("SE-R112")]).by(*who)
        }
        HarmEvent::Healed { who, amount, health, rule } => {
            Line::new(1, format!("{} regains {amount}: Health {health}", table.name(*who)), [*rule]).by(*who)
        }
    }
}
