//! Strangle: chokes somebody within Reach (CW-157 to CW-162).

use super::{
    Contest, ContestEvent, ContestName,
    bout::{Defender, Guard, Initiator, choose, oppose},
    declare, in_hand,
};
use crate::{
    Clockworld, Event,
    check::{Cause, Named},
    conditions::{Condition, ConditionKind},
    harm,
    sheet::{PartSet, Skill},
    table::{Hold, HoldKind, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule};
use serde::{Deserialize, Serialize};

/// CW-D33: how many hands strangle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hands {
    /// CW-158: Low Roll.
    One,
    /// Straight.
    Two,
}

/// CW-157, CW-R92: within Reach, with the hand or hands for it. A grip that is there already goes on with the same
/// hands. Gives the arms.
pub fn legal(table: &Table, actor: ActorId, target: ActorId, hands: Hands) -> Result<PartSet, Refusal> {
    in_hand(table, actor, target)?;
    let name = table.name(actor);
    let mut free = table.free_arms(actor);
    match table.actor(actor).hold {
        None => {}
        Some(hold) if hold.kind == HoldKind::Strangle && hold.target == target => free = free.union(hold.arms),
        Some(_) => return Err(Refusal::by(rule!("CW-R92"), "holds-already", format!("{name} holds somebody already"))),
    }
    let need = if hands == Hands::Two { 2 } else { 1 };
    let arms = free.iter().take(need).fold(PartSet::default(), PartSet::with);
    if arms.len() < need as u32 {
        let hands = if need == 1 { "a hand" } else { "both hands" };
        return Err(Refusal::by(rule!("CW-R92"), "hands-busy", format!("{name} needs {hands} free")));
    }
    Ok(arms)
}

/// CW-157 to CW-162: Hand-to-Hand against Endure or Escape (CW-D27); with one hand it is Low Rolled. If it wins, the
/// Target has one failure on a Shock Check, with no die, and is Immobilized for one Round.
///
/// CW-161 is kept by [`Table::can_speak`]. CW-162: one that does not breathe is only Immobilized. CW-R74: Escape costs
/// no Reaction here, whatever the switch says.
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    contest: &Contest,
    target: ActorId,
    hands: Hands,
    oracle: &mut O,
) -> Flow<()> {
    let by = contest.actor;
    let arms = legal(table, by, target, hands)?;
    declare(book, table, contest, oracle);
    let guard = choose(table, target, by, ContestName::Strangle, &[Guard::Endure, Guard::Escape], oracle)?;
    let causes = contest.causes().and_if(hands == Hands::One, Cause::OneHand);
    let initiator = Initiator { who: by, name: Named::Strangle, skill: Skill::HandToHand, causes };
    let beaten = oppose(book, table, initiator, &[Defender::new(target, guard)], oracle)?;
    if !beaten.contains(target) {
        return Ok(());
    }
    // CW-160, CW-R92: the grip lasts to the start of the strangler's next Turn, and the hands stay busy.
    let ends = table.one_round(book, Some(by));
    table.impose(target, Condition { kind: ConditionKind::StrangledBy(by), ends });
    table.actor_mut(by).hold = Some(Hold { kind: HoldKind::Strangle, target, arms });
    oracle.tell(Audience::All, || Event::Contest(ContestEvent::Strangled { who: target, by }));
    if table.sheet(target).needs_breath {
        harm::shock_failure(table, target, oracle); // CW-159
    }
    Ok(())
}
