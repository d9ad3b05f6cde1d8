//! What somebody loses by doing something else, or by being stopped. The log says so.

use crate::{
    Crisis, Event,
    table::{LongAction, Table},
    words::long_action,
};
use referee_engine::{ActorId, Audience, Oracle, rule, told};

told! {
    /// Something that is lost.
    pub enum Loss for Crisis, |table| {
        /// A declared Action, with its AP: a watcher stopped whoever took it.
        Action { who: ActorId } under "CR-R134" by who
            => format!("{} is stopped; the Action is lost", table.name(who));
        /// CR-R138, CR-R139.
        Aim { who: ActorId } under "CR-R139" by who => format!("{} loses the aim", table.name(who));
        /// CR-056, CR-R34, CR-R35: a long Action; with `keep_progress` it can be taken up again.
        Long { who: ActorId, what: LongAction, put: u8, cost: u8, kept: bool }
            under [if kept { rule!("CR-R34") } else { rule!("CR-056") }] by who => {
            let (what, how) = (long_action(table, who, what), if kept { "are kept for later" } else { "are lost" });
            format!("{} breaks off {what}: {put} of {cost} AP {how}", table.name(who))
        };
        Overwatch { who: ActorId } under "CR-R135" by who => format!("{} is no longer on Overwatch", table.name(who));
        /// A treatment and the time that went into it.
        Treatment { who: ActorId, patient: ActorId } under "CR-R109" by who
            => format!("{} breaks off the treatment of {}", table.name(who), table.name(patient));
    }
}

/// Tells everybody of a loss.
pub fn tell<O: Oracle<Crisis>>(loss: Loss, oracle: &mut O) {
    oracle.tell(Audience::All, || Event::Lost(loss));
}

/// CR-R138, CR-R139: the aim is lost without a shot.
pub fn lose_aim<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let actor = table.actor_mut(who);
    let aimed = actor.aim > 0;
    actor.drop_aim();
    if aimed {
        tell(Loss::Aim { who }, oracle);
    }
}

/// CR-R135: Overwatch ends before the watcher's next turn.
pub fn lose_overwatch<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    if table.actor(who).overwatch {
        table.actor_mut(who).overwatch = false;
        tell(Loss::Overwatch { who }, oracle);
    }
}
