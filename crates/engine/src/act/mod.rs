//! Acts: a book states what can be done, and offers, slots, commands, permission and secrets follow from it.
//!
//! An act is a struct whose fields are its slots, written with [`act!`](crate::act!). Its [`ready`](Act::ready) says whether
//! it may be done and works out every number before the first die; its [`resolve`](Act::resolve) does it.
//!
//! Fields are [`Open`] until they are filled. A rule reads one with the method of its name (`self.weapon()?`) and stops there
//! with [`Bar::Open`] while it is open. So whatever `ready` has read before it names a [`Why`] is what the reason depends on,
//! a slot that it does not come to is not asked for, and nobody lists which slot depends on which. It should read first what
//! is most often barred: that saves tries. People see slots in the order of the fields.
//!
//! There are three answers for a value: legal, barred with its reason, and moot (barred, and not worth listing:
//! [`Why::moot`]).
//!
//! A book lists its acts with [`acts!`](crate::acts!) and says in [`Book::known_to`] what a seat does not know. What a rule asks
//! ([`Asks`]) and tells ([`Tells`]) stands with its words in the file of the rule; [`questions!`](crate::questions!) and
//! [`events!`](crate::events!) list them.

mod ask;
mod bar;
mod complete;
mod field;
mod listed;
mod macros;
mod perform;
mod read;
mod seen;
mod slots;
mod tell;
mod value;

pub use ask::{Answers, Asks, prompt};
pub use bar::{Bar, Gap, Why};
pub use field::{Field, Fields, Look, Shown, SlotCard, Slots, When, name_of};
pub use listed::{Acts, Does, Listed, Planned, Verb, drawn, intent, offers, slots};
pub use perform::perform;
pub use seen::{Known, Seen};
pub use tell::Tells;
pub use value::{Open, Several, Shape, Text, Value, Within};

use crate::{ActorId, ActorSet, Drawn, Flow, Offer, Oracle, Refusal, RuleId, Seat, System};
use std::borrow::Cow;

/// A book that states its acts.
pub trait Book: System {
    /// All of them, as [`acts!`](crate::acts!) lists them.
    type Acts: Acts<Self>;

    /// The table without whatever `seat` does not know of: these actors, and things, traps and notes where the book has
    /// them. Borrowed if there is nothing to take off.
    fn known_to<'t>(&self, table: &'t Self::Table, seat: Seat, unknown: ActorSet) -> Cow<'t, Self::Table>;
}

/// What people read of an act.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The word that names it in a command.
    pub verb: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// The heading under which it is listed.
    pub group: &'static str,
    /// What it costs, in words.
    pub cost: &'static str,
    /// The rule that allows it.
    pub rule: RuleId,
}

/// An act with its rules.
pub trait Act<S: Book>: Fields<S> {
    /// Who does such a thing: an actor, or the [`Gm`].
    type By: Doer;

    /// What is certain before the first die or answer: who, whom, and every number.
    type Ready;

    /// What people read of it.
    const CARD: Card;

    /// May it be done, and with which numbers? The only way to a `Ready`. The act may come from a program: every index in it
    /// has to be looked at.
    fn ready<'t>(&self, see: &Seen<'t, S>, by: Self::By) -> Result<Self::Ready, Bar<'t>>;

    /// Does it.
    fn resolve<O: Oracle<S>>(ready: Self::Ready, book: &S, table: &mut S::Table, oracle: &mut O) -> Flow<()>;

    /// Why there is nothing to choose, where several values are barred, each for its own reason.
    const NOTHING: Why<'static> = crate::bar!(_, "nothing-fits", "there is nothing to choose");

    /// Does what comes of it when it may be done by all that the seat knows, and the true table bars it for this reason:
    /// somebody unseen stands in the way.
    fn meet_the_unknown<O: Oracle<S>>(
        &self,
        _by: Self::By,
        why: Refusal,
        _book: &S,
        _table: &mut S::Table,
        _oracle: &mut O,
    ) -> Flow<()> {
        Err(why.into())
    }

    /// Changes what the offer says where that depends on the table: another label or cost, a warning.
    fn offered(_see: &Seen<'_, S>, _by: Self::By, _offer: &mut Offer) {}

    /// What the map shows while it is being chosen.
    fn drawn(&self, _see: &Seen<'_, S>, _by: Self::By) -> Vec<Drawn> {
        Vec::new()
    }
}

/// Who does an act.
pub trait Doer: Copy {
    /// Does each actor of a seat do it for itself?
    const IS_ACTOR: bool;

    /// The doer, as offers and intents name it. The game master is no actor; naming one for what the game master does means
    /// nothing.
    fn of(actor: Option<ActorId>) -> Option<Self>;

    /// The actor, if it is one.
    fn actor(self) -> Option<ActorId>;

    /// May this seat say what it does?
    fn may(self, seat: Seat) -> bool;
}

impl Doer for ActorId {
    const IS_ACTOR: bool = true;

    fn of(actor: Option<ActorId>) -> Option<ActorId> {
        actor
    }

    fn actor(self) -> Option<ActorId> {
        Some(self)
    }

    #[inline]
    fn may(self, seat: Seat) -> bool {
        seat.plays(self)
    }
}

/// The game master, as the doer of an act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gm;

impl Doer for Gm {
    const IS_ACTOR: bool = false;

    fn of(_: Option<ActorId>) -> Option<Gm> {
        Some(Gm)
    }

    fn actor(self) -> Option<ActorId> {
        None
    }

    fn may(self, seat: Seat) -> bool {
        seat.is_gm()
    }
}

/// Whoever sits at the table and takes part, as the doer of what concerns all that a seat plays, such as the end of a side's
/// turn. [`Seen::seat`] says which seat it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Anybody;

impl Doer for Anybody {
    const IS_ACTOR: bool = false;

    fn of(_: Option<ActorId>) -> Option<Anybody> {
        Some(Anybody)
    }

    fn actor(self) -> Option<ActorId> {
        None
    }

    fn may(self, seat: Seat) -> bool {
        seat != Seat::Spectator
    }
}

/// Who does an act, if there is such an actor and this seat may say what it does.
fn doer<S: Book, A: Act<S>>(book: &S, table: &S::Table, seat: Seat, actor: Option<ActorId>) -> Result<A::By, Refusal> {
    let exists = actor.is_none_or(|actor| actor.index() < book.headcount(table));
    let Some(by) = A::By::of(actor).filter(|_| exists) else {
        return Err(Refusal::plain("no-actor", format!("{} needs somebody who does it", A::CARD.verb)));
    };
    if by.may(seat) {
        return Ok(by);
    }
    Err(Refusal::plain("not-your-character", "this seat does not play that character"))
}
