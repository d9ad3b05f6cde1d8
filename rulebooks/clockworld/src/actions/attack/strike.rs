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
    strike: Strike<'_>,
    oracle: &mut O,
) -> Flow<Outcome> {
    let Strike { attacker, aim, target, part, causes, name } = strike;
    match aim.is_by_the_book && table.has_plain_checks(attacker) && table.actor(target).is_plain() {
        true => strike_past::<true, Alone, O>(book, table, strike, oracle),
        false => strike_with_care(book, table, [attacker, target], aim, part, causes, name, oracle),
    }
}

/// The same where a switch of the house bears on it, the GM, or something rare about either of them. CW-R63, switch
/// `block_for_others`: past the Target and its friends.
#[cold]
#[inline(never)]
#[allow(clippy::too_many_arguments, reason = "one by one they need no place in memory where it is not called")]
fn strike_with_care<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    [attacker, target]: [ActorId; 2],
    aim: &Aim,
    part: PartId,
    causes: Causes,
    name: Named,
    oracle: &mut O,
) -> Flow<Outcome> {
    let strike = Strike { attacker, aim, target, part, causes, name };
    match book.house.block_for_others {
        true => strike_past::<false, Defences, O>(book, table, strike, oracle),
        false => strike_past::<false, Alone, O>(book, table, strike, oracle),
    }
}

/// The same, past whoever defends. The ways are compiled apart: the `PLAIN` one, where no switch is on, nothing is rare about
/// either of them and the GM has nothing to say, asks for none of that, and needs no list for the one Defence that there may be.
#[inline(always)]
fn strike_past<const PLAIN: bool, D: Defend, O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    strike: Strike<'_>,
    oracle: &mut O,
) -> Flow<Outcome> {
    debug_assert!(!PLAIN || !book.house.change_attacks(), "the house rules are those for which it was aimed");
    let Strike { attacker, aim, target, .. } = strike;
    let Some(rank) = aim.rank else { return Ok(Outcome::Missed) };
    let check = attack_check::<PLAIN, O>(book, table, strike, oracle)?;
    let automatic = !PLAIN && book.house.auto_success_attacks && check.is_automatic(book, rank.rank(book));
    let throw = Throw::open(Who::Actor(attacker), strike.name.word());
    // CW-R34, on: the table rolls the Attack openly first.
    let open = if !PLAIN && book.house.react_after_roll { Some(roll_openly(&check, throw, oracle)?) } else { None };
    let declared = D::declare::<PLAIN, O>(book, table, target, &aim.incoming, oracle)?;
    let (rolled, dodging) = (Rolling { rank, check, automatic, throw, open }, D::is_dodge(&declared));
    // Most answers are a Dodge, and whatever else could have been is compiled apart.
    match PLAIN && dodging {
        true => land::<PLAIN, Dodging, O>(book, table, strike, rolled, Reaction::Dodge, oracle),
        false => land::<PLAIN, D, O>(book, table, strike, rolled, declared, oracle),
    }
}

/// An Attack Check that is to be rolled, or was.
struct Rolling {
    rank: RankSum,
    check: Check,
    automatic: bool,
    throw: Throw,
    open: Option<Rolled<i32>>,
}

/// CW-041, CW-103, CW-233 to CW-237: the dice of whoever answers, those of the Attack, and the Injury.
#[inline(always)]
fn land<const PLAIN: bool, D: Defend, O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    strike: Strike<'_>,
    rolling: Rolling,
    declared: D::Declared,
    oracle: &mut O,
) -> Flow<Outcome> {
    let Strike { attacker, aim, target, part, .. } = strike;
    let Rolling { rank, check, automatic, throw, open } = rolling;
    let defences = D::roll::<PLAIN, O>(book, table, target, &aim.incoming, declared, oracle)?;
    // CW-R03: the Rank part passes by itself, a Reaction must still be beaten.
    let (number, covered) = match automatic {
        false => (aim.number, aim.covered),
        true if rank.cover || aim.arm.kind == AttackKind::Reach => (Bar::PASSED, Bar::PASSED),
        true => (Bar::PASSED, aim.covered),
    };
    let judge = |total| judge(book, total, Bar { number, covered }, defences.stop(total));
    let (judged, face) = match open {
        Some(rolled) => (judge(rolled.value), Some(rolled.face)),
        None if automatic && defences.is_empty() => (Judged { outcome: Outcome::Hit, covered: false }, None),
        None => {
            let rolled = check.roll(throw, oracle, judge)?;
            (rolled.value, Some(rolled.face))
        }
    };
    // CW-243, CW-244, CW-D16: whoever has taken Cover says where it goes before anybody hears how the Attack comes out.
    let Judged { mut outcome, covered } = judged;
    if covered {
        outcome = behind_cover(table, attacker, target, aim.incoming.from, outcome, oracle)?;
    }
    let final_rank = if covered { rank.behind_cover() } else { rank };
    oracle.tell(Audience::All, || {
        Event::Attack(AttackEvent::Rolled {
            at: Some(target),
            thing: None,
            check,
            face,
            rank: final_rank,
            number: book.number(final_rank.rank(book)),
            defences: defences.list(),
            outcome,
            covered,
        })
    });
    match outcome {
        Outcome::Missed | Outcome::Avoided => {}
        Outcome::Hit => {
            if let Some(severity) = aim.pool.roll(table, oracle)? {
                harm::injure_at(book, table, target, (part, rank.class), severity, oracle)?;
            }
        }
        Outcome::Blocked(by) => {
            let pool = InjuryPool { most: aim.trained.rank.base_pool(), ..aim.pool }; // no part of a body is struck
            strike_block(book, table, pool, defences.of(by, target), oracle)?;
        }
    }
    Ok(outcome)
}

/// CW-237, CW-R66: the blow lands on what Blocks, with the attacker's pool.
#[inline(never)]
fn strike_block<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    pool: InjuryPool,
    (who, reaction): (ActorId, Reaction),
    oracle: &mut O,
) -> Flow<()> {
    let Some(severity) = pool.roll(table, oracle)? else { return Ok(()) };
    match reaction {
        Reaction::BlockArm(arm) => harm::injure(book, table, who, arm, severity, oracle),
        Reaction::BlockWith(thing) => {
            harm::strike_thing(table, thing, 0, severity, oracle);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// CW-243: Take Cover has held, so the Target goes there, and the Attack may be over.
#[inline(never)]
pub(super) fn behind_cover<O: Oracle<Clockworld>>(
    table: &mut Table,
    attacker: ActorId,
    target: ActorId,
    from: Place,
    outcome: Outcome,
    oracle: &mut O,
) -> Flow<Outcome> {
    reactions::go_to_cover(table, target, from, oracle)?;
    full_cover(table, attacker, target, outcome, oracle)
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
fn full_cover<O: Oracle<Clockworld>>(
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
    Ok(if goes_on { outcome } else { Outcome::Avoided })
}

/// CW-038, CW-099, CW-R95, CW-R97: the Attack Check, made ready.
#[inline(always)]
pub(super) fn attack_check<const PLAIN: bool, O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    strike: Strike<'_>,
    oracle: &mut O,
) -> Flow<Check> {
    let Strike { attacker, aim, target, .. } = strike;
    let reach = aim.arm.kind == AttackKind::Reach;
    let causes = strike
        .causes
        .and_if(reach & table.actor(target).prone, Cause::ProneTarget)
        .and_if(is_disturbed_by(book, table, attacker, aim.near), Cause::FoeInReach) // nobody is near a blow by hand
        .and_if(
            !PLAIN && book.house.ambush_high_roll && table.actor(target).unaware_of.contains(attacker),
            Cause::Ambush,
        );
    let check = Check { who: attacker, skill: aim.arm.skill, trained: aim.trained, modifier: 0, causes };
    prepare_with::<PLAIN, O>(book, table, check, Against::Foe(target), oracle)
}

/// The Reactions to one Attack where friends may Block (CW-R63).
pub(super) type Defences = SmallVec<[Defence; 1]>;

/// The Reaction of the Target, if it has one: the usual case; or `DODGES`, which is the usual answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer<const DODGES: bool> {
    /// How it answers.
    reaction: Reaction,
    /// What the Attack has to beat; nothing, if there is no answer.
    total: i32,
    /// All of it, as it is told.
    defence: Option<Defence>,
}

pub(super) type Alone = Answer<false>;
type Dodging = Answer<true>;

impl<const DODGES: bool> Answer<DODGES> {
    #[inline(always)]
    fn reaction(&self) -> Reaction {
        if DODGES { Reaction::Dodge } else { self.reaction }
    }
}

/// Who answers an Attack, and their dice.
trait Defend: Sized {
    /// How they answer, before dice fall.
    type Declared;

    /// CW-089, CW-234: they say how they answer.
    fn declare<const PLAIN: bool, O: Oracle<Clockworld>>(
        book: &Clockworld,
        table: &Table,
        target: ActorId,
        incoming: &Incoming,
        oracle: &mut O,
    ) -> Flow<Self::Declared>;

    /// Is that a Dodge of the Target and nothing else?
    fn is_dodge(declared: &Self::Declared) -> bool;

    /// CW-233: the dice of that.
    fn roll<const PLAIN: bool, O: Oracle<Clockworld>>(
        book: &Clockworld,
        table: &mut Table,
        target: ActorId,
        incoming: &Incoming,
        declared: Self::Declared,
        oracle: &mut O,
    ) -> Flow<Self>;

    /// What they do to an Attack of this total.
    fn stop(&self, total: i32) -> Stopped;

    /// Did nobody answer?
    fn is_empty(&self) -> bool;

    /// Who gave this answer, and which it was.
    fn of(&self, at: u8, target: ActorId) -> (ActorId, Reaction);

    /// All of them.
    fn list(&self) -> Defences;
}

impl<const DODGES: bool> Defend for Answer<DODGES> {
    type Declared = Reaction;

    #[inline(always)]
    fn declare<const PLAIN: bool, O: Oracle<Clockworld>>(
        book: &Clockworld,
        table: &Table,
        target: ActorId,
        incoming: &Incoming,
        oracle: &mut O,
    ) -> Flow<Reaction> {
        reactions::ask::<PLAIN, O>(book, table, target, incoming, oracle)
    }

    #[inline(always)]
    fn is_dodge(reaction: &Reaction) -> bool {
        *reaction == Reaction::Dodge
    }

    #[inline(always)]
    fn roll<const PLAIN: bool, O: Oracle<Clockworld>>(
        book: &Clockworld,
        table: &mut Table,
        target: ActorId,
        incoming: &Incoming,
        reaction: Reaction,
        oracle: &mut O,
    ) -> Flow<Self> {
        debug_assert!(!DODGES || reaction == Reaction::Dodge, "whoever says so has looked");
        let mut answer = Answer { reaction, total: i32::MIN, defence: None };
        answer.defence =
            reactions::roll::<PLAIN, O>(book, table, target, incoming.attacker, answer.reaction(), oracle)?;
        if let Some(defence) = answer.defence {
            answer.total = defence.total;
        }
        Ok(answer)
    }

    #[inline(always)]
    fn stop(&self, total: i32) -> Stopped {
        Stopped::default().and_by(total, 0, self.reaction(), self.total)
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.defence.is_none()
    }

    #[inline(always)]
    fn of(&self, _: u8, target: ActorId) -> (ActorId, Reaction) {
        (target, self.reaction())
    }

    fn list(&self) -> Defences {
        self.defence.into_iter().collect()
    }
}

impl Defend for Defences {
    type Declared = SmallVec<[(ActorId, Reaction); 4]>;

    /// CW-R63, CW-D53, switch `block_for_others`: the Target and its friends.
    #[cold]
    fn declare<const PLAIN: bool, O: Oracle<Clockworld>>(
        book: &Clockworld,
        table: &Table,
        target: ActorId,
        incoming: &Incoming,
        oracle: &mut O,
    ) -> Flow<Self::Declared> {
        let mut declared = Self::Declared::new();
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
        Ok(declared)
    }

    fn is_dodge(_: &Self::Declared) -> bool {
        false // each is told apart
    }

    #[cold]
    fn roll<const PLAIN: bool, O: Oracle<Clockworld>>(
        book: &Clockworld,
        table: &mut Table,
        _: ActorId,
        incoming: &Incoming,
        declared: Self::Declared,
        oracle: &mut O,
    ) -> Flow<Defences> {
        let mut defences = Defences::new();
        for (who, reaction) in declared {
            defences.extend(reactions::roll::<false, O>(book, table, who, incoming.attacker, reaction, oracle)?);
        }
        Ok(defences)
    }

    fn stop(&self, total: i32) -> Stopped {
        Stopped::by(total, self)
    }

    fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    fn of(&self, at: u8, _: ActorId) -> (ActorId, Reaction) {
        let defence = self[usize::from(at)];
        (defence.who, defence.reaction)
    }

    fn list(&self) -> Defences {
        self.clone()
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
    if book.house.block_for_others {
        let declared = Defences::declare::<false, O>(book, table, target, incoming, oracle)?;
        return Defences::roll::<false, O>(book, table, target, incoming, declared, oracle);
    }
    let declared = Alone::declare::<false, O>(book, table, target, incoming, oracle)?;
    Ok(Alone::roll::<false, O>(book, table, target, incoming, declared, oracle)?.list())
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
