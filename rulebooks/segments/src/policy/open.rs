//! What a machine does while the clock runs.

use super::{Planned, does, rules};
use crate::{
    acts::{
        Journey, Light, Mark, Meet, Move, StopClock, Unpack,
        gm::meet::{What, has_table},
        gm::passage::{AreaAt, Hours},
        value::{See, Spot},
    },
    sheet::{EndCondition, PLAYERS, ThingId},
    time::{Activity, passage::MOST_HOURS},
    turn::{Why, rounds},
};
use referee_dice::FastRng;
use referee_engine::{
    ActorId,
    act::{Each, Gm, Open, Several},
};

/// What a GM would do while the clock runs: set out what is met, stop the clock where foes stand, light lights, travel if hours
/// are to pass, walk to the goal, mark turns.
pub(super) fn act(see: See<'_, '_>, rng: &mut FastRng) -> Planned {
    let (book, table) = (see.book, see.table);
    if table.encounters > 0 {
        return met(see, rng);
    }
    if rounds::has_opposed_sides(table) {
        let nobody = Several::<ActorId>::none().into();
        return rules(see, StopClock { why: Why::Weapon.into(), without: nobody, unready: Several::none().into() });
    }
    let players = table.ids().filter(|&who| table.side_of(who) == PLAYERS && table.is_able(who));
    let players: Vec<ActorId> = players.collect();
    for &who in &players {
        let light = |thing: ThingId| does(see, who, Light { thing: thing.into() });
        let unpack = |thing: ThingId| {
            let is_light = table.thing_sheet(thing).light.is_some();
            is_light.then(|| does(see, who, Unpack { thing: thing.into() })).flatten()
        };
        if table.in_the_dark(who)
            && let Some(planned) = table.thing_ids().find_map(light).or_else(|| table.thing_ids().find_map(unpack))
        {
            return planned;
        }
    }
    for end in &table.setup.ends {
        match end {
            EndCondition::Hours(..) => {
                let hurt = |who: ActorId| table.actor(who).health * 2 < table.sheet(who).health_max;
                let activity = |who: ActorId| if hurt(who) { Activity::Rest } else { Activity::Travel };
                let activities: Each<Activity> = players.iter().map(|&who| (who, activity(who))).collect();
                let (hours, area) = (Hours(MOST_HOURS).into(), AreaAt(table.area).into());
                return rules(see, Journey { hours, area, activities: activities.into(), then: Open::default() });
            }
            EndCondition::Reaches(goal, side) if *side == PLAYERS => {
                // Every few acts a turn is marked; in between somebody walks on.
                if table.open_actions >= book.house.open_actions_per_mark {
                    return rules(see, Mark {});
                }
                for &who in &players {
                    if rng.below(4) == 0
                        && let Some(planned) = does(see, who, Move::to_cell(*goal))
                    {
                        return planned;
                    }
                }
            }
            EndCondition::LastSide | EndCondition::Clock(..) | EndCondition::Reaches(..) => {}
        }
    }
    rules(see, Mark {})
}

/// SE-D07: what is met by the table, some way off, and the clock is stopped.
fn met(see: See<'_, '_>, rng: &mut FastRng) -> Planned {
    let cells: Vec<_> = see.setup.space.cells().filter(|&cell| !see.is_taken(cell)).collect();
    let at = cells.get(rng.below(cells.len().max(1) as u32) as usize).copied().unwrap_or_default();
    let by_table = Meet { what: What::Table.into(), at: Spot(at).into(), stop: true.into() };
    let planned = if has_table(see) { Planned::of(see, Gm, by_table) } else { None };
    planned.unwrap_or_else(|| rules(see, Meet { what: What::Nothing.into(), ..Meet::default() }))
}
