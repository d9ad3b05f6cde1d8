//! Group actions: one check that is assisted (PR-056, PR-057, PR-R83, PR-R84).

use super::{
    challenge::{Challenge, GroupEvent},
    prelude::*,
};
use crate::house::GroupCost;

/// The most helpers of one check.
const MOST: usize = 8;

/// PR-R84: bars those who could not help: a helper is an able ally, neither hidden from the other; in turns, one that has
/// not used its Standard check of this round.
pub fn may_help<'t>(book: &Proficiency, table: &'t Table, leader: ActorId, who: ActorId) -> Result<(), Why<'t>> {
    let words = "whoever helps is an able ally with its Standard check to spare";
    if !table.has(who) || who == leader || table.hostile(leader, who) || !table.is_able(who) {
        return Err(bar!("PR-R84", "cannot-help", words).moot());
    }
    let actor = table.actor(who);
    if actor.hidden_from.contains(leader) || table.actor(leader).hidden_from.contains(who) {
        return Err(bar!("PR-R84", "cannot-help", words).moot());
    }
    let costs = table.phase != Phase::Free && book.house.group_cost == GroupCost::StandardCheck;
    if costs && (actor.turn.standards >= book.house.turn_standard_checks || actor.held) {
        return Err(bar!("PR-R84", "cannot-help", "{} has no Standard check to spare", table.name(who)));
    }
    Ok(())
}

/// PR-R84: may all of these help?
pub fn helpers_legal<'t>(
    book: &Proficiency,
    table: &'t Table,
    leader: ActorId,
    helpers: &Several<ActorId>,
) -> Result<(), Why<'t>> {
    helpers.0.iter().try_for_each(|helper| may_help(book, table, leader, *helper))?;
    if !helpers.is_once() || helpers.0.len() > MOST {
        return Err(bar!("PR-R84", "cannot-help", "up to {} may help, each once", MOST as i32));
    }
    Ok(())
}

/// PR-056, PR-D28: each helper agrees, or does not.
pub fn join<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &Table,
    leader: ActorId,
    asked: &[ActorId],
    oracle: &mut O,
) -> Flow<SmallVec<[ActorId; 4]>> {
    let mut helpers = SmallVec::new();
    for &who in asked.iter().filter(|&&who| may_help(book, table, leader, who).is_ok()) {
        if (Help { leader, who }).ask(Who::Actor(who), table, oracle)? == Agrees::Helps {
            helpers.push(who);
            oracle.tell(Audience::All, || Event::Group(GroupEvent::Helps { who, leader }));
        }
    }
    Ok(helpers)
}

ask! {
    /// PR-D28, to whoever is asked to help.
    pub struct Help for Proficiency: "help", "PR-056" {
        leader: ActorId,
        who: ActorId,
    }
    |self, table| format!("Does {} help {}?", table.name(self.who), table.name(self.leader));
    /// PR-056.
    pub enum Agrees {
        Helps = "helps", "Help";
        Refuses = "refuses", "Do not help";
    }
}

/// PR-R84: in turns each helper spends its Standard check of the round.
pub fn paid(book: &Proficiency, table: &mut Table, who: ActorId) {
    if table.phase != Phase::Free && book.house.group_cost == GroupCost::StandardCheck {
        table.actor_mut(who).turn.standards += 1;
    }
}

/// PR-R83, switch `group_method`: all roll, and half must succeed. The PER is the best of them.
pub fn all_roll<O: Oracle<Proficiency>>(
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
    oracle.tell(Audience::All, || Event::Group(GroupEvent::Half { leader, successes, of }));
    let enough = successes * 2 >= of;
    if enough != settled.is_success() {
        settled.verdict = if enough { Verdict::Success } else { Verdict::Failure };
    }
    settled.per = if enough { best } else { 0 };
    Ok(settled)
}
