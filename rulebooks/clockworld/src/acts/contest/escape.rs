//! Escape and Shake it Off: a Task Action out of a hold or out of bindings (CW-211 to CW-213, CW-269 to CW-271).

use super::{
    Act, Contest, ContestEvent, Ended,
    bout::{Defender, Guard, Initiator, oppose},
    declare, holds,
};
use crate::{
    Clockworld, Event,
    actions::task::{Object, TaskName},
    check::{Against, Capped, Named, against_rank, prepare},
    conditions::ConditionKind,
    house::HoldEscape,
    sheet::Skill,
    table::{Table, Taken},
    turn,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule};
use serde::{Deserialize, Serialize};

/// CW-D47: the Check of one who tries to get free.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EscapeWith {
    /// CW-211.
    Escape,
    /// CW-270, CW-R91: Shake it Off, against a Pin only.
    Endure,
}

impl EscapeWith {
    /// The ledger's table "Activity to Skill".
    pub const fn skill(self) -> Skill {
        match self {
            EscapeWith::Escape => Skill::Reflex,
            EscapeWith::Endure => Skill::Fortitude,
        }
    }

    const fn named(self) -> Named {
        match self {
            EscapeWith::Escape => Named::Escape,
            EscapeWith::Endure => Named::Endure,
        }
    }
}

/// What holds a Character, as the object of the Task (CW-R91).
pub fn object(kind: &ConditionKind) -> Option<Object> {
    match kind {
        ConditionKind::PinnedBy(by) | ConditionKind::StrangledBy(by) => Some(Object::Actor(*by)),
        ConditionKind::Bound { thing, .. } => Some(Object::Thing(*thing)),
        ConditionKind::Staggered
        | ConditionKind::DistractedAgainst(_)
        | ConditionKind::DistractedExcept(_)
        | ConditionKind::Immobilized => None,
    }
}

/// The best try at the first hold that this Character may still try this Turn.
pub fn tries(book: &Clockworld, table: &Table, who: ActorId) -> Option<Contest> {
    table.actor(who).conditions.iter().filter_map(|condition| object(&condition.kind)).find_map(|from| {
        let bonus = |with: EscapeWith| table.skill(who, with.skill()).bonus;
        let mut ways = [EscapeWith::Escape, EscapeWith::Endure];
        ways.sort_by_key(|&with| std::cmp::Reverse(bonus(with)));
        ways.into_iter()
            .map(|with| Contest { actor: who, act: Act::Escape { from, with }, focus: false, sneakily: false })
            .find(|contest| super::legal(book, table, contest).is_ok())
    })
}

/// CW-211, CW-R91: there must be such a hold; a Strangle is broken with Escape only; one try at the same hold each Turn.
pub fn legal(
    book: &Clockworld,
    table: &Table,
    contest: &Contest,
    from: Object,
    with: EscapeWith,
) -> Result<ConditionKind, Refusal> {
    let who = contest.actor;
    let name = table.name(who);
    let held = table.actor(who).conditions.iter().find(|condition| object(&condition.kind) == Some(from));
    let Some(hold) = held.map(|condition| condition.kind) else {
        return Err(Refusal::by(rule!("CW-211"), "not-held", format!("{name} is not held like that")));
    };
    if with == EscapeWith::Endure && !hold.pins() {
        let why = format!("{name} is Strangled: only Escape breaks that grip");
        return Err(Refusal::by(rule!("CW-R91"), "escape-only", why).allowing(["escape"]));
    }
    turn::may_spend(book, table, who, &Taken::Task(TaskName::Escape, from), contest.focus)?;
    Ok(hold)
}

/// CW-211, CW-213, CW-270, CW-R89, CW-R90, CW-R91: out of a hold by hand it must beat the holder's Hand-to-Hand, out of
/// bindings the higher of the tier's Rank and theirs.
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    contest: &Contest,
    from: Object,
    with: EscapeWith,
    oracle: &mut O,
) -> Flow<()> {
    let who = contest.actor;
    let hold = legal(book, table, contest, from, with)?;
    turn::spend(book, table, who, Taken::Task(TaskName::Escape, from), contest.focus);
    declare(book, table, contest, oracle);
    let free = match hold {
        ConditionKind::PinnedBy(holder) | ConditionKind::StrangledBy(holder) => {
            let free = from_hands(book, table, contest, holder, with, oracle)?;
            if free {
                table.release(holder);
                // A scene may hold somebody whose holder knows nothing of it.
                table.relieve(who, |kind| object(kind) == Some(from));
            }
            free
        }
        ConditionKind::Bound { tier, bindings, thing, .. } => {
            let check = prepare(book, table, who, with.skill(), Against::Nobody, contest.causes(), oracle)?;
            let rank = tier.rank().max(bindings); // CW-213, CW-R90
            let verdict = against_rank(book, &check, rank, Capped::No, with.named(), rule!("CW-213"), oracle)?;
            if verdict.is_success() {
                holds::untie(table, who, thing);
            }
            verdict.is_success()
        }
        ConditionKind::Staggered
        | ConditionKind::DistractedAgainst(_)
        | ConditionKind::DistractedExcept(_)
        | ConditionKind::Immobilized => false,
    };
    if free {
        oracle.tell(Audience::All, || Event::Contest(ContestEvent::Freed { who, from, how: Ended::Escaped }));
    }
    Ok(())
}

/// CW-R89, switch `hold_escape`: the holder rolls too and that costs it no Reaction, or its Rank is the number to beat.
fn from_hands<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    contest: &Contest,
    holder: ActorId,
    with: EscapeWith,
    oracle: &mut O,
) -> Flow<bool> {
    let (who, causes) = (contest.actor, contest.causes());
    match book.house.hold_escape {
        HoldEscape::Contest => {
            let initiator = Initiator { who, name: with.named(), skill: with.skill(), causes };
            let holds = Defender::new(holder, Guard::Grip(Skill::HandToHand));
            Ok(oppose(book, table, initiator, &[holds], oracle)?.contains(holder))
        }
        HoldEscape::Rank => {
            let check = prepare(book, table, who, with.skill(), Against::Foe(holder), causes, oracle)?;
            let rank = table.skill(holder, Skill::HandToHand).rank.rank();
            let verdict = against_rank(book, &check, rank, Capped::No, with.named(), rule!("CW-R89"), oracle)?;
            Ok(verdict.is_success())
        }
    }
}
