//! How a table is copied: every fight of a run begins with a copy, and what the last one had on the heap is used again.

use super::{Actor, Table};
use smallvec::SmallVec;
use std::sync::Arc;

impl Clone for Table {
    fn clone(&self) -> Table {
        Table {
            setup: self.setup.clone(),
            order: self.order.clone(),
            actors: self.actors.clone(),
            items: self.items.clone(),
            pieces: self.pieces.clone(),
            durability: self.durability.clone(),
            clues: self.clues.clone(),
            retry: self.retry.clone(),
            no_retry: self.no_retry.clone(),
            spoiled: self.spoiled.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, from: &Table) {
        // All fields by name, so that a new one cannot be forgotten here.
        let Table {
            setup,
            clock,
            order,
            at,
            warning,
            first_round,
            actors,
            items,
            pieces,
            durability,
            wind,
            clues,
            retry,
            no_retry,
            rushed,
            spoiled,
            over,
            turn_of,
            lay,
        } = self;
        if !Arc::ptr_eq(setup, &from.setup) {
            setup.clone_from(&from.setup);
        }
        if !Arc::ptr_eq(pieces, &from.pieces) {
            pieces.clone_from(&from.pieces);
        }
        (*clock, *at, *warning, *first_round) = (from.clock, from.at, from.warning, from.first_round);
        (*wind, *rushed, *over) = (from.wind, from.rushed, from.over);
        (*turn_of, *lay) = (from.turn_of, from.lay);
        copy_list(order, &from.order);
        retry.clone_from(&from.retry);
        no_retry.clone_from(&from.no_retry);
        spoiled.clone_from(&from.spoiled);
        actors.clone_from(&from.actors);
        items.clone_from(&from.items);
        durability.clone_from(&from.durability);
        clues.clone_from(&from.clues);
    }
}

impl Clone for Actor {
    fn clone(&self) -> Actor {
        Actor { rare: self.rare.clone(), ..*self }
    }

    #[inline]
    fn clone_from(&mut self, from: &Actor) {
        self.rare.clone_from(&from.rare);
        *self = Actor { rare: std::mem::take(&mut self.rare), ..*from };
    }
}

/// Makes a list what another one is.
#[inline]
fn copy_list<const N: usize, T: Copy>(to: &mut SmallVec<[T; N]>, from: &SmallVec<[T; N]>) {
    if !to.is_empty() {
        to.clear();
    }
    if !from.is_empty() {
        to.extend_from_slice(from);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        table::{Aim, Goal, Mark, WeaponRef, Whereabouts},
        testing::duel,
    };
    use referee_engine::{ActorId, clock::Ends};

    /// A copy into a table that has gone another way is the table that was copied, and the other way round.
    #[test]
    fn a_copy_is_what_was_copied_whatever_was_there_before() {
        let (_, start) = duel();
        let (ann, cid) = (ActorId(0), ActorId(1));
        let mut other = start.clone();
        let item = other.actor(ann).held.first().unwrap().item;
        other.let_go(item, Whereabouts::Carried(ann));
        let there = other.actor(cid).place;
        other.move_to(ann, there);
        other.retry.fill().push((ann, Goal::Search));
        other.order.pop();
        let actor = other.actor_mut(cid);
        actor.rare.fill().aim = Some(Aim { target: ann, ends: Ends::Never });
        actor.turn.parry_lost.push(WeaponRef::Item(item));
        actor.turn.set(Mark::SlotUsed, true);
        (actor.stamina, actor.hidden) = (1, true);
        assert_ne!(other, start);
        for (from, mut to) in [(&start, other.clone()), (&other, start.clone())] {
            to.clone_from(from);
            assert_eq!(to, *from);
            for who in from.ids() {
                assert_eq!((to.beside(who), to.hands(who)), (from.beside(who), from.hands(who)));
            }
        }
    }
}
