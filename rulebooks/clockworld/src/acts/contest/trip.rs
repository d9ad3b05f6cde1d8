//! Trip: knocks somebody within Reach Prone (CW-145, CW-146).

use super::{
    Contest, ContestEvent, ContestName,
    bout::{Defender, Guard, Guards, Initiator, choose, oppose},
    declare,
};
use crate::{
    Clockworld, Event,
    check::Named,
    reactions::block,
    sheet::{AttackKind, Skill},
    table::Table,
};
use referee_engine::{ActorId, Audience, Flow, Oracle};

/// CW-145, CW-D26: Endure, Dodge, or Block with a held thing or an arm.
///
/// CW-R93: one that is Immobilized does not Dodge, unless the table says that only the Reaction is lost. CW-R94: one
/// that is Pinned has only Endure.
pub fn defences(book: &Clockworld, table: &Table, who: ActorId) -> Guards {
    let mut guards = Guards::from_slice(&[Guard::Endure]);
    if table.is_pinned(who) {
        return guards;
    }
    if !table.is_immobilized(who) || book.house.immobilized_trip_dodge {
        guards.push(Guard::Dodge);
    }
    let things = block::things(table, who, AttackKind::Reach);
    guards.extend(things.into_iter().map(|(_, thing)| Guard::BlockWith(thing)));
    guards.extend(block::arms(book, table, who, AttackKind::Reach).iter().map(Guard::BlockArm));
    guards
}

/// CW-145, CW-146, CW-268: Hand-to-Hand against the defence that the Target chose; if it wins, the Target is Prone.
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    contest: &Contest,
    target: ActorId,
    oracle: &mut O,
) -> Flow<()> {
    let by = contest.actor;
    declare(book, table, contest, oracle);
    let guard = choose(table, target, by, ContestName::Trip, &defences(book, table, target), oracle)?;
    let initiator = Initiator { who: by, name: Named::Trip, skill: Skill::HandToHand, causes: contest.causes() };
    let beaten = oppose(book, table, initiator, &[Defender::new(target, guard)], oracle)?;
    if beaten.contains(target) {
        table.actor_mut(target).prone = true;
        oracle.tell(Audience::All, || Event::Contest(ContestEvent::Tripped { who: target }));
    }
    Ok(())
}
