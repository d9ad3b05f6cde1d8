//! Managing seats: add, change, replace the key, revoke. Game master only.

use super::{Speaker, Table};
use crate::{
    error::Problem,
    keys,
    store::{Role, SeatId, SeatRow},
    wire::{NewSeat, SeatChange, SeatInfo, SeatKey},
};
use axum::http::StatusCode;
use referee_engine::{ActorCard, LONGEST_NAME, Seat, is_name};
use std::sync::Arc;

/// Maximum number of seats per table.
const MOST_SEATS: usize = 100;

impl Table {
    /// The seats. Players see who else is there, but not whom they play or whose links were revoked.
    pub fn seats(&self, by: &Speaker) -> Vec<SeatInfo> {
        let about = self.about();
        let seats = about.seats.iter().filter(|seat| by.rights.is_gm() || seat.key.is_some()).map(SeatInfo::from);
        let may_know = |seat: &SeatInfo| by.rights.is_gm() || seat.id == by.seat.id;
        seats.map(|seat| if may_know(&seat) { seat } else { SeatInfo { actors: Vec::new(), ..seat } }).collect()
    }

    /// Adds a seat.
    pub async fn add_seat(self: &Arc<Self>, by: &Speaker, new: NewSeat) -> Result<SeatKey, Problem> {
        by.must_be_gm()?;
        let mut play = self.lock().await;
        let cards = self.session(&mut play).await?.actors();
        if self.about().seats.len() >= MOST_SEATS {
            let message = format!("a table has at most {MOST_SEATS} seats; reuse a free one with another name and key");
            return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-many-seats", message));
        }
        let number = self.about().seats.len();
        let (seat, key) = new_seat(new, number, &cards)?;
        let seat = self.store.add_seat(self.id, seat).await?;
        let made = self.seat_key(&seat, key);
        self.about().seats.push(seat);
        self.count(&mut play, None).await?;
        Ok(made)
    }

    /// Changes a seat's name, role or actors. Its client has to reconnect.
    pub async fn change_seat(
        self: &Arc<Self>,
        by: &Speaker,
        id: SeatId,
        change: SeatChange,
    ) -> Result<SeatInfo, Problem> {
        by.must_be_gm()?;
        let mut play = self.lock().await;
        let cards = self.session(&mut play).await?.actors();
        let mut seat = self.seat(id)?;
        if let Some(name) = change.name {
            seat.name = checked_name(&name)?;
        }
        if let Some(actors) = change.actors {
            seat.actors = actors_named(&actors, &cards)?;
        }
        if let Some(role) = change.role {
            seat.role = role;
        }
        if seat.role != Role::Player {
            seat.actors.clear();
        }
        self.replace(seat.clone()).await?;
        self.count(&mut play, None).await?;
        self.send_away(id, "seat-changed", "the game master changed this seat; reconnect");
        Ok(SeatInfo::from(&seat))
    }

    /// Gives a seat a new key and invalidates the old one.
    pub async fn new_key(self: &Arc<Self>, by: &Speaker, id: SeatId) -> Result<SeatKey, Problem> {
        by.must_be_gm()?;
        let _play = self.lock().await;
        let (key, hash) = keys::new_key()?;
        let seat = SeatRow { key: Some(hash), ..self.seat(id)? };
        self.replace(seat.clone()).await?;
        self.send_away(id, "revoked", "this link was replaced by a new one; ask the game master for it");
        Ok(self.seat_key(&seat, key))
    }

    /// Revokes a seat's link.
    pub async fn revoke(self: &Arc<Self>, by: &Speaker, id: SeatId) -> Result<SeatInfo, Problem> {
        by.must_be_gm()?;
        let _play = self.lock().await;
        let seat = SeatRow { key: None, ..self.seat(id)? };
        self.replace(seat.clone()).await?;
        self.send_away(id, "revoked", "the game master revoked this link");
        Ok(SeatInfo::from(&seat))
    }

    /// What a seat may do and see.
    pub(super) fn rights_at(&self, id: SeatId) -> Result<Seat, Problem> {
        Ok(Speaker::of(&self.seat(id)?).rights)
    }

    pub(super) fn seat(&self, id: SeatId) -> Result<SeatRow, Problem> {
        let missing = || Problem::new(StatusCode::NOT_FOUND, "no-such-seat-here", "this table has no such seat");
        self.about().seats.iter().find(|seat| seat.id == id).cloned().ok_or_else(missing)
    }

    /// Saves a changed seat, unless the table would be left without a game master.
    pub(super) async fn replace(&self, seat: SeatRow) -> Result<(), Problem> {
        let leads = |seat: &SeatRow| seat.role == Role::Gm && seat.key.is_some();
        let is_led = leads(&seat) || self.about().seats.iter().any(|other| other.id != seat.id && leads(other));
        if !is_led {
            let message = "this is the only game master seat; add another one first";
            return Err(Problem::new(StatusCode::CONFLICT, "last-gm", message));
        }
        self.store.change_seat(self.id, seat.clone()).await?;
        let mut about = self.about();
        if let Some(old) = about.seats.iter_mut().find(|old| old.id == seat.id) {
            *old = seat;
        }
        Ok(())
    }

    /// A seat with its key and link.
    pub fn seat_key(&self, seat: &SeatRow, key: String) -> SeatKey {
        // Browsers never send the part after # to a server, so the key appears in no access log.
        let link = format!("/t/{}#{key}", self.code);
        SeatKey { seat: SeatInfo::from(seat), key, link }
    }
}

/// A seat to store, and its key; `number` is how many seats exist already.
pub fn new_seat(new: NewSeat, number: usize, cards: &[ActorCard]) -> Result<(SeatRow, String), Problem> {
    let actors = if new.role == Role::Player { actors_named(&new.actors, cards)? } else { Vec::new() };
    // Never the name of a character: a seat name must not reveal a hidden character.
    let usual = match new.role {
        Role::Gm => "GM".to_owned(),
        Role::Player => format!("Player {number}"),
        Role::Spectator => format!("Spectator {number}"),
    };
    let name = if new.name.trim().is_empty() { usual } else { checked_name(&new.name)? };
    let (key, hash) = keys::new_key()?;
    Ok((SeatRow { id: SeatId(0), name, role: new.role, actors, key: Some(hash) }, key))
}

/// Trims and checks a display name.
pub fn checked_name(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    if !is_name(name) {
        let message = format!("a name must be one line of 1 to {LONGEST_NAME} characters");
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-name", message));
    }
    Ok(name.to_owned())
}

fn actors_named(keys: &[String], cards: &[ActorCard]) -> Result<Vec<u16>, Problem> {
    let find = |key: &String| {
        let unknown = || {
            let message = format!("this table has no character named {key:?}");
            let allowed = cards.iter().map(|card| card.key.clone());
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unknown-actor", message).allowing(allowed)
        };
        cards.iter().find(|card| card.key == *key).map(|card| card.id.0).ok_or_else(unknown)
    };
    let mut actors = keys.iter().map(find).collect::<Result<Vec<u16>, _>>()?;
    actors.sort_unstable();
    actors.dedup();
    Ok(actors)
}
