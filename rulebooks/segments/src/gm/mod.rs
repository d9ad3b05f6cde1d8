//! What only the GM may do: the clock, passages, encounters, circumstances, corrections.

pub mod correct;
pub mod meet;

use crate::{
    Event, Segments,
    actions::movement::{self, Force},
    reactions::free::{self, Mover},
    sheet::WeaponRef,
    table::{Circumstance, Out, Speed, Table, Work},
    time::{self, Activity, Halt, Told, passage, supplies},
    turn::{self, Intention, RoundEvent, Why, declare, rounds::Stopping},
};
use correct::Correction;
use meet::Meet;
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle, Refusal, Side, rule, space::Cell};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What the GM wants to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GmIntent {
    /// SE-034, SE-D08, SE-D09: stop the clock.
    StopClock {
        /// SE-028.
        why: Why,
        /// Who does not take part.
        left_out: ActorSet,
        /// SE-R20: sides that could be surprised.
        unready: Vec<Side>,
    },
    /// SE-030, SE-R18: a trap goes off.
    Unleash(ActorId),
    /// SE-D29, SE-D30: restart the clock; so many turns are marked.
    Restart(u16),
    /// SE-D29, SE-R117: another round, in which nobody has to declare.
    BeginRound,
    /// SE-023, SE-D05: mark a turn.
    Mark,
    /// SE-D01: begin a passage.
    Journey {
        /// Hours.
        hours: u8,
        /// Where.
        area: u8,
        /// Who does what.
        activities: Vec<(ActorId, Activity)>,
    },
    /// SE-D02: let so many hours of it pass.
    GoOn(u8),
    /// SE-018, SE-D02: stop it.
    Halt,
    /// SE-R14: set the total of an activity.
    Work(Work),
    /// SE-D06: a background clock moves by so much.
    Advance {
        /// Its place in the list.
        clock: u8,
        /// By how much.
        by: i8,
    },
    /// SE-D07: set out an encounter.
    Meet(Meet),
    /// SE-D20, SE-D21: something helps or hinders.
    Circumstance(Circumstance),
    /// Takes all that was set for somebody back.
    Clear(ActorId),
    /// SE-R28, SE-D27: allow a change of the intention.
    Allow {
        /// Whose.
        who: ActorId,
        /// To what.
        to: Intention,
    },
    /// SE-R92: somebody may strike at an ally who has just moved.
    Call {
        /// Who.
        by: ActorId,
        /// At whom.
        at: ActorId,
        /// With what.
        weapon: WeaponRef,
    },
    /// SE-R91: something is moved by others.
    Push {
        /// What.
        what: Mover,
        /// By way of this cell.
        through: Option<Cell>,
        /// Where to.
        to: Cell,
        /// How.
        force: Force,
    },
    /// SE-R09: supplies are bought or found.
    Supply {
        /// By whom.
        who: ActorId,
        /// Water, or food.
        water: bool,
        /// For how many days.
        days: u8,
    },
    /// SE-R19, SE-D09: takes part from the next round on, or no more.
    Join {
        /// Who.
        who: ActorId,
        /// Joins, or is left out.
        joins: bool,
    },
    /// Somebody comes into the scene, or leaves it.
    Enter {
        /// Who.
        who: ActorId,
        /// Where; nowhere: leaves.
        at: Option<Cell>,
    },
    /// The scene is in another area.
    Area(u8),
    /// Ask the GM wherever the GM may decide.
    AskGm(bool),
    /// A correction of the table.
    Correct {
        /// Of whom.
        who: ActorId,
        /// What.
        what: Correction,
    },
}

/// What the GM did that nothing else tells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GmEvent {
    /// A circumstance is set.
    Set(Circumstance),
    /// All circumstances of somebody are taken back.
    Cleared(ActorId),
    /// Work is planned.
    Planned(Work),
    /// Supplies were found.
    Supplied {
        /// By whom.
        who: ActorId,
        /// Water, or food.
        water: bool,
        /// Days.
        days: u8,
    },
    /// Somebody came or left.
    Entered {
        /// Who.
        who: ActorId,
        /// Came?
        comes: bool,
    },
    /// SE-D07: so many of them are met.
    Met {
        /// The first of them.
        who: SmallVec<[ActorId; 4]>,
    },
    /// Another area.
    Moved(u8),
    /// The GM is asked, or is not.
    Asking(bool),
    /// A correction.
    Corrected {
        /// Of whom.
        who: ActorId,
        /// What.
        what: Correction,
    },
}

fn known(table: &Table, who: ActorId) -> Result<ActorId, Refusal> {
    if who.index() < table.actors.len() {
        Ok(who)
    } else {
        Err(Refusal::plain("unknown-character", "there is no such character"))
    }
}

/// SE-D08: may the clock be stopped?
pub fn may_stop(table: &Table) -> Result<(), Refusal> {
    if table.clock.mode == Speed::Segmented || table.over.is_some() {
        return Err(Refusal::by(rule!("SE-034"), "stopped", "the clock is stopped, or it is all over"));
    }
    Ok(())
}

/// SE-D05: may a turn be marked? SE-035: not while the clock is stopped.
pub fn may_mark(table: &Table) -> Result<(), Refusal> {
    if table.clock.mode != Speed::Open || table.over.is_some() {
        return Err(Refusal::by(rule!("SE-035"), "not-open", "turns are marked in Open play"));
    }
    Ok(())
}

/// SE-D02: is there a passage under way? Gives the hours that are left of it.
pub fn hours_left(table: &Table) -> Result<u8, Refusal> {
    let left = table
        .passage
        .as_ref()
        .filter(|_| table.over.is_none())
        .map(|passage| passage.hours - (passage.turns / 6) as u8);
    left.ok_or_else(|| Refusal::by(rule!("SE-002"), "no-passage", "there is no passage under way"))
}

/// Where a forced movement may end: a free cell of the map.
pub fn may_push(table: &Table, what: Mover, through: Option<Cell>, to: Cell) -> Result<Cell, Refusal> {
    let from = match what {
        Mover::Body(who) => Some(table.actor(known(table, who)?).place.cell).filter(|_| table.is_here(who)),
        Mover::Thing(thing) => movement::standing(table, thing).filter(|_| table.thing(thing).piece.is_none()),
    };
    let space = &table.setup.space;
    let fits = space.contains(to) && !table.is_taken(to) && through.is_none_or(|cell| space.contains(cell));
    match from.filter(|&from| fits && from != to && table.over.is_none()) {
        Some(from) => Ok(from),
        None => Err(Refusal::by(rule!("SE-R91"), "no-push", "it cannot be moved there")),
    }
}

/// Does what the GM says.
pub fn resolve<O: Oracle<Segments>>(book: &Segments, table: &mut Table, intent: &GmIntent, oracle: &mut O) -> Flow<()> {
    match intent {
        GmIntent::StopClock { why, left_out, unready } => {
            may_stop(table)?;
            let stopping = Stopping { left_out: *left_out, unready: Some(unready.clone()), ..Stopping::default() };
            turn::stop(book, table, *why, &stopping, oracle)?;
        }
        GmIntent::Unleash(trap) => unleash(book, table, *trap, oracle)?,
        GmIntent::Restart(turns) => {
            if *turns > 144 {
                return Err(Refusal::by(rule!("SE-D30"), "too-many", "that is more than a day").into());
            }
            turn::restart(book, table, *turns, oracle)?;
        }
        GmIntent::BeginRound => declare::begin(book, table, oracle)?,
        GmIntent::Mark => {
            may_mark(table)?;
            time::turn_passes(book, table, Told::Everything, oracle)?;
        }
        GmIntent::Journey { hours, area, activities } => passage::begin(table, *hours, *area, activities, oracle)?,
        GmIntent::GoOn(hours) => {
            let left = hours_left(table)?;
            if *hours == 0 || *hours > left {
                return Err(passage::too_long(hours).into());
            }
            passage::go_on(book, table, *hours, oracle)?;
        }
        GmIntent::Halt => {
            hours_left(table)?;
            time::halt(table, SmallVec::from_slice(&[Halt::Gm]), oracle);
        }
        GmIntent::Work(work) => {
            known(table, work.who)?;
            if work.total == 0 || work.done >= work.total || work.total > 9_999 {
                return Err(
                    Refusal::by(rule!("SE-R14"), "bad-total", "a total in hours, with something left to do").into()
                );
            }
            table.works.retain(|old| old.who != work.who || old.activity != work.activity);
            table.works.push(work.clone());
            oracle.tell(Audience::All, || Event::Gm(GmEvent::Planned(work.clone())));
        }
        GmIntent::Advance { clock, by } => {
            if usize::from(*clock) >= table.clocks.len() {
                return Err(Refusal::plain("no-clock", "there is no such clock").into());
            }
            time::advance_clock(table, usize::from(*clock), i16::from(*by), Audience::All, oracle);
        }
        GmIntent::Meet(meeting) => meet::resolve(book, table, meeting, oracle)?,
        GmIntent::Circumstance(circumstance) => {
            known(table, circumstance.who)?;
            if table.circumstances.len() >= 64 {
                return Err(Refusal::plain("too-many", "clear some circumstances first").into());
            }
            table.circumstances.push(*circumstance);
            oracle.tell(Audience::Gm, || Event::Gm(GmEvent::Set(*circumstance)));
        }
        GmIntent::Clear(who) => {
            known(table, *who)?;
            table.circumstances.retain(|circumstance| circumstance.who != *who);
            oracle.tell(Audience::Gm, || Event::Gm(GmEvent::Cleared(*who)));
        }
        GmIntent::Allow { who, to } => {
            known(table, *who)?;
            declare::change(book, table, *who, *to, true, oracle)?;
        }
        GmIntent::Call { by, at, weapon } => {
            free::call(book, table, *by, *at, *weapon, oracle)?;
        }
        GmIntent::Push { what, through, to, force } => {
            let from = may_push(table, *what, *through, *to)?;
            let path = movement::forced_path(table, from, *through, *to, *force);
            movement::force(book, table, *what, &path, oracle)?;
        }
        GmIntent::Supply { who, water, days } => {
            known(table, *who)?;
            let (who, water, days) = (*who, *water, *days);
            oracle.tell(Audience::All, || Event::Gm(GmEvent::Supplied { who, water, days }));
            supplies::restock(book, table, who, water, days, oracle)?;
        }
        GmIntent::Join { who, joins } => {
            let (who, joins) = (known(table, *who)?, *joins);
            if table.clock.mode != Speed::Segmented || table.round.left_out.contains(who) != joins {
                return Err(Refusal::by(rule!("SE-R19"), "no-change", "that changes nothing").into());
            }
            let out = table.round.left_out;
            table.round.left_out = if joins { out.without(who) } else { out.with(who) };
            let part = &mut table.actors[who.index()].part;
            if !joins && table.round.phase == turn::Phase::Declaring && part.place != turn::Place::Done {
                part.place = turn::Place::Out; // before anybody acts it counts at once
            }
            oracle.tell(Audience::All, || Event::Round(RoundEvent::Joins { who, joins }));
        }
        GmIntent::Enter { who, at } => enter(book, table, known(table, *who)?, *at, oracle)?,
        GmIntent::Area(area) => {
            if usize::from(*area) >= table.setup.areas.len() || *area == table.area {
                return Err(Refusal::plain("no-area", "there is no such other area").into());
            }
            (table.area, table.wander_counter) = (*area, 0);
            oracle.tell(Audience::All, || Event::Gm(GmEvent::Moved(*area)));
        }
        GmIntent::AskGm(ask) => {
            table.ask_gm = *ask;
            oracle.tell(Audience::Gm, || Event::Gm(GmEvent::Asking(*ask)));
        }
        GmIntent::Correct { who, what } => correct::resolve(book, table, known(table, *who)?, *what, oracle)?,
    }
    Ok(())
}

/// A trap that is still hidden away.
pub fn may_unleash(table: &Table, trap: ActorId) -> Result<(), Refusal> {
    known(table, trap)?;
    let broken = table.actor(trap).health == 0; // SE-R109: what has no Health left does nothing more
    if !table.sheet(trap).trap || table.actor(trap).out != Out::Away || table.over.is_some() || broken {
        return Err(Refusal::by(rule!("SE-R18"), "no-trap", "that is no trap that can be unleashed"));
    }
    Ok(())
}

/// SE-030, SE-R18: an unleashed trap takes part; the clock is stopped for it.
fn unleash<O: Oracle<Segments>>(book: &Segments, table: &mut Table, trap: ActorId, oracle: &mut O) -> Flow<()> {
    may_unleash(table, trap)?;
    let actor = table.actor_mut(trap);
    (actor.out, actor.hidden) = (Out::Active, false);
    oracle.tell(Audience::All, || Event::Gm(GmEvent::Entered { who: trap, comes: true }));
    if table.clock.mode != Speed::Segmented {
        turn::stop(book, table, Why::Trap, &Stopping::default(), oracle)?;
    }
    Ok(())
}

/// Where somebody may come in.
pub fn may_enter(table: &Table, who: ActorId, at: Option<Cell>) -> Result<(), Refusal> {
    known(table, who)?;
    let away = table.actor(who).out == Out::Away;
    let fits = match at {
        Some(cell) => away && table.setup.space.contains(cell) && !table.is_taken(cell),
        None => !away,
    };
    if fits && !table.sheet(who).trap {
        Ok(())
    } else {
        Err(Refusal::by(rule!("SE-R19"), "no-place", "that cannot be"))
    }
}

/// SE-R19: newcomers join at the next round.
fn enter<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    at: Option<Cell>,
    oracle: &mut O,
) -> Flow<()> {
    may_enter(table, who, at)?;
    match at {
        Some(cell) => {
            let place = table.setup.space.on_ground(cell);
            let actor = table.actor_mut(who);
            (actor.place, actor.hidden) = (place, false);
            // Whoever was helpless or dead comes back so. Who never had any Health is dead.
            let left_as = actor.left_as.take().unwrap_or_default();
            actor.out = if correct::can_be(book, actor.health, left_as) { left_as } else { Out::Dead };
            actor.down &= actor.out != Out::Dead;
        }
        None => {
            let actor = table.actor_mut(who);
            actor.left_as = Some(actor.out).filter(|out| *out != Out::Active);
            actor.out = Out::Away;
        }
    }
    let comes = at.is_some();
    oracle.tell(Audience::All, || Event::Gm(GmEvent::Entered { who, comes }));
    if !comes {
        turn::no_longer_helps(table, who, oracle);
    }
    Ok(())
}
