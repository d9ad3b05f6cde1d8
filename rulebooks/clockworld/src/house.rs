//! House rules: the switches of the ledger, as data. The first value of each is the default.

use crate::rank::SkillRank;
use referee_engine::{door::fields, switches};

fields! {
    /// Every number and choice that a table may set for itself.
    #[derive(PartialEq, Eq)]
    pub struct HouseRules {
        /// CW-R01: the Bonus of a Skill whose sheet leaves it out: Layman, Novice, Adept, Master.
        bonus_table: [i8; 4] = [0, 2, 4, 6];
        /// CW-R03: Does automatic success apply to the Rank part of an Attack?
        auto_success_attacks: bool = false;
        /// CW-R05: Does a Low Roll that a High Roll cancels still take away automatic success?
        cancelled_low_blocks_auto: bool = false;
        /// CW-R09: What happens to a Rank above Legendary.
        beyond_legendary: BeyondLegendary = BeyondLegendary::Extend;
        /// CW-R11: Do Cover and Concealment add up?
        cover_and_concealment: CoverAndConcealment = CoverAndConcealment::Add;
        /// CW-R18: Whose Turn ends a one-Round effect that began in a Reaction.
        round_owner: RoundOwner = RoundOwner::RunningTurn;
        /// CW-R19: Reactions of a Character before its first Turn: 2 or 0.
        reactions_before_first_turn: u8 = 2, in ..=2;
        /// CW-R25: May a Character perform two different Contests in one Turn?
        two_contests: bool = false;
        /// CW-R26: When two Tasks count as different.
        different_task: DifferentTask = DifferentTask::NameOrObject;
        /// CW-R34: Does the Target see the Attack roll before it Reacts?
        react_after_roll: bool = false;
        /// CW-R38: Which hostile creatures make a Ranged Attack a Low Roll.
        reach_disturbs: ReachDisturbs = ReachDisturbs::AnyAble;
        /// CW-R41: The Injury Pool of an Area Attack.
        area_pool: AreaPool = AreaPool::Each;
        /// CW-R45: What a Vulnerable location does.
        vulnerable: Vulnerable = Vulnerable::Step;
        /// CW-R51: What makes a maimed limb work again.
        limb_restored_by: LimbRestoredBy = LimbRestoredBy::Stabilize;
        /// CW-R54: What Injuries do by themselves.
        shock_model: ShockModel = ShockModel::Full;
        /// CW-R60: What one success of Stabilize covers.
        stabilize_scope: StabilizeScope = StabilizeScope::Character;
        /// CW-R63: May a Character Block for somebody else within its Reach?
        block_for_others: bool = false;
        /// CW-R64: May a bare arm Block a Reach Attack?
        block_with_limb: bool = true;
        /// CW-R65: An Attack that beats neither Rank nor Block.
        blocked_wide_shot: BlockedWideShot = BlockedWideShot::Miss;
        /// CW-R67: May a Ranged Attack from within Reach be Dodged?
        dodge_point_blank: bool = false;
        /// CW-R68: Does an Attack that does not beat Take Cover miss?
        take_cover_stops_attack: bool = false;
        /// CW-R69: May a Character that is in Cover already Take Cover?
        take_cover_in_cover: bool = true;
        /// CW-R70: When a Move allows a Pot Shot.
        pot_shot_trigger: PotShotTrigger = PotShotTrigger::Start;
        /// CW-R74: Does Escape as the defence against a Pin spend a Reaction?
        escape_costs_reaction: bool = false;
        /// CW-R89: How one gets out of a hold by hand.
        hold_escape: HoldEscape = HoldEscape::Contest;
        /// CW-R93: May an Immobilized Character defend against a Trip with Dodge?
        immobilized_trip_dodge: bool = false;
        /// CW-R96: What Staggered does.
        staggered: Staggered = Staggered::OneAction;
        /// CW-R97: Do Attacks on an Unaware Target High Roll?
        ambush_high_roll: bool = false;
        /// CW-R105: No Block or Dodge against an attacker behind?
        facing_limits_reactions: bool = false;
        /// CW-R106: Halved Speed and focus.
        half_speed_order: HalfSpeedOrder = HalfSpeedOrder::HalveFirst;
        /// CW-R109: Towards whom Cover must have held for a Sneak.
        sneak_cover: SneakCover = SneakCover::PerObserver;
        /// CW-R119: A Lengthy Task that is interrupted.
        lengthy_interrupt: LengthyInterrupt = LengthyInterrupt::Lost;
        /// CW-R129: What a successful Tumble does.
        tumble_success: TumbleSuccess = TumbleSuccess::All;
        /// CW-R131: For how long a first handling counts.
        touch_reset: TouchReset = TouchReset::Turn;
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
