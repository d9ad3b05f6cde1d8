//! The Attack on offer: with what, at whom, which part (CW-D11, CW-D12).

use super::slots::{find_cell, find_part, find_weapon, of_actor, part_key, thing_key, weapon_key};
use crate::{
    Clockworld, Intent,
    actions::{
        area,
        attack::{Arm, Attack, Target, arm, band, legal, usable_weapons},
    },
    sheet::{AttackKind, Class, Part, PartId, ThingId, WeaponRef},
    table::{Out, Table, Taken, Whereabouts, Wholeness},
    turn,
};
use referee_engine::{ActorId, CellChoice, Choice, Domain, Filled, Offer, Refusal, Slot, key_of, rule};
use smallvec::SmallVec;

pub fn offers(book: &Clockworld, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    let refused = refused(book, table, who);
    all.push(Offer {
        verb: "attack".into(),
        actor: Some(who),
        label: "Attack".into(),
        group: "Actions".into(),
        cost: "1 Action".into(),
        rule: rule!("CW-025"),
        refused,
        warning: table.actor(who).lengthy.is_some().then(|| "the work of the Lengthy Task is lost".into()),
    });
}

fn refused(book: &Clockworld, table: &Table, who: ActorId) -> Option<Refusal> {
    if table.is_pinned(who) {
        let why = format!("{} is Pinned and cannot Attack", table.name(who));
        return Some(Refusal::by(rule!("CW-R94"), "pinned", why));
    }
    if !weapons(book, table, who).is_empty() {
        return None;
    }
    // Nothing can be struck: say why with the first weapon at hand.
    let limit = usable_weapons(table, who).find_map(|weapon| spendable(book, table, who, weapon, false).err());
    Some(
        limit
            .unwrap_or_else(|| Refusal::by(rule!("CW-064"), "no-target", "nobody and nothing can be struck from here")),
    )
}

fn spendable(book: &Clockworld, table: &Table, who: ActorId, weapon: WeaponRef, focus: bool) -> Result<Arm, Refusal> {
    let arm = arm(table, who, weapon)?;
    turn::may_spend(book, table, who, &Taken::Attack { limbs: arm.uses, weapon }, focus)?;
    Ok(arm)
}

/// The weapons that can strike something now.
fn weapons(book: &Clockworld, table: &Table, who: ActorId) -> Vec<(WeaponRef, Arm)> {
    usable_weapons(table, who)
        .filter_map(|weapon| spendable(book, table, who, weapon, false).ok().map(|arm| (weapon, arm)))
        .filter(|(_, arm)| arm.kind == AttackKind::Area || !targets(book, table, who, arm).is_empty())
        .collect()
}

/// Whom and what this weapon can strike.
enum Aim {
    Body(ActorId),
    Thing(ThingId),
    Held(ActorId, ThingId),
}

fn targets(book: &Clockworld, table: &Table, who: ActorId, arm: &Arm) -> Vec<Aim> {
    let can = |target: Target| {
        legal(book, table, &Attack { actor: who, weapon: arm.weapon, target, focus: false, sneakily: false }).is_ok()
    };
    let mut aims = Vec::new();
    // Foes first, so that the first choice is a sensible one.
    let mut others: Vec<ActorId> = table.ids().filter(|&id| id != who && table.actor(id).out < Out::Dead).collect();
    others.sort_by_key(|&id| (!table.hostile(who, id), !table.is_active(id)));
    for &other in &others {
        if can(Target::Body { who: other, part: easiest(&table.sheet(other).body) }) {
            aims.push(Aim::Body(other));
        }
    }
    for &other in &others {
        for thing in table.held(other) {
            if table.thing(thing).state != Wholeness::Destroyed && can(Target::Held { thing }) {
                aims.push(Aim::Held(other, thing));
            }
        }
    }
    for thing in table.thing_ids() {
        let there = matches!(table.thing(thing).at, Whereabouts::Place(_));
        if there && can(Target::Thing { thing, part: easiest(&table.thing_sheet(thing).parts) }) {
            aims.push(Aim::Thing(thing));
        }
    }
    aims
}

/// The part that is easiest to hit.
fn easiest(parts: &[Part]) -> PartId {
    (0..).zip(parts).min_by_key(|(_, part)| part.class.ranks()).map_or(0, |(at, _)| at)
}

fn aim_choice(table: &Table, aim: &Aim) -> Choice {
    match *aim {
        Aim::Body(id) => of_actor(table, id),
        Aim::Thing(thing) => {
            let sheet = table.thing_sheet(thing);
            Choice::new(sheet.key.clone(), sheet.name.clone())
        }
        Aim::Held(holder, thing) => {
            let what = &table.thing_sheet(thing).name;
            let key = format!("{}-held-{}", table.sheet(holder).key, thing_key(table, holder, thing));
            Choice::new(key, format!("{what} in the hand of {}", table.name(holder))).of_actor(holder)
        }
    }
}

pub fn slots(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    table.may_act(who)?;
    if let Some(refusal) = refused(book, table, who) {
        return Err(refusal);
    }
    let weapons = weapons(book, table, who);
    let choices = weapons.iter().map(|(weapon, arm)| {
        let name = table.weapon_name(who, *weapon);
        Choice::new(weapon_key(table, who, *weapon), name).noting(format!("{}, d{}", arm.skill, arm.die))
    });
    let choices: Vec<Choice> = choices.collect();
    let default = choices.first().map(|choice| choice.key.clone()).unwrap_or_default();
    let mut slots = vec![Slot::one("weapon", "With", choices).or(&default)];
    let Some((_, arm)) =
        weapons.iter().find(|(weapon, _)| weapon_key(table, who, *weapon) == filled.get("weapon").unwrap_or(&default))
    else {
        // A weapon at hand that cannot be used any more this Turn: say which rule is in the way.
        let natural = (0..table.sheet(who).natural.len() as u8).map(WeaponRef::Natural);
        let mut all = table.held(who).map(WeaponRef::Thing).chain(natural);
        let named = all.find(|&weapon| Some(weapon_key(table, who, weapon).as_str()) == filled.get("weapon"));
        return match named.map(|weapon| spendable(book, table, who, weapon, false)) {
            Some(Err(refusal)) => Err(refusal),
            _ => Ok(slots),
        };
    };
    if arm.kind == AttackKind::Area {
        let cells = table.setup.space.cells().map(|cell| table.setup.space.on_ground(cell));
        let of = cells
            .filter(|place| band(table, who, arm, *place).is_some())
            .map(|place| {
                let caught = area::victims(table, arm.area_radius_ft, place).len();
                let note = if caught == 0 { String::new() } else { format!("{caught} in the area") };
                CellChoice::of(&table.setup.space, place.cell, 0, note)
            })
            .collect();
        slots.push(Slot {
            name: "centre".into(),
            label: "Centre".into(),
            domain: Domain::Cell { of },
            default: None,
            barred: Vec::new(),
        });
        if let Some(centre) = filled.get("centre").and_then(|text| find_cell(table, text)) {
            let caught = area::victims(table, arm.area_radius_ft, table.setup.space.on_ground(centre));
            let of: Vec<Choice> = caught.iter().map(|&id| of_actor(table, id)).collect();
            let most = of.len();
            let domain = Domain::Several { of: of.into(), least: 0, most };
            slots.push(Slot {
                name: "order".into(),
                label: "In the order".into(),
                domain,
                default: Some(String::new()),
                barred: Vec::new(),
            });
        }
    } else {
        let aims = targets(book, table, who, arm);
        slots.push(Slot::one("target", "At", aims.iter().map(|aim| aim_choice(table, aim)).collect()));
        let aim = aims.iter().find(|aim| Some(aim_choice(table, aim).key.as_str()) == filled.get("target"));
        if let Some((choices, bulk)) = aim.and_then(|aim| parts(book, table, who, arm, aim, filled.get("part"))) {
            slots.push(Slot::one("part", "Part", choices).or(bulk));
        }
    }
    if spendable(book, table, who, arm.weapon, true).is_ok() {
        slots.push(Slot::flag("focus", "Focus (High Roll, no other Action)"));
    }
    if arm.silent {
        slots.push(Slot::flag("sneakily", "Sneakily (a Sneak Check afterwards)"));
    }
    Ok(slots)
}

/// The parts of a Target that can be struck at and the word of its Bulk (CW-068 to CW-071).
///
/// One that is `wished` for is listed in any case: the rules say why it cannot be struck at.
fn parts(
    book: &Clockworld,
    table: &Table,
    who: ActorId,
    arm: &Arm,
    aim: &Aim,
    wished: Option<&str>,
) -> Option<(Vec<Choice>, String)> {
    let parts = match *aim {
        Aim::Body(id) => &table.sheet(id).body,
        Aim::Thing(thing) => &table.thing_sheet(thing).parts,
        Aim::Held(..) => return None,
    };
    let can = |part: PartId| {
        let target = match *aim {
            Aim::Body(who) => Target::Body { who, part },
            Aim::Thing(thing) => Target::Thing { thing, part },
            Aim::Held(_, thing) => Target::Held { thing },
        };
        legal(book, table, &Attack { actor: who, weapon: arm.weapon, target, focus: false, sneakily: false }).is_ok()
    };
    let note = |class: Class| match class {
        Class::Bulk => "Bulk",
        Class::Brim => "Brim, +1 Rank",
        Class::Ace => "Ace, +2 Ranks",
    };
    let open = (0..).zip(parts).filter(|(at, part)| can(*at) || wished == Some(key_of(&part.part).as_str()));
    let choices = open.map(|(_, part)| Choice::plain(part.part.clone()).noting(note(part.class))).collect();
    let bulk = parts.iter().find(|part| part.class == Class::Bulk).or(parts.first());
    Some((choices, bulk.map(|part| key_of(&part.part)).unwrap_or_default()))
}

pub fn intent(book: &Clockworld, table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let weapon = match filled.get("weapon") {
        Some(key) => find_weapon(table, who, key),
        None => weapons(book, table, who).first().map(|(weapon, _)| *weapon),
    };
    let weapon = weapon.ok_or_else(|| Refusal::plain("unknown-weapon", "there is no such weapon at hand"))?;
    let arm = arm(table, who, weapon)?;
    let target = if arm.kind == AttackKind::Area {
        let cell = filled.get("centre").and_then(|text| find_cell(table, text));
        let cell = cell.ok_or_else(|| Refusal::plain("bad-value", "the centre is not on the map"))?;
        let order = filled.get("order").unwrap_or_default().split(',').filter(|key| !key.is_empty());
        let order: Result<SmallVec<[ActorId; 4]>, Refusal> = order.map(|key| table.find(key)).collect();
        Target::Area { centre: table.setup.space.on_ground(cell), order: order? }
    } else {
        let key = filled.get("target").unwrap_or_default();
        let aims = targets(book, table, who, &arm);
        let aim = aims.into_iter().find(|aim| aim_choice(table, aim).key == key);
        let aim = aim.ok_or_else(|| Refusal::plain("unknown-target", format!("there is no Target {key:?}")))?;
        body(table, &aim, filled.get("part"))?
    };
    let attack =
        Attack { actor: who, weapon, target, focus: filled.is_yes("focus"), sneakily: filled.is_yes("sneakily") };
    legal(book, table, &attack)?;
    Ok(Intent::Attack(attack))
}

fn body(table: &Table, aim: &Aim, part: Option<&str>) -> Result<Target, Refusal> {
    let missing = || Refusal::by(rule!("CW-065"), "unknown-part", "the Target has no such part");
    match *aim {
        Aim::Body(who) => {
            let part = match part {
                Some(key) => find_part(table, who, key).ok_or_else(missing)?,
                None => table.sheet(who).first(Class::Bulk).unwrap_or(0),
            };
            debug_assert_eq!(
                find_part(table, who, &part_key(table, who, part)),
                Some(part),
                "parts have their own names"
            );
            Ok(Target::Body { who, part })
        }
        Aim::Thing(thing) => {
            let parts = &table.thing_sheet(thing).parts;
            let at = match part {
                Some(key) => parts.iter().position(|part| key_of(&part.part) == key).ok_or_else(missing)?,
                None => parts.iter().position(|part| part.class == Class::Bulk).unwrap_or(0),
            };
            Ok(Target::Thing { thing, part: at as PartId })
        }
        Aim::Held(_, thing) => Ok(Target::Held { thing }),
    }
}
