//! Everything else in words.

use super::{cell, count, dice};
use crate::{
    Event,
    acts::gear::GearEvent,
    check::{Degree, Named},
    defense::CoverRef,
    reactions::Shelter,
    recovery::Recovered,
    sheet::Effect,
    table::{ClueState, Out, Table},
};
use referee_engine::{Line, rule};

/// Quarters of a metre.
fn metres(quarters: u16) -> String {
    match quarters % 4 {
        0 => format!("{} m", quarters / 4),
        1 => format!("{}.25 m", quarters / 4),
        2 => format!("{}.5 m", quarters / 4),
        _ => format!("{}.75 m", quarters / 4),
    }
}

fn effect(effect: &Effect) -> String {
    let parts = [
        (u16::from(effect.damage), "damage"),
        (u16::from(effect.apv), "APV"),
        (if effect.damage > 0 { effect.range } else { 0 }, "m"),
        (u16::from(effect.guard), "guard"),
        (if effect.guard > 0 { u16::from(effect.rounds) } else { 0 }, "rounds"),
        (u16::from(effect.relief), "relief"),
        (u16::from(effect.vigour), "vigour"),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, of)| format!("{count} {of}")).collect();
    if parts.is_empty() { "nothing".into() } else { parts.join(", ") }
}

#[allow(clippy::too_many_lines, reason = "one sentence for each event")]
pub fn narrate(table: &Table, event: &Event) -> Line {
    let name = |who: &referee_engine::ActorId| table.name(*who);
    match event {
        Event::Struck { who, damage, apv, av, health, stun } => {
            let what = match (health, stun) {
                (0, stun) => format!("{stun} stun"),
                (health, _) => format!("{health} health lost"),
            };
            let text = format!("{} takes {damage} damage, APV {apv} against AV {av}: {what}", name(who));
            Line::new(2, text, [rule!("ST-R44")]).by(*who)
        }
        Event::LostDefense { who, amount, left, rule } => {
            Line::new(2, format!("{} loses {amount} defense, {left} left", name(who)), [*rule]).by(*who)
        }
        Event::Out { who, how, rule } => {
            let how = match how {
                Out::Dead => "dead",
                Out::Dying => "dying",
                _ => "out of the fight",
            };
            Line::new(2, format!("{} is {how}", name(who)), [*rule]).by(*who)
        }
        Event::Posture { who, posture, rule } => {
            Line::new(2, format!("{} is {} now", name(who), posture.word()), [*rule]).by(*who)
        }
        Event::Faced { who, side } => {
            let bearing = table.setup.space.side_deg(*side);
            Line::new(0, format!("{} turns to {bearing}°", name(who)), [rule!("ST-R32")]).by(*who)
        }
        Event::Pushed { who, to } => {
            Line::new(2, format!("{} is driven back to {}", name(who), cell(table, *to)), [rule!("ST-083")]).by(*who)
        }
        Event::Moved { who, to, metres, .. } => {
            Line::new(1, format!("{} moves {metres} m to {}", name(who), cell(table, *to)), [rule!("ST-R32")]).by(*who)
        }
        Event::Stopped { who } => Line::new(1, format!("{} stops", name(who)), [rule!("ST-230")]).by(*who),
        Event::Leapt { who, across, up } => {
            let text = format!("{} can leap {} across or {} up", name(who), metres(*across), metres(*up));
            Line::new(1, text, [rule!("ST-069"), rule!("ST-070")]).by(*who)
        }
        Event::Fell { who, metres, health } => {
            Line::new(1, format!("{} falls {metres} m, {health} health lost", name(who)), [rule!("ST-R35")]).by(*who)
        }
        Event::Gear { who, item, what, rule } => {
            let item = &table.item_sheet(*item).name;
            let how = match what {
                GearEvent::Readied => "has readied",
                GearEvent::Stowed => "has stowed",
                GearEvent::Loaded => "has loaded",
                GearEvent::Loading => "is loading",
                GearEvent::Dropped => "drops",
                GearEvent::Regripped => "changes the grip on",
            };
            Line::new(1, format!("{} {how} the {item}", name(who)), [*rule]).by(*who)
        }
        Event::Ammo { who, pieces } => {
            let pieces = count((*pieces).into(), "piece");
            Line::new(1, format!("{} readies {pieces} of ammunition", name(who)), [rule!("ST-157")]).by(*who)
        }
        Event::Aimed { who, target } => {
            Line::new(1, format!("{} aims at {}", name(who), name(target)), [rule!("ST-148")]).by(*who)
        }
        Event::CoverStruck { cover, loss, left } => {
            let what = match cover {
                CoverRef::Piece(at) => table.setup.scenery[usize::from(*at)].name.clone(),
                CoverRef::Shield(item) => table.item_sheet(*item).name.clone(),
                CoverRef::Said => "the cover".into(),
            };
            Line::new(2, format!("{what} is struck: {loss} durability lost, {left} left"), [rule!("ST-212")])
        }
        Event::TookCover { who, shelter } => {
            let text = match shelter {
                Shelter::Behind(at) => {
                    format!("{} takes cover behind {}", name(who), table.setup.scenery[usize::from(*at)].name)
                }
                Shelter::At(to) => format!("{} takes cover at {}", name(who), cell(table, *to)),
            };
            Line::new(1, text, [rule!("ST-234")]).by(*who)
        }
        Event::Defends { who, action, bonus } => {
            let rule = if *action == crate::action::Action::Dodge { rule!("ST-196") } else { rule!("ST-194") };
            Line::new(1, format!("{}: {:+} by {}", name(who), bonus, action.word()), [rule]).by(*who)
        }
        Event::Recovered { who, what, amount, rule } => {
            let text = match what {
                Recovered::Defense => format!("{} recovers {amount} defense", name(who)),
                Recovered::Stamina => format!("{} recovers {amount} stamina", name(who)),
                Recovered::Stun => format!("{} shakes off {amount} stun", name(who)),
                Recovered::Health => format!("{} recovers {amount} health", name(who)),
            };
            Line::new(1, text, [*rule]).by(*who)
        }
        Event::Travelled { who, pace, minutes, metres, stamina } => {
            let text = match metres {
                0 => format!("{} rests for {minutes} minutes: stamina {stamina}", name(who)),
                _ => format!(
                    "{} goes up to {metres} m in {minutes} minutes at {} pace: stamina {stamina}",
                    name(who),
                    pace.word()
                ),
            };
            let rule = match pace {
                crate::acts::travel::Pace::Rest => rule!("ST-R22"),
                crate::acts::travel::Pace::Regular => rule!("ST-054"),
                crate::acts::travel::Pace::Quick => rule!("ST-055"),
            };
            Line::new(0, text, [rule]).by(*who)
        }
        Event::Dues { who, dues, stun, rule } => {
            let rest = if *stun > 0 { format!(", {stun} of them as stun") } else { String::new() };
            Line::new(1, format!("{} suffers {dues} arcane dues{rest}", name(who)), [*rule, rule!("ST-R76")]).by(*who)
        }
        Event::EnergyLost { who, stored } => {
            Line::new(1, format!("{} loses all stored energy: {stored}", name(who)), [rule!("ST-181")]).by(*who)
        }
        Event::WorkLost { who } => {
            Line::new(1, format!("{} loses the work done so far", name(who)), [rule!("ST-R27")]).by(*who)
        }
        Event::Cantrip { who, cantrip } => {
            let what = &table.setup.cantrips[usize::from(*cantrip)].name;
            Line::new(1, format!("{} casts {what}", name(who)), [rule!("ST-167")]).by(*who)
        }
        Event::Powered { who, power, rule } => {
            Line::new(2, format!("{} puts a success into {}", name(who), power.word()), [*rule]).by(*who)
        }
        Event::Gathered { who, successes, stored } => {
            Line::new(1, format!("{} gathers {successes}, {stored} are stored", name(who)), [rule!("ST-180")]).by(*who)
        }
        Event::Kept { who, effect: of, rounds } => {
            let more = count((*rounds).into(), "more round");
            let text = format!("{} keeps an effect ready for {more}: {}", name(who), effect(of));
            Line::new(1, text, [rule!("ST-187")]).by(*who)
        }
        Event::Works { who, target, effect: of } => {
            Line::new(1, format!("{}'s magic works on {}: {}", name(who), name(target), effect(of)), [rule!("ST-171")])
                .by(*who)
        }
        Event::Progress { who, die } => {
            let how = if *die { "a bonus die on the next try" } else { "as the GM says" };
            Line::new(1, format!("{} makes some progress: {how}", name(who)), [rule!("ST-022")]).by(*who)
        }
        Event::MaterialsLost { who } => {
            Line::new(1, format!("{}'s materials are used up", name(who)), [rule!("ST-018")]).by(*who)
        }
        Event::Found { who, clue, questions } => {
            let found = &table.setup.clues[usize::from(*clue)];
            let asks =
                if *questions > 0 { format!("; {}", count((*questions).into(), "question")) } else { String::new() };
            let state = if table.clues[usize::from(*clue)].state == ClueState::Damaged { " (damaged)" } else { "" };
            Line::new(
                1,
                format!("{} finds {}{state}: {}{asks}", name(who), found.key, found.information),
                [rule!("ST-248")],
            )
            .by(*who)
        }
        Event::FoundNothing { who } => Line::new(1, format!("{} finds nothing", name(who)), [rule!("ST-240")]).by(*who),
        Event::NeedsHelp { who } => {
            Line::new(1, format!("{} has failed at this; a new try needs help", name(who)), [rule!("ST-245")]).by(*who)
        }
        Event::TryLater { who } => {
            Line::new(1, format!("{} can try again later", name(who)), [rule!("ST-247")]).by(*who)
        }
        Event::Spoiled { clue, state, .. } => {
            let what = &table.setup.clues[usize::from(*clue)].key;
            let how = if *state == ClueState::Lost { "lost" } else { "damaged" };
            Line::new(1, format!("{what} is {how}"), [rule!("ST-244")])
        }
        Event::Searched { who, halved, nothing } => {
            let what = if *nothing { "finds nothing" } else { "has searched" };
            let time = match halved {
                0 => String::new(),
                1 => ", in half the time".into(),
                more => format!(", the time halved {more} times"),
            };
            Line::new(1, format!("{} {what}{time}", name(who)), [rule!("ST-259")]).by(*who)
        }
        Event::Asks { who, text } => Line::new(0, format!("{} asks: {text}", name(who)), [rule!("ST-239")]).by(*who),
        Event::Sneaks { who, pool, result } => {
            Line::new(1, format!("{} sneaks: {result}", name(who)), [rule!("ST-R104")]).by(*who).with(dice(pool))
        }
        Event::Nods { who, asleep } => {
            let how = if *asleep { "falls asleep" } else { "is distracted" };
            Line::new(1, format!("{} {how}", name(who)), [rule!("ST-254")]).by(*who)
        }
        Event::Woke { who } => Line::new(1, format!("{} wakes up", name(who)), [rule!("ST-R122")]).by(*who),
        Event::Noticed { who, check, degree, danger, rounds } => {
            let name = name(who);
            let text = match (degree, danger) {
                (Degree::Success(_), true) => {
                    format!("{name} notices the danger {} ahead", count((*rounds).into(), "round"))
                }
                (Degree::Success(_), false) => format!("{name} notices it"),
                (Degree::NearFailure, true) => format!("{name} notices the danger too late"),
                (Degree::NearFailure, false) | (Degree::Failure, _) => format!("{name} notices nothing"),
                (Degree::CriticalFailure, _) => format!("{name} notices nothing at all"),
            };
            let rule = match (check, degree) {
                (Named::Alertness, Degree::Success(_)) => rule!("ST-269"),
                (Named::Alertness, Degree::NearFailure) if *danger => rule!("ST-267"),
                (Named::Alertness, Degree::NearFailure) => rule!("ST-268"),
                (Named::Alertness, Degree::Failure) => rule!("ST-266"),
                (Named::Alertness, Degree::CriticalFailure) => rule!("ST-265"),
                (_, Degree::Success(_)) => rule!("ST-257"),
                (_, Degree::NearFailure) => rule!("ST-256"),
                (_, Degree::Failure) => rule!("ST-255"),
                (_, Degree::CriticalFailure) => rule!("ST-254"),
            };
            Line::new(1, text, [rule]).by(*who)
        }
        Event::CustomCheck { who, check, degree } => {
            let form = &table.setup.customs[usize::from(*check)];
            let what = match degree {
                Degree::CriticalFailure => &form.critical_failure,
                Degree::Failure => &form.failure,
                Degree::NearFailure => &form.near_failure,
                Degree::Success(_) => &form.success,
            };
            let mut text = format!("{}: {}", form.name, if what.is_empty() { degree.word() } else { what });
            if let (Degree::Success(more @ 1..), false) = (degree, form.additional.is_empty()) {
                text.push_str(&format!("; {more} × {}", form.additional));
            }
            Line::new(1, text, [rule!("ST-271")]).by(*who)
        }
        Event::Round(_)
        | Event::Declared { .. }
        | Event::Checked(_)
        | Event::Attack(_)
        | Event::Gm(_)
        | Event::Corrected(_) => Line::default(),
    }
}
