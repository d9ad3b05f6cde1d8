//! What is drawn on the map while an action is being chosen: how far a weapon goes, what an area covers, what stands in
//! the way.

use crate::{
    RuleId,
    space::{Cell, Piece, Place, Space, sight},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Cells that mean something for the action in the making.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Drawn {
    /// What they are.
    pub kind: DrawnKind,
    /// In a word: `Close Range`, `blast`, `light cover`.
    pub label: String,
    /// The cells.
    pub cells: Vec<Cell>,
    /// The rule behind it.
    pub rule: RuleId,
}

/// What drawn cells are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawnKind {
    /// Near enough to be struck by hand.
    Reach,
    /// Near enough to be shot or thrown at.
    Range,
    /// What an area would catch.
    Area,
    /// What stands between, and helps the target.
    Cover,
}

impl Drawn {
    /// The cells of a map by the kind and word for each, nearest first. A cell without a word is out of range.
    pub fn bands(
        space: &Space,
        from: Place,
        rule: RuleId,
        word: impl Fn(Place) -> Option<(DrawnKind, String)>,
    ) -> Vec<Drawn> {
        let mut places: Vec<Place> =
            space.cells().filter(|&cell| cell != from.cell).map(|cell| space.on_ground(cell)).collect();
        places.sort_by_key(|&place| space.distance_sq(from, place));
        let mut all: Vec<Drawn> = Vec::new();
        for place in places {
            let Some((kind, label)) = word(place) else { continue };
            match all.iter_mut().find(|drawn| drawn.kind == kind && drawn.label == label) {
                Some(drawn) => drawn.cells.push(place.cell),
                None => all.push(Drawn { kind, label, cells: vec![place.cell], rule }),
            }
        }
        all
    }

    /// The cells of an area.
    pub fn area(label: impl Into<String>, cells: impl IntoIterator<Item = Cell>, rule: RuleId) -> Drawn {
        Drawn { kind: DrawnKind::Area, label: label.into(), cells: cells.into_iter().collect(), rule }
    }

    /// A piece that gives cover.
    pub fn piece(piece: &Piece, rule: RuleId) -> Drawn {
        Drawn { kind: DrawnKind::Cover, label: piece.key.to_string(), cells: piece.cells.to_vec(), rule }
    }

    /// The piece that gives cover on the line between two places, if one does: the strongest, for books where one counts.
    pub fn cover(space: &Space, pieces: &[Piece], from: Place, to: Place, rule: RuleId) -> Option<Drawn> {
        let by = sight(space, pieces, from, to).cover_by?;
        Some(Drawn::piece(pieces.get(usize::from(by))?, rule))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    #[test]
    fn cells_are_drawn_by_the_word_for_them_nearest_first() {
        let space = Space::square(6, 1, 5, "feet").unwrap();
        let from = space.on_ground(Cell { x: 0, y: 0 });
        let word = |place: Place| match space.distance(from, place) {
            0..=5 => Some((DrawnKind::Reach, "Reach".to_owned())),
            6..=20 => Some((DrawnKind::Range, "Near".to_owned())),
            _ => None,
        };
        let drawn = Drawn::bands(&space, from, rule!("TY-001"), word);
        let columns = |drawn: &Drawn| drawn.cells.iter().map(|cell| cell.x).collect::<Vec<_>>();
        assert_eq!(drawn.iter().map(|drawn| drawn.label.as_str()).collect::<Vec<_>>(), ["Reach", "Near"]);
        assert_eq!((columns(&drawn[0]), columns(&drawn[1])), (vec![1], vec![2, 3, 4]));
    }
}
