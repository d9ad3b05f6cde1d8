//! Cover and sight: always between two (CR-092 to CR-101).

use crate::{
    Crisis,
    sheet::{Cover, Object, Projectile, Weapon},
    table::{Stance, Table},
    words::name_to,
};
use referee_engine::{
    ActorId, Choice, Flow, Oracle, RuleId, Who,
    act::{Answers, Asks},
    rule,
    space::{Cell, Piece, Space, sight},
};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// What lies between two squares: the cover that objects give the second against somebody in the first, and whether there
/// is sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Between {
    /// Against what is no projectile.
    cover: Cover,
    /// CR-098: against each kind of projectile.
    against: [Cover; Projectile::ALL.len()],
    /// CR-165: does nothing that blocks sight stand in the way?
    pub has_sight: bool,
}

impl Between {
    /// Nothing at all.
    pub const OPEN: Between =
        Between { cover: Cover::None, against: [Cover::None; Projectile::ALL.len()], has_sight: true };

    /// The cover that objects give.
    pub fn cover(self, projectile: Option<Projectile>) -> Cover {
        projectile.map_or(self.cover, |projectile| self.against[projectile as usize])
    }
}

/// CR-093, CR-098, CR-165, CR-R72, CR-R77, CR-R164: what the objects on the straight line between two squares do.
///
/// An object covers with its step if it stands on the line and next to the target (or around it); one that covers wholly
/// stops the line wherever it stands. Material that the projectile goes through counts one step lower. Sight ends at
/// what blocks it, but not at what stands in the target's own square. What is on the line, and what meets at a corner of
/// it, is for [`sight`] to say.
pub fn along(space: &Space, objects: &[Object], from: Cell, to: Cell) -> Between {
    let near = |cell: &Cell| cell.x.abs_diff(to.x).max(cell.y.abs_diff(to.y)) <= 1;
    let line = |pieces: &[Piece]| sight(space, pieces, space.on_ground(from), space.on_ground(to));
    let cover = |projectile: Option<Projectile>| {
        let piece = |object: &Object| {
            let through = projectile.is_some_and(|projectile| object.penetrable.contains(&projectile));
            let cover = if through { object.cover.lowered() } else { object.cover };
            let cells = object.cells.iter().copied().filter(|cell| object.cover == Cover::Total || near(cell));
            Piece { cover: cover as u8, ..Piece::at(&*object.key, cells) }
        };
        let pieces: Vec<Piece> = objects.iter().map(piece).collect();
        Cover::ALL[usize::from(line(&pieces).cover)]
    };
    let wall = |object: &Object| Piece::wall(&*object.key, object.cells.iter().copied().filter(|cell| *cell != to));
    let walls: Vec<Piece> = objects.iter().filter(|object| object.blocks_sight).map(wall).collect();
    Between {
        cover: cover(None),
        against: Projectile::ALL.map(|projectile| cover(Some(projectile))),
        has_sight: !line(&walls).blocked,
    }
}

/// CR-093, CR-098: the cover that objects give a square against somebody in another square.
pub fn from_objects(table: &Table, from: Cell, to: Cell, weapon: Option<&Weapon>) -> Cover {
    table.setup.between(from, to).cover(weapon.and_then(|weapon| weapon.projectile))
}

/// CR-165: does nothing that blocks sight stand between two squares?
pub fn has_line_of_sight(table: &Table, from: Cell, to: Cell) -> bool {
    table.setup.between(from, to).has_sight
}

/// CR-168, CR-R123: does any opponent that can look have direct vision of this creature?
pub fn in_plain_sight(table: &Table, who: ActorId) -> bool {
    let place = table.actor(who).place.cell;
    table.ids().any(|other| {
        table.hostile(who, other)
            && sees(table, other)
            && has_line_of_sight(table, table.actor(other).place.cell, place)
    })
}

/// Has it open eyes?
fn sees(table: &Table, who: ActorId) -> bool {
    let actor = table.actor(who);
    let asleep = |cause| matches!(cause, crate::conditions::Cause::Asleep | crate::conditions::Cause::Unconscious);
    actor.is_here() && !actor.incapacitated && !actor.causes().any(asleep)
}

/// CR-D27: the map proposes whether somebody is seen; the GM may say otherwise.
pub fn is_seen<O: Oracle<Crisis>>(table: &Table, who: ActorId, oracle: &mut O) -> Flow<bool> {
    let usual = in_plain_sight(table, who);
    if !table.ask_gm {
        return Ok(usual);
    }
    InSight { who, usual }.ask(Who::Gm, table, oracle)
}

/// CR-D27, to the GM: does an opponent see this creature? As the map has it, or the other way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InSight {
    pub who: ActorId,
    pub usual: bool,
}

impl Asks<Crisis> for InSight {
    type Answer = bool;
    const KIND: &'static str = "seen";
    const RULE: RuleId = rule!("CR-168");

    fn answers(&self) -> Answers<bool> {
        smallvec![self.usual, !self.usual]
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("Is {} in plain sight?", name_to(table, who, self.who))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &bool) -> Choice {
        if *answer { Choice::new("seen", "An opponent sees it") } else { Choice::new("unseen", "Nobody sees it") }
    }
}

/// CR-097, CR-200, CR-203, CR-R76, CR-R94: the cover of a stance against a ranged Attack.
pub fn of_stance(book: &Crisis, table: &Table, target: ActorId, from: Cell) -> Cover {
    let actor = table.actor(target);
    if actor.stance == Stance::Standing {
        return Cover::None;
    }
    // CR-R94: it takes somebody who can act to make the most of a stance.
    let makes_itself_small = table.can_act(target) || book.house.helpless_keeps_stance_cover;
    let faces = actor.stance != Stance::Prone
        || !book.house.prone_cover_needs_facing
        || is_faced(actor.facing, actor.place.cell, from);
    if makes_itself_small && faces { actor.stance.cover() } else { Cover::None }
}

/// CR-R76: does a square lie within 45 degrees of where somebody looks?
fn is_faced(facing: u8, here: Cell, there: Cell) -> bool {
    let (x, y) = DIRECTIONS[usize::from(facing % 8)];
    let (dx, dy) = (i32::from(there.x) - i32::from(here.x), i32::from(there.y) - i32::from(here.y));
    let (dot, cross) = (x * dx + y * dy, x * dy - y * dx);
    dot >= cross.abs()
}

/// The eight directions, clockwise from north; y grows to the south.
pub const DIRECTIONS: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// CR-R61: the direction from one square to another, snapped to the nearest of eight. Integer vectors never tie.
pub fn direction(from: Cell, to: Cell) -> Option<u8> {
    // The places of these in [`DIRECTIONS`].
    const PLACES: [[u8; 3]; 3] = [[7, 0, 1], [6, 0, 2], [5, 4, 3]];
    let (x, y) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    if (x, y) == (0, 0) {
        return None;
    }
    if let (-1..=1, -1..=1) = (x, y) {
        return Some(PLACES[(y + 1) as usize][(x + 1) as usize]); // one step, which is what is mostly asked
    }
    // Within 22.5° of an axis: the smaller part is below (√2 − 1) of the larger, which for whole numbers is
    // (small + large)² < 2 · large².
    let (small, large) = (x.abs().min(y.abs()), x.abs().max(y.abs()));
    let along = (small + large) * (small + large) < 2 * large * large;
    let (x, y) = match (along, x.abs() > y.abs()) {
        (true, true) => (x.signum(), 0),
        (true, false) => (0, y.signum()),
        (false, _) => (x.signum(), y.signum()),
    };
    Some(PLACES[(y + 1) as usize][(x + 1) as usize])
}

/// CR-093, CR-D18: what covers a target against an attacker: objects and stance apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Covered {
    /// By objects, or as the GM has said.
    pub object: Cover,
    /// By kneeling or lying down.
    pub stance: Cover,
}

/// CR-092, CR-R73: cover of one target against one attacker with one weapon.
pub fn between(book: &Crisis, table: &Table, attacker: ActorId, target: ActorId, weapon: &Weapon) -> Covered {
    let from = table.actor(attacker).place.cell;
    let said = table.covers.iter().find(|said| said.from == attacker && said.to == target);
    let object = match said {
        Some(said) => said.cover,
        None => from_objects(table, from, table.actor(target).place.cell, Some(weapon)),
    };
    // CR-R73: the cover of Kneeling and Prone is against ranged Attacks only.
    let stance = if weapon.is_melee() { Cover::None } else { of_stance(book, table, target, from) };
    Covered { object, stance }
}

impl Covered {
    /// CR-096, CR-R74: can the target not be hit at all?
    pub fn is_total(self) -> bool {
        self.object == Cover::Total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cr_r61_directions_snap_to_the_nearest_of_eight() {
        let at = |x, y| direction(Cell::new(0, 0), Cell::new(x, y));
        // CR-E33: the vector (−5, −2) snaps to west.
        for (x, y, expected) in [(0, 6, 4), (-5, -2, 6), (5, 2, 2), (5, 3, 3), (1, 1, 3), (-1, -3, 0), (-2, -3, 7)] {
            assert_eq!(at(x, y), Some(expected), "{x},{y}");
        }
        assert_eq!(at(0, 0), None);
    }

    #[test]
    fn cr_r76_within_45_degrees_is_faced() {
        let here = Cell::new(5, 5);
        for (x, y, faced) in [(5, 0, true), (8, 2, true), (9, 4, false), (5, 9, false)] {
            assert_eq!(is_faced(0, here, Cell::new(x, y)), faced, "{x},{y}");
        }
    }
}
