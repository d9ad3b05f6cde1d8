//! What a seat may read: the current state, the log, slots, odds, and exports.

use super::{About, Play, Speaker, Table, heard::Heard};
use crate::{
    error::Problem,
    heavy::Turn,
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

/// Limits on exact odds in an interactive request: the number of branches, and the time, since a single branch may be a
/// sword blow or a grenade in a crowded room. Jobs have higher limits.
const MOST_WAYS: usize = 200_000;
const LONGEST: Duration = Duration::from_secs(2);

impl Table {
    /// The complete situation for a seat.
    pub async fn situation(&self, by: &Speaker) -> Result<Situation, Problem> {
        let mut play = self.lock().await;
        self.session(&mut play).await?;
        let Play { session: Some(session), heard, .. } = &*play else { return Err(Problem::no_seat()) };
        Ok(self.situation_of(&**session, heard, by.rights))
    }

    pub(super) fn situation_of(&self, session: &dyn OpenTable, heard: &Heard, seat: Seat) -> Situation {
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
        let waiting = session.waiting(seat);
        let mut answer_within = self.answer_within(session);
        if waiting.is_empty() && session.acts_in_secret(seat) {
            // That an action is pending at all is part of the secret.
            waits_for.clear();
            answer_within = None;
        }
        let asks = Asks::of(session, seat);
        let questions = waiting.into_iter().map(Question::from).map(|question| asks.told(question));
        let standing = session.standing().into_iter().filter(|(who, _)| mine(who)).flat_map(|(who, answers)| {
            answers.into_iter().map(move |(question, answer)| StandingAnswer { who, question, answer })
        });
        Situation {
            line: heard.number(seat, session.line()),
            head: heard.head(seat, session),
            view: Some(session.view(seat)),
            offers: Some(session.offers(seat)),
            questions: Some(questions.collect()),
            waits_for: Some(waits_for),
            standing: Some(standing.collect()),
            typed: Some(session.typed().into_iter().filter(mine).collect()),
            answer_within,
        }
    }

    /// The slots of an offer, given the values filled in so far, and what to draw on the map.
    pub async fn slots(&self, by: &Speaker, filled: &Filled) -> Result<(Vec<Slot>, Vec<Drawn>), Problem> {
        let mut play = self.lock().await;
        let session = self.session(&mut play).await?;
        Ok((session.slots(by.rights, filled)?, session.drawn(by.rights, filled)))
    }

    /// The exact odds of an offer. Play continues in the meantime.
    pub async fn odds(&self, turn: Turn, by: &Speaker, asked: OddsRequest) -> Result<Value, Problem> {
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
        let odds = worked_out(turn, move |effort| copy.odds_within(effort, seat, &asked.filled, deciding)).await?;
        let odds = serde_json::to_value(&odds).map_err(Problem::internal)?;
        Ok(if seat.is_gm() { odds } else { without_secrets(odds, &known) })
    }

    /// The exact odds of the pending action for each option of a question.
    pub async fn option_odds(&self, turn: Turn, by: &Speaker, ask: usize) -> Result<Value, Problem> {
        let seat = by.rights;
        let copy = self.copy(None).await?;
        let ask = Asks::of(&*copy, seat).meant(ask);
        if !copy.waiting(seat).iter().any(|waiting| waiting.ask() == ask) {
            return Err(Problem::new(
                StatusCode::CONFLICT,
                "not-asked",
                "this question is no longer open, or is not yours to answer",
            ));
        }
        let known: Vec<ActorId> = copy.view(seat).actors.iter().map(|actor| actor.id).collect();
        let options = worked_out(turn, move |effort| copy.option_odds(effort, seat, ask)).await?;
        let mut options = serde_json::to_value(&options).map_err(Problem::internal)?;
        if !seat.is_gm() {
            for option in options.as_array_mut().into_iter().flatten() {
                option["odds"] = without_secrets(option["odds"].take(), &known);
            }
        }
        Ok(options)
    }

    /// What a seat saw after a line; the game master may choose another seat's view.
    pub async fn seen_at(&self, by: &Speaker, line: u64, eyes: Option<SeatId>) -> Result<View, Problem> {
        let seat = self.eyes(by, eyes)?;
        let mut play = self.lock().await;
        self.session(&mut play).await?;
        let line = play.heard.line(by.rights, line).ok_or_else(|| no_line(&play, by.rights))?;
        drop(play);
        Ok(self.copy(Some(line)).await?.view(seat))
    }

    /// What a seat heard after a line; the game master may choose another seat's log. Lines have the numbering of the
    /// requesting seat.
    pub async fn log(&self, by: &Speaker, after: u64, ears: Option<SeatId>) -> Result<Log, Problem> {
        let seat = self.eyes(by, ears)?;
        let mut play = self.lock().await;
        let last = self.session(&mut play).await?.line();
        let after = play.heard.since(by.rights, after, last).unwrap_or(last);
        self.look_back(&mut play, after).await?;
        Ok(play.log(by.rights, seat, after))
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

    /// A copy of the session after a line, to work with while play continues.
    pub async fn copy(&self, line: Option<u64>) -> Result<Box<dyn OpenTable>, Problem> {
        let mut play = self.lock().await;
        let last = self.session(&mut play).await?.line();
        if let Some(line) = line {
            self.look_back(&mut play, line).await?;
        }
        let copy = play.session.as_ref().and_then(|session| session.fork(line.unwrap_or(last)));
        copy.ok_or_else(|| no_line(&play, Seat::Gm))
    }

    /// A copy of the session with all of its lines, or up to `line` if that is given.
    pub async fn whole_copy(&self, line: Option<u64>) -> Result<Box<dyn OpenTable>, Problem> {
        let mut play = self.lock().await;
        self.look_back(&mut play, 0).await?;
        let Some(session) = &play.session else { return Err(no_line(&play, Seat::Gm)) };
        session.fork(line.unwrap_or(session.line())).ok_or_else(|| no_line(&play, Seat::Gm))
    }

    /// The journal for export. While the table is in play it contains another seed, because the real one would reveal
    /// all future rolls.
    pub async fn journal(&self, by: &Speaker) -> Result<String, Problem> {
        by.must_be_gm()?;
        let mut copy = self.whole_copy(None).await?;
        if self.state() != State::Ended {
            copy.reseed(keys::random()?);
        }
        Ok(copy.journal())
    }

    /// The scene that the table was created from.
    pub async fn scene(&self, by: &Speaker) -> Result<String, Problem> {
        by.must_be_gm()?;
        let message = "this table was created from a journal, not from a scene; export the journal instead";
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

/// Runs CPU-heavy work on another thread. If this future is dropped, the work is cancelled.
async fn worked_out<T: Send + 'static>(
    turn: Turn,
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
        // The turn is held until the work is done, even if nobody waits for it any more.
        let _turn = turn;
        let began = Instant::now();
        let is_wanted = || is_waited_for.load(Ordering::Relaxed) && began.elapsed() < LONGEST;
        work(Effort { ways: MOST_WAYS, is_wanted: &is_wanted, closed: false })
    });
    working.await.map_err(Problem::internal)?.map_err(|error| match error {
        // An asker that is still there to read this has waited to the end.
        OddsError::Explore(ExploreError::Exhausted(_) | ExploreError::Unwanted) => {
            let message = "there are too many possible outcomes to compute the odds interactively; \
                           start a job for its odds, or simulate it";
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-many-ways", message)
        }
        error => error.into(),
    })
}

fn no_line(play: &Play, seat: Seat) -> Problem {
    let last = play.session.as_ref().map_or(0, |session| play.heard.number(seat, session.line()));
    let message = format!("there is no such line; the journal has {last}");
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "no-such-line", message)
}

impl Play {
    /// What `ears` heard after a journal line, and every undone line, in the numbering of `seat`.
    pub(super) fn log(&self, seat: Seat, ears: Seat, after: u64) -> Log {
        let Some(session) = &self.session else { return Log::default() };
        let mut entries = session.log(ears, after);
        for entry in &mut entries {
            entry.line = self.heard.number(seat, entry.line);
        }
        Log { entries, undone: self.undone(seat) }
    }

    /// The undone lines that a seat knows of.
    pub(super) fn undone(&self, seat: Seat) -> Vec<u64> {
        let undone = self.session.iter().flat_map(|session| session.undone());
        undone.filter(|&line| self.heard.has(seat, line)).map(|line| self.heard.number(seat, line)).collect()
    }
}

/// The question numbers of the pending action as a seat knows them. The rules also count hidden rolls and other
/// players' questions; a seat other than the game master's counts only its own.
pub(super) struct Asks(Option<Vec<usize>>);

impl Asks {
    pub(super) fn of(session: &dyn OpenTable, seat: Seat) -> Asks {
        Asks((!seat.is_gm()).then(|| session.asks_of(seat)))
    }

    fn told(&self, mut question: Question) -> Question {
        let (Question::Answer { ask, .. } | Question::Dice { ask, .. }) = &mut question;
        if let Some(known) = &self.0 {
            *ask = known.iter().position(|own| own == ask).unwrap_or(usize::MAX);
        }
        question
    }

    /// The rules' number for a seat's question number; an impossible number if there is none.
    pub(super) fn meant(&self, ask: usize) -> usize {
        self.0.as_ref().map_or(ask, |known| known.get(ask).copied().unwrap_or(usize::MAX))
    }
}

/// The odds as a player may see them: each measure separately, only for known characters, without others' choices.
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
