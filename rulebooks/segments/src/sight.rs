//! Who can be seen past what, and the cover that gives (SE-R72, SE-R82).

use crate::{acts::attack::Target, table::Table};
use referee_engine::space::{Piece, Place, is_blocked, sight};

impl Table {
    /// Can one be seen from the other's place?
    pub fn sees(&self, from: Place, to: Place) -> bool {
        !is_blocked(&self.setup.space, &self.pieces, from, to)
    }

    /// Can a target be seen? A thing is not in its own way (SE-R73).
    pub fn sees_target(&self, from: Place, target: Target, to: Place) -> bool {
        match self.without(target) {
            Some(others) => !is_blocked(&self.setup.space, &others, from, to),
            None => self.sees(from, to),
        }
    }

    /// SE-R72, SE-R73: the cover that the map gives a target. A thing is no cover for itself.
    pub fn cover_of(&self, from: Place, target: Target, to: Place) -> i16 {
        let space = &self.setup.space;
        let seen = match self.without(target) {
            Some(others) => sight(space, &others, from, to),
            None if self.pieces.is_empty() => return 0,
            None => sight(space, &self.pieces, from, to),
        };
        i16::from(seen.cover)
    }

    /// The other pieces, if the target is one.
    fn without(&self, target: Target) -> Option<Vec<Piece>> {
        let Target::Thing(thing) = target else { return None };
        let own = usize::from(self.thing(thing).piece?);
        let mut others = self.pieces.to_vec();
        others.remove(own);
        Some(others)
    }
}
