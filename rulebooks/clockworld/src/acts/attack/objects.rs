//! Attacks on objects, lying there or held (CW-066, CW-R52, CW-R53).

use super::{
    strike::{attack_check, behind_cover, defend, incoming, rank_against},
    *,
};
use crate::{
    Clockworld, Event, Oracle,
    check::{Against, Cause, Causes, Check, Named, prepare},
    harm::{self, InjuryPool},
    reactions::Defence,
    sheet::{AttackKind, Class, PartId, ThingId},
    table::{Table, Whereabouts},
};
use referee_engine::{ActorId, Audience, Flow, Throw, Who};
use smallvec::SmallVec;

/// CW-066, CW-R52: an Attack on an object; it does not React (CW-089).
#[allow(clippy::too_many_arguments, reason = "an attack has this many parts")]
pub(super) fn strike_object<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    attacker: ActorId,
    arm: Arm,
    thing: ThingId,
    part: PartId,
    causes: Causes,
    oracle: &mut O,
) -> Flow<()> {
    let Whereabouts::Place(place) = table.thing(thing).at else { return Ok(()) };
    let Some(band) = band(table, attacker, &arm, place) else { return Ok(()) };
    let class = table.thing_sheet(thing).parts[usize::from(part)].class;
    let rank = RankSum { band, class, cover: false, concealment: false };
    let ranged = arm.kind != AttackKind::Reach;
    let causes = causes.and_if(ranged && is_disturbed(book, table, attacker), Cause::FoeInReach);
    let check = prepare(book, table, attacker, arm.skill, Against::Nobody, causes, oracle)?;
    let outcome = plain_roll(book, table, attacker, &check, rank, None, thing, &[], oracle)?;
    if outcome == Outcome::Hit
        && let Some(severity) = InjuryPool::of(table, attacker, &arm).roll(table, oracle)?
    {
        harm::strike_thing(table, thing, part, severity, oracle);
    }
    Ok(())
}

/// CW-R53: an Attack on what somebody holds: a Brim Target, and the holder may React.
pub(super) fn strike_held<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    attacker: ActorId,
    arm: Arm,
    thing: ThingId,
    causes: Causes,
    oracle: &mut O,
) -> Flow<()> {
    let Whereabouts::Held(holder) = table.thing(thing).at else { return Ok(()) };
    let Some(rank) = rank_against(table, attacker, &arm, holder, Class::Brim) else { return Ok(()) };
    let strike = Strike { attacker, arm: &arm, target: holder, part: 0, causes, name: Named::Attack };
    let incoming = incoming(table, attacker, &arm, rank);
    let check = attack_check(book, table, &strike, oracle)?;
    let defences = defend(book, table, holder, &incoming, oracle)?;
    let pool = InjuryPool::of(table, attacker, &arm);
    match plain_roll(book, table, attacker, &check, rank, Some(holder), thing, &defences, oracle)? {
        Outcome::Missed | Outcome::Avoided => {}
        Outcome::Hit => {
            if let Some(severity) = pool.roll(table, oracle)? {
                harm::strike_thing(table, thing, 0, severity, oracle);
            }
        }
        // CW-R63: it may be the arm of a friend.
        Outcome::Blocked(by) => defences[usize::from(by)].take_blow(book, table, pool, oracle)?,
    }
    Ok(())
}

/// The Attack Check against an object, told. CW-243: its holder may have taken Cover with it.
#[allow(clippy::too_many_arguments, reason = "an attack has this many parts")]
fn plain_roll<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    attacker: ActorId,
    check: &Check,
    rank: RankSum,
    holder: Option<ActorId>,
    thing: ThingId,
    defences: &[Defence],
    oracle: &mut O,
) -> Flow<Outcome> {
    let number_of = |rank: RankSum| ToBeat::of(book, rank.rank(book));
    let bar = ToBeat { number: number_of(rank), covered: number_of(rank.behind_cover()) };
    let throw = Throw::open(Who::Actor(attacker), Named::Attack.word());
    let rolled = check.roll(throw, oracle, |total| judge(book, total, bar, defences))?;
    let Judged { mut outcome, covered } = rolled.value;
    let mut rank = rank;
    if covered && let Some(holder) = holder {
        rank = rank.behind_cover();
        outcome = behind_cover(table, attacker, holder, table.actor(attacker).place, outcome, oracle)?;
    }
    oracle.tell(Audience::All, || {
        let (face, number, defences) =
            (Some(rolled.face), book.number(rank.rank(book)), SmallVec::from_slice(defences));
        let (at, thing) = (holder, Some(thing));
        Event::Attack(AttackEvent::Rolled { at, thing, check: *check, face, rank, number, defences, outcome, covered })
    });
    Ok(outcome)
}
