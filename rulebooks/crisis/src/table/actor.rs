//! How a creature is.

use crate::{
    Crisis,
    conditions::{Cause, Condition, ConditionKind},
    sheet::{Purpose, Skill},
    wounds::Wounds,
};
use referee_engine::{ActorId, ActorSet, named, space::Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeSet;

named! {
    /// How a creature holds itself.
    #[derive(PartialOrd, Ord, Hash, Default, JsonSchema)]
    pub enum Stance for Crisis {
        /// Upright.
        #[default]
        Standing = "standing",
        /// CR-200.
        Kneeling = "kneeling",
        /// CR-203.
        Prone = "prone",
    }
}

/// How a creature is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Actor {
    pub place: Place,
    /// One of the eight directions, clockwise from north.
    pub facing: u8,
    /// How it holds itself.
    pub stance: Stance,
    /// CR-045, CR-046: action points, 0 to 6.
    pub ap: u8,
    /// CR-186: uses of Take Aim, 0 to 2.
    pub aim: u8,
    /// CR-R140: whom it aims at, if that matters.
    pub aim_at: Option<ActorId>,
    /// Armour value, which may wear down (CR-R79).
    pub armour: u8,
    /// What it can strike with. Fists are always among them.
    pub weapons: SmallVec<[Carried; 4]>,
    /// The weapon in hand, by its place among those carried.
    pub in_hand: u8,
    /// Items, and how many of each.
    pub items: SmallVec<[(u8, u8); 4]>,
    /// CR-035: the initiative result.
    pub initiative: i16,
    /// CR-071: it has parried in this round.
    pub parry_used: bool,
    /// CR-087: it has dodged in this round.
    pub dodge_used: bool,
    /// CR-R133: it has acted in this turn.
    pub acted: bool,
    /// CR-182.
    pub overwatch: bool,
    /// CR-041: it has an additional turn.
    pub surprise: bool,
    /// CR-R21: in the order from the next round on.
    pub late: bool,
    /// Not in the scene yet.
    pub absent: bool,
    /// CR-D34: the GM lets it act although it is held or bound.
    pub allowed: bool,
    /// CR-150: the Actions of its talents that it has used in this crisis, by their places.
    pub extras_used: BTreeSet<u8>,
    /// CR-052.
    pub long: Option<Long>,
    /// CR-042: not ready for combat.
    pub unready: bool,
    /// CR-041: whom it has not noticed.
    pub unaware_of: ActorSet,
    /// CR-165.
    pub hidden: bool,
    /// CR-170: the Sneak roll, while Sneaking.
    pub sneak: Option<i16>,
    /// CR-117.
    pub lethal: Wounds,
    /// CR-117.
    pub nonlethal: Wounds,
    /// CR-118, CR-122: out of action; kept by [`crate::harm::settle`].
    pub incapacitated: bool,
    /// CR-115.
    pub knocked_out: bool,
    /// CR-194.
    pub dying: bool,
    /// CR-119.
    pub dead: bool,
    /// CR-120: it dies at 0 HP.
    pub dies_at_zero: bool,
    /// Conditions and when they end.
    pub conditions: SmallVec<[Condition; 2]>,
    /// CR-R156: when it bleeds next, outside a crisis.
    pub bleeds: Option<u64>,
    /// CR-134: until when it stays incapacitated.
    pub stabilised_until: Option<u64>,
    /// CR-137: when the next non-lethal wound heals.
    pub hourly: Option<u64>,
    /// CR-138: when the next daily roll is due.
    pub daily: Option<u64>,
    /// CR-R101: what it is treating.
    pub treating: Option<Treatment>,
    /// CR-R101, with `one_try_per_wound`: healer, kind and time of wounds that were tried.
    pub tried: SmallVec<[(ActorId, Treat); 1]>,
    /// CR-127.
    pub care: Care,
    /// CR-R113: who cares for it.
    pub carer: Option<ActorId>,
    /// CR-143.
    pub rough_travel: bool,
    /// CR-145.
    pub poor_environment: bool,
}

/// One weapon that somebody carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Carried {
    /// Its place in the list of weapons.
    pub weapon: u8,
    /// How many, for those that are gone after one use.
    pub count: u8,
    /// CR-R44: Attacks left before it must be reloaded.
    pub loaded: u8,
}

named! {
    /// CR-R112: the medical row of the natural healing table.
    #[derive(PartialOrd, Ord, Hash, Default, JsonSchema)]
    pub enum Care for Crisis {
        /// CR-144.
        #[default]
        None = "none",
        /// CR-146: first aid, or from oneself.
        Own = "own",
        /// CR-147.
        Doctor = "doctor",
        /// CR-148.
        Hospital = "hospital",
    }
}

/// An Action under way that costs more than 6 AP (CR-052).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Long {
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
    pub patient: ActorId,
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

impl Actor {
    /// CR-R123, CR-R125: cannot be picked as a target.
    pub fn is_out_of_sight(&self) -> bool {
        self.hidden || self.sneak.is_some()
    }

    /// Is it on the map and alive?
    pub fn is_here(&self) -> bool {
        !self.dead && !self.absent
    }

    /// CR-R93: is it here and not out of action?
    pub fn is_up(&self) -> bool {
        self.is_here() && !self.incapacitated
    }

    /// Has it the condition, from whatever source but its wounds?
    pub fn has(&self, kind: ConditionKind) -> bool {
        self.conditions.iter().any(|condition| condition.kind == kind)
    }

    /// CR-197: is it Helpless by a condition?
    pub fn is_held(&self) -> bool {
        self.causes().next().is_some()
    }

    /// Why it is Helpless.
    pub fn causes(&self) -> impl Iterator<Item = Cause> + '_ {
        self.conditions.iter().filter_map(|condition| match condition.kind {
            ConditionKind::Helpless(cause) => Some(cause),
            ConditionKind::Drunk | ConditionKind::Exhausted | ConditionKind::Slowed | ConditionKind::Stunned => None,
        })
    }

    /// CR-R138, CR-R139: it aims no more.
    pub fn drop_aim(&mut self) {
        (self.aim, self.aim_at) = (0, None);
    }

    /// CR-165, CR-170: it neither hides nor sneaks any more.
    pub fn stop_hiding(&mut self) {
        (self.hidden, self.sneak) = (false, None);
    }

    /// CR-041: it has not noticed this one.
    pub fn overlook(&mut self, who: ActorId) {
        self.unaware_of = self.unaware_of.with(who);
    }

    /// CR-041: it notices this one.
    pub fn notice(&mut self, who: ActorId) {
        self.unaware_of = self.unaware_of.without(who);
    }

    /// How many of an item it has.
    pub fn item(&self, item: u8) -> u8 {
        self.items.iter().find(|(known, _)| *known == item).map_or(0, |(_, count)| *count)
    }

    /// Uses up one of an item.
    pub fn spend_item(&mut self, item: u8) {
        if let Some(known) = self.items.iter_mut().find(|(known, _)| *known == item) {
            known.1 = known.1.saturating_sub(1);
        }
        self.items.retain(|(_, count)| *count > 0);
    }
}
