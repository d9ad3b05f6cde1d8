//! Table settings of the game master, and the join code.
//!
//! A code is short because it is read aloud, so it grants little: it shows the table's name and free seats, and takes a
//! free seat by giving it a new key. It expires, the game master can turn it off, and guessing is rate-limited (see
//! [`Joins`](crate::joins::Joins)). A seat is free until someone connects to it, by link or by code.

use super::{Speaker, Table};
use crate::{
    error::Problem,
    keys,
    store::{Role, SeatId, SeatRow, State},
    wire::{FreeSeat, Invite, Invited, Joined, SeatKey, TableInfo, Timer},
};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

/// Default and maximum validity of a code, in minutes.
const MINUTES: (u16, u16) = (120, 24 * 60);
/// Minimum and maximum time for an answer, in seconds.
const SECONDS: std::ops::RangeInclusive<u16> = 5..=3600;

/// The settings of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TableSettings {
    /// The answer timer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timer: Option<Timer>,
    /// The join code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<Invite>,
}

impl Table {
    /// Sets or removes the answer timer.
    pub async fn set_timer(self: &Arc<Self>, by: &Speaker, timer: Option<Timer>) -> Result<TableInfo, Problem> {
        by.must_be_gm()?;
        if timer.is_some_and(|timer| !SECONDS.contains(&timer.seconds)) {
            let message = format!("the time for an answer must be {} to {} seconds", SECONDS.start(), SECONDS.end());
            return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-timer", message));
        }
        let play = self.lock().await;
        let settings = TableSettings { timer, ..self.about().settings.clone() };
        self.keep(settings).await?;
        drop(play);
        self.announce();
        self.push_anyway();
        Ok(self.info())
    }

    /// The join code, if there is a valid one.
    pub fn invite(&self, by: &Speaker) -> Result<Invited, Problem> {
        by.must_be_gm()?;
        Ok(Invited { invite: self.about().settings.invite.clone().filter(holds) })
    }

    /// Creates a join code for the free player seats. An earlier code becomes invalid.
    pub async fn make_invite(self: &Arc<Self>, by: &Speaker, minutes: Option<u16>) -> Result<Invited, Problem> {
        by.must_be_gm()?;
        let minutes = minutes.unwrap_or(MINUTES.0).clamp(1, MINUTES.1);
        let _play = self.lock().await;
        let present = self.present();
        let free = |seat: &&SeatRow| seat.role == Role::Player && !present.contains(&seat.id);
        let seats = self.about().seats.iter().filter(free).map(|seat| seat.id).collect();
        let invite = Invite { code: keys::new_invite()?, until: now() + i64::from(minutes) * 60, seats };
        let settings = TableSettings { invite: Some(invite), ..self.about().settings.clone() };
        self.keep(settings.clone()).await?;
        Ok(Invited { invite: settings.invite })
    }

    /// Turns the join code off.
    pub async fn end_invite(self: &Arc<Self>, by: &Speaker) -> Result<Invited, Problem> {
        by.must_be_gm()?;
        let _play = self.lock().await;
        let settings = TableSettings { invite: None, ..self.about().settings.clone() };
        self.keep(settings).await?;
        Ok(Invited::default())
    }

    /// Looks up a join code; with a seat, takes it. `None` if the code is not valid for this table.
    pub async fn join(self: &Arc<Self>, code: &str, seat: Option<SeatId>) -> Result<Option<Joined>, Problem> {
        let mut play = self.lock().await;
        let invite = self.about().settings.invite.clone().filter(|invite| invite.code == code && holds(invite));
        let Some(invite) = invite.filter(|_| self.state() != State::Ended) else { return Ok(None) };
        let taken = match seat {
            Some(seat) => Some(self.take(&invite, seat).await?),
            None => None,
        };
        let cards = self.session(&mut play).await?.actors();
        let about = self.about();
        let is_free = |seat: &&SeatRow| about.settings.invite.iter().any(|invite| invite.seats.contains(&seat.id));
        let named = |actor: &u16| cards.iter().find(|card| card.id.0 == *actor).map(|card| card.name.clone());
        let free = about.seats.iter().filter(is_free).map(|seat| FreeSeat {
            id: seat.id,
            name: seat.name.clone(),
            plays: seat.actors.iter().filter_map(named).collect(),
        });
        let free = free.collect();
        Ok(Some(Joined { table: about.row.name.clone(), book: about.row.book.clone(), free, taken }))
    }

    /// Gives a free seat a new key, which invalidates its old link.
    async fn take(&self, invite: &Invite, seat: SeatId) -> Result<SeatKey, Problem> {
        if !invite.seats.contains(&seat) || self.present().contains(&seat) {
            let message = "this seat has already been taken; choose another one";
            return Err(Problem::new(StatusCode::CONFLICT, "seat-taken", message));
        }
        let (key, hash) = keys::new_key()?;
        let row = SeatRow { key: Some(hash), ..self.seat(seat)? };
        self.replace(row.clone()).await?;
        self.is_taken(seat).await?;
        Ok(self.seat_key(&row, key))
    }

    /// The seat is in use: it can no longer be taken by join code.
    pub(super) async fn is_taken(&self, seat: SeatId) -> Result<(), Problem> {
        let mut settings = self.about().settings.clone();
        let Some(invite) = settings.invite.as_mut().filter(|invite| invite.seats.contains(&seat)) else {
            return Ok(());
        };
        invite.seats.retain(|free| *free != seat);
        self.keep(settings).await
    }

    async fn keep(&self, settings: TableSettings) -> Result<(), Problem> {
        let text = serde_json::to_string(&settings).map_err(Problem::internal)?;
        let code = settings.invite.as_ref().map(|invite| invite.code.clone());
        self.store.set_settings(self.id, code, text).await?;
        self.about().settings = settings;
        Ok(())
    }

    /// Reads the settings from the store.
    pub(super) async fn read_settings(
        store: &dyn crate::store::Store,
        table: crate::store::TableId,
    ) -> Result<TableSettings, Problem> {
        let text = store.settings(table).await?;
        // Settings written by a later version must not prevent play.
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }
}

fn holds(invite: &Invite) -> bool {
    now() < invite.until
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}
