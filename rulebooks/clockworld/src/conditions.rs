//! Conditions: what weighs on a Character, and what ends it.

use crate::{
    Clockworld,
    house::{RoundOwner, Staggered},
    rank::{Rank, SkillRank},
    sheet::ThingId,
    table::Table,
};
use referee_engine::{
    ActorId, RuleId,
    clock::{Edge, Ends, Turn},
    rule,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Condition {
    pub kind: ConditionKind,
    /// When it ends by itself.
    pub ends: Ends,
}

/// The Conditions named in the book. Prone and Unaware are kept elsewhere: a stance, and a relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConditionKind {
    /// CW-266, CW-R96.
    Staggered,
    /// CW-125, CW-267: Distracted on all Checks against this Character.
    DistractedAgainst(ActorId),
    /// CW-126: Distracted on all Checks not against this Character.
    DistractedExcept(ActorId),
    /// CW-155, CW-269: held by hand by this Character.
    PinnedBy(ActorId),
    /// CW-155, CW-213: tied.
    Bound {
        /// Who tied it.
        by: ActorId,
        /// CW-R90: the Hand-to-Hand Rank of whoever tied it.
        tier: SkillRank,
        /// The Rank of the bindings.
        bindings: Rank,
        /// The bindings themselves.
        thing: ThingId,
    },
    /// CW-160, CW-271: strangled by this Character; Immobilized, and speechless if it breathes.
    StrangledBy(ActorId),
    /// CW-271: Immobilized for another reason.
    Immobilized,
}

impl ConditionKind {
    /// CW-R94: held fast or tied down.
    pub fn pins(&self) -> bool {
        matches!(self, ConditionKind::PinnedBy(_) | ConditionKind::Bound { .. })
    }

    /// CW-R93, CW-R94: it cannot shift its body.
    pub fn immobilizes(&self) -> bool {
        self.pins() || matches!(self, ConditionKind::StrangledBy(_) | ConditionKind::Immobilized)
    }

    /// The rule that says what it does.
    pub fn rule(&self) -> RuleId {
        match self {
            ConditionKind::Staggered => rule!("CW-R96"),
            ConditionKind::DistractedAgainst(_) | ConditionKind::DistractedExcept(_) => rule!("CW-R81"),
            ConditionKind::PinnedBy(_) | ConditionKind::Bound { .. } => rule!("CW-R94"),
            ConditionKind::StrangledBy(_) => rule!("CW-160"),
            ConditionKind::Immobilized => rule!("CW-R93"),
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            ConditionKind::Staggered => "Staggered",
            ConditionKind::DistractedAgainst(_) | ConditionKind::DistractedExcept(_) => "Distracted",
            ConditionKind::PinnedBy(_) | ConditionKind::Bound { .. } => "Pinned",
            ConditionKind::StrangledBy(_) => "Strangled",
            ConditionKind::Immobilized => "Immobilized",
        }
    }
}

impl Table {
    /// CW-R94: is it held fast or tied down?
    pub fn is_pinned(&self, id: ActorId) -> bool {
        self.has(id, ConditionKind::pins)
    }

    /// CW-R93: can it not shift its body?
    pub fn is_immobilized(&self, id: ActorId) -> bool {
        self.has(id, ConditionKind::immobilizes)
    }

    /// CW-R96: is it down to one Action and no focus?
    pub fn is_down_to_one_action(&self, book: &Clockworld, id: ActorId) -> bool {
        book.house.staggered == Staggered::OneAction && self.has(id, |kind| *kind == ConditionKind::Staggered)
    }

    /// CW-161: can it speak just now?
    pub fn can_speak(&self, id: ActorId) -> bool {
        let sheet = self.sheet(id);
        let choked = sheet.needs_breath && self.has(id, |kind| matches!(kind, ConditionKind::StrangledBy(_)));
        sheet.can_speak && self.is_active(id) && !choked
    }

    /// CW-014, CW-015: one Round from now, ended by the Turn of whoever acts now.
    ///
    /// CW-R18, switch `round_owner`: an effect that comes from a Reaction ends with the Turn that runs, or with that of its
    /// causer. What nobody causes (a poison) ends with the Turn that runs.
    pub fn one_round(&self, book: &Clockworld, causer: Option<ActorId>) -> Ends {
        let turn = match (book.house.round_owner, causer) {
            (RoundOwner::Causer, Some(causer)) => Turn::OfSide(self.side_of(causer)),
            (RoundOwner::RunningTurn, _) | (RoundOwner::Causer, None) => self.running_turn(),
        };
        Ends::next(Edge::Start, turn)
    }

    /// Puts a Condition on a Character. The same one again only lasts as long as the new one.
    pub fn impose(&mut self, id: ActorId, condition: Condition) {
        let conditions = &mut self.actor_mut(id).conditions;
        conditions.retain(|known| known.kind != condition.kind);
        conditions.push(condition);
    }

    /// Takes away the Conditions that `is` picks. True if there was any.
    pub fn relieve(&mut self, id: ActorId, is: impl Fn(&ConditionKind) -> bool) -> bool {
        let conditions = &mut self.actor_mut(id).conditions;
        let before = conditions.len();
        conditions.retain(|condition| !is(&condition.kind));
        conditions.len() < before
    }

    /// CW-R87, CW-R92: ends whatever hold this Character has on somebody.
    pub fn release(&mut self, holder: ActorId) -> Option<ActorId> {
        let hold = self.actor_mut(holder).hold.take()?;
        self.relieve(
            hold.target,
            |kind| matches!(kind, ConditionKind::PinnedBy(by) | ConditionKind::StrangledBy(by) if *by == holder),
        );
        Some(hold.target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{duel, other, who};
    use referee_engine::Side;

    /// CW-014, CW-015, CW-013, CW-R18.
    #[test]
    fn cw_014_one_round_ends_with_the_turn_that_runs() {
        let (book, mut table) = duel();
        table.side = Side(1);
        let ends = table.one_round(&book, Some(who(&table, "mudo")));
        assert_eq!(ends, Ends::next(Edge::Start, Turn::OfSide(Side(1))));
        let mut book = book;
        book.house.round_owner = RoundOwner::Causer;
        assert_eq!(table.one_round(&book, Some(who(&table, "mudo"))), Ends::next(Edge::Start, Turn::OfSide(Side(0))));
    }

    /// CW-161, CW-162, CW-R93, CW-R94.
    #[test]
    fn cw_161_the_strangled_cannot_speak_if_they_breathe() {
        let (_, mut table) = duel();
        let (mudo, bandit) = (who(&table, "mudo"), other(&table, "mudo"));
        table.impose(bandit, Condition { kind: ConditionKind::StrangledBy(mudo), ends: Ends::Never });
        assert!(!table.can_speak(bandit));
        assert!(table.is_immobilized(bandit));
        assert!(!table.is_pinned(bandit));
        std::sync::Arc::make_mut(&mut table.setup).sheets[bandit.index()].needs_breath = false;
        assert!(table.can_speak(bandit));
    }
}
