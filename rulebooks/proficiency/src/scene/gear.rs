//! Skills, Resource-Dice, weapons and the rest of a sheet, from the content.

use super::{CONTENT, build::Builder, raw_content::*};
use crate::{
    resource::{ResourceId, ResourceSheet},
    sheet::{Ability, Armour, Device, Feat, SkillId, SkillSheet, Spell, Weapon},
};

/// What all sheets of a scene draw on.
pub(super) struct Gear {
    pub(super) skills: Vec<SkillSheet>,
    pub(super) resources: Vec<ResourceSheet>,
}

impl Gear {
    pub(super) fn new() -> Gear {
        let library = CONTENT.library();
        let skills = library.all("skill").map(|(key, raw): (&str, RawSkill)| SkillSheet {
            key: key.to_owned(),
            name: raw.name,
            ability: raw.ability,
        });
        let resources = library.all("resource").map(|(key, raw): (&str, RawResource)| ResourceSheet {
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
        });
        Gear { skills: skills.collect(), resources: resources.collect() }
    }
}

impl Builder<'_> {
    pub(super) fn skill(&mut self, name: Option<&str>, path: &str) -> Option<SkillId> {
        let known = self.gear.skills.iter().map(|skill| skill.key.as_str());
        self.scene.find("skill", name?, known, path).map(|at| SkillId(at as u8))
    }

    pub(super) fn resource(&mut self, name: Option<&str>, path: &str) -> Option<ResourceId> {
        let known = self.gear.resources.iter().map(|resource| resource.key.as_str());
        self.scene.find("resource", name?, known, path).map(|at| ResourceId(at as u8))
    }

    pub(super) fn weapon(&mut self, name: &str, path: &str) -> Option<Weapon> {
        let raw: RawWeapon = self.scene.entry("weapon", name, path)?;
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
        name.and_then(|name| self.scene.entry("armour", name, path)).unwrap_or_default()
    }

    pub(super) fn spell(&mut self, name: &str, path: &str) -> Option<Spell> {
        let raw: RawSpell = self.scene.entry("spell", name, path)?;
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
        let raw: RawFeat = self.scene.entry("feat", name, path)?;
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
        let raw: RawDevice = self.scene.entry("device", name, path)?;
        Some(Device {
            key: name.to_owned(),
            name: raw.name,
            bonus: raw.bonus,
            skill: self.skill(raw.skill.as_deref(), path),
            resource: self.resource(raw.resource.as_deref(), path),
        })
    }
}
