//! Jump (ST-068 to ST-072).

use super::{
    effort::{attempt, pay, progress},
    step::{Start, Stopped, fly, is_blocked, is_water, step},
};
use crate::{
    acts::{prelude::*, value::HexSide},
    check::Degree,
    harm::{self, knock_down},
    table::Posture,
};
use referee_engine::{
    RuleId,
    space::{Cell, Place},
};

act! {
    /// ST-068: in this direction.
    pub struct Jump for Stamina, by ActorId {
        side: HexSide = "Which side of the hex";
        how: How = "How", usual;
    }
}

/// A jump that may be tried.
pub struct Jumping {
    who: ActorId,
    side: u8,
    how: How,
}

/// ST-068.
const DIFFICULTY: u8 = 10;

/// ST-D13: what a successful jumper does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leap {
    /// Lands where it stood.
    Stay,
    /// ST-069: so many hexes ahead.
    Across(u8),
    /// ST-070: up; onto the neighbouring ground if that is low enough.
    Up,
}

/// ST-069 to ST-071, ST-R36, ST-R38: how far, in quarters of a metre: horizontally and vertically.
pub fn distance(rank: u8, more: u8, slowed: u16, run_up: bool) -> (u16, u16) {
    let metres = (u16::from(rank) + u16::from(more / 2)).saturating_sub(slowed);
    let quarters = if run_up { metres * 6 } else { metres * 4 };
    (quarters, quarters / 2)
}

impl Act<Stamina> for Jump {
    type By = ActorId;
    type Ready = Jumping;
    const CARD: Card = card!("jump", "Jump", "Moves", "2 stamina", "ST-068");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Jumping, Bar<'t>> {
        see.table.may_act(who)?;
        turn::may(see.book, see.table, who, &Cost::of_move(see, who, Action::Jump))?;
        if super::walk::is_aloft(see, who) {
            return Err(bar!("ST-068", "no-ground", "one jumps from firm ground").into());
        }
        let HexSide(side) = self.side()?;
        if side >= see.setup.space.sides() {
            return Err(bar!("ST-R32", "no-side", "a hex has six sides").into());
        }
        Ok(Jumping { who, side, how: check::how(see, false, &self.how, self.how())? })
    }

    /// ST-068 to ST-072: body and personal movement against 10; a critical failure is a fall (ST-019).
    fn resolve<O: Oracle<Stamina>>(
        Jumping { who, side, how }: Jumping,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        if !pay(table, who, Action::Jump, oracle)? {
            return Ok(());
        }
        match attempt(book, table, who, Action::Jump, DIFFICULTY, how, oracle)? {
            Degree::Success(more) => jump(book, table, who, side, more, oracle),
            Degree::NearFailure => progress(table, who, Action::Jump, oracle),
            Degree::Failure => Ok(()),
            Degree::CriticalFailure => knock_down(table, who, Posture::Prone, rule!("ST-072"), oracle),
        }
    }
}

/// The leaps that these distances allow in this direction.
pub fn leaps(table: &Table, who: ActorId, side: u8, quarters: (u16, u16)) -> SmallVec<[Leap; 8]> {
    let mut leaps: SmallVec<[Leap; 8]> = SmallVec::new();
    leaps.push(Leap::Stay);
    let space = &table.setup.space;
    let place = table.actor(who).place;
    let mut cell = place.cell;
    for hexes in 1..=(quarters.0 / 4).min(60) as u8 {
        match space.neighbour(cell, side).filter(|&next| !is_blocked(table, next) && space.ground(next) <= place.z + 1)
        {
            Some(next) => cell = next,
            None => break,
        }
        if !table.seems_taken(who, cell) && !is_water(table, cell) {
            leaps.push(Leap::Across(hexes));
        }
    }
    if quarters.1 > 0 {
        leaps.push(Leap::Up);
    }
    leaps
}

fn jump<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    side: u8,
    more: u8,
    oracle: &mut O,
) -> Flow<()> {
    let actor = table.actor(who);
    let run_up = actor.turn.dashed || actor.turn.sprinted; // ST-071
    let quarters = distance(table.sheet(who).rank(Secondary::Jump), more, actor.posture.slows(), run_up);
    oracle.tell(Audience::All, || Event::Leapt(Leapt { who, across: quarters.0, up: quarters.1 }));
    let options = leaps(table, who, side, quarters);
    let leap = HowFar { options }.ask(Who::Actor(who), table, oracle)?;
    let from = actor.place;
    let mut path = flight(table, from, side, leap, quarters.1);
    let falls_short = stop_before_the_unseen(table, &mut path);
    let start = Start::of(table, who);
    for (at, &place) in path.iter().enumerate() {
        // ST-R140: whoever threatens a hex that is left may strike, at each of them; in the air nobody turns back.
        let goes_on =
            if at == 0 { step(book, table, who, place, oracle)? } else { fly(book, table, who, place, oracle)? };
        if !goes_on {
            break;
        }
    }
    let drop = from.z.saturating_sub(table.actor(who).place.z).max(0) as u16;
    if drop > 1 && table.is_active(who) {
        harm::fall(table, who, drop, oracle)?;
    }
    if !path.is_empty() {
        start.tell(table, who, Action::Jump, oracle);
    }
    if falls_short {
        oracle.tell(Audience::All, || Event::Stopped(Stopped { who }));
    }
    Ok(())
}

/// Where somebody unseen stands, nobody can land: the leap ends on the last free hex before. True if that is so.
fn stop_before_the_unseen(table: &Table, path: &mut SmallVec<[Place; 8]>) -> bool {
    let can_land = |place: &Place| !table.is_taken(place.cell) && !is_water(table, place.cell);
    let Some(landing) = path.last().filter(|landing| !can_land(landing)) else { return false };
    debug_assert!(table.is_taken(landing.cell), "nobody is offered a leap into water");
    path.truncate(path.iter().rposition(can_land).map_or(0, |at| at + 1));
    if let Some(landing) = path.last_mut() {
        *landing = table.setup.space.on_ground(landing.cell);
    }
    true
}

/// The places that a leap leads through, hex by hex: in the air at the height of the take-off, then the ground.
fn flight(table: &Table, from: Place, side: u8, leap: Leap, up: u16) -> SmallVec<[Place; 8]> {
    let space = &table.setup.space;
    let mut path: SmallVec<[Place; 8]> = SmallVec::new();
    match leap {
        Leap::Stay => {}
        Leap::Across(hexes) => {
            let mut cell = from.cell;
            for _ in 0..hexes {
                cell = space.neighbour(cell, side).unwrap_or(cell);
                path.push(cell.at_height(from.z.max(space.ground(cell))));
            }
            if let Some(landing) = path.last_mut() {
                *landing = space.on_ground(landing.cell);
            }
        }
        Leap::Up => {
            let is_free = |to: &Cell| !table.is_taken(*to) && !is_water(table, *to) && !is_blocked(table, *to);
            if let Some(ledge) = space.neighbour(from.cell, side).filter(is_free) {
                let rise = space.ground(ledge) - from.z;
                if rise > 0 && 4 * rise as u16 <= up {
                    path.push(space.on_ground(ledge));
                }
            }
        }
    }
    path
}

/// ST-D13, to a jumper.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HowFar {
    pub options: SmallVec<[Leap; 8]>,
}

impl Asks<Stamina> for HowFar {
    type Answer = Leap;
    const KIND: &'static str = "leap";
    const RULE: RuleId = rule!("ST-D13");

    fn answers(&self) -> Answers<Leap> {
        self.options.clone()
    }

    /// Jumpers go as far as they can.
    fn usual(&self) -> usize {
        self.options.iter().rposition(|leap| matches!(leap, Leap::Across(_))).unwrap_or(0)
    }

    fn text(&self, _: &Stamina, _: &Table, _: Who) -> String {
        "Across or up, and how far?".into()
    }

    fn choice(&self, _: &Stamina, _: &Table, _: Who, leap: &Leap) -> Choice {
        match leap {
            Leap::Stay => Choice::plain("stay"),
            Leap::Across(hexes) => Choice::new(format!("across-{hexes}"), format!("{hexes} m across")),
            Leap::Up => Choice::plain("up"),
        }
    }
}

/// ST-069, ST-070: how far a jump can go, in quarters of a metre.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Leapt {
    pub who: ActorId,
    pub across: u16,
    pub up: u16,
}

impl Tells<Stamina> for Leapt {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let (name, across, up) = (table.name(self.who), metres(self.across), metres(self.up));
        let text = format!("{name} can leap {across} across or {up} up");
        Line::new(1, text, [rule!("ST-069"), rule!("ST-070")]).by(self.who)
    }
}

/// Quarters of a metre.
fn metres(quarters: u16) -> String {
    match quarters % 4 {
        0 => format!("{} m", quarters / 4),
        1 => format!("{}.25 m", quarters / 4),
        2 => format!("{}.5 m", quarters / 4),
        _ => format!("{}.75 m", quarters / 4),
    }
}
