//! The end of a segment (SE-037, SE-R28).

use super::prelude::*;
use crate::turn::{Stage, segment::under_way};

act! {
    /// SE-037: nothing else in this segment.
    pub struct Done for Segments, by ActorId {}
}

/// A segment that may be ended.
pub struct Ending;

impl Act<Segments> for Done {
    type By = ActorId;
    type Ready = Ending;
    const CARD: Card = card!("done", "End the segment", "Round", "", "SE-037");

    /// SE-R28: without an action too. Whoever is Down has to stand up or wait (SE-113).
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Ending, Bar<'t>> {
        let table = see.table;
        table.may_act(who)?;
        if table.clock.mode != Speed::Segmented {
            return Err(bar!("SE-021", "no-segment", "there are no segments while the clock runs").into());
        }
        let segment = under_way(table, who)?;
        if !segment.acted && table.actor(who).down {
            let down = bar!("SE-113", "down", "{} is Down and must Ready", table.name(who));
            return Err(down.allowing(&["stand", "wait"]).into());
        }
        Ok(Ending)
    }

    fn resolve<O: Oracle<Segments>>(_: Ending, _: &Segments, table: &mut Table, _: &mut O) -> Flow<()> {
        if let Some(segment) = table.round.under_way.last_mut() {
            segment.stage = Stage::End;
        }
        Ok(())
    }
}
