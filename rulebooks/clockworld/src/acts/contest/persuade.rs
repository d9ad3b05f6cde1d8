//! Persuade: makes somebody do one thing (CW-128 to CW-134), and what binds it until then (CW-R82).

use super::{
    deceive::LONGEST,
    demand::{ActionKind, DemandWord, Demanded, HeldThing, On, within_reason},
    distract::reaches,
    prelude::*,
};
use crate::{
    check::{Cause, Causes},
    harm,
    table::Demand,
};

contest! {
    /// CW-128: makes others do one thing, by trickery, charm or coercion.
    pub struct Persuade of Demanding: "persuade", "Persuade", "CW-128" {
        target among several: Several<ActorId> = "Whom";
        /// CW-D23.
        way: Ploy = "How";
        /// CW-D23: what they are to do.
        demand: DemandWord = "What they are to do";
        /// CW-131.
        item among held: HeldThing = "What";
        words: Text<LONGEST> = "What to say or do";
        kind: ActionKind = "As which Action", usual;
        /// What a Task is about.
        on: On = "On what", usual;
    }
}

/// CW-128, CW-D23: the way somebody persuades.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ploy {
    /// With Guile.
    Trickery,
    Charm,
    /// With Bravado.
    Coercion,
}

impl Ploy {
    /// CW-128: the Skill.
    pub const fn skill(self) -> Skill {
        match self {
            Ploy::Trickery => Skill::Guile,
            Ploy::Charm => Skill::Charm,
            Ploy::Coercion => Skill::Bravado,
        }
    }
}

impl Value<Clockworld> for Ploy {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Ploy::Trickery, Ploy::Charm, Ploy::Coercion]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match self {
            Ploy::Trickery => Choice::new("trickery", "Trickery").noting("Guile"),
            Ploy::Charm => Choice::new("charm", "Charm").noting("Charm"),
            Ploy::Coercion => Choice::new("coercion", "Coercion").noting("Bravado"),
        }
    }
}

/// What the Target holds, if it is one.
fn held(act: &Persuade, see: See<'_, '_>, _: Option<ActorId>) -> Vec<HeldThing> {
    match act.target.value().map(|targets| &targets.0[..]) {
        Some(&[target]) if see.exists(target) => see.held(target).map(HeldThing).collect(),
        _ => Vec::new(),
    }
}

/// CW-132: what the GM says of a demand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    Accepted,
    HighRoll,
    LowRoll,
    Refused,
}

/// CW-D24, to the GM: is the demand accepted, and does anything help or hinder?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WithinReason {
    pub by: ActorId,
    pub way: Ploy,
    pub demand: Demanded,
    /// CW-133: is it made to somebody whom the initiator fights?
    pub hostile: bool,
}

impl Asks<Clockworld> for WithinReason {
    type Answer = Reason;
    const KIND: &'static str = "demand";
    const RULE: RuleId = rule!("CW-132");

    fn answers(&self) -> Answers<Reason> {
        let refused = (!self.demand.is_always_within_reason()).then_some(Reason::Refused);
        [Reason::Accepted, Reason::HighRoll, Reason::LowRoll].into_iter().chain(refused).collect()
    }

    /// CW-133: smooth talk to somebody whom the initiator fights is Low Rolled.
    fn usual(&self) -> usize {
        if self.way == Ploy::Charm && self.hostile { 2 } else { 0 }
    }

    fn text(&self, _: &Clockworld, table: &Table, _: Who) -> String {
        let way = match self.way {
            Ploy::Trickery => "trickery",
            Ploy::Charm => "charm",
            Ploy::Coercion => "coercion",
        };
        format!("{} demands, by {way}: {}. Within reason?", table.name(self.by), self.demand.words(table))
    }

    fn choice(&self, _: &Clockworld, _: &Table, _: Who, answer: &Reason) -> Choice {
        match answer {
            Reason::Accepted => Choice::new("accept", "Within reason, a straight roll"),
            Reason::HighRoll => Choice::new("high-roll", "Within reason, High Roll"),
            Reason::LowRoll => Choice::new("low-roll", "Within reason, Low Roll").noting("smooth talk to a foe"),
            Reason::Refused => Choice::new("refuse", "Out of reason; state another demand"),
        }
    }
}

/// What is demanded, of whom and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Demanding {
    targets: Targets,
    way: Ploy,
    demand: Demanded,
}

told! {
    /// What became of a demand.
    pub enum DemandEvent for Clockworld, |table| {
        /// CW-R83: the GM refused a demand before the roll; no Action was taken.
        OutOfReason { by: ActorId, demand: Demanded } "CW-R83" by by
            => format!("{} may state another demand: {} is out of reason", table.name(by), demand.words(table));
        /// CW-129: bound to do something.
        Persuaded { who: ActorId, by: ActorId, demand: Demanded } under "CW-129", "CW-R82" by who => {
            let (name, what, by) = (table.name(who), demand.words(table), table.name(by));
            format!("{name} must {what} in its next Turn; {by} demands it")
        };
        /// CW-129, CW-R82: does what was demanded.
        Obeyed { who: ActorId, demand: Demanded } under "CW-129", "CW-R82" by who
            => format!("{} complies: {}", table.name(who), demand.words(table));
        /// CW-R83: a demand no longer binds.
        Excused { who: ActorId } "CW-R83" by who => format!("{} need not comply any more", table.name(who));
    }
}

/// As the table hears of it.
pub fn told(event: DemandEvent) -> Event {
    Event::Contest(ContestEvent::Demand(event))
}

impl Persuade {
    /// CW-129, CW-D23: what is demanded of these.
    fn demanded<'t>(&self, table: &'t Table, targets: &[ActorId]) -> Result<Demanded, Bar<'t>> {
        let word = self.demand()?;
        let demand = match word {
            DemandWord::Surrender => Demanded::Surrender,
            DemandWord::DropHeld => Demanded::DropHeld,
            DemandWord::AttackAlly => Demanded::AttackAlly(targets[0]),
            DemandWord::HarmItself => Demanded::HarmItself,
            DemandWord::Drop => {
                within_reason(table, targets, &Demanded::DropHeld)?;
                if targets.len() != 1 {
                    return Err(bar!("CW-131", "cannot-comply", "only the one who holds a thing can drop it").into());
                }
                Demanded::Drop(self.item()?.0)
            }
            DemandWord::Speak => {
                within_reason(table, targets, &Demanded::Speak(String::new()))?;
                Demanded::Speak(self.words()?.within()?)
            }
            DemandWord::Small => Demanded::Small(self.words()?.within()?),
            DemandWord::Act => {
                let (what, kind) = (self.words()?.within()?, self.kind()?);
                let on = if kind == ActionKind::Task { self.on()?.0 } else { None };
                Demanded::Act { kind, what, on }
            }
        };
        within_reason(table, targets, &demand)?;
        Ok(demand)
    }
}

impl Contest for Demanding {
    type Act = Persuade;

    fn of<'t>(act: &Persuade, see: See<'_, 't>, who: ActorId) -> Result<Demanding, Bar<'t>> {
        let targets = act.target()?.0;
        reaches(see.table, who, &targets)?;
        let way = act.way()?;
        let demand = act.demanded(see.table, &targets)?;
        Ok(Demanding { targets, way, demand })
    }

    /// CW-132, CW-D24, CW-R83: the GM may refuse the demand, or make it High Roll or Low Roll; a refused demand costs no
    /// Action, and the initiator may state another.
    fn allowed<O: Oracle>(&self, by: ActorId, table: &Table, oracle: &mut O) -> Flow<Option<Causes>> {
        let hostile = self.targets.iter().any(|&target| table.hostile(by, target));
        let question = WithinReason { by, way: self.way, demand: self.demand.clone(), hostile };
        Ok(match question.ask(Who::Gm, table, oracle)? {
            Reason::Accepted => Some(Causes::NONE),
            Reason::HighRoll => Some(Causes::NONE.and(Cause::Helped)), // CW-134
            Reason::LowRoll => Some(Causes::NONE.and(Cause::Hindered)), // CW-133
            Reason::Refused => {
                oracle.tell(Audience::All, || told(DemandEvent::OutOfReason { by, demand: self.demand.clone() }));
                None
            }
        })
    }

    fn tried(&self, table: &Table) -> (String, RuleId) {
        let how = match self.way {
            Ploy::Trickery => "tricks",
            Ploy::Charm => "charms",
            Ploy::Coercion => "coerces",
        };
        (format!("{how} {} to {}", table.names(&self.targets), self.demand.words(table)), rule!("CW-128"))
    }

    /// CW-128, CW-129: against the Resist of each Target.
    fn resolve<O: Oracle>(self, start: Start, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let initiator = start.initiator(self.way.skill());
        let beaten = initiator.against_each(book, table, &self.targets, Guard::Resist, oracle)?;
        for &who in self.targets.iter().filter(|&&target| beaten.contains(target)) {
            take_effect(book, table, start.by, who, &self.demand, oracle);
        }
        Ok(())
    }
}

/// CW-129, CW-131, CW-R82: what takes no Action is done at once: an Incidental, and giving up, which anybody may do at any
/// time (CW-D57). What takes an Action binds the Target for its next Turn within the Round.
fn take_effect<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    by: ActorId,
    who: ActorId,
    demand: &Demanded,
    oracle: &mut O,
) {
    match demand {
        Demanded::Act { .. } => {
            let ends = table.one_round(book, Some(by));
            table.actor_mut(who).demand = Some(Demand { by, what: demand.clone(), ends });
            oracle.tell(Audience::All, || told(DemandEvent::Persuaded { who, by, demand: demand.clone() }));
            return;
        }
        Demanded::Drop(thing) => harm::drop_thing(table, who, *thing, oracle),
        Demanded::DropHeld => {
            while let Some(grip) = table.actor(who).held.first().copied() {
                harm::drop_thing(table, who, grip.thing, oracle);
            }
        }
        Demanded::Surrender if table.is_active(who) => turn::surrender(table, who, oracle),
        Demanded::Surrender
        | Demanded::Speak(_)
        | Demanded::Small(_)
        | Demanded::AttackAlly(_)
        | Demanded::HarmItself => {}
    }
    oracle.tell(Audience::All, || told(DemandEvent::Obeyed { who, demand: demand.clone() }));
}
