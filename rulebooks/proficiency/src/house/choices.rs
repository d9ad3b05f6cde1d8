//! The values of each switch that has more than a number.

use referee_engine::switches;

switches! {
    /// PR-R06: How long a unit of time is.
    pub enum TimeLength {
        /// As the clock says: 6 seconds, 10 minutes, 8 hours, 7 days unless the GM enters another count.
        Fixed,
        /// The GM is asked each time.
        Ask,
        /// 1d10 is rolled each time.
        Roll,
    }
    /// PR-R07: What one unit of time covers.
    pub enum TimeScope {
        /// The whole round.
        Round,
        /// One turn of one participant.
        EachTurn,
    }
    /// PR-R11: What surprise does.
    pub enum InitiativeSurprise {
        /// The GM may give ADV or DIS.
        Gm,
        /// A surprised side loses its first turn.
        LoseFirstTurn,
    }
    /// PR-R13: Equal initiative totals.
    pub enum InitiativeTie {
        /// The tied sides roll again.
        Reroll,
        /// The side of the PCs goes first.
        PcsFirst,
        /// The higher modifier goes first; if equal, they roll again.
        HigherModifier,
        /// The tied sides act together.
        Simultaneous,
    }
    /// PR-R14: How often initiative is rolled.
    pub enum InitiativeFrequency {
        /// When it is declared.
        Once,
        /// Each round anew.
        EachRound,
    }
    /// PR-R15: What is added in a duel.
    pub enum InitiativeDuelModifier {
        /// The DEX modifier.
        Dex,
        /// DEX modifier and Proficiency.
        DexAndProficiency,
    }
    /// PR-R17: Where reach gives ADV on initiative.
    pub enum InitiativeReach {
        /// In a duel.
        DuelOnly,
        /// Also between sides, for one whose able members all have reach.
        SidesToo,
    }
    /// PR-R18: Missile weapons against reach.
    pub enum InitiativeMissile {
        /// They count as weapons without reach.
        NonReach,
        /// Nobody has ADV against them.
        Neutral,
    }
    /// PR-R29: How large Proficiency is.
    pub enum ProficiencyTable {
        /// floor((level + 7) / 4).
        QuarterLevel,
        /// floor(level / 2).
        HalfLevel,
        /// The level.
        Level,
    }
    /// PR-R31: Which modifier a score gives.
    pub enum AbilityTable {
        /// floor((score − 10) / 2).
        D20,
        /// −3 to +3.
        Classic,
    }
    /// PR-R34: Where a negative modifier of the character goes.
    pub enum CheckPenalties {
        /// It raises the DC.
        ToDc,
        /// It lowers the check.
        OnCheck,
        /// Nowhere.
        Ignored,
    }
    /// PR-R56: One action against several targets.
    pub enum CheckManyTargets {
        /// One check, compared with each DC.
        OneCheck,
        /// One check for each target.
        OnePerTarget,
    }
    /// PR-R35: Do moved penalties count within the band?
    pub enum DcPenaltyBand {
        /// No.
        Outside,
        /// Yes.
        Inside,
    }
    /// PR-R101: Does the modifier of a feat count within the band?
    pub enum DcFeatBand {
        /// No.
        Outside,
        /// Yes.
        Inside,
    }
    /// PR-R46: Where a number is limited to 0–25.
    pub enum DcClamp {
        /// The finished DC.
        Final,
        /// The initial number too.
        Both,
    }
    /// PR-R47: Which DCs the situation changes.
    pub enum DcModifiersOn {
        /// Every one.
        EveryDc,
        /// Difficulty levels only.
        UnopposedOnly,
    }
    /// PR-R102: An attack whose DC comes to 0 or less.
    pub enum AttackAtZero {
        /// It is rolled against 1.
        Roll,
        /// It is mundane like any action.
        Mundane,
    }
    /// PR-R37: ADV together with DIS.
    pub enum AdvCancel {
        /// One of each cancels all.
        Any,
        /// They are counted, and the surplus stays.
        Surplus,
    }
    /// PR-R103: When off balance and exposed are used up.
    pub enum AdvUsedUp {
        /// By the next check that is rolled.
        WhenRolled,
        /// Only where the ADV was not cancelled.
        WhenItCounts,
    }
    /// PR-R40: Does a natural 1 fail and a natural 20 succeed?
    pub enum CriticalAuto {
        /// Yes, whatever the total.
        Both,
        /// The total decides.
        LabelOnly,
    }
    /// PR-R41: Where criticals apply.
    pub enum CriticalScope {
        /// In every check.
        AllChecks,
        /// In attacks.
        AttacksOnly,
    }
    /// PR-R43: What else a critical success does.
    pub enum CriticalSuccess {
        /// Nothing in the check itself.
        Plain,
        /// Its PER counts twice.
        DoublePer,
    }
    /// PR-R44: What else a critical failure does.
    pub enum CriticalFailure {
        /// The GM is asked for a complication.
        Ask,
        /// Nothing.
        Nothing,
        /// The character is exposed.
        Exposed,
    }
    /// PR-R50: Whose roll is the check between PC and NPC.
    pub enum OpposedChecker {
        /// The player's.
        Player,
        /// That of whoever began.
        Initiator,
    }
    /// PR-R53: Natural 1 and 20 on an opposed check.
    pub enum OpposedCriticals {
        /// Only the number counts.
        NumberOnly,
        /// DC 0 and DC 25.
        Extreme,
    }
    /// PR-R54: An opposed DC at the ends of the scale.
    pub enum OpposedExtremes {
        /// Mundane and improbable as for any DC.
        AsDc,
        /// Limited to 1–24.
        Limit,
    }
    /// PR-R55: Many who oppose.
    pub enum OpposedMany {
        /// One roll of the best with ADV.
        Group,
        /// One roll each.
        Each,
        /// One roll of the best, without ADV.
        Best,
    }
    /// PR-R59: PER against somebody who may not roll.
    pub enum OpposedUnrolledPer {
        /// 1.
        One,
        /// As if 10 had been rolled.
        AsIfTen,
    }
    /// PR-R03: Where one may Play the Odds.
    pub enum OddsScope {
        /// In every mundane action.
        EveryMundane,
        /// Only where a DC came to 0.
        ComputedOnly,
    }
    /// PR-R63: A mortal at DC 25.
    pub enum ImprobableMortal {
        /// The GM is asked.
        Ask,
        /// There is no roll.
        Never,
        /// There is a roll, and only a natural 20 succeeds.
        NaturalTwenty,
    }
    /// PR-R68: What Defense starts from.
    pub enum DefenseFormula {
        /// 10.
        Ten,
        /// 10 and Proficiency.
        TenAndProficiency,
    }
    /// PR-R70: What a hit does.
    pub enum DamageModel {
        /// Rating and PER.
        RatingPlusPer,
        /// PER.
        PerOnly,
        /// A die by the rating.
        WeaponDie,
        /// That die and PER.
        WeaponDiePlusPer,
    }
    /// PR-R71: Hit points.
    pub enum HpModel {
        /// By hit die, level and CON.
        Fixed,
        /// The CON score.
        ConScore,
        /// By dice that the GM calls for; until then as fixed.
        Rolled,
    }
    /// PR-R72: At 0 hit points.
    pub enum HpZero {
        /// Down.
        Down,
        /// Dead.
        Dead,
        /// A CON Save at the next own turn: stable or dead.
        Save,
    }
    /// PR-R73: How much healing restores.
    pub enum HealingAmount {
        /// PER, at least 1.
        Per,
        /// The number rolled on the healing die.
        HealingDie,
    }
    /// PR-R74: What a Period of rest restores.
    pub enum RecoveryHp {
        /// Level and CON modifier, at least 1.
        LevelPlusCon,
        /// All.
        Full,
        /// No hit points.
        Nothing,
    }
    /// PR-R76: What gives momentum.
    pub enum BonusMomentum {
        /// A critical success.
        CriticalSuccess,
        /// A foe that goes down.
        FoeDown,
        /// Either.
        Both,
        /// Nothing.
        Off,
    }
    /// PR-R76: Bonus checks in one turn.
    pub enum BonusLimit {
        /// One.
        One,
        /// Any number.
        Unlimited,
    }
    /// PR-R104: Which checks give momentum.
    pub enum BonusMomentumFrom {
        /// Every one that used up the Standard check.
        StandardUse,
        /// Never one of a Group action or an Extended task.
        StandardType,
    }
    /// PR-R77: What Defend does.
    pub enum DefendEffect {
        /// A check that raises Defense by its PER.
        Check,
        /// Attacks against it have DIS.
        Disadvantage,
    }
    /// PR-R78: Who chooses what a maneuver does.
    pub enum ManeuverEffect {
        /// The actor, among three.
        ThreeOptions,
        /// The GM.
        GmDecides,
    }
    /// PR-R80: What counts in an Extended task.
    pub enum ExtendedMeasure {
        /// Each success counts 1.
        Successes,
        /// The sum of PER.
        Performance,
    }
    /// PR-R81: A failed check of an Extended task.
    pub enum ExtendedFailure {
        /// It costs the time.
        CostsTime,
        /// It ends the task.
        EndsTheTask,
    }
    /// PR-R82: Criticals in an Extended task.
    pub enum ExtendedCriticals {
        /// As success and failure.
        Plain,
        /// They count 2 and −1.
        TwoAndMinusOne,
    }
    /// PR-R83: How a Group check works.
    pub enum GroupMethod {
        /// The leader has ADV.
        Advantage,
        /// +1 for each helper, up to +5.
        BonusPerHelper,
        /// All roll, and half must succeed.
        HalfMustSucceed,
    }
    /// PR-R84: What helping costs in initiative.
    pub enum GroupCost {
        /// The Standard check.
        StandardCheck,
        /// Nothing.
        Free,
    }
    /// PR-R86: The DC of a Save against another's action.
    pub enum SaveDc {
        /// An opposed pair of rolls.
        AsTheText,
        /// 8 + Proficiency + modifier of the source.
        Fixed,
    }
    /// PR-R85: How many Saves one may make.
    pub enum SaveLimit {
        /// Any number.
        Unlimited,
        /// One in a round.
        OnePerRound,
    }
    /// PR-R90: What an attack from hiding has.
    pub enum HideEffect {
        /// ADV.
        Adv,
        /// What the GM says.
        GmDecides,
    }
    /// PR-R92: Where a die may start.
    pub enum ResourceStart {
        /// Where its entry says.
        Entry,
        /// At the end of the chain.
        EndsOnly,
    }
    /// PR-R94: When a die is spent.
    pub enum ResourceEnd {
        /// On reaching the last die.
        OnReach,
        /// On a 1–2 rolled with the last die.
        StepPast,
    }
    /// PR-R95: When a stock is rolled.
    pub enum ResourceWhen {
        /// As its entry says.
        EachUse,
        /// Once at the end of a scene in which it was used.
        EndOfScene,
    }
    /// PR-R98: Does a 1–2 deal damage?
    pub enum ResourceLowDamage {
        /// Yes.
        Dealt,
        /// No.
        Nothing,
    }
    /// PR-R106: A lasting effect on somebody who is down.
    pub enum ResourceOnDown {
        /// It goes on.
        GoesOn,
        /// It waits.
        Stops,
    }
    /// PR-R107: The die of an area.
    pub enum ResourceArea {
        /// One roll for all.
        OneRoll,
        /// One roll for each creature inside.
        OnePerCreature,
    }
    /// PR-R100: Which stocks use the die.
    pub enum ResourceKinds {
        /// Those whose entry says so.
        List,
        /// None; they are counted.
        None,
    }
}
