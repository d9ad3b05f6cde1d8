//! What a seat may read: how things stand, the log, slots, odds, and the table to take home.

use super::{About, Speaker, Table};
use crate::{
    error::Problem,
    keys,
    store::{Role, SeatId, State},
    wire::{Log, OddsRequest, Question, Reacting, Situation, StandingAnswer},
};
use axum::http::StatusCode;
use referee_engine::{
    ActorId, Deciding, Drawn, Effort, ExploreError, Filled, OddsError, Reactions, Seat, Side, Slot, View, Who,
};
use referee_shelf::OpenTable;
use serde_json::Value;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// How many ways exact odds follow while somebody waits for them, and for how long at most: one way may be a blow or a
/// grenade in a crowded room. A job may take longer.
const MOST_WAYS: usize = 200_000;
const LONGEST: Duration = Duration::from_secs(2);

impl Table {
    /// How things stand for a seat: every part.
    pub async fn situation(&self, by: &Speaker) -> Result<Situation, Problem> {
        let mut play = self.lock().await;
        let session = self.session(&mut play).await?;
        Ok(self.situation_of(&**session, by.rights))
    }

    pub(super) fn situation_of(&self, session: &dyn OpenTable, seat: Seat) -> Situation {
        let cards = session.actors();
        let plays_side = |side: Side| cards.iter().any(|card| card.side == side && seat.plays(card.id));
        let mine = |who: &Who| match who {
            _ if seat.is_gm() => true,
            Who::Gm => false,
            Who::Actor(actor) => seat.plays(*actor),
            Who::Side(side) => plays_side(*side),
        };
        let about = self.about();
        let mut waits_for: Vec<String> = session
            .waited_for()
            .into_iter()
            .flat_map(|who| {
                let actors: Vec<ActorId> = match who {
                    Who::Gm => Vec::new(),
                    Who::Actor(actor) => vec![actor],
                    Who::Side(side) => cards.iter().filter(|card| card.side == side).map(|card| card.id).collect(),
                };
                about.players_of(&actors)
            })
            .collect();
        drop(about);
        waits_for.sort();
        waits_for.dedup();
        let standing = session.standing().into_iter().filter(|(who, _)| mine(who)).flat_map(|(who, answers)| {
            answers.into_iter().map(move |(question, answer)| StandingAnswer { who, question, answer })
        });
        Situation {
            line: session.line(),
            head: session.head(),
            view: Some(session.view(seat)),
            offers: Some(session.offers(seat)),
            questions: Some(session.waiting(seat).into_iter().map(Question::from).collect()),
            waits_for: Some(waits_for),
            standing: Some(standing.collect()),
            typed: Some(session.typed().into_iter().filter(mine).collect()),
            answer_within: self.answer_within(session),
        }
    }

    /// The log after a line.
    pub async fn log(&self, by: &Speaker, after: u64) -> Result<Log, Problem> {
        let mut play = self.lock().await;
        let session = self.session(&mut play).await?;
        self.remember(&**session, after).await?;
        Ok(log_of(&**session, by.rights, after))
    }

    /// The slots of an offer, given what is filled, and what to draw on the map meanwhile.
    pub async fn slots(&self, by: &Speaker, filled: &Filled) -> Result<(Vec<Slot>, Vec<Drawn>), Problem> {
        let mut play = self.lock().await;
        let session = self.session(&mut play).await?;
        Ok((session.slots(by.rights, filled)?, session.drawn(by.rights, filled)))
    }

    /// The exact odds of an offer. The table goes on meanwhile.
    pub async fn odds(&self, by: &Speaker, asked: OddsRequest) -> Result<Value, Problem> {
        let seat = by.rights;
        let reactions = match asked.reactions {
            Reacting::Best => Reactions::Best,
            Reacting::Never => Reactions::Never,
            Reacting::Always => Reactions::Always,
            Reacting::All => {
                by.must_be_gm()?;
                Reactions::All
            }
        };
        if !seat.is_gm() && !asked.answers.is_empty() {
            return Err(Problem::gm_only());
        }
        let copy = self.copy(None).await?;
        let known: Vec<ActorId> = copy.view(seat).actors.iter().map(|actor| actor.id).collect();
        let deciding = Deciding::from(reactions).with(asked.answers);
        let odds = worked_out(move |effort| copy.odds_within(effort, seat, &asked.filled, deciding)).await?;
        let odds = serde_json::to_value(&odds).map_err(Problem::internal)?;
        Ok(if seat.is_gm() { odds } else { without_secrets(odds, &known) })
    }

    /// The exact odds of the action under way, for each option of a question.
    pub async fn option_odds(&self, by: &Speaker, ask: usize) -> Result<Value, Problem> {
        let seat = by.rights;
        let copy = self.copy(None).await?;
        if !copy.waiting(seat).iter().any(|waiting| waiting.ask() == ask) {
            return Err(Problem::new(StatusCode::CONFLICT, "not-asked", "this seat is not asked that"));
        }
        let known: Vec<ActorId> = copy.view(seat).actors.iter().map(|actor| actor.id).collect();
        let options = worked_out(move |effort| copy.option_odds(effort, seat, ask)).await?;
        let mut options = serde_json::to_value(&options).map_err(Problem::internal)?;
        if !seat.is_gm() {
            for option in options.as_array_mut().into_iter().flatten() {
                option["odds"] = without_secrets(option["odds"].take(), &known);
            }
        }
        Ok(options)
    }

    /// What a seat saw after a line; the game master may look with the eyes of another seat.
    pub async fn seen_at(&self, by: &Speaker, line: u64, eyes: Option<SeatId>) -> Result<View, Problem> {
        let seat = self.eyes(by, eyes)?;
        Ok(self.copy(Some(line)).await?.view(seat))
    }

    /// What a seat has heard; the game master may listen with the ears of another seat.
    pub async fn heard_by(&self, by: &Speaker, after: u64, ears: Option<SeatId>) -> Result<Log, Problem> {
        let seat = self.eyes(by, ears)?;
        let mut play = self.lock().await;
        let session = self.session(&mut play).await?;
        Ok(log_of(&**session, seat, after))
    }

    fn eyes(&self, by: &Speaker, of: Option<SeatId>) -> Result<Seat, Problem> {
        match of {
            Some(other) if other != by.seat.id => {
                by.must_be_gm()?;
                self.rights_at(other)
            }
            _ => Ok(by.rights),
        }
    }

    /// A copy of the session as it stood after a line, to work with while play goes on.
    pub async fn copy(&self, line: Option<u64>) -> Result<Box<dyn OpenTable>, Problem> {
        let mut play = self.lock().await;
        let session = self.session(&mut play).await?;
        let last = session.line();
        let no_line = || {
            let message = format!("there is no such line; the journal has {last}");
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "no-such-line", message)
        };
        if let Some(line) = line {
            self.remember(&**session, line).await?;
        }
        session.fork(line.unwrap_or(last)).ok_or_else(no_line)
    }

    /// The journal to take home. While the table is in play it has a seed of its own: whoever has the true one knows
    /// every die to come.
    pub async fn journal(&self, by: &Speaker) -> Result<String, Problem> {
        by.must_be_gm()?;
        let mut copy = self.copy(None).await?;
        if self.state() != State::Ended {
            copy.reseed(keys::random()?);
        }
        Ok(copy.journal())
    }

    /// The scene that it was made from.
    pub async fn scene(&self, by: &Speaker) -> Result<String, Problem> {
        by.must_be_gm()?;
        let message = "this table was made from a journal, not from a scene; export the journal";
        let none = || Problem::new(StatusCode::NOT_FOUND, "no-scene", message);
        self.store.scene(self.id).await?.ok_or_else(none)
    }
}

impl About {
    /// The names of the seats that play any of these actors; the game master's if none does.
    fn players_of(&self, actors: &[ActorId]) -> Vec<String> {
        let is_player = |actor: &u16| actors.contains(&ActorId(*actor));
        let held = self.seats.iter().filter(|seat| seat.key.is_some());
        let players = held.clone().filter(|seat| seat.role == Role::Player && seat.actors.iter().any(is_player));
        let names: Vec<String> = players.map(|seat| seat.name.clone()).collect();
        if !names.is_empty() {
            return names;
        }
        held.filter(|seat| seat.role == Role::Gm).map(|seat| seat.name.clone()).take(1).collect()
    }
}

/// Works something out beside everything else, for as long as somebody waits for it: if this future is dropped, so is the
/// work.
async fn worked_out<T: Send + 'static>(
    work: impl FnOnce(Effort<'_>) -> Result<T, OddsError> + Send + 'static,
) -> Result<T, Problem> {
    struct Waits(Arc<AtomicBool>);
    impl Drop for Waits {
        fn drop(&mut self) {
            self.0.store(false, Ordering::Relaxed);
        }
    }
    let waits = Waits(Arc::new(AtomicBool::new(true)));
    let is_waited_for = Arc::clone(&waits.0);
    let working = tokio::task::spawn_blocking(move || {
        let began = Instant::now();
        let is_wanted = || is_waited_for.load(Ordering::Relaxed) && began.elapsed() < LONGEST;
        work(Effort { ways: MOST_WAYS, is_wanted: &is_wanted, closed: false })
    });
    working.await.map_err(Problem::internal)?.map_err(|error| match error {
        // Whoever reads this has waited to the end.
        OddsError::Explore(ExploreError::Exhausted(_) | ExploreError::Unwanted) => {
            let message = "this can go too many ways to follow them all while somebody waits; \
                           start a job for its odds, or simulate it";
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-many-ways", message)
        }
        error => error.into(),
    })
}

/// The log of a session, and every line that is undone.
pub(super) fn log_of(session: &dyn OpenTable, seat: Seat, after: u64) -> Log {
    Log { entries: session.log(seat, after), undone: session.undone() }
}

/// The odds as a player may know them: each measure by itself, of those whom they know of, and nobody's choices.
fn without_secrets(mut odds: Value, known: &[ActorId]) -> Value {
    let is_known = |marginal: &Value| match marginal["who"].as_u64() {
        Some(who) => known.iter().any(|actor| u64::from(actor.0) == who),
        None => true,
    };
    for group in odds["groups"].as_array_mut().into_iter().flatten() {
        if let Some(group) = group.as_object_mut() {
            group.remove("ways");
            group.remove("choices");
        }
        if let Some(marginals) = group["marginals"].as_array_mut() {
            marginals.retain(is_known);
        }
    }
    odds
}
