//! What is told of an attack, in words and for the odds.

use super::{Attack, Band, Disarmed, Reading, Spent, Technique};
use crate::{
    acts::value::weapon_name,
    check::Pool,
    defense::Defenses,
    table::{ItemId, Table},
    words::{cell, dice, penalty_dice},
};
use referee_engine::{ActorId, Factor, Line, Mark, rule};
use serde::{Deserialize, Serialize};

/// What is told of an attack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackEvent {
    /// The dice have fallen.
    Rolled {
        /// What was declared.
        attack: Attack,
        /// ST-227: as a reaction?
        free: bool,
        /// With which dice.
        pool: Pool,
        /// What they came to.
        face: i32,
        /// Against what.
        defenses: Defenses,
        reading: Reading,
    },
    /// ST-225: instead of the penalty dice the opponent gets a free strike.
    Grants {
        by: ActorId,
        /// Who may strike first.
        to: ActorId,
    },
    /// ST-R94: a free strike cannot be granted, since the opponent cannot make one; the dice are taken.
    NoStrike {
        by: ActorId,
        /// Who cannot strike.
        at: ActorId,
        /// ST-224: so many.
        dice: u8,
    },
    /// ST-230: a reaction.
    Free { by: ActorId, at: ActorId },
    /// ST-215: the target has got completely behind cover.
    Covered {
        by: ActorId,
        /// Who is covered.
        at: ActorId,
    },
    /// ST-R45: what the additional successes went into.
    Spent { by: ActorId, spent: Spent },
    /// ST-082: the bash value, and what it did.
    Bashed {
        at: ActorId,
        value: u16,
        /// Was it moved back?
        back: bool,
    },
    /// ST-103: everything counts a second time.
    Twice { at: ActorId },
    /// ST-091 and what became of the weapon.
    Disarmed {
        by: ActorId,
        at: ActorId,
        item: ItemId,
        /// What became of it.
        how: Disarmed,
    },
}

impl AttackEvent {
    pub fn line(&self, table: &Table) -> Line {
        match self {
            AttackEvent::Rolled { attack, free, pool, face, defenses, reading } => {
                let (name, target) = (table.name(attack.actor), table.name(attack.target));
                let weapon = weapon_name(table, attack.actor, attack.weapon);
                let total = defenses.total;
                let what = match reading.band {
                    Band::Hit if reading.more > 0 => format!("hit with {} additional", reading.more),
                    Band::Hit => "hit".into(),
                    Band::NearMiss => format!("near miss, at least {}", defenses.current),
                    Band::Miss => format!("miss, below {}", defenses.current),
                };
                let critical = if reading.critical { ", a critical failure" } else { "" };
                let free = if *free { "free " } else { "" };
                let how = if attack.technique == Technique::Loose { "shot" } else { attack.technique.word() };
                let text =
                    format!("{name}: {free}{how} at {target} with {weapon}: {face} against {total}: {what}{critical}");
                let rule = match attack.technique {
                    Technique::Loose => rule!("ST-153"),
                    Technique::Throw => rule!("ST-159"),
                    _ => rule!("ST-075"),
                };
                Line::new(1, text, [rule!("ST-R40"), rule]).by(attack.actor).with(dice(pool)).with(parts(defenses))
            }
            AttackEvent::Grants { by, to } => {
                let text =
                    format!("{} grants {} a free strike instead of the reach dice", table.name(*by), table.name(*to));
                Line::new(1, text, [rule!("ST-225")]).by(*by)
            }
            AttackEvent::NoStrike { by, at, dice } => {
                let dice = penalty_dice(*dice);
                let text =
                    format!("{} cannot strike first, so {} takes {dice} for reach", table.name(*at), table.name(*by));
                Line::new(1, text, [rule!("ST-224"), rule!("ST-R94")]).by(*by)
            }
            AttackEvent::Free { by, at } => Line::new(
                1,
                format!("{} strikes at {} as a reaction", table.name(*by), table.name(*at)),
                [rule!("ST-230")],
            )
            .by(*by),
            AttackEvent::Covered { by, at } => {
                let text = format!("{} is completely covered from {}", table.name(*at), table.name(*by));
                Line::new(1, text, [rule!("ST-215")]).by(*at)
            }
            AttackEvent::Spent { by, spent } => {
                let parts = [(spent.damage, "damage"), (spent.apv, "APV"), (spent.defense, "defense")];
                let parts: Vec<String> = parts
                    .iter()
                    .filter(|(count, _)| *count > 0)
                    .map(|(count, on)| format!("{count} on {on}"))
                    .collect();
                Line::new(2, format!("{} spends {}", table.name(*by), parts.join(", ")), [rule!("ST-R45")]).by(*by)
            }
            AttackEvent::Bashed { at, value, back } => {
                let (how, rule) = if *back { (", moved back", rule!("ST-083")) } else { ("", rule!("ST-082")) };
                Line::new(2, format!("bash value {value} against {}{how}", table.name(*at)), [rule]).by(*at)
            }
            AttackEvent::Twice { at } => {
                Line::new(2, format!("{} is struck twice", table.name(*at)), [rule!("ST-103")]).by(*at)
            }
            AttackEvent::Disarmed { by, at, item, how } => {
                let item = &table.item_sheet(*item).name;
                let (how, rule) = match how {
                    Disarmed::Falls => ("it falls".to_owned(), rule!("ST-091")),
                    Disarmed::Taken => (format!("{} has it", table.name(*by)), rule!("ST-095")),
                    Disarmed::Thrown(to) => (format!("it lands at {}", cell(table, *to)), rule!("ST-092")),
                };
                Line::new(2, format!("{} loses the {item}: {how}", table.name(*at)), [rule]).by(*at)
            }
        }
    }

    /// Bands and additional successes, who was moved back, who lost a weapon.
    pub fn marks(&self, to: &mut Vec<Mark>) {
        match self {
            AttackEvent::Rolled { attack, reading, .. } => {
                to.push(Mark::word("attack", Some(attack.target), reading.band as i32, reading.band.word()));
                to.push(Mark::count("additional successes", Some(attack.target), i32::from(reading.more)));
            }
            AttackEvent::Bashed { at, back: true, .. } => to.push(Mark::word("moved back", Some(*at), 1, "back")),
            AttackEvent::Disarmed { at, .. } => to.push(Mark::word("disarmed", Some(*at), 1, "disarmed")),
            AttackEvent::Bashed { .. }
            | AttackEvent::Grants { .. }
            | AttackEvent::NoStrike { .. }
            | AttackEvent::Free { .. }
            | AttackEvent::Covered { .. }
            | AttackEvent::Spent { .. }
            | AttackEvent::Twice { .. } => {}
        }
    }
}

/// What a total is made of.
fn parts(defenses: &Defenses) -> Vec<Factor> {
    let all = [
        (defenses.current, "defense", rule!("ST-R40")),
        (defenses.parry, "parry", rule!("ST-R41")),
        (defenses.cover, "cover and concealment", rule!("ST-213")),
        (defenses.posture, "posture", rule!("ST-207")),
        (-defenses.flanked, "flanking", rule!("ST-218")),
        (defenses.situation, "situation", rule!("ST-R41")),
    ];
    let counts = all.into_iter().filter(|(amount, ..)| *amount != 0);
    counts.map(|(amount, why, rule)| Factor::new(format!("{amount:+}"), why, rule)).collect()
}
