//! What follows from somebody's gear and is asked all the time.

use super::{Stretch, Strikes};
use crate::{
    sheet::{Armour, ArmourKind, Tag, ThingId, ThingSheet, Weapon},
    table::Whereabouts,
};
use referee_engine::{Derived, Grounds};

/// What follows from the gear ([`know`](crate::table::Table::know)) and is asked all the time, as far as it is known. It is
/// neither written nor compared.
#[derive(Clone, Copy, Debug)]
pub struct Outfit(pub(super) Kept);

impl Default for Outfit {
    fn default() -> Outfit {
        let unknown = Facts::default();
        Outfit(Kept { things: Derived::default(), strikes: Strikes::default(), facts: unknown, ..Kept::NOTHING })
    }
}

impl Outfit {
    /// How far somebody strikes with what it holds, at most.
    #[inline]
    pub fn strikes(&self) -> Strikes {
        self.0.strikes
    }

    /// Where its things are in the list.
    #[inline]
    pub fn things(&self) -> Stretch {
        *self.0.things
    }

    /// All of it, if it is known.
    #[inline]
    pub(super) fn known(&self) -> Option<&Kept> {
        self.0.facts.has(Fact::Known).then_some(&self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    pub carried: Carried,
    /// The weapons in hand, in the order of the list.
    pub arms: Arms,
    pub things: Derived<Stretch>,
    pub strikes: Strikes,
    /// SE-R47: the lowest movement by its first way, in this armour.
    pub stride: u16,
    /// The feet within which it strikes without leave of SE-R69.
    pub farthest: u16,
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
    /// Somebody has looked at it.
    Known = 128,
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

/// Two weapons at most, one hand after the other: what is in hand is asked at every act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arms([Option<ThingId>; 2]);

impl Arms {
    /// One more, if a hand is left for it: two hands hold two things at most (SE-R116).
    pub fn add(&mut self, arm: ThingId) -> bool {
        let hand = self.0.iter_mut().find(|hand| hand.is_none());
        hand.map(|hand| *hand = Some(arm)).is_some()
    }

    /// All of it, as a number of 32 bits.
    #[inline]
    pub fn bits(self) -> u64 {
        let [one, other] = self.0.map(|arm| arm.map_or(0, |arm| u64::from(arm.place()) + 1));
        one | other << 16
    }

    /// The first.
    #[inline]
    pub fn first(self) -> Option<ThingId> {
        self.0[0]
    }

    /// One after the other.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = ThingId> {
        self.0.into_iter().map_while(|arm| arm)
    }
}

/// Which things somebody carries and how: the sum of what each of them adds. It is kept in halves, as [`Kept`] would take four
/// bytes more with a whole word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carried([u32; 2]);

impl Carried {
    fn of(bits: u64) -> Carried {
        Carried([bits as u32, (bits >> 32) as u32])
    }

    /// All of it.
    #[inline]
    pub fn bits(self) -> u64 {
        u64::from(self.0[0]) | u64::from(self.0[1]) << 32
    }

    /// With a thing more.
    #[must_use]
    pub fn with(self, id: ThingId, at: Whereabouts) -> Carried {
        Carried::of(self.bits().wrapping_add(Carried::part(id, at)))
    }

    /// Without one of them.
    #[must_use]
    pub fn without(self, id: ThingId, at: Whereabouts) -> Carried {
        Carried::of(self.bits().wrapping_sub(Carried::part(id, at)))
    }

    /// What a thing adds: which it is, and how it is carried.
    fn part(id: ThingId, at: Whereabouts) -> u64 {
        let word = u64::from(id.place()) << 2 | at.manner();
        // Mixed twice: sums of parts that differ in few bits must not be alike.
        Grounds::default().and(word).and(word.rotate_left(32)).bits() as u64
    }
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
    /// Of all these, SE-R43: those that are not slow, and those that are; a bow may be either (`bows_slow`).
    pub(super) fn of<'w>(weapons: impl Iterator<Item = &'w Weapon>) -> [Arsenal; 2] {
        let mut both = [Arsenal { shortest: u16::MAX, count: 0 }; 2];
        for weapon in weapons {
            let slow = weapon.tags.is_slow();
            for (arsenal, is_of_it) in both.iter_mut().zip([!slow || weapon.ammo.is_some(), slow]) {
                if is_of_it {
                    *arsenal = arsenal.and(Arsenal { shortest: weapon.reach_ft, count: 1 });
                }
            }
        }
        both
    }

    /// Both.
    #[inline]
    pub fn and(self, other: Arsenal) -> Arsenal {
        Arsenal { shortest: self.shortest.min(other.shortest), count: self.count.saturating_add(other.count) }
    }
}

impl Kept {
    /// Of somebody who has nothing.
    pub const NOTHING: Kept = Kept {
        carried: Carried([0; 2]),
        arms: Arms([None; 2]),
        things: Derived(Stretch { first: 0, beyond: 0 }),
        strikes: Strikes(0),
        stride: 0,
        farthest: 0,
        quiver: None,
        free_hands: 2,
        facts: Facts(Fact::Known as u8),
        plain: false,
    };

    /// One more to strike with.
    pub fn arm(&mut self, weapon: &Weapon) {
        self.farthest = self.farthest.max(weapon.reach_ft).max(weapon.range_ft);
        self.strikes.add(weapon);
    }
}

/// Everything that follows from somebody's gear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub kept: Kept,
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
                if let Some(weapon) = sheet.weapon.as_ref().filter(|_| !is_shield)
                    && kept.arms.add(id)
                {
                    kept.arm(weapon);
                }
            }
            Whereabouts::Sheathed(_) => kept.facts.add_if(true, Fact::Draws),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What was taken up and given up again leaves no trace, whatever came in between.
    #[test]
    fn what_is_carried_is_a_sum() {
        let (sword, bow, owner) = (ThingId::at(0), ThingId::at(7), referee_engine::ActorId(3));
        let (held, sheathed) = (Whereabouts::Held(owner), Whereabouts::Sheathed(owner));
        let nothing = Kept::NOTHING.carried;
        let both = nothing.with(sword, held).with(bow, sheathed);
        assert_eq!(both, nothing.with(bow, sheathed).with(sword, held));
        assert_eq!(both.without(sword, held), nothing.with(bow, sheathed));
        assert_eq!(both.without(sword, held).without(bow, sheathed).bits(), 0);
        let all = [nothing, both, nothing.with(sword, held), nothing.with(sword, sheathed), nothing.with(bow, held)];
        let different = all.map(Carried::bits).into_iter().collect::<std::collections::BTreeSet<_>>();
        assert_eq!(different.len(), all.len());
        assert!(both.bits() > u64::from(u32::MAX), "both halves count");
    }

    #[test]
    fn two_hands_hold_two_weapons() {
        let (sword, dagger, bow) = (ThingId::at(0), ThingId::at(7), ThingId::at(u16::MAX - 1));
        let mut arms = Arms::default();
        assert_eq!((arms.first(), arms.iter().count()), (None, 0));
        assert!(arms.add(sword));
        assert_eq!((arms.first(), arms.iter().collect::<Vec<_>>()), (Some(sword), vec![sword]));
        assert_ne!(arms, Arms::default(), "the first thing of the list is something");
        assert!(arms.add(bow) && !arms.add(dagger), "there is no third hand");
        assert_eq!((arms.first(), arms.iter().collect::<Vec<_>>()), (Some(sword), vec![sword, bow]));
        assert!(arms.bits() < 1 << 32);
    }
}
