//! What must hold before an Incidental: whose Turn it is, what is at hand, who is near.

use super::{Act, LONGEST_SPEECH, hands, takes_action};
use crate::{
    Clockworld,
    actions::task::{Object, TaskName},
    sheet::ThingId,
    table::{Mode, Table, Taken, Whereabouts, Wholeness},
    turn,
};
use referee_engine::{ActorId, Refusal, rule, space::Cell};

/// CW-258, CW-260, CW-R132: may an Action be taken for a further handling?
pub(super) fn may_handle_again(book: &Clockworld, table: &Table, who: ActorId, act: &Act) -> Result<(), Refusal> {
    let Some(thing) = act.handles() else { return Ok(()) };
    Ok(turn::may_spend(book, table, who, &Taken::Task(TaskName::Handle, Object::Thing(thing)), false)?)
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
        false => refusal.into(),
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
fn can_be_picked_up(table: &Table, thing: ThingId) -> bool {
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
        let place = Cell::at_height(cell, own.z);
        space.is_adjacent(own, place) || table.within(own, place, reach)
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
