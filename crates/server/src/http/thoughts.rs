//! Odds computed concurrently for one connection. Superseded requests are cancelled.

use super::ws::refused;
use crate::{error::Problem, hall::Hall, wire::ServerMessage};
use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use tokio::{
    sync::{Semaphore, mpsc},
    task::AbortHandle,
};

/// Computed at once for one connection; further requests wait.
const AT_ONCE: usize = 2;
/// Maximum number of pending requests; one more cancels the oldest.
const MOST: usize = 16;

/// What a request for odds is about. A new request about the same thing supersedes the earlier one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// The odds of an offer being filled in.
    Offer,
    /// The options of this question.
    Question(usize),
}

/// The pending computations of a connection; dropping this cancels them.
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
    /// Creates an empty set, and the channel on which answers arrive.
    pub fn new() -> (Thoughts, mpsc::Receiver<Utf8Bytes>) {
        let (ready, answers) = mpsc::channel(2 * MOST);
        (Thoughts { under_way: Vec::new(), places: Arc::new(Semaphore::new(AT_ONCE)), ready }, answers)
    }

    /// Starts a computation; the answer is sent when it is ready, and the client may act in the meantime.
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

    /// Cancels an earlier request about the same thing, and the oldest if there are too many.
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
                // A client that does not read gets no answer either.
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
