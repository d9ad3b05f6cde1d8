//! Things, abilities and lists.

use super::raw::*;
use crate::{
    house::HouseRules,
    sheet::{AbilitySheet, Effect, SkillId, SkillSheet, StatusId, StatusSheet, Tag, ThingSheet, Weapon},
    table::{Thing, Whereabouts},
};
use referee_engine::{door::Report, key_of};

/// The lists that names are looked up in.
#[derive(Clone, Copy)]
pub(super) struct Lists<'a> {
    pub(super) statuses: &'a [StatusSheet],
    pub(super) skills: &'a [SkillSheet],
    pub(super) abilities: &'a [AbilitySheet],
}

/// Reads characters and things, of a scene or of the content.
pub(super) struct Reader<'a, 's> {
    pub(super) lists: Lists<'a>,
    pub(super) house: &'a HouseRules,
    pub(super) report: &'a mut Report<'s>,
}

impl Reader<'_, '_> {
    pub(super) fn status(&mut self, name: &str, path: &str) -> Option<StatusId> {
        let known = self.lists.statuses.iter().map(|status| status.name.as_str());
        self.report.look_up("status", name, known, path).map(|at| StatusId(at as u8))
    }

    pub(super) fn skill(&mut self, name: &str, path: &str) -> Option<SkillId> {
        let known = self.lists.skills.iter().map(|skill| skill.name.as_str());
        self.report.look_up("skill", name, known, path).map(|at| SkillId(at as u8))
    }

    pub(super) fn weapon(&mut self, raw: &RawWeapon, tags: &[Tag], path: &str) -> Weapon {
        let on_damage = raw.on_damage.as_ref().and_then(|name| self.status(name, &format!("{path}.on_damage")));
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
    pub(super) fn thing(&mut self, raw: &RawThing, short: &str, path: &str) -> ThingSheet {
        ThingSheet {
            key: raw.key.clone().unwrap_or_else(|| key_of(&raw.name)),
            short: short.to_owned(),
            name: raw.name.clone(),
            weapon: raw.weapon.as_ref().map(|weapon| self.weapon(weapon, &raw.tags, &format!("{path}.weapon"))),
            armour: raw.armour,
            tags: raw.tags.iter().copied().collect(),
            light: raw.light,
            object: raw.object,
            helps: raw
                .helps
                .as_ref()
                .and_then(|help| Some((self.skill(&help.skill, &format!("{path}.helps.skill"))?, help.amount))),
            difficulty: raw.difficulty,
        }
    }

    /// What an ability is.
    pub(super) fn ability(&mut self, raw: &RawAbility, path: &str) -> AbilitySheet {
        let mut effects = Vec::new();
        effects.extend(raw.heals.map(Effect::Heal));
        effects.extend(raw.wards.map(Effect::Ward));
        if let Some(name) = &raw.brings {
            effects.extend(self.status(name, &format!("{path}.brings")).map(Effect::Status));
        }
        effects.extend(raw.cleanses.then_some(Effect::Cleanse));
        if let Some(strike) = &raw.strikes {
            let critical =
                strike.critical.as_ref().and_then(|name| self.status(name, &format!("{path}.strikes.critical")));
            effects.push(Effect::Strike { attribute: strike.attribute, maximum: strike.maximum, critical });
        }
        if effects.len() > 1 {
            self.report.wrong(path, "an ability does one thing", [""; 0]);
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
pub(super) fn state(raw: &RawThing, at: Whereabouts) -> Thing {
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
