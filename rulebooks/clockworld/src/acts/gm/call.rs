//! Checks that the GM calls for: Endure, Resist or any Skill, poison and disease (CW-139, CW-140, CW-164, CW-165).

use super::prelude::*;
use crate::{
    check::{Against, Capped, Causes, Named, against_rank_for, possible, prepare},
    conditions::{Condition, ConditionKind},
    harm,
    rank::Rank,
    scene::{CONTENT, RawPoison},
    sheet::Class,
    table::{Circumstance, Gives, Severity},
};
use referee_engine::RuleId;
use schemars::JsonSchema;

act! {
    /// CW-D35: the GM calls for a Check.
    pub struct Call for Clockworld, by Gm {
        who: Several<ActorId> = "Who";
        name: For = "For what", usual;
        skill among skills: Skill = "With which Skill", usual when has_usual_skill;
        rank: Rank = "How hard";
        /// CW-226.
        capped: bool = "Skill Capped", usual;
        /// CW-R99.
        fails: Fails = "Who fails is", usual;
        why among no_words: Text<200> = "What it is about", usual;
        secret: bool = "For the GM alone", usual;
    }
}

named! {
    /// What the GM calls for.
    pub enum For for Clockworld { Check = "check", Endure = "endure", Resist = "resist", Perceive = "perceive" }
}

impl For {
    /// CW-140, CW-164, CW-217: what the Check is called, and its usual Skill.
    fn named(self) -> (Named, Option<Skill>) {
        match self {
            For::Check => (Named::Check, None),
            For::Endure => (Named::Endure, Some(Skill::Fortitude)),
            For::Resist => (Named::Resist, Some(Skill::Willpower)),
            For::Perceive => (Named::Perceive, Some(Skill::Acuity)),
        }
    }

    /// The rule that asks for it.
    fn rule(self, has_effect: bool) -> RuleId {
        match self {
            For::Endure if has_effect => rule!("CW-139"),
            For::Endure => rule!("CW-140"),
            For::Resist => rule!("CW-164"),
            For::Check | For::Perceive => rule!("CW-D35"),
        }
    }
}

/// Endure, Resist and Perceive have their Skill; another Check needs one.
fn has_usual_skill(call: &Call, _: See<'_, '_>, _: Option<ActorId>) -> bool {
    call.name.value().is_some_and(|name| name.named().1.is_some())
}

fn skills(call: &Call, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Skill> {
    let usual = call.name.value().and_then(|name| name.named().1);
    usual.into_iter().chain(Skill::ALL.into_iter().filter(|skill| Some(*skill) != usual)).collect()
}

named! {
    /// CW-139: what poison, disease or fear does.
    #[derive(JsonSchema)]
    pub enum Effect for Clockworld {
        /// CW-266, for one Round.
        Staggered = "staggered",
        /// CW-271, for one Round.
        Immobilized = "immobilized",
        /// CW-268.
        Prone = "prone",
        /// CW-051: Low Roll on all Checks until the GM ends it.
        Fear = "fear",
        /// CW-159: one Shock failure.
        ShockFailure = "shock_failure" as "shock-failure" / "shock failure",
        /// CW-R98.
        Unconscious = "unconscious",
        /// One Mild Injury at the Bulk.
        MildInjury = "mild_injury" as "mild-injury" / "mild injury",
        /// One Serious Injury at the Bulk.
        SeriousInjury = "serious_injury" as "serious-injury" / "serious injury",
        /// One Critical Injury at the Bulk.
        CriticalInjury = "critical_injury" as "critical-injury" / "critical injury",
    }
}

/// CW-R99: what befalls those who fail, if anything does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fails {
    Nothing,
    Takes(Effect),
}

impl Value<Clockworld> for Fails {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        std::iter::once(Fails::Nothing).chain(Effect::ALL.map(Fails::Takes)).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        match self {
            Fails::Nothing => Choice::plain("nothing"),
            Fails::Takes(effect) => effect.choice(see, whose),
        }
    }
}

/// A Check that may be called for.
pub struct Called {
    /// Who makes it, in this order.
    who: SmallVec<[ActorId; 4]>,
    name: Named,
    rule: RuleId,
    skill: Skill,
    rank: Rank,
    capped: Capped,
    /// CW-R99: what befalls those who fail.
    effect: Option<Effect>,
    /// What it is about: `Snake venom`.
    cause: String,
    to: Audience,
}

told! {
    /// What the GM called for, and what came of it.
    pub enum CheckEvent for Clockworld, |table| {
        /// CW-D35.
        Called { who: SmallVec<[ActorId; 4]>, name: Named, rank: Rank, cause: String } "CW-D35" => {
            let cause = if cause.is_empty() { String::new() } else { format!("{cause}: ") };
            format!("{cause}{} must make a Check: {}, {rank}", table.names(&who), name.word())
        };
        /// CW-139: the effect of what was not withstood.
        Took { who: ActorId, effect: Effect, cause: String } under "CW-139", "CW-R99" by who => {
            let what = if cause.is_empty() { "the failure" } else { cause.as_str() };
            format!("{what} takes hold of {}: {}", table.name(who), effect.key())
        };
    }
}

/// CW-R98: those who make Checks; there has to be one.
fn somebody_checks(table: &Table) -> Result<(), Why<'static>> {
    match table.ids().any(|who| makes_checks(table, who)) {
        true => Ok(()),
        false => Err(bar!(_, "not-now", "nobody can make a Check").moot()),
    }
}

fn makes_checks(table: &Table, who: ActorId) -> bool {
    matches!(table.actor(who).out, Out::Active | Out::Surrendered)
}

/// CW-D35: each of these is there and makes Checks, and is named once.
fn checkers<'t>(table: &'t Table, who: &Several<ActorId>) -> Result<(), Why<'t>> {
    for &id in &who.0 {
        known(table, id)?;
        if !makes_checks(table, id) {
            let (name, out) = (table.name(id), table.actor(id).out.word());
            return Err(bar!("CW-R98", "out-of-action", "{} is {} and makes no Check", name, out));
        }
    }
    if who.0.is_empty() || !who.is_once() {
        return Err(bar!("CW-D35", "bad-check", "a Check needs those who make it, each once"));
    }
    Ok(())
}

impl Act<Clockworld> for Call {
    type By = Gm;
    type Ready = Called;
    const CARD: Card = card!("check", "Call for a Check", "GM", "", "CW-D35");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Called, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        somebody_checks(table)?;
        let who = self.who()?;
        checkers(table, &who)?;
        let called_for = self.name()?;
        let (skill, rank) = (self.skill()?, self.rank()?);
        possible(book, rank)?; // CW-R09
        let capped = if self.capped()? { Capped::Yes } else { Capped::No };
        let effect = match self.fails()? {
            Fails::Nothing => None,
            Fails::Takes(effect) => Some(effect),
        };
        let cause = self.why()?.within()?;
        let to = told(table, self.secret()?, &who.0);
        let (name, rule) = (called_for.named().0, called_for.rule(effect.is_some()));
        Ok(Called { who: who.0, name, rule, skill, rank, capped, effect, cause, to })
    }

    fn resolve<O: Oracle>(called: Called, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        check(book, table, called, oracle)
    }
}

act! {
    /// CW-139: Endure, against what the content says or what is filled in.
    pub struct Poison for Clockworld, by Gm {
        who: Several<ActorId> = "Who";
        with: Source = "What";
        rank: Rank = "How hard";
        effect: Effect = "Who fails is";
        why among poison: Text<200> = "Its name", usual;
        secret: bool = "For the GM alone", usual;
    }
}

fn poison(_: &Poison, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<200>> {
    vec![Text("Poison".into())]
}

/// A poison of the content, or another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Known(String),
    Other,
}

impl Value<Clockworld> for Source {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        let known = CONTENT.library().names("poison").map(|name| Source::Known(name.into()));
        known.chain([Source::Other]).collect()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match self {
            Source::Known(name) => Choice::plain(name.clone()),
            Source::Other => Choice::new("other", "Another one"),
        }
    }
}

impl Act<Clockworld> for Poison {
    type By = Gm;
    type Ready = Called;
    const CARD: Card = card!("poison", "Poison or disease", "GM", "", "CW-139");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Called, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        somebody_checks(table)?;
        let who = self.who()?;
        checkers(table, &who)?;
        let (rank, effect, cause) = match self.with()? {
            Source::Known(key) => {
                let found = CONTENT.library().get_as::<RawPoison>("poison", &key).and_then(Result::ok);
                let poison = found.ok_or(bar!("CW-139", "unknown-poison", "there is no such poison"))?.value;
                (poison.rank.into(), poison.effect, poison.name)
            }
            Source::Other => (self.rank()?, self.effect()?, said(self.why()?)?),
        };
        possible(book, rank)?; // CW-R09
        let to = told(table, self.secret()?, &who.0);
        let (name, skill, capped, effect) = (Named::Endure, Skill::Fortitude, Capped::No, Some(effect));
        Ok(Called { who: who.0, name, rule: rule!("CW-139"), skill, rank, capped, effect, cause, to })
    }

    fn resolve<O: Oracle>(called: Called, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        check(book, table, called, oracle)
    }
}

/// CW-139, CW-140, CW-164, CW-R99: each makes the Check; what befalls those who fail comes at once.
fn check<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    Called { who: all, name, rule, skill, rank, capped, effect, cause, to }: Called,
    oracle: &mut O,
) -> Flow<()> {
    oracle.tell(to, || {
        Event::Gm(GmEvent::Check(CheckEvent::Called { who: all.clone(), name, rank, cause: cause.clone() }))
    });
    for who in all {
        let check = prepare(book, table, who, skill, Against::Nobody, Causes::NONE, oracle)?;
        let verdict = against_rank_for(book, &check, rank, capped, name, rule, to, oracle)?;
        if let Some(effect) = effect.filter(|_| !verdict.is_success()) {
            let to = if to == Audience::Gm { Audience::only(who) } else { to };
            oracle.tell(to, || Event::Gm(GmEvent::Check(CheckEvent::Took { who, effect, cause: cause.clone() })));
            take(book, table, who, effect, &cause, oracle)?;
        }
    }
    Ok(())
}

/// CW-R99: the effect applies. CW-014: one Round from now.
fn take<O: Oracle>(
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

fn harm_bulk<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    severity: Severity,
    oracle: &mut O,
) -> Flow<()> {
    let bulk = table.sheet(who).first(Class::Bulk).unwrap_or(0);
    harm::injure(book, table, who, bulk, severity, oracle)
}
