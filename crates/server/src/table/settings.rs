//! What a game master sets for a table, and the code by which people join.
//!
//! A code is short, because somebody reads it out. So it opens little: it shows the table's name and the free seats, it
//! takes a free seat by giving it a new key, it holds for a while, the game master turns it off, and guesses are slow (see
//! [`Joins`](crate::joins::Joins)). A seat is free until somebody sits down there, by link or by code.

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

/// How long a code holds if nobody says otherwise, and at most, in minutes.
const MINUTES: (u16, u16) = (120, 24 * 60);
/// The least and the most time for an answer, in seconds.
const SECONDS: std::ops::RangeInclusive<u16> = 5..=3600;

/// What a game master has set.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TableSettings {
    /// Time for answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timer: Option<Timer>,
    /// The code by which people join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<Invite>,
}

impl Table {
    /// Sets the time for answers, or none.
    pub async fn set_timer(self: &Arc<Self>, by: &Speaker, timer: Option<Timer>) -> Result<TableInfo, Problem> {
        by.must_be_gm()?;
        if timer.is_some_and(|timer| !SECONDS.contains(&timer.seconds)) {
            let message = format!("there are {} to {} seconds for an answer", SECONDS.start(), SECONDS.end());
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

    /// The code by which people join, if there is one that holds.
    pub fn invite(&self, by: &Speaker) -> Result<Invited, Problem> {
        by.must_be_gm()?;
        Ok(Invited { invite: self.about().settings.invite.clone().filter(holds) })
    }

    /// Makes a code for the players' seats at which nobody sits. An earlier code holds no more.
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

    /// Turns the code off.
    pub async fn end_invite(self: &Arc<Self>, by: &Speaker) -> Result<Invited, Problem> {
        by.must_be_gm()?;
        let _play = self.lock().await;
        let settings = TableSettings { invite: None, ..self.about().settings.clone() };
        self.keep(settings).await?;
        Ok(Invited::default())
    }

    /// Where a code leads; with a seat, takes it. `None` if the code is not, or no longer, of this table.
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

    /// Gives a free seat a new key. The link that it had leads nowhere from now on.
    async fn take(&self, invite: &Invite, seat: SeatId) -> Result<SeatKey, Problem> {
        if !invite.seats.contains(&seat) || self.present().contains(&seat) {
            let message = "somebody else has taken this seat; choose another one";
            return Err(Problem::new(StatusCode::CONFLICT, "seat-taken", message));
        }
        let (key, hash) = keys::new_key()?;
        let row = SeatRow { key: Some(hash), ..self.seat(seat)? };
        self.replace(row.clone()).await?;
        self.is_taken(seat).await?;
        Ok(self.seat_key(&row, key))
    }

    /// Somebody sits at this seat: no code gives it away any more.
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

    /// Reads what was set, as the store has it.
    pub(super) async fn read_settings(
        store: &dyn crate::store::Store,
        table: crate::store::TableId,
    ) -> Result<TableSettings, Problem> {
        let text = store.settings(table).await?;
        // What a later version has set is no reason not to play.
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }
}

fn holds(invite: &Invite) -> bool {
    now() < invite.until
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}
