//! Distract: annoy or frighten those who see or hear it (CW-123 to CW-127).

use super::{
    Contest, ContestEvent, ContestQuestion,
    bout::{Defender, Guard, Initiator, oppose},
    declare,
};
use crate::{
    Clockworld, Event, Question,
    actions::attack::legal_foe,
    check::Named,
    conditions::{Condition, ConditionKind},
    sheet::Skill,
    table::Table,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Who, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CW-D22, CW-R80: how somebody distracts. It sets the Skill and the scope.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taunt {
    /// CW-125: with Bravado; Distracted on all Checks against the initiator.
    Threat,
    /// CW-126: with Guile; Distracted on all Checks not against the initiator.
    Insult,
}

impl Taunt {
    /// CW-125, CW-126: the Skill.
    pub const fn skill(self) -> Skill {
        match self {
            Taunt::Threat => Skill::Bravado,
            Taunt::Insult => Skill::Guile,
        }
    }

    /// CW-124: the Condition.
    pub const fn condition(self, by: ActorId) -> ConditionKind {
        match self {
            Taunt::Threat => ConditionKind::DistractedAgainst(by),
            Taunt::Insult => ConditionKind::DistractedExcept(by),
        }
    }

    const fn other(self) -> Taunt {
        match self {
            Taunt::Threat => Taunt::Insult,
            Taunt::Insult => Taunt::Threat,
        }
    }
}

/// CW-122, CW-R79: Distract, Persuade and Deceive may have several Targets, each once, and each must see or hear the
/// initiator (CW-123, CW-R78).
pub fn reaches(table: &Table, actor: ActorId, targets: &[ActorId]) -> Result<(), Refusal> {
    if targets.is_empty() {
        return Err(Refusal::by(rule!("CW-122"), "no-target", "a Contest needs a Target"));
    }
    for (at, &target) in targets.iter().enumerate() {
        legal_foe(table, actor, target)?;
        let (name, other) = (table.name(actor), table.name(target));
        if targets[..at].contains(&target) {
            return Err(Refusal::by(rule!("CW-122"), "twice", format!("{other} is named twice")));
        }
        if !notices(table, target, actor) {
            let why = format!("{other} can neither see nor hear {name}");
            return Err(Refusal::by(rule!("CW-123"), "not-noticed", why));
        }
    }
    Ok(())
}

/// CW-123, CW-R78: can this Character see or hear that one?
///
/// CW-R105: it sees what is in front of it and hears all around. Who cannot speak must be seen.
pub fn notices(table: &Table, who: ActorId, other: ActorId) -> bool {
    if table.actor(who).out >= crate::table::Out::Fled {
        return false; // CW-R98: away, unconscious or dead
    }
    let (me, them, sheet) = (table.actor(who), table.actor(other), table.sheet(who));
    let hears = sheet.can_hear && table.can_speak(other);
    let looks = || sheet.can_see && table.setup.space.in_arc(me.place, me.facing, them.place, 180);
    hears || (looks() && !table.sight(who, other).blocked)
}

/// CW-123, CW-124, CW-127: those whose Resist is beaten are Distracted for one Round.
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    contest: &Contest,
    targets: &[ActorId],
    way: Taunt,
    oracle: &mut O,
) -> Flow<()> {
    let by = contest.actor;
    declare(book, table, contest, oracle);
    // CW-R80: the GM may swap the scope, and is asked where every Check is to be looked at.
    let swapped = table.gm_before_every_check
        && oracle.ask(table, Who::Gm, &Question::Contest(ContestQuestion::Scope { by, way }))? == 1;
    let scope = if swapped { way.other() } else { way };
    let defenders: SmallVec<[Defender; 4]> =
        targets.iter().map(|&target| Defender::new(target, Guard::Resist)).collect();
    let initiator = Initiator { who: by, name: Named::Distract, skill: way.skill(), causes: contest.causes() };
    let beaten = oppose(book, table, initiator, &defenders, oracle)?;
    for &who in targets.iter().filter(|&&target| beaten.contains(target)) {
        let ends = table.one_round(book, Some(by));
        table.impose(who, Condition { kind: scope.condition(by), ends });
        oracle.tell(Audience::All, || Event::Contest(ContestEvent::Distracted { who, by, scope }));
    }
    Ok(())
}
