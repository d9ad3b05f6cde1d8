//! Weapons in and out of hand, aiming and loading (ST-127 to ST-130, ST-147 to ST-151, ST-157).

pub mod aim;
pub mod load;
pub mod ready;
pub mod ready_ammo;
pub mod ready_ranged;
pub mod regrip;
pub mod stow;

use super::prelude::*;
use crate::{
    acts::movement::Stopped,
    reach::part,
    table::{Grip, Held, ItemId, Whereabouts},
};
use referee_engine::space::Cell;

/// An item changes hands, or is made ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Handled {
    pub who: ActorId,
    pub item: ItemId,
    pub what: Handling,
    pub rule: RuleId,
}

impl Tells<Stamina> for Handled {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let how = match self.what {
            Handling::Readied => "has readied",
            Handling::Stowed => "has stowed",
            Handling::Loaded => "has loaded",
            Handling::Loading => "is loading",
            Handling::Dropped => "drops",
            Handling::Regripped => "changes the grip on",
        };
        let text = format!("{} {how} the {}", table.name(self.who), table.item_sheet(self.item).name);
        Line::new(1, text, [self.rule]).by(self.who)
    }
}

/// What became of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the words say it")]
pub enum Handling {
    Readied,
    Stowed,
    Loaded,
    Loading,
    Dropped,
    Regripped,
}

/// ST-R65: carried, or in the own or a neighbouring hex with no opponent on it.
pub fn within_reach(table: &Table, who: ActorId, item: ItemId) -> bool {
    match table.item(item).at {
        Whereabouts::Held(_) => false,
        Whereabouts::Carried(by) => by == who,
        Whereabouts::Ground(cell) => {
            let near = table.setup.space.is_adjacent(table.actor(who).place, cell.into());
            let contested = table
                .ids()
                .any(|foe| table.hostile(foe, who) && table.is_active(foe) && table.actor(foe).place.cell == cell);
            near && !contested
        }
    }
}

/// The grip in which a character can take an item now.
pub fn free_grip(table: &Table, who: ActorId, item: ItemId) -> Option<Grip> {
    let free = table.free_hands(who);
    if table.item_sheet(item).hands() == 2 {
        return (free >= 2).then_some(Grip::Both);
    }
    let main = table.actor(who).held.iter().any(|held| held.grip == Grip::Main);
    (free >= 1).then_some(if main { Grip::Off } else { Grip::Main })
}

/// ST-R65: the items within easy reach.
fn near(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ItemId> {
    let Some(who) = whose.filter(|who| see.has(*who)) else { return Vec::new() };
    see.item_ids().filter(|&item| within_reach(see, who, item)).collect()
}

/// What somebody holds.
fn held(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ItemId> {
    let Some(who) = whose.filter(|who| see.has(*who)) else { return Vec::new() };
    see.actor(who).held.iter().map(|held| held.item).collect()
}

/// An item that is within easy reach.
fn at_hand(table: &Table, who: ActorId, item: ItemId) -> bool {
    table.has_item(item) && within_reach(table, who, item)
}

/// Somebody unseen keeps an item from being taken: the try is paid for.
fn reach_in_vain<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, cost: &Cost, oracle: &mut O) -> Flow<()> {
    turn::declare(table, who, cost, oracle)?;
    oracle.tell(Audience::All, || Event::Stopped(Stopped { who }));
    Ok(())
}

/// An item comes into hand.
pub fn take<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, held: Held, oracle: &mut O) {
    table.let_go(held.item, Whereabouts::Held(who));
    table.actor_mut(who).held.push(held);
    let (item, what, rule) = (held.item, Handling::Readied, rule!("ST-128"));
    oracle.tell(Audience::All, || Event::Gear(Handled { who, item, what, rule }));
}

/// An item falls to the ground.
pub fn drop_item<O: Oracle<Stamina>>(table: &mut Table, item: ItemId, cell: Cell, rule: RuleId, oracle: &mut O) {
    let Whereabouts::Held(who) = table.item(item).at else { return };
    table.let_go(item, Whereabouts::Ground(cell));
    part(table, who);
    oracle.tell(Audience::All, || Event::Gear(Handled { who, item, what: Handling::Dropped, rule }));
}
