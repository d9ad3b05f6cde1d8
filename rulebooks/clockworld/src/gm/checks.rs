//! Checks that the GM calls for: Endure, Resist or any Skill, poison and disease (CW-139, CW-140, CW-164, CW-165).

use super::GmEvent;
use crate::{
    Clockworld, Event,
    check::{Against, Capped, Causes, Named, against_rank_for, possible, prepare},
    conditions::{Condition, ConditionKind},
    harm,
    rank::Rank,
    sheet::{Class, Skill},
    table::{Circumstance, Gives, Out, Severity, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CW-D35: a Check that the GM calls for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Called {
    /// Who makes it, in this order.
    pub who: SmallVec<[ActorId; 4]>,
    /// For what: Endure, Resist, or another Check.
    pub name: Named,
    /// With which Skill.
    pub skill: Skill,
    /// Against which Rank.
    pub rank: Rank,
    /// CW-226: is it Skill Capped?
    pub capped: bool,
    /// CW-R99: what befalls those who fail.
    pub effect: Option<Effect>,
    /// What it is about: `Snake venom`.
    pub cause: String,
}

/// CW-139: what poison, disease or fear does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// CW-266, for one Round.
    Staggered,
    /// CW-271, for one Round.
    Immobilized,
    /// CW-268.
    Prone,
    /// CW-051: Low Roll on all Checks until the GM ends it.
    Fear,
    /// CW-159: one Shock failure.
    ShockFailure,
    /// CW-R98.
    Unconscious,
    /// One Mild Injury at the Bulk.
    MildInjury,
    /// One Serious Injury at the Bulk.
    SeriousInjury,
    /// One Critical Injury at the Bulk.
    CriticalInjury,
}

impl Effect {
    /// All of them, with the words for them.
    pub const ALL: [(Effect, &'static str); 9] = [
        (Effect::Staggered, "staggered"),
        (Effect::Immobilized, "immobilized"),
        (Effect::Prone, "prone"),
        (Effect::Fear, "fear"),
        (Effect::ShockFailure, "shock-failure"),
        (Effect::Unconscious, "unconscious"),
        (Effect::MildInjury, "mild-injury"),
        (Effect::SeriousInjury, "serious-injury"),
        (Effect::CriticalInjury, "critical-injury"),
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Effect::ALL.iter().find(|(effect, _)| *effect == self).map_or("", |(_, word)| word)
    }
}

/// CW-139, CW-140, CW-164, CW-R99: each makes the Check; what befalls those who fail comes at once.
pub(super) fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    called: &Called,
    to: Audience,
    oracle: &mut O,
) -> Flow<()> {
    legal(table, called)?;
    possible(book, called.rank)?;
    let rule = match called.name {
        Named::Endure if called.effect.is_some() => rule!("CW-139"),
        Named::Endure => rule!("CW-140"),
        Named::Resist => rule!("CW-164"),
        _ => rule!("CW-D35"),
    };
    let capped = if called.capped { Capped::Yes } else { Capped::No };
    for &who in &called.who {
        let check = prepare(book, table, who, called.skill, Against::Nobody, Causes::NONE, oracle)?;
        let verdict = against_rank_for(book, &check, called.rank, capped, called.name, rule, to, oracle)?;
        if let Some(effect) = called.effect.filter(|_| !verdict.is_success()) {
            let to = if to == Audience::Gm { Audience::only(who) } else { to };
            let cause = &called.cause;
            oracle.tell(to, || Event::Gm(GmEvent::Took { who, effect, cause: cause.clone() }));
            take(book, table, who, effect, cause, oracle)?;
        }
    }
    Ok(())
}

fn legal(table: &Table, called: &Called) -> Result<(), Refusal> {
    let twice = called.who.iter().enumerate().any(|(at, id)| called.who[..at].contains(id));
    if called.who.is_empty() || twice || called.rank.0 > 20 || called.cause.chars().count() > super::LONGEST {
        return Err(Refusal::by(
            rule!("CW-D35"),
            "bad-check",
            "a Check needs those who make it, each once, and a Rank",
        ));
    }
    for &who in &called.who {
        super::known(table, who)?;
        let out = table.actor(who).out;
        if matches!(out, Out::Unconscious | Out::Dead | Out::Fled) {
            let why = format!("{} is {} and makes no Check", table.name(who), out.word());
            return Err(Refusal::by(rule!("CW-R98"), "out-of-action", why));
        }
    }
    Ok(())
}

/// CW-R99: the effect applies. CW-014: one Round from now.
fn take<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    effect: Effect,
    cause: &str,
    oracle: &mut O,
) -> Flow<()> {
    // Nobody causes it, so the Turn that runs ends it, whatever `round_owner` says (CW-R18).
    let ends = table.one_round(book, None);
    match effect {
        Effect::Staggered => table.impose(who, Condition { kind: ConditionKind::Staggered, ends }),
        Effect::Immobilized => table.impose(who, Condition { kind: ConditionKind::Immobilized, ends }),
        Effect::Prone => table.actor_mut(who).prone = true,
        Effect::Fear => {
            let circumstance = Circumstance { who, gives: Gives::Fear, once: false, why: cause.to_owned() };
            table.circumstances.push(circumstance);
        }
        Effect::ShockFailure => harm::shock_failure(table, who, oracle),
        Effect::Unconscious => harm::put_out(table, who, Out::Unconscious, oracle),
        Effect::MildInjury => harm_bulk(book, table, who, Severity::Mild, oracle)?,
        Effect::SeriousInjury => harm_bulk(book, table, who, Severity::Serious, oracle)?,
        Effect::CriticalInjury => harm_bulk(book, table, who, Severity::Critical, oracle)?,
    }
    Ok(())
}

fn harm_bulk<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    severity: Severity,
    oracle: &mut O,
) -> Flow<()> {
    let bulk = table.sheet(who).first(Class::Bulk).unwrap_or(0);
    harm::injure(book, table, who, bulk, severity, oracle)
}
