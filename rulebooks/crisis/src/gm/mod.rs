//! What only the GM may do: begin and end a crisis, let time pass, say how things are (CR-D01 to CR-D37).

mod correct;

pub use correct::Field;

use crate::{
    Crisis, Event,
    actions::{attack, movement},
    check::GmMod,
    conditions::{self, ConditionKind},
    recovery,
    sheet::{Cover, Effect, Lasts},
    table::{Care, Ending, Group, Mode, Stance, Table},
    turn::{self, order},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule, space::Cell};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// The longest time that passes at once.
pub const LONGEST: u32 = 60 * 86_400;

/// What the GM says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are who and what")]
pub enum GmIntent {
    /// CR-001, CR-D06: a crisis begins, with additional turns for these.
    Begin { ambush: SmallVec<[ActorId; 4]> },
    /// CR-D37.
    EndCrisis,
    /// Time passes, outside a crisis.
    Pass { seconds: u32 },
    /// CR-D06: has somebody noticed another?
    Notice { who: ActorId, of: ActorId, noticed: bool },
    /// CR-D06: is somebody ready for combat?
    Ready { who: ActorId, ready: bool },
    /// CR-D07: these share one initiative roll; the first one's die is used.
    Group { who: SmallVec<[ActorId; 4]> },
    /// A number is corrected.
    Set { who: ActorId, field: Field, value: u8 },
    /// Somebody is put on a square.
    Place { who: ActorId, cell: Cell },
    /// A stance is corrected.
    Pose { who: ActorId, stance: Stance },
    /// CR-190, CR-191, CR-D36: a condition begins, for so many seconds or openly, or ends.
    Condition { who: ActorId, kind: ConditionKind, on: bool, seconds: u32 },
    /// CR-D36.
    Wake { who: ActorId },
    /// CR-D18.
    Cover { from: ActorId, to: ActorId, cover: Option<Cover> },
    /// CR-D19.
    Modifier { of: GmMod, amount: i8 },
    /// CR-025: an Unfavorable Circumstance begins or ends.
    Circumstance { at: u8, on: bool },
    /// CR-D32: the medical row.
    Care { who: ActorId, care: Care },
    /// CR-143, CR-D32.
    Travel { who: ActorId, rough: bool },
    /// CR-145, CR-D32.
    Environment { who: ActorId, poor: bool },
    /// CR-R21.
    Arrive { who: ActorId },
    /// CR-D34.
    Allow { who: ActorId },
    /// CR-R109: a treatment is interrupted.
    Interrupt { who: ActorId },
    /// Something is taken off the map.
    Remove { object: u8 },
    /// Something on the map stands elsewhere now: its first square here, the others as before beside it.
    Shift { object: u8, to: Cell },
}

impl GmIntent {
    /// Is it for the GM's ears only?
    pub fn is_secret(&self) -> bool {
        matches!(
            self,
            GmIntent::Notice { .. }
                | GmIntent::Ready { .. }
                | GmIntent::Group { .. }
                | GmIntent::Cover { .. }
                | GmIntent::Modifier { .. }
                | GmIntent::Begin { .. }
        )
    }

    /// Everybody whom it names.
    fn names(&self) -> SmallVec<[ActorId; 4]> {
        match self {
            GmIntent::Begin { ambush } => ambush.clone(),
            GmIntent::Group { who } => who.clone(),
            GmIntent::Notice { who, of, .. } => SmallVec::from_slice(&[*who, *of]),
            GmIntent::Cover { from, to, .. } => SmallVec::from_slice(&[*from, *to]),
            GmIntent::Ready { who, .. }
            | GmIntent::Set { who, .. }
            | GmIntent::Place { who, .. }
            | GmIntent::Pose { who, .. }
            | GmIntent::Condition { who, .. }
            | GmIntent::Wake { who }
            | GmIntent::Care { who, .. }
            | GmIntent::Travel { who, .. }
            | GmIntent::Environment { who, .. }
            | GmIntent::Arrive { who }
            | GmIntent::Allow { who }
            | GmIntent::Interrupt { who } => SmallVec::from_slice(&[*who]),
            GmIntent::EndCrisis
            | GmIntent::Pass { .. }
            | GmIntent::Modifier { .. }
            | GmIntent::Circumstance { .. }
            | GmIntent::Remove { .. }
            | GmIntent::Shift { .. } => SmallVec::new(),
        }
    }
}

/// Everything that must hold before the GM's word counts.
pub fn legal(table: &Table, intent: &GmIntent) -> Result<(), Refusal> {
    intent.names().into_iter().try_for_each(|who| table.known(who))?;
    let refuse = |code: &str, why: &str| Err(Refusal::plain(code, why));
    match intent {
        GmIntent::Begin { ambush } => order::legal(table, ambush),
        GmIntent::EndCrisis if table.clock.mode != Mode::Crisis => refuse("no-crisis", "there is no crisis"),
        GmIntent::Pass { .. } if table.clock.mode == Mode::Crisis => {
            Err(Refusal::by(rule!("CR-001"), "crisis", "in a crisis time passes by rounds"))
        }
        GmIntent::Pass { seconds } if *seconds == 0 || *seconds > LONGEST => refuse("no-time", "1 second to 60 days"),
        GmIntent::Notice { who, of, .. } if !table.hostile(*who, *of) => refuse("friends", "they know each other"),
        GmIntent::Notice { of, noticed: false, .. } if !table.actor(*of).is_here() => {
            refuse("gone", "there is nobody to overlook")
        }
        GmIntent::Group { who } if who.len() < 2 || who.iter().any(|&one| table.sheet(one).is_pc) => {
            Err(Refusal::by(rule!("CR-040"), "no-group", "a group is two NPCs or more"))
        }
        GmIntent::Place { who, cell } if !table.is_free(*cell, *who) || !table.actor(*who).is_here() => {
            refuse("no-room", "nobody can be put there")
        }
        GmIntent::Pose { who, .. } | GmIntent::Condition { who, .. } | GmIntent::Set { who, .. }
            if table.actor(*who).absent =>
        {
            refuse("absent", "it is not here yet")
        }
        GmIntent::Condition { who, kind, on: false, .. }
            if !table.actor(*who).conditions.iter().any(|known| known.kind == *kind) =>
        {
            refuse("no-condition", "there is no such condition to end")
        }
        GmIntent::Condition { who, on: true, .. } if table.actor(*who).dead => refuse("dead", "it is dead"),
        GmIntent::Wake { who } if !table.actor(*who).knocked_out => {
            Err(Refusal::by(rule!("CR-R87"), "awake", "it has not been knocked out"))
        }
        GmIntent::Circumstance { at, .. } if usize::from(*at) >= table.setup.circumstances.len() => {
            refuse("unknown", "there is no such circumstance")
        }
        GmIntent::Arrive { who } if !table.actor(*who).absent => refuse("here", "it is here already"),
        GmIntent::Arrive { who } if !table.is_free(table.actor(*who).place.cell, *who) => {
            refuse("no-room", "somebody stands where it would arrive")
        }
        GmIntent::Allow { who } if !may_be_allowed(table, *who) => {
            Err(Refusal::by(rule!("CR-R146"), "not-held", "this is for somebody held or bound"))
        }
        GmIntent::Interrupt { who } if table.actor(*who).treating.is_none() => refuse("idle", "it treats nobody"),
        GmIntent::Remove { object } | GmIntent::Shift { object, .. }
            if usize::from(*object) >= table.setup.objects.len() =>
        {
            refuse("unknown", "there is no such thing on the map")
        }
        GmIntent::Shift { object, to } if shifted(table, *object, *to).is_none() => {
            refuse("no-room", "it cannot stand there")
        }
        _ => Ok(()),
    }
}

/// The squares of an object whose first one is moved there: all on the map, and none where somebody is, if nobody could
/// enter them afterwards.
pub fn shifted(table: &Table, object: u8, to: Cell) -> Option<SmallVec<[Cell; 4]>> {
    let object = &table.setup.objects[usize::from(object)];
    let from = *object.cells.first()?;
    let is_taken =
        |cell: Cell| table.actors.iter().any(|actor| actor.is_here() && actor.place.cell == cell) && object.blocks_move;
    let moved = |cell: &Cell| {
        let cell = Cell::new(cell.x.checked_add(to.x - from.x)?, cell.y.checked_add(to.y - from.y)?);
        (table.setup.space.contains(cell) && !is_taken(cell)).then_some(cell)
    };
    object.cells.iter().map(moved).collect()
}

/// What is told of the GM's word. Things on the map are told by their names, which they may not have any more later.
fn told(table: &Table, intent: &GmIntent) -> Event {
    let (object, to) = match intent {
        GmIntent::Remove { object } => (object, None),
        GmIntent::Shift { object, to } => (object, Some(*to)),
        _ => return Event::Gm(intent.clone()),
    };
    Event::Scenery { what: table.setup.objects[usize::from(*object)].name.clone(), to }
}

/// CR-R146, CR-D34: somebody who is held or bound, and nothing worse.
pub fn may_be_allowed(table: &Table, who: ActorId) -> bool {
    let actor = table.actor(who);
    actor.is_held()
        && actor.causes().all(conditions::Cause::may_be_allowed)
        && actor.is_here()
        && !actor.incapacitated
        && !actor.allowed
}

/// Does what the GM says.
pub fn resolve<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, intent: &GmIntent, oracle: &mut O) -> Flow<()> {
    // Where a crisis begins that is looked at once more.
    if O::CHECKS || !matches!(intent, GmIntent::Begin { .. }) {
        legal(table, intent)?;
    }
    let to = if intent.is_secret() { Audience::Gm } else { Audience::All };
    oracle.tell(to, || told(table, intent));
    match intent {
        GmIntent::Begin { ambush } => return order::begin(book, table, ambush, oracle),
        GmIntent::EndCrisis => {
            turn::over(book, table, Ending { winner: None, why: "the GM ends the crisis".into() }, oracle);
        }
        GmIntent::Pass { seconds } => return recovery::pass(book, table, (*seconds).into(), oracle),
        GmIntent::Notice { who, of, noticed } => {
            let actor = table.actor_mut(*who);
            if *noticed { actor.notice(*of) } else { actor.overlook(*of) }
        }
        GmIntent::Ready { who, ready } => table.actor_mut(*who).unready = !ready,
        GmIntent::Group { who } => group(table, who),
        GmIntent::Set { who, field, value } => correct::set(book, table, *who, *field, *value, oracle),
        GmIntent::Place { who, cell } => movement::put(table, *who, *cell),
        GmIntent::Pose { who, stance } => table.actor_mut(*who).stance = *stance,
        GmIntent::Condition { who, kind, on: true, seconds } => {
            let lasts = if *seconds == 0 { Lasts::AsUsual } else { Lasts::Seconds(*seconds) };
            conditions::inflict(book, table, *who, Effect { kind: *kind, lasts }, oracle);
        }
        GmIntent::Condition { who, kind, on: false, .. } => {
            conditions::remove(table, *who, *kind, oracle);
        }
        GmIntent::Wake { who } => {
            recovery::wake(table, *who, oracle);
            crate::harm::settle(book, table, *who, oracle);
        }
        GmIntent::Cover { from, to, cover } => attack::say_cover(table, *from, *to, *cover),
        GmIntent::Modifier { of: GmMod::Roll, amount } => table.said.roll = *amount,
        GmIntent::Modifier { of: GmMod::Damage, amount } => table.said.damage = *amount,
        GmIntent::Modifier { of: GmMod::Reaction, amount } => table.said.reaction = *amount,
        GmIntent::Circumstance { at, on } => {
            if *on {
                table.circumstances.insert(*at)
            } else {
                table.circumstances.remove(at)
            };
        }
        GmIntent::Care { who, care } => table.actor_mut(*who).care = *care,
        GmIntent::Travel { who, rough } => table.actor_mut(*who).rough_travel = *rough,
        GmIntent::Environment { who, poor } => table.actor_mut(*who).poor_environment = *poor,
        GmIntent::Arrive { who } => return order::arrive(book, table, *who, oracle),
        GmIntent::Allow { who } => table.actor_mut(*who).allowed = true,
        GmIntent::Interrupt { who } => recovery::treat::interrupt(table, *who, oracle),
        GmIntent::Remove { object } => {
            Arc::make_mut(&mut table.setup).objects.remove(usize::from(*object));
        }
        GmIntent::Shift { object, to } => {
            if let Some(cells) = shifted(table, *object, *to) {
                Arc::make_mut(&mut table.setup).objects.shift(usize::from(*object), cells);
            }
        }
    }
    Ok(())
}

/// CR-040, CR-D07: a group that shares one initiative roll from now on.
fn group(table: &mut Table, who: &[ActorId]) {
    let setup = Arc::make_mut(&mut table.setup);
    let number = setup.groups.len().min(usize::from(u8::MAX)) as u8;
    setup.groups.push(Group { name: format!("group {}", number + 1), leader: who.first().copied() });
    for one in who {
        setup.sheets[one.index()].group = Some(number);
    }
}
