//! Walls, doors and the like as they stand on the map, with which of them are no more beside the list.

use referee_engine::{Shares, space::Piece};

/// Walls, doors and the like. They change in one way: they are gone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pieces {
    all: Vec<Piece>,
    gone: Shares,
}

impl Pieces {
    /// These, in their order.
    pub fn new(all: Vec<Piece>) -> Pieces {
        Pieces { gone: Pieces::gone_of(&all), all }
    }

    fn gone_of(all: &[Piece]) -> Shares {
        let gone = (0_u64..).zip(all).filter(|(_, piece)| !piece.active);
        gone.fold(Shares::default(), |gone, (at, _)| gone.with(at))
    }

    /// Which of them are no more.
    #[inline]
    pub fn gone(&self) -> Shares {
        debug_assert_eq!(self.gone, Pieces::gone_of(&self.all), "it changes through `remove` alone");
        self.gone
    }

    /// This one is no more: it lies in pieces, or stands open.
    pub fn remove(&mut self, at: u16) {
        let piece = &mut self.all[usize::from(at)];
        if piece.active {
            piece.active = false;
            self.gone = self.gone.with(at.into());
        }
    }
}

referee_engine::listed!(Pieces of Piece);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_are_gone_is_known_beside_the_list() {
        let wall: Piece = serde_json::from_str(r#"{ "key": "wall", "cells": [{ "x": 3, "y": 0 }] }"#).unwrap();
        let mut pieces = Pieces::new(vec![wall.clone(), wall.clone(), wall]);
        let before = pieces.gone();
        pieces.remove(1);
        let without_one = pieces.gone();
        assert_ne!(without_one, before);
        pieces.remove(1);
        assert_eq!(pieces.gone(), without_one, "what is gone is gone once");
        assert_eq!(Pieces::new(pieces.to_vec()), pieces);
        pieces.remove(0);
        assert!(pieces.gone() != without_one && pieces[2].active);
    }
}
