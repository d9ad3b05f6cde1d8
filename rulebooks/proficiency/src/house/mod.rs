//! House rules: the switches of the ledger, as data. The first value of each is the default.

mod choices;

pub use choices::*;

use referee_engine::door::fields;

fields! {
    /// Every number and choice that a table may set for itself; the names are those of the ledger.
    #[derive(PartialEq, Eq)]
    pub struct HouseRules {
        /// PR-R05: Standard checks in one turn: 1 or 2.
        turn_standard_checks: u8 = 1, in 1..=2;
        /// PR-R06: How long a unit of time is.
        time_length: TimeLength = default;
        /// PR-R07: What one unit of time covers.
        time_scope: TimeScope = default;
        /// PR-R11: What surprise does.
        initiative_surprise: InitiativeSurprise = default;
        /// PR-R13: Equal initiative totals.
        initiative_tie: InitiativeTie = default;
        /// PR-R14: How often initiative is rolled.
        initiative_frequency: InitiativeFrequency = default;
        /// PR-R15: What is added in a duel.
        initiative_duel_modifier: InitiativeDuelModifier = default;
        /// PR-R17: Where reach gives ADV on initiative.
        initiative_reach: InitiativeReach = default;
        /// PR-R18: Missile weapons against reach.
        initiative_missile: InitiativeMissile = default;
        /// PR-R28: Is Proficiency added only to skills on the sheet?
        proficiency_requires_training: bool = false;
        /// PR-R29: How large Proficiency is.
        proficiency_table: ProficiencyTable = default;
        /// PR-R31: Which modifier a score gives.
        ability_table: AbilityTable = default;
        /// PR-R34: Where a negative modifier of the character goes.
        check_penalties: CheckPenalties = default;
        /// PR-R56: One action against several targets.
        check_many_targets: CheckManyTargets = default;
        /// PR-R35: Do moved penalties count within the band?
        dc_penalty_band: DcPenaltyBand = default;
        /// PR-R101: Does the modifier of a feat count within the band?
        dc_feat_band: DcFeatBand = default;
        /// PR-R46: Where a number is limited to 0–25.
        dc_clamp: DcClamp = default;
        /// PR-R47: Which DCs the situation changes.
        dc_modifiers_on: DcModifiersOn = default;
        /// PR-R102: An attack whose DC comes to 0 or less.
        attack_at_zero: AttackAtZero = default;
        /// PR-R37: ADV together with DIS.
        adv_cancel: AdvCancel = default;
        /// PR-R103: When off balance and exposed are used up.
        adv_used_up: AdvUsedUp = default;
        /// PR-R40: Does a natural 1 fail and a natural 20 succeed?
        critical_auto: CriticalAuto = default;
        /// PR-R41: Where criticals apply.
        critical_scope: CriticalScope = default;
        /// PR-R42: The least PER of a natural 20.
        critical_min_per: u8 = 1, in ..=1;
        /// PR-R43: What else a critical success does.
        critical_success: CriticalSuccess = default;
        /// PR-R44: What else a critical failure does.
        critical_failure: CriticalFailure = default;
        /// PR-R45: The least PER of a success.
        per_minimum: u8 = 0, in ..=1;
        /// PR-R50: Whose roll is the check between PC and NPC.
        opposed_checker: OpposedChecker = default;
        /// PR-R53: Natural 1 and 20 on an opposed check.
        opposed_criticals: OpposedCriticals = default;
        /// PR-R54: An opposed DC at the ends of the scale.
        opposed_extremes: OpposedExtremes = default;
        /// PR-R55: Many who oppose.
        opposed_many: OpposedMany = default;
        /// PR-R59: PER against somebody who may not roll.
        opposed_unrolled_per: OpposedUnrolledPer = default;
        /// PR-R03: Where one may Play the Odds.
        odds_scope: OddsScope = default;
        /// PR-R60: The least PER of a success in Play the Odds.
        odds_min_per: u8 = 0, in ..=1;
        /// PR-R61: The DC of a check that the GM calls for at DC 0: 0 or 2.
        odds_called_dc: u8 = 0, in ..=2;
        /// PR-R63: A mortal at DC 25.
        improbable_mortal: ImprobableMortal = default;
        /// PR-R68: What Defense starts from.
        defense_formula: DefenseFormula = default;
        /// PR-R70: What a hit does.
        damage_model: DamageModel = default;
        /// PR-R71: Hit points.
        hp_model: HpModel = default;
        /// PR-R72: At 0 hit points.
        hp_zero: HpZero = default;
        /// PR-R73: How much healing restores.
        healing_amount: HealingAmount = default;
        /// PR-R74: What a Period of rest restores.
        recovery_hp: RecoveryHp = default;
        /// PR-R76: What gives momentum.
        bonus_momentum: BonusMomentum = default;
        /// PR-R76: Bonus checks in one turn.
        bonus_limit: BonusLimit = default;
        /// PR-R104: Which checks give momentum.
        bonus_momentum_from: BonusMomentumFrom = default;
        /// PR-R77: What Defend does.
        defend_effect: DefendEffect = default;
        /// PR-R78: Who chooses what a maneuver does.
        maneuver_effect: ManeuverEffect = default;
        /// PR-R80: What counts in an Extended task.
        extended_measure: ExtendedMeasure = default;
        /// PR-R81: A failed check of an Extended task.
        extended_failure: ExtendedFailure = default;
        /// PR-R82: Criticals in an Extended task.
        extended_criticals: ExtendedCriticals = default;
        /// PR-R83: How a Group check works.
        group_method: GroupMethod = default;
        /// PR-R84: What helping costs in initiative.
        group_cost: GroupCost = default;
        /// PR-R86: The DC of a Save against another's action.
        save_dc: SaveDc = default;
        /// PR-R85: How many Saves one may make.
        save_limit: SaveLimit = default;
        /// PR-R90: What an attack from hiding has.
        hide_effect: HideEffect = default;
        /// PR-R91: Are squares, reach and movement measured on the map?
        map_use: bool = false;
        /// PR-R92: Where a die may start.
        resource_start: ResourceStart = default;
        /// PR-R94: When a die is spent.
        resource_end: ResourceEnd = default;
        /// PR-R95: When a stock is rolled.
        resource_when: ResourceWhen = default;
        /// PR-R98: Does a 1–2 deal damage?
        resource_low_damage: ResourceLowDamage = default;
        /// PR-R106: A lasting effect on somebody who is down.
        resource_on_down: ResourceOnDown = default;
        /// PR-R107: The die of an area.
        resource_area: ResourceArea = default;
        /// PR-R100: Which stocks use the die.
        resource_kinds: ResourceKinds = default;
    }
}
