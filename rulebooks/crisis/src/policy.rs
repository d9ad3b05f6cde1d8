//! How a machine plays: random legal, bold, careful.

use crate::{
    Crisis, Intent, Question,
    actions::{
        aid, area,
        attack::{self, Aim, Attack},
        movement::{self, Gait, Go},
        overwatch,
        overwatch::Shot,
        ready, stance,
    },
    gm::GmIntent,
    offers,
    sheet::{Cover, Weapon},
    table::{Stance, Table},
    turn::{self, long, order},
};
use referee_dice::FastRng;
use referee_engine::{ActorId, Question as _, Seat, Who, conformance, space::Cell};
use smallvec::smallvec;

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Anything legal.
    Random,
    /// Attacks whenever it can, and closes in otherwise.
    Bold,
    /// Looks after the Dying, kneels to shoot, aims at what is covered, and watches for a turn when there is nothing to shoot at.
    Careful,
}

/// What a creature is worth to its side: unhurt and up is best.
pub fn worth(table: &Table, who: ActorId) -> u32 {
    let actor = table.actor(who);
    if actor.dead {
        return 0;
    }
    let base: u32 = match (actor.dying, actor.incapacitated) {
        (true, _) => 2_000,
        (_, true) => 4_000,
        _ => 20_000,
    };
    let wounds = 300 * u32::from(actor.lethal.count()) + 100 * u32::from(actor.nonlethal.count());
    let conditions = 400 * actor.conditions.len() as u32;
    base.saturating_sub((wounds + conditions).min(base / 2)) + 5 * u32::from(actor.ap)
}

/// What a policy does next.
pub fn choose(book: &Crisis, table: &Table, policy: Policy, rng: &mut FastRng) -> Intent {
    let Some(who) = table.acting() else {
        // CR-D06: outside a crisis the machine begins one, with every additional turn that is due.
        return Intent::Gm(GmIntent::Begin { ambush: order::ambushers(table).collect() });
    };
    match policy {
        Policy::Random => anything(book, table, who, rng),
        Policy::Bold => act(book, table, who, false),
        Policy::Careful => act(book, table, who, true),
    }
}

/// Any offer of the one whose turn it is, filled at random; the turn ends with a chance, so that fights end.
fn anything(book: &Crisis, table: &Table, who: ActorId, rng: &mut FastRng) -> Intent {
    if rng.below(6) == 0 {
        return Intent::EndTurn(who);
    }
    let seat = Seat::Player(referee_engine::ActorSet::EMPTY.with(who));
    let mut all = offers::offers(book, table, seat);
    all.retain(|offer| offer.refused.is_none());
    for _ in 0..8 {
        let Some(offer) = all.get(rng.below(all.len().max(1) as u32) as usize) else { break };
        if let Ok(filled) = conformance::fill(book, table, seat, offer, rng)
            && let Ok(intent) = offers::intent(book, table, seat, &filled)
        {
            return intent;
        }
    }
    Intent::EndTurn(who)
}

fn act(book: &Crisis, table: &Table, who: ActorId, careful: bool) -> Intent {
    if table.actor(who).long.is_some() && long::may_go_on(table, who).is_ok() {
        return Intent::Continue(who);
    }
    if let Some(patient) = patient(book, table, who) {
        return Intent::Stabilise { actor: who, patient };
    }
    if careful && let Some(help) = go_to_the_dying(book, table, who) {
        return help;
    }
    if let Some(attack) = best_attack(book, table, who) {
        if careful && let Some(first) = prepare(book, table, who, &attack) {
            return first;
        }
        return Intent::Attack(attack);
    }
    if let Some(weapon) = empty_weapon(table, who) {
        return Intent::Reload { actor: who, weapon };
    }
    // Whoever has all AP that it can hold has waited long enough: two sides out of sight would watch for ever.
    let may_wait = (4..turn::MOST_AP).contains(&table.actor(who).ap);
    if careful && may_wait && has_ranged(table, who) && overwatch::legal(book, table, who).is_ok() {
        return Intent::Overwatch(who);
    }
    let rises = stance::cost(table.actor(who).stance, Stance::Standing);
    if rises.is_some_and(|(ap, _)| turn::can_afford(table, who, ap))
        && stance::legal(table, who, Stance::Standing).is_ok()
    {
        return Intent::Stance { actor: who, to: Stance::Standing };
    }
    close_in(book, table, who).unwrap_or(Intent::EndTurn(who))
}

/// A friend who is Dying and whom it can stabilise.
fn patient(book: &Crisis, table: &Table, who: ActorId) -> Option<ActorId> {
    let dying = table.those(|actor| actor.dying).both(table.friends_of(who));
    dying.iter().find(|&id| aid::may_stabilise(book, table, who, id).is_ok())
}

/// A weapon that is empty and can be reloaded now.
fn empty_weapon(table: &Table, who: ActorId) -> Option<u8> {
    let carried = (0..).zip(table.actor(who).weapons.iter());
    let mut empty = carried.filter(|(_, carried)| carried.loaded == 0).map(|(at, _)| at);
    empty.find(|&at| ready::may_reload(table, who, at).is_ok())
}

/// Has it something loaded that reaches further than an arm?
fn has_ranged(table: &Table, who: ActorId) -> bool {
    (0..table.actor(who).weapons.len() as u8)
        .any(|at| attack::may_use(table, who, at, 1).is_ok_and(|weapon| !weapon.is_melee()))
}

/// The hardest blow that can be struck now: at the nearest, at the least covered; a full burst; no friend in an area.
fn best_attack(book: &Crisis, table: &Table, who: ActorId) -> Option<Attack> {
    let mut best: Option<(i32, Attack)> = None;
    for at in 0..table.actor(who).weapons.len() as u8 {
        let attacks = full_burst(book, table, who, at);
        if attacks == 0 {
            continue;
        }
        for foe in table.known_foes(who).iter() {
            let Some(worth) = worth_of_attack(book, table, who, at, attacks, foe) else { continue };
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                let aim = Aim::At(smallvec![foe; usize::from(attacks)]);
                best = Some((worth, Attack { actor: who, weapon: at, ammo: None, aim }));
            }
        }
    }
    best.map(|(_, attack)| attack)
}

/// The most Attacks with a weapon at once: as many as it makes, is loaded for and there are AP for.
fn full_burst(book: &Crisis, table: &Table, who: ActorId, at: u8) -> u8 {
    let (actor, weapon) = (table.actor(who), table.weapon(who, at));
    let most = weapon.rof.min(attack::at_hand(&actor.weapons[usize::from(at)], weapon));
    (1..=most).rev().find(|&attacks| attack::cost(book, table, who, at, weapon, attacks) <= actor.ap).unwrap_or(0)
}

/// What so many Attacks on a foe are worth for each AP; `None` if the weapon cannot strike it, or would strike friends.
fn worth_of_attack(book: &Crisis, table: &Table, who: ActorId, at: u8, attacks: u8, foe: ActorId) -> Option<i32> {
    let weapon = table.weapon(who, at);
    let covered = attack::pick(book, table, who, weapon, foe).ok()?;
    if weapon.radius.is_some() && !is_safe(book, table, who, foe, weapon) {
        return None;
    }
    let skill = i32::from(table.sheet(who).die(weapon.skill).sides()) + i32::from(weapon.hit);
    let cover = covered.object.max(covered.stance);
    let hits = (skill - 3 * cover as i32).max(1) * i32::from(attacks);
    let distance = table.distance(&book.house, table.actor(who).place.cell, table.actor(foe).place.cell);
    Some(8 * (i32::from(weapon.dmg) + 2) * hits / i32::from(weapon.attack_ap.max(1)) - distance as i32)
}

/// Does an area around this one catch foes only?
fn is_safe(book: &Crisis, table: &Table, who: ActorId, target: ActorId, weapon: &Weapon) -> bool {
    let cell = table.actor(target).place.cell;
    !table.friends_of(who).iter().any(|id| area::catches(book, table, cell, weapon, id))
}

/// What a careful shooter does before the shot: kneels, and aims at what is covered.
fn prepare(book: &Crisis, table: &Table, who: ActorId, attack: &Attack) -> Option<Intent> {
    let weapon = table.weapon(who, attack.weapon);
    let actor = table.actor(who);
    let ap = attack::cost(book, table, who, attack.weapon, weapon, attack::count(attack));
    if weapon.is_melee() {
        return None;
    }
    if actor.stance == Stance::Standing && actor.ap > ap && stance::legal(table, who, Stance::Kneeling).is_ok() {
        return Some(Intent::Stance { actor: who, to: Stance::Kneeling });
    }
    let Aim::At(targets) = &attack.aim else { return None };
    let covered = crate::cover::between(book, table, who, targets[0], weapon);
    let hard = covered.object.max(covered.stance) >= Cover::Heavy;
    let aims = hard && ready::may_aim(book, table, who, attack.weapon).is_ok_and(|cost| actor.ap >= cost);
    aims.then_some(Intent::Aim { actor: who, weapon: attack.weapon, target: targets.first().copied() })
}

/// A healer goes to a friend who bleeds.
fn go_to_the_dying(book: &Crisis, table: &Table, who: ActorId) -> Option<Intent> {
    let skilled = table.sheet(who).die(crate::sheet::Skill::MEDICINE) > crate::sheet::Die::D4;
    let dying = table.those(|actor| actor.dying).both(table.friends_of(who));
    let patient = dying.iter().find(|&id| table.actor(id).is_here()).filter(|_| skilled)?;
    let (gait, most) = best_gait(book, table, who)?;
    go_towards(table, who, gait, most, table.actor(patient).place.cell)
}

/// Goes as near as it can to the nearest foe.
fn close_in(book: &Crisis, table: &Table, who: ActorId) -> Option<Intent> {
    let (gait, most) = best_gait(book, table, who)?;
    let here = table.actor(who).place.cell;
    let cells = table.known_foes(who).iter().map(|foe| table.actor(foe).place.cell);
    let goal = cells.min_by_key(|&cell| (table.distance(&book.house, here, cell), cell))?;
    go_towards(table, who, gait, most, goal)
}

/// The fastest way to go that leaves something to strike with, and how many squares that are.
fn best_gait(book: &Crisis, table: &Table, who: ActorId) -> Option<(Gait, u32)> {
    let actor = table.actor(who);
    [Gait::Run, Gait::Move, Gait::Crouch, Gait::Crawl].into_iter().find_map(|gait| {
        let leaves = if gait == Gait::Run { 2 } else { 0 };
        if actor.stance != gait.stance() || actor.ap < gait.ap() + leaves {
            return None;
        }
        movement::may(book, table, who, gait).ok().map(|most| (gait, most))
    })
}

fn go_towards(table: &Table, who: ActorId, gait: Gait, most: u32, goal: Cell) -> Option<Intent> {
    let path = movement::towards(table, who, goal, most)?;
    Some(Intent::Go(Go { actor: who, gait, path }))
}

/// Does a watcher take the first shot? At somebody who is up; a careful one holds while only friends move about.
fn shoots(table: &Table, policy: Policy, me: ActorId, active: ActorId, shots: &[Shot]) -> bool {
    let target = shots.first().and_then(|shot| shot.target);
    target.is_some_and(|target| !table.actor(target).incapacitated)
        && (policy != Policy::Careful || table.hostile(me, active))
}

/// What a policy answers.
pub fn answer(table: &Table, policy: Policy, who: Who, question: &Question, rng: &mut FastRng) -> usize {
    match (policy, question) {
        (_, Question::Tie { .. }) => 0, // CR-R17, CR-R18: automatic play does not agree on an order
        (Policy::Random, _) => rng.below(question.options() as u32) as usize,
        (_, Question::Watch { active, shots }) => match who {
            Who::Actor(me) => usize::from(shoots(table, policy, me, *active, shots)),
            _ => 0,
        },
        // Chances to react are taken; anything else gets the usual answer.
        (_, question) => match question.decline() {
            Some(decline) if question.options() > 1 => usize::from(decline == 0),
            _ => question.usual(),
        },
    }
}
