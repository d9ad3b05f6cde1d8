//! The DC: where it comes from, what changes it, and its closed scale from 0 to 25 (PR-084 to PR-112).

use crate::{
    Proficiency,
    house::{AttackAtZero, DcClamp, DcFeatBand, DcModifiersOn, DcPenaltyBand, HouseRules, OpposedExtremes},
};
use referee_engine::named;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// PR-106: no DC is lower.
pub const LOWEST: i16 = 0;
/// PR-107: no DC is higher; PR-123: at this one an action is improbable.
pub const HIGHEST: i16 = 25;
/// PR-104: what the situation changes at most, either way.
pub const BAND: i16 = 5;
/// PR-119: the DC of Play the Odds.
pub const ODDS: i16 = 2;

named! {
    /// PR-096, PR-102: the four levels of the difficulty table. Desperate is 20 or more, up to 25 (PR-100, PR-101, PR-R48).
    ///
    /// PR-R49: there is no level with another number; a 12 is Challenging with a modifier of +2.
    #[derive(PartialOrd, Ord, Hash, JsonSchema)]
    pub enum Level for Proficiency {
        Controlled = "controlled" / "Controlled",
        Challenging = "challenging" / "Challenging",
        Risky = "risky" / "Risky",
        Desperate = "desperate" / "Desperate",
        Desperate21 = "desperate-21" / "Desperate",
        Desperate22 = "desperate-22" / "Desperate",
        Desperate23 = "desperate-23" / "Desperate",
        Desperate24 = "desperate-24" / "Desperate",
        Desperate25 = "desperate-25" / "Desperate",
    }
}

impl Level {
    /// PR-097: Controlled 5. PR-098: Challenging 10. PR-099: Risky 15. PR-100, PR-101: Desperate 20, or more up to 25.
    pub const fn number(self) -> i16 {
        [5, 10, 15, 20, 21, 22, 23, 24, 25][self as usize]
    }
}

/// PR-109, PR-R66: the list of DC modifiers to choose from; the GM may use any other number within the band.
pub const FACTORS: [(&str, i8); 11] = [
    ("helpless target", -5),
    ("ample time", -3),
    ("well-known ground", -2),
    ("target off guard", -2),
    ("minor hindrance", 1),
    ("light cover", 2),
    ("poor light", 2),
    ("rushed", 2),
    ("wrong tool", 2),
    ("heavy cover", 4),
    ("nearly everything", 5),
];

/// PR-085, PR-086, PR-091: where the initial target number comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// PR-088: the Defense Class of whoever is attacked, with guarded in it (PR-R101).
    Defense,
    /// PR-089: the total of an opposed check.
    Opposed,
    /// PR-094: unopposed, a Difficulty Class that the GM assigns (PR-092, PR-093).
    #[default]
    Difficulty,
}

/// PR-062, PR-083, PR-084: what one DC is made of. Defense and Difficulty are the same kind of number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Dc {
    /// The initial target number; it may lie outside of the scale (PR-R46).
    pub initial: i16,
    /// Where that comes from.
    pub source: Source,
    /// PR-105: the sum of the factors of the situation, before the band.
    pub situation: i16,
    /// PR-112: the moved penalties of the character.
    pub moved: i16,
    /// PR-R101: the modifier of a named feat.
    pub feat: i16,
    /// PR-R53, switch `opposed_criticals`: whatever the modifiers.
    pub forced: Option<i16>,
}

impl Dc {
    /// An unopposed DC.
    pub fn difficulty(number: i16) -> Dc {
        Dc { initial: number, ..Dc::default() }
    }

    /// A Defense Class.
    pub fn defense(number: i16) -> Dc {
        Dc { initial: number, source: Source::Defense, ..Dc::default() }
    }

    /// PR-R36, PR-R47, PR-R101: what the situation changes: all factors together, within the band.
    pub fn limited(&self, house: &HouseRules) -> i16 {
        if house.dc_modifiers_on == DcModifiersOn::UnopposedOnly && self.source != Source::Difficulty {
            return 0;
        }
        self.situation.clamp(-BAND, BAND)
    }

    /// PR-103 to PR-108, PR-R35, PR-R46, PR-R101, PR-R102: the finished DC, limited once, after everything.
    pub fn number(&self, house: &HouseRules, is_attack: bool) -> i16 {
        let (lowest, highest) = if self.source == Source::Opposed && house.opposed_extremes == OpposedExtremes::Limit {
            (1, 24)
        } else if is_attack && house.attack_at_zero == AttackAtZero::Roll {
            (1, HIGHEST)
        } else {
            (LOWEST, HIGHEST)
        };
        if let Some(forced) = self.forced {
            return forced.clamp(lowest, highest);
        }
        let (mut band, mut beyond) = (self.limited(house), 0);
        match house.dc_penalty_band {
            DcPenaltyBand::Outside => beyond += self.moved,
            DcPenaltyBand::Inside => band += self.moved,
        }
        match house.dc_feat_band {
            DcFeatBand::Outside => beyond += self.feat,
            DcFeatBand::Inside => band += self.feat,
        }
        let initial = match house.dc_clamp {
            DcClamp::Final => self.initial,
            DcClamp::Both => self.initial.clamp(LOWEST, HIGHEST),
        };
        (initial + band.clamp(-BAND, BAND) + beyond).clamp(lowest, highest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dc(initial: i16, source: Source, situation: i16, moved: i16, feat: i16) -> Dc {
        Dc { initial, source, situation, moved, feat, forced: None }
    }

    /// PR-T11, PR-V14, PR-V18, PR-V60, PR-V61, PR-V62, PR-V72: PR-096 to PR-108, PR-R36, PR-R46, PR-R49.
    #[test]
    fn pr_108_a_dc_is_a_whole_number_from_0_to_25() {
        let house = HouseRules::default();
        let cases = [
            (dc(Level::Controlled.number(), Source::Difficulty, -5, 0, 0), 0),
            (dc(Level::Desperate.number(), Source::Difficulty, 5, 0, 0), 25),
            (dc(10, Source::Difficulty, 5, 2, 0), 17),
            (dc(27, Source::Defense, -3, 0, 0), 24),
            (dc(14, Source::Defense, 6, 0, -2), 17),
            (dc(14, Source::Defense, 5, 0, 3), 22),
            (dc(27, Source::Defense, -5, 0, 0), 22),
            (dc(10, Source::Difficulty, 6, 0, 0), 15),
            (dc(-1, Source::Opposed, 0, 0, 0), 0),
            (dc(26, Source::Opposed, 0, 0, 0), 25),
        ];
        for (made, expected) in cases {
            assert_eq!(made.number(&house, false), expected, "{made:?}");
        }
        assert_eq!(dc(5, Source::Defense, -5, 0, 0).number(&house, true), 1, "PR-R102: an attack is never mundane");
        assert_eq!(Level::ALL.map(Level::number), [5, 10, 15, 20, 21, 22, 23, 24, 25]);
    }

    /// PR-R35, PR-R46, PR-R47, PR-R54, PR-R101, PR-R102: the other positions of their switches.
    #[test]
    fn pr_r46_the_switches_of_the_dc() {
        let usual = HouseRules::default();
        let inside = HouseRules { dc_penalty_band: DcPenaltyBand::Inside, ..usual.clone() };
        assert_eq!(dc(10, Source::Difficulty, 5, 2, 0).number(&inside, false), 15);
        let feat = HouseRules { dc_feat_band: DcFeatBand::Inside, ..usual.clone() };
        assert_eq!(dc(14, Source::Defense, 5, 0, 3).number(&feat, true), 19);
        let both = HouseRules { dc_penalty_band: DcPenaltyBand::Inside, ..feat };
        assert_eq!(dc(14, Source::Defense, -5, 1, 3).number(&both, true), 13, "all three together: −1");
        let clamped = HouseRules { dc_clamp: DcClamp::Both, ..usual.clone() };
        assert_eq!(dc(27, Source::Defense, -3, 0, 0).number(&clamped, true), 22);
        let unopposed = HouseRules { dc_modifiers_on: DcModifiersOn::UnopposedOnly, ..usual.clone() };
        assert_eq!(dc(12, Source::Opposed, 2, 1, 0).number(&unopposed, false), 13);
        assert_eq!(dc(10, Source::Difficulty, 2, 1, 0).number(&unopposed, false), 13);
        let limit = HouseRules { opposed_extremes: OpposedExtremes::Limit, ..usual.clone() };
        assert_eq!(dc(30, Source::Opposed, 0, 0, 0).number(&limit, false), 24);
        assert_eq!(dc(-3, Source::Opposed, 0, 0, 0).number(&limit, false), 1);
        let mundane = HouseRules { attack_at_zero: AttackAtZero::Mundane, ..usual };
        assert_eq!(dc(5, Source::Defense, -5, 0, 0).number(&mundane, true), 0);
    }
}
