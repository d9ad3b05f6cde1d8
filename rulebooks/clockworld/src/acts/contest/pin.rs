//! Pin: holds somebody fast by hand, or ties it down (CW-152 to CW-156).

use super::{
    Contest, ContestEvent, ContestName, ContestQuestion,
    bout::{Defender, Guard, Guards, Initiator, choose, may_escape, oppose, pay_for_escape},
    declare, holds, in_hand,
};
use crate::{
    Clockworld, Event, Question,
    check::{Cause, Named},
    conditions::{Condition, ConditionKind},
    rank::Rank,
    sheet::{PartSet, Skill, ThingId},
    table::{Hold, HoldKind, Table, Whereabouts, Wholeness},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Who, clock::Ends, rule};

/// CW-153: both hands.
const HANDS: u32 = 2;

/// CW-152, CW-153, CW-R78, CW-R87: within Reach, with both hands free; the rope or bindings fill none. Gives the arms.
pub fn legal(table: &Table, actor: ActorId, target: ActorId, bindings: Option<ThingId>) -> Result<PartSet, Refusal> {
    in_hand(table, actor, target)?;
    let name = table.name(actor);
    let mut free = table.free_arms(actor);
    if let Some(thing) = bindings {
        bindings_at_hand(table, actor, thing)?;
        free = free.union(table.arms_holding(actor, thing));
    }
    let arms = free.iter().take(HANDS as usize).fold(PartSet::default(), PartSet::with);
    if arms.len() < HANDS {
        return Err(Refusal::by(rule!("CW-153"), "hands-busy", format!("{name} needs both hands free")));
    }
    if table.actor(actor).hold.is_some() {
        return Err(Refusal::by(rule!("CW-R87"), "holds-already", format!("{name} holds somebody already")));
    }
    Ok(arms)
}

/// CW-152: does this Character have these bindings, and do they bind nobody yet?
fn bindings_at_hand(table: &Table, actor: ActorId, thing: ThingId) -> Result<Rank, Refusal> {
    let refuse = |code: &str, why: String| Err(Refusal::by(rule!("CW-152"), code, why));
    let Some(state) = table.things.get(usize::from(thing.0)) else {
        return refuse("unknown-thing", "there is no such thing".into());
    };
    let (name, sheet) = (table.name(actor), table.thing_sheet(thing));
    let Some(rank) = sheet.bindings else {
        return refuse("no-bindings", format!("nobody can be tied with {}", sheet.name));
    };
    let carried =
        matches!(state.at, Whereabouts::Held(by) | Whereabouts::Worn(by) | Whereabouts::Hidden(by) if by == actor);
    if !carried || state.state == Wholeness::Destroyed || holds::in_use(table, thing) {
        return refuse("not-at-hand", format!("{name} has no {} at hand", sheet.name));
    }
    Ok(rank)
}

/// The bindings that somebody could tie a Target with.
pub fn bindings_of(table: &Table, actor: ActorId) -> impl Iterator<Item = ThingId> + '_ {
    table.thing_ids().filter(move |&thing| bindings_at_hand(table, actor, thing).is_ok())
}

/// CW-154, CW-D27, CW-R74: Endure, or Escape if it may be chosen.
pub fn defences(book: &Clockworld, table: &Table, who: ActorId, by: ActorId) -> Guards {
    let mut guards = Guards::from_slice(&[Guard::Endure]);
    if may_escape(book, table, who, by) {
        guards.push(Guard::Escape);
    }
    guards
}

/// CW-154, CW-155: Hand-to-Hand against Endure or Escape. By hand the Target is held until it is let go or gets free,
/// and both hands stay busy; bindings stay on it and leave the hands free (CW-R87).
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    contest: &Contest,
    target: ActorId,
    bindings: Option<ThingId>,
    oracle: &mut O,
) -> Flow<()> {
    let by = contest.actor;
    let arms = legal(table, by, target, bindings)?;
    declare(book, table, contest, oracle);
    let Some(larger) = much_larger(table, by, target, oracle)? else {
        oracle.tell(Audience::All, || Event::Contest(ContestEvent::Immune { who: target, by }));
        return Ok(());
    };
    let guard = choose(table, target, by, ContestName::Pin, &defences(book, table, target, by), oracle)?;
    let mut defender = Defender::new(target, guard);
    defender.causes = defender.causes.and_if(larger, Cause::MuchLarger);
    pay_for_escape(book, table, &mut defender);
    let initiator = Initiator { who: by, name: Named::Pin, skill: Skill::HandToHand, causes: contest.causes() };
    let beaten = oppose(book, table, initiator, &[defender], oracle)?;
    if beaten.contains(target) {
        fasten(table, by, target, arms, bindings);
        oracle.tell(Audience::All, || Event::Contest(ContestEvent::Pinned { who: target, by, with: bindings }));
    }
    Ok(())
}

/// CW-156, CW-R88, CW-D32: against somebody two or more sizes larger the GM says whether it High Rolls or is immune.
///
/// Gives whether the Target High Rolls; `None` if it is immune.
fn much_larger<O: Oracle<Clockworld>>(
    table: &Table,
    by: ActorId,
    target: ActorId,
    oracle: &mut O,
) -> Flow<Option<bool>> {
    let sizes = (table.sheet(target).size as u8).saturating_sub(table.sheet(by).size as u8);
    if sizes < 2 {
        return Ok(Some(false));
    }
    let question = Question::Contest(ContestQuestion::MuchLarger { by, target, sizes });
    Ok((oracle.ask(table, Who::Gm, &question)? == 0).then_some(true))
}

/// CW-155, CW-213, CW-R87, CW-R90: the Target is Pinned.
fn fasten(table: &mut Table, by: ActorId, target: ActorId, arms: PartSet, bindings: Option<ThingId>) {
    let kind = match bindings.and_then(|thing| Some((thing, table.thing_sheet(thing).bindings?))) {
        Some((thing, rank)) => {
            table.let_go(by, thing, Whereabouts::Worn(target));
            let tier = table.skill(by, Skill::HandToHand).rank;
            ConditionKind::Bound { by, tier, bindings: rank, thing }
        }
        None => {
            table.actor_mut(by).hold = Some(Hold { kind: HoldKind::Pin, target, arms });
            ConditionKind::PinnedBy(by)
        }
    };
    table.impose(target, Condition { kind, ends: Ends::Never });
}
