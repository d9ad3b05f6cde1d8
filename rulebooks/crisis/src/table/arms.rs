//! What somebody can strike with, in a word.

use super::{Carried, Setup, Table};
use crate::{
    actions::attack::{self, Edge},
    sheet::Weapon,
};
use referee_engine::{ActorId, Grounds};

/// What the weapons that somebody carries say to whoever chooses what to do. It follows from them, so it is neither written nor
/// compared, but made anew where one of them is used or loaded ([`Table::know_arms`]): it is asked for before every act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Arms(u64);

impl Arms {
    const KNOWN: u64 = 1;
    const AREAS: u64 = 2;
    const FREE: u64 = 4;
    /// From here on a bit for each number of AP: with so many it strikes at any distance, and not at an area.
    const ANYWHERE: u32 = 3;
    const FLAGS: u64 = (1 << (Arms::ANYWHERE + 8)) - 1;

    fn of(setup: &Setup, weapons: &[Carried]) -> Arms {
        let mut words = Grounds::default().and(weapons.len() as u64);
        let mut flags = Arms::KNOWN;
        for carried in weapons {
            let weapon = &setup.weapons[usize::from(carried.weapon)];
            words = words.and(word(carried, weapon));
            if weapon.radius.is_some() && attack::at_hand(carried, weapon) > 0 {
                flags |= Arms::AREAS;
            }
            if weapon.attack_ap == 0 || (weapon.capacity > 0 && weapon.reload_ap == 0) {
                flags |= Arms::FREE;
            }
            if is_open(weapon) && weapon.rof.min(attack::at_hand(carried, weapon)) > 0 {
                flags |= (0xff << weapon.attack_ap.min(8) & 0xff) << Arms::ANYWHERE;
            }
        }
        Arms(words.bits() as u64 & !Arms::FLAGS | flags)
    }

    /// CR-R45: does it strike at any distance with so many AP, if nobody limits weapons that state no limit themselves? Areas do
    /// not count, nor does what drawing costs (CR-R141).
    #[inline]
    pub const fn strike_anywhere(self, ap: u8) -> bool {
        ap < 8 && self.0 >> (Arms::ANYWHERE + ap as u32) & 1 != 0
    }

    /// For each weapon: which one it is, for how many Attacks of a burst it is there and loaded (CR-R44), and whether it must be
    /// reloaded.
    #[inline]
    pub const fn word(self) -> u64 {
        self.0
    }

    /// Is there something left to strike an area with?
    #[inline]
    pub const fn strike_areas(self) -> bool {
        self.0 & Arms::AREAS != 0
    }

    /// Do all of them take AP, to strike and to reload?
    #[inline]
    pub const fn cost_ap(self) -> bool {
        self.0 & Arms::FREE == 0
    }
}

/// One weapon, in 17 bits. How many Attacks there are beyond a burst makes no difference.
fn word(carried: &Carried, weapon: &Weapon) -> u64 {
    let is_empty = weapon.capacity > 0 && carried.loaded == 0;
    let attacks = attack::at_hand(carried, weapon).min(a_burst(weapon));
    u64::from(carried.weapon) | u64::from(attacks) << 8 | u64::from(is_empty) << 16
}

/// CR-R45: does it reach everywhere by itself?
fn is_open(weapon: &Weapon) -> bool {
    let has_limit = weapon.increment > 0 && weapon.max_increments > 0;
    !weapon.is_melee() && weapon.radius.is_none() && !has_limit
}

/// The most Attacks at once.
#[inline]
fn a_burst(weapon: &Weapon) -> u8 {
    weapon.rof.max(1)
}

/// Is a burst no longer there, so that using the weapon made a difference? CR-R44, without asking what kind of weapon it is.
#[inline]
pub fn runs_out(carried: Carried, edge: &Edge) -> bool {
    let (left, loaded) = (carried.count < edge.burst, carried.loaded < edge.burst);
    (left & (edge.pieces > 0)) | (loaded & (edge.loads > 0))
}

impl Table {
    /// What the weapons of a creature say.
    #[inline]
    pub fn arms(&self, who: ActorId) -> Arms {
        let actor = self.actor(who);
        if *actor.arms == Arms::default() {
            return self.look_at_arms(who); // a table that was read
        }
        debug_assert_eq!(*actor.arms, self.look_at_arms(who), "weapons change with `know_arms`");
        *actor.arms
    }

    #[inline(never)]
    fn look_at_arms(&self, who: ActorId) -> Arms {
        Arms::of(&self.setup, &self.actor(who).weapons)
    }

    /// Keeps in mind what the weapons of a creature say, after they have changed.
    pub fn know_arms(&mut self, who: ActorId) {
        self.actor_mut(who).arms.0 = self.look_at_arms(who);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Crisis, Intent, Policy,
        actions::attack::{Aim, Attack},
        testing::{scene, who},
    };
    use referee_engine::{Seat, Simulate, System};
    use smallvec::smallvec;

    fn table() -> (Crisis, Table) {
        scene(
            r#"
            book = "crisis"
            map = { grid = "square", columns = 12, rows = 8, cell = 1, unit = "square" }
            crisis = { acting = "ann" }
            characters = [
                { from = "raider", name = "Ann", side = "players", at = [1, 4] },
                { from = "ogre", name = "Dan", at = [9, 6] },
            ]
            "#,
        )
    }

    /// Shot by shot until it is empty, and loaded again: what is kept is what one finds by looking, also after the table was
    /// written and read.
    #[test]
    fn cr_r44_what_is_kept_follows_the_weapons() {
        let (book, mut table) = table();
        let (ann, dan) = (who(&table, "ann"), who(&table, "dan"));
        let (policies, full) = ([Policy::Bold], table.arms(ann).word());
        let mut oracle = Simulate::new(&book, &policies, 3);
        let mut seen = vec![full];
        while table.actor(ann).weapons[0].loaded > 0 {
            table.actor_mut(ann).ap = 6;
            table.actor_mut(dan).lethal.clear();
            let attack = Attack { actor: ann, weapon: 0, ammo: None, aim: Aim::At(smallvec![dan]) };
            book.resolve(&mut table, Seat::Gm, &Intent::Attack(attack), &mut oracle).unwrap();
            assert_eq!(*table.actor(ann).arms, table.look_at_arms(ann));
            let read: Table = serde_json::from_str(&serde_json::to_string(&table).unwrap()).unwrap();
            assert_eq!((read.arms(ann).word(), &read), (table.arms(ann).word(), &table));
            seen.push(table.arms(ann).word());
        }
        seen.dedup();
        assert_eq!(seen.len(), 4, "a full burst, two, one, none");
        table.actor_mut(ann).ap = 6;
        book.resolve(&mut table, Seat::Gm, &Intent::Reload { actor: ann, weapon: 0 }, &mut oracle).unwrap();
        assert_eq!(table.arms(ann).word(), full);
    }

    #[test]
    fn areas_count_while_there_is_something_to_strike_them_with() {
        let (_, mut table) = table();
        let ann = who(&table, "ann");
        assert!(table.arms(ann).strike_areas() && table.arms(ann).cost_ap());
        let setup = table.setup.clone();
        for carried in table.actor_mut(ann).weapons.iter_mut() {
            carried.count = if setup.weapons[usize::from(carried.weapon)].one_use { 0 } else { carried.count };
        }
        table.know_arms(ann);
        assert!(!table.arms(ann).strike_areas());
    }

    /// A carbine takes 2 AP and has no greatest range; a flash grenade, which takes as many, is an area; fists are near.
    #[test]
    fn cr_r45_what_is_loaded_strikes_anywhere_with_enough_ap() {
        let (_, mut table) = table();
        let (ann, dan) = (who(&table, "ann"), who(&table, "dan"));
        let with = |arms: Arms| (0..10).map(|ap| arms.strike_anywhere(ap)).collect::<Vec<_>>();
        assert_eq!(with(table.arms(ann)), [false, false, true, true, true, true, true, true, false, false]);
        assert_eq!(with(table.arms(dan)), [false; 10], "a maul");
        table.actor_mut(ann).weapons[0].loaded = 0;
        table.know_arms(ann);
        assert_eq!(with(table.arms(ann)), [false; 10]);
    }
}
