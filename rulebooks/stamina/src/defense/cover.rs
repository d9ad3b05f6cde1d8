//! Cover and concealment: what stands between an attacker and its target (ST-211 to ST-217).

use crate::{
    reach::is_ahead,
    table::{Actor, ItemId, Table},
};
use referee_engine::{
    ActorId,
    space::{Cell, Grid, Met, Piece, Place, is_blocked, pieces_met},
};
use serde::{Deserialize, Serialize};

/// The most that cover and concealment give (ST-214).
pub const MOST_COVER: u8 = 9;

/// The piece of cover that an attack strikes (ST-R89).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverRef {
    /// A piece of scenery.
    Piece(u16),
    Shield(ItemId),
    /// What the GM said; nothing that could break.
    Said,
}

/// Cover and concealment between two characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stack {
    /// The bonus of all together.
    pub bonus: u8,
    /// The bonus of concealment alone.
    pub concealment: u8,
    /// ST-215: the cover alone passes the maximum.
    pub complete: bool,
    /// The greatest piece of cover.
    pub greatest: Option<CoverRef>,
}

/// ST-213: the greatest piece, and one for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Pile {
    greatest: u8,
    count: u8,
}

impl Pile {
    /// One piece more.
    fn add(&mut self, bonus: u8) {
        self.greatest = self.greatest.max(bonus);
        self.count = self.count.saturating_add(1);
    }

    /// What all of them give together.
    fn sum(self) -> u8 {
        self.greatest.saturating_add(self.count.saturating_sub(1))
    }
}

/// Cover and concealment while they are looked for, piece by piece.
#[derive(Default)]
struct Found {
    cover: Pile,
    hidden: Pile,
    greatest: Option<(CoverRef, u8, u32)>,
}

impl Found {
    /// ST-R89: of equal pieces the one nearest the attacker is struck, so scenery before the shield.
    fn add(&mut self, bonus: u8, by: CoverRef, away: u32) {
        self.cover.add(bonus);
        if self.greatest.is_none_or(|(_, known, near)| bonus > known || (bonus == known && away < near)) {
            self.greatest = Some((by, bonus, away));
        }
    }

    /// ST-216: a shield counts as a piece of cover. ST-220: its block bonus is equipment. ST-R41: it counts against the front only.
    fn add_shields(&mut self, table: &Table, target: &Actor, from: Place, to: Place) {
        for held in target.held.iter() {
            if let Some(shield) = &table.item_sheet(held.item).shield
                && !target.is_surprised()
                && table.item(held.item).durability > 0
                && is_ahead(table, to, target.facing, from)
            {
                self.add(shield.block, CoverRef::Shield(held.item), u32::MAX);
            }
        }
    }

    /// ST-213 to ST-215: what all of it comes to.
    fn stack(self) -> Stack {
        let Found { cover, hidden, greatest } = self;
        let all = Pile { greatest: cover.greatest.max(hidden.greatest), count: cover.count + hidden.count };
        Stack {
            bonus: all.sum().min(MOST_COVER),
            concealment: hidden.sum().min(MOST_COVER),
            complete: cover.sum() > MOST_COVER,
            greatest: greatest.map(|(by, ..)| by),
        }
    }
}

/// What stands between an attacker and its target, the target's shield included (ST-211 to ST-217, ST-R87 to ST-R90).
pub fn stack(table: &Table, attacker: ActorId, target: ActorId) -> Stack {
    let actor = table.actor(target);
    stack_at(table, attacker, target, actor.place, actor.behind)
}

/// The same if the target stood at `to`, behind this piece: what Take cover would give.
pub fn stack_at(table: &Table, attacker: ActorId, target: ActorId, to: Place, behind: Option<u16>) -> Stack {
    let mut found = Found::default();
    let me = table.actor(target);
    let from = table.actor(attacker).place;
    let met = pieces_met(&table.setup.space, &table.pieces, from, to);
    for (at, piece) in table.pieces.iter().enumerate() {
        if is_cover(table, &met, at, from, to, behind) {
            let away = piece.cells.iter().map(|&cell| table.setup.space.steps(from, cell.into())).min().unwrap_or(0);
            found.add(piece.cover, CoverRef::Piece(at as u16), away);
        }
        let is_concealed = met.iter().any(|met| usize::from(met.piece) == at && met.concealment > 0);
        if is_concealed && !(table.setup.scenery[at].dark && is_lit(table, to)) {
            found.hidden.add(piece.concealment);
        }
    }
    if me.gm_cover > 0 {
        found.add(me.gm_cover, CoverRef::Said, u32::MAX - 1);
    }
    found.add_shields(table, me, from, to);
    if me.gm_concealment > 0 {
        found.hidden.add(me.gm_concealment);
    }
    found.stack()
}

/// ST-215: is the target covered completely?
pub fn is_complete(table: &Table, attacker: ActorId, target: ActorId) -> bool {
    stack(table, attacker, target).complete
}

/// ST-R69: does something block the line between two places?
pub fn is_out_of_sight(table: &Table, from: Place, to: Place) -> bool {
    is_blocked(&table.setup.space, &table.pieces, from, to)
}

/// ST-211: does this piece cover somebody at `to` from an attacker at `from`, whose line to it meets these pieces?
/// ST-R142: two pieces side by side are one where the line runs between them. ST-R97: a cover that was taken counts too.
fn is_cover(table: &Table, met: &[Met], at: usize, from: Place, to: Place, behind: Option<u16>) -> bool {
    let stands_between =
        |met: &Met| usize::from(met.piece) == at && met.cover > 0 && !is_leant_over(table, from, to, met.cell);
    met.iter().any(stands_between) || (behind == Some(at as u16) && is_taken(table, from, to, at))
}

/// ST-R141: an attacker reaches past what stands right in front of it, unless the target is right behind that.
fn is_leant_over(table: &Table, from: Place, to: Place, cell: Cell) -> bool {
    let steps = |place: Place| table.setup.space.steps(place, cell.into());
    steps(from) <= 1 && steps(to) > 1
}

/// The scenery that covers a target from an attacker: with several pieces each of them counts (ST-213).
pub fn covers(table: &Table, attacker: ActorId, target: ActorId) -> impl Iterator<Item = &Piece> {
    let actor = table.actor(target);
    covers_at(table, table.actor(attacker).place, actor.place, actor.behind)
}

/// The same for somebody who stood at `to`, behind this piece.
pub fn covers_at(table: &Table, from: Place, to: Place, behind: Option<u16>) -> impl Iterator<Item = &Piece> {
    let met = pieces_met(&table.setup.space, &table.pieces, from, to);
    let all = table.pieces.iter().enumerate();
    all.filter(move |(at, _)| is_cover(table, &met, *at, from, to, behind)).map(|(_, piece)| piece)
}

/// Could this piece stand on a line of so many steps from here? One step more counts, for lines that run between two cells.
pub fn is_within(table: &Table, piece: &Piece, from: Place, steps: u32) -> bool {
    let space = &table.setup.space;
    piece.cells.iter().any(|&cell| space.steps(from, cell.into()) <= steps.saturating_add(1))
}

/// ST-R97: does this piece, behind which somebody at `to` has taken cover, still give any, and stand on the attacker's side:
/// is it less than a quarter turn from a hex of it beside the target to the attacker?
fn is_taken(table: &Table, from: Place, to: Place, piece: usize) -> bool {
    let (space, piece) = (&table.setup.space, &table.pieces[piece]);
    let flat = |one: Cell, other: Cell| space.distance_sq(one.into(), other.into());
    let is_before = |cell: Cell| match space.grid() {
        Grid::Zones => space.steps(from, cell.into()) <= space.steps(from, to),
        // Pythagoras: the angle at the target is acute.
        Grid::Square | Grid::Hex(_) => flat(from.cell, cell) < flat(from.cell, to.cell) + flat(to.cell, cell),
    };
    let beside = |cell: Cell| space.is_adjacent(to.cell.into(), cell.into());
    piece.active && piece.cover > 0 && piece.cells.iter().any(|&cell| beside(cell) && is_before(cell))
}

/// Does somebody's light fall on this place?
fn is_lit(table: &Table, place: Place) -> bool {
    table.actors.iter().any(|actor| {
        actor.light.as_ref().is_some_and(|light| table.setup.space.within(actor.place, place, u32::from(light.0)))
    })
}
