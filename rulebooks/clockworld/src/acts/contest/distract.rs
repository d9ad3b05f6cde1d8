//! Distract: annoy or frighten those who see or hear it (CW-123 to CW-127).

use super::prelude::*;
use crate::{
    acts::attack::legal_foe,
    conditions::{Condition, ConditionKind},
};

contest! {
    /// CW-123: annoys or frightens those who see or hear it.
    pub struct Distract of Taunting: "distract", "Distract", "CW-123" {
        target among several: Several<ActorId> = "Whom";
        /// CW-D22: it sets Skill and scope.
        way: Taunt = "How";
    }
}

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

    const fn rule(self) -> RuleId {
        match self {
            Taunt::Threat => rule!("CW-125"),
            Taunt::Insult => rule!("CW-126"),
        }
    }

    const fn other(self) -> Taunt {
        match self {
            Taunt::Threat => Taunt::Insult,
            Taunt::Insult => Taunt::Threat,
        }
    }
}

impl Value<Clockworld> for Taunt {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Taunt::Threat, Taunt::Insult]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match self {
            Taunt::Threat => Choice::new("threat", "Threat").noting("Bravado; Distracted against you"),
            Taunt::Insult => Choice::new("insult", "Insult").noting("Guile; Distracted against everybody else"),
        }
    }
}

/// CW-R80, to the GM: does the act distract as such acts do, or the other way round?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Scope {
    by: ActorId,
    way: Taunt,
}

impl Asks<Clockworld> for Scope {
    type Answer = Taunt;
    const KIND: &'static str = "distract-scope";
    const RULE: RuleId = rule!("CW-R80");

    fn answers(&self) -> Answers<Taunt> {
        [self.way, self.way.other()].into_iter().collect()
    }

    fn text(&self, _: &Clockworld, table: &Table, _: Who) -> String {
        format!("How does {} distract?", table.name(self.by))
    }

    fn choice(&self, _: &Clockworld, table: &Table, _: Who, answer: &Taunt) -> Choice {
        let by = table.name(self.by);
        match answer {
            Taunt::Threat => Choice::new("against", format!("On Checks against {by}")),
            Taunt::Insult => Choice::new("not-against", format!("On Checks not against {by}")),
        }
    }
}

/// Who is to be Distracted, and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Taunting {
    targets: Targets,
    way: Taunt,
}

told! {
    /// CW-124.
    pub struct Distracted for Clockworld { who: ActorId, by: ActorId, scope: Taunt }
    |table| under [rule!("CW-124"), scope.rule(), rule!("CW-127")] by who => {
        let against = if scope == Taunt::Threat { "against" } else { "not against" };
        format!("{} is Distracted on Checks {against} {} for one Round", table.name(who), table.name(by))
    };
}

impl Contest for Taunting {
    type Act = Distract;

    fn of<'t>(act: &Distract, see: See<'_, 't>, who: ActorId) -> Result<Taunting, Bar<'t>> {
        let targets = act.target()?.0;
        reaches(see.table, who, &targets)?;
        Ok(Taunting { targets, way: act.way()? })
    }

    fn tried(&self, table: &Table) -> (String, RuleId) {
        let how = if self.way == Taunt::Threat { "threatens" } else { "insults" };
        (format!("{how} {}", table.names(&self.targets)), rule!("CW-123"))
    }

    /// CW-123, CW-124, CW-127: those whose Resist is beaten are Distracted for one Round.
    fn resolve<O: Oracle>(self, start: Start, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let (by, way) = (start.by, self.way);
        // CW-R80: the GM may swap the scope, and is asked where every Check is to be looked at.
        let scope = match table.gm_before_every_check {
            true => Scope { by, way }.ask(Who::Gm, table, oracle)?,
            false => way,
        };
        let initiator = start.initiator(way.skill());
        let beaten = initiator.against_each(book, table, &self.targets, Guard::Resist, oracle)?;
        for &who in self.targets.iter().filter(|&&target| beaten.contains(target)) {
            let ends = table.one_round(book, Some(by));
            table.impose(who, Condition { kind: scope.condition(by), ends });
            oracle.tell(Audience::All, || Event::Contest(ContestEvent::Distracted(Distracted { who, by, scope })));
        }
        Ok(())
    }
}

/// CW-122, CW-R79: Distract, Persuade and Deceive may have several Targets, each once, and each must see or hear the
/// initiator (CW-123, CW-R78).
pub fn reaches<'t>(table: &'t Table, actor: ActorId, targets: &[ActorId]) -> Result<(), Why<'t>> {
    if targets.is_empty() {
        return Err(bar!("CW-122", "no-target", "a Contest needs a Target"));
    }
    for (at, &target) in targets.iter().enumerate() {
        legal_foe(table, actor, target)?;
        let (name, other) = (table.name(actor), table.name(target));
        if targets[..at].contains(&target) {
            return Err(bar!("CW-122", "twice", "{} is named twice", other));
        }
        if !notices(table, target, actor) {
            return Err(bar!("CW-123", "not-noticed", "{} can neither see nor hear {}", other, name));
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
