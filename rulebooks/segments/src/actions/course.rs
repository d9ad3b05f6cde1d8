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

    /// What lies between a place of the way and each of those who may strike.
    #[inline]
    pub fn lines(&self, step: usize) -> impl Iterator<Item = (ActorId, Line)> {
        let all = self.foes.iter().zip(self.lines.chunks_exact(self.cells.len().max(1)));
        all.map(move |(foe, lines)| (foe.who, lines[step]))
    }

    /// What lies between one of those who may strike and a place of the way.
    #[inline]
    pub fn line(&self, who: ActorId, step: usize) -> Option<Line> {
        let at = self.foes.iter().position(|foe| foe.who == who)?;
        self.lines.get(at * self.cells.len() + step).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Segments;
    use referee_engine::{System, door::Source};

    /// SE-R85: a halberd reaches ten feet, a sword five: the way comes in range of one after the other.
    #[test]
    fn se_r85_a_way_comes_in_range_of_one_after_the_other() {
        let scene = r#"
            book = "segments"
            speed = "segmented"
            map = { grid = "square", columns = 12, rows = 7, cell = 5, unit = "feet" }
            characters = [
                { from = "shieldbearer", at = [0, 3] },
                { from = "shieldbearer", name = "Nob", side = "foes", at = [6, 3] },
                { from = "halberdier", name = "Nub", side = "foes", at = [6, 4] },
            ]
            things = [{ from = "wall", key = "wall", cells = [[1, 5]], at = [1, 5] }]
        "#;
        let (_, table) = Segments::open(&Source::new("course.toml", scene)).unwrap();
        let (sword, halberd) = (ActorId(1), ActorId(2));
        let both = ActorSet::EMPTY.with(sword).with(halberd);
        let strikes = |who: ActorId| table.actor(who).outfit.strikes();
        let way =
            |last: i16| Course::of(&table, Mover::Body(ActorId(0)), (0..=last).map(|x| Cell::new(x, 3)).collect());
        let near = |last| way(last).comes_near(strikes).collect::<Vec<_>>();
        assert_eq!((near(3), near(4), near(5)), (vec![], vec![halberd], vec![sword, halberd]));
        let course = way(5);
        assert_eq!(course.next_in_range(both, 0, strikes), Some((4, ActorSet::EMPTY.with(halberd))));
        assert_eq!(course.next_in_range(both, 5, strikes), Some((5, both)));
        assert_eq!(
            course.next_in_range(ActorSet::EMPTY.with(sword), 0, strikes),
            Some((5, ActorSet::EMPTY.with(sword)))
        );
        assert_eq!(course.next_in_range(both, 6, strikes), None);
        for (step, feet) in [(0, 30), (3, 15), (5, 5)] {
            let line = Line { feet, cover: 0, is_seen: true, is_clear: true };
            assert_eq!((course.line(sword, step), course.line(halberd, step)), (Some(line), Some(line)));
        }
        assert_eq!(course.line(ActorId(0), 0), None, "nobody strikes at itself");
    }
}
