//! Where a Move goes, and how the slots of a Move show it.

use super::{
    Go, Move, known_shooters, leaving_cost,
    path::{Step, Ways},
};
use crate::acts::{prelude::*, value::cell_key};
use referee_engine::{CellChoice, space::Cell};
use std::{
    cell::{OnceCell, RefCell},
    rc::Rc,
};

/// The longest way that can be named.
const LONGEST_WAY: usize = 4_000;

/// CW-176, CW-177: where a mover looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Where it goes.
    Ahead,
    /// As it looks now.
    Kept,
    To(Towards),
}

impl Look {
    /// The direction in degrees; `None` for where it goes.
    pub fn degrees(self, table: &Table, who: ActorId) -> Result<Option<u16>, Why<'static>> {
        match self {
            Look::Ahead => Ok(None),
            Look::Kept => Ok(Some(table.actor(who).facing)),
            Look::To(towards) => match towards.degrees(table, table.actor(who).place.cell) {
                Some(degrees) => Ok(Some(degrees)),
                None => Err(bar!("CW-177", "no-direction", "directions go from 0 to 359 degrees")),
            },
        }
    }
}

impl Value<Clockworld> for Look {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let directions = Towards::all(see, whose).into_iter().map(Look::To);
        [Look::Ahead, Look::Kept].into_iter().chain(directions).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        match self {
            Look::Ahead => Choice::new("ahead", "Where it goes"),
            Look::Kept => Choice::new("kept", "As it looks now").noting("half Speed"),
            Look::To(towards) => towards.choice(see, whose).noting("half Speed"),
        }
    }
}

/// The cells of a way, from the one after the mover's own on; none if only its goal is named.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Way(pub SmallVec<[Cell; 8]>);

impl Way {
    /// This way, which begins with the mover's own cell.
    pub fn after(path: impl IntoIterator<Item = Cell>) -> Way {
        Way(path.into_iter().skip(1).collect())
    }
}

/// It is not on any list, as not every way can be gone.
impl Value<Clockworld> for Way {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Way::default()]
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        if self.0.is_empty() {
            return Choice::plain("none");
        }
        let cells: Vec<String> = self.0.iter().map(|&cell| cell_key(see.table, cell)).collect();
        Choice::new(cells.join(" "), cells.join(" "))
    }

    fn read(see: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        if word.len() > LONGEST_WAY {
            return None;
        }
        let cells = word.split_whitespace().filter(|word| *word != "none");
        cells.map(|word| see.setup.space.find_cell(word)).collect::<Option<_>>().map(Way)
    }
}

named! {
    /// Does the Move go on after this?
    pub enum Then for Clockworld {
        /// CW-030.
        Continue = "continue" / "The Move can go on",
        /// CW-182.
        Stop = "stop" / "The Movement ends",
    }
}

/// A Sneak Check comes at the end of the Movement, so a sneaker usually ends it; others may always go on.
pub(super) fn thens(act: &Move, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Then> {
    let moving = whose.filter(|who| see.exists(*who)).and_then(|who| see.actor(who).turn.moving);
    let sneakily = match moving {
        Some(moving) => moving.sneakily,
        None => act.sneakily.value() == Some(&true),
    };
    let mut all = vec![Then::Continue, Then::Stop];
    if sneakily {
        all.reverse();
    }
    all
}

/// A cell to go to.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(from = "Cell", into = "Cell")]
pub struct Goal {
    pub cell: Cell,
    /// For the map: how the mover gets there.
    over: Option<Over>,
}

/// How a mover gets to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Over {
    drops: bool,
    feet: u16,
    begins: bool,
}

impl From<Cell> for Goal {
    fn from(cell: Cell) -> Goal {
        Goal { cell, over: None }
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

/// What a mover reaches for so many feet.
pub(super) struct Reach {
    /// The cells with their costs, in order.
    cells: Vec<(Cell, u32)>,
    /// Those of them that cost as much without an obstacle or a drop on the way.
    plain: OnceCell<Vec<(Cell, u32)>>,
}

/// What was searched for a mover: by whether it drops down ledges, and by its feet.
#[derive(Default)]
struct Searched(RefCell<Vec<Found>>);

/// Whether it drops, its feet, and what it reaches.
type Found = ((bool, u16), Rc<Reach>);

/// What somebody reaches, searched once for all that is asked about a table.
pub(super) fn reach(see: See<'_, '_>, who: ActorId, drops: bool, feet: u16) -> Rc<Reach> {
    let searched = see.search(who, Searched::default);
    let known = searched.0.borrow().iter().find(|(key, _)| *key == (drops, feet)).map(|(_, reach)| reach.clone());
    known.unwrap_or_else(|| {
        let cells = Ways::new(see.table, who, drops).reachable(feet);
        let reach = Rc::new(Reach { cells, plain: OnceCell::new() });
        searched.0.borrow_mut().push(((drops, feet), reach.clone()));
        reach
    })
}

impl Reach {
    /// Where a Move in this manner can end, with the cost.
    pub(super) fn ends<'r>(
        &'r self,
        table: &'r Table,
        who: ActorId,
        go: &'r Go,
        feet: u16,
    ) -> impl Iterator<Item = (Cell, u32)> + 'r {
        let here = table.actor(who).place.cell;
        let leaves = move |cell, cost: u32| {
            leaving_cost(table, who, cell).is_ok_and(|more| cost.saturating_add(more) <= u32::from(feet))
        };
        let fits =
            move |&(cell, cost): &(Cell, u32)| if go.leaves { leaves(cell, cost) } else { cell != here || go.stand };
        self.cells.iter().copied().filter(fits)
    }
}

/// Where the Move can end as far as it is filled; whoever stands up may stay where it is.
pub(super) fn goals(act: &Move, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Goal> {
    let Some(who) = whose.filter(|who| see.exists(*who)) else { return Vec::new() };
    let Ok((legal, go, feet)) = act.manner(see, who) else { return Vec::new() };
    let over = Some(Over { drops: go.drops, feet, begins: legal.begins });
    let reach = reach(see, who, go.drops, feet);
    let mut all: Vec<Goal> = reach.ends(see.table, who, &go, feet).map(|(cell, _)| Goal { cell, over }).collect();
    let here = see.actor(who).place.cell;
    if let Some(at) = all.iter().position(|goal| goal.cell == here) {
        all[..=at].rotate_right(1);
    }
    all
}

/// May it stay where it is?
pub(super) fn stands(act: &Move, see: See<'_, '_>, whose: Option<ActorId>) -> bool {
    let here = whose.filter(|who| see.exists(*who)).map(|who| see.actor(who).place.cell);
    goals(act, see, whose).first().is_some_and(|goal| Some(goal.cell) == here)
}

impl Value<Clockworld> for Goal {
    const SHAPE: Shape = Shape::Cell;

    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        Vec::new() // how far it goes hangs on the manner: `goals`
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let key = cell_key(see.table, self.cell);
        Choice::new(key.clone(), key)
    }

    fn cell(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Option<CellChoice> {
        let (table, who, over) = (see.table, whose?, self.over?);
        let reach = reach(see, who, over.drops, over.feet);
        let at = reach.cells.binary_search_by_key(&self.cell, |(cell, _)| *cell).ok()?;
        let (cell, cost) = reach.cells[at];
        let plain = reach.plain.get_or_init(|| Ways::new(table, who, over.drops).plainly_reached(over.feet));
        let steps = match plain.binary_search(&(cell, cost)) {
            Ok(_) => Vec::new(),
            Err(_) => {
                let ways = Ways::new(table, who, over.drops);
                ways.steps(&ways.way(cell, over.feet).unwrap_or_default())
            }
        };
        let shots = if over.begins { known_shooters(table, who) } else { 0 };
        Some(CellChoice { cell, key: cell_key(table, cell), cost, note: note(table, who, shots, &steps) })
    }

    fn read(see: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        see.setup.space.find_cell(word).map(Goal::from)
    }
}

/// What a person should know about going there: Pot Shots, obstacles, drops.
fn note(table: &Table, who: ActorId, shots: usize, steps: &[Step]) -> String {
    let mut notes = Vec::new();
    if shots > 0 {
        notes.push(format!("{shots} Pot Shot{}", if shots == 1 { "" } else { "s" }));
    }
    for step in steps {
        match *step {
            Step::Walk => {}
            Step::Obstacle(thing) => notes.push(obstacle_note(table, who, thing)),
            Step::Drop(height) => notes.push(format!("drop of {height} feet")),
        }
    }
    notes.join(", ")
}

/// CW-226, CW-R115: the engine warns of an obstacle that the Skill does not reach.
fn obstacle_note(table: &Table, who: ActorId, thing: ThingId) -> String {
    let sheet = table.thing_sheet(thing);
    let Some(obstacle) = sheet.obstacle else { return String::new() };
    match obstacle.rank {
        Some(rank) => {
            let capped = rank.0 > table.skill(who, obstacle.skill).rank.rank().0 + 1;
            format!("{}: {rank}{}", sheet.name, if capped { ", out of reach" } else { "" })
        }
        None => format!("{}: the GM sets the Rank", sheet.name),
    }
}
