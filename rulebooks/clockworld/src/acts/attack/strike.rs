//! One Attack on one part of one Character: the Rank, the Reactions, the Check, the Injury.

use super::*;
use crate::{
    Clockworld, Event,
    check::{Against, Cause, Causes, Check, Named, prepare},
    harm::{self, InjuryPool},
    reactions::{self, Decline, Defence, Incoming, Options, Order, React, Reaction},
    sheet::{AttackKind, Band, Class, PartId},
    table::Table,
};
use referee_engine::{Throw, act::Asks, ask};
use smallvec::SmallVec;

/// One Attack on one part of one Character: an Attack Action, or a Pot Shot.
#[derive(Clone, Copy, Debug)]
pub struct Strike<'a> {
    /// Who strikes.
    pub attacker: ActorId,
    pub arm: &'a Arm,
    pub target: ActorId,
    pub part: PartId,
    /// What helps or hinders so far.
    pub causes: Causes,
    /// Attack or Pot Shot.
    pub name: Named,
}

/// CW-064 to CW-116: the Rank, the Reactions, the Attack Check, the Injury.
pub fn strike<O: Oracle>(book: &Clockworld, table: &mut Table, strike: &Strike<'_>, oracle: &mut O) -> Flow<Outcome> {
    let Strike { attacker, arm, target, part, .. } = *strike;
    let class = table.part(target, part).class;
    let Some(rank) = rank_against(table, attacker, arm, target, class) else { return Ok(Outcome::Missed) };
    let incoming = incoming(table, attacker, arm, rank);
    let check = attack_check(book, table, strike, oracle)?;
    let throw = Throw::open(Who::Actor(attacker), strike.name.word());
    // CW-R34, on: the table rolls the Attack openly first. Every total counts, because whoever Reacts has seen it.
    let open = match book.house.react_after_roll {
        true => Some(check.roll(throw, oracle, |total| total)?),
        false => None,
    };
    let defences = defend(book, table, target, &incoming, oracle)?;
    // CW-R03: the Rank part passes by itself, a Reaction must still be beaten.
    let automatic = book.house.auto_success_attacks && check.is_automatic(book, rank.rank(book));
    let number = if automatic { ToBeat::PASSED } else { ToBeat::of(book, rank.rank(book)) };
    // CW-093: a Reach Attack leaves nobody the time to take Cover.
    let covered = match rank.cover || arm.kind == AttackKind::Reach {
        true => number,
        false => ToBeat::of(book, rank.behind_cover().rank(book)),
    };
    let judge = |total| judge(book, total, ToBeat { number, covered }, &defences);
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
    let mut final_rank = rank;
    if covered {
        final_rank = rank.behind_cover();
        outcome = behind_cover(table, attacker, target, incoming.from, outcome, oracle)?;
    }
    oracle.tell(Audience::All, || {
        Event::Attack(AttackEvent::Rolled {
            at: Some(target),
            thing: None,
            check,
            face,
            rank: final_rank,
            number: book.number(final_rank.rank(book)),
            defences: defences.clone(),
            outcome,
            covered,
        })
    });
    let pool = InjuryPool::of(table, attacker, arm);
    match outcome {
        Outcome::Missed | Outcome::Avoided => {}
        Outcome::Hit => {
            if let Some(severity) = pool.at(book, class).roll(table, oracle)? {
                harm::injure(book, table, target, part, severity, oracle)?;
            }
        }
        Outcome::Blocked(by) => defences[usize::from(by)].take_blow(book, table, pool, oracle)?,
    }
    Ok(outcome)
}

/// CW-078 to CW-088: what the Rank of an Attack on such a part of somebody is made of; `None` if it is too far away (CW-095).
pub(super) fn rank_against(
    table: &Table,
    attacker: ActorId,
    arm: &Arm,
    target: ActorId,
    class: Class,
) -> Option<RankSum> {
    let band = band(table, attacker, arm, table.actor(target).place)?;
    let sight = table.sight(attacker, target);
    Some(RankSum { band, class, cover: sight.cover > 0, concealment: sight.concealment > 0 })
}

/// The Attack as those see it who may react.
pub(super) fn incoming(table: &Table, attacker: ActorId, arm: &Arm, rank: RankSum) -> Incoming {
    let from = table.actor(attacker).place;
    Incoming { attacker, kind: arm.kind, point_blank: rank.band == Band::Reach, in_cover: rank.cover, from }
}

/// CW-038, CW-099, CW-R95, CW-R97: the Attack Check, made ready.
pub(super) fn attack_check<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    strike: &Strike<'_>,
    oracle: &mut O,
) -> Flow<Check> {
    let Strike { attacker, arm, target, .. } = *strike;
    let reach = arm.kind == AttackKind::Reach;
    let causes = strike
        .causes
        .and_if(reach && table.actor(target).prone, Cause::ProneTarget)
        .and_if(!reach && is_disturbed(book, table, attacker), Cause::FoeInReach)
        .and_if(book.house.ambush_high_roll && table.actor(target).unaware_of.contains(attacker), Cause::Ambush);
    prepare(book, table, attacker, arm.skill, Against::Foe(target), causes, oracle)
}

/// CW-243: Take Cover has held, so the Target goes there. CW-D58, CW-R43, CW-R69: behind something that hides it fully the
/// Attack may be over.
pub(super) fn behind_cover<O: Oracle>(
    table: &mut Table,
    attacker: ActorId,
    target: ActorId,
    from: Place,
    outcome: Outcome,
    oracle: &mut O,
) -> Flow<Outcome> {
    reactions::go_to_cover(table, target, from, oracle)?;
    if outcome != Outcome::Hit || !table.sight(attacker, target).blocked {
        return Ok(outcome);
    }
    Ok(match (FullCover { attacker, target }).ask(Who::Gm, table, oracle)? {
        Hidden::GoesOn => outcome,
        Hidden::OutOfReach => Outcome::Avoided,
    })
}

ask! {
    /// CW-D58, to the GM: the Attack goes on with Cover counted, or it cannot reach the Target.
    pub struct FullCover for Clockworld: "full-cover", "CW-R43" {
        attacker: ActorId,
        target: ActorId,
    }
    |self, table| format!("{} is fully hidden now", table.name(self.target));
    /// What the GM says of a Target that is fully hidden.
    pub enum Hidden {
        GoesOn = "goes-on", "The Attack goes on, Cover counted";
        OutOfReach = "out-of-reach", "It cannot reach the Target";
    }
}

/// The Reactions to one Attack: that of the Target, and those of its friends who Block for it (CW-R63).
pub(super) type Defences = SmallVec<[Defence; 1]>;

/// CW-089, CW-233, CW-234: who answers, and then their dice.
pub(super) fn defend<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    target: ActorId,
    incoming: &Incoming,
    oracle: &mut O,
) -> Flow<Defences> {
    let declared = match book.house.block_for_others {
        true => declare_together(book, table, target, incoming, oracle)?,
        false => SmallVec::from_slice(&[(target, reactions::ask(book, table, target, incoming, oracle)?)]),
    };
    let mut defences = Defences::new();
    for (who, reaction) in declared {
        defences.extend(reactions::roll(book, table, who, incoming.attacker, reaction, oracle)?);
    }
    Ok(defences)
}

/// How somebody answers, before dice fall.
type Declared = SmallVec<[(ActorId, Reaction); 2]>;

/// CW-R63, CW-D53, switch `block_for_others`: how the Target and its friends answer.
fn declare_together<O: Oracle>(
    book: &Clockworld,
    table: &Table,
    target: ActorId,
    incoming: &Incoming,
    oracle: &mut O,
) -> Flow<Declared> {
    let mut declared = Declared::new();
    let asked = protectors(book, table, target, incoming);
    let reactors: SmallVec<[ActorId; 4]> = asked.iter().map(|(who, _)| *who).collect();
    let attacker = incoming.attacker;
    let asked = asked.into_iter().map(|(who, options)| (Who::Actor(who), React { attacker, options })).collect();
    for (who, reaction) in reactors.into_iter().zip(React::ask_all(asked, table, oracle)?) {
        if reaction != Reaction::Decline(Decline) {
            declared.push((who, reaction));
        }
    }
    if declared.len() > 1 {
        // CW-D53: the side that Reacts chooses the order of its reactors.
        let order = Order { of: declared.iter().map(|(who, _)| *who).collect() };
        let first = order.ask(Who::Side(table.side_of(target)), table, oracle)?;
        let at = declared.iter().position(|(who, _)| *who == first).unwrap_or(0);
        declared.rotate_left(at);
    }
    Ok(declared)
}

/// CW-R63: the Target, and its friends who can Block for it within their Reach, with the answers that fit.
fn protectors(book: &Clockworld, table: &Table, target: ActorId, incoming: &Incoming) -> Vec<(ActorId, Options)> {
    let side = table.side_of(target);
    let friends = table.ids().filter(|&id| id != target && table.side_of(id) == side && table.in_reach(id, target));
    std::iter::once(target)
        .chain(friends)
        .map(|who| {
            let mut options = reactions::options(book, table, who, incoming);
            options.retain(|option| who == target || *option == Reaction::Decline(Decline) || option.protects_others());
            (who, options)
        })
        .filter(|(_, options)| options.len() > 1)
        .collect()
}
