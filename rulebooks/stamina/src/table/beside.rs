//! Who stands beside whom: asked for every step and every blow, and changed only when somebody moves.

use super::{Actor, Table};
use crate::reach::steps_between;
use referee_engine::{ActorId, ActorSet, space::Place};

impl Table {
    /// Those who are one step away at most, whether they take part or not.
    #[inline]
    pub fn beside(&self, who: ActorId) -> ActorSet {
        let known = self.actor(who).known.beside;
        debug_assert_eq!(known, self.look_beside(who), "places change in `move_to` alone");
        known
    }

    /// The same by looking. Who is near nobody foresees, so everybody is looked at alike.
    fn look_beside(&self, who: ActorId) -> ActorSet {
        let here = self.actor(who).place;
        let mut beside = ActorSet::EMPTY;
        for (some, first) in self.actors.chunks(64).zip((0..).step_by(64)) {
            let is_near = |actor: &Actor| u64::from(steps_between(self, here, actor.place) <= 1);
            let mut near = some.iter().rev().fold(0, |near, actor| near << 1 | is_near(actor));
            while near != 0 {
                beside = beside.with(ActorId(first + near.trailing_zeros() as u16));
                near &= near - 1;
            }
        }
        beside.without(who)
    }

    /// Looks who stands beside whom, of everybody.
    pub(crate) fn look_around(&mut self) {
        for who in self.ids() {
            self.actor_mut(who).known.beside = self.look_beside(who);
        }
    }

    /// Puts somebody somewhere else: the one place where a place changes.
    pub fn move_to(&mut self, who: ActorId, place: Place) {
        self.actor_mut(who).place = place;
        let now = self.look_beside(who);
        let was = std::mem::replace(&mut self.actor_mut(who).known.beside, now);
        for left in was.except(now).iter() {
            let known = &mut self.actor_mut(left).known;
            known.beside = known.beside.without(who);
        }
        for met in now.except(was).iter() {
            let known = &mut self.actor_mut(met).known;
            known.beside = known.beside.with(who);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{table::Table, testing::duel};
    use referee_engine::{ActorId, ActorSet, space::Place};

    /// What is kept is what one finds by looking, wherever somebody goes, and also of a table that was written and read.
    #[test]
    fn who_stands_beside_whom_follows_from_where_they_stand() {
        let (_, mut table) = duel();
        let (ann, cid) = (ActorId(0), ActorId(1));
        let there = table.actor(cid).place;
        let cells: Vec<_> = table.setup.space.cells().collect();
        for cell in cells {
            for place in [Place::from(cell), cell.at_height(1), cell.at_height(2)] {
                table.move_to(ann, place);
                let is_near = table.setup.space.steps(place, there) <= 1 && place.z <= 1;
                assert_eq!(table.beside(cid), if is_near { ActorSet::EMPTY.with(ann) } else { ActorSet::EMPTY });
                assert_eq!(table.beside(ann).contains(cid), is_near);
            }
        }
        let written = serde_json::to_string(&table).unwrap();
        let read: Table = serde_json::from_str(&written).unwrap();
        assert_eq!(read, table);
        assert_eq!((read.beside(ann), read.beside(cid)), (table.beside(ann), table.beside(cid)));
    }
}
