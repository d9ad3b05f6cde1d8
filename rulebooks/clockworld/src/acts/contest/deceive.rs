//! Deceive: a lie told or a part played, against the eyes and ears of others (CW-135 to CW-137).

use super::{
    Contest, ContestEvent, ContestQuestion,
    bout::{Defender, Guard, Initiator, oppose},
    declare,
};
use crate::{Clockworld, Event, Question, check::Named, sheet::Skill, table::Table};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle, Who};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CW-D25: what a listener suspects that was not taken in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Suspicion {
    /// CW-137: that something is wrong, and not what.
    SomethingWrong,
    /// That this was a lie.
    TheLie,
    /// What is true instead.
    TheTruth,
}

impl Suspicion {
    /// All of them.
    pub const ALL: [Suspicion; 3] = [Suspicion::SomethingWrong, Suspicion::TheLie, Suspicion::TheTruth];
}

/// CW-135, CW-136, CW-137, CW-219, CW-R84: against the Perceive Check of each listener. Those beaten believe it; the
/// others are suspicious, and the GM says of what.
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    contest: &Contest,
    targets: &[ActorId],
    oracle: &mut O,
) -> Flow<()> {
    let of = contest.actor;
    declare(book, table, contest, oracle);
    let defenders: SmallVec<[Defender; 4]> =
        targets.iter().map(|&target| Defender::new(target, Guard::Perceive)).collect();
    let initiator = Initiator { who: of, name: Named::Deceive, skill: Skill::Guile, causes: contest.causes() };
    let beaten = oppose(book, table, initiator, &defenders, oracle)?;
    for &who in targets {
        if beaten.contains(who) {
            oracle.tell(Audience::All, || Event::Contest(ContestEvent::Believed { who, of }));
            continue;
        }
        let listener = table.actor_mut(who);
        listener.suspicious_of = listener.suspicious_of.with(of);
        oracle.tell(Audience::All, || Event::Contest(ContestEvent::Suspicious { who, of }));
        let question = Question::Contest(ContestQuestion::Suspicion { who, of });
        let what = Suspicion::ALL[oracle.ask(table, Who::Gm, &question)?];
        if what != Suspicion::SomethingWrong {
            let knows = Audience::Actors(ActorSet::EMPTY.with(who));
            oracle.tell(knows, || Event::Contest(ContestEvent::Suspects { who, of, what }));
        }
    }
    Ok(())
}
