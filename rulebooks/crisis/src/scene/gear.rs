//! Weapons, armour, items, talents and circumstances: by name from the scene or the content.

use super::{build::Builder, raw::*};
use crate::{
    sheet::{Circumstance, Effect, ExtraAction, Item, ItemEffect, Lasts, Pierce, Purpose, Trait, Weapon},
    table::Carried,
};
use referee_engine::{
    door::{each, index_in},
    key_of,
};
use smallvec::SmallVec;

impl Builder<'_> {
    /// The place of a weapon in the list, which it joins if it is new.
    fn weapon(&mut self, name: &str, path: &str) -> Option<u8> {
        if let Some(at) = self.weapons.iter().position(|(known, _)| known == name) {
            return Some(at as u8);
        }
        let raw = match self.scene.raw.weapons.get(name) {
            Some(raw) => raw.clone(),
            None => self.scene.entry("weapon", name, path)?,
        };
        let skill = match &raw.skill {
            Some(skill) => self.skill(skill, path),
            None => raw.kind.usual_skill(),
        };
        let weapon = Weapon {
            key: key_of(name),
            name: raw.name,
            skill,
            kind: raw.kind,
            hit: raw.hit,
            dmg: raw.dmg,
            lethal: !raw.non_lethal,
            rof: if raw.radius.is_some() { 1 } else { raw.rof },
            rof_extra_ap: raw.rof_extra_ap,
            rof_extra_hit: raw.rof_extra_hit,
            attack_ap: raw.attack_ap,
            aim_ap: raw.aim_ap,
            reach: raw.reach,
            increment: raw.increment,
            max_increments: raw.max_increments,
            radius: raw.radius,
            pierce: if raw.pierce_all { Pierce::ALL } else { Pierce(raw.pierce) },
            projectile: raw.projectile,
            capacity: raw.capacity,
            reload_ap: raw.reload_ap,
            one_use: raw.one_use,
            effects: raw.effects.iter().map(effect).collect(),
        };
        self.weapons.push((name.to_owned(), weapon));
        Some((self.weapons.len() - 1) as u8)
    }

    /// What somebody can strike with; Fists come last.
    pub(super) fn carried(&mut self, raw: &[RawCarried], path: &str) -> SmallVec<[Carried; 4]> {
        let mut all: SmallVec<[Carried; 4]> = SmallVec::new();
        for (path, one) in each(path, raw) {
            let (name, count, loaded) = match one {
                RawCarried::One(name) => (name, 1, None),
                RawCarried::Some { of, count, loaded } => (of, *count, *loaded),
            };
            let Some(weapon) = self.weapon(name, &path) else { continue };
            let capacity = self.weapons[usize::from(weapon)].1.capacity;
            match all.iter_mut().find(|known| known.weapon == weapon) {
                Some(known) => known.count = known.count.saturating_add(count),
                None => all.push(Carried { weapon, count, loaded: loaded.unwrap_or(capacity).min(capacity) }),
            }
        }
        if let Some(weapon) = self.weapon("fists", path)
            && !all.iter().any(|known| known.weapon == weapon)
        {
            all.push(Carried { weapon, count: 1, loaded: 0 });
        }
        all
    }

    pub(super) fn worn(&mut self, raw: Option<&RawWorn>, path: &str) -> (u8, String) {
        match raw {
            None => (0, String::new()),
            Some(RawWorn::Value(value)) => (*value, format!("Armour {value}")),
            Some(RawWorn::Name(name)) => self
                .scene
                .entry::<RawArmour>("armour", name, path)
                .map_or((0, String::new()), |armour| (armour.value, armour.name)),
        }
    }

    /// The place of an item in the list, which it joins if it is new.
    fn item(&mut self, name: &str, path: &str) -> Option<u8> {
        if let Some(at) = self.items.iter().position(|(known, _)| known == name) {
            return Some(at as u8);
        }
        let raw = self.scene.entry::<RawItem>("item", name, path)?;
        let asset_for = raw.asset_for.as_ref().map(|skill| self.skill(skill, path));
        let ammo_for = raw.ammo_for.as_ref().and_then(|weapon| self.weapon(weapon, path));
        let item = Item {
            key: key_of(name),
            name: raw.name,
            use_ap: raw.use_ap,
            asset_for,
            asset_type: raw.asset_type,
            purpose: raw.only_for.as_deref().map(|name| self.purpose(name)),
            effect: raw.effect.as_ref().map(|raw| match raw {
                RawItemEffect::OnSelf(raw) => ItemEffect::OnSelf(effect(raw)),
                RawItemEffect::Rouse => ItemEffect::Rouse,
                RawItemEffect::Bind => ItemEffect::Bind,
            }),
            one_use: raw.one_use,
            ammo_for,
            pierce: Pierce(raw.pierce),
        };
        self.items.push((name.to_owned(), item));
        Some((self.items.len() - 1) as u8)
    }

    pub(super) fn items_of(&mut self, raw: &[RawCarried], path: &str) -> SmallVec<[(u8, u8); 4]> {
        let mut all: SmallVec<[(u8, u8); 4]> = SmallVec::new();
        for (path, one) in each(path, raw) {
            let (name, count) = match one {
                RawCarried::One(name) => (name, 1),
                RawCarried::Some { of, count, .. } => (of, *count),
            };
            let Some(item) = self.item(name, &path) else { continue };
            match all.iter_mut().find(|(known, _)| *known == item) {
                Some(known) => known.1 = known.1.saturating_add(count),
                None => all.push((item, count)),
            }
        }
        all
    }

    pub(super) fn take_trait(&mut self, name: &str, path: &str) -> Option<Trait> {
        let raw = self.scene.entry::<RawTrait>("trait", name, path)?;
        let skills = raw.skills.iter().map(|(skill, amount)| (self.skill(skill, path), *amount)).collect();
        let actions = raw.actions.iter().map(|extra| ExtraAction {
            key: key_of(&extra.name),
            name: extra.name.clone(),
            ap: extra.ap,
            once: extra.once,
            heals: extra.heals,
        });
        Some(Trait {
            name: raw.name,
            initiative: raw.initiative,
            skills,
            attack: [raw.melee_attack, raw.ranged_attack],
            damage: [raw.melee_damage, raw.ranged_damage],
            action: raw.action,
            actions: actions.collect(),
        })
    }

    /// The place of a purpose in the list, which it joins if it is new.
    fn purpose(&mut self, name: &str) -> Purpose {
        Purpose(index_in(&mut self.purposes, name.to_owned()))
    }

    /// The place of a circumstance in the list, which it joins if it is new.
    pub(super) fn circumstance(&mut self, name: &str, path: &str) -> Option<u8> {
        if let Some(at) = self.circumstances.iter().position(|(known, _)| known == name) {
            return Some(at as u8);
        }
        if self.circumstances.len() == 32 {
            self.scene.wrong(path, "there can be 32 circumstances", [""; 0]);
            return None;
        }
        let raw = self.scene.entry::<RawCircumstance>("circumstance", name, path)?;
        let known = Circumstance {
            key: key_of(name),
            name: raw.name,
            skills: raw.skills.iter().map(|skill| self.skill(skill, path)).collect(),
            purpose: raw.only_for.as_deref().map(|name| self.purpose(name)),
            attacks: [raw.melee_attacks, raw.ranged_attacks],
            poor_environment: raw.poor_environment,
        };
        self.circumstances.push((name.to_owned(), known));
        Some((self.circumstances.len() - 1) as u8)
    }
}

fn effect(raw: &RawEffect) -> Effect {
    let lasts = match (raw.next_turn, raw.rounds, raw.seconds) {
        (true, ..) => Lasts::NextTurn,
        (_, Some(rounds), _) => Lasts::Rounds(rounds),
        (_, _, Some(seconds)) => Lasts::Seconds(seconds),
        _ => Lasts::AsUsual,
    };
    Effect { kind: raw.condition.into(), lasts }
}
