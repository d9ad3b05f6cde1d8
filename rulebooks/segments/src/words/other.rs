//! Movement, things, abilities and the GM's doings in words.

use crate::{
    Event,
    actions::movement::MoveEvent,
    gm::{GmEvent, correct::Correction},
    reactions::free::Mover,
    table::{Gives, Table},
    words::counted,
};
use referee_engine::{Line, rule};

pub fn narrate(table: &Table, event: &Event) -> Line {
    match event {
        Event::Move(MoveEvent::Moved { who, to, feet, stopped }) => {
            let stopped = if *stopped { " and is stopped there" } else { "" };
            let text = format!("{} moves {feet} ft to {}{stopped}", table.name(*who), table.setup.space.cell_key(*to));
            Line::new(0, text, [rule!("SE-075")]).by(*who)
        }
        Event::Move(MoveEvent::Pushed { what, to }) => {
            let name = match what {
                Mover::Body(who) => table.name(*who),
                Mover::Thing(thing) => &table.thing_sheet(*thing).name,
            };
            Line::new(0, format!("{name} is moved to {}", table.setup.space.cell_key(*to)), [rule!("SE-R91")])
        }
        Event::Handled(handle) => {
            let name = &table.thing_sheet(handle.thing).name;
            let text = format!("{} {} the {name}", table.name(handle.actor), handle.handling.does());
            Line::new(0, text, [handle.handling.rule()]).by(handle.actor)
        }
        Event::Cast { who, ability, target } => {
            let name = table.ability(*ability).map_or("an ability", |ability| &ability.name);
            Line::new(0, format!("{} uses {name} on {}", table.name(*who), table.name(*target)), [rule!("SE-074")])
                .by(*who)
        }
        Event::Did { who, what } => Line::new(0, format!("{}: {what}", table.name(*who)), [rule!("SE-067")]).by(*who),
        Event::NotNow { by } => {
            Line::new(0, format!("The clock runs on: {} does not do it", table.name(*by)), [rule!("SE-R16")]).by(*by)
        }
        _ => Line::new(0, String::new(), []),
    }
}

/// What a circumstance gives, in words.
pub fn gives(gives: Gives) -> String {
    match gives {
        Gives::Advantage => "advantage".into(),
        Gives::Disadvantage => "disadvantage".into(),
        Gives::Modifier(amount) => format!("{amount:+}"),
        Gives::Cover(amount) => format!("cover {amount}"),
        Gives::Deadly => "deadly attacks".into(),
        Gives::Unstoppable => "attacks that nothing negates".into(),
        Gives::Attribute(attribute) => attribute.word().into(),
    }
}

pub fn gm(table: &Table, event: &GmEvent) -> Line {
    let name = |who| table.name(who);
    match event {
        GmEvent::Set(set) => {
            Line::new(0, format!("{}: {}", name(set.who), gives(set.gives)), [rule!("SE-R60")]).by(set.who)
        }
        GmEvent::Cleared(who) => {
            Line::new(0, format!("{}: nothing special any more", name(*who)), [rule!("SE-R60")]).by(*who)
        }
        GmEvent::Planned(work) => {
            let text = format!(
                "{} plans {}: {} of {} hours done",
                name(work.who),
                work.activity.word(),
                work.done,
                work.total
            );
            Line::new(0, text, [rule!("SE-R14")]).by(work.who)
        }
        GmEvent::Supplied { who, water, days } => {
            let what = if *water { "water" } else { "food" };
            Line::new(0, format!("{} gets {what} for {}", name(*who), counted(*days, "day")), [rule!("SE-R09")])
                .by(*who)
        }
        GmEvent::Entered { who, comes } => {
            let how = if *comes { "is here now" } else { "is gone" };
            Line::new(0, format!("{} {how}", name(*who)), [rule!("SE-R19")]).by(*who)
        }
        GmEvent::Met { who } => {
            let names: Vec<&str> = who.iter().map(|&who| name(who)).collect();
            let text =
                if names.is_empty() { "It comes to nothing".into() } else { format!("Met: {}", names.join(", ")) };
            Line::new(0, text, [rule!("SE-026")])
        }
        GmEvent::Moved(area) => {
            let area = table.setup.areas.get(usize::from(*area)).map_or("elsewhere", |area| &area.name);
            Line::new(0, format!("The scene is in: {area}"), [rule!("SE-R07")])
        }
        GmEvent::Asking(ask) => {
            Line::new(0, if *ask { "The GM is asked each time" } else { "The GM is not asked each time" }, [])
        }
        GmEvent::Corrected { who, what } => {
            let what = match what {
                Correction::Health(health) => format!("Health {health}"),
                Correction::Gain(status) => format!("is {}", table.status_name(*status)),
                Correction::Lose(status) => format!("is no longer {}", table.status_name(*status)),
                Correction::Down(true) => "is Down".into(),
                Correction::Down(false) => "stands".into(),
                Correction::Out(out) => format!("is {}", out.word()),
                Correction::Place(cell) => format!("is at {}", table.setup.space.cell_key(*cell)),
                Correction::Hidden(hidden) => {
                    if *hidden {
                        "is hidden".into()
                    } else {
                        "is seen".into()
                    }
                }
            };
            Line::new(0, format!("The GM: {} {what}", name(*who)), []).by(*who)
        }
    }
}
