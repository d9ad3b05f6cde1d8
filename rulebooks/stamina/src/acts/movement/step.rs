//! One step, and who may strike at it.

use crate::{
    Event, Stamina,
    action::Action,
    house::FreeAttackTrigger,
    reach::{part, threatens},
    reactions::{can_react, free_attack},
    table::{Mode, Table},
    words::cell,
};
use referee_engine::{
    ActorId, Audience, Flow, Line, Mark, Oracle, Who,
    act::{Asks, Tells},
    ask, rule,
    space::{Cell, CellSet, Place, Step, path_to},
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Does one swim there?
pub fn is_water(table: &Table, cell: Cell) -> bool {
    table.pieces.iter().zip(&table.setup.scenery).any(|(piece, terms)| terms.water && piece.covers(cell))
}

/// Does something stand there that nobody enters?
pub fn is_blocked(table: &Table, cell: Cell) -> bool {
    table.pieces.iter().any(|piece| piece.active && piece.blocks_move && piece.covers(cell))
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
    let actor = table.actor_mut(who);
    (actor.place, actor.behind) = (place, None);
    part(table, who);
}

/// Where a move action began, and how far its mover had come before it.
pub(super) struct Start {
    from: Cell,
    metres: u16,
}

impl Start {
    pub(super) fn of(table: &Table, who: ActorId) -> Start {
        let actor = table.actor(who);
        Start { from: actor.place.cell, metres: actor.turn.metres }
    }

    /// Tells how far the move has led: whoever is stopped in a hex has entered it.
    pub(super) fn tell<O: Oracle<Stamina>>(self, table: &Table, who: ActorId, action: Action, oracle: &mut O) {
        let Start { from, metres } = self;
        let actor = table.actor(who);
        let (to, metres) = (actor.place.cell, actor.turn.metres.saturating_sub(metres));
        oracle.tell(Audience::All, || Event::Moved(Moved { who, action, from, to, metres }));
    }
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
    pass(book, table, who, to, true, oracle)
}

/// ST-R140: the same in the air, where nobody can stop. False if the jumper is out of the fight.
pub(super) fn fly<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    to: Place,
    oracle: &mut O,
) -> Flow<bool> {
    pass(book, table, who, to, false, oracle)
}

fn pass<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    to: Place,
    may_stop: bool,
    oracle: &mut O,
) -> Flow<bool> {
    let in_rounds = table.clock.mode == Mode::Rounds;
    if in_rounds && !let_strike(book, table, who, may_stop, |_| true, oracle)? {
        return Ok(false);
    }
    let before: SmallVec<[ActorId; 8]> = match book.house.free_attack_trigger {
        FreeAttackTrigger::EnterOrLeave if in_rounds => {
            table.ids().filter(|&foe| table.hostile(foe, who) && threatens(table, foe, who)).collect()
        }
        FreeAttackTrigger::EnterOrLeave | FreeAttackTrigger::Leave => SmallVec::new(),
    };
    let from = table.actor(who).place.cell;
    if let Some(side) = table.setup.space.side_towards(from, to.cell) {
        table.actor_mut(who).facing = side;
    }
    put(table, who, to);
    let actor = table.actor_mut(who);
    actor.turn.metres = actor.turn.metres.saturating_add(1);
    if in_rounds && book.house.free_attack_trigger == FreeAttackTrigger::EnterOrLeave {
        return let_strike(book, table, who, may_stop, |foe| !before.contains(&foe), oracle);
    }
    Ok(true)
}

/// Everybody who threatens the mover and may react is asked. False if the mover stops, which it `may` if it was struck at, or
/// is out of the fight.
fn let_strike<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    may_stop: bool,
    among: impl Fn(ActorId) -> bool,
    oracle: &mut O,
) -> Flow<bool> {
    let may = |table: &Table, foe: ActorId| {
        table.hostile(foe, who) && can_react(table, foe) && threatens(table, foe, who) && among(foe)
    };
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
    if struck && may_stop {
        let goes_on = (GoOn {}).ask(Who::Actor(who), table, oracle)? == OnOrNot::Go;
        if !goes_on {
            oracle.tell(Audience::All, || Event::Stopped(Stopped { who }));
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

ask! {
    /// ST-D11, to a mover who was struck at.
    pub struct GoOn for Stamina: "go-on", "ST-D11" {}
    |self, _| "Go on, or stop here?".into();
    pub enum OnOrNot {
        Go = "go", "go";
        Stop = "stop", "stop";
    }
}

/// A move action is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moved {
    pub who: ActorId,
    pub action: Action,
    pub from: Cell,
    pub to: Cell,
    pub metres: u16,
}

impl Tells<Stamina> for Moved {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} moves {} m to {}", table.name(self.who), self.metres, cell(table, self.to));
        Line::new(1, text, [rule!("ST-R32")]).by(self.who)
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        to.push(Mark::count("metres", Some(self.who), i32::from(self.metres)));
    }
}

/// ST-D11: a move, or a grip, ends before its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stopped {
    pub who: ActorId,
}

impl Tells<Stamina> for Stopped {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        Line::new(1, format!("{} stops", table.name(self.who)), [rule!("ST-230")]).by(self.who)
    }
}
