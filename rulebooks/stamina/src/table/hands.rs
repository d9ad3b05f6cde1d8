//! What is in everybody's hands: asked before every act and with every blow, and changed only when somebody takes something up
//! or lets it go.

use super::{Actor, InHand, ItemId, Table, Whereabouts};
use crate::sheet::{Melee, Secondary};
use referee_engine::{ActorId, Derived};

/// What somebody can do with what is in its hands. Which of the things is so is said by a bit at the place of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hands {
    /// Weapons that shoot.
    pub shoots: u8,
    /// Those of them that are loaded.
    pub loaded: u8,
    /// Something that can be thrown?
    pub throws: bool,
    /// Shields that are whole.
    pub shields: u8,
    /// The parry bonuses of all of it.
    pub parry: u8,
    /// The most that a blow with it pierces.
    pub apv: u8,
    /// ST-R56: the reach of the longest weapon; 0 without one.
    pub reach: u8,
    /// The least and the most that a blow with it or with the body pierces, without blows that are no better than one with it.
    pub pierces: [u8; 2],
}

impl Actor {
    /// The first weapon in hand that shoots.
    #[inline]
    pub fn bow(&self) -> Option<ItemId> {
        self.held.get(self.hands.0.shoots.trailing_zeros() as usize).map(|held| held.item)
    }

    /// The last shield in hand that is whole.
    #[inline]
    pub fn shield(&self) -> Option<ItemId> {
        self.held.get(self.hands.0.shields.checked_ilog2()? as usize).map(|held| held.item)
    }

    /// The first two things in hand, how they are held and whether they are loaded, as a number of 34 bits.
    #[inline]
    pub fn print_of_hands(&self) -> u64 {
        self.held.print() | u64::from(self.hands.0.loaded & 3) << 32
    }
}

impl Table {
    /// What somebody can do with what is in its hands.
    #[inline]
    pub fn hands(&self, who: ActorId) -> &Hands {
        let known = &self.actor(who).hands.0;
        debug_assert_eq!(
            *known,
            self.look_at(who),
            "what is held, loaded and worn changes in `hold`, `set_loaded` and `wear_shield` alone"
        );
        known
    }

    #[inline(never)]
    fn look_at(&self, who: ActorId) -> Hands {
        let mut hands = Hands { pierces: [u8::MAX, 0], ..Hands::default() };
        let mut last: Option<&Melee> = None;
        for (place, held) in self.actor(who).held.iter().enumerate() {
            // A table that comes from outside may hold what there is not.
            let at = usize::from(held.item.0);
            let (Some(item), Some(state)) = (self.setup.items.get(at), self.items.get(at)) else { continue };
            if item.ranged.is_some() {
                hands.shoots |= 1 << place;
                hands.loaded |= u8::from(state.loaded) << place;
            }
            hands.throws |= item.thrown.is_some();
            let is_broken = item.shield.is_some() && state.durability == 0;
            hands.shields |= u8::from(item.shield.is_some() && !is_broken) << place;
            if let Some(melee) = &item.melee {
                let parry = if is_broken { 0 } else { melee.parry }; // ST-R89
                hands.parry = hands.parry.saturating_add(parry);
                hands.apv = hands.apv.max(melee.apv);
                hands.reach = hands.reach.max(melee.reach);
                hands.may_pierce(melee);
                last = Some(melee);
            }
        }
        let Some(sheet) = self.setup.sheets.get(who.index()) else { return hands };
        let bashes = sheet.rank(Secondary::Bash) > 0;
        let body = sheet.natural.iter().map(|natural| &natural.melee);
        // Whoever knows the Bash may strike one with a part of the body that is made for it, and not with what it holds.
        body.filter(|melee| (melee.bash && bashes) || !last.is_some_and(|last| melee.is_no_better_than(last)))
            .for_each(|melee| hands.may_pierce(melee));
        hands
    }

    /// Loads a weapon or takes what is in it: the one place where that changes.
    pub fn set_loaded(&mut self, item: ItemId, loaded: bool) {
        self.item_mut(item).loaded = loaded;
        let Whereabouts::Held(by) = self.item(item).at else { return };
        let actor = self.actor_mut(by);
        if let Some(place) = actor.held.iter().position(|held| held.item == item) {
            let hands = &mut actor.hands.0;
            let bit = hands.shoots & 1 << place;
            hands.loaded = hands.loaded & !bit | (bit * u8::from(loaded));
        }
    }

    /// Takes what a blow took from a shield off what it still stands, and says what is left: the one place where that changes.
    pub fn wear_shield(&mut self, item: ItemId, loss: u8) -> u8 {
        let left = &mut self.item_mut(item).durability;
        *left = left.saturating_sub(loss);
        let left = *left;
        if left == 0
            && let Whereabouts::Held(by) = self.item(item).at
        {
            self.look_again(by);
        }
        left
    }

    /// Looks at somebody's hands once more.
    #[cold]
    fn look_again(&mut self, who: ActorId) {
        self.actor_mut(who).hands = Derived(self.look_at(who));
    }

    /// Looks at everybody's hands.
    pub(crate) fn look_at_hands(&mut self) {
        self.ids().for_each(|who| self.look_again(who));
    }

    /// Changes what is in somebody's hands: the one place where that changes.
    pub fn hold(&mut self, who: ActorId, change: impl FnOnce(&mut InHand)) {
        change(&mut self.actor_mut(who).held);
        self.look_again(who);
    }
}

impl Hands {
    fn may_pierce(&mut self, melee: &Melee) {
        let [least, most] = self.pierces;
        self.pierces = [least.min(melee.apv), most.max(melee.apv)];
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        table::{Hands, Table, Whereabouts},
        testing::{duel, scene},
    };
    use referee_engine::ActorId;

    /// What is kept is what one finds by looking, whatever somebody takes up, and also of a table that was written and read.
    #[test]
    fn what_is_in_hand_follows_from_what_is_held() {
        let (_, mut table) = duel();
        let ann = ActorId(0);
        let before = *table.hands(ann);
        let (held, print) = (table.actor(ann).held, table.actor(ann).print_of_hands());
        assert!(!held.is_empty() && print != 0, "somebody armed is needed here");
        for one in held.iter() {
            table.let_go(one.item, Whereabouts::Carried(ann));
            assert_eq!(*table.hands(ann), table.look_at(ann));
        }
        let pierces = table.hands(ann).pierces; // with the bare body
        assert_eq!(*table.hands(ann), Hands { pierces, ..Hands::default() });
        assert_eq!(table.actor(ann).print_of_hands(), 0);
        for one in held.iter() {
            table.item_mut(one.item).at = Whereabouts::Held(ann);
            table.hold(ann, |held| held.push(one));
        }
        assert_eq!((*table.hands(ann), table.actor(ann).print_of_hands()), (before, print));
        let written = serde_json::to_string(&table).unwrap();
        let read: Table = serde_json::from_str(&written).unwrap();
        assert_eq!((&read, read.hands(ann)), (&table, &before));
    }
    /// The same of what is loaded, with one thing in hand and with two, and of what the blows pierce.
    #[test]
    fn what_is_loaded_and_what_pierces_is_known() {
        let text = r#"
            book = "stamina"
            map = { grid = "hex", columns = 12, rows = 8, cell = 1, unit = "m" }
            characters = [
                { from = "archer", at = [1, 1] },
                { from = "fighter", side = "foes", at = [3, 1] },
                { from = "wolf", side = "foes", at = [5, 1] },
                { from = "fighter", name = "Horned", at = [7, 1], secondary = { bash = 1 }, natural = [
                    { name = "Horns", melee = { type = "brawling", hands = 0, apv = 1, bash = true } },
                ] },
            ]
        "#;
        let (_, mut table) = scene(text);
        let horned = ActorId(3);
        let (archer, fighter, wolf) = (ActorId(0), ActorId(1), ActorId(2));
        let bow = table.actor(archer).bow().unwrap();
        for is_loaded in [false, true, true, false] {
            let before = table.actor(archer).print_of_hands();
            let changes = table.item(bow).loaded != is_loaded;
            table.set_loaded(bow, is_loaded);
            let now = *table.hands(archer);
            assert_eq!((now, now.loaded > 0), (table.look_at(archer), is_loaded));
            assert_eq!(table.actor(archer).print_of_hands() != before, changes, "what is loaded is in the print");
        }
        // A sword pierces 2, and neither fist nor shoulder is better in anything; the bite of a wolf pierces 1. Whoever
        // knows the Bash may strike one with its horns, which pierce 1, so that they count.
        assert_eq!(table.hands(fighter).pierces, [2, 2]);
        assert_eq!(table.hands(horned).pierces, [1, 2]);
        assert_eq!(table.hands(wolf).pierces, [1, 1]);
        // A weapon that does not shoot is never ready to be loosed, whatever is said of it.
        let sword = table.actor(fighter).held.first().unwrap().item;
        table.set_loaded(sword, true);
        assert_eq!((*table.hands(fighter), table.hands(fighter).loaded), (table.look_at(fighter), 0));
    }

    /// ST-R89: a shield is known as long as it is whole.
    #[test]
    fn a_shield_blocks_until_it_breaks() {
        let text = r#"
            book = "stamina"
            map = { grid = "hex", columns = 12, rows = 8, cell = 1, unit = "m" }
            characters = [{ from = "guard", at = [1, 1] }, { from = "fighter", side = "foes", at = [3, 1] }]
        "#;
        let (_, mut table) = scene(text);
        let guard = ActorId(0);
        let shield = table.actor(guard).shield().unwrap();
        assert!(table.item_sheet(shield).shield.is_some());
        let whole = table.item(shield).durability;
        assert_eq!((table.wear_shield(shield, whole - 1), table.hands(guard).shields.count_ones()), (1, 1));
        assert_eq!((table.wear_shield(shield, 9), table.hands(guard).shields), (0, 0));
        assert_eq!(table.actor(guard).shield(), None);
        assert_eq!(*table.hands(guard), table.look_at(guard));
    }

    /// Whatever is written of a table, it is read or refused.
    #[test]
    fn a_table_in_which_somebody_holds_what_there_is_not_is_read() {
        let (_, table) = duel();
        let mut written = serde_json::to_value(&table).unwrap();
        written["actors"][0]["held"][0]["item"] = 999.into();
        let read: Table = serde_json::from_value(written).unwrap();
        assert_eq!(read.hands(ActorId(0)).parry, 0);
    }
}
