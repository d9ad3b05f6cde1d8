//! Declaring intentions (SE-041, SE-049, SE-D10, SE-D11), and changing them (SE-R27, SE-R28).

use super::{Intention, Part, Phase, Place, RoundEvent, Segment, Stage, order, segment};
use crate::{
    Event, Segments,
    house::{Declare as How, IntentionLock},
    table::{Speed, Table},
};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle, Seat, act::Why, bar};

/// Those for whom it is to declare now.
pub fn due<'t>(book: &'t Segments, table: &'t Table) -> impl Iterator<Item = ActorId> + 't {
    let declaring = table.clock.mode == Speed::Segmented && table.round.phase == Phase::Declaring;
    let gms_only = waits_for_the_gm(book, table);
    let is_open = |who: ActorId| table.actor(who).part.place == Place::Undeclared && table.is_able(who);
    let may = move |who: &ActorId| is_open(*who) && (!gms_only || table.is_gms(*who));
    table.ids().filter(move |who| declaring && table.over.is_none() && may(who))
}

/// SE-041, SE-R117: has somebody still to declare?
pub fn somebody_has_to_declare(table: &Table) -> bool {
    table.actors.iter().any(|actor| actor.part.place == Place::Undeclared)
}

/// SE-R26: in the open, the GM's choices are recorded first. Is one of them to come?
fn waits_for_the_gm(book: &Segments, table: &Table) -> bool {
    let to_come = |who: ActorId| table.actor(who).part.place == Place::Undeclared && table.is_gms(who);
    book.house.declare == How::Open && table.ids().any(to_come)
}

/// Is it for this one to declare now? SE-R26: in the open, the GM's choices are recorded first.
pub fn is_due<'t>(book: &Segments, table: &'t Table, who: ActorId) -> Result<(), Why<'t>> {
    table.may_act(who)?;
    if table.clock.mode != Speed::Segmented || table.round.phase != Phase::Declaring {
        return Err(bar!("SE-041", "not-now", "intentions are declared at the beginning of a round"));
    }
    let name = table.name(who);
    match table.actor(who).part.place {
        Place::Undeclared => {}
        Place::Out => return Err(bar!("SE-R19", "no-part", "{} has no part in this round", name)),
        Place::Done => {
            return Err(bar!("SE-R87", "owes", "{} owes this round's action and declares nothing", name));
        }
        _ if table.actor(who).down => {
            return Err(bar!("SE-113", "down", "{} is Down and must Ready", name).allowing(&["ready"]));
        }
        Place::Declared | Place::Waiting | Place::Acting | Place::Assisting | Place::Lost => {
            return Err(bar!("SE-R27", "declared", "{} has declared; that is binding", name));
        }
    }
    if !table.is_gms(who) && waits_for_the_gm(book, table) {
        return Err(bar!("SE-R26", "gm-first", "the GM's choices are recorded first"));
    }
    Ok(())
}

/// Who can be helped (SE-R33): an ally in the scene, able to act.
pub fn may_help(table: &Table, who: ActorId, ally: ActorId) -> bool {
    ally != who && ally.index() < table.actors.len() && table.allied(who, ally) && table.is_able(ally)
}

/// SE-118: whoever is held fast cannot Dash.
pub fn can_dash(table: &Table, who: ActorId) -> bool {
    !table.suffers(who, |status| status.holds)
}

/// SE-118, SE-074: whoever is held fast cannot Dash, and an Ability is for those who have one.
pub fn is_possible<'t>(table: &'t Table, who: ActorId, intention: Intention) -> Result<(), Why<'t>> {
    if intention == Intention::Dash && !can_dash(table, who) {
        return Err(bar!("SE-118", "held", "{} is held fast and cannot Dash", table.name(who)));
    }
    if intention == Intention::Ability && table.sheet(who).abilities.is_empty() {
        return Err(bar!("SE-074", "no-ability", "{} has no ability", table.name(who)));
    }
    Ok(())
}

/// SE-R26: is this one's declaration kept from the others until all have declared?
pub fn is_hidden(book: &Segments, table: &Table, who: ActorId) -> bool {
    table.round.phase == Phase::Declaring && (book.house.declare == How::Secret || table.is_gms(who))
}

/// SE-R26: those whose declaration this seat has not heard. That whoever is Down must Ready is known to all (SE-113).
pub fn kept_from<'t>(book: &'t Segments, table: &'t Table, seat: Seat) -> impl Iterator<Item = ActorId> + 't {
    let is_secret = move |who: &ActorId| !seat.plays(*who) && is_hidden(book, table, *who);
    let has_declared = |who: &ActorId| table.actor(*who).part.intention.is_some() && !table.actor(*who).down;
    table.ids().filter(is_secret).filter(has_declared)
}

pub(crate) fn set(table: &mut Table, who: ActorId, intention: Intention, ally: Option<ActorId>, slow_ready: bool) {
    let order = order::value(table, who, intention, slow_ready).unwrap_or(i16::MIN);
    let part = &mut table.actor_mut(who).part;
    (part.intention, part.ally, part.slow_ready, part.order) = (Some(intention), ally, slow_ready, order);
    part.place = if intention == Intention::Assist { Place::Assisting } else { Place::Declared };
}

/// When nobody is left to declare: all is shown, the order is set (SE-042, SE-043), and the first segment comes.
pub(crate) fn set_order<O: Oracle<Segments>>(book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
    for (who, actor, _) in table.roster() {
        if let Some(intention) = actor.part.intention.filter(|_| is_hidden(book, table, who)) {
            let to = Audience::AllBut(ActorSet::EMPTY.with(who));
            oracle.tell(to, || Event::Round(RoundEvent::Declared { who, intention, ally: actor.part.ally }));
        }
    }
    table.round.order = order::sort(book, table, oracle)?;
    (table.round.phase, table.round.next) = (Phase::Acting, 0);
    for &who in &table.round.order {
        if let Part { intention: Some(intention), order: value, .. } = table.actor(who).part {
            oracle.tell(Audience::All, || Event::Round(RoundEvent::Placed { who, value, intention }));
        }
    }
    Ok(())
}

/// SE-R27 (`delay`), SE-R28: may the kind of action be changed now? The GM may allow a change; by itself only `delay` allows
/// one.
pub fn may_change_now<'t>(book: &Segments, table: &'t Table, who: ActorId, gm: bool) -> Result<(), Why<'t>> {
    table.may_act(who)?;
    let under_way = segment::under_way(table, who)?;
    if under_way.acted || under_way.moved || under_way.stage != Stage::First || table.actor(who).down {
        let late = "a change is made when the segment comes, before anything else";
        return Err(bar!("SE-R28", "too-late", late));
    }
    if !gm && book.house.intention_lock == IntentionLock::Strict {
        return Err(bar!("SE-R27", "binding", "the kind of action is binding"));
    }
    Ok(())
}

/// SE-R27 (`delay`), SE-R28: to this? The GM may allow a change to the same or a lower Mod.
pub fn may_change_to(table: &Table, who: ActorId, to: Intention, gm: bool) -> Result<(), Why<'_>> {
    let declared = table.actor(who).part.intention.unwrap_or(Intention::Standard);
    let Some(modifier) = to.modifier().filter(|_| to != declared) else {
        return Err(if gm {
            bar!("SE-R28", "no-change", "{} is no change to make now", to.word())
        } else {
            bar!("SE-R27", "no-change", "{} is no change to make now", to.word())
        });
    };
    if gm && modifier > declared.modifier().unwrap_or(i16::MIN) {
        return Err(bar!("SE-R28", "higher-mod", "{} has a higher Mod than {}", to.word(), declared.word()));
    }
    is_possible(table, who, to)
}

/// The kind of action is changed: with the GM's leave the place in the order stays (SE-R28); with `delay` one acts at Quick
/// and the new Mod if that is later, else at once, never sooner than declared (SE-R27).
pub fn change<O: Oracle<Segments>>(table: &mut Table, who: ActorId, to: Intention, gm: bool, oracle: &mut O) {
    oracle.tell(Audience::All, || Event::Round(RoundEvent::Changed { who, intention: to, gm }));
    let before = table.actor(who).part.order;
    let value = order::value(table, who, to, false).unwrap_or(before);
    let stepped_in = table.round.under_way.len() > 1;
    let part = &mut table.actor_mut(who).part;
    (part.intention, part.slow_ready) = (Some(to), false);
    if gm || value >= before || stepped_in {
        return;
    }
    part.order = value;
    // Later: it goes back among those who are still to come.
    table.round.under_way.pop();
    let rank = order::rank(table, who);
    let next = usize::from(table.round.next);
    let later = table.round.order[next..].iter().take_while(|&&other| order::rank(table, other) > rank).count();
    if later == 0 {
        table.round.under_way.push(Segment::new(who, Stage::First));
        return;
    }
    table.actor_mut(who).part.place = Place::Declared;
    table.round.order.remove(next - 1);
    table.round.order.insert(next - 1 + later, who);
    table.round.next -= 1;
}

/// While the others declare, the GM's hand or a strike at somebody who is pushed about can change who is to: who can take part
/// no more is not waited for, and who is Down must Ready (SE-113).
pub(super) fn look_again<O: Oracle<Segments>>(table: &mut Table, oracle: &mut O) {
    for who in table.ids() {
        let place = table.actor(who).part.place;
        if !table.is_able(who) && matches!(place, Place::Undeclared | Place::Declared | Place::Assisting) {
            table.actor_mut(who).part.place = Place::Out;
        } else if table.actor(who).down && place == Place::Undeclared {
            set(table, who, Intention::Ready, None, false);
            oracle.tell(Audience::All, || Event::Round(RoundEvent::Forced { who }));
        }
    }
}
