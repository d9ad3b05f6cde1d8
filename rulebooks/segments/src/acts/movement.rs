//! Movement: with a segment (SE-075 to SE-078), as a Dash (SE-062), and by others (SE-R91).

use super::prelude::*;
use crate::{
    reactions::free::{self, Movement, Mover},
    time,
    turn::Stage,
};
use referee_engine::{
    ActorSet, Refusal, Stop,
    space::{
        CellSet, Diagonals, Grid, Step, Way as Path, approach, path_cost, reachable, standard_cost, straight_path,
        way_to,
    },
};
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

/// Two acts that move somebody: their verb, label and rule.
macro_rules! movements {
    ($($(#[$doc:meta])* $act:ident, $through:ident, $to:ident: $verb:literal, $label:literal, $rule:literal, $dash:literal;)*) => { $(
        act! {
            $(#[$doc])*
            pub struct $act for Segments, by ActorId {
                /// SE-R48: by which way of moving.
                way: WayAt = "How", usual;
                /// By this cell, if the way matters.
                through among $through: Option<Goal> = "By way of", usual;
                to among $to: Goal = "Where to";
            }
        }

        fn $through(act: &$act, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Option<Goal>> {
            std::iter::once(None).chain(goals(see, whose, act.way.value(), None).map(Some)).collect()
        }

        fn $to(act: &$act, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Goal> {
            let through = act.through.value().copied().flatten();
            goals(see, whose, act.way.value(), through.map(|through| through.cell)).collect()
        }

        impl $act {
            /// The movement to the place nearest to a goal that can be reached now, if it is nearer than one is: for those
            /// who look at no other.
            pub fn towards(book: &Segments, table: &Table, who: ActorId, goal: Cell) -> Option<($act, Going)> {
                may_move(book, table, who).and_then(|()| declared(table, who, $dash)).ok()?;
                let to = towards(book, table, who, 0, goal)?;
                Some(($act::to_cell(to), Going { who, way: 0, through: None, to }))
            }

            /// The movement to a place.
            pub fn to_cell(to: Cell) -> $act {
                let to = Goal { cell: to, way: 0, through: None };
                $act { way: WayAt(0).into(), through: Open::with(None), to: to.into() }
            }
        }

        impl Act<Segments> for $act {
            type By = ActorId;
            type Ready = Going;
            const CARD: Card = card!($verb, $label, "Movement", "", $rule);
            const NOTHING: Why<'static> = bar!($rule, "no-way-there", "there is nowhere to go");

            fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Going, Bar<'t>> {
                may_move(see.book, see.table, who)?;
                declared(see.table, who, $dash)?;
                let ways = see.table.sheet(who).moves.len();
                let way = if ways > 1 { self.way()? } else { WayAt(0) };
                if usize::from(way.0) >= ways {
                    return Err(bar!(_, "no-way", "there is no such way of moving").into());
                }
                let through = self.through()?.map(|through| through.cell);
                let going = Going { who, way: way.0, through, to: self.to()?.cell };
                going.is_possible(see)?;
                Ok(going)
            }

            fn resolve<O: Oracle<Segments>>(
                going: Going,
                book: &Segments,
                table: &mut Table,
                oracle: &mut O,
            ) -> Flow<()> {
                let path = going.path(table).ok_or_else(|| Stop::broken("a movement that has no path"))?;
                walk(book, table, going.who, &path, false, oracle)
            }

            /// Somebody unseen stands in the way: the movement ends as near to its goal as it leads.
            fn meet_the_unknown<O: Oracle<Segments>>(
                &self,
                who: ActorId,
                why: Refusal,
                book: &Segments,
                table: &mut Table,
                oracle: &mut O,
            ) -> Flow<()> {
                let Ok(to) = self.to() else { return Err(why.into()) };
                let way = self.way.value().map_or(0, |way| way.0);
                let here = table.actor(who).place.cell;
                let stop = towards(book, table, who, way, to.cell);
                let path = stop.and_then(|to| Going { who, way, through: None, to }.path(table));
                walk(book, table, who, &path.unwrap_or_else(|| Path { cells: vec![here], cost: 0 }), true, oracle)
            }
        }
    )* };
}

movements! {
    /// SE-075: the movement that comes with a segment, or a walk in Open.
    Move, through_of_a_move, ends_of_a_move: "move", "Move", "SE-075", false;
    /// SE-062: a movement at the full rate, which is the action itself.
    Dash, through_of_a_dash, ends_of_a_dash: "dash", "Dash", "SE-062", true;
}

/// SE-R27: a Dash is the action itself, and every other movement comes with one.
fn declared(table: &Table, who: ActorId, dash: bool) -> Result<(), Why<'_>> {
    let is_dash = table.clock.mode == Speed::Segmented && table.actor(who).part.intention == Some(Intention::Dash);
    match (dash, is_dash) {
        (true, false) => Err(bar!("SE-R27", "declared-otherwise", "a Dash was not declared")),
        (false, true) => Err(bar!("SE-R27", "declared-otherwise", "that kind of movement was not declared")),
        (true, true) | (false, false) => Ok(()),
    }
}

/// SE-R48: one of somebody's ways of moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WayAt(pub u8);

impl Value<Segments> for WayAt {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let who = whose.filter(|who| who.index() < see.actors.len());
        (0..who.map_or(0, |who| see.sheet(who).moves.len()) as u8).map(WayAt).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let way = whose.and_then(|who| see.sheet(who).moves.get(usize::from(self.0)));
        way.map(|way| Choice::plain(key_of(&way.name))).unwrap_or_default()
    }
}

/// A cell to which one goes, or by which: written as the cell.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(from = "Cell", into = "Cell")]
pub struct Goal {
    pub cell: Cell,
    way: u8,
    through: Option<Cell>,
}

impl From<Cell> for Goal {
    fn from(cell: Cell) -> Goal {
        Goal { cell, way: 0, through: None }
    }
}

impl From<Goal> for Cell {
    fn from(goal: Goal) -> Cell {
        goal.cell
    }
}

impl PartialEq for Goal {
    fn eq(&self, other: &Goal) -> bool {
        self.cell == other.cell
    }
}

impl Eq for Goal {}

/// What can be reached by a way of moving, by way of a cell; that cell itself comes first, so that not all have to be looked at.
fn goals(
    see: See<'_, '_>,
    whose: Option<ActorId>,
    way: Option<&WayAt>,
    through: Option<Cell>,
) -> impl Iterator<Item = Goal> {
    let way = way.map_or(0, |way| way.0);
    let who = whose.filter(|who| usize::from(way) < see.sheet(*who).moves.len() && can_move(see, *who).is_ok());
    let cells = who.map(|who| reached(see, who, way, None)).unwrap_or_default();
    let others: Vec<Cell> = cells.iter().map(|(cell, _)| *cell).filter(|cell| Some(*cell) != through).collect();
    through.into_iter().chain(others).map(move |cell| Goal { cell, way, through })
}

/// The cells that one actor reaches by way of a cell, each with what it costs, as they were searched for.
type Reached = RefCell<BTreeMap<(u8, Option<Cell>), Rc<Vec<(Cell, u32)>>>>;

fn reached(see: See<'_, '_>, who: ActorId, way: u8, through: Option<Cell>) -> Rc<Vec<(Cell, u32)>> {
    let all = see.search(who, Reached::default);
    if let Some(known) = all.borrow().get(&(way, through)) {
        return known.clone();
    }
    let mut cells = match through {
        None => places(see.book, see, who, way),
        Some(through) => places_through(see.book, see, who, way, through),
    };
    cells.sort_unstable();
    let cells = Rc::new(cells);
    all.borrow_mut().insert((way, through), cells.clone());
    cells
}

impl Value<Segments> for Goal {
    const SHAPE: Shape = Shape::Cell;

    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        goals(see, whose, None, None).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::new(see.setup.space.cell_key(self.cell), see.setup.space.cell_key(self.cell))
    }

    fn cell(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Option<CellChoice> {
        let cells = reached(see, whose?, self.way, self.through);
        let at = cells.binary_search_by_key(&self.cell, |(cell, _)| *cell).ok()?;
        Some(CellChoice::of(&see.setup.space, self.cell, cells[at].1, ""))
    }

    fn read(see: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        see.setup.space.find_cell(word).map(Goal::from)
    }
}

/// A movement that may be made.
#[derive(Clone, Copy, Debug)]
pub struct Going {
    who: ActorId,
    way: u8,
    through: Option<Cell>,
    to: Cell,
}

impl Going {
    pub fn to(&self) -> Cell {
        self.to
    }

    /// SE-R49, SE-062: is there a way, and not too long?
    fn is_possible<'t>(&self, see: See<'_, 't>) -> Result<(), Why<'t>> {
        let Going { who, way, through, to } = *self;
        let table = see.table;
        let here = table.actor(who).place.cell;
        let found = match through {
            // Ending where one goes by is as far as going there.
            Some(through) if through == to && through != here => reached(see, who, way, None),
            through => reached(see, who, way, through),
        };
        if found.binary_search_by_key(&to, |(cell, _)| *cell).is_ok() {
            return Ok(());
        }
        let Some(path) = self.path(table) else {
            return Err(bar!(_, "no-way-there", "there is no way to go there"));
        };
        let left = feet_left(see.book, table, who, way).unwrap_or(FAR);
        let way = &table.sheet(who).moves[usize::from(way)];
        let (feet, left) = (path.cost as i32, left as i32);
        Err(if table.actor(who).part.intention == Some(Intention::Dash) {
            bar!("SE-062", "too-far", "{} ft is more than the {} ft left ({} {} ft)", feet, left, &way.name, way.full)
        } else {
            bar!("SE-R49", "too-far", "{} ft is more than the {} ft left ({} {} ft)", feet, left, &way.name, way.lowest)
        })
    }

    /// The way of the movement, whatever it costs.
    fn path(&self, table: &Table) -> Option<Path> {
        let Going { who, through, to, .. } = *self;
        let (space, from) = (&table.setup.space, table.actor(who).place.cell);
        let cost = cost(table, who);
        let find = |from: Cell, to: Cell| way_to(space, &table.pieces, from, to, FAR, &cost);
        let found = match through {
            None => find(from, to)?,
            Some(through) => {
                let mut cells = find(from, through)?.cells;
                cells.extend(find(through, to)?.cells.into_iter().skip(1));
                let cost = path_cost(space, &table.pieces, &cells, &cost).unwrap_or(u32::MAX);
                Path { cells, cost }
            }
        };
        Some(found).filter(|path| path.cells.len() > 1 && space.contains(to))
    }
}

told! {
    pub enum MoveEvent for Segments, |table| {
        /// Somebody moved.
        Moved {
            who: ActorId,
            to: Cell,
            feet: u32,
            /// SE-R89: it was stopped there.
            stopped: bool,
        } "SE-075" by who => {
            let stopped = if stopped { " and is stopped there" } else { "" };
            let cell = table.setup.space.cell_key(to);
            format!("{} moves {feet} ft to {cell}{stopped}", table.name(who))
        };
        /// SE-R91: somebody or something was moved by others.
        Pushed { what: Mover, to: Cell } "SE-R91" => {
            let (name, cell) = (what.target().name(table), table.setup.space.cell_key(to));
            format!("{name} is moved to {cell}")
        };
    }
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
fn can_move<'t>(table: &'t Table, who: ActorId) -> Result<(), Why<'t>> {
    if table.actor(who).down {
        return Err(bar!("SE-R50", "down", "{} is Down", table.name(who)));
    }
    if table.suffers(who, |status| status.holds) {
        return Err(bar!("SE-118", "held", "{} is held fast", table.name(who)));
    }
    if table.sheet(who).trap {
        return Err(bar!("SE-R18", "trap", "a trap does not move"));
    }
    Ok(())
}

/// May somebody move now? SE-076: as part of the own segment; SE-R49: before and after the action; a Dash is the action itself.
pub fn may_move<'t>(book: &Segments, table: &'t Table, who: ActorId) -> Result<(), Why<'t>> {
    table.may_act(who)?;
    if table.clock.mode == Speed::Journeying {
        return Err(bar!("SE-004", "journeying", "a passage is not played turn by turn; stop it first"));
    }
    if table.clock.mode == Speed::Segmented {
        let segment = turn::segment::under_way(table, who)?;
        if table.actor(who).part.intention == Some(Intention::Dash) && !table.actor(who).down {
            turn::may(book, table, who, Needs::Dash)?;
        } else if segment.stage == Stage::Action && !segment.acted {
            return Err(bar!("SE-R49", "moved", "the movement before the action has been made"));
        } else if segment.acted && segment.moved && !book.house.split_move {
            return Err(bar!("SE-R49", "split", "the movement comes before the action or after it, not both"));
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

/// The places that can be reached now by way of a cell. Where every second diagonal counts double the two parts of a way
/// cannot be told apart, so there each way is looked for by itself.
pub fn places_through(book: &Segments, table: &Table, who: ActorId, way: u8, through: Cell) -> Vec<(Cell, u32)> {
    let space = &table.setup.space;
    if space.diagonals() == Diagonals::Alternating {
        let budget = feet_left(book, table, who, way).unwrap_or(FAR);
        let cost = |to: Cell| Some(Going { who, way, through: Some(through), to }.path(table)?.cost);
        let all = places(book, table, who, way).into_iter();
        return all.filter_map(|(to, _)| Some((to, cost(to).filter(|feet| *feet <= budget)?))).collect();
    }
    let first = places(book, table, who, way).into_iter().find(|(cell, _)| *cell == through);
    let Some((_, spent)) = first else { return Vec::new() };
    let left = feet_left(book, table, who, way).map_or(FAR, |budget| budget - spent);
    let beyond = reachable(space, &table.pieces, through, left, cost(table, who));
    beyond.into_iter().map(|(cell, feet)| (cell, spent + feet)).collect()
}

/// SE-075, SE-062, SE-077, SE-D15: moves, if one wants to, step by step; each step may call free hasty attacks (SE-099).
/// `cut_short`: the way leads farther, but not past somebody unseen.
fn walk<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    Path { cells: path, cost: whole }: &Path,
    cut_short: bool,
    oracle: &mut O,
) -> Flow<()> {
    let asked = table.segment().map_or(ActorSet::EMPTY, |segment| segment.asked);
    let mut now = Movement { mover: Mover::Body(who), willing: true, asked };
    let made = along(book, table, &mut now, path, oracle)?;
    let space = &table.setup.space;
    let (to, stopped) = (path[made], made + 1 < path.len());
    let feet =
        if stopped { path_cost(space, &table.pieces, &path[..=made], standard_cost).unwrap_or(0) } else { *whole };
    let stopped = stopped || cut_short;
    oracle.tell(Audience::All, || Event::Move(MoveEvent::Moved { who, to, feet, stopped }));
    if table.clock.mode == Speed::Open {
        time::acted_in_open(book, table, oracle);
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

named! {
    /// How something is moved by others.
    pub enum Force for Segments {
        /// Pushed, thrown or falling: along a line.
        Thrown = "thrown",
        /// One step from its start to its end.
        Teleported = "teleported",
    }
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
    table.things.get(thing.index())?.at.place().map(|place| place.cell)
}
