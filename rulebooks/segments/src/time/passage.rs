//! Journeying: a passage of hours, one unchanging activity each (SE-002 to SE-010, SE-017, SE-018, SE-R11 to SE-R15).

use super::{Halt, TimeEvent, Told, halt, turn_passes};
use crate::{
    Event, Segments, recovery,
    table::{Speed, Table, Work},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, named, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

named! {
    /// What a character does from the start of a passage to its end.
    #[derive(PartialOrd, Ord, JsonSchema)]
    pub enum Activity {
        /// SE-005: a long way.
        Travel = "travel" / "the journey",
        /// SE-006: a complex item.
        Craft = "craft" / "the craft",
        /// SE-007.
        Study = "study" / "the study",
        /// SE-008.
        Train = "train" / "the training",
        /// SE-R111.
        Rest = "rest" / "the rest",
        /// SE-009: anything else that stays the same.
        Other = "other" / "the work",
    }
}

impl Activity {
    /// The rule that makes a montage of it.
    pub const fn rule(self) -> referee_engine::RuleId {
        match self {
            Activity::Travel => rule!("SE-005"),
            Activity::Craft => rule!("SE-006"),
            Activity::Study => rule!("SE-007"),
            Activity::Train => rule!("SE-008"),
            Activity::Rest => rule!("SE-R111"),
            Activity::Other => rule!("SE-009"),
        }
    }
}

/// SE-R11: the most hours of one passage.
pub const MOST_HOURS: u8 = 24;

/// A passage under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Passage {
    /// Hours planned.
    pub hours: u8,
    /// Turns that have passed.
    pub turns: u16,
    /// SE-R15: who does what.
    pub activities: SmallVec<[(ActorId, Activity); 6]>,
}

impl Passage {
    /// What somebody does.
    pub fn activity(&self, who: ActorId) -> Option<Activity> {
        self.activities.iter().find(|(known, _)| *known == who).map(|(_, activity)| *activity)
    }
}

/// SE-D01, SE-R11: a passage begins.
pub fn begin<O: Oracle<Segments>>(
    table: &mut Table,
    hours: u8,
    area: u8,
    activities: SmallVec<[(ActorId, Activity); 6]>,
    oracle: &mut O,
) {
    if table.area != area {
        (table.area, table.wander_counter) = (area, 0);
    }
    table.clock.mode = Speed::Journeying;
    table.passage = Some(Box::new(Passage { hours, turns: 0, activities }));
    oracle.tell(Audience::All, || Event::Time(TimeEvent::Departs { hours }));
}

/// SE-R12, SE-D02: lets so many hours of the passage go by, turn by turn. The first turn in which something stops it is its
/// last; otherwise it ends with the hours planned, or goes on when the GM says so.
pub fn go_on<O: Oracle<Segments>>(book: &Segments, table: &mut Table, hours: u8, oracle: &mut O) -> Flow<()> {
    for _ in 0..u16::from(hours) * 6 {
        let halts = turn_passes(book, table, Told::Important, oracle)?;
        if !halts.is_empty() {
            halt(table, halts, oracle);
            return Ok(());
        }
        let done = table.passage.as_ref().is_none_or(|passage| passage.turns >= u16::from(passage.hours) * 6);
        if done {
            halt(table, SmallVec::from_slice(&[Halt::Done]), oracle);
            return Ok(());
        }
    }
    Ok(())
}

/// SE-R14, SE-R04: an hour of the passage has passed: work goes on, rest heals. What completed work has achieved is for the
/// GM to say (SE-D04).
pub(super) fn hour<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    halts: &mut SmallVec<[Halt; 2]>,
    oracle: &mut O,
) -> Flow<()> {
    let Some((turns, activities)) = table.passage.as_ref().map(|passage| (passage.turns, passage.activities.clone()))
    else {
        return Ok(());
    };
    if !turns.is_multiple_of(6) {
        return Ok(());
    }
    for (who, activity) in activities {
        if !table.is_here(who) {
            continue;
        }
        if activity == Activity::Rest {
            recovery::rest_hour(book, table, who, turns / 6, oracle)?;
        }
        let is_under_way = |work: &&mut Work| work.who == who && work.activity == activity && work.done < work.total;
        if let Some(work) = table.works.iter_mut().find(is_under_way) {
            work.done += 1;
            if work.done == work.total {
                halts.push(Halt::Complete(who));
                oracle.tell(Audience::All, || Event::Time(TimeEvent::Complete { who, activity }));
            }
        }
    }
    Ok(())
}
