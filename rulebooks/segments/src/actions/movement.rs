//! Movement: with a segment (SE-075 to SE-078), as a Dash (SE-062), and by others (SE-R91).

use crate::{
    Event, Segments,
    reactions::free::{self, Movement, Mover},
    sheet::ThingId,
    table::{Speed, Table, Whereabouts},
    turn::{self, Intention, Needs, Stage},
};
use referee_engine::{
    ActorId, ActorSet, Audience, Flow, Oracle, Refusal, rule,
    space::{
        Cell, CellSet, Diagonals, Grid, Step, Way, approach, path_cost, reachable, standard_cost, straight_path, way_to,
    },
};
use serde::{Deserialize, Serialize};

/// A movement that somebody wants to make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Move {
    /// Who.
    pub actor: ActorId,
    /// Where to.
    pub to: Cell,
    /// By this cell, if the way matters.
    pub through: Option<Cell>,
    /// SE-R48: by which way of moving.
    pub way: u8,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveEvent {
    /// Somebody moved.
    Moved {
        /// Who.
        who: ActorId,
        /// Where it is now.
        to: Cell,
        /// How far.
        feet: u32,
        /// SE-R89: it was stopped there.
        stopped: bool,
    },
    /// SE-R91: somebody or something was moved by others.
    Pushed {
        /// What.
        what: Mover,
        /// Where it is now.
        to: Cell,
    },
}

/// SE-075, SE-062, SE-078: how many feet of this segment are left by a way of moving; none in Open, where nobody counts.
pub fn feet_left(book: &Segments, table: &Table, who: ActorId, way: u8) -> Option<u32> {
    if table.clock.mode == Speed::Open {
        return None;
    }
    let (full, lowest) = table.rates(&book.house, who, usize::from(way));
    let Some(segment) = table.segment().filter(|segment| segment.who == who) else { return Some(0) };
    let dash = table.actor(who).part.intention == Some(Intention::Dash) && !table.actor(who).down;
    let most = if dash { if segment.acted { 0 } else { full } } else { lowest };
    Some(u32::from(most.saturating_sub(segment.moved_ft)))
}

/// SE-R50, SE-118: may it move at all?
fn can_move(table: &Table, who: ActorId) -> Result<(), Refusal> {
    if table.actor(who).down {
        return Err(Refusal::by(rule!("SE-R50"), "down", format!("{} is Down", table.name(who))));
    }
    if table.suffers(who, |status| status.holds) {
        return Err(Refusal::by(rule!("SE-118"), "held", format!("{} is held fast", table.name(who))));
    }
    if table.sheet(who).trap {
        return Err(Refusal::by(rule!("SE-R18"), "trap", "a trap does not move"));
    }
    Ok(())
}

/// May it move now? SE-076: as part of the own segment; SE-R49: before and after the action; a Dash is the action itself.
pub fn may_move(book: &Segments, table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    if table.clock.mode == Speed::Journeying {
        return Err(Refusal::by(rule!("SE-004"), "journeying", "a passage is not played turn by turn; stop it first"));
    }
    if table.clock.mode == Speed::Segmented {
        let segment = turn::segment::under_way(table, who)?;
        if table.actor(who).part.intention == Some(Intention::Dash) && !table.actor(who).down {
            turn::may(book, table, who, Needs::Dash)?;
        } else if segment.stage == Stage::Action && !segment.acted {
            return Err(Refusal::by(rule!("SE-R49"), "moved", "the movement before the action has been made"));
        } else if segment.acted && segment.moved && !book.house.split_move {
            return Err(Refusal::by(
                rule!("SE-R49"),
                "split",
                "the movement comes before the action or after it, not both",
            ));
        }
    }
    can_move(table, who)
}

/// Has it movement left that it could use after the action?
pub fn has_movement(book: &Segments, table: &Table, who: ActorId) -> bool {
    let ways = table.sheet(who).moves.len() as u8;
    (0..ways).any(|way| feet_left(book, table, who, way).is_none_or(|feet| feet > 0))
        && may_move(book, table, who).is_ok()
}

/// What a step costs this one: nobody walks through others, and a Frightened one comes no nearer to what it fears.
fn cost<'t>(table: &'t Table, who: ActorId) -> impl Fn(&Step) -> Option<u32> + 't {
    let space = &table.setup.space;
    let taken = CellSet::of(space, table.taken());
    let fear = table.actor(who).afraid_of.filter(|_| table.suffers(who, |status| status.frightens));
    let fear = fear.filter(|source| source.index() < table.actors.len()).map(|source| table.actor(source).place);
    move |&Step { from, to, index, units }| {
        let nearer = |source| table.feet(space.on_ground(to), source) < table.feet(space.on_ground(from), source);
        if taken.contains(index) || fear.is_some_and(nearer) {
            return None;
        }
        Some(units)
    }
}

/// In Open nobody counts the feet.
const FAR: u32 = 1 << 20;

/// The places that can be reached now, with what it costs.
pub fn places(book: &Segments, table: &Table, who: ActorId, way: u8) -> Vec<(Cell, u32)> {
    let from = table.actor(who).place.cell;
    let budget = feet_left(book, table, who, way).unwrap_or(FAR);
    let mut all = reachable(&table.setup.space, &table.pieces, from, budget, cost(table, who));
    all.retain(|(cell, _)| *cell != from);
    all
}

/// The place nearest to a goal that can be reached now, if it is nearer than one is.
pub fn towards(book: &Segments, table: &Table, who: ActorId, way: u8, goal: Cell) -> Option<Cell> {
    let (space, from) = (&table.setup.space, table.actor(who).place.cell);
    let budget = feet_left(book, table, who, way).unwrap_or(FAR);
    let left = |cell| space.fewest_steps(cell, goal).saturating_sub(1);
    approach(space, &table.pieces, from, budget, cost(table, who), left, |_| true)?.last().copied()
}

/// Can a single step be made by this way of moving? It is what all places that can be reached begin with.
pub fn can_step(book: &Segments, table: &Table, who: ActorId, way: u8) -> bool {
    let (space, from) = (&table.setup.space, table.actor(who).place.cell);
    let budget = feet_left(book, table, who, way).unwrap_or(FAR);
    let cost = cost(table, who);
    space
        .neighbours(from)
        .into_iter()
        .any(|to| path_cost(space, &table.pieces, &[from, to], &cost).is_some_and(|feet| feet <= budget))
}

/// The places that can be reached now by way of a cell. Where every second diagonal counts double the two parts of a way
/// cannot be told apart, so there each way is looked for as [`route`] does.
pub fn places_through(book: &Segments, table: &Table, who: ActorId, way: u8, through: Cell) -> Vec<(Cell, u32)> {
    let space = &table.setup.space;
    if space.diagonals() == Diagonals::Alternating {
        let fits = |to: Cell| route(book, table, &Move { actor: who, to, through: Some(through), way }).ok();
        let all = places(book, table, who, way).into_iter();
        return all.filter_map(|(to, _)| Some((to, fits(to)?.cost))).collect();
    }
    let first = places(book, table, who, way).into_iter().find(|(cell, _)| *cell == through);
    let Some((_, spent)) = first else { return Vec::new() };
    let left = feet_left(book, table, who, way).map_or(FAR, |budget| budget - spent);
    let beyond = reachable(space, &table.pieces, through, left, cost(table, who));
    beyond.into_iter().map(|(cell, feet)| (cell, spent + feet)).collect()
}

/// The way of a movement, if it can be made.
pub fn route(book: &Segments, table: &Table, movement: &Move) -> Result<Way, Refusal> {
    let who = movement.actor;
    may_move(book, table, who)?;
    let way = table.sheet(who).moves.get(usize::from(movement.way));
    let Some(way) = way else { return Err(Refusal::plain("no-way", "there is no such way of moving")) };
    let (space, from) = (&table.setup.space, table.actor(who).place.cell);
    let budget = feet_left(book, table, who, movement.way).unwrap_or(FAR);
    let cost = cost(table, who);
    let find = |from: Cell, to: Cell| way_to(space, &table.pieces, from, to, FAR, &cost);
    let found = match movement.through {
        None => find(from, movement.to),
        Some(through) => find(from, through).and_then(|Way { mut cells, .. }| {
            cells.extend(find(through, movement.to)?.cells.into_iter().skip(1));
            let cost = path_cost(space, &table.pieces, &cells, &cost).unwrap_or(u32::MAX);
            Some(Way { cells, cost })
        }),
    };
    let Some(found) = found.filter(|way| way.cells.len() > 1 && space.contains(movement.to)) else {
        return Err(Refusal::plain("no-way-there", "there is no way to go there"));
    };
    if found.cost > budget {
        let dash = table.actor(who).part.intention == Some(Intention::Dash);
        let rule = if dash { rule!("SE-062") } else { rule!("SE-R49") };
        let feet = found.cost;
        let why = format!("{feet} ft is more than the {budget} ft left ({} {}/{})", way.name, way.full, way.lowest);
        return Err(Refusal::by(rule, "too-far", why));
    }
    Ok(found)
}

/// SE-075, SE-062, SE-077, SE-D15: moves, if one wants to, step by step; each step may call free hasty attacks (SE-099).
pub fn resolve<O: Oracle<Segments>>(book: &Segments, table: &mut Table, movement: &Move, oracle: &mut O) -> Flow<()> {
    let who = movement.actor;
    let Way { cells: path, cost: whole } = route(book, table, movement)?;
    let asked = table.segment().map_or(ActorSet::EMPTY, |segment| segment.asked);
    let mut now = Movement { mover: Mover::Body(who), willing: true, asked };
    let made = along(book, table, &mut now, &path, oracle)?;
    let space = &table.setup.space;
    let (to, stopped) = (path[made], made + 1 < path.len());
    let feet =
        if stopped { path_cost(space, &table.pieces, &path[..=made], standard_cost).unwrap_or(0) } else { whole };
    oracle.tell(Audience::All, || Event::Move(MoveEvent::Moved { who, to, feet, stopped }));
    if table.clock.mode == Speed::Open {
        crate::time::acted_in_open(book, table, oracle);
        return Ok(());
    }
    let dash = table.actor(who).part.intention == Some(Intention::Dash);
    if let Some(segment) = table.round.under_way.last_mut().filter(|segment| segment.who == who) {
        segment.asked = now.asked;
        segment.moved_ft = segment.moved_ft.saturating_add(feet as u16);
        if dash && !segment.acted {
            (segment.acted, segment.stage) = (true, Stage::Last);
        } else if !segment.acted {
            (segment.moved, segment.stage) = (true, Stage::Middle);
        } else {
            segment.stage = Stage::End; // the second part ends the segment
        }
    }
    Ok(())
}

/// One movement along a way: SE-R83, SE-R85: who starts in range is struck at before the first step, who comes in at the
/// first place within range. Gives how many steps were made.
pub fn along<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    movement: &mut Movement,
    path: &[Cell],
    oracle: &mut O,
) -> Flow<usize> {
    for (step, &cell) in path.iter().enumerate() {
        if step > 0 {
            let place = table.setup.space.on_ground(cell);
            match movement.mover {
                Mover::Body(who) => table.actor_mut(who).place = place,
                Mover::Thing(thing) => table.put(thing, Whereabouts::Place(place)),
            }
        }
        if !free::offer(book, table, movement, oracle)? {
            return Ok(step);
        }
    }
    Ok(path.len().saturating_sub(1))
}

/// How something is moved by others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Force {
    /// Pushed, thrown or falling: along a line.
    Thrown,
    /// One step from its start to its end.
    Teleported,
}

/// The way of a forced movement: straight, by way of a cell if one is named; a teleport is one step (SE-R91).
pub fn forced_path(table: &Table, from: Cell, through: Option<Cell>, to: Cell, force: Force) -> Vec<Cell> {
    let space = &table.setup.space;
    if force == Force::Teleported || space.grid() == Grid::Zones {
        return vec![from, to];
    }
    let mut path = straight_path(space, from, through.unwrap_or(to));
    if let Some(through) = through {
        path.extend(straight_path(space, through, to).into_iter().skip(1));
    }
    path
}

/// SE-R91: a push, throw, fall or teleport is one movement, and calls free attacks like any other. Being struck Down does not
/// end it.
pub fn force<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    mover: Mover,
    path: &[Cell],
    oracle: &mut O,
) -> Flow<()> {
    let mut movement = Movement { mover, willing: false, asked: ActorSet::EMPTY };
    along(book, table, &mut movement, path, oracle)?;
    if let Some(&to) = path.last() {
        oracle.tell(Audience::All, || Event::Move(MoveEvent::Pushed { what: mover, to }));
    }
    Ok(())
}

/// Where a thing stands, if it does.
pub fn standing(table: &Table, thing: ThingId) -> Option<Cell> {
    match table.things.get(thing.index())?.at {
        Whereabouts::Place(place) => Some(place.cell),
        _ => None,
    }
}
