//! Statuses (SE-118): what weighs on somebody, and darkness.

use crate::{
    Event, Segments,
    harm::{self, HarmEvent},
    sheet::{StatusId, StatusSheet},
    table::{Out, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, RuleId};
use serde::{Deserialize, Serialize};

/// The most statuses that a scene can know.
pub const MOST_STATUSES: usize = 16;

/// The statuses of somebody, as one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StatusSet(pub u16);

impl StatusSet {
    /// Is it among them?
    pub const fn has(self, status: StatusId) -> bool {
        self.0 >> status.0 & 1 == 1
    }

    /// With one more.
    pub const fn with(self, status: StatusId) -> Self {
        StatusSet(self.0 | 1 << status.0)
    }

    /// With one less.
    pub const fn without(self, status: StatusId) -> Self {
        StatusSet(self.0 & !(1 << status.0))
    }

    /// One after the other.
    pub fn iter(self) -> impl Iterator<Item = StatusId> {
        (0..MOST_STATUSES as u8).map(StatusId).filter(move |&status| self.has(status))
    }
}

impl Table {
    /// The statuses of somebody.
    fn burdens(&self, who: ActorId) -> impl Iterator<Item = &StatusSheet> {
        self.actor(who).statuses.iter().filter_map(|id| self.setup.statuses.get(usize::from(id.0)))
    }

    /// Has it a status like this?
    pub fn suffers(&self, who: ActorId, is: impl Fn(&StatusSheet) -> bool) -> bool {
        self.burdens(who).any(is)
    }

    /// What its statuses add to every target number: Weary takes 2 off.
    pub fn burden(&self, who: ActorId) -> i16 {
        self.burdens(who).map(|status| i16::from(status.target)).sum()
    }

    /// What its statuses add to the order value: Dazed takes 3 off.
    pub fn slowness(&self, who: ActorId) -> i16 {
        self.burdens(who).map(|status| i16::from(status.order)).sum()
    }

    /// SE-R06: a character who needs light and has none acts as if Blinded.
    pub fn in_the_dark(&self, who: ActorId) -> bool {
        self.here().is_some_and(|area| area.dark) && self.sheet(who).needs_light && !self.is_lit(who)
    }

    /// Does a light reach it?
    fn is_lit(&self, who: ActorId) -> bool {
        let place = self.actor(who).place;
        self.thing_ids().any(|id| {
            if !self.thing(id).lit {
                return false;
            }
            let at = self.thing(id).at;
            let bearer = at.owner().filter(|&by| self.is_here(by)).map(|by| self.actor(by).place);
            let Some(at) = at.place().or(bearer) else { return false };
            self.thing_sheet(id).light.is_some_and(|light| self.feet(at, place) <= u32::from(light.feet))
        })
    }

    /// Blinded by a status, or in the dark.
    pub fn is_blind(&self, who: ActorId) -> bool {
        self.suffers(who, |status| status.blinds) || self.in_the_dark(who)
    }

    /// SE-R10: the status of hunger and thirst.
    pub fn weary(&self) -> Option<StatusId> {
        self.setup.statuses.iter().position(|status| status.weary).map(|at| StatusId(at as u8))
    }

    pub fn status_name(&self, status: StatusId) -> &str {
        self.setup.statuses.get(usize::from(status.0)).map_or("?", |status| &status.name)
    }

    /// Finds a status by the word for commands.
    pub fn find_status(&self, key: &str) -> Option<StatusId> {
        let found = self.setup.statuses.iter().position(|status| referee_engine::key_of(&status.name) == key);
        found.map(|at| StatusId(at as u8))
    }
}

/// Somebody gets a status; a second one of the same kind changes nothing.
pub fn gain<O: Oracle<Segments>>(
    table: &mut Table,
    who: ActorId,
    status: StatusId,
    by: Option<ActorId>,
    rule: RuleId,
    oracle: &mut O,
) {
    if !table.is_here(who) || usize::from(status.0) >= table.setup.statuses.len() {
        return;
    }
    let frightens = table.setup.statuses[usize::from(status.0)].frightens;
    let actor = table.actor_mut(who);
    if frightens {
        actor.afraid_of = by;
    }
    if !actor.statuses.has(status) {
        actor.statuses = actor.statuses.with(status);
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Gained { who, status, rule }));
    }
}

/// A status ends.
pub fn lose<O: Oracle<Segments>>(table: &mut Table, who: ActorId, status: StatusId, rule: RuleId, oracle: &mut O) {
    let frightens = table.setup.statuses.get(usize::from(status.0)).is_some_and(|status| status.frightens);
    let actor = table.actor_mut(who);
    if actor.statuses.has(status) {
        actor.statuses = actor.statuses.without(status);
        if frightens {
            actor.afraid_of = None;
        }
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Ended { who, status, rule }));
    }
}

/// SE-R112, SE-R100: statuses harm at the end of a round or with a mark. It is no strike: nothing negates it, and nobody
/// goes Down by it. True if anybody was harmed.
pub fn harm_all<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    order: impl Iterator<Item = ActorId>,
    oracle: &mut O,
) -> Flow<bool> {
    let mut harmed = false;
    for who in order {
        for status in table.actor(who).statuses.iter() {
            let tick = i16::from(table.setup.statuses[usize::from(status.0)].tick);
            if tick > 0 && matches!(table.actor(who).out, Out::Active | Out::Helpless | Out::Dying) {
                harmed = true;
                oracle.tell(Audience::All, || Event::Harm(HarmEvent::Ticks { who, status, amount: tick }));
                harm::hurt(book, table, who, tick, oracle)?;
            }
        }
    }
    Ok(harmed)
}
