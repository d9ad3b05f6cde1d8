//! Walls, doors and the like as they stand on the map, with which of them are no more beside the list.

use referee_engine::{Shares, space::Piece};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{ops::Deref, sync::Arc};

/// Walls, doors and the like. They change in one way: they are gone. As that is seldom, copies of a table share them.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Pieces(Arc<Standing>);

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Standing {
    all: Vec<Piece>,
    gone: Shares,
}

impl Pieces {
    /// These, in their order.
    pub fn new(all: Vec<Piece>) -> Pieces {
        Pieces(Arc::new(Standing { gone: Pieces::gone_of(&all), all }))
    }

    fn gone_of(all: &[Piece]) -> Shares {
        let gone = (0_u64..).zip(all).filter(|(_, piece)| !piece.active);
        gone.fold(Shares::default(), |gone, (at, _)| gone.with(at))
    }

    /// Which of them are no more.
    #[inline]
    pub fn gone(&self) -> Shares {
        debug_assert_eq!(self.0.gone, Pieces::gone_of(self), "it changes through `remove` alone");
        self.0.gone
    }

    /// This one is no more: it lies in pieces, or stands open.
    pub fn remove(&mut self, at: u16) {
        if self[usize::from(at)].active {
            let Standing { all, gone } = Arc::make_mut(&mut self.0);
            all[usize::from(at)].active = false;
            *gone = gone.with(at.into());
        }
    }
}

impl Clone for Pieces {
    fn clone(&self) -> Pieces {
        Pieces(self.0.clone())
    }

    /// Counts nothing where they are shared already, as between a run's fights.
    fn clone_from(&mut self, other: &Pieces) {
        if !Arc::ptr_eq(&self.0, &other.0) {
            self.0 = other.0.clone();
        }
    }
}

impl Deref for Pieces {
    type Target = [Piece];

    #[inline]
    fn deref(&self) -> &[Piece] {
        &self.0.all
    }
}

impl Serialize for Pieces {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Pieces {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pieces, D::Error> {
        Vec::deserialize(deserializer).map(Pieces::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_are_gone_is_known_beside_the_list() {
        let wall: Piece = serde_json::from_str(r#"{ "key": "wall", "cells": [{ "x": 3, "y": 0 }] }"#).unwrap();
        let mut pieces = Pieces::new(vec![wall.clone(), wall.clone(), wall]);
        let (before, copy) = (pieces.gone(), pieces.clone());
        pieces.remove(1);
        let without_one = pieces.gone();
        assert_ne!(without_one, before);
        assert!(copy[1].active && copy.gone() == before, "a copy keeps its own");
        assert_eq!(serde_json::to_value(&pieces).unwrap(), serde_json::to_value(pieces.to_vec()).unwrap());
        assert_eq!(serde_json::from_value::<Pieces>(serde_json::to_value(&pieces).unwrap()).unwrap(), pieces);
        pieces.remove(1);
        assert_eq!(pieces.gone(), without_one, "what is gone is gone once");
        assert_eq!(Pieces::new(pieces.to_vec()), pieces);
        pieces.remove(0);
        assert!(pieces.gone() != without_one && pieces[2].active);
    }
}
