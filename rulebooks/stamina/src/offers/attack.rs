//! Attacks on offer: with what, at whom (ST-D09, ST-D18).

use super::{
    offer,
    slots::{find_item, item_key, lowering, number, of_actor, of_item, weapon_key, weapon_name},
};
use crate::{
    Intent, Stamina,
    actions::{
        Action,
        attack::{Attack, cost, legal},
    },
    reach::weapons,
    reason::No,
    sheet::Secondary,
    table::{ItemId, Table, WeaponRef},
    turn,
};
use referee_engine::{ActorId, Choice, Filled, Offer, Refusal, RuleId, Slot, rule};

/// The verbs, each with its action, rule and heading.
const VERBS: [(&str, Action, &str); 14] = [
    ("basic", Action::Basic, "ST-074"),
    ("bash", Action::Bash, "ST-078"),
    ("disarm", Action::Disarm, "ST-087"),
    ("distract", Action::Distracting, "ST-096"),
    ("flurry", Action::Flurry, "ST-101"),
    ("half-sword", Action::HalfSword, "ST-104"),
    ("lunge", Action::Lunge, "ST-109"),
    ("off-hand", Action::OffHand, "ST-114"),
    ("power", Action::Power, "ST-119"),
    ("quick", Action::Quick, "ST-124"),
    ("reckless", Action::Reckless, "ST-131"),
    ("trip", Action::Trip, "ST-134"),
    ("loose", Action::Loose, "ST-152"),
    ("throw", Action::Throw, "ST-158"),
];

/// The attack that a verb names.
pub fn action_of(verb: &str) -> Option<Action> {
    VERBS.iter().find(|(word, ..)| *word == verb).map(|(_, action, _)| *action)
}

pub fn offers(book: &Stamina, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    for (verb, action, rule) in VERBS {
        let rule: RuleId = rule.parse().unwrap_or(rule!("ST-074"));
        let group = if matches!(action, Action::Loose | Action::Throw) { "Ranged" } else { "Melee" };
        let cost = format!("{} stamina", action.stamina());
        let refused = first(book, table, who, action).err();
        all.push(offer(verb, Some(who), action.word(), group, &cost, rule, refused));
    }
}

pub(super) fn bare(who: ActorId, action: Action, weapon: WeaponRef, target: ActorId) -> Attack {
    let dice = u8::from(action == Action::Reckless);
    Attack { actor: who, action, weapon, target, item: None, dice, lowered: false }
}

/// Is the attack possible in one of its forms? In its normal one, or lowered.
fn possible(book: &Stamina, table: &Table, attack: &Attack) -> Result<(), Refusal> {
    let lowered = Attack { lowered: true, ..*attack };
    let can_lower = attack.action.lowering().is_some();
    match legal(book, table, attack) {
        Err(refusal) if can_lower => legal::<No>(book, table, &lowered).map(|_| ()).map_err(|_| refusal),
        other => other.map(|_| ()),
    }
}

/// The items that a Disarm with this weapon can go for; for everything else, no item.
fn items(table: &Table, attack: &Attack) -> Vec<Option<ItemId>> {
    match attack.action {
        Action::Disarm => table.actor(attack.target).held.iter().map(|held| Some(held.item)).collect(),
        _ => vec![None],
    }
}

fn targets(book: &Stamina, table: &Table, who: ActorId, action: Action, weapon: WeaponRef) -> Vec<ActorId> {
    let mut others: Vec<ActorId> = table.ids().filter(|&id| id != who).collect();
    others.sort_by_key(|&id| !table.hostile(who, id)); // foes first, so that the first choice is a sensible one
    others.retain(|&target| {
        let attack = bare(who, action, weapon, target);
        items(table, &attack).into_iter().any(|item| possible(book, table, &Attack { item, ..attack }).is_ok())
    });
    others
}

/// The first weapon with a target; otherwise the most telling reason why there is none.
fn first(book: &Stamina, table: &Table, who: ActorId, action: Action) -> Result<(WeaponRef, ActorId), Refusal> {
    let turn = turn::may::<Refusal>(book, table, who, &cost(&bare(who, action, WeaponRef::Natural(0), who)));
    if let Err(refusal) = turn {
        let lowered = Attack { lowered: true, ..bare(who, action, WeaponRef::Natural(0), who) };
        if action.lowering().is_none() || turn::may::<Refusal>(book, table, who, &cost(&lowered)).is_err() {
            return Err(refusal);
        }
    }
    if action == Action::Quick && table.actor(who).quick_used {
        return Err(Refusal::by(rule!("ST-126"), "once-per-round", "a Quick attack may be taken once per round"));
    }
    let mut found = weapons(table, who)
        .filter_map(|weapon| targets(book, table, who, action, weapon).first().map(|&target| (weapon, target)));
    found.next().ok_or_else(|| Refusal::plain("no-target", format!("nobody can be struck by {} now", action.word())))
}

pub fn slots(book: &Stamina, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    table.may_act::<Refusal>(who)?;
    let action = action_of(&filled.verb).unwrap_or(Action::Basic);
    if filled.is_yes("lowered") {
        let lowered = Attack { lowered: true, ..bare(who, action, WeaponRef::Natural(0), who) };
        turn::may::<Refusal>(book, table, who, &cost(&lowered))?;
    }
    if filled.get("weapon").is_some() && named_weapon(table, who, filled).is_none() {
        return Err(Refusal::by(rule!("ST-074"), "not-readied", "there is no such weapon in hand"));
    }
    // A weapon and a target that are named: if they are refused, then by their own rule.
    if let (Some(weapon), Some(target)) = (named_weapon(table, who, filled), named_target(table, filled)) {
        let attack = Attack { item: named_item(table, target, filled), ..bare(who, action, weapon, target) };
        let attack = Attack { lowered: filled.is_yes("lowered"), ..attack };
        if action != Action::Disarm || attack.item.is_some() {
            legal(book, table, &attack).map(|_| ()).or_else(|refusal: Refusal| match attack.lowered {
                true => Err(refusal),
                false => possible(book, table, &attack).map_err(|_| refusal),
            })?;
        }
    }
    first(book, table, who, action)?;
    let arms: Vec<WeaponRef> =
        weapons(table, who).filter(|&weapon| !targets(book, table, who, action, weapon).is_empty()).collect();
    let choices: Vec<Choice> = arms
        .iter()
        .map(|&weapon| Choice::new(weapon_key(table, who, weapon), weapon_name(table, who, weapon)))
        .collect();
    let default = choices.first().map(|choice| choice.key.clone()).unwrap_or_default();
    let mut slots = vec![Slot::one("weapon", "With", choices).or(&default)];
    let chosen = filled.get("weapon").unwrap_or(&default);
    let Some(&weapon) = arms.iter().find(|&&weapon| weapon_key(table, who, weapon) == chosen) else { return Ok(slots) };
    let aims = targets(book, table, who, action, weapon);
    slots.push(Slot::one("target", "At", aims.iter().map(|&target| of_actor(table, target)).collect()));
    let target = named_target(table, filled).filter(|target| aims.contains(target));
    if action == Action::Disarm
        && let Some(target) = target
    {
        let attack = bare(who, action, weapon, target);
        let fits = |item: &Option<ItemId>| legal::<No>(book, table, &Attack { item: *item, ..attack }).is_ok();
        let items = items(table, &attack).into_iter().filter(fits).flatten();
        slots.push(Slot::one("item", "Which item", items.map(|item| of_item(table, target, item)).collect()));
    }
    if action == Action::Reckless {
        let most = 3 + i32::from(table.sheet(who).rank(Secondary::RecklessAttack));
        slots.push(number("dice", "Bonus dice", 1, most));
    }
    if action.lowering().is_some()
        && let Some(target) = target
    {
        let attack = bare(who, action, weapon, target);
        let normal = legal(book, table, &attack).map(|_| ());
        let lowered = legal(book, table, &Attack { lowered: true, ..attack }).map(|_| ());
        slots.extend(lowering(normal, lowered, filled)?);
    }
    Ok(slots)
}

pub(super) fn named_weapon(table: &Table, who: ActorId, filled: &Filled) -> Option<WeaponRef> {
    let key = filled.get("weapon")?;
    weapons(table, who).find(|&weapon| weapon_key(table, who, weapon) == key)
}

pub(super) fn named_target(table: &Table, filled: &Filled) -> Option<ActorId> {
    table.find(filled.get("target")?).ok()
}

fn named_item(table: &Table, target: ActorId, filled: &Filled) -> Option<ItemId> {
    let item = find_item(table, target, filled.get("item")?)?;
    debug_assert_eq!(Some(item_key(table, target, item).as_str()), filled.get("item"), "items have their own words");
    Some(item)
}

pub fn intent(book: &Stamina, table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let action = action_of(&filled.verb).unwrap_or(Action::Basic);
    let weapon = match filled.get("weapon") {
        Some(_) => named_weapon(table, who, filled),
        None => first(book, table, who, action).ok().map(|(weapon, _)| weapon),
    };
    let weapon = weapon.ok_or_else(|| Refusal::plain("unknown-weapon", "there is no such weapon at hand"))?;
    let target = table.find(filled.get("target").unwrap_or_default())?;
    let attack = Attack {
        item: named_item(table, target, filled),
        dice: filled.get("dice").and_then(|dice| dice.parse().ok()).unwrap_or(0),
        lowered: filled.is_yes("lowered"),
        ..bare(who, action, weapon, target)
    };
    legal::<Refusal>(book, table, &attack)?;
    Ok(Intent::Attack(attack))
}
