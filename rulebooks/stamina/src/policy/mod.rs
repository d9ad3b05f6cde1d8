//! How a machine plays: random legal, bold, careful.

mod attack;

use attack::{Foe, best_attack, foes, nearest};

use crate::{
    Intent, Question, Stamina,
    actions::{
        Action,
        attack::{Attack, legal},
        awareness,
        gear::{self, Handle, Handling},
        magic::{self, Magic, Working},
        movement::{Going, Move, may_stand_up, towards},
    },
    check::How,
    gm::GmIntent,
    offers,
    reach::{range, weapons},
    reason::No,
    recovery::{may_regain, may_restore},
    sheet::Primary,
    table::{Mode, Out, Posture, Table, WeaponRef},
    turn::{self, Cost},
};
use referee_dice::FastRng;
use referee_engine::{ActorId, ActorSet, Filled, Question as _, Seat, Status, System, Who, conformance, space::Cell};
use smallvec::smallvec;

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

/// What a policy does next for those of `by` who are to act. Outside of rounds everybody may act: the people are waited for
/// before rounds begin.
pub fn choose_for(book: &Stamina, table: &Table, policy: Policy, by: ActorSet, rng: &mut FastRng) -> Option<Intent> {
    let Status::Acting(acting) = book.status(table) else { return None };
    match acting.iter().all(|&who| by.contains(who)) {
        true => Some(choose(book, table, policy, rng)),
        false if table.clock.mode == Mode::Free => get_ready(book, table, by),
        false => None,
    }
}

/// Outside of rounds: everybody gets ready, then rounds begin.
fn outside(book: &Stamina, table: &Table) -> Intent {
    let begin = || offers::intent(book, table, Seat::Gm, &Filled::of("begin-rounds", None));
    let ready = get_ready(book, table, table.ids().collect());
    ready.or_else(|| begin().ok()).unwrap_or(Intent::Gm(GmIntent::EndRounds))
}

/// Those of `by` who are out of sight sneak; whoever they could come upon keeps watch.
fn get_ready(book: &Stamina, table: &Table, by: ActorSet) -> Option<Intent> {
    let active = || by.iter().filter(|&who| table.is_awake(who));
    for who in active() {
        let actor = table.actor(who);
        if actor.hidden
            && actor.stealth.is_none()
            && let Some(sneak) = say(book, table, who, "sneak")
        {
            return Some(sneak);
        }
    }
    let unwatched = |who: ActorId| {
        let actor = table.actor(who);
        let foes = awareness::sneakers(table, who).next().is_some();
        foes && !actor.hidden && !actor.surprised && actor.warning == 0 && !actor.turn.checked
    };
    active().filter(|&who| unwatched(who)).find_map(|who| say(book, table, who, "watch"))
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

/// The next act of whoever has the turn, if there is one that makes sense: it gets up, comes to its breath, casts, strikes,
/// arms itself, goes nearer.
fn act(book: &Stamina, table: &Table, who: ActorId, policy: Policy) -> Option<Intent> {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    if actor.posture != Posture::Standing && may_stand_up::<No>(book, table, who, Action::Walk).is_ok() {
        return Some(Intent::Move(Move { actor: who, how: Going::StandUp { action: Action::Walk } }));
    }
    let foes = foes(table, who);
    let foe = nearest(table, &foes)?;
    if policy == Policy::Careful && !actor.turn.slot_used {
        let worn = 2 * actor.defense < sheet.max_defense;
        let winded = actor.stamina < 3 || 2 * actor.stun >= sheet.max_stamina;
        if worn
            && actor.attacks == 0
            && let Some(regain) = regain(book, table, who)
        {
            return Some(regain);
        }
        if winded && let Some(restore) = restore(book, table, who) {
            return Some(restore);
        }
    }
    if actor.stamina == 0 && !actor.turn.slot_used {
        return restore(book, table, who).or_else(|| regain(book, table, who));
    }
    if sheet.arcane
        && let Some(spell) = conjure(book, table, who, foe)
    {
        return Some(spell);
    }
    let range = u32::from(range(table, who));
    if let Some(attack) = best_attack(book, table, who, &foes, foe.steps <= range, policy) {
        return Some(Intent::Attack(attack));
    }
    if let Some(gear) = arm_up(book, table, who) {
        return Some(gear);
    }
    close_in(book, table, who, foe, range, policy)
}

fn regain(book: &Stamina, table: &Table, who: ActorId) -> Option<Intent> {
    let regain = Intent::Regain { actor: who, perception: false, how: How::Roll };
    may_regain::<No>(book, table, who, How::Roll).is_ok().then_some(regain)
}

fn restore(book: &Stamina, table: &Table, who: ActorId) -> Option<Intent> {
    may_restore::<No>(book, table, who, How::Roll).is_ok().then_some(Intent::Restore { actor: who, how: How::Roll })
}

/// A caster throws what it keeps; otherwise it gathers as long as it can, shapes it, and releases; or casts.
fn conjure(book: &Stamina, table: &Table, who: ActorId, foe: Foe) -> Option<Intent> {
    let actor = table.actor(who);
    let work = |what: Working| {
        let magic = Magic { actor: who, what, how: How::Roll };
        magic::legal::<No>(book, table, &magic).is_ok().then_some(Intent::Magic(magic))
    };
    if actor.kept.is_some() {
        let (action, weapon, target) = (Action::Loose, WeaponRef::Effect, foe.id);
        let attack = Attack { actor: who, action, weapon, target, item: None, dice: 0, lowered: false };
        return legal::<No>(book, table, &attack).is_ok().then_some(Intent::Attack(attack));
    }
    if actor.turn.slot_used || foe.steps <= 1 {
        return None;
    }
    let aptitude = table.sheet(who).skill(Primary::ArcaneAptitude);
    if actor.craft.stored > 0 {
        if actor.craft.row < aptitude && actor.craft.stored < 8 && actor.craft.shaped() == 0 {
            return work(Working::Gather);
        }
        if actor.craft.unshaped() > 2 {
            return work(Working::Shape);
        }
        return work(Working::Release { target: who });
    }
    if actor.stamina < 3 {
        return None;
    }
    let thrown = table.sheet(who).spells.iter().find(|&&spell| table.setup.spells[usize::from(spell)].thrown);
    if let Some(&spell) = thrown
        && actor.stamina < 8
    {
        return work(Working::Cast { spell, ungated: false, target: who });
    }
    work(Working::Gather)
}

/// Loads, readies ammunition, or draws what is carried.
fn arm_up(book: &Stamina, table: &Table, who: ActorId) -> Option<Intent> {
    let actor = table.actor(who);
    let handle = |what: Handling| {
        let handle = Handle { actor: who, what, lowered: false };
        gear::legal::<No>(book, table, &handle).is_ok().then_some(Intent::Gear(handle))
    };
    let bow = actor.held.iter().map(|held| held.item).find(|&item| table.item_sheet(item).ranged.is_some());
    if let Some(item) = bow {
        return handle(Handling::Load { item }).or_else(|| handle(Handling::ReadyAmmo));
    }
    if !actor.held.is_empty() {
        return None;
    }
    let near = table.item_ids().filter(|&item| gear::within_reach(table, who, item));
    let blades = near.filter(|&item| table.item_sheet(item).melee.is_some());
    blades
        .map(|item| gear::empty_handed(table, item))
        .find_map(|held| handle(Handling::Ready { items: smallvec![held] }))
}

/// Goes as near to a foe as it can; it does not spend its last stamina on that.
fn close_in(book: &Stamina, table: &Table, who: ActorId, foe: Foe, range: u32, policy: Policy) -> Option<Intent> {
    let actor = table.actor(who);
    if actor.moves > 1 || foe.steps <= range {
        return None;
    }
    let keeps = if policy == Policy::Careful { 4 } else { 2 };
    let action = if actor.moves == 0 && actor.stamina >= 2 + keeps { Action::Dash } else { Action::Walk };
    turn::may::<No>(book, table, who, &Cost::of_move(table, who, action)).ok()?;
    let (space, goal) = (&table.setup.space, table.actor(foe.id).place);
    let left = |cell: Cell| space.fewest_steps(cell, goal.cell).saturating_sub(range.min(2));
    let path = towards(book, table, who, action, left)?;
    Some(Intent::Move(Move { actor: who, how: Going::On { action, path } }))
}

/// What a policy answers.
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
    nearest(table, &foes(table, me)).map(|foe| table.sheet(foe.id).av).is_some_and(|av| av >= best && av > 0)
}
