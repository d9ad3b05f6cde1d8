//! Time: one clock for three speeds (SE-001, SE-R01), the mark of a turn and its steps (SE-R04), and what ends a scene.

mod event;
mod light;
pub mod passage;
pub mod supplies;
mod wander;

pub use event::{TimeEvent, clock};
pub use passage::{Activity, Passage};

use crate::{
    Event, Segments, conditions, harm,
    sheet::{AbilityId, EndCondition},
    table::{Ending, MOST_ABILITIES, Speed, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Side};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// SE-022: seconds of a turn.
pub const TURN: u64 = 600;
/// SE-R01: 6 turns are an hour.
pub const HOUR: u64 = 6 * TURN;
/// SE-R01: 24 hours are a day.
pub const DAY: u64 = 24 * HOUR;

/// How much of a turn the players hear of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// SE-024: in Open, that a turn has passed and all that it brings.
    Everything,
    /// SE-004: in a passage, the few important events only.
    Important,
}

impl Told {
    /// Who hears of what is of no importance.
    fn audience(self) -> Audience {
        if self == Told::Everything { Audience::All } else { Audience::Gm }
    }
}

/// SE-R13: what stops a passage by itself, in the order of the steps of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Halt {
    /// The last light went out where light is needed.
    Light,
    /// A wandering encounter.
    Encounter,
    /// Food or water was due and missing.
    Missing(ActorId),
    /// SE-R14: an activity is complete.
    Complete(ActorId),
    /// Harm from a status.
    Harm,
    /// A background clock is full: its place in the list.
    Clock(u8),
    /// SE-D02: the GM stops it.
    Gm,
    /// The hours planned have passed.
    Done,
}

/// SE-020, SE-023, SE-R03: an action was taken in Open; after every few a mark is proposed.
pub fn acted_in_open<O: Oracle<Segments>>(book: &Segments, table: &mut Table, oracle: &mut O) {
    table.open_actions = table.open_actions.saturating_add(1);
    if table.open_actions == book.house.open_actions_per_mark {
        oracle.tell(Audience::All, || Event::Time(TimeEvent::MayMark));
    }
}

/// SE-R04: one turn passes. 1 it is counted, 2 told, 3 light burns, 4 a wandering check if due, 5 supplies and activities,
/// 6 harm from statuses, 7 background clocks. All steps are run, whatever an earlier one brings; the engine runs them itself
/// and lets none be skipped (SE-014, SE-015). Gives what would stop a passage, in step order.
pub fn turn_passes<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    told: Told,
    oracle: &mut O,
) -> Flow<SmallVec<[Halt; 2]>> {
    let mut halts = SmallVec::new();
    table.clock.advance(TURN);
    table.open_actions = 0;
    if let Some(passage) = &mut table.passage {
        passage.turns += 1;
    }
    if table.clock.elapsed.is_multiple_of(DAY) {
        new_day(table);
    }
    let minutes = table.minutes();
    if told == Told::Everything {
        oracle.tell(Audience::All, || Event::Time(TimeEvent::Turn { minutes }));
    }
    light::burn(table, &mut halts, oracle);
    wander::check(table, &mut halts, oracle)?;
    if table.clock.elapsed.is_multiple_of(HOUR) {
        supplies::hour(book, table, told, &mut halts, oracle)?;
    }
    passage::hour(book, table, &mut halts, oracle)?;
    let everybody = table.ids();
    if conditions::harm_all(book, table, everybody, oracle)? {
        halts.push(Halt::Harm);
    }
    // A turn is so many rounds; the dying lose a point with each (SE-R110).
    harm::ebb(table, i16::from(book.house.rounds_per_turn), oracle);
    advance_clocks(table, told, &mut halts, oracle);
    Ok(halts)
}

/// SE-R46: uses of abilities are counted by the day.
fn new_day(table: &mut Table) {
    for who in table.ids() {
        table.actor_mut(who).used = [0; MOST_ABILITIES];
    }
}

/// SE-027: what goes on in the background advances with the marks.
fn advance_clocks<O: Oracle<Segments>>(table: &mut Table, told: Told, halts: &mut SmallVec<[Halt; 2]>, oracle: &mut O) {
    for at in 0..table.clocks.len() {
        let step = table.clocks[at].step;
        if advance_clock(table, at, i16::from(step), told.audience(), oracle) {
            halts.push(Halt::Clock(at as u8));
        }
    }
}

/// SE-D06: a background clock moves by so much. True if it is full now and was not before.
pub fn advance_clock<O: Oracle<Segments>>(
    table: &mut Table,
    at: usize,
    by: i16,
    unimportant: Audience,
    oracle: &mut O,
) -> bool {
    let clock = &mut table.clocks[at];
    let before = clock.filled;
    clock.filled = (i16::from(before) + by).clamp(0, i16::from(clock.size)) as u8;
    let (filled, full) = (clock.filled, clock.filled == clock.size);
    if filled != before {
        let to = if full { Audience::All } else { unimportant };
        oracle.tell(to, || Event::Time(TimeEvent::Advanced { clock: at as u8, filled, full }));
    }
    full && filled != before
}

/// Is the scene over?
pub fn check_over<O: Oracle<Segments>>(table: &mut Table, oracle: &mut O) {
    if table.over.is_some() {
        return;
    }
    let Some((winner, why)) = table.setup.ends.iter().find_map(|end| ending(table, end)) else { return };
    table.over = Some(Ending { winner, why: why.clone() });
    oracle.tell(Audience::All, || Event::Time(TimeEvent::Over { winner, why }));
}

/// Who has won, and why, if that has come which ends the scene.
fn ending(table: &Table, end: &EndCondition) -> Option<(Option<Side>, String)> {
    let mut fighters = table.ids().filter(|&who| table.is_able(who) && !table.sheet(who).trap);
    match end {
        EndCondition::LastSide => {
            let first = fighters.next().map(|who| table.side_of(who));
            let words = |side: Side| format!("only {} are left", table.setup.sides[usize::from(side.0)]);
            let is_last = fighters.all(|who| Some(table.side_of(who)) == first);
            is_last.then(|| (first, first.map_or_else(|| "nobody is left".into(), words)))
        }
        EndCondition::Hours(hours, wins) => {
            let is_able = fighters.any(|who| table.side_of(who) == *wins);
            let have_passed = table.clock.elapsed >= u64::from(*hours) * HOUR;
            have_passed.then(|| (is_able.then_some(*wins), format!("{hours} hours have passed")))
        }
        EndCondition::Clock(name, wins) => {
            let is_full = table.clocks.iter().any(|clock| clock.name == *name && clock.filled == clock.size);
            is_full.then(|| (Some(*wins), format!("{name}: the clock is full")))
        }
        EndCondition::Reaches(cell, wins) => {
            let stands = |who: ActorId| table.is_able(who) && table.actor(who).place.cell == *cell;
            let is_reached = table.ids().any(|who| table.side_of(who) == *wins && stands(who));
            is_reached.then(|| (Some(*wins), "the goal is reached".into()))
        }
    }
}

/// Ends a passage where it stands: SE-R13: the speed is Open then.
pub fn halt<O: Oracle<Segments>>(table: &mut Table, why: SmallVec<[Halt; 2]>, oracle: &mut O) {
    let Some(passage) = table.passage.take() else { return };
    let turns = passage.turns;
    table.clock.mode = Speed::Open;
    oracle.tell(Audience::All, || Event::Time(TimeEvent::Halted { why, turns }));
}

/// What somebody can still do with abilities, for views.
pub fn abilities_left(table: &Table, who: ActorId) -> impl Iterator<Item = (AbilityId, u8)> + '_ {
    table.sheet(who).abilities.iter().map(move |&id| (id, table.uses_left(who, id)))
}
