//! How a machine plays: random legal, bold, careful.

mod attack;
mod grounds;

use attack::{
    Foe, all_foes, attacks_worth_trying, best_attack, foes, has_attack_without_slot, nearest, nearest_beside,
};

pub use grounds::grounds;

use crate::{
    Intent, Question, Stamina,
    actions::{
        Action, Class,
        attack::{Attack, legal},
        awareness,
        gear::{self, Handle, Handling},
        magic::{self, Magic, Working},
        movement::{Going, Move, may_stand_up, towards},
    },
    check::How,
    gm::GmIntent,
    offers,
    reach::range,
    reason::No,
    recovery::{may_regain, may_restore},
    sheet::Primary,
    table::{Hands, Mark, Mode, Out, Posture, Table, WeaponRef},
    turn::{self, Cost},
};
use referee_dice::FastRng;
use referee_engine::{ActorId, ActorSet, Filled, Question as _, Seat, Who, conformance, space::Cell};
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

/// Outside of rounds: those who are out of sight sneak, somebody keeps watch, then rounds begin.
fn outside(book: &Stamina, table: &Table) -> Intent {
    for who in table.ids().filter(|&who| table.is_awake(who)) {
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
        let foes = awareness::sneakers(table, who).next().is_some();
        foes && !actor.hidden && !actor.surprised && actor.warning == 0 && !actor.turn.has(Mark::Checked)
    };
    for who in table.ids().filter(|&who| table.is_awake(who) && unwatched(who)) {
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
    let actor = table.actor(who);
    if actor.posture != Posture::Standing && may_stand_up::<No>(book, table, who, Action::Walk).is_ok() {
        return Some(Intent::Move(Move { actor: who, how: Going::StandUp { action: Action::Walk } }));
    }
    let hands = table.hands(who);
    let worth_trying = attacks_worth_trying(table, who, hands, policy);
    let beside = all_foes(table, who).both(table.beside(who));
    if !may_go_on(table, who, beside, hands, policy) {
        debug_assert!(go_on(book, table, who, policy, &worth_trying).is_none(), "nothing is left to do");
        return None;
    }
    go_on(book, table, who, policy, &worth_trying)
}

/// Is it still somebody's turn that has nothing left to do in it? Then this policy ends it, as `act` does.
#[inline(always)] // asked after every act
pub fn is_done(book: &Stamina, table: &Table, policy: Policy, who: ActorId) -> bool {
    if (table.acting() != Some(who)) | table.over.is_some() | (policy == Policy::Random) {
        return false;
    }
    let hands = table.hands(who);
    let beside = all_foes(table, who).both(table.beside(who));
    let is_done = table.actor(who).posture == Posture::Standing && !may_go_on(table, who, beside, hands, policy);
    debug_assert!(!is_done || act(book, table, who, policy).is_none(), "nothing is left to do");
    is_done
}

/// Is there anything left to do in this turn? Whoever has used its slot can only take an attack that needs none, load what
/// takes no time, or go nearer with its first move, unless somebody is beside it already.
#[inline(always)] // asked before every act
fn may_go_on(table: &Table, who: ActorId, beside: ActorSet, hands: &Hands, policy: Policy) -> bool {
    let (actor, facts) = (table.actor(who), table.setup.sheets.facts(who));
    let turn = &actor.turn;
    let may_load = (hands.shoots > 0) & !turn.zero().contains(Action::Load);
    let may = !turn.has(Mark::SlotUsed) | may_load | has_attack_without_slot(actor, facts, policy);
    may || (actor.moves == 0 && !beside.iter().any(|foe| table.is_aware(who, foe)))
}

/// The same for whoever is on its feet: it comes to its breath, casts, strikes, arms itself, goes nearer.
fn go_on(
    book: &Stamina,
    table: &Table,
    who: ActorId,
    policy: Policy,
    worth_trying: &[(Action, bool)],
) -> Option<Intent> {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let range = u32::from(range(table, who));
    let flies = worth_trying.iter().any(|&(action, is)| is && action.class() == Class::Ranged);
    let foes = foes(table, who, range <= 1 && !flies);
    let foe = nearest(table, &foes)?;
    if policy == Policy::Careful && !actor.turn.has(Mark::SlotUsed) {
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
    if actor.stamina == 0 && !actor.turn.has(Mark::SlotUsed) {
        return restore(book, table, who).or_else(|| regain(book, table, who));
    }
    if sheet.arcane
        && let Some(spell) = conjure(book, table, who, foe)
    {
        return Some(spell);
    }
    if let Some(attack) = best_attack(book, table, who, &foes, foe.steps <= range, worth_trying) {
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
    if actor.turn.has(Mark::SlotUsed) || foe.steps <= 1 {
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
    if let Some(item) = actor.bow() {
        // What rules out most comes first.
        let may_load = !table.item(item).loaded && actor.ready_ammo > 0;
        let may_ready = !actor.turn.has(Mark::SlotUsed) && actor.ammo > 0;
        let load = if may_load { handle(Handling::Load { item }) } else { None };
        return if load.is_none() && may_ready { handle(Handling::ReadyAmmo) } else { load };
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

/// Nobody who plays boldly takes cover: what it would be offered does not matter.
#[inline]
pub fn declines(policy: Policy, question: &Question) -> bool {
    match question {
        Question::TakeCover { .. } => policy == Policy::Bold,
        _ => false,
    }
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
    let facts = table.setup.sheets.facts(me);
    let armoured = table.setup.sheets.armoured(facts.body_apv.max(table.hands(me).apv).max(1));
    // Mostly somebody is beside it, and then nobody else is nearer; and where all of those are alike, whoever it is is so too.
    let beside = all_foes(table, me).both(table.beside(me));
    let are_alike = !beside.meets(armoured) | beside.except(armoured).is_empty();
    if are_alike && beside.iter().any(|foe| table.is_aware(me, foe)) {
        return beside.meets(armoured);
    }
    let nearest = nearest_beside(table, me).or_else(|| nearest(table, &foes(table, me, false)).map(|foe| foe.id));
    nearest.is_some_and(|foe| armoured.contains(foe))
}
