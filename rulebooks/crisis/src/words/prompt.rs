//! Questions in words.

use crate::{
    Question,
    check::{Difficulty, GmMod},
    reactions::Reaction,
    sheet::Cover,
    table::Table,
    task::{Benefit, How},
};
use referee_engine::{ActorId, Choice, Prompt, Question as _, RuleId, Who, rule};

/// A question with its options, for whoever has to answer it.
pub fn prompt(table: &Table, who: Who, question: &Question) -> Prompt {
    // Whoever is asked may not know of the other one; then it is nobody that can be named.
    let name = |id: ActorId| match who {
        Who::Actor(me) if table.actor(me).unaware_of.contains(id) => "somebody".to_owned(),
        _ => table.name(id).to_owned(),
    };
    let of = |words: &[(&str, &str)]| words.iter().map(|(key, label)| Choice::new(*key, *label)).collect::<Vec<_>>();
    let key = |id: &ActorId| Choice::new(table.sheet(*id).key.clone(), table.name(*id)).of_actor(*id);
    let cell = |cell: &referee_engine::space::Cell| {
        let key = table.setup.space.cell_key(*cell);
        Choice::new(key.clone(), format!("To {key}"))
    };
    let (kind, rule, text, options): (&str, RuleId, String, Vec<Choice>) = match question {
        Question::React { attacker, reaction } => {
            let (word, rule) = match reaction {
                Reaction::Parry => ("Parry", rule!("CR-073")),
                Reaction::Dodge => ("Dodge", rule!("CR-088")),
            };
            let text = format!("{} attacks. {word}?", name(*attacker));
            (reaction.word(), rule, text, vec![Choice::plain("no"), Choice::plain(reaction.word())])
        }
        Question::Force { target, kills } => {
            let fate = if *kills { "would die" } else { "would be Dying" };
            let options = of(&[("kill", "Strike to kill"), ("knock-out", "Knock out with non-lethal force")]);
            ("force", rule!("CR-114"), format!("{} {fate}", name(*target)), options)
        }
        Question::Watch { active, shots } => {
            let Who::Actor(me) = who else { return empty(question) };
            let shot = |shot: &crate::acts::overwatch::Shot| {
                let weapon = table.weapon(me, shot.weapon);
                let Some(target) = shot.target else {
                    return Choice::new(format!("{}-square", weapon.key), format!("{} at a square", weapon.name));
                };
                let there = table.sheet(target);
                Choice::new(format!("{}-{}", weapon.key, there.key), format!("{} at {}", weapon.name, there.name))
                    .of_actor(target)
            };
            let options = std::iter::once(Choice::plain("hold")).chain(shots.iter().map(shot)).collect();
            ("overwatch", rule!("CR-182"), format!("It is the turn of {}. Attack now?", name(*active)), options)
        }
        Question::Ammunition { of } => {
            let item = |item: &u8| {
                let item = &table.setup.items[usize::from(*item)];
                Choice::new(item.key.clone(), item.name.clone())
            };
            let options = std::iter::once(Choice::plain("plain")).chain(of.iter().map(item)).collect();
            ("ammunition", rule!("CR-113"), "With which ammunition?".into(), options)
        }
        Question::Further { attacks, of } => {
            let none = Choice::new("no-more", "No more Attacks");
            let options = std::iter::once(none).chain(of.iter().map(key)).collect();
            ("burst", rule!("CR-064"), format!("Attack {attacks} of the burst: at whom?"), options)
        }
        Question::Square { cells } => {
            ("square", rule!("CR-R55"), "At which square?".into(), cells.iter().map(cell).collect())
        }
        Question::GetOut { cells } => {
            ("get-out", rule!("CR-R66"), "Where to?".into(), cells.iter().map(cell).collect())
        }
        Question::Tie { of } => {
            let none = Choice::new("roll-again", "No agreement: all roll again");
            let options = std::iter::once(none).chain(of.iter().map(key)).collect();
            ("tie", rule!("CR-037"), "Who of the tied acts first?".into(), options)
        }
        Question::GroupOrder { of } => {
            ("group-order", rule!("CR-R20"), "Who of the group acts first?".into(), of.iter().map(key).collect())
        }
        Question::NpcDeath { who } => {
            let options = of(&[("dies", "Dies outright"), ("dying", "Is Dying like a PC")]);
            ("npc-death", rule!("CR-120"), format!("{} is at 0 HP", name(*who)), options)
        }
        Question::Cover { attacker, target, usual } => {
            let label = format!("{} as the map has it", usual.word());
            let mut options = vec![Choice::new("as-the-map", label)];
            options.extend(
                [Cover::None, Cover::Light, Cover::Heavy, Cover::Total].map(|cover| Choice::plain(cover.word())),
            );
            (
                "cover",
                rule!("CR-R77"),
                format!("How well is {} covered against {}?", name(*target), name(*attacker)),
                options,
            )
        }
        Question::Modifier { who, of } => {
            let what = match of {
                GmMod::Roll => "roll",
                GmMod::Damage => "damage",
                GmMod::Reaction => "parry or dodge",
            };
            let options = GmMod::AMOUNTS.map(signed).into();
            ("modifier", rule!("CR-R47"), format!("A modifier on the {what} of {}?", name(*who)), options)
        }
        Question::Landing { at } => {
            let there = at.map_or("nowhere".to_owned(), |cell| table.setup.space.cell_key(cell));
            let options =
                vec![Choice::new("there", format!("It lands at {there}")), Choice::new("nowhere", "It has no effect")];
            ("landing", rule!("CR-R62"), "Something is in the way".into(), options)
        }
        Question::Seen { who, usual } => {
            let (yes, no) = (("seen", "An opponent sees it"), ("unseen", "Nobody sees it"));
            let options = of(&if *usual { [yes, no] } else { [no, yes] });
            ("seen", rule!("CR-168"), format!("Is {} in plain sight?", name(*who)), options)
        }
        Question::Unnoticed { who } => {
            let options = of(&[("noticed", "It is noticed"), ("unnoticed", "Not yet")]);
            ("noticed", rule!("CR-R27"), format!("Has anybody noticed {}?", name(*who)), options)
        }
        Question::Balance { who, usual } => {
            let (yes, no) = (("balance", "It relies on speed and balance"), ("no-balance", "It does not"));
            let options = of(&if *usual { [yes, no] } else { [no, yes] });
            ("balance", rule!("CR-193"), format!("Speed and balance in the check of {}?", name(*who)), options)
        }
        Question::Bound { who } => {
            let options = of(&[("no", "It can only speak"), ("yes", "It may act")]);
            ("bound", rule!("CR-R146"), format!("May {} act?", name(*who)), options)
        }
        Question::Light { who, most } => {
            let mut options: Vec<Choice> =
                (0..=*most).map(|ap| Choice::new(format!("allow-{ap}"), format!("Yes, for {ap} AP"))).collect();
            options[0].key = "allow".into();
            options.push(Choice::new("refuse", "No"));
            ("light", rule!("CR-058"), format!("May {} do that beside the long Action?", name(*who)), options)
        }
        Question::Anyway { ap, .. } => {
            let options =
                vec![Choice::new("leave-it", "Leave it"), Choice::new("anyway", format!("Do it for {ap} AP"))];
            ("anyway", rule!("CR-056"), "The GM says no. It would cancel the long Action".into(), options)
        }
        Question::Cost { who, .. } => {
            let options = (0..question.options()).map(|at| {
                let ap = question.cost(at);
                Choice::new(format!("{ap}-ap"), format!("{ap} AP"))
            });
            ("cost", rule!("CR-R31"), format!("What does it cost {}?", name(*who)), options.collect())
        }
        Question::How { who, .. } => {
            let option = |how: &How| match how {
                How::Roll => Choice::new("roll", "A roll"),
                How::Automatic => Choice::new("automatic", "It succeeds"),
                How::Takes(seconds) => {
                    let minutes = seconds / 60;
                    Choice::new(format!("{minutes}-minutes"), format!("It takes {minutes} minutes"))
                }
            };
            let options = How::OPTIONS[..question.options()].iter().map(option).collect();
            ("how", rule!("CR-008"), format!("What does it take {}?", name(*who)), options)
        }
        Question::Difficulty { who } => {
            let option = |difficulty: &Difficulty| match difficulty {
                Difficulty::Row(row) => Choice::plain(row.name()).noting(format!("{:+}", -row.value())),
                Difficulty::Other(value) => signed(-value),
            };
            let options = Question::DIFFICULTIES.iter().map(option).collect();
            ("difficulty", rule!("CR-021"), format!("How hard is it for {}?", name(*who)), options)
        }
        Question::Lacks { who } => {
            let options =
                of(&[("nothing", "Nothing"), ("equipment", "Equipment"), ("knowledge", "Knowledge"), ("both", "Both")]);
            ("lacks", rule!("CR-004"), format!("What does {} need and lack?", name(*who)), options)
        }
        Question::RollAnyway { .. } => {
            let options = of(&[("take-the-time", "Take the time"), ("roll", "Roll for more")]);
            ("roll-anyway", rule!("CR-009"), "No check is needed".into(), options)
        }
        Question::Benefit { who } => {
            let option = |benefit: &Benefit| match benefit {
                Benefit::HalfTime => Choice::new("half-the-time", "Half the time"),
                Benefit::QuarterTime => Choice::new("a-quarter-of-the-time", "A quarter of the time"),
                Benefit::Information => Choice::new("information", "More information"),
                Benefit::Both => Choice::new("both", "Half the time and more information"),
            };
            (
                "benefit",
                rule!("CR-R06"),
                format!("What does {} gain?", name(*who)),
                Benefit::ALL.iter().map(option).collect(),
            )
        }
        Question::Care { who } => {
            let options = of(&[
                ("as-it-was", "As it was"),
                ("none", "No medical attention"),
                ("own", "First aid or own care"),
                ("doctor", "A doctor"),
                ("hospital", "A doctor in a hospital"),
            ]);
            ("care", rule!("CR-142"), format!("Who looks after {} today?", name(*who)), options)
        }
        Question::Heal { who } => {
            let options = of(&[("lethal", "A lethal wound"), ("nonlethal", "A non-lethal wound")]);
            ("heal", rule!("CR-R160"), format!("Which wound of {} heals?", name(*who)), options)
        }
    };
    debug_assert_eq!(options.len(), question.options(), "{text}");
    Prompt { kind: kind.into(), text, rule, options, decline: question.decline() }
}

/// A number with its sign, in commands too.
fn signed(amount: i8) -> Choice {
    let text = if amount == 0 { "0".to_owned() } else { format!("{amount:+}") };
    Choice::new(text.clone(), text)
}

/// Only a watcher is asked whether to attack.
fn empty(question: &Question) -> Prompt {
    let options = (0..question.options()).map(|at| Choice::plain(at.to_string())).collect();
    Prompt { kind: "overwatch".into(), text: String::new(), rule: rule!("CR-182"), options, decline: Some(0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{duel, who};

    #[test]
    fn cr_073_cr_088_each_reaction_is_asked_for_by_its_own_rule() {
        let (_, table) = duel();
        let (ann, cid) = (who(&table, "ann"), who(&table, "cid"));
        for (reaction, rule) in [(Reaction::Parry, rule!("CR-073")), (Reaction::Dodge, rule!("CR-088"))] {
            let prompt = prompt(&table, Who::Actor(cid), &Question::React { attacker: ann, reaction });
            assert_eq!((prompt.rule, prompt.kind.as_str()), (rule, reaction.word()));
        }
    }
}
