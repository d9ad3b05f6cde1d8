//! Letting go of somebody (CW-155, CW-160, CW-D34).

use super::{
    Ended,
    holds::{freed, tied, untie},
    in_reach,
};
use crate::{acts::prelude::*, acts::task::Object};

act! {
    /// CW-155, CW-160, CW-D34, CW-R87: lets go. It is Incidental: no Action, no Check, at any point of the holder's Turn.
    pub struct Release for Clockworld, by ActorId {
        target: ActorId = "Whom", usual;
    }
}

/// A hold that may be given up.
pub struct Hold {
    holder: ActorId,
    who: ActorId,
}

/// CW-D34: only whom one holds; one that was tied must be within Reach to be untied.
fn may_release(table: &Table, holder: ActorId, target: ActorId) -> Result<(), Why<'_>> {
    if !table.exists(target) {
        return Err(bar!("CW-155", "unknown-target", "there is no such Target"));
    }
    if table.actor(holder).hold.is_some_and(|hold| hold.target == target) {
        return Ok(());
    }
    if tied(table, target, holder).is_none() {
        let (name, other) = (table.name(holder), table.name(target));
        return Err(bar!("CW-155", "not-held", "{} does not hold {}", name, other).moot());
    }
    in_reach(table, holder, target, u32::from(table.sheet(holder).reach_ft))
}

impl Act<Clockworld> for Release {
    type By = ActorId;
    type Ready = Hold;
    const CARD: Card = card!("release", "Let go", "Incidentals", "Incidental", "CW-155");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Hold, Bar<'t>> {
        let table = see.table;
        table.may_act(who)?;
        let is_held = |other: ActorId| {
            table.actor(who).hold.is_some_and(|hold| hold.target == other) || tied(table, other, who).is_some()
        };
        if !see.actors().iter().any(is_held) {
            return Err(bar!("CW-155", "not-held", "{} holds nobody", table.name(who)).moot().into());
        }
        let target = self.target()?;
        may_release(table, who, target)?;
        Ok(Hold { holder: who, who: target })
    }

    fn resolve<O: Oracle>(Hold { holder, who }: Hold, _: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let from = if table.actor(holder).hold.is_some_and(|hold| hold.target == who) {
            table.release(holder);
            Object::Actor(holder)
        } else if let Some(thing) = tied(table, who, holder) {
            untie(table, who, thing);
            Object::Thing(thing)
        } else {
            return Ok(());
        };
        oracle.tell(Audience::All, || freed(who, from, Ended::Released));
        Ok(())
    }
}
