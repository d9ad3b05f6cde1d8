//! A segment from its start to its end, and what may be done in it (SE-036, SE-037, SE-075, SE-R101, SE-R102).

use super::{Intention, Part, Phase, Place, RoundEvent, Segment, Stage, next_waiter};
use crate::{
    Event, Segments,
    acts::movement,
    check::Causes,
    harm,
    house::ForfeitPaid,
    table::{Out, Speed, Table},
    time,
};
use referee_engine::{ActorId, ActorSet, Audience, Flow, Oracle, act::Why, bar};

/// What an act needs of the segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Skill, attack or other act; `slow` if it needs a slow object.
    Use {
        /// SE-069 to SE-072.
        slow: bool,
    },
    /// SE-054 to SE-058.
    Ready {
        /// To stand up.
        stand: bool,
        /// SE-R115.
        slow: bool,
    },
    /// SE-062.
    Dash,
    /// SE-064.
    Recover,
    /// SE-074.
    Ability,
}

/// SE-036, SE-D17, SE-R27: may this act be done now? In Segmented play: once, in the own segment, as it was declared. In
/// Open anybody may act, in any order (SE-021), who does not have to stand up first (SE-113).
pub fn may<'t>(book: &Segments, table: &'t Table, who: ActorId, needs: Needs) -> Result<(), Why<'t>> {
    match table.clock.mode {
        Speed::Open if matches!(needs, Needs::Ready { stand: true, .. }) => Ok(()),
        Speed::Open => is_upright(table, who),
        Speed::Journeying => Err(bar!("SE-004", "journeying", "a passage is not played turn by turn; stop it first")),
        Speed::Segmented => may_in_segment(book, table, who, needs),
    }
}

/// May a skill be used, an attack be made or something be done now, with whatever object?
pub fn may_use<'t>(book: &Segments, table: &'t Table, who: ActorId) -> Result<(), Why<'t>> {
    let slow = || may(book, table, who, Needs::Use { slow: true });
    may(book, table, who, Needs::Use { slow: false }).or_else(|why| slow().map_err(|_| why))
}

/// SE-113: the next action of whoever is Down is to stand up, while the clock runs as well.
pub fn is_upright<'t>(table: &'t Table, who: ActorId) -> Result<(), Why<'t>> {
    if !table.actor(who).down {
        return Ok(());
    }
    Err(bar!("SE-113", "down", "{} is Down and must Ready", table.name(who)).allowing(&["stand"]))
}

/// SE-036: is the one action of the own segment still to come? In Open nobody counts them.
pub fn has_action(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    if table.clock.mode != Speed::Segmented {
        return Ok(());
    }
    let segment = under_way(table, who)?;
    if segment.acted || !matches!(segment.stage, Stage::First | Stage::Action) {
        return Err(bar!("SE-036", "acted", "{} has had the one action of this round", table.name(who)));
    }
    Ok(())
}

fn may_in_segment<'t>(book: &Segments, table: &'t Table, who: ActorId, needs: Needs) -> Result<(), Why<'t>> {
    has_action(table, who)?;
    let part = &table.actor(who).part;
    if table.actor(who).down {
        let stands = matches!(needs, Needs::Ready { stand: true, .. });
        return if stands { Ok(()) } else { is_upright(table, who) };
    }
    let Some(declared) = part.intention else {
        return Err(bar!("SE-041", "undeclared", "nothing was declared"));
    };
    if suits(book, part, needs) {
        return Ok(());
    }
    Err(match (needs, declared) {
        (Needs::Use { slow: true }, Intention::Hasty | Intention::Standard) => {
            bar!("SE-R43", "slow-object", "a large, heavy, two-handed or slow object needs a Slow Action")
        }
        (Needs::Ready { stand: false, .. }, Intention::Ready) => {
            bar!("SE-R115", "slow-ready", "whether the object is slow was settled with the declaration")
        }
        (Needs::Ready { stand: true, .. }, Intention::Ready) => {
            bar!("SE-054", "standing", "whoever is not Down stands already")
        }
        _ => {
            bar!("SE-R27", "declared-otherwise", "{} was declared, and the kind of action is binding", declared.word())
        }
    })
}

/// SE-R27, SE-R43, SE-R115: is an act of this kind what was declared, for somebody who is not Down?
pub fn suits(book: &Segments, part: &Part, needs: Needs) -> bool {
    match (needs, part.intention) {
        (Needs::Use { slow: false }, Some(Intention::Standard | Intention::Hasty))
        | (Needs::Use { slow: true }, Some(Intention::Slow))
        | (Needs::Dash, Some(Intention::Dash))
        | (Needs::Recover, Some(Intention::Recover))
        | (Needs::Ability, Some(Intention::Ability)) => true,
        (Needs::Use { slow: true }, Some(Intention::Hasty)) => book.house.slow_hasty,
        (Needs::Ready { stand: false, slow }, Some(Intention::Ready)) => {
            !book.house.slow_ready || slow == part.slow_ready
        }
        _ => false,
    }
}

/// SE-R38: may something free be done now: dropping, lowering a shield? In one's own segment, or in Open.
pub fn may_free<'t>(table: &'t Table, who: ActorId) -> Result<(), Why<'t>> {
    table.may_act(who)?;
    match table.clock.mode {
        Speed::Open => Ok(()),
        Speed::Segmented => under_way(table, who).map(|_| ()),
        Speed::Journeying => Err(bar!("SE-004", "journeying", "a passage is not played turn by turn")),
    }
}

/// The own segment, if it is the one that goes on.
pub fn under_way<'t>(table: &'t Table, who: ActorId) -> Result<&'t Segment, Why<'t>> {
    if table.round.phase == Phase::Declaring {
        return Err(bar!("SE-041", "declaring", "nobody acts before all have declared"));
    }
    let segment = table.segment().filter(|segment| segment.who == who);
    let own = segment.filter(|segment| matches!(segment.stage, Stage::First | Stage::Action | Stage::Last));
    own.ok_or_else(|| bar!("SE-039", "not-your-segment", "it is not the segment of {}", table.name(who)))
}

/// SE-060, SE-R42, SE-R33, SE-R34, SE-R106, SE-R59: what the intention and helpers do to the rolls of the action under way. The help
/// is there as long as the helper is able and not Down.
pub fn causes(table: &Table, who: ActorId) -> Causes {
    if table.clock.mode != Speed::Segmented {
        return Causes::NONE;
    }
    let helps = |part: &Part| part.place == Place::Assisting && part.ally == Some(who);
    let helped = table.actors.iter().any(|actor| helps(&actor.part) && !actor.down && actor.out == Out::Active);
    let hasty = table.actor(who).part.intention == Some(Intention::Hasty);
    Causes::NONE.and_if(helped, Causes::ASSIST).and_if(hasty, Causes::HASTY)
}

/// SE-R34, SE-R106: somebody is Down or out now. If it helped one whose action is still to come, that help is lost, which is told.
pub fn no_longer_helps<O: Oracle<Segments>>(table: &Table, who: ActorId, oracle: &mut O) {
    let part = table.actor(who).part;
    let Some(ally) = part.ally.filter(|_| part.place == Place::Assisting) else { return };
    let acts = table.round.under_way.iter().any(|segment| segment.who == ally && !segment.acted);
    let to_come = matches!(table.actor(ally).part.place, Place::Undeclared | Place::Declared | Place::Waiting);
    if (acts || to_come) && table.is_able(ally) {
        oracle.tell(Audience::All, || Event::Round(RoundEvent::HelpLost { who, ally }));
    }
}

/// SE-036, SE-020: the action is spent: the one of the segment, or one of those that a mark is made of in Open.
pub fn spend<O: Oracle<Segments>>(book: &Segments, table: &mut Table, who: ActorId, oracle: &mut O) {
    match table.clock.mode {
        Speed::Segmented => {
            if let Some(segment) = table.round.under_way.last_mut().filter(|segment| segment.who == who) {
                segment.acted = true;
                segment.stage = Stage::Last;
            }
        }
        Speed::Open | Speed::Journeying => time::acted_in_open(book, table, oracle),
    }
}

/// SE-104 to SE-106, SE-R87, SE-R35: a free attack is made: which segment will be lost? Not acted yet, or not even declared: this round's. Waiting: the
/// wait is over at once. In the own segment with the action to come: that one. Acted or assisting: the next round's.
pub fn owe<O: Oracle<Segments>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let acting = table.round.under_way.iter().find(|segment| segment.who == who).copied();
    let part = &mut table.actor_mut(who).part;
    let before = part.owed;
    part.owed = part.owed.saturating_add(1);
    let this_round = before == 0
        && match part.place {
            Place::Undeclared | Place::Declared | Place::Waiting => true,
            Place::Acting => acting.is_some_and(|segment| !segment.acted),
            Place::Out | Place::Assisting | Place::Lost | Place::Done => false,
        };
    if before == 0 && part.place == Place::Waiting {
        part.place = Place::Lost;
    }
    oracle.tell(Audience::All, || Event::Round(RoundEvent::Owes { who, this_round }));
}

/// SE-R113: a segment is lost, and so an action is paid: at once, or with `round_end` when the round is over.
pub(super) fn pay<O: Oracle<Segments>>(book: &Segments, table: &mut Table, who: ActorId, oracle: &mut O) {
    let part = &mut table.actor_mut(who).part;
    part.place = Place::Done;
    match book.house.forfeit_paid {
        ForfeitPaid::WhenLost => part.owed = part.owed.saturating_sub(1),
        ForfeitPaid::RoundEnd => part.paying += 1,
    }
    oracle.tell(Audience::All, || Event::Round(RoundEvent::Paid { who }));
}

/// Lets the round go on until somebody has to decide something: SE-038, and the steps of a round.
pub fn settle<O: Oracle<Segments>>(book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
    if table.clock.mode != Speed::Segmented {
        return Ok(());
    }
    if table.round.phase == Phase::Declaring {
        super::declare::look_again(table, oracle);
        return Ok(()); // it is for the others to declare, or for the GM to let the round begin (SE-R117)
    }
    while table.clock.mode == Speed::Segmented && table.round.phase == Phase::Acting && table.over.is_none() {
        if next_waiter(book, table).is_some() {
            return Ok(());
        }
        let Some(segment) = table.segment().copied() else {
            if !next_segment(table, oracle) {
                super::end_round(book, table, oracle)?;
            }
            continue;
        };
        if !go_on(book, table, segment, oracle)? {
            return Ok(());
        }
    }
    Ok(())
}

/// The next segment in the order begins. False if there is none.
fn next_segment<O: Oracle<Segments>>(table: &mut Table, oracle: &mut O) -> bool {
    let Some(&who) = table.round.order.get(usize::from(table.round.next)) else { return false };
    table.round.next += 1;
    if table.actor(who).part.place == Place::Declared && table.is_able(who) {
        table.actor_mut(who).part.place = Place::Acting;
        table.round.under_way.push(Segment::new(who, Stage::Start));
        oracle.tell(Audience::All, || Event::Round(RoundEvent::Segment { who, steps_in: false }));
    }
    true
}

/// One step of a segment that needs nobody's decision. False if somebody has to decide.
fn go_on<O: Oracle<Segments>>(book: &Segments, table: &mut Table, segment: Segment, oracle: &mut O) -> Flow<bool> {
    let Segment { who, stage, acted, .. } = segment;
    let to = |table: &mut Table, stage: Stage| {
        if let Some(segment) = table.round.under_way.last_mut() {
            (segment.stage, segment.passed) = (stage, ActorSet::EMPTY);
        }
    };
    let lost = !acted && table.actor(who).part.owed > table.actor(who).part.paying;
    match stage {
        Stage::End => {
            table.round.under_way.pop();
            table.actor_mut(who).part.place = Place::Done;
        }
        _ if !table.is_able(who) => to(table, Stage::End),
        // SE-105, SE-R87, SE-R51: the segment is lost, its movement too; first of all duties (SE-R88).
        Stage::Start | Stage::Middle | Stage::Action | Stage::First if lost => {
            table.round.under_way.pop();
            pay(book, table, who, oracle);
        }
        Stage::Start => to(table, Stage::First),
        // SE-R102: struck Down in the middle of the own segment: the action becomes Ready at once, and the segment ends.
        Stage::Middle | Stage::Action if table.actor(who).down => {
            oracle.tell(Audience::All, || Event::Round(RoundEvent::Forced { who }));
            harm::stand(table, who, oracle);
            if let Some(segment) = table.round.under_way.last_mut() {
                segment.acted = true;
            }
            to(table, Stage::End);
        }
        Stage::Middle => to(table, Stage::Action),
        Stage::Last if !movement::has_movement(book, table, who) => to(table, Stage::End),
        Stage::First | Stage::Action | Stage::Last => return Ok(false),
    }
    Ok(true)
}
