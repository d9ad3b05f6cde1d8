//! Lengthy Tasks: work that takes several Turns, or minutes and hours of story time (CW-221 to CW-225).

use super::{Task, TaskEvent, attempt, audience, workable};
use crate::{
    Clockworld, Event, Oracle,
    rank::Rank,
    sheet::Length,
    sneak,
    table::{Lengthy, Mode, Table},
    turn,
};
use referee_engine::{ActorId, Flow, act::Why, bar};

/// CW-221, CW-225, CW-R118, CW-R120, CW-D43: the work begins. Focus is chosen now, and doubles the time.
pub(super) fn start<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    task: &Task,
    rank: Rank,
    length: Length,
    oracle: &mut O,
) -> Flow<()> {
    let times = if task.focus { 2 } else { 1 };
    let in_turns = table.clock.mode == Mode::Turns;
    // CW-R118: a Turn of work holds nothing else. Where the GM makes it Lengthy only after another Action was taken, the
    // work is laid out in what is left of this Turn, and its first whole Turn is the next one.
    let counts = whole_turn(table, task.actor).is_ok();
    let (mut actions_left, mut seconds_left) = match length {
        Length::Actions(count) => (count.saturating_mul(times), 0),
        Length::Minutes(count) => (0, u64::from(count) * 60 * u64::from(times)),
        Length::Hours(count) => (0, u64::from(count) * 3600 * u64::from(times)),
    };
    if in_turns {
        turn::spend(book, table, task.actor, task.taken(), task.focus);
    } else {
        // After the Scenario there are no Turns: an Action of work is as long as a Turn (CW-R23).
        seconds_left += u64::from(actions_left) * turn::SECONDS_A_ROUND;
        actions_left = 0;
    }
    let task = task.clone();
    let (told, focused) = (task.clone(), task.focus);
    oracle
        .tell(audience(table, task.actor), || Event::Task(TaskEvent::Begun { task: told, actions_left, seconds_left }));
    let who = task.actor;
    table.actor_mut(who).lengthy = Some(Lengthy { task, rank, actions_left, seconds_left, focused, worked: in_turns });
    if in_turns && counts { one_turn(book, table, who, oracle) } else { Ok(()) }
}

/// CW-224, CW-R118: work on a Lengthy Task takes the whole Turn.
pub fn whole_turn(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    if table.actor(who).turn.taken.is_empty() {
        return Ok(());
    }
    let words = "a Lengthy Task takes the whole Turn, and {} has acted already";
    Err(bar!("CW-R118", "acted-already", words, table.name(who)))
}

/// CW-223: the work of one Turn is done; at the end of the time comes the Check.
pub fn one_turn<O: Oracle>(book: &Clockworld, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let Some(work) = &mut table.actor_mut(who).lengthy else { return Ok(()) };
    work.worked = true;
    if work.actions_left > 0 {
        work.actions_left -= 1;
    } else {
        work.seconds_left = work.seconds_left.saturating_sub(turn::SECONDS_A_ROUND); // CW-R23
    }
    let (task, actions_left, seconds_left) = (work.task.clone(), work.actions_left, work.seconds_left);
    let done = actions_left == 0 && seconds_left == 0;
    let told = task.clone();
    oracle.tell(audience(table, who), || Event::Task(TaskEvent::Worked { task: told, actions_left, seconds_left }));
    if !done {
        return sneak::acted(book, table, who, task.sneakily, oracle);
    }
    table.actor_mut(who).turn.passed = true; // CW-R118: nothing else in the Turn that ends it
    finish(book, table, who, oracle)
}

/// CW-223, CW-R121: the Check at the end; automatic success has not shortened the time.
pub fn finish<O: Oracle>(book: &Clockworld, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let Some(work) = table.actor_mut(who).lengthy.take() else { return Ok(()) };
    // In story time much may have happened to the object.
    if workable(book, table, &work.task).is_err() {
        oracle.tell(audience(table, who), || Event::Task(TaskEvent::Lost { task: work.task }));
        return Ok(());
    }
    attempt(book, table, &work.task, work.rank, oracle)
}

/// CW-223, CW-R118: story time passes for everybody who is at work; those whose time is over make their Checks, the
/// earliest first, in roster order among equals.
pub fn pass_time<O: Oracle>(book: &Clockworld, table: &mut Table, seconds: u64, oracle: &mut O) -> Flow<()> {
    let mut left = seconds;
    loop {
        let due = |table: &Table| {
            let all = table.ids().filter_map(|who| {
                let work = table.actor(who).lengthy.as_ref()?;
                (work.actions_left == 0).then_some((work.seconds_left, who))
            });
            all.min_by_key(|(seconds, _)| *seconds)
        };
        let Some((soonest, who)) = due(table).filter(|(soonest, _)| *soonest <= left) else {
            pass(table, left);
            return Ok(());
        };
        pass(table, soonest);
        left -= soonest;
        finish(book, table, who, oracle)?;
    }
}

fn pass(table: &mut Table, seconds: u64) {
    table.clock.advance(seconds);
    for actor in &mut table.actors {
        if let Some(work) = actor.lengthy.as_mut().filter(|work| work.actions_left == 0) {
            work.seconds_left = work.seconds_left.saturating_sub(seconds);
        }
    }
}
