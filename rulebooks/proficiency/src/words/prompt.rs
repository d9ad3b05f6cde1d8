//! Questions in words.

use crate::{
    Proficiency, Question,
    dc::Level,
    question::MODIFIERS,
    sheet::Ability,
    table::{Mode, Table},
};
use referee_engine::{ActorId, Choice, Prompt, Question as _, RuleId, Who, rule};

fn of_actor(table: &Table, who: ActorId, before: &str) -> Choice {
    let sheet = table.sheet(who);
    Choice::new(format!("{before}{}", sheet.key), sheet.name.clone()).of_actor(who)
}

fn two(first: (&str, &str), second: (&str, &str)) -> Vec<Choice> {
    vec![Choice::new(first.0, first.1), Choice::new(second.0, second.1)]
}

/// A question with its options, for whoever has to answer it.
pub fn prompt(_book: &Proficiency, table: &Table, _who: Who, question: &Question) -> Prompt {
    let name = |who: &ActorId| table.name(*who);
    let (kind, rule, text, options): (&str, RuleId, String, Vec<Choice>) = match question {
        Question::Circumstance { who } => {
            let first = [Choice::new("none", "Nothing"), Choice::new("adv", "ADV"), Choice::new("dis", "DIS")];
            let points = MODIFIERS.map(|points| Choice::new(format!("{points:+}"), format!("DC {points:+}")));
            let text = format!("Does anything help or hinder {}?", name(who));
            ("circumstance", rule!("PR-104"), text, first.into_iter().chain(points).collect())
        }
        Question::Needed { who, foes } => {
            let mut all = vec![Choice::new("mundane", "No check: it is simply done")];
            all.extend(
                Level::ALL.map(|level| Choice::new(level.key(), format!("{} {}", level.word(), level.number()))),
            );
            all.extend(foes.iter().map(|foe| of_actor(table, *foe, "opposed-by-")));
            if foes.len() > 1 {
                all.push(Choice::new("opposed-by-all", "Opposed by all of them together"));
            }
            ("check-needed", rule!("PR-039"), format!("What does it take for {}?", name(who)), all)
        }
        Question::OpposedWith { .. } => {
            let skills = table.setup.skills.iter().map(|skill| Choice::new(skill.key.clone(), skill.name.clone()));
            let abilities = Ability::ALL.map(|ability| Choice::new(ability.key(), ability.word()));
            ("opposed-with", rule!("PR-089"), "Opposed with what?".into(), skills.chain(abilities).collect())
        }
        Question::CallAtZero { who } => {
            let options = two(("drop", "No check is needed"), ("call", "A check all the same"));
            ("call-at-zero", rule!("PR-114"), format!("DC 0 for {}. Is a check made?", name(who)), options)
        }
        Question::Odds { who } => {
            let options = two(("per-1", "Take PER 1"), ("play-the-odds", "Play the Odds against DC 2"));
            ("odds", rule!("PR-118"), format!("{} can do this without a check. What now?", name(who)), options)
        }
        Question::AllowRoll { who } => {
            let options = two(("not-possible", "Not possible for a mortal"), ("allow", "Allow a roll"));
            ("allow-roll", rule!("PR-124"), format!("DC 25 for {}, who is mortal. A roll?", name(who)), options)
        }
        Question::KeepIt { who } => {
            let options = two(("keep", "Try it all the same, and fail"), ("other", "Do something else"));
            ("keep-it", rule!("PR-R63"), format!("This is not possible for {}. What now?", name(who)), options)
        }
        Question::Improbable { who } => {
            let options = two(("roll", "Roll against DC 25"), ("give-up", "Do something else"));
            (
                "improbable",
                rule!("PR-126"),
                format!("This is improbable, but {} may roll. What now?", name(who)),
                options,
            )
        }
        Question::Complication { who, drop, .. } => {
            let mut all = vec![Choice::new("none", "Nothing more"), Choice::new("exposed", "Exposed")];
            if *drop {
                all.push(Choice::new("drop", "Drops what is in hand"));
            }
            let stocks = table.actor(*who).stocks.iter().filter(|stock| !stock.spent);
            all.extend(stocks.map(|stock| {
                let sheet = table.resource(stock.kind);
                Choice::new(format!("step-{}", sheet.key), format!("{} steps", sheet.name))
            }));
            ("complication", rule!("PR-077"), format!("{} rolled a natural 1. What comes of it?", name(who)), all)
        }
        Question::Maneuver { who, target } => {
            let options = vec![
                Choice::new("off-balance", "Off balance"),
                Choice::new("push", "Pushed one square"),
                Choice::new("slip-past", "Slip past"),
            ];
            let text = format!("What does {}'s maneuver do to {}?", name(who), name(target));
            ("maneuver", rule!("PR-R78"), text, options)
        }
        Question::Help { leader, who } => {
            let options = two(("helps", "Help"), ("refuses", "Do not help"));
            ("help", rule!("PR-056"), format!("Does {} help {}?", name(who), name(leader)), options)
        }
        Question::WhoRolls { who } => {
            let options = two(("gm-rolls", "The GM rolls"), ("player-rolls", "The other player rolls"));
            ("who-rolls", rule!("PR-090"), format!("Who rolls the opposed check of {}?", name(who)), options)
        }
        Question::FromHiding { who } => {
            let options = two(("adv", "ADV"), ("nothing", "Nothing"));
            (
                "from-hiding",
                rule!("PR-R90"),
                format!("{} attacks from hiding. What does that give?", name(who)),
                options,
            )
        }
        Question::UnitLength { .. } => {
            let options = (1..=10).map(|count: u8| Choice::plain(count.to_string())).collect();
            ("unit-length", rule!("PR-R06"), "How long is this unit of time?".into(), options)
        }
        Question::InitiativeUnit { mode } => {
            let span = |mode: Mode| super::span(table.unit_seconds(mode).into());
            let in_moments = format!("In Moments of {}", span(Mode::Moment));
            let as_it_is = format!("A round takes a {} of {}", mode.word(), span(*mode));
            let options = two(("moments", &in_moments), ("as-it-is", &as_it_is));
            let text = format!("The clock runs in {}s of {}. How is initiative run?", mode.word(), span(*mode));
            ("initiative-unit", rule!("PR-008"), text, options)
        }
        Question::RollOut => {
            let options = two(("roll-out", "Roll it out, Moment by Moment"), ("end-it", "It ends"));
            ("roll-out", rule!("PR-R106"), "Turns are over, and something still lasts. What now?".into(), options)
        }
    };
    debug_assert_eq!(options.len(), question.options(), "{text}");
    Prompt { kind: kind.into(), text, rule, options, decline: question.decline() }
}
