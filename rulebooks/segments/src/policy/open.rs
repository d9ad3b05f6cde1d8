//! What a machine does while the clock runs.

use crate::{
    Intent, Segments,
    actions::{
        movement::{self, Move},
        ready::{self, Handle, Handling},
    },
    gm::{GmIntent, meet},
    sheet::{EndCondition, PLAYERS},
    table::Table,
    time::Activity,
    turn::rounds,
};
use referee_dice::FastRng;
use referee_engine::ActorId;

/// What a GM would do while the clock runs: set out what is met, stop the clock where foes stand, light lights, travel if hours
/// are to pass, walk to the goal, mark turns.
pub(super) fn act(book: &Segments, table: &Table, rng: &mut FastRng) -> Intent {
    if table.encounters > 0 {
        return met(table, rng);
    }
    if rounds::has_opposed_sides(table) {
        return Intent::Gm(GmIntent::StopClock {
            why: crate::turn::Why::Weapon,
            left_out: Default::default(),
            unready: Vec::new(),
        });
    }
    let players = table.ids().filter(|&who| table.side_of(who) == PLAYERS && table.is_able(who));
    let players: Vec<ActorId> = players.collect();
    for &who in &players {
        let light = |thing: &_| {
            ready::legal(book, table, &Handle { actor: who, handling: Handling::Light, thing: *thing }).is_ok()
        };
        let unpack = |thing: &_| {
            let handle = Handle { actor: who, handling: Handling::Unpack, thing: *thing };
            table.thing_sheet(*thing).light.is_some() && ready::legal(book, table, &handle).is_ok()
        };
        if table.in_the_dark(who) {
            if let Some(thing) = table.thing_ids().find(light) {
                return Intent::Handle(Handle { actor: who, handling: Handling::Light, thing });
            }
            if let Some(thing) = table.thing_ids().find(unpack) {
                return Intent::Handle(Handle { actor: who, handling: Handling::Unpack, thing });
            }
        }
    }
    for end in &table.setup.ends {
        match end {
            EndCondition::Hours(..) => {
                let hurt = |who: ActorId| table.actor(who).health * 2 < table.sheet(who).health_max;
                let activity = |who: ActorId| if hurt(who) { Activity::Rest } else { Activity::Travel };
                let activities = players.iter().map(|&who| (who, activity(who))).collect();
                return Intent::Gm(GmIntent::Journey { hours: 24, area: table.area, activities });
            }
            EndCondition::Reaches(goal, side) if *side == PLAYERS => {
                // Every few acts a turn is marked; in between somebody walks on.
                if table.open_actions >= book.house.open_actions_per_mark {
                    return Intent::Gm(GmIntent::Mark);
                }
                for &who in &players {
                    let to = Move { actor: who, to: *goal, through: None, way: 0 };
                    if rng.below(4) == 0 && movement::route(book, table, &to).is_ok() {
                        return Intent::Move(to);
                    }
                }
            }
            _ => {}
        }
    }
    Intent::Gm(GmIntent::Mark)
}

/// SE-D07: what is met by the table, some way off, and the clock is stopped.
fn met(table: &Table, rng: &mut FastRng) -> Intent {
    let space = &table.setup.space;
    let cells: Vec<_> = space.cells().filter(|&cell| !table.is_taken(cell)).collect();
    let at = cells.get(rng.below(cells.len().max(1) as u32) as usize).copied().unwrap_or_default();
    let what = if meet::has_table(table) { meet::What::Table } else { meet::What::Nothing };
    let filled = meet::Meet { what, at, stop: what == meet::What::Table };
    match meet::legal(table, &filled) {
        Ok(()) => Intent::Gm(GmIntent::Meet(filled)),
        Err(_) => Intent::Gm(GmIntent::Meet(meet::Meet { what: meet::What::Nothing, at, stop: false })),
    }
}
