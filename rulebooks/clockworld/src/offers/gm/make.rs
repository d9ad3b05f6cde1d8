//! Slots and choices of the GM's acts, and the words read back.

use crate::{
    gm::Effect,
    offers::slots::{of_actor, part_key},
    rank::Rank,
    sheet::{Class, Limb, Skill},
    table::{Out, Severity, Table},
};
use referee_engine::{ActorId, CellChoice, Choice, Domain, Slot, key_of};
use std::sync::LazyLock;

/// Everybody but the one that is named already.
pub(super) fn not<'t>(table: &'t Table, named: Option<&'t str>) -> impl Fn(&ActorId) -> bool + 't {
    move |id| Some(table.sheet(*id).key.as_str()) != named
}

/// Those who make Checks (CW-R98).
pub(super) fn can_check(table: &Table) -> impl Fn(&ActorId) -> bool + '_ {
    |id| matches!(table.actor(*id).out, Out::Active | Out::Surrendered)
}

pub(super) fn words<const N: usize>(words: [&str; N]) -> Vec<Choice> {
    words.map(|word| Choice::new(word, word.replace('-', " "))).into()
}

pub(super) fn actors(table: &Table, fits: impl Fn(&ActorId) -> bool) -> Vec<Choice> {
    table.ids().filter(|id| fits(id)).map(|id| of_actor(table, id)).collect()
}

pub(super) fn several(name: &str, label: &str, of: Vec<Choice>) -> Slot {
    let domain = Domain::Several { least: 1, most: of.len(), of: of.into() };
    Slot { name: name.into(), label: label.into(), domain, default: None, barred: Vec::new() }
}

pub(super) fn number(name: &str, label: &str, min: i32, max: i32, default: Option<i32>) -> Slot {
    let default = default.map(|number| number.to_string());
    Slot { name: name.into(), label: label.into(), domain: Domain::Number { min, max }, default, barred: Vec::new() }
}

pub(super) fn text(name: &str, label: &str) -> Slot {
    Slot {
        name: name.into(),
        label: label.into(),
        domain: Domain::Text { longest: 200 },
        default: None,
        barred: Vec::new(),
    }
}

pub(super) fn cell(table: &Table, name: &str, label: &str, fits: impl Fn(referee_engine::space::Cell) -> bool) -> Slot {
    let cells = table.setup.space.cells().filter(|&cell| fits(cell));
    let of = cells.map(|cell| CellChoice::of(&table.setup.space, cell, 0, String::new())).collect();
    Slot { name: name.into(), label: label.into(), domain: Domain::Cell { of }, default: None, barred: Vec::new() }
}

pub(super) fn skill() -> Slot {
    static ALL: LazyLock<Vec<Choice>> =
        LazyLock::new(|| Skill::ALL.iter().map(|skill| Choice::plain(skill.to_string())).collect());
    Slot::listed("skill", "With which Skill", ALL.as_slice())
}

pub(super) fn ranks() -> &'static [Choice] {
    static ALL: LazyLock<Vec<Choice>> = LazyLock::new(|| {
        let number = |at: usize| format!("number {}", Rank(at as u8).number());
        Rank::NAMES.iter().enumerate().map(|(at, name)| Choice::plain(*name).noting(number(at))).collect()
    });
    &ALL
}

pub(super) fn severities() -> Vec<Choice> {
    [Severity::Mild, Severity::Serious, Severity::Critical].map(|severity| Choice::plain(severity.word())).into()
}

/// What befalls those who fail; the first is that nothing does.
pub(super) fn effects() -> &'static [Choice] {
    static ALL: LazyLock<Vec<Choice>> = LazyLock::new(|| {
        let effects = Effect::ALL.map(|(_, word)| Choice::new(word, word.replace('-', " ")));
        std::iter::once(Choice::plain("nothing")).chain(effects).collect()
    });
    &ALL
}

pub(super) fn parts(table: &Table, who: ActorId) -> Vec<Choice> {
    let parts = 0..table.sheet(who).body.len() as u8;
    parts.map(|part| Choice::new(part_key(table, who, part), table.part(who, part).part.clone())).collect()
}

pub(super) fn class_of(word: &str) -> Class {
    match word {
        "brim" => Class::Brim,
        "ace" => Class::Ace,
        _ => Class::Bulk,
    }
}

pub(super) fn limb_of(word: &str) -> Limb {
    match word {
        "arm" => Limb::Arm,
        "leg" => Limb::Leg,
        "other" => Limb::Other,
        _ => Limb::None,
    }
}

pub(super) fn skill_of(word: &str) -> Option<Skill> {
    Skill::ALL.into_iter().find(|skill| key_of(&skill.to_string()) == word)
}
