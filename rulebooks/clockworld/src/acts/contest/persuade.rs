//! Persuade: makes somebody do one thing (CW-128 to CW-134), and what binds it until then (CW-R82).

use super::{
    ContestName, Start, Targets, any_of_others,
    bout::{Defender, Guard, oppose},
    deceive::LONGEST,
    demand::{ActionKind, DemandWord, Demanded, HeldThing, On, within_reason},
    distract::reaches,
    may_start, names, warn,
};
use crate::{acts::prelude::*, check::Cause, harm, table::Demand};

act! {
    /// CW-128: makes others do one thing, by trickery, charm or coercion.
    pub struct Persuade for Clockworld, by ActorId {
        target among any_of_others: Several<ActorId> = "Whom";
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
        focus: bool = "Focus (High Roll, no other Action)", usual;
        sneakily: bool = "Sneakily (a Sneak Check afterwards)", usual;
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

/// A demand that may be made.
pub struct Demanding {
    start: Start,
    targets: Targets,
    way: Ploy,
    demand: Demanded,
}

/// What happened to a demand, besides the Checks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PersuadeEvent {
    Tried {
        start: Start,
        targets: Targets,
        way: Ploy,
        demand: Demanded,
    },
    /// CW-R83: the GM refused a demand before the roll; no Action was taken.
    OutOfReason {
        by: ActorId,
        demand: Demanded,
    },
    /// CW-129: bound to do something.
    Persuaded {
        who: ActorId,
        by: ActorId,
        demand: Demanded,
    },
    /// CW-129, CW-R82: does what was demanded.
    Obeyed {
        who: ActorId,
        demand: Demanded,
    },
    /// CW-R83: a demand no longer binds.
    Excused {
        who: ActorId,
    },
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

impl Act<Clockworld> for Persuade {
    type By = ActorId;
    type Ready = Demanding;
    const CARD: Card = card!("persuade", "Persuade", "Actions", "1 Action", "CW-128");
    const NOTHING: Why<'static> = bar!("CW-122", "no-target", "nobody can be the Target of that here");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Demanding, Bar<'t>> {
        may_start(see, who, ContestName::Persuade)?;
        let targets = self.target()?.0;
        reaches(see.table, who, &targets)?;
        let way = self.way()?;
        let demand = self.demanded(see.table, &targets)?;
        let start = Start::of(see, who, ContestName::Persuade, self.focus()?, self.sneakily()?)?;
        Ok(Demanding { start, targets, way, demand })
    }

    /// CW-128, CW-129, CW-132: against the Resist of each Target. The GM may refuse the demand before the roll, or make it
    /// High Roll or Low Roll (CW-D24, CW-R83); a refused demand costs no Action, and the initiator may state another.
    fn resolve<O: Oracle<Clockworld>>(
        Demanding { start, targets, way, demand }: Demanding,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let by = start.by;
        let hostile = targets.iter().any(|&target| table.hostile(by, target));
        let question = WithinReason { by, way, demand: demand.clone(), hostile };
        let mut initiator = start.initiator(way.skill());
        initiator.causes = match question.ask(Who::Gm, table, oracle)? {
            Reason::Accepted => initiator.causes,
            Reason::HighRoll => initiator.causes.and(Cause::Helped), // CW-134
            Reason::LowRoll => initiator.causes.and(Cause::Hindered), // CW-133
            Reason::Refused => {
                oracle.tell(Audience::All, || Event::Persuade(PersuadeEvent::OutOfReason { by, demand }));
                return Ok(());
            }
        };
        start.spend(book, table);
        oracle.tell(Audience::All, || {
            let (targets, demand) = (targets.clone(), demand.clone());
            Event::Persuade(PersuadeEvent::Tried { start, targets, way, demand })
        });
        let defenders: SmallVec<[Defender; 4]> =
            targets.iter().map(|&target| Defender::new(target, Guard::Resist)).collect();
        let beaten = oppose(book, table, initiator, &defenders, oracle)?;
        for &who in targets.iter().filter(|&&target| beaten.contains(target)) {
            take_effect(book, table, by, who, &demand, oracle);
        }
        start.noticed(book, table, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        warn(see, who, offer);
    }
}

impl act::Tells<Clockworld> for PersuadeEvent {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        let name = |who: &ActorId| table.name(*who);
        match self {
            PersuadeEvent::Tried { start, targets, way, demand } => {
                let how = match way {
                    Ploy::Trickery => "tricks",
                    Ploy::Charm => "charms",
                    Ploy::Coercion => "coerces",
                };
                let text = format!("{how} {} to {}", names(table, targets), demand.words(table));
                start.line(table, &text, rule!("CW-128"))
            }
            PersuadeEvent::OutOfReason { by, demand } => {
                let text = format!("{} may state another demand: {} is out of reason", name(by), demand.words(table));
                Line::new(0, text, [rule!("CW-R83")]).by(*by)
            }
            PersuadeEvent::Persuaded { who, by, demand } => {
                let text =
                    format!("{} must {} in its next Turn; {} demands it", name(who), demand.words(table), name(by));
                Line::new(1, text, [rule!("CW-129"), rule!("CW-R82")]).by(*who)
            }
            PersuadeEvent::Obeyed { who, demand } => {
                let text = format!("{} complies: {}", name(who), demand.words(table));
                Line::new(1, text, [rule!("CW-129"), rule!("CW-R82")]).by(*who)
            }
            PersuadeEvent::Excused { who } => {
                Line::new(0, format!("{} need not comply any more", name(who)), [rule!("CW-R83")]).by(*who)
            }
        }
    }
}

/// CW-129, CW-131, CW-R82: what takes no Action is done at once: an Incidental, and giving up, which anybody may do at any
/// time (CW-D57). What takes an Action binds the Target for its next Turn within the Round.
fn take_effect<O: Oracle<Clockworld>>(
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
            oracle
                .tell(Audience::All, || Event::Persuade(PersuadeEvent::Persuaded { who, by, demand: demand.clone() }));
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
    oracle.tell(Audience::All, || Event::Persuade(PersuadeEvent::Obeyed { who, demand: demand.clone() }));
}
