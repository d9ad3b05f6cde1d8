//! What a natural means: EFF, PER and the criticals (PR-071 to PR-083, PR-R40 to PR-R45).

use crate::house::{CriticalAuto, CriticalScope, CriticalSuccess, HouseRules};
use referee_engine::named;

named! {
    /// PR-071, PR-072, PR-074, PR-078: EFF, and the criticals.
    #[derive(PartialOrd, Ord)]
    pub enum Verdict {
        /// A natural 1.
        CriticalFailure = "critical_failure" / "critical failure",
        /// The total is below the DC.
        Failure = "failure",
        /// The total reaches the DC.
        Success = "success",
        /// A natural 20.
        CriticalSuccess = "critical_success" / "critical success",
    }
}

impl Verdict {
    pub fn is_success(self) -> bool {
        self >= Verdict::Success
    }
}

/// What a natural is measured by.
#[derive(Clone, Copy)]
pub(super) struct Bar {
    pub bonus: i16,
    pub dc: i16,
    pub attack: bool,
    /// PR-120: somebody plays the odds.
    pub odds: bool,
    /// Switch `improbable_mortal`: only a natural 20 succeeds.
    pub twenty_only: bool,
    /// PR-R45: is the shortfall of a failure wanted?
    pub shortfall: bool,
}

/// EFF and PER of one natural.
///
/// A total that reaches the DC succeeds (PR-071, PR-R51), one below it fails (PR-072). A natural 1 fails (PR-074) and a
/// natural 20 succeeds (PR-078), read before anything is added (PR-075, PR-079), in every check (PR-076, PR-080, PR-R40,
/// PR-R41). PER is the difference (PR-082), and only a success has one (PR-073); the least of a natural 20 is 1 (PR-R42).
/// A failure has a shortfall of at least 1 (PR-R45). In Play the Odds: PR-120, PR-121, PR-R60.
pub(super) fn judge(house: &HouseRules, natural: i16, bar: Bar) -> (Verdict, i16) {
    let total = natural + bar.bonus;
    let critical = house.critical_scope == CriticalScope::AllChecks || bar.attack;
    let decides = critical && house.critical_auto == CriticalAuto::Both;
    let reaches = if bar.twenty_only { natural == 20 } else { total >= bar.dc };
    let success = match natural {
        1 if decides || bar.odds => false, // PR-120: in Play the Odds whatever the switches say
        20 if decides => true,
        _ => reaches,
    };
    let verdict = match (success, natural) {
        (true, 20) if critical => Verdict::CriticalSuccess,
        (true, _) => Verdict::Success,
        (false, 1) if critical || bar.odds => Verdict::CriticalFailure,
        (false, _) => Verdict::Failure,
    };
    if !success {
        let shortfall = if bar.shortfall { (bar.dc - total).max(1) } else { 0 };
        return (verdict, shortfall);
    }
    let mut per = (total - bar.dc).max(i16::from(house.per_minimum));
    if bar.odds {
        per = per.max(i16::from(house.odds_min_per));
    }
    if verdict == Verdict::CriticalSuccess {
        per = per.max(i16::from(house.critical_min_per)).max(0);
        if house.critical_success == CriticalSuccess::DoublePer {
            per *= 2;
        }
    }
    (verdict, per.max(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(bonus: i16, dc: i16) -> Bar {
        Bar { bonus, dc, attack: false, odds: false, twenty_only: false, shortfall: true }
    }

    /// PR-T10, PR-T13, PR-T14, PR-T16, PR-V09 to PR-V11, PR-V41, PR-V42, PR-V71.
    #[test]
    fn pr_071_a_total_that_reaches_the_dc_succeeds() {
        use Verdict::*;
        let house = HouseRules::default();
        let cases = [
            (3, bar(2, 5), (Success, 0)),
            (8, bar(2, 10), (Success, 0)),
            (13, bar(2, 15), (Success, 0)),
            (18, bar(2, 20), (Success, 0)),
            (12, bar(12, 25), (Failure, 1)),
            (20, bar(12, 25), (CriticalSuccess, 7)),
            (20, bar(1, 24), (CriticalSuccess, 1)),
            (20, bar(4, 24), (CriticalSuccess, 1)),
            (1, bar(12, 5), (CriticalFailure, 1)),
            (1, bar(12, 10), (CriticalFailure, 1)),
            (3, bar(2, 0), (Success, 5)),
            (1, Bar { odds: true, ..bar(2, 2) }, (CriticalFailure, 1)),
            (13, Bar { odds: true, ..bar(2, 2) }, (Success, 13)),
            (2, Bar { odds: true, ..bar(0, 2) }, (Success, 0)),
        ];
        for (natural, bar, expected) in cases {
            assert_eq!(judge(&house, natural, bar), expected, "{natural} {} {}", bar.bonus, bar.dc);
        }
    }

    /// PR-R40, PR-R41, PR-R42, PR-R43, PR-R45, PR-R60: the other positions.
    #[test]
    fn pr_r40_the_switches_of_the_criticals() {
        use Verdict::*;
        let usual = HouseRules::default();
        let label = HouseRules { critical_auto: CriticalAuto::LabelOnly, ..usual.clone() };
        assert_eq!(judge(&label, 20, bar(1, 24)), (Failure, 3));
        assert_eq!(judge(&label, 1, bar(12, 5)), (Success, 8));
        assert_eq!(judge(&label, 1, Bar { odds: true, ..bar(12, 2) }).0, CriticalFailure, "PR-120 holds all the same");
        let attacks = HouseRules { critical_scope: CriticalScope::AttacksOnly, ..usual.clone() };
        assert_eq!(judge(&attacks, 1, bar(12, 5)), (Success, 8));
        assert_eq!(judge(&attacks, 1, Bar { attack: true, ..bar(12, 5) }).0, CriticalFailure);
        let none = HouseRules { critical_min_per: 0, ..usual.clone() };
        assert_eq!(judge(&none, 20, bar(1, 24)), (CriticalSuccess, 0));
        let double = HouseRules { critical_success: crate::house::CriticalSuccess::DoublePer, ..usual.clone() };
        assert_eq!(judge(&double, 20, bar(5, 15)), (CriticalSuccess, 20));
        let one = HouseRules { per_minimum: 1, ..usual.clone() };
        assert_eq!(judge(&one, 10, bar(0, 10)), (Success, 1));
        let odds = HouseRules { odds_min_per: 1, ..usual };
        assert_eq!(judge(&odds, 2, Bar { odds: true, ..bar(0, 2) }), (Success, 1));
    }
}
