//! What time brings, and its words.

use super::{Activity, Halt};
use crate::{Segments, sheet::ThingId, table::Table, words::counted};
use referee_engine::{ActorId, Mark, Side, rule, told};
use smallvec::SmallVec;

told! {
    /// What time brought.
    pub enum TimeEvent for Segments, |table| {
        /// A mark is proposed.
        MayMark "SE-R03", "SE-023" => "Time for a mark, if the GM agrees";
        /// A turn has passed, with the minutes on the clock.
        Turn { minutes: u64 } heading "SE-024" => format!("A turn has passed: {}", clock(minutes));
        LightOut { thing: ThingId } under "SE-025", "SE-R05"
            => format!("the {} goes out", table.thing_sheet(thing).name);
        /// A check for wandering dangers.
        Wandered { met: bool } under "SE-026", "SE-R07"
            => if met { "something wanders by: an encounter" } else { "nothing wanders by" };
        /// A stock was used. Left are the sides of its die, or units.
        Used { who: ActorId, water: bool, left: u8, die: bool, gone: bool } under "SE-R09" by who => {
            let what = match (gone, die) {
                (true, _) => "is used up".into(),
                (_, true) => format!("is at d{left}"),
                (_, false) => format!("has {left} left"),
            };
            format!("the {} of {} {what}", want(water), table.name(who))
        };
        /// A need is not met for so many hours; SE-D28: the GM may soften it.
        Missing { who: ActorId, water: bool, hours: u16, softened: bool } under "SE-R10" by who => {
            let soft = if softened { ", which the GM softens" } else { "" };
            format!("{} is without {} for {hours} hours{soft}", table.name(who), want(water))
        };
        /// Work is done.
        Complete { who: ActorId, activity: Activity } under [rule!("SE-R14"), activity.rule()] by who
            => format!("{} completes {activity}", table.name(who));
        /// A background clock moves: its place in the list, and how far it is now.
        Advanced { clock: u8, filled: u8, full: bool } under "SE-027" => {
            let found = table.clocks.get(usize::from(clock));
            let (name, size) = found.map_or(("a clock", 0), |clock| (&clock.name, clock.size));
            format!("{name} is at {filled} of {size}{}", if full { " and is full" } else { "" })
        };
        /// A passage of so many hours begins.
        Departs { hours: u8 } heading "SE-002", "SE-R11" => format!("A passage of {} begins", counted(hours, "hour"));
        /// A passage is over after so many turns; the reason on record comes first.
        Halted { why: SmallVec<[Halt; 2]>, turns: u16 } "SE-017", "SE-R13" => {
            let reasons: Vec<String> = why.iter().map(|&why| reason(table, why)).collect();
            format!("The passage ends after {}: {}", clock(u64::from(turns) * 10), reasons.join(", "))
        };
        /// The scene is over.
        Over { winner: Option<Side>, why: String } => format!("It is over: {why}");
    }
    // Encounters.
    marks |self, to| if let TimeEvent::Wandered { met } = *self {
        to.push(Mark::count("encounters", None, i32::from(met)));
    };
}

const fn want(water: bool) -> &'static str {
    if water { "water" } else { "food" }
}

/// A moment of the clock: `1 day 2:30`.
pub fn clock(minutes: u64) -> String {
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    if days > 0 { format!("{days} d {hours}:{minutes:02}") } else { format!("{hours}:{minutes:02}") }
}

fn reason(table: &Table, why: Halt) -> String {
    match why {
        Halt::Light => "the last light is out".into(),
        Halt::Encounter => "something is met".into(),
        Halt::Missing(who) => format!("{} goes without", table.name(who)),
        Halt::Complete(who) => format!("the work of {} is done", table.name(who)),
        Halt::Harm => "somebody takes harm".into(),
        Halt::Clock(at) => {
            table.clocks.get(usize::from(at)).map_or("a clock".into(), |clock| format!("{} is full", clock.name))
        }
        Halt::Gm => "the GM stops it".into(),
        Halt::Done => "the hours planned have passed".into(),
    }
}
