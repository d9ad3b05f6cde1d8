//! What somebody loses by doing something else, or by being stopped. The log says so.

use crate::{
    Crisis, Event,
    table::{LongAction, Table},
    words::{line, long_action},
};
use referee_engine::{ActorId, Audience, Line, Oracle, act::Tells, rule};
use serde::{Deserialize, Serialize};

/// Something that is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// CR-R134: a declared Action, with its AP: a watcher stopped whoever took it.
    Action { who: ActorId },
    /// CR-R138, CR-R139.
    Aim { who: ActorId },
    /// CR-056, CR-R34, CR-R35: a long Action; with `keep_progress` it can be taken up again.
    Long { who: ActorId, what: LongAction, put: u8, cost: u8, kept: bool },
    /// CR-R135.
    Overwatch { who: ActorId },
    /// CR-R109: a treatment and the time that went into it.
    Treatment { who: ActorId, patient: ActorId },
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

impl Tells<Crisis> for Loss {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        let (who, text, rule) = match *self {
            Loss::Action { who } => (who, "is stopped; the Action is lost".to_owned(), rule!("CR-R134")),
            Loss::Aim { who } => (who, "loses the aim".to_owned(), rule!("CR-R139")),
            Loss::Long { who, what, put, cost, kept } => {
                let what = long_action(table, who, what);
                let (how, rule) =
                    if kept { ("are kept for later", rule!("CR-R34")) } else { ("are lost", rule!("CR-056")) };
                (who, format!("breaks off {what}: {put} of {cost} AP {how}"), rule)
            }
            Loss::Overwatch { who } => (who, "is no longer on Overwatch".to_owned(), rule!("CR-R135")),
            Loss::Treatment { who, patient } => {
                (who, format!("breaks off the treatment of {}", table.name(patient)), rule!("CR-R109"))
            }
        };
        line(1, format!("{} {text}", table.name(who)), [rule], who)
    }
}
