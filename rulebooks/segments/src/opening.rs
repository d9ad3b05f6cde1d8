//! What is begun while the clock runs and ought to stop it: a weapon swung, an accusation (SE-030 to SE-033, SE-R16, SE-R17).

use crate::{
    Event, Question, Segments,
    actions::{
        ability::{self, Cast},
        attack::{self, Attack, Target},
    },
    check::Causes,
    table::{Out, Speed, Table},
    time,
    turn::{self, Intention, Why, rounds::Stopping},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Who, rule};

/// May it be begun now: not while the clock is stopped.
pub fn clock_runs(table: &Table) -> bool {
    table.clock.mode != Speed::Segmented
}

/// SE-D08: what the GM says about it.
enum Said {
    Stop,
    NotNow,
    Waive,
}

fn ask<O: Oracle<Segments>>(table: &Table, by: ActorId, why: Why, waive: bool, oracle: &mut O) -> Flow<Said> {
    Ok(match oracle.ask(table, Who::Gm, &Question::StopClock { by, why, waive })? {
        0 => Said::Stop,
        2 => Said::Waive,
        _ => Said::NotNow,
    })
}

/// SE-R16: something that cannot react: a thing, a helpless one.
pub fn cannot_react(table: &Table, target: Target) -> bool {
    match target {
        Target::Thing(_) => true,
        Target::Body(who) => table.actor(who).out != Out::Active,
    }
}

/// May a weapon be swung now, for the GM to stop the clock?
pub fn may_attack(book: &Segments, table: &Table, attack: &Attack) -> Result<(), Refusal> {
    table.may_act(attack.actor)?;
    turn::is_upright(table, attack.actor)?;
    attack::reaches(book, table, attack).map(|_| ())
}

/// SE-031, SE-R16: a weapon is swung while the clock runs. It is not resolved: the GM is asked to stop the clock, and may
/// waive that for what cannot react.
pub fn attack<O: Oracle<Segments>>(book: &Segments, table: &mut Table, attack: &Attack, oracle: &mut O) -> Flow<()> {
    may_attack(book, table, attack)?;
    let slow = attack::is_slow(book, table, attack.actor, attack.weapon);
    let intention = if slow { Intention::Slow } else { Intention::Standard };
    let waive = cannot_react(table, attack.target) && table.clock.mode == Speed::Open;
    match ask(table, attack.actor, Why::Weapon, waive, oracle)? {
        Said::Stop if book.house.trigger_first => {
            attack::by_weapon(book, table, attack, Causes::NONE, oracle)?;
            stop(book, table, Why::Weapon, attack.actor, None, oracle)
        }
        Said::Stop => stop(book, table, Why::Weapon, attack.actor, Some(intention), oracle),
        Said::Waive => {
            time::acted_in_open(book, table, oracle);
            attack::by_weapon(book, table, attack, Causes::NONE, oracle)
        }
        Said::NotNow => {
            not_now(attack.actor, oracle);
            Ok(())
        }
    }
}

/// May an ability that attacks be begun now, for the GM to stop the clock? Like a weapon, in a passage too.
pub fn may_cast(table: &Table, cast: &Cast) -> Result<(), Refusal> {
    table.may_act(cast.actor)?;
    turn::is_upright(table, cast.actor)?;
    ability::usable(table, cast)
}

/// The same for an ability that attacks (SE-R46).
pub fn cast<O: Oracle<Segments>>(book: &Segments, table: &mut Table, cast: &Cast, oracle: &mut O) -> Flow<()> {
    may_cast(table, cast)?;
    match ask(table, cast.actor, Why::Weapon, false, oracle)? {
        Said::Stop if book.house.trigger_first => {
            ability::take_effect(book, table, cast, oracle)?;
            stop(book, table, Why::Weapon, cast.actor, None, oracle)
        }
        Said::Stop => stop(book, table, Why::Weapon, cast.actor, Some(Intention::Ability), oracle),
        _ => {
            not_now(cast.actor, oracle);
            Ok(())
        }
    }
}

/// May somebody be accused now?
pub fn may_accuse(table: &Table, who: ActorId, target: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    if !clock_runs(table) {
        return Err(Refusal::by(rule!("SE-032"), "clock-stopped", "the clock is stopped already"));
    }
    if target == who || target.index() >= table.actors.len() || !table.is_here(target) || table.actor(target).hidden {
        return Err(Refusal::plain("no-target", "there is nobody like that to accuse"));
    }
    Ok(())
}

/// SE-032: an accusation; no violence is needed.
pub fn accuse<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    target: ActorId,
    oracle: &mut O,
) -> Flow<()> {
    may_accuse(table, who, target)?;
    match ask(table, who, Why::Accusation, false, oracle)? {
        Said::Stop => stop(book, table, Why::Accusation, who, Some(Intention::Standard), oracle),
        _ => {
            not_now(who, oracle);
            Ok(())
        }
    }
}

fn not_now<O: Oracle<Segments>>(by: ActorId, oracle: &mut O) {
    oracle.tell(Audience::All, || Event::NotNow { by });
}

/// SE-R17: what stopped the clock becomes the declared intention of the one who started it; everybody else declares as usual.
fn stop<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    why: Why,
    by: ActorId,
    intends: Option<Intention>,
    oracle: &mut O,
) -> Flow<()> {
    turn::stop(book, table, why, &Stopping { by: Some(by), intends, ..Stopping::default() }, oracle)
}
