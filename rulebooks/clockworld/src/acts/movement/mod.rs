//! The Move Action: walking, obstacles, Facing, and a Move taken in pieces (CW-029 to CW-032, CW-166 to CW-180).

mod goal;
mod moving;
pub mod path;
pub mod pot_shot;
pub mod speed;
pub mod stop;
mod told;
mod walk;

pub use goal::{Goal, Look, Then, Way};
pub use moving::Moving;
pub use told::MoveEvent;
pub use walk::{ObstacleRank, StopOrFall};

use super::prelude::*;
use crate::{acts::contest, sheet::EndCondition, sneak};
use goal::{goals, reach, stands, thens};
use path::Ways;
use referee_engine::space::{Cell, Grid};

act! {
    /// CW-029, CW-030: begins a Move, or goes on with it.
    pub struct Move for Clockworld, by ActorId {
        /// CW-R95.
        stand: bool = "Stand up first", usual;
        /// CW-031.
        focus: bool = "Focus (15 feet farther, High Roll, no other Action)", usual;
        /// CW-181.
        sneakily: bool = "Sneakily (a Sneak Check at the end)", usual;
        /// CW-177.
        facing: Look = "Look", usual;
        /// CW-D51.
        drop: bool = "Drop down ledges on the way", usual;
        leave: bool = "Leave the map from there", usual;
        /// CW-D38: whoever names a way goes it, or it is refused.
        path: Way = "By this way", usual;
        to among goals: Goal = "To", usual when stands;
        then among thens: Then = "Then", usual;
    }
}

/// A Move that may be made.
pub struct Going {
    who: ActorId,
    legal: Legal,
    go: Go,
    /// Where it leads for so many feet, if the way there is still to be found.
    to: Option<(Cell, u16)>,
}

/// A Move, or a piece of one (CW-D06, CW-D08, CW-D38).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Go {
    /// The way, beginning where the Character is.
    pub path: SmallVec<[Cell; 8]>,
    /// CW-R95: stand up first.
    pub stand: bool,
    /// CW-021: in place of two Actions.
    pub focus: bool,
    /// CW-181: try to stay unnoticed.
    pub sneakily: bool,
    /// CW-177: look this way all the time, in degrees, at half Speed. `None`: look where it goes (CW-176).
    pub looks: Option<u16>,
    /// CW-D51: drop down the ledges on the way.
    pub drops: bool,
    /// Leave the map at the end of the way.
    pub leaves: bool,
    /// The Movement ends with this piece, though feet are left.
    pub last: bool,
}

/// The Movement of this Character is over: what comes at its end, a Sneak Check, comes now (CW-182).
pub fn finish<O: Oracle>(book: &Clockworld, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let Some(moving) = table.actor_mut(who).turn.moving.take() else { return Ok(()) };
    if moving.sneakily && table.is_active(who) {
        sneak::after_movement(book, table, who, &moving, oracle)?;
    }
    sneak::notice_in_plain_view(table, oracle);
    Ok(())
}

/// A Move that may be made, as it stands at its start.
#[derive(PartialEq, Eq, Debug)]
pub struct Legal {
    /// How the Move stands.
    pub moving: Moving,
    /// Is it a new one?
    pub begins: bool,
}

/// CW-029, CW-030, CW-R93: may this Character begin a Move, or go on with one?
pub fn may_move<'t>(book: &Clockworld, table: &'t Table, who: ActorId, focus: bool) -> Result<Legal, Why<'t>> {
    table.may_act(who)?;
    let (state, name) = (&table.actor(who).turn, table.name(who));
    if table.is_pinned(who) {
        return Err(bar!("CW-R94", "immobilized", "{} is Pinned and cannot Move", name));
    }
    if table.is_immobilized(who) {
        return Err(bar!("CW-R93", "immobilized", "{} is Immobilized and cannot Move", name));
    }
    if speed::speed(table, who) == 0 {
        return Err(bar!("CW-R49", "no-speed", "{} has Speed 0 and cannot Move", name));
    }
    match state.moving {
        Some(_) if state.passed => Err(bar!("CW-R24", "passed", "{} is done for this Turn", name)),
        Some(moving) => Ok(Legal { moving, begins: false }),
        None => {
            turn::may_spend(book, table, who, &Taken::Move, focus)?;
            Ok(Legal { moving: Moving { focus, ..Moving::default() }, begins: true })
        }
    }
}

impl Move {
    /// How it goes, but for its way: standing up, focus, where it looks, drops and leaving. With the feet that it has.
    fn manner<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<(Legal, Go, u16), Bar<'t>> {
        let (book, table) = (see.book, see.table);
        let mut legal = may_move(book, table, who, false)?;
        let actor = table.actor(who);
        let mut go = Go { stand: actor.prone && self.stand()?, ..Go::default() };
        if legal.begins {
            go.focus = self.focus()?;
            if go.focus {
                may_move(book, table, who, true)?;
            }
            go.looks = if table.is_zone_map() { None } else { self.facing()?.degrees(table, who)? };
            (legal.moving.focus, legal.moving.looks) = (go.focus, go.looks);
        } else {
            (go.focus, go.looks) = (legal.moving.focus, legal.moving.looks); // CW-030: as it began
        }
        go.drops = Ways::new(table, who, true).has_heights() && self.drop()?;
        go.leaves = may_leave(table, who) && self.leave()?;
        let mut feet = speed::feet_left(book, table, who, &legal.moving, actor.prone && !go.stand);
        if go.stand {
            let cost = speed::standing_cost(book, table, who, &legal.moving);
            let words = "standing up costs {} feet, {} has {} left";
            let too_far = bar!("CW-R95", "too-far", words, cost, table.name(who), feet);
            feet = feet.checked_sub(cost).ok_or(too_far)?;
        }
        Ok((legal, go, feet))
    }

    /// CW-166, CW-R103: a way that was named has to be one that can be gone.
    fn along<'t>(see: See<'_, 't>, who: ActorId, go: &Go, feet: u16) -> Result<(), Why<'t>> {
        let (table, name) = (see.table, see.table.name(who));
        if go.path.len() < 2 && !go.stand && !go.leaves {
            return Err(bar!("CW-029", "nowhere", "{} would not move at all", name));
        }
        let ways = Ways::new(table, who, go.drops);
        let cost = ways.costs(&go.path)?.last().copied().unwrap_or(0);
        let end = go.path[go.path.len() - 1];
        if go.path.len() > 1 && !ways.can_end(end) {
            return Err(no_stop(table, who, end));
        }
        let leaving = if go.leaves { leaving_cost(table, who, end)? } else { 0 };
        let cost = cost.saturating_add(leaving);
        if cost > u32::from(feet) {
            let words = "that is {} feet, {} has {} left";
            return Err(bar!("CW-029", "too-far", words, i32::try_from(cost).unwrap_or(i32::MAX), name, feet));
        }
        Ok(())
    }

    /// CW-029: a cell that is named has to be one that can be reached.
    fn reaches<'t>(see: See<'_, 't>, who: ActorId, go: &Go, feet: u16, to: Cell) -> Result<(), Why<'t>> {
        if reach(see, who, go.drops, feet).ends(see.table, who, go, feet).any(|(cell, _)| cell == to) {
            return Ok(());
        }
        let (space, name) = (&see.table.setup.space, see.table.name(who));
        if go.leaves {
            leaving_cost(see.table, who, to)?;
        }
        let ways = Ways::new(see.table, who, go.drops);
        if !ways.can_end(to) && ways.way(to, feet).is_some() {
            return Err(no_stop(see.table, who, to));
        }
        Err(match (space.zone_name(to), space.column_and_row(to)) {
            (Some(zone), _) => {
                bar!("CW-029", "too-far", "{} has {} feet and no way to {} for that", name, feet, zone)
            }
            (None, Some((column, row))) => {
                bar!("CW-029", "too-far", "{} has {} feet and no way to {},{} for that", name, feet, column, row)
            }
            (None, None) => bar!("CW-029", "too-far", "{} has {} feet and no way there", name, feet),
        })
    }
}

/// CW-166: a Move stops neither halfway across an obstacle nor where somebody stands.
fn no_stop(table: &Table, who: ActorId, at: Cell) -> Why<'_> {
    let (space, name) = (&table.setup.space, table.name(who));
    match (space.zone_name(at), space.column_and_row(at)) {
        (Some(zone), _) => bar!("CW-166", "cannot-stop-there", "{} cannot stop at {}", name, zone),
        (None, Some((column, row))) => {
            bar!("CW-166", "cannot-stop-there", "{} cannot stop at {},{}", name, column, row)
        }
        (None, None) => bar!("CW-166", "cannot-stop-there", "{} cannot stop there", name),
    }
}

impl Act<Clockworld> for Move {
    type By = ActorId;
    type Ready = Going;
    const CARD: Card = card!("move", "Move", "Actions", "1 Action", "CW-029");
    const NOTHING: Why<'static> = bar!("CW-166", "nowhere", "there is nowhere to go");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Going, Bar<'t>> {
        let (mut legal, mut go, feet) = self.manner(see, who)?;
        let Way(path) = self.path()?;
        let here = see.actor(who).place.cell;
        let to = if path.is_empty() {
            if reach(see, who, go.drops, feet).ends(see.table, who, &go, feet).next().is_none() {
                if let Some(to) = self.to.value() {
                    Move::reaches(see, who, &go, feet, to.cell)?; // what is named has its own reason
                }
                return Err(bar!("CW-166", "nowhere", "there is nowhere {} could go", see.table.name(who)).into());
            }
            let to = self.to()?.cell;
            Move::reaches(see, who, &go, feet, to)?;
            Some((to, feet))
        } else {
            go.path = std::iter::once(here).chain(path).collect();
            Move::along(see, who, &go, feet)?;
            None
        };
        go.sneakily = if legal.begins { self.sneakily()? } else { legal.moving.sneakily };
        legal.moving.sneakily = go.sneakily;
        go.last = self.then()? == Then::Stop;
        Ok(Going { who, legal, go, to })
    }

    fn resolve<O: Oracle>(
        Going { who, legal, mut go, to }: Going,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        if let Some((to, feet)) = to {
            let way = Ways::new(table, who, go.drops).way(to, feet);
            go.path = way.map_or_else(|| smallvec::smallvec![table.actor(who).place.cell], SmallVec::from);
        }
        walk::go(book, table, who, legal, &go, oracle)
    }

    /// Something unseen is in the way: the Move ends as near to its goal as it leads.
    fn meet_the_unknown<O: Oracle>(
        &self,
        who: ActorId,
        why: Refusal,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let goal = self.path.value().and_then(|path| path.0.last().copied());
        let Some(goal) = goal.or_else(|| self.to.value().map(|to| to.cell)) else { return Err(why.into()) };
        let Ok((legal, mut go, feet)) = self.manner(&Seen::truth(book, table), who) else { return Err(why.into()) };
        go.sneakily = legal.begins && self.sneakily.value().is_some_and(|sneakily| *sneakily);
        go.last = self.then.value() == Some(&Then::Stop);
        let left = |cell| table.setup.space.fewest_steps(cell, goal);
        let path = Ways::new(table, who, go.drops).towards(feet, left);
        go.path = path.map_or_else(|| smallvec::smallvec![table.actor(who).place.cell], SmallVec::from);
        go.leaves = false;
        walk::go(book, table, who, legal, &go, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        let actor = see.actor(who);
        if let Some(moving) = actor.turn.moving {
            let left = speed::feet_left(see.book, see.table, who, &moving, actor.prone);
            (offer.label, offer.cost) = ("Go on moving".into(), format!("{left} feet left"));
            offer.rule = rule!("CW-030");
        }
        offer.warning = warning(see.table, who);
    }
}

/// What a mover should know: work that would be lost, foes that may strike first.
fn warning(table: &Table, who: ActorId) -> Option<String> {
    if table.actor(who).turn.moving.is_some() || !table.has_turn(who) {
        return turn::loses_work(table, who);
    }
    let shots = known_shooters(table, who);
    turn::loses_work(table, who).or_else(|| (shots > 0).then(|| format!("{shots} may take a Pot Shot first")))
}

/// CW-R70: the foes who may take a Pot Shot, as far as the mover knows of them.
fn known_shooters(table: &Table, who: ActorId) -> usize {
    let shooters = pot_shot::shooters(table, who, Default::default());
    shooters.iter().filter(|&&foe| !table.actor(who).unaware_of.contains(foe)).count()
}

/// CW-R95: takes the feet for standing up; from then on it goes on foot.
fn stand_up(book: &Clockworld, table: &Table, who: ActorId, moving: &mut Moving, cost: u16) {
    moving.crawling = false;
    speed::use_feet(speed::left(book, table, who, moving), moving, cost, false);
}

/// CW-010: does the kind of the Scenario let this Character leave the map?
fn may_leave(table: &Table, who: ActorId) -> bool {
    let ends = table.setup.scenario.ends.iter();
    ends.into_iter().any(|end| matches!(end, EndCondition::Leaves { who: named, .. } if *named == who.0))
}

/// CW-010: what it costs to step off the map, where the kind of the Scenario lets this Character leave it.
pub fn leaving_cost(table: &Table, who: ActorId, from: Cell) -> Result<u32, Why<'_>> {
    let space = &table.setup.space;
    if !may_leave(table, who) {
        return Err(bar!("CW-010", "cannot-leave", "{} cannot leave the map in this Scenario", table.name(who)));
    }
    let edge = match (space.grid(), space.column_and_row(from)) {
        (Grid::Zones, _) => true,
        (_, Some((column, row))) => column == 0 || row == 0 || column + 1 == space.columns() || row + 1 == space.rows(),
        (_, None) => false,
    };
    if !edge {
        return Err(bar!("CW-010", "not-at-the-edge", "{} is not at the edge of the map", table.name(who)));
    }
    Ok(u32::from(space.cell_size()))
}

/// CW-R87, CW-R92, CW-R112: what follows from a change of place: holds that no longer reach end, the hidden are seen.
pub fn after_change_of_place<O: Oracle>(table: &mut Table, oracle: &mut O) {
    contest::check_holds(table, oracle);
    sneak::notice_in_plain_view(table, oracle);
}

/// Tells what a mover does to those who may know of it.
fn tell<O: Oracle>(table: &Table, who: ActorId, oracle: &mut O, event: impl FnOnce() -> MoveEvent) {
    oracle.tell(sneak::audience(table, who), || Event::Move(event()));
}
