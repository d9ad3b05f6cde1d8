//! Ways: which steps can be made, and what stands in them (CW-166 to CW-168).

use crate::{
    sheet::ThingId,
    table::{Actor, Out, Table, Whereabouts, Wholeness},
};
use referee_engine::{
    ActorId, ActorSet,
    act::Why,
    bar,
    space::{self, Cell, Grid, Piece, Place},
};
use smallvec::SmallVec;
use std::cell::OnceCell;

/// How many feet up or down a step can be without being a climb or a drop. A wall of 4 feet is an obstacle.
pub const STEP_FT: i16 = 3;

/// The longest way that is looked at: farther than the highest Speed goes in cells of one foot.
pub const LONGEST: usize = 512;

/// One step of a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// CW-167: no Check.
    Walk,
    /// CW-168: something in the way; the Check comes before the step.
    Obstacle(ThingId),
    /// CW-264: down a ledge of so many feet.
    Drop(u16),
}

impl Table {
    /// The cells of a thing on the map, if it is still there.
    fn cells_of(&self, thing: ThingId) -> Option<&[Cell]> {
        let state = self.thing(thing);
        if state.state == Wholeness::Destroyed || !matches!(state.at, Whereabouts::Place(_)) {
            return None;
        }
        match state.piece {
            Some(at) => Some(&self.pieces[usize::from(at)]).filter(|piece| piece.active),
            None => self.thing_sheet(thing).piece.as_ref(),
        }
        .map(|piece| piece.cells.as_slice())
    }

    /// CW-168: the obstacle in a cell.
    pub fn obstacle_at(&self, cell: Cell) -> Option<ThingId> {
        self.obstacles().find(|&thing| self.cells_of(thing).is_some_and(|cells| cells.contains(&cell)))
    }

    /// CW-168: the things that a Move has to pass, wherever they are.
    fn obstacles(&self) -> impl Iterator<Item = ThingId> {
        self.thing_ids().filter(|&thing| self.thing_sheet(thing).obstacle.is_some())
    }

    /// Can somebody stand there?
    pub fn is_open_ground(&self, cell: Cell) -> bool {
        let is_in_the_way = |piece: &Piece| piece.active && piece.blocks_move && piece.covers(cell);
        let is_taken = |actor: &Actor| actor.place.cell == cell && actor.out < Out::Fled && !self.is_zone_map();
        self.setup.space.contains(cell) && !self.pieces.iter().any(is_in_the_way) && !self.actors.iter().any(is_taken)
    }

    /// Zones hold any number of people.
    pub fn is_zone_map(&self) -> bool {
        self.setup.space.grid() == Grid::Zones
    }

    /// Who stands in a cell, other than this Character and whoever it carries. Zones hold any number of people.
    pub fn standing_in(&self, cell: Cell, but: ActorId) -> Option<ActorId> {
        if self.is_zone_map() {
            return None;
        }
        let stands = |&(other, actor): &(usize, &Actor)| {
            actor.place.cell == cell && actor.out < Out::Fled && ActorId::at(other) != but
        };
        self.actors.iter().enumerate().find(stands).map(|(other, _)| ActorId::at(other))
    }

    /// Is this piece a wall that nobody walks through? One that is an obstacle is climbed or leapt over (CW-168).
    fn is_wall(&self, at: usize) -> bool {
        let piece = &self.pieces[at];
        if !(piece.active && piece.blocks_move) {
            return false;
        }
        let owner = self.thing_ids().find(|&thing| self.thing(thing).piece == Some(at as u16));
        owner.is_none_or(|thing| self.thing_sheet(thing).obstacle.is_none())
    }
}

/// The pieces that hinder walking, as a search wants them.
fn hindrances(table: &Table) -> Vec<Piece> {
    let all = table.pieces.iter().enumerate().filter(|(_, piece)| piece.active);
    all.filter(|(at, piece)| piece.extra_cost > 0 || table.is_wall(*at))
        .map(|(at, piece)| Piece { blocks_move: table.is_wall(at), ..piece.clone() })
        .collect()
}

/// What the step into a neighbouring cell is (whoever asks knows that it is one), or `None` if it cannot be made.
///
/// `passed` is the obstacle that the Character is on its way across. CW-173: one that is passed is left at any height.
pub fn step(table: &Table, who: ActorId, from: Place, passed: Option<ThingId>, to: Cell) -> Option<Step> {
    step_between(&table.setup.space, from, passed, to, |cell| Spot::at(table, who, cell))
}

/// The same between two cells that are neighbours, with whoever knows what is in a cell.
fn step_between(
    space: &space::Space,
    from: Place,
    passed: Option<ThingId>,
    to: Cell,
    spot: impl Fn(Cell) -> Spot,
) -> Option<Step> {
    let Spot { obstacle: ahead, guarded, .. } = spot(to);
    if guarded {
        return None;
    }
    if ahead.is_some() && ahead == passed {
        return Some(Step::Walk);
    }
    if let Some(obstacle) = ahead.filter(|_| passed.is_some() || spot(from.cell).obstacle != ahead) {
        return Some(Step::Obstacle(obstacle));
    }
    if passed.is_some() {
        return Some(Step::Walk);
    }
    let rise = space.ground(to).saturating_sub(from.z);
    if rise > STEP_FT {
        return spot(from.cell).obstacle.or(ahead).map(Step::Obstacle); // climbing goes through obstacles only
    }
    if rise < -STEP_FT {
        return Some(Step::Drop(rise.unsigned_abs()));
    }
    Some(Step::Walk)
}

/// What a mover finds in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Spot {
    /// CW-168.
    obstacle: Option<ThingId>,
    /// The book is silent on walking past others: one's own side makes room, a foe who is on its guard does not.
    guarded: bool,
    /// Somebody whom the mover knows of stands there.
    taken: bool,
}

impl Spot {
    fn at(table: &Table, who: ActorId, cell: Cell) -> Spot {
        let mut spot = Spot { obstacle: table.obstacle_at(cell), ..Spot::default() };
        if let Some(other) = table.standing_in(cell, who) {
            spot.meets(table, who, other);
        }
        spot
    }

    fn meets(&mut self, table: &Table, who: ActorId, other: ActorId) {
        let known = !table.actor(who).unaware_of.contains(other);
        self.taken |= known;
        self.guarded |= known && table.is_active(other) && table.side_of(other) != table.side_of(who);
    }
}

/// What is in every cell, looked up once for a whole search.
fn spots(table: &Table, who: ActorId) -> Vec<Spot> {
    let space = &table.setup.space;
    let mut spots = vec![Spot::default(); space.len()];
    for thing in table.obstacles() {
        for index in table.cells_of(thing).into_iter().flatten().filter_map(|&cell| space.index(cell)) {
            spots[index].obstacle = spots[index].obstacle.or(Some(thing));
        }
    }
    if !table.is_zone_map() {
        let mut seen = ActorSet::EMPTY;
        for other in table.ids().filter(|&other| other != who && table.actor(other).out < Out::Fled) {
            let cell = table.actor(other).place.cell;
            // As in `standing_in`, the first in the roster counts where two share a cell.
            let first = seen.iter().all(|known| table.actor(known).place.cell != cell);
            if let Some(index) = space.index(cell).filter(|_| first) {
                spots[index].meets(table, who, other);
            }
            seen = seen.with(other);
        }
    }
    spots
}

/// Ways that somebody could go: who, and whether it would drop down a ledge (CW-D51).
pub struct Ways<'t> {
    table: &'t Table,
    who: ActorId,
    drops: bool,
    /// Does it pass obstacles?
    passes: bool,
    /// Only a search looks at so many cells that it is worth while.
    survey: OnceCell<Survey>,
}

/// The ground, looked over once for a search.
struct Survey {
    hindrances: Vec<Piece>,
    spots: Vec<Spot>,
}

impl<'t> Ways<'t> {
    /// From where this Character is.
    pub fn new(table: &'t Table, who: ActorId, drops: bool) -> Ways<'t> {
        Ways { table, who, drops, passes: true, survey: OnceCell::new() }
    }

    /// From where this Character is, without anything that needs a Check or a drop.
    pub fn plain(table: &'t Table, who: ActorId) -> Ways<'t> {
        Ways { passes: false, ..Ways::new(table, who, false) }
    }

    fn survey(&self) -> &Survey {
        let look = || Survey { hindrances: hindrances(self.table), spots: spots(self.table, self.who) };
        self.survey.get_or_init(look)
    }

    fn spot(&self, cell: Cell) -> Spot {
        match self.survey.get() {
            Some(survey) => self.table.setup.space.index(cell).map_or(Spot::default(), |index| survey.spots[index]),
            None => Spot::at(self.table, self.who, cell),
        }
    }

    /// What the pieces in a cell cost on top, or `None` if one of them is a wall.
    fn burden(&self, cell: Cell) -> Option<u32> {
        let pieces = self.table.pieces.iter().enumerate();
        let hinders = |piece: &Piece| piece.active && (piece.extra_cost > 0 || piece.blocks_move);
        let mut there = pieces.filter(|(_, piece)| hinders(piece) && piece.covers(cell));
        there.try_fold(0u32, |sum, (at, piece)| {
            (!self.table.is_wall(at)).then(|| sum.saturating_add(piece.extra_cost.into()))
        })
    }

    fn cost(&self, &space::Step { from, to, units, .. }: &space::Step) -> Option<u32> {
        let (table, start) = (self.table, self.table.actor(self.who).place);
        let at_start = from == start.cell;
        let place = if at_start { start } else { table.setup.space.on_ground(from) };
        let passed = if at_start { None } else { table.obstacle_at(from) };
        match step_between(&table.setup.space, place, passed, to, |cell| self.spot(cell))? {
            Step::Drop(_) if !self.drops => None,
            Step::Obstacle(_) if !self.passes => None,
            Step::Walk | Step::Obstacle(_) | Step::Drop(_) => Some(units),
        }
    }

    /// May a Move stop in this cell? Not halfway across an obstacle, and not where somebody stands.
    pub fn can_end(&self, cell: Cell) -> bool {
        let own = self.table.actor(self.who).place.cell == cell;
        let spot = self.spot(cell);
        own || (spot.obstacle.is_none() && !spot.taken)
    }

    /// Where it can get for so many feet, with the cost.
    pub fn reachable(&self, feet: u16) -> Vec<(Cell, u32)> {
        let (space, from) = (&self.table.setup.space, self.table.actor(self.who).place.cell);
        let hindrances = &self.survey().hindrances;
        let mut found = space::reachable(space, hindrances, from, u32::from(feet), |step| self.cost(step));
        found.retain(|(cell, _)| self.can_end(*cell));
        found
    }

    /// The cheapest way to a cell.
    pub fn way(&self, to: Cell, feet: u16) -> Option<Vec<Cell>> {
        let (space, from) = (&self.table.setup.space, self.table.actor(self.who).place.cell);
        let hindrances = &self.survey().hindrances;
        space::path_to(space, hindrances, from, to, u32::from(feet), |step| self.cost(step))
    }

    /// The way for so many feet to where the fewest steps are `left`, if that is nearer than one is.
    pub fn towards(&self, feet: u16, left: impl Fn(Cell) -> u32) -> Option<Vec<Cell>> {
        let (space, from) = (&self.table.setup.space, self.table.actor(self.who).place.cell);
        let (hindrances, cost) = (&self.survey().hindrances, |step: &space::Step| self.cost(step));
        space::approach(space, hindrances, from, u32::from(feet), cost, left, |cell| self.can_end(cell))
    }

    /// The straight way towards a cell as far as the feet go, short of whoever stands there. `None` if something is in
    /// the way: then it takes a search.
    pub fn straight(&self, to: Cell, feet: u16) -> Option<SmallVec<[Cell; 8]>> {
        let (space, from) = (&self.table.setup.space, self.table.actor(self.who).place.cell);
        let near = space.line(from, to).take_while(|cell| *cell != to);
        let mut path: SmallVec<[Cell; 8]> = near.take(1 + usize::from(feet / space.cell_size().max(1))).collect();
        let costs = space::path_costs(space, &path, |cell| self.burden(cell), |step| self.cost(step)).ok()?;
        path.truncate(costs.iter().take_while(|&&cost| cost <= u32::from(feet)).count());
        while path.last().is_some_and(|&cell| !self.can_end(cell)) {
            path.pop();
        }
        (path.len() > 1).then_some(path)
    }

    /// CW-R103: what the way costs up to each of its cells, obstacles included; barred if a step cannot be made.
    pub fn costs(&self, path: &[Cell]) -> Result<SmallVec<[u32; 8]>, Why<'t>> {
        if path.len() > LONGEST {
            return Err(bar!("CW-166", "no-way", "the way is longer than anybody can go"));
        }
        let space = &self.table.setup.space;
        space::path_costs(space, path, |cell| self.burden(cell), |step| self.cost(step))
            .map_err(|at| self.no_step(path[at]))
    }

    /// [`costs`](Ways::costs) of a way that somebody has found already: nothing is in it.
    pub fn known_costs(&self, path: &[Cell]) -> Result<SmallVec<[u32; 8]>, Why<'t>> {
        let space = &self.table.setup.space;
        space::path_costs(space, path, |cell| self.burden(cell), space::standard_cost)
            .map_err(|at| self.no_step(path[at]))
    }

    fn no_step(&self, to: Cell) -> Why<'t> {
        let (space, name) = (&self.table.setup.space, self.table.name(self.who));
        match (space.zone_name(to), space.column_and_row(to)) {
            (Some(zone), _) => bar!("CW-166", "no-way", "{} cannot step to {}", name, zone),
            (None, Some((column, row))) => bar!("CW-166", "no-way", "{} cannot step to {},{}", name, column, row),
            (None, None) => bar!("CW-166", "no-way", "{} cannot step off the map", name),
        }
    }

    /// Of these cells with their costs, those that cost as much without an obstacle or a drop on the way.
    pub fn plainly_reached(&self, feet: u16) -> Vec<(Cell, u32)> {
        Ways::plain(self.table, self.who).reachable(feet)
    }

    /// Is there any ground of another height to drop to?
    pub fn has_heights(&self) -> bool {
        let (space, place) = (&self.table.setup.space, self.table.actor(self.who).place);
        space.cells().any(|cell| space.ground(cell) != place.z)
    }

    /// What has to be passed on a way: the obstacles and the drops, in order.
    pub fn steps(&self, path: &[Cell]) -> Vec<Step> {
        let start = self.table.actor(self.who).place;
        let mut steps = Vec::new();
        for pair in path.windows(2) {
            let at_start = pair[0] == start.cell;
            let place = if at_start { start } else { self.table.setup.space.on_ground(pair[0]) };
            let passed = if at_start { None } else { self.table.obstacle_at(pair[0]) };
            steps.extend(step(self.table, self.who, place, passed, pair[1]).filter(|step| *step != Step::Walk));
        }
        steps
    }
}
