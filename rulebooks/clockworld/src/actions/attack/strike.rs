//! One Attack on one part of one Character: the Rank, the Reactions, the Check, the Injury.

use super::*;
use crate::{
    Clockworld, Event, Question,
    check::{Against, Cause, Causes, Check, Named, prepare_with},
    harm::{self, InjuryPool},
    reactions::{self, Defence, Incoming, Reaction, ReactionSet},
    sheet::{AttackKind, PartId, Skill},
    table::Table,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Rolled, Throw, Who};
use smallvec::SmallVec;

/// One Attack on one part of one Character: an Attack Action, or a Pot Shot.
#[derive(Clone, Copy, Debug)]
pub struct Strike<'a> {
    /// Who strikes.
    pub attacker: ActorId,
    /// With what, from where and how hard it is.
    pub aim: &'a Aim,
    /// Whom.
    pub target: ActorId,
    /// Where.
    pub part: PartId,
    /// What helps or hinders so far.
    pub causes: Causes,
    /// Attack or Pot Shot.
    pub name: Named,
}

/// CW-064 to CW-116: the Rank, the Reactions, the Attack Check, the Injury.
#[inline(always)]
pub fn strike<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    strike: &Strike<'_>,
    oracle: &mut O,
) -> Flow<Outcome> {
    match book.house.block_for_others {
        true => strike_past_friends(book, table, strike, oracle),
        false => strike_past::<Alone, O>(book, table, strike, oracle),
    }
}

/// CW-R63, switch `block_for_others`: the same, past the Target and its friends.
#[cold]
fn strike_past_friends<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    strike: &Strike<'_>,
    oracle: &mut O,
) -> Flow<Outcome> {
    strike_past::<Defences, O>(book, table, strike, oracle)
}

/// The same, past whoever defends. The two ways are compiled apart: the usual one, with at most one Defence, needs no list.
#[inline(always)]
fn strike_past<D: Defend, O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    strike: &Strike<'_>,
    oracle: &mut O,
) -> Flow<Outcome> {
    let Strike { attacker, aim, target, part, .. } = *strike;
    let Some(rank) = aim.rank else { return Ok(Outcome::Missed) };
    let check = attack_check(book, table, strike, oracle)?;
    let incoming = aim.incoming(attacker, rank.band);
    let automatic = book.house.auto_success_attacks && check.is_automatic(book, rank.rank(book));
    // CW-R03: the Rank part passes by itself, a Reaction must still be beaten.
    let (number, covered) = match automatic {
        false => (aim.number, aim.covered),
        true if rank.cover || aim.arm.kind == AttackKind::Reach => (Bar::PASSED, Bar::PASSED),
        true => (Bar::PASSED, aim.covered),
    };
    let throw = Throw::open(Who::Actor(attacker), strike.name.word());
    // CW-R34, on: the table rolls the Attack openly first.
    let open = if book.house.react_after_roll { Some(roll_openly(&check, throw, oracle)?) } else { None };
    let defences = D::defend(book, table, target, &incoming, oracle)?;
    let defences = defences.as_ref();
    let bar = Bar { number, covered, defences };
    let (judged, face) = match open {
        Some(rolled) => (judge(book, rolled.value, bar), Some(rolled.face)),
        None if automatic && defences.is_empty() => (Judged { outcome: Outcome::Hit, covered: false }, None),
        None => {
            let rolled = check.roll(throw, oracle, |total| judge(book, total, bar))?;
            (rolled.value, Some(rolled.face))
        }
    };
    let final_rank = if judged.covered { rank.behind_cover() } else { rank };
    oracle.tell(Audience::All, || {
        Event::Attack(AttackEvent::Rolled {
            at: Some(target),
            thing: None,
            check,
            face,
            rank: final_rank,
            number: book.number(final_rank.rank(book)),
            defences: SmallVec::from_slice(defences),
            outcome: judged.outcome,
            covered: judged.covered,
        })
    });
    let mut outcome = judged.outcome;
    if judged.covered {
        reactions::go_to_cover(table, target, incoming.from, oracle)?;
        outcome = full_cover(table, attacker, target, outcome, oracle)?;
    }
    if outcome < Outcome::Blocked(0) {
        return Ok(outcome);
    }
    // CW-109, CW-110 to CW-113: as many pool dice as the Rank in the weapon's Skill allows.
    let pool = InjuryPool { by: attacker, most: aim.trained.rank.base_pool(), sides: aim.arm.die };
    match outcome {
        Outcome::Missed | Outcome::Avoided => {}
        Outcome::Hit => {
            if let Some(severity) = pool.at(book, rank.class).roll(table, oracle)? {
                harm::injure(book, table, target, part, severity, oracle)?;
            }
        }
        Outcome::Blocked(by) => {
            let defence = defences[usize::from(by)];
            // CW-237, CW-R66: the blow lands on what Blocks, with the attacker's pool.
            if let Some(severity) = pool.roll(table, oracle)? {
                match defence.reaction {
                    Reaction::BlockArm(arm) => harm::injure(book, table, defence.who, arm, severity, oracle)?,
                    Reaction::BlockWith(thing) => harm::strike_thing(table, thing, 0, severity, oracle),
                    _ => {}
                }
            }
        }
    }
    Ok(outcome)
}

/// CW-R34, switch `react_after_roll`: every total counts, because whoever Reacts has seen it.
#[cold]
fn roll_openly<O: Oracle<Clockworld>>(check: &Check, throw: Throw, oracle: &mut O) -> Flow<Rolled<i32>> {
    check.roll(throw, oracle, |total| total)
}

/// CW-109, CW-110 to CW-113: as many pool dice as the Rank in the weapon's Skill allows.
#[inline]
pub(super) fn check_pool(table: &Table, attacker: ActorId, skill: Skill) -> u8 {
    table.skill(attacker, skill).rank.base_pool()
}

/// CW-D58, CW-R43, CW-R69: Take Cover has held behind something that hides the Target fully.
pub(super) fn full_cover<O: Oracle<Clockworld>>(
    table: &mut Table,
    attacker: ActorId,
    target: ActorId,
    outcome: Outcome,
    oracle: &mut O,
) -> Flow<Outcome> {
    if outcome != Outcome::Hit || !table.glance(attacker, target).blocked {
        return Ok(outcome);
    }
    let goes_on = oracle.ask(table, Who::Gm, &Question::FullCover { attacker, target })? == 0;
    Ok(if goes_on { outcome } else { Outcome::Missed })
}

/// CW-038, CW-099, CW-R95, CW-R97: the Attack Check, made ready.
#[inline(always)]
pub(super) fn attack_check<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    strike: &Strike<'_>,
    oracle: &mut O,
) -> Flow<Check> {
    let Strike { attacker, aim, target, .. } = *strike;
    let reach = aim.arm.kind == AttackKind::Reach;
    let causes = strike
        .causes
        .and_if(reach && table.actor(target).prone, Cause::ProneTarget)
        .and_if(!reach && is_disturbed_by(book, table, attacker, aim.near), Cause::FoeInReach)
        .and_if(book.house.ambush_high_roll && table.actor(target).unaware_of.contains(attacker), Cause::Ambush);
    let check = Check { who: attacker, skill: aim.arm.skill, trained: aim.trained, modifier: 0, causes };
    prepare_with(book, table, check, Against::Foe(target), oracle)
}

/// The Reactions to one Attack where friends may Block (CW-R63).
pub(super) type Defences = SmallVec<[Defence; 1]>;

/// The Reaction of the Target, if it has one: the usual case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alone(Option<Defence>);

impl AsRef<[Defence]> for Alone {
    #[inline(always)]
    fn as_ref(&self) -> &[Defence] {
        self.0.as_slice()
    }
}

/// Who answers an Attack, and their dice.
trait Defend: AsRef<[Defence]> + Sized {
    fn defend<O: Oracle<Clockworld>>(
        book: &Clockworld,
        table: &mut Table,
        target: ActorId,
        incoming: &Incoming,
        oracle: &mut O,
    ) -> Flow<Self>;
}

impl Defend for Alone {
    /// CW-089, CW-233: how the Target answers, and its dice.
    #[inline(always)]
    fn defend<O: Oracle<Clockworld>>(
        book: &Clockworld,
        table: &mut Table,
        target: ActorId,
        incoming: &Incoming,
        oracle: &mut O,
    ) -> Flow<Alone> {
        let reaction = reactions::ask(book, table, target, incoming, oracle)?;
        Ok(Alone(reactions::roll(book, table, target, incoming.attacker, reaction, oracle)?))
    }
}

impl Defend for Defences {
    /// CW-R63, CW-D53, switch `block_for_others`: the Target and its friends.
    #[cold]
    fn defend<O: Oracle<Clockworld>>(
        book: &Clockworld,
        table: &mut Table,
        target: ActorId,
        incoming: &Incoming,
        oracle: &mut O,
    ) -> Flow<Defences> {
        let mut declared: SmallVec<[(ActorId, Reaction); 4]> = SmallVec::new();
        let asked = protectors(book, table, target, incoming);
        let questions: SmallVec<[(Who, Question); 4]> = asked
            .iter()
            .map(|&(who, options)| (Who::Actor(who), Question::React { attacker: incoming.attacker, options }))
            .collect();
        for (&(who, options), answer) in asked.iter().zip(oracle.ask_all(table, &questions)?) {
            let reaction = options.get(table, who, answer);
            if reaction != Reaction::Decline {
                declared.push((who, reaction));
            }
        }
        if declared.len() > 1 {
            // CW-D53: the side that Reacts chooses the order of its reactors.
            let question = Question::Order { of: declared.iter().map(|(who, _)| *who).collect() };
            let first = oracle.ask(table, Who::Side(table.side_of(target)), &question)?;
            declared.rotate_left(first);
        }
        let mut defences = Defences::new();
        for (who, reaction) in declared {
            defences.extend(reactions::roll(book, table, who, incoming.attacker, reaction, oracle)?);
        }
        Ok(defences)
    }
}

/// CW-089, CW-233, CW-R63, CW-D53: who answers, and their dice, as a list.
pub(super) fn defend<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    target: ActorId,
    incoming: &Incoming,
    oracle: &mut O,
) -> Flow<Defences> {
    match book.house.block_for_others {
        true => Defences::defend(book, table, target, incoming, oracle),
        false => Ok(Alone::defend(book, table, target, incoming, oracle)?.as_ref().into()),
    }
}

/// CW-R63: the Target, and its friends who can Block for it within their Reach.
pub(super) fn protectors(
    book: &Clockworld,
    table: &Table,
    target: ActorId,
    incoming: &Incoming,
) -> SmallVec<[(ActorId, ReactionSet); 4]> {
    let side = table.side_of(target);
    let friends = table.ids().filter(|&id| id != target && table.side_of(id) == side && table.in_reach(id, target));
    std::iter::once(target)
        .chain(friends)
        .map(|who| {
            let options = reactions::options(book, table, who, incoming);
            (who, if who == target { options } else { options.blocks_only() })
        })
        .filter(|(_, options)| !options.is_empty())
        .collect()
}
