//! Conditions: off balance, exposed, hidden, held, and what a natural 1 brings (PR-R44, PR-R78, PR-R90, PR-R103).

use crate::{
    Event, Proficiency, Question,
    check::{Cause, Causes, Check, Edge},
    house::{AdvUsedUp, CriticalFailure, HideEffect},
    resource,
    table::{OffBalance, Table},
};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle, Who};
use serde::{Deserialize, Serialize};

/// What happened to a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConditionEvent {
    /// PR-R44.
    Exposed(ActorId),
    /// PR-R44: what was in hand falls.
    Dropped(ActorId),
    /// PR-R78.
    OffBalance {
        /// Who.
        who: ActorId,
        /// By whom.
        by: ActorId,
    },
    /// PR-R79.
    Held(ActorId),
    /// PR-R93.
    Exhausted(ActorId),
    /// PR-R90.
    Hidden {
        /// Who.
        who: ActorId,
        /// From whom.
        from: ActorSet,
    },
    /// PR-R90: no longer.
    Found {
        /// Who.
        who: ActorId,
    },
    /// PR-R77.
    Guarded {
        /// Who.
        who: ActorId,
        /// By how much its Defense is raised.
        by: u8,
    },
    /// PR-R77, switch `defend_effect`.
    Warded(ActorId),
}

/// PR-R44, PR-R77, PR-R78, PR-R90: what the state of the other one does to a check against it.
pub fn against<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &Table,
    check: &mut Check,
    target: ActorId,
    oracle: &mut O,
) -> Flow<()> {
    check.against = Some(target);
    let (me, other) = (table.actor(check.who), table.actor(target));
    check.causes = causes_of(table, check.causes, check.who, target);
    if !check.is_attack() {
        return Ok(());
    }
    if other.warded {
        check.causes = check.causes.with(Cause::Warded);
    }
    if me.hidden_from.contains(target) {
        let adv = match book.house.hide_effect {
            HideEffect::Adv => true,
            HideEffect::GmDecides => oracle.ask(table, Who::Gm, &Question::FromHiding { who: check.who })? == 0,
        };
        if adv {
            check.causes = check.causes.with(Cause::Hidden);
        }
    }
    Ok(())
}

/// PR-R44, PR-R78: exposed, and off balance by the side of whoever acts.
pub fn causes_of(table: &Table, causes: Causes, who: ActorId, target: ActorId) -> Causes {
    let other = table.actor(target);
    let mut causes = causes;
    if other.exposed {
        causes = causes.with(Cause::Exposed);
    }
    if other.off_balance.is_some_and(|off| !table.hostile(off.by, who)) {
        causes = causes.with(Cause::OffBalance);
    }
    causes
}

/// PR-R103: the next check that is rolled uses up all that apply, also if a DIS cancelled the ADV.
pub fn use_up(book: &Proficiency, table: &mut Table, causes: Causes, edge: Edge, target: ActorId) {
    if book.house.adv_used_up == AdvUsedUp::WhenItCounts && edge != Edge::Adv {
        return;
    }
    if causes.contains(Cause::Exposed) {
        table.actor_mut(target).exposed = false;
    }
    if causes.contains(Cause::OffBalance) {
        table.actor_mut(target).off_balance = None;
    }
}

/// PR-077, PR-R44, PR-D22: what a critical failure does beyond its name: the GM is asked for a complication.
pub fn complication<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    oracle: &mut O,
) -> Flow<()> {
    let choice = match book.house.critical_failure {
        CriticalFailure::Nothing => 0,
        CriticalFailure::Exposed => 1,
        CriticalFailure::Ask => {
            let drop = table.weapon_in_hand(who).hands > 0;
            let stocks = table.actor(who).stocks.iter().filter(|stock| !stock.spent).count() as u8;
            let option = oracle.ask(table, Who::Gm, &Question::Complication { who, drop, stocks })?;
            // Without anything in hand the options after exposed are the dice.
            if !drop && option >= 2 { option + 1 } else { option }
        }
    };
    match choice {
        0 => {}
        1 => expose(table, who, oracle),
        2 => {
            let actor = table.actor_mut(who);
            actor.dropped |= 1 << actor.in_hand;
            actor.in_hand = 0;
            oracle.tell(Audience::All, || Event::Condition(ConditionEvent::Dropped(who)));
        }
        option => {
            let stocks = &table.actor(who).stocks;
            let at = (0..stocks.len()).filter(|&at| !stocks[at].spent).nth(option - 3);
            if let Some(at) = at {
                resource::step_down(book, table, who, at, oracle);
            }
        }
    }
    Ok(())
}

/// PR-R44.
pub fn expose<O: Oracle<Proficiency>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    table.actor_mut(who).exposed = true;
    oracle.tell(Audience::All, || Event::Condition(ConditionEvent::Exposed(who)));
}

/// PR-R79: held until the end of its next turn.
pub fn hold<O: Oracle<Proficiency>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    table.actor_mut(who).held = true;
    oracle.tell(Audience::All, || Event::Condition(ConditionEvent::Held(who)));
}

/// PR-R78: off balance until it is used, or until the end of the maneuverer's next turn.
pub fn unbalance<O: Oracle<Proficiency>>(table: &mut Table, who: ActorId, by: ActorId, oracle: &mut O) {
    // The turn that is running now ends before the next one does.
    table.actor_mut(who).off_balance = Some(OffBalance { by, turns: 2 });
    oracle.tell(Audience::All, || Event::Condition(ConditionEvent::OffBalance { who, by }));
}

/// PR-R90: the first attack from hiding ends it.
pub fn unhide<O: Oracle<Proficiency>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    if !table.actor(who).hidden_from.is_empty() {
        table.actor_mut(who).hidden_from.reset();
        oracle.tell(Audience::All, || Event::Condition(ConditionEvent::Found { who }));
    }
}

/// PR-R90: found by this one, and so by all who are on its side.
pub fn found<O: Oracle<Proficiency>>(table: &mut Table, who: ActorId, by: ActorId, oracle: &mut O) {
    let others: ActorSet = table.actor(who).hidden_from.iter().filter(|&id| table.hostile(id, by)).collect();
    table.actor_mut(who).hidden_from.set(others);
    oracle.tell(Audience::All, || Event::Condition(ConditionEvent::Found { who }));
}

/// What ends with the start of one's own turn: guarded, warded, exposed.
pub fn turn_begins(table: &mut Table, who: ActorId) {
    let actor = table.actor_mut(who);
    (actor.guarded, actor.warded, actor.exposed) = (0, false, false);
}

/// What ends with the end of one's own turn: held, and whom one has put off balance long enough ago.
pub fn turn_ends(table: &mut Table, who: ActorId) {
    table.actor_mut(who).held = false;
    for actor in table.actors.iter_mut() {
        if let Some(off) = &mut actor.off_balance
            && off.by == who
        {
            off.turns -= 1;
            if off.turns == 0 {
                actor.off_balance = None;
            }
        }
    }
}

/// Outside of turns, what lasts for a turn is over when time passes.
pub fn time_passes(table: &mut Table) {
    for actor in table.actors.iter_mut() {
        (actor.guarded, actor.warded, actor.exposed, actor.held) = (0, false, false, false);
        (actor.off_balance, actor.turn.saved) = (None, false);
    }
}
