//! Attacks, abilities and accusations, on offer.

use super::{
    offer,
    slots::{find_weapon, flag, get, is_yes, need, of_actor, of_thing, one, one_or, only, thing_key, weapon_key},
};
use crate::{
    Intent, Segments,
    actions::{
        ability::{self, Cast},
        attack::{self, Attack, Target},
        recover,
    },
    opening,
    reactions::free,
    sheet::{AbilityId, Effect, WeaponRef},
    table::{Speed, Table},
};
use referee_engine::{ActorId, Choice, Filled, Offer, Refusal, Slot, key_of, rule};

pub const VERBS: [&str; 4] = ["attack", "ability", "accuse", "free-attack"];

/// May this attack be begun now: in the segment, or while the clock runs (SE-R16)?
fn legal(book: &Segments, table: &Table, attack: &Attack) -> bool {
    match table.clock.mode {
        Speed::Segmented => attack::legal(book, table, attack).is_ok(),
        _ => opening::may_attack(book, table, attack).is_ok(),
    }
}

fn targets(book: &Segments, table: &Table, who: ActorId, weapon: WeaponRef) -> Vec<Target> {
    let bodies = table.ids().map(Target::Body);
    let things = table.thing_ids().map(Target::Thing);
    let fits = |target: &Target| legal(book, table, &Attack { actor: who, weapon, target: *target, throw: false });
    bodies.chain(things).filter(fits).collect()
}

fn weapons(book: &Segments, table: &Table, who: ActorId) -> Vec<WeaponRef> {
    table.weapons(who).filter(|&weapon| !targets(book, table, who, weapon).is_empty()).collect()
}

fn target_choice(table: &Table, who: ActorId, target: Target) -> Choice {
    match target {
        Target::Body(other) => of_actor(table, other),
        Target::Thing(thing) => of_thing(table, who, thing),
    }
}

fn casts(book: &Segments, table: &Table, who: ActorId, id: AbilityId) -> Vec<Cast> {
    let mut all = Vec::new();
    let cleanses = table.ability(id).is_some_and(|ability| ability.effect == Effect::Cleanse);
    for target in table.ids() {
        let statuses = table.actor(target).statuses.iter().filter(|&status| recover::way_out(table, status).is_some());
        let named = statuses.map(Some).chain((!cleanses).then_some(None)).filter(|status| status.is_some() == cleanses);
        all.extend(named.map(|status| Cast { actor: who, ability: id, target, status }));
    }
    // While the clock runs an ability that attacks is for the GM to stop it (SE-R16).
    let begins = opening::clock_runs(table) && ability::is_attack(table, id);
    let may = |cast: &Cast| if begins { opening::may_cast(table, cast) } else { ability::legal(book, table, cast) };
    all.retain(|cast| may(cast).is_ok());
    all
}

fn accused(table: &Table, who: ActorId) -> Vec<Choice> {
    table
        .ids()
        .filter(|&other| opening::may_accuse(table, who, other).is_ok())
        .map(|other| of_actor(table, other))
        .collect()
}

/// Those at whom this one may strike out of order although nobody asks (SE-R92).
fn movers(book: &Segments, table: &Table, who: ActorId) -> Vec<ActorId> {
    let moved = table.round.under_way.iter().map(|segment| segment.who);
    moved.filter(|&at| free::may_call(book, table, who, at).is_ok()).collect()
}

pub fn offers(book: &Segments, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    if !movers(book, table, who).is_empty() {
        all.push(offer("free-attack", Some(who), "A free hasty attack on who has moved", "Reactions", rule!("SE-R92")));
    }
    let stopped = table.clock.mode == Speed::Segmented;
    let under_way = stopped && crate::turn::segment::under_way(table, who).is_ok();
    if stopped && !under_way {
        return;
    }
    if !weapons(book, table, who).is_empty() {
        all.push(offer("attack", Some(who), "Attack", "Actions", rule!("SE-079")));
    }
    if table.sheet(who).abilities.iter().any(|&id| !casts(book, table, who, id).is_empty()) {
        all.push(offer("ability", Some(who), "Use an ability", "Actions", rule!("SE-074")));
    }
    if !accused(table, who).is_empty() {
        all.push(offer("accuse", Some(who), "Accuse somebody", "Actions", rule!("SE-032")));
    }
}

pub fn slots(book: &Segments, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    table.may_act(who)?;
    Ok(match filled.verb.as_str() {
        "attack" => {
            let weapons = weapons(book, table, who);
            let choices =
                |weapon: &WeaponRef| Choice::new(weapon_key(table, who, *weapon), table.weapon_name(who, *weapon));
            let Some(first) = weapons.first() else {
                return Err(Refusal::by(rule!("SE-079"), "no-target", "nobody and nothing can be struck now"));
            };
            let first = weapon_key(table, who, *first);
            let weapon = find_weapon(table, who, get(filled, "weapon").unwrap_or(&first))?;
            let mut slots = vec![one_or("weapon", "With what", weapons.iter().map(choices).collect(), first)];
            let targets = targets(book, table, who, weapon);
            slots.push(one(
                "target",
                "At whom",
                targets.iter().map(|&target| target_choice(table, who, target)).collect(),
            ));
            let aimed = filled.get("target").and_then(|key| find_target(table, who, key).ok());
            let throws = |&target: &Target| {
                let thrown = Attack { actor: who, weapon, target, throw: true };
                let plain = attack::reaches(book, table, &Attack { throw: false, ..thrown });
                legal(book, table, &thrown) && plain.is_ok_and(|manner| !manner.thrown && !manner.shot)
            };
            if aimed.as_ref().is_some_and(throws) {
                slots.push(flag("throw", "Throw it, although it reaches"));
            }
            slots
        }
        "ability" => {
            let known = table.sheet(who).abilities.iter().copied();
            let usable: Vec<AbilityId> = known.filter(|&id| !casts(book, table, who, id).is_empty()).collect();
            let choice = |id: &AbilityId| {
                table.ability(*id).map(|ability| Choice::new(ability.key.clone(), ability.name.clone()))
            };
            let mut slots = vec![one("name", "Which", usable.iter().filter_map(choice).collect())];
            if let Some(id) = filled.get("name").and_then(|key| find_ability(table, who, key).ok()) {
                let casts = casts(book, table, who, id);
                let mut targets: Vec<ActorId> = casts.iter().map(|cast| cast.target).collect();
                targets.dedup();
                slots.push(one("target", "On whom", targets.iter().map(|&target| of_actor(table, target)).collect()));
                let target = filled.get("target").and_then(|key| table.find(key).ok());
                let statuses = casts.iter().filter(|cast| Some(cast.target) == target).filter_map(|cast| cast.status);
                let statuses: Vec<Choice> = statuses.map(|status| Choice::plain(table.status_name(status))).collect();
                if !statuses.is_empty() {
                    slots.push(one("status", "Which status ends", statuses));
                }
            }
            slots
        }
        "free-attack" => {
            let movers = movers(book, table, who);
            let mut slots = vec![one("target", "At whom", movers.iter().map(|&at| of_actor(table, at)).collect())];
            if let Some(at) = filled.get("target").and_then(|key| table.find(key).ok()) {
                let weapons = free::may_call(book, table, who, at)?;
                let choice =
                    |&weapon: &WeaponRef| Choice::new(weapon_key(table, who, weapon), table.weapon_name(who, weapon));
                slots.push(one("weapon", "With what", weapons.iter().map(choice).collect()));
            }
            slots
        }
        _ => vec![one("target", "Whom", accused(table, who))],
    })
}

fn find_ability(table: &Table, who: ActorId, key: &str) -> Result<AbilityId, Refusal> {
    let all = table.setup.abilities.iter().position(|ability| ability.key == key).map(|at| AbilityId(at as u8));
    all.ok_or_else(|| Refusal::by(rule!("SE-074"), "no-ability", format!("{} has no ability {key:?}", table.name(who))))
}

fn find_target(table: &Table, who: ActorId, key: &str) -> Result<Target, Refusal> {
    if let Ok(other) = table.find(key) {
        return Ok(Target::Body(other));
    }
    let thing = table.thing_ids().find(|&id| thing_key(table, who, id) == key);
    thing
        .map(Target::Thing)
        .ok_or_else(|| Refusal::plain("no-target", format!("there is nothing called {key:?} to strike")))
}

pub fn intent(book: &Segments, table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    Ok(match filled.verb.as_str() {
        "attack" => {
            only(filled, &["weapon", "target", "throw"])?;
            let weapon = match get(filled, "weapon") {
                Some(key) => find_weapon(table, who, key)?,
                None => {
                    let usable = weapons(book, table, who).first().copied();
                    usable.or_else(|| table.weapons(who).next()).unwrap_or(WeaponRef::Natural(0))
                }
            };
            let target = find_target(table, who, need(filled, "target")?)?;
            Intent::Attack(Attack { actor: who, weapon, target, throw: is_yes(filled, "throw")? })
        }
        "ability" => {
            only(filled, &["name", "target", "status"])?;
            let ability = find_ability(table, who, need(filled, "name")?)?;
            let target = table.find(need(filled, "target")?)?;
            let status = get(filled, "status").map(|key| {
                table
                    .find_status(&key_of(key))
                    .ok_or_else(|| Refusal::plain("no-status", format!("there is no status {key:?}")))
            });
            Intent::Cast(Cast { actor: who, ability, target, status: status.transpose()? })
        }
        "free-attack" => {
            only(filled, &["target", "weapon"])?;
            let weapon = find_weapon(table, who, need(filled, "weapon")?)?;
            Intent::Call { by: who, at: table.find(need(filled, "target")?)?, weapon }
        }
        _ => {
            only(filled, &["target"])?;
            Intent::Accuse { who, target: table.find(need(filled, "target")?)? }
        }
    })
}
