//! Defensive actions: Disengage and Dodge (ST-191 to ST-196).

use crate::{
    Event, Stamina,
    actions::Action,
    defense::dodge_bonus,
    reach::unsettle,
    table::Table,
    turn::{self, Cost},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule};

/// May this defensive action be taken now? ST-193 is looked at with the cost; ST-195: no second Disengage.
pub fn legal(book: &Stamina, table: &Table, who: ActorId, action: Action, lowered: bool) -> Result<(), Refusal> {
    if !matches!(action, Action::Disengage | Action::Dodge) {
        return Err(Refusal::plain("no-defense", "this is no defensive action"));
    }
    turn::may::<Refusal>(book, table, who, &Cost::lowered(action, lowered))?;
    if action == Action::Disengage && table.actor(who).turn.disengaged {
        return Err(Refusal::by(rule!("ST-195"), "disengaged", "a second Disengage waits for the next turn"));
    }
    Ok(())
}

/// ST-194: 10 more against free attacks. ST-196: ranged defense for the metres of this turn.
pub fn resolve<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    action: Action,
    lowered: bool,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, who, action, lowered)?;
    }
    turn::declare(book, table, who, &Cost::lowered(action, lowered), oracle)?;
    if !table.is_active(who) {
        return Ok(());
    }
    unsettle(table, who); // ST-226
    let turn = &mut table.actor_mut(who).turn;
    match action {
        Action::Disengage => turn.disengaged = true,
        _ => turn.dodging = true,
    }
    let bonus = if action == Action::Disengage { 10 } else { dodge_bonus(book, table, who) };
    oracle.tell(Audience::All, || Event::Defends { who, action, bonus });
    Ok(())
}
