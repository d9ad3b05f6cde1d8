//! What is seldom so of a Character. It is kept apart: most people in most fights have nothing of it, which is then said by one
//! test, and a table stays small.

use super::{Actor, Demand, Hefted, Hold, Lengthy, actor::PartsOut};
use crate::{conditions::Condition, sheet::ThingId};
use referee_engine::{ActorSet, Nothing, space::Place};
use std::ops::Deref;

/// What is seldom so of a Character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rare {
    /// What weighs on it.
    pub conditions: Vec<Condition>,
    /// CW-273: whom it does not know of.
    pub unaware_of: ActorSet,
    /// CW-R84: whose lies it did not believe.
    pub suspicious_of: ActorSet,
    /// Whom it holds, and how.
    pub hold: Option<Hold>,
    /// What it carries with both hands (CW-210).
    pub hefting: Option<Hefted>,
    /// The work it is at (CW-221).
    pub lengthy: Option<Box<Lengthy>>,
    /// What it has been Persuaded to do (CW-129).
    pub demand: Option<Box<Demand>>,
    /// CW-243, CW-R69: it has taken Cover by falling Prone where it was; from where the Attack came.
    pub low_cover: Option<Place>,
    /// CW-R108: those who could see or hear it on its way, while it Moves Sneakily.
    pub near: ActorSet,
    /// CW-R109: those who had a clear view of it on its way, while it Moves Sneakily.
    pub seen_by: ActorSet,
    /// What the GM has said of its parts.
    pub(super) parts_out: Option<PartsOut>,
    /// CW-257: what it has handled this Turn, besides the first two things.
    pub(super) touched: Vec<ThingId>,
}

/// Of most people.
impl Nothing for Rare {
    const NOTHING: &'static Rare = &Rare {
        conditions: Vec::new(),
        unaware_of: ActorSet::EMPTY,
        suspicious_of: ActorSet::EMPTY,
        hold: None,
        hefting: None,
        lengthy: None,
        demand: None,
        low_cover: None,
        near: ActorSet::EMPTY,
        seen_by: ActorSet::EMPTY,
        parts_out: None,
        touched: Vec::new(),
    };
}

impl Deref for Actor {
    type Target = Rare;

    #[inline]
    fn deref(&self) -> &Rare {
        &self.rare
    }
}

impl Actor {
    /// Is there nothing rare about it? Nothing weighs on it, it knows of everybody, holds and carries nobody, works at nothing,
    /// and nothing is demanded of it.
    ///
    /// Where it once was otherwise this may say no; whoever asks then looks at everything.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        self.rare.is_nothing()
    }

    /// What is rare about it, to put something there.
    pub fn rare_mut(&mut self) -> &mut Rare {
        self.rare.fill()
    }

    /// What is rare about it, if anything is, to take something away.
    #[inline]
    pub fn any_rare_mut(&mut self) -> Option<&mut Rare> {
        self.rare.get_mut()
    }

    /// It is at no work any longer, and nothing is demanded of it.
    #[inline]
    pub fn set_free(&mut self) {
        if let Some(rare) = self.any_rare_mut() {
            (rare.lengthy, rare.demand) = (None, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{conditions::ConditionKind, testing::duel};
    use referee_engine::{ActorId, clock::Ends};

    /// What was rare and is over leaves nobody other than before, however it is kept.
    #[test]
    fn what_is_over_is_as_if_it_had_never_been() {
        let (_, table) = duel();
        let before = table.actor(ActorId(0)).clone();
        let mut actor = before.clone();
        assert!(actor.is_plain() && actor.any_rare_mut().is_none());
        actor.rare_mut().conditions.push(Condition { kind: ConditionKind::Staggered, ends: Ends::Never });
        assert!(!actor.is_plain() && actor != before);
        assert_eq!(actor.conditions.len(), 1);
        let written = serde_json::to_string(&actor).unwrap();
        assert_eq!(serde_json::from_str::<Actor>(&written).unwrap(), actor);
        let mut copy = before.clone();
        copy.clone_from(&actor);
        assert_eq!(copy, actor);
        actor.rare_mut().conditions.clear();
        assert_eq!(actor, before);
        let written = serde_json::to_string(&actor).unwrap();
        assert_eq!(written, serde_json::to_string(&before).unwrap());
        assert!(serde_json::from_str::<Actor>(&written).unwrap().is_plain(), "what is read has nothing rare about it");
        copy.clone_from(&before);
        assert!(copy.is_plain() && copy == before);
    }
}
