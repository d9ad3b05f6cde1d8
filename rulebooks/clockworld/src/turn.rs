//! Turns: whose it is, what a Character may still do in it, and how a Scenario ends (CW-001 to CW-036).

use crate::{
    Clockworld, Event, Oracle,
    acts::contest::{self, Ended, demand},
    conditions::ConditionKind,
    harm,
    house::{DifferentTask, LengthyInterrupt, ShockModel, TouchReset},
    sheet::{EndCondition, PLAYERS, THREATS},
    table::{Actor, Ending, Mode, Out, Table, Taken, TurnState, Wholeness},
};
use referee_engine::{
    ActorId, Audience, Flow, Side,
    act::Why,
    bar,
    clock::{Edge, Turn},
    told,
};
use smallvec::SmallVec;

/// CW-230: Reactions at the start of a Turn.
pub const REACTIONS: u8 = 2;
/// CW-017: Actions in a Turn.
pub const ACTIONS: usize = 2;
/// CW-016, CW-R23: seconds of story time for a Turn of each side.
pub const SECONDS_A_ROUND: u64 = 6;

told! {
    /// What happened to the Turn.
    pub enum TurnEvent for Clockworld, |table| {
        /// A side's Turn begins: the how manieth.
        Begins { side: Side, number: u32 } heading "CW-003"
            => format!("{} Turn {number}", Clockworld::side_word(side));
        /// Somebody is done.
        Passed { who: ActorId } "CW-R24" by who => format!("{} is done", table.name(who));
        /// Something that lasted until now is over.
        Ended { who: ActorId, condition: ConditionKind } under "CW-014" by who
            => format!("{} is no longer {}", table.name(who), condition.name());
        /// Somebody gave up.
        Surrendered { who: ActorId } "CW-008" by who => format!("{} surrenders", table.name(who));
        /// CW-007: the Scenario is over.
        Over(ending: Ending) heading "CW-007" => ending.in_words();
    }
}

/// CW-R24: this Character is done for this Turn.
pub fn pass<O: Oracle>(table: &mut Table, who: ActorId, oracle: &mut O) {
    table.actor_mut(who).turn.passed = true;
    oracle.tell(Audience::All, || Event::Turn(TurnEvent::Passed { who }));
}

/// CW-008: gives up, and lets go of whomever it holds.
pub fn surrender<O: Oracle>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let actor = table.actor_mut(who);
    actor.out = Out::Surrendered;
    actor.set_free();
    oracle.tell(Audience::All, || Event::Turn(TurnEvent::Surrendered { who }));
    contest::end_hold(table, who, Ended::Lost, oracle);
}

/// CW-R24: has every member passed or used its Actions?
pub fn is_done(book: &Clockworld, table: &Table) -> bool {
    table.acting().iter().all(|who| is_done_with_turn(book, table, who))
}

/// CW-R24: has it passed or used its Actions?
pub fn is_done_with_turn(book: &Clockworld, table: &Table, who: ActorId) -> bool {
    let actor = table.actor(who);
    let state = &actor.turn;
    let all = if table.is_down_to_one_action(book, who) { 1 } else { ACTIONS }; // CW-R96
    let works = || actor.lengthy.as_ref().is_some_and(|work| work.worked); // CW-R118
    let used = || state.moving.is_none() && (state.focused || state.taken.len() >= all); // CW-030: a Move goes on
    state.passed || used() || works()
}

/// CW-003, CW-004: the side's Turn ends and the other's begins.
pub fn end<O: Oracle>(book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
    let next = if table.side == PLAYERS { THREATS } else { PLAYERS };
    begin(book, table, next, oracle)
}

/// CW-013, CW-230, CW-R20, CW-R137: the start of a side's Turn, in order: what lasts until now ends; Reactions and
/// Actions are fresh; Shock Checks in the order of the roster.
pub fn begin<O: Oracle>(book: &Clockworld, table: &mut Table, side: Side, oracle: &mut O) -> Flow<()> {
    let opening = table.clock.mode != Mode::Turns;
    table.clock.mode = Mode::Turns;
    table.side = side;
    table.clock.turn = Turn::OfSide(side);
    table.turns[usize::from(side.0)] += 1;
    let number = table.turns[usize::from(side.0)];
    // A round is one Turn of each side; the side that leads opens it.
    let leads = number > table.turns[usize::from(1 - side.0)];
    if leads {
        table.clock.round += 1;
        if !opening && number > 1 {
            table.clock.advance(SECONDS_A_ROUND); // CW-R23
        }
    }
    oracle.tell(Audience::All, || Event::Turn(TurnEvent::Begins { side, number }));
    expire(table, side, oracle);
    let members = table.members(side);
    for who in members.iter() {
        refresh(book, table, who);
    }
    if book.house.shock_model == ShockModel::Full {
        for who in members.iter() {
            if let Some(severity) = table.worst_unstabilized(who) {
                harm::shock(book, table, who, severity, oracle)?; // CW-R56
            }
        }
    }
    Ok(())
}

/// CW-014, CW-015, CW-R92, CW-R137: everything that lasts until this start of a Turn ends, for everybody.
pub(crate) fn expire<O: Oracle>(table: &mut Table, side: Side, oracle: &mut O) {
    for who in table.ids() {
        expire_for(table, who, side, oracle);
    }
}

/// CW-R119: what somebody who is at work should know before it does something else.
pub fn loses_work(table: &Table, who: ActorId) -> Option<String> {
    table.actor(who).lengthy.is_some().then(|| "the work of the Lengthy Task is lost".into())
}

/// What weighs on one Character until this start of a Turn ends, and what was demanded of it until then.
fn expire_for<O: Oracle>(table: &mut Table, who: ActorId, side: Side, oracle: &mut O) {
    let mut ended: Vec<ConditionKind> = Vec::new();
    let actor = table.actor_mut(who);
    if actor.demand.as_mut().is_some_and(|demand| demand.ends.pass(Edge::Start, Turn::OfSide(side))) {
        actor.demand = None;
    }
    actor.conditions.retain_mut(|condition| {
        let over = condition.ends.pass(Edge::Start, Turn::OfSide(side));
        if over {
            ended.push(condition.kind);
        }
        !over
    });
    for condition in ended {
        // CW-R92: with the Condition the grip is over too; the GM may have said the same of a Pin.
        if let ConditionKind::StrangledBy(holder) | ConditionKind::PinnedBy(holder) = condition {
            table.actor_mut(holder).hold = None;
        }
        oracle.tell(Audience::All, || Event::Turn(TurnEvent::Ended { who, condition }));
    }
}

/// CW-230, CW-231, CW-R20: two Reactions until the next start of its Turn, a fresh set of Actions, and what Defend gave is gone.
fn refresh(book: &Clockworld, table: &mut Table, who: ActorId) {
    let actor = table.actor_mut(who);
    (actor.reactions, actor.reactions_high) = (REACTIONS, false);
    let touched = match book.house.touch_reset {
        TouchReset::Scenario => std::mem::take(&mut actor.turn.touched),
        TouchReset::Turn => SmallVec::new(), // CW-R131
    };
    actor.turn = TurnState { touched, ..TurnState::default() };
    if let Some(work) = &mut actor.lengthy {
        work.worked = false;
    }
}

/// CW-017, CW-018, CW-021, CW-026, CW-028, CW-034, CW-R25 to CW-R28, CW-R96, CW-D04, CW-D05: may this Action still be taken?
///
/// CW-R82: and has the Character done what it has been Persuaded to do?
pub fn may_spend<'t>(
    book: &Clockworld,
    table: &'t Table,
    who: ActorId,
    action: &Taken,
    focus: bool,
) -> Result<(), Why<'t>> {
    has_action_for(book, table, who, action, focus)?;
    demand::comes_first(book, table, who, action, focus)
}

/// [`may_spend`], whatever others demand of the Character.
pub fn has_action_for<'t>(
    book: &Clockworld,
    table: &'t Table,
    who: ActorId,
    action: &Taken,
    focus: bool,
) -> Result<(), Why<'t>> {
    let (actor, name) = (table.actor(who), table.name(who));
    let state = &actor.turn;
    if state.passed {
        return Err(bar!("CW-R24", "passed", "{} is done for this Turn", name));
    }
    if state.focused {
        return Err(bar!("CW-021", "focused", "{} has focused on one Action this Turn", name));
    }
    if focus && !state.taken.is_empty() {
        return Err(bar!("CW-R28", "too-late-to-focus", "{} has taken an Action already and cannot focus", name));
    }
    if table.is_down_to_one_action(book, who) {
        if focus {
            return Err(bar!("CW-R96", "staggered", "{} is Staggered and cannot focus", name));
        }
        if !state.taken.is_empty() {
            return Err(bar!("CW-R96", "staggered", "{} is Staggered and has had its one Action", name));
        }
    }
    if state.taken.len() >= ACTIONS {
        return Err(bar!("CW-017", "no-action-left", "{} has taken two Actions this Turn", name));
    }
    if let Some(before) = state.taken.first() {
        differs(book, before, action, name)?;
    }
    // CW-R118: work on a Lengthy Task leaves room for nothing else in the same Turn.
    if actor.lengthy.as_ref().is_some_and(|work| work.worked) {
        return Err(bar!("CW-R118", "working", "{} works on a Lengthy Task this Turn", name));
    }
    Ok(())
}

/// CW-018: the two Actions of a Turn must be different; what counts as different for each kind.
fn differs<'t>(book: &Clockworld, before: &Taken, now: &Taken, name: &'t str) -> Result<(), Why<'t>> {
    match (before, now) {
        (Taken::Attack { limbs: a, weapon: x }, Taken::Attack { limbs: b, weapon: y }) => {
            if a.meets(*b) {
                Err(bar!("CW-026", "same-action", "{} cannot Attack twice with the same limb", name))
            } else if x == y {
                Err(bar!("CW-026", "same-action", "{} cannot Attack twice with the same weapon", name))
            } else {
                Ok(())
            }
        }
        (Taken::Contest(a), Taken::Contest(b)) if !book.house.two_contests || a == b => {
            Err(bar!("CW-028", "same-action", "{} cannot start two Contests in one Turn", name))
        }
        (Taken::Task(a, x), Taken::Task(b, y)) => match book.house.different_task {
            DifferentTask::NameOrObject if a == b && x == y => {
                Err(bar!("CW-034", "same-action", "{} cannot do the same Task twice", name))
            }
            DifferentTask::Name if a == b => {
                Err(bar!("CW-034", "same-action", "{} cannot do two Tasks of one name", name))
            }
            DifferentTask::NameOrObject | DifferentTask::Name => Ok(()),
        },
        (Taken::Move, Taken::Move) => Err(bar!("CW-028", "same-action", "{} cannot Move twice in one Turn", name)),
        (Taken::Defend, Taken::Defend) => {
            Err(bar!("CW-028", "same-action", "{} cannot Defend twice in one Turn", name))
        }
        (Taken::Attack { .. } | Taken::Contest(_) | Taken::Task(..) | Taken::Move | Taken::Defend, _) => Ok(()),
    }
}

/// CW-023: what focus gives beyond the High Roll is with the Action itself (Move: CW-031, Defend: CW-036).
///
/// Takes the Action; [`may_spend`] has said that it may be taken. CW-R119: it counts as doing something else than a Lengthy Task.
pub fn spend(book: &Clockworld, table: &mut Table, who: ActorId, action: Taken, focus: bool) {
    let actor = table.actor_mut(who);
    actor.turn.taken.push(action);
    actor.turn.focused = focus;
    demand::fulfil(actor, &action);
    interrupt(book, actor);
}

/// CW-224, CW-R119: doing something else loses the work of a Lengthy Task, or lets it wait.
pub fn interrupt(book: &Clockworld, actor: &mut Actor) {
    match book.house.lengthy_interrupt {
        LengthyInterrupt::Lost => actor.lengthy = None,
        LengthyInterrupt::Paused => {}
    }
}

/// CW-007 to CW-010, CW-R22: is the Scenario over, and how did it end?
pub fn check_over<O: Oracle>(table: &mut Table, oracle: &mut O) {
    if table.over.is_some() || table.clock.mode != Mode::Turns {
        return;
    }
    // What the Scenario is about comes first: a runner who gets away has won, though nobody of its side is left here.
    let ending = by_kind(table).or_else(|| match [PLAYERS, THREATS].map(|side| table.stands(side)) {
        [true, true] => None,
        [true, false] => Some(Ending { winner: Some(PLAYERS), why: "no Threat is left".into() }),
        [false, true] => Some(Ending { winner: Some(THREATS), why: "no Player is left".into() }),
        [false, false] => Some(Ending { winner: None, why: "nobody is left".into() }),
    });
    if let Some(ending) = ending {
        oracle.tell(Audience::All, || Event::Turn(TurnEvent::Over(ending.clone())));
        table.over = Some(ending);
    }
}

/// CW-010: what else ends a Scenario of this kind.
fn by_kind(table: &Table) -> Option<Ending> {
    let met = table.setup.scenario.ends.iter().find(|end| is_met(table, end))?;
    let (wins, why) = match met {
        EndCondition::Leaves { who, wins } => (wins, format!("{} is away", table.name(ActorId(*who)))),
        EndCondition::Caught { who, wins } => (wins, format!("{} is caught", table.name(ActorId(*who)))),
        EndCondition::Opened { thing, wins } => (wins, format!("{} is open", table.thing_sheet(*thing).name)),
        EndCondition::Turns { count, wins } => (wins, format!("{count} Turns have passed")),
    };
    Some(Ending { winner: Some(*wins), why })
}

/// CW-010: has this come about?
fn is_met(table: &Table, end: &EndCondition) -> bool {
    match end {
        EndCondition::Leaves { who, .. } => table.actor(ActorId(*who)).out == Out::Fled,
        EndCondition::Caught { who, .. } => {
            let id = ActorId(*who);
            (table.is_pinned(id) || !table.is_active(id)) && table.actor(id).out != Out::Fled
        }
        EndCondition::Opened { thing, .. } => {
            let state = table.thing(*thing);
            state.cracked || state.dismantled || state.state == Wholeness::Destroyed
        }
        EndCondition::Turns { count, .. } => table.turns.iter().all(|turns| turns > count),
    }
}

impl Ending {
    /// CW-007: who wins, and why.
    pub fn in_words(&self) -> String {
        let won = match self.winner {
            Some(side) => format!("The {}s win", Clockworld::side_word(side)),
            None => "Nobody wins".to_owned(),
        };
        format!("{won}: {}", self.why)
    }
}
