//! One physical die.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Marks fudge dice where a number of sides stands.
pub(crate) const FUDGE: u16 = u16::MAX;

/// One die: the faces 1 to its sides, or the fudge die with the faces -1, 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Die(u16);

impl Die {
    /// The die with the faces -1, 0 and 1.
    pub const FUDGE: Die = Die(FUDGE);

    /// The die with the faces 1 to `sides`; a die has at least one.
    pub const fn new(sides: u16) -> Die {
        Die(if sides == 0 { 1 } else { sides })
    }

    pub(crate) const fn of(sides: u16) -> Die {
        Die(sides)
    }

    /// The number of sides, or the mark of fudge dice.
    pub(crate) const fn code(self) -> u16 {
        self.0
    }

    /// How many faces it has.
    #[inline]
    pub const fn sides(self) -> u16 {
        if self.0 == FUDGE { 3 } else { self.0 }
    }

    /// Its lowest face.
    #[inline]
    pub const fn lowest(self) -> i32 {
        if self.0 == FUDGE { -1 } else { 1 }
    }

    /// Its highest face.
    #[inline]
    pub const fn highest(self) -> i32 {
        if self.0 == FUDGE { 1 } else { self.0 as i32 }
    }

    /// Whether it can show this face: what to ask of a face somebody typed in.
    pub const fn has_face(self, face: i32) -> bool {
        self.lowest() <= face && face <= self.highest()
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if *self == Die::FUDGE { f.write_str("dF") } else { write!(f, "d{}", self.0) }
    }
}
