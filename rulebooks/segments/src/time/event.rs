//! What time brings, and its words.

use super::{Activity, Halt};
use crate::{Segments, sheet::ThingId, table::Table, words::counted};
use referee_engine::{ActorId, Line, Mark, Side, act::Tells, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What time brought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeEvent {
    /// SE-R03: a mark is proposed.
    MayMark,
    /// SE-024: a turn has passed.
    Turn {
        /// Minutes on the clock.
        minutes: u64,
    },
    /// SE-025: a light went out.
    LightOut { thing: ThingId },
    /// SE-026: a check for wandering dangers.
    Wandered {
        /// Is anything met?
        met: bool,
    },
    /// SE-R09: a stock was used.
    Used {
        who: ActorId,
        /// Water, or food.
        water: bool,
        /// SE-R09: what is left: the sides of its die, or units.
        left: u8,
        die: bool,
        /// It is gone now.
        gone: bool,
    },
    /// SE-R10: a need is not met.
    Missing {
        who: ActorId,
        /// Water, or food.
        water: bool,
        /// Hours without it.
        hours: u16,
        /// SE-D28: the GM softens it.
        softened: bool,
    },
    /// SE-R14: work is done.
    Complete { who: ActorId, activity: Activity },
    /// SE-027: a background clock moves.
    Advanced {
        /// Its place in the list.
        clock: u8,
        /// How far it is now.
        filled: u8,
        full: bool,
    },
    /// SE-002: a passage begins.
    Departs {
        /// Hours planned.
        hours: u8,
    },
    /// SE-017: a passage is over.
    Halted {
        /// Why, the reason on record first.
        why: SmallVec<[Halt; 2]>,
        /// Turns that have passed in it.
        turns: u16,
    },
    /// The scene is over.
    Over { winner: Option<Side>, why: String },
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

impl Tells<Segments> for TimeEvent {
    fn line(&self, _: &Segments, table: &Table) -> Line {
        let want = |water: bool| if water { "water" } else { "food" };
        match self {
            TimeEvent::MayMark => Line::new(0, "Time for a mark, if the GM agrees", [rule!("SE-R03"), rule!("SE-023")]),
            TimeEvent::Turn { minutes } => {
                Line::heading(format!("A turn has passed: {}", self::clock(*minutes)), [rule!("SE-024")])
            }
            TimeEvent::LightOut { thing } => Line::new(
                1,
                format!("the {} goes out", table.thing_sheet(*thing).name),
                [rule!("SE-025"), rule!("SE-R05")],
            ),
            TimeEvent::Wandered { met } => Line::new(
                1,
                if *met { "something wanders by: an encounter" } else { "nothing wanders by" },
                [rule!("SE-026"), rule!("SE-R07")],
            ),
            TimeEvent::Used { who, water, left, die, gone } => {
                let what = match (*gone, *die) {
                    (true, _) => "is used up".into(),
                    (_, true) => format!("is at d{left}"),
                    (_, false) => format!("has {left} left"),
                };
                Line::new(1, format!("the {} of {} {what}", want(*water), table.name(*who)), [rule!("SE-R09")]).by(*who)
            }
            TimeEvent::Missing { who, water, hours, softened } => {
                let soft = if *softened { ", which the GM softens" } else { "" };
                let text = format!("{} is without {} for {hours} hours{soft}", table.name(*who), want(*water));
                Line::new(1, text, [rule!("SE-R10")]).by(*who)
            }
            TimeEvent::Complete { who, activity } => Line::new(
                1,
                format!("{} completes {}", table.name(*who), activity.word()),
                [rule!("SE-R14"), activity.rule()],
            )
            .by(*who),
            TimeEvent::Advanced { clock, filled, full } => {
                let found = table.clocks.get(usize::from(*clock));
                let (name, size) = found.map_or(("a clock", 0), |clock| (&clock.name, clock.size));
                let how = if *full { " and is full" } else { "" };
                Line::new(1, format!("{name} is at {filled} of {size}{how}"), [rule!("SE-027")])
            }
            TimeEvent::Departs { hours } => Line::heading(
                format!("A passage of {} begins", counted(*hours, "hour")),
                [rule!("SE-002"), rule!("SE-R11")],
            ),
            TimeEvent::Halted { why, turns } => {
                let reasons: Vec<String> = why.iter().map(|&why| reason(table, why)).collect();
                let text =
                    format!("The passage ends after {}: {}", self::clock(u64::from(*turns) * 10), reasons.join(", "));
                Line::new(0, text, [rule!("SE-017"), rule!("SE-R13")])
            }
            TimeEvent::Over { why, .. } => Line::new(0, format!("It is over: {why}"), []),
        }
    }

    /// Encounters.
    fn marks(&self, to: &mut Vec<Mark>) {
        if let TimeEvent::Wandered { met } = *self {
            to.push(Mark::count("encounters", None, i32::from(met)));
        }
    }
}
