//! How a machine plays: random legal, bold, careful.

use crate::{
    Intent, Question, Stamina,
    actions::{
        Action,
        attack::{Attack, arm, cost, flies, legal, may_aim, may_declare, may_strike, spans},
        gear::{self, Handle, Handling},
        magic::{self, Magic, Working},
        movement::{Going, Move, may_stand_up, towards},
    },
    check::How,
    gm::GmIntent,
    offers,
    reach::{best_reach, hexes, steps_between, weapons},
    reason::No,
    recovery::{may_regain, may_restore},
    sheet::{Primary, Secondary},
    table::{Mode, Out, Posture, Table, WeaponRef},
    turn::{self, Cost},
};
use referee_dice::FastRng;
use referee_engine::{ActorId, Filled, Question as _, Seat, Who, conformance, space::Cell};
use smallvec::{SmallVec, smallvec};

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
    let range = u32::from(hexes(best_reach(table, who)));
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

/// An opponent who takes part and is known, and how far away it is: looked at once for all that is asked in an act.
#[derive(Clone, Copy)]
struct Foe {
    id: ActorId,
    steps: u32,
}

fn foes(table: &Table, who: ActorId) -> SmallVec<[Foe; 8]> {
    let here = table.actor(who).place;
    let mut known = SmallVec::new();
    table.foes(who).filter(|(_, foe)| !foe.hidden).for_each(|(id, foe)| {
        known.push(Foe { id, steps: steps_between(table, here, foe.place) });
    });
    known
}

/// The nearest; of those who are as near the weakest, and of those the first.
fn nearest(table: &Table, foes: &[Foe]) -> Option<Foe> {
    foes.iter().copied().min_by_key(|foe| (foe.steps, table.actor(foe.id).health))
}

/// The most useful attack that is legal now: the nearest foe, the hardest blow. Unless somebody is `near`, within reach of
/// the longest weapon, there is no use in thinking about blows.
fn best_attack(
    book: &Stamina,
    table: &Table,
    who: ActorId,
    foes: &[Foe],
    near: bool,
    policy: Policy,
) -> Option<Attack> {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    // The best technique is the first that can be paid and is known; a Basic attack is always worth a try.
    let known = |skill: Secondary| sheet.rank(skill) > 0;
    let charging = actor.turn.dashed && !actor.turn.attacked;
    let actions = [
        (Action::Loose, true),
        (Action::Power, near && charging && actor.stamina > 2),
        (Action::Bash, near && actor.stamina > 3 && known(Secondary::Bash)),
        (Action::Basic, near),
        (Action::OffHand, near && actor.stamina > 3 && known(Secondary::OffHandAttack)),
        (Action::Quick, near && policy == Policy::Bold && actor.stamina > 4),
        (Action::Throw, true),
    ];
    let worthwhile = actions.into_iter().filter(|(_, is)| *is);
    worthwhile.map(|(action, _)| action).find_map(|action| best_of(book, table, who, foes, action))
}

/// The most useful attack of one kind, if one is legal now. Whether the turn allows it is the same whoever is struck, and
/// most foes are out of reach, so both are looked at before anything else; of the rest only those are asked about who would
/// be a better target than the one that was found.
fn best_of(book: &Stamina, table: &Table, who: ActorId, foes: &[Foe], action: Action) -> Option<Attack> {
    let actor = table.actor(who);
    let aimed = |weapon, target| Attack { actor: who, action, weapon, target, item: None, dice: 0, lowered: false };
    let any = aimed(WeaponRef::Effect, who);
    let takes_slot = cost(&any).need.takes_slot();
    if (takes_slot && actor.turn.slot_used) || may_declare::<No>(book, table, &any).is_err() {
        return None;
    }
    let mut best: Option<(u32, Attack)> = None;
    for weapon in weapons(table, who) {
        // Nobody throws away the only weapon in hand while it can be swung.
        if action == Action::Throw && actor.held.len() < 2 && table.melee(who, weapon).is_some() {
            continue;
        }
        let Some(arm) = arm(table, &aimed(weapon, who)) else { continue };
        for foe in foes {
            let target = table.actor(foe.id);
            let reached =
                if arm.melee { spans(&arm, foe.steps) } else { flies(table, actor.place, target.place, &arm) };
            if !reached {
                continue;
            }
            let pierces = arm.apv > u16::from(table.sheet(foe.id).av);
            let cost = 10 * foe.steps
                + u32::from(target.health)
                + if pierces { 0 } else { 40 }
                + 20u32.saturating_sub(u32::from(arm.damage));
            let attack = aimed(weapon, foe.id);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) && may_aim::<No>(table, &attack, &arm).is_ok() {
                debug_assert!(may_strike::<No>(book, table, &attack).is_ok(), "foes are known, weapons in hand");
                best = Some((cost, attack));
            }
        }
    }
    best.map(|(_, attack)| attack)
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

/// Nobody who plays boldly takes cover, and neither of the two grants a free strike: what they would be offered does not
/// matter.
#[inline]
pub fn declines(policy: Policy, question: &Question) -> bool {
    match question {
        Question::TakeCover { .. } => policy == Policy::Bold,
        Question::Reach { .. } => policy != Policy::Random,
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
    let apv = |weapon: WeaponRef| table.melee(me, weapon).map_or(0, |melee| melee.apv);
    let best = weapons(table, me).map(apv).max().unwrap_or(0);
    nearest(table, &foes(table, me)).map(|foe| table.sheet(foe.id).av).is_some_and(|av| av >= best && av > 0)
}
