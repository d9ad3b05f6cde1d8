//! Questions in words.

use super::{Asked, movement};
use crate::{Clockworld, Question, acts::value::cell_key, table::Table};
use referee_engine::{Choice, Prompt, Question as _, RuleId, Who, rule};

/// A question with its options, for whoever has to answer it.
pub fn prompt(book: &Clockworld, table: &Table, who: Who, question: &Question) -> Prompt {
    let me = match who {
        Who::Actor(actor) => actor,
        Who::Gm | Who::Side(_) => referee_engine::ActorId(0),
    };
    let inner = match question {
        Question::Contest(question) => Some(crate::acts::contest::asked::asked(table, who, question)),
        Question::Move(question) => Some(movement::asked(table, who, question)),
        Question::Asked(question) => return question.prompt(book, table, who),
        Question::React { .. }
        | Question::CoverSpot { .. }
        | Question::Pool { .. }
        | Question::Order { .. }
        | Question::FullCover { .. }
        | Question::HarmObject { .. } => None,
    };
    if let Some(Asked { kind, rule, text, options }) = inner {
        debug_assert_eq!(options.len(), question.options(), "{text}");
        return Prompt { kind: kind.into(), text, rule, options, decline: question.decline() };
    }
    let (kind, rule, text, options): (&str, RuleId, String, Vec<Choice>) = match question {
        Question::React { attacker, options } => {
            let options = options.iter().map(|option| {
                let (key, label) = option.option(table, me);
                Choice::new(key, label)
            });
            (
                "reaction",
                rule!("CW-089"),
                format!("{} is attacked by {}. React?", table.name(me), table.name(*attacker)),
                options.collect(),
            )
        }
        Question::CoverSpot { options } => {
            let here = table.actor(me).place.cell;
            let options = options.iter().map(|spot| {
                let to = cell_key(table, spot.cell);
                match (spot.cell == here, spot.prone) {
                    (true, _) => Choice::new("prone", "Fall Prone here"),
                    (false, false) => Choice::new(to.clone(), format!("Move to {to}")),
                    (false, true) => Choice::new(format!("{to}-prone"), format!("Move to {to} and fall Prone")),
                }
            });
            ("cover", rule!("CW-243"), format!("Where does {} take Cover?", table.name(me)), options.collect())
        }
        Question::Pool { most, may_spare } => {
            let dice = (1..=*most).rev().map(|count| Choice::new(format!("{count}-dice"), format!("{count} dice")));
            let options = dice.chain(may_spare.then(|| Choice::new("spare", "No Injury"))).collect();
            ("pool", rule!("CW-114"), format!("How many Injury dice does {} roll?", table.name(me)), options)
        }
        Question::Order { of } => {
            let options =
                of.iter().map(|&id| Choice::new(table.sheet(id).key.clone(), table.name(id)).of_actor(id)).collect();
            ("order", rule!("CW-233"), "Who Reacts first?".into(), options)
        }
        Question::FullCover { target, .. } => {
            let options = vec![
                Choice::new("goes-on", "The Attack goes on, Cover counted"),
                Choice::new("out-of-reach", "It cannot reach the Target"),
            ];
            ("full-cover", rule!("CW-R43"), format!("{} is fully hidden now", table.name(*target)), options)
        }
        Question::HarmObject { thing } => {
            let options = vec![Choice::plain("no"), Choice::plain("yes")];
            (
                "harm-object",
                rule!("CW-R42"),
                format!("Does the Area Attack harm {}?", table.thing_sheet(*thing).name),
                options,
            )
        }
        Question::Contest(_) | Question::Move(_) | Question::Asked(_) => {
            unreachable!("answered above")
        }
    };
    debug_assert_eq!(options.len(), question.options(), "{text}");
    Prompt { kind: kind.into(), text, rule, options, decline: question.decline() }
}
