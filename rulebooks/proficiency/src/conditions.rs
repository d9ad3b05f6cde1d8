//! Conditions: off balance, exposed, hidden, held, and what a natural 1 brings (PR-R44, PR-R78, PR-R90, PR-R103).

use crate::{
    Event, Proficiency,
    check::{Cause, Causes, Check, Edge},
    house::{AdvUsedUp, CriticalFailure, HideEffect},
    resource,
    table::{OffBalance, Table},
};
use referee_engine::{
    ActorId, ActorSet, Audience, Choice, Flow, Oracle, RuleId, Who,
    act::{Answers, Asks},
    ask, rule, told,
};
use serde::{Deserialize, Serialize};

told! {
    /// What happened to a character.
    pub enum ConditionEvent for Proficiency, |table| {
        Exposed(who: ActorId) under "PR-R44" by who => format!("{} is exposed", table.name(who));
        /// What was in hand falls.
        Dropped(who: ActorId) under "PR-R44" by who => format!("{} drops what is in hand", table.name(who));
        OffBalance { who: ActorId, by: ActorId } under "PR-R78" by who
            => format!("{} is off balance, by {}", table.name(who), table.name(by));
        Held(who: ActorId) under "PR-R79" by who => format!("{} is held", table.name(who));
        Exhausted(who: ActorId) under "PR-R93" by who => format!("{} is exhausted", table.name(who));
        Hidden { who: ActorId, from: ActorSet } under "PR-R90" by who => {
            let from: Vec<&str> = from.iter().map(|id| table.name(id)).collect();
            format!("{} is hidden from {}", table.name(who), from.join(", "))
        };
        Found { who: ActorId } under "PR-R90" by who => format!("{} is no longer hidden", table.name(who));
        /// Its Defense is raised by so much.
        Guarded { who: ActorId, by: u8 } under "PR-R77" by who
            => format!("{} is guarded: Defense {}", table.name(who), table.sheet(who).defense + i16::from(by));
        /// Switch `defend_effect`.
        Warded(who: ActorId) under "PR-R77" by who
            => format!("{} defends: attacks against it have DIS", table.name(who));
    }
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
            HideEffect::GmDecides => (FromHiding { who: check.who }).ask(Who::Gm, table, oracle)? == OutOfHiding::Adv,
        };
        if adv {
            check.causes = check.causes.with(Cause::Hidden);
        }
    }
    Ok(())
}

ask! {
    /// PR-R90, switch `hide_effect`, to the GM: ADV, or nothing.
    pub struct FromHiding for Proficiency: "from-hiding", "PR-R90" {
        who: ActorId,
    }
    |self, table| format!("{} attacks from hiding. What does that give?", table.name(self.who));
    /// PR-R90.
    pub enum OutOfHiding {
        Adv = "adv", "ADV";
        Nothing = "nothing", "Nothing";
    }
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
        CriticalFailure::Nothing => Mishap::Nothing,
        CriticalFailure::Exposed => Mishap::Exposed,
        CriticalFailure::Ask => {
            let drop = table.weapon_in_hand(who).hands > 0;
            let stocks = unspent(table, who).count() as u8;
            Complication { who, drop, stocks }.ask(Who::Gm, table, oracle)?
        }
    };
    match choice {
        Mishap::Nothing => {}
        Mishap::Exposed => expose(table, who, oracle),
        Mishap::Drop => {
            let actor = table.actor_mut(who);
            actor.dropped |= 1 << actor.in_hand;
            actor.in_hand = 0;
            oracle.tell(Audience::All, || Event::Condition(ConditionEvent::Dropped(who)));
        }
        Mishap::Step(nth) => {
            let at = unspent(table, who).nth(usize::from(nth));
            if let Some(at) = at {
                resource::step_down(book, table, who, at, oracle);
            }
        }
    }
    Ok(())
}

/// The places of somebody's stocks that are not spent.
fn unspent(table: &Table, who: ActorId) -> impl Iterator<Item = usize> {
    let stocks = table.actor(who).stocks.iter().enumerate();
    stocks.filter(|(_, stock)| !stock.spent).map(|(at, _)| at)
}

/// PR-D22, to the GM: none, exposed, drop what is in hand, step one of the dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Complication {
    /// Whose natural 1.
    pub who: ActorId,
    /// Is there something to drop?
    pub drop: bool,
    /// How many stocks could step.
    pub stocks: u8,
}

/// PR-R44: what comes of a natural 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mishap {
    /// Nothing more.
    Nothing,
    Exposed,
    /// What is in hand falls.
    Drop,
    /// This one of the dice that are not spent steps.
    Step(u8),
}

impl Asks<Proficiency> for Complication {
    type Answer = Mishap;
    const KIND: &'static str = "complication";
    const RULE: RuleId = rule!("PR-077");

    fn answers(&self) -> Answers<Mishap> {
        let drop = self.drop.then_some(Mishap::Drop);
        let steps = (0..self.stocks).map(Mishap::Step);
        [Mishap::Nothing, Mishap::Exposed].into_iter().chain(drop).chain(steps).collect()
    }

    fn text(&self, _: &Proficiency, table: &Table, _: Who) -> String {
        format!("{} rolled a natural 1. What comes of it?", table.name(self.who))
    }

    fn choice(&self, _: &Proficiency, table: &Table, _: Who, mishap: &Mishap) -> Choice {
        match *mishap {
            Mishap::Nothing => Choice::new("none", "Nothing more"),
            Mishap::Exposed => Choice::new("exposed", "Exposed"),
            Mishap::Drop => Choice::new("drop", "Drops what is in hand"),
            Mishap::Step(nth) => {
                let at = unspent(table, self.who).nth(usize::from(nth));
                at.map_or_else(Choice::default, |at| {
                    let sheet = table.resource(table.actor(self.who).stocks[at].kind);
                    Choice::new(format!("step-{}", sheet.key), format!("{} steps", sheet.name))
                })
            }
        }
    }
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
