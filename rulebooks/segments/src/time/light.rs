//! Torches and lanterns (SE-025, SE-125, SE-R05).

use super::{Halt, TimeEvent};
use crate::{
    Event, Segments,
    sheet::Burns,
    table::{Table, Whereabouts},
};
use referee_engine::{Audience, Oracle};
use smallvec::SmallVec;

/// SE-025, SE-R05: every lit light burns one turn; a torch is used up at its last one.
pub(super) fn burn<O: Oracle<Segments>>(table: &mut Table, halts: &mut SmallVec<[Halt; 2]>, oracle: &mut O) {
    let mut went_out = false;
    for id in table.thing_ids() {
        if !table.thing(id).lit {
            continue;
        }
        let thing = table.thing_mut(id);
        thing.turns_left = thing.turns_left.saturating_sub(1);
        if thing.turns_left == 0 {
            thing.lit = false;
            went_out = true;
            oracle.tell(Audience::All, || Event::Time(TimeEvent::LightOut { thing: id }));
            if table.thing_sheet(id).light.is_some_and(|light| light.burns == Burns::Torch) {
                table.put(id, Whereabouts::Gone);
            }
        }
    }
    // SE-R13: the last light, where light is needed.
    let needed = table.ids().any(|who| table.is_here(who) && table.in_the_dark(who));
    if went_out && needed && !table.things.iter().any(|thing| thing.lit) {
        halts.push(Halt::Light);
    }
}
