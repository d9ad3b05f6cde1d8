//! Reactions: limited answers to another's Action, resolved before it (CW-229, CW-234).
//!
//! Each has a file that says which Attacks it answers, what it rolls, what it does, and its words.

pub mod block;
mod decline;
mod dodge;
mod take_cover;
mod turn;

pub use block::{BlockArm, BlockWith};
pub use decline::Decline;
pub use dodge::Dodge;
pub use take_cover::{COVER_WITHIN_FT, CoverSpot, TakeCover, TookCover, WhereCover, go_to_cover};
pub use turn::{Turn, Turned};

use crate::{
    Clockworld, Event, Oracle,
    acts::value::of_actor,
    check::{Against, Cause, Causes, Check, prepare},
    conditions::ConditionKind,
    harm::InjuryPool,
    sheet::{AttackKind, Skill},
    table::{Out, Table},
    turn::interrupt,
    words::{asked_actor, factors, sum},
};
use referee_engine::{
    ActorId, Audience, Choice, Face, Flow, Line, RuleId, Who,
    act::{Answers, Asks, Tells},
    rule,
    space::Place,
};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// A Reaction, with everything about it in its file.
trait Respond: Copy {
    /// The ways in which somebody who may react can answer this Attack so, in their order.
    fn all(book: &Clockworld, table: &Table, who: ActorId, incoming: &Incoming) -> SmallVec<[Self; 2]>;

    /// The option: the word for commands, and what people read.
    fn option(self, table: &Table, who: ActorId) -> (String, String);

    /// CW-R63: can it be done for somebody else?
    fn protects_others(self) -> bool {
        false
    }

    /// CW-229: with which Skill it rolls, and the name of that roll; `None` if it needs none.
    fn check(self, table: &Table) -> Option<(Skill, &'static str)>;

    /// What it does at once, whatever is rolled.
    fn at_once<O: Oracle>(self, _table: &mut Table, _who: ActorId, _attacker: ActorId, _oracle: &mut O) {}

    /// CW-235: what comes of an Attack that does not beat it.
    fn holds(self) -> Holds;

    /// CW-237: the blow lands on what Blocks, with the attacker's pool.
    fn take_blow<O: Oracle>(
        self,
        _book: &Clockworld,
        _table: &mut Table,
        _who: ActorId,
        _pool: InjuryPool,
        _oracle: &mut O,
    ) -> Flow<()> {
        debug_assert!(self.holds() != Holds::Blocks, "what Blocks takes the blow");
        Ok(())
    }

    /// CW-237: what Blocks, in words.
    fn what_blocks(self, _table: &Table, _who: ActorId) -> String {
        "what Blocks".into()
    }

    /// What is told of it when it is rolled, and its rule.
    fn told(self, table: &Table, who: ActorId) -> (String, RuleId);
}

/// What comes of an Attack that does not beat a Reaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// Nothing: it goes on.
    Nothing,
    /// CW-240: it is avoided.
    Avoids,
    /// CW-237: it strikes what Blocks.
    Blocks,
    /// CW-243: the Target gets behind Cover.
    Covers,
}

/// Lists the Reactions in the order in which they are offered; everything else follows from [`Respond`].
macro_rules! reactions {
    ($($reaction:ident),* $(,)?) => {
        /// One answer to an Attack.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs, reason = "each is the Reaction of that name")]
        pub enum Reaction { $($reaction($reaction)),* }

        impl Reaction {
            /// The answers that fit an Attack, for somebody who may react.
            fn all(book: &Clockworld, table: &Table, who: ActorId, incoming: &Incoming) -> Options {
                let mut all = Options::new();
                $(all.extend($reaction::all(book, table, who, incoming).into_iter().map(Reaction::$reaction));)*
                all
            }

            /// CW-R63: can it be done for somebody else?
            pub fn protects_others(self) -> bool {
                match self { $(Reaction::$reaction(reaction) => reaction.protects_others()),* }
            }

            /// The option: the word for commands, and what people read.
            pub fn option(self, table: &Table, who: ActorId) -> (String, String) {
                match self { $(Reaction::$reaction(reaction) => reaction.option(table, who)),* }
            }

            /// CW-235: what comes of an Attack that does not beat it.
            pub fn holds(self) -> Holds {
                match self { $(Reaction::$reaction(reaction) => reaction.holds()),* }
            }

            fn check(self, table: &Table) -> Option<(Skill, &'static str)> {
                match self { $(Reaction::$reaction(reaction) => reaction.check(table)),* }
            }

            fn at_once<O: Oracle>(
                self,
                table: &mut Table,
                who: ActorId,
                attacker: ActorId,
                oracle: &mut O,
            ) {
                match self { $(Reaction::$reaction(reaction) => reaction.at_once(table, who, attacker, oracle)),* }
            }
        }

        impl Defence {
            /// CW-237, CW-R66: the blow lands on what Blocks, with the attacker's pool.
            pub fn take_blow<O: Oracle>(
                &self,
                book: &Clockworld,
                table: &mut Table,
                pool: InjuryPool,
                oracle: &mut O,
            ) -> Flow<()> {
                match self.reaction {
                    $(Reaction::$reaction(reaction) => reaction.take_blow(book, table, self.who, pool, oracle)),*
                }
            }

            /// CW-237: what Blocks, in words.
            pub fn what_blocks(&self, table: &Table) -> String {
                match self.reaction { $(Reaction::$reaction(reaction) => reaction.what_blocks(table, self.who)),* }
            }

            fn told(&self, table: &Table) -> (String, RuleId) {
                match self.reaction { $(Reaction::$reaction(reaction) => reaction.told(table, self.who)),* }
            }
        }
    };
}

reactions!(Decline, Dodge, BlockWith, BlockArm, TakeCover, Turn);

referee_engine::events! {
    /// What happened in a Reaction.
    pub enum ReactionEvent for Clockworld {
        Reacted(Defence),
        Turned(Turned),
        TookCover(TookCover),
    }
}

/// An Attack as those see it who may react.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incoming {
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
    pub reaction: Reaction,
    pub check: Check,
    pub total: i32,
    /// What the dice showed.
    pub face: Face,
}

impl Tells<Clockworld> for Defence {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        let name = table.name(self.who);
        let (how, rule) = self.told(table);
        Line::new(1, format!("{name} {how}: {}", sum(self.face, &self.check)), [rule])
            .by(self.who)
            .with(factors(&self.check))
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
        interrupt(book, actor);
    }
}

/// The answers that fit an Attack, in their order; declining is the first.
pub type Options = SmallVec<[Reaction; 4]>;

/// CW-089, CW-093, CW-098, CW-102: the answers that fit an Attack.
pub fn options(book: &Clockworld, table: &Table, who: ActorId, incoming: &Incoming) -> Options {
    match table.can_react(who, incoming.attacker) {
        true => Reaction::all(book, table, who, incoming),
        false => smallvec![Reaction::Decline(Decline)],
    }
}

/// CW-D15, to the Target of an Attack: how does it answer?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct React {
    pub attacker: ActorId,
    /// The answers that fit; declining is the first.
    pub options: Options,
}

impl Asks<Clockworld> for React {
    type Answer = Reaction;
    const KIND: &'static str = "reaction";
    const RULE: RuleId = rule!("CW-089");

    fn answers(&self) -> Answers<Reaction> {
        self.options.iter().copied().collect()
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Clockworld, table: &Table, who: Who) -> String {
        let me = table.name(asked_actor(who));
        format!("{me} is attacked by {}. React?", table.name(self.attacker))
    }

    fn choice(&self, _: &Clockworld, table: &Table, who: Who, answer: &Reaction) -> Choice {
        let (key, label) = answer.option(table, asked_actor(who));
        Choice::new(key, label)
    }
}

/// CW-D53, to the side that Reacts: who comes first?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// Those who declared a Reaction.
    pub of: SmallVec<[ActorId; 4]>,
}

impl Asks<Clockworld> for Order {
    type Answer = ActorId;
    const KIND: &'static str = "order";
    const RULE: RuleId = rule!("CW-233");

    fn answers(&self) -> Answers<ActorId> {
        self.of.iter().copied().collect()
    }

    fn text(&self, _: &Clockworld, _: &Table, _: Who) -> String {
        "Who Reacts first?".into()
    }

    fn choice(&self, _: &Clockworld, table: &Table, _: Who, answer: &ActorId) -> Choice {
        of_actor(table, *answer)
    }
}

/// CW-D15: asks one Character how it answers an Attack. A Character with no way to answer is not asked.
pub fn ask<O: Oracle>(
    book: &Clockworld,
    table: &Table,
    who: ActorId,
    incoming: &Incoming,
    oracle: &mut O,
) -> Flow<Reaction> {
    let options = options(book, table, who, incoming);
    if options.len() == 1 {
        return Ok(Reaction::Decline(Decline));
    }
    React { attacker: incoming.attacker, options }.ask(Who::Actor(who), table, oracle)
}

/// CW-041, CW-229, CW-232, CW-234: one Reaction that was declared: the Skill of its Check is in the ledger's table "Activity
/// to Skill".
pub fn roll<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    attacker: ActorId,
    reaction: Reaction,
    oracle: &mut O,
) -> Flow<Option<Defence>> {
    if reaction == Reaction::Decline(Decline) {
        return Ok(None);
    }
    table.spend_reaction(book, who);
    reaction.at_once(table, who, attacker, oracle);
    let Some((skill, name)) = reaction.check(table) else { return Ok(None) };
    // CW-036, CW-R30: a focused Defend High Rolls every Check made as a Reaction.
    let causes = Causes::NONE.and_if(table.actor(who).reactions_high, Cause::FocusedDefend);
    let check = prepare(book, table, who, skill, Against::Foe(attacker), causes, oracle)?;
    let (total, face) = check.total(name, oracle)?;
    let defence = Defence { who, reaction, check, total, face };
    oracle.tell(Audience::All, || Event::Reaction(ReactionEvent::Reacted(defence)));
    Ok(Some(defence))
}
