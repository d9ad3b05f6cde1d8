//! What is kept of a thing: how whole, open, where (CW-D19).

use crate::{
    Clockworld, Event,
    acts::{
        gm::{self, GmEvent},
        value::cell_key,
    },
    conditions::ConditionKind,
    harm,
    sheet::{PartSet, ThingId},
    table::{Grip, Hefted, Table, Whereabouts, Wholeness},
    view::wholeness,
};
use referee_engine::{
    ActorId, Audience,
    act::{Card, Seen, Why},
    bar, card,
    fact::{self, Corrected, Corrects, Given, Subject},
    rule,
    space::Cell,
};
use serde_json::{Value, json};
use smallvec::SmallVec;

/// A fact of a thing.
type Fact = fact::Fact<Clockworld, ThingId>;

const STATES: [Wholeness; 3] = [Wholeness::Intact, Wholeness::Damaged, Wholeness::Destroyed];

impl Subject for ThingId {}

impl Corrects<ThingId> for Clockworld {
    const FACTS: &'static [Fact] = &[
        Fact::new("at", at).rule(rule!("CW-D19")).cell(lay),
        Fact::new("state", |t, thing| wholeness(t.thing(thing).state).into()).rule(rule!("CW-R52")).word(
            &["intact", "damaged", "destroyed"],
            |t, thing, at| {
                t.thing_mut(thing).state = STATES[at];
                stand(t, thing);
            },
        ),
        Fact::new("open", |t, thing| t.thing(thing).open.into()).rule(rule!("CW-D19")).yes_or_no(set_open),
        Fact::new("cracked", |t, thing| t.thing(thing).cracked.into())
            .rule(rule!("CW-199"))
            .yes_or_no(|t, thing, is| t.thing_mut(thing).cracked = is),
        Fact::new("dismantled", |t, thing| t.thing(thing).dismantled.into())
            .rule(rule!("CW-196"))
            .yes_or_no(|t, thing, is| t.thing_mut(thing).dismantled = is),
        Fact::new("tipped", |t, thing| t.thing(thing).tipped.into()),
        Fact::new("held", |t, thing| by(t, thing, |at| if let Whereabouts::Held(by) = at { Some(by) } else { None }))
            .words("in the hands of")
            .rule(rule!("CW-D19"))
            .actor(give)
            .refusing(hands_are_busy)
            .no_data(),
        Fact::new("worn", |t, thing| by(t, thing, |at| if let Whereabouts::Worn(by) = at { Some(by) } else { None }))
            .words("worn by")
            .rule(rule!("CW-D19"))
            .actor(|t, thing, who| carry(t, thing, Whereabouts::Worn(who)))
            .no_data(),
        Fact::new("hidden", |t, thing| {
            by(t, thing, |at| if let Whereabouts::Hidden(by) = at { Some(by) } else { None })
        })
        .words("hidden by")
        .rule(rule!("CW-D19"))
        .actor(|t, thing, who| carry(t, thing, Whereabouts::Hidden(who)))
        .no_data(),
        Fact::new("gone", |t, thing| (t.thing(thing).at == Whereabouts::Gone).into())
            .rule(rule!("CW-D19"))
            .word(&["yes"], |t, thing, _| carry(t, thing, Whereabouts::Gone))
            .no_data(),
    ];

    const CARD: Card = card!("correct-thing", "Correct a thing", "GM", "", "CW-D19");

    fn may_be_corrected<'t>(see: &Seen<'t, Self>, thing: ThingId) -> Result<(), Why<'t>> {
        gm::known_thing(see.table, thing)
    }

    fn told(table: &Table, _: ThingId) -> Audience {
        gm::told_of_thing(table, false)
    }

    fn corrected(corrected: Corrected<ThingId>) -> Event {
        Event::Gm(GmEvent::CorrectThing(corrected))
    }
}

fn at(see: &Seen<'_, Clockworld>, thing: ThingId) -> Value {
    let key = |who: ActorId| &see.sheet(who).key;
    json!(match see.thing(thing).at {
        Whereabouts::Held(by) => format!("held by {}", key(by)),
        Whereabouts::Worn(by) => format!("worn by {}", key(by)),
        Whereabouts::Hidden(by) => format!("hidden by {}", key(by)),
        Whereabouts::Place(place) => cell_key(see, place.cell),
        Whereabouts::Gone => "gone".into(),
    })
}

/// Who has it like that, if anybody.
fn by(see: &Seen<'_, Clockworld>, thing: ThingId, like: fn(Whereabouts) -> Option<ActorId>) -> Value {
    json!(like(see.thing(thing).at).map(|who| &see.sheet(who).key))
}

/// CW-R49: are there hands for it, free or holding it already?
fn hands_are_busy<'t>(see: &Seen<'t, Clockworld>, thing: ThingId, to: Given) -> Result<(), Why<'t>> {
    let (Given::Actor(who), need) = (to, hands(see, thing)) else { return Ok(()) };
    if arms_for(see, thing, who).len() < need || !see.is_active(who) {
        return Err(bar!("CW-R49", "hands-busy", "{} has not {} free hands", see.table.name(who), need as i32));
    }
    Ok(())
}

fn hands(table: &Table, thing: ThingId) -> u32 {
    u32::from(table.thing_sheet(thing).hands.max(1))
}

fn arms_for(table: &Table, thing: ThingId, who: ActorId) -> PartSet {
    table.free_arms(who).union(table.arms_holding(who, thing))
}

/// Open, for a door; on, for a lever.
fn set_open(table: &mut Table, thing: ThingId, open: bool) {
    table.thing_mut(thing).open = open;
    let original = table.thing_sheet(thing).piece.clone();
    if let (Some(at), Some(original)) = (table.thing(thing).piece, original) {
        // What was open when the scene began kept its true shape on the sheet only in part, so a door that
        // can be opened blocks when it is shut.
        let operable = table.thing_sheet(thing).operable;
        let piece = &mut table.pieces[usize::from(at)];
        piece.blocks_move = !open && (original.blocks_move || operable);
        piece.blocks_sight = !open && (original.blocks_sight || operable);
    }
}

/// It lies there.
fn lay(table: &mut Table, thing: ThingId, cell: Cell) {
    take_away(table, thing);
    table.thing_mut(thing).at = Whereabouts::Place(table.setup.space.on_ground(cell));
    if let Some(at) = table.thing(thing).piece {
        table.pieces[usize::from(at)].cells = SmallVec::from_slice(&[cell]);
    }
    stand(table, thing);
}

/// What is whole and stands on the map counts for Cover and ways.
fn stand(table: &mut Table, thing: ThingId) {
    let state = table.thing(thing);
    let stands = state.state != Wholeness::Destroyed && matches!(state.at, Whereabouts::Place(_));
    if let Some(at) = state.piece {
        table.pieces[usize::from(at)].active = stands;
    }
}

/// Out of whatever hands have it, and off whoever is tied with it.
fn take_away(table: &mut Table, thing: ThingId) {
    for who in table.ids() {
        table.relieve(who, |kind| matches!(kind, ConditionKind::Bound { thing: rope, .. } if *rope == thing));
    }
    for actor in &mut table.actors {
        actor.held.retain(|grip| grip.thing != thing);
        if actor.hefting == Some(Hefted::Thing(thing)) {
            actor.hefting = None;
        }
    }
}

/// Worn in sight, carried out of sight, or no longer there.
fn carry(table: &mut Table, thing: ThingId, at: Whereabouts) {
    take_away(table, thing);
    table.thing_mut(thing).at = at;
    harm::remove_piece(table, thing);
}

/// Into hands that are free.
fn give(table: &mut Table, thing: ThingId, who: ActorId) {
    let free = arms_for(table, thing, who);
    take_away(table, thing);
    for arm in free.iter().take(hands(table, thing) as usize) {
        table.actor_mut(who).held.push(Grip { arm, thing });
    }
    table.thing_mut(thing).at = Whereabouts::Held(who);
    harm::remove_piece(table, thing);
}
