//! Corrections of a body: Injuries, and parts that work or do not (CW-017).

use super::prelude::*;
use crate::{
    harm,
    sheet::PartSet,
    table::{Injury, Severity},
};

/// The most Injuries that one Character can have by correction.
const MOST_INJURIES: usize = 64;

act! {
    /// CW-017: sets a body right.
    pub struct CorrectBody for Clockworld, by Gm {
        who: ActorId = "Whose";
        what: Change = "What";
        part of who: PartAt = "Where";
        severity: Severity = "How bad";
        stabilized: bool = "Stabilized", usual;
        injury of who: InjuryAt = "Which";
        secret: bool = "For the GM alone", usual;
    }
}

worded! {
    pub enum Change {
        AddInjury = "add-injury",
        RemoveInjury = "remove-injury",
        StabilizeInjury = "stabilize-injury",
        UnstabilizeInjury = "unstabilize-injury",
        Works = "works",
        Maimed = "maimed",
    }
}

/// An Injury of somebody, by its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InjuryAt(pub u8);

impl Value<Clockworld> for InjuryAt {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let count = whose.filter(|who| see.exists(*who)).map_or(0, |who| see.actor(who).injuries.len());
        (0..count as u8).map(InjuryAt).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let Some(who) = whose else { return Choice::default() };
        let injury = see.actor(who).injuries.get(usize::from(self.0));
        injury.map_or_else(Choice::default, |injury| {
            let part = &see.part(who, injury.part).part;
            Choice::new(self.0.to_string(), format!("{} at the {part}", injury.severity.word()))
        })
    }
}

/// A correction that may be made.
pub struct Correcting {
    who: ActorId,
    correction: Correction,
    to: Audience,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    /// An Injury, with nothing that would come of it but a limb that stops.
    AddInjury {
        severity: Severity,
        part: PartId,
        /// Treated?
        stabilized: bool,
    },
    /// An Injury goes, by its place in the list.
    RemoveInjury(u8),
    /// CW-204: an Injury is treated, or not.
    Stabilized {
        /// Which, by its place in the list.
        injury: u8,
        stabilized: bool,
    },
    /// CW-R49: a part works, or does not.
    Works { part: PartId, works: bool },
}

/// A body was set right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BodyCorrected {
    pub who: ActorId,
    pub correction: Correction,
}

impl CorrectBody {
    /// One of the Injuries of somebody.
    fn one_injury<'t>(&self, table: &'t Table, who: ActorId) -> Result<u8, Bar<'t>> {
        let count = table.actor(who).injuries.len();
        let none = bar!(_, "unknown-injury", "{} has {} Injuries", table.name(who), count as i32);
        if count == 0 {
            return Err(none.into());
        }
        let InjuryAt(at) = self.injury()?;
        if usize::from(at) < count { Ok(at) } else { Err(none.into()) }
    }
}

impl Act<Clockworld> for CorrectBody {
    type By = Gm;
    type Ready = Correcting;
    const CARD: Card = card!("correct-body", "Correct a body", "GM", "", "CW-017");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Correcting, Bar<'t>> {
        let (table, who) = (see.table, self.who()?);
        known(table, who)?;
        let stabilized = |injury, stabilized| Correction::Stabilized { injury, stabilized };
        let correction = match self.what()? {
            Change::AddInjury => {
                if table.actor(who).injuries.len() >= MOST_INJURIES {
                    return Err(bar!(_, "too-many", "{} Injuries are enough", MOST_INJURIES as i32).into());
                }
                let part = super::part_of(table, who, self.part()?)?;
                Correction::AddInjury { part, severity: self.severity()?, stabilized: self.stabilized()? }
            }
            Change::RemoveInjury => Correction::RemoveInjury(self.one_injury(table, who)?),
            Change::StabilizeInjury => stabilized(self.one_injury(table, who)?, true),
            Change::UnstabilizeInjury => stabilized(self.one_injury(table, who)?, false),
            what @ (Change::Works | Change::Maimed) => {
                let part = super::part_of(table, who, self.part()?)?;
                Correction::Works { part, works: what == Change::Works }
            }
        };
        Ok(Correcting { who, correction, to: told(table, self.secret()?, &[who]) })
    }

    fn resolve<O: Oracle>(
        Correcting { who, correction, to }: Correcting,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        make_so(book, table, who, correction, oracle);
        oracle.tell(to, || Event::Gm(GmEvent::CorrectBody(BodyCorrected { who, correction })));
        Ok(())
    }
}

fn make_so<O: Oracle>(book: &Clockworld, table: &mut Table, who: ActorId, correction: Correction, oracle: &mut O) {
    match correction {
        Correction::AddInjury { severity, part, stabilized } => {
            let worked = table.works(who, part);
            table.actor_mut(who).injuries.push(Injury { stabilized, ..Injury::new(severity, part) });
            table.know_body(&book.house, who);
            if worked && !table.works(who, part) {
                harm::maim(table, who, part, oracle);
            }
        }
        Correction::RemoveInjury(at) => {
            table.actor_mut(who).injuries.remove(usize::from(at));
            table.know_body(&book.house, who);
        }
        Correction::Stabilized { injury, stabilized } => {
            let part = table.actor(who).injuries[usize::from(injury)].part;
            let worked = table.works(who, part);
            table.actor_mut(who).injuries[usize::from(injury)].stabilized = stabilized;
            table.know_body(&book.house, who);
            if worked && !table.works(who, part) {
                harm::maim(table, who, part, oracle); // CW-075, CW-R49
            }
        }
        Correction::Works { part, works } => set_works(book, table, who, part, works, oracle),
    }
}

/// CW-R49, CW-R51: says that a part works or does not, whatever its Injuries are.
fn set_works<O: Oracle>(book: &Clockworld, table: &mut Table, who: ActorId, part: PartId, works: bool, oracle: &mut O) {
    let worked = table.works(who, part);
    let actor = table.actor_mut(who);
    if works {
        actor.parts_out = actor.parts_out.minus(PartSet::default().with(part));
        for injury in actor.injuries.iter_mut().filter(|injury| injury.part == part) {
            injury.treated = true;
        }
        table.know_body(&book.house, who);
    } else if worked {
        actor.parts_out = actor.parts_out.with(part);
        harm::maim(table, who, part, oracle);
    }
}

impl Tells<Clockworld> for BodyCorrected {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        let BodyCorrected { who, correction } = *self;
        Line::new(0, format!("Correction: {} {}", table.name(who), what(table, who, correction)), []).by(who)
    }
}

/// What is so now, in words.
fn what(table: &Table, who: ActorId, correction: Correction) -> String {
    let part = |at: u8| table.sheet(who).body.get(usize::from(at)).map_or("part", |part| part.part.as_str());
    match correction {
        Correction::AddInjury { severity, part: at, .. } => {
            format!("has a {} Injury at the {}", severity.word(), part(at))
        }
        Correction::RemoveInjury(_) => "has one Injury less".into(),
        Correction::Stabilized { stabilized, .. } => {
            if stabilized { "has an Injury Stabilized" } else { "has an Injury no longer Stabilized" }.into()
        }
        Correction::Works { part: at, works } => {
            format!("has a {} that {}", part(at), if works { "works" } else { "does not work" })
        }
    }
}
