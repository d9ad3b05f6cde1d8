//! Persuade: makes somebody do one thing (CW-128 to CW-134), and what binds it until then (CW-R82).

use super::{
    Contest, ContestEvent, ContestQuestion,
    bout::{Defender, Guard, Initiator, oppose},
    declare,
};
use crate::{
    Clockworld, Event, Question,
    actions::task::{Object, TaskName},
    acts::defend::defend,
    check::{Cause, Named},
    harm,
    sheet::{Skill, ThingId},
    table::{Actor, Demand, Table, Taken, Whereabouts},
    turn,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Who, act::Why, bar, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CW-128, CW-D23: the way somebody persuades.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ploy {
    /// With Guile.
    Trickery,
    /// With Charm.
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

/// CW-129, CW-D23: what a Persuaded Character must do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Demanded {
    /// CW-131: let go of this. Incidental.
    Drop(ThingId),
    /// CW-131: let go of all that it holds. Incidental.
    DropHeld,
    /// CW-131: say this, give away this secret. Incidental.
    Speak(String),
    /// Another small act, in words. Incidental.
    Small(String),
    /// Give up.
    Surrender,
    /// One Action of this kind.
    Act {
        /// Which kind.
        kind: ActionKind,
        /// What, in words: `open that safe`.
        what: String,
        /// The thing that a Task is about.
        on: Option<ThingId>,
    },
    /// CW-130: always refused.
    AttackAlly(ActorId),
    /// CW-130: always refused.
    HarmItself,
}

/// CW-024: the five kinds of Action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ActionKind {
    Attack,
    Contest,
    Move,
    Task,
    Defend,
}

impl ActionKind {
    /// What it takes to do it in words: an Attack or Contest told and not played out counts as a Task.
    const fn taken(self) -> Taken {
        match self {
            ActionKind::Move => Taken::Move,
            ActionKind::Defend => Taken::Defend,
            ActionKind::Attack | ActionKind::Contest | ActionKind::Task => Taken::Task(TaskName::Other, Object::None),
        }
    }
}

impl Demanded {
    /// CW-131: giving away a secret and dropping what one holds are within reason, whatever the GM thinks of them.
    pub const fn is_always_within_reason(&self) -> bool {
        matches!(self, Demanded::Drop(_) | Demanded::DropHeld | Demanded::Speak(_))
    }

    /// Does this Action do it?
    fn is_done_by(&self, action: &Taken) -> bool {
        let Demanded::Act { kind, on, .. } = self else { return false };
        match (kind, action) {
            (ActionKind::Task, Taken::Task(_, object)) => on.is_none_or(|thing| *object == Object::Thing(thing)),
            (ActionKind::Attack, Taken::Attack { .. })
            | (ActionKind::Contest, Taken::Contest(_))
            | (ActionKind::Move, Taken::Move)
            | (ActionKind::Defend, Taken::Defend) => true,
            (
                ActionKind::Attack | ActionKind::Contest | ActionKind::Move | ActionKind::Task | ActionKind::Defend,
                _,
            ) => false,
        }
    }
}

/// CW-130, CW-131, CW-R83: nothing suicidal, nothing hostile to its own allies, and only what the Target can do.
pub fn within_reason(table: &Table, targets: &[ActorId], demand: &Demanded) -> Result<(), Refusal> {
    let never = |why: &str| Err(Refusal::by(rule!("CW-130"), "out-of-reason", why));
    let cannot = |why: String| Err(Refusal::by(rule!("CW-131"), "cannot-comply", why));
    match demand {
        Demanded::AttackAlly(_) => never("nobody is Persuaded to attack its allies"),
        Demanded::HarmItself => never("nobody is Persuaded to do something suicidal"),
        Demanded::Drop(thing) => {
            let held = table.things.get(usize::from(thing.0)).map(|thing| thing.at);
            match (held, targets) {
                (Some(Whereabouts::Held(holder)), &[target]) if holder == target => Ok(()),
                _ => cannot("only the one who holds a thing can drop it".into()),
            }
        }
        Demanded::DropHeld => match targets.iter().find(|&&target| table.actor(target).held.is_empty()) {
            Some(&target) => cannot(format!("{} holds nothing", table.name(target))),
            None => Ok(()),
        },
        Demanded::Speak(_) => match targets.iter().find(|&&target| !table.can_speak(target)) {
            Some(&target) => cannot(format!("{} cannot speak", table.name(target))),
            None => Ok(()),
        },
        Demanded::Act { kind, on: Some(thing), .. }
            if *kind != ActionKind::Task || usize::from(thing.0) >= table.things.len() =>
        {
            cannot("only a Task is about a thing".into())
        }
        Demanded::Small(_) | Demanded::Surrender | Demanded::Act { .. } => Ok(()),
    }
}

/// CW-128, CW-129, CW-132: against the Resist of each Target. The GM may refuse the demand before the roll, or make it
/// High Roll or Low Roll (CW-D24, CW-R83); a refused demand costs no Action.
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    contest: &Contest,
    targets: &[ActorId],
    way: Ploy,
    demand: &Demanded,
    oracle: &mut O,
) -> Flow<Stated> {
    let by = contest.actor;
    let hostile = targets.iter().any(|&target| table.hostile(by, target));
    let question = Question::Contest(ContestQuestion::Demand { by, way, demand: demand.clone(), hostile });
    let causes = match oracle.ask(table, Who::Gm, &question)? {
        0 => contest.causes(),
        1 => contest.causes().and(Cause::Helped),   // CW-134
        2 => contest.causes().and(Cause::Hindered), // CW-133
        _ => {
            oracle.tell(Audience::All, || Event::Contest(ContestEvent::OutOfReason { by, demand: demand.clone() }));
            return Ok(Stated::Refused);
        }
    };
    declare(book, table, contest, oracle);
    let defenders: SmallVec<[Defender; 4]> =
        targets.iter().map(|&target| Defender::new(target, Guard::Resist)).collect();
    let initiator = Initiator { who: by, name: Named::Persuade, skill: way.skill(), causes };
    let beaten = oppose(book, table, initiator, &defenders, oracle)?;
    for &who in targets.iter().filter(|&&target| beaten.contains(target)) {
        take_effect(book, table, by, who, demand, oracle);
    }
    Ok(Stated::Tried)
}

/// CW-R83: did the GM let the demand be made?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stated {
    /// The Action was taken.
    Tried,
    /// It was not; the initiator may state another demand.
    Refused,
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
            oracle.tell(Audience::All, || Event::Contest(ContestEvent::Persuaded { who, by, demand: demand.clone() }));
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
    oracle.tell(Audience::All, || Event::Contest(ContestEvent::Obeyed { who, demand: demand.clone() }));
}

/// CW-129, CW-R82: what this Character must still do this Turn, if it can.
pub fn open_demand<'t>(book: &Clockworld, table: &'t Table, who: ActorId) -> Option<&'t Demand> {
    let demand = table.actor(who).demand.as_ref()?;
    let can = match &demand.what {
        Demanded::Act { kind, .. } => {
            // CW-R93, CW-R94: what holds it may leave it no way to do it.
            let held = if *kind == ActionKind::Move { table.is_immobilized(who) } else { table.is_pinned(who) };
            !held && turn::has_action_for(book, table, who, &kind.taken(), false).is_ok()
        }
        Demanded::Drop(_)
        | Demanded::DropHeld
        | Demanded::Speak(_)
        | Demanded::Small(_)
        | Demanded::Surrender
        | Demanded::AttackAlly(_)
        | Demanded::HarmItself => false,
    };
    (can && table.has_turn(who) && table.is_active(who)).then_some(demand)
}

/// CW-R82: a Persuaded Character is not done before it has done what was demanded, unless it no longer can.
pub fn must_comply<'t>(book: &Clockworld, table: &'t Table, who: ActorId) -> Result<(), Why<'t>> {
    match open_demand(book, table, who) {
        None => Ok(()),
        Some(demand) => {
            let words = "{} has been Persuaded by {} and must comply";
            Err(bar!("CW-129", "persuaded", words, table.name(who), table.name(demand.by)).allowing(&["comply"]))
        }
    }
}

/// CW-R82: what was demanded comes first; the other Action is free after it. Only a Move may come before, to get there, and
/// it must leave an Action.
pub fn comes_first<'t>(
    book: &Clockworld,
    table: &'t Table,
    who: ActorId,
    action: &Taken,
    focus: bool,
) -> Result<(), Why<'t>> {
    if table.actor(who).demand.is_none() {
        return Ok(());
    }
    let Some(demand) = open_demand(book, table, who) else { return Ok(()) };
    let all = if table.is_down_to_one_action(book, who) { 1 } else { turn::ACTIONS };
    let leaves_one = !focus && table.actor(who).turn.taken.len() + 1 < all;
    if demand.what.is_done_by(action) || (*action == Taken::Move && leaves_one) {
        return Ok(());
    }
    let words = "{} must first do what {} demands";
    Err(bar!("CW-R82", "persuaded", words, table.name(who), table.name(demand.by)).allowing(&["comply"]))
}

/// CW-R82: an Action of the demanded kind was taken, so the demand is met.
pub fn fulfil(actor: &mut Actor, action: &Taken) {
    if actor.demand.as_ref().is_some_and(|demand| demand.what.is_done_by(action)) {
        actor.demand = None;
    }
}

/// Is there a demand that this Character can meet now?
pub fn may_comply<'t>(book: &Clockworld, table: &'t Table, who: ActorId) -> Result<&'t Demand, Refusal> {
    open_demand(book, table, who).ok_or_else(|| {
        let why = format!("nothing is demanded of {} that it could do now", table.name(who));
        Refusal::by(rule!("CW-129"), "no-demand", why)
    })
}

/// CW-129, CW-R82: does what was demanded, as one of its Actions. What comes of an act in words, the table says.
pub fn comply<O: Oracle<Clockworld>>(book: &Clockworld, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    may_comply(book, table, who)?;
    let Some(demand) = table.actor_mut(who).demand.take() else { return Ok(()) };
    oracle.tell(Audience::All, || Event::Contest(ContestEvent::Obeyed { who, demand: demand.what.clone() }));
    match &demand.what {
        Demanded::Act { kind: ActionKind::Defend, .. } => defend(book, table, who, false, oracle),
        Demanded::Act { kind, .. } => turn::spend(book, table, who, kind.taken(), false),
        Demanded::Drop(_)
        | Demanded::DropHeld
        | Demanded::Speak(_)
        | Demanded::Small(_)
        | Demanded::Surrender
        | Demanded::AttackAlly(_)
        | Demanded::HarmItself => {}
    }
    Ok(())
}

/// CW-R83: is there a demand to be excused from?
pub fn may_excuse(table: &Table, who: ActorId) -> Result<(), Refusal> {
    match table.actors.get(who.index()).is_some_and(|actor| actor.demand.is_some()) {
        true => Ok(()),
        false => Err(Refusal::by(rule!("CW-129"), "no-demand", "nothing is demanded of that Character")),
    }
}

/// CW-R83: the GM lets a Character off.
pub fn excuse<O: Oracle<Clockworld>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    table.actor_mut(who).demand = None;
    oracle.tell(Audience::All, || Event::Contest(ContestEvent::Excused { who }));
}
