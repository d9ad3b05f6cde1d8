//! How a machine plays: random legal, bold, careful.

mod attack;

use attack::{Foe, best_attack, foes, nearest};

use crate::{
    Question, Stamina,
    action::Action,
    acts::{
        Bash, Basic, BeginRounds, Cast, Dash, EndRounds, EndTurn, Gather, Load, Loose, OffHand, Power, Quick, Ready,
        ReadyAmmo, Regain, Release, Restore, Shape, Sneak, StandUp, Throw, Walk, Watch,
        attack::{Attack, Blow, Technique, goes_with, may_declare, may_strike},
        gear,
        magic::cast::SpellAt,
        movement::{stand_up::MoveAction, towards, walk::Walking, way},
        regain::With,
        value::See,
        watch::sneakers,
    },
    check::How,
    reach::{range, weapons},
    sheet::Primary,
    table::{Mode, Out, Posture, Table, WeaponRef},
    turn::{self, Cost},
};
use referee_dice::FastRng;
use referee_engine::{
    ActorId, ActorSet, Question as _, Seat, Status, System, Who,
    act::{self, Acts as _, Gm, Listed, Open, Seen, Several, Within},
    conformance,
    space::Cell,
};

/// An act that a policy chose.
pub type Planned = act::Planned<Stamina>;

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
pub fn choose(book: &Stamina, table: &Table, policy: Policy, rng: &mut FastRng) -> Planned {
    let see = &Seen::truth(book, table);
    let Some(who) = table.acting().filter(|_| table.clock.mode == Mode::Rounds) else {
        return outside(see);
    };
    let planned = if policy == Policy::Random { anything(see, who, rng) } else { act(see, who, policy) };
    planned.unwrap_or_else(|| done(see, who))
}

/// What a policy does next for those of `by` who are to act. Outside of rounds everybody may act: the people are waited for
/// before rounds begin.
pub fn choose_for(book: &Stamina, table: &Table, policy: Policy, by: ActorSet, rng: &mut FastRng) -> Option<Planned> {
    let Status::Acting(acting) = book.status(table) else { return None };
    match acting.iter().all(|&who| by.contains(who)) {
        true => Some(choose(book, table, policy, rng)),
        false if table.clock.mode == Mode::Free => get_ready(&Seen::truth(book, table), by),
        false => None,
    }
}

/// This act of somebody, if it may be done.
fn does<A: Listed<Stamina, By = ActorId>>(see: See<'_, '_>, who: ActorId, act: A) -> Option<Planned> {
    Planned::of(see, who, act)
}

fn done(see: See<'_, '_>, who: ActorId) -> Planned {
    does(see, who, EndTurn {}).expect("whose turn it is may end it")
}

/// Outside of rounds: everybody gets ready, then rounds begin.
fn outside(see: See<'_, '_>) -> Planned {
    get_ready(see, see.ids().collect())
        .or_else(|| begin_rounds(see))
        .or_else(|| end_rounds(see))
        .expect("rounds can begin")
}

/// With what watches and Alertness Checks have given (ST-D31).
fn begin_rounds(see: See<'_, '_>) -> Option<Planned> {
    let given = |is: fn(&crate::table::Actor) -> bool| -> Open<Several<ActorId>> {
        see.active().iter().filter(|who| is(see.actor(*who))).collect::<Several<_>>().into()
    };
    let begin = BeginRounds {
        surprised: given(|actor| actor.surprised),
        flat_footed: given(|actor| actor.flat_footed),
        warned: given(|actor| actor.warning > 0),
        rounds: Within(0).into(),
    };
    Planned::of(see, Gm, begin)
}

fn end_rounds(see: See<'_, '_>) -> Option<Planned> {
    Planned::of(see, Gm, EndRounds {})
}

/// Those of `by` who are out of sight sneak; whoever they could come upon keeps watch.
fn get_ready(see: See<'_, '_>, by: ActorSet) -> Option<Planned> {
    let active = || by.iter().filter(|&who| see.is_awake(who));
    for who in active() {
        let actor = see.actor(who);
        if actor.hidden
            && actor.stealth.is_none()
            && let Some(sneak) = does(see, who, Sneak {})
        {
            return Some(sneak);
        }
    }
    let unwatched = |who: ActorId| {
        let actor = see.actor(who);
        let foes = sneakers(see, who).next().is_some();
        foes && !actor.hidden && !actor.surprised && actor.warning == 0 && !actor.turn.checked
    };
    active().filter(|&who| unwatched(who)).find_map(|who| does(see, who, Watch { how: How::Roll.into() }))
}

/// Any offer of the one who acts, filled at random; the turn ends with a chance, so that fights end.
fn anything(see: See<'_, '_>, who: ActorId, rng: &mut FastRng) -> Option<Planned> {
    if rng.below(6) == 0 {
        return None;
    }
    let (book, table) = (see.book, see.table);
    let seat = Seat::Player([who].into_iter().collect());
    let mut all = act::offers(book, table, seat);
    all.retain(|offer| offer.refused.is_none() && offer.actor == Some(who) && offer.verb != "face");
    for _ in 0..8 {
        let offer = all.get(rng.below(all.len().max(1) as u32) as usize)?;
        // What the true table bars, because of somebody unseen, is left to people.
        if let Ok(filled) = conformance::fill(book, table, seat, offer, rng)
            && let Ok(intent) = act::intent(book, table, seat, &filled)
            && let Ok(ready) = intent.ready(see)
        {
            return Some(Planned { intent, ready });
        }
    }
    None
}

/// The next act of whoever has the turn, if there is one that makes sense: it gets up, comes to its breath, casts, strikes,
/// arms itself, goes nearer.
fn act(see: See<'_, '_>, who: ActorId, policy: Policy) -> Option<Planned> {
    let (book, table) = (see.book, see.table);
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    if actor.posture != Posture::Standing
        && let Some(up) = does(see, who, StandUp { with: MoveAction::Walk.into() })
    {
        return Some(up);
    }
    let foes = foes(table, who);
    let foe = nearest(table, &foes)?;
    if policy == Policy::Careful && !actor.turn.slot_used {
        let worn = 2 * actor.defense < sheet.max_defense;
        let winded = actor.stamina < 3 || 2 * actor.stun >= sheet.max_stamina;
        if worn
            && actor.attacks == 0
            && let Some(regain) = regain(see, who)
        {
            return Some(regain);
        }
        if winded && let Some(restore) = restore(see, who) {
            return Some(restore);
        }
    }
    if actor.stamina == 0 && !actor.turn.slot_used {
        return restore(see, who).or_else(|| regain(see, who));
    }
    if sheet.arcane
        && let Some(spell) = conjure(see, who, foe)
    {
        return Some(spell);
    }
    let range = u32::from(range(table, who));
    if let Some(blow) = best_attack(book, table, who, &foes, foe.steps <= range, policy) {
        return strike(see, blow);
    }
    if let Some(gear) = arm_up(see, who) {
        return Some(gear);
    }
    close_in(see, who, foe, range, policy)
}

/// An attack that is known to be legal.
fn strike(see: See<'_, '_>, blow: Blow) -> Option<Planned> {
    let Attack { actor: who, technique, weapon, target, .. } = blow.attack;
    let (weapon, target, lowered) = (weapon.into(), target.into(), false.into());
    debug_assert!(goes_with(see, &blow.attack, &blow.arm).is_ok(), "nothing is left to be said");
    Some(match technique {
        Technique::Basic => Planned::with(who, Basic { weapon, target }, blow),
        Technique::Bash => Planned::with(who, Bash { weapon, target }, blow),
        Technique::OffHand => Planned::with(who, OffHand { weapon, target }, blow),
        Technique::Power => Planned::with(who, Power { weapon, target }, blow),
        Technique::Quick => Planned::with(who, Quick { weapon, target }, blow),
        Technique::Loose => Planned::with(who, Loose { weapon, target, lowered }, blow),
        Technique::Throw => Planned::with(who, Throw { weapon, target, lowered }, blow),
        Technique::Disarm
        | Technique::Distracting
        | Technique::Flurry
        | Technique::HalfSword
        | Technique::Lunge
        | Technique::Reckless
        | Technique::Trip => return None, // no policy takes these
    })
}

fn regain(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    does(see, who, Regain { with: With::Reflexes.into(), how: How::Roll.into() })
}

fn restore(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    does(see, who, Restore { how: How::Roll.into() })
}

/// A caster throws what it keeps; otherwise it gathers as long as it can, shapes it, and releases; or casts.
fn conjure(see: See<'_, '_>, who: ActorId, foe: Foe) -> Option<Planned> {
    let actor = see.actor(who);
    if actor.kept.is_some() {
        let attack = Attack::of(who, Technique::Loose, WeaponRef::Effect, foe.id);
        may_declare(see.book, see.table, &attack).ok()?;
        return strike(see, Blow { attack, arm: may_strike(see.table, &attack).ok()? });
    }
    if actor.turn.slot_used || foe.steps <= 1 {
        return None;
    }
    let gather = || does(see, who, Gather { how: How::Roll.into() });
    let aptitude = see.sheet(who).skill(Primary::ArcaneAptitude);
    if actor.craft.stored > 0 {
        if actor.craft.row < aptitude && actor.craft.stored < 8 && actor.craft.shaped() == 0 {
            return gather();
        }
        if actor.craft.unshaped() > 2 {
            return does(see, who, Shape { how: How::Roll.into() });
        }
        return does(see, who, Release { target: who.into() });
    }
    if actor.stamina < 3 {
        return None;
    }
    let thrown = see.sheet(who).spells.iter().find(|&&spell| see.setup.spells[usize::from(spell)].thrown);
    if let Some(&spell) = thrown
        && actor.stamina < 8
    {
        let (spell, ungated, how) = (SpellAt(spell).into(), false.into(), How::Roll.into());
        return does(see, who, Cast { spell, target: Open::default(), ungated, how });
    }
    gather()
}

/// Loads, readies ammunition, or draws what is carried.
fn arm_up(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let actor = see.actor(who);
    let bow = actor.held.iter().map(|held| held.item).find(|&item| see.item_sheet(item).ranged.is_some());
    if let Some(item) = bow {
        let load = does(see, who, Load { item: item.into(), lowered: false.into() });
        return load.or_else(|| does(see, who, ReadyAmmo { lowered: false.into() }));
    }
    if !actor.held.is_empty() {
        return None;
    }
    let near = see.item_ids().filter(|&item| gear::within_reach(see, who, item));
    let blades = near.filter(|&item| see.item_sheet(item).melee.is_some());
    blades.map(|item| Ready::empty_handed(see, item)).find_map(|ready| does(see, who, ready))
}

/// Goes as near to a foe as it can; it does not spend its last stamina on that.
fn close_in(see: See<'_, '_>, who: ActorId, foe: Foe, range: u32, policy: Policy) -> Option<Planned> {
    let (book, table) = (see.book, see.table);
    let actor = table.actor(who);
    if actor.moves > 1 || foe.steps <= range {
        return None;
    }
    let keeps = if policy == Policy::Careful { 4 } else { 2 };
    let dashes = actor.moves == 0 && actor.stamina >= 2 + keeps;
    let action = if dashes { Action::Dash } else { Action::Walk };
    turn::may(book, table, who, &Cost::of_move(table, who, action)).ok()?;
    let (space, goal) = (&table.setup.space, table.actor(foe.id).place);
    let left = |cell: Cell| space.fewest_steps(cell, goal.cell).saturating_sub(range.min(2));
    let path = towards(book, table, who, action, left)?;
    // The way is said hex by hex only where it is not the one that everybody takes.
    let to = path.len().saturating_sub(1);
    let is_usual = way(table, who, &[], *path.get(to)?, path.len() as u16).as_ref() == Some(&path);
    let said = if is_usual { &path[to..] } else { &path[..] };
    Some(match dashes {
        true => Planned::with(who, Dash::along(said)?, Walking::along(who, action, path)?),
        false => Planned::with(who, Walk::along(said)?, Walking::along(who, action, path)?),
    })
}

/// What a policy answers.
pub fn answer(table: &Table, policy: Policy, who: Who, question: &Question, rng: &mut FastRng) -> usize {
    if policy == Policy::Random && who != Who::Gm {
        return rng.below(question.options() as u32) as usize;
    }
    match question {
        Question::FreeAttack(_) | Question::AtOnce(_) | Question::MayAid(_) => 1,
        Question::TakeCover(_) => usize::from(policy == Policy::Careful),
        // Enough on APV to go through, the rest on damage.
        Question::Spend(asked) => usize::from(asked.more).min(usize::from(is_armoured(table, who))),
        Question::Trade(asked) => usize::from(asked.most),
        Question::Difficulty(_)
        | Question::HowMade(_)
        | Question::WhichDice(_)
        | Question::WhichResult(_)
        | Question::WhatComes(_)
        | Question::Progresses(_)
        | Question::GoOn(_)
        | Question::HowFar(_)
        | Question::ReachDice(_)
        | Question::Becomes(_)
        | Question::WhichPower(_)
        | Question::Spoils(_)
        | Question::AllowAid(_)
        | Question::SearchMore(_)
        | Question::Nods(_)
        | Question::Falls(_)
        | Question::MoreRounds(_)
        | Question::Next(_) => question.usual(),
    }
}

/// Is the nearest foe of whoever spends successes behind armour that its weapon does not pass?
fn is_armoured(table: &Table, who: Who) -> bool {
    let Who::Actor(me) = who else { return false };
    let apv = |weapon: WeaponRef| table.melee(me, weapon).map_or(0, |melee| melee.apv);
    let best = weapons(table, me).map(apv).max().unwrap_or(0);
    nearest(table, &foes(table, me)).map(|foe| table.sheet(foe.id).av).is_some_and(|av| av >= best && av > 0)
}
