//! Movement (PR-R91): one mundane move a turn, on the map or into and out of a burning place.

use super::prelude::*;
use crate::table::Area;
use referee_engine::{
    CellChoice,
    space::{self, Cell, CellSet, Step},
};
use std::rc::Rc;

act! {
    /// PR-R91: the move is mundane and costs no check.
    pub struct Move for Proficiency, by ActorId {
        to: Goal = "To";
    }
}

/// Where one goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    Square(Cell),
    /// PR-R107: into a place with a die of its own.
    Into(u8),
    OutOf(u8),
}

told! {
    /// Somebody moved.
    pub struct Moved for Proficiency { who: ActorId, to: Goal }
    |table| "PR-R91" by who => format!("{} moves {}", table.name(who), to.words(table));
}

/// PR-R91: do people move over the squares of a map?
pub fn on_map(book: &Proficiency, table: &Table) -> bool {
    book.house.map_use && table.is_mapped()
}

/// May this character move at all now?
pub fn can_move(table: &Table, who: ActorId) -> bool {
    let turn = &table.actor(who).turn;
    table.can_act(who) && (table.phase == Phase::Free || !(turn.moved || turn.still))
}

/// PR-R91: what a step costs: a diagonal is like any other; nobody walks through what is blocked or through foes.
fn passable(table: &Table, who: ActorId) -> impl Fn(&Step) -> Option<u32> + '_ {
    let foes = table.able_foes(who).map(|id| table.actor(id).place.cell);
    let foes = CellSet::of(&table.setup.space, foes);
    let (squares, square) = (&table.setup.squares[..], square(table));
    let is_blocked = |index: usize| squares.get(index).is_some_and(|square| square.blocked);
    move |step| (!is_blocked(step.index) && !foes.contains(step.index)).then_some(square)
}

/// Nobody stops where somebody stands.
fn taken(table: &Table) -> CellSet {
    let there = table.ids().filter(|&id| table.actor(id).life <= Life::Down);
    CellSet::of(&table.setup.space, there.map(|id| table.actor(id).place.cell))
}

/// A square in the units of the map.
fn square(table: &Table) -> u32 {
    u32::from(table.setup.space.cell_size()).max(1)
}

/// PR-R91: the squares within `speed` steps.
pub fn reachable(table: &Table, who: ActorId) -> Vec<(Cell, u32)> {
    let (space, start) = (&table.setup.space, table.actor(who).place.cell);
    let (square, taken) = (square(table), taken(table));
    let most = u32::from(table.sheet(who).speed) * square;
    let stops = |cell: Cell| cell != start && space.index(cell).is_some_and(|index| !taken.contains(index));
    let all = space::reachable(space, &[], start, most, passable(table, who)).into_iter();
    all.filter(|(cell, _)| stops(*cell)).map(|(cell, cost)| (cell, cost / square)).collect()
}

/// PR-R91: the square of those that is nearest to one of the goals, if it is nearer than one is.
pub fn towards(table: &Table, who: ActorId, goals: &[Cell]) -> Option<Cell> {
    let (space, start) = (&table.setup.space, table.actor(who).place.cell);
    let most = u32::from(table.sheet(who).speed) * square(table);
    let stops = |cell: Cell| table.occupied(cell).is_none();
    let left = |cell: Cell| {
        let apart = goals.iter().map(|&goal| table.squares_between(cell.into(), goal.into())).min();
        apart.map_or(0, |apart| u32::from(apart.max(1) - 1))
    };
    space::approach(space, &[], start, most, passable(table, who), left, stops)?.last().copied()
}

/// The squares that somebody can reach, in order, searched once for all that is asked about a table.
fn squares(see: See<'_, '_>, who: ActorId) -> Rc<Vec<(Cell, u32)>> {
    see.search(who, || {
        let mut all = reachable(see, who);
        all.sort_unstable_by_key(|(cell, _)| *cell);
        all
    })
}

/// How many steps it takes to a square, if it can be reached.
fn steps(see: See<'_, '_>, who: ActorId, cell: Cell) -> Option<u32> {
    let all = squares(see, who);
    let at = all.binary_search_by_key(&cell, |(cell, _)| *cell).ok()?;
    Some(all[at].1)
}

impl Move {
    /// The move to the square that is nearest to one of these, without searching for all that can be reached.
    pub fn towards(see: See<'_, '_>, who: ActorId, goals: &[Cell]) -> Option<(Move, Moved)> {
        let may = on_map(see.book, see.table) && can_move(see.table, who);
        let to = Goal::Square(may.then(|| towards(see.table, who, goals)).flatten()?);
        Some((Move { to: to.into() }, Moved { who, to }))
    }
}

impl Act<Proficiency> for Move {
    type By = ActorId;
    type Ready = Moved;
    const CARD: Card = card!("move", "Move", "Mundane", "the move", "PR-R91");
    const NOTHING: Why<'static> = bar!("PR-R91", "nothing-fits", "there is nowhere to go");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Moved, Bar<'t>> {
        let table = see.table;
        table.may_act(who)?;
        if !can_move(table, who) {
            return Err(bar!("PR-R91", "moved", "{} moves no more this turn", table.name(who)).into());
        }
        let to = self.to()?;
        let area = |at: u8| table.areas.get(usize::from(at));
        let fits = match to {
            Goal::Square(cell) => on_map(see.book, table) && steps(see, who, cell).is_some(),
            Goal::Into(at) => area(at).is_some_and(|area| !area.inside.contains(who)),
            Goal::OutOf(at) => area(at).is_some_and(|area| area.inside.contains(who)),
        };
        if fits { Ok(Moved { who, to }) } else { Err(bar!("PR-R91", "no-way", "one move does not lead there").into()) }
    }

    fn resolve<O: Oracle<Proficiency>>(
        Moved { who, to }: Moved,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::enter(table, who, oracle);
        table.actor_mut(who).turn.moved = true;
        match to {
            Goal::Square(cell) => {
                let place = table.setup.space.on_ground(cell);
                table.actor_mut(who).place = place;
            }
            Goal::Into(area) => {
                let area = &mut table.areas.fill()[usize::from(area)];
                area.inside = area.inside.with(who);
            }
            Goal::OutOf(area) => {
                let area = &mut table.areas.fill()[usize::from(area)];
                area.inside = area.inside.without(who);
            }
        }
        oracle.tell(Audience::All, || Event::Moved(Moved { who, to }));
        Ok(())
    }

    /// Somebody unseen stands in the way: the move ends as near to its goal as it leads.
    fn meet_the_unknown<O: Oracle<Proficiency>>(
        &self,
        who: ActorId,
        why: Refusal,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let Ok(Goal::Square(goal)) = self.to() else { return Err(why.into()) };
        let stop = towards(table, who, &[goal]).unwrap_or(table.actor(who).place.cell);
        Move::resolve(Moved { who, to: Goal::Square(stop) }, book, table, oracle)
    }
}

impl Value<Proficiency> for Goal {
    const SHAPE: Shape = Shape::Cell;

    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let Some(who) = whose.filter(|who| see.has(*who)) else { return Vec::new() };
        if on_map(see.book, see) {
            return squares(see, who).iter().map(|(cell, _)| Goal::Square(*cell)).collect();
        }
        let way = |(at, area): (usize, &Area)| {
            if area.inside.contains(who) { Goal::OutOf(at as u8) } else { Goal::Into(at as u8) }
        };
        see.areas.iter().enumerate().map(way).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match *self {
            Goal::Square(cell) => Choice::new(see.setup.space.cell_key(cell), see.setup.space.cell_key(cell)),
            Goal::Into(at) => Choice::new(format!("into-{}", at + 1), self.words(see)),
            Goal::OutOf(at) => Choice::new(format!("out-of-{}", at + 1), self.words(see)),
        }
    }

    fn cell(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Option<CellChoice> {
        let &Goal::Square(cell) = self else { return None };
        Some(CellChoice::of(&see.setup.space, cell, steps(see, whose?, cell)?, ""))
    }

    fn read(see: See<'_, '_>, whose: Option<ActorId>, word: &str) -> Option<Self> {
        if on_map(see.book, see) {
            return see.setup.space.find_cell(word).map(Goal::Square);
        }
        Goal::all(see, whose).into_iter().find(|goal| goal.choice(see, whose).key == word)
    }
}

impl Goal {
    fn words(self, table: &Table) -> String {
        match self {
            Goal::Square(cell) => format!("to {}", table.setup.space.cell_key(cell)),
            Goal::Into(at) => format!("into the {}", area(table, at)),
            Goal::OutOf(at) => format!("out of the {}", area(table, at)),
        }
    }
}

/// The name of a place with a die of its own: that of what goes on there.
fn area(table: &Table, at: u8) -> &str {
    table.areas.get(usize::from(at)).map_or("danger", |area| &table.resource(area.stock.kind).name)
}
