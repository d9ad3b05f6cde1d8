//! Questions in words.

use super::{cell, penalty_dice};
use crate::{
    Question,
    acts::{
        attack::{Disarmed, ways_to_spend},
        movement::Leap,
        value::{of_actor, weapon_key, weapon_name},
    },
    check::{Consequence, How},
    reactions::Shelter,
    sheet::Power,
    table::Table,
};
use referee_engine::{ActorId, Choice, Prompt, Question as _, RuleId, Who, key_of, rule};

/// A question with its options, for whoever has to answer it.
pub fn prompt(table: &Table, who: Who, question: &Question) -> Prompt {
    let me = match who {
        Who::Actor(actor) => actor,
        _ => ActorId(0),
    };
    let name = |who: &ActorId| table.name(*who);
    let plain = |words: &[&str]| words.iter().map(|word| Choice::plain(*word)).collect::<Vec<_>>();
    let (kind, rule, text, options): (&str, RuleId, String, Vec<Choice>) = match question {
        Question::Difficulty { who, check } => {
            let options = (0..question.options()).map(|at| Choice::plain(Question::difficulty(at).to_string()));
            let text = format!("How hard is it for {}? ({})", name(who), check.called(table));
            ("difficulty", rule!("ST-D02"), text, options.collect())
        }
        Question::How { rushed } => {
            let ways = How::ALL.into_iter().filter(|how| !*rushed || *how != How::TakeTime);
            let options = ways.map(|how| Choice::plain(how.word())).collect();
            ("how", rule!("ST-D03"), "Roll, take a standard result, or take time?".into(), options)
        }
        Question::Keep => {
            let text = "Keep the greatest dice, the least, or see them first?".into();
            ("keep", rule!("ST-D05"), text, plain(&["greatest", "least", "see"]))
        }
        Question::KeepResult { results } => {
            let options = results.iter().map(|result| Choice::plain(result.to_string())).collect();
            ("result", rule!("ST-D05"), "Which result?".into(), options)
        }
        Question::Consequence { who } => {
            let options = Consequence::ALL.map(|consequence| Choice::plain(consequence.word())).into();
            ("consequence", rule!("ST-D06"), format!("What comes of {}'s critical failure?", name(who)), options)
        }
        Question::Progress { who } => {
            let text = format!("What is {}'s progress?", name(who));
            ("progress", rule!("ST-D07"), text, plain(&["bonus die", "other"]))
        }
        Question::GoOn => ("go-on", rule!("ST-D11"), "Go on, or stop here?".into(), plain(&["go", "stop"])),
        Question::Leap { options } => {
            let options = options.iter().map(|leap| match leap {
                Leap::Stay => Choice::plain("stay"),
                Leap::Across(hexes) => Choice::new(format!("across-{hexes}"), format!("{hexes} m across")),
                Leap::Up => Choice::plain("up"),
            });
            ("leap", rule!("ST-D13"), "Across or up, and how far?".into(), options.collect())
        }
        Question::Reach { target, dice, able } => {
            let (target, dice) = (name(target), penalty_dice(*dice));
            let grant = if *able { "" } else { " It cannot strike now, so that nothing would come of it." };
            let text = format!("{target} reaches farther. Take {dice}, or grant it a free strike?{grant}");
            ("reach", rule!("ST-D15"), text, plain(&["dice", "strike"]))
        }
        Question::FreeAttack { on, ways } => {
            let mut options = plain(&["decline"]);
            options.extend(ways.iter().map(|way| {
                let key = format!("{}-{}", key_of(way.technique.word()), weapon_key(table, me, way.weapon));
                Choice::new(key, format!("{} with {}", way.technique.word(), weapon_name(table, me, way.weapon)))
            }));
            ("free-attack", rule!("ST-D21"), format!("Strike at {}?", name(on)), options)
        }
        Question::TakeCover { by, shelters } => {
            let mut options = plain(&["decline"]);
            options.extend(shelters.iter().map(|shelter| match shelter {
                Shelter::Behind(at) => {
                    let piece = &table.pieces[usize::from(*at)];
                    Choice::new(format!("behind-{}", piece.key), table.setup.scenery[usize::from(*at)].name.clone())
                }
                Shelter::At(to) => Choice::new(cell(table, *to), format!("Move to {}", cell(table, *to))),
            }));
            ("take-cover", rule!("ST-D17"), format!("{} attacks. Take cover?", name(by)), options)
        }
        Question::Spend { more, defense } => {
            let options = ways_to_spend(*more, *defense).map(|spent| {
                let parts = [(spent.damage, "damage"), (spent.apv, "apv"), (spent.defense, "defense")];
                let used: Vec<String> =
                    parts.iter().filter(|(count, _)| *count > 0).map(|(count, on)| format!("{on}-{count}")).collect();
                Choice::plain(used.join("-"))
            });
            ("spend", rule!("ST-D19"), format!("What do {more} additional successes go into?"), options.collect())
        }
        Question::Disarm { options } => {
            let options = options.iter().map(|option| match option {
                Disarmed::Falls => Choice::plain("falls"),
                Disarmed::Taken => Choice::plain("take"),
                Disarmed::Thrown(to) => Choice::new(cell(table, *to), format!("to {}", cell(table, *to))),
            });
            ("disarm", rule!("ST-D20"), "What becomes of the weapon?".into(), options.collect())
        }
        Question::Power { spell, .. } => {
            let powers = match spell.and_then(|spell| table.setup.spells.get(usize::from(spell))) {
                Some(spell) => spell.powers.clone(),
                None => Power::ALL.to_vec(),
            };
            let mut options: Vec<Choice> = powers.iter().map(|power| Choice::plain(power.word())).collect();
            if spell.is_none() {
                options.push(Choice::plain("stop"));
            }
            ("power", rule!("ST-D23"), "Which power gets this success?".into(), options)
        }
        Question::Release { target } => {
            let on = if *target == me { "the caster" } else { name(target) };
            let text = format!("At once, on {on}, or kept to throw?");
            ("release", rule!("ST-D24"), text, plain(&["activate", "keep"]))
        }
        Question::Trade { most } => {
            let options = (0..=*most).map(|times| Choice::plain(times.to_string())).collect();
            ("trade", rule!("ST-D26"), "How often are 3 stamina traded for a stun?".into(), options)
        }
        Question::Spoil { clue } => {
            let key = table.setup.clues.get(usize::from(*clue)).map_or("", |clue| &clue.key);
            ("spoil", rule!("ST-D33"), format!("What becomes of {key}?"), plain(&["whole", "damaged", "lost"]))
        }
        Question::Aid { who } => ("aid", rule!("ST-D35"), format!("Aid {}?", name(who)), plain(&["decline", "aid"])),
        Question::AllowAid { who } => {
            let text = format!("May {} be aided?", name(who));
            ("allow-aid", rule!("ST-R101"), text, plain(&["allow", "refuse"]))
        }
        Question::SearchMore => {
            ("search", rule!("ST-R106"), "One more item, or half the time?".into(), plain(&["item", "time"]))
        }
        Question::Nods { who } => {
            let text = format!("What happens to {} on watch?", name(who));
            ("nods", rule!("ST-D36"), text, plain(&["asleep", "distracted"]))
        }
        Question::Fate { who } => {
            let text = format!("{} falls. What is it?", name(who));
            ("fate", rule!("ST-D38"), text, plain(&["out", "dying", "dead"]))
        }
        Question::MoreRounds => {
            let text = format!("Round {} is over. Does round-based play go on?", table.clock.round);
            ("rounds", rule!("ST-D08"), text, plain(&["go on", "end"]))
        }
        Question::Next { of } => {
            let options = of.iter().map(|&who| of_actor(table, who)).collect();
            ("next", rule!("ST-R25"), "Who is next?".into(), options)
        }
    };
    debug_assert_eq!(options.len(), question.options(), "{text}");
    Prompt { kind: kind.into(), text, rule, options, decline: question.decline() }
}
