//! How a machine plays: random legal, bold, careful.

use crate::{
    Crisis, Intent, Question,
    actions::{
        aid,
        attack::{self, Aim, Attack},
        movement::{self, Gait, Go},
        overwatch, ready, stance,
    },
    gm::GmIntent,
    offers,
    sheet::Cover,
    table::{Mode, Stance, Table},
    turn::{long, order},
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
    /// Looks after the Dying, kneels to shoot, aims at what is covered, and watches when there is nothing to shoot at.
    Careful,
}

/// What a creature is worth to its side: unhurt and up is best.
pub fn worth(table: &Table, who: ActorId) -> u32 {
    let actor = table.actor(who);
    if actor.is_dead() {
        return 0;
    }
    let base: u32 = match (actor.is_dying(), actor.is_incapacitated()) {
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
        Policy::Bold => act(book, table, who, false).unwrap_or(Intent::EndTurn(who)),
        Policy::Careful => act(book, table, who, true).unwrap_or(Intent::EndTurn(who)),
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

fn act(book: &Crisis, table: &Table, who: ActorId, careful: bool) -> Option<Intent> {
    if table.clock.mode != Mode::Crisis {
        return None;
    }
    if table.actor(who).long.is_some() && long::may_go_on(table, who).is_ok() {
        return Some(Intent::Continue(who));
    }
    let dying = |&id: &ActorId| !table.hostile(who, id) && table.actor(id).is_dying();
    if let Some(patient) = table.ids().filter(dying).find(|&id| aid::may_stabilise(book, table, who, id).is_ok()) {
        return Some(Intent::Stabilise { actor: who, patient });
    }
    if careful && let Some(help) = go_to_the_dying(book, table, who) {
        return Some(help);
    }
    if let Some(attack) = best_attack(book, table, who) {
        if careful && let Some(first) = prepare(book, table, who, &attack) {
            return Some(first);
        }
        return Some(Intent::Attack(attack));
    }
    let is_empty = |at: u8| table.weapon(who, at).capacity > 0 && table.actor(who).weapons[usize::from(at)].loaded == 0;
    let empty =
        (0..table.actor(who).weapons.len() as u8).find(|&at| is_empty(at) && ready::may_reload(table, who, at).is_ok());
    if let Some(weapon) = empty {
        return Some(Intent::Reload { actor: who, weapon });
    }
    if careful && has_ranged(table, who) && overwatch::legal(book, table, who).is_ok() && table.actor(who).ap >= 4 {
        return Some(Intent::Overwatch(who));
    }
    if table.actor(who).stance != Stance::Standing && stance::legal(table, who, Stance::Standing).is_ok() {
        return Some(Intent::Stance { actor: who, to: Stance::Standing });
    }
    close_in(book, table, who)
}

/// Has it something loaded that reaches further than an arm?
fn has_ranged(table: &Table, who: ActorId) -> bool {
    (0..table.actor(who).weapons.len() as u8)
        .any(|at| attack::may_use(table, who, at, 1).is_ok_and(|weapon| !weapon.is_melee()))
}

/// The enemies that this creature knows of and that are still up.
fn foes(table: &Table, who: ActorId) -> impl Iterator<Item = ActorId> + '_ {
    table.ids().filter(move |&id| {
        let actor = table.actor(id);
        table.hostile(who, id)
            && actor.is_here()
            && !actor.is_incapacitated()
            && !table.actor(who).unaware_of.contains(id)
    })
}

/// The hardest blow that can be struck now: at the nearest, at the least covered; a full burst; no friend in an area.
fn best_attack(book: &Crisis, table: &Table, who: ActorId) -> Option<Attack> {
    let here = table.actor(who).place.cell;
    let mut best: Option<(i32, Attack)> = None;
    for at in 0..table.actor(who).weapons.len() as u8 {
        let weapon = table.weapon(who, at);
        let fits = |attacks: &u8| attack::cost(book, table, who, at, weapon, *attacks) <= table.actor(who).ap;
        let most = weapon.rof.min(attack::at_hand(table, who, at));
        let Some(attacks) = (1..=most).rev().find(fits) else { continue };
        for foe in foes(table, who) {
            let there = table.actor(foe).place.cell;
            if !attack::in_range(book, table, here, there, weapon)
                || attack::can_strike(book, table, who, weapon, foe).is_err()
            {
                continue;
            }
            if weapon.radius.is_some() && !is_safe(book, table, who, there, weapon) {
                continue;
            }
            let covered = crate::cover::between(book, table, who, foe, weapon);
            let cover = i32::from(covered.object.max(covered.stance) as u8);
            let die = i32::from(table.sheet(who).die(weapon.skill).sides());
            let distance = table.distance(&book.house, here, there) as i32;
            let blow =
                (i32::from(weapon.dmg) + 2) * (die + i32::from(weapon.hit) - 3 * cover).max(1) * i32::from(attacks);
            let value = 8 * blow / i32::from(weapon.attack_ap.max(1)) - distance;
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                let aim = Aim::At(smallvec![foe; usize::from(attacks)]);
                best = Some((value, Attack { actor: who, weapon: at, ammo: None, aim }));
            }
        }
    }
    best.map(|(_, attack)| attack)
}

/// Does an area there catch foes only?
fn is_safe(book: &Crisis, table: &Table, who: ActorId, cell: Cell, weapon: &crate::sheet::Weapon) -> bool {
    crate::actions::area::inside(book, table, cell, weapon).iter().all(|&id| table.hostile(who, id))
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
    let dying = |id: &ActorId| !table.hostile(who, *id) && table.actor(*id).is_dying() && table.actor(*id).is_here();
    let patient = table.ids().find(dying).filter(|_| skilled)?;
    go_towards(book, table, who, table.actor(patient).place.cell)
}

/// Goes as near as it can to the nearest foe.
fn close_in(book: &Crisis, table: &Table, who: ActorId) -> Option<Intent> {
    let here = table.actor(who).place.cell;
    let goal = foes(table, who)
        .map(|foe| table.actor(foe).place.cell)
        .min_by_key(|&cell| (table.distance(&book.house, here, cell), cell))?;
    go_towards(book, table, who, goal)
}

fn go_towards(book: &Crisis, table: &Table, who: ActorId, goal: Cell) -> Option<Intent> {
    let gaits = [Gait::Run, Gait::Move, Gait::Crouch, Gait::Crawl];
    let gait = gaits.into_iter().find(|&gait| {
        let actor = table.actor(who);
        let leaves = if gait == Gait::Run { 2 } else { 0 };
        actor.stance == gait.stance() && actor.ap >= gait.ap() + leaves && movement::may(book, table, who, gait).is_ok()
    })?;
    let most = movement::squares(book, table, who, gait);
    let path = movement::towards(table, who, goal, most)?;
    Some(Intent::Go(Go { actor: who, gait, path }))
}

/// What a policy answers.
#[inline]
pub fn answer(table: &Table, policy: Policy, who: Who, question: &Question, rng: &mut FastRng) -> usize {
    match (policy, question) {
        // CR-R17, CR-R18: automatic play does not agree on an order.
        (_, Question::Tie { .. }) => 0,
        (Policy::Random, _) => rng.below(question.options() as u32) as usize,
        // A careful watcher holds while only friends move about.
        (Policy::Careful, Question::Watch { active, .. }) => match who {
            Who::Actor(me) => usize::from(table.hostile(me, *active)),
            _ => 0,
        },
        // Chances to react are taken; anything else gets the usual answer.
        (_, question) => match question.decline() {
            Some(decline) if question.options() > 1 => usize::from(decline == 0),
            _ => question.usual(),
        },
    }
}
