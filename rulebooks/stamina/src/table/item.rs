//! Items: where they are, how they are held, and what somebody strikes with.

use super::Table;
use crate::{
    Stamina,
    sheet::{ItemSheet, Melee},
};
use referee_engine::{ActorId, named, space::Cell};
use serde::{Deserialize, Serialize};

/// The place of an item in the setup.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemId(pub u16);

/// With what an attack is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponRef {
    /// A part of the body.
    Natural(u8),
    /// A readied item.
    Item(ItemId),
    /// The effect that the caster keeps ready.
    Effect,
}

/// Where an item is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    /// In hand.
    Held(ActorId),
    /// Carried, not readied.
    Carried(ActorId),
    Ground(Cell),
}

named! {
    /// How an item is held.
    #[derive(PartialOrd, Ord, schemars::JsonSchema)]
    pub enum Grip for Stamina {
        /// In the dominant hand.
        Main = "main",
        /// In the other hand.
        Off = "off",
        /// In two hands.
        Both = "both",
    }
}

/// An item in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Held {
    pub item: ItemId,
    pub grip: Grip,
}

/// What changes about an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Item {
    pub at: Whereabouts,
    /// Is ammunition in place?
    pub loaded: bool,
    /// What a shield still stands; 0 is broken.
    pub durability: u8,
}

impl Table {
    pub fn item_sheet(&self, item: ItemId) -> &ItemSheet {
        &self.setup.items[usize::from(item.0)]
    }

    pub fn item(&self, item: ItemId) -> &Item {
        &self.items[usize::from(item.0)]
    }

    /// ST-R89: is it a shield that stands nothing any more?
    pub fn is_broken(&self, item: ItemId) -> bool {
        self.item_sheet(item).shield.is_some() && self.item(item).durability == 0
    }

    /// An item, to change it.
    pub fn item_mut(&mut self, item: ItemId) -> &mut Item {
        &mut self.items[usize::from(item.0)]
    }

    /// Every item.
    pub fn item_ids(&self) -> impl Iterator<Item = ItemId> + use<> {
        (0..self.items.len() as u16).map(ItemId)
    }

    /// Is there such an item?
    pub fn has_item(&self, item: ItemId) -> bool {
        usize::from(item.0) < self.items.len()
    }

    /// Is there anything in the dominant hand?
    pub fn has_main(&self, who: ActorId) -> bool {
        self.actor(who).held.iter().any(|held| held.grip == Grip::Main)
    }

    /// How `who` holds an item, if it does.
    pub fn grip(&self, who: ActorId, item: ItemId) -> Option<Grip> {
        self.actor(who).held.iter().find(|held| held.item == item).map(|held| held.grip)
    }

    /// The blow of a weapon, if it can strike one.
    pub fn melee(&self, who: ActorId, weapon: WeaponRef) -> Option<&Melee> {
        match weapon {
            WeaponRef::Natural(at) => self.sheet(who).natural.get(usize::from(at)).map(|natural| &natural.melee),
            WeaponRef::Item(item) => self.item_sheet(item).melee.as_ref(),
            WeaponRef::Effect => None,
        }
    }

    pub fn free_hands(&self, who: ActorId) -> u8 {
        let used: u8 = self.actor(who).held.iter().map(|held| if held.grip == Grip::Both { 2 } else { 1 }).sum();
        self.sheet(who).hands.saturating_sub(used)
    }

    /// Takes an item out of whatever hand holds it.
    pub fn let_go(&mut self, item: ItemId, to: Whereabouts) {
        if let Whereabouts::Held(by) = self.item(item).at {
            self.actor_mut(by).held.retain(|held| held.item != item);
        }
        self.item_mut(item).at = to;
    }
}
