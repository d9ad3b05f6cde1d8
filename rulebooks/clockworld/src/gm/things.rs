//! Corrections of things: how whole, open, where (CW-D19).

use super::sheets::new_part;
use crate::{
    conditions::ConditionKind,
    harm,
    sheet::{Part, PartId, ThingId},
    table::{Grip, Hefted, Table, Whereabouts, Wholeness},
};
use referee_engine::{ActorId, Refusal, rule, space::Place};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// How a thing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThingCorrection {
    /// CW-R52, CW-R116: intact, damaged or destroyed.
    State(Wholeness),
    /// Open, for a door; on, for a lever.
    Open(bool),
    /// CW-199.
    Cracked(bool),
    /// CW-196.
    Dismantled(bool),
    /// It lies there.
    Place(Place),
    /// In the free hands of this Character.
    Held(ActorId),
    /// Worn in sight.
    Worn(ActorId),
    /// Carried out of sight.
    Hidden(ActorId),
    /// No longer there.
    Gone,
}

/// Makes it so, or says why that cannot be.
pub(super) fn correct(table: &mut Table, thing: ThingId, correction: &ThingCorrection) -> Result<(), Refusal> {
    match *correction {
        ThingCorrection::State(state) => {
            table.thing_mut(thing).state = state;
            stand(table, thing);
        }
        ThingCorrection::Open(open) => {
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
        ThingCorrection::Cracked(cracked) => table.thing_mut(thing).cracked = cracked,
        ThingCorrection::Dismantled(dismantled) => table.thing_mut(thing).dismantled = dismantled,
        ThingCorrection::Place(place) => {
            if !table.setup.space.contains(place.cell) {
                return Err(Refusal::plain("off-the-map", "that place is not on the map"));
            }
            take_away(table, thing);
            table.thing_mut(thing).at = Whereabouts::Place(place);
            if let Some(at) = table.thing(thing).piece {
                table.pieces[usize::from(at)].cells = SmallVec::from_slice(&[place.cell]);
            }
            stand(table, thing);
        }
        ThingCorrection::Held(who) => give(table, thing, who)?,
        ThingCorrection::Worn(who) => carry(table, thing, who, Whereabouts::Worn(who))?,
        ThingCorrection::Hidden(who) => carry(table, thing, who, Whereabouts::Hidden(who))?,
        ThingCorrection::Gone => {
            take_away(table, thing);
            table.thing_mut(thing).at = Whereabouts::Gone;
            harm::remove_piece(table, thing);
        }
    }
    Ok(())
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

fn carry(table: &mut Table, thing: ThingId, who: ActorId, at: Whereabouts) -> Result<(), Refusal> {
    super::known(table, who)?;
    take_away(table, thing);
    table.thing_mut(thing).at = at;
    harm::remove_piece(table, thing);
    Ok(())
}

/// Into hands that are free.
fn give(table: &mut Table, thing: ThingId, who: ActorId) -> Result<(), Refusal> {
    super::known(table, who)?;
    let need = u32::from(table.thing_sheet(thing).hands.max(1));
    let mine = table.arms_holding(who, thing);
    let free = crate::sheet::PartSet(table.free_arms(who).0 | mine.0);
    if free.len() < need || !table.is_active(who) {
        let why = format!("{} has not {need} free hands", table.name(who));
        return Err(Refusal::by(rule!("CW-R49"), "hands-busy", why));
    }
    take_away(table, thing);
    for arm in (0..32 as PartId).filter(|&arm| free.contains(arm)).take(need as usize) {
        table.actor_mut(who).held.push(Grip { arm, thing });
    }
    table.thing_mut(thing).at = Whereabouts::Held(who);
    harm::remove_piece(table, thing);
    Ok(())
}

/// CW-066, CW-D14: a part that the thing does not have yet.
pub(super) fn add_part(table: &mut Table, thing: ThingId, part: &Part) -> Result<(), Refusal> {
    let setup = Arc::make_mut(&mut table.setup);
    new_part(&mut setup.things[usize::from(thing.0)].parts, part)
}
