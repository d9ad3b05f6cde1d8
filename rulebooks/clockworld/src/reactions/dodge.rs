//! Dodge: out of the way of a blow (CW-239, CW-240).

use super::Incoming;
use crate::{
    Clockworld,
    check::Named,
    sheet::{AttackKind, Skill},
    table::Table,
};
use referee_engine::{ActorId, RuleId, rule};

/// What it rolls.
pub(super) const CHECK: (Skill, Named) = (Skill::Reflex, Named::Dodge);

/// CW-239, CW-R93, CW-R105: can somebody Dodge this?
pub(super) fn fits(book: &Clockworld, table: &Table, who: ActorId, incoming: &Incoming) -> bool {
    let answers = match incoming.kind {
        AttackKind::Reach => true,
        AttackKind::Ranged => incoming.point_blank && book.house.dodge_point_blank, // CW-098, CW-R67
        AttackKind::Area => false,                                                  // CW-102
    };
    answers && !table.is_immobilized(who) && incoming.is_faced(book, table, who)
}

/// The option: the word for commands, and what people read.
pub(super) fn option() -> (String, String) {
    ("dodge".into(), "Dodge".into())
}

/// What is told of it.
pub(super) fn told() -> (String, RuleId) {
    ("Dodges".into(), rule!("CW-239"))
}
