//! House rules: the switches of the ledger, as data. The first value of each is the default.
//!
//! Chance and interval of wandering checks (SE-R07) belong to the area; feet a square and the cost of a diagonal
//! (SE-R52) belong to the map.

use referee_engine::{door::fields, switches};

fields! {
    /// Every number and choice that a table may set for itself.
    #[derive(PartialEq, Eq)]
    pub struct HouseRules {
        /// SE-R03: actions taken in Open after which a mark is proposed.
        open_actions_per_mark: u8 = 3, in 1..=10;
        /// SE-R05: turns that a torch burns.
        torch_turns: u8 = 6, in 1..=144;
        /// SE-R05: turns that a lantern burns on one flask.
        lantern_turns: u8 = 24, in 1..=144;
        /// SE-R08: rolls of the die of food, or units, each time it falls due.
        rations_per_day: u8 = 1, in 1..=5;
        /// SE-R08: the same for water.
        water_per_day: u8 = 1, in 1..=5;
        /// SE-R09: is a stock rolled for or counted?
        supply_mode: SupplyMode = SupplyMode::UsageDie;
        /// SE-R17: is the act that stopped the clock resolved before round 1?
        trigger_first: bool = false;
        /// SE-R20: may a side be surprised?
        surprise: Surprise = Surprise::None;
        /// SE-R21: rounds that make one turn when the clock restarts.
        rounds_per_turn: u8 = 10, in 1..=100;
        /// SE-R23: one place in the order for creatures of one kind with one intention?
        group_creatures: bool = false;
        /// SE-R26: who hears a declaration before all have declared.
        declare: Declare = Declare::Open;
        /// SE-R27: may the kind of action be changed when the segment comes?
        intention_lock: IntentionLock = IntentionLock::Strict;
        /// SE-R42: may a slow object be used in a Hasty Action?
        slow_hasty: bool = false;
        /// SE-R43: are bows slow, as other two-handed things are?
        bows_slow: bool = true;
        /// SE-R115: has a Ready with a slow object Mod -3?
        slow_ready: bool = false;
        /// SE-R47: does armour limit movement?
        armour_slows: bool = true;
        /// SE-R49: may the movement be split around the action?
        split_move: bool = true;
        /// SE-R54: the die of a skill.
        skill_die: SkillDie = SkillDie::D20;
        /// SE-R57: does a natural 1 always hit and a natural 20 always fail?
        nat_1_20: bool = false;
        /// SE-R58: which of two dice is kept.
        advantage_keep: AdvantageKeep = AdvantageKeep::Result;
        /// SE-R60: do attacks on a Down target have advantage?
        adv_vs_down: bool = false;
        /// SE-R66: what otherworldly Defense does against a critical.
        ward_vs_crit: WardVsCrit = WardVsCrit::Subtract;
        /// SE-R67: can a critical not be negated?
        crit_beats_negation: bool = false;
        /// SE-R69: shots up to twice the range, at -2?
        long_range: bool = false;
        /// SE-R74: is negating declared before the roll?
        negate_before_roll: bool = false;
        /// SE-R78: what becomes of a discarded helmet.
        helmet_lost: HelmetLost = HelmetLost::Destroyed;
        /// SE-R82: the range of a free attack.
        free_attack_range: FreeAttackRange = FreeAttackRange::Weapon;
        /// SE-R86: can no slow object be used for a free attack?
        free_attack_no_slow: bool = false;
        /// SE-R91: whose movement calls free attacks.
        free_attack_movers: FreeAttackMovers = FreeAttackMovers::Any;
        /// SE-R113: when a forfeited action is paid.
        forfeit_paid: ForfeitPaid = ForfeitPaid::WhenLost;
        /// SE-R113: may further free attacks be made while an action is owed?
        forfeit_stack: bool = false;
        /// SE-R94: may those who wait step in between movement and action?
        wait_inside: bool = true;
        /// SE-R95: does an unused wait last into the next round?
        wait_carry: bool = false;
        /// SE-R109: when a character dies.
        death: Death = Death::DeadAtZero;
        /// SE-R111: how Health returns.
        healing: Healing = Healing::Day1d3;
    }
}

switches! {
    /// SE-R09: is a stock rolled for or counted?
    pub enum SupplyMode {
        /// A usage die for each stock.
        UsageDie,
        /// Units, without a die.
        Count,
    }
    /// SE-R20: may a side be surprised?
    pub enum Surprise {
        /// No.
        None,
        /// Each side that could be rolls 1d6; on 1 or 2 it has no segments in round 1.
        D6,
    }
    /// SE-R26: who hears a declaration before all have declared.
    pub enum Declare {
        /// Players aloud; the GM's choices come first and stay hidden.
        Open,
        /// Nobody; all are revealed together.
        Secret,
    }
    /// SE-R27: may the kind of action be changed when the segment comes?
    pub enum IntentionLock {
        /// No.
        Strict,
        /// Yes, at the price of acting later.
        Delay,
    }
    /// SE-R54: the die of a skill.
    pub enum SkillDie {
        /// 1d20 under attribute and rank.
        D20,
        /// 1d6, rank or less.
        D6,
    }
    /// SE-R58: which of two dice is kept.
    pub enum AdvantageKeep {
        /// The one with the better or worse result.
        Result,
        /// The lower or higher die.
        Die,
    }
    /// SE-R66: what otherworldly Defense does against a critical.
    pub enum WardVsCrit {
        /// Its points come off the maximum.
        Subtract,
        /// Nothing.
        None,
    }
    /// SE-R78: what becomes of a discarded helmet.
    pub enum HelmetLost {
        /// It is destroyed.
        Destroyed,
        /// It lies in the square.
        KnockedOff,
    }
    /// SE-R82: the range of a free attack.
    pub enum FreeAttackRange {
        /// Whatever the weapon in hand reaches, thrown and shot as well.
        Weapon,
        /// Melee reach only.
        Reach,
    }
    /// SE-R91: whose movement calls free attacks.
    pub enum FreeAttackMovers {
        /// Anything that moves.
        Any,
        /// Only who moves of its own will.
        Willing,
    }
    /// SE-R113: when a forfeited action is paid.
    pub enum ForfeitPaid {
        /// In the moment in which the segment is lost.
        WhenLost,
        /// When the round of the lost segment is over.
        RoundEnd,
    }
    /// SE-R109: when a character dies.
    pub enum Death {
        /// At 0 Health.
        DeadAtZero,
        /// SE-R110: damage beyond the Health left comes off Strong.
        StrongBuffer,
    }
    /// SE-R111: how Health returns.
    pub enum Healing {
        /// 1d3 for a full day of rest in one passage.
        #[serde(rename = "day_1d3")]
        Day1d3,
        /// 1 for each hour of rest.
        #[serde(rename = "hour_1")]
        Hour1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_ledger_and_every_switch_is_read_by_its_name() {
        let house = HouseRules::default();
        assert_eq!((house.open_actions_per_mark, house.torch_turns, house.lantern_turns), (3, 6, 24));
        assert_eq!((house.rations_per_day, house.water_per_day, house.rounds_per_turn), (1, 1, 10));
        let text = serde_json::json!({
            "supply_mode": "count", "surprise": "d6", "declare": "secret", "intention_lock": "delay", "skill_die": "d6",
            "advantage_keep": "die", "ward_vs_crit": "none", "helmet_lost": "knocked_off", "free_attack_range": "reach",
            "free_attack_movers": "willing", "forfeit_paid": "round_end", "death": "strong_buffer", "healing": "hour_1",
        });
        let other: HouseRules = serde_json::from_value(text).unwrap();
        assert_eq!((other.healing, other.death), (Healing::Hour1, Death::StrongBuffer));
        assert!(serde_json::from_str::<HouseRules>("{\"parry\": true}").is_err());
    }
}
