//! Perceive: finding hidden creatures (CW-217, CW-220, CW-R114).

use super::{TaskEvent, audience};
use crate::{
    Clockworld, Event,
    check::{Check, beats},
    sheet::Skill,
    table::{Out, Table},
};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle};

/// How far a creature can be heard, in feet (CW-R108).
const HEARD_FT: u32 = 30;

/// The creatures that this Character is Unaware of and could find: it has a line to them, or they are near enough to
/// be heard (the mirror of CW-R108; it may turn as it likes on its own Turn, CW-178).
pub fn hidden_from(table: &Table, who: ActorId) -> ActorSet {
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let could = |other: &ActorId| {
        let heard = sheet.can_hear && table.within(actor.place, table.actor(*other).place, HEARD_FT);
        heard || (sheet.can_see && !table.sight(who, *other).blocked)
    };
    actor
        .unaware_of
        .iter()
        .filter(|other| other.index() < table.actors.len() && !matches!(table.actor(*other).out, Out::Dead | Out::Fled))
        .filter(could)
        .collect()
}

/// CW-R114: one Check, compared with the number of each hidden creature's Sneak Rank; those it beats are found.
///
/// CW-R04: no die is asked for if every one of them is found automatically. If nobody is hidden a die is rolled all the
/// same: that none falls would tell the searcher.
pub(super) fn search<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    check: &Check,
    oracle: &mut O,
) -> Flow<()> {
    let (by, hidden) = (check.who, hidden_from(table, check.who));
    let rank_of = |other: ActorId| table.skill(other, Skill::Stealth).rank.rank();
    let automatic = |other: ActorId| check.is_automatic(book, rank_of(other));
    let rolled =
        if !hidden.is_empty() && hidden.iter().all(automatic) { None } else { Some(check.total("Perceive", oracle)?) };
    let beaten = |other: ActorId| {
        let number = book.number(rank_of(other));
        rolled.is_some_and(|(total, _)| number.is_some_and(|number| beats(total, number)))
    };
    let found: ActorSet = hidden.iter().filter(|&other| automatic(other) || beaten(other)).collect();
    let (check, face) = (*check, rolled.map(|(_, face)| face));
    oracle.tell(audience(table, by), || Event::Task(TaskEvent::Searched { check, face }));
    for whom in found.iter() {
        table.actor_mut(by).unaware_of = table.actor(by).unaware_of.without(whom);
        // Those who still do not know of it do not learn of it by the telling.
        let unaware: ActorSet =
            table.ids().filter(|&id| [by, whom].iter().any(|&who| table.actor(id).unaware_of.contains(who))).collect();
        oracle.tell(Audience::AllBut(unaware), || Event::Task(TaskEvent::Found { by, whom }));
    }
    Ok(())
}
