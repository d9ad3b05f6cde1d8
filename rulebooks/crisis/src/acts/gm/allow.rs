//! The GM lets somebody bound act, and interrupts treatments (CR-R109, CR-R146, CR-D34).

use crate::{acts::prelude::*, conditions::Cause, recovery::treat};

act! {
    /// CR-R146, CR-D34: somebody bound may act.
    pub struct Allow for Crisis, by Gm {
        who: ActorId = "Who";
    }
}

told! {
    /// Somebody who may be allowed to act, or is.
    #[derive(Copy)]
    pub struct Allowed for Crisis { who: ActorId }
    |table| "CR-R146" => format!("{} may act", table.name(who));
}

/// CR-R146, CR-D34: somebody who is held or bound, and nothing worse.
fn may_be_allowed(table: &Table, who: ActorId) -> bool {
    let actor = table.actor(who);
    actor.is_held() && actor.causes().all(Cause::may_be_allowed) && actor.is_up() && !actor.allowed
}

impl Act<Crisis> for Allow {
    type By = Gm;
    type Ready = Allowed;
    const CARD: Card = card!("allow", "Somebody bound may act", "GM", "", "CR-R146");
    const NOTHING: Why<'static> = bar!("CR-R146", "not-held", "this is for somebody held or bound");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Allowed, Bar<'t>> {
        let who = self.who()?;
        see.table.known(who)?;
        if !may_be_allowed(see.table, who) {
            return Err(Self::NOTHING.moot().into());
        }
        Ok(Allowed { who })
    }

    fn resolve<O: Oracle<Crisis>>(allowed: Allowed, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Allow(allowed));
        table.actor_mut(allowed.who).allowed = true;
        Ok(())
    }
}

act! {
    /// CR-R109: a treatment is interrupted.
    pub struct Interrupt for Crisis, by Gm {
        who: ActorId = "Whose treatment";
    }
}

told! {
    /// A healer who may be interrupted, or is.
    #[derive(Copy)]
    pub struct Interrupted for Crisis { who: ActorId }
    |table| "CR-R109" => format!("{} is interrupted", table.name(who));
}

impl Act<Crisis> for Interrupt {
    type By = Gm;
    type Ready = Interrupted;
    const CARD: Card = card!("interrupt", "A treatment is interrupted", "GM", "", "CR-R109");
    const NOTHING: Why<'static> = bar!("CR-R109", "idle", "nobody treats anybody");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Interrupted, Bar<'t>> {
        let who = self.who()?;
        see.table.known(who)?;
        if see.actor(who).treating.is_none() {
            return Err(bar!("CR-R109", "idle", "{} treats nobody", see.table.name(who)).moot().into());
        }
        Ok(Interrupted { who })
    }

    fn resolve<O: Oracle<Crisis>>(interrupted: Interrupted, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Interrupt(interrupted));
        treat::interrupt(table, interrupted.who, oracle);
        Ok(())
    }
}
