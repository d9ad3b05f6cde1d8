//! The acts of a book as one list: what a seat is offered, and what a command means.

use super::{Act, Bar, Book, Card, Doer, Known, Seen, complete::complete, doer, read, slots as slots_of};
use crate::{ActorId, Drawn, Filled, Flow, Offer, Oracle, Refusal, Seat, Slot};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// An act and who does it. Journals hold it as the verb with the actor and the filled slots by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Does<A> {
    /// Who does it; `None` for the game master.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<ActorId>,
    /// What is done.
    #[serde(flatten)]
    pub act: A,
}

impl<A> Does<A> {
    /// An actor does this.
    pub const fn by(actor: ActorId, act: A) -> Does<A> {
        Does { actor: Some(actor), act }
    }

    /// May it be done, and with which numbers?
    pub fn ready<'t, S: Book>(&self, see: &Seen<'t, S>) -> Result<A::Ready, Bar<'t>>
    where
        A: Act<S>,
    {
        match A::By::of(self.actor) {
            Some(by) => self.act.ready(see, by),
            None => Err(crate::bar!(_, "no-actor", "this needs somebody who does it").into()),
        }
    }

    /// The game master does this.
    pub const fn by_gm(act: A) -> Does<A> {
        Does { actor: None, act }
    }
}

/// The acts of a book: an enum with one variant for each, written by [`acts!`](crate::acts!).
pub trait Acts<S: Book>: Sized + 'static {
    /// One of them that may be done, with every number before its first die.
    type Ready;

    /// All of them, in the order in which they are offered.
    const ALL: &'static [Verb<S, Self>];

    /// May it be done, and with which numbers?
    fn ready<'t>(&self, see: &Seen<'t, S>) -> Result<Self::Ready, Bar<'t>>;

    /// Does what may be done.
    fn resolve<O: Oracle<S>>(ready: Self::Ready, book: &S, table: &mut S::Table, oracle: &mut O) -> Flow<()>;

    /// Does it, or refuses it.
    fn perform<O: Oracle<S>>(&self, seat: Seat, book: &S, table: &mut S::Table, oracle: &mut O) -> Flow<()>;
}

/// An act of the list.
pub trait Listed<S: Book>: Act<S> {
    /// The act with who does it, as one of the list.
    fn listed(does: Does<Self>) -> S::Acts;

    /// What is ready of it, as what is ready of one of the list.
    fn listed_ready(ready: Self::Ready) -> <S::Acts as Acts<S>>::Ready;
}

/// An act that a policy chose, and that may be done: nothing has to be checked or worked out again.
pub struct Planned<S: Book> {
    /// Who does what.
    pub intent: S::Acts,
    /// The same, ready to be done.
    pub ready: <S::Acts as Acts<S>>::Ready,
}

impl<S: Book> Planned<S> {
    /// This act, if it may be done.
    #[inline]
    pub fn of<A: Listed<S>>(see: &Seen<'_, S>, by: A::By, act: A) -> Option<Self> {
        let ready = act.ready(see, by).ok()?;
        Some(Planned::with(by, act, ready))
    }

    /// This act, of which it is known that it may be done.
    #[inline]
    pub fn with<A: Listed<S>>(by: A::By, act: A, ready: A::Ready) -> Self {
        let intent = A::listed(Does { actor: by.actor(), act });
        Planned { intent, ready: A::listed_ready(ready) }
    }
}

/// One act of the list: what is derived from it.
pub struct Verb<S: Book, D> {
    card: Card,
    by_actor: bool,
    may_say: fn(Seat) -> bool,
    offer: fn(&Seen<'_, S>, Option<ActorId>) -> Option<Offer>,
    #[allow(clippy::type_complexity, reason = "as the function that it names")]
    slots: fn(&Seen<'_, S>, &S::Table, Seat, &Filled) -> Result<Vec<Slot>, Refusal>,
    #[allow(clippy::type_complexity, reason = "as the function that it names")]
    read: fn(&Seen<'_, S>, &S::Table, Seat, &Filled) -> Result<D, Refusal>,
    drawn: fn(&Seen<'_, S>, &Filled) -> Vec<Drawn>,
}

impl<S: Book, D> Verb<S, D> {
    /// Of this act.
    pub const fn of<A: Listed<S>>() -> Verb<S, D>
    where
        S: Book<Acts = D>,
    {
        Verb {
            card: A::CARD,
            by_actor: A::By::IS_ACTOR,
            may_say: |seat| A::By::IS_ACTOR || A::By::of(None).is_some_and(|by| by.may(seat)),
            offer: |see, actor| offer::<S, A>(see, A::By::of(actor)?),
            slots: |see, table, seat, filled| {
                slots_of::slots::<S, A>(see, doer::<S, A>(see.book, table, seat, filled.actor)?, filled)
            },
            read: |see, table, seat, filled| {
                let by = doer::<S, A>(see.book, table, seat, filled.actor)?;
                Ok(A::listed(Does { actor: by.actor(), act: read::read::<S, A>(see, by, filled)? }))
            },
            drawn: |see, filled| drawn_of::<S, A>(see, filled).unwrap_or_default(),
        }
    }

    /// What people read of it.
    pub fn card(&self) -> &Card {
        &self.card
    }
}

impl<S: Book, D> Debug for Verb<S, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.card.fmt(f)
    }
}

/// The offer of an act; none if it is moot.
fn offer<S: Book, A: Act<S>>(see: &Seen<'_, S>, by: A::By) -> Option<Offer> {
    let refused = complete(A::default(), see, by).err();
    if refused.is_some_and(|why| why.is_moot()) {
        return None;
    }
    let Card { verb, label, group, cost, rule } = A::CARD;
    let mut offer = Offer {
        verb: verb.into(),
        actor: by.actor(),
        label: label.into(),
        group: group.into(),
        cost: cost.into(),
        rule,
        refused: refused.map(|why| why.refusal()),
        warning: None,
    };
    A::offered(see, by, &mut offer);
    Some(offer)
}

/// The act as far as it is filled, drawn on the map.
fn drawn_of<S: Book, A: Act<S>>(see: &Seen<'_, S>, filled: &Filled) -> Option<Vec<Drawn>> {
    let by = A::By::of(filled.actor)?;
    let mut act = A::default();
    for field in A::SLOTS {
        if let Some(word) = filled.get(field.card().name) {
            field.fill(&mut act, see, by.actor(), word);
        }
    }
    Some(act.drawn(see, by))
}

/// What `seat` may do now, and what it may not with the reason: every act for each of its actors, and those that no single
/// actor does.
pub fn offers<S: Book>(book: &S, table: &S::Table, seat: Seat) -> Vec<Offer> {
    let known = Known::to(book, table, seat);
    let see = known.see();
    let mut all = Vec::new();
    let by_actors = || S::Acts::ALL.iter().filter(|verb| verb.by_actor);
    for actor in see.actors().iter().filter(|actor| seat.plays(*actor)) {
        all.extend(by_actors().filter_map(|verb| (verb.offer)(&see, Some(actor))));
    }
    let by_others = S::Acts::ALL.iter().filter(|verb| !verb.by_actor && (verb.may_say)(seat));
    all.extend(by_others.filter_map(|verb| (verb.offer)(&see, None)));
    all
}

/// The slots of an offer, given what is filled.
pub fn slots<S: Book>(book: &S, table: &S::Table, seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    (named(book, table, seat, filled)?.slots)(&Known::to(book, table, seat).see(), table, seat, filled)
}

/// What a filled offer means: who does what.
pub fn intent<S: Book>(book: &S, table: &S::Table, seat: Seat, filled: &Filled) -> Result<S::Acts, Refusal> {
    (named(book, table, seat, filled)?.read)(&Known::to(book, table, seat).see(), table, seat, filled)
}

/// What the map shows for whoever plays the actor of an offer, as far as it is filled.
pub fn drawn<S: Book>(book: &S, table: &S::Table, filled: &Filled) -> Vec<Drawn> {
    let verb = S::Acts::ALL.iter().find(|verb| verb.card.verb == filled.verb);
    verb.map(|verb| (verb.drawn)(&Seen::truth(book, table), filled)).unwrap_or_default()
}

/// The act of this verb, if anybody in this seat could do it.
fn named<S: Book>(
    book: &S,
    table: &S::Table,
    seat: Seat,
    filled: &Filled,
) -> Result<&'static Verb<S, S::Acts>, Refusal> {
    let verb = S::Acts::ALL.iter().find(|verb| verb.card.verb == filled.verb && (verb.may_say)(seat));
    verb.ok_or_else(|| {
        let mut verbs: Vec<String> = offers(book, table, seat).into_iter().map(|offer| offer.verb).collect();
        verbs.sort();
        verbs.dedup();
        Refusal::plain("unknown-verb", format!("nothing is called {:?} here", filled.verb)).allowing(verbs)
    })
}
