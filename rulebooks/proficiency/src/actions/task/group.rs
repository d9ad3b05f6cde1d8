//! Group actions: one check that is assisted (PR-056, PR-057, PR-R83, PR-R84).

use super::{Challenge, TaskEvent};
use crate::{
    Event, Proficiency, Question,
    check::{self, Settled, Terms, Verdict},
    dc::Dc,
    house::GroupCost,
    table::{Phase, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Who};
use smallvec::SmallVec;

/// PR-R84: who could help: an able ally, neither hidden from the other; in turns, one that has not used its Standard check
/// of this round.
pub fn may_help(book: &Proficiency, table: &Table, leader: ActorId, who: ActorId) -> bool {
    let costs = table.phase != Phase::Free && book.house.group_cost == GroupCost::StandardCheck;
    let actor = table.actor(who);
    let free = !costs || (actor.turn.standards < book.house.turn_standard_checks && !actor.held);
    let known = !actor.hidden_from.contains(leader) && !table.actor(leader).hidden_from.contains(who);
    who != leader && !table.hostile(leader, who) && table.is_able(who) && known && free
}

/// PR-056, PR-D28: each helper agrees, or does not.
pub(super) fn join<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &Table,
    leader: ActorId,
    asked: &[ActorId],
    oracle: &mut O,
) -> Flow<SmallVec<[ActorId; 4]>> {
    let mut helpers = SmallVec::new();
    for &who in asked.iter().filter(|&&who| may_help(book, table, leader, who)) {
        if oracle.ask(table, Who::Actor(who), &Question::Help { leader, who })? == 0 {
            helpers.push(who);
            oracle.tell(Audience::All, || Event::Task(TaskEvent::Helps { who, leader }));
        }
    }
    Ok(helpers)
}

/// PR-R84: in turns each helper spends its Standard check of the round.
pub(super) fn paid(book: &Proficiency, table: &mut Table, who: ActorId) {
    if table.phase != Phase::Free && book.house.group_cost == GroupCost::StandardCheck {
        table.actor_mut(who).turn.standards += 1;
    }
}

/// PR-R83, switch `group_method`: all roll, and half must succeed. The PER is the best of them.
pub(super) fn all_roll<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    check: &check::Check,
    challenge: &Challenge,
    helpers: &[ActorId],
    oracle: &mut O,
) -> Flow<Settled> {
    let mut settled = check::attempt(book, table, check, Terms::REACTION, |_| {}, oracle)?;
    let (mut successes, mut best) = (u8::from(settled.is_success()), settled.per);
    for &helper in helpers {
        let mut own = check::prepare(book, table, helper, check.name, challenge.using, 0);
        own.dc.situation += i16::from(challenge.gm_mod);
        let own = own.versus(Dc { initial: check.dc.initial, source: check.dc.source, ..Dc::default() });
        let theirs = check::attempt(book, table, &own, Terms::REACTION, |_| {}, oracle)?;
        if theirs.is_success() {
            successes += 1;
            best = best.max(theirs.per);
        }
    }
    let (leader, of) = (check.who, helpers.len() as u8 + 1);
    oracle.tell(Audience::All, || Event::Task(TaskEvent::Half { leader, successes, of }));
    let enough = successes * 2 >= of;
    if enough != settled.is_success() {
        settled.verdict = if enough { Verdict::Success } else { Verdict::Failure };
    }
    settled.per = if enough { best } else { 0 };
    Ok(settled)
}
