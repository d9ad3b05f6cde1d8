//! Injuries and what comes of them, in words.

use super::HarmEvent;
use crate::{
    Clockworld,
    table::{Hefted, Out, Severity, Table, Wholeness},
};
use referee_engine::{Line, Mark, act::Tells, rule};

impl Tells<Clockworld> for HarmEvent {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        match *self {
            HarmEvent::Pool { by, dice: (count, sides), lowest, severity } => {
                let rule = match severity {
                    Severity::Critical => rule!("CW-105"),
                    Severity::Serious => rule!("CW-106"),
                    Severity::Mild => rule!("CW-107"),
                };
                let text = format!("Injury Pool {count}d{sides}, lowest {lowest}: {}", severity.word());
                Line::new(2, text, [rule!("CW-104"), rule]).by(by)
            }
            HarmEvent::Spared { by } => {
                Line::new(2, format!("{} inflicts no Injury", table.name(by)), [rule!("CW-R46")]).by(by)
            }
            HarmEvent::Injured { who, part, severity, vulnerable } => {
                let how = if vulnerable { " (Vulnerable: one step worse)" } else { "" };
                let text = format!(
                    "{}: {} Injury at the {}{how}",
                    table.name(who),
                    severity.word(),
                    table.part(who, part).part
                );
                let rule = if vulnerable { rule!("CW-R45") } else { rule!("CW-103") };
                Line::new(2, text, [rule]).by(who)
            }
            HarmEvent::Maimed { who, part } => {
                let text = format!("{}'s {} no longer works", table.name(who), table.part(who, part).part);
                Line::new(2, text, [rule!("CW-075")]).by(who)
            }
            HarmEvent::Dropped { who, thing } => {
                let text = format!("{} drops {}", table.name(who), table.thing_sheet(thing).name);
                Line::new(2, text, [rule!("CW-R49")]).by(who)
            }
            HarmEvent::SetDown { who, what } => {
                let what = match what {
                    Hefted::Thing(thing) => &table.thing_sheet(thing).name,
                    Hefted::Actor(carried) => table.name(carried),
                };
                Line::new(2, format!("{} carries {what} no longer", table.name(who)), [rule!("CW-R117")]).by(who)
            }
            HarmEvent::Failure { who, failures, limit } => {
                let text = format!("{}: Shock failure {failures} of {limit}", table.name(who));
                Line::new(2, text, [rule!("CW-R55")]).by(who)
            }
            HarmEvent::Out { who, out } => {
                let rule = if out == Out::Dead { rule!("CW-R58") } else { rule!("CW-R57") };
                Line::new(2, format!("{} is {}", table.name(who), out.word()), [rule]).by(who)
            }
            HarmEvent::Fell { who } => {
                Line::new(2, format!("{} falls Prone", table.name(who)), [rule!("CW-R49")]).by(who)
            }
            HarmEvent::Struck { thing, severity, state, part_out } => {
                let sheet = table.thing_sheet(thing);
                let how = match (part_out, state) {
                    (Some(part), _) => format!("its {} no longer works", sheet.parts[usize::from(part)].part),
                    (None, Wholeness::Intact) => "no effect".into(),
                    (None, Wholeness::Damaged) => "it is damaged".into(),
                    (None, Wholeness::Destroyed) => "it is destroyed".into(),
                };
                Line::new(2, format!("{} is struck ({}): {how}", sheet.name, severity.word()), [rule!("CW-R52")])
            }
        }
    }

    /// The worst Injury, how many, Shock failures, who is out of action.
    fn marks(&self, to: &mut Vec<Mark>) {
        match *self {
            HarmEvent::Injured { who, severity, .. } => {
                let (value, word) = match severity {
                    Severity::Mild => (1, "mild"),
                    Severity::Serious => (2, "serious"),
                    Severity::Critical => (3, "critical"),
                };
                to.push(Mark::word("worst injury", Some(who), value, word));
                to.push(Mark::count("injuries", Some(who), 1));
            }
            HarmEvent::Maimed { who, .. } => to.push(Mark::word("maimed", Some(who), 1, "maimed")),
            HarmEvent::Failure { who, .. } => to.push(Mark::count("shock failures", Some(who), 1)),
            HarmEvent::Out { who, out } => {
                let (value, word) = if out == Out::Dead { (2, "dead") } else { (1, "unconscious") };
                to.push(Mark::word("out of action", Some(who), value, word));
            }
            HarmEvent::Struck { .. } => to.push(Mark::count("objects struck", None, 1)),
            HarmEvent::Pool { .. }
            | HarmEvent::Spared { .. }
            | HarmEvent::Dropped { .. }
            | HarmEvent::SetDown { .. }
            | HarmEvent::Fell { .. } => {}
        }
    }
}
