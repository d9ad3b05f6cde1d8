//! Attack, Execute, Take Aim, reload, Overwatch on offer (CR-D10, CR-D15 to CR-D17).

use super::{Verb, ap, least, named, nothing, of_actor};
use crate::{
    Crisis, Intent,
    actions::{
        attack::{self, Aim, Attack},
        execute, overwatch, ready,
    },
    sheet::Weapon,
    table::{Mode, Table},
    turn::{self, long},
};
use referee_engine::{ActorId, CellChoice, Choice, Domain, Filled, Refusal, Slot, rule, space::Cell};
use smallvec::SmallVec;

pub(super) static VERBS: &[Verb] = &[
    Verb {
        word: "attack",
        label: "Attack",
        group: "Combat",
        rule: rule!("CR-175"),
        when: Some(Mode::Crisis),
        cost: |book, table, who| {
            let weapons = weapons(book, table, who);
            let least = weapons.iter().map(|&at| cost_of(book, table, who, at)).min();
            least.map(ap).ok_or_else(|| why_not(book, table, who))
        },
        slots: attack_slots,
        intent: attack_intent,
    },
    Verb {
        word: "execute",
        label: "Execute",
        group: "Combat",
        rule: rule!("CR-177"),
        when: Some(Mode::Crisis),
        cost: |book, table, who| {
            let any = own(table, who).find(|&at| !victims(book, table, who, at).is_empty());
            let at = any.ok_or_else(|| {
                Refusal::by(rule!("CR-177"), "nobody-helpless", "nobody Helpless can be reached, or AP are missing")
            })?;
            Ok(ap(cost_of(book, table, who, at)))
        },
        slots: |book, table, who, filled| {
            let (slot, at) = weapon_slot(table, who, &executioners(book, table, who), filled)?;
            let targets = victims(book, table, who, at).into_iter().map(|id| of_actor(table, id)).collect();
            Ok(vec![slot, Slot::one("target", "Whom", targets)])
        },
        intent: |book, table, who, filled| {
            let (_, weapon) = weapon_slot(table, who, &executioners(book, table, who), filled)?;
            Ok(Intent::Execute { actor: who, weapon, target: named(table, filled, "target")? })
        },
    },
    Verb {
        word: "aim",
        label: "Take Aim",
        group: "Combat",
        rule: rule!("CR-185"),
        when: Some(Mode::Crisis),
        cost: |book, table, who| {
            let costs = own(table, who).map(|at| ready::may_aim(book, table, who, at)).collect();
            least(costs, "melee", Refusal::by(rule!("CR-185"), "melee", "there is nothing to aim with"))
        },
        slots: |book, table, who, filled| {
            let mut slots = vec![weapon_slot(table, who, &aimers(book, table, who), filled)?.0];
            if book.house.aim_one_target {
                let foes = table.ids().filter(|&id| id != who && sees(table, who, id));
                let foes: Vec<Choice> = foes.map(|id| of_actor(table, id)).collect();
                if let Some(first) = foes.first().map(|foe| foe.key.clone()) {
                    slots.push(Slot::one("target", "At", foes).or(first));
                }
            }
            Ok(slots)
        },
        intent: |book, table, who, filled| {
            let (_, weapon) = weapon_slot(table, who, &aimers(book, table, who), filled)?;
            let first = || book.house.aim_one_target.then(|| table.ids().find(|&id| id != who && sees(table, who, id)));
            let target = match filled.get("target") {
                Some(key) => Some(table.find(key)?),
                None => first().flatten(),
            };
            Ok(Intent::Aim { actor: who, weapon, target })
        },
    },
    Verb {
        word: "reload",
        label: "Reload",
        group: "Combat",
        rule: rule!("CR-R44"),
        when: None,
        cost: |_, table, who| {
            let costs = own(table, who).map(|at| ready::may_reload(table, who, at)).collect();
            least(costs, "loaded", Refusal::by(rule!("CR-R44"), "loaded", "nothing needs reloading"))
        },
        slots: |_, table, who, filled| Ok(vec![weapon_slot(table, who, &empty(table, who), filled)?.0]),
        intent: |_, table, who, filled| {
            Ok(Intent::Reload { actor: who, weapon: weapon_slot(table, who, &empty(table, who), filled)?.1 })
        },
    },
    Verb::plain(
        ["continue", "Go on", "Combat"],
        rule!("CR-054"),
        Some(Mode::Crisis),
        |book, table, who| {
            let long = long::may_go_on(table, who)?;
            let most = table.actor(who).ap.min(long.cost - long.put);
            // CR-R32: from the most that anybody holds on, the switch is no limit.
            let cap = Some(book.house.long_action_later_cap).filter(|cap| *cap < turn::MOST_AP);
            Ok(ap(most.min(cap.unwrap_or(most))))
        },
        |_, _, who, _| Ok(Intent::Continue(who)),
    ),
    Verb::plain(
        ["overwatch", "Overwatch", "Combat"],
        rule!("CR-182"),
        Some(Mode::Crisis),
        |book, table, who| overwatch::legal(book, table, who).map(|()| "ends the turn".into()),
        |_, _, who, _| Ok(Intent::Overwatch(who)),
    ),
];

/// What it carries, by place.
fn own(table: &Table, who: ActorId) -> impl Iterator<Item = u8> + use<> {
    0..table.actor(who).weapons.len() as u8
}

fn cost_of(book: &Crisis, table: &Table, who: ActorId, at: u8) -> u8 {
    attack::cost(book, table, who, at, table.weapon(who, at), 1)
}

/// Does one know of the other, alive and in the open?
fn sees(table: &Table, who: ActorId, other: ActorId) -> bool {
    let there = table.actor(other);
    let hides = there.is_out_of_sight() && table.hostile(who, other);
    there.is_here() && !hides && !table.actor(who).unaware_of.contains(other)
}

/// Whom this weapon can strike: foes first, those who are up before those who are not.
pub(crate) fn targets(book: &Crisis, table: &Table, who: ActorId, weapon: &Weapon) -> Vec<ActorId> {
    let mut all: Vec<ActorId> =
        table.ids().filter(|&id| attack::can_strike(book, table, who, weapon, id).is_ok()).collect();
    all.sort_by_key(|&id| (!table.hostile(who, id), table.actor(id).incapacitated));
    all
}

/// Somebody Helpless whom this weapon can reach.
fn victims(book: &Crisis, table: &Table, who: ActorId, at: u8) -> Vec<ActorId> {
    table.ids().filter(|&id| execute::legal(book, table, who, at, id).is_ok()).collect()
}

/// The weapons that can be aimed.
fn aimers(book: &Crisis, table: &Table, who: ActorId) -> Vec<u8> {
    own(table, who).filter(|&at| ready::may_aim(book, table, who, at).is_ok()).collect()
}

/// The weapons that can be reloaded.
fn empty(table: &Table, who: ActorId) -> Vec<u8> {
    own(table, who).filter(|&at| ready::may_reload(table, who, at).is_ok()).collect()
}

/// The weapons that can reach somebody Helpless.
fn executioners(book: &Crisis, table: &Table, who: ActorId) -> Vec<u8> {
    own(table, who).filter(|&at| !victims(book, table, who, at).is_empty()).collect()
}

/// The squares that can be aimed at.
fn squares(book: &Crisis, table: &Table, who: ActorId, weapon: &Weapon) -> Vec<CellChoice> {
    let (space, here) = (&table.setup.space, table.actor(who).place.cell);
    let of = |cell: Cell| CellChoice::of(space, cell, table.distance(&book.house, here, cell), "");
    attack::squares(book, table, who, weapon).into_iter().map(of).collect()
}

/// The weapons that can strike something now.
pub(crate) fn weapons(book: &Crisis, table: &Table, who: ActorId) -> Vec<u8> {
    let can = |at: &u8| {
        let Ok(weapon) = attack::may_use(table, who, *at, 1) else { return false };
        let affordable = turn::afford(table, who, attack::cost(book, table, who, *at, weapon, 1)).is_ok();
        affordable && (weapon.radius.is_some() || !targets(book, table, who, weapon).is_empty())
    };
    own(table, who).filter(can).collect()
}

fn why_not(book: &Crisis, table: &Table, who: ActorId) -> Refusal {
    let refusal = own(table, who).find_map(|at| {
        let weapon = match attack::may_use(table, who, at, 1) {
            Ok(weapon) => weapon,
            Err(refusal) => return Some(refusal),
        };
        turn::afford(table, who, attack::cost(book, table, who, at, weapon, 1)).err()
    });
    refusal.unwrap_or_else(|| Refusal::by(rule!("CR-175"), "no-target", "nobody can be attacked from here"))
}

/// The slot for a weapon among these, and the one that is chosen.
fn weapon_slot(table: &Table, who: ActorId, with: &[u8], filled: &Filled) -> Result<(Slot, u8), Refusal> {
    let Some(&first) = with.first() else { return Err(nothing("there is no weapon for that")) };
    let choices = with.iter().map(|&at| {
        let weapon = table.weapon(who, at);
        let loaded = table.actor(who).weapons[usize::from(at)].loaded;
        let note = if weapon.capacity > 0 { format!("{loaded} of {} loaded", weapon.capacity) } else { String::new() };
        Choice::new(weapon.key.clone(), weapon.name.clone()).noting(note)
    });
    let slot = Slot::one("weapon", "With", choices.collect()).or(table.weapon(who, first).key.clone());
    let key = filled.get("weapon");
    let at = match key {
        None => first,
        Some(key) => match with.iter().find(|&&at| table.weapon(who, at).key == *key) {
            Some(&at) => at,
            None => return Err(cannot(table, who, key)),
        },
    };
    Ok((slot, at))
}

/// A weapon that is there and cannot be used: say which rule is in the way.
fn cannot(table: &Table, who: ActorId, key: &str) -> Refusal {
    match own(table, who).find(|&at| table.weapon(who, at).key == key) {
        None => Refusal::by(rule!("CR-175"), "no-weapon", format!("{} has no {key:?}", table.name(who))),
        Some(at) => match attack::may_use(table, who, at, 1) {
            Err(refusal) => refusal,
            Ok(weapon) if weapon.attack_ap > table.actor(who).ap => {
                let why = format!("{} has {} AP", table.name(who), table.actor(who).ap);
                Refusal::by(rule!("CR-051"), "not-enough-ap", why)
            }
            Ok(weapon) => Refusal::by(rule!("CR-R45"), "no-target", format!("{} reaches nobody now", weapon.name)),
        },
    }
}

/// The ammunition that fits, and how much of it.
fn ammunition(table: &Table, who: ActorId, at: u8) -> Vec<(u8, u8)> {
    attack::ammunition(table, who, at).into_iter().map(|item| (item, table.actor(who).item(item))).collect()
}

fn chosen_ammo(table: &Table, who: ActorId, at: u8, filled: &Filled) -> Option<(u8, u8)> {
    let key = filled.get("ammo").filter(|key| *key != "plain")?;
    ammunition(table, who, at).into_iter().find(|(item, _)| table.setup.items[usize::from(*item)].key == key)
}

/// CR-R40: the most Attacks that can be made now.
fn most(book: &Crisis, table: &Table, who: ActorId, at: u8, filled: &Filled) -> u8 {
    let weapon = table.weapon(who, at);
    let ammo = chosen_ammo(table, who, at, filled).map_or(u8::MAX, |(_, count)| count);
    let fits = |attacks: &u8| {
        attack::may_use(table, who, at, *attacks).is_ok()
            && *attacks <= ammo
            && attack::cost(book, table, who, at, weapon, *attacks) <= table.actor(who).ap
    };
    (1..=weapon.rof).filter(fits).max().unwrap_or(1)
}

fn attack_slots(book: &Crisis, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let with = weapons(book, table, who);
    let (slot, at) = weapon_slot(table, who, &with, filled)?;
    let weapon = table.weapon(who, at);
    let mut slots = vec![slot];
    let ammunition = ammunition(table, who, at);
    if !ammunition.is_empty() {
        let of = ammunition.iter().map(|(item, count)| {
            let item = &table.setup.items[usize::from(*item)];
            Choice::new(item.key.clone(), item.name.clone()).noting(format!("{count} left"))
        });
        let of = std::iter::once(Choice::new("plain", "Plain")).chain(of).collect();
        slots.push(Slot::one("ammo", "Ammunition", of).or("plain"));
    }
    let targets: Vec<Choice> = targets(book, table, who, weapon).into_iter().map(|id| of_actor(table, id)).collect();
    if weapon.radius.is_some() {
        let mut of = vec![Choice::new("square", "A square")];
        of.extend(targets);
        slots.push(Slot::one("target", "At", of).or("square"));
        if filled.get("target").is_none_or(|target| target == "square") {
            slots.push(Slot::of("square", "Which square", Domain::Cell { of: squares(book, table, who, weapon) }));
        }
        return Ok(slots);
    }
    slots.push(Slot::one("target", "At", targets.clone()));
    let most = most(book, table, who, at, filled);
    if most > 1 {
        slots.push(Slot::of("attacks", "How many Attacks", Domain::Number { min: 1, max: most.into() }).or("1"));
        let attacks = filled.get("attacks").and_then(|text| text.parse::<u8>().ok()).unwrap_or(1);
        let first = filled.get("target").unwrap_or_default();
        for nth in 2..=attacks.min(most) {
            slots.push(Slot::one(&format!("target-{nth}"), "Then at", targets.clone()).or(first));
        }
    }
    Ok(slots)
}

fn attack_intent(book: &Crisis, table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let with = weapons(book, table, who);
    let (_, weapon) = weapon_slot(table, who, &with, filled)?;
    let ammo = chosen_ammo(table, who, weapon, filled).map(|(item, _)| item);
    let area = table.weapon(who, weapon).radius.is_some();
    let aim = if area && filled.get("target").is_none_or(|target| target == "square") {
        let cell = filled.get("square").and_then(|text| table.setup.space.find_cell(text));
        Aim::Square(cell.ok_or_else(|| nothing("there is no such square"))?)
    } else {
        let mut targets: SmallVec<[ActorId; 3]> = SmallVec::new();
        targets.push(named(table, filled, "target")?);
        let attacks = filled.get("attacks").and_then(|text| text.parse::<usize>().ok()).unwrap_or(1);
        for nth in 2..=attacks {
            let slot = format!("target-{nth}");
            targets.push(if filled.get(&slot).is_some() { named(table, filled, &slot)? } else { targets[0] });
        }
        Aim::At(targets)
    };
    let attack = Attack { actor: who, weapon, ammo, aim };
    attack::legal(book, table, &attack)?;
    Ok(Intent::Attack(attack))
}
