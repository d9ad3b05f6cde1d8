//! What follows from somebody's gear and is asked all the time.

use super::{Stretch, Strikes};
use crate::{
    sheet::{Armour, ArmourKind, Tag, ThingId, ThingSheet, Weapon},
    table::Whereabouts,
};

/// What else follows from the gear ([`know`](crate::table::Table::know)) and is asked all the time; `None` where it is not known yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outfit(pub(super) Option<Kept>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// SE-R116: slots that hold nothing.
    pub free_hands: u8,
    /// Is anything at hand to be drawn?
    pub draws: bool,
    /// SE-R41: is anything in hand that has to be loaded?
    pub loads: bool,
    /// SE-R47: the most that armour lets its wearer move: full and lowest.
    pub most: [u16; 2],
    /// The weapons in hand, in the order of the list.
    pub armed: [ThingId; 2],
    pub arms: u8,
    /// What it could strike with that is not slow, and what is.
    pub arsenal: [Arsenal; 2],
    /// Which things it carries and how, as a hash.
    pub carried: u64,
    /// SE-R08, SE-R41: does it carry anything that uses ammunition or has to be loaded?
    pub shoots: bool,
    /// Is every weapon at hand ready as long as the gear stays as it is: no ammunition, no loading, hands enough?
    pub steady: bool,
    /// Does it depend on the foe whether a slow weapon or another one does more?
    pub compares: bool,
    /// Is there nothing to think about but how far its foes are: no ability, nothing better to draw, nothing to load, and of
    /// what is at hand all is ready and of one kind, or the first does most to everybody as long as it is ready?
    pub plain: bool,
    /// SE-R08: the ammunition without which that is not so.
    pub quiver: Option<ThingId>,
    /// The feet within which it strikes without leave of SE-R69.
    pub farthest: u16,
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

impl Kept {
    /// The weapons in hand as a number of 34 bits.
    #[inline]
    pub fn arms_in_hand(&self) -> u64 {
        let [one, other] = self.armed;
        u64::from(self.arms) << 32 | u64::from(one.0) << 16 | u64::from(other.0)
    }
}

/// Everything that follows from somebody's gear.
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
        kept.shoots |= sheet.weapon.as_ref().is_some_and(|weapon| weapon.ammo.is_some());
        kept.shoots |= sheet.tags.has(Tag::Reload);
        match at {
            Whereabouts::Held(_) => {
                kept.free_hands = kept.free_hands.saturating_sub(1);
                kept.loads |= sheet.tags.has(Tag::Reload);
                let is_shield = sheet.armour.is_some_and(|armour| armour.kind == ArmourKind::Shield);
                if let Some(weapon) = sheet.weapon.as_ref().filter(|_| !is_shield) {
                    kept.arm(weapon);
                    // Two hands hold two things at most (SE-R116).
                    if let Some(arm) = kept.armed.get_mut(usize::from(kept.arms)) {
                        *arm = id;
                        kept.arms += 1;
                        self.strikes.add(weapon);
                    }
                }
            }
            Whereabouts::Sheathed(_) => kept.draws = true,
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
