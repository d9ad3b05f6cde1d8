//! Gather, Shape, Release (ST-179 to ST-190).

use super::{activate, keep};
use crate::{
    Event, Question, Stamina,
    actions::Action,
    check::{Checked, Counts, How, Named, arcane_result, open_successes, pool_of, roll_less},
    harm::pay_dues,
    sheet::{Attribute, Power, Primary},
    table::{Craft, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Who, rule};

/// ST-R10: the successes of an arcane check without a difficulty, in which lower dice may be kept.
fn arcane_open<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &Table,
    who: ActorId,
    action: Action,
    how: How,
    oracle: &mut O,
) -> Flow<u8> {
    let pool = pool_of(table, who, Attribute::Mind, Primary::ArcaneAptitude); // ST-166
    let name = Named::Action(action);
    let (successes, face) = match how {
        How::Roll => {
            let result = arcane_result(book, table, who, name, &pool, oracle)?;
            (open_successes(&book.house, result, Counts::Successes), Some(result))
        }
        _ => (roll_less(&pool, &book.house, how), None),
    };
    oracle.tell(Audience::All, || {
        Event::Checked(Checked { who, name, pool, face, how, difficulty: None, degree: None, successes })
    });
    Ok(successes)
}

/// ST-179, ST-180: successes are stored.
pub(super) fn gather<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    how: How,
    oracle: &mut O,
) -> Flow<()> {
    let successes = arcane_open(book, table, who, Action::Gather, how, oracle)?;
    let craft = &mut table.actor_mut(who).craft;
    craft.stored = craft.stored.saturating_add(successes);
    craft.actions = craft.actions.saturating_add(1);
    craft.row = craft.row.saturating_add(1); // ST-183
    craft.gathered = true;
    let stored = craft.stored;
    oracle.tell(Audience::All, || Event::Gathered { who, successes, stored });
    Ok(())
}

/// ST-184, ST-185, ST-R80: each success moves one stored success into a power (ST-D23).
pub(super) fn shape<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    how: How,
    oracle: &mut O,
) -> Flow<()> {
    let successes = arcane_open(book, table, who, Action::Shape, how, oracle)?;
    let craft = &mut table.actor_mut(who).craft;
    craft.actions = craft.actions.saturating_add(1);
    let count = successes.min(craft.unshaped());
    for _ in 0..count {
        let question = Question::Power { spell: None, count: Power::ALL.len() as u8 + 1 };
        let at = oracle.ask(table, Who::Actor(who), &question)?;
        if at >= Power::ALL.len() {
            break; // a success allows it and does not demand it
        }
        let craft = &mut table.actor_mut(who).craft;
        craft.shaped[at] = craft.shaped[at].saturating_add(1);
        oracle.tell(Audience::All, || Event::Powered { who, power: Power::ALL[at], rule: rule!("ST-185") });
    }
    Ok(())
}

/// ST-186 to ST-190: the effect works at once or is kept (ST-D24); the dues are everything stored, shaped or not
/// (ST-189), and one for each Gather and Shape. What was not shaped is lost.
pub(super) fn release<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    target: ActorId,
    oracle: &mut O,
) -> Flow<()> {
    let craft = table.actor(who).craft;
    let effect = craft.effect();
    let keeps = oracle.ask(table, Who::Actor(who), &Question::Release { target })? == 1;
    let left = Craft { row: craft.row, gathered: craft.gathered, ..Craft::default() };
    table.actor_mut(who).craft = left;
    if keeps {
        keep(table, who, effect, oracle);
    } else {
        activate(book, table, who, target, effect, oracle)?;
        if !table.is_active(who) {
            return Ok(()); // ST-R78: whoever is out pays no dues
        }
    }
    pay_dues(table, who, craft.dues(), rule!("ST-188"), oracle)
}
