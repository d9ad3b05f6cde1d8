//! Who has noticed whom, and who is ready for combat (CR-042, CR-D06).

use super::present;
use crate::acts::prelude::*;

act! {
    /// CR-D06: has somebody noticed another?
    pub struct Notice for Crisis, by Gm {
        who: ActorId = "Who";
        of of who: ActorId = "Of whom";
        noticed: Holds = "Noticed", usual;
    }
}

told! {
    /// What somebody may be said to know of another, or knows.
    pub struct Noticing for Crisis { who: ActorId, of: ActorId, noticed: bool }
    |table| "CR-042" => {
        let not = if noticed { "" } else { " not" };
        format!("{} has{not} noticed {}", table.name(who), table.name(of))
    };
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

act! {
    /// CR-D06: is somebody ready for combat?
    pub struct SayReady for Crisis, by Gm {
        who: ActorId = "Who";
        ready: Holds = "Ready", usual;
    }
}

told! {
    /// Somebody who may be said to be ready or not, or is.
    #[derive(Copy)]
    pub struct Readiness for Crisis { who: ActorId, ready: bool }
    |table| "CR-042" => {
        let not = if ready { "" } else { " not" };
        format!("{} is{not} ready for combat", table.name(who))
    };
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
