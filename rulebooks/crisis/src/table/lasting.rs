//! What few fights change of a creature.

use super::{Actor, Moment};
use crate::{
    conditions::Condition,
    sheet::{Purpose, Skill},
};
use referee_engine::{ActorId, ActorSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::{ops::Deref, sync::Arc};

/// What few fights change of a creature. A table is copied for every fight, so copies share it until one of them changes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasting {
    /// CR-170: the Sneak roll, while Sneaking.
    pub sneak: Option<i16>,
    /// CR-R140: whom it aims at, if that matters.
    pub aim_at: Option<ActorId>,
    /// CR-052.
    pub long: Option<Long>,
    /// Conditions and when they end.
    pub conditions: SmallVec<[Condition; 2]>,
    /// Items, and how many of each.
    pub items: SmallVec<[(u8, u8); 4]>,
    /// CR-041: whom it has not noticed.
    pub unaware_of: ActorSet,
    /// CR-R156: when it bleeds next, outside a crisis.
    pub bleeds: Moment,
    /// CR-R101: what it is treating.
    pub treating: Option<Box<Treatment>>,
    /// CR-R101, with `one_try_per_wound`: healer, kind and time of wounds that were tried.
    pub tried: SmallVec<[(ActorId, Treat); 1]>,
    /// CR-127.
    pub care: Care,
    /// CR-R113: who cares for it.
    pub carer: Option<ActorId>,
}

/// CR-R112: the medical row of the natural healing table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Care {
    /// CR-144.
    #[default]
    None,
    /// CR-146: first aid, or from oneself.
    Own,
    /// CR-147.
    Doctor,
    /// CR-148.
    Hospital,
}

/// An Action under way that costs more than 6 AP (CR-052).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Long {
    /// What.
    pub what: LongAction,
    /// AP put in.
    pub put: u8,
    /// AP needed.
    pub cost: u8,
    /// CR-033: has it been worked on in this turn already?
    pub worked: bool,
    /// CR-R34: cancelled, with its progress kept for later.
    pub paused: bool,
}

/// What takes several turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LongAction {
    /// CR-057: reloading this weapon of the creature.
    Reload(u8),
    /// CR-D13: a task that the GM has set a cost for.
    Task {
        /// The Skill to roll.
        skill: Skill,
        /// CR-R162.
        purpose: Option<Purpose>,
    },
}

/// CR-D03, CR-D30: the items that somebody uses as Assets, by their places in the list of items.
pub type Assets = SmallVec<[u8; 4]>;

/// CR-R101: what a healer is at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Treatment {
    /// Whom.
    pub patient: ActorId,
    /// What.
    pub what: Treat,
    /// When the roll is made.
    pub ends: u64,
    /// CR-D30: with which Assets; all that fit if left out.
    #[serde(default)]
    pub assets: Option<Assets>,
}

/// CR-D30: what a treatment is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Treat {
    /// CR-124: a lethal wound, suffered at this time.
    Lethal(u64),
    /// CR-124: a non-lethal wound, suffered at this time.
    NonLethal(u64),
    /// CR-135: all non-lethal wounds.
    AllNonLethal,
    /// CR-133: Dying.
    Dying,
}

impl Deref for Actor {
    type Target = Lasting;

    #[inline]
    fn deref(&self) -> &Lasting {
        &self.lasting
    }
}

/// Whoever makes something so asks first whether it is not so already: a copy of one's own takes time.
impl Actor {
    /// What lasts, to change it.
    #[cold]
    pub fn lasting_mut(&mut self) -> &mut Lasting {
        Arc::make_mut(&mut self.lasting)
    }

    /// CR-170: it no longer Sneaks.
    #[inline]
    pub fn stop_sneaking(&mut self) {
        if self.sneak.is_some() {
            self.lasting_mut().sneak = None;
        }
    }

    /// CR-041: it has not noticed this one.
    pub fn overlook(&mut self, who: ActorId) {
        if !self.unaware_of.contains(who) {
            self.lasting_mut().unaware_of = self.unaware_of.with(who);
        }
    }

    /// CR-041: it notices this one.
    pub fn notice(&mut self, who: ActorId) {
        if self.unaware_of.contains(who) {
            self.lasting_mut().unaware_of = self.unaware_of.without(who);
        }
    }

    /// CR-R140: its aim is at nobody in particular.
    #[inline]
    pub fn aim_at_anybody(&mut self) {
        if self.aim_at.is_some() {
            self.lasting_mut().aim_at = None;
        }
    }

    /// CR-052: it is at nothing long any more.
    #[inline]
    pub fn drop_long(&mut self) {
        if self.long.is_some() {
            self.lasting_mut().long = None;
        }
    }

    /// CR-R101: it treats nobody any more.
    #[inline]
    pub fn stop_treating(&mut self) {
        if self.treating.is_some() {
            self.lasting_mut().treating = None;
        }
    }

    /// CR-R156: when it bleeds next.
    #[inline]
    pub fn bleed_at(&mut self, moment: Moment) {
        if self.bleeds != moment {
            self.lasting_mut().bleeds = moment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        conditions::ConditionKind,
        testing::{duel, who},
    };
    use referee_engine::clock::Ends;

    /// Copies share what lasts until one of them changes it, and a copy onto another keeps nothing of what that one was.
    #[test]
    fn what_lasts_is_shared_until_it_changes() {
        let (_, table) = duel();
        let ann = table.actor(who(&table, "ann"));
        let mut copy = ann.clone();
        copy.stop_sneaking();
        copy.aim_at_anybody();
        copy.drop_long();
        copy.stop_treating();
        copy.notice(ActorId(1));
        copy.bleed_at(Moment::NEVER);
        assert!(Arc::ptr_eq(&copy.lasting, &ann.lasting), "nothing has changed");
        copy.overlook(ActorId(1));
        assert!(copy.unaware_of.contains(ActorId(1)) && ann.unaware_of.is_empty() && copy != *ann);
        copy.notice(ActorId(1));
        assert_eq!(copy, *ann);
        let changes: [fn(&mut Lasting); 4] = [
            |lasting| lasting.sneak = Some(5),
            |lasting| lasting.aim_at = Some(ActorId(1)),
            |lasting| lasting.bleeds = Moment::at(6),
            |lasting| lasting.conditions.push(Condition { kind: ConditionKind::Drunk, ends: Ends::Never }),
        ];
        for change in changes {
            change(copy.lasting_mut());
            assert_ne!(copy, *ann);
            let mut other = ann.clone();
            other.clone_from(&copy);
            assert!(other == copy && Arc::ptr_eq(&other.lasting, &copy.lasting));
            copy.clone_from(ann);
            assert!(copy == *ann && Arc::ptr_eq(&copy.lasting, &ann.lasting));
        }
        copy.lasting_mut().aim_at = Some(ActorId(1));
        copy.lasting_mut().sneak = Some(5);
        copy.bleed_at(Moment::at(6));
        copy.keep_aim(false);
        copy.stop_sneaking();
        copy.bleed_at(Moment::NEVER);
        assert_eq!(copy, *ann);
    }
}
