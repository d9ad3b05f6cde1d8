//! What all Contests share: who defends how, the dice, and who is beaten (CW-118 to CW-121).

use super::ContestEvent;
use crate::{
    Clockworld, Event, Oracle,
    acts::value::thing_key,
    check::{Against, Cause, Causes, Check, Named, beats, causes_on, prepare},
    sheet::{PartId, Skill, ThingId},
    table::{Out, Table},
    words::{asked_actor, factors, known_name, sum},
};
use referee_engine::{
    ActorId, ActorSet, Audience, Choice, Face, Flow, Line, Mark, RuleId, Throw, Who,
    act::{Answers, Asks, Tells},
    key_of, rule,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// How somebody stands up to a Contest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    /// CW-138: the body holds out.
    Endure,
    /// CW-154, CW-212: slips away.
    Escape,
    /// CW-145.
    Dodge,
    /// CW-145, with a held thing.
    BlockWith(ThingId),
    /// CW-145, CW-R64, with a bare arm.
    BlockArm(PartId),
    /// CW-163: the mind holds out.
    Resist,
    /// CW-135, CW-219: sees through it.
    Perceive,
    /// CW-148, CW-149, CW-R89: holds on, with this Skill.
    Grip(Skill),
    /// CW-R77: lets it happen.
    Agree,
    /// CW-R77: is unconscious.
    Helpless,
}

impl Guard {
    /// CW-R77: is there a Check at all?
    pub const fn rolls(self) -> bool {
        !matches!(self, Guard::Agree | Guard::Helpless)
    }

    /// The ledger's table "Activity to Skill".
    pub fn skill(self, table: &Table) -> Skill {
        match self {
            Guard::Endure => Skill::Fortitude,
            Guard::Escape | Guard::Dodge => Skill::Reflex,
            Guard::Resist => Skill::Willpower,
            Guard::Perceive => Skill::Acuity,
            Guard::Grip(skill) => skill,
            Guard::BlockWith(thing) => {
                table.thing_sheet(thing).weapon.as_ref().map_or(Skill::HandToHand, |weapon| weapon.skill)
            }
            Guard::BlockArm(_) | Guard::Agree | Guard::Helpless => Skill::HandToHand,
        }
    }

    /// The word for commands, and what people read.
    pub fn option(self, table: &Table, who: ActorId) -> (String, String) {
        match self {
            Guard::BlockWith(thing) => {
                let key = thing_key(table, who, thing);
                (format!("block-{key}"), format!("Block with {}", table.thing_sheet(thing).name))
            }
            Guard::BlockArm(arm) => {
                let part = &table.part(who, arm).part;
                (format!("block-{}", key_of(part)), format!("Block with the {part}"))
            }
            Guard::Grip(skill) => ("hold-on".into(), format!("Hold on ({skill})")),
            Guard::Agree => ("agree".into(), "Let it happen".into()),
            Guard::Endure | Guard::Escape | Guard::Dodge | Guard::Resist | Guard::Perceive | Guard::Helpless => {
                (key_of(self.word()), self.word().into())
            }
        }
    }

    /// The rule behind it.
    fn rule(self) -> RuleId {
        match self {
            Guard::Endure => rule!("CW-138"),
            Guard::Escape => rule!("CW-154"),
            Guard::Dodge | Guard::BlockWith(_) | Guard::BlockArm(_) => rule!("CW-145"),
            Guard::Resist => rule!("CW-163"),
            Guard::Perceive => rule!("CW-219"),
            Guard::Grip(_) => rule!("CW-149"),
            Guard::Agree | Guard::Helpless => rule!("CW-R77"),
        }
    }

    /// What people read; also the name of the roll.
    pub const fn word(self) -> &'static str {
        match self {
            Guard::Endure => "Endure",
            Guard::Escape => "Escape",
            Guard::Dodge => "Dodge",
            Guard::BlockWith(_) | Guard::BlockArm(_) => "Block",
            Guard::Resist => "Resist",
            Guard::Perceive => "Perceive",
            Guard::Grip(_) => "Hold on",
            Guard::Agree | Guard::Helpless => "no Check",
        }
    }
}

/// The ways to stand up to one Contest.
pub type Guards = SmallVec<[Guard; 8]>;

/// One of those whom a Contest is meant for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Defender {
    pub who: ActorId,
    /// How it stands up to it.
    pub guard: Guard,
    /// What helps or hinders it so far.
    pub causes: Causes,
}

impl Defender {
    /// With nothing that helps or hinders.
    pub const fn new(who: ActorId, guard: Guard) -> Defender {
        Defender { who, guard, causes: Causes::NONE }
    }
}

/// Whoever started it, and its Check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Initiator {
    pub who: ActorId,
    pub name: Named,
    pub skill: Skill,
    /// What helps or hinders so far.
    pub causes: Causes,
}

impl Initiator {
    /// CW-118, CW-119: against the Check that the one Target chooses of these. Is it beaten?
    pub fn overcomes<O: Oracle>(
        self,
        book: &Clockworld,
        table: &mut Table,
        target: ActorId,
        fits: &[Guard],
        oracle: &mut O,
    ) -> Flow<bool> {
        let guard = choose(table, target, self.who, self.name, fits, oracle)?;
        Ok(oppose(book, table, self, &[Defender::new(target, guard)], oracle)?.contains(target))
    }

    /// CW-118, CW-122: against several who all stand up to it in this way.
    pub fn against_each<O: Oracle>(
        self,
        book: &Clockworld,
        table: &mut Table,
        targets: &[ActorId],
        guard: Guard,
        oracle: &mut O,
    ) -> Flow<ActorSet> {
        let defenders: SmallVec<[Defender; 4]> = targets.iter().map(|&target| Defender::new(target, guard)).collect();
        oppose(book, table, self, &defenders, oracle)
    }
}

/// CW-R77: what is left of the ways that would fit. One that is unconscious does not roll; one of the same side, or one
/// that has surrendered, may agree.
///
/// The best Bonus comes first, so that the first option is a good one; agreeing comes last.
pub fn guards(table: &Table, who: ActorId, by: ActorId, fits: &[Guard]) -> Guards {
    if table.actor(who).out >= Out::Unconscious {
        return Guards::from_slice(&[Guard::Helpless]);
    }
    let mut guards = Guards::from_slice(fits);
    guards.sort_by_key(|guard| Reverse(table.skill(who, guard.skill(table)).bonus));
    if !table.hostile(by, who) {
        guards.push(Guard::Agree);
    }
    guards
}

/// CW-D26, CW-D27, to the Target: which Check?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HowDefends {
    by: ActorId,
    name: Named,
    /// The Checks that fit.
    options: Guards,
}

impl Asks<Clockworld> for HowDefends {
    type Answer = Guard;
    const KIND: &'static str = "contest-defence";
    const RULE: RuleId = rule!("CW-118");

    fn answers(&self) -> Answers<Guard> {
        self.options.clone()
    }

    fn text(&self, _: &Clockworld, table: &Table, who: Who) -> String {
        let (what, me) = (self.name.word(), table.name(asked_actor(who)));
        format!("{}: {what} against {me}: how does {me} defend?", known_name(table, who, self.by))
    }

    fn choice(&self, _: &Clockworld, table: &Table, who: Who, answer: &Guard) -> Choice {
        let me = asked_actor(who);
        let bonus = match answer.rolls() {
            true => format!("{:+}", table.skill(me, answer.skill(table)).bonus),
            false => String::new(),
        };
        let (key, label) = answer.option(table, me);
        Choice::new(key, label).noting(bonus)
    }
}

/// CW-D26, CW-D27, CW-R33: the Target chooses its Check, before any die. With one way there is nothing to ask.
pub fn choose<O: Oracle>(
    table: &Table,
    who: ActorId,
    by: ActorId,
    name: Named,
    fits: &[Guard],
    oracle: &mut O,
) -> Flow<Guard> {
    let options = guards(table, who, by, fits);
    if options.len() == 1 {
        return Ok(options[0]);
    }
    HowDefends { by, name, options }.ask(Who::Actor(who), table, oracle)
}

/// CW-118, CW-119, CW-120, CW-R33: the initiator's dice, then those of each Target in the order named. Gives those whom
/// the initiator beats; a tie is a failure.
///
/// CW-121, CW-R30, CW-R119: the defenders use no Reaction, so a focused Defend does not help them and a Lengthy Task is
/// not disturbed. CW-165, CW-R16: what the GM has set for a defender may put another Skill in place, Resist for one.
pub fn oppose<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    initiator: Initiator,
    defenders: &[Defender],
    oracle: &mut O,
) -> Flow<ActorSet> {
    let mut beaten = ActorSet::EMPTY;
    let Initiator { who: by, name, skill, mut causes } = initiator;
    let mut total = 0;
    if let Some(first) = defenders.iter().find(|defender| defender.guard.rolls()) {
        // CW-R81 speaks of one opponent. One roll against several is in the scope if it is so for any of them.
        for other in defenders.iter().filter(|defender| defender.guard.rolls()) {
            causes = causes_on(book, table, by, Against::Foe(other.who), causes);
        }
        let check = prepare(book, table, by, skill, Against::Foe(first.who), causes, oracle)?;
        let (rolled, face) = check.total(name.word(), oracle)?;
        total = rolled;
        oracle.tell(Audience::All, || bout(BoutEvent::Rolled { name, check, face }));
    }
    for &Defender { who, guard, causes } in defenders {
        if !guard.rolls() {
            beaten = beaten.with(who);
            oracle.tell(Audience::All, || bout(BoutEvent::Yielded { who, guard }));
            continue;
        }
        let check = prepare(book, table, who, guard.skill(table), Against::Foe(by), causes, oracle)?;
        let throw = Throw::open(Who::Actor(who), guard.word());
        let rolled = check.roll(throw, oracle, |defence| beats(total, defence))?;
        let (won, face) = (rolled.value, rolled.face);
        oracle.tell(Audience::All, || bout(BoutEvent::Opposed { by, guard, check, face, need: total, won }));
        if won {
            beaten = beaten.with(who);
        }
    }
    Ok(beaten)
}

fn bout(event: BoutEvent) -> Event {
    Event::Contest(ContestEvent::Bout(event))
}

/// CW-R74, switch `escape_costs_reaction`: Escape as the defence against a Pin. May it be chosen?
pub fn may_escape(book: &Clockworld, table: &Table, who: ActorId, by: ActorId) -> bool {
    !book.house.escape_costs_reaction || table.can_react(who, by)
}

/// CW-R74, CW-036: with the switch on it spends a Reaction, and so a focused Defend High Rolls it.
pub fn pay_for_escape(book: &Clockworld, table: &mut Table, defender: &mut Defender) {
    if book.house.escape_costs_reaction && defender.guard == Guard::Escape {
        let high = table.actor(defender.who).reactions_high;
        defender.causes = defender.causes.and_if(high, Cause::FocusedDefend);
        table.spend_reaction(book, defender.who);
    }
}

/// What the dice of a Contest showed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoutEvent {
    /// CW-118: the initiator's Check.
    Rolled { name: Named, check: Check, face: Face },
    /// CW-119: a defender's Check, and whether the initiator beats it.
    Opposed {
        by: ActorId,
        guard: Guard,
        check: Check,
        face: Face,
        /// The initiator's total.
        need: i32,
        /// Is the defender beaten?
        won: bool,
    },
    /// CW-R77: no Check was needed.
    Yielded { who: ActorId, guard: Guard },
}

impl Tells<Clockworld> for BoutEvent {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        match self {
            BoutEvent::Rolled { name: what, check, face } => {
                let text = format!("{}: {} {}", table.name(check.who), what.word(), sum(*face, check));
                Line::new(1, text, [rule!("CW-118")]).by(check.who).with(factors(check))
            }
            BoutEvent::Opposed { by, guard, check, face, need, won } => {
                let (who, total) = (table.name(check.who), sum(*face, check));
                let end = match won {
                    true => format!("{need} beats it"),
                    false => format!("{need} of {} does not beat it", table.name(*by)),
                };
                let text = format!("{who}: {} {total}; {end}", guard.option(table, check.who).1);
                let rule = if *won { rule!("CW-119") } else { rule!("CW-120") };
                Line::new(1, text, [rule, guard.rule()]).by(check.who).with(factors(check))
            }
            BoutEvent::Yielded { who, guard } => {
                let how = if *guard == Guard::Agree { "lets it happen" } else { "cannot defend itself" };
                Line::new(1, format!("{} {how}", table.name(*who)), [rule!("CW-R77")]).by(*who)
            }
        }
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        match self {
            BoutEvent::Rolled { .. } => {}
            BoutEvent::Opposed { check, won, .. } => {
                let word = if *won { "beaten" } else { "holds out" };
                to.push(Mark::word("contest", Some(check.who), *won as i32, word));
            }
            BoutEvent::Yielded { who, .. } => to.push(Mark::word("contest", Some(*who), 1, "beaten")),
        }
    }
}
