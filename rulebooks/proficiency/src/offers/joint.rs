//! Slots that several offers share: ability or skill, device, feat, helpers.

use super::{actors, named, place_of};
use crate::{
    Proficiency,
    actions::{
        attack::feat_legal,
        task::{Manner, device_legal, may_help},
    },
    check::Using,
    sheet::{Ability, FeatBase, SkillId},
    table::Table,
};
use referee_engine::{ActorId, Choice, Domain, Filled, Refusal, Slot};

/// Every skill, then every ability.
pub fn using_choices(table: &Table) -> Vec<Choice> {
    let skills = table.setup.skills.iter().map(|skill| Choice::new(skill.key.clone(), skill.name.clone()));
    let abilities = Ability::ALL.iter().map(|ability| Choice::new(ability.key(), ability.word()));
    skills.chain(abilities).collect()
}

/// The skill or ability that a word names.
pub fn using(table: &Table, word: Option<&str>) -> Option<Using> {
    let skill = place_of(&table.setup.skills, word, |skill| skill.key.as_str());
    if let Some(skill) = skill {
        return Some(Using::skill(table, SkillId(skill)));
    }
    Ability::ALL.into_iter().find(|ability| Some(ability.key()) == word).map(Using::ability)
}

/// PR-D16, PR-D28: with what, and with whose help.
pub fn manner_slots(book: &Proficiency, table: &Table, who: ActorId, using: Using, slots: &mut Vec<Slot>) {
    let sheet = table.sheet(who);
    let fits = |at: usize| device_legal(table, who, Some(at as u8), using.skill).is_ok();
    let devices = (0..sheet.devices.len()).filter(|&at| fits(at)).map(|at| &sheet.devices[at]);
    let mut devices: Vec<Choice> = devices.map(|device| Choice::new(device.key.clone(), device.name.clone())).collect();
    if !devices.is_empty() {
        devices.insert(0, Choice::plain("none"));
        slots.push(Slot::one("device", "With", devices).or("none"));
    }
    feat_slot(table, who, FeatBase::Skill, false, slots);
    let helpers = actors(table, |id| may_help(book, table, who, id));
    if !helpers.is_empty() {
        let most = helpers.len().min(8);
        let domain = Domain::Several { of: helpers.into(), least: 0, most };
        slots.push(Slot::of("helpers", "With the help of", domain).or(""));
    }
}

/// PR-R27: a named feat.
pub fn feat_slot(table: &Table, who: ActorId, base: FeatBase, ranged: bool, slots: &mut Vec<Slot>) {
    let sheet = table.sheet(who);
    let fits = |at: usize| feat_legal(table, who, at as u8, base, ranged).is_ok();
    let feats = (0..sheet.feats.len()).filter(|&at| fits(at)).map(|at| &sheet.feats[at]);
    let mut feats: Vec<Choice> = feats
        .map(|feat| Choice::new(feat.key.clone(), feat.name.clone()).noting(format!("DC {:+}", feat.dc_mod)))
        .collect();
    if !feats.is_empty() {
        feats.insert(0, Choice::plain("none"));
        slots.push(Slot::one("feat", "As", feats).or("none"));
    }
}

/// Reads what [`manner_slots`] asks for.
pub fn manner(table: &Table, who: ActorId, filled: &Filled) -> Result<Manner, Refusal> {
    let sheet = table.sheet(who);
    Ok(Manner {
        device: place_of(&sheet.devices, filled.get("device"), |device| device.key.as_str()),
        feat: place_of(&sheet.feats, filled.get("feat"), |feat| feat.key.as_str()),
        helpers: named(table, filled, "helpers")?.into_iter().collect(),
    })
}
