//! Recovery actions (ST-197 to ST-205), and what comes back outside of rounds.

use crate::{
    Event, Question, Stamina,
    actions::Action,
    check::{Counts, How, Named, may_skip_roll, perform_open, pool_of},
    house::{StunTrade, StunTradeLimit},
    reason::Reason,
    sheet::{Attribute, Primary, Secondary},
    table::{Mode, Table},
    turn::{self, Cost, Need},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Who, rule};
use serde::{Deserialize, Serialize};

/// What is recovered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Recovered {
    Defense,
    Stamina,
    Stun,
    Health,
}

/// ST-197: the slot, never lowered.
fn cost(action: Action) -> Cost {
    Cost::of(action, Need::One)
}

/// ST-199, ST-R85: not after an attack in this round.
pub fn may_regain<R: Reason>(book: &Stamina, table: &Table, who: ActorId, how: How) -> Result<(), R> {
    turn::may::<R>(book, table, who, &cost(Action::RegainComposure))?;
    may_skip_roll::<R>(table, how, false)?;
    if table.clock.mode == Mode::Rounds && table.actor(who).attacks > 0 {
        let why = || format!("{} has made an attack this round", table.name(who));
        return Err(R::because(|| Refusal::by(rule!("ST-199"), "attacked", why())));
    }
    Ok(())
}

/// ST-198 to ST-201: Regain Composure with reflexes or perception (ST-D25).
pub fn regain<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    perception: bool,
    how: How,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        may_regain::<Refusal>(book, table, who, how)?;
    }
    turn::declare(book, table, who, &cost(Action::RegainComposure), oracle)?;
    if !table.is_active(who) {
        return Ok(());
    }
    table.actor_mut(who).turn.no_attack = true; // ST-200
    let attribute = if perception { Attribute::Perception } else { Attribute::Reflexes };
    let pool = pool_of(table, who, attribute, Primary::PersonalDefense);
    let named = Named::Action(Action::RegainComposure);
    let successes = perform_open(book, who, named, pool, Counts::Successes, how, oracle)?;
    let amount = successes.saturating_add(table.sheet(who).rank(Secondary::RegainComposure)); // ST-201
    let most = table.sheet(who).max_defense;
    let actor = table.actor_mut(who);
    let before = actor.defense;
    actor.defense = before.saturating_add(amount).min(most).max(before); // ST-R20
    let amount = actor.defense - before;
    oracle.tell(Audience::All, || Event::Recovered { who, what: Recovered::Defense, amount, rule: rule!("ST-201") });
    Ok(())
}

/// ST-203, ST-R86: the stamina that is spent in this turn once a Restoration is declared. It takes the slot, so stored
/// energy is lost by it, and what is paid for that in stamina counts (ST-182, ST-R78).
pub fn spent_with_restoration(table: &Table, who: ActorId) -> u8 {
    let actor = table.actor(who);
    // ST-050: outside of rounds every action is a turn of its own.
    let before = if table.clock.mode == Mode::Rounds { actor.turn.spent } else { 0 };
    let dues = if actor.craft.stored > 0 { actor.craft.dues().min(actor.stamina) } else { 0 };
    before.saturating_add(dues)
}

/// ST-203, ST-R86: not if more stamina is spent in this turn than the rank in stamina.
pub fn may_restore<R: Reason>(book: &Stamina, table: &Table, who: ActorId, how: How) -> Result<(), R> {
    turn::may::<R>(book, table, who, &cost(Action::Restoration))?;
    may_skip_roll::<R>(table, how, false)?;
    let rank = table.sheet(who).rank(Secondary::Stamina);
    let spent = spent_with_restoration(table, who);
    if spent > rank {
        let lost = if table.actor(who).craft.stored > 0 { ", dues for the stored energy included" } else { "" };
        let why = || format!("{spent} stamina would be spent in this turn{lost}; {rank} are allowed");
        return Err(R::because(|| Refusal::by(rule!("ST-203"), "spent", why())));
    }
    Ok(())
}

/// ST-202 to ST-205: Restoration with body and endurance.
pub fn restore<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    how: How,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        may_restore::<Refusal>(book, table, who, how)?;
    }
    turn::declare(book, table, who, &cost(Action::Restoration), oracle)?;
    if !table.is_active(who) {
        return Ok(());
    }
    table.actor_mut(who).turn.restored = true;
    let pool = pool_of(table, who, Attribute::Body, Primary::Endurance);
    let successes = perform_open(book, who, Named::Action(Action::Restoration), pool, Counts::Additional, how, oracle)?;
    let amount = successes.saturating_add(table.sheet(who).rank(Secondary::Stamina)); // ST-204
    let room = table.stamina_limit(who).saturating_sub(table.actor(who).stamina);
    let limited = book.house.stun_trade_limit == StunTradeLimit::LimitFirst;
    let real = if limited { amount.min(room) } else { amount };
    let trades = trades(book, table, who, real);
    let trades = match trades {
        0 => 0,
        most => oracle.ask(table, Who::Actor(who), &Question::Trade { most })? as u8,
    };
    recover(table, who, real - 3 * trades, trades, oracle);
    Ok(())
}

/// ST-205, ST-R86: how often three stamina can be traded for a stun.
fn trades(book: &Stamina, table: &Table, who: ActorId, amount: u8) -> u8 {
    let most = (amount / 3).min(table.actor(who).stun);
    if book.house.stun_trade == StunTrade::Once { most.min(1) } else { most }
}

fn recover<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, stamina: u8, stun: u8, oracle: &mut O) {
    table.actor_mut(who).stun -= stun;
    let limit = table.stamina_limit(who);
    let actor = table.actor_mut(who);
    let before = actor.stamina;
    actor.stamina = before.saturating_add(stamina).min(limit).max(before.min(limit));
    let amount = actor.stamina.saturating_sub(before);
    oracle.tell(Audience::All, || Event::Recovered { who, what: Recovered::Stamina, amount, rule: rule!("ST-204") });
    if stun > 0 {
        oracle.tell(Audience::All, || Event::Recovered {
            who,
            what: Recovered::Stun,
            amount: stun,
            rule: rule!("ST-205"),
        });
    }
}

/// What magic gives back: stun first, then stamina up to its limit.
pub fn give<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, stun: u8, stamina: u8, oracle: &mut O) {
    let stun = stun.min(table.actor(who).stun);
    if stun > 0 || stamina > 0 {
        recover(table, who, stamina, stun, oracle);
    }
}

/// ST-D14: how somebody travels outside of rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// ST-R22: a rest.
    Rest,
    /// ST-054.
    Regular,
    /// ST-055.
    Quick,
}

impl Pace {
    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Pace::Rest => "rest",
            Pace::Regular => "regular",
            Pace::Quick => "quick",
        }
    }

    /// ST-054, ST-055: metres a minute.
    pub fn metres(self, base: u8) -> u32 {
        match self {
            Pace::Rest => 0,
            Pace::Regular => 5 * u32::from(base),
            Pace::Quick => 10 * u32::from(base),
        }
    }
}

/// Travel and rest are outside of rounds.
pub fn may_travel(table: &Table, who: ActorId, minutes: u16) -> Result<(), Refusal> {
    table.may_act::<Refusal>(who)?;
    if table.clock.mode == Mode::Rounds {
        return Err(Refusal::by(rule!("ST-053"), "in-rounds", "in rounds one moves by move actions"));
    }
    if minutes == 0 || minutes > 1440 {
        return Err(Refusal::by(rule!("ST-054"), "no-time", "from one minute to a day"));
    }
    Ok(())
}

/// ST-053 to ST-056, ST-R22, ST-R39: minutes on the way or at rest. The pace sets the stamina on arrival.
pub fn travel<O: Oracle<Stamina>>(
    table: &mut Table,
    who: ActorId,
    pace: Pace,
    minutes: u16,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        may_travel(table, who, minutes)?;
    }
    let (base, most) = (table.sheet(who).base_movement, table.sheet(who).max_stamina);
    let limit = table.stamina_limit(who);
    table.clock.advance(60 * u64::from(minutes));
    let actor = table.actor_mut(who);
    actor.stamina = if pace == Pace::Quick { (most / 2).min(limit) } else { limit };
    actor.hurrying = pace == Pace::Quick;
    (actor.kept, actor.guard, actor.light) = (None, None, None);
    let (metres, stamina) = (pace.metres(base) * u32::from(minutes), actor.stamina);
    oracle.tell(Audience::All, || Event::Travelled { who, pace, minutes, metres, stamina });
    Ok(())
}
