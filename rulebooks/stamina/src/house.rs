//! House rules: the switches of the ledger, as data. The first value of each is the default.

use referee_engine::door::fields;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

fields! {
    /// Every number and choice that a table may set for itself.
    #[derive(PartialEq, Eq)]
    pub struct HouseRules {
        /// ST-R02: Do bonus and penalty dice cancel in pairs before the roll?
        dice_cancel: bool = false;
        /// ST-R07: Which degree wins where a result is below half and within five.
        low_difficulty: LowDifficulty = LowDifficulty::CriticalFirst;
        /// ST-R10: How a check without a difficulty counts.
        open_check: OpenCheck = OpenCheck::PerThreePoints;
        /// ST-R15: How successes without a roll meet a difficulty.
        rollless: RollLess = RollLess::PointsX3;
        /// ST-R25: Who acts first.
        initiative: Initiative = Initiative::ReflexesAwareness;
        /// ST-R28: How often an action may be taken in lowered form in one turn.
        lowered_repeat: LoweredRepeat = LoweredRepeat::Once;
        /// ST-R33: How far a Sprint goes.
        sprint: Sprint = Sprint::OneAndAHalf;
        /// ST-R44: What armour does.
        damage_model: DamageModel = DamageModel::Threshold;
        /// ST-R59: What the Thrust keyword spares a Lunge.
        lunge_thrust: LungeThrust = LungeThrust::ParryOnly;
        /// ST-R61: What the pick keyword gives a Power attack.
        pick: Pick = Pick::PerSuccess;
        /// ST-R63: What a failed body Trip costs when it makes the attacker prone.
        trip_miss: TripMiss = TripMiss::Both;
        /// ST-R75: Which successes of a casting roll count as dues.
        arcane_successes: ArcaneSuccesses = ArcaneSuccesses::Mixed;
        /// ST-R84: The formula of Dodge.
        dodge: DodgeFormula = DodgeFormula::Product;
        /// ST-R86: How often a Restoration may trade stamina for stun.
        stun_trade: StunTrade = StunTrade::Repeat;
        /// ST-R86: Is the stamina limit applied before or after the trade?
        stun_trade_limit: StunTradeLimit = StunTradeLimit::LimitFirst;
        /// ST-R91: Who counts for flanking.
        flanking: Flanking = Flanking::AllInRange;
        /// ST-R95: Which step allows a Free attack.
        free_attack_trigger: FreeAttackTrigger = FreeAttackTrigger::Leave;
        /// ST-R97: Is there a Take cover reaction?
        take_cover: bool = true;
        /// ST-R106: Is there a Search for Item(s)?
        search_items: bool = true;
        /// ST-R42: Defense that a near miss costs.
        near_miss_loss: u8 = 1, in ..=9;
        /// ST-R42: Defense that a hit costs.
        hit_loss: u8 = 1, in ..=9;
        /// ST-R111: Does a Bash with a shield in the off hand have the off-hand die?
        shield_bash: ShieldBash = ShieldBash::NoOffHandDie;
        /// ST-R92: What a surprised character loses.
        surprised: Surprised = Surprised::Equipment;
        /// ST-R94: To whom a free strike may be granted.
        free_strike: FreeStrike = FreeStrike::IfAble;
    }
}

macro_rules! switch {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$vdoc])* $variant),+ }
    };
}

switch! {
    /// ST-R07.
    LowDifficulty {
        /// Below half is a critical failure, even within five.
        CriticalFirst,
        /// Within five is a near failure, even below half.
        NearFirst,
    }
}
switch! {
    /// ST-R10.
    OpenCheck {
        /// One success for each full three points.
        PerThreePoints,
        /// An ordinary check against 10.
        #[serde(rename = "difficulty_10")]
        Difficulty10,
    }
}
switch! {
    /// ST-R15.
    RollLess {
        /// A success is worth three points.
        #[serde(rename = "points_x3")]
        PointsX3,
        /// Any success is enough; the others are additional.
        Direct,
    }
}
switch! {
    /// ST-R25.
    Initiative {
        /// Reflexes and awareness, rolled each round.
        ReflexesAwareness,
        /// By reflexes, with no roll.
        Fixed,
        /// The GM orders.
        Gm,
    }
}
switch! {
    /// ST-R28.
    LoweredRepeat {
        /// Each action once a turn.
        Once,
        /// As often as one likes.
        Unlimited,
    }
}
switch! {
    /// ST-R33.
    Sprint {
        /// One and a half times the base movement.
        #[serde(rename = "x1.5")]
        OneAndAHalf,
        /// Twice the base movement.
        #[serde(rename = "x2")]
        Twice,
        /// There is no Sprint.
        Off,
    }
}
switch! {
    /// ST-R44.
    DamageModel {
        /// APV above AV: all of it penetrates.
        Threshold,
        /// AV less APV is taken off; the rest penetrates.
        Soak,
    }
}
switch! {
    /// ST-R59.
    LungeThrust {
        /// Only the loss of the parry bonus.
        ParryOnly,
        /// The penalty dice as well.
        Both,
    }
}
switch! {
    /// ST-R61.
    Pick {
        /// One APV for each success spent on damage.
        PerSuccess,
        /// One APV for the whole attack.
        Once,
    }
}
switch! {
    /// ST-R63.
    TripMiss {
        /// Both limits are tested on their own.
        Both,
        /// Whoever falls loses no defense.
        ProneOnly,
    }
}
switch! {
    /// ST-R75.
    ArcaneSuccesses {
        /// One and the additional ones on a success, a third of the result on a failure.
        Mixed,
        /// A third of the result, always.
        Raw,
        /// One and the additional ones on a success, none on a failure.
        Margin,
    }
}
switch! {
    /// ST-R84.
    DodgeFormula {
        /// (1 + rank) for each 5 m.
        Product,
        /// 1, and rank for each 5 m.
        Sum,
    }
}
switch! {
    /// ST-R86.
    StunTrade {
        /// While three are left.
        Repeat,
        /// Once.
        Once,
    }
}
switch! {
    /// ST-R86.
    StunTradeLimit {
        /// Only stamina that fits under the limit can be traded.
        LimitFirst,
        /// Trades come out of the whole amount.
        TradeFirst,
    }
}
switch! {
    /// ST-R91.
    Flanking {
        /// Every opponent in range.
        AllInRange,
        /// Only those outside the front arc.
        OutsideArcOnly,
    }
}
switch! {
    /// ST-R95.
    FreeAttackTrigger {
        /// Leaving a threatened hex.
        Leave,
        /// Entering one as well.
        EnterOrLeave,
    }
}
switch! {
    /// ST-R111.
    ShieldBash {
        /// A strapped shield is no off-hand weapon when it bashes.
        NoOffHandDie,
        /// It is.
        OffHandDie,
    }
}
switch! {
    /// ST-R92.
    Surprised {
        /// What equipment gives.
        Equipment,
        /// Dodge and the bonus of kneeling or lying too.
        AllOwn,
    }
}
switch! {
    /// ST-R94.
    FreeStrike {
        /// Only to an opponent who can strike at that moment; otherwise the dice are taken.
        IfAble,
        /// To anyone: where no strike can come there are no dice either.
        Free,
    }
}
