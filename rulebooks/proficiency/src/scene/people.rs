//! Sheets and how characters are at first.

use super::{build::Builder, raw::*};
use crate::{
    resource::{DieSize, Lasting, Left, RollWhen, Stock},
    sheet::{Kind, MOST_WEAPONS, Sheet},
    table::{Actor, Life, OffBalance, TurnState},
};
use referee_engine::{Seldom, door::each, key_of};
use smallvec::SmallVec;

impl Builder<'_> {
    pub(super) fn sheet(&mut self, raw: &RawCharacter, path: &str) -> Sheet {
        let usual = if raw.kind == Kind::Pc { "pcs" } else { "npcs" };
        let side = self.side(raw.side.as_deref().unwrap_or(usual), &format!("{path}.side"));
        let mut weapons: Vec<_> = self.weapon("unarmed", path).into_iter().collect();
        for (path, name) in each(format!("{path}.carried"), &raw.carried) {
            weapons.extend(self.weapon(name, &path));
        }
        debug_assert!(weapons.len() <= MOST_WEAPONS, "the schema says so");
        for at in 1..weapons.len() {
            // The second of a kind gets a word of its own.
            let same = weapons[..at].iter().filter(|other| other.name == weapons[at].name).count();
            if same > 0 {
                weapons[at].key = format!("{}-{}", weapons[at].key, same + 1);
            }
        }
        let mut skills = Vec::new();
        for (name, bonus) in &raw.skills {
            let path = format!("{path}.skills.{name}");
            if *bonus > crate::acts::work::MOST_SPECIALTY {
                self.scene.wrong(&path, "a specialty is 0 to 3 (PR-R12)", ["0 to 3"]);
            }
            skills.extend(self.skill(Some(name), &path).map(|skill| (skill, *bonus)));
        }
        let feats = raw.feats.iter().filter_map(|name| self.feat(name, &format!("{path}.feats"))).collect();
        let spells = raw.spells.iter().filter_map(|name| self.spell(name, &format!("{path}.spells"))).collect();
        let devices = raw.devices.iter().filter_map(|name| self.device(name, &format!("{path}.devices"))).collect();
        let mut sheet = Sheet {
            key: raw.key.clone().unwrap_or_else(|| key_of(&raw.name)),
            name: raw.name.clone(),
            kind: raw.kind,
            side,
            level: raw.level,
            scores: [raw.str, raw.dex, raw.con, raw.int, raw.wis, raw.cha],
            immortal: raw.immortal,
            undead: raw.undead,
            armour: self.armour(raw.armour.as_deref(), &format!("{path}.armour")),
            shield: raw.shield,
            natural_armour: raw.natural_armour,
            hit_die: raw.hit_die,
            speed: raw.speed,
            weapons,
            skills,
            feats,
            spells,
            devices,
            own_proficiency: raw.proficiency,
            own_defense: raw.defense,
            own_hp: raw.hp_max,
            proficiency: 0,
            modifiers: [0; 6],
            defense: 0,
            hp_max: 1,
        };
        sheet.work_out(self.house);
        sheet
    }

    pub(super) fn actor(&mut self, raw: &RawCharacter, sheet: &Sheet, path: &str) -> Actor {
        let hp = raw.hp.map_or(sheet.hp_max, |hp| hp as i16);
        if hp > sheet.hp_max {
            let most = sheet.hp_max;
            self.scene.wrong(
                &format!("{path}.hp"),
                format!("it has at most {most} hit points"),
                [format!("0 to {most}")],
            );
        }
        let in_hand = match &raw.in_hand {
            None => usize::from(sheet.weapons.len() > 1),
            Some(name) => match sheet.weapons.iter().position(|weapon| weapon.key == *name) {
                Some(at) => at,
                None => {
                    let keys = sheet.weapons.iter().map(|weapon| weapon.key.as_str());
                    self.scene.wrong(&format!("{path}.in_hand"), format!("it does not carry {name:?}"), keys);
                    0
                }
            },
        };
        let life = match (raw.absent, hp) {
            (true, _) => Life::Absent,
            (false, 0) => Life::Down,
            _ => Life::Able,
        };
        let mut stocks: SmallVec<[Stock; 2]> = SmallVec::new();
        for (path, stock) in each(format!("{path}.resources"), &raw.resources) {
            if let Some(stock) = self.stock(stock, &path) {
                if stocks.iter().any(|known| known.kind == stock.kind) {
                    self.scene.wrong(&path, "one die for each owner and kind (PR-R99)", [""; 0]);
                }
                stocks.push(stock);
            }
        }
        let mut lasting = Vec::new();
        for (path, raw) in each(format!("{path}.lasting"), &raw.lasting) {
            let Some(kind) = self.resource(Some(&raw.kind), &path) else { continue };
            let sheet = &self.gear.resources[usize::from(kind.0)];
            if sheet.roll_when != RollWhen::EachTurn {
                self.scene.wrong(&path, "this is no lasting effect (PR-R98)", [""; 0]);
                continue;
            }
            let die = raw.die.unwrap_or(sheet.start);
            lasting.push(Lasting { kind, die });
        }
        Actor {
            hp: hp.max(0),
            life,
            stable: false,
            guarded: raw.guarded,
            warded: false,
            exposed: raw.exposed,
            held: raw.held,
            exhausted: raw.exhausted,
            off_balance: None,
            hidden_from: Seldom::NOTHING,
            magic: raw.magic,
            in_hand: in_hand as u8,
            dropped: 0,
            used_up: 0,
            turn: TurnState::default(),
            acts_from: 0,
            // PR-R111: whoever is down rests as the scene begins.
            resting: life == Life::Down,
            light_until: 0,
            place: self.place(raw.at, path),
            stocks,
            lasting: lasting.into(),
        }
    }

    /// PR-R92: a full stock, or one that stands where the scene says; never at its far end.
    fn stock(&mut self, raw: &RawStock, path: &str) -> Option<Stock> {
        let (name, die, count, lit) = match raw {
            RawStock::Kind(name) => (name, None, None, false),
            RawStock::Own { kind, die, count, lit } => (kind, *die, *count, *lit),
        };
        let kind = self.resource(Some(name), path)?;
        let sheet = &self.gear.resources[usize::from(kind.0)];
        let far: DieSize = sheet.direction.far_end();
        let mut stock = sheet.stock(self.house, kind, die);
        let timed = sheet.roll_when == RollWhen::EachInterval;
        if let Some(count) = count {
            stock.left = Left::Count(count);
            stock.spent = count == 0;
        }
        if die == Some(far) && self.house.resource_end == crate::house::ResourceEnd::OnReach {
            self.scene.wrong(path, "a die does not start at its far end, where it is spent (PR-R92)", [""; 0]);
        }
        if lit && !timed {
            self.scene.wrong(path, "this does not burn", [""; 0]);
        }
        stock.in_use |= lit && timed;
        Some(stock)
    }

    /// Who has put whom off balance, who hides from whom.
    pub(super) fn relations(&mut self, keys: &[&str], actors: &mut [Actor]) {
        for ((path, raw), (at, actor)) in
            each("characters", &self.scene.raw.characters).zip(actors.iter_mut().enumerate())
        {
            if let Some(key) = &raw.off_balance_by {
                let by = self.scene.character(key, keys.iter().copied(), &format!("{path}.off_balance_by"));
                actor.off_balance = by.map(|by| OffBalance { by, turns: 2 });
            }
            let path = format!("{path}.hidden_from");
            for key in &raw.hidden_from {
                let Some(from) = self.scene.character(key, keys.iter().copied(), &path) else { continue };
                if from.index() == at {
                    self.scene.wrong(&path, "nobody hides from itself", [""; 0]);
                }
                let hidden = actor.hidden_from.with(from);
                actor.hidden_from.set(hidden);
            }
        }
    }
}
