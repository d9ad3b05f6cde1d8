//! Declaring intentions (SE-041, SE-049, SE-D10, SE-D11), and changing them (SE-R27, SE-R28).

use super::{Intention, Part, Phase, Place, RoundEvent, Segment, Stage, order, segment};
use crate::{
    Event, Question, Segments,
    house::{Declare as How, IntentionLock},
    table::{Speed, Table},
};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle, Refusal, Who, rule};
use serde::{Deserialize, Serialize};

/// A declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Declaration {
    /// Whose.
    pub who: ActorId,
    /// What.
    pub intention: Intention,
    /// SE-R33: whom it helps.
    pub ally: Option<ActorId>,
    /// SE-R115: the Ready is with a slow object.
    pub slow_ready: bool,
}

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
pub fn is_due(book: &Segments, table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    if table.clock.mode != Speed::Segmented || table.round.phase != Phase::Declaring {
        return Err(Refusal::by(rule!("SE-041"), "not-now", "intentions are declared at the beginning of a round"));
    }
    let name = table.name(who);
    match table.actor(who).part.place {
        Place::Undeclared => {}
        Place::Out => return Err(Refusal::by(rule!("SE-R19"), "no-part", format!("{name} has no part in this round"))),
        Place::Done => {
            return Err(Refusal::by(
                rule!("SE-R87"),
                "owes",
                format!("{name} owes this round's action and declares nothing"),
            ));
        }
        _ if table.actor(who).down => {
            let why = format!("{name} is Down and must Ready");
            return Err(Refusal::by(rule!("SE-113"), "down", why).allowing(["ready"]));
        }
        _ => return Err(Refusal::by(rule!("SE-R27"), "declared", format!("{name} has declared; that is binding"))),
    }
    if !table.is_gms(who) && waits_for_the_gm(book, table) {
        return Err(Refusal::by(rule!("SE-R26"), "gm-first", "the GM's choices are recorded first"));
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
fn is_possible(table: &Table, who: ActorId, intention: Intention) -> Result<(), Refusal> {
    if intention == Intention::Dash && !can_dash(table, who) {
        let why = format!("{} is held fast and cannot Dash", table.name(who));
        return Err(Refusal::by(rule!("SE-118"), "held", why));
    }
    if intention == Intention::Ability && table.sheet(who).abilities.is_empty() {
        return Err(Refusal::by(rule!("SE-074"), "no-ability", format!("{} has no ability", table.name(who))));
    }
    Ok(())
}

/// May this be declared?
pub fn legal(book: &Segments, table: &Table, declaration: &Declaration) -> Result<(), Refusal> {
    let Declaration { who, intention, ally, slow_ready } = *declaration;
    is_due(book, table, who)?;
    if (intention == Intention::Assist) != ally.is_some() || ally.is_some_and(|ally| !may_help(table, who, ally)) {
        return Err(Refusal::by(rule!("SE-R33"), "ally", "a helper names an ally in the scene who is able to act"));
    }
    is_possible(table, who, intention)?;
    if slow_ready && !(book.house.slow_ready && intention == Intention::Ready) {
        return Err(Refusal::by(rule!("SE-R115"), "slow-ready", "a Ready is a Ready, whatever the object"));
    }
    Ok(())
}

/// SE-041: somebody declares. Before all have, others hear it only as SE-R26 says.
pub fn declare<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    declaration: &Declaration,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, declaration)?;
    }
    let Declaration { who, intention, ally, slow_ready } = *declaration;
    if let Some(ally) = ally.filter(|_| table.ask_gm) {
        // SE-D12: whether helping is possible.
        if oracle.ask(table, Who::Gm, &Question::Help { who, ally })? == 1 {
            oracle.tell(Audience::All, || Event::Round(RoundEvent::NoHelp { who, ally }));
            return Ok(()); // it is still to declare
        }
    }
    set(table, who, intention, ally, slow_ready);
    let hidden = is_hidden(book, table, who);
    let to = if hidden { Audience::only(who) } else { Audience::All };
    oracle.tell(to, || Event::Round(RoundEvent::Declared { who, intention, ally }));
    if hidden {
        oracle.tell(Audience::All, || Event::Round(RoundEvent::Chose { who }));
    }
    if somebody_has_to_declare(table) { Ok(()) } else { set_order(book, table, oracle) }
}

/// SE-R26: is this one's declaration kept from the others until all have declared?
pub fn is_hidden(book: &Segments, table: &Table, who: ActorId) -> bool {
    table.round.phase == Phase::Declaring && (book.house.declare == How::Secret || table.is_gms(who))
}

pub(super) fn set(table: &mut Table, who: ActorId, intention: Intention, ally: Option<ActorId>, slow_ready: bool) {
    let order = order::value(table, who, intention, slow_ready).unwrap_or(i16::MIN);
    let part = &mut table.actor_mut(who).part;
    (part.intention, part.ally, part.slow_ready, part.order) = (Some(intention), ally, slow_ready, order);
    part.place = if intention == Intention::Assist { Place::Assisting } else { Place::Declared };
}

/// SE-R117: may the GM let the round begin? Where somebody has to declare it begins with the last declaration.
pub fn may_begin(table: &Table) -> Result<(), Refusal> {
    if table.clock.mode != Speed::Segmented || table.round.phase != Phase::Declaring || table.over.is_some() {
        return Err(Refusal::by(rule!("SE-R117"), "no-round-to-begin", "no round is to begin now"));
    }
    if somebody_has_to_declare(table) {
        return Err(Refusal::by(rule!("SE-041"), "declaring", "not all have declared"));
    }
    Ok(())
}

/// SE-R117, SE-D29: nobody has to declare, and the GM lets the round begin in place of restarting the clock.
pub fn begin<O: Oracle<Segments>>(book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
    may_begin(table)?;
    set_order(book, table, oracle)
}

/// When nobody is left to declare: all is shown, the order is set (SE-042, SE-043), and the first segment comes.
fn set_order<O: Oracle<Segments>>(book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
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

/// SE-R27 (`delay`), SE-R28: may the kind of action be changed to this? The GM may allow a change to the same or a lower
/// Mod; by itself only `delay` allows one.
pub fn may_change(book: &Segments, table: &Table, who: ActorId, to: Intention, gm: bool) -> Result<(), Refusal> {
    table.may_act(who)?;
    let under_way = segment::under_way(table, who)?;
    let declared = table.actor(who).part.intention.unwrap_or(Intention::Standard);
    if under_way.acted || under_way.moved || under_way.stage != Stage::First || table.actor(who).down {
        return Err(Refusal::by(
            rule!("SE-R28"),
            "too-late",
            "a change is made when the segment comes, before anything else",
        ));
    }
    if !gm && book.house.intention_lock == IntentionLock::Strict {
        return Err(Refusal::by(rule!("SE-R27"), "binding", "the kind of action is binding"));
    }
    let Some(modifier) = to.modifier().filter(|_| to != declared) else {
        let rule = if gm { rule!("SE-R28") } else { rule!("SE-R27") };
        return Err(Refusal::by(rule, "no-change", format!("{} is no change to make now", to.word())));
    };
    if gm && modifier > declared.modifier().unwrap_or(i16::MIN) {
        let why = format!("{} has a higher Mod than {}", to.word(), declared.word());
        return Err(Refusal::by(rule!("SE-R28"), "higher-mod", why));
    }
    is_possible(table, who, to)
}

/// The kind of action is changed: with the GM's leave the place in the order stays (SE-R28); with `delay` one acts at Quick
/// and the new Mod if that is later, else at once, never sooner than declared (SE-R27).
pub fn change<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    to: Intention,
    gm: bool,
    oracle: &mut O,
) -> Flow<()> {
    may_change(book, table, who, to, gm)?;
    oracle.tell(Audience::All, || Event::Round(RoundEvent::Changed { who, intention: to, gm }));
    let before = table.actor(who).part.order;
    let value = order::value(table, who, to, false).unwrap_or(before);
    let stepped_in = table.round.under_way.len() > 1;
    let part = &mut table.actor_mut(who).part;
    (part.intention, part.slow_ready) = (Some(to), false);
    if gm || value >= before || stepped_in {
        return Ok(());
    }
    part.order = value;
    // Later: it goes back among those who are still to come.
    table.round.under_way.pop();
    let rank = order::rank(table, who);
    let next = usize::from(table.round.next);
    let later = table.round.order[next..].iter().take_while(|&&other| order::rank(table, other) > rank).count();
    if later == 0 {
        table.round.under_way.push(Segment::new(who, Stage::First));
        return Ok(());
    }
    table.actor_mut(who).part.place = Place::Declared;
    table.round.order.remove(next - 1);
    table.round.order.insert(next - 1 + later, who);
    table.round.next -= 1;
    Ok(())
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
