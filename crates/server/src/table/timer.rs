//! The answer timer. It runs on the server, starting with the line that asks, so that every device shows the same time.
//!
//! It runs while anyone is connected. With `decline`, the server answers for players who are late, and only by
//! declining, since that changes least. Questions that cannot be declined keep waiting.

use super::{Speaker, Table, put::Wish};
use crate::{
    store::{Role, State},
    wire::TimeUp,
};
use referee_engine::{Seat, Waiting};
use referee_shelf::{OpenTable, Put};
use std::{
    sync::{Arc, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The line that asks, and when it was written.
#[derive(Debug, Default)]
pub struct Asked {
    line: u64,
    since: Option<Instant>,
    /// Whether a task already waits for the deadline.
    is_minded: bool,
}

impl Table {
    /// Milliseconds left to answer; `None` if no question is open or no limit is set.
    pub(super) fn answer_within(&self, session: &dyn OpenTable) -> Option<u64> {
        let timer = self.about().settings.timer?;
        let Some(line) = session.asked_by() else {
            *self.asked() = Asked::default();
            return None;
        };
        let mut asked = self.asked();
        if asked.line != line || asked.since.is_none() {
            *asked = Asked { line, since: Some(Instant::now()), is_minded: false };
        }
        let gone = asked.since.map_or(Duration::ZERO, |since| since.elapsed());
        let left = Duration::from_secs(timer.seconds.into()).saturating_sub(gone);
        Some(left.as_millis() as u64)
    }

    /// The deadline as a nonzero number; `None` if the timer is not running.
    pub(super) fn answer_ends(&self) -> Option<u64> {
        let timer = self.about().settings.timer?;
        let until = self.asked().since? + Duration::from_secs(timer.seconds.into());
        Some(until.saturating_duration_since(self.began).as_micros() as u64 + 1)
    }

    /// Starts one task that waits for the deadline.
    pub(super) fn mind_the_time(self: &Arc<Self>) {
        let Some(timer) = self.about().settings.timer.filter(|timer| timer.then == TimeUp::Decline) else { return };
        let (line, until) = {
            let mut asked = self.asked();
            let (Some(since), false) = (asked.since, asked.is_minded) else { return };
            asked.is_minded = true;
            (asked.line, since + Duration::from_secs(timer.seconds.into()))
        };
        let table = Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep_until(until.into()).await;
            table.time_is_up(line).await;
        });
    }

    /// Declines all unanswered questions if that line still asks and the setting is unchanged.
    async fn time_is_up(self: &Arc<Self>, line: u64) {
        let holds = self.about().settings.timer.is_some_and(|timer| timer.then == TimeUp::Decline);
        let still = {
            let asked = self.asked();
            asked.line == line && asked.since.is_some()
        };
        if !holds || !still || self.state() != State::Open {
            return;
        }
        let waiting = {
            let mut play = self.lock().await;
            match self.session(&mut play).await {
                Ok(session) if session.asked_by() == Some(line) => session.waiting(Seat::Gm),
                _ => return,
            }
        };
        let leader =
            self.about().seats.iter().find(|seat| seat.role == Role::Gm && seat.key.is_some()).map(Speaker::of);
        let Some(leader) = leader else { return };
        for question in waiting {
            let Waiting::Answer { ask, prompt, .. } = question else { continue };
            let Some(option) = prompt.decline else { continue };
            let request = format!("time-{line}-{ask}");
            let wish = Wish::Put(Put::Answer { ask, option });
            if let Err(problem) = self.put(&leader, &request, wish).await {
                tracing::info!(table = self.code, problem = problem.message, "not declined: the question was answered");
            }
        }
    }

    fn asked(&self) -> MutexGuard<'_, Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
