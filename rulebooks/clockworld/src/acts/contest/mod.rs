//! Contests: hindering a foe in body or mind (CW-117 to CW-165), and getting out of a hold again (CW-211 to CW-213).

pub mod bout;
pub mod deceive;
pub mod disarm;
pub mod distract;
pub mod escape;
pub mod holds;
pub mod persuade;
pub mod pin;
pub mod shove;
pub mod strangle;
pub mod trip;

mod told;

pub use deceive::Suspicion;
pub use distract::Taunt;
pub use escape::EscapeWith;
pub use holds::{check_holds, end as end_hold};
pub use persuade::{ActionKind, Demanded, Ploy, Stated};
pub use strangle::Hands;
pub use told::{ContestEvent, ContestQuestion, Ended};

use crate::{
    Clockworld, Event,
    actions::{attack::legal_foe, task::Object},
    check::{Cause, Causes, Named},
    sheet::ThingId,
    sneak,
    table::{Table, Taken},
    turn,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

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
    /// All of them.
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

/// A Contest as it is declared, or what one does about a hold or a demand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contest {
    /// Who does it.
    pub actor: ActorId,
    /// What.
    pub act: Act,
    /// CW-021: in place of two Actions.
    #[serde(default)]
    pub focus: bool,
    /// CW-187: a Sneak Check afterwards.
    #[serde(default)]
    pub sneakily: bool,
}

/// CW-D21: the act, with its Target or Targets and its details.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// CW-123.
    Distract {
        /// Whom.
        targets: Targets,
        /// CW-D22: how, which sets Skill and scope.
        way: Taunt,
    },
    /// CW-128.
    Persuade {
        /// Whom.
        targets: Targets,
        /// CW-D23: by trickery, charm or coercion.
        way: Ploy,
        /// CW-D23: what they are to do.
        demand: Demanded,
    },
    /// CW-135.
    Deceive {
        /// Listeners and onlookers.
        targets: Targets,
        /// The lie or the part played, in words.
        words: String,
    },
    /// CW-141.
    Shove {
        /// Whom.
        target: ActorId,
    },
    /// CW-145.
    Trip {
        /// Whom.
        target: ActorId,
    },
    /// CW-147.
    Disarm {
        /// CW-D29: which object.
        thing: ThingId,
        /// With which held Reach Weapon; by hand if none.
        with: Option<ThingId>,
    },
    /// CW-152.
    Pin {
        /// Whom.
        target: ActorId,
        /// CW-D31: with which rope or bindings; by hand if none.
        bindings: Option<ThingId>,
    },
    /// CW-157.
    Strangle {
        /// Whom.
        target: ActorId,
        /// CW-D33.
        hands: Hands,
    },
    /// CW-211, CW-D47: a Task Action to get out of a hold or out of bindings.
    Escape {
        /// Out of whose hands, or out of which bindings.
        from: Object,
        /// Escape, or Endure to Shake it Off.
        with: EscapeWith,
    },
    /// CW-155, CW-160, CW-D34: lets go of somebody. Incidental.
    Release {
        /// Of whom.
        target: ActorId,
    },
    /// CW-129: does what it was Persuaded to do.
    Comply,
    /// CW-R83: the GM finds that a demand no longer binds this Character.
    Excuse,
}

impl Contest {
    /// The Contest, if it is one: escaping, letting go and complying are none (CW-R100).
    pub const fn name(&self) -> Option<ContestName> {
        Some(match self.act {
            Act::Distract { .. } => ContestName::Distract,
            Act::Persuade { .. } => ContestName::Persuade,
            Act::Deceive { .. } => ContestName::Deceive,
            Act::Shove { .. } => ContestName::Shove,
            Act::Trip { .. } => ContestName::Trip,
            Act::Disarm { .. } => ContestName::Disarm,
            Act::Pin { .. } => ContestName::Pin,
            Act::Strangle { .. } => ContestName::Strangle,
            Act::Escape { .. } | Act::Release { .. } | Act::Comply | Act::Excuse => return None,
        })
    }

    /// CW-022: what focus gives.
    fn causes(&self) -> Causes {
        Causes::NONE.and_if(self.focus, Cause::Focus)
    }
}

/// Does what was declared, or refuses it.
///
/// CW-027: a Contest is one Action. CW-R33: declared first, then the defenders choose, then the dice. CW-187, CW-R112:
/// in the end it shows who noticed.
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    contest: &Contest,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, contest)?;
    }
    let actor = contest.actor;
    match &contest.act {
        Act::Distract { targets, way } => distract::resolve(book, table, contest, targets, *way, oracle)?,
        Act::Persuade { targets, way, demand } => {
            if persuade::resolve(book, table, contest, targets, *way, demand, oracle)? == Stated::Refused {
                return Ok(());
            }
        }
        Act::Deceive { targets, .. } => deceive::resolve(book, table, contest, targets, oracle)?,
        Act::Shove { target } => shove::resolve(book, table, contest, *target, oracle)?,
        Act::Trip { target } => trip::resolve(book, table, contest, *target, oracle)?,
        Act::Disarm { thing, with } => disarm::resolve(book, table, contest, *thing, *with, oracle)?,
        Act::Pin { target, bindings } => pin::resolve(book, table, contest, *target, *bindings, oracle)?,
        Act::Strangle { target, hands } => strangle::resolve(book, table, contest, *target, *hands, oracle)?,
        Act::Escape { from, with } => escape::resolve(book, table, contest, *from, *with, oracle)?,
        Act::Release { target } => {
            holds::release(table, actor, *target, oracle);
            return Ok(()); // an Incidental, no Action that somebody notices
        }
        Act::Comply => return persuade::comply(book, table, actor, oracle),
        Act::Excuse => {
            persuade::excuse(table, actor, oracle);
            return Ok(());
        }
    }
    match contest.sneakily {
        true => sneak::after_action(book, table, actor, oracle),
        false => {
            sneak::reveal_to_observers(table, actor, oracle);
            Ok(())
        }
    }
}

/// Everything that must hold before anything is asked or rolled.
pub fn legal(book: &Clockworld, table: &Table, contest: &Contest) -> Result<(), Refusal> {
    let actor = contest.actor;
    if matches!(contest.act, Act::Excuse) {
        return persuade::may_excuse(table, actor);
    }
    table.may_act(actor)?;
    if let Some(name) = contest.name() {
        if table.is_pinned(actor) {
            let why = format!("{} is Pinned and cannot start a Contest", table.name(actor));
            return Err(Refusal::by(rule!("CW-R94"), "pinned", why));
        }
        turn::may_spend(book, table, actor, &Taken::Contest(name), contest.focus)?;
    }
    match &contest.act {
        Act::Distract { targets, .. } | Act::Deceive { targets, .. } => distract::reaches(table, actor, targets),
        Act::Persuade { targets, demand, .. } => {
            distract::reaches(table, actor, targets)?;
            persuade::within_reason(table, targets, demand)
        }
        Act::Shove { target } | Act::Trip { target } => in_hand(table, actor, *target),
        Act::Disarm { thing, with } => disarm::legal(table, actor, *thing, *with).map(|_| ()),
        Act::Pin { target, bindings } => pin::legal(table, actor, *target, *bindings).map(|_| ()),
        Act::Strangle { target, hands } => strangle::legal(table, actor, *target, *hands).map(|_| ()),
        Act::Escape { from, with } => escape::legal(book, table, contest, *from, *with).map(|_| ()),
        Act::Release { target } => holds::may_release(table, actor, *target),
        Act::Comply => persuade::may_comply(book, table, actor).map(|_| ()),
        Act::Excuse => Ok(()),
    }
}

/// CW-141, CW-145, CW-157, CW-R78: is this Character close enough to lay hands on?
fn in_hand(table: &Table, actor: ActorId, target: ActorId) -> Result<(), Refusal> {
    legal_foe(table, actor, target)?;
    let feet = u32::from(table.sheet(actor).reach_ft);
    in_reach(table, actor, target, feet)
}

/// CW-080, CW-R37, CW-R43: within so many feet, with nothing solid between.
fn in_reach(table: &Table, actor: ActorId, target: ActorId, feet: u32) -> Result<(), Refusal> {
    let (name, other) = (table.name(actor), table.name(target));
    let (from, to) = (table.actor(actor).place, table.actor(target).place);
    if !table.within(from, to, feet) {
        let why = format!("{other} is not within {name}'s Reach of {feet} feet");
        return Err(Refusal::by(rule!("CW-080"), "out-of-reach", why));
    }
    if table.sight(actor, target).blocked {
        return Err(Refusal::by(rule!("CW-R43"), "no-line", format!("{name} has no line to {other}")));
    }
    Ok(())
}

/// CW-027, CW-028, CW-R25: takes the Contest Action and tells it.
fn declare<O: Oracle<Clockworld>>(book: &Clockworld, table: &mut Table, contest: &Contest, oracle: &mut O) {
    if let Some(name) = contest.name() {
        turn::spend(book, table, contest.actor, Taken::Contest(name), contest.focus);
    }
    oracle.tell(Audience::All, || Event::Contest(ContestEvent::Declared(contest.clone())));
}
