//! Who stands beside whom, who of them in front, and who stands where there is cover: asked for every step and every blow, and
//! changed only when somebody moves or turns, or a piece of scenery changes.

use super::Table;
use crate::reach::{is_ahead, steps_between};
use referee_engine::{
    ActorId, ActorSet, Derived,
    space::{Cell, Grid, Piece, Place},
};
use std::sync::Arc;

impl Table {
    /// Those who are one step away at most, whether they take part or not.
    #[inline]
    pub fn beside(&self, who: ActorId) -> ActorSet {
        let known = self.actor(who).beside.0;
        debug_assert_eq!(known, self.look_beside(who), "places change in `move_to` alone");
        known
    }

    /// The same by looking. On a map whoever is farther in one coordinate is no closer in steps, and most are.
    fn look_beside(&self, who: ActorId) -> ActorSet {
        let here = self.actor(who).place;
        let mapless = self.setup.space.grid() == Grid::Zones;
        // From one less to one more are three numbers.
        let away = |a: i16, b: i16| a.wrapping_sub(b).wrapping_add(1) as u16;
        let is_about = |a: Cell, b: Cell| away(a.x, b.x).max(away(a.y, b.y)) < 3;
        let mut beside = ActorSet::EMPTY;
        for (other, actor) in (0..).map(ActorId).zip(self.actors.iter()) {
            let there = actor.place;
            if (is_about(here.cell, there.cell) || mapless) && steps_between(self, here, there) <= 1 {
                beside = beside.with(other);
            }
        }
        beside.without(who)
    }

    /// ST-R41: those of them who are in its front arc.
    #[inline]
    pub fn in_front(&self, who: ActorId) -> ActorSet {
        let known = self.actor(who).front.0;
        debug_assert_eq!(known, self.look_ahead(who), "whoever turns does so in `face` or moves after it");
        known
    }

    fn look_ahead(&self, who: ActorId) -> ActorSet {
        let me = self.actor(who);
        let is_met = |other: &ActorId| is_ahead(self, me.place, me.facing, self.actor(*other).place);
        me.beside.0.iter().filter(is_met).collect()
    }

    /// Is there anything in its cell that gives cover or concealment?
    #[inline]
    pub fn is_on_spot(&self, who: ActorId) -> bool {
        let known = self.actor(who).on_spot.0;
        debug_assert_eq!(known, self.look_for_spot(who), "pieces change in `change_piece` alone");
        known
    }

    fn look_for_spot(&self, who: ActorId) -> bool {
        let cell = self.actor(who).place.cell;
        self.pieces.spots().iter().any(|spot| spot.cell == cell)
    }

    /// Looks who stands beside whom and where, of everybody.
    pub(crate) fn look_around(&mut self) {
        self.look_over();
        for who in self.ids() {
            self.actor_mut(who).beside = Derived(self.look_beside(who));
            self.actor_mut(who).front = Derived(self.look_ahead(who));
            self.actor_mut(who).on_spot = Derived(self.look_for_spot(who));
        }
    }

    /// Puts somebody somewhere else: the one place where a place changes.
    pub fn move_to(&mut self, who: ActorId, place: Place) {
        self.actor_mut(who).place = place;
        let now = self.look_beside(who);
        let was = std::mem::replace(&mut self.actor_mut(who).beside.0, now);
        for left in was.except(now).iter() {
            let other = self.actor_mut(left);
            (other.beside.0, other.front.0) = (other.beside.0.without(who), other.front.0.without(who));
        }
        for met in now.iter() {
            let other = self.actor(met);
            let is_met = is_ahead(self, other.place, other.facing, place);
            let other = self.actor_mut(met);
            other.beside.0 = other.beside.0.with(who);
            other.front.0 = if is_met { other.front.0.with(who) } else { other.front.0.without(who) };
        }
        self.actor_mut(who).front = Derived(self.look_ahead(who));
        self.actor_mut(who).on_spot = Derived(self.look_for_spot(who));
    }

    /// Turns somebody round.
    pub fn face(&mut self, who: ActorId, side: u8) {
        self.actor_mut(who).facing = side;
        self.actor_mut(who).front = Derived(self.look_ahead(who));
    }

    /// Changes something that stands about: the one place where that changes.
    pub fn change_piece(&mut self, at: usize, how: impl FnOnce(&mut Piece)) {
        Arc::make_mut(&mut self.pieces).change(at, how);
        self.look_over();
        for who in self.ids() {
            self.actor_mut(who).on_spot = Derived(self.look_for_spot(who));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        reach::in_front,
        table::Table,
        testing::{duel, scene},
    };
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

    /// The same of who is in front of whom, wherever somebody goes and turns, and of who stands where there is cover, also after a
    /// piece has changed.
    #[test]
    fn who_is_in_front_and_who_has_cover_at_its_feet_is_known() {
        let text = r#"
            book = "stamina"
            map = { grid = "hex", columns = 6, rows = 6, cell = 1, unit = "m" }
            characters = [
                { from = "fighter", name = "Ann", at = [2, 2] },
                { from = "guard", name = "Cid", side = "foes", at = [3, 2] },
            ]
            scenery = [{ from = "crate", cells = [[1, 1]] }]
        "#;
        let (_, mut table) = scene(text);
        let (ann, cid) = (ActorId(0), ActorId(1));
        let cells: Vec<_> = table.setup.space.cells().collect();
        let (mut met, mut covered) = (0, 0);
        let check = |table: &Table, who: ActorId, other: ActorId| {
            let is_met = table.beside(who).contains(other) && in_front(table, who, other);
            assert_eq!(table.in_front(who).contains(other), is_met);
            u32::from(is_met)
        };
        for cell in cells {
            for side in 0..6 {
                table.move_to(ann, cell.into());
                table.face([ann, cid][usize::from(side) % 2], side);
                met += check(&table, ann, cid) + check(&table, cid, ann);
            }
            let has_cover = table.pieces[0].covers(cell);
            assert_eq!(table.is_on_spot(ann), has_cover);
            if has_cover {
                table.change_piece(0, |piece| piece.active = false);
                assert!(!table.is_on_spot(ann));
                table.change_piece(0, |piece| piece.active = true);
                assert!(table.is_on_spot(ann));
                covered += 1;
            }
        }
        assert!(met > 10 && covered == 1, "{met}, {covered}");
    }
}
