//! On the same grounds a machine chooses the same, and that comes down to the same.

use super::{Arena, Bench, Check};
use crate::{Grounds, Next, System};
use referee_dice::FastRng;
use std::collections::BTreeMap;

/// An act that was chosen, and what it comes down to.
type Chosen<S> = (<S as System>::Intent, <S as System>::Brief);

/// What the policies chose on this table so far, by their grounds.
pub(crate) struct Decided<S: System> {
    /// The table that play began with: another setup may lead to other choices.
    start: S::Table,
    chosen: BTreeMap<(&'static str, Grounds), Chosen<S>>,
}

impl<S: System> Decided<S> {
    pub fn from_here(table: &S::Table) -> Decided<S> {
        Decided { start: table.clone(), chosen: BTreeMap::new() }
    }
}

impl<A: Arena> Bench<'_, A> {
    pub(super) fn check_grounds(&mut self, book: &A::Book, table: &<A::Book as System>::Table) {
        let is_over = matches!(book.next(table), Next::Over(_));
        if is_over || !book.share_setup(table, &self.decided.start) {
            return;
        }
        for (name, policy) in A::Book::policies() {
            let Some(grounds) = book.grounds(table, *policy) else { continue };
            self.report.add("grounds");
            let mut rng = FastRng::seed_from_u64(self.seed);
            let before = rng.clone();
            let intent = book.choose(table, *policy, &mut rng);
            if rng != before {
                self.fault(Check::Grounds, format!("{name} draws lots, although it has grounds"));
            }
            let brief = book.brief_by(table, *policy, &intent);
            let (known, comes_to) =
                self.decided.chosen.entry((name, grounds)).or_insert_with(|| (intent.clone(), brief.clone()));
            let mut what = None;
            if *known != intent {
                what = Some(format!("on the same grounds {name} chooses {known:?} and {intent:?}"));
            } else if *comes_to != brief {
                what = Some(format!("on the same grounds {intent:?} comes down to {comes_to:?} and {brief:?}"));
            }
            if let Some(what) = what {
                self.fault(Check::Grounds, what);
            }
        }
    }
}
