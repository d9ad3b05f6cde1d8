//! Incidentals: small acts that need no Action and no Check (CW-019, CW-251 to CW-261).

use crate::{
    Clockworld, Event, Question,
    actions::task::{Object, TaskName},
    harm,
    sheet::ThingId,
    sneak,
    table::{Grip, Mode, Table, Taken, Whereabouts, Wholeness},
    turn,
};
use referee_engine::{ActorId, Flow, Oracle, Refusal, Who, rule, space::Sides};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CW-256: what is said in a Turn is a few quick lines.
pub const LONGEST_SPEECH: usize = 280;

/// An Incidental as it is declared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Incidental {
    /// Who does it.
    pub actor: ActorId,
    /// What.
    pub act: Act,
}

/// CW-252, CW-253: what one quick motion is enough for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Take something that is worn or carried into the hand.
    Draw(ThingId),
    /// Put something held back, in sight or out of it.
    Holster {
        /// What.
        thing: ThingId,
        /// Out of sight?
        hidden: bool,
    },
    /// Pick up something that lies near.
    PickUp(ThingId),
    /// Lay something held down.
    PutDown(ThingId),
    /// Give something held to a friend near by.
    HandOver {
        /// What.
        thing: ThingId,
        /// To whom.
        to: ActorId,
    },
    /// CW-261, CW-D56: tip a table, or turn one that is tipped: from where it gives Cover, in degrees.
    Tip {
        /// What.
        thing: ThingId,
        /// Against what comes from there.
        from: u16,
    },
    /// Open a door, pull a lever.
    Open(ThingId),
    /// Close a door, push a lever back.
    Close(ThingId),
    /// CW-R133: let something fall. At any time.
    Drop(ThingId),
    /// CW-R117: put down what is carried with both hands.
    SetDown,
    /// CW-252, CW-R136: say a few words. At any time.
    Speak(String),
}

impl Act {
    /// CW-257: the object that is handled. CW-R133: letting go is no handling.
    pub fn handles(&self) -> Option<ThingId> {
        match *self {
            Act::Draw(thing)
            | Act::PickUp(thing)
            | Act::PutDown(thing)
            | Act::Open(thing)
            | Act::Close(thing)
            | Act::Holster { thing, .. }
            | Act::HandOver { thing, .. }
            | Act::Tip { thing, .. } => Some(thing),
            Act::Drop(_) | Act::SetDown | Act::Speak(_) => None,
        }
    }

    /// CW-R136: possible outside one's own Turn?
    fn is_at_any_time(&self) -> bool {
        matches!(self, Act::Drop(_) | Act::Speak(_))
    }
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentalEvent {
    /// It was done.
    Done {
        /// Who.
        who: ActorId,
        /// What.
        act: Act,
        /// CW-258: did it take an Action?
        action: bool,
    },
    /// CW-R134: the GM found it out of reason.
    Refused {
        /// Who.
        who: ActorId,
    },
    /// CW-198: it does not open.
    Locked {
        /// Who.
        who: ActorId,
        /// What.
        thing: ThingId,
    },
}

/// What may be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentalQuestion {
    /// CW-D54, CW-D55, to the GM who is asked before every Check: Incidental, or too long for the Turn; for the handling
    /// of an object also: an Action.
    Allow {
        /// Who.
        who: ActorId,
        /// What.
        act: Act,
    },
    /// To the GM: does what has a lock open at all?
    Locked {
        /// Who tries.
        who: ActorId,
        /// What.
        thing: ThingId,
    },
}

impl IncidentalQuestion {
    /// How many options there are.
    pub fn options(&self) -> usize {
        match self {
            IncidentalQuestion::Allow { act, .. } if act.handles().is_some() => 3,
            IncidentalQuestion::Allow { .. } | IncidentalQuestion::Locked { .. } => 2,
        }
    }

    /// The option that declines, if there is one; it is the first.
    pub fn decline(&self) -> Option<usize> {
        None
    }
}

/// CW-257, CW-258, CW-R131: has this Character handled it before, so that it takes an Action now?
pub fn takes_action(table: &Table, who: ActorId, act: &Act) -> bool {
    act.handles().is_some_and(|thing| table.actor(who).turn.touched.contains(&thing))
}

/// Does what was declared, or refuses it.
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    intent: &Incidental,
    oracle: &mut O,
) -> Flow<()> {
    let (who, act) = (intent.actor, &intent.act);
    legal(book, table, who, act)?;
    let mut action = takes_action(table, who, act);
    // CW-254, CW-255, CW-R134: reason is the limit, and the GM says where it is.
    if table.gm_before_every_check && !action {
        let question = Question::Incidental(IncidentalQuestion::Allow { who, act: act.clone() });
        match oracle.ask(table, Who::Gm, &question)? {
            0 => {}
            1 => {
                oracle.tell(sneak::audience(table, who), || Event::Incidental(IncidentalEvent::Refused { who }));
                return Ok(());
            }
            _ => {
                action = true;
                may_handle_again(book, table, who, act)?;
            }
        }
    }
    if let Some(thing) = act.handles() {
        let actor = table.actor_mut(who);
        if !actor.turn.touched.contains(&thing) {
            actor.turn.touched.push(thing);
        }
        if action {
            // CW-R132: a Task Action with no Check, named "handle" and the object.
            turn::spend(book, table, who, Taken::Task(TaskName::Handle, Object::Thing(thing)), false);
        }
        if let (Act::Open(_), true) = (act, has_lock(table, thing)) {
            let question = Question::Incidental(IncidentalQuestion::Locked { who, thing });
            if oracle.ask(table, Who::Gm, &question)? == 1 {
                oracle.tell(sneak::audience(table, who), || Event::Incidental(IncidentalEvent::Locked { who, thing }));
                return Ok(());
            }
        }
    }
    oracle.tell(sneak::audience(table, who), || {
        Event::Incidental(IncidentalEvent::Done { who, act: act.clone(), action })
    });
    perform(table, who, act, oracle);
    // CW-R112: words are heard, and so is an Action that is not done Sneakily. A quick motion is no Action.
    if action || matches!(act, Act::Speak(_)) {
        sneak::acted_openly(table, who, oracle);
    }
    sneak::notice_in_plain_view(table, oracle);
    Ok(())
}

/// A lock that nobody has got past yet.
fn has_lock(table: &Table, thing: ThingId) -> bool {
    let state = table.thing(thing);
    table.thing_sheet(thing).crack_rank.is_some() && !state.cracked && !state.dismantled
}

fn perform<O: Oracle<Clockworld>>(table: &mut Table, who: ActorId, act: &Act, oracle: &mut O) {
    let place = table.actor(who).place;
    match *act {
        Act::Draw(thing) | Act::PickUp(thing) => take(table, who, thing),
        Act::Holster { thing, hidden } => {
            table.let_go(who, thing, if hidden { Whereabouts::Hidden(who) } else { Whereabouts::Worn(who) });
        }
        Act::PutDown(thing) => table.let_go(who, thing, Whereabouts::Place(place)),
        Act::HandOver { thing, to } => {
            table.let_go(who, thing, Whereabouts::Place(place));
            take(table, to, thing);
        }
        Act::Tip { thing, from } => tip(table, thing, from),
        Act::Open(thing) => operate(table, thing, true),
        Act::Close(thing) => operate(table, thing, false),
        Act::Drop(thing) => harm::drop_thing(table, who, thing, oracle),
        Act::SetDown => harm::put_down(table, who),
        Act::Speak(_) => {}
    }
}

/// Puts a thing into as many free hands as it fills.
fn take(table: &mut Table, who: ActorId, thing: ThingId) {
    let need = hands(table, thing);
    let free = table.free_arms(who);
    let arms: SmallVec<[u8; 4]> = (0..32).filter(|&arm| free.contains(arm)).take(need).collect();
    let actor = table.actor_mut(who);
    actor.held.extend(arms.into_iter().map(|arm| Grip { arm, thing }));
    table.thing_mut(thing).at = Whereabouts::Held(who);
}

fn hands(table: &Table, thing: ThingId) -> usize {
    usize::from(table.thing_sheet(thing).hands.max(1))
}

/// CW-261, CW-252: it stands on its edge now and gives Cover from one side only.
fn tip(table: &mut Table, thing: ThingId, from: u16) {
    table.thing_mut(thing).tipped = Some(from);
    if let Some(at) = table.thing(thing).piece {
        let piece = &mut table.pieces[usize::from(at)];
        piece.cover = 1;
        piece.from = Sides::From(SmallVec::from_slice(&[from]));
    }
}

/// An open door hinders neither sight nor way.
fn operate(table: &mut Table, thing: ThingId, open: bool) {
    table.thing_mut(thing).open = open;
    let shut = (&table.setup.things[usize::from(thing.0)].piece, table.thing(thing).piece);
    if let (Some(shut), Some(at)) = shut {
        let (sight, way) = (shut.blocks_sight, shut.blocks_move);
        let piece = &mut table.pieces[usize::from(at)];
        piece.blocks_sight = sight && !open;
        piece.blocks_move = way && !open;
    }
}

/// CW-258, CW-260, CW-R132: may an Action be taken for a further handling?
fn may_handle_again(book: &Clockworld, table: &Table, who: ActorId, act: &Act) -> Result<(), Refusal> {
    let Some(thing) = act.handles() else { return Ok(()) };
    turn::may_spend(book, table, who, &Taken::Task(TaskName::Handle, Object::Thing(thing)), false)
}

/// Everything that must hold before an Incidental.
pub fn legal(book: &Clockworld, table: &Table, who: ActorId, act: &Act) -> Result<(), Refusal> {
    may_at_all(table, who, act)?;
    let name = table.name(who);
    let refuse = |rule, code: &str, why: String| Err(Refusal::by(rule, code, why));
    if act.handles().is_some_and(|thing| usize::from(thing.0) >= table.things.len()) {
        return Err(Refusal::plain("unknown-thing", "there is no such thing"));
    }
    if act.handles().is_some() && table.is_pinned(who) {
        return refuse(rule!("CW-R94"), "pinned", format!("{name} is Pinned and cannot handle anything"));
    }
    match act {
        Act::Draw(thing) => {
            let at = table.thing(*thing).at;
            if at != Whereabouts::Worn(who) && at != Whereabouts::Hidden(who) {
                return refuse(rule!("CW-252"), "not-carried", format!("{name} does not carry that"));
            }
            free_hands(table, who, *thing)?;
        }
        Act::PickUp(thing) => {
            if !can_be_picked_up(table, *thing) {
                return refuse(rule!("CW-253"), "not-there", format!("{name} cannot pick that up"));
            }
            near(table, who, *thing)?;
            free_hands(table, who, *thing)?;
        }
        Act::Holster { thing, .. } | Act::PutDown(thing) | Act::Drop(thing) => holds(table, who, *thing)?,
        Act::HandOver { thing, to } => {
            holds(table, who, *thing)?;
            takes_it(table, who, *to)?;
            free_hands(table, *to, *thing)?;
        }
        Act::Tip { thing, from } => {
            let sheet = table.thing_sheet(*thing);
            if !sheet.tips_over || table.thing(*thing).state == Wholeness::Destroyed || *from >= 360 {
                return refuse(rule!("CW-261"), "does-not-tip", format!("{} cannot be tipped so", sheet.name));
            }
            if table.thing(*thing).tipped == Some(*from) {
                return refuse(rule!("CW-261"), "stands-so", format!("{} stands so already", sheet.name));
            }
            near(table, who, *thing)?;
        }
        Act::Open(thing) | Act::Close(thing) => opens(table, who, *thing, matches!(act, Act::Open(_)))?,
        Act::SetDown if table.actor(who).hefting.is_none() => {
            return refuse(rule!("CW-R117"), "carries-nothing", format!("{name} carries nothing with both hands"));
        }
        Act::Speak(words) => speaks(table, who, words)?,
        Act::SetDown => {}
    }
    if takes_action(table, who, act) { may_handle_again(book, table, who, act) } else { Ok(()) }
}

/// CW-019, CW-R136, CW-R98: in its own Turn; letting go and a few words at any time.
fn may_at_all(table: &Table, who: ActorId, act: &Act) -> Result<(), Refusal> {
    if act.is_at_any_time() {
        if who.index() >= table.actors.len() {
            return Err(Refusal::plain("unknown-character", "there is no such Character"));
        }
        if !table.is_active(who) || table.clock.mode == Mode::Aftermath {
            let why = format!("{} cannot do that now", table.name(who));
            return Err(Refusal::by(rule!("CW-R98"), "out-of-action", why));
        }
        return Ok(());
    }
    table.may_act(who).map_err(|refusal| match who.index() < table.actors.len() && !table.has_turn(who) {
        true => {
            let why = format!("outside its Turn {} can only speak and let go", table.name(who));
            Refusal::by(rule!("CW-R136"), "not-your-turn", why)
        }
        false => refusal,
    })
}

fn holds(table: &Table, who: ActorId, thing: ThingId) -> Result<(), Refusal> {
    let held = table.things.get(usize::from(thing.0)).is_some_and(|thing| thing.at == Whereabouts::Held(who));
    match held {
        true => Ok(()),
        false => Err(Refusal::by(rule!("CW-253"), "not-held", format!("{} does not hold that", table.name(who)))),
    }
}

fn free_hands(table: &Table, who: ActorId, thing: ThingId) -> Result<(), Refusal> {
    let need = hands(table, thing);
    if table.free_arms(who).len() as usize >= need {
        return Ok(());
    }
    let (name, what) = (table.name(who), &table.thing_sheet(thing).name);
    Err(Refusal::by(rule!("CW-253"), "no-free-hand", format!("{name} needs {need} free for {what}")))
}

/// Lying about, and light enough for one motion: nothing that is Hefted, passed, opened or built in.
pub fn can_be_picked_up(table: &Table, thing: ThingId) -> bool {
    let (sheet, state) = (table.thing_sheet(thing), table.thing(thing));
    let fixed = sheet.obstacle.is_some() || sheet.operable || sheet.very_large || state.piece.is_some();
    matches!(state.at, Whereabouts::Place(_)) && sheet.heft_rank.is_none() && !fixed && sheet.piece.is_none()
}

/// CW-252: next to it.
fn near(table: &Table, who: ActorId, thing: ThingId) -> Result<(), Refusal> {
    if is_near(table, who, thing) {
        return Ok(());
    }
    let why = format!("{} is not next to {}", table.name(who), table.thing_sheet(thing).name);
    Err(Refusal::by(rule!("CW-252"), "too-far", why))
}

/// Is one of the thing's cells next to this Character, or within its Reach?
pub fn is_near(table: &Table, who: ActorId, thing: ThingId) -> bool {
    let Whereabouts::Place(at) = table.thing(thing).at else { return false };
    let (space, own) = (&table.setup.space, table.actor(who).place);
    let reach = u32::from(table.sheet(who).reach_ft);
    let level = own.z.abs_diff(at.z) <= table.sheet(who).reach_ft.max(5);
    let close = |cell| {
        let place = referee_engine::space::Cell::at_height(cell, own.z);
        space.is_adjacent(own, place) || space.within(own, place, reach)
    };
    let piece = table.thing(thing).piece.map(|piece| &table.pieces[usize::from(piece)]);
    level && (close(at.cell) || piece.is_some_and(|piece| piece.cells.iter().any(|&cell| close(cell))))
}

/// A friend near by who can take something.
fn takes_it(table: &Table, who: ActorId, to: ActorId) -> Result<(), Refusal> {
    let refuse = |why: String| Err(Refusal::by(rule!("CW-253"), "cannot-take-it", why));
    if to.index() >= table.actors.len() || to == who {
        return refuse("there is nobody to take it".into());
    }
    let (from, there) = (table.actor(who).place, table.actor(to).place);
    let close = table.setup.space.is_adjacent(from, there) || table.in_reach(who, to);
    if !close || !table.is_active(to) || table.side_of(to) != table.side_of(who) || table.is_pinned(to) {
        return refuse(format!("{} cannot take it from {}", table.name(to), table.name(who)));
    }
    Ok(())
}

fn opens(table: &Table, who: ActorId, thing: ThingId, open: bool) -> Result<(), Refusal> {
    let (sheet, state) = (table.thing_sheet(thing), table.thing(thing));
    let refuse = |code: &str, why: String| Err(Refusal::by(rule!("CW-252"), code, why));
    if !sheet.operable || state.state == Wholeness::Destroyed {
        return refuse("does-not-open", format!("{} cannot be opened or closed", sheet.name));
    }
    if state.open == open {
        let how = if open { "open" } else { "closed" };
        return refuse("is-so", format!("{} is {how} already", sheet.name));
    }
    let piece = state.piece.map(|at| &table.pieces[usize::from(at)]);
    let stands_in = |cell| table.standing_in(cell, ActorId(u16::MAX));
    if let Some(other) = piece.filter(|_| !open).and_then(|piece| piece.cells.iter().find_map(|&cell| stands_in(cell)))
    {
        return refuse("in-the-way", format!("{} stands in the way", table.name(other)));
    }
    near(table, who, thing)
}

/// CW-161, CW-255, CW-256: a few quick lines, from somebody who can speak.
fn speaks(table: &Table, who: ActorId, words: &str) -> Result<(), Refusal> {
    let name = table.name(who);
    if !table.can_speak(who) {
        return Err(Refusal::by(rule!("CW-161"), "cannot-speak", format!("{name} cannot speak")));
    }
    if words.trim().is_empty() || words.chars().count() > LONGEST_SPEECH {
        let why = format!("a few quick lines fit into a Turn, up to {LONGEST_SPEECH} characters");
        return Err(Refusal::by(rule!("CW-255"), "too-long", why));
    }
    Ok(())
}
