//! Sets of faces: on which dice are thrown again, explode or count.

use smallvec::SmallVec;

/// Faces, as ranges with both ends in; `i32::MIN` and `i32::MAX` are open ends. Ascending, with room between them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct FaceSet(SmallVec<[(i32, i32); 1]>);

impl FaceSet {
    pub fn range(from: i32, to: i32) -> FaceSet {
        let mut set = FaceSet::default();
        set.add(from, to);
        set
    }

    pub fn one(face: i32) -> FaceSet {
        FaceSet::range(face, face)
    }

    pub fn at_least(face: i32) -> FaceSet {
        FaceSet::range(face, i32::MAX)
    }

    pub fn at_most(face: i32) -> FaceSet {
        FaceSet::range(i32::MIN, face)
    }

    pub fn all_but(face: i32) -> FaceSet {
        let mut set = FaceSet::at_most(face - 1);
        set.add(face + 1, i32::MAX);
        set
    }

    /// The face that is missing, if it is the only one.
    pub fn but(&self) -> Option<i32> {
        match self.0[..] {
            [(i32::MIN, below), (above, i32::MAX)] if above == below + 2 => Some(below + 1),
            _ => None,
        }
    }

    /// Adds a range; an empty one adds nothing.
    pub fn add(&mut self, from: i32, to: i32) {
        if from > to {
            return;
        }
        let (mut from, mut to) = (from, to);
        // What touches the new range becomes a part of it.
        self.0.retain(|&mut (low, high)| {
            let touches = low <= to.saturating_add(1) && from <= high.saturating_add(1);
            if touches {
                (from, to) = (from.min(low), to.max(high));
            }
            !touches
        });
        let place = self.0.partition_point(|range| range.0 < from);
        self.0.insert(place, (from, to));
    }

    pub fn join(&mut self, other: &FaceSet) {
        other.0.iter().for_each(|&(from, to)| self.add(from, to));
    }

    #[inline]
    pub fn holds(&self, face: i32) -> bool {
        self.0.iter().any(|&(from, to)| from <= face && face <= to)
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn ranges(&self) -> &[(i32, i32)] {
        &self.0
    }

    /// From here on upwards, either all faces belong to it or none.
    pub fn settled_from(&self) -> i32 {
        let ends = self.0.iter().flat_map(|&(from, to)| [from, to.saturating_add(1)]);
        ends.filter(|&end| end != i32::MIN && end != i32::MAX).max().unwrap_or(i32::MIN)
    }
}
