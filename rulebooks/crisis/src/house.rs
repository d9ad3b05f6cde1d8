//! House rules: the switches of the ledger, as data. The first value of each choice is the default.

use crate::sheet::Die;
use referee_engine::{house_rules, switches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

house_rules! {
    /// Every number and choice that a table may set for itself.
    pub struct HouseRules {
        /// CR-R01: Does the difficulty change the roll or the number to reach?
        pub difficulty_on: DifficultyOn,
        /// CR-R05: The penalty for missing equipment, and again for missing knowledge.
        #[schemars(range(max = 10))]
        pub lacking_penalty: u8 = 2,
        /// CR-R08: The die of a Skill that is not on the sheet.
        pub untrained_die: Die = Die::D4,
        /// CR-R10: How often a die may explode; any number of times if left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(range(max = 20))]
        pub max_explosions: Option<u8>,
        /// CR-R12: Does a first die of 1 fail every check, not only an Attack?
        pub nat1_fails_all: bool,
        /// CR-R13: What a critical failure on the daily healing roll is.
        pub natural_crit: NaturalCrit,
        /// CR-R16: Is initiative rolled anew in each round?
        pub reroll_initiative_each_round: bool,
        /// CR-R17: How PCs and NPCs with the same initiative are ordered.
        pub pc_npc_tie: PcNpcTie,
        /// CR-R27: No parry or dodge against somebody unnoticed?
        pub unaware_cannot_react: bool,
        /// CR-R28: AP at the beginning of a crisis, before the first gain.
        #[schemars(range(max = 6))]
        pub initial_ap: u8,
        /// CR-R30: What a parry or a dodge costs.
        #[schemars(range(max = 6))]
        pub reaction_ap: u8,
        /// CR-R31: What an Action costs that the list does not name.
        #[schemars(range(max = 6))]
        pub default_action_ap: u8 = 2,
        /// CR-R32: The most AP that go into a long Action on a later turn; 6 or more: all that is held.
        #[schemars(range(min = 1, max = 99))]
        pub long_action_later_cap: u8 = 4,
        /// CR-R34: Is the progress of a cancelled long Action kept?
        pub keep_progress: bool,
        /// CR-R36: Does a parry or dodge cancel a long Action?
        pub reaction_cancels_long_action: bool,
        /// CR-R39: What each further Attack of a burst costs, for weapons that state nothing themselves.
        pub rof_extra: RofExtra,
        /// CR-R45: The penalty for each range increment beyond the first.
        #[schemars(range(max = 10))]
        pub range_penalty_per_increment: u8,
        /// CR-R45: The greatest range in increments of weapons that state none; no limit if left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1))]
        pub max_range_increments: Option<u8>,
        /// CR-R48: When a parry and a dodge may be tried again.
        pub reaction_reset: ReactionReset,
        /// CR-R50: Do only enemies that could strike count as additional enemies?
        pub extra_enemies_must_threaten: bool,
        /// CR-R51: Is a melee weapon needed to parry?
        pub parry_needs_weapon: bool,
        /// CR-R56: How distances are measured.
        pub metric: Metric,
        /// CR-R59: What an area Attack that misses does where it lands.
        pub missed_aoe: MissedAoe,
        /// CR-R60: How far an area Attack that misses strays.
        pub scatter_distance: ScatterDistance,
        /// CR-R64: Do Kneeling and Prone help a throw?
        pub stance_bonus_thrown: bool = true,
        /// CR-R65: May everybody dodge whom a scatter could reach?
        pub dodge_scatter: bool,
        /// CR-R66: How many squares a successful dodge moves.
        #[schemars(range(max = 6))]
        pub dodge_squares: u8 = 1,
        /// CR-R71: Do the penalties of stance cover and object cover add up?
        pub stance_cover_stacks: bool,
        /// CR-R75: Does Total Cover from the centre protect against an area?
        pub aoe_total_cover_protects: bool = true,
        /// CR-R76: Does Prone give cover only towards where one looks?
        pub prone_cover_needs_facing: bool,
        /// CR-R79: Does blocked damage wear the armour down?
        pub armour_wears: bool,
        /// CR-R86: Is non-lethal force offered too when the target would be Dying?
        pub nonlethal_on_dying: bool,
        /// CR-R90: When non-lethal wounds incapacitate somebody who has lethal ones.
        pub mixed_threshold: MixedThreshold,
        /// CR-R92: Do non-lethal wounds of somebody incapacitated by them turn lethal?
        pub nonlethal_overflow: bool,
        /// CR-R93: Does a creature fall Prone when it is incapacitated?
        pub incapacitated_falls_prone: bool = true,
        /// CR-R94: Does a helpless body keep the cover and bonuses of its stance?
        pub helpless_keeps_stance_cover: bool,
        /// CR-R98: Does the ten-minute treatment heal lethal wounds only?
        pub treat_lethal_only: bool,
        /// CR-R101: One try for each healer and wound?
        pub one_try_per_wound: bool,
        /// CR-R105: What ending Dying costs in a crisis.
        #[schemars(range(max = 6))]
        pub stabilise_ap: u8 = 2,
        /// CR-R106: Does ending Dying heal a wound as well?
        pub stabilise_heals_wound: bool,
        /// CR-R107: Does a stabilised patient wake after ten rounds, whatever its wounds?
        pub stabilised_wakes: bool = true,
        /// CR-R113: Does the carer need a successful Medicine roll each day?
        pub medical_row_needs_check: bool,
        /// CR-R115: The wound of a critical failure in natural healing.
        pub natural_crit_wound: NaturalCritWound,
        /// CR-R116: The side of a square.
        #[schemars(with = "f64")]
        pub metres_per_square: Metres = Metres(150),
        /// CR-R122: Does Hide need a Sneak roll?
        pub hide_needs_roll: bool,
        /// CR-R124: What Sneak costs.
        #[schemars(range(max = 6))]
        pub sneak_ap: u8 = 1,
        /// CR-R127: What a search costs.
        #[schemars(range(max = 6))]
        pub search_ap: u8 = 2,
        /// CR-R128: Does Execute hit by itself?
        pub execute_auto_hit: bool,
        /// CR-R129: Is the damage of Execute doubled before or after Armour?
        pub execute_double: ExecuteDouble,
        /// CR-R133: May Overwatch be chosen after other Actions?
        pub overwatch_mid_turn: bool,
        /// CR-R134: When a watcher may attack.
        pub overwatch_timing: OverwatchTiming,
        /// CR-R138: Is the aim lost at the end of the turn?
        pub aim_expires_turn_end: bool,
        /// CR-R140: Is the aim bound to one target?
        pub aim_one_target: bool,
        /// CR-R141: What drawing or changing a weapon costs.
        #[schemars(range(max = 6))]
        pub draw_ap: u8,
        /// CR-R145: What Drunk takes from initiative.
        #[schemars(range(max = 4))]
        pub drunk_initiative: u8,
        /// CR-R147: Does Stunned cover the next turn?
        pub stun_covers_next_turn: bool = true,
        /// CR-R149: The lowest Pace of somebody Slowed, never above the original one.
        #[schemars(range(max = 20))]
        pub min_pace: u8,
        /// CR-R155: How long a round is.
        #[schemars(range(min = 1, max = 600))]
        pub seconds_per_round: u16 = 6,
        /// CR-R157: Can an Execute with a non-lethal weapon kill?
        pub execute_nonlethal_kills: bool = true,
        /// CR-R159: Does a Helpless character that is not incapacitated gain AP?
        pub helpless_gains_ap: bool = true,
    }
}

/// A length in hundredths of a metre, written in metres.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Metres(pub u32);

impl Serialize for Metres {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.serialize_f64(f64::from(self.0) / 100.0)
    }
}

impl<'de> Deserialize<'de> for Metres {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let metres = f64::deserialize(deserializer)?;
        if !(0.01..=1000.0).contains(&metres) {
            return Err(serde::de::Error::custom("a square is 0.01 to 1000 metres long"));
        }
        Ok(Metres((metres * 100.0).round() as u32))
    }
}

/// CR-R39: what each further Attack of a burst costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RofExtra {
    /// In AP.
    #[schemars(range(max = 6))]
    pub ap: u8,
    /// On the Attack roll; 1 is −1 for the second Attack, −2 for the third.
    #[schemars(range(max = 6))]
    pub hit: u8,
}

switches! {
    /// CR-R01.
    pub enum DifficultyOn {
        /// The table value is subtracted from the roll.
        Roll,
        /// It is added to the number to reach.
        Target,
    }
    /// CR-R13.
    pub enum NaturalCrit {
        /// The first die shows 1.
        #[serde(rename = "first_die_1")]
        FirstDie1,
        /// The total is 0 or less.
        TotalZeroOrLess,
    }
    /// CR-R17.
    pub enum PcNpcTie {
        /// All tied characters are ordered together.
        AllTied,
        /// PCs come before NPCs.
        PcFirst,
    }
    /// CR-R48.
    pub enum ReactionReset {
        /// At the start of each round, for everybody.
        Round,
        /// At the start of the own turn.
        OwnTurn,
    }
    /// CR-R56.
    pub enum Metric {
        /// The larger of the two differences.
        Chebyshev,
        /// The straight line.
        Euclid,
    }
    /// CR-R59.
    pub enum MissedAoe {
        /// The weapon's damage without extra damage.
        BaseDamage,
        /// Nothing.
        NoEffect,
    }
    /// CR-R60.
    pub enum ScatterDistance {
        /// The number of the increment that the aimed square lies in.
        IncrementNumber,
        /// The weapon's increment in squares.
        IncrementLength,
    }
    /// CR-R90.
    pub enum MixedThreshold {
        /// At twice the remaining HP.
        DoubleRemaining,
        /// At HP and remaining HP together.
        HpPlusRemaining,
        /// At the remaining HP.
        Remaining,
    }
    /// CR-R115.
    pub enum NaturalCritWound {
        /// Lethal for somebody with a lethal wound, else non-lethal.
        SameKind,
        /// Always lethal.
        Lethal,
    }
    /// CR-R129.
    pub enum ExecuteDouble {
        /// Before Armour.
        BeforeArmour,
        /// After Armour.
        AfterArmour,
    }
    /// CR-R134.
    pub enum OverwatchTiming {
        /// After each square, and before an Action takes effect.
        Interrupt,
        /// When an Action is done.
        AfterAction,
    }
}
