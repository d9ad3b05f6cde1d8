//! What is asked of everybody all the time and follows from the rest of the table: what somebody's hands hold, and its worst
//! Injury. A table that is used for one fight after the other keeps it beside the rest and makes it anew where it changes; it is
//! neither written nor compared.

use super::{Few, Grip, Severity, Table, Whereabouts, Wholeness};
use crate::sheet::{AttackKind, PartSet, ThingId};
use referee_engine::{ActorId, ActorSet, Derived};

/// What somebody's hands hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hands {
    /// All of it, by arm, and whether one can strike with it: other hands, another word. `None` for more than two arms that hold
    /// something.
    pub word: Option<u64>,
    /// Is any of it a weapon?
    pub is_armed: bool,
}

/// What a thing in a hand is fit for. It is kept beside the [grip](Grip).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Fit(u8);

impl Fit {
    /// Nobody has looked.
    pub const UNKNOWN: Fit = Fit(0);
    /// Somebody has looked.
    const KNOWN: Fit = Fit(1);
    /// One can strike with it.
    const STRIKES: Fit = Fit(2);
    /// It is a weapon.
    const WEAPON: Fit = Fit(4);
    /// CW-236: it can Block; what is held with both hands counts once.
    const BLOCKS: Fit = Fit(8);
    /// CW-238: and it is about as large as a shield.
    const SHIELD: Fit = Fit(16);

    const fn and_if(self, is: bool, what: Fit) -> Fit {
        Fit(self.0 | (what.0 * is as u8))
    }

    #[inline]
    const fn is(self, what: Fit) -> bool {
        self.0 & what.0 != 0
    }

    fn of(table: &Table, who: ActorId, held: &[Grip], at: usize) -> Fit {
        let thing = held[at].thing;
        let (state, sheet) = (table.thing(thing), table.thing_sheet(thing));
        let is_whole = state.state != Wholeness::Destroyed;
        let strikes = state.at == Whereabouts::Held(who) && is_whole && !state.dismantled;
        let blocks = is_whole && !held[..at].iter().any(|other| other.thing == thing);
        Fit::KNOWN
            .and_if(strikes, Fit::STRIKES)
            .and_if(sheet.weapon.is_some(), Fit::WEAPON)
            .and_if(blocks, Fit::BLOCKS)
            .and_if(blocks && sheet.shield_sized, Fit::SHIELD)
    }
}

impl Grip {
    /// All of it, as it lies in memory; 0 for no grip at all.
    #[inline(always)]
    fn word(self) -> u64 {
        u64::from(self.thing.0) | u64::from(self.arm) << 16 | u64::from(self.fit.0.0) << 24
    }

    /// Its arm, if what it holds is fit for this.
    #[inline(always)]
    fn arm_if(self, what: Fit) -> PartSet {
        PartSet::default().with(self.arm).only_if(self.fit.0.is(what))
    }
}

/// What is kept of everybody, besides what hands hold: of nobody at first.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Gists {
    /// Is anything kept?
    are_kept: bool,
    /// CW-R56: those who have an Injury that still has to be Stabilized.
    hurt: ActorSet,
    /// Those of them who have a Critical one.
    critical: ActorSet,
}

impl Gists {
    /// The worst Injury of somebody that still has to be Stabilized.
    #[inline]
    fn worst(&self, who: ActorId) -> Option<Severity> {
        match (self.hurt.contains(who), self.critical.contains(who)) {
            (false, _) => None,
            (true, false) => Some(Severity::Serious),
            (true, true) => Some(Severity::Critical),
        }
    }

    fn set_worst(&mut self, who: ActorId, worst: Option<Severity>) {
        let set = |set: ActorSet, is: bool| if is { set.with(who) } else { set.without(who) };
        self.hurt = set(self.hurt, worst.is_some());
        self.critical = set(self.critical, worst == Some(Severity::Critical));
    }
}

impl Table {
    /// What somebody holds and what it is fit for, kept or looked at.
    #[inline(always)]
    fn grips<T>(&self, who: ActorId, read: impl Fn(&Few<Grip, 3>) -> T) -> T {
        if !self.gists.are_kept {
            return read(&self.look_at_hands(who));
        }
        let held = &self.actor(who).held;
        debug_assert!(
            held.iter().map(|grip| grip.word()).eq(self.look_at_hands(who).iter().map(|grip| grip.word())),
            "`know_hands` was called where it changed"
        );
        read(held)
    }

    #[cold]
    #[inline(never)]
    fn look_at_hands(&self, who: ActorId) -> Few<Grip, 3> {
        let mut held = self.actor(who).held.clone();
        for at in 0..held.len() {
            held[at].fit = Derived(Fit::of(self, who, &held, at));
        }
        held
    }

    fn look_for_worst(&self, who: ActorId) -> Option<Severity> {
        let untreated = self.actor(who).injuries.iter().filter(|injury| !injury.is_stabilized());
        untreated.map(|injury| injury.severity).max().filter(|worst| *worst > Severity::Mild)
    }

    /// What somebody's hands hold.
    #[inline]
    pub fn hands(&self, who: ActorId) -> Hands {
        self.grips(who, |grips| match grips.here() {
            Some((0..=2, [one, other, _])) => Hands {
                word: Some(one.word() | other.word() << 32),
                is_armed: one.fit.0.is(Fit::WEAPON) | other.fit.0.is(Fit::WEAPON),
            },
            _ => Hands { word: None, is_armed: grips.iter().any(|grip| grip.fit.0.is(Fit::WEAPON)) },
        })
    }

    /// CW-236, CW-238: the arms of somebody whose thing can Block such an Attack; what is held with both hands counts once.
    #[inline]
    pub fn blocking_things(&self, who: ActorId, kind: AttackKind) -> PartSet {
        let what = if kind == AttackKind::Reach { Fit::BLOCKS } else { Fit::SHIELD };
        self.grips(who, |grips| match grips.here() {
            Some((_, [one, other, third])) => one.arm_if(what).union(other.arm_if(what)).union(third.arm_if(what)),
            None => grips.iter().fold(PartSet::default(), |arms, grip| arms.union(grip.arm_if(what))),
        })
    }

    /// CW-R56: the worst Injury of somebody that still has to be Stabilized.
    #[inline]
    pub fn worst_unstabilized(&self, who: ActorId) -> Option<Severity> {
        if !self.gists.are_kept {
            return self.look_for_worst(who);
        }
        let worst = self.gists.worst(who);
        debug_assert_eq!(worst, self.look_for_worst(who), "`know_body` was called where it changed");
        worst
    }

    /// CW-R56: those of these who have an Injury that still has to be Stabilized.
    #[inline]
    pub fn unstabilized(&self, of: ActorSet) -> ActorSet {
        let look = || of.iter().filter(|&who| self.look_for_worst(who).is_some()).collect();
        if !self.gists.are_kept {
            return look();
        }
        debug_assert_eq!(of.both(self.gists.hurt), look(), "`know_body` was called where it changed");
        of.both(self.gists.hurt)
    }

    /// To be called when somebody holds something else, or what it holds is no longer as it was.
    pub fn know_hands(&mut self, who: ActorId) {
        if self.gists.are_kept {
            for at in 0..self.actor(who).held.len() {
                self.actors[who].held[at].fit = Derived(Fit::of(self, who, &self.actor(who).held, at));
            }
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
        if self.gists.are_kept {
            let worst = self.look_for_worst(who);
            self.gists.set_worst(who, worst);
        }
    }

    /// The same where one Injury was added that is more than Mild.
    #[inline]
    pub(super) fn know_worse(&mut self, who: ActorId, severity: Severity) {
        let Gists { hurt, critical, .. } = &mut *self.gists; // where nothing is kept, nobody looks at it
        *hurt = hurt.with(who);
        if severity == Severity::Critical {
            *critical = critical.with(who);
        }
    }

    /// Keeps it from now on, as that table does or anew.
    pub(super) fn keep_gists(&mut self, from: &Table) {
        self.gists = from.gists;
        if !self.gists.are_kept {
            self.gists.are_kept = true;
            for who in self.ids() {
                self.know_hands(who);
                self.know_worst(who);
            }
        }
    }

    /// Keeps it no longer: for whoever changes many things at once.
    pub fn forget_gists(&mut self) {
        self.gists.are_kept = false;
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
        assert!(!table.gists.are_kept, "nothing is kept of a table in play");
        table.clone_from(&start);
        let bandit = who(&table, "bandit");
        let check = |table: &Table| {
            let kept = |table: &Table, who| table.actor(who).held.iter().map(|grip| grip.fit.0).collect::<Vec<_>>();
            let copy = table.clone();
            assert!(table.gists.are_kept && copy.gists.are_kept);
            for who in table.ids() {
                let looked = table.look_at_hands(who);
                assert_eq!(kept(table, who), looked.iter().map(|grip| grip.fit.0).collect::<Vec<_>>());
                assert_eq!(kept(&copy, who), kept(table, who));
                let worst = table.look_for_worst(who);
                assert_eq!((table.gists.worst(who), copy.gists.worst(who)), (worst, worst));
                assert_eq!(!table.unstabilized(ActorSet::EMPTY.with(who)).is_empty(), worst.is_some());
            }
        };
        check(&table);
        let armed = table.hands(bandit);
        assert!(armed.is_armed && !table.blocking_things(bandit, AttackKind::Reach).is_empty());
        assert!(table.blocking_things(bandit, AttackKind::Ranged).is_empty(), "CW-238: a knife is no shield");
        assert_eq!(table.worst_unstabilized(bandit), None);
        for severity in [Severity::Mild, Severity::Serious, Severity::Critical, Severity::Serious] {
            table.hurt(&book.house, bandit, Injury::new(severity, 0));
            check(&table);
        }
        assert_eq!(table.worst_unstabilized(bandit), Some(Severity::Critical));
        for injury in table.actor_mut(bandit).injuries.iter_mut() {
            *injury = injury.stabilized(injury.severity == Severity::Critical);
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
