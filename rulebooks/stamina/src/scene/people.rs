//! Sheets, hands and how everybody stands.

use super::{build::Builder, raw::*};
use crate::{
    sheet::{Attribute, Melee, Natural, Primary, Secondary, Sheet, SkillSet},
    table::{Actor, Craft, Grip, Held, Out, Posture, TurnState, Whereabouts},
};
use referee_engine::{
    ActorId, ActorSet,
    door::{each, index_in},
    key_of,
};
use smallvec::SmallVec;

/// The attacks of a body that has hands, if the sheet does not say otherwise.
fn fists() -> Vec<Natural> {
    let blow = |hands: u8, damage: u8, bash: bool| Melee {
        kind: Secondary::Brawling,
        hands,
        reach: 0,
        damage,
        apv: 0,
        parry: 0,
        bash,
        thrust: false,
        trip: false,
        pick: false,
    };
    vec![
        Natural { name: "Fist or kick".into(), melee: blow(1, 0, false) },
        Natural { name: "Shoulder".into(), melee: blow(0, 1, true) },
    ]
}

impl Builder<'_> {
    pub(super) fn sheet(&mut self, raw: &RawCharacter, path: &str) -> Sheet {
        let mut primary = [0; 9];
        for (skill, rank) in &raw.skills {
            primary[*skill as usize] = self.rank(*rank, path);
        }
        let mut secondary = vec![0; Secondary::ALL.len()];
        for (skill, rank) in &raw.secondary {
            secondary[*skill as usize] = self.rank(*rank, path);
        }
        // ST-R47: by default every type with a rank, and brawling.
        let proficient = match &raw.proficiencies {
            Some(types) => types.iter().fold(SkillSet::default(), |set, skill| set.with(*skill)),
            None => raw
                .secondary
                .iter()
                .filter(|(_, rank)| **rank > 0)
                .fold(SkillSet::default().with(Secondary::Brawling), |set, (skill, _)| set.with(*skill)),
        };
        let (body, reflexes) = (raw.body, raw.reflexes);
        let rank = |skill: Primary| primary[skill as usize];
        let mut spells = Vec::new();
        for (path, name) in each(format!("{path}.spells"), &raw.spells) {
            let spell = self.scene.entry("spell", name, &path);
            spells.extend(spell.map(|spell| index_in(&mut self.spells, spell)));
        }
        let mut cantrips = Vec::new();
        for (path, name) in each(format!("{path}.cantrips"), &raw.cantrips) {
            let cantrip = self.scene.entry("cantrip", name, &path);
            cantrips.extend(cantrip.map(|cantrip| index_in(&mut self.cantrips, cantrip)));
        }
        Sheet {
            key: raw.key.clone().unwrap_or_else(|| key_of(&raw.name)),
            name: raw.name.clone(),
            side: self.scene.side(&raw.side),
            attributes: [body, reflexes, raw.perception, raw.mind],
            primary,
            secondary,
            // ST-R19.
            base_movement: raw.base_movement.unwrap_or(4 + body + reflexes),
            max_stamina: raw.max_stamina.unwrap_or(4 + 2 * body + rank(Primary::Endurance)),
            max_defense: raw.max_defense.unwrap_or(3 * reflexes + 2 * rank(Primary::PersonalDefense)),
            max_health: raw.max_health.unwrap_or(8 + 2 * body),
            size: raw.size,
            reach: raw.reach.unwrap_or(raw.size),
            legs: raw.legs,
            hands: raw.hands,
            proficient,
            av: raw.av,
            arm_av: raw.arm_av.unwrap_or(raw.av),
            natural: raw.natural.clone().unwrap_or_else(fists),
            arcane: raw.arcane,
            cantrips,
            spells,
        }
    }

    fn rank(&mut self, rank: u8, path: &str) -> u8 {
        if rank > 8 {
            self.scene.wrong(path, format!("{rank} ranks are too many"), ["0 to 8"]);
        }
        rank.min(8)
    }

    pub(super) fn actor(&mut self, raw: &RawCharacter, id: ActorId, sheet: &Sheet, path: &str) -> Actor {
        let cell = self.scene.cell(raw.at, &format!("{path}.at"));
        let mut place = self.scene.space.on_ground(cell);
        place.z = place.z.saturating_add(i16::from(raw.above));
        let mut held = SmallVec::new();
        let hands = [(&raw.held.main, Grip::Main), (&raw.held.off, Grip::Off), (&raw.held.both, Grip::Both)];
        let mut free = sheet.hands;
        for (name, grip) in hands {
            let Some(name) = name.as_ref().filter(|name| !name.is_empty()) else { continue };
            let path = format!("{path}.held");
            let Some(item) = self.item(name, &sheet.key, Whereabouts::Held(id), &path) else { continue };
            let needs = if grip == Grip::Both { 2 } else { 1 };
            if needs < self.items[usize::from(item.0)].0.hands() || needs > free {
                self.scene.wrong(&path, format!("{} has no hand free to hold {name} so", sheet.name), [""; 0]);
            }
            free = free.saturating_sub(needs);
            self.items[usize::from(item.0)].1.loaded = raw.loaded && self.items[usize::from(item.0)].0.ranged.is_some();
            held.push(Held { item, grip });
        }
        for (path, name) in each(format!("{path}.carried"), &raw.carried) {
            self.item(name, &sheet.key, Whereabouts::Carried(id), &path);
        }
        let stun = raw.stun.min(sheet.max_stamina);
        let limit = sheet.max_stamina - stun;
        let health = raw.health.unwrap_or(sheet.max_health).min(sheet.max_health);
        // ST-R23, ST-R24: whoever has no health left or is stunned to the full is out, whatever else is said of it.
        let is_spent = health == 0 || (stun > 0 && limit == 0);
        let out = if is_spent && raw.out == Out::Active { Out::Out } else { raw.out };
        if raw.above > 0 && out != Out::Active {
            self.scene.wrong(&format!("{path}.above"), "whoever is out of the fight hangs on no wall (ST-R145)", ["0"]);
        }
        let flat = if raw.flat_footed { sheet.attribute(Attribute::Reflexes) } else { 0 };
        Actor {
            place,
            facing: raw.facing,
            posture: if out == Out::Active { raw.posture } else { Posture::Prone },
            out,
            health,
            stamina: raw.stamina.unwrap_or(limit).min(limit),
            defense: raw.defense.unwrap_or(sheet.max_defense.saturating_sub(flat)),
            stun,
            held,
            ready_ammo: raw.ready_ammo,
            ammo: raw.ammo,
            turn: TurnState { reacted: raw.reacted, ..TurnState::default() },
            moves: 0,
            attacks: 0,
            quick_used: false,
            initiative: 0,
            aim: None,
            settled: ActorSet::EMPTY,
            craft: Craft::default(),
            kept: None,
            guard: None,
            light: None,
            work: None,
            surprised: raw.surprised,
            asleep: raw.asleep,
            flat_footed: raw.flat_footed,
            warning: raw.warning,
            behind: None,
            gm_cover: 0,
            gm_concealment: 0,
            hidden: raw.hidden,
            stealth: raw.stealth,
            noticed_by: ActorSet::EMPTY,
            stealth_bonus: 0,
            hurrying: false,
            questions: 0,
        }
    }
}
