//! Reactions: limited answers to another's Action, resolved before it (CW-229, CW-234).
//!
//! Each has a file that says which Attacks it answers, what it rolls, what it does, and its words.

pub mod block;
mod dodge;
pub mod take_cover;
mod turn_to;

pub use take_cover::{COVER_WITHIN_FT, CoverSpot, go_to_cover};

use crate::{
    Clockworld, Event, Question,
    check::{Against, Cause, Causes, Check, prepare},
    conditions::ConditionKind,
    sheet::{AttackKind, PartId, ThingId},
    table::{Out, Table},
    turn,
};
use referee_engine::{ActorId, Audience, Face, Flow, Oracle, RuleId, Who, rule, space::Place};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// One answer to an Attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// None.
    Decline,
    /// CW-239.
    Dodge,
    /// CW-236, with a held thing.
    BlockWith(ThingId),
    /// CW-R64, with a bare arm.
    BlockArm(PartId),
    /// CW-241.
    TakeCover,
    /// CW-180, CW-R75: turn to the attacker; it is the one Reaction to this Action.
    Turn,
}

impl Reaction {
    /// CW-R63: can it be done for somebody else?
    pub fn protects_others(self) -> bool {
        match self {
            Reaction::BlockWith(_) | Reaction::BlockArm(_) => true,
            Reaction::Decline | Reaction::Dodge | Reaction::TakeCover | Reaction::Turn => false,
        }
    }

    /// The option: the word for commands, and what people read.
    pub fn option(self, table: &Table, who: ActorId) -> (String, String) {
        match self {
            Reaction::Decline => ("decline".into(), "No Reaction".into()),
            Reaction::Dodge => dodge::option(),
            Reaction::BlockWith(thing) => block::option_with(table, who, thing),
            Reaction::BlockArm(arm) => block::option_of_arm(table, who, arm),
            Reaction::TakeCover => take_cover::option(),
            Reaction::Turn => turn_to::option(),
        }
    }
}

/// An Attack as those see it who may react.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incoming {
    /// Who attacks.
    pub attacker: ActorId,
    /// What kind of Attack.
    pub kind: AttackKind,
    /// Is the attacker within its own Reach of the Target (for `dodge_point_blank`)?
    pub point_blank: bool,
    /// Is the Target in Cover from it already?
    pub in_cover: bool,
    /// Where the Attack comes from: the attacker, or the centre of an Area Attack.
    pub from: Place,
}

impl Incoming {
    /// CW-R105: does it come from where this Character looks?
    fn is_seen(&self, table: &Table, who: ActorId) -> bool {
        let actor = table.actor(who);
        table.setup.space.in_arc(actor.place, actor.facing, self.from, 180)
    }

    /// CW-R105, switch `facing_limits_reactions`: may this Character Dodge or Block it as it faces now?
    fn is_faced(&self, book: &Clockworld, table: &Table, who: ActorId) -> bool {
        !book.house.facing_limits_reactions || self.is_seen(table, who)
    }
}

/// A Reaction that was taken, and its total.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Defence {
    /// Who reacted.
    pub who: ActorId,
    /// How.
    pub reaction: Reaction,
    /// The Check.
    pub check: Check,
    /// Its total.
    pub total: i32,
    /// What the dice showed.
    pub face: Face,
}

impl Defence {
    /// What is told of it.
    pub fn told(&self, table: &Table) -> (String, RuleId) {
        match self.reaction {
            Reaction::Dodge => dodge::told(),
            Reaction::BlockWith(_) | Reaction::BlockArm(_) => block::told(table, self),
            Reaction::TakeCover => take_cover::told(),
            // CW-180: these roll nothing.
            Reaction::Decline | Reaction::Turn => ("does not defend".into(), rule!("CW-089")),
        }
    }
}

impl Table {
    /// CW-230, CW-R94, CW-R97, CW-R98: may this Character answer an Action of that one?
    pub fn can_react(&self, who: ActorId, to: ActorId) -> bool {
        let actor = self.actor(who);
        actor.reactions > 0
            && actor.out == Out::Active
            && !actor.unaware_of.contains(to)
            && !actor.has(ConditionKind::pins)
    }

    /// CW-230, CW-R119: one Reaction is used up; it counts as doing something else than a Lengthy Task.
    pub fn spend_reaction(&mut self, book: &Clockworld, who: ActorId) {
        let actor = self.actor_mut(who);
        actor.reactions = actor.reactions.saturating_sub(1);
        turn::interrupt(book, actor);
    }
}

/// The answers that fit an Attack, in their order; declining is the first.
pub type Options = SmallVec<[Reaction; 4]>;

/// CW-089, CW-093, CW-098, CW-102: the answers that fit an Attack.
pub fn options(book: &Clockworld, table: &Table, who: ActorId, incoming: &Incoming) -> Options {
    let mut options: Options = smallvec![Reaction::Decline];
    if !table.can_react(who, incoming.attacker) {
        return options;
    }
    if dodge::fits(book, table, who, incoming) {
        options.push(Reaction::Dodge);
    }
    options.extend(block::options(book, table, who, incoming));
    if take_cover::fits(book, table, who, incoming) {
        options.push(Reaction::TakeCover);
    }
    if turn_to::fits(table, who, incoming) {
        options.push(Reaction::Turn);
    }
    options
}

/// CW-D15: asks one Character how it answers an Attack. A Character with no way to answer is not asked.
pub fn ask<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &Table,
    who: ActorId,
    incoming: &Incoming,
    oracle: &mut O,
) -> Flow<Reaction> {
    let options = options(book, table, who, incoming);
    if options.len() == 1 {
        return Ok(Reaction::Decline);
    }
    let question = Question::React { attacker: incoming.attacker, options: options.clone() };
    Ok(options[oracle.ask(table, Who::Actor(who), &question)?])
}

/// CW-041, CW-229, CW-232, CW-234: one Reaction that was declared: the Skill of its Check is in the ledger's table "Activity
/// to Skill".
pub fn roll<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    attacker: ActorId,
    reaction: Reaction,
    oracle: &mut O,
) -> Flow<Option<Defence>> {
    let (skill, name) = match reaction {
        Reaction::Decline => return Ok(None),
        Reaction::Dodge => dodge::CHECK,
        Reaction::BlockWith(thing) => block::check_with(table, thing),
        Reaction::BlockArm(_) => block::CHECK_OF_ARM,
        Reaction::TakeCover => take_cover::CHECK,
        Reaction::Turn => {
            table.spend_reaction(book, who);
            turn_to::turn(table, who, attacker, oracle);
            return Ok(None);
        }
    };
    table.spend_reaction(book, who);
    // CW-036, CW-R30: a focused Defend High Rolls every Check made as a Reaction.
    let causes = Causes::NONE.and_if(table.actor(who).reactions_high, Cause::FocusedDefend);
    let check = prepare(book, table, who, skill, Against::Foe(attacker), causes, oracle)?;
    let (total, face) = check.total(name.word(), oracle)?;
    let defence = Defence { who, reaction, check, total, face };
    oracle.tell(Audience::All, || Event::Reacted(defence));
    Ok(Some(defence))
}
