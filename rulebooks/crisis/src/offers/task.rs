//! Tasks and light Actions on offer (CR-D01 to CR-D05, CR-D12, CR-D13).

use super::Verb;
use crate::{
    Intent,
    actions::{other, task, task::Task},
    sheet::{Purpose, Skill},
    table::{Assets, Mode, Table},
};
use referee_engine::{ActorId, Choice, Domain, Filled, Slot, key_of, rule};

pub(super) static VERBS: &[Verb] = &[
    Verb {
        word: "try",
        label: "Try something",
        group: "Tasks",
        rule: rule!("CR-001"),
        when: None,
        cost: |_, table, who| {
            table.may_act(who)?;
            Ok(if table.clock.mode == Mode::Crisis { "as the GM says".into() } else { String::new() })
        },
        slots: |_, table, who, filled| {
            let of = skills(table);
            let first = of.first().map(|choice| choice.key.clone()).unwrap_or_default();
            let mut slots = vec![Slot::one("skill", "With", of).or(first.clone())];
            let skill = skill_named(table, filled.get("skill").unwrap_or(&first));
            slots.extend(skill.and_then(|skill| purpose_slot(table, skill)));
            slots.extend(skill.and_then(|skill| assets_slot(table, who, skill, purpose_named(table, filled))));
            slots.push(Slot::of("what", "What", Domain::Text { longest: 80 }).or("a task"));
            Ok(slots)
        },
        intent: |_, table, who, filled| {
            let first = key_of(Skill::NAMES[0]);
            let skill = skill_named(table, filled.get("skill").unwrap_or(&first)).unwrap_or(Skill::LIGHT_WEAPON);
            Ok(Intent::Task(Task {
                actor: who,
                what: filled.get("what").unwrap_or("a task").to_owned(),
                skill,
                purpose: purpose_named(table, filled),
                difficulty: None,
                how: None,
                lacks_equipment: false,
                lacks_knowledge: false,
                assets: filled.get("assets").map(|text| assets_named(table, text)),
                circumstances: None,
                called: false,
            }))
        },
    },
    Verb {
        word: "light",
        label: "A light Action beside the long one",
        group: "Tasks",
        rule: rule!("CR-058"),
        when: Some(Mode::Crisis),
        cost: |_, table, who| other::may_light(table, who).map(|()| "as the GM says".into()),
        slots: |_, _, _, _| Ok(vec![Slot::of("what", "What", Domain::Text { longest: 80 }).or("a short command")]),
        intent: |_, _, who, filled| {
            let what = filled.get("what").unwrap_or("a short command").to_owned();
            Ok(Intent::Light { actor: who, what })
        },
    },
];

/// Every Skill that somebody may roll.
pub(super) fn skills(table: &Table) -> Vec<Choice> {
    table.setup.skills.iter().map(|name| Choice::plain(name.clone())).collect()
}

pub(super) fn skill_named(table: &Table, key: &str) -> Option<Skill> {
    table.setup.skills.iter().position(|name| key_of(name) == key).map(|at| Skill(at as u8))
}

/// CR-R162: for what, where that matters; for anything else if left out.
pub(super) fn purpose_slot(table: &Table, skill: Skill) -> Option<Slot> {
    let name = |Purpose(at): Purpose| table.setup.purposes[usize::from(at)].clone();
    let known: Vec<Choice> = task::purposes(table, skill).map(|purpose| Choice::plain(name(purpose))).collect();
    (!known.is_empty()).then(|| {
        let of = std::iter::once(Choice::new("anything", "Anything else")).chain(known).collect();
        Slot::one("purpose", "For", of).or("anything")
    })
}

pub(super) fn purpose_named(table: &Table, filled: &Filled) -> Option<Purpose> {
    let key = filled.get("purpose")?;
    table.setup.purposes.iter().position(|name| key_of(name) == key).map(|at| Purpose(at as u8))
}

/// CR-D03: which Assets are used; all that fit if left out.
pub(super) fn assets_slot(table: &Table, who: ActorId, skill: Skill, purpose: Option<Purpose>) -> Option<Slot> {
    let of: Vec<Choice> = task::fitting_items(table, who, skill, purpose)
        .map(|item| {
            let item = &table.setup.items[usize::from(item)];
            Choice::new(item.key.clone(), item.name.clone()).noting(item.asset_type.clone())
        })
        .collect();
    let all: Vec<String> = of.iter().map(|choice| choice.key.clone()).collect();
    let most = of.len();
    (most > 0)
        .then(|| Slot::of("assets", "Assets", Domain::Several { of: of.into(), least: 0, most }).or(all.join(",")))
}

pub(super) fn assets_named(table: &Table, text: &str) -> Assets {
    let find = |key: &str| table.setup.items.iter().position(|item| item.key == key).map(|at| at as u8);
    text.split(',').filter_map(find).collect()
}
