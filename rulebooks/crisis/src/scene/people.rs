//! Sheets, and how everybody is at the beginning.

use super::{build::Builder, raw::*};
use crate::{
    conditions::Condition,
    sheet::Sheet,
    table::{Actor, Carried, Long, LongAction, Wounds},
};
use referee_engine::{
    ActorId,
    clock::{Edge, Ends, Turn},
    door::{each, index_in, key},
    key_of,
};

impl Builder<'_> {
    pub(super) fn character(&mut self, raw: &RawCharacter, id: ActorId, path: &str) -> (Sheet, Actor) {
        let usual = if raw.pc { "players" } else { "foes" };
        let side = self.scene.side(raw.side.as_deref().unwrap_or(usual));
        let group = raw.group.as_ref().map(|name| index_in(&mut self.groups, name.clone()));
        let mut traits = Vec::new();
        for (path, name) in each(format!("{path}.talents"), &raw.talents) {
            traits.extend(self.take_trait(name, &path));
        }
        traits.extend(raw.race.as_ref().and_then(|name| self.take_trait(name, &format!("{path}.race"))));
        let mut skills = Vec::new();
        for (name, die) in &raw.skills {
            let skill = usize::from(self.skill(name, &format!("{path}.skills.{}", key(name))).0);
            if skills.len() <= skill {
                skills.resize(skill + 1, self.book.house.untrained_die); // CR-R08
            }
            skills[skill] = *die;
        }
        skills.resize(self.skills.len().max(skills.len()), self.book.house.untrained_die);
        let mut skill_mods: Vec<i8> = Vec::new();
        let mut add = |skill: usize, amount: i8| {
            if skill_mods.len() <= skill {
                skill_mods.resize(skill + 1, 0);
            }
            skill_mods[skill] += amount;
        };
        for (name, amount) in &raw.skill_mods {
            let skill = self.skill(name, &format!("{path}.skill_mods.{}", key(name)));
            add(skill.0.into(), *amount);
        }
        for (skill, amount) in traits.iter().flat_map(|one| &one.skills) {
            add(skill.0.into(), *amount);
        }
        let of_traits = |of: fn(&crate::sheet::Trait) -> i8| traits.iter().map(of).sum::<i8>();
        let (armour, armour_name) = self.worn(raw.armour.as_ref(), &format!("{path}.armour"));
        let weapons = self.carried(&raw.weapons, &format!("{path}.weapons"));
        let reach = weapons.iter().map(|carried| &self.weapons[usize::from(carried.weapon)].1);
        let reach = reach.filter(|weapon| weapon.is_melee()).map(|weapon| weapon.reach).max().unwrap_or(1);
        let items = self.items_of(&raw.items, &format!("{path}.items"));
        let sheet = Sheet {
            key: raw.key.clone().unwrap_or_else(|| key_of(&raw.name)),
            name: raw.name.clone(),
            side,
            is_pc: raw.pc,
            group,
            action_die: raw.action,
            initiative_mod: raw.initiative_mod + of_traits(|one| one.initiative),
            action_mod: raw.action_mod + of_traits(|one| one.action),
            skills,
            skill_mods,
            attack_mod: [
                raw.attack_mod + of_traits(|one| one.attack[0]),
                raw.attack_mod + of_traits(|one| one.attack[1]),
            ],
            damage_mod: [
                raw.damage_mod + of_traits(|one| one.damage[0]),
                raw.damage_mod + of_traits(|one| one.damage[1]),
            ],
            hp: raw.hp,
            pace: raw.pace,
            armour: armour_name,
            reach,
            traits,
        };
        let long =
            raw.reloading.as_ref().and_then(|reload| self.reloading(reload, &weapons, &format!("{path}.reloading")));
        let cell = self.scene.cell(raw.at, &format!("{path}.at"));
        let full = raw.lethal >= raw.hp;
        let dies_at_zero = raw.dies_at_zero.unwrap_or(!raw.pc); // CR-R88
        let dead =
            raw.dead || u16::from(raw.lethal) >= 2 * u16::from(raw.hp) || (full && dies_at_zero && raw.dying.is_none());
        let mut actor = Actor {
            place: self.scene.space.on_ground(cell),
            facing: raw.facing,
            stance: raw.stance,
            ap: raw.ap.unwrap_or(0),
            aim: raw.aim,
            armour,
            weapons,
            items,
            initiative: raw.initiative,
            overwatch: raw.overwatch,
            absent: raw.absent,
            long,
            unready: raw.unready,
            hidden: raw.hidden || raw.sneaking.is_some(),
            sneak: raw.sneaking,
            lethal: wounds(raw.lethal),
            nonlethal: wounds(raw.nonlethal),
            knocked_out: raw.knocked_out,
            dying: !dead && raw.dying.unwrap_or(full && !raw.knocked_out),
            dead,
            dies_at_zero,
            care: raw.care,
            rough_travel: raw.rough_travel,
            poor_environment: raw.poor_environment,
            ..Actor::default()
        };
        for condition in &raw.conditions {
            let ends = match condition.seconds {
                Some(seconds) => Ends::When(seconds.into()),
                None if condition.kind == RawKind::Stunned => Ends::next(Edge::End, Turn::Of(id)),
                None => Ends::Never,
            };
            actor.conditions.push(Condition { kind: condition.kind.into(), ends });
        }
        (sheet, actor)
    }

    fn reloading(&mut self, raw: &RawReload, weapons: &[Carried], path: &str) -> Option<Long> {
        let at = weapons.iter().position(|carried| self.weapons[usize::from(carried.weapon)].0 == raw.weapon);
        let found = at.map(|at| (at as u8, self.weapons[usize::from(weapons[at].weapon)].1.reload_ap));
        match found {
            Some((at, cost)) if cost > crate::turn::MOST_AP && raw.put < cost => {
                Some(Long { what: LongAction::Reload(at), put: raw.put, cost, worked: false, paused: false })
            }
            _ => {
                self.scene.wrong(path, "it carries no such weapon whose reload takes several turns", [""; 0]);
                None
            }
        }
    }
}

fn wounds(count: u8) -> Wounds {
    let mut wounds = Wounds::default();
    wounds.add(0, count.into());
    wounds
}
