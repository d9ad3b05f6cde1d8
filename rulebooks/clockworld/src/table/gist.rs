//! What is asked of everybody all the time and follows from the rest of the table: what somebody's hands hold, and its worst
//! Injury. A table that is used for one fight after the other keeps it beside the rest and makes it anew where it changes; it is
//! neither written nor compared.

use super::{Grip, Severity, Table, Whereabouts, Wholeness};
use crate::sheet::{AttackKind, PartSet, ThingId};
use referee_engine::{ActorId, ActorSet};

/// What is known of one Character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Gist {
    held: Held,
    worst: Option<Severity>,
}

/// What follows from what somebody holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Held {
    hands: Hands,
    /// CW-236: the arms whose thing can Block; what is held with both hands counts once.
    blocks: PartSet,
    /// CW-238: those of them whose thing is about as large as a shield.
    shields: PartSet,
}

/// What somebody's hands hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hands {
    /// All of it, by arm, and whether one can strike with it: other hands, another word. `None` for more than two arms that hold
    /// something.
    pub word: Option<u64>,
    /// Is any of it a weapon?
    pub is_armed: bool,
}

/// What is kept of everybody, in the order of the roster; of nobody at first.
#[derive(Clone, Default, Debug)]
pub(crate) struct Gists {
    all: Vec<Gist>,
    /// CW-R56: those who have a [`worst`](Gist::worst) Injury.
    hurt: ActorSet,
}

/// Whatever is kept, the table is the same.
impl PartialEq for Gists {
    fn eq(&self, _: &Gists) -> bool {
        true
    }
}

impl Eq for Gists {}

impl Held {
    fn of(table: &Table, who: ActorId) -> Held {
        let held = table.actor(who).held.as_slice();
        let (mut word, mut is_armed) = (0, false);
        let (mut blocks, mut shields) = (PartSet::default(), PartSet::default());
        for (at, &Grip { arm, thing }) in held.iter().enumerate() {
            let (state, sheet) = (table.thing(thing), table.thing_sheet(thing));
            let is_whole = state.state != Wholeness::Destroyed;
            let is_fit = state.at == Whereabouts::Held(who) && is_whole && !state.dismantled;
            word = word << 32 | 1 << 31 | u64::from(thing.0) << 9 | u64::from(arm) << 1 | u64::from(is_fit);
            is_armed |= sheet.weapon.is_some();
            if is_whole && !held[..at].iter().any(|other| other.thing == thing) {
                blocks = blocks.with(arm);
                shields = if sheet.shield_sized { shields.with(arm) } else { shields };
            }
        }
        let hands = Hands { word: (held.len() <= 2).then_some(word), is_armed };
        Held { hands, blocks, shields }
    }
}

impl Gist {
    fn of(table: &Table, who: ActorId) -> Gist {
        Gist { held: Held::of(table, who), worst: Gist::worst(table, who) }
    }

    fn worst(table: &Table, who: ActorId) -> Option<Severity> {
        let untreated = table.actor(who).injuries.iter().filter(|injury| !injury.stabilized);
        untreated.map(|injury| injury.severity).max().filter(|worst| *worst > Severity::Mild)
    }
}

impl Table {
    /// What is known of somebody, kept or made.
    #[inline(always)]
    fn gist<T>(&self, who: ActorId, read: impl Fn(&Gist) -> T) -> T {
        match self.gists.all.get(who.index()) {
            Some(gist) => {
                debug_assert_eq!(
                    *gist,
                    Gist::of(self, who),
                    "`know_hands` and `know_body` were called where it changed"
                );
                read(gist)
            }
            None => read(&self.make_gist(who)),
        }
    }

    #[cold]
    #[inline(never)]
    fn make_gist(&self, who: ActorId) -> Gist {
        Gist::of(self, who)
    }

    /// What somebody's hands hold.
    #[inline]
    pub fn hands(&self, who: ActorId) -> Hands {
        self.gist(who, |gist| gist.held.hands)
    }

    /// CW-236, CW-238: the arms of somebody whose thing can Block such an Attack; what is held with both hands counts once.
    #[inline]
    pub fn blocking_things(&self, who: ActorId, kind: AttackKind) -> PartSet {
        self.gist(who, |gist| if kind == AttackKind::Reach { gist.held.blocks } else { gist.held.shields })
    }

    /// CW-R56: the worst Injury of somebody that still has to be Stabilized.
    #[inline]
    pub fn worst_unstabilized(&self, who: ActorId) -> Option<Severity> {
        self.gist(who, |gist| gist.worst)
    }

    /// CW-R56: those of these who have an Injury that still has to be Stabilized.
    #[inline]
    pub fn unstabilized(&self, of: ActorSet) -> ActorSet {
        let look = || of.iter().filter(|&who| self.worst_unstabilized(who).is_some()).collect();
        if self.gists.all.is_empty() {
            return look();
        }
        debug_assert_eq!(
            of.both(self.gists.hurt),
            look(),
            "`know_worst` and `know_worse` were called where it changed"
        );
        of.both(self.gists.hurt)
    }

    /// To be called when somebody holds something else, or what it holds is no longer as it was.
    pub fn know_hands(&mut self, who: ActorId) {
        if who.index() < self.gists.all.len() {
            self.gists.all[who.index()].held = Held::of(self, who);
        }
    }

    /// The same for whoever holds this thing, if anybody does.
    pub fn know_holder(&mut self, thing: ThingId) {
        if let Whereabouts::Held(who) = self.thing(thing).at {
            self.know_hands(who);
        }
    }

    /// To be called when the Injuries of somebody have changed.
    #[inline]
    pub(super) fn know_worst(&mut self, who: ActorId) {
        if who.index() < self.gists.all.len() {
            let worst = Gist::worst(self, who);
            self.gists.all[who.index()].worst = worst;
            let hurt = self.gists.hurt;
            self.gists.hurt = if worst.is_some() { hurt.with(who) } else { hurt.without(who) };
        }
    }

    /// The same where one Injury was added.
    #[inline]
    pub(super) fn know_worse(&mut self, who: ActorId, severity: Severity) {
        if let Some(gist) = self.gists.all.get_mut(who.index())
            && severity > Severity::Mild
        {
            gist.worst = gist.worst.max(Some(severity));
            self.gists.hurt = self.gists.hurt.with(who);
        }
    }

    /// Keeps it from now on, as that table does or anew.
    pub(super) fn keep_gists(&mut self, from: &Table) {
        self.gists.all.clone_from(&from.gists.all);
        self.gists.hurt = from.gists.hurt;
        if self.gists.all.is_empty() {
            self.gists.all = self.ids().map(|who| Gist::of(self, who)).collect();
            let hurt = self.ids().filter(|who| self.gists.all[who.index()].worst.is_some()).collect();
            self.gists.hurt = hurt;
        }
    }

    /// Keeps it no longer: for whoever changes many things at once.
    pub fn forget_gists(&mut self) {
        self.gists.all.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        harm,
        table::Injury,
        testing::{duel, who},
    };
    use referee_engine::{Script, Through};

    /// What is kept is what one finds by looking, and a copy goes on with it.
    #[test]
    fn what_is_kept_of_somebody_follows_from_the_rest() {
        let (book, start) = duel();
        let mut table = start.clone();
        assert!(table.gists.all.is_empty(), "nothing is kept of a table in play");
        table.clone_from(&start);
        let bandit = who(&table, "bandit");
        let check = |table: &Table| {
            for who in table.ids() {
                assert_eq!(table.gists.all[who.index()], Gist::of(table, who));
                let is_hurt = table.gists.all[who.index()].worst.is_some();
                assert_eq!(!table.unstabilized(ActorSet::EMPTY.with(who)).is_empty(), is_hurt);
            }
            assert_eq!(table.clone().gists.all, table.gists.all);
        };
        check(&table);
        let armed = table.hands(bandit);
        assert!(armed.is_armed && !table.blocking_things(bandit, AttackKind::Reach).is_empty());
        assert!(table.blocking_things(bandit, AttackKind::Ranged).is_empty(), "CW-238: a knife is no shield");
        assert_eq!(table.worst_unstabilized(bandit), None);
        for severity in [Severity::Mild, Severity::Serious, Severity::Critical, Severity::Serious] {
            table.hurt(&book.house, bandit, Injury { severity, part: 0, stabilized: false, treated: false });
            check(&table);
        }
        assert_eq!(table.worst_unstabilized(bandit), Some(Severity::Critical));
        for injury in &mut table.actor_mut(bandit).injuries {
            injury.stabilized = injury.severity == Severity::Critical;
        }
        table.know_body(&book.house, bandit);
        check(&table);
        assert_eq!(table.worst_unstabilized(bandit), Some(Severity::Serious));
        let knife = table.actor(bandit).held[0].thing;
        let mut script = Script::new(&book);
        harm::strike_thing(&mut table, knife, 0, Severity::Critical, &mut Through(&mut script));
        check(&table);
        assert_ne!(table.hands(bandit), armed, "CW-R52: it is destroyed");
        assert!(table.blocking_things(bandit, AttackKind::Reach).is_empty());
        table.let_go(bandit, knife, Whereabouts::Gone);
        check(&table);
        assert!(!table.hands(bandit).is_armed);
        table.clone_from(&start);
        check(&table);
        assert_eq!(table.hands(bandit), armed);
    }
}
