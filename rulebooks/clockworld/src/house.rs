//! House rules: the switches of the ledger, as data. The first value of each is the default.

use crate::rank::SkillRank;
use referee_engine::switches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Every number and choice that a table may set for itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HouseRules {
    /// CW-R01: the Bonus of a Skill whose sheet leaves it out: Layman, Novice, Adept, Master.
    pub bonus_table: [i8; 4],
    /// CW-R03: Does automatic success apply to the Rank part of an Attack?
    pub auto_success_attacks: bool,
    /// CW-R05: Does a Low Roll that a High Roll cancels still take away automatic success?
    pub cancelled_low_blocks_auto: bool,
    /// CW-R09: What happens to a Rank above Legendary.
    pub beyond_legendary: BeyondLegendary,
    /// CW-R11: Do Cover and Concealment add up?
    pub cover_and_concealment: CoverAndConcealment,
    /// CW-R18: Whose Turn ends a one-Round effect that began in a Reaction.
    pub round_owner: RoundOwner,
    /// CW-R19: Reactions of a Character before its first Turn: 2 or 0.
    #[schemars(range(max = 2))]
    pub reactions_before_first_turn: u8,
    /// CW-R25: May a Character perform two different Contests in one Turn?
    pub two_contests: bool,
    /// CW-R26: When two Tasks count as different.
    pub different_task: DifferentTask,
    /// CW-R34: Does the Target see the Attack roll before it Reacts?
    pub react_after_roll: bool,
    /// CW-R38: Which hostile creatures make a Ranged Attack a Low Roll.
    pub reach_disturbs: ReachDisturbs,
    /// CW-R41: The Injury Pool of an Area Attack.
    pub area_pool: AreaPool,
    /// CW-R45: What a Vulnerable location does.
    pub vulnerable: Vulnerable,
    /// CW-R51: What makes a maimed limb work again.
    pub limb_restored_by: LimbRestoredBy,
    /// CW-R54: What Injuries do by themselves.
    pub shock_model: ShockModel,
    /// CW-R60: What one success of Stabilize covers.
    pub stabilize_scope: StabilizeScope,
    /// CW-R63: May a Character Block for somebody else within its Reach?
    pub block_for_others: bool,
    /// CW-R64: May a bare arm Block a Reach Attack?
    pub block_with_limb: bool,
    /// CW-R65: An Attack that beats neither Rank nor Block.
    pub blocked_wide_shot: BlockedWideShot,
    /// CW-R67: May a Ranged Attack from within Reach be Dodged?
    pub dodge_point_blank: bool,
    /// CW-R68: Does an Attack that does not beat Take Cover miss?
    pub take_cover_stops_attack: bool,
    /// CW-R69: May a Character that is in Cover already Take Cover?
    pub take_cover_in_cover: bool,
    /// CW-R70: When a Move allows a Pot Shot.
    pub pot_shot_trigger: PotShotTrigger,
    /// CW-R74: Does Escape as the defence against a Pin spend a Reaction?
    pub escape_costs_reaction: bool,
    /// CW-R89: How one gets out of a hold by hand.
    pub hold_escape: HoldEscape,
    /// CW-R93: May an Immobilized Character defend against a Trip with Dodge?
    pub immobilized_trip_dodge: bool,
    /// CW-R96: What Staggered does.
    pub staggered: Staggered,
    /// CW-R97: Do Attacks on an Unaware Target High Roll?
    pub ambush_high_roll: bool,
    /// CW-R105: No Block or Dodge against an attacker behind?
    pub facing_limits_reactions: bool,
    /// CW-R106: Halved Speed and focus.
    pub half_speed_order: HalfSpeedOrder,
    /// CW-R109: Towards whom Cover must have held for a Sneak.
    pub sneak_cover: SneakCover,
    /// CW-R119: A Lengthy Task that is interrupted.
    pub lengthy_interrupt: LengthyInterrupt,
    /// CW-R129: What a successful Tumble does.
    pub tumble_success: TumbleSuccess,
    /// CW-R131: For how long a first handling counts.
    pub touch_reset: TouchReset,
}

impl Default for HouseRules {
    fn default() -> Self {
        HouseRules {
            bonus_table: [0, 2, 4, 6],
            auto_success_attacks: false,
            cancelled_low_blocks_auto: false,
            beyond_legendary: BeyondLegendary::Extend,
            cover_and_concealment: CoverAndConcealment::Add,
            round_owner: RoundOwner::RunningTurn,
            reactions_before_first_turn: 2,
            two_contests: false,
            different_task: DifferentTask::NameOrObject,
            react_after_roll: false,
            reach_disturbs: ReachDisturbs::AnyAble,
            area_pool: AreaPool::Each,
            vulnerable: Vulnerable::Step,
            limb_restored_by: LimbRestoredBy::Stabilize,
            shock_model: ShockModel::Full,
            stabilize_scope: StabilizeScope::Character,
            block_for_others: false,
            block_with_limb: true,
            blocked_wide_shot: BlockedWideShot::Miss,
            dodge_point_blank: false,
            take_cover_stops_attack: false,
            take_cover_in_cover: true,
            pot_shot_trigger: PotShotTrigger::Start,
            escape_costs_reaction: false,
            hold_escape: HoldEscape::Contest,
            immobilized_trip_dodge: false,
            staggered: Staggered::OneAction,
            ambush_high_roll: false,
            facing_limits_reactions: false,
            half_speed_order: HalfSpeedOrder::HalveFirst,
            sneak_cover: SneakCover::PerObserver,
            lengthy_interrupt: LengthyInterrupt::Lost,
            tumble_success: TumbleSuccess::All,
            touch_reset: TouchReset::Turn,
        }
    }
}

impl HouseRules {
    /// CW-R01: the Bonus of a Skill whose sheet leaves it out.
    pub fn bonus(&self, rank: SkillRank) -> i8 {
        self.bonus_table[rank as usize]
    }
}

switches! {
    /// CW-R09: What happens to a Rank above Legendary.
    pub enum BeyondLegendary {
        /// The scale goes on: 15, 17, 19.
        Extend,
        /// It stays at Legendary, 13.
        Cap,
        /// What is harder than Legendary cannot be done.
        Impossible,
    }

    /// CW-R11: Do Cover and Concealment add up?
    pub enum CoverAndConcealment {
        /// Both count.
        Add,
        /// Only one counts.
        Best,
    }

    /// CW-R18: Whose Turn ends a one-Round effect that began in a Reaction.
    pub enum RoundOwner {
        /// The side whose Turn is running.
        RunningTurn,
        /// The side of whoever caused it.
        Causer,
    }

    /// CW-R26: When two Tasks count as different.
    pub enum DifferentTask {
        /// The Task or the object differs.
        NameOrObject,
        /// The Tasks differ by name.
        Name,
    }

    /// CW-R38: Which hostile creatures make a Ranged Attack a Low Roll.
    pub enum ReachDisturbs {
        /// Every hostile creature that can act at all.
        AnyAble,
        /// Not those who are Pinned or Unaware of the shooter.
        FreeAndAware,
    }

    /// CW-R41: The Injury Pool of an Area Attack.
    pub enum AreaPool {
        /// Each victim has its own Injury Roll.
        Each,
        /// One Injury Roll for all.
        Shared,
    }

    /// CW-R45: What a Vulnerable location does.
    pub enum Vulnerable {
        /// The Injury is one step worse.
        Step,
        /// One more pool die.
        ExtraDie,
        /// One step worse, and a Critical kills.
        Lethal,
    }

    /// CW-R51: What makes a maimed limb work again.
    pub enum LimbRestoredBy {
        /// A successful Stabilize.
        Stabilize,
        /// Rest after the Scenario only.
        Downtime,
    }

    /// CW-R54: What Injuries do by themselves.
    pub enum ShockModel {
        /// Serious and Critical Injuries ask for Shock Checks.
        Full,
        /// Only Strangle gives failures; a Critical Injury makes unconscious.
        StrangleOnly,
    }

    /// CW-R60: What one success of Stabilize covers.
    pub enum StabilizeScope {
        /// All Injuries of the Character.
        Character,
        /// One Injury.
        Injury,
    }

    /// CW-R65: An Attack that beats neither Rank nor Block.
    pub enum BlockedWideShot {
        /// It misses all.
        Miss,
        /// It strikes the Blocking Object.
        StrikesObject,
    }

    /// CW-R70: When a Move allows a Pot Shot.
    pub enum PotShotTrigger {
        /// A Move that begins within Reach.
        Start,
        /// Also a Move that passes through Reach and goes on.
        AnyStep,
    }

    /// CW-R89: How one gets out of a hold by hand.
    pub enum HoldEscape {
        /// A roll against the holder's roll.
        Contest,
        /// A Check against the holder's Hand-to-Hand Rank.
        Rank,
    }

    /// CW-R96: What Staggered does.
    pub enum Staggered {
        /// One Action and no focus.
        OneAction,
        /// Low Roll on all Checks.
        LowRoll,
    }

    /// CW-R106: Halved Speed and focus.
    pub enum HalfSpeedOrder {
        /// Halve, then add the 15 feet of focus.
        HalveFirst,
        /// Add the 15 feet before Prone and Facing halve.
        AddFirst,
    }

    /// CW-R109: Towards whom Cover must have held for a Sneak.
    pub enum SneakCover {
        /// Judged for each observer.
        PerObserver,
        /// One clear view spoils it against all.
        All,
    }

    /// CW-R119: A Lengthy Task that is interrupted.
    pub enum LengthyInterrupt {
        /// The work is lost.
        Lost,
        /// The work waits.
        Paused,
    }

    /// CW-R129: What a successful Tumble does.
    pub enum TumbleSuccess {
        /// No Injury is taken.
        All,
        /// Half of them, rounded down.
        Half,
        /// One fewer.
        One,
    }

    /// CW-R131: For how long a first handling counts.
    pub enum TouchReset {
        /// For each Turn.
        Turn,
        /// For the whole Scenario.
        Scenario,
    }
}
