//! Distract: annoy or frighten those who see or hear it (CW-123 to CW-127).

use super::{
    ContestName, Start, Targets, any_of_others,
    bout::{Defender, Guard, oppose},
    may_start, names, warn,
};
use crate::{
    acts::{attack::legal_foe, prelude::*},
    conditions::{Condition, ConditionKind},
};

act! {
    /// CW-123: annoys or frightens those who see or hear it.
    pub struct Distract for Clockworld, by ActorId {
        target among any_of_others: Several<ActorId> = "Whom";
        /// CW-D22: it sets Skill and scope.
        way: Taunt = "How";
        focus: bool = "Focus (High Roll, no other Action)", usual;
        sneakily: bool = "Sneakily (a Sneak Check afterwards)", usual;
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

/// A Distract that may be tried.
pub struct Taunting {
    start: Start,
    targets: Targets,
    way: Taunt,
}

/// What happened in a Distract, besides the Checks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DistractEvent {
    Tried {
        start: Start,
        targets: Targets,
        way: Taunt,
    },
    /// CW-124.
    Distracted {
        who: ActorId,
        by: ActorId,
        scope: Taunt,
    },
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

impl Act<Clockworld> for Distract {
    type By = ActorId;
    type Ready = Taunting;
    const CARD: Card = card!("distract", "Distract", "Actions", "1 Action", "CW-123");
    const NOTHING: Why<'static> = bar!("CW-122", "no-target", "nobody can be the Target of that here");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Taunting, Bar<'t>> {
        may_start(see, who, ContestName::Distract)?;
        let targets = self.target()?.0;
        reaches(see.table, who, &targets)?;
        let way = self.way()?;
        let start = Start::of(see, who, ContestName::Distract, self.focus()?, self.sneakily()?)?;
        Ok(Taunting { start, targets, way })
    }

    /// CW-123, CW-124, CW-127: those whose Resist is beaten are Distracted for one Round.
    fn resolve<O: Oracle<Clockworld>>(
        Taunting { start, targets, way }: Taunting,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let by = start.by;
        start.spend(book, table);
        oracle.tell(Audience::All, || Event::Distract(DistractEvent::Tried { start, targets: targets.clone(), way }));
        // CW-R80: the GM may swap the scope, and is asked where every Check is to be looked at.
        let scope = match table.gm_before_every_check {
            true => Scope { by, way }.ask(Who::Gm, table, oracle)?,
            false => way,
        };
        let defenders: SmallVec<[Defender; 4]> =
            targets.iter().map(|&target| Defender::new(target, Guard::Resist)).collect();
        let beaten = oppose(book, table, start.initiator(way.skill()), &defenders, oracle)?;
        for &who in targets.iter().filter(|&&target| beaten.contains(target)) {
            let ends = table.one_round(book, Some(by));
            table.impose(who, Condition { kind: scope.condition(by), ends });
            oracle.tell(Audience::All, || Event::Distract(DistractEvent::Distracted { who, by, scope }));
        }
        start.noticed(book, table, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        warn(see, who, offer);
    }
}

impl act::Tells<Clockworld> for DistractEvent {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        match self {
            DistractEvent::Tried { start, targets, way } => {
                let how = if *way == Taunt::Threat { "threatens" } else { "insults" };
                start.line(table, &format!("{how} {}", names(table, targets)), rule!("CW-123"))
            }
            DistractEvent::Distracted { who, by, scope } => {
                let (scope, rule) = match scope {
                    Taunt::Threat => ("against", rule!("CW-125")),
                    Taunt::Insult => ("not against", rule!("CW-126")),
                };
                let (who_name, by) = (table.name(*who), table.name(*by));
                let text = format!("{who_name} is Distracted on Checks {scope} {by} for one Round");
                Line::new(1, text, [rule!("CW-124"), rule, rule!("CW-127")]).by(*who)
            }
        }
    }
}
