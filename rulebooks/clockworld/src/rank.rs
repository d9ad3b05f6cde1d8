//! Ranks: how good a Character is, and how hard a thing is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How good a Character is in a Skill (CW-R02: never above Master).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum SkillRank {
    /// Untrained; every Skill that a sheet does not name.
    #[default]
    Layman,
    /// Trained.
    Novice,
    /// Good.
    Adept,
    /// As good as it gets.
    Master,
}

impl SkillRank {
    /// All of them, easy to hard.
    pub const ALL: [SkillRank; 4] = [SkillRank::Layman, SkillRank::Novice, SkillRank::Adept, SkillRank::Master];

    /// The same step on the scale of difficulty.
    pub const fn rank(self) -> Rank {
        Rank(self as u8)
    }

    /// CW-110, CW-111, CW-112, CW-113: the Base Pool, one die for a Layman to four for a Master.
    pub const fn base_pool(self) -> u8 {
        self as u8 + 1
    }
}

impl fmt::Display for SkillRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rank().fmt(f)
    }
}

/// How hard a thing is, as an index: Layman 0 to Legendary 5, and on by CW-R09.
///
/// CW-R13: Rank, Task Rank and Difficulty are the same thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rank(pub u8);

impl Rank {
    /// CW-053: number 3.
    pub const LAYMAN: Rank = Rank(0);
    /// CW-054: number 5.
    pub const NOVICE: Rank = Rank(1);
    /// CW-055: number 7.
    pub const ADEPT: Rank = Rank(2);
    /// CW-056: number 9.
    pub const MASTER: Rank = Rank(3);
    /// CW-057: number 11.
    pub const INHUMAN: Rank = Rank(4);
    /// CW-058: number 13.
    pub const LEGENDARY: Rank = Rank(5);

    /// CW-052: the Ranks from easy to hard.
    pub const NAMES: [&'static str; 6] = ["Layman", "Novice", "Adept", "Master", "Inhuman", "Legendary"];

    /// CW-053 to CW-058: the number to beat, 3 and 2 more for each step.
    pub const fn number(self) -> i32 {
        3 + 2 * self.0 as i32
    }

    /// This Rank moved by whole steps. CW-R10: it stops at Layman.
    pub const fn shifted(self, steps: i8) -> Rank {
        Rank(self.0.saturating_add_signed(steps))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Rank::NAMES.get(usize::from(self.0)) {
            Some(name) => f.write_str(name),
            None => write!(f, "Legendary +{}", self.0 - 5),
        }
    }
}

/// A Rank as a scene writes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the names say it")]
pub enum RankName {
    Layman,
    Novice,
    Adept,
    Master,
    Inhuman,
    Legendary,
}

impl From<RankName> for Rank {
    fn from(name: RankName) -> Rank {
        Rank(name as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CW-052 to CW-058.
    #[test]
    fn cw_052_the_ranks_and_their_numbers() {
        let table = [
            ("Layman", 3),
            ("Novice", 5),
            ("Adept", 7),
            ("Master", 9),
            ("Inhuman", 11),
            ("Legendary", 13),
            ("Legendary +1", 15),
            ("Legendary +2", 17),
        ];
        for (index, (name, number)) in table.into_iter().enumerate() {
            let rank = Rank(index as u8);
            assert_eq!((rank.to_string().as_str(), rank.number()), (name, number));
        }
    }

    /// CW-R10, CW-R13.
    #[test]
    fn cw_r10_a_rank_stops_at_layman() {
        assert_eq!(Rank::NOVICE.shifted(-3), Rank::LAYMAN);
        assert_eq!(Rank::MASTER.shifted(-1), Rank::ADEPT);
        assert_eq!(Rank(254).shifted(5), Rank(255));
    }

    /// CW-110 to CW-113.
    #[test]
    fn cw_110_the_base_pool_grows_with_the_skill_rank() {
        assert_eq!(SkillRank::ALL.map(SkillRank::base_pool), [1, 2, 3, 4]);
    }
}
