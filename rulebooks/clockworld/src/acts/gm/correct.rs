//! Corrections: the GM says how a Character is, and the rules go on from there (CW-017).

use super::prelude::*;
use crate::{
    acts::{
        contest::{self, Ended},
        task::{Object, TaskName},
    },
    harm,
    sheet::PartSet,
    table::{Hefted, Injury, Severity},
};
use referee_engine::space::Place;

/// The most Reactions that a correction can give (CW-035, and one to spare).
const MOST_REACTIONS: i32 = 9;
/// How a Character can be out of it, with the words for commands.
const OUTS: [(&str, Out); 5] = [
    ("active", Out::Active),
    ("surrendered", Out::Surrendered),
    ("fled", Out::Fled),
    ("unconscious", Out::Unconscious),
    ("dead", Out::Dead),
];
/// The most Injuries that one Character can have by correction.
const MOST_INJURIES: usize = 64;

act! {
    /// CW-017: sets a Character right.
    pub struct Correct for Clockworld, by Gm {
        who: ActorId = "Whom";
        fact: Fact = "What";
        part of who: PartAt = "Where";
        severity: Severity = "How bad";
        stabilized: bool = "Stabilized", usual;
        injury of who: InjuryAt = "Which";
        value among values: Said = "What is so";
        secret: bool = "For the GM alone", usual;
    }
}

worded! {
    pub enum Fact {
        Place = "place",
        Facing = "facing",
        Prone = "prone",
        Reactions = "reactions",
        ReactionsHigh = "reactions-high",
        ShockFailures = "shock-failures",
        Out = "out",
        Actions = "actions",
        AddInjury = "add-injury",
        RemoveInjury = "remove-injury",
        StabilizeInjury = "stabilize-injury",
        UnstabilizeInjury = "unstabilize-injury",
        Works = "works",
        Release = "release",
        PutDown = "put-down",
        StopWork = "stop-work",
        Unbind = "unbind",
    }
}

/// What can be so.
fn values(correct: &Correct, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Said> {
    match correct.fact.value() {
        Some(Fact::Place) => Said::cells(see.table),
        Some(Fact::Facing) => Said::numbers(0, 359),
        Some(Fact::Prone | Fact::ReactionsHigh | Fact::Works) => Said::yes_or_no(),
        Some(Fact::Reactions) => Said::numbers(0, MOST_REACTIONS),
        Some(Fact::ShockFailures) => Said::numbers(0, 20),
        Some(Fact::Actions) => Said::numbers(0, turn::ACTIONS as i32),
        Some(Fact::Out) => Said::words(&OUTS.map(|(word, _)| word)),
        Some(
            Fact::AddInjury
            | Fact::RemoveInjury
            | Fact::StabilizeInjury
            | Fact::UnstabilizeInjury
            | Fact::Release
            | Fact::PutDown
            | Fact::StopWork
            | Fact::Unbind,
        )
        | None => Vec::new(),
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

/// How a Character is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    Place(Place),
    /// Where it looks.
    Facing(u16),
    /// Lying down?
    Prone(bool),
    /// Reactions left.
    Reactions(u8),
    /// CW-036: do they High Roll?
    ReactionsHigh(bool),
    /// CW-R55.
    ShockFailures(u8),
    /// CW-R58, CW-008: active, surrendered, fled, unconscious or dead.
    Out(Out),
    /// CW-017: Actions left this Turn.
    ActionsLeft(u8),
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
    Works {
        part: PartId,
        works: bool,
    },
    /// CW-D34: it lets go of whom it holds.
    Release,
    /// CW-R117: it puts down what it carries.
    PutDown,
    /// CW-224: it is no longer at a Lengthy Task.
    StopWork,
    /// CW-129: it is no longer bound by what it was Persuaded to.
    Unbind,
}

/// A Character was set right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Corrected {
    pub who: ActorId,
    pub correction: Correction,
}

impl Correct {
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

    /// What is to be so, and whether it can be.
    fn correction<'t>(&self, table: &'t Table, who: ActorId) -> Result<Correction, Bar<'t>> {
        let (actor, name) = (table.actor(who), table.name(who));
        Ok(match self.fact()? {
            Fact::Place => {
                let place = self.value()?.place(table)?;
                if actor.place.cell != place.cell && !table.is_open_ground(place.cell) {
                    return Err(bar!(_, "no-room", "nobody can stand there").moot().into());
                }
                Correction::Place(place)
            }
            Fact::Facing => Correction::Facing(self.value()?.number(0, 359)? as u16),
            Fact::Prone => Correction::Prone(self.value()?.is_yes()?),
            Fact::Reactions => Correction::Reactions(self.value()?.number(0, MOST_REACTIONS)? as u8),
            Fact::ReactionsHigh => Correction::ReactionsHigh(self.value()?.is_yes()?),
            Fact::ShockFailures => Correction::ShockFailures(self.value()?.number(0, 20)? as u8),
            Fact::Out => {
                let value = self.value()?;
                let out = OUTS.into_iter().find(|(word, _)| *word == value.word()).map(|(_, out)| out);
                Correction::Out(out.ok_or(bar!(_, "bad-value", "nobody can be out of it like that"))?)
            }
            Fact::Actions => Correction::ActionsLeft(self.value()?.number(0, turn::ACTIONS as i32)? as u8),
            Fact::AddInjury => {
                if actor.injuries.len() >= MOST_INJURIES {
                    return Err(bar!(_, "too-many", "{} Injuries are enough", MOST_INJURIES as i32).into());
                }
                let part = super::part_of(table, who, self.part()?)?;
                Correction::AddInjury { part, severity: self.severity()?, stabilized: self.stabilized()? }
            }
            Fact::RemoveInjury => Correction::RemoveInjury(self.one_injury(table, who)?),
            Fact::StabilizeInjury => Correction::Stabilized { injury: self.one_injury(table, who)?, stabilized: true },
            Fact::UnstabilizeInjury => {
                Correction::Stabilized { injury: self.one_injury(table, who)?, stabilized: false }
            }
            Fact::Works => {
                let part = super::part_of(table, who, self.part()?)?;
                Correction::Works { part, works: self.value()?.is_yes()? }
            }
            Fact::Release if actor.hold.is_none() => {
                return Err(bar!(_, "no-hold", "{} holds nobody", name).into());
            }
            Fact::Release => Correction::Release,
            Fact::PutDown if actor.hefting.is_none() => {
                return Err(bar!(_, "no-load", "{} carries nothing with both hands", name).into());
            }
            Fact::PutDown => Correction::PutDown,
            Fact::StopWork if actor.lengthy.is_none() => {
                return Err(bar!(_, "no-work", "{} is not at a Lengthy Task", name).into());
            }
            Fact::StopWork => Correction::StopWork,
            Fact::Unbind if actor.demand.is_none() => {
                return Err(bar!(_, "no-demand", "{} is bound to nothing", name).into());
            }
            Fact::Unbind => Correction::Unbind,
        })
    }
}

impl Act<Clockworld> for Correct {
    type By = Gm;
    type Ready = Correcting;
    const CARD: Card = card!("correct", "Correct a Character", "GM", "", "CW-017");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Correcting, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        let correction = self.correction(see.table, who)?;
        Ok(Correcting { who, correction, to: told(see.table, self.secret()?, &[who]) })
    }

    fn resolve<O: Oracle>(
        Correcting { who, correction, to }: Correcting,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        make_so(book, table, who, correction, oracle);
        oracle.tell(to, || Event::Gm(GmEvent::Correct(Corrected { who, correction })));
        Ok(())
    }
}

fn make_so<O: Oracle>(book: &Clockworld, table: &mut Table, who: ActorId, correction: Correction, oracle: &mut O) {
    match correction {
        Correction::Place(place) => {
            table.actor_mut(who).stand_at(place);
            if let Some(Hefted::Actor(carried)) = table.actor(who).hefting {
                table.actor_mut(carried).stand_at(place); // CW-210
            }
            for bearer in table.ids().filter(|&bearer| bearer != who) {
                if table.actor(bearer).hefting == Some(Hefted::Actor(who)) && table.actor(bearer).place != place {
                    table.actor_mut(bearer).hefting = None;
                }
            }
            contest::check_holds(table, oracle); // CW-R87, CW-R92
        }
        Correction::Facing(degrees) => table.actor_mut(who).facing = degrees,
        Correction::Prone(prone) => {
            let actor = table.actor_mut(who);
            actor.prone = prone;
            actor.low_cover = None;
        }
        Correction::Reactions(count) => table.actor_mut(who).reactions = count,
        Correction::ReactionsHigh(high) => table.actor_mut(who).reactions_high = high,
        Correction::ShockFailures(count) => table.actor_mut(who).shock_failures = count,
        Correction::Out(out) => set_out(table, who, out, oracle),
        Correction::ActionsLeft(left) => actions_left(table, who, left),
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
        Correction::Release => drop(table.release(who)),
        Correction::PutDown => drop(harm::set_down(table, who)),
        Correction::StopWork => table.actor_mut(who).lengthy = None,
        Correction::Unbind => table.actor_mut(who).demand = None,
    }
}

/// CW-R58, CW-R98: the GM may declare death, knock out or wake. Whoever goes out of action drops what it holds.
fn set_out<O: Oracle>(table: &mut Table, who: ActorId, out: Out, oracle: &mut O) {
    match out {
        Out::Unconscious | Out::Dead if table.actor(who).out < out => harm::put_out(table, who, out, oracle),
        Out::Surrendered => turn::surrender(table, who, oracle),
        Out::Fled => {
            contest::end_hold(table, who, Ended::Lost, oracle);
            harm::put_down(table, who, oracle);
            let actor = table.actor_mut(who);
            (actor.out, actor.lengthy) = (out, None);
        }
        Out::Active | Out::Unconscious | Out::Dead => table.actor_mut(who).out = out,
    }
}

/// CW-017: gives Actions back, or takes them.
fn actions_left(table: &mut Table, who: ActorId, left: u8) {
    let state = &mut table.actor_mut(who).turn;
    let used = turn::ACTIONS.saturating_sub(usize::from(left));
    state.focused = false;
    state.taken.truncate(used);
    while state.taken.len() < used {
        // An Action that nobody declared; no Task that is declared has this name.
        state.taken.push(Taken::Task(TaskName::Handle, Object::None));
    }
    state.passed = false;
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

impl Tells<Clockworld> for Corrected {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        let Corrected { who, correction } = *self;
        Line::new(0, format!("Correction: {} {}", table.name(who), what(table, who, correction)), []).by(who)
    }
}

/// What is so now, in words.
fn what(table: &Table, who: ActorId, correction: Correction) -> String {
    let part = |at: u8| table.sheet(who).body.get(usize::from(at)).map_or("part", |part| part.part.as_str());
    match correction {
        Correction::Place(_) => "stands elsewhere".into(),
        Correction::Facing(degrees) => format!("looks to {degrees} degrees"),
        Correction::Prone(prone) => if prone { "lies down" } else { "stands" }.into(),
        Correction::Reactions(count) => format!("has {count} Reactions"),
        Correction::ReactionsHigh(high) => {
            if high { "High Rolls its Reactions" } else { "rolls its Reactions straight" }.into()
        }
        Correction::ShockFailures(count) => format!("has {count} Shock failures"),
        Correction::Out(out) => format!("is {}", out.word()),
        Correction::ActionsLeft(count) => format!("has {count} Actions left"),
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
        Correction::Release => "lets go".into(),
        Correction::PutDown => "puts down what it carries".into(),
        Correction::StopWork => "stops its Lengthy Task".into(),
        Correction::Unbind => "is bound to nothing".into(),
    }
}
