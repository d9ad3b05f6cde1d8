//! Rounds, turns and action points (CR-030 to CR-032, CR-044 to CR-051).

pub mod long;
pub mod order;

use crate::{
    Crisis, Event,
    acts::overwatch,
    conditions::{self, Cause},
    harm,
    house::ReactionReset,
    loss, recovery,
    table::{Actor, Ending, Mode, Table},
    words::{line, name_to, sum},
};
use referee_engine::{
    ActorId, Audience, Choice, Flow, Fold, Line, Mark, Oracle, RuleId, Who,
    act::{Answers, Asks, Tells, Why},
    bar,
    clock::{Edge, Ends, Turn},
    rule,
};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// CR-046: the most AP that anybody holds.
pub const MOST_AP: u8 = 6;
/// CR-047: what a turn brings.
pub const AP_A_TURN: u8 = 4;
/// CR-196: what it brings to somebody Exhausted.
pub const AP_EXHAUSTED: u8 = 2;

/// Turns as they are told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnEvent {
    /// CR-032: a round begins; 0 is the surprise round.
    Round { number: u32 },
    /// CR-030: a turn begins.
    Begins { who: ActorId },
    /// CR-033, CR-040: an initiative roll.
    Initiative {
        /// Whose; the first of a group.
        who: ActorId,
        /// The rest of its group.
        group: SmallVec<[ActorId; 4]>,
        /// What the dice came to.
        face: referee_engine::Face,
        /// CR-035: what was added.
        modifier: i8,
        /// CR-039: only to break a tie.
        again: bool,
    },
    /// CR-037: the tied agree.
    Agreed {
        /// In this order.
        order: SmallVec<[ActorId; 4]>,
    },
    /// The crisis ends.
    Over(Ending),
}

/// CR-044, CR-045, CR-051, CR-R38: are there enough AP? Nothing of 6 AP or less is paid in parts.
pub fn can_afford(table: &Table, who: ActorId, ap: u8) -> bool {
    table.clock.mode == Mode::Free || table.actor(who).ap >= ap
}

/// The same, with the reason if there are not.
pub fn afford(table: &Table, who: ActorId, ap: u8) -> Result<(), Why<'_>> {
    if can_afford(table, who, ap) {
        return Ok(());
    }
    let held = table.actor(who).ap;
    Err(bar!("CR-051", "not-enough-ap", "{} has {} AP, and this takes {}", table.name(who), held, ap))
}

/// CR-044, CR-056, CR-R36, CR-R109, CR-R139: an Action is taken: it is paid, and breaks off what it breaks off.
pub fn spend<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    ap: u8,
    keeps_aim: bool,
    oracle: &mut O,
) {
    let crisis = table.clock.mode == Mode::Crisis;
    let actor = table.actor_mut(who);
    if crisis {
        debug_assert!(actor.ap >= ap, "an Action is paid for with AP that are there");
        actor.ap -= ap;
        actor.acted = true;
    }
    if !keeps_aim {
        loss::lose_aim(table, who, oracle);
    }
    long::cancel(book, table, who, oracle);
    if !crisis {
        recovery::treat::interrupt_around(table, who, oracle);
    }
}

/// CR-047, CR-048, CR-049, CR-050, CR-196, CR-209, CR-R25, CR-R29, CR-R95, CR-R148, CR-R159: the AP of a turn, also of
/// a surprise turn; what would exceed 6 is lost, and what is held stays.
pub fn gain(book: &Crisis, table: &mut Table, who: ActorId) {
    let actor = table.actor(who);
    let stunned = table.has(who, conditions::ConditionKind::Stunned);
    let bound = table.is_helpless(who) && !book.house.helpless_gains_ap;
    let gain = if stunned || actor.incapacitated || bound {
        0
    } else if table.is_exhausted(who) {
        AP_EXHAUSTED
    } else {
        AP_A_TURN
    };
    let actor = table.actor_mut(who);
    actor.ap = (actor.ap + gain).min(MOST_AP);
}

/// CR-R29: what happens at the start of a turn, in this order. True if the creature can act in it.
fn start<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<bool> {
    table.clock.turn = Turn::Of(who);
    oracle.tell(Audience::All, || Event::Turn(TurnEvent::Begins { who }));
    let actor = table.actor_mut(who);
    (actor.overwatch, actor.acted, actor.allowed) = (false, false, false); // CR-R135
    if let Some(long) = &mut actor.long {
        long.worked = false;
    }
    if book.house.reaction_reset == ReactionReset::OwnTurn {
        actor.parry_used = false;
        actor.dodge_used = false;
    }
    conditions::pass_edge(table, Edge::Start, Turn::Of(who), oracle);
    harm::bleed(book, table, who, oracle);
    if table.actor(who).dead {
        return Ok(false);
    }
    gain(book, table, who);
    // CR-R146, CR-D34: somebody held or bound may do what the GM allows.
    let actor = table.actor(who);
    let only_held = actor.is_held() && actor.causes().all(Cause::may_be_allowed);
    if only_held && table.ask_gm && (Bound { who }).ask(Who::Gm, table, oracle)? {
        table.actor_mut(who).allowed = true;
    }
    Ok(table.can_act(who))
}

/// CR-D34, to the GM: may somebody held or bound act?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bound {
    pub who: ActorId,
}

impl Asks<Crisis> for Bound {
    type Answer = bool;
    const KIND: &'static str = "bound";
    const RULE: RuleId = rule!("CR-R146");

    fn answers(&self) -> Answers<bool> {
        smallvec![false, true]
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("May {} act?", name_to(table, who, self.who))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &bool) -> Choice {
        if *answer { Choice::new("yes", "It may act") } else { Choice::new("no", "It can only speak") }
    }
}

/// The end of a turn: what lasts until then ends (CR-R138, CR-R147).
fn finish<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, oracle: &mut O) {
    if book.house.aim_expires_turn_end {
        loss::lose_aim(table, who, oracle);
    }
    conditions::pass_edge(table, Edge::End, Turn::Of(who), oracle);
}

/// CR-031, CR-032, CR-R134: ends the turn that runs, after those on Overwatch, and begins the next one of somebody who can act.
pub fn end<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
    if let Some(who) = table.acting() {
        overwatch::at_end(book, table, who, oracle)?;
    }
    pass_on(book, table, oracle)
}

/// The same, with no more time for those on Overwatch.
pub fn pass_on<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
    if let Some(who) = table.acting() {
        finish(book, table, who, oracle);
    }
    next(book, table, oracle)
}

/// The turn after this one.
fn next<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
    table.at += 1;
    begin_at(book, table, oracle)
}

/// CR-R22: begins the turn at this place of the order, or the next one of somebody who can act. Turns of those who
/// cannot pass by themselves, with what happens at their start.
pub(crate) fn begin_at<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
    // Sleep, stun and ten rounds of weakness end; a table where nobody ever can act again is over before this.
    for _ in 0..TURNS_OF_SLEEP {
        if usize::from(table.at) >= table.order.len() {
            round(book, table, oracle)?;
        }
        check_over(book, table, oracle);
        if table.clock.mode != Mode::Crisis {
            return Ok(());
        }
        let Some(&who) = table.order.get(usize::from(table.at)) else { break };
        let actor = table.actor(who);
        // CR-R21, CR-R22: late arrivals, the dead and the absent have no turn; CR-041: in round 0 only those who surprise have one.
        if !actor.late && actor.is_here() && (table.clock.round > 0 || actor.surprise) {
            if start(book, table, who, oracle)? {
                return Ok(());
            }
            overwatch::at_end(book, table, who, oracle)?;
            finish(book, table, who, oracle);
        }
        table.at += 1;
    }
    // CR-R156: everybody sleeps for hours. No crisis lasts that long.
    over(book, table, Ending { winner: None, why: "nobody can act for a long time".into() }, oracle);
    Ok(())
}

/// After so many turns in a row of creatures that cannot act, the crisis is over.
const TURNS_OF_SLEEP: u32 = 4_000;

/// CR-032, CR-R16, CR-R20, CR-R21, CR-R26, CR-R48: a new round.
fn round<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
    let before = table.clock.round;
    table.clock.turn = Turn::Round;
    recovery::pass(book, table, u64::from(book.house.seconds_per_round), oracle)?;
    table.clock.round = before + 1;
    if table.setup.rounds > 0 && table.clock.round > table.setup.rounds {
        let why = format!("{} rounds have passed", table.setup.rounds).into();
        over(book, table, Ending { winner: None, why }, oracle);
        return Ok(());
    }
    let anew = book.house.reroll_initiative_each_round && before > 0;
    if !anew {
        order::settle_late(book, table, oracle)?;
    }
    let reacts_anew = book.house.reaction_reset == ReactionReset::Round || before == 0;
    for actor in &mut table.actors {
        (actor.late, actor.surprise) = (false, false);
        if reacts_anew {
            (actor.parry_used, actor.dodge_used) = (false, false);
        }
    }
    table.at = 0;
    oracle.tell(Audience::All, || Event::Turn(TurnEvent::Round { number: before + 1 }));
    if anew {
        order::roll_all(book, table, oracle)?;
    }
    order::order_groups(table, oracle)
}

/// CR-R156: can this creature still do anything in this crisis?
pub fn is_up(table: &Table, who: ActorId) -> bool {
    let actor = table.actor(who);
    let for_good = |condition: &conditions::Condition| {
        matches!(condition.kind, conditions::ConditionKind::Helpless(_)) && condition.ends == Ends::Never
    };
    actor.is_up() && !actor.conditions.iter().any(for_good)
}

/// CR-R156: for a machine a crisis is over when only one side has anybody left who can act. At a table the GM says when it
/// ends: until then whoever is left may go on, if only to deal with the helpless.
pub fn check_over<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, oracle: &mut O) {
    if table.clock.mode != Mode::Crisis {
        return;
    }
    let Some(one) = table.order.iter().copied().find(|&who| is_up(table, who)) else {
        return over(book, table, Ending { winner: None, why: "nobody can act any more".into() }, oracle);
    };
    let has_foes = |is: &dyn Fn(ActorId) -> bool| table.order.iter().any(|&who| table.hostile(one, who) && is(who));
    if has_foes(&|who| is_up(table, who)) || !has_foes(&|_| true) {
        table.over = None; // as usual; or somebody got up again
    } else if table.over.is_none() {
        let winner = table.side_of(one);
        let why = format!("only {} can still act", table.setup.sides[usize::from(winner.0)]).into();
        let ending = Ending { winner: Some(winner), why };
        oracle.tell(Audience::All, || Event::Turn(TurnEvent::Over(ending.clone())));
        table.over = Some(ending);
    }
}

/// CR-R156: nobody's aim, Overwatch or long Action outlasts a crisis or comes into one.
fn drop_what_is_under_way<O: Oracle<Crisis>>(table: &mut Table, oracle: &mut O) {
    for who in table.ids() {
        long::lose(table, who, false, oracle);
        loss::lose_aim(table, who, oracle);
        loss::lose_overwatch(table, who, oracle);
    }
}

/// What is so of somebody for a turn or a round.
fn forget_turns(actor: &mut Actor) {
    (actor.acted, actor.surprise, actor.late) = (false, false, false);
    (actor.parry_used, actor.dodge_used) = (false, false);
}

/// CR-R156, CR-D37: AP, aim, Overwatch and long Actions are dropped. Dying goes on, a wound for each round of the clock.
pub fn over<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, ending: Ending, oracle: &mut O) {
    table.clock.mode = Mode::Free;
    table.clock.turn = Turn::Round;
    table.order.clear();
    table.at = 0;
    drop_what_is_under_way(table, oracle);
    let bleeds = recovery::next_bleeding(book, table);
    for actor in &mut table.actors {
        forget_turns(actor);
        actor.ap = 0;
        if actor.dying {
            actor.bleeds = bleeds;
        }
    }
    conditions::pass_time(table, true, oracle);
    oracle.tell(Audience::All, || Event::Turn(TurnEvent::Over(ending.clone())));
    // Who was left before the GM ended it stays the outcome.
    table.over = Some(table.over.take().unwrap_or(ending));
}

impl Tells<Crisis> for TurnEvent {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        match self {
            TurnEvent::Round { number: 0 } => Line::heading("Surprise round", [rule!("CR-041"), rule!("CR-043")]),
            TurnEvent::Round { number } => Line::heading(format!("Round {number}"), [rule!("CR-032")]),
            TurnEvent::Begins { who } => Line {
                heading: true,
                ..line(0, format!("{}'s turn", table.name(*who)), [rule!("CR-030"), rule!("CR-047")], *who)
            },
            TurnEvent::Initiative { who, group, face, modifier, again } => {
                let (with, s) = match group.len() {
                    0 => (String::new(), "s"),
                    more => (format!(" and {more} more"), ""),
                };
                let what = if *again { "again" } else { "initiative" };
                let text = format!("{}{with} roll{s} {what}: {}", table.name(*who), sum(*face, (*modifier).into()));
                let rules =
                    if *again { [rule!("CR-038"), rule!("CR-039")] } else { [rule!("CR-033"), rule!("CR-035")] };
                line(1, text, rules, *who)
            }
            TurnEvent::Agreed { order } => {
                let names: Vec<&str> = order.iter().map(|&who| table.name(who)).collect();
                Line::new(1, format!("The tied agree: {}", names.join(", ")), [rule!("CR-037")])
            }
            TurnEvent::Over(ending) => Line::heading(format!("The crisis is over: {}", ending.why), [rule!("CR-R156")]),
        }
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        match self {
            TurnEvent::Round { number } => {
                let (measure, value) = ("round", *number as i32);
                to.push(Mark { measure, who: None, value, word: "", fold: Fold::Last });
            }
            TurnEvent::Begins { .. } | TurnEvent::Initiative { .. } | TurnEvent::Agreed { .. } | TurnEvent::Over(_) => {
            }
        }
    }
}
