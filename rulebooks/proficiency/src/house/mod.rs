//! House rules: the switches of the ledger, as data. The first value of each is the default.

mod choices;

pub use choices::*;

use referee_engine::house_rules;

house_rules! {
    /// Every number and choice that a table may set for itself; the names are those of the ledger.
    pub struct HouseRules {
        /// PR-R05: Standard checks in one turn: 1 or 2.
        #[schemars(range(min = 1, max = 2))]
        pub turn_standard_checks: u8 = 1,
        /// PR-R06: How long a unit of time is.
        pub time_length: TimeLength,
        /// PR-R07: What one unit of time covers.
        pub time_scope: TimeScope,
        /// PR-R11: What surprise does.
        pub initiative_surprise: InitiativeSurprise,
        /// PR-R13: Equal initiative totals.
        pub initiative_tie: InitiativeTie,
        /// PR-R14: How often initiative is rolled.
        pub initiative_frequency: InitiativeFrequency,
        /// PR-R15: What is added in a duel.
        pub initiative_duel_modifier: InitiativeDuelModifier,
        /// PR-R17: Where reach gives ADV on initiative.
        pub initiative_reach: InitiativeReach,
        /// PR-R18: Missile weapons against reach.
        pub initiative_missile: InitiativeMissile,
        /// PR-R28: Is Proficiency added only to skills on the sheet?
        pub proficiency_requires_training: bool,
        /// PR-R29: How large Proficiency is.
        pub proficiency_table: ProficiencyTable,
        /// PR-R31: Which modifier a score gives.
        pub ability_table: AbilityTable,
        /// PR-R34: Where a negative modifier of the character goes.
        pub check_penalties: CheckPenalties,
        /// PR-R56: One action against several targets.
        pub check_many_targets: CheckManyTargets,
        /// PR-R35: Do moved penalties count within the band?
        pub dc_penalty_band: DcPenaltyBand,
        /// PR-R101: Does the modifier of a feat count within the band?
        pub dc_feat_band: DcFeatBand,
        /// PR-R46: Where a number is limited to 0–25.
        pub dc_clamp: DcClamp,
        /// PR-R47: Which DCs the situation changes.
        pub dc_modifiers_on: DcModifiersOn,
        /// PR-R102: An attack whose DC comes to 0 or less.
        pub attack_at_zero: AttackAtZero,
        /// PR-R37: ADV together with DIS.
        pub adv_cancel: AdvCancel,
        /// PR-R103: When off balance and exposed are used up.
        pub adv_used_up: AdvUsedUp,
        /// PR-R40: Does a natural 1 fail and a natural 20 succeed?
        pub critical_auto: CriticalAuto,
        /// PR-R41: Where criticals apply.
        pub critical_scope: CriticalScope,
        /// PR-R42: The least PER of a natural 20.
        #[schemars(range(max = 1))]
        pub critical_min_per: u8 = 1,
        /// PR-R43: What else a critical success does.
        pub critical_success: CriticalSuccess,
        /// PR-R44: What else a critical failure does.
        pub critical_failure: CriticalFailure,
        /// PR-R45: The least PER of a success.
        #[schemars(range(max = 1))]
        pub per_minimum: u8,
        /// PR-R50: Whose roll is the check between PC and NPC.
        pub opposed_checker: OpposedChecker,
        /// PR-R53: Natural 1 and 20 on an opposed check.
        pub opposed_criticals: OpposedCriticals,
        /// PR-R54: An opposed DC at the ends of the scale.
        pub opposed_extremes: OpposedExtremes,
        /// PR-R55: Many who oppose.
        pub opposed_many: OpposedMany,
        /// PR-R59: PER against somebody who may not roll.
        pub opposed_unrolled_per: OpposedUnrolledPer,
        /// PR-R03: Where one may Play the Odds.
        pub odds_scope: OddsScope,
        /// PR-R60: The least PER of a success in Play the Odds.
        #[schemars(range(max = 1))]
        pub odds_min_per: u8,
        /// PR-R61: The DC of a check that the GM calls for at DC 0: 0 or 2.
        #[schemars(range(max = 2))]
        pub odds_called_dc: u8,
        /// PR-R63: A mortal at DC 25.
        pub improbable_mortal: ImprobableMortal,
        /// PR-R68: What Defense starts from.
        pub defense_formula: DefenseFormula,
        /// PR-R70: What a hit does.
        pub damage_model: DamageModel,
        /// PR-R71: Hit points.
        pub hp_model: HpModel,
        /// PR-R72: At 0 hit points.
        pub hp_zero: HpZero,
        /// PR-R73: How much healing restores.
        pub healing_amount: HealingAmount,
        /// PR-R74: What a Period of rest restores.
        pub recovery_hp: RecoveryHp,
        /// PR-R76: What gives momentum.
        pub bonus_momentum: BonusMomentum,
        /// PR-R76: Bonus checks in one turn.
        pub bonus_limit: BonusLimit,
        /// PR-R104: Which checks give momentum.
        pub bonus_momentum_from: BonusMomentumFrom,
        /// PR-R77: What Defend does.
        pub defend_effect: DefendEffect,
        /// PR-R78: Who chooses what a maneuver does.
        pub maneuver_effect: ManeuverEffect,
        /// PR-R80: What counts in an Extended task.
        pub extended_measure: ExtendedMeasure,
        /// PR-R81: A failed check of an Extended task.
        pub extended_failure: ExtendedFailure,
        /// PR-R82: Criticals in an Extended task.
        pub extended_criticals: ExtendedCriticals,
        /// PR-R83: How a Group check works.
        pub group_method: GroupMethod,
        /// PR-R84: What helping costs in initiative.
        pub group_cost: GroupCost,
        /// PR-R86: The DC of a Save against another's action.
        pub save_dc: SaveDc,
        /// PR-R85: How many Saves one may make.
        pub save_limit: SaveLimit,
        /// PR-R90: What an attack from hiding has.
        pub hide_effect: HideEffect,
        /// PR-R91: Are squares, reach and movement measured on the map?
        pub map_use: bool,
        /// PR-R92: Where a die may start.
        pub resource_start: ResourceStart,
        /// PR-R94: When a die is spent.
        pub resource_end: ResourceEnd,
        /// PR-R95: When a stock is rolled.
        pub resource_when: ResourceWhen,
        /// PR-R98: Does a 1–2 deal damage?
        pub resource_low_damage: ResourceLowDamage,
        /// PR-R106: A lasting effect on somebody who is down.
        pub resource_on_down: ResourceOnDown,
        /// PR-R107: The die of an area.
        pub resource_area: ResourceArea,
        /// PR-R100: Which stocks use the die.
        pub resource_kinds: ResourceKinds,
    }
}
