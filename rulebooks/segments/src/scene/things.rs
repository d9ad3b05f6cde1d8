//! Things, abilities and lists.

use super::{library, raw::*};
use crate::{
    sheet::{AbilitySheet, Area, Effect, SkillId, SkillSheet, StatusId, StatusSheet, Tag, ThingSheet, Weapon},
    table::{Thing, Whereabouts},
};
use referee_engine::key_of;

/// The lists that names are looked up in.
#[derive(Clone, Copy)]
pub struct Lists<'a> {
    pub statuses: &'a [StatusSheet],
    pub skills: &'a [SkillSheet],
    pub abilities: &'a [AbilitySheet],
}

/// Where mistakes go: path, message, what is allowed.
pub type Wrong<'a> = &'a mut dyn FnMut(&str, String, Vec<String>);

/// All entries of a kind of the content, with their keys.
pub fn all<T: serde::de::DeserializeOwned + schemars::JsonSchema + 'static>(kind: &str) -> Vec<(String, T)> {
    let read = |name: &str| library().get_as::<T>(kind, name)?.ok().map(|found| (name.to_owned(), found.value));
    library().names(kind).filter_map(read).collect()
}

impl Lists<'_> {
    pub fn status(&self, name: &str, path: &str, wrong: Wrong<'_>) -> Option<StatusId> {
        let found = self.statuses.iter().position(|status| key_of(&status.name) == key_of(name));
        if found.is_none() {
            let known = self.statuses.iter().map(|status| key_of(&status.name)).collect();
            wrong(path, format!("there is no status {name:?}"), known);
        }
        found.map(|at| StatusId(at as u8))
    }

    pub fn skill(&self, name: &str, path: &str, wrong: Wrong<'_>) -> Option<SkillId> {
        let found = self.skills.iter().position(|skill| key_of(&skill.name) == key_of(name));
        if found.is_none() {
            let known = self.skills.iter().map(|skill| key_of(&skill.name)).collect();
            wrong(path, format!("there is no skill {name:?}"), known);
        }
        found.map(|at| SkillId(at as u8))
    }

    pub fn weapon(&self, raw: &RawWeapon, tags: &[Tag], path: &str, wrong: Wrong<'_>) -> Weapon {
        let on_damage = raw.on_damage.as_ref().and_then(|name| self.status(name, &format!("{path}.on_damage"), wrong));
        Weapon {
            maximum: raw.maximum,
            reach_ft: raw.reach_ft,
            range_ft: raw.range_ft,
            tags: tags.iter().copied().collect(),
            ammo: raw.ammo.clone(),
            on_damage,
        }
    }

    /// What a thing is; its key is still to be given.
    pub fn thing(&self, raw: &RawThing, short: &str, path: &str, wrong: Wrong<'_>) -> ThingSheet {
        ThingSheet {
            key: raw.key.clone().unwrap_or_else(|| key_of(&raw.name)),
            short: short.to_owned(),
            name: raw.name.clone(),
            weapon: raw.weapon.as_ref().map(|weapon| self.weapon(weapon, &raw.tags, &format!("{path}.weapon"), wrong)),
            armour: raw.armour,
            tags: raw.tags.iter().copied().collect(),
            light: raw.light,
            object: raw.object,
            helps: raw
                .helps
                .as_ref()
                .and_then(|help| Some((self.skill(&help.skill, &format!("{path}.helps.skill"), wrong)?, help.amount))),
            difficulty: raw.difficulty,
        }
    }

    /// What an ability is.
    pub fn ability(&self, raw: &RawAbility, path: &str, wrong: Wrong<'_>) -> AbilitySheet {
        let mut effects = Vec::new();
        effects.extend(raw.heals.map(Effect::Heal));
        effects.extend(raw.wards.map(Effect::Ward));
        if let Some(name) = &raw.brings {
            effects.extend(self.status(name, &format!("{path}.brings"), wrong).map(Effect::Status));
        }
        effects.extend(raw.cleanses.then_some(Effect::Cleanse));
        if let Some(strike) = &raw.strikes {
            let critical =
                strike.critical.as_ref().and_then(|name| self.status(name, &format!("{path}.strikes.critical"), wrong));
            effects.push(Effect::Strike { attribute: strike.attribute, maximum: strike.maximum, critical });
        }
        if effects.len() > 1 {
            wrong(path, "an ability does one thing".into(), Vec::new());
        }
        AbilitySheet {
            key: key_of(&raw.name),
            name: raw.name.clone(),
            uses: raw.uses,
            range_ft: raw.range_ft,
            needs: raw.needs.clone(),
            check: raw.check.map(|[own, other]| (own, other)),
            effect: effects.first().copied().unwrap_or(Effect::Told),
        }
    }
}

/// How a new thing is.
pub fn state(raw: &RawThing, at: Whereabouts) -> Thing {
    Thing {
        at,
        count: raw.count,
        loaded: true, // SE-R40
        lit: false,
        turns_left: 0,
        health: raw.object.map_or(1, |object| object.health),
        open: false,
        piece: None,
    }
}

/// The areas of the content with their keys.
pub fn areas() -> Vec<(String, Area)> {
    all("area")
}
