//! What can be demanded of somebody, and what binds it until it is done (CW-129 to CW-131, CW-R82).

use crate::{
    acts::{
        prelude::*,
        task::{Object, TaskName},
        value::thing_key,
    },
    table::{Actor, Demand},
};

named! {
    /// The kind of demand. The last two are never within reason (CW-130).
    pub enum DemandWord for Clockworld {
        Surrender = "surrender" / "Surrender",
        Drop = "drop" / "Drop something",
        DropHeld = "drop-held" / "Drop all it holds",
        Speak = "speak" / "Say something, give away a secret",
        Small = "small" / "Do something small (Incidental)",
        Act = "act" / "Take an Action",
        AttackAlly = "attack-ally" / "Attack an ally",
        HarmItself = "harm-itself" / "Do itself harm",
    }
}

/// A thing in somebody's hand, by the word of its holder for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HeldThing(pub ThingId);

impl Value<Clockworld> for HeldThing {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        Vec::new() // whose hand it is follows from the Target: `held`
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match see.things.get(usize::from(self.0.0)).map(|thing| thing.at) {
            Some(Whereabouts::Held(holder)) => {
                Choice::new(thing_key(see.table, holder, self.0), see.thing_sheet(self.0).name.clone())
            }
            _ => Choice::default(),
        }
    }
}

/// A thing that stands or lies about, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct On(pub Option<ThingId>);

impl Value<Clockworld> for On {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        let lies = |thing: &ThingId| matches!(see.thing(*thing).at, Whereabouts::Place(_));
        std::iter::once(None).chain(see.thing_ids().filter(lies).map(Some)).map(On).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        self.0.map_or_else(|| Choice::new("none", "Nothing named"), |thing| thing.choice(see, None))
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

named! {
    /// CW-024: the five kinds of Action; the usual one to demand comes first.
    pub enum ActionKind for Clockworld {
        Task = "task" / "Task",
        Move = "move" / "Move",
        Defend = "defend" / "Defend",
        Attack = "attack" / "Attack",
        Contest = "contest" / "Contest",
    }
}

impl ActionKind {
    /// What it takes to do it in words: an Attack or Contest told and not played out counts as a Task.
    pub(super) const fn taken(self) -> Taken {
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

impl Demanded {
    /// CW-129: what is demanded, after "must".
    pub fn words(&self, table: &Table) -> String {
        match self {
            Demanded::Drop(thing) => format!("drop {}", table.thing_sheet(*thing).name),
            Demanded::DropHeld => "drop what it holds".into(),
            Demanded::Speak(words) => format!("say {words:?}"),
            Demanded::Small(what) => what.clone(),
            Demanded::Surrender => "surrender".into(),
            Demanded::Act { kind, what, on } => {
                let what = if what.is_empty() { "act" } else { what };
                let on = on.map_or(String::new(), |thing| format!(" on {}", table.thing_sheet(thing).name));
                format!("{what} ({kind}{on})")
            }
            Demanded::AttackAlly(ally) => format!("attack {}", table.name(*ally)),
            Demanded::HarmItself => "do itself harm".into(),
        }
    }
}

/// CW-130, CW-131, CW-R83: nothing suicidal, nothing hostile to its own allies, and only what the Target can do.
pub(super) fn within_reason<'t>(table: &'t Table, targets: &[ActorId], demand: &Demanded) -> Result<(), Why<'t>> {
    match demand {
        Demanded::AttackAlly(_) => {
            Err(bar!("CW-130", "out-of-reason", "nobody is Persuaded to attack its allies").moot())
        }
        Demanded::HarmItself => {
            Err(bar!("CW-130", "out-of-reason", "nobody is Persuaded to do something suicidal").moot())
        }
        Demanded::Drop(thing) => {
            let held = table.things.get(usize::from(thing.0)).map(|thing| thing.at);
            match (held, targets) {
                (Some(Whereabouts::Held(holder)), &[target]) if holder == target => Ok(()),
                _ => Err(bar!("CW-131", "cannot-comply", "only the one who holds a thing can drop it")),
            }
        }
        Demanded::DropHeld => match targets.iter().find(|&&target| table.actor(target).held.is_empty()) {
            Some(&target) => Err(bar!("CW-131", "cannot-comply", "{} holds nothing", table.name(target))),
            None => Ok(()),
        },
        Demanded::Speak(_) => match targets.iter().find(|&&target| !table.can_speak(target)) {
            Some(&target) => Err(bar!("CW-131", "cannot-comply", "{} cannot speak", table.name(target))),
            None => Ok(()),
        },
        Demanded::Act { kind, on: Some(thing), .. }
            if *kind != ActionKind::Task || usize::from(thing.0) >= table.things.len() =>
        {
            Err(bar!("CW-131", "cannot-comply", "only a Task is about a thing"))
        }
        Demanded::Small(_) | Demanded::Surrender | Demanded::Act { .. } => Ok(()),
    }
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
        // CW-273: it need not know who has Persuaded it.
        Some(_) => {
            let words = "{} has been Persuaded and must comply";
            Err(bar!("CW-129", "persuaded", words, table.name(who)).allowing(&["comply"]))
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
    let words = "{} must first do what was demanded of it";
    Err(bar!("CW-R82", "persuaded", words, table.name(who)).allowing(&["comply"]))
}

/// CW-R82: an Action of the demanded kind was taken, so the demand is met.
pub fn fulfil(actor: &mut Actor, action: &Taken) {
    if actor.demand.as_ref().is_some_and(|demand| demand.what.is_done_by(action)) {
        actor.demand = None;
    }
}
