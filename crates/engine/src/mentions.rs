//! Whom a piece of data names: found by looking at everything it would write down, so that no event can forget to say.

use crate::{
    ActorId, ActorSet,
    walk::{Visit, walk},
};
use serde::Serialize;

/// Every actor that `value` names, anywhere inside.
pub fn mentioned<T: Serialize + ?Sized>(value: &T) -> ActorSet {
    let mut finder = Finder(ActorSet::EMPTY);
    walk(value, &mut finder);
    finder.0
}

/// Notes each [`ActorId`] that passes.
struct Finder(ActorSet);

impl Visit for Finder {
    fn actor(&mut self, actor: ActorId) {
        self.0 = self.0.with(actor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Side, Who};
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    enum Event {
        Hit { by: ActorId, at: Option<ActorId>, damage: u16 },
        Row(Vec<(Who, u16)>),
        Nothing,
    }

    fn ids(value: &impl Serialize) -> Vec<u16> {
        mentioned(value).iter().map(|actor| actor.0).collect()
    }

    #[test]
    fn every_actor_inside_is_found_and_no_other_number() {
        assert_eq!(ids(&Event::Hit { by: ActorId(3), at: Some(ActorId(7)), damage: 5 }), [3, 7]);
        assert_eq!(ids(&Event::Hit { by: ActorId(3), at: None, damage: 5 }), [3]);
        assert_eq!(ids(&Event::Row(vec![(Who::Actor(ActorId(9)), 1), (Who::Side(Side(2)), 4), (Who::Gm, 5)])), [9]);
        assert_eq!(ids(&Event::Nothing), Vec::<u16>::new());
        assert_eq!(ids(&BTreeMap::from([(ActorId(1), [ActorId(2)])])), [1, 2]);
        assert_eq!(ids(&ActorSet::EMPTY.with(ActorId(4))), [4]);
    }
}
