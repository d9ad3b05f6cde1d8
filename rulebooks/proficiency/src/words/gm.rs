//! What the GM does, in words.

use super::left;
use crate::{
    gm::{Correction, GmEvent},
    table::{Gives, Table},
};
use referee_engine::{Line, rule};

pub fn narrate(table: &Table, event: &GmEvent) -> Line {
    match event {
        GmEvent::TurnsEnd => Line::heading("No more turns", [rule!("PR-001")]),
        GmEvent::Circumstance(set) => {
            let (what, rule) = match set.gives {
                Gives::Dc(points) => (format!("DC {points:+}"), rule!("PR-104")),
                Gives::Adv => ("ADV".to_owned(), rule!("PR-066")),
                Gives::Dis => ("DIS".to_owned(), rule!("PR-070")),
                Gives::Ability(ability) => (ability.word().to_owned(), rule!("PR-R32")),
            };
            let why = if set.why.is_empty() { String::new() } else { format!(" ({})", set.why) };
            let when = if set.once { "for the next check" } else { "for all checks" };
            Line::new(0, format!("{}: {what}{why} {when}", table.name(set.who)), [rule]).by(set.who)
        }
        GmEvent::Cleared(who) => {
            Line::new(0, format!("{}: circumstances as usual", table.name(*who)), [rule!("PR-105")]).by(*who)
        }
        GmEvent::AskBeforeChecks(asks) => {
            let how = if *asks { "is asked before every check" } else { "is asked only where a rule needs it" };
            Line::new(0, format!("The GM {how}"), [rule!("PR-104")])
        }
        GmEvent::Granted(who) => {
            Line::new(0, format!("{} is granted a Bonus check", table.name(*who)), [rule!("PR-054")]).by(*who)
        }
        GmEvent::Restocked { who, kind, left: now } => {
            let text = format!("{}: {} at {}", table.name(*who), table.resource(*kind).name, left(*now));
            Line::new(0, text, [rule!("PR-R97")]).by(*who)
        }
        GmEvent::EffectsEnd => Line::new(0, "What lasted is over", [rule!("PR-R106")]),
        GmEvent::Task(name) => Line::new(0, format!("A task: {name}"), [rule!("PR-055")]),
        GmEvent::Arrived(who) => Line::new(0, format!("{} comes", table.name(*who)), [rule!("PR-R21")]).by(*who),
        GmEvent::HpRolled { who, most } => {
            Line::new(0, format!("{} has {most} hp at most", table.name(*who)), [rule!("PR-R71")]).by(*who)
        }
        GmEvent::Corrected(correction) => corrected(table, correction),
        GmEvent::Note(text) => Line::new(0, format!("GM: {text}"), [rule!("PR-R88")]),
        GmEvent::GoesOn => Line::heading("The scene goes on", [rule!("PR-R04")]),
    }
}

fn corrected(table: &Table, correction: &Correction) -> Line {
    let who = correction.who();
    let (text, rule) = match correction {
        Correction::Hp { hp, .. } => (format!("{hp} hp"), rule!("PR-R72")),
        Correction::Fate { life, .. } => (life.word().to_owned(), rule!("PR-R72")),
        Correction::Immortal { immortal: true, .. } => ("immortal".to_owned(), rule!("PR-R64")),
        Correction::Immortal { .. } => ("mortal".to_owned(), rule!("PR-R64")),
        Correction::Condition { which, on, .. } => {
            (format!("{}{}", if *on { "" } else { "no longer " }, which.word()), rule!("PR-R44"))
        }
        Correction::Magic { points, .. } => (format!("magic {points:+}"), rule!("PR-R67")),
        Correction::Place { cell, .. } => (format!("at {}", table.setup.space.cell_key(*cell)), rule!("PR-R91")),
    };
    Line::new(0, format!("{}: {text}", table.name(who)), [rule]).by(who)
}
