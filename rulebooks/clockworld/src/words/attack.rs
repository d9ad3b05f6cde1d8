//! Attacks and Reactions in words.

use super::{factors, sum};
use crate::{
    Clockworld,
    actions::attack::{Attack, AttackEvent, Outcome, RankSum, Target},
    reactions::{Defence, block},
    sheet::Class,
    table::Table,
};
use referee_engine::{Factor, Line, rule};

pub fn narrate(book: &Clockworld, table: &Table, event: &AttackEvent) -> Line {
    match event {
        AttackEvent::Declared(attack) => declared(table, attack),
        AttackEvent::PotShot { by, at, weapon, part } => {
            let (name, target) = (table.name(*by), table.name(*at));
            let (weapon, part) = (table.weapon_name(*by, *weapon), &table.part(*at, *part).part);
            Line::new(1, format!("{name} takes a Pot Shot at {target}'s {part} with {weapon}"), [rule!("CW-245")])
                .by(*by)
        }
        AttackEvent::Rolled { at, thing, check, face, rank, number, defences, outcome, .. } => {
            let target = match (at, thing) {
                (_, Some(thing)) => table.thing_sheet(*thing).name.clone(),
                (Some(who), None) => table.name(*who).to_owned(),
                (None, None) => "nothing".into(),
            };
            let total = match face {
                Some(face) => sum(*face, check),
                None => "no roll needed".into(),
            };
            let number = number.map_or("what cannot be beaten".to_owned(), |number| number.to_string());
            let text = match outcome {
                Outcome::Missed => format!("{total} does not beat {number}: {target} is missed"),
                Outcome::Avoided => format!("{total} beats {number} and not the Reaction: {target} is not hit"),
                Outcome::Blocked(by) => {
                    let what = block::what(table, &defences[usize::from(*by)]);
                    format!("{total} does not beat the Block: {what} is struck")
                }
                Outcome::Hit => format!("{total} beats {number}: {target} is hit"),
            };
            let rules = match outcome {
                Outcome::Missed => [rule!("CW-078"), rule!("CW-042")],
                Outcome::Avoided => [rule!("CW-235"), rule!("CW-240")],
                Outcome::Blocked(_) => [rule!("CW-235"), rule!("CW-237")],
                Outcome::Hit => [rule!("CW-078"), rule!("CW-103")],
            };
            Line::new(1, text, rules).by(check.who).with(factors(check)).with(rank_factors(book, *rank))
        }
        AttackEvent::Revealed { who } => {
            Line::new(1, format!("{} is noticed", table.name(*who)), [rule!("CW-189")]).by(*who)
        }
    }
}

fn declared(table: &Table, attack: &Attack) -> Line {
    let name = table.name(attack.actor);
    let weapon = table.weapon_name(attack.actor, attack.weapon);
    let target = match &attack.target {
        Target::Body { who, part } => format!("{}'s {}", table.name(*who), table.part(*who, *part).part),
        Target::Thing { thing, part } => {
            let sheet = table.thing_sheet(*thing);
            format!("{} ({})", sheet.name, sheet.parts[usize::from(*part)].part)
        }
        Target::Held { thing } => format!("{} in somebody's hand", table.thing_sheet(*thing).name),
        Target::Area { .. } => "an area".into(),
    };
    let how = match (attack.focus, attack.sneakily) {
        (true, true) => ", focused and Sneakily",
        (true, false) => ", focused",
        (false, true) => ", Sneakily",
        (false, false) => "",
    };
    Line::new(0, format!("{name} Attacks {target} with {weapon}{how}"), [rule!("CW-025")]).by(attack.actor)
}

/// CW-078, CW-086, CW-087, CW-088: the parts of the Rank.
fn rank_factors(book: &Clockworld, rank: RankSum) -> Vec<Factor> {
    let base = rank.band.rank();
    let mut all = vec![Factor::new(base.to_string(), format!("{:?} Range", rank.band), rule!("CW-078"))];
    if rank.class != Class::Bulk {
        all.push(Factor::new(format!("+{} Rank", rank.class.ranks()), format!("{:?}", rank.class), rule!("CW-086")));
    }
    if rank.cover {
        all.push(Factor::new("+1 Rank", "Cover", rule!("CW-087")));
    }
    if rank.concealment {
        all.push(Factor::new("+1 Rank", "Concealment", rule!("CW-088")));
    }
    let total = rank.rank(book);
    let number = book.number(total).map_or("out of reach".to_owned(), |number| number.to_string());
    all.push(Factor::new(number, format!("Rank {total}"), rule!("CW-052")));
    all
}

pub fn reacted(table: &Table, defence: &Defence) -> Line {
    let name = table.name(defence.who);
    let (how, rule) = defence.told(table);
    Line::new(1, format!("{name} {how}: {}", sum(defence.face, &defence.check)), [rule])
        .by(defence.who)
        .with(factors(&defence.check))
}
