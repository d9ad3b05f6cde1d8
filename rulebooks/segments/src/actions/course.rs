//! A way over the map, and what lies between its places and those who may strike at whatever takes it.

use crate::{gear::Strikes, reactions::free::Mover, sight::Line, table::Table};
use referee_engine::{ActorId, ActorSet, space::Cell};

/// The places of a movement one after the other, with what lies between each of them and each of those among whom is
/// everybody who may strike at the mover (SE-100). It follows from where everybody is, who is able, and the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// From where it begins to where it ends.
    pub cells: Vec<Cell>,
    /// Those who may strike: able foes of somebody, and everybody at a thing.
    foes: Vec<Foe>,
    /// What lies between, place by place, one of the foes after the other.
    lines: Vec<Line>,
}

/// Somebody who may strike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Foe {
    who: ActorId,
    /// The fewest feet that the mover will be away from it.
    nearest: u32,
}

impl Course {
    /// That of a mover along these cells.
    pub fn of(table: &Table, mover: Mover, cells: Vec<Cell>) -> Course {
        let those = match mover {
            Mover::Body(mover) => table.able_foes(mover),
            Mover::Thing(_) => table.actors.able(),
        };
        let mut foes = Vec::with_capacity(those.len());
        let mut lines: Vec<Line> = Vec::with_capacity(those.len() * cells.len());
        for who in those.iter() {
            let (from, first) = (table.actor(who).place, lines.len());
            lines.extend(cells.iter().map(|&cell| table.line(from, table.setup.space.on_ground(cell))));
            foes.push(Foe { who, nearest: lines[first..].iter().map(|line| line.feet).min().unwrap_or(u32::MAX) });
        }
        Course { cells, foes, lines }
    }

    /// Those in whose range the mover will be somewhere on its way.
    #[inline]
    pub fn comes_near(&self, strikes: impl Fn(ActorId) -> Strikes) -> impl Iterator<Item = ActorId> {
        self.foes.iter().filter(move |foe| strikes(foe.who).reach(foe.nearest)).map(|foe| foe.who)
    }

    /// The first place, from this one on, where the mover is in range of one of these, and of which of them it is there.
    #[inline]
    pub fn next_in_range(
        &self,
        some: ActorSet,
        begins: usize,
        strikes: impl Fn(ActorId) -> Strikes,
    ) -> Option<(usize, ActorSet)> {
        let mut found: Option<(usize, ActorSet)> = None;
        for (foe, lines) in self.foes.iter().zip(self.lines.chunks_exact(self.cells.len().max(1))) {
            if !some.contains(foe.who) {
                continue;
            }
            let strikes = strikes(foe.who);
            let last = found.map_or(lines.len(), |(step, _)| step + 1);
            let Some(step) = (begins..last).find(|&step| strikes.reach(lines[step].feet)) else { continue };
            let others = found.filter(|(first, _)| *first == step).map_or(ActorSet::EMPTY, |(_, others)| others);
            found = Some((step, others.with(foe.who)));
        }
        found
    }

    /// What lies between one of those who may strike and a place of the way.
    #[inline]
    pub fn line(&self, who: ActorId, step: usize) -> Option<Line> {
        let at = self.foes.iter().position(|foe| foe.who == who)?;
        self.lines.get(at * self.cells.len() + step).copied()
    }
}
