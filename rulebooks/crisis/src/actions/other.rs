//! Light Actions beside a long one (CR-058).

use super::overwatch;
use crate::{Crisis, Event, Question, table::Table, turn};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Who, rule};

/// CR-058: a light Action is asked for while a long one is under way.
pub fn may_light(table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act_in_crisis(who)?;
    match table.actor(who).long {
        Some(long) if !long.paused => Ok(()),
        _ => {
            let why = format!("{} is at nothing that takes several turns", table.name(who));
            Err(Refusal::by(rule!("CR-058"), "nothing-long", why))
        }
    }
}

/// CR-058, CR-R37, CR-D12: the GM allows it at no cost, or refuses; then it may still be taken as an ordinary Action,
/// which cancels the long one.
pub fn light<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    what: &str,
    oracle: &mut O,
) -> Flow<()> {
    may_light(table, who)?;
    let held = table.actor(who).ap;
    let answer = oracle.ask(table, Who::Gm, &Question::Light { who, most: held })?;
    if answer <= usize::from(held) {
        let actor = table.actor_mut(who);
        actor.ap -= answer as u8;
        oracle.tell(Audience::All, || Event::Light { who, what: what.to_owned(), allowed: true });
        return Ok(());
    }
    let ap = book.house.default_action_ap;
    let anyway = held >= ap && oracle.ask(table, Who::Actor(who), &Question::Anyway { who, ap })? == 1;
    if anyway {
        turn::spend(book, table, who, ap, false, oracle);
        oracle.tell(Audience::All, || Event::Light { who, what: what.to_owned(), allowed: false });
        overwatch::before(book, table, who, oracle)?;
        overwatch::after(book, table, who, oracle)?;
    }
    Ok(())
}
