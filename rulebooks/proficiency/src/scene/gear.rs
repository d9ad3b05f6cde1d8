//! Skills, Resource-Dice, weapons and the rest of a sheet, from the content.

use super::{build::Builder, library, raw_content::*};
use crate::{
    resource::{ResourceId, ResourceSheet},
    sheet::{Ability, Armour, Device, Feat, SkillId, SkillSheet, Spell, Weapon},
};
use referee_engine::door::Located;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// What all sheets of a scene draw on.
pub(super) struct Gear {
    pub(super) skills: Vec<SkillSheet>,
    pub(super) resources: Vec<ResourceSheet>,
}

/// A whole entry of the content, which was checked when it was read.
fn entry<T: DeserializeOwned + JsonSchema + 'static>(kind: &str, name: &str) -> Option<T> {
    let located: Located<T> = library().get_as::<T>(kind, name)?.ok()?;
    Some(located.value)
}

impl Gear {
    pub(super) fn new() -> Gear {
        let skills = library().names("skill").filter_map(|key| {
            let raw: RawSkill = entry("skill", key)?;
            Some(SkillSheet { key: key.to_owned(), name: raw.name, ability: raw.ability })
        });
        let resources = library().names("resource").filter_map(|key| {
            let raw: RawResource = entry("resource", key)?;
            Some(ResourceSheet {
                key: key.to_owned(),
                name: raw.name,
                direction: raw.direction,
                start: raw.start.unwrap_or(raw.direction.start()),
                roll_when: raw.roll_when,
                number_is_damage: raw.number_is_damage,
                area: raw.area,
                light: raw.light,
                on_spent: raw.on_spent,
                makes: raw.makes,
                recovers: raw.recovers,
                save: raw.save,
                count: raw.count,
                usual_count: raw.usual_count,
            })
        });
        Gear { skills: skills.collect(), resources: resources.collect() }
    }
}

impl Builder<'_> {
    fn unknown(&mut self, kind: &str, name: &str, path: &str) {
        let names: Vec<String> = library().names(kind).map(str::to_owned).collect();
        self.wrong(path, format!("there is no {kind} {name:?}"), names);
    }

    /// An entry of the content, or a mistake that names those there are.
    fn named<T: DeserializeOwned + JsonSchema + 'static>(&mut self, kind: &str, name: &str, path: &str) -> Option<T> {
        let found = entry(kind, name);
        if found.is_none() {
            self.unknown(kind, name, path);
        }
        found
    }

    pub(super) fn skill(&mut self, name: Option<&str>, path: &str) -> Option<SkillId> {
        let name = name?;
        let found = self.gear.skills.iter().position(|skill| skill.key == name);
        if found.is_none() {
            self.unknown("skill", name, path);
        }
        found.map(|at| SkillId(at as u8))
    }

    pub(super) fn resource(&mut self, name: Option<&str>, path: &str) -> Option<ResourceId> {
        let name = name?;
        let found = self.gear.resources.iter().position(|resource| resource.key == name);
        if found.is_none() {
            self.unknown("resource", name, path);
        }
        found.map(|at| ResourceId(at as u8))
    }

    pub(super) fn weapon(&mut self, name: &str, path: &str) -> Option<Weapon> {
        let raw: RawWeapon = self.named("weapon", name, path)?;
        Some(Weapon {
            key: name.to_owned(),
            name: raw.name,
            rating: raw.rating,
            swing: raw.ability,
            hands: raw.hands,
            reach: raw.reach,
            range: raw.range,
            quality: raw.quality,
            ammo: self.resource(raw.ammo.as_deref(), path),
            die_damage: self.resource(raw.die_damage.as_deref(), path),
            inflicts: self.resource(raw.inflicts.as_deref(), path),
            undead_only: raw.undead_only,
            single_use: raw.single_use,
            ability: Ability::Str,
            bonus: 0,
            moved: 0,
        })
    }

    pub(super) fn armour(&mut self, name: Option<&str>, path: &str) -> Armour {
        name.and_then(|name| self.named("armour", name, path)).unwrap_or_default()
    }

    pub(super) fn spell(&mut self, name: &str, path: &str) -> Option<Spell> {
        let raw: RawSpell = self.named("spell", name, path)?;
        Some(Spell {
            key: name.to_owned(),
            name: raw.name,
            ability: raw.ability,
            dc: raw.dc,
            gm_mod: raw.gm_mod,
            rating: raw.rating,
            effect: raw.effect,
            range: raw.range,
            targets: raw.targets,
            effort: self.resource(raw.effort.as_deref(), path),
        })
    }

    pub(super) fn feat(&mut self, name: &str, path: &str) -> Option<Feat> {
        let raw: RawFeat = self.named("feat", name, path)?;
        Some(Feat {
            key: name.to_owned(),
            name: raw.name,
            base: raw.base,
            dc_mod: raw.dc_mod,
            rating_mod: raw.rating_mod,
            ranged: raw.ranged,
            still: raw.still,
            effort: self.resource(raw.effort.as_deref(), path),
        })
    }

    pub(super) fn device(&mut self, name: &str, path: &str) -> Option<Device> {
        let raw: RawDevice = self.named("device", name, path)?;
        Some(Device {
            key: name.to_owned(),
            name: raw.name,
            bonus: raw.bonus,
            skill: self.skill(raw.skill.as_deref(), path),
            resource: self.resource(raw.resource.as_deref(), path),
        })
    }
}
