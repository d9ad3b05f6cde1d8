//! Contests: hindering a foe in body or mind (CW-117 to CW-165), and getting out of a hold again (CW-211 to CW-213).

pub mod bout;
pub mod comply;
pub mod deceive;
pub mod demand;
pub mod disarm;
pub mod distract;
pub mod escape;
pub mod excuse;
pub mod holds;
pub mod persuade;
pub mod pin;
pub mod release;
pub mod shove;
pub mod strangle;
pub mod trip;

pub use deceive::Suspicion;
pub use demand::{ActionKind, Demanded};
pub use distract::Taunt;
pub use escape::EscapeWith;
pub use holds::{Ended, check_holds, end as end_hold};
pub use persuade::Ploy;
pub use strangle::Hands;

use super::prelude::*;
use crate::{
    acts::{attack::legal_foe, value::thing_key},
    check::{Cause, Causes, Named},
    sneak,
};
use bout::Initiator;
use referee_engine::RuleId;

/// The Contests a Character can start. CW-R100: Endure, Resist and Escape are not among them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ContestName {
    Distract,
    Persuade,
    Deceive,
    Shove,
    Trip,
    Disarm,
    Pin,
    Strangle,
}

impl ContestName {
    pub const ALL: [ContestName; 8] = [
        ContestName::Distract,
        ContestName::Persuade,
        ContestName::Deceive,
        ContestName::Shove,
        ContestName::Trip,
        ContestName::Disarm,
        ContestName::Pin,
        ContestName::Strangle,
    ];

    /// The name of its Check.
    pub const fn named(self) -> Named {
        match self {
            ContestName::Distract => Named::Distract,
            ContestName::Persuade => Named::Persuade,
            ContestName::Deceive => Named::Deceive,
            ContestName::Shove => Named::Shove,
            ContestName::Trip => Named::Trip,
            ContestName::Disarm => Named::Disarm,
            ContestName::Pin => Named::Pin,
            ContestName::Strangle => Named::Strangle,
        }
    }
}

/// CW-122: those whom a Contest is meant for, in the order named (CW-R33).
pub type Targets = SmallVec<[ActorId; 4]>;

/// A Contest that may be started (CW-D21); each act adds its Target or Targets and its details.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Start {
    /// Who starts it.
    pub by: ActorId,
    pub name: ContestName,
    /// CW-021: in place of two Actions.
    pub focus: bool,
    /// CW-187: a Sneak Check afterwards.
    pub sneakily: bool,
}

/// CW-027, CW-R94: may this Character start such a Contest at all?
fn may_start<'t>(see: See<'_, 't>, who: ActorId, name: ContestName) -> Result<(), Why<'t>> {
    let (book, table) = (see.book, see.table);
    table.may_act(who)?;
    if table.is_pinned(who) {
        return Err(bar!("CW-R94", "pinned", "{} is Pinned and cannot start a Contest", table.name(who)));
    }
    turn::may_spend(book, table, who, &Taken::Contest(name), false)
}

impl Start {
    /// CW-021: with or without focus, by somebody who may start it.
    fn of<'t>(see: See<'_, 't>, by: ActorId, name: ContestName, focus: bool, sneakily: bool) -> Result<Start, Why<'t>> {
        if focus {
            turn::may_spend(see.book, see.table, by, &Taken::Contest(name), true)?;
        }
        Ok(Start { by, name, focus, sneakily })
    }

    /// CW-022: what focus gives.
    fn causes(self) -> Causes {
        Causes::NONE.and_if(self.focus, Cause::Focus)
    }

    /// CW-118: the initiator's Check.
    fn initiator(self, skill: Skill) -> Initiator {
        Initiator { who: self.by, name: self.name.named(), skill, causes: self.causes() }
    }

    /// CW-027, CW-028, CW-R25: takes the Contest Action. CW-R33: it is declared first, then the defenders choose, then the
    /// dice.
    fn spend(self, book: &Clockworld, table: &mut Table) {
        turn::spend(book, table, self.by, Taken::Contest(self.name), self.focus);
    }

    /// CW-187, CW-R112: in the end it shows who noticed.
    fn noticed<O: Oracle<Clockworld>>(self, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        noticed(book, table, self.by, self.sneakily, oracle)
    }

    /// That it was declared, in words: `tries to Trip Vole`.
    fn line(self, table: &Table, text: &str, rule: RuleId) -> Line {
        tried(table, self.by, text, (self.focus, self.sneakily), rule)
    }
}

/// CW-187, CW-R112: who notices somebody who has acted.
fn noticed<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    sneakily: bool,
    oracle: &mut O,
) -> Flow<()> {
    if sneakily {
        return sneak::after_action(book, table, who, oracle);
    }
    sneak::reveal_to_observers(table, who, oracle);
    Ok(())
}

/// That something was tried, in words, focused or Sneakily.
fn tried(table: &Table, who: ActorId, text: &str, (focus, sneakily): (bool, bool), rule: RuleId) -> Line {
    let how = match (focus, sneakily) {
        (true, true) => ", focused and Sneakily",
        (true, false) => ", focused",
        (false, true) => ", Sneakily",
        (false, false) => "",
    };
    Line::new(0, format!("{} {text}{how}", table.name(who)), [rule]).by(who)
}

/// Several by name.
fn names(table: &Table, targets: &[ActorId]) -> String {
    targets.iter().map(|&id| table.name(id)).collect::<Vec<_>>().join(", ")
}

/// What somebody should know before it starts a Contest.
fn warn(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
    if see.actor(who).lengthy.is_some() {
        offer.warning = Some("the work of the Lengthy Task is lost".into());
    }
}

/// The others, foes first.
fn others<A>(_: &A, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ActorId> {
    let Some(who) = whose.filter(|who| see.exists(*who)) else { return Vec::new() };
    let mut all: Vec<ActorId> = see.actors().iter().filter(|&other| other != who).collect();
    all.sort_by_key(|&other| (!see.hostile(who, other), !see.is_active(other)));
    all
}

/// Any of the others, foes first.
fn any_of_others<A>(act: &A, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Several<ActorId>> {
    let each = others(act, see, whose).into_iter().map(|other| Several::from_iter([other]));
    std::iter::once(Several::none()).chain(each).collect()
}

/// What something is done with: a thing, or bare hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tool(pub Option<ThingId>);

impl Value<Clockworld> for Tool {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let held = whose.filter(|who| see.exists(*who)).into_iter().flat_map(|who| see.held(who));
        std::iter::once(None).chain(held.map(Some)).map(Tool).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        match (self.0, whose) {
            (Some(thing), Some(who)) if usize::from(thing.0) < see.things.len() => {
                Choice::new(thing_key(see.table, who, thing), see.thing_sheet(thing).name.clone())
            }
            (Some(_), _) => Choice::default(),
            (None, _) => Choice::new("hands", "Bare hands"),
        }
    }
}

/// CW-141, CW-145, CW-157, CW-R78: is this Character close enough to lay hands on?
pub(crate) fn in_hand(table: &Table, actor: ActorId, target: ActorId) -> Result<(), Why<'_>> {
    legal_foe(table, actor, target)?;
    let feet = u32::from(table.sheet(actor).reach_ft);
    in_reach(table, actor, target, feet)
}

/// CW-080, CW-R37, CW-R43: within so many feet, with nothing solid between.
fn in_reach(table: &Table, actor: ActorId, target: ActorId, feet: u32) -> Result<(), Why<'_>> {
    let (name, other) = (table.name(actor), table.name(target));
    let (from, to) = (table.actor(actor).place, table.actor(target).place);
    if !table.within(from, to, feet) {
        let words = "{} is not within {}'s Reach of {} feet";
        return Err(bar!("CW-080", "out-of-reach", words, other, name, feet as i32));
    }
    if table.sight(actor, target).blocked {
        return Err(bar!("CW-R43", "no-line", "{} has no line to {}", name, other));
    }
    Ok(())
}
