//! The segments that have begun and are not over.

use super::Segment;
use referee_engine::Seldom;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The segment under way on top of those that it interrupted. Mostly there is one at most, so that one lies in place; it is
/// written as one list, from the first that was interrupted to the one that goes on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnderWay {
    now: Option<Segment>,
    interrupted: Seldom<Vec<Segment>>,
}

impl UnderWay {
    /// The one that goes on now.
    #[inline]
    pub fn last(&self) -> Option<&Segment> {
        self.now.as_ref()
    }

    /// The one that goes on now, to change it.
    #[inline]
    pub fn last_mut(&mut self) -> Option<&mut Segment> {
        self.now.as_mut()
    }

    /// A segment begins, and interrupts the one that was under way.
    #[inline]
    pub fn push(&mut self, segment: Segment) {
        if let Some(before) = self.now {
            self.interrupted.fill().push(before);
        }
        self.now = Some(segment);
    }

    /// The segment under way is over, and the one that it interrupted goes on.
    #[inline]
    pub fn pop(&mut self) {
        // In two: that nothing is under way is a byte, a segment is many.
        match self.interrupted.get_mut().and_then(Vec::pop) {
            None => self.now = None,
            before => self.now = before,
        }
    }

    /// Nothing is under way any more.
    #[inline]
    pub fn clear(&mut self) {
        self.now = None;
        self.interrupted.reset();
    }

    /// How many have begun and are not over.
    pub fn len(&self) -> usize {
        self.interrupted.len() + usize::from(self.now.is_some())
    }

    /// Is none under way?
    pub fn is_empty(&self) -> bool {
        self.now.is_none()
    }

    /// All of them, the one that goes on last.
    pub fn iter(&self) -> impl Iterator<Item = &Segment> {
        self.interrupted.iter().chain(&self.now)
    }

    /// All of them, to change them.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Segment> {
        self.interrupted.get_mut().into_iter().flatten().chain(&mut self.now)
    }
}

impl Serialize for UnderWay {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for UnderWay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UnderWay, D::Error> {
        let mut interrupted = Vec::deserialize(deserializer)?;
        Ok(UnderWay { now: interrupted.pop(), interrupted: interrupted.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::Stage;
    use referee_engine::ActorId;

    /// SE-108: whoever steps in acts, and the one that was interrupted goes on; written, they are one list.
    #[test]
    fn se_108_what_was_interrupted_goes_on() {
        let segment = |who: u16| Segment::new(ActorId(who), Stage::First);
        let who = |all: &UnderWay| all.iter().map(|segment| segment.who.0).collect::<Vec<_>>();
        let mut all = UnderWay::default();
        assert!(all.is_empty() && all.last().is_none());
        for (at, added) in [4, 2, 7].into_iter().enumerate() {
            all.push(segment(added));
            assert_eq!((all.len(), all.last().map(|segment| segment.who.0)), (at + 1, Some(added)));
        }
        assert_eq!(who(&all), [4, 2, 7]);
        let written = serde_json::to_value(&all).unwrap();
        assert_eq!(written, serde_json::to_value([segment(4), segment(2), segment(7)]).unwrap());
        assert_eq!(serde_json::from_value::<UnderWay>(written).unwrap(), all);
        all.iter_mut().for_each(|segment| segment.moved = true);
        for left in [2, 1, 0] {
            all.pop();
            assert_eq!((all.len(), all.is_empty()), (left, left == 0));
            assert!(all.iter().all(|segment| segment.moved));
        }
        all.push(segment(1));
        all.push(segment(3));
        all.clear();
        assert_eq!(all, UnderWay::default());
    }
}
