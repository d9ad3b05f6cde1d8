//! Chances sum to one, and asking for odds leaves the table as it was.

use super::{Arena, Bench, Check, written};
use crate::{ExploreError, OddsError, Reactions, Seat, System, odds_of};
use referee_dice::Chance;

impl<A: Arena> Bench<'_, A> {
    pub(super) fn check_odds(
        &mut self,
        book: &A::Book,
        table: &<A::Book as System>::Table,
        seat: Seat,
        intent: &<A::Book as System>::Intent,
    ) {
        let before = written(table);
        for reactions in [Reactions::Never, Reactions::Always, Reactions::Best, Reactions::All] {
            let odds = match odds_of(book, table, seat, intent, reactions, self.settings.ways) {
                Ok(odds) => odds,
                Err(OddsError::TooManyChoices | OddsError::Explore(ExploreError::Exhausted(_))) => {
                    self.report.add("odds left out");
                    continue;
                }
                Err(error) => {
                    self.fault(Check::Odds, format!("no odds of {intent:?} ({reactions}): {error}"));
                    continue;
                }
            };
            self.report.add("odds");
            for group in &odds.groups {
                let is_partial = reactions == Reactions::All && group.whole < Chance::ONE;
                if group.whole != Chance::ONE && !is_partial {
                    let whole = &group.whole;
                    self.fault(Check::Odds, format!("chances of {intent:?} ({reactions}) sum to {whole}"));
                }
            }
            if odds.error.to_f64() > 1e-9 {
                self.fault(Check::Odds, format!("odds of {intent:?} may be off by {}", odds.error.to_f64()));
            }
        }
        if written(table) != before {
            self.fault(Check::Odds, format!("asking for the odds of {intent:?} changed the table"));
        }
    }
}
