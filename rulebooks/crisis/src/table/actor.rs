//! How a creature is.

use super::{Arms, Lasting, Moment, Weapons, written::Written};
use crate::{conditions::Cause, wounds::Wounds};
use referee_engine::{Derived, space::Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How a creature holds itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// Upright.
    #[default]
    Standing,
    /// CR-200.
    Kneeling,
    /// CR-203.
    Prone,
}

impl Stance {
    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Stance::Standing => "standing",
            Stance::Kneeling => "kneeling",
            Stance::Prone => "prone",
        }
    }
}

/// How a creature is. What few fights change of it is read as if it were here too.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Actor {
    /// Where it is.
    pub place: Place,
    /// One of the eight directions, clockwise from north.
    pub facing: u8,
    /// How it holds itself.
    pub stance: Stance,
    /// CR-045, CR-046: action points, 0 to 6.
    pub ap: u8,
    /// CR-186: uses of Take Aim, 0 to 2.
    pub aim: u8,
    /// The conditions as bits, see [`crate::conditions::ConditionKind::bit`].
    pub bits: u8,
    /// What else is so, see [`Flag`].
    pub flags: u32,
    /// Armour value, which may wear down (CR-R79).
    pub armour: u8,
    /// The weapon in hand, by its place among those carried.
    pub in_hand: u8,
    /// CR-035: the initiative result.
    pub initiative: i16,
    /// CR-117.
    pub lethal: Wounds,
    /// CR-117.
    pub nonlethal: Wounds,
    /// What it can strike with. Fists are always among them. Whoever changes them calls [`know_arms`](super::Table::know_arms).
    pub weapons: Weapons,
    /// What they say, if anybody has looked.
    pub(crate) arms: Derived<Arms>,
    /// CR-137: when the next non-lethal wound heals.
    pub hourly: Moment,
    /// CR-138: when the next daily roll is due.
    pub daily: Moment,
    /// CR-134: until when it stays incapacitated.
    pub stabilised_until: Moment,
    /// Extra Actions used in this crisis, one bit each.
    pub extras_used: u8,
    /// What else there is to say about it, see [`lasting_mut`](Actor::lasting_mut).
    pub(crate) lasting: Arc<Lasting>,
}

/// What is so of a creature, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Flag {
    /// CR-071.
    ParryUsed = 1,
    /// CR-087.
    DodgeUsed = 1 << 1,
    /// CR-R133: it has acted in this turn.
    Acted = 1 << 2,
    /// CR-182.
    Overwatch = 1 << 3,
    /// CR-165.
    Hidden = 1 << 4,
    /// CR-194.
    Dying = 1 << 5,
    /// CR-119.
    Dead = 1 << 6,
    /// CR-115.
    KnockedOut = 1 << 7,
    /// CR-118, CR-122: out of action; kept by [`crate::harm::settle`].
    Incapacitated = 1 << 8,
    /// CR-042: not ready for combat.
    Unready = 1 << 9,
    /// CR-041: has an additional turn.
    Surprise = 1 << 10,
    /// Not in the scene yet.
    Absent = 1 << 11,
    /// CR-R21: in the order from the next round on.
    Late = 1 << 12,
    /// CR-D34: the GM lets it act although it is held or bound.
    Allowed = 1 << 13,
    /// CR-120: dies at 0 HP.
    DiesAtZero = 1 << 14,
    /// CR-143.
    RoughTravel = 1 << 15,
    /// CR-145.
    PoorEnvironment = 1 << 16,
}

impl Clone for Actor {
    fn clone(&self) -> Actor {
        Actor {
            lethal: self.lethal.clone(),
            nonlethal: self.nonlethal.clone(),
            weapons: self.weapons.clone(),
            lasting: self.lasting.clone(),
            ..*self
        }
    }

    /// A batch of fights copies everybody once a fight, onto the one before. Every thread of a run holds what lasts: whoever has
    /// it already does not touch their common count.
    #[inline]
    fn clone_from(&mut self, from: &Actor) {
        let Actor { place, facing, stance, ap, aim, bits, flags, armour, in_hand, initiative, .. } = *from;
        let Actor { arms, hourly, daily, stabilised_until, extras_used, .. } = *from;
        (self.place, self.facing, self.stance, self.ap, self.aim) = (place, facing, stance, ap, aim);
        (self.bits, self.flags, self.armour, self.in_hand) = (bits, flags, armour, in_hand);
        (self.initiative, self.arms, self.extras_used) = (initiative, arms, extras_used);
        (self.hourly, self.daily, self.stabilised_until) = (hourly, daily, stabilised_until);
        self.lethal.clone_from(&from.lethal);
        self.nonlethal.clone_from(&from.nonlethal);
        self.weapons.clone_from(&from.weapons);
        if !Arc::ptr_eq(&self.lasting, &from.lasting) {
            self.lasting = from.lasting.clone();
        }
    }
}

impl Actor {
    /// Is this so?
    #[inline]
    pub const fn is(&self, flag: Flag) -> bool {
        self.flags & flag as u32 != 0
    }

    /// Makes it so, or not.
    #[inline]
    pub const fn set(&mut self, flag: Flag, so: bool) {
        if so {
            self.flags |= flag as u32;
        } else {
            self.flags &= !(flag as u32);
        }
    }

    /// CR-119.
    #[inline]
    pub const fn is_dead(&self) -> bool {
        self.is(Flag::Dead)
    }

    /// CR-R93.
    #[inline]
    pub const fn is_incapacitated(&self) -> bool {
        self.is(Flag::Incapacitated)
    }

    /// CR-194.
    #[inline]
    pub const fn is_dying(&self) -> bool {
        self.is(Flag::Dying)
    }

    /// CR-D34.
    #[inline]
    pub const fn is_allowed(&self) -> bool {
        self.is(Flag::Allowed)
    }

    /// CR-R138, CR-R139: keeps its aim, or not.
    #[inline]
    pub fn keep_aim(&mut self, keeps: bool) {
        self.aim *= u8::from(keeps); // without a question: who strikes with what cannot be foretold
        if !keeps {
            self.aim_at_anybody();
        }
    }

    /// CR-R135.
    #[inline]
    pub const fn set_overwatch(&mut self, so: bool) {
        self.set(Flag::Overwatch, so);
    }

    /// CR-R123, CR-R125: cannot be picked as a target.
    #[inline]
    pub fn is_out_of_sight(&self) -> bool {
        self.is(Flag::Hidden) || self.sneak.is_some()
    }

    /// Is it on the map and alive?
    #[inline]
    pub const fn is_here(&self) -> bool {
        self.flags & (Flag::Dead as u32 | Flag::Absent as u32) == 0
    }

    /// Where it is and how it holds itself: the square, the stance, where it looks while it lies, whether it is out of
    /// action. Nothing of the dead, nor of those who lie out of action: they are in nobody's way. `None` for a square beyond
    /// the 4,096th column or row.
    #[inline]
    pub const fn spot(&self) -> Option<u32> {
        let (is_out, lies) = (self.is_incapacitated(), matches!(self.stance, Stance::Prone));
        if !self.is_here() || (is_out && lies) {
            return Some(0);
        }
        let (x, y) = (self.place.cell.x as u16, self.place.cell.y as u16);
        if (x | y) >> 12 != 0 {
            return None;
        }
        Some(self.bearing() | (is_out as u32) << 1)
    }

    /// The same of somebody who is up, and near.
    #[inline]
    pub const fn bearing(&self) -> u32 {
        let looks = if matches!(self.stance, Stance::Prone) { self.facing & 7 } else { 0 };
        let how = 1 | (self.stance as u32) << 2 | (looks as u32) << 4;
        how | (self.place.cell.x as u16 as u32) << 8 | (self.place.cell.y as u16 as u32) << 20
    }

    /// How it can defend itself: its stance, its conditions, and whether it is out of action.
    #[inline]
    pub const fn poise(&self) -> u32 {
        let out = self.flags & (Flag::Dead as u32 | Flag::Absent as u32 | Flag::Incapacitated as u32);
        out | (self.stance as u32) << 20 | (self.bits as u32) << 24
    }

    /// Where it lies, and whether it is Dying, if it is here and out of action.
    #[inline]
    pub const fn lair(&self) -> Option<u64> {
        if !self.is_here() || !self.is_incapacitated() {
            return None;
        }
        let (x, y) = (self.place.cell.x as u16, self.place.cell.y as u16);
        Some((x as u64) << 32 | (y as u64) << 16 | self.is_dying() as u64)
    }

    /// Why it is Helpless.
    pub fn causes(&self) -> impl Iterator<Item = Cause> + '_ {
        self.conditions.iter().filter_map(|condition| match condition.kind {
            crate::conditions::ConditionKind::Helpless(cause) => Some(cause),
            _ => None,
        })
    }

    /// The next moment at which one of its clocks is due.
    #[inline]
    pub fn next_due(&self) -> Moment {
        self.bleeds.min(self.hourly).min(self.daily).min(self.stabilised_until)
    }

    /// Keeps the bits as the conditions are.
    pub fn know_conditions(&mut self) {
        self.bits = self.conditions.iter().fold(0, |bits, condition| bits | condition.kind.bit());
    }

    /// How many of an item it has.
    pub fn item(&self, item: u8) -> u8 {
        self.items.iter().find(|(known, _)| *known == item).map_or(0, |(_, count)| *count)
    }

    /// Uses up one of an item.
    pub fn spend_item(&mut self, item: u8) {
        let items = &mut self.lasting_mut().items;
        if let Some(known) = items.iter_mut().find(|(known, _)| *known == item) {
            known.1 = known.1.saturating_sub(1);
        }
        items.retain(|(_, count)| *count > 0);
    }
}
