//! Sneaking and being revealed (CW-181 to CW-190).

use crate::{Clockworld, Event, actions::attack::AttackEvent, table::Table};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle};
use serde::{Deserialize, Serialize};

/// CW-189: everybody knows of this Character now.
pub fn reveal_to_all<O: Oracle<Clockworld>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let all: ActorSet = table.ids().collect();
    reveal(table, who, all, oracle);
}

/// CW-R112, CW-R113: those who could see or hear it know of this Character now.
pub fn reveal_to_observers<O: Oracle<Clockworld>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let all: ActorSet = table.ids().collect();
    reveal(table, who, all, oracle);
}

fn reveal<O: Oracle<Clockworld>>(table: &mut Table, who: ActorId, to: ActorSet, oracle: &mut O) {
    if table.actors.iter().all(|actor| actor.unaware_of.is_empty()) {
        return;
    }
    let mut any = false;
    for other in to.iter() {
        let actor = table.actor_mut(other);
        any |= actor.unaware_of.contains(who);
        actor.unaware_of = actor.unaware_of.without(who);
    }
    if any {
        oracle.tell(Audience::All, || Event::Attack(AttackEvent::Revealed { who }));
    }
}

/// CW-187, CW-188: the Sneak Check after an Action that was done Sneakily.
pub fn after_action<O: Oracle<Clockworld>>(
    _: &Clockworld,
    table: &mut Table,
    who: ActorId,
    oracle: &mut O,
) -> Flow<()> {
    reveal_to_observers(table, who, oracle);
    Ok(())
}

/// What happened while sneaking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SneakEvent {
    /// Nothing yet.
    None,
}
