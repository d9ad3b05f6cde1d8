//! One step, and who may strike at it.

use crate::{
    Event, Question, Stamina,
    house::FreeAttackTrigger,
    reach::{part, threatening, threatens},
    reactions::{can_react, free_attack},
    table::{Mode, Table},
};
use referee_engine::{
    ActorId, Audience, Flow, Oracle, Who,
    space::{Cell, CellSet, Place, Step, path_to},
};
use smallvec::SmallVec;

/// Does one swim there?
pub fn is_water(table: &Table, cell: Cell) -> bool {
    table.pieces.iter().zip(&table.setup.scenery).any(|(piece, terms)| terms.water && piece.covers(cell))
}

/// What a step on foot costs: one hex is one metre (ST-R32). Nobody walks into water, into somebody, or up a height of
/// more than a metre.
pub fn walkable(table: &Table) -> impl Fn(&Step) -> Option<u32> + '_ {
    let space = &table.setup.space;
    let scenery = table.pieces.iter().zip(&table.setup.scenery).filter(|(_, terms)| terms.water);
    let water = scenery.flat_map(|(piece, _)| piece.cells.iter().copied());
    let closed = CellSet::of(space, water.chain(table.taken()));
    move |step| {
        let is_steep = || space.drop_between(step.from, step.to).abs() > 1;
        (!closed.contains(step.index) && !is_steep()).then_some(step.units)
    }
}

/// ST-D11: the way on foot to a cell, over others in this order if they are named, for at most so many metres: the first
/// cell is the first step. Whoever names every hex has chosen the path hex by hex.
pub fn way(table: &Table, who: ActorId, over: &[Cell], to: Cell, metres: u16) -> Option<SmallVec<[Cell; 8]>> {
    let mut path: SmallVec<[Cell; 8]> = SmallVec::new();
    let mut at = table.actor(who).place.cell;
    for &next in over.iter().chain([&to]) {
        let leg = path_to(&table.setup.space, &table.pieces, at, next, u32::from(metres), walkable(table))?;
        path.extend(leg.into_iter().skip(1));
        at = next;
    }
    (path.len() <= usize::from(metres)).then_some(path)
}

/// Puts a body somewhere: a cover that it had taken is left (ST-R97), and so may be those it was engaged with.
pub fn put(table: &mut Table, who: ActorId, place: Place) {
    table.move_to(who, place);
    table.actor_mut(who).behind = None;
    part(table, who);
}

/// ST-230, ST-R95, ST-R98: one step of a move action. Those who threaten the hex that is left may strike first, in
/// initiative order. False if the mover stops, by its own will or because it is out of the fight.
pub(super) fn step<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    to: Place,
    oracle: &mut O,
) -> Flow<bool> {
    let in_rounds = table.clock.mode == Mode::Rounds;
    if in_rounds && !let_strike(book, table, who, |_| true, oracle)? {
        return Ok(false);
    }
    let before: SmallVec<[ActorId; 8]> = match book.house.free_attack_trigger {
        FreeAttackTrigger::EnterOrLeave if in_rounds => {
            table.ids().filter(|&foe| table.hostile(foe, who) && threatens(table, foe, who)).collect()
        }
        _ => SmallVec::new(),
    };
    let from = table.actor(who).place.cell;
    if let Some(side) = table.setup.space.side_towards(from, to.cell) {
        table.actor_mut(who).facing = side;
    }
    put(table, who, to);
    let actor = table.actor_mut(who);
    actor.turn.metres = actor.turn.metres.saturating_add(1);
    if in_rounds && book.house.free_attack_trigger == FreeAttackTrigger::EnterOrLeave {
        return let_strike(book, table, who, |foe| !before.contains(&foe), oracle);
    }
    Ok(true)
}

/// Everybody who threatens the mover and may react is asked. False if the mover stops.
fn let_strike<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    among: impl Fn(ActorId) -> bool,
    oracle: &mut O,
) -> Flow<bool> {
    let may = |table: &Table, foe: ActorId| {
        table.hostile(foe, who) && can_react(table, foe) && threatens(table, foe, who) && among(foe)
    };
    // Most steps are out of everybody's reach; the order matters only where somebody may strike.
    let near = threatening(table, who).iter().any(|foe| !table.actor(foe).turn.reacted);
    debug_assert!(near || !table.ids().any(|foe| may(table, foe)), "whoever may strike is near and has not reacted");
    if !near {
        return Ok(true);
    }
    let mut struck = false;
    for at in 0..table.actors.len() {
        let foe = by_initiative(table, at);
        if may(table, foe) {
            struck |= free_attack(book, table, foe, who, oracle)?;
            if !table.is_active(who) {
                return Ok(false);
            }
        }
    }
    if struck {
        let goes_on = oracle.ask(table, Who::Actor(who), &Question::GoOn)? == 0; // ST-D11
        if !goes_on {
            oracle.tell(Audience::All, || Event::Stopped { who });
        }
        return Ok(goes_on);
    }
    Ok(true)
}

/// The character at this place of the order; those who are not in it come last.
fn by_initiative(table: &Table, at: usize) -> ActorId {
    match table.order.get(at) {
        Some(&who) => who,
        None => {
            let rest = at - table.order.len();
            table.ids().filter(|who| !table.order.contains(who)).nth(rest).unwrap_or(ActorId(at as u16))
        }
    }
}
