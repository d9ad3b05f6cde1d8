//! The handlers of roll, ask and tell. Each is one use of the same rules.

mod advise;
mod exact;
mod live;
mod script;
mod simulate;

pub(crate) use advise::Advise;
pub use exact::{Chosen, Deciding, Exact, Exhausted, ExploreError, Explored, Reactions, Way, explore};
pub use live::{Input, Live, Standing, StandingAnswers, Told, Waiting};
pub use script::{Asked, Script, ScriptError};
pub use simulate::Simulate;
