//! Walk, Dash, Sprint (ST-057 to ST-059).

use super::step::{Start, Stopped, step, walkable, way};
use crate::{
    acts::prelude::*,
    house::{HouseRules, Sprint as SprintSwitch},
};
use referee_engine::{
    CellChoice, Stop,
    act::Open,
    space::{Cell, approach, reachable},
};
use std::rc::Rc;

/// How many hexes on the way may be named.
const CORNERS: usize = 24;

/// A move on foot, along hexes that may be named one by one (ST-D11).
macro_rules! on_foot {
    (
        $(#[$doc:meta])*
        $act:ident, $goals:ident, $corners:ident, $action:expr,
        $verb:literal, $label:literal, $cost:literal, $rule:literal
    ) => {
        act! {
            $(#[$doc])*
            pub struct $act for Stamina, by ActorId {
                to among $goals: Goal = "Where to";
                over among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-2")]
                over_2 named "over-2" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-3")]
                over_3 named "over-3" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-4")]
                over_4 named "over-4" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-5")]
                over_5 named "over-5" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-6")]
                over_6 named "over-6" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-7")]
                over_7 named "over-7" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-8")]
                over_8 named "over-8" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-9")]
                over_9 named "over-9" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-10")]
                over_10 named "over-10" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-11")]
                over_11 named "over-11" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-12")]
                over_12 named "over-12" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-13")]
                over_13 named "over-13" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-14")]
                over_14 named "over-14" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-15")]
                over_15 named "over-15" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-16")]
                over_16 named "over-16" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-17")]
                over_17 named "over-17" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-18")]
                over_18 named "over-18" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-19")]
                over_19 named "over-19" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-20")]
                over_20 named "over-20" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-21")]
                over_21 named "over-21" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-22")]
                over_22 named "over-22" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-23")]
                over_23 named "over-23" among $corners: Corner = "Over which hex", usual;
                #[serde(rename = "over-24")]
                over_24 named "over-24" among $corners: Corner = "Over which hex", usual;
            }
        }

        impl $act {
            /// What is said of the hexes over which the way leads, as far as it is said.
            fn corners(&self) -> [Option<Corner>; CORNERS] {
                [
                    self.over, self.over_2, self.over_3, self.over_4, self.over_5, self.over_6, self.over_7,
                    self.over_8, self.over_9, self.over_10, self.over_11, self.over_12, self.over_13, self.over_14,
                    self.over_15, self.over_16, self.over_17, self.over_18, self.over_19, self.over_20,
                    self.over_21, self.over_22, self.over_23, self.over_24,
                ].map(|corner| corner.value().copied())
            }

            /// Asks over which hex the way leads after so many others.
            fn ask_corner(&self, nth: usize) -> Result<Corner, Bar<'static>> {
                let slots: [fn(&$act) -> Result<Corner, Bar<'static>>; CORNERS] = [
                    $act::over, $act::over_2, $act::over_3, $act::over_4, $act::over_5, $act::over_6, $act::over_7,
                    $act::over_8, $act::over_9, $act::over_10, $act::over_11, $act::over_12, $act::over_13,
                    $act::over_14, $act::over_15, $act::over_16, $act::over_17, $act::over_18, $act::over_19,
                    $act::over_20, $act::over_21, $act::over_22, $act::over_23, $act::over_24,
                ];
                slots[nth](self)
            }

            /// Along these hexes, of which all that lie before the last are named.
            pub fn along(path: &[Cell]) -> Option<$act> {
                let (to, over) = path.split_last()?;
                let mut act = $act { to: Goal(*to).into(), ..$act::default() };
                let slots: [&mut Open<Corner>; CORNERS] = [
                    &mut act.over, &mut act.over_2, &mut act.over_3, &mut act.over_4, &mut act.over_5, &mut
                    act.over_6, &mut act.over_7, &mut act.over_8, &mut act.over_9, &mut act.over_10, &mut
                    act.over_11, &mut act.over_12, &mut act.over_13, &mut act.over_14, &mut act.over_15, &mut
                    act.over_16, &mut act.over_17, &mut act.over_18, &mut act.over_19, &mut act.over_20, &mut
                    act.over_21, &mut act.over_22, &mut act.over_23, &mut act.over_24,
                ];
                let over = over.iter().copied().map(Some).chain([None]);
                slots.into_iter().zip(over).for_each(|(slot, corner)| *slot = Corner(corner).into());
                Some(act)
            }
        }

        fn $goals(act: &$act, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Goal> {
            goals(see, whose, $action, over(&act.corners()).0.last().copied())
        }

        fn $corners(_: &$act, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Corner> {
            let hexes = goals(see, whose, $action, None).into_iter().map(|goal| Corner(Some(goal.0)));
            std::iter::once(Corner(None)).chain(hexes).collect()
        }

        impl Act<Stamina> for $act {
            type By = ActorId;
            type Ready = Walking;
            const CARD: Card = card!($verb, $label, "Moves", $cost, $rule);

            /// A way that is too long is barred before the next hex may be named: that makes it no shorter.
            fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Walking, Bar<'t>> {
                let metres = may(see, who, $action)?;
                let (over, is_all) = over(&self.corners());
                if let Some((last, before)) = over.split_last() {
                    way_there(see, who, before, *last, metres)?;
                }
                let to = self.to()?.0;
                let path = match over.is_empty() {
                    true => within(see, who, to, metres).map(|()| None)?,
                    false => Some(way_there(see, who, &over, to, metres)?),
                };
                if !is_all {
                    self.ask_corner(over.len())?;
                }
                Ok(Walking { who, action: $action, to, metres, path })
            }

            fn resolve<O: Oracle<Stamina>>(
                walking: Walking,
                book: &Stamina,
                table: &mut Table,
                oracle: &mut O,
            ) -> Flow<()> {
                walk(book, table, walking, oracle)
            }

            /// Somebody unseen stands in the way: the move ends beside it.
            fn meet_the_unknown<O: Oracle<Stamina>>(
                &self,
                who: ActorId,
                why: Refusal,
                book: &Stamina,
                table: &mut Table,
                oracle: &mut O,
            ) -> Flow<()> {
                let Ok(to) = self.to() else { return Err(why.into()) };
                match blindly(book, table, who, $action, &over(&self.corners()).0, to.0) {
                    Some(walking) => {
                        walk(book, table, walking, oracle)?;
                        oracle.tell(Audience::All, || Event::Stopped(Stopped { who }));
                        Ok(())
                    }
                    None => Err(why.into()),
                }
            }
        }
    };
}

on_foot! {
    /// ST-057.
    Walk, walk_goals, walk_corners, Action::Walk, "walk", "Walk", "0 stamina", "ST-057"
}

on_foot! {
    /// ST-058.
    Dash, dash_goals, dash_corners, Action::Dash, "dash", "Dash", "2 stamina", "ST-058"
}

on_foot! {
    /// ST-059.
    Sprint, sprint_goals, sprint_corners, Action::Sprint, "sprint", "Sprint", "3 stamina", "ST-059"
}

/// Where one goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Goal(pub Cell);

/// ST-D11: a hex that the way leads over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Corner(pub Option<Cell>);

/// A move that may be made.
pub struct Walking {
    who: ActorId,
    action: Action,
    to: Cell,
    metres: u16,
    /// Its way, the first cell being the first step. Where no hex of it was named, it is the shortest one, and looked for when
    /// the move is made.
    path: Option<SmallVec<[Cell; 8]>>,
}

/// ST-057 to ST-059, ST-209: how far a Walk, a Dash or a Sprint goes; `None` if there is no such move.
///
/// Half is rounded down, and all of them are upper limits (ST-R34). A low posture takes metres off, not below 0 (ST-R38).
pub fn distance(house: &HouseRules, table: &Table, who: ActorId, action: Action) -> Option<u16> {
    let base = u16::from(table.sheet(who).base_movement);
    let metres = match (action, house.sprint) {
        (Action::Walk, _) => base / 2,
        (Action::Dash, _) => base,
        (Action::Sprint, SprintSwitch::OneAndAHalf) => base * 3 / 2, // ST-R33
        (Action::Sprint, SprintSwitch::Twice) => base * 2,
        _ => return None,
    };
    Some(metres.saturating_sub(table.actor(who).posture.slows()))
}

/// May such a move be declared now, wherever it leads? Then how many metres it goes.
fn may<'t>(see: See<'_, 't>, who: ActorId, action: Action) -> Result<u16, Why<'t>> {
    let table = see.table;
    table.may_act(who)?;
    let Some(metres) = distance(&see.book.house, table, who, action) else {
        return Err(bar!("ST-059", "no-such-move", "there is no {} here", action.word()));
    };
    turn::may(see.book, table, who, &Cost::of_move(table, who, action))?;
    if is_aloft(table, who) {
        return Err(bar!("ST-066", "climbing", "who hangs on a wall climbs or lets go"));
    }
    if metres == 0 {
        return Err(bar!("ST-209", "nowhere", "in this posture it leads nowhere"));
    }
    if reached(see, who).is_empty() {
        return Err(bar!("ST-R32", "no-way", "there is no way through"));
    }
    Ok(metres)
}

/// ST-D11: the hexes that are named one after the other, and whether that is all of them.
fn over(corners: &[Option<Corner>; CORNERS]) -> (SmallVec<[Cell; 8]>, bool) {
    let named = corners.iter().map_while(|corner| (*corner)?.0).collect::<SmallVec<[Cell; 8]>>();
    let is_all = corners.get(named.len()).is_none_or(Option::is_some);
    (named, is_all)
}

/// ST-058: the way there, if it is not too long. What lies beyond a hex that was named is not worth listing.
fn way_there<'t>(
    see: See<'_, 't>,
    who: ActorId,
    over: &[Cell],
    to: Cell,
    metres: u16,
) -> Result<SmallVec<[Cell; 8]>, Why<'t>> {
    if over.is_empty() {
        within(see, who, to, metres)?;
    }
    way(see, who, over, to, metres).filter(|path| !path.is_empty()).ok_or(too_far(metres).moot())
}

/// ST-058: bars what lies too far.
fn within<'t>(see: See<'_, 't>, who: ActorId, to: Cell, metres: u16) -> Result<(), Why<'t>> {
    metres_to(see, who, to).filter(|far| *far <= metres.into()).map(|_| ()).ok_or(too_far(metres))
}

fn too_far(metres: u16) -> Why<'static> {
    bar!("ST-058", "too-far", "{} m do not lead there", i32::from(metres))
}

/// Does somebody hang on a wall, or swim?
pub(super) fn is_aloft(table: &Table, who: ActorId) -> bool {
    let place = table.actor(who).place;
    table.setup.space.drop_below(place) > 1 || super::is_water(table, place.cell)
}

/// The cells that the longest of these moves reaches, in order, with the metres to each.
fn reached(see: See<'_, '_>, who: ActorId) -> Rc<Vec<(Cell, u32)>> {
    see.search(who, || {
        let lengths =
            [Action::Walk, Action::Dash, Action::Sprint].map(|action| distance(&see.book.house, see, who, action));
        let metres = lengths.into_iter().flatten().max().unwrap_or(0);
        let here = see.actor(who).place.cell;
        let mut cells = reachable(&see.setup.space, &see.pieces, here, metres.into(), walkable(see));
        cells.retain(|(cell, _)| *cell != here);
        cells.sort_unstable_by_key(|(cell, _)| *cell);
        cells
    })
}

/// How many metres it is to a cell, if one gets there.
fn metres_to(see: See<'_, '_>, who: ActorId, cell: Cell) -> Option<u32> {
    let cells = reached(see, who);
    let at = cells.binary_search_by_key(&cell, |(cell, _)| *cell).ok()?;
    Some(cells[at].1)
}

/// Where such a move leads; what lies near the last hex that was named comes first.
fn goals(see: See<'_, '_>, whose: Option<ActorId>, action: Action, after: Option<Cell>) -> Vec<Goal> {
    let Some(who) = whose.filter(|who| see.has(*who)) else { return Vec::new() };
    let metres = u32::from(distance(&see.book.house, see, who, action).unwrap_or(0));
    let mut goals: Vec<Goal> =
        reached(see, who).iter().filter(|(_, cost)| *cost <= metres).map(|(cell, _)| Goal(*cell)).collect();
    if let Some(after) = after {
        goals.sort_by_key(|goal| see.setup.space.fewest_steps(after, goal.0));
    }
    goals
}

/// The way of such a move to where the fewest steps are `left`; the first cell is the first step.
pub fn towards(
    book: &Stamina,
    table: &Table,
    who: ActorId,
    action: Action,
    left: impl Fn(Cell) -> u32,
) -> Option<SmallVec<[Cell; 8]>> {
    let metres = distance(&book.house, table, who, action).filter(|_| !is_aloft(table, who))?;
    let (space, here) = (&table.setup.space, table.actor(who).place.cell);
    let path = approach(space, &table.pieces, here, metres.into(), walkable(table), left, |_| true)?;
    Some(path.into_iter().skip(1).collect())
}

/// The way of somebody who knows nothing of those who are hidden from it, up to where one of them stands.
fn blindly(book: &Stamina, table: &Table, who: ActorId, action: Action, over: &[Cell], to: Cell) -> Option<Walking> {
    let metres = distance(&book.house, table, who, action)?;
    let mut known = table.clone();
    table.ids().filter(|&other| !table.is_aware(who, other)).for_each(|other| known.take_off(other));
    let path = way(&known, who, over, to, metres)?;
    let path: SmallVec<[Cell; 8]> = path.into_iter().take_while(|cell| !table.is_taken(*cell)).collect();
    Some(Walking { who, action, to, metres, path: Some(path) })
}

/// ST-057 to ST-059: the move is paid, and leads hex by hex.
fn walk<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    Walking { who, action, to, metres, path }: Walking,
    oracle: &mut O,
) -> Flow<()> {
    let shortest = || way(table, who, &[], to, metres);
    let path = path.or_else(shortest).ok_or_else(|| Stop::broken("a move to where no way leads"))?;
    let cost = Cost::of_move(table, who, action);
    turn::declare(table, who, &cost, oracle)?;
    if !table.is_active(who) {
        return Ok(());
    }
    let turn = &mut table.actor_mut(who).turn;
    if action == Action::Dash {
        turn.dashed = true;
        turn.attacked = false; // ST-R60: only an attack after this Dash counts
    }
    turn.sprinted |= action == Action::Sprint;
    let start = Start::of(table, who);
    for cell in path {
        let place = table.setup.space.on_ground(cell);
        if !step(book, table, who, place, oracle)? {
            break;
        }
    }
    start.tell(table, who, action, oracle);
    Ok(())
}

impl Walking {
    /// A move along a way that is known to be free.
    pub fn along(who: ActorId, action: Action, path: SmallVec<[Cell; 8]>) -> Option<Walking> {
        Some(Walking { who, action, to: *path.last()?, metres: path.len() as u16, path: Some(path) })
    }
}

impl Value<Stamina> for Goal {
    const SHAPE: Shape = Shape::Cell;

    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        see.setup.space.cells().map(Goal).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        let key = see.setup.space.cell_key(self.0);
        Choice::new(key.clone(), key)
    }

    fn cell(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Option<CellChoice> {
        Some(CellChoice::of(&see.setup.space, self.0, metres_to(see, whose?, self.0).unwrap_or(0), ""))
    }

    fn read(see: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        see.setup.space.find_cell(word).map(Goal)
    }
}

impl Value<Stamina> for Corner {
    const SHAPE: Shape = Shape::Cell;

    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        std::iter::once(None).chain(see.setup.space.cells().map(Some)).map(Corner).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        self.0.map_or_else(|| Choice::plain("none"), |cell| Goal(cell).choice(see, whose))
    }

    fn cell(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Option<CellChoice> {
        Goal(self.0?).cell(see, whose)
    }

    fn read(see: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        match word {
            "none" => Some(Corner(None)),
            word => see.setup.space.find_cell(word).map(|cell| Corner(Some(cell))),
        }
    }
}
