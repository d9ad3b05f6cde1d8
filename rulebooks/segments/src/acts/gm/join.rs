//! Who takes part from the next round on, and who no more (SE-R19, SE-D09).

use super::known;
use crate::{
    acts::prelude::*,
    turn::{Phase, Place, RoundEvent},
};

act! {
    /// SE-R19: takes part from the next round on.
    pub struct Join for Segments, by Gm {
        who: ActorId = "Who";
    }
}

act! {
    /// SE-R19, SE-D09: is left out from the next round on.
    pub struct LeaveOut for Segments, by Gm {
        who: ActorId = "Who";
    }
}

/// Somebody who may join, or be left out.
pub struct Joining {
    who: ActorId,
    joins: bool,
}

impl Joining {
    fn ready<'t>(see: See<'_, 't>, who: Result<ActorId, Bar<'t>>, joins: bool) -> Result<Joining, Bar<'t>> {
        let table = see.table;
        if table.clock.mode != Speed::Segmented {
            return Err(bar!("SE-R19", "clock-runs", "the clock is not stopped").into());
        }
        let who = who?;
        known(table, who)?;
        if table.round.left_out.contains(who) != joins {
            return Err(bar!("SE-R19", "no-change", "that changes nothing").moot().into());
        }
        Ok(Joining { who, joins })
    }

    fn happens<O: Oracle<Segments>>(self, table: &mut Table, oracle: &mut O) {
        let Joining { who, joins } = self;
        let out = table.round.left_out;
        table.round.left_out = if joins { out.without(who) } else { out.with(who) };
        let part = &mut table.actors[who.index()].part;
        if !joins && table.round.phase == Phase::Declaring && part.place != Place::Done {
            part.place = Place::Out; // before anybody acts it counts at once
        }
        oracle.tell(Audience::All, || Event::Round(RoundEvent::Joins { who, joins }));
    }
}

impl Act<Segments> for Join {
    type By = Gm;
    type Ready = Joining;
    const CARD: Card = card!("join", "Takes part from the next round on", "GM", "", "SE-R19");
    const NOTHING: Why<'static> = bar!("SE-R19", "no-change", "nobody is left out");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Joining, Bar<'t>> {
        Joining::ready(see, self.who(), true)
    }

    fn resolve<O: Oracle<Segments>>(joining: Joining, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        joining.happens(table, oracle);
        Ok(())
    }
}

impl Act<Segments> for LeaveOut {
    type By = Gm;
    type Ready = Joining;
    const CARD: Card = card!("leave-out", "Left out from the next round on", "GM", "", "SE-R19");
    const NOTHING: Why<'static> = bar!("SE-R19", "no-change", "all are left out");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Joining, Bar<'t>> {
        Joining::ready(see, self.who(), false)
    }

    fn resolve<O: Oracle<Segments>>(joining: Joining, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        joining.happens(table, oracle);
        Ok(())
    }
}
