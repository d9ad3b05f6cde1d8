//! Sheets, bodies and hands.

use super::{build::Builder, raw::*};
use crate::{
    rank::SkillRank,
    sheet::{Class, Limb, Natural, PartId, PartSet, Sheet, Trained},
    table::{Actor, Grip, Injury, Out, Whereabouts},
};
use referee_engine::{
    ActorId, Side,
    door::{each, key},
    key_of,
};
use smallvec::SmallVec;

impl Builder<'_> {
    pub(super) fn sheet(&mut self, raw: &RawCharacter, path: &str) -> Sheet {
        let mut skills = [Trained { rank: SkillRank::Layman, bonus: self.house.bonus(SkillRank::Layman) }; 17];
        for (skill, own) in &raw.skills {
            skills[*skill as usize] = match *own {
                RawSkill::Rank(rank) => Trained { rank, bonus: self.house.bonus(rank) },
                RawSkill::Own { rank, bonus } => Trained { rank, bonus },
            };
        }
        if !raw.body.iter().any(|part| part.class == Class::Bulk) {
            self.scene.wrong(&format!("{path}.body"), "a body needs at least one Bulk part", [""; 0]);
        }
        let natural = self.natural(raw, path);
        let mut sheet = Sheet {
            key: raw.key.clone().unwrap_or_else(|| key_of(&raw.name)),
            name: raw.name.clone(),
            kind: raw.kind,
            side: raw.side.map_or(raw.kind.side(), Side::from),
            skills,
            speed_ft: raw.speed_ft,
            reach_ft: raw.reach_ft,
            size: raw.size,
            needs_breath: raw.needs_breath,
            can_see: raw.can_see,
            can_hear: raw.can_hear,
            can_speak: raw.can_speak,
            body: raw.body.clone(),
            natural,
            shock_limit: raw.shock_limit,
            targetable: raw.targetable,
            arms: PartSet::default(),
            legs: PartSet::default(),
        };
        sheet.know_limbs();
        sheet
    }

    /// One natural weapon for each limb that can strike with it.
    pub(super) fn natural(&mut self, raw: &RawCharacter, path: &str) -> Vec<Natural> {
        let mut all = Vec::new();
        for (path, name) in each(format!("{path}.natural"), &raw.natural) {
            let Some(thing) = self.scene.entry::<RawThing>("thing", name, &path) else { continue };
            let Some(weapon) = thing.weapon else {
                self.scene.wrong(&path, format!("{name:?} is no weapon"), [""; 0]);
                continue;
            };
            if weapon.limbs == 0 {
                all.push(Natural { name: thing.name, key: key_of(name), weapon, part: None });
                continue;
            }
            for (part, limb) in raw.body.iter().enumerate().filter(|(_, part)| part.limb == weapon.limb_kind) {
                all.push(Natural {
                    name: format!("{} ({})", thing.name, limb.part),
                    key: format!("{}-{}", key_of(&limb.part), key_of(name)),
                    weapon,
                    part: Some(part as PartId),
                });
            }
        }
        all
    }

    pub(super) fn actor(&mut self, raw: &RawCharacter, id: ActorId, sheet: &Sheet, path: &str) -> Actor {
        let mut place = self.scene.place(raw.at.as_ref(), path);
        place.z = place.z.saturating_add(raw.above_ft);
        let held = self.hands(raw, id, sheet, path);
        for (path, name) in each(format!("{path}.worn"), &raw.worn) {
            self.give(name, &sheet.key, Whereabouts::Worn(id), &path);
        }
        for (path, name) in each(format!("{path}.hidden"), &raw.hidden) {
            self.give(name, &sheet.key, Whereabouts::Hidden(id), &path);
        }
        let mut injuries = Vec::new();
        for (path, injury) in each(format!("{path}.injuries"), &raw.injuries) {
            match sheet.body.iter().position(|part| part.part == injury.part) {
                Some(part) => {
                    let new = Injury::new(injury.severity, part as PartId);
                    injuries.push(Injury { stabilized: injury.stabilized, ..new });
                }
                None => {
                    let parts = sheet.body.iter().map(|part| part.part.as_str());
                    self.scene.wrong(&format!("{path}.part"), "there is no such part", parts);
                }
            }
        }
        let mut actor = Actor::new(place, held);
        (actor.facing, actor.out, actor.injuries) = (raw.facing % 360, raw.out, injuries);
        actor.prone = raw.prone || raw.out >= Out::Unconscious;
        actor.shock_failures = raw.shock_failures;
        actor.reactions = raw.reactions.unwrap_or(self.house.reactions_before_first_turn);
        actor
    }

    pub(super) fn hands(&mut self, raw: &RawCharacter, id: ActorId, sheet: &Sheet, path: &str) -> SmallVec<[Grip; 2]> {
        let mut held: SmallVec<[Grip; 2]> = SmallVec::new();
        for (part, name) in &raw.held {
            let path = format!("{path}.held.{}", key(part));
            let arm = sheet.body.iter().position(|known| known.part == *part && known.limb == Limb::Arm);
            let Some(arm) = arm.map(|arm| arm as PartId) else {
                let arms: Vec<String> = sheet.limbs(Limb::Arm).map(|arm| sheet.part(arm).part.clone()).collect();
                self.scene.wrong(&path, format!("{part:?} is no arm of {}", sheet.name), arms);
                continue;
            };
            let Some(thing) = self.give(name, &sheet.key, Whereabouts::Held(id), &path) else { continue };
            let mut need = usize::from(self.things[usize::from(thing.0)].0.hands.max(1));
            let others = sheet.limbs(Limb::Arm).filter(|&other| other != arm);
            for arm in std::iter::once(arm).chain(others) {
                if need > 0 && !held.iter().any(|grip| grip.arm == arm) {
                    held.push(Grip { arm, thing });
                    need -= 1;
                }
            }
            if need > 0 {
                self.scene.wrong(&path, format!("{} has no hand free for {name}", sheet.name), [""; 0]);
            }
        }
        held
    }
}
