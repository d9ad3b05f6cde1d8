//! After the Scenario: Shock wears off, those who are treated wake, and limbs heal in downtime (CW-R51, CW-R59).

use crate::{
    Clockworld, Event, Oracle, harm,
    sheet::{PLAYERS, PartId, THREATS},
    table::{Mode, Out, Severity, Table},
    turn,
};
use referee_engine::{ActorId, Audience, Flow, told};

told! {
    /// What happened after the Scenario.
    pub enum RecoveryEvent for Clockworld, |table| {
        /// Time passes as the story needs it.
        Aftermath heading "CW-R59" => "The aftermath";
        /// CW-R59: Shock failures are gone.
        ShockOver { who: ActorId } under "CW-R59" by who => format!("{}'s Shock failures are over", table.name(who));
        /// CW-R59: unconscious no longer.
        Woke { who: ActorId } under "CW-R59" by who => format!("{} wakes", table.name(who));
        /// CW-R51: a limb works again.
        Healed { who: ActorId, part: PartId } under "CW-R51" by who
            => format!("{}'s {} works again", table.name(who), table.part(who, part).part);
    }
}

/// CW-R59: the Scenario is over; what lasted for a Round ends, and whoever can recovers.
pub fn begin<O: Oracle>(table: &mut Table, oracle: &mut O) {
    table.clock.mode = Mode::Aftermath;
    oracle.tell(Audience::All, || Event::Recovery(RecoveryEvent::Aftermath));
    rounds_pass(table, oracle);
    recover_all(table, oracle);
}

/// CW-014, CW-016: when story time passes, what lasts for a Round is over.
pub fn rounds_pass<O: Oracle>(table: &mut Table, oracle: &mut O) {
    for side in [PLAYERS, THREATS] {
        turn::expire(table, side, oracle);
    }
}

/// Hours of rest, in the aftermath.
pub fn rest<O: Oracle>(book: &Clockworld, table: &mut Table, hours: u32, oracle: &mut O) -> Flow<()> {
    crate::acts::task::lengthy::pass_time(book, table, u64::from(hours) * 3600, oracle)?;
    recover_all(table, oracle);
    Ok(())
}

/// CW-R51, switch `limb_restored_by`: days between Scenarios. Limbs whose Injuries are Stabilized work again; the
/// Injuries stay (CW-R59).
pub fn downtime<O: Oracle>(book: &Clockworld, table: &mut Table, hours: u32, oracle: &mut O) -> Flow<()> {
    rest(book, table, hours, oracle)?;
    for who in table.ids() {
        let before = harm::maimed(table, who);
        for injury in table.actor_mut(who).injuries.iter_mut().filter(|injury| injury.stabilized) {
            injury.treated = true;
        }
        table.know_body(&book.house, who);
        let after = harm::maimed(table, who);
        for part in 0..table.sheet(who).body.len() as PartId {
            if before.contains(part) && !after.contains(part) {
                oracle.tell(Audience::All, || Event::Recovery(RecoveryEvent::Healed { who, part }));
            }
        }
    }
    Ok(())
}

fn recover_all<O: Oracle>(table: &mut Table, oracle: &mut O) {
    for who in table.ids() {
        recover(table, who, oracle);
    }
}

/// CW-R59, CW-204: with no Serious or Critical Injury left to Stabilize, Shock failures and unconsciousness end.
pub fn recover<O: Oracle>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let bleeding =
        table.actor(who).injuries.iter().any(|injury| injury.severity >= Severity::Serious && !injury.stabilized);
    let actor = table.actor_mut(who);
    if bleeding || actor.out == Out::Dead {
        return;
    }
    if actor.shock_failures > 0 {
        actor.shock_failures = 0;
        oracle.tell(Audience::All, || Event::Recovery(RecoveryEvent::ShockOver { who }));
    }
    if table.actor(who).out == Out::Unconscious {
        table.actor_mut(who).out = Out::Active;
        oracle.tell(Audience::All, || Event::Recovery(RecoveryEvent::Woke { who }));
    }
}
