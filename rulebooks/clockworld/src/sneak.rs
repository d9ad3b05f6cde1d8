//! Sneaking and being revealed (CW-181 to CW-190).

use crate::{Clockworld, Event, actions::attack::AttackEvent, sheet::Kind, table::Table};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle};
use serde::{Deserialize, Serialize};

/// CW-R108: how near a foe must be to hear somebody.
pub const HEARING_FT: u32 = 30;

/// CW-189: everybody knows of this Character now.
pub fn reveal_to_all<O: Oracle<Clockworld>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let all: ActorSet = table.ids().collect();
    reveal(table, who, all, oracle);
}

/// CW-R112, CW-R113: those who could see or hear it know of this Character now.
pub fn reveal_to_observers<O: Oracle<Clockworld>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let to = observers(table, who);
    reveal(table, who, to, oracle);
}

/// CW-R108: the foes who could see or hear this Character: those with a clear line who have it in front of them, and
/// those within 30 feet who can hear.
pub fn observers(table: &Table, who: ActorId) -> ActorSet {
    table.ids().filter(|&foe| could_notice(table, foe, who)).collect()
}

/// CW-R108: could this foe see or hear that Character now?
fn could_notice(table: &Table, foe: ActorId, who: ActorId) -> bool {
    if !is_watchful(table, foe, who) {
        return false;
    }
    let (sheet, actor, place) = (table.sheet(foe), table.actor(foe), table.actor(who).place);
    let space = &table.setup.space;
    let sees = sheet.can_see && space.in_arc(actor.place, actor.facing, place, 180) && !table.sight(foe, who).blocked;
    sees || (sheet.can_hear && space.within(actor.place, place, HEARING_FT))
}

/// Is this an active foe? CW-R38: a hazard is no creature.
fn is_watchful(table: &Table, foe: ActorId, who: ActorId) -> bool {
    table.side_of(foe) != table.side_of(who) && table.is_active(foe) && table.sheet(foe).kind != Kind::Hazard
}

fn reveal<O: Oracle<Clockworld>>(table: &mut Table, who: ActorId, to: ActorSet, oracle: &mut O) {
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
