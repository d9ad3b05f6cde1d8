//! What one Attack total means: Rank, Reactions, outcome (CW-041, CW-078, CW-085 to CW-088, CW-235).

use crate::{
    Clockworld,
    check::beats,
    house::{BlockedWideShot, CoverAndConcealment},
    rank::Rank,
    reactions::{Defence, Holds},
    sheet::{Band, Class},
};
use serde::{Deserialize, Serialize};

/// CW-078, CW-086, CW-087, CW-088: what the Rank of an Attack is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RankSum {
    /// The distance.
    pub band: Band,
    /// The part aimed at.
    pub class: Class,
    /// Is the Target in Cover?
    pub cover: bool,
    pub concealment: bool,
}

impl RankSum {
    /// CW-085, CW-086, CW-087, CW-088, CW-R11: the Rank.
    pub fn rank(self, book: &Clockworld) -> Rank {
        let hidden = match book.house.cover_and_concealment {
            CoverAndConcealment::Add => self.cover as i8 + self.concealment as i8,
            CoverAndConcealment::Best => (self.cover || self.concealment) as i8,
        };
        self.band.rank().shifted(self.class.ranks() + hidden)
    }

    /// CW-244: the same, now behind Cover.
    pub fn behind_cover(self) -> RankSum {
        RankSum { cover: true, ..self }
    }
}

/// How an Attack came out. In this order the odds list it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It did not beat its Rank.
    Missed,
    /// It beat its Rank and not the Dodge, or not the Take Cover where that stops it or hides the Target fully.
    Avoided,
    /// CW-237: it struck the Blocking Object of this Defence.
    Blocked(u8),
    Hit,
}

/// What the one Attack total means for one Target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Judged {
    pub outcome: Outcome,
    /// CW-243: did Take Cover hold?
    pub covered: bool,
}

/// What an Attack total is compared with, besides the Reactions.
#[derive(Clone, Copy, Debug)]
pub struct ToBeat {
    /// The number of the Rank: [`ToBeat::NEVER`] if it cannot be beaten (CW-R09), [`ToBeat::PASSED`] if it is passed (CW-R03).
    pub number: i32,
    /// The number once behind Cover.
    pub covered: i32,
}

impl ToBeat {
    /// No total beats this.
    pub const NEVER: i32 = i32::MAX;

    /// Every total beats this.
    pub const PASSED: i32 = i32::MIN;

    /// CW-R09: the number of a Rank.
    pub fn of(book: &Clockworld, rank: Rank) -> i32 {
        book.number(rank).unwrap_or(ToBeat::NEVER)
    }
}

/// CW-041, CW-042, CW-235, CW-237, CW-240, CW-244, CW-R65, CW-R68: what a total does against these Reactions.
pub fn judge(book: &Clockworld, total: i32, bar: ToBeat, defences: &[Defence]) -> Judged {
    let (mut covered, mut dodged, mut blocked) = (false, false, None);
    for (at, defence) in (0u8..).zip(defences) {
        if beats(total, defence.total) {
            continue;
        }
        match defence.reaction.holds() {
            Holds::Covers => covered = true,
            Holds::Avoids => dodged = true,
            Holds::Blocks => blocked = blocked.or(Some(at)),
            Holds::Nothing => {}
        }
    }
    dodged |= covered && book.house.take_cover_stops_attack;
    let number = if covered { bar.covered } else { bar.number };
    let outcome = match (beats(total, number), blocked) {
        (false, Some(by)) => match book.house.blocked_wide_shot {
            BlockedWideShot::StrikesObject => Outcome::Blocked(by),
            BlockedWideShot::Miss => Outcome::Missed,
        },
        (false, None) => Outcome::Missed,
        (true, _) if dodged => Outcome::Avoided,
        (true, Some(by)) => Outcome::Blocked(by),
        (true, None) => Outcome::Hit,
    };
    Judged { outcome, covered }
}
