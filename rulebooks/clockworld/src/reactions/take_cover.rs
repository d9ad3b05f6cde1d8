//! Take Cover: behind something near, or down behind it (CW-241 to CW-244).

use super::{Holds, Incoming, ReactionEvent, Respond};
use crate::{
    Clockworld, Event, Oracle,
    acts::value::cell_key,
    sheet::{AttackKind, Skill},
    table::Table,
    words::asked_actor,
};
use referee_engine::{
    ActorId, Audience, Choice, Flow, RuleId, Who,
    act::{Answers, Asks},
    rule,
    space::{self, Cell, Place},
    told,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CW-242: how near the Cover must be, and how far one moves to it (CW-243).
pub const COVER_WITHIN_FT: u32 = 5;

/// CW-241: gets behind Cover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct TakeCover;

told! {
    /// CW-243: somebody has taken Cover.
    pub struct TookCover for Clockworld {
        who: ActorId,
        place: Place,
        /// Does it lie down?
        prone: bool,
    }
    |table| under "CW-243" by who => {
        let how = if prone { "falls Prone behind Cover" } else { "gets behind Cover" };
        format!("{} {how}", table.name(who))
    };
}

impl Respond for TakeCover {
    /// CW-241, CW-242, CW-R69, CW-R93: can somebody take Cover from this?
    fn all(book: &Clockworld, table: &Table, who: ActorId, incoming: &Incoming) -> SmallVec<[Self; 2]> {
        let answers = match incoming.kind {
            AttackKind::Reach => false, // CW-093: there is no time
            AttackKind::Ranged | AttackKind::Area => true,
        };
        let fits = answers
            && !table.is_immobilized(who)
            && (!incoming.in_cover || book.house.take_cover_in_cover)
            && cover_near(table, who);
        fits.then_some(TakeCover).into_iter().collect()
    }

    fn option(self, _: &Table, _: ActorId) -> (String, String) {
        ("take-cover".into(), "Take Cover".into())
    }

    fn check(self, _: &Table) -> Option<(Skill, &'static str)> {
        Some((Skill::Reflex, "Take Cover"))
    }

    /// CW-243, CW-244: where it goes is said by [`go_to_cover`].
    fn holds(self) -> Holds {
        Holds::Covers
    }

    fn told(self, _: &Table, _: ActorId) -> (String, RuleId) {
        ("Takes Cover".into(), rule!("CW-241"))
    }
}

/// CW-242: is there Cover within 5 feet?
fn cover_near(table: &Table, who: ActorId) -> bool {
    let place = table.actor(who).place;
    let is_near = |&cell: &Cell| table.within(place, cell.at_height(place.z), COVER_WITHIN_FT);
    table.pieces.iter().any(|piece| piece.active && piece.cover > 0 && piece.cells.iter().any(is_near))
}

/// Where somebody who takes Cover may end: the cell, and whether it falls Prone (CW-243).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct CoverSpot {
    /// The cell; its own if it only falls Prone.
    pub cell: Cell,
    /// Does it lie down?
    pub prone: bool,
}

/// CW-D16, to whoever takes Cover: where?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WhereCover {
    options: SmallVec<[CoverSpot; 8]>,
}

impl Asks<Clockworld> for WhereCover {
    type Answer = CoverSpot;
    const KIND: &'static str = "cover";
    const RULE: RuleId = rule!("CW-243");

    fn answers(&self) -> Answers<CoverSpot> {
        self.options.clone()
    }

    fn text(&self, _: &Clockworld, table: &Table, who: Who) -> String {
        format!("Where does {} take Cover?", table.name(asked_actor(who)))
    }

    fn choice(&self, _: &Clockworld, table: &Table, who: Who, answer: &CoverSpot) -> Choice {
        let to = cell_key(table, answer.cell);
        match (answer.cell == table.actor(asked_actor(who)).place.cell, answer.prone) {
            (true, _) => Choice::new("prone", "Fall Prone here"),
            (false, false) => Choice::new(to.clone(), format!("Move to {to}")),
            (false, true) => Choice::new(format!("{to}-prone"), format!("Move to {to} and fall Prone")),
        }
    }
}

/// CW-243, CW-D16: the places behind Cover within 5 feet, standing or Prone, and falling Prone on the spot.
fn cover_spots(table: &Table, who: ActorId, from: Place) -> SmallVec<[CoverSpot; 8]> {
    let (space, own) = (&table.setup.space, table.actor(who).place);
    let mut spots = SmallVec::new();
    for cell in space.neighbours(own.cell) {
        let place = space.on_ground(cell);
        let is_near = table.within(own, place, COVER_WITHIN_FT);
        if is_near && table.is_open_ground(cell) && space::sight(space, &table.pieces, from, place).cover > 0 {
            spots.push(CoverSpot { cell, prone: false });
            spots.push(CoverSpot { cell, prone: true });
        }
    }
    if !table.actor(who).prone || spots.is_empty() {
        spots.push(CoverSpot { cell: own.cell, prone: true });
    }
    spots
}

/// CW-243, CW-R69: the reactor goes where it chose. No Pot Shot, no Speed.
pub fn go_to_cover<O: Oracle>(table: &mut Table, who: ActorId, from: Place, oracle: &mut O) -> Flow<()> {
    let options = cover_spots(table, who, from);
    let spot = match options.as_slice() {
        [only] => *only,
        _ => WhereCover { options }.ask(Who::Actor(who), table, oracle)?,
    };
    let place = table.setup.space.on_ground(spot.cell);
    let actor = table.actor_mut(who);
    if actor.place.cell != spot.cell {
        actor.stand_at(place);
    } else {
        actor.low_cover = Some(from);
    }
    actor.prone |= spot.prone;
    let took = TookCover { who, place, prone: spot.prone };
    oracle.tell(Audience::All, || Event::Reaction(ReactionEvent::TookCover(took)));
    Ok(())
}

impl Table {
    /// CW-R69: does somebody lie behind Cover that it took by falling Prone, seen from there? It does while it stays lying
    /// there and something to hide behind is within 5 feet, against the half circle from which the Attack came.
    pub fn lies_in_cover(&self, who: ActorId, from: Place) -> bool {
        let Some(front) = self.actor(who).low_cover else { return false };
        let (space, here) = (&self.setup.space, self.actor(who).place);
        let is_in_front = match space.direction_deg(here.cell, front.cell) {
            Some(degrees) => space.in_arc(here, degrees, from, 180),
            None => true, // it came from everywhere
        };
        is_in_front && cover_near(self, who)
    }
}
