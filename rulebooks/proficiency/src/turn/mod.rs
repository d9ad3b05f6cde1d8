//! Turns: who acts, what a turn holds, and when the round is over (PR-001 to PR-006, PR-027 to PR-029, PR-R04, PR-R05).

pub mod initiative;
pub mod time;

use crate::{
    Event, Proficiency,
    check::Verdict,
    conditions,
    dc::{Dc, Level},
    harm,
    house::{BonusLimit, BonusMomentum, BonusMomentumFrom, HpZero, InitiativeFrequency, TimeScope},
    lasting, reactions,
    sheet::{Ability, PCS},
    table::{EndCondition, Ending, Life, Phase, SideSet, Table, TurnState},
};
use referee_engine::{
    ActorId, Audience, Flow, Oracle, Side, Who,
    act::{Asks as _, Why},
    ask, bar,
    clock::Turn,
    told,
};
use smallvec::SmallVec;

told! {
    /// What happened to turns.
    pub enum TurnEvent for Proficiency, |table| {
        /// A round begins.
        Round(round: u32) heading "PR-R04" => format!("Round {round}");
        /// A side's part of the round begins.
        Part(of: Side) heading "PR-027" => format!("The {} act", table.side_name(of));
        /// Somebody's turn begins.
        Begins(who: ActorId) "PR-003" by who => format!("{}'s turn", table.name(who));
        /// Somebody's turn ends.
        Ends(who: ActorId) "PR-R05" by who => format!("{} is done", table.name(who));
        /// PR-D35: there are no more turns.
        NoMore heading "PR-001" => "No more turns";
        /// PR-R76, PR-053: momentum gives a Bonus check.
        Momentum(who: ActorId) under "PR-053", "PR-R76" by who
            => format!("Momentum: {} gains a Bonus check", table.name(who));
        /// PR-R04: it is over.
        Over(ending: Ending) heading "PR-R04" => format!("It is over, {}", ending.words(table));
    }
}

/// What an action was paid with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spent {
    /// Outside of turns nothing is counted.
    Nothing,
    /// The Standard check of the turn.
    Standard,
    /// PR-052: a Bonus check.
    Bonus,
}

/// PR-R05, PR-R75, PR-R79: one Standard check a turn, a Bonus check if one was granted; none while held. PR-D24: a Bonus
/// check is used for any of the same actions, or lapses.
pub fn may_spend<'t>(book: &Proficiency, table: &'t Table, who: ActorId) -> Result<(), Why<'t>> {
    if has_check(book, table, who) {
        return Ok(());
    }
    let name = table.name(who);
    if table.actor(who).held {
        return Err(bar!("PR-R79", "held", "{} is held: no Standard or Bonus check", name));
    }
    let why = bar!("PR-R05", "no-check-left", "{} has used its Standard check of this turn", name);
    Err(why.allowing(&["end-turn"]))
}

/// PR-R05, PR-R79: is a check left to somebody who is not held? Outside of turns nobody counts them.
pub fn has_check(book: &Proficiency, table: &Table, who: ActorId) -> bool {
    let actor = table.actor(who);
    let left = actor.turn.standards < book.house.turn_standard_checks || actor.turn.bonus < actor.turn.granted;
    !actor.held && (table.phase == Phase::Free || left)
}

/// PR-R05, PR-R62: pays for an action: the Standard check first, then a Bonus check. Whoever acts does not rest (PR-R112).
pub fn spend(book: &Proficiency, table: &mut Table, who: ActorId) -> Spent {
    table.actor_mut(who).resting = false;
    if table.phase == Phase::Free {
        return Spent::Nothing;
    }
    let turn = &mut table.actor_mut(who).turn;
    if turn.standards < book.house.turn_standard_checks {
        turn.standards += 1;
        Spent::Standard
    } else {
        turn.bonus += 1;
        Spent::Bonus
    }
}

/// What came of an action, as far as momentum is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Upshot {
    /// What it was paid with.
    pub spent: Spent,
    /// The character's own check.
    pub verdict: Verdict,
    /// A foe went down by it.
    pub felled: bool,
    /// PR-R104: it was a Group action or part of an Extended task.
    pub joint: bool,
}

/// PR-053, PR-081, PR-R43, PR-R76, PR-R104: momentum: a critical success with the Standard check of one's own turn, in
/// initiative, gives a Bonus check. At most one in a turn; a Bonus check never gives another.
pub fn momentum<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    upshot: Upshot,
    oracle: &mut O,
) {
    let critical = upshot.verdict == Verdict::CriticalSuccess;
    if !(critical || upshot.felled) || upshot.spent != Spent::Standard || table.phase != Phase::Initiative {
        return;
    }
    let by = match book.house.bonus_momentum {
        BonusMomentum::CriticalSuccess => critical,
        BonusMomentum::FoeDown => upshot.felled,
        BonusMomentum::Both => true,
        BonusMomentum::Off => false,
    };
    let counts = book.house.bonus_momentum_from == BonusMomentumFrom::StandardUse || !upshot.joint;
    if by && counts && table.clock.turn == Turn::Of(who) && grant(book, table, who) {
        oracle.tell(Audience::All, || Event::Turn(TurnEvent::Momentum(who)));
    }
}

/// PR-052, PR-R76: grants a Bonus check, if the limit allows one more.
pub fn grant(book: &Proficiency, table: &mut Table, who: ActorId) -> bool {
    let turn = &mut table.actor_mut(who).turn;
    let room = book.house.bonus_limit == BonusLimit::Unlimited || turn.granted == 0;
    if room {
        turn.granted = turn.granted.saturating_add(1);
    }
    room
}

/// Begins the turn of whoever acts, if it has not begun: who has no lasting effect may begin it with the act itself.
pub fn enter<O: Oracle<Proficiency>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    if table.phase != Phase::Free && table.clock.turn != Turn::Of(who) {
        table.clock.turn = Turn::Of(who);
        conditions::turn_begins(table, who);
        oracle.tell(Audience::All, || Event::Turn(TurnEvent::Begins(who)));
    }
}

/// The end of a turn, and what follows: the next one, the next side, the next round.
pub fn end<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    conditions::turn_ends(table, who);
    table.actor_mut(who).turn.acted = true;
    oracle.tell(Audience::All, || Event::Turn(TurnEvent::Ends(who)));
    table.clock.turn = Turn::OfSide(table.acting_sides().first());
    if book.house.time_scope == TimeScope::EachTurn {
        time::unit(book, table, oracle)?;
    }
    go_on(book, table, oracle)
}

/// PR-R72: whoever goes down in the middle of its own turn (a trap, the GM's word) has no more of it. PR-R04: where the scene
/// is over with that, no other turn or round follows.
pub fn fallen<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
    check_over(book, table, oracle)?;
    match table.clock.turn {
        Turn::Of(who) if table.phase != Phase::Free && table.over.is_none() && !table.is_able(who) => {
            end(book, table, who, oracle)
        }
        Turn::Of(_) | Turn::OfSide(_) | Turn::Round => Ok(()),
    }
}

/// PR-R04: goes on until somebody may act; the clock moves when every side has acted (PR-R07).
pub fn go_on<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
    while table.phase != Phase::Free && table.beginners().next().is_none() {
        if table.able_sides() == SideSet::default() {
            return Ok(()); // nobody is left to take a turn: see `check_over`
        }
        if usize::from(table.part) + 1 < table.order.len() {
            table.part += 1;
        } else {
            if book.house.time_scope == TimeScope::Round {
                time::unit(book, table, oracle)?;
            }
            round_begins(book, table, oracle)?;
        }
        part_begins(book, table, oracle)?;
    }
    Ok(())
}

/// PR-R04, PR-R14: a new round: everybody has a turn again. A side that nobody was able of when initiative was rolled acts
/// last (PR-R116).
pub fn round_begins<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
    table.clock.round += 1;
    let round = table.clock.round;
    table.part = 0;
    for actor in table.actors.iter_mut() {
        actor.turn = TurnState::default();
    }
    oracle.tell(Audience::All, || Event::Turn(TurnEvent::Round(round)));
    if table.phase == Phase::Initiative
        && round > 1
        && book.house.initiative_frequency == InitiativeFrequency::EachRound
    {
        let plan = initiative::Plan::default();
        table.order = initiative::roll_off(book, table, &plan, oracle)?;
    }
    let late = |side: &Side| !table.order.iter().any(|sides| sides.contains(*side));
    let late: SmallVec<[Side; 4]> = table.able_sides().iter().filter(late).collect();
    table.order.extend(late.into_iter().map(SideSet::of)); // PR-R116
    Ok(())
}

/// A side's part of the round begins. PR-R106: this is when the effects of those who are down fall due.
pub fn part_begins<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
    let sides = table.acting_sides();
    table.clock.turn = Turn::OfSide(sides.first());
    oracle.tell(Audience::All, || Event::Turn(TurnEvent::Part(sides.first())));
    for who in table.ids() {
        if table.actor(who).life != Life::Down || !sides.contains(table.side_of(who)) {
            continue;
        }
        dying(book, table, who, oracle)?;
        let actor = table.actor(who);
        if actor.life == Life::Down && !actor.lasting.is_empty() {
            lasting::tick(book, table, who, oracle)?;
        }
    }
    Ok(())
}

/// PR-R72, switch `hp_zero`: a CON Save against 10 at the time of the next own turn: stable, or dead.
pub fn dying<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    if !is_dying(book, table, who) {
        return Ok(());
    }
    let dc = Dc::difficulty(Level::Challenging.number());
    if reactions::save(book, table, who, Ability::Con, dc, oracle)?.is_success() {
        table.actor_mut(who).stable = true;
        oracle.tell(Audience::All, || Event::Harm(harm::HarmEvent::Stable(who)));
    } else {
        table.set_life(who, Life::Dead);
        table.actor_mut(who).lasting.reset();
        oracle.tell(Audience::All, || Event::Harm(harm::HarmEvent::Fell { who, life: Life::Dead }));
    }
    Ok(())
}

/// PR-R72, switch `hp_zero`: is a Save between life and death due?
pub fn is_dying(book: &Proficiency, table: &Table, who: ActorId) -> bool {
    let actor = table.actor(who);
    book.house.hp_zero == HpZero::Save && actor.life == Life::Down && !actor.stable
}

/// PR-001, PR-R09: the GM lets the scene run in turns: the PCs first, then each other side, unless the GM sets another
/// order: these sides first.
pub fn begin_turns<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    order: &[Side],
    oracle: &mut O,
) -> Flow<()> {
    let rest = (0..table.setup.sides.len() as u8).map(Side).filter(|side| !order.contains(side));
    table.order = order.iter().copied().chain(rest).map(SideSet::of).collect();
    table.phase = Phase::Turns;
    first_round(book, table, oracle)?;
    part_begins(book, table, oracle)?;
    go_on(book, table, oracle)
}

/// The first round begins; all who are here take part in it (PR-R21).
pub fn first_round<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
    table.clock.round = 0;
    for actor in table.actors.iter_mut() {
        actor.acts_from = 0;
    }
    round_begins(book, table, oracle)
}

/// PR-R04, PR-D35: initiative is over when only one side has an able member; a scene also by what it is about.
pub fn check_over<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
    if table.over.is_some() {
        return Ok(());
    }
    if let Some((winner, why)) = is_over(table) {
        return over(book, table, Ending { winner, why }, oracle);
    }
    if table.phase != Phase::Free && table.able().is_empty() {
        return turns_end(book, table, oracle); // nobody is left to take a turn
    }
    Ok(())
}

/// How a scene has ended by itself, if it has. One that the GM lets go on does not.
fn is_over(table: &Table) -> Option<(Option<Side>, String)> {
    if table.goes_on {
        return None;
    }
    let ended = match table.phase {
        Phase::Initiative if !table.is_contested() => Some(
            table.able_sides().any().map_or((None, "nobody is able"), |side| (Some(side), "no other side is able")),
        ),
        Phase::Turns if !table.able_sides().contains(PCS) && !table.members(PCS).is_empty() => {
            Some((table.able_sides().any(), "no PC is able"))
        }
        Phase::Free | Phase::Turns | Phase::Initiative => None,
    };
    match ended {
        Some((winner, why)) => Some((winner, why.to_owned())),
        None if table.setup.ends.is_empty() => None,
        None => by_condition(table),
    }
}

/// PR-D35: the scene ends like this.
pub fn over<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, ending: Ending, oracle: &mut O) -> Flow<()> {
    scene_ends(book, table, oracle)?;
    table.over = Some(ending.clone());
    oracle.tell(Audience::All, || Event::Turn(TurnEvent::Over(ending)));
    Ok(())
}

/// PR-D35: there are no more turns.
pub fn turns_end<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
    table.phase = Phase::Free;
    table.clock.turn = Turn::Round;
    oracle.tell(Audience::All, || Event::Turn(TurnEvent::NoMore));
    scene_ends(book, table, oracle)
}

/// PR-D38, PR-R95, PR-R106: whichever way a scene or its turns end, what still lasts is rolled out or ended, and stocks that
/// count by the scene are rolled.
fn scene_ends<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
    if table.actors.iter().any(|actor| !actor.lasting.is_empty()) {
        let roll = StillLasts {}.ask(Who::Gm, table, oracle)? == Afterwards::RollOut;
        crate::acts::gm::lasting::roll_out(book, table, roll, oracle)?;
    }
    time::stocks_at_the_end(book, table, oracle)
}

ask! {
    /// PR-D38, to the GM: roll it out, or end it.
    pub struct StillLasts for Proficiency: "roll-out", "PR-R106" {}
    |self, _| "Turns are over, and something still lasts. What now?".into();
    /// PR-R106.
    pub enum Afterwards {
        RollOut = "roll-out", "Roll it out, Moment by Moment";
        End = "end-it", "It ends";
    }
}

fn by_condition(table: &Table) -> Option<(Option<Side>, String)> {
    let is_met = |end: &&EndCondition| match **end {
        EndCondition::Done(task, _) => table.tasks[usize::from(task.0)].done,
        EndCondition::Units(count, _) => table.units >= count,
        EndCondition::Broken(object, _) => table.objects[usize::from(object)] == 0,
    };
    Some(match *table.setup.ends.iter().find(is_met)? {
        EndCondition::Done(task, wins) => {
            (Some(wins), format!("{} is done", table.setup.tasks[usize::from(task.0)].name))
        }
        EndCondition::Units(_, wins) => (wins, "time is up".to_owned()),
        EndCondition::Broken(object, wins) => {
            (Some(wins), format!("{} is broken", table.setup.objects[usize::from(object)].name))
        }
    })
}
