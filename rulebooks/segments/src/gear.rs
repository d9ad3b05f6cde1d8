//! What somebody carries: hands, shields, ammunition, armour.

use crate::{
    house::HouseRules,
    sheet::{ArmourKind, Tag, Tags, ThingId, Weapon, WeaponRef},
    table::{Table, Thing, Whereabouts},
};
use referee_engine::{ActorId, Derived};
use std::ops::Range;

/// SE-R43: does the use of an object with these tags need a Slow Action? Bows are two-handed too, unless
/// `bows_slow` is off.
pub fn is_slow(house: &HouseRules, tags: Tags, weapon: Option<&Weapon>) -> bool {
    let bow = |weapon: &Weapon| weapon.reach_ft == 0 && weapon.ammo.is_some() && !weapon.tags.has(Tag::Reload);
    if !house.bows_slow && weapon.is_some_and(bow) {
        return Tags(tags.0 & !(Tag::TwoHanded as u8)).is_slow();
    }
    tags.is_slow()
}

/// The cache of somebody's gear: every step of every movement asks who could strike at it. [`Table::know`] makes it anew; it is
/// neither written nor compared, and in a table that was just read it says nothing: the things may be anywhere in the list, and
/// the reach may be any.
#[derive(Clone, Copy, Debug)]
pub struct GearCache {
    /// The first of its things in the list.
    first: u16,
    /// The place after the last of them.
    beyond: u16,
    /// The feet within which it could strike at all with what is in hand, ready or not.
    reach_ft: u32,
}

impl Default for GearCache {
    fn default() -> Self {
        GearCache { first: 0, beyond: u16::MAX, reach_ft: u32::MAX }
    }
}

impl GearCache {
    fn places(self, things: &[Thing]) -> Range<usize> {
        usize::from(self.first)..usize::from(self.beyond).min(things.len())
    }
}

impl Table {
    /// Everything that somebody has on them.
    pub fn carried(&self, who: ActorId) -> impl Iterator<Item = ThingId> + '_ {
        let places = self.actor(who).gear.places(&self.things);
        places.map(|at| ThingId(at as u16)).filter(move |&id| self.thing(id).at.owner() == Some(who))
    }

    /// The things that somebody holds, a raised shield included.
    pub fn held(&self, who: ActorId) -> impl Iterator<Item = ThingId> + '_ {
        self.carried(who).filter(move |&id| self.thing(id).at == Whereabouts::Held(who))
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

    /// Could somebody strike at this distance at all with what is in hand, ready or not?
    pub fn reaches(&self, who: ActorId, feet: u32) -> bool {
        feet <= self.actor(who).gear.reach_ft
    }

    /// SE-R72, SE-R68, SE-091, SE-095, SE-R39: sums up Defense: hide, armour, a raised shield; the helmet gives 0. To be
    /// called when gear or wards have changed.
    pub fn know(&mut self, who: ActorId) {
        self.look_at_gear(who);
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

    /// Makes the [cache](GearCache) anew. SE-R69 lets one shoot at twice the range.
    fn look_at_gear(&mut self, who: ActorId) {
        let mine = || self.thing_ids().filter(|&id| self.thing(id).at.owner() == Some(who));
        let (first, last) = (mine().next(), mine().next_back());
        let places = first.zip(last).map_or((0, 0), |(first, last)| (first.0, last.0 + 1));
        let (first, beyond) = places;
        self.actor_mut(who).gear = Derived(GearCache { first, beyond, reach_ft: 0 });
        let weapons = self.weapons(who).filter_map(|weapon| self.weapon(who, weapon));
        let feet = weapons.map(|weapon| u32::from(weapon.reach_ft).max(2 * u32::from(weapon.range_ft))).max();
        self.actor_mut(who).gear.reach_ft = feet.unwrap_or(0);
    }

    /// Puts a thing somewhere else, and looks at what that does to Defense.
    pub fn put(&mut self, thing: ThingId, at: Whereabouts) {
        let before = std::mem::replace(&mut self.thing_mut(thing).at, at);
        for who in [before.owner(), at.owner()].into_iter().flatten() {
            self.know(who);
        }
    }

    /// SE-R47, SE-119: full and lowest movement by a way of moving, with the limits of armour.
    pub fn rates(&self, house: &HouseRules, who: ActorId, way: usize) -> (u16, u16) {
        let Some(way) = self.sheet(who).moves.get(way) else { return (0, 0) };
        let (mut full, mut lowest) = (way.full, way.lowest);
        if house.armour_slows {
            for id in self.carried(who).filter(|&id| self.thing(id).at == Whereabouts::Worn(who)) {
                if let Some([most_full, most_lowest]) = self.thing_sheet(id).armour.and_then(|armour| armour.move_cap) {
                    (full, lowest) = (full.min(most_full), lowest.min(most_lowest));
                }
            }
        }
        (full, lowest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Segments;
    use referee_engine::{System, door::Source};

    /// Whatever is given up, in whatever order, and also where nothing is known of it, gear is what the things say.
    #[test]
    fn gear_is_what_the_things_say() {
        let scene = r#"
            book = "segments"
            map = { grid = "square", columns = 12, rows = 7, cell = 5, unit = "feet" }
            characters = [
                { from = "shieldbearer", at = [3, 2] },
                { from = "halberdier", at = [2, 3] },
                { from = "scout", at = [1, 2] },
                { from = "cutthroat", at = [8, 2] },
                { from = "ogre", at = [9, 5] },
            ]
        "#;
        let (_, table) = Segments::open(&Source::new("gear.toml", scene)).unwrap();
        for who in table.ids() {
            let things: Vec<ThingId> = table.carried(who).collect();
            for (&first, &second) in things.iter().flat_map(|first| things.iter().map(move |second| (first, second))) {
                let mut table = table.clone();
                table.put(first, Whereabouts::Gone);
                table.put(second, Whereabouts::Gone);
                let owned = |id: &ThingId| table.thing(*id).at.owner() == Some(who);
                assert_eq!(table.carried(who).collect::<Vec<_>>(), table.thing_ids().filter(owned).collect::<Vec<_>>());
                let read: Table = serde_json::from_value(serde_json::to_value(&table).unwrap()).unwrap();
                assert_eq!(read, table);
                assert!(read.carried(who).eq(table.carried(who)) && read.weapons(who).eq(table.weapons(who)));
                assert!(read.reaches(who, 10_000), "where nothing is known everything is asked");
            }
        }
    }

    /// SE-R69: a short bow (150 feet) might be used up to twice its range; a long sword reaches 5 feet, a halberd 10, and
    /// without it the fist 5.
    #[test]
    fn se_r69_nobody_strikes_beyond_twice_the_range() {
        let scene = r#"
            book = "segments"
            map = { grid = "square", columns = 12, rows = 7, cell = 5, unit = "feet" }
            characters = [
                { from = "shieldbearer", at = [3, 2] },
                { from = "halberdier", at = [2, 3] },
                { from = "scout", at = [1, 2] },
            ]
        "#;
        let (_, mut table) = Segments::open(&Source::new("gear.toml", scene)).unwrap();
        let [sword, halberd, bow] = [0, 1, 2].map(ActorId);
        let farthest = |table: &Table, who| (0..1000).rev().find(|&feet| table.reaches(who, feet));
        assert_eq!([sword, halberd, bow].map(|who| farthest(&table, who)), [Some(5), Some(10), Some(300)]);
        let arms: Vec<ThingId> = table.held(halberd).collect();
        arms.into_iter().for_each(|thing| table.put(thing, Whereabouts::Gone));
        assert_eq!(farthest(&table, halberd), Some(5));
    }
}
