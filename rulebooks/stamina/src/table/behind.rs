//! What somebody has taken cover behind.

use serde::{Deserialize, Serialize};
use std::num::NonZeroU16;

/// ST-R97: the piece that somebody has taken cover behind, or nothing. Its number is kept from 1 on, in half the bytes of an
/// `Option<u16>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Option<u16>", into = "Option<u16>")]
pub struct Behind(Option<NonZeroU16>);

impl Behind {
    /// It stands in the open.
    pub const NOTHING: Behind = Behind(None);

    /// Which piece.
    #[inline]
    pub fn piece(self) -> Option<u16> {
        self.0.map(|number| number.get() - 1)
    }

    /// Has it taken cover?
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0.is_some()
    }
}

impl From<Option<u16>> for Behind {
    fn from(piece: Option<u16>) -> Behind {
        Behind(piece.and_then(|piece| piece.checked_add(1)).and_then(NonZeroU16::new))
    }
}

impl From<Behind> for Option<u16> {
    fn from(behind: Behind) -> Option<u16> {
        behind.piece()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_known_by_its_number_and_written_so() {
        for (piece, written) in [(None, "null"), (Some(0), "0"), (Some(199), "199")] {
            let behind = Behind::from(piece);
            assert_eq!((behind.piece(), behind.is_some()), (piece, piece.is_some()));
            assert_eq!(serde_json::to_string(&behind).unwrap(), written);
            assert_eq!(serde_json::from_str::<Behind>(written).unwrap(), behind);
        }
        assert_eq!(size_of::<Behind>(), 2);
    }
}
