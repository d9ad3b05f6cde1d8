//! Odds that are worked out for one connection, beside everything else. What nobody waits for any more is given up.

use super::ws::refused;
use crate::{error::Problem, hall::Hall, wire::ServerMessage};
use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use tokio::{
    sync::{Semaphore, mpsc},
    task::AbortHandle,
};

/// So many are worked out for one connection at a time; more of them wait.
const AT_ONCE: usize = 2;
/// So many are known at most; one more, and the oldest is given up.
const MOST: usize = 16;

/// What somebody wants to know. Whoever asks for the same again has no use for the first answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// The odds of an offer that is being filled.
    Offer,
    /// The options of this question.
    Question(usize),
}

/// What is being worked out; all of it is given up when this is dropped.
pub struct Thoughts {
    under_way: Vec<Thought>,
    places: Arc<Semaphore>,
    ready: mpsc::Sender<Utf8Bytes>,
}

struct Thought {
    about: About,
    id: String,
    task: AbortHandle,
}

impl Thoughts {
    /// Nothing yet, and where the answers will come out.
    pub fn new() -> (Thoughts, mpsc::Receiver<Utf8Bytes>) {
        let (ready, answers) = mpsc::channel(2 * MOST);
        (Thoughts { under_way: Vec::new(), places: Arc::new(Semaphore::new(AT_ONCE)), ready }, answers)
    }

    /// Works something out; whoever asked hears of it when it is ready, and may act meanwhile.
    pub fn begin(
        &mut self,
        hall: &Arc<Hall>,
        about: About,
        id: String,
        work: impl Future<Output = Result<ServerMessage, Problem>> + Send + 'static,
    ) {
        self.make_room_for(about);
        let (places, ready, hall) = (Arc::clone(&self.places), self.ready.clone(), Arc::clone(hall));
        let to = id.clone();
        let task = tokio::spawn(async move {
            let _place = places.acquire_owned().await;
            let answer = work.await.unwrap_or_else(|problem| refused(&hall, Some(to), problem));
            let _ = ready.send(answer.text().into()).await;
        });
        self.under_way.push(Thought { about, id, task: task.abort_handle() });
    }

    /// Gives up what was asked about the same before, and the oldest if there are too many.
    fn make_room_for(&mut self, about: About) {
        self.under_way.retain(|thought| !thought.task.is_finished());
        let is_full = self.under_way.len() >= MOST;
        let mut at = 0;
        self.under_way.retain(|thought| {
            let is_kept = thought.about != about && !(is_full && at == 0);
            at += 1;
            if !is_kept {
                thought.task.abort();
                let problem = ServerMessage::Error { id: Some(thought.id.clone()), problem: Problem::superseded() };
                // Whoever does not take answers learns of it by none.
                let _ = self.ready.try_send(problem.text().into());
            }
            is_kept
        });
    }
}

impl Drop for Thoughts {
    fn drop(&mut self) {
        self.under_way.iter().for_each(|thought| thought.task.abort());
    }
}
