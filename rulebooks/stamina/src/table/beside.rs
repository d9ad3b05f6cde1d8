//! Who stands beside whom: asked for every step and every blow, and changed only when somebody moves.

use super::Table;
use crate::reach::steps_between;
use referee_engine::{
    ActorId, ActorSet,
    space::{Grid, Place},
};

/// For everybody those who are one step away at most, whether they take part or not.
///
/// It follows from where they stand, so it is neither written nor compared. Of a table that was just read nothing is known
/// until somebody moves; until then it is found by looking.
#[derive(Debug, Default)]
pub struct Beside(Vec<ActorSet>);

impl Clone for Beside {
    fn clone(&self) -> Beside {
        Beside(self.0.clone())
    }

    fn clone_from(&mut self, from: &Beside) {
        self.0.clone_from(&from.0);
    }
}

impl PartialEq for Beside {
    fn eq(&self, _: &Beside) -> bool {
        true
    }
}

impl Eq for Beside {}

impl Table {
    /// Those who are one step away at most, whether they take part or not.
    #[inline]
    pub fn beside(&self, who: ActorId) -> ActorSet {
        let known = self.beside.0.get(who.index()).copied();
        debug_assert!(known.is_none_or(|known| known == self.look_beside(who)), "places change in `move_to` alone");
        known.unwrap_or_else(|| self.look_beside(who))
    }

    fn look_beside(&self, who: ActorId) -> ActorSet {
        let here = self.actor(who).place;
        let mut beside = ActorSet::EMPTY;
        for (other, actor) in (0..).map(ActorId).zip(self.actors.iter()) {
            if self.is_one_step(here, actor.place) && other != who {
                beside = beside.with(other);
            }
        }
        beside
    }

    /// Are two places at most one step apart? On a map the coordinates rule out most at once.
    #[inline]
    fn is_one_step(&self, a: Place, b: Place) -> bool {
        let is_near = |one: i16, other: i16| (-1..=1).contains(&(i32::from(one) - i32::from(other)));
        let may_be = is_near(a.cell.x, b.cell.x) && is_near(a.cell.y, b.cell.y);
        (may_be || self.setup.space.grid() == Grid::Zones) && steps_between(self, a, b) <= 1
    }

    /// Looks who stands beside whom, of everybody.
    pub(crate) fn look_around(&mut self) {
        self.beside = Beside(self.ids().map(|who| self.look_beside(who)).collect());
    }

    /// Puts somebody somewhere else: the one place where a place changes.
    pub fn move_to(&mut self, who: ActorId, place: Place) {
        self.actor_mut(who).place = place;
        let now = self.look_beside(who);
        let Beside(all) = &mut self.beside;
        let Some(known) = all.get_mut(who.index()) else { return self.look_around() };
        let was = std::mem::replace(known, now);
        for left in was.except(now).iter() {
            all[left.index()] = all[left.index()].without(who);
        }
        for met in now.except(was).iter() {
            all[met.index()] = all[met.index()].with(who);
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
