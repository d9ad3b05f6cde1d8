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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        actions::movement::walk,
        testing::{scene, who},
    };
    use referee_engine::{Script, Through, space::Cell};

    fn yard() -> (Clockworld, Table) {
        scene(
            r#"
            book = "clockworld"
            map = { grid = "hex", columns = 12, rows = 8, cell = 5, unit = "feet" }
            characters = [
                { from = "gunslinger", name = "Mudo", at = [1, 1] },
                { from = "sawbones", name = "Quill", at = [3, 1] },
                { from = "bandit", name = "Brim", at = [6, 1] },
            ]
            things = [{ from = "low-wall", key = "wall", at = [4, 4] }]
            "#,
        )
    }

    fn go_to(table: &Table, column: u16, row: u16) -> Go {
        let to = table.setup.space.cell_at(column, row).unwrap();
        let path = table.setup.space.line(table.actor(ActorId(0)).place.cell, to).collect();
        Go { path, ..Go::default() }
    }

    /// CW-029, CW-176: whoever walks a clear way at once is where it would be step by step, and so is everything else.
    #[test]
    fn a_clear_way_ends_as_step_by_step() {
        let (book, start) = yard();
        let mudo = who(&start, "mudo");
        let ways =
            [[2, 1], [4, 1], [1, 6], [3, 3], [2, 6], [4, 2]].map(|[column, row]| go_to(&start, column, row).path);
        let manners = [(false, None), (true, None), (true, Some(200))];
        for (path, (focus, looks)) in ways.iter().flat_map(|path| manners.map(|manner| (path.clone(), manner))) {
            let goal = path[path.len() - 1];
            let go = Go { path, focus, looks, ..Go::default() };
            let way = Way::of(&book, &start, mudo, &go);
            assert!(way.clear.is_some(), "{goal:?}: one's own side makes room, and nothing else is there");
            let walk = |way: Way| {
                let (mut table, mut script) = (start.clone(), Script::new(&book));
                let done = walk::go(&book, &mut table, mudo, &go, Some(&way), &mut Through(&mut script));
                (done.is_ok(), table, format!("{:?}", script.told()))
            };
            let (at_once, by_steps) = (walk(way), walk(Way { clear: None, ..way }));
            assert!(at_once.0 == by_steps.0 && at_once.1 == by_steps.1, "{goal:?}");
            assert_eq!(at_once.2, by_steps.2, "{goal:?}");
            assert!(!at_once.0 || at_once.1.actor(mudo).place.cell == goal);
        }
    }

    /// CW-168, CW-245, CW-R70: what a step has to look at leaves no clear way, and whoever is near is known.
    #[test]
    fn what_a_step_has_to_look_at_is_no_clear_way() {
        let (mut book, mut table) = yard();
        let (mudo, brim) = (who(&table, "mudo"), who(&table, "brim"));
        let of = |book: &Clockworld, table: &Table, go: &Go| Way::of(book, table, mudo, go);
        assert_eq!(of(&book, &table, &go_to(&table, 4, 4)).clear, None, "a wall to climb");
        assert_eq!(of(&book, &table, &go_to(&table, 7, 1)).clear, None, "a foe in the way");
        let go = go_to(&table, 1, 4);
        assert_eq!(of(&book, &table, &go).near, ActorSet::EMPTY);
        assert!(of(&book, &table, &go).clear.is_some());
        book.house.pot_shot_trigger = PotShotTrigger::AnyStep;
        assert_eq!(of(&book, &table, &go).clear, None);
        let Cell { x, y } = table.actor(mudo).place.cell;
        table.actors.set_place(brim, table.setup.space.on_ground(Cell::new(x + 1, y)));
        assert_eq!(of(&book, &table, &go).near, ActorSet::EMPTY.with(brim));
    }
}
