//! What follows from somebody's gear and is asked all the time.

use super::{Stretch, Strikes};
use crate::{
    sheet::{Armour, ArmourKind, Tag, ThingId, ThingSheet, Weapon},
    table::Whereabouts,
};
use referee_engine::Grounds;

/// What else follows from the gear ([`know`](crate::table::Table::know)) and is asked all the time; `None` where it is not known yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outfit(pub(super) Option<Kept>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// Which things it carries and how: the sum of what each of them [adds](carried_as).
    pub carried: u64,
    /// The weapons in hand, in the order of the list.
    pub arms: Arms,
    /// SE-R47: the most that armour lets its wearer move: full and lowest.
    pub most: [u16; 2],
    /// SE-R47: the lowest movement by its first way, in this armour.
    pub stride: u16,
    /// The feet within which it strikes without leave of SE-R69.
    pub farthest: u16,
    /// What it could strike with that is not slow, and what is.
    pub arsenal: [Arsenal; 2],
    /// SE-R08: the ammunition without which it is not [plain](Self::plain).
    pub quiver: Option<ThingId>,
    /// SE-R116: slots that hold nothing.
    pub free_hands: u8,
    pub facts: Facts,
    /// Is there nothing to think about but how far its foes are: no ability, nothing better to draw, nothing to load, and of
    /// what is at hand all is ready and of one kind, or the first does most to everybody as long as it is ready?
    pub plain: bool,
}

/// What is so or not.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(super) enum Fact {
    /// Something is at hand to be drawn.
    Draws = 1,
    /// SE-R41: something is in hand that has to be loaded.
    Loads = 2,
    /// SE-R08, SE-R41: it carries something that uses ammunition or has to be loaded.
    Shoots = 4,
    /// Every weapon at hand is ready as long as the gear stays as it is: no ammunition, no loading, hands enough.
    Steady = 8,
    /// It depends on the foe whether a slow weapon or another one does more.
    Compares = 16,
    /// Whoever is within reach of anything at hand is within that of all that is not slow, and all of it is steady.
    Strikes = 32,
    /// The same of all that is slow.
    StrikesSlowly = 64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts(u8);

impl Facts {
    /// Is it so?
    #[inline]
    pub fn has(self, fact: Fact) -> bool {
        self.0 & fact as u8 != 0
    }

    /// It is, if this holds.
    #[inline]
    pub fn add_if(&mut self, holds: bool, fact: Fact) {
        self.0 |= if holds { fact as u8 } else { 0 };
    }
}

/// Two weapons at most, as a number of 34 bits: what is in hand is asked at every act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arms(u64);

impl Arms {
    /// One more, if a hand is left for it: two hands hold two things at most (SE-R116).
    pub fn add(&mut self, ThingId(arm): ThingId) -> bool {
        let count = self.0 >> 32;
        if count < 2 {
            self.0 += 1 << 32 | u64::from(arm) << (16 * (1 - count));
        }
        count < 2
    }

    /// All of it.
    #[inline]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The first.
    #[inline]
    pub fn first(self) -> Option<ThingId> {
        (self.0 != 0).then_some(ThingId((self.0 >> 16) as u16))
    }

    /// One after the other.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = ThingId> {
        let both = [(self.0 >> 16) as u16, self.0 as u16];
        both.into_iter().take((self.0 >> 32) as usize).map(ThingId)
    }
}

/// What a thing adds to what its owner [carries](Kept::carried): which it is, and how it is carried.
pub(super) fn carried_as(ThingId(id): ThingId, at: Whereabouts) -> u64 {
    let word = u64::from(id) << 2 | at.manner();
    // Mixed twice: sums of parts that differ in few bits must not be alike.
    Grounds::default().and(word).and(word.rotate_left(32)).bits() as u64
}

/// The weapons at hand for one kind of action, whether ready or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arsenal {
    /// The feet within which all of them strike without leaving the hand; 0 if one of them only shoots.
    pub shortest: u16,
    /// How many there are.
    pub count: u8,
}

impl Arsenal {
    pub(super) const NONE: Arsenal = Arsenal { shortest: u16::MAX, count: 0 };

    fn add(&mut self, weapon: &Weapon) {
        *self = Arsenal { shortest: self.shortest.min(weapon.reach_ft), count: self.count.saturating_add(1) };
    }

    /// Both.
    #[inline]
    pub fn and(self, other: Arsenal) -> Arsenal {
        Arsenal { shortest: self.shortest.min(other.shortest), count: self.count.saturating_add(other.count) }
    }
}

impl Kept {
    /// SE-R43: one more to strike with, slow or not; a bow may be either (`bows_slow`).
    pub fn arm(&mut self, weapon: &Weapon) {
        self.farthest = self.farthest.max(weapon.reach_ft).max(weapon.range_ft);
        let slow = weapon.tags.is_slow();
        if slow {
            self.arsenal[1].add(weapon);
        }
        if !slow || weapon.ammo.is_some() {
            self.arsenal[0].add(weapon);
        }
    }
}

/// Everything that follows from somebody's gear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub kept: Kept,
    pub things: Stretch,
    pub strikes: Strikes,
    pub defense: i8,
    pub ward: i8,
    pub shield: Option<ThingId>,
    pub helmet: Option<ThingId>,
}

impl Look {
    /// One more thing that it has on it.
    #[inline]
    pub fn add(&mut self, id: ThingId, at: Whereabouts, sheet: &ThingSheet) {
        let kept = &mut self.kept;
        let has_ammunition = sheet.weapon.as_ref().is_some_and(|weapon| weapon.ammo.is_some());
        kept.facts.add_if(has_ammunition || sheet.tags.has(Tag::Reload), Fact::Shoots);
        match at {
            Whereabouts::Held(_) => {
                kept.free_hands = kept.free_hands.saturating_sub(1);
                kept.facts.add_if(sheet.tags.has(Tag::Reload), Fact::Loads);
                let is_shield = sheet.armour.is_some_and(|armour| armour.kind == ArmourKind::Shield);
                if let Some(weapon) = sheet.weapon.as_ref().filter(|_| !is_shield) {
                    kept.arm(weapon);
                    if kept.arms.add(id) {
                        self.strikes.add(weapon);
                    }
                }
            }
            Whereabouts::Sheathed(_) => kept.facts.add_if(true, Fact::Draws),
            Whereabouts::Worn(_) => {
                if let Some([full, lowest]) = sheet.armour.and_then(|armour| armour.move_cap) {
                    kept.most = [kept.most[0].min(full), kept.most[1].min(lowest)];
                }
            }
            _ => {}
        }
        if let Some(armour) = sheet.armour {
            self.protect(id, at, armour);
        }
    }

    /// SE-R72, SE-R68, SE-091, SE-095, SE-R39: sums up Defense: hide, armour, a raised shield; the helmet gives 0.
    #[inline]
    fn protect(&mut self, id: ThingId, at: Whereabouts, armour: Armour) {
        let counts = match (armour.kind, at) {
            (ArmourKind::Shield, Whereabouts::Held(_)) => {
                self.shield = Some(id);
                true
            }
            (ArmourKind::Helmet, Whereabouts::Worn(_)) => {
                self.helmet = Some(id);
                true
            }
            (ArmourKind::Body, Whereabouts::Worn(_)) => true,
            _ => false,
        };
        if counts && armour.otherworldly {
            self.ward = self.ward.saturating_add(armour.defense);
        } else if counts {
            self.defense = self.defense.saturating_add(armour.defense);
        }
    }
}

impl PartialEq for Outfit {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Outfit {}
