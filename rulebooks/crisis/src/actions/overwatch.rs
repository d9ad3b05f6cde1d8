//! Overwatch: the own turn for Attacks in somebody else's (CR-182 to CR-184).

use super::attack::{self, Aim, Attack, AttackEvent, Edge};
use crate::{
    Crisis, Event, Question,
    house::OverwatchTiming,
    table::{Flag, Mode, Table},
    turn,
};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle, Refusal, Who, rule};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// One Attack that a watcher could make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shot {
    /// With which of its weapons.
    pub weapon: u8,
    /// At whom.
    pub target: ActorId,
    /// How many Attacks of a burst.
    pub attacks: u8,
}

/// CR-182, CR-184, CR-R133: in place of the own turn, all AP are kept for Attacks. It ends the turn at once.
pub fn resolve<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    legal(book, table, who)?;
    oracle.tell(Audience::All, || Event::Watches { who });
    turn::spend(book, table, who, 0, true); // CR-R36: a long Action is cancelled; CR-R139: the aim is kept
    table.change(who, |actor| actor.set_overwatch(true));
    turn::end(book, table, oracle)
}

/// CR-R133: only before any other Action of the turn, unless the table plays it otherwise.
pub fn legal(book: &Crisis, table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act_in_crisis(who)?;
    if table.actor(who).is(Flag::Acted) && !book.house.overwatch_mid_turn {
        let why = format!("{} has acted in this turn already", table.name(who));
        return Err(Refusal::by(rule!("CR-R133"), "too-late", why));
    }
    Ok(())
}

/// CR-R134: after a square of movement, or before a declared Action takes effect. False if the active creature can no
/// longer act: its Action is lost with its AP.
#[inline]
pub fn before<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, active: ActorId, oracle: &mut O) -> Flow<bool> {
    if book.house.overwatch_timing == OverwatchTiming::Interrupt && anybody_watches(table, active) {
        watch(book, table, active, oracle)?;
        return Ok(table.can_act(active));
    }
    Ok(true)
}

/// CR-R134, the other way: when an Action is done.
#[inline]
pub fn after<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, active: ActorId, oracle: &mut O) -> Flow<()> {
    if book.house.overwatch_timing == OverwatchTiming::AfterAction && anybody_watches(table, active) {
        watch(book, table, active, oracle)?;
    }
    Ok(())
}

/// CR-R134: is there anybody on Overwatch against whoever acts?
#[inline]
pub fn anybody_watches(table: &Table, active: ActorId) -> bool {
    let watches = |those: ActorSet| !those.both(table.order.members()).without(active).is_empty();
    !table.actors.is_unwatched() // hardly ever, and asked before every Action
        && table.clock.mode == Mode::Crisis
        && watches(table.actors.watching())
}

/// CR-R136, CR-D26: each watcher in turn order, as often as its AP allow. Nobody interrupts an Overwatch Attack.
#[cold]
fn watch<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, active: ActorId, oracle: &mut O) -> Flow<()> {
    let order = table.order.clone();
    for who in order.iter().copied().filter(|&who| who != active) {
        loop {
            // With whoever is stopped, the turn to interrupt is over.
            if !table.actor(who).is(Flag::Overwatch) || !table.can_react(who) || !table.can_act(active) {
                break;
            }
            let shots = shots(book, table, who);
            if shots.is_empty() {
                break;
            }
            let question = Question::Watch { active, shots: shots.clone() };
            let answer = oracle.ask(table, Who::Actor(who), &question)?;
            let Some(shot) = answer.checked_sub(1).map(|at| shots[at]) else { break };
            shoot(book, table, who, shot, oracle)?;
        }
    }
    Ok(())
}

fn shoot<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, shot: Shot, oracle: &mut O) -> Flow<()> {
    let edge = &Edge::of(book, table, who, shot.weapon);
    let targets = smallvec![shot.target; usize::from(shot.attacks)];
    let attack = Attack { actor: who, weapon: shot.weapon, ammo: None, aim: Aim::At(targets) };
    let ap = attack::cost(book, table, who, shot.weapon, table.weapon(who, shot.weapon), shot.attacks);
    table.actor_mut(who).ap -= ap;
    oracle.tell(Audience::All, || {
        Event::Attack(AttackEvent::Declared { attack: attack.clone(), execute: false, watching: true })
    });
    attack::perform(book, table, &attack, edge, None, oracle)
}

/// CR-183, CR-184, CR-R137: the Attacks that a watcher can pay for, on enemies it can pick; single, or the full burst.
pub fn shots(book: &Crisis, table: &Table, who: ActorId) -> SmallVec<[Shot; 4]> {
    let mut all = SmallVec::new();
    let actor = table.actor(who);
    for at in 0..actor.weapons.len() as u8 {
        let Ok(weapon) = attack::may_use(table, who, at, 1) else { continue };
        for target in table.ids().filter(|&target| table.hostile(who, target)) {
            if table.actor(target).is_incapacitated() || attack::pick(book, table, who, weapon, target).is_err() {
                continue;
            }
            for attacks in [weapon.rof, 1] {
                let affordable = attack::cost(book, table, who, at, weapon, attacks) <= actor.ap;
                let twice = attacks == 1
                    && all
                        .last()
                        .is_some_and(|shot: &Shot| shot.target == target && shot.attacks == 1 && shot.weapon == at);
                if affordable && !twice && attack::may_use(table, who, at, attacks).is_ok() {
                    all.push(Shot { weapon: at, target, attacks });
                }
            }
        }
    }
    all
}
