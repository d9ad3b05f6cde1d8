//! What a Move comes down to before anybody answers and dice fall. A run of fights remembers it with the choice of the Move
//! ([`System::brief`](referee_engine::System::brief)).

use super::{
    Go,
    path::{self, Step, Ways},
};
use crate::{Clockworld, house::PotShotTrigger, table::Table};
use referee_engine::{ActorId, ActorSet, space::Place};

/// A Move as it is declared, from where its Character is.
///
/// It follows from where everybody is and from what stands on the map. How the mover is, and what its foes hold, is looked at when
/// it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// CW-245: the foes who may take a Pot Shot, if what they hold is long enough.
    pub near: ActorSet,
    /// The whole of it, where it is nothing but walking.
    pub clear: Option<Clear>,
}

/// A way on which there is nothing to pass, to drop from or to run into: whoever is not shot at, and hidden from nobody, is at
/// its end without anything that a rule could ask on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clear {
    /// Where it ends.
    pub end: Place,
    /// CW-176: the direction of its last step.
    pub facing: u16,
    /// What it costs.
    pub feet: u16,
}

impl Way {
    /// Of this Move.
    pub fn of(book: &Clockworld, table: &Table, who: ActorId, go: &Go) -> Way {
        Way { near: table.foes_near(who), clear: Clear::of(book, table, who, go) }
    }
}

impl Clear {
    fn of(book: &Clockworld, table: &Table, who: ActorId, go: &Go) -> Option<Clear> {
        let (space, mut place) = (&table.setup.space, table.actor(who).place);
        // CW-R70: where it is enough to pass through somebody's Reach, every step counts.
        let any_step = book.house.pot_shot_trigger == PotShotTrigger::AnyStep;
        if any_step || table.is_zone_map() || go.path.len() < 2 || go.path[0] != place.cell {
            return None;
        }
        for &cell in &go.path[1..] {
            path::step(table, who, place, None, cell).filter(|step| *step == Step::Walk)?;
            place = space.on_ground(cell);
        }
        let costs = Ways::new(table, who, go.drops).known_costs(&go.path).ok()?;
        let feet = u16::try_from(*costs.last()?).ok()?;
        let facing = space.direction_deg(go.path[go.path.len() - 2], place.cell)?;
        Some(Clear { end: place, facing, feet })
    }
}
