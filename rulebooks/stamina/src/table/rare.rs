//! What is seldom so of a character. It is kept apart: most people in most fights have nothing of it, which is then said by one
//! test, and a table stays small.

use super::{Actor, Aim, Craft, Work};
use crate::sheet::Effect;
use referee_engine::{ActorSet, Nothing, clock::Ends};
use std::ops::Deref;

/// What is seldom so of a character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rare {
    /// ST-147.
    pub aim: Option<Aim>,
    /// Gathering and shaping.
    pub craft: Craft,
    /// ST-R81: an effect that is kept ready.
    pub kept: Option<(Effect, Ends)>,
    /// A guard, and when it ends.
    pub guard: Option<(u8, Ends)>,
    /// Light around it: metres, and when it ends.
    pub light: Option<(u8, Ends)>,
    /// ST-R27.
    pub work: Option<Work>,
    /// ST-220: for the first round.
    pub surprised: bool,
    /// ST-254, ST-R122: it has fallen asleep on watch.
    pub asleep: bool,
    /// ST-219: to be applied when rounds begin.
    pub flat_footed: bool,
    /// ST-R103: rounds of warning.
    pub warning: u8,
    /// ST-D29: cover that the GM gives it.
    pub gm_cover: u8,
    /// ST-D29: concealment that the GM gives it.
    pub gm_concealment: u8,
    /// ST-R104: its stealth result.
    pub stealth: Option<u8>,
    /// ST-R120: who has noticed it, as long as it is hidden.
    pub noticed_by: ActorSet,
    /// ST-R102: bonus dice on its stealth checks.
    pub stealth_bonus: u8,
    /// ST-056: it travels at quick pace.
    pub hurrying: bool,
    /// ST-239: questions it may still put to the GM.
    pub questions: u8,
}

impl Nothing for Rare {
    const NOTHING: &'static Rare = &Rare {
        aim: None,
        craft: Craft { stored: 0, shaped: [0; 7], actions: 0, row: 0, gathered: false },
        kept: None,
        guard: None,
        light: None,
        work: None,
        surprised: false,
        asleep: false,
        flat_footed: false,
        warning: 0,
        gm_cover: 0,
        gm_concealment: 0,
        stealth: None,
        noticed_by: ActorSet::EMPTY,
        stealth_bonus: 0,
        hurrying: false,
        questions: 0,
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
    /// ST-220, ST-R122: whoever sleeps is surprised too. Asked with every blow, and most people have nothing rare about
    /// them.
    #[inline]
    pub fn is_surprised(&self) -> bool {
        !self.rare.is_nothing() && (self.surprised || self.asleep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::duel;
    use referee_engine::ActorId;

    /// What was rare and is over leaves nobody other than before, however it is kept.
    #[test]
    fn what_is_over_is_as_if_it_had_never_been() {
        let (_, table) = duel();
        let before = table.actor(ActorId(0)).clone();
        let mut actor = before.clone();
        assert!(actor.rare.is_nothing());
        actor.rare.fill().guard = Some((2, Ends::Never));
        assert_ne!(actor, before);
        let written = serde_json::to_value(&actor).unwrap();
        assert_eq!(written["guard"], serde_json::json!([2, "never"]), "it is written beside all else");
        assert_eq!(serde_json::from_value::<Actor>(written).unwrap(), actor);
        let mut copy = before.clone();
        copy.clone_from(&actor);
        assert_eq!(copy, actor);
        actor.rare.fill().guard = None;
        assert_eq!(actor, before);
        let written = serde_json::to_string(&actor).unwrap();
        assert_eq!(written, serde_json::to_string(&before).unwrap());
        assert!(serde_json::from_str::<Actor>(&written).unwrap().rare.is_nothing());
    }
}
