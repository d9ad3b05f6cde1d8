//! House rules: the switches of the ledger, as data. The first value of each choice is the default.

use crate::sheet::Die;
use referee_engine::{door::fields, switches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

fields! {
    /// Every number and choice that a table may set for itself.
    #[derive(PartialEq, Eq)]
    pub struct HouseRules {
        /// CR-R01: Does the difficulty change the roll or the number to reach?
        difficulty_on: DifficultyOn = DifficultyOn::Roll;
        /// CR-R05: The penalty for missing equipment, and again for missing knowledge.
        lacking_penalty: u8 = 2, in ..=10;
        /// CR-R08: The die of a Skill that is not on the sheet.
        untrained_die: Die = Die::D4;
        /// CR-R10: How often a die may explode; any number of times if left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        max_explosions: Option<u8> = None, in ..=20;
        /// CR-R12: Does a first die of 1 fail every check, not only an Attack?
        nat1_fails_all: bool = false;
        /// CR-R13: What a critical failure on the daily healing roll is.
        natural_crit: NaturalCrit = NaturalCrit::FirstDie1;
        /// CR-R16: Is initiative rolled anew in each round?
        reroll_initiative_each_round: bool = false;
        /// CR-R17: How PCs and NPCs with the same initiative are ordered.
        pc_npc_tie: PcNpcTie = PcNpcTie::AllTied;
        /// CR-R27: No parry or dodge against somebody unnoticed?
        unaware_cannot_react: bool = false;
        /// CR-R28: AP at the beginning of a crisis, before the first gain.
        initial_ap: u8 = 0, in ..=6;
        /// CR-R30: What a parry or a dodge costs.
        reaction_ap: u8 = 0, in ..=6;
        /// CR-R31: What an Action costs that the list does not name.
        default_action_ap: u8 = 2, in ..=6;
        /// CR-R32: The most AP that go into a long Action on a later turn; 6 or more: all that is held.
        long_action_later_cap: u8 = 4, in 1..=99;
        /// CR-R34: Is the progress of a cancelled long Action kept?
        keep_progress: bool = false;
        /// CR-R36: Does a parry or dodge cancel a long Action?
        reaction_cancels_long_action: bool = false;
        /// CR-R39: What each further Attack of a burst costs, for weapons that state nothing themselves.
        rof_extra: RofExtra = default;
        /// CR-R45: The penalty for each range increment beyond the first.
        range_penalty_per_increment: u8 = 0, in ..=10;
        /// CR-R45: The greatest range in increments of weapons that state none; no limit if left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        max_range_increments: Option<u8> = None, in 1..;
        /// CR-R48: When a parry and a dodge may be tried again.
        reaction_reset: ReactionReset = ReactionReset::Round;
        /// CR-R50: Do only enemies that could strike count as additional enemies?
        extra_enemies_must_threaten: bool = false;
        /// CR-R51: Is a melee weapon needed to parry?
        parry_needs_weapon: bool = false;
        /// CR-R56: How distances are measured.
        metric: Metric = Metric::Chebyshev;
        /// CR-R59: What an area Attack that misses does where it lands.
        missed_aoe: MissedAoe = MissedAoe::BaseDamage;
        /// CR-R60: How far an area Attack that misses strays.
        scatter_distance: ScatterDistance = ScatterDistance::IncrementNumber;
        /// CR-R64: Do Kneeling and Prone help a throw?
        stance_bonus_thrown: bool = true;
        /// CR-R65: May everybody dodge whom a scatter could reach?
        dodge_scatter: bool = false;
        /// CR-R66: How many squares a successful dodge moves.
        dodge_squares: u8 = 1, in ..=6;
        /// CR-R71: Do the penalties of stance cover and object cover add up?
        stance_cover_stacks: bool = false;
        /// CR-R75: Does Total Cover from the centre protect against an area?
        aoe_total_cover_protects: bool = true;
        /// CR-R76: Does Prone give cover only towards where one looks?
        prone_cover_needs_facing: bool = false;
        /// CR-R79: Does blocked damage wear the armour down?
        armour_wears: bool = false;
        /// CR-R86: Is non-lethal force offered too when the target would be Dying?
        nonlethal_on_dying: bool = false;
        /// CR-R90: When non-lethal wounds incapacitate somebody who has lethal ones.
        mixed_threshold: MixedThreshold = MixedThreshold::DoubleRemaining;
        /// CR-R92: Do non-lethal wounds of somebody incapacitated by them turn lethal?
        nonlethal_overflow: bool = false;
        /// CR-R93: Does a creature fall Prone when it is incapacitated?
        incapacitated_falls_prone: bool = true;
        /// CR-R94: Does a helpless body keep the cover and bonuses of its stance?
        helpless_keeps_stance_cover: bool = false;
        /// CR-R98: Does the ten-minute treatment heal lethal wounds only?
        treat_lethal_only: bool = false;
        /// CR-R101: One try for each healer and wound?
        one_try_per_wound: bool = false;
        /// CR-R105: What ending Dying costs in a crisis.
        stabilise_ap: u8 = 2, in ..=6;
        /// CR-R106: Does ending Dying heal a wound as well?
        stabilise_heals_wound: bool = false;
        /// CR-R107: Does a stabilised patient wake after ten rounds, whatever its wounds?
        stabilised_wakes: bool = true;
        /// CR-R113: Does the carer need a successful Medicine roll each day?
        medical_row_needs_check: bool = false;
        /// CR-R115: The wound of a critical failure in natural healing.
        natural_crit_wound: NaturalCritWound = NaturalCritWound::SameKind;
        /// CR-R116: The side of a square.
        #[schemars(with = "f64")]
        metres_per_square: Metres = Metres(150);
        /// CR-R122: Does Hide need a Sneak roll?
        hide_needs_roll: bool = false;
        /// CR-R124: What Sneak costs.
        sneak_ap: u8 = 1, in ..=6;
        /// CR-R127: What a search costs.
        search_ap: u8 = 2, in ..=6;
        /// CR-R128: Does Execute hit by itself?
        execute_auto_hit: bool = false;
        /// CR-R129: Is the damage of Execute doubled before or after Armour?
        execute_double: ExecuteDouble = ExecuteDouble::BeforeArmour;
        /// CR-R133: May Overwatch be chosen after other Actions?
        overwatch_mid_turn: bool = false;
        /// CR-R134: When a watcher may attack.
        overwatch_timing: OverwatchTiming = OverwatchTiming::Interrupt;
        /// CR-R138: Is the aim lost at the end of the turn?
        aim_expires_turn_end: bool = false;
        /// CR-R140: Is the aim bound to one target?
        aim_one_target: bool = false;
        /// CR-R141: What drawing or changing a weapon costs.
        draw_ap: u8 = 0, in ..=6;
        /// CR-R145: What Drunk takes from initiative.
        drunk_initiative: u8 = 0, in ..=4;
        /// CR-R147: Does Stunned cover the next turn?
        stun_covers_next_turn: bool = true;
        /// CR-R149: The lowest Pace of somebody Slowed, never above the original one.
        min_pace: u8 = 0, in ..=20;
        /// CR-R155: How long a round is.
        seconds_per_round: u16 = 6, in 1..=600;
        /// CR-R157: Can an Execute with a non-lethal weapon kill?
        execute_nonlethal_kills: bool = true;
        /// CR-R159: Does a Helpless character that is not incapacitated gain AP?
        helpless_gains_ap: bool = true;
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
