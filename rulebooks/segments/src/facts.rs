//! What is kept of a character: for cases and tools, for the gauges of simulated fights, and for the corrections of the GM.

use crate::{
    Event, Segments,
    acts::{gm, value::thing_key},
    harm::HarmEvent,
    house::Death,
    sheet::{Attribute, StatusId},
    table::{Out, Speed, Table},
    turn::{self, Intention, Part, Phase},
};
use referee_engine::{
    ActorId, Audience, Flow, Oracle as _, Through,
    act::{Card, Seen, Why},
    bar, card,
    fact::{self, Corrected, Corrects, Given},
    key_of, rule,
};
use serde_json::json;

/// A fact of a character.
type Fact = fact::Fact<Segments, ActorId>;

/// What the GM can say that somebody is.
const OUTS: [Out; 4] = [Out::Active, Out::Helpless, Out::Dying, Out::Dead];

impl Corrects<ActorId> for Segments {
    const FACTS: &'static [Fact] = &[
        Fact::new("health", |t, who| t.actor(who).health.into())
            .words("Health")
            .rule(rule!("SE-R108"))
            .gauge(|t, who| t.sheet(who).health_max.into())
            .number(
                |t, who| 0..=t.sheet(who).health_max.into(),
                |t, who, health| t.actor_mut(who).health = health as i16,
            )
            .then(after_health),
        Fact::new("out", |t, who| json!(t.actor(who).out))
            .rule(rule!("SE-R118"))
            .word(&["active", "helpless", "dying", "dead"], |t, who, at| t.actor_mut(who).out = OUTS[at])
            .refusing(cannot_be_out)
            .then(after),
        Fact::new("down", |t, who| t.actor(who).down.into())
            .words("Down")
            .rule(rule!("SE-110"))
            .yes_or_no(set_down)
            .refusing(cannot_be_down)
            .then(after),
        Fact::new("hidden", |t, who| t.actor(who).hidden.into())
            .rule(rule!("SE-R19"))
            .yes_or_no(|t, who, is| t.actor_mut(who).hidden = is)
            .refusing(is_hidden_so),
        Fact::new("statuses", |t, who| {
            t.actor(who).statuses.iter().map(|status| key_of(t.status_name(status))).collect()
        })
        .rule(rule!("SE-118"))
        .member(statuses, set_status)
        .then(after),
        Fact::new("at", |t, who| t.setup.space.cell_key(t.actor(who).place.cell).into())
            .rule(rule!("SE-R118"))
            .cell(|t, who, cell| t.actor_mut(who).place = t.setup.space.on_ground(cell))
            .refusing(is_taken),
        Fact::new("strong", |t, who| t.actor(who).strong.into()),
        Fact::new("pain", |t, who| t.sheet(who).pain_threshold.into()),
        Fact::new("dark", |t, who| t.in_the_dark(who).into()),
        Fact::new("defense", |t, who| json!(t.actor(who).defense)),
        Fact::new("ward", |t, who| json!(t.actor(who).ward)),
        Fact::new("held", |t, who| t.held(who).map(|thing| thing_key(t, Some(who), thing)).collect()),
        Fact::new("full", |t, who| json!(t.rates(&t.book.house, who, 0).0)),
        Fact::new("lowest", |t, who| json!(t.rates(&t.book.house, who, 0).1)),
        Fact::new("part", |t, who| json!(t.actor(who).part.place)),
        Fact::new("intention", |t, who| json!(t.actor(who).part.intention.map(|intention| intention.key()))),
        Fact::new("order", |t, who| {
            let Part { intention, order, .. } = t.actor(who).part;
            json!(intention.and_then(|intention| intention.modifier()).map(|_| order))
        }),
        Fact::new("owed", |t, who| json!(t.actor(who).part.owed)),
        Fact::new("food", |t, who| t.actor(who).food.die.into()),
        Fact::new("water", |t, who| t.actor(who).water.die.into()),
        Fact::new("rations", |t, who| t.actor(who).food.units.into()),
        Fact::new("waterskins", |t, who| t.actor(who).water.units.into()),
        Fact::new("food_hours", |t, who| t.actor(who).food_hours.into()),
        Fact::new("water_hours", |t, who| t.actor(who).water_hours.into()),
        Fact::new("quick", |t, who| json!(t.sheet(who).attribute(Attribute::Quick))),
        Fact::new("accurate", |t, who| json!(t.sheet(who).attribute(Attribute::Accurate))),
        Fact::new("maximum", |t, who| json!(t.sheet(who).natural.first().map(|natural| natural.weapon.maximum))),
    ];

    const CARD: Card = card!("correct", "Correct a character", "GM", "", "SE-R108");

    fn may_be_corrected<'t>(see: &Seen<'t, Self>, who: ActorId) -> Result<(), Why<'t>> {
        gm::running(see.table)?;
        gm::known(see.table, who)
    }

    fn corrected(corrected: Corrected<ActorId>) -> Event {
        Event::Corrected(corrected)
    }
}

/// Why it cannot be so, if it cannot.
fn only<'t>(can_be: bool) -> Result<(), Why<'t>> {
    if can_be { Ok(()) } else { Err(bar!(_, "no-change", "that cannot be set so").moot()) }
}

fn cannot_be_out<'t>(see: &Seen<'t, Segments>, who: ActorId, to: Given) -> Result<(), Why<'t>> {
    let (actor, Given::Word(at)) = (see.actor(who), to) else { return Ok(()) };
    only(actor.out != OUTS[at] && actor.out != Out::Away && can_be(see.book, actor.health, OUTS[at]))
}

fn cannot_be_down<'t>(see: &Seen<'t, Segments>, who: ActorId, to: Given) -> Result<(), Why<'t>> {
    only(to != Given::Is(see.actor(who).down) && !see.sheet(who).trap && see.is_here(who))
}

fn is_hidden_so<'t>(see: &Seen<'t, Segments>, who: ActorId, to: Given) -> Result<(), Why<'t>> {
    only(to != Given::Is(see.actor(who).hidden))
}

fn is_taken<'t>(see: &Seen<'t, Segments>, _: ActorId, to: Given) -> Result<(), Why<'t>> {
    only(!matches!(to, Given::Cell(cell) if see.is_taken(cell)))
}

/// SE-R109, SE-R110: can somebody with so much Health be so? At 0 one is dead; with `strong_buffer` one goes on acting there, or
/// is dying.
pub fn can_be(book: &Segments, health: i16, out: Out) -> bool {
    let buffer = book.house.death == Death::StrongBuffer;
    match out {
        Out::Active | Out::Helpless => health > 0 || buffer,
        Out::Dying => health == 0 && buffer,
        Out::Dead => true,
        Out::Away => false,
    }
}

/// SE-R118: how somebody is with so much Health who was otherwise: 0 is dead, and more than 0 brings back who was dead or dying for
/// want of it.
fn with_health(book: &Segments, was: Out, before: i16, health: i16) -> Out {
    let lacked = was == Out::Dead && before == 0;
    match health {
        1.. if lacked || !can_be(book, health, was) => Out::Active,
        _ if can_be(book, health, was) => was,
        _ => Out::Dead,
    }
}

/// How somebody is in the scene, or will be who comes back to it.
fn state_of(table: &Table, who: ActorId) -> Out {
    match table.actor(who).out {
        Out::Away => table.actor(who).left_as.unwrap_or_default(),
        out @ (Out::Active | Out::Helpless | Out::Dying | Out::Dead) => out,
    }
}

/// Who was not Down after all declares as the others do.
fn set_down(table: &mut Table, who: ActorId, down: bool) {
    let part = table.actor(who).part;
    table.actor_mut(who).down = down;
    let declaring = table.clock.mode == Speed::Segmented && table.round.phase == Phase::Declaring;
    let forced = part.place == turn::Place::Declared && part.intention == Some(Intention::Ready);
    if declaring && !down && forced {
        table.actor_mut(who).part = Part { place: turn::Place::Undeclared, ..Part::default() };
    }
}

fn statuses(see: &Seen<'_, Segments>, who: ActorId) -> Vec<(String, bool)> {
    let all = (0..see.setup.statuses.len() as u8).map(StatusId);
    all.map(|status| (key_of(see.status_name(status)), see.actor(who).statuses.has(status))).collect()
}

/// What a fear was of goes with it.
fn set_status(table: &mut Table, who: ActorId, (at, is): (usize, bool)) {
    let frightens = table.setup.statuses[at].frightens;
    let (actor, status) = (table.actor_mut(who), StatusId(at as u8));
    actor.statuses = if is { actor.statuses.with(status) } else { actor.statuses.without(status) };
    if frightens && !is {
        actor.afraid_of = None;
    }
}

/// SE-R118: Health of 0 is death, and more may bring somebody back.
fn after_health(
    book: &Segments,
    before: &Table,
    table: &mut Table,
    who: ActorId,
    oracle: &mut Through<'_, Segments>,
) -> Flow<()> {
    let is = with_health(book, state_of(before, who), before.actor(who).health, table.actor(who).health);
    let actor = table.actor_mut(who);
    if actor.out == Out::Away {
        actor.left_as = Some(is).filter(|out| *out != Out::Active);
    } else {
        actor.out = is;
    }
    after(book, before, table, who, oracle)
}

/// SE-R109: the dead are told of and lie no more; who is Down or cannot act helps nobody.
fn after(
    _: &Segments,
    before: &Table,
    table: &mut Table,
    who: ActorId,
    oracle: &mut Through<'_, Segments>,
) -> Flow<()> {
    if state_of(table, who) == Out::Dead && state_of(before, who) != Out::Dead {
        table.actor_mut(who).down = false;
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Died { who, rule: rule!("SE-R109") }));
    }
    let falls = table.actor(who).down && !before.actor(who).down;
    if falls || (before.actor(who).out == Out::Active && !table.is_able(who)) {
        turn::no_longer_helps(table, who, oracle);
    }
    Ok(())
}
