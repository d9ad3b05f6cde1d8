//! What is in everybody's hands: asked before every act and with every blow, and changed only when somebody takes something up
//! or lets it go.

use super::{Grip, Held, ItemId, Table};
use referee_engine::ActorId;
use smallvec::SmallVec;

/// What is in somebody's hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hands {
    /// What it is and how it is held, for two things at most.
    pub print: u64,
    /// The first weapon that shoots.
    pub bow: Option<ItemId>,
    /// Something that can be thrown?
    pub throws: bool,
    /// Something in the off hand?
    pub off: bool,
    /// A shield?
    pub blocks: bool,
    /// The parry bonuses of all of it.
    pub parry: u8,
    /// The most that a blow with it pierces.
    pub apv: u8,
    /// ST-R56: the reach of the longest weapon; 0 without one.
    pub reach: u8,
}

/// For everybody what is in its hands.
///
/// It follows from what they hold, so it is neither written nor compared. Of a table that was just read nothing is known until
/// somebody takes something up or lets it go; until then it is found by looking.
#[derive(Debug, Default)]
pub struct InHands(Vec<Hands>);

impl Clone for InHands {
    fn clone(&self) -> InHands {
        InHands(self.0.clone())
    }

    fn clone_from(&mut self, from: &InHands) {
        self.0.clone_from(&from.0);
    }
}

impl PartialEq for InHands {
    fn eq(&self, _: &InHands) -> bool {
        true
    }
}

impl Eq for InHands {}

impl Table {
    /// What is in somebody's hands.
    #[inline]
    pub fn hands(&self, who: ActorId) -> Hands {
        let known = self.in_hands.0.get(who.index()).copied();
        debug_assert!(known.is_none_or(|known| known == self.look_at(who)), "what is held changes in `hold` alone");
        known.unwrap_or_else(|| self.look_at(who))
    }

    #[inline(never)]
    fn look_at(&self, who: ActorId) -> Hands {
        let mut hands = Hands::default();
        for held in &self.actor(who).held {
            let item = self.item_sheet(held.item);
            if item.ranged.is_some() && hands.bow.is_none() {
                hands.bow = Some(held.item);
            }
            hands.throws |= item.thrown.is_some();
            hands.off |= held.grip == Grip::Off;
            hands.blocks |= item.shield.is_some();
            if let Some(melee) = &item.melee {
                hands.parry = hands.parry.saturating_add(melee.parry);
                hands.apv = hands.apv.max(melee.apv);
                hands.reach = hands.reach.max(melee.reach);
            }
            // A grip is never 0 here, so that an empty hand is told from one that holds the first item.
            hands.print = hands.print << 18 | u64::from(held.item.0) << 2 | (held.grip as u64 + 1);
        }
        hands
    }

    /// Looks at everybody's hands.
    pub(crate) fn look_at_hands(&mut self) {
        self.in_hands = InHands(self.ids().map(|who| self.look_at(who)).collect());
    }

    /// Changes what is in somebody's hands: the one place where that changes.
    pub fn hold(&mut self, who: ActorId, change: impl FnOnce(&mut SmallVec<[Held; 2]>)) {
        change(&mut self.actor_mut(who).held);
        let now = self.look_at(who);
        match self.in_hands.0.get_mut(who.index()) {
            Some(known) => *known = now,
            None => self.look_at_hands(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        table::{Table, Whereabouts},
        testing::duel,
    };
    use referee_engine::ActorId;

    /// What is kept is what one finds by looking, whatever somebody takes up, and also of a table that was written and read.
    #[test]
    fn what_is_in_hand_follows_from_what_is_held() {
        let (_, mut table) = duel();
        let ann = ActorId(0);
        let before = table.hands(ann);
        let held = table.actor(ann).held.clone();
        assert!(!held.is_empty() && before.print != 0, "somebody armed is needed here");
        for one in &held {
            table.let_go(one.item, Whereabouts::Carried(ann));
            assert_eq!(table.hands(ann), table.look_at(ann));
        }
        assert_eq!(table.hands(ann), Default::default());
        for one in &held {
            table.item_mut(one.item).at = Whereabouts::Held(ann);
            table.hold(ann, |held| held.push(*one));
        }
        assert_eq!(table.hands(ann), before);
        let written = serde_json::to_string(&table).unwrap();
        let read: Table = serde_json::from_str(&written).unwrap();
        assert_eq!((&read, read.hands(ann)), (&table, before));
    }
}
