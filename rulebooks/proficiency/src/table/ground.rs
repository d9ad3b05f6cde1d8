//! The ground: squares, who stands there, light and dark (PR-R91).

use super::{Actor, Life, Table};
use referee_engine::{
    ActorId,
    space::{Cell, Grid, Place},
};
use serde::{Deserialize, Serialize};

/// PR-R91: what a square is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Square {
    /// Nobody walks there.
    pub blocked: bool,
    /// Cover for whoever stands there: +2 or +4.
    pub cover: u8,
    /// +2 to attacks and searches.
    pub dark: bool,
}

impl Table {
    /// Is the distance on the map looked at?
    pub fn is_mapped(&self) -> bool {
        self.setup.space.grid() == Grid::Square
    }

    /// PR-R91: how many squares apart; diagonals count like any other step.
    pub fn squares_between(&self, a: Place, b: Place) -> u16 {
        let (x, y) = (a.cell.x.abs_diff(b.cell.x), a.cell.y.abs_diff(b.cell.y));
        x.max(y)
    }

    /// What a square is like.
    pub fn square(&self, cell: Cell) -> Square {
        let at = self.setup.space.index(cell);
        at.and_then(|at| self.setup.squares.get(at)).copied().unwrap_or_default()
    }

    /// Is somebody there who takes part?
    pub fn occupied(&self, cell: Cell) -> Option<ActorId> {
        let there = |actor: &Actor| actor.place.cell == cell && actor.life <= Life::Down;
        self.actors.iter().position(there).map(ActorId::at)
    }

    /// PR-R91: whoever comes back onto the map where somebody else stands takes the nearest free square.
    pub fn make_room(&mut self, id: ActorId) {
        let here = self.actor(id).place.cell;
        let taken = |table: &Table, cell: Cell| {
            let there = |other: ActorId| {
                let actor = table.actor(other);
                other != id && actor.place.cell == cell && actor.life <= Life::Down
            };
            table.ids().any(there)
        };
        if !self.is_mapped() || !taken(self, here) {
            return;
        }
        let place = |cell| self.setup.space.on_ground(cell);
        let free = self.setup.space.cells().filter(|&cell| !self.square(cell).blocked && !taken(self, cell));
        let nearest = free.min_by_key(|&cell| self.squares_between(place(here), place(cell)));
        if let Some(place) = nearest.map(place) {
            self.actor_mut(id).place = place;
        }
    }

    /// Does anybody carry a light?
    pub fn is_lit(&self) -> bool {
        self.actors.iter().any(|actor| {
            actor.light_until > self.clock.elapsed
                || actor.stocks.iter().any(|stock| stock.in_use && self.resource(stock.kind).light)
        })
    }

    /// PR-R91: what it is like where this character is. Single squares count where the map does.
    pub fn square_of(&self, id: ActorId, map_use: bool) -> Square {
        let counts = map_use && !self.setup.squares.is_empty();
        if counts { self.square(self.actor(id).place.cell) } else { Square::default() }
    }

    /// PR-R91: is it dark on such a square, with no light about?
    pub fn is_dark(&self, square: Square) -> bool {
        (self.setup.dark || square.dark) && !self.is_lit()
    }

    /// PR-R91: is it dark where this character is, with no light about?
    pub fn in_the_dark(&self, id: ActorId, map_use: bool) -> bool {
        self.is_dark(self.square_of(id, map_use))
    }
}
