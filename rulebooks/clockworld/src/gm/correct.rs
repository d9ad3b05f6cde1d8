//! Corrections: the GM says how a Character is, and the rules go on from there.

use crate::{
    Clockworld,
    actions::{
        contest::{self, Ended},
        task::{Object, TaskName},
    },
    harm,
    sheet::{PartId, PartSet},
    table::{Hefted, Injury, Out, Severity, Table, Taken},
    turn,
};
use referee_engine::{ActorId, Oracle, Refusal, rule, space::Place};
use serde::{Deserialize, Serialize};

/// The most Reactions that a correction can give (CW-035, and one to spare).
pub const MOST_REACTIONS: u8 = 9;
/// How a Character can be out of it, with the words for commands.
pub const OUTS: [(Out, &str); 5] = [
    (Out::Active, "active"),
    (Out::Surrendered, "surrendered"),
    (Out::Fled, "fled"),
    (Out::Unconscious, "unconscious"),
    (Out::Dead, "dead"),
];
/// The most Injuries that one Character can have by correction.
const MOST_INJURIES: usize = 64;

/// How a Character is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    /// Where it is.
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
        /// How bad.
        severity: Severity,
        /// Where.
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
        /// Is it?
        stabilized: bool,
    },
    /// CW-R49: a part works, or does not.
    Works {
        /// Which.
        part: PartId,
        /// Does it?
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

/// Makes it so, or says why that cannot be.
pub(super) fn correct<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    correction: &Correction,
    oracle: &mut O,
) -> Result<(), Refusal> {
    let refuse = |code: &str, why: String| Err(Refusal::plain(code, why));
    match *correction {
        Correction::Place(place) => {
            let here = table.actor(who).place.cell == place.cell;
            if !here && !table.is_open_ground(place.cell) || here && !table.setup.space.contains(place.cell) {
                return refuse("no-room", "nobody can stand there".into());
            }
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
        Correction::Facing(degrees) if degrees < 360 => table.actor_mut(who).facing = degrees,
        Correction::Facing(_) => {
            return Err(Refusal::plain("bad-value", "a direction is in degrees").allowing(["0 to 359"]));
        }
        Correction::Prone(prone) => {
            let actor = table.actor_mut(who);
            actor.prone = prone;
            actor.low_cover = None;
        }
        Correction::Reactions(count) if count <= MOST_REACTIONS => table.actor_mut(who).reactions = count,
        Correction::Reactions(_) => {
            let allowed = [format!("0 to {MOST_REACTIONS}")];
            return Err(Refusal::by(rule!("CW-230"), "bad-value", "too many Reactions").allowing(allowed));
        }
        Correction::ReactionsHigh(high) => table.actor_mut(who).reactions_high = high,
        Correction::ShockFailures(count) => table.actor_mut(who).shock_failures = count,
        Correction::Out(out) => set_out(table, who, out, oracle),
        Correction::ActionsLeft(left) => actions_left(table, who, left)?,
        Correction::AddInjury { severity, part, stabilized } => {
            known_part(table, who, part)?;
            if table.actor(who).injuries.len() >= MOST_INJURIES {
                return refuse("too-many", format!("{MOST_INJURIES} Injuries are enough"));
            }
            let worked = table.works(who, part);
            table.actor_mut(who).injuries.push(Injury { stabilized, ..Injury::new(severity, part) });
            table.know_body(&book.house, who);
            if worked && !table.works(who, part) {
                harm::maim(table, who, part, oracle);
            }
        }
        Correction::RemoveInjury(at) => {
            known_injury(table, who, at)?;
            table.actor_mut(who).injuries.remove(usize::from(at));
            table.know_body(&book.house, who);
        }
        Correction::Stabilized { injury, stabilized } => {
            known_injury(table, who, injury)?;
            let part = table.actor(who).injuries[usize::from(injury)].part;
            let worked = table.works(who, part);
            let injury = &mut table.actor_mut(who).injuries[usize::from(injury)];
            injury.stabilized = stabilized;
            table.know_body(&book.house, who);
            if worked && !table.works(who, part) {
                harm::maim(table, who, part, oracle); // CW-075, CW-R49
            }
        }
        Correction::Works { part, works } => {
            known_part(table, who, part)?;
            set_works(book, table, who, part, works, oracle);
        }
        Correction::Release => {
            if table.release(who).is_none() {
                return refuse("no-hold", format!("{} holds nobody", table.name(who)));
            }
        }
        Correction::PutDown => {
            if table.actor(who).hefting.is_none() {
                return refuse("no-load", format!("{} carries nothing with both hands", table.name(who)));
            }
            harm::set_down(table, who);
        }
        Correction::StopWork => {
            if table.actor_mut(who).lengthy.take().is_none() {
                return refuse("no-work", format!("{} is not at a Lengthy Task", table.name(who)));
            }
        }
        Correction::Unbind => {
            if table.actor_mut(who).demand.take().is_none() {
                return refuse("no-demand", format!("{} is bound to nothing", table.name(who)));
            }
        }
    }
    Ok(())
}

fn known_part(table: &Table, who: ActorId, part: PartId) -> Result<(), Refusal> {
    if usize::from(part) < table.sheet(who).body.len() {
        return Ok(());
    }
    let parts = table.sheet(who).body.iter().map(|part| part.part.clone());
    Err(Refusal::by(rule!("CW-065"), "unknown-part", "there is no such part").allowing(parts))
}

fn known_injury(table: &Table, who: ActorId, at: u8) -> Result<(), Refusal> {
    let count = table.actor(who).injuries.len();
    if usize::from(at) < count {
        return Ok(());
    }
    let why = format!("{} has {count} Injuries", table.name(who));
    Err(Refusal::plain("unknown-injury", why).allowing((0..count).map(|at| at.to_string())))
}

/// CW-R58, CW-R98: the GM may declare death, knock out or wake. Whoever goes out of action drops what it holds.
fn set_out<O: Oracle<Clockworld>>(table: &mut Table, who: ActorId, out: Out, oracle: &mut O) {
    match out {
        Out::Unconscious | Out::Dead if table.actor(who).out < out => harm::put_out(table, who, out, oracle),
        Out::Surrendered => turn::surrender(table, who, oracle),
        Out::Fled => {
            contest::end_hold(table, who, Ended::Lost, oracle);
            harm::put_down(table, who, oracle);
            let actor = table.actor_mut(who);
            (actor.out, actor.lengthy) = (out, None);
        }
        out => table.actor_mut(who).out = out,
    }
}

/// CW-017: gives Actions back, or takes them.
fn actions_left(table: &mut Table, who: ActorId, left: u8) -> Result<(), Refusal> {
    let state = &mut table.actor_mut(who).turn;
    let used = match left {
        0..=2 => turn::ACTIONS - usize::from(left),
        _ => {
            return Err(Refusal::by(rule!("CW-017"), "bad-value", "a Turn has two Actions").allowing(["0", "1", "2"]));
        }
    };
    state.focused = false;
    state.taken.truncate(used);
    while state.taken.len() < used {
        // An Action that nobody declared; no Task that is declared has this name.
        state.taken.push(Taken::Task(TaskName::Handle, Object::None));
    }
    table.actor_mut(who).turn.passed = false;
    Ok(())
}

/// CW-R49, CW-R51: says that a part works or does not, whatever its Injuries are.
fn set_works<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    part: PartId,
    works: bool,
    oracle: &mut O,
) {
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
