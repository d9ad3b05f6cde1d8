//! How a machine plays: random legal, bold, careful.

use crate::{
    Crisis, Question,
    acts::{
        Attack, Begin, EndTurn, GoOn, Kneel, Overwatch, Reload, Stabilise, StandUp, TakeAim, attack,
        movement::{self, Gait, Go, Going},
        overwatch::{Shot, Watch},
        reload::may_reload,
        value::{See, WeaponAt},
    },
    sheet::{Cover, Weapon},
    table::{Stance, Table},
    turn::{self, order},
};
use referee_dice::FastRng;
use referee_engine::{
    ActorId, ActorSet, Question as _, Seat,
    act::{self, Acts as _, Gm, Listed, Seen, Several},
    conformance,
    space::Cell,
};

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

/// An act that a policy chose.
pub type Planned = act::Planned<Crisis>;

/// What a policy does next.
pub fn choose(book: &Crisis, table: &Table, policy: Policy, rng: &mut FastRng) -> Planned {
    let see = &Seen::truth(book, table);
    let Some(who) = table.acting() else { return begin(see) };
    let planned = match policy {
        Policy::Random => anything(see, who, rng),
        Policy::Bold => act(see, who, false),
        Policy::Careful => act(see, who, true),
    };
    planned.unwrap_or_else(|| does(see, who, EndTurn {}).expect("whoever has the turn may end it"))
}

/// CR-D06: outside a crisis the machine begins one, with every additional turn that is due.
fn begin(see: See<'_, '_>) -> Planned {
    let ambush: Several<ActorId> = order::ambushers(see).collect();
    let begins = Planned::of(see, Gm, Begin { ambush: ambush.into() });
    begins.expect("somebody is left who can act")
}

/// This act of somebody, if it may be done.
fn does<A: Listed<Crisis, By = ActorId>>(see: See<'_, '_>, who: ActorId, act: A) -> Option<Planned> {
    Planned::of(see, who, act)
}

/// Any offer of the one whose turn it is, filled at random; the turn ends with a chance, so that fights end.
fn anything(see: See<'_, '_>, who: ActorId, rng: &mut FastRng) -> Option<Planned> {
    if rng.below(6) == 0 {
        return None;
    }
    let (book, table, seat) = (see.book, see.table, Seat::Player(ActorSet::EMPTY.with(who)));
    let mut all = act::offers(book, table, seat);
    all.retain(|offer| offer.refused.is_none());
    for _ in 0..8 {
        let offer = all.get(rng.below(all.len().max(1) as u32) as usize)?;
        if let Ok(filled) = conformance::fill(book, table, seat, offer, rng)
            && let Ok(intent) = act::intent(book, table, seat, &filled)
            && let Ok(ready) = intent.ready(see)
        {
            return Some(Planned { intent, ready });
        }
    }
    None
}

/// The next act of this creature; none if none makes sense.
fn act(see: See<'_, '_>, who: ActorId, careful: bool) -> Option<Planned> {
    let (book, table) = (see.book, see.table);
    if table.actor(who).long.is_some()
        && let Some(goes_on) = does(see, who, GoOn {})
    {
        return Some(goes_on);
    }
    if let Some(saves) = save(see, who) {
        return Some(saves);
    }
    if careful && let Some(help) = go_to_the_dying(see, who) {
        return Some(help);
    }
    if let Some(attack) = best_attack(book, table, who) {
        if careful && let Some(first) = prepare(see, who, attack) {
            return Some(first);
        }
        return does(see, who, Attack::on(attack.weapon, attack.foe, attack.attacks));
    }
    if let Some(weapon) = empty_weapon(table, who) {
        return does(see, who, Reload { weapon: WeaponAt(weapon).into() });
    }
    // Whoever has all AP that it can hold has waited long enough: two sides out of sight would watch for ever.
    let may_wait = (4..turn::MOST_AP).contains(&table.actor(who).ap);
    if careful
        && may_wait
        && has_ranged(table, who)
        && let Some(watches) = does(see, who, Overwatch {})
    {
        return Some(watches);
    }
    does(see, who, StandUp {}).or_else(|| close_in(see, who))
}

/// Stabilises a friend who is Dying.
fn save(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let dying = see.those(|actor| actor.dying).both(see.friends_of(who));
    dying.iter().find_map(|patient| does(see, who, Stabilise { patient: patient.into() }))
}

/// A weapon that is empty and can be reloaded now.
fn empty_weapon(table: &Table, who: ActorId) -> Option<u8> {
    let carried = (0..).zip(table.actor(who).weapons.iter());
    let mut empty = carried.filter(|(_, carried)| carried.loaded == 0).map(|(at, _)| at);
    empty.find(|&at| may_reload(table, who, at).is_ok())
}

/// Has it something loaded that reaches further than an arm?
fn has_ranged(table: &Table, who: ActorId) -> bool {
    (0..table.actor(who).weapons.len() as u8)
        .any(|at| attack::may_use(table, who, at, 1).is_ok_and(|weapon| !weapon.is_melee()))
}

/// So many Attacks with a weapon on a foe.
#[derive(Clone, Copy)]
struct Blow {
    weapon: u8,
    attacks: u8,
    foe: ActorId,
}

/// The hardest blow that can be struck now: at the nearest, at the least covered; a full burst; no friend in an area.
fn best_attack(book: &Crisis, table: &Table, who: ActorId) -> Option<Blow> {
    let mut best: Option<(i32, Blow)> = None;
    for weapon in WeaponAt::of(table, who) {
        let attacks = full_burst(book, table, who, weapon);
        if attacks == 0 {
            continue;
        }
        for foe in table.known_foes(who).iter() {
            let Some(worth) = worth_of_attack(book, table, who, weapon, attacks, foe) else { continue };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, Blow { weapon, attacks, foe }));
            }
        }
    }
    best.map(|(_, blow)| blow)
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
    !table.friends_of(who).iter().any(|id| attack::catches(book, table, cell, weapon, id))
}

/// What a careful shooter does before the shot: kneels, and aims at what is covered.
fn prepare(see: See<'_, '_>, who: ActorId, blow: Blow) -> Option<Planned> {
    let (book, table) = (see.book, see.table);
    let (weapon, actor) = (table.weapon(who, blow.weapon), table.actor(who));
    let ap = attack::cost(book, table, who, blow.weapon, weapon, blow.attacks);
    if weapon.is_melee() {
        return None;
    }
    if actor.stance == Stance::Standing
        && actor.ap > ap
        && let Some(kneels) = does(see, who, Kneel {})
    {
        return Some(kneels);
    }
    let covered = crate::cover::between(book, table, who, blow.foe, weapon);
    let hard = covered.object.max(covered.stance) >= Cover::Heavy;
    let aims = TakeAim { weapon: WeaponAt(blow.weapon).into(), target: blow.foe.into() };
    hard.then(|| does(see, who, aims)).flatten()
}

/// A healer goes to a friend who bleeds.
fn go_to_the_dying(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let table = see.table;
    let skilled = table.sheet(who).die(crate::sheet::Skill::MEDICINE) > crate::sheet::Die::D4;
    let dying = table.those(|actor| actor.dying).both(table.friends_of(who));
    let patient = dying.iter().find(|&id| table.actor(id).is_here()).filter(|_| skilled)?;
    go_towards(see, who, table.actor(patient).place.cell)
}

/// Goes as near as it can to the nearest foe.
fn close_in(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let table = see.table;
    let here = table.actor(who).place.cell;
    let cells = table.known_foes(who).iter().map(|foe| table.actor(foe).place.cell);
    let goal = cells.min_by_key(|&cell| (table.distance(&see.book.house, here, cell), cell))?;
    go_towards(see, who, goal)
}

/// Goes near a square, in the fastest way that leaves something to strike with.
fn go_towards(see: See<'_, '_>, who: ActorId, goal: Cell) -> Option<Planned> {
    let (table, actor) = (see.table, see.actor(who));
    let gaits = [Gait::Run, Gait::Move, Gait::Crouch, Gait::Crawl];
    let (gait, most) = gaits.into_iter().find_map(|gait| {
        let leaves = if gait == Gait::Run { 2 } else { 0 };
        if actor.stance != gait.stance() || actor.ap < gait.ap() + leaves {
            return None;
        }
        movement::may(see.book, table, who, gait).ok().map(|most| (gait, most))
    })?;
    match gait {
        Gait::Move => goes::<0>(table, who, goal, most),
        Gait::Run => goes::<1>(table, who, goal, most),
        Gait::Crouch => goes::<2>(table, who, goal, most),
        Gait::Crawl => goes::<3>(table, who, goal, most),
    }
}

fn goes<const GAIT: usize>(table: &Table, who: ActorId, goal: Cell, most: u32) -> Option<Planned>
where
    Go<GAIT>: Listed<Crisis, By = ActorId, Ready = Going>,
{
    let (act, going) = Go::<GAIT>::towards(table, who, goal, most)?;
    Some(Planned::with(who, act, going))
}

/// Does a watcher take the first shot? At somebody who is up; a careful one holds while only friends move about.
fn shoots(table: &Table, policy: Policy, me: ActorId, active: ActorId, shots: &[Shot]) -> bool {
    let target = shots.first().and_then(|shot| shot.target);
    target.is_some_and(|target| !table.actor(target).incapacitated)
        && (policy != Policy::Careful || table.hostile(me, active))
}

/// What a policy answers.
pub fn answer(table: &Table, policy: Policy, question: &Question, rng: &mut FastRng) -> usize {
    match (policy, question) {
        (_, Question::Tie(_)) => 0, // CR-R17, CR-R18: automatic play does not agree on an order
        (Policy::Random, _) => rng.below(question.options() as u32) as usize,
        (_, Question::Watch(Watch { who, active, shots })) => usize::from(shoots(table, policy, *who, *active, shots)),
        // Chances to react are taken; anything else gets the usual answer.
        (_, question) => match question.decline() {
            Some(decline) if question.options() > 1 => usize::from(decline == 0),
            _ => question.usual(),
        },
    }
}
