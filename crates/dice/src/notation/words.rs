//! How an expression was read, in words.

use super::expr::{Group, Op, Sign};
use super::print;
use crate::faces::FaceSet;
use crate::pool::{Explode, Pool, Score, Unique};
use crate::roll::ENDLESS;

/// What could be read in another way elsewhere, a part for each.
pub(super) fn reading(ops: &[Op]) -> String {
    let mut said: Vec<String> = Vec::new();
    for op in ops {
        let about = match op {
            Op::Roll(roll) => about_dice(&print::dice(op), &Pool::from(roll)),
            Op::Pool(pool) => about_dice(&print::dice(op), pool),
            Op::Group(group) => Some(about_group(group)),
            Op::Round => Some("round: halves away from 0".into()),
            Op::Mod => Some("%: the remainder, with the sign of the dividend".into()),
            _ => None,
        };
        said.extend(about.filter(|about| !said.contains(about)));
    }
    match ops {
        [.., Op::Number(n), Op::Compare(sign)] => said.push(format!("asks whether the total is {} {n}", order(*sign))),
        [.., Op::Compare(sign)] => said.push(format!("asks whether the left is {} the right", order(*sign))),
        _ => {}
    }
    said.join("; ")
}

fn order(sign: Sign) -> &'static str {
    match sign {
        Sign::AtLeast => "at least",
        Sign::Above => "above",
        Sign::AtMost => "at most",
        Sign::Below => "below",
        Sign::Equal => "equal to",
        Sign::Unequal => "other than",
    }
}

/// What is done with dice, in the order in which it is done. Nothing is said of dice of which some are only kept or dropped.
fn about_dice(written: &str, pool: &Pool) -> Option<String> {
    let mut steps = Vec::new();
    if !pool.reroll.is_empty() {
        steps.push(format!("rerolls {} until another number falls", faces(&pool.reroll)));
    }
    if !pool.reroll_once.is_empty() {
        steps.push(format!("rerolls {} once", faces(&pool.reroll_once)));
    }
    if let Some(Unique { on, once }) = &pool.unique {
        let which = match on.ranges() {
            [(i32::MIN, i32::MAX)] => String::new(),
            _ => format!(" of {}", faces(on)),
        };
        let again = if *once { "once" } else { "until another number falls" };
        steps.push(format!("rerolls doubles{which} {again}"));
    }
    if let Some(Explode { on, most, compounding, penetrating }) = &pool.explode {
        let on = on.as_ref().map_or("the highest face".into(), faces);
        let often = match *most {
            ENDLESS => "without end".into(),
            1 => "once".into(),
            most => format!("up to {most} times each"),
        };
        let less = if *penetrating { ", each further die worth 1 less" } else { "" };
        let one = if *compounding { ", a die and its explosions counting as one die" } else { "" };
        steps.push(format!("explodes on {on}, {often}{less}{one}"));
    }
    match (pool.min, pool.max) {
        (i32::MIN, i32::MAX) => {}
        (min, i32::MAX) => steps.push(format!("each die is worth at least {min}")),
        (i32::MIN, max) => steps.push(format!("each die is worth at most {max}")),
        (min, max) => steps.push(format!("each die is worth at least {min} and at most {max}")),
    }
    let is_plain = steps.is_empty() && !pool.score.counts();
    let choices = choices(pool, "");
    if is_plain && choices.len() < 2 {
        return None;
    }
    steps.extend(choices);
    steps.extend(counts(&pool.score, "dice", "worth "));
    Some(format!("{written}: {}", steps.join(", then ")))
}

fn about_group(group: &Group) -> String {
    let choice = &group.choice;
    let mut steps = choices(choice, if choice.keep == 1 { " sub-roll" } else { " sub-rolls" });
    steps.extend(counts(&choice.score, "sub-rolls", "with a total of "));
    format!("{{…}}: {}", steps.join(", then "))
}

fn choices(pool: &Pool, what: &str) -> Vec<String> {
    let mut steps = Vec::new();
    match (pool.drop_highest, pool.drop_lowest) {
        (0, 0) => {}
        (0, low) => steps.push(format!("drops the lowest {low}")),
        (high, 0) => steps.push(format!("drops the highest {high}")),
        (high, low) => steps.push(format!("drops the highest {high} and the lowest {low}")),
    }
    match (pool.keep, pool.keeps_lowest) {
        (u16::MAX, _) => {}
        (keep, true) => steps.push(format!("keeps the lowest {keep}{what}")),
        (keep, false) => steps.push(format!("keeps the highest {keep}{what}")),
    }
    steps
}

fn counts(score: &Score, what: &str, worth: &str) -> Option<String> {
    match score {
        Score::Sum => None,
        Score::Count { hits, misses } if misses.is_empty() => Some(format!("counts the {what} {worth}{}", faces(hits))),
        Score::Count { hits, misses } => {
            Some(format!("counts the {what} {worth}{}, minus those {worth}{}", faces(hits), faces(misses)))
        }
    }
}

/// `1`, `2 to 4`, `8 or more`, `anything but 4`
fn faces(faces: &FaceSet) -> String {
    if let Some(face) = faces.but() {
        return format!("anything but {face}");
    }
    let range = |&(from, to): &(i32, i32)| match (from, to) {
        (i32::MIN, i32::MAX) => "anything".into(),
        (i32::MIN, to) => format!("{to} or less"),
        (from, i32::MAX) => format!("{from} or more"),
        (from, to) if from == to => from.to_string(),
        (from, to) => format!("{from} to {to}"),
    };
    let ranges: Vec<String> = faces.ranges().iter().map(range).collect();
    ranges.join(" or ")
}
