//! Stopping the clock, rounds, and starting it again (SE-028 to SE-038, SE-R19 to SE-R22).

use super::{Intention, Part, Phase, Place, Round, RoundEvent, Unfinished, Why, declare, segment};
use crate::{
    Event, Segments, conditions, harm,
    house::{ForfeitPaid, Surprise},
    table::{Speed, Table},
    time::{self, Told},
};
use referee_dice::Roll;
use referee_engine::{
    ActorId, ActorSet, Audience, Flow, Oracle, Side, Throw, Who,
    act::{Asks, Why as Bars},
    ask, bar,
};
use smallvec::SmallVec;

/// What goes with stopping the clock.
#[derive(Clone, Debug, Default)]
pub struct Stopping {
    /// SE-D09: who cannot know of it or reach it.
    pub left_out: ActorSet,
    /// SE-R20: sides that could be surprised, if the GM has said so; otherwise the GM is asked.
    pub unready: Option<Vec<Side>>,
    /// Who gave the reason, if somebody did.
    pub by: Option<ActorId>,
    /// SE-R17: what that one intends, if it is still to be done.
    pub intends: Option<Intention>,
}

/// SE-034: the clock is stopped; from now on play is Segmented. No turns are marked while it is (SE-035). A passage under
/// way is over with the time passed so far.
pub fn stop<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    why: Why,
    stopping: &Stopping,
    oracle: &mut O,
) -> Flow<()> {
    time::halt(table, SmallVec::from_slice(&[time::Halt::Gm]), oracle);
    table.clock.mode = Speed::Segmented;
    table.clock.round = 0;
    table.round = Round { left_out: stopping.left_out, ..Round::default() };
    let by = stopping.by;
    oracle.tell(Audience::All, || Event::Round(RoundEvent::Stopped { why, by }));
    if book.house.surprise == Surprise::D6 {
        surprise(table, stopping, oracle)?;
    }
    for who in table.ids() {
        table.actor_mut(who).part = Part::default();
    }
    start_with(book, table, by.zip(stopping.intends), oracle)
}

ask! {
    /// SE-R20, to the GM: could this side be surprised?
    pub struct CouldBeSurprised for Segments: "surprise", "SE-R20" {
        side: Side,
    }
    |self, table| {
        let side = table.setup.sides.get(usize::from(self.side.0)).map_or("others", String::as_str);
        format!("Could the {side} be surprised?")
    };
    /// SE-R20: is a side ready?
    pub enum Ready {
        Yes = "ready", "No";
        No = "unready", "Yes: a die decides";
    }
}

/// SE-R20, `d6`: each side that could be surprised rolls 1d6; on 1 or 2 it has no segments in round 1. Which ones could be,
/// the GM says with the command that stops the clock, or is asked where a weapon, a trap, an accusation or an encounter
/// stops it. Whoever gave the reason knows of it.
fn surprise<O: Oracle<Segments>>(table: &mut Table, stopping: &Stopping, oracle: &mut O) -> Flow<()> {
    for side in (0..table.setup.sides.len() as u8).map(Side) {
        let unready = match &stopping.unready {
            Some(named) => named.contains(&side),
            None if could_be_surprised(table, stopping, side) => {
                CouldBeSurprised { side }.ask(Who::Gm, table, oracle)? == Ready::No
            }
            None => false,
        };
        if !unready {
            continue;
        }
        let throw = Throw::open(Who::Gm, "surprise");
        let surprised = oracle.roll(throw, Roll::die(6), |face| face <= 2)?.value;
        oracle.tell(Audience::All, || Event::Round(RoundEvent::Surprise { side, surprised }));
        if surprised {
            let members = table.ids().filter(|&who| table.side_of(who) == side);
            table.round.surprised = members.fold(table.round.surprised, ActorSet::with);
        }
    }
    Ok(())
}

/// Is the GM to be asked about this side: has it somebody who would have a segment, and did it not begin itself?
fn could_be_surprised(table: &Table, stopping: &Stopping, side: Side) -> bool {
    let began = stopping.by.is_some_and(|who| table.side_of(who) == side);
    let acts = |who: ActorId| table.is_able(who) && !table.sheet(who).trap && !stopping.left_out.contains(who);
    !began && table.ids().any(|who| table.side_of(who) == side && acts(who))
}

/// A round begins.
pub fn start<O: Oracle<Segments>>(book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
    start_with(book, table, None, oracle)
}

/// SE-041, SE-R87, SE-113, SE-R18: a round begins: actions owed are paid, who is Down has a forced Ready, a trap its Mod 0,
/// everybody else is to declare. SE-R17: the act that stopped the clock is the intention of the one who started it. SE-R117:
/// where nobody has to declare, the round waits for the GM.
fn start_with<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    starter: Option<(ActorId, Intention)>,
    oracle: &mut O,
) -> Flow<()> {
    table.clock.round += 1;
    let round = table.clock.round;
    let (left_out, played) = (table.round.left_out, table.round.played);
    let surprised = if round == 1 { table.round.surprised } else { ActorSet::EMPTY };
    table.round = Round { left_out, played, surprised, ..Round::default() };
    oracle.tell(Audience::All, || Event::Round(RoundEvent::Begins { round }));
    for who in table.ids() {
        let takes_part = table.is_able(who) && !left_out.contains(who) && !surprised.contains(who);
        let is_down = table.actor(who).down;
        let part = &mut table.actor_mut(who).part;
        if book.house.wait_carry && takes_part && part.place == Place::Waiting && part.owed == 0 {
            continue; // SE-R95's alternative: acts at any later point instead of declaring
        }
        *part = Part { owed: part.owed, ..Part::default() };
        if !takes_part {
            continue;
        }
        part.place = Place::Undeclared;
        if part.owed > 0 {
            segment::pay(book, table, who, oracle); // SE-106: nothing is declared, and there is no place in the order
        } else if is_down {
            declare::set(table, who, Intention::Ready, None, false);
            oracle.tell(Audience::All, || Event::Round(RoundEvent::Forced { who }));
        } else if table.sheet(who).trap {
            declare::set(table, who, Intention::Standard, None, false);
        } else if let Some((_, intention)) = starter.filter(|(starter, _)| *starter == who) {
            declare::set(table, who, intention, None, false);
            oracle.tell(Audience::All, || Event::Round(RoundEvent::Declared { who, intention, ally: None }));
        }
    }
    if !declare::somebody_has_to_declare(table) {
        oracle.tell(Audience::All, || Event::Round(RoundEvent::NobodyDeclares));
    }
    Ok(())
}

/// SE-038, SE-R95, SE-R113, SE-R112: the round is over: unused waits end, owed actions are paid, statuses harm; the next one
/// begins, unless the GM restarts the clock.
pub fn end_round<O: Oracle<Segments>>(book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
    for who in table.ids() {
        match table.actor(who).part.place {
            Place::Waiting if !book.house.wait_carry => {
                table.actor_mut(who).part.place = Place::Done;
                oracle.tell(Audience::All, || Event::Round(RoundEvent::Unused { who }));
            }
            Place::Lost => segment::pay(book, table, who, oracle),
            Place::Out
            | Place::Undeclared
            | Place::Declared
            | Place::Waiting
            | Place::Acting
            | Place::Assisting
            | Place::Done => {}
        }
        if book.house.forfeit_paid == ForfeitPaid::RoundEnd {
            let part = &mut table.actor_mut(who).part;
            part.owed = part.owed.saturating_sub(part.paying);
            part.paying = 0;
        }
    }
    let order = super::in_order(table, table.ids().collect());
    conditions::harm_all(book, table, order.into_iter(), oracle)?;
    harm::ebb(table, 1, oracle);
    table.round.played = table.round.played.saturating_add(1);
    let round = table.clock.round;
    oracle.tell(Audience::All, || Event::Round(RoundEvent::Ends { round }));
    time::check_over(table, oracle);
    if table.over.is_some() {
        return Ok(());
    }
    if !has_opposed_sides(table) {
        oracle.tell(Audience::All, || Event::Round(RoundEvent::MayRestart));
    }
    start(book, table, oracle)
}

/// SE-R21: are two opposed sides able to act?
pub fn has_opposed_sides(table: &Table) -> bool {
    let mut able = table.able_sides();
    able.next().is_some_and(|first| able.any(|side| side != first))
}

/// SE-R21, SE-D30: the turns that the rounds played make: at least one.
pub fn turns_of(book: &Segments, table: &Table) -> u16 {
    table.round.played.div_ceil(u16::from(book.house.rounds_per_turn)).max(1)
}

/// May the clock be restarted now? SE-D29: at the end of a round, before anybody acts in the next.
pub fn may_restart<'t>(table: &'t Table) -> Result<(), Bars<'t>> {
    if table.clock.mode != Speed::Segmented {
        return Err(bar!("SE-R21", "clock-runs", "the clock is not stopped"));
    }
    if table.round.phase != Phase::Declaring {
        return Err(bar!("SE-R21", "round-under-way", "the clock is restarted at the end of a round"));
    }
    Ok(())
}

/// SE-R21, SE-R22: the clock goes on: forfeits, waits, assists, Down and wards end, statuses stay; the rounds played become
/// marks, each with all its steps.
pub fn restart<O: Oracle<Segments>>(book: &Segments, table: &mut Table, turns: u16, oracle: &mut O) -> Flow<()> {
    may_restart(table)?;
    table.round = Round::default();
    table.clock.mode = Speed::Open;
    table.clock.round = 0;
    oracle.tell(Audience::All, || Event::Round(RoundEvent::Restarted { turns }));
    for who in table.ids() {
        for what in unfinished(table, who) {
            oracle.tell(Audience::All, || Event::Round(RoundEvent::IsOver { who, what }));
        }
        let actor = table.actor_mut(who);
        actor.part = Part::default();
        (actor.down, actor.warded, actor.bound) = (false, 0, false);
        table.know(who);
    }
    for _ in 0..turns {
        time::turn_passes(book, table, Told::Everything, oracle)?;
    }
    Ok(())
}

/// SE-R22: what the restart of the clock ends for somebody.
fn unfinished(table: &Table, who: ActorId) -> SmallVec<[Unfinished; 2]> {
    let actor = table.actor(who);
    let all = [
        (actor.down, Unfinished::Down),
        (actor.warded != 0, Unfinished::Ward),
        (actor.part.owed > 0, Unfinished::Forfeit),
        (actor.part.place == Place::Waiting, Unfinished::Wait),
        (actor.part.place == Place::Assisting, Unfinished::Assist),
    ];
    all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, what)| what).collect()
}

/// A scene that begins with the clock stopped: everybody is to declare for round 1. Nothing is rolled and nothing told.
pub(crate) fn open_segmented(table: &mut Table) {
    table.clock.mode = Speed::Segmented;
    table.clock.round = 1;
    for who in table.ids() {
        if !table.is_able(who) {
            continue;
        }
        table.actor_mut(who).part.place = Place::Undeclared;
        if table.actor(who).down {
            declare::set(table, who, Intention::Ready, None, false);
        } else if table.sheet(who).trap {
            declare::set(table, who, Intention::Standard, None, false);
        }
    }
}
