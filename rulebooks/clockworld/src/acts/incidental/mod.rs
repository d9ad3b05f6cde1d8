//! Incidentals: small acts that need no Action and no Check (CW-019, CW-251 to CW-261). What they share is here: when they are
//! possible, the handling of the same object again, and what the GM finds out of reason.

pub mod draw;
pub mod hand_over;
pub mod lay_down;
pub mod open;
pub mod pick_up;
pub mod speak;
pub mod tip;

pub use crate::acts::value::thing_key;

use super::prelude::*;
use crate::{
    acts::task::{Object, TaskName},
    harm, sneak,
    table::Grip,
    view,
};
use referee_engine::{
    act::{Answers, Asks},
    answers,
    space::Cell,
};

/// What every Incidental needs.
mod prelude {
    pub use super::{Handled, Incidental, Motion, free_hands, holds, may_handle, near};
    pub(super) use super::{Quick, incidental};
    pub use crate::acts::prelude::*;
}

/// A thing at hand, by the word of whoever handles it: short for its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Handled(pub ThingId);

impl Value<Clockworld> for Handled {
    /// What somebody has, and what stands or lies about.
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let Some(who) = whose.filter(|who| see.exists(*who)) else { return Vec::new() };
        let is_about = |thing: ThingId| matches!(see.thing(thing).at, Whereabouts::Place(_));
        let at_hand = |thing: &ThingId| see.thing(*thing).at.is_with(who) || is_about(*thing);
        let known = see.thing_ids().filter(|&thing| view::knows_thing(see.table, see.seat(), thing));
        known.filter(at_hand).map(Handled).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let Some(who) = whose.filter(|_| usize::from(self.0.0) < see.things.len()) else { return Choice::default() };
        let again = see.actor(who).turn.touched.contains(&self.0);
        let choice = Choice::new(thing_key(see.table, who, self.0), see.thing_sheet(self.0).name.clone());
        choice.noting(if again { "takes an Action" } else { "" })
    }
}

/// CW-252, CW-253: what one quick motion is enough for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    Draw(ThingId),
    Holster { thing: ThingId, hidden: bool },
    PickUp(ThingId),
    PutDown(ThingId),
    HandOver { thing: ThingId, to: ActorId },
    Tip { thing: ThingId, from: u16 },
    Open(ThingId),
    Close(ThingId),
    Drop(ThingId),
    SetDown,
    Speak(String),
}

impl Motion {
    /// CW-257: the object that is handled. CW-R133: letting go is no handling. CW-R135: neither is an Attack with it,
    /// which is no Incidental.
    fn handles(&self) -> Option<ThingId> {
        match *self {
            Motion::Draw(thing)
            | Motion::PickUp(thing)
            | Motion::PutDown(thing)
            | Motion::Open(thing)
            | Motion::Close(thing)
            | Motion::Holster { thing, .. }
            | Motion::HandOver { thing, .. }
            | Motion::Tip { thing, .. } => Some(thing),
            Motion::Drop(_) | Motion::SetDown | Motion::Speak(_) => None,
        }
    }

    /// In words: `draws Revolver`.
    fn does(&self, table: &Table) -> String {
        let what = |thing: &ThingId| &table.thing_sheet(*thing).name;
        match self {
            Motion::Draw(thing) => format!("draws {}", what(thing)),
            Motion::Holster { thing, hidden: false } => format!("puts {} back", what(thing)),
            Motion::Holster { thing, hidden: true } => format!("hides {}", what(thing)),
            Motion::PickUp(thing) => format!("picks up {}", what(thing)),
            Motion::PutDown(thing) => format!("lays down {}", what(thing)),
            Motion::HandOver { thing, to } => format!("hands {} to {}", what(thing), table.name(*to)),
            Motion::Tip { thing, from } => format!("tips {} for Cover from {from}°", what(thing)),
            Motion::Open(thing) => format!("opens {}", what(thing)),
            Motion::Close(thing) => format!("closes {}", what(thing)),
            Motion::Drop(thing) => format!("lets go of {}", what(thing)),
            Motion::SetDown => "puts down what it carries".into(),
            Motion::Speak(words) => format!("says: {words}"),
        }
    }
}

impl Motion {
    /// What comes of it.
    fn happens<O: Oracle>(self, table: &mut Table, who: ActorId, oracle: &mut O) {
        let place = table.actor(who).place;
        match self {
            Motion::Draw(thing) | Motion::PickUp(thing) => take(table, who, thing),
            Motion::Holster { thing, hidden: false } => table.let_go(who, thing, Whereabouts::Worn(who)),
            Motion::Holster { thing, hidden: true } => table.let_go(who, thing, Whereabouts::Hidden(who)),
            Motion::PutDown(thing) => table.let_go(who, thing, Whereabouts::Place(place)),
            Motion::HandOver { thing, to } => {
                table.let_go(who, thing, Whereabouts::Place(place));
                take(table, to, thing);
            }
            Motion::Tip { thing, from } => tip::tip(table, thing, from),
            Motion::Open(thing) => open::operate(table, thing, true),
            Motion::Close(thing) => open::operate(table, thing, false),
            Motion::Drop(thing) => harm::drop_thing(table, who, thing, oracle),
            Motion::SetDown => {
                harm::set_down(table, who);
            }
            Motion::Speak(_) => {}
        }
    }
}

/// An act that is an Incidental.
trait Quick {
    /// The motion that is meant, if it may be made.
    fn motion<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Motion, Bar<'t>>;
}

/// An act that is an Incidental, with its slots.
macro_rules! incidental {
    (
        $(#[$doc:meta])*
        pub struct $name:ident: $verb:literal, $label:literal, $rule:literal $(, else $none:literal)? { $($slots:tt)* }
    ) => {
        act! {
            $(#[$doc])*
            pub struct $name for Clockworld, by ActorId { $($slots)* }
        }

        impl Act<Clockworld> for $name {
            type By = ActorId;
            type Ready = Incidental;
            const CARD: Card = card!($verb, $label, "Incidentals", "", $rule);
            $(const NOTHING: Why<'static> = bar!($rule, "nothing-at-hand", $none);)?

            fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Incidental, Bar<'t>> {
                Ok(Incidental::of(see, who, Quick::motion(self, see, who)?)?)
            }

            fn resolve<O: Oracle>(act: Incidental, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
                act.go(book, table, oracle)
            }
        }
    };
}
use incidental;

/// An Incidental that may be done.
pub struct Incidental {
    who: ActorId,
    motion: Motion,
    /// CW-258: does it take an Action?
    action: bool,
    /// CW-R132: could it take one?
    may_be_action: bool,
}

/// CW-R132: a Task Action with no Check, named "handle" and the object.
fn handling(thing: ThingId) -> Taken {
    Taken::Task(TaskName::Handle, Object::Thing(thing))
}

/// CW-019, CW-R136, CW-R98: in its own Turn.
fn may_act(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    if table.exists(who) && table.over.is_none() && !table.has_turn(who) {
        let words = "outside its Turn {} can only speak and let go";
        return Err(bar!("CW-R136", "not-your-turn", words, table.name(who)));
    }
    table.may_act(who)
}

/// CW-R136, CW-R98: at any time.
fn may_at_any_time(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    if !table.exists(who) {
        return Err(bar!(_, "unknown-character", "there is no such Character"));
    }
    if !table.is_active(who) || table.clock.mode == Mode::Aftermath || table.over.is_some() {
        return Err(bar!("CW-R98", "out-of-action", "{} cannot do that now", table.name(who)));
    }
    Ok(())
}

/// CW-R94: may it handle anything?
pub fn may_handle(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    may_act(table, who)?;
    if table.is_pinned(who) {
        return Err(bar!("CW-R94", "pinned", "{} is Pinned and cannot handle anything", table.name(who)));
    }
    Ok(())
}

/// CW-253: does it hold this?
pub fn holds(table: &Table, who: ActorId, thing: ThingId) -> Result<(), Why<'_>> {
    table.known_thing(thing)?;
    let is_held = table.thing(thing).at == Whereabouts::Held(who);
    if is_held { Ok(()) } else { Err(bar!("CW-253", "not-held", "{} does not hold that", table.name(who)).moot()) }
}

fn hands(table: &Table, thing: ThingId) -> usize {
    usize::from(table.thing_sheet(thing).hands.max(1))
}

/// CW-253: are there hands for it?
pub fn free_hands(table: &Table, who: ActorId, thing: ThingId) -> Result<(), Why<'_>> {
    let need = hands(table, thing);
    if table.free_arms(who).len() as usize >= need {
        return Ok(());
    }
    let (name, what) = (table.name(who), &table.thing_sheet(thing).name);
    Err(bar!("CW-253", "no-free-hand", "{} needs {} free for {}", name, need as i32, what))
}

/// Puts a thing into as many free hands as it fills.
pub fn take(table: &mut Table, who: ActorId, thing: ThingId) {
    let need = hands(table, thing);
    let free = table.free_arms(who);
    let actor = table.actor_mut(who);
    actor.held.extend(free.iter().take(need).map(|arm| Grip { arm, thing }));
    table.thing_mut(thing).at = Whereabouts::Held(who);
}

/// CW-252: next to it.
pub fn near(table: &Table, who: ActorId, thing: ThingId) -> Result<(), Why<'_>> {
    if is_near(table, who, thing) {
        return Ok(());
    }
    let (name, what) = (table.name(who), &table.thing_sheet(thing).name);
    Err(bar!("CW-252", "too-far", "{} is not next to {}", name, what))
}

/// Is one of the thing's cells next to this Character, or within its Reach?
fn is_near(table: &Table, who: ActorId, thing: ThingId) -> bool {
    let Whereabouts::Place(at) = table.thing(thing).at else { return false };
    let (space, own) = (&table.setup.space, table.actor(who).place);
    let reach = u32::from(table.sheet(who).reach_ft);
    let level = own.z.abs_diff(at.z) <= table.sheet(who).reach_ft.max(5);
    let close = |cell| {
        let place = Cell::at_height(cell, own.z);
        space.is_adjacent(own, place) || table.within(own, place, reach)
    };
    let piece = table.thing(thing).piece.map(|piece| &table.pieces[usize::from(piece)]);
    level && (close(at.cell) || piece.is_some_and(|piece| piece.cells.iter().any(|&cell| close(cell))))
}

impl Incidental {
    /// CW-257, CW-258, CW-259, CW-R131, CW-R132: whoever has handled the object before pays an Action for it.
    fn of<'t>(see: See<'_, 't>, who: ActorId, motion: Motion) -> Result<Incidental, Why<'t>> {
        let handles = motion.handles();
        let action = handles.is_some_and(|thing| see.actor(who).turn.touched.contains(&thing));
        let may = |thing| turn::may_spend(see.book, see.table, who, &handling(thing), false);
        if let Some(thing) = handles.filter(|_| action) {
            may(thing)?;
        }
        let may_be_action = handles.is_some_and(|thing| may(thing).is_ok());
        Ok(Incidental { who, motion, action, may_be_action })
    }

    /// CW-254, CW-255, CW-R134: reason is the limit, and the GM says where it is. CW-258: the object is handled, for an Action
    /// if it takes one. Nothing comes of it if the GM says that it is too much.
    fn begin<O: Oracle>(mut self, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<Option<Incidental>> {
        let who = self.who;
        if table.gm_before_every_check && !self.action {
            let allow = Allow { who, motion: self.motion.clone(), action: self.may_be_action };
            match allow.ask(Who::Gm, table, oracle)? {
                Allowed::Incidental => {}
                Allowed::Refused => {
                    let refused = IncidentalEvent::Refused(who);
                    oracle.tell(sneak::audience(table, who), || Event::Incidental(refused));
                    return Ok(None);
                }
                Allowed::Action => self.action = true,
            }
        }
        if let Some(thing) = self.motion.handles() {
            table.actor_mut(who).touch(thing);
            if self.action {
                turn::spend(book, table, who, handling(thing), false);
            }
        }
        Ok(Some(self))
    }

    /// Does it, unless the GM says that it is too much. CW-R112: words are heard, and so is an Action that is not done
    /// Sneakily. A quick motion is no Action.
    fn go<O: Oracle>(self, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Some(Incidental { who, motion, action, .. }) = self.begin(book, table, oracle)? else { return Ok(()) };
        if let Motion::Open(thing) = motion
            && open::is_locked(table, who, thing, oracle)?
        {
            let locked = IncidentalEvent::Locked { who, thing };
            oracle.tell(sneak::audience(table, who), || Event::Incidental(locked));
            return Ok(());
        }
        let is_heard = action || matches!(motion, Motion::Speak(_));
        let done = motion.clone();
        oracle.tell(sneak::audience(table, who), || {
            Event::Incidental(IncidentalEvent::Done { who, motion: done, action })
        });
        motion.happens(table, who, oracle);
        if is_heard {
            sneak::reveal_to_observers(table, who, oracle);
        }
        sneak::notice_in_plain_view(table, oracle);
        Ok(())
    }
}

/// CW-D54, CW-D55, to the GM who is asked before every Check: Incidental, or too long for the Turn; for the handling of an
/// object also: an Action, if there is one to take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Allow {
    who: ActorId,
    motion: Motion,
    /// Can it be an Action?
    action: bool,
}

answers! {
    /// What the GM says of an Incidental.
    pub enum Allowed {
        Incidental = "incidental", "Yes";
        Refused = "refused", "Too much for this Turn";
        Action = "action", "It takes an Action";
    }
}

impl Asks<Clockworld> for Allow {
    type Answer = Allowed;
    const KIND: &'static str = "incidental";
    const RULE: referee_engine::RuleId = rule!("CW-R134");

    fn answers(&self) -> Answers<Allowed> {
        Allowed::ALL.iter().copied().filter(|allowed| self.action || *allowed != Allowed::Action).collect()
    }

    fn text(&self, _: &Clockworld, table: &Table, _: Who) -> String {
        format!("{} {}. Incidental?", table.name(self.who), self.motion.does(table))
    }

    fn choice(&self, _: &Clockworld, _: &Table, _: Who, answer: &Allowed) -> Choice {
        answer.choice()
    }
}

told! {
    /// What happened in an Incidental.
    pub enum IncidentalEvent for Clockworld, |table| {
        Done {
            who: ActorId,
            motion: Motion,
            /// CW-258: did it take an Action?
            action: bool,
        } [if action { rule!("CW-258") } else { rule!("CW-251") }] by who => {
            let cost = if action { " (an Action)" } else { "" };
            format!("{} {}{cost}", table.name(who), motion.does(table))
        };
        /// CW-R134: the GM found it out of reason.
        Refused(who: ActorId) "CW-R134" by who => format!("that is more than {} can do now", table.name(who));
        /// CW-198: it does not open.
        Locked { who: ActorId, thing: ThingId } "CW-198" by who
            => format!("{} finds {} locked", table.name(who), table.thing_sheet(thing).name);
        /// CW-252: it does not close, because of somebody unseen.
        Stuck { who: ActorId, thing: ThingId } "CW-252" by who => {
            let what = &table.thing_sheet(thing).name;
            format!("{} cannot close {what}: something is in the way", table.name(who))
        };
    }
}
