//! Attacks and reactions in words.

use super::{factors, line, sum};
use crate::{
    actions::attack::{Aim, AttackEvent, Struck},
    reactions::{Reacted, Reaction},
    table::Table,
};
use referee_engine::{ActorId, Line, rule};

pub fn narrate(table: &Table, event: &AttackEvent) -> Line {
    match event {
        AttackEvent::Declared { attack, execute, watching } => {
            let name = table.name(attack.actor);
            let weapon = &table.weapon(attack.actor, attack.weapon).name;
            let at = match &attack.aim {
                Aim::At(targets) => burst(table, targets),
                Aim::Square(cell) => table.setup.space.cell_key(*cell),
            };
            let (what, rule) = match (execute, watching) {
                (true, _) => ("executes", rule!("CR-177")),
                (_, true) => ("attacks on Overwatch", rule!("CR-182")),
                _ => ("attacks", rule!("CR-175")),
            };
            line(0, format!("{name} {what} {at} with {weapon}"), [rule], attack.actor)
        }
        AttackEvent::OutOfReach { at } => {
            line(1, format!("{} is in Total Cover and cannot be hit", table.name(*at)), [rule!("CR-096")], *at)
        }
        AttackEvent::Rolled { by, at, face, parts, struck, damage } => {
            let target = at.map_or("the area".to_owned(), |at| table.name(at).to_owned());
            let total = sum(*face, parts.total());
            let (text, rules) = match struck {
                Struck::Failed => {
                    (format!("{total}: the first die is 1, {target} is missed"), [rule!("CR-060"), rule!("CR-062")])
                }
                Struck::Missed => (format!("{total}: {target} is missed"), [rule!("CR-003"), rule!("CR-062")]),
                Struck::Hit(extra) => (
                    format!("{total}: {target} is hit, extra damage {extra}, damage {damage}"),
                    [rule!("CR-104"), rule!("CR-106")],
                ),
            };
            let mut line = line(1, text, rules, *by);
            line.factors = factors(table, parts);
            line
        }
        AttackEvent::Scattered { direction, at, .. } => {
            let text = match at {
                Some(cell) => {
                    format!("It strays in direction {direction} and lands at {}", table.setup.space.cell_key(*cell))
                }
                None => format!("It strays in direction {direction} and is lost beyond the map"),
            };
            Line::new(1, text, [rule!("CR-081"), rule!("CR-085")])
        }
        AttackEvent::Noticed { who } => line(1, format!("{} is noticed", table.name(*who)), [rule!("CR-R27")], *who),
    }
}

/// Those whom the Attacks of one Action are for, in order: `Bors twice, Cid`.
fn burst(table: &Table, targets: &[ActorId]) -> String {
    let named = targets.chunk_by(|a, b| a == b).map(|same| {
        let name = table.name(same[0]);
        match same.len() {
            1 => name.to_owned(),
            2 => format!("{name} twice"),
            times => format!("{name} {times} times"),
        }
    });
    named.collect::<Vec<_>>().join(", ")
}

pub fn reacted(table: &Table, event: &Reacted) -> Line {
    let name = table.name(event.who);
    let total = sum(event.face, event.parts.total());
    let (text, rule) = match event.reaction {
        Reaction::Parry => (format!("{name} parries: {total}, {} parried", event.removes), rule!("CR-076")),
        Reaction::Dodge if event.removes == 0 => (format!("{name} dodges in vain: {total}"), rule!("CR-R67")),
        Reaction::Dodge => (format!("{name} dodges: {total}"), rule!("CR-089")),
    };
    let mut line = line(1, text, [rule], event.who);
    line.factors = factors(table, &event.parts);
    line
}
