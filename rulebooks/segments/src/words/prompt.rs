//! Questions in words.

use super::attack::target;
use crate::{Question, check, offers::slots::weapon_key, table::Table, turn::Why};
use referee_engine::{ActorId, Choice, Prompt, Question as _, Who, rule};

/// A question with its options, for whoever has to answer it.
pub fn prompt(table: &Table, who: Who, question: &Question) -> Prompt {
    let me = match who {
        Who::Actor(actor) => actor,
        _ => ActorId(0),
    };
    let name = |who| table.name(who);
    let yes_no = |yes: (&str, &str), no: (&str, &str)| vec![Choice::new(yes.0, yes.1), Choice::new(no.0, no.1)];
    let (kind, rule, text, options) = match question {
        Question::Free { mover, options } => {
            let weapons = options.iter().map(|&weapon| {
                Choice::new(weapon_key(table, me, weapon), format!("Strike with the {}", table.weapon_name(me, weapon)))
                    .noting("forfeits the next action")
            });
            let text =
                format!("{} moves in range of {}. A free hasty attack?", target(table, mover.target()), name(me));
            (
                "free-attack",
                rule!("SE-101"),
                text,
                std::iter::once(Choice::new("decline", "No")).chain(weapons).collect(),
            )
        }
        Question::Negate { by, damage, shield, helmet } => {
            let mut options = vec![Choice::new("decline", "Take it")];
            options.extend(shield.then(|| Choice::new("shield", "Give up the shield")));
            options.extend(helmet.then(|| Choice::new("helmet", "Give up the helmet")));
            let hard = if *damage > 0 { format!(" for {damage}") } else { String::new() };
            let rule = if *shield { rule!("SE-092") } else { rule!("SE-096") };
            ("negate", rule, format!("{} strikes {}{hard}. Negate it?", name(*by), name(me)), options)
        }
        Question::StopClock { by, why, waive } => {
            let what = match why {
                Why::Weapon => "swings a weapon",
                Why::Accusation => "makes an accusation",
                Why::Trap => "unleashes a trap",
                Why::Event => "begins something",
            };
            let mut options = yes_no(("stop", "Stop the clock"), ("not", "Not now: it does not happen"));
            options.extend(waive.then(|| Choice::new("waive", "It happens, and the clock runs on")));
            ("stop-clock", rule!("SE-034"), format!("{} {what}. Stop the clock?", name(*by)), options)
        }
        Question::BeforeRoll { who, attack } => {
            let count = if *attack { check::BEFORE_ROLL.len() } else { check::BEFORE_CHECK };
            let options = check::BEFORE_ROLL[..count].iter().map(|(key, label, _)| Choice::new(*key, *label)).collect();
            ("before-roll", rule!("SE-R60"), format!("{} rolls. Does anything help or hinder?", name(*who)), options)
        }
        Question::Hit { by, at } => {
            let options = vec![
                Choice::new("as-it-is", "As it is"),
                Choice::new("deadly", "It is deadly by its nature"),
                Choice::new("unstoppable", "Neither shield nor helmet stops it"),
            ];
            ("hit", rule!("SE-R79"), format!("{} hits {}. Is there anything about it?", name(*by), name(*at)), options)
        }
        Question::Help { who, ally } => {
            let text = format!("{} wants to help {}. Is that possible?", name(*who), name(*ally));
            ("help", rule!("SE-R33"), text, yes_no(("possible", "Yes"), ("impossible", "No")))
        }
        Question::Possible { by } => {
            let text = format!("Can {} strike at what moves there?", name(*by));
            ("possible", rule!("SE-R91"), text, yes_no(("possible", "Yes"), ("impossible", "No")))
        }
        Question::Surprise { side } => {
            let side = table.setup.sides.get(usize::from(side.0)).map_or("others", String::as_str);
            let text = format!("Could the {side} be surprised?");
            ("surprise", rule!("SE-R20"), text, yes_no(("ready", "No"), ("unready", "Yes: a die decides")))
        }
        Question::Soften { who, water } => {
            let what = if *water { "water" } else { "food" };
            let text = format!("{} has no {what}. The usual harm?", name(*who));
            (
                "soften",
                rule!("SE-R10"),
                text,
                yes_no(("harm", "Weary, then a point of Health a day"), ("soften", "Not this time")),
            )
        }
    };
    debug_assert_eq!(options.len(), question.options(), "{text}");
    Prompt { kind: kind.into(), text, rule, options, decline: question.decline() }
}
