//! Cover and concealment: what stands between an attacker and its target (ST-211 to ST-217).

use crate::{
    reach::is_ahead,
    table::{Actor, ItemId, Table},
};
use referee_engine::{
    ActorId,
    space::{Cell, Grid, Met, Piece, Place, pieces_met, sight},
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
    /// A shield.
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
pub struct Pile {
    greatest: u8,
    count: u8,
}

impl Pile {
    /// One piece more.
    #[inline]
    pub fn add(&mut self, bonus: u8) {
        self.greatest = self.greatest.max(bonus);
        self.count = self.count.saturating_add(1);
    }

    /// So many pieces more, each of this bonus at most: no less than all of them together.
    #[inline]
    pub fn at_most(self, more: usize, bonus: u8) -> Pile {
        let more = u8::try_from(more).unwrap_or(u8::MAX);
        Pile { greatest: self.greatest.max(bonus), count: self.count.saturating_add(more) }
    }

    /// What all of them give together.
    #[inline]
    pub fn sum(self) -> u8 {
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
    #[inline]
    fn add(&mut self, bonus: u8, by: CoverRef, away: u32) {
        self.cover.add(bonus);
        if self.greatest.is_none_or(|(_, known, near)| bonus > known || (bonus == known && away < near)) {
            self.greatest = Some((by, bonus, away));
        }
    }

    /// ST-216: a shield counts as a piece of cover. ST-220: its block bonus is equipment. ST-R41: it counts against the front only.
    #[inline(never)]
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
    #[inline]
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
#[inline]
pub fn stack(table: &Table, attacker: ActorId, target: ActorId) -> Stack {
    let actor = table.actor(target);
    let is_given = !actor.rare.is_nothing() && (actor.gm_cover > 0) | (actor.gm_concealment > 0);
    let is_special = is_given | actor.behind.is_some();
    // Between two neighbouring hexes there is no third.
    let is_short = table.lay().hexes & table.beside(target).contains(attacker);
    let is_on_spot = table.is_on_spot(attacker) | table.is_on_spot(target);
    debug_assert!(
        !is_short || is_on_spot == has_spot_between(table, attacker, target),
        "a short line meets its ends alone"
    );
    let is_covered = is_special | (is_short & is_on_spot) || (!is_short && has_spot_between(table, attacker, target));
    if is_covered {
        return stack_at(table, attacker, target, actor.place, actor.behind.piece());
    }
    // Mostly there is nothing but a shield, if that.
    let mut stack = Stack::default();
    if table.hands(target).shields > 0 {
        stack = shields(table, attacker, target, is_short);
    }
    debug_assert_eq!(stack, stack_at(table, attacker, target, actor.place, None), "nothing else counts");
    stack
}

/// What a target has in its shields alone. Mostly that is one at most, and the attacker is `beside` it.
#[inline]
fn shields(table: &Table, attacker: ActorId, target: ActorId, beside: bool) -> Stack {
    let (mut found, actor, hands) = (Found::default(), table.actor(target), table.hands(target));
    if (hands.shields.count_ones() > 1) | !beside {
        found.add_shields(table, actor, table.actor(attacker).place, actor.place);
    } else if table.in_front(target).contains(attacker)
        && !actor.is_surprised()
        && let Some(item) = actor.shield()
        && let Some(shield) = &table.item_sheet(item).shield
    {
        found.add(shield.block, CoverRef::Shield(item), u32::MAX);
    }
    found.stack()
}

/// Could anything that stands about be on the line between the two?
#[inline(never)]
fn has_spot_between(table: &Table, attacker: ActorId, target: ActorId) -> bool {
    let (from, to) = (table.actor(attacker).place, table.actor(target).place);
    table.pieces.spots().iter().any(|spot| is_near_line(table, from, to, spot.cell))
}

/// The same if the target stood at `to`, behind this piece: what Take cover would give.
#[inline(never)]
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

/// ST-215: is the target covered completely? Where all cover that there is would not be enough, nobody looks for more.
#[inline]
pub fn is_complete(table: &Table, attacker: ActorId, target: ActorId) -> bool {
    let may_be = may_be_complete(table, target);
    debug_assert!(may_be || !stack(table, attacker, target).complete, "what counts is among what there is");
    may_be && stack(table, attacker, target).complete
}

/// Could all cover that there is hide a target completely, wherever it stands?
#[inline(never)]
pub(crate) fn may_be_complete(table: &Table, target: ActorId) -> bool {
    let me = table.actor(target);
    let mut all = table.pieces.cover();
    if me.gm_cover == 0 && all.at_most(me.held.len(), table.setup.items.block()).sum() <= MOST_COVER {
        return false;
    }
    if me.gm_cover > 0 {
        all.add(me.gm_cover);
    }
    for shield in me.held.iter().filter_map(|held| table.item_sheet(held.item).shield.as_ref()) {
        all.add(shield.block);
    }
    all.sum() > MOST_COVER
}

/// ST-R69: does something block the line between two places? On a map only a piece does, and most maps have none.
pub fn is_out_of_sight(table: &Table, from: Place, to: Place) -> bool {
    let space = &table.setup.space;
    let may_be = table.lay().blocks;
    debug_assert!(may_be || !sight(space, &table.pieces, from, to).blocked, "only pieces block a line on a map");
    may_be && sight(space, &table.pieces, from, to).blocked
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
    covers_at(table, table.actor(attacker).place, actor.place, actor.behind.piece())
}

/// The same for somebody who stood at `to`, behind this piece.
pub fn covers_at(table: &Table, from: Place, to: Place, behind: Option<u16>) -> impl Iterator<Item = &Piece> {
    let met = pieces_met(&table.setup.space, &table.pieces, from, to);
    let all = table.pieces.iter().enumerate();
    all.filter(move |(at, _)| is_cover(table, &met, *at, from, to, behind)).map(|(_, piece)| piece)
}

/// Could the line between two places meet this cell? What lies aside need not be looked at, and most pieces do.
///
/// No cell reaches a whole step from its centre, so whatever the line meets lies between its ends, coordinate by
/// coordinate; on hexes the third, the negative sum of the two, is as good.
#[inline]
pub(crate) fn is_near_line(table: &Table, from: Place, to: Place, cell: Cell) -> bool {
    let lies = |at: i32, one: i32, other: i32| at >= one.min(other) && at <= one.max(other);
    let (x, y) = (|cell: Cell| i32::from(cell.x), |cell: Cell| i32::from(cell.y));
    let across = |cell: Cell| x(cell) + y(cell);
    let (from, to) = (from.cell, to.cell);
    lies(x(cell), x(from), x(to))
        && lies(y(cell), y(from), y(to))
        && (!matches!(table.setup.space.grid(), Grid::Hex(_)) || lies(across(cell), across(from), across(to)))
}

/// Could this piece stand on a line of so many steps from here? One step more counts, for lines that run between two cells.
pub fn is_within(table: &Table, piece: usize, from: Place, steps: u32) -> bool {
    let space = &table.setup.space;
    table.pieces[piece].cells.iter().any(|&cell| space.steps(from, cell.into()) <= steps.saturating_add(1))
}

/// ST-R97: does this piece, behind which somebody at `to` has taken cover, still give any, and stand on the attacker's side:
/// is it less than a quarter turn from a hex of it beside the target to the attacker?
fn is_taken(table: &Table, from: Place, to: Place, piece: usize) -> bool {
    let (space, piece) = (&table.setup.space, &table.pieces[piece]);
    let flat = |one: Cell, other: Cell| space.distance_sq(one.into(), other.into());
    let is_before = |cell: Cell| match space.grid() {
        Grid::Zones => space.steps(from, cell.into()) <= space.steps(from, to),
        // Pythagoras: the angle at the target is acute.
        _ => flat(from.cell, cell) < flat(from.cell, to.cell) + flat(to.cell, cell),
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
