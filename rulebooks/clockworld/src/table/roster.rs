//! The Characters in roster order, with what many rules ask about all of them at once: who is active, who is dead, who has
//! passed, who does not know of somebody, and a number for where everybody stands. It follows from the list, so it is neither written nor read, but made
//! anew with it.

use super::{Actor, Out};
use referee_engine::{ActorId, ActorSet, Derived, Shares, space::Place};

/// How the Characters are.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Roster {
    all: Vec<Actor>,
    active: ActorSet,
    dead: ActorSet,
    passed: ActorSet,
    unaware: ActorSet,
    places: Shares,
    /// Is everybody active who was, since it was last looked whether the Scenario goes on?
    as_before: Derived<bool>,
}

impl Roster {
    /// These, in their order.
    pub fn new(all: Vec<Actor>) -> Roster {
        let (active, unaware) = (Roster::look_for_active(&all), Roster::look_for_unaware(&all));
        let (dead, passed) = (Roster::look_for_dead(&all), Roster::look_for_passed(&all));
        let places = Roster::look_for_places(&all);
        Roster { all, active, dead, passed, unaware, places, as_before: Derived(false) }
    }

    fn look_for(all: &[Actor], is: impl Fn(&Actor) -> bool) -> ActorSet {
        all.iter().enumerate().filter(|(_, actor)| is(actor)).map(|(at, _)| ActorId::at(at)).collect()
    }

    fn look_for_active(all: &[Actor]) -> ActorSet {
        Roster::look_for(all, |actor| actor.out == Out::Active)
    }

    fn look_for_dead(all: &[Actor]) -> ActorSet {
        Roster::look_for(all, |actor| actor.out == Out::Dead)
    }

    fn look_for_passed(all: &[Actor]) -> ActorSet {
        Roster::look_for(all, |actor| actor.turn.passed)
    }

    fn look_for_unaware(all: &[Actor]) -> ActorSet {
        Roster::look_for(all, |actor| !actor.unaware_of.is_empty())
    }

    fn look_for_places(all: &[Actor]) -> Shares {
        let stand = all.iter().enumerate().filter_map(|(at, actor)| Roster::stands(ActorId::at(at), actor));
        stand.fold(Shares::default(), Shares::with)
    }

    /// Where this Character stands, and whether it fights; nothing of whoever lies there, or has left.
    #[inline]
    fn stands(id: ActorId, actor: &Actor) -> Option<u64> {
        let is_up = match actor.out {
            Out::Active => 1,
            Out::Surrendered => 2,
            Out::Fled | Out::Unconscious | Out::Dead => return None,
        };
        let Place { cell, z } = actor.place;
        let place = u64::from(cell.x as u16) | u64::from(cell.y as u16) << 16 | u64::from(z as u16) << 32;
        Some(place | is_up << 48 | u64::from(id.0) << 50)
    }

    /// Changes somebody, and its part in where everybody stands.
    #[inline(always)]
    fn change(&mut self, id: ActorId, change: impl FnOnce(&mut Actor)) {
        let actor = &mut self.all[id.index()];
        let before = Roster::stands(id, actor);
        change(actor);
        self.places = match (before, Roster::stands(id, actor)) {
            (Some(before), Some(after)) => self.places.changed(before, after),
            (Some(before), None) => self.places.without(before),
            (None, Some(after)) => self.places.with(after),
            (None, None) => self.places,
        };
    }

    /// Where everybody stands who does, and which of them fight: other shares if anybody stands elsewhere.
    #[inline]
    pub fn places(&self) -> Shares {
        debug_assert_eq!(self.places, Roster::look_for_places(&self.all), "`set_place` alone moves somebody");
        self.places
    }

    /// CW-R98, CW-008: those who can act at all.
    #[inline]
    pub fn active(&self) -> ActorSet {
        debug_assert_eq!(self.active, Roster::look_for_active(&self.all), "`set_out` alone says who takes part");
        self.active
    }

    /// Is everybody active who was when that was [noted](Roster::note_as_before)?
    #[inline]
    pub fn are_as_before(&self) -> bool {
        self.as_before.0
    }

    /// The Scenario goes on with those who are active now.
    #[inline]
    pub fn note_as_before(&mut self) {
        self.as_before = Derived(true);
    }

    /// To be called where something else may end the Scenario, or others count.
    pub fn look_again(&mut self) {
        self.as_before = Derived(false);
    }

    /// CW-R58: those who are dead.
    #[inline]
    pub fn dead(&self) -> ActorSet {
        debug_assert_eq!(self.dead, Roster::look_for_dead(&self.all), "`set_out` alone says who is dead");
        self.dead
    }

    /// CW-R24: those who are done for this Turn.
    #[inline]
    pub fn passed(&self) -> ActorSet {
        debug_assert_eq!(self.passed, Roster::look_for_passed(&self.all), "`set_passed` alone says who is done");
        self.passed
    }

    /// The one place where somebody is done for a Turn, or is no longer.
    #[inline]
    pub fn set_passed(&mut self, id: ActorId, passed: bool) {
        self.all[id.index()].turn.passed = passed;
        self.passed = if passed { self.passed.with(id) } else { self.passed.without(id) };
    }

    /// The same for all of these at once: their Turn begins.
    #[inline]
    pub fn nobody_has_passed(&mut self, of: ActorSet) {
        for id in of.iter() {
            self.all[id.index()].turn.passed = false;
        }
        self.passed = self.passed.except(of);
    }

    /// CW-273: those who do not know of somebody.
    #[inline]
    pub fn unaware(&self) -> ActorSet {
        debug_assert_eq!(self.unaware, Roster::look_for_unaware(&self.all), "`set_unaware_of` alone hides somebody");
        self.unaware
    }

    /// The one place where somebody goes out of action, or comes back.
    #[inline]
    pub fn set_out(&mut self, id: ActorId, out: Out) {
        self.change(id, |actor| actor.out = out);
        self.as_before = Derived(false);
        self.active = if out == Out::Active { self.active.with(id) } else { self.active.without(id) };
        self.dead = if out == Out::Dead { self.dead.with(id) } else { self.dead.without(id) };
    }

    /// The one way to another place.
    #[inline]
    pub fn set_place(&mut self, id: ActorId, place: Place) {
        self.change(id, |actor| {
            if actor.place.cell != place.cell {
                actor.leave_low_cover();
            }
            actor.place = place;
        });
    }

    /// The one place where it changes of whom somebody does not know.
    #[inline]
    pub fn set_unaware_of(&mut self, id: ActorId, whom: ActorSet) {
        let actor = &mut self.all[id.index()];
        if whom != actor.unaware_of {
            actor.rare_mut().unaware_of = whom;
        }
        self.unaware = if whom.is_empty() { self.unaware.without(id) } else { self.unaware.with(id) };
    }

    /// All of them, to change anything but where they are, whether they take part or have passed, and of whom they know.
    #[inline]
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Actor> {
        self.all.iter_mut()
    }
}

impl Clone for Roster {
    fn clone(&self) -> Roster {
        Roster { all: self.all.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Roster) {
        self.all.clone_from(&source.all);
        (self.active, self.dead, self.passed) = (source.active, source.dead, source.passed);
        (self.unaware, self.places, self.as_before) = (source.unaware, source.places, source.as_before);
    }
}

referee_engine::listed!(Roster of Actor by ActorId);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{table::Table, testing::duel};

    /// Whoever goes out of action or comes back is noticed, and a copy knows as much.
    #[test]
    fn it_is_noted_that_everybody_is_as_before() {
        let (_, table) = duel();
        assert!(table.actors.are_as_before(), "both sides stand where a fight begins");
        let mut changed = table.clone();
        for out in [Out::Unconscious, Out::Active] {
            changed.actors.set_out(ActorId(1), out);
            assert!(!changed.actors.are_as_before(), "{out:?}");
        }
        assert_eq!(changed, table, "what is noted is not compared");
        let mut copy = table.clone();
        copy.clone_from(&changed);
        assert!(!copy.actors.are_as_before());
        copy.clone_from(&table);
        assert!(copy.actors.are_as_before());
        copy.actors.look_again();
        assert!(!copy.actors.are_as_before());
    }

    /// What is kept beside the lists is what one finds by walking through them, also after it has changed and after the
    /// table was written and read.
    #[test]
    fn what_is_kept_beside_the_lists_follows_from_them() {
        let (_, mut table) = duel();
        let check = |table: &Table| {
            let active = |id: &ActorId| table.actor(*id).out == Out::Active;
            assert_eq!(table.actors.active(), table.ids().filter(active).collect::<ActorSet>());
            let dead = |id: &ActorId| table.actor(*id).out == Out::Dead;
            assert_eq!(table.actors.dead(), table.ids().filter(dead).collect::<ActorSet>());
            let passed = |id: &ActorId| table.actor(*id).turn.passed;
            assert_eq!(table.actors.passed(), table.ids().filter(passed).collect::<ActorSet>());
            let unaware = |id: &ActorId| !table.actor(*id).unaware_of.is_empty();
            assert_eq!(table.actors.unaware(), table.ids().filter(unaware).collect::<ActorSet>());
            assert_eq!(table.actors.places(), Roster::new(table.actors.to_vec()).places());
            for who in table.ids() {
                let foes = table.ids().filter(|id| table.side_of(*id) != table.side_of(who) && active(id));
                assert_eq!(table.active_foes(who), foes.collect::<ActorSet>());
            }
            let written = serde_json::to_string(table).unwrap();
            assert_eq!(serde_json::from_str::<Table>(&written).unwrap(), *table);
        };
        check(&table);
        for (id, out) in [(1, Out::Unconscious), (0, Out::Fled), (1, Out::Active), (1, Out::Dead), (0, Out::Active)] {
            table.actors.set_out(ActorId(id), out);
            check(&table);
        }
        for (id, passed) in [(1, true), (0, true), (1, false), (1, false)] {
            table.actors.set_passed(ActorId(id), passed);
            check(&table);
        }
        table.actors.nobody_has_passed(ActorSet::EMPTY.with(ActorId(0)));
        check(&table);
        assert!(!table.actor(ActorId(0)).turn.passed);
        let before = table.actors.places();
        for x in [5, 6, 3] {
            table.actors.set_place(ActorId(0), Place { cell: referee_engine::space::Cell::new(x, 1), z: 0 });
            check(&table);
            assert_ne!(table.actors.places(), before);
        }
        for whom in [ActorSet::EMPTY.with(ActorId(1)), ActorSet::EMPTY] {
            table.actors.set_unaware_of(ActorId(0), whom);
            check(&table);
        }
    }
}
