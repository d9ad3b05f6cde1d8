//! A way over the map, and how far those are from it who may strike at whatever takes it.

use crate::{reactions::free::Mover, table::Table};
use referee_engine::{ActorId, ActorSet, space::Cell};

/// The places of a movement one after the other, with how many feet each of those is away from each of them among whom is
/// everybody who may strike at the mover (SE-100). It follows from where everybody is and who is able.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// From where it begins to where it ends.
    pub cells: Vec<Cell>,
    /// Those who may strike: able foes of somebody, and everybody at a thing.
    foes: ActorSet,
    /// How far they are, place by place, one of them after the other.
    away: Vec<u32>,
}

impl Course {
    /// That of a mover along these cells.
    pub fn of(table: &Table, mover: Mover, cells: Vec<Cell>) -> Course {
        let foes = match mover {
            Mover::Body(mover) => table.able_foes(mover),
            Mover::Thing(_) => table.actors.able(),
        };
        let mut away = Vec::with_capacity(foes.len() * cells.len());
        for foe in foes.iter() {
            let from = table.actor(foe).place;
            away.extend(cells.iter().map(|&cell| table.feet(from, table.setup.space.on_ground(cell))));
        }
        Course { cells, foes, away }
    }

    /// Those who may strike, each with how far the places are from it.
    #[inline]
    pub fn foes(&self) -> impl Iterator<Item = (ActorId, &[u32])> {
        self.foes.iter().zip(self.away.chunks_exact(self.cells.len().max(1)))
    }
}
