//! What is the same for everybody, wherever it stands: asked before every act and with every blow, and changed only when
//! something that stands about changes.

use super::Table;
use crate::{defense::MOST_COVER, reach::range_of_all};
use referee_engine::{Derived, space::Grid};

/// What the ground, the things and what stands about come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lay {
    /// Is there no map?
    pub mapless: bool,
    /// Are its cells hexes?
    pub hexes: bool,
    /// ST-R51: could anybody reach farther than one hex, whatever is taken in hand?
    pub far: bool,
    /// Could a line of sight be blocked?
    pub blocks: bool,
    /// Could all that stands about, with two shields, hide anybody completely (ST-215)?
    pub hides: bool,
}

impl Table {
    /// What is the same for everybody.
    #[inline]
    pub fn lay(&self) -> Lay {
        debug_assert_eq!(self.lay.0, self.look_at_lay(), "pieces change in `change_piece` alone");
        self.lay.0
    }

    fn look_at_lay(&self) -> Lay {
        let mapless = self.setup.space.grid() == Grid::Zones;
        Lay {
            mapless,
            hexes: matches!(self.setup.space.grid(), Grid::Hex(_)),
            far: range_of_all(self) > 1,
            blocks: mapless || self.pieces.blocks_sight(),
            hides: self.pieces.cover().at_most(2, self.setup.items.block()).sum() > MOST_COVER,
        }
    }

    /// Looks at it again.
    pub(super) fn look_over(&mut self) {
        self.lay = Derived(self.look_at_lay());
    }
}

#[cfg(test)]
mod tests {
    use crate::{table::Lay, testing::scene};

    /// What is the same for everybody follows from who is there and from what stands about, also after a piece has changed.
    #[test]
    fn the_lay_of_a_scene_is_known() {
        let hexes = Lay { hexes: true, ..Lay::default() };
        // who, what stands about: what that comes to, and without the first piece
        let cases = [
            ("fighter", r#"{ from = "low-wall", cells = [[3, 3]] }"#, hexes, hexes),
            (
                "ogre",
                r#"{ from = "low-wall", cells = [[3, 3]] }"#,
                Lay { far: true, ..hexes },
                Lay { far: true, ..hexes },
            ),
            ("fighter", r#"{ from = "wall", cells = [[3, 3]] }"#, Lay { blocks: true, ..hexes }, hexes),
        ];
        for (who, scenery, with, without) in cases {
            let text = format!(
                r#"
                book = "stamina"
                map = {{ grid = "hex", columns = 9, rows = 9, cell = 1, unit = "m" }}
                characters = [{{ from = "{who}", at = [1, 1] }}, {{ from = "guard", side = "foes", at = [5, 1] }}]
                scenery = [{scenery}]
                "#
            );
            let (_, mut table) = scene(&text);
            assert_eq!(table.lay(), with, "{text}");
            table.change_piece(0, |piece| piece.active = false);
            assert_eq!(table.lay(), without, "{text}");
            table.change_piece(0, |piece| (piece.active, piece.cover) = (true, 9));
            assert!(table.lay().hides, "nine of a piece, and a shield");
        }
    }
}
