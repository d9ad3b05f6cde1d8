//! Dodge: out of the way of a blow (CW-239, CW-240).

use super::{Holds, Incoming, Respond};
use crate::{
    Clockworld,
    sheet::{AttackKind, Skill},
    table::Table,
};
use referee_engine::{ActorId, RuleId, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CW-239: gets out of the way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Dodge;

impl Respond for Dodge {
    /// CW-239, CW-R93, CW-R105: can somebody Dodge this?
    fn all(book: &Clockworld, table: &Table, who: ActorId, incoming: &Incoming) -> SmallVec<[Self; 2]> {
        let answers = match incoming.kind {
            AttackKind::Reach => true,
            AttackKind::Ranged => incoming.point_blank && book.house.dodge_point_blank, // CW-098, CW-R67
            AttackKind::Area => false,                                                  // CW-102
        };
        let fits = answers && !table.is_immobilized(who) && incoming.is_faced(book, table, who);
        fits.then_some(Dodge).into_iter().collect()
    }

    fn option(self, _: &Table, _: ActorId) -> (String, String) {
        ("dodge".into(), "Dodge".into())
    }

    fn check(self, _: &Table) -> Option<(Skill, &'static str)> {
        Some((Skill::Reflex, "Dodge"))
    }

    /// CW-240.
    fn holds(self) -> Holds {
        Holds::Avoids
    }

    fn told(self, _: &Table, _: ActorId) -> (String, RuleId) {
        ("Dodges".into(), rule!("CW-239"))
    }
}
