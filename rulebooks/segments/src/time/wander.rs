//! Wandering dangers (SE-012, SE-013, SE-015, SE-026, SE-127, SE-R07).

use super::{Halt, TimeEvent};
use crate::{Event, Segments, table::Table};
use referee_dice::Roll;
use referee_engine::{Audience, Flow, Oracle, Throw, Who};
use smallvec::SmallVec;

/// SE-R07: one counter of turns runs through all speeds; each time it reaches the interval of the area, 1d6: the chance or
/// less is an encounter, and the counter starts again. SE-013: nothing is rolled where no danger is. As Journeying passes
/// the most time it brings the most checks (SE-012). The GM rolls; the players hear of an encounter only.
pub(super) fn check<O: Oracle<Segments>>(
    table: &mut Table,
    halts: &mut SmallVec<[Halt; 2]>,
    oracle: &mut O,
) -> Flow<()> {
    let Some((chance, interval)) = table.here().map(|area| (area.wander_chance, area.wander_interval)) else {
        return Ok(());
    };
    table.wander_counter = table.wander_counter.saturating_add(1);
    if chance == 0 || table.wander_counter < interval {
        return Ok(());
    }
    table.wander_counter = 0;
    let throw = Throw::hidden(Who::Gm, "wandering", Audience::Gm);
    let met = oracle.roll(throw, Roll::die(6), |face| face <= i32::from(chance))?.value;
    let to = if met { Audience::All } else { Audience::Gm };
    oracle.tell(to, || Event::Time(TimeEvent::Wandered { met }));
    if met {
        table.encounters = table.encounters.saturating_add(1);
        halts.push(Halt::Encounter);
    }
    Ok(())
}
