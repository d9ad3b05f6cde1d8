//! Who has noticed whom, and who is ready for combat (CR-042, CR-D06).

use super::{present, said};
use crate::acts::prelude::*;
use referee_engine::act::Tells;

act! {
    /// CR-D06: has somebody noticed another?
    pub struct Notice for Crisis, by Gm {
        who: ActorId = "Who";
        of of who: ActorId = "Of whom";
        noticed: Holds = "Noticed", usual;
    }
}

/// What somebody may be said to know of another, or knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Noticing {
    pub who: ActorId,
    pub of: ActorId,
    pub noticed: bool,
}

impl Act<Crisis> for Notice {
    type By = Gm;
    type Ready = Noticing;
    const CARD: Card = card!("notice", "Somebody has noticed another, or not", "GM", "", "CR-042");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Noticing, Bar<'t>> {
        let table = see.table;
        let who = self.who()?;
        present(table, who)?;
        let of = self.of()?;
        table.known(of)?;
        if !table.hostile(who, of) {
            return Err(bar!("CR-042", "friends", "they know each other").moot().into());
        }
        if !table.actor(of).is_here() {
            return Err(bar!("CR-042", "gone", "there is nobody to overlook").moot().into());
        }
        Ok(Noticing { who, of, noticed: self.noticed()?.0 })
    }

    fn resolve<O: Oracle<Crisis>>(noticing: Noticing, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Noticing { who, of, noticed } = noticing;
        oracle.tell(Audience::Gm, || Event::Notice(noticing));
        let actor = table.actor_mut(who);
        if noticed {
            actor.notice(of)
        } else {
            actor.overlook(of)
        }
        Ok(())
    }
}

impl Tells<Crisis> for Noticing {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        let not = if self.noticed { "" } else { " not" };
        said(format!("{} has{not} noticed {}", table.name(self.who), table.name(self.of)), rule!("CR-042"))
    }
}

act! {
    /// CR-D06: is somebody ready for combat?
    pub struct SayReady for Crisis, by Gm {
        who: ActorId = "Who";
        ready: Holds = "Ready", usual;
    }
}

/// Somebody who may be said to be ready or not, or is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Readiness {
    pub who: ActorId,
    pub ready: bool,
}

impl Act<Crisis> for SayReady {
    type By = Gm;
    type Ready = Readiness;
    const CARD: Card = card!("ready", "Somebody is ready for combat, or not", "GM", "", "CR-042");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Readiness, Bar<'t>> {
        let who = self.who()?;
        present(see.table, who)?;
        Ok(Readiness { who, ready: self.ready.get(1)?.0 })
    }

    fn resolve<O: Oracle<Crisis>>(readiness: Readiness, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::Gm, || Event::Ready(readiness));
        table.actor_mut(readiness.who).unready = !readiness.ready;
        Ok(())
    }
}

impl Tells<Crisis> for Readiness {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        let not = if self.ready { "" } else { " not" };
        said(format!("{} is{not} ready for combat", table.name(self.who)), rule!("CR-042"))
    }
}
