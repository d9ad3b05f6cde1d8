//! What somebody carries: hands, shields, ammunition.

use crate::{
    house::HouseRules,
    sheet::{ArmourKind, Tag, Tags, ThingId, Weapon, WeaponRef},
    table::{Table, Whereabouts},
};
use referee_engine::ActorId;

/// SE-R43: does the use of an object with these tags need a Slow Action? Bows are two-handed too, unless
/// `bows_slow` is off.
#[inline]
pub fn is_slow(house: &HouseRules, tags: Tags, weapon: Option<&Weapon>) -> bool {
    let bow = |weapon: &Weapon| weapon.reach_ft == 0 && weapon.ammo.is_some() && !weapon.tags.has(Tag::Reload);
    if !house.bows_slow && weapon.is_some_and(bow) {
        return Tags(tags.0 & !(Tag::TwoHanded as u8)).is_slow();
    }
    tags.is_slow()
}

impl Table {
    /// The things that somebody holds, a raised shield included.
    pub fn held(&self, who: ActorId) -> impl Iterator<Item = ThingId> + '_ {
        self.thing_ids().filter(move |&id| self.thing(id).at == Whereabouts::Held(who))
    }

    /// Everything that somebody has on them.
    pub fn carried(&self, who: ActorId) -> impl Iterator<Item = ThingId> + '_ {
        self.thing_ids().filter(move |&id| self.thing(id).at.owner() == Some(who))
    }

    /// SE-R116: slots that hold nothing; each thing held takes one, a raised shield too.
    pub fn free_hands(&self, who: ActorId) -> usize {
        2usize.saturating_sub(self.held(who).count())
    }

    /// SE-R116: a two-handed thing takes both slots while it is used.
    pub fn has_hands_for(&self, who: ActorId, thing: ThingId) -> bool {
        let both = self.thing_sheet(thing).tags.has(Tag::TwoHanded);
        !both || self.held(who).all(|other| other == thing)
    }

    /// Is it a shield?
    pub fn is_shield(&self, thing: ThingId) -> bool {
        self.thing_sheet(thing).armour.is_some_and(|armour| armour.kind == ArmourKind::Shield)
    }

    /// A stack of this kind with something left, on this one.
    pub fn stack(&self, who: ActorId, kind: &str) -> Option<ThingId> {
        self.carried(who).find(|&id| self.thing_sheet(id).short == kind && self.thing(id).count > 0)
    }

    /// The weapons at hand: what is held, then what the body has.
    pub fn weapons(&self, who: ActorId) -> impl Iterator<Item = WeaponRef> + '_ {
        let natural = (0..self.sheet(who).natural.len() as u8).map(WeaponRef::Natural);
        let held = self.held(who).filter(|&id| self.thing_sheet(id).weapon.is_some() && !self.is_shield(id));
        held.map(WeaponRef::Thing).chain(natural)
    }

    /// SE-R72, SE-R68, SE-091, SE-095, SE-R39: sums up Defense: hide, armour, a raised shield; the helmet gives 0. To be
    /// called when gear or wards have changed.
    pub fn know(&mut self, who: ActorId) {
        let sheet = self.sheet(who);
        let (mut defense, mut ward) = (sheet.hide, sheet.ward.saturating_add(self.actor(who).warded));
        let (mut shield, mut helmet) = (None, None);
        for id in self.carried(who) {
            let Some(armour) = self.thing_sheet(id).armour else { continue };
            let counts = match (armour.kind, self.thing(id).at) {
                (ArmourKind::Shield, Whereabouts::Held(_)) => {
                    shield = Some(id);
                    true
                }
                (ArmourKind::Helmet, Whereabouts::Worn(_)) => {
                    helmet = Some(id);
                    true
                }
                (ArmourKind::Body, Whereabouts::Worn(_)) => true,
                _ => false,
            };
            if counts && armour.otherworldly {
                ward = ward.saturating_add(armour.defense);
            } else if counts {
                defense = defense.saturating_add(armour.defense);
            }
        }
        let actor = self.actor_mut(who);
        (actor.defense, actor.ward, actor.shield, actor.helmet) = (defense, ward, shield, helmet);
    }

    /// Puts a thing somewhere else, and looks at what that does to Defense.
    pub fn put(&mut self, thing: ThingId, at: Whereabouts) {
        let before = self.thing(thing).at.owner();
        self.thing_mut(thing).at = at;
        for who in [before, at.owner()].into_iter().flatten() {
            self.know(who);
        }
    }

    /// SE-R47, SE-119: full and lowest movement by a way of moving, with the limits of armour.
    pub fn rates(&self, house: &HouseRules, who: ActorId, way: usize) -> (u16, u16) {
        let Some(way) = self.sheet(who).moves.get(way) else { return (0, 0) };
        let (mut full, mut lowest) = (way.full, way.lowest);
        if house.armour_slows {
            for id in self.carried(who).filter(|&id| matches!(self.thing(id).at, Whereabouts::Worn(_))) {
                if let Some([most_full, most_lowest]) = self.thing_sheet(id).armour.and_then(|armour| armour.move_cap) {
                    (full, lowest) = (full.min(most_full), lowest.min(most_lowest));
                }
            }
        }
        (full, lowest)
    }
}
