//! How a machine plays: random legal, bold, careful.

use crate::{
    Intent, Question, Stamina,
    actions::{
        Action,
        attack::{Attack, arm, cost, legal, reaches},
        movement::{Going, Move, towards},
    },
    gm::GmIntent,
    offers,
    reach::{best_reach, hexes, steps, weapons},
    sheet::{Primary, Secondary},
    table::{Mode, Out, Posture, Table, WeaponRef},
    turn::{self, Cost},
};
use referee_dice::FastRng;
use referee_engine::{ActorId, Filled, Question as _, Seat, Who, conformance, space::Cell};

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Anything legal.
    Random,
    /// Attacks whenever it can, and closes in otherwise.
    Bold,
    /// Keeps its defense up, rests when it is out of breath, reacts when that helps.
    Careful,
}

/// What a character is worth to its side.
pub fn worth(table: &Table, who: ActorId) -> u32 {
    let actor = table.actor(who);
    match actor.out {
        Out::Active => {
            10_000
                + 100 * u32::from(actor.health)
                + 20 * u32::from(actor.stamina)
                + 30 * u32::from(actor.defense)
                + if actor.posture == Posture::Standing { 60 } else { 0 }
        }
        Out::Out => 1_000,
        Out::Dying => 500,
        Out::Dead => 0,
    }
}

/// What a policy does next.
pub fn choose(book: &Stamina, table: &Table, policy: Policy, rng: &mut FastRng) -> Intent {
    let Some(who) = table.acting().filter(|_| table.clock.mode == Mode::Rounds) else {
        return outside(book, table);
    };
    if policy == Policy::Random {
        return anything(book, table, who, rng);
    }
    act(book, table, who, policy).unwrap_or(Intent::EndTurn { actor: who })
}

/// Outside of rounds: those who are out of sight sneak, somebody keeps watch, then rounds begin.
fn outside(book: &Stamina, table: &Table) -> Intent {
    for who in table.ids().filter(|&who| table.is_active(who)) {
        let actor = table.actor(who);
        if actor.hidden
            && actor.stealth.is_none()
            && let Some(sneak) = say(book, table, who, "sneak")
        {
            return sneak;
        }
    }
    let unwatched = |who: ActorId| {
        let actor = table.actor(who);
        let foes = table.ids().any(|foe| table.hostile(foe, who) && table.actor(foe).hidden && table.is_active(foe));
        foes && !actor.hidden && !actor.surprised && actor.warning == 0 && !actor.turn.checked
    };
    for who in table.ids().filter(|&who| table.is_active(who) && unwatched(who)) {
        if let Some(watch) = say(book, table, who, "watch") {
            return watch;
        }
    }
    let begin = Filled::of("begin-rounds", None);
    offers::intent(book, table, Seat::Gm, &begin).unwrap_or(Intent::Gm(GmIntent::EndRounds))
}

/// Any offer of the one who acts, filled at random; the turn ends with a chance, so that fights end.
fn anything(book: &Stamina, table: &Table, who: ActorId, rng: &mut FastRng) -> Intent {
    let end = Intent::EndTurn { actor: who };
    if rng.below(6) == 0 {
        return end;
    }
    let seat = Seat::Player([who].into_iter().collect());
    let mut all = offers::offers(book, table, seat);
    all.retain(|offer| offer.refused.is_none() && offer.actor == Some(who) && offer.verb != "face");
    for _ in 0..8 {
        let Some(offer) = all.get(rng.below(all.len().max(1) as u32) as usize) else { break };
        if let Ok(filled) = conformance::fill(book, table, seat, offer, rng)
            && let Ok(intent) = offers::intent(book, table, seat, &filled)
        {
            return intent;
        }
    }
    end
}

/// A command of this character, if it is legal.
fn say(book: &Stamina, table: &Table, who: ActorId, command: &str) -> Option<Intent> {
    let mut filled = Filled::parse(command).ok()?;
    filled.actor = Some(who);
    offers::intent(book, table, Seat::Gm, &filled).ok()
}

/// The next act of whoever has the turn, if there is one that makes sense.
fn act(book: &Stamina, table: &Table, who: ActorId, policy: Policy) -> Option<Intent> {
    let say = |command: &str| say(book, table, who, command);
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    if actor.posture != Posture::Standing
        && let Some(up) = say("stand-up")
    {
        return Some(up);
    }
    let foe = nearest(table, who)?;
    if policy == Policy::Careful && !actor.turn.slot_used {
        let worn = 2 * actor.defense < sheet.max_defense;
        let winded = actor.stamina < 3 || 2 * actor.stun >= sheet.max_stamina;
        if worn
            && actor.attacks == 0
            && let Some(regain) = say("regain")
        {
            return Some(regain);
        }
        if winded && let Some(restore) = say("restore") {
            return Some(restore);
        }
    }
    if actor.stamina == 0 && !actor.turn.slot_used {
        return say("restore").or_else(|| say("regain"));
    }
    if sheet.arcane
        && let Some(spell) = conjure(book, table, who, foe)
    {
        return Some(spell);
    }
    if let Some(attack) = best_attack(book, table, who, policy) {
        return Some(Intent::Attack(attack));
    }
    if let Some(gear) = arm_up(book, table, who) {
        return Some(gear);
    }
    close_in(book, table, who, foe, policy)
}

fn nearest(table: &Table, who: ActorId) -> Option<ActorId> {
    let foes = table.ids().filter(|&foe| table.hostile(who, foe) && table.is_active(foe) && table.is_aware(who, foe));
    foes.min_by_key(|&foe| (steps(table, who, foe), table.actor(foe).health, foe))
}

/// The most useful attack that is legal now: the nearest foe, the hardest blow.
fn best_attack(book: &Stamina, table: &Table, who: ActorId, policy: Policy) -> Option<Attack> {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    // The best technique is the first that can be paid and is known; a Basic attack is always worth a try.
    let known = |skill: Secondary| sheet.rank(skill) > 0;
    let charging = actor.turn.dashed && !actor.turn.attacked;
    let mut actions: [Option<Action>; 8] = [None; 8];
    actions[0] = Some(Action::Loose);
    actions[1] = (charging && actor.stamina > 2).then_some(Action::Power);
    actions[2] = (known(Secondary::Bash) && actor.stamina > 3).then_some(Action::Bash);
    actions[3] = Some(Action::Basic);
    actions[4] = (known(Secondary::OffHandAttack) && actor.stamina > 3).then_some(Action::OffHand);
    actions[5] = (policy == Policy::Bold && actor.stamina > 4).then_some(Action::Quick);
    actions[6] = Some(Action::Throw);
    actions.into_iter().flatten().find_map(|action| best_of(book, table, who, action))
}

/// The most useful attack of one kind, if one is legal now. Whether the turn allows it is the same whoever is struck, and
/// most foes are out of reach, so both are looked at before anything else.
fn best_of(book: &Stamina, table: &Table, who: ActorId, action: Action) -> Option<Attack> {
    let actor = table.actor(who);
    let aimed = |weapon, target| Attack { actor: who, action, weapon, target, item: None, dice: 0, lowered: false };
    let cost = cost(&aimed(WeaponRef::Effect, who));
    let payable = cost.stamina <= actor.stamina && !(cost.need.takes_slot() && actor.turn.slot_used);
    if !payable || (action == Action::Quick && actor.quick_used) {
        return None;
    }
    let mut best: Option<(u32, Attack)> = None;
    for weapon in weapons(table, who) {
        // Nobody throws away the only weapon in hand while it can be swung.
        if action == Action::Throw && actor.held.len() < 2 && table.melee(who, weapon).is_some() {
            continue;
        }
        let Some(arm) = arm(table, &aimed(weapon, who)) else { continue };
        for target in table.ids().filter(|&foe| table.hostile(who, foe) && table.is_active(foe)) {
            let attack = aimed(weapon, target);
            if !reaches(table, actor.place, table.actor(target).place, &arm) || legal(book, table, &attack).is_err() {
                continue;
            }
            let pierces = arm.apv > u16::from(table.sheet(target).av);
            let cost = 10 * steps(table, who, target)
                + u32::from(table.actor(target).health)
                + if pierces { 0 } else { 40 }
                + 20u32.saturating_sub(u32::from(arm.damage));
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, attack));
            }
        }
    }
    best.map(|(_, attack)| attack)
}

/// A caster throws what it keeps; otherwise it gathers as long as it can, shapes it, and releases; or casts.
fn conjure(book: &Stamina, table: &Table, who: ActorId, foe: ActorId) -> Option<Intent> {
    let actor = table.actor(who);
    if actor.kept.is_some() {
        let target = table.sheet(foe).key.as_str();
        return say(book, table, who, &format!("loose weapon=effect target={target}"));
    }
    if actor.turn.slot_used || steps(table, who, foe) <= 1 {
        return None;
    }
    let aptitude = table.sheet(who).skill(Primary::ArcaneAptitude);
    if actor.craft.stored > 0 {
        if actor.craft.row < aptitude && actor.craft.stored < 8 && actor.craft.shaped() == 0 {
            return say(book, table, who, "gather");
        }
        if actor.craft.unshaped() > 2 {
            return say(book, table, who, "shape");
        }
        return say(book, table, who, "release");
    }
    if actor.stamina < 3 {
        return None;
    }
    let thrown = table.sheet(who).spells.iter().find(|&&spell| table.setup.spells[usize::from(spell)].thrown);
    if let Some(&spell) = thrown
        && actor.stamina < 8
    {
        let key = referee_engine::key_of(&table.setup.spells[usize::from(spell)].name);
        return say(book, table, who, &format!("cast spell={key}"));
    }
    say(book, table, who, "gather")
}

/// Loads, readies ammunition, or draws what is carried.
fn arm_up(book: &Stamina, table: &Table, who: ActorId) -> Option<Intent> {
    let actor = table.actor(who);
    let bow = actor.held.iter().map(|held| held.item).find(|&item| table.item_sheet(item).ranged.is_some());
    if let Some(item) = bow {
        let key = offers::slots::item_key(table, who, item);
        if let Some(load) = say(book, table, who, &format!("load item={key}")) {
            return Some(load);
        }
        if let Some(ammo) = say(book, table, who, "ready-ammo") {
            return Some(ammo);
        }
    }
    if actor.held.is_empty() {
        let near = table.item_ids().filter(|&item| crate::actions::gear::within_reach(table, who, item));
        for item in near.filter(|&item| table.item_sheet(item).melee.is_some()) {
            let key = offers::slots::item_key(table, who, item);
            if let Some(ready) = say(book, table, who, &format!("ready item={key}")) {
                return Some(ready);
            }
        }
    }
    None
}

/// Goes as near to a foe as it can; it does not spend its last stamina on that.
fn close_in(book: &Stamina, table: &Table, who: ActorId, foe: ActorId, policy: Policy) -> Option<Intent> {
    let range = u32::from(hexes(best_reach(table, who)));
    let away = steps(table, who, foe);
    let actor = table.actor(who);
    if away <= range || actor.moves > 1 {
        return None;
    }
    let keeps = if policy == Policy::Careful { 4 } else { 2 };
    let action = if actor.moves == 0 && actor.stamina >= 2 + keeps { Action::Dash } else { Action::Walk };
    turn::may(book, table, who, &Cost::of_move(table, who, action)).ok()?;
    let (space, goal) = (&table.setup.space, table.actor(foe).place);
    let left = |cell: Cell| space.fewest_steps(cell, goal.cell).saturating_sub(range.min(2));
    let path = towards(book, table, who, action, left)?;
    Some(Intent::Move(Move { actor: who, how: Going::On { action, path } }))
}

/// What a policy answers.
#[inline]
pub fn answer(table: &Table, policy: Policy, who: Who, question: &Question, rng: &mut FastRng) -> usize {
    if policy == Policy::Random && who != Who::Gm {
        return rng.below(question.options() as u32) as usize;
    }
    match question {
        Question::FreeAttack { .. } => 1,
        Question::TakeCover { .. } => usize::from(policy == Policy::Careful),
        // Enough on APV to go through, the rest on damage.
        Question::Spend { more, .. } => usize::from(*more).min(usize::from(is_armoured(table, who))),
        Question::Release { .. } => 1,
        Question::Trade { most } => usize::from(*most),
        Question::Aid { .. } => 1,
        _ => question.usual(),
    }
}

/// Is the nearest foe of whoever spends successes behind armour that its weapon does not pass?
fn is_armoured(table: &Table, who: Who) -> bool {
    let Who::Actor(me) = who else { return false };
    let apv = |weapon: WeaponRef| table.melee(me, weapon).map_or(0, |melee| melee.apv);
    let best = weapons(table, me).map(apv).max().unwrap_or(0);
    nearest(table, me).is_some_and(|foe| table.sheet(foe).av >= best && table.sheet(foe).av > 0)
}
