//! Keep Watch, the Alertness Check, and the stealth check that both may be opposed by (ST-250 to ST-270).

use super::ask_how;
use crate::{
    Event, Question, Stamina,
    actions::Action,
    check::{Cause, Degree, How, Named, Pool, perform, pool_of},
    sheet::{Attribute, Primary, Secondary},
    table::{Mode, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Throw, Who};

/// ST-R104, ST-R120: the opponents who are hidden from this character.
pub fn sneakers(table: &Table, who: ActorId) -> impl Iterator<Item = ActorId> + '_ {
    table.ids().filter(move |&foe| table.is_active(foe) && !table.is_aware(who, foe))
}

/// ST-253, ST-264: the lowest stealth result of the group.
fn stealth_of(table: &Table, who: ActorId) -> Option<u8> {
    sneakers(table, who).filter_map(|foe| table.actor(foe).stealth).min()
}

/// ST-R18: is a watch opposed by somebody's roll?
pub(super) fn is_opposed(table: &Table, who: ActorId) -> bool {
    stealth_of(table, who).is_some()
}

/// ST-R104: reflexes and stealth, rolled once; nobody else sees the dice.
pub(super) fn sneak<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let mut pool = pool_of(table, who, Attribute::Reflexes, Primary::Stealth);
    pool.gain(Cause::Watch, table.actor(who).stealth_bonus); // ST-R102
    let to = Audience::only(who);
    let throw = Throw::hidden(Who::Actor(who), "stealth check", to);
    let result = oracle.roll(throw, pool.roll(&book.house), |total| total as u8)?.value;
    table.set_hidden(who, true);
    table.actor_mut(who).stealth = Some(result);
    oracle.tell(to, || Event::Sneaks { who, pool, result });
    Ok(())
}

const WATCH: Named = Named::Action(Action::KeepWatch);

fn eyes(table: &Table, who: ActorId) -> Pool {
    pool_of(table, who, Attribute::Perception, Primary::Awareness)
}

/// ST-250 to ST-258: a watch, against the GM's difficulty or a stealth result. Each watcher for itself (ST-252).
pub(super) fn keep<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    how: How,
    oracle: &mut O,
) -> Flow<()> {
    let difficulty = match stealth_of(table, who) {
        Some(stealth) => stealth,
        None => Question::ask_difficulty(table, who, WATCH, oracle)?,
    };
    let pool = eyes(table, who);
    let to = Audience::only(who);
    let degree = perform(book, who, WATCH, pool, difficulty, how, to, oracle)?;
    if degree == Degree::CriticalFailure {
        // ST-254, ST-D36; ST-R122: nobody falls asleep in the middle of round-based play.
        let may_sleep = table.clock.mode == Mode::Free;
        let asleep = may_sleep && oracle.ask(table, Who::Gm, &Question::Nods { who })? == 0;
        table.actor_mut(who).asleep = asleep;
        // Everybody can see somebody sleep; what distracts somebody is the GM's affair.
        let to = if asleep { Audience::All } else { Audience::Gm };
        oracle.tell(to, || Event::Nods { who, asleep });
        // ST-R102: dangers happen more easily.
        let foes: Vec<ActorId> = table.ids().filter(|&foe| table.hostile(foe, who)).collect();
        for foe in foes {
            table.actor_mut(foe).stealth_bonus = 2;
        }
    }
    learn(table, who, WATCH, degree, true, oracle);
    Ok(())
}

/// ST-260 to ST-270: the GM calls for an Alertness Check of somebody; the difficulty is given or a stealth result.
pub fn alertness<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    difficulty: Option<u8>,
    danger: bool,
    oracle: &mut O,
) -> Flow<()> {
    let opposed = stealth_of(table, who).filter(|_| difficulty.is_none());
    let difficulty = match difficulty.or(opposed) {
        Some(difficulty) => difficulty,
        None => Question::ask_difficulty(table, who, Named::Alertness, oracle)?,
    };
    let how = if opposed.is_some() { How::Roll } else { ask_how(table, who, oracle)? };
    let pool = eyes(table, who);
    let to = Audience::only(who);
    let degree = perform(book, who, Named::Alertness, pool, difficulty, how, to, oracle)?;
    learn(table, who, Named::Alertness, degree, danger, oracle);
    Ok(())
}

/// What a watcher knows by this degree, and what that means when rounds begin.
///
/// Critical failure: surprised and flat footed (ST-265, ST-R102). Failure: surprised (ST-255,
/// ST-266, ST-R105). Near failure: not
/// surprised, no warning (ST-256, ST-267); what is no danger goes unnoticed (ST-268). Success: one round, and one more for
/// each additional success, those of alertness included (ST-251, ST-257, ST-258, ST-262, ST-269, ST-270, ST-R103).
fn learn<O: Oracle<Stamina>>(
    table: &mut Table,
    who: ActorId,
    check: Named,
    degree: Degree,
    danger: bool,
    oracle: &mut O,
) {
    let rank = table.sheet(who).rank(Secondary::Alertness);
    let warning = match degree {
        Degree::Success(more) => more.saturating_add(rank).saturating_add(1),
        _ => 0,
    };
    let in_rounds = table.clock.mode == Mode::Rounds;
    if danger {
        let actor = table.actor_mut(who);
        actor.surprised = degree <= Degree::Failure;
        actor.flat_footed = degree == Degree::CriticalFailure;
        // ST-R103: whoever is in the fight stays in it.
        actor.warning = if in_rounds { actor.warning.max(warning) } else { warning };
    }
    oracle.tell(Audience::only(who), || Event::Noticed { who, check, degree, danger, rounds: warning });
    if degree.is_success() && danger {
        crate::turn::join(table, who, oracle); // ST-R103
        // ST-257, ST-269: the danger is noticed, and so are those who bring it; by this character alone (ST-R120).
        let found: Vec<ActorId> = sneakers(table, who).collect();
        for foe in found {
            table.notice(who, foe);
        }
    }
}
