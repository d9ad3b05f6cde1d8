//! Persuade: makes somebody do one thing (CW-128 to CW-134), and what binds it until then (CW-R82).

use super::{
    ContestName, Start, Targets, any_of_others,
    bout::{Defender, Guard, oppose},
    deceive::LONGEST,
    distract::reaches,
    may_start, names, warn,
};
use crate::{
    acts::task::{Object, TaskName},
    acts::{prelude::*, value::thing_key},
    check::Cause,
    harm,
    table::{Actor, Demand},
};

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

/// The kind of demand. The last two are never within reason (CW-130).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DemandWord {
    Surrender,
    Drop,
    DropHeld,
    Speak,
    Small,
    Act,
    AttackAlly,
    HarmItself,
}

impl Value<Clockworld> for DemandWord {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        use DemandWord::*;
        vec![Surrender, Drop, DropHeld, Speak, Small, Act, AttackAlly, HarmItself]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match self {
            DemandWord::Surrender => Choice::new("surrender", "Surrender"),
            DemandWord::Drop => Choice::new("drop", "Drop something"),
            DemandWord::DropHeld => Choice::new("drop-held", "Drop all it holds"),
            DemandWord::Speak => Choice::new("speak", "Say something, give away a secret"),
            DemandWord::Small => Choice::new("small", "Do something small (Incidental)"),
            DemandWord::Act => Choice::new("act", "Take an Action"),
            DemandWord::AttackAlly => Choice::new("attack-ally", "Attack an ally"),
            DemandWord::HarmItself => Choice::new("harm-itself", "Do itself harm"),
        }
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

/// What the Target holds, if it is one.
fn held(act: &Persuade, see: See<'_, '_>, _: Option<ActorId>) -> Vec<HeldThing> {
    match act.target.value().map(|targets| &targets.0[..]) {
        Some(&[target]) if see.exists(target) => see.held(target).map(HeldThing).collect(),
        _ => Vec::new(),
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

impl ActionKind {
    /// In words.
    pub const fn word(self) -> &'static str {
        match self {
            ActionKind::Attack => "Attack",
            ActionKind::Contest => "Contest",
            ActionKind::Move => "Move",
            ActionKind::Task => "Task",
            ActionKind::Defend => "Defend",
        }
    }
}

impl Value<Clockworld> for ActionKind {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![ActionKind::Task, ActionKind::Move, ActionKind::Defend, ActionKind::Attack, ActionKind::Contest]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(self.word())
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
                format!("{what} ({}{on})", kind.word())
            }
            Demanded::AttackAlly(ally) => format!("attack {}", table.name(*ally)),
            Demanded::HarmItself => "do itself harm".into(),
        }
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

/// CW-130, CW-131, CW-R83: nothing suicidal, nothing hostile to its own allies, and only what the Target can do.
fn within_reason<'t>(table: &'t Table, targets: &[ActorId], demand: &Demanded) -> Result<(), Why<'t>> {
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
