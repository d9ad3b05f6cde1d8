//! Attacks and checks in words.

use crate::{
    actions::attack::{AttackEvent, Target, Told},
    check::{Causes, Checked, Degree, For},
    table::Table,
};
use referee_engine::{Face, Factor, Line, rule};

/// Whom or what, by name.
pub(crate) fn target(table: &Table, at: Target) -> &str {
    match at {
        Target::Body(who) => table.name(who),
        Target::Thing(thing) => &table.thing_sheet(thing).name,
    }
}

fn dice(face: Face, other: Option<Face>) -> String {
    other.map_or_else(|| face.to_string(), |other| format!("{face} kept, not {other}"))
}

fn reasons(causes: Causes) -> impl Iterator<Item = Factor> {
    causes.words().map(|(helps, why, rule)| Factor::new(if helps { "advantage" } else { "disadvantage" }, why, rule))
}

pub fn narrate(table: &Table, event: &AttackEvent) -> Line {
    match event {
        AttackEvent::Rolled {
            strike,
            weapon,
            base,
            mundane,
            ward,
            modifier,
            target: number,
            causes,
            face,
            other,
            blow,
        } => {
            let by = strike.by;
            let what = weapon.map_or("a power", |weapon| table.weapon_name(by, weapon));
            let result = match blow.told {
                Told::Critical => format!("critical, {} damage", blow.damage),
                Told::Hit => format!("{} damage", blow.damage),
                Told::FailsToPierce => "fails to pierce".into(),
                Told::Miss => "miss".into(),
            };
            let text = format!(
                "{} attacks {} with {what}: {} against {number}: {result}",
                table.name(by),
                target(table, strike.at),
                dice(*face, *other),
            );
            let rules = match blow.told {
                Told::Critical => [rule!("SE-087"), rule!("SE-088")],
                Told::Hit => [rule!("SE-082"), rule!("SE-083")],
                Told::FailsToPierce => [rule!("SE-086"), rule!("SE-085")],
                Told::Miss => [rule!("SE-085"), rule!("SE-R64")],
            };
            let mut factors = vec![Factor::new(base.to_string(), strike.attribute.word(), rule!("SE-079"))];
            for (amount, why, rule) in [
                (-mundane, "Defense", rule!("SE-080")),
                (-ward, "otherworldly Defense", rule!("SE-090")),
                (*modifier, "the GM, weariness, distance", rule!("SE-R61")),
            ] {
                if amount != 0 {
                    factors.push(Factor::new(format!("{amount:+}"), why, rule));
                }
            }
            Line::new(0, text, rules).by(by).with(factors.into_iter().chain(reasons(*causes)))
        }
        AttackEvent::Negated { who, thing, helmet } => {
            let rule = if *helmet { rule!("SE-096") } else { rule!("SE-092") };
            let text =
                format!("{} gives up the {}: the attack is negated", table.name(*who), table.thing_sheet(*thing).name);
            Line::new(1, text, [rule, rule!("SE-R76")]).by(*who)
        }
        AttackEvent::Free { by, at } => {
            let text = format!("{} makes a free hasty attack on {}", table.name(*by), target(table, *at));
            Line::new(0, text, [rule!("SE-099"), rule!("SE-103")]).by(*by)
        }
        AttackEvent::Landed { thing, at } => {
            let text =
                format!("the {} lies at {}", table.thing_sheet(*thing).name, table.setup.space.cell_key(at.cell));
            Line::new(1, text, [rule!("SE-R114")])
        }
    }
}

/// SE-R54: a check in words.
pub fn checked(table: &Table, checked: &Checked) -> Line {
    let what = match checked.what {
        For::Skill(skill) => table.skill(skill).map_or("a skill", |skill| &skill.name),
        For::Recover(_) => "Recover",
        For::Ability(id) => table.ability(id).map_or("an ability", |ability| &ability.name),
    };
    let margin = i32::from(checked.target) - checked.face.shown();
    let how = match checked.degree {
        Degree::Critical => "critical success".to_owned(),
        Degree::Success if checked.d6 => "success".into(),
        Degree::Failure if checked.d6 => "failure".into(),
        Degree::Success => format!("success by {margin}"),
        Degree::Failure => format!("failure by {}", -margin),
    };
    let against = checked.against.map_or_else(String::new, |other| format!(" against {}", table.name(other)));
    let text = format!(
        "{} checks {what}{against}: {} against {}: {how}",
        table.name(checked.who),
        dice(checked.face, checked.other),
        checked.target,
    );
    let rule = match checked.what {
        For::Recover(_) => rule!("SE-064"),
        For::Skill(_) if checked.against.is_some() => rule!("SE-R56"),
        For::Skill(_) => rule!("SE-R54"),
        For::Ability(_) => rule!("SE-R46"),
    };
    let factors = [Factor::new("basis", checked.attribute.word(), rule!("SE-R54"))];
    Line::new(0, text, [rule]).by(checked.who).with(factors.into_iter().chain(reasons(checked.causes)))
}
